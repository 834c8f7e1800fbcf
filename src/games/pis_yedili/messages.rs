//! The catalogue of Pis Yedili: refusals, faults of setups, events and score lines.

use crate::games::Catalogue;

/// Entries and English templates of Pis Yedili.
pub const CATALOGUE: Catalogue = Catalogue { entries: &[], english: include_str!("messages.ftl") };
