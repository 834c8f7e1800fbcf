//! What an operator relies on, tried on the real program: each test starts its own on free ports.

mod admin;
mod calls;
mod configuration;
mod connections;
mod drain;
mod frames;
mod gzip;
mod keys;
mod limits;
mod memory;
#[cfg(feature = "otlp")]
mod otlp;
mod process;
mod secrets;
mod soak;
mod streams;
mod tls;
mod unix;
mod web;
