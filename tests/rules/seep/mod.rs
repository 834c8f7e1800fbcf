//! Seep: a test for every rule and worked example, a brute-force check of the legal moves, and the vectors.

mod bounds;
mod brute_force;
mod captures;
mod deals;
mod examples;
mod houses;
mod matches;
mod messages;
mod scores;
mod setups;
mod support;
mod texts;
mod variants;
