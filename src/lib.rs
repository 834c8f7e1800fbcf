//! Taash: a rules engine for card games.
#![forbid(unsafe_code)]

pub mod cards;
pub mod games;
