//! Taash is a rules engine for card games: Jhyap, Seep and Pis Yedili. A service sends the state of a match over gRPC,
//! asks which moves are legal, makes a move, and gets the next state and the score. Taash keeps nothing between calls.
//!
//! # Reading order
//!
//! 1. The rules of a game: [`games::jhyap`], [`games::seep`], [`games::pis_yedili`], and what they share: [`games`].
//! 2. [`games::Position`], the trait that each game implements. Its comments are the contract between the rules and the
//!    other layers.
//! 3. The contract with callers: the comments in `proto/taash/engine/v1/engine.proto`.
//! 4. `engine::Engine`, the calls as plain functions, and `server`, the transport around them.
//!
//! # Code map
//!
//! | where | what | imports |
//! |---|---|---|
//! | [`cards`] | cards, multisets, deck orders, shuffles and their randomness | nothing |
//! | [`games`] | seats, errors, options, the list of games, the [`games::Position`] trait, [`games::Match`] | `cards` |
//! | `games::<game>` | one game: its rules in `RULES.md`, and one file for each job | `games`, `cards` |
//! | `wire` | generated messages, their conversions, the state bytes and their seal | `games`, `cards` |
//! | `engine` | the calls as plain functions: no server, runtime or clock | `wire`, `games`, `cards` |
//! | `server` | gRPC transport, health, reflection, limits, configuration | `engine`, `wire` |
//! | `cli` | `taash serve`, `taash play`, `taash health` | `server`, `engine`, `wire` |
//! | `tests/rules` | tests of the core: each rule id, one conformance suite, recorded matches | `games`, `cards` |
//! | `tests/service` | tests of the contract, through gRPC and through `engine` | all |
//!
//! A layer imports only layers above it in this table, and a game never imports another game. `tests/rules/tidy.rs`
//! checks this. The server names no game and no card: what it needs, such as `GameId` for metrics, `engine` re-exports.
//! `wire` uses `tonic` for the gRPC codec of its messages, in `wire/grpc_codec.rs` only. The core (`cards` and `games`)
//! builds and runs its tests alone in seconds: `cargo test --no-default-features`.
//!
//! # Invariants, and what is deliberately absent
//!
//! - A value of a position type is valid. It comes from a new match, from a setup that passed every check, or from a
//!   legal move. There is no other way to make one.
//! - `check_move` decides alone whether a move is legal: `legal_moves` lists exactly the moves that it accepts.
//! - A refused move changes nothing, and the refusal names the rule that forbids it.
//! - Until a match is over there is a legal move. No card appears or disappears.
//! - A view or an event contains only what its code adds explicitly (`view`, `seen`); nothing is removed afterwards.
//! - The same state, move and shuffle orders give the same bytes on every machine: the core has no clock, no global or
//!   thread-local randomness, no floating point, no iteration over hash maps, no I/O and no logging.
//! - The work of a call is bounded, whatever bytes the caller sends.
//! - A state has no history, so that its size does not grow with the match.
//! - There is no unsafe code.
//!
//! # How to add a game
//!
//! See `src/games/README.md`.
#![forbid(unsafe_code)]

pub mod cards;
#[cfg(feature = "server")]
pub mod cli;
#[cfg(feature = "server")]
pub mod engine;
pub mod games;
#[cfg(feature = "server")]
pub mod server;
#[cfg(feature = "server")]
pub mod wire;
