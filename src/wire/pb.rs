//! The generated messages and services, one module for each package. No other module names generated code's source.
#![allow(
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    clippy::all,
    clippy::pedantic,
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    reason = "generated"
)]

mod generated {
    include!(concat!(env!("OUT_DIR"), "/taash.rs"));
}

pub use generated::taash::cards::v1 as cards;
pub use generated::taash::common::v1 as common;
pub use generated::taash::engine::v1 as engine;
pub use generated::taash::jhyap::v1 as jhyap;
pub use generated::taash::pis_yedili::v1 as pis_yedili;
pub use generated::taash::seep::v1 as seep;

/// The file descriptors of all packages, for reflection.
pub const FILE_DESCRIPTOR_SET: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/taash.binpb"));
