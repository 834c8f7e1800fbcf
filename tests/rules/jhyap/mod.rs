//! The rules of Jhyap, each with a test named after its id.

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
