#![doc = include_str!("RULES.md")]

mod check;
mod event;
mod faults;
mod illegal;
mod legal;
pub mod messages;
mod moves;
mod options;
mod play;
mod position;
mod score;
mod setup;
mod text;
mod view;

pub use event::{DrawReason, Event};
pub use moves::Move;
pub use options::{Ace, Eight, JackOnAce, Opening, OpeningCard, Options, SevenChain, StockOut, Ten, Undeclared};
pub use position::Position;
pub use score::{DealResult, Ending, Score, ScoreItem, ScoreLine, card_points, hand_points};
pub use setup::{PerSeat, Setup, Stage};
pub use view::{SeatView, View};
