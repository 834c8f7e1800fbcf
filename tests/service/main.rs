//! The contract through gRPC: a server in this process, and clients that know the protos alone.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod bytes;
mod contract;
mod corpus;
mod fairness;
mod operator;
mod play;
mod play_stream;
mod reflection;
mod refusals;
mod replay;
mod secrets;
mod sentences;
mod short_forms;
mod shuffles;
mod states;
mod support;
