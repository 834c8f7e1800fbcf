//! Seep: a test for every rule and worked example, a brute-force check of the legal moves, and the vectors.

mod brute_force;
mod support;
mod vectors;
