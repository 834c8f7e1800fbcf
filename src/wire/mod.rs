//! The messages of the contract and the state bytes.
//!
//! This layer names generated code and holds no rules. It converts between messages and the types of the core, and seals
//! and opens states. Each game has files of its own.

pub(crate) mod cards;
pub(crate) mod common;
pub(crate) mod game;
mod grpc_codec;
mod jhyap;
pub mod messages;
mod options;
mod payload;
pub mod pb;
mod pis_yedili;
pub(crate) mod refusal;
mod seal;
mod seep;
pub(crate) mod sentences;
pub(crate) mod state;
#[cfg(test)]
mod testing;

pub use game::game_asked;
pub use refusal::Refusal;
pub use seal::{KeyRing, KeyRingError};
pub use sentences::{Sentences, catalogues, english, templates};
pub use state::{MAX_STATE_BYTES, NEWEST_FORMAT, States, game_of};
