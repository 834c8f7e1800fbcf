use crate::cards::{Card, CardSet, Rank};
use crate::games::Seat;
use std::fmt;

/// How many seats Seep has (S1).
pub(super) const SEATS: u8 = 4;
/// How many cards each player plays in a deal (S19).
pub(super) const TURNS: u8 = 12;
/// How many cards are played in a deal (S19).
pub(super) const PLAYS: u8 = SEATS * TURNS;

/// The value of a house and of a bid: 9 to 13 (S10, S23).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HouseValue(u8);

impl HouseValue {
    /// The five values, 9 first.
    pub const ALL: [Self; 5] = [Self(9), Self(10), Self(11), Self(12), Self(13)];

    /// The house value of that number, `None` outside 9..=13.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 9 && number <= 13 { Some(Self(number)) } else { None }
    }

    /// The value as a number, 9..=13.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The place of the value among the five, 0 for 9.
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 - 9) as usize
    }

    /// The four cards of this capture value: the keys of such a house (S49).
    #[must_use]
    pub const fn keys(self) -> CardSet {
        CardSet::rank(Rank::ALL[(self.0 - 1) as usize])
    }

    /// The house value of a card, `None` for a card below 9 or a joker.
    #[must_use]
    pub const fn of(card: Card) -> Option<Self> {
        Self::new(card.number())
    }
}

impl fmt::Display for HouseValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A partnership (S1): team 0 are the seats 0 and 2, team 1 the seats 1 and 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Team {
    /// Seats 0 and 2.
    Even,
    /// Seats 1 and 3.
    Odd,
}

impl Team {
    /// Both teams, in order.
    pub const ALL: [Self; 2] = [Self::Even, Self::Odd];

    /// The team of a seat.
    #[must_use]
    pub const fn of(seat: Seat) -> Self {
        if seat.number().is_multiple_of(2) { Self::Even } else { Self::Odd }
    }

    /// The other team.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Even => Self::Odd,
            Self::Odd => Self::Even,
        }
    }

    /// The number of the team, 0 or 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::Even => 0,
            Self::Odd => 1,
        }
    }

    /// The number of the team as an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.number() as usize
    }

    /// The two seats of the team.
    #[must_use]
    pub const fn seats(self) -> [Seat; 2] {
        [Seat::new(self.number()), Seat::new(self.number() + 2)]
    }
}

/// The player opposite.
pub(super) const fn partner(seat: Seat) -> Seat {
    seat.next(SEATS).next(SEATS)
}
