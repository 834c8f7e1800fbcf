//! jhyap
