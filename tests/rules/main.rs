//! The rules core alone, without the wire and the server: `cargo test --no-default-features --test rules`.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod catalogue;
mod chance;
mod common;
mod conformance;
mod docs;
mod jhyap;
mod perft;
mod pis_yedili;
mod playthroughs;
mod seep;
mod support;
mod tidy;
mod vectors;
