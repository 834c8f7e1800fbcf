//! The contract: the generated messages, the state bytes, and the service's calls as plain functions.
//!
//! This layer names generated code and holds no rules. Each game's conversions stand in a file of its own.

mod cards;
mod codec;
mod engine;
mod framing;
mod game;
mod jhyap;
mod options;
pub mod pb;
mod pis_yedili;
mod refusal;
mod seal;
mod seep;
mod state;

pub use engine::{Engine, Limits, TableBudget, Tables};
pub use framing::SmallCodec;
pub use refusal::Refusal;
pub use seal::{KeyRing, KeyRingError};
pub use state::{MAX_STATE_BYTES, NEWEST_FORMAT, States, game_of};
