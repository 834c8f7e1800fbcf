//! The catalogue of Seep: refusals, faults of setups, events and score lines.

use crate::games::Catalogue;

/// Entries and English templates of Seep.
pub const CATALOGUE: Catalogue = Catalogue { entries: &[], english: include_str!("messages.ftl") };
