//! The catalogue of what engine and wire refuse: fields of requests, states, limits.

use crate::games::Catalogue;

/// Entries and English templates of the contract.
pub const CATALOGUE: Catalogue = Catalogue { entries: &[], english: include_str!("messages.ftl") };
