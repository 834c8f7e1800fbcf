//! seep
