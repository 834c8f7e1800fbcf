#![doc = include_str!("RULES.md")]

mod check;
mod combination;
mod event;
mod faults;
mod legal;
pub mod messages;
mod moves;
mod options;
mod play;
mod position;
mod score;
mod setup;
mod text;
mod value;
mod view;

pub use combination::Combination;
pub use event::{Event, Hand};
pub use legal::MAX_LEGAL_MOVES;
pub use moves::{Move, Take};
pub use options::{CourtValues, Halving, Options, SetPickup, Tie};
pub use position::Position;
pub use score::{Score, ScoreItem, ScoreLine, SeatScore};
pub use setup::{LastDeal, MAX_SEATS, Setup, Stage};
pub use view::{HandValue, View};
