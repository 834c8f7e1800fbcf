use crate::cards::{Card, CardSet, Rank};
use crate::games::Seat;
use std::fmt;

/// Number of seats of two partnerships (S1), and the most that there can be (S62).
pub(super) const SEATS: u8 = 4;
/// Number of cards played in a deal (S19, S62).
pub(super) const PLAYS: u8 = 48;
/// Number of cards that two players play before the stock is dealt (S62).
pub(super) const PLAYS_BEFORE_STOCK: u8 = PLAYS / 2;

/// The value of a house or of a bid: 9 to 13 (S10, S23).
///
/// ```
/// use taash::cards::parse_card;
/// use taash::games::seep::HouseValue;
///
/// let eleven = HouseValue::new(11).unwrap();
/// assert_eq!((eleven.get(), eleven.index()), (11, 2));
/// assert_eq!(eleven.keys().to_string(), "JC JD JH JS");
/// assert_eq!(HouseValue::of(parse_card("JS").unwrap()), Some(eleven));
/// assert_eq!(HouseValue::new(8), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HouseValue(u8);

impl HouseValue {
    /// The five values in ascending order.
    pub const ALL: [Self; 5] = [Self(9), Self(10), Self(11), Self(12), Self(13)];

    /// Returns the house value of that number, `None` outside 9..=13.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 9 && number <= 13 { Some(Self(number)) } else { None }
    }

    /// The value as a number, 9..=13.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The index of the value in [`HouseValue::ALL`] and in [`Setup::houses`](super::Setup::houses): 0 for 9.
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 - 9) as usize
    }

    /// The four cards of this capture value. Each owner of a house holds one of them, a *key* (S49).
    #[must_use]
    pub const fn keys(self) -> CardSet {
        CardSet::rank(Rank::ALL[(self.0 - 1) as usize])
    }

    /// The house value of a card, `None` for a card below 9 or a joker.
    #[must_use]
    pub const fn of(card: Card) -> Option<Self> {
        Self::new(card.number())
    }

    /// The value of a house of this value that the card breaks, `None` above 13 (S35).
    pub(super) const fn raised_by(self, card: Card) -> Option<Self> {
        Self::new(self.0 + card.number())
    }
}

impl fmt::Display for HouseValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A partnership (S1): the seats 0 and 2 are team 0, the seats 1 and 3 are team 1. Of two players, each is a team (S62).
///
/// ```
/// use taash::games::{Seat, seep::Team};
///
/// assert_eq!(Team::of(Seat::new(3)), Team::Odd);
/// assert_eq!(Team::Odd.seats(4).collect::<Vec<_>>(), [Seat::new(1), Seat::new(3)]);
/// assert_eq!(Team::Odd.seats(2).collect::<Vec<_>>(), [Seat::new(1)]);
/// assert_eq!(Team::Odd.other().number(), 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Team {
    /// Seats 0 and 2; of two players, seat 0.
    Even,
    /// Seats 1 and 3; of two players, seat 1.
    Odd,
}

impl Team {
    /// Both teams, team 0 first.
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

    /// The seats of the team in a match with that many seats.
    pub fn seats(self, seats: u8) -> impl Iterator<Item = Seat> {
        Seat::all(seats).filter(move |&seat| Self::of(seat) == self)
    }
}

/// The player opposite. Of two players, nobody has this seat.
pub(super) const fn partner(seat: Seat) -> Seat {
    seat.next(SEATS).next(SEATS)
}

/// The seat that plays the next card after that many plays, of which the bidder made the first (S18).
pub(super) const fn seat_after(bidder: Seat, plays: u8, seats: u8) -> Seat {
    Seat::new((bidder.number() + plays) % seats)
}
