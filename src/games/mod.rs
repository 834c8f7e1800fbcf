//! The games: what they have in common here, each game's own rules in a module of its own.
//!
//! A game is a [`Position`]: it starts a match, says whose turn it is, judges and makes moves, scores and shows itself.
//! [`Match`] adds what every match carries: the seed, the number of moves made, what the last move revealed.
//!
//! Games do not know each other, and nothing here knows gRPC. `src/games/README.md` says where everything of a game is and
//! how to add one.
//!
#![doc = include_str!("RULES.md")]

mod any;
mod error;
mod matches;
mod message;
pub mod messages;
pub(crate) mod options;
mod position;
mod rulebook;
mod seat;
mod shuffles;
mod words;

pub mod jhyap;
pub mod pis_yedili;
pub mod seep;

pub use any::{AnyMatch, GameId};
pub use error::{Fault, PlayError, Rule};
pub use matches::{LastMove, Match};
pub use message::{Catalogue, Message, MessageSpec, Param, ParamKind};
pub use options::{Constraint, OptionKind, OptionSpec, Options};
pub use position::{
    Direction, Listing, Outcome, Parsed, Phase, Position, Reading, SeatStanding, Sink, Standing, TextError,
};
pub use rulebook::{COMMON_RULES, RuleText, rules_of, summary_of};
pub use seat::{Seat, Viewer};
pub use shuffles::Shuffles;
