//! The rules of Jhyap, each proved by a test that bears its id.

mod call;
mod deal;
mod events;
mod examples;
mod generator;
mod messages;
mod options;
mod setups;
mod standing;
mod table;
mod take;
mod text;
mod turn;
mod views;
