//! Pis Yedili: a test for every rule of its page, with values worked out by hand.

mod vectors;
