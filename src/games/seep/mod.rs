#![doc = include_str!("RULES.md")]

mod check;
mod event;
mod faults;
mod groups;
mod house;
mod legal;
pub mod messages;
mod moves;
mod options;
mod play;
mod position;
mod record;
mod score;
mod setup;
mod text;
mod value;
mod view;

pub use event::Event;
pub use groups::Work;
pub use house::{House, HouseView, Owners};
pub use legal::WORK_LIMIT;
pub use moves::{Move, house_value, loose_cards};
pub use options::{AbsorbSums, Capture, Options, Scoring, SweepValue, Throws};
pub use position::Position;
pub use record::{DealRecord, SweepKind, SweepValues, Sweeps, Tally};
pub use score::{BaaziWon, DealScore, Score, ScoreItem, ScoreLine, TeamScore};
pub use setup::{LastCapture, Setup, Stage};
pub use value::{HouseValue, Team};
pub use view::{Known, View};
