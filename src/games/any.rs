use super::{Match, Phase, Position, Seat};

/// The list of games. It calls a macro, with arguments in brackets if the macro takes any, and passes it one line for each
/// game: the name of the type-level variant, the module, the stable number, the letter of its rules, and the title.
///
/// Everything that exists once for each game is generated from this list or iterates [`GameId::ALL`], so that a game
/// cannot be missing somewhere. `src/games/README.md` says what else a new game needs.
///
/// The number goes into the state bytes and never changes. Numbers start at 1 and have no gaps.
#[macro_export]
#[doc(hidden)]
macro_rules! for_each_game {
    ($($then:ident)::+ $(, [$($arguments:tt)*])?) => {
        $($then)::+! {
            $([$($arguments)*])?
            Jhyap jhyap 1 J "Jhyap";
            Seep seep 2 S "Seep";
            PisYedili pis_yedili 3 P "Pis Yedili";
        }
    };
}

macro_rules! define_games {
    ($($Game:ident $game:ident $number:literal $letter:ident $title:literal;)+) => {
        /// Which game.
        ///
        /// ```
        /// use taash::games::GameId;
        ///
        /// for game in GameId::ALL {
        ///     assert_eq!(GameId::from_name(game.name()), Some(game));
        ///     assert_eq!(GameId::from_number(game as u8), Some(game));
        /// }
        /// assert_eq!(GameId::PisYedili.name(), "pis_yedili");
        /// assert_eq!(GameId::PisYedili.title(), "Pis Yedili");
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum GameId {
            $(
                #[doc = concat!($title, ".")]
                $Game = $number,
            )+
        }

        impl GameId {
            /// All games, by ascending number.
            pub const ALL: [Self; [$($number),+].len()] = [$(Self::$Game),+];

            /// The name in requests, texts and files: `pis_yedili`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Game => super::$game::Position::NAME,)+
                }
            }

            /// The name in prose: `Pis Yedili`.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self {
                    $(Self::$Game => $title,)+
                }
            }
        }

        /// A match of any game.
        ///
        /// ```
        /// use taash::cards::Seed;
        /// use taash::games::{AnyMatch, GameId, Match, Phase, Position, jhyap};
        ///
        /// let position = jhyap::Position::new_match(jhyap::Options::CLASSIC, 2, None, None)?;
        /// let any = AnyMatch::Jhyap(Match::new(position, Seed::new([7; 32])));
        /// assert_eq!((any.game(), any.phase(), any.turn()), (GameId::Jhyap, Phase::Deal, None));
        /// # Ok::<(), Vec<taash::games::Fault>>(())
        /// ```
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum AnyMatch {
            $(
                #[doc = concat!("A match of ", $title, ".")]
                $Game(Match<super::$game::Position>),
            )+
        }

        $(
            impl From<Match<super::$game::Position>> for AnyMatch {
                fn from(the_match: Match<super::$game::Position>) -> Self {
                    Self::$Game(the_match)
                }
            }
        )+

        impl AnyMatch {
            /// Which game the match is of.
            #[must_use]
            pub const fn game(&self) -> GameId {
                match self {
                    $(Self::$Game(_) => GameId::$Game,)+
                }
            }
        }
    };
}

for_each_game!(define_games);

impl GameId {
    /// The position of the game in [`GameId::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize - 1
    }

    /// The game with this number, as in the header of the state bytes; `None` if there is none.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|&game| game as u8 == number)
    }

    /// The game with this name, as [`GameId::name`] returns it; `None` if there is none.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.name() == name)
    }
}

/// [`GameId::index`] relies on it.
const _: () = {
    let mut index = 0;
    while index < GameId::ALL.len() {
        assert!(GameId::ALL[index].index() == index, "the numbers of the games start at 1 and have no gaps");
        index += 1;
    }
};

/// Evaluates the same expression for a match of whichever game: `for_any_match!(any, m => m.phase())`.
#[macro_export]
#[doc(hidden)]
macro_rules! for_any_match {
    ($any:expr, $the_match:ident => $body:expr) => {
        $crate::for_each_game!($crate::for_any_match_arms, [$any, $the_match => $body])
    };
}

#[macro_export]
#[doc(hidden)]
macro_rules! for_any_match_arms {
    (
        [$any:expr, $the_match:ident => $body:expr]
        $($Game:ident $game:ident $number:literal $letter:ident $title:literal;)+
    ) => {
        match $any {
            $($crate::games::AnyMatch::$Game($the_match) => $body,)+
        }
    };
}

/// Evaluates the same expression for whichever game a [`GameId`] names, with an alias for the type of its position:
/// `for_game!(game, P => P::SEATS)`.
#[macro_export]
#[doc(hidden)]
macro_rules! for_game {
    ($game:expr, $P:ident => $body:expr) => {
        $crate::for_each_game!($crate::for_game_arms, [$game, $P => $body])
    };
}

#[macro_export]
#[doc(hidden)]
macro_rules! for_game_arms {
    (
        [$id:expr, $P:ident => $body:expr]
        $($Game:ident $game:ident $number:literal $letter:ident $title:literal;)+
    ) => {
        match $id {
            $($crate::games::GameId::$Game => {
                #[allow(dead_code, reason = "not every expression names the type")]
                type $P = $crate::games::$game::Position;
                $body
            })+
        }
    };
}

/// Evaluates the same expression for whichever variant a value has, where the enum has one variant with one field for each
/// game; arms for its other variants follow a semicolon: `for_variant!(mv, Move, P, mv => P::read_move(mv))`.
#[macro_export]
#[doc(hidden)]
macro_rules! for_variant {
    ($value:expr, $Enum:ident, $P:ident, $field:ident => $body:expr $(; $($arms:tt)+)?) => {
        $crate::for_each_game!($crate::for_variant_arms, [$value, $Enum, $P, $field => $body; $($($arms)+)?])
    };
}

#[macro_export]
#[doc(hidden)]
macro_rules! for_variant_arms {
    (
        [$value:expr, $Enum:ident, $P:ident, $field:ident => $body:expr; $($arms:tt)*]
        $($Game:ident $game:ident $number:literal $letter:ident $title:literal;)+
    ) => {
        match $value {
            $($Enum::$Game($field) => {
                #[allow(dead_code, reason = "not every expression names the type")]
                type $P = $crate::games::$game::Position;
                $body
            })+
            $($arms)*
        }
    };
}

impl AnyMatch {
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
