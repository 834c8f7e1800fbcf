//! The catalogue of Pis Yedili: refusals, faults of setups, events and score lines.

use crate::games::Catalogue;

/// Entries and English templates of Pis Yedili.
pub const CATALOGUE: Catalogue = Catalogue { entries: ENTRIES, english: include_str!("messages.ftl") };

crate::messages! {
    /// All entries.
    pub const ENTRIES;

    /// States a constraint between options (P3).
    CONSTRAINT_HANDS_FIT = "pis-yedili-constraint-hands-fit";
    /// The constraint is not kept.
    FAULT_HANDS_DO_NOT_FIT = "pis-yedili-fault-hands-do-not-fit"
        { value: Number, seats: Number, needed: Number, decks: Number, cards: Number };
}
