use std::fmt;

/// A seat at the table, 0..n-1 in order of play at the start of the match: seat s+1 plays after seat s, whatever the
/// physical direction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Seat(u8);

impl Seat {
    /// Maximum number of seats of any game.
    pub const MAX: u8 = 8;

    /// The seat of that number. Whether the match has such a seat is not checked.
    #[must_use]
    pub const fn new(number: u8) -> Self {
        Self(number)
    }

    /// The number of the seat, from 0.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The number of the seat as an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The next seat in order of play at a table of that many seats.
    #[must_use]
    pub const fn next(self, seats: u8) -> Self {
        if self.0 + 1 >= seats { Self(0) } else { Self(self.0 + 1) }
    }

    /// The seat before this one in order of play at a table of that many seats.
    #[must_use]
    pub const fn previous(self, seats: u8) -> Self {
        if self.0 == 0 { Self(seats.saturating_sub(1)) } else { Self(self.0 - 1) }
    }

    /// All seats of a table, from 0.
    pub fn all(seats: u8) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..seats).map(Self)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// Who looks at a position or is told an event.
///
/// ```
/// use taash::games::{Seat, Viewer};
///
/// assert!(Viewer::Seat(Seat::new(1)).knows_hand_of(Seat::new(1)));
/// assert!(!Viewer::Spectator.knows_hand_of(Seat::new(1)) && Viewer::Referee.knows_hand_of(Seat::new(1)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// The player of a seat: knows what is open to all, and the own hand (G7).
    Seat(Seat),
    /// Somebody without a seat: knows what is open to all.
    Spectator,
    /// The platform itself: knows all cards and the order of the stock, but not the seed.
    Referee,
}

impl Viewer {
    /// Whether this viewer may know the hand of that seat while it is hidden from the table.
    #[must_use]
    pub fn knows_hand_of(self, seat: Seat) -> bool {
        match self {
            Self::Seat(own) => own == seat,
            Self::Spectator => false,
            Self::Referee => true,
        }
    }
}
