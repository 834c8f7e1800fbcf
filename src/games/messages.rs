//! The catalogue of what holds for all games: the common rules, and the faults of options and seats.

use super::Catalogue;

/// Entries and English templates of the common catalogue.
pub const CATALOGUE: Catalogue = Catalogue { entries: ENTRIES, english: include_str!("messages.ftl") };

crate::messages! {
    /// All entries.
    pub const ENTRIES;
    /// G5: the match is over.
    MATCH_OVER = "game-match-over";
    /// A sentence that has no entry of its own yet.
    TEXT = "game-text" { text: Word };
}
