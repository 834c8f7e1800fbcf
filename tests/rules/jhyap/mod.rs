//! The rules of Jhyap, each proved by a test that bears its id.

mod vectors;
