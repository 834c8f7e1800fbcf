//! The catalogue of what engine and wire refuse: fields of requests, states, limits.

use crate::games::Catalogue;

/// Entries and English templates of the contract.
pub const CATALOGUE: Catalogue = Catalogue { entries: ENTRIES, english: include_str!("messages.ftl") };

crate::messages! {
    /// All entries.
    pub const ENTRIES;

    /// The number of a preset that the game does not have.
    PRESET_UNKNOWN = "call-preset-unknown" { value: Number, max: Number };
    /// A card is missing where one is required.
    CARD_MISSING = "call-card-missing";
    /// A number that stands for no card.
    CARD_UNKNOWN = "call-card-unknown" { value: Number };
    /// A list of cards that is longer than any game's deck.
    CARDS_TOO_MANY = "call-cards-too-many" { count: Number, max: Number };
    /// A number that stands for no suit.
    SUIT_UNKNOWN = "call-suit-unknown" { value: Number };
}
