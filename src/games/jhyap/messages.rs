//! The catalogue of Jhyap: refusals, faults of setups, events and score lines.

use crate::games::Catalogue;

/// Entries and English templates of Jhyap.
pub const CATALOGUE: Catalogue = Catalogue { entries: ENTRIES, english: include_str!("messages.ftl") };

crate::messages! {
    /// All entries.
    pub const ENTRIES;

    /// States a constraint between options (J30).
    CONSTRAINT_DEALS_END = "jhyap-constraint-deals-end";
    /// The constraint is not kept.
    FAULT_NO_DEAL_ENDS = "jhyap-fault-no-deal-ends";
    /// States a constraint between options (J45).
    CONSTRAINT_LIMIT_HALVES = "jhyap-constraint-limit-halves";
    /// The constraint is not kept.
    FAULT_LIMIT_DOES_NOT_HALVE = "jhyap-fault-limit-does-not-halve" { value: Number };
}
