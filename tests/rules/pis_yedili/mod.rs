//! Pis Yedili: a test for every rule of its page, with values worked out by hand.

mod additions;
mod common;
mod deal;
mod declare;
mod effects;
mod end;
mod examples;
mod messages;
mod options;
mod setup;
mod table;
mod turn;
mod view;
