//! The catalogue of what holds for all games: the common rules, and the faults of options and seats.

use super::Catalogue;

/// Entries and English templates of the common catalogue.
pub const CATALOGUE: Catalogue = Catalogue { entries: ENTRIES, english: include_str!("messages.ftl") };

crate::messages! {
    /// All entries.
    pub const ENTRIES;
    /// G5: the match is over.
    MATCH_OVER = "game-match-over";
    /// G3: the move names a seat, and the turn is another seat's.
    NOT_THE_TURN = "game-not-the-turn" { seat: Seat, turn: Seat };
    /// G6: an order given for a shuffle is not one of the cards to be shuffled.
    ORDER_NOT_OF_THE_CARDS = "game-order-not-of-the-cards";
    /// G1: the game is not played with this number of seats, but with any number in a range.
    SEATS_OUT_OF_RANGE = "game-fault-seats-out-of-range" { value: Number, min: Number, max: Number, rule: Word };
    /// G1: the game is not played with this number of seats, but with one number only.
    SEATS_NOT_AS_MANY = "game-fault-seats-not-as-many" { value: Number, required: Number, rule: Word };
    /// G1: an option does not have this number, but any in a range.
    OPTION_OUT_OF_RANGE = "game-fault-option-out-of-range" { value: Number, min: Number, max: Number, rule: Word };
    /// G1: an option does not have this number, but 0 or any in a range.
    OPTION_NEITHER_ZERO_NOR_IN_RANGE = "game-fault-option-neither-zero-nor-in-range"
        { value: Number, min: Number, max: Number, rule: Word };
    /// G1: an option does not have this value, but one of a list.
    OPTION_NOT_ONE_OF = "game-fault-option-not-one-of" { value: Number, allowed: Word, rule: Word };
}
