//! Taash is a rules engine for card games: Jhyap, Seep and Pis Yedili. Other services call it over gRPC with the state of a
//! match, ask what is legal, make a move, and get the next state and the score. It keeps nothing between calls.
//!
//! # Reading order
//!
//! 1. A game's rules, in words: [`games::jhyap`], [`games::seep`], [`games::pis_yedili`], and what they share: [`games`].
//! 2. [`games::Position`], the one trait that a game implements; its comments are the contract between rules and the rest.
//! 3. The contract with callers: the comments in `proto/taash/engine/v1/engine.proto`.
//! 4. `engine::Engine`, the calls as plain functions, and `server`, the transport around them.
//!
//! # Code map
//!
//! | where | what | knows |
//! |---|---|---|
//! | [`cards`] | cards, multisets, deck orders, shuffles and their randomness | nothing |
//! | [`games`] | seats, refusals, options, the [`games::Position`] trait, [`games::Match`] | `cards` |
//! | `games::<game>` | one game: options, moves, positions, legality, scores, views, text; its `RULES.md` | `games`, `cards` |
//! | `wire` | generated messages, conversions to and from the core, state bytes and their seal | `games`, `cards` |
//! | `engine` | the calls as plain functions: no server, runtime or clock | `wire`, `games`, `cards` |
//! | `server` | gRPC transport, health, reflection, limits, configuration | `engine`, `wire` |
//! | `cli` | `taash serve`, `taash play`, `taash health` | `server`, `engine`, `wire` |
//! | `tests/rules` | the core alone: a test for every rule id, one conformance suite for all games, golden matches | `cards`, `games` |
//! | `tests/service` | the contract through gRPC | all |
//!
//! Dependencies go up this table and never down, and never between games; `tests/rules/tidy.rs` enforces it. The core, `cards`
//! and `games`, builds and tests alone in seconds: `cargo test --no-default-features`.
//!
//! # Invariants, and what is deliberately absent
//!
//! - A value of a position type is valid. It comes from a new match, from a setup that passed every check, or from a move
//!   that was judged. There is no other way to make one.
//! - `check_move` is the only judge: what it accepts is what `legal_moves` lists, and what `play` makes.
//! - A refused move changes nothing, and names the rule that forbids it.
//! - Until a match is over there is a legal move. Cards are conserved.
//! - What a viewer gets is built by naming what is shown (`view`, `seen`), never by taking away.
//! - The same state, move and orders give the same bytes on every machine: the core has no clock, no global or
//!   thread-local randomness, no floating point, no iteration over hash maps, no I/O and no logging.
//! - The work of a call is bounded, whatever bytes the caller sends.
//! - No history is kept in a state, so that its size does not grow with the match.
//! - No unsafe code.
//!
//! # How to add a game
//!
//! 1. Write its rules with their ids in `games/<game>/RULES.md`; the ids are part of the product.
//! 2. Implement [`games::Position`] in `games/<game>/`; add the variant to [`games::GameId`] and [`games::AnyMatch`]. From
//!    there the compiler names every match that lacks the new game: none has a wildcard arm.
//! 3. Write `proto/taash/<game>/v1/<game>.proto`, and add a line to each `oneof` in `engine.proto` that lists the games.
//! 4. Write `wire/<game>.rs`: messages to core and back, and the layout of the state.
//! 5. Give it to the conformance suite (`tests/rules/conformance`), write a test for every rule id in `tests/rules/<game>`,
//!    and record golden matches.
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
