use super::{Match, Phase, Position, Seat, jhyap, pis_yedili, seep};

/// Which game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum GameId {
    /// Jhyap.
    Jhyap = 1,
    /// Seep.
    Seep = 2,
    /// Pis Yedili.
    PisYedili = 3,
}

impl GameId {
    /// All games.
    pub const ALL: [Self; 3] = [Self::Jhyap, Self::Seep, Self::PisYedili];

    /// The name in texts and commands: `jhyap`, `seep`, `pis_yedili`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Jhyap => jhyap::Position::NAME,
            Self::Seep => seep::Position::NAME,
            Self::PisYedili => pis_yedili::Position::NAME,
        }
    }

    /// The game of that number (as in the state's header), `None` if there is none.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|&game| game as u8 == number)
    }
}

/// A match of any game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyMatch {
    /// A match of Jhyap.
    Jhyap(Match<jhyap::Position>),
    /// A match of Seep.
    Seep(Match<seep::Position>),
    /// A match of Pis Yedili.
    PisYedili(Match<pis_yedili::Position>),
}

/// Does the same with a match of whichever game: the one place outside the games' own modules that lists them all.
#[macro_export]
#[doc(hidden)]
macro_rules! for_any_match {
    ($any:expr, $the_match:ident => $body:expr) => {
        match $any {
            $crate::games::AnyMatch::Jhyap($the_match) => $body,
            $crate::games::AnyMatch::Seep($the_match) => $body,
            $crate::games::AnyMatch::PisYedili($the_match) => $body,
        }
    };
}

impl AnyMatch {
    /// Which game it is a match of.
    #[must_use]
    pub const fn game(&self) -> GameId {
        match self {
            Self::Jhyap(_) => GameId::Jhyap,
            Self::Seep(_) => GameId::Seep,
            Self::PisYedili(_) => GameId::PisYedili,
        }
    }

    /// What the match waits for.
    #[must_use]
    pub fn phase(&self) -> Phase {
        for_any_match!(self, m => m.phase())
    }

    /// Whose move it is.
    #[must_use]
    pub fn turn(&self) -> Option<Seat> {
        for_any_match!(self, m => m.turn())
    }
}
