//! The catalogue of what engine, wire and server refuse: fields of requests, states, limits, the server itself.

use crate::games::{Catalogue, Message};

/// Entries and English templates of the contract.
pub const CATALOGUE: Catalogue = Catalogue { entries: ENTRIES, english: include_str!("messages.ftl") };

crate::messages! {
    /// All entries.
    pub const ENTRIES;

    /// FIELD_INVALID: the faults say which fields.
    FIELDS_INVALID = "call-fields-invalid";
    /// FIELD_INVALID: bytes that are not a request.
    BODY_INVALID = "call-body-invalid";
    /// STATE_UNREADABLE: foreign bytes.
    STATE_FOREIGN = "call-state-foreign";
    /// STATE_UNREADABLE: more bytes than a state has.
    STATE_TOO_LONG = "call-state-too-long" { bytes: Number, most: Number };
    /// STATE_UNREADABLE: fewer bytes than the state had.
    STATE_CUT_OFF = "call-state-cut-off";
    /// STATE_UNREADABLE: an unsealed state whose checksum is wrong.
    STATE_CHECKSUM = "call-state-checksum";
    /// STATE_UNREADABLE: a sealed state whose tag is wrong.
    STATE_TAG = "call-state-tag";
    /// STATE_UNREADABLE: a payload without the layout of its format.
    STATE_LAYOUT = "call-state-layout";
    /// STATE_UNREADABLE: a sealed state, and no keys.
    STATE_SEALED = "call-state-sealed";
    /// STATE_UNREADABLE: an unsealed state, and only sealed ones are accepted.
    STATE_UNSEALED = "call-state-unsealed";
    /// STATE_UNREADABLE: a sealed state that goes back to an unsealed one, and only sealed ones are accepted.
    STATE_UNSEALED_ORIGIN = "call-state-unsealed-origin";
    /// STATE_UNREADABLE: a key that the ring does not have.
    STATE_KEY_UNKNOWN = "call-state-key-unknown" { key: Number };
    /// STATE_VERSION_UNSUPPORTED: a newer format.
    STATE_FORMAT_UNKNOWN = "call-state-format-unknown" { format: Number };
    /// STATE_VERSION_UNSUPPORTED: a newer game.
    STATE_GAME_UNKNOWN = "call-state-game-unknown" { game: Number };
    /// STATE_VERSION_UNSUPPORTED: the rules version of a state.
    STATE_RULES_UNKNOWN = "call-state-rules-unknown" { version: Number };
    /// STATE_VERSION_UNSUPPORTED: the rules version of a request.
    RULES_UNSUPPORTED = "call-rules-unsupported" { game: Word, version: Number, newest: Number };
    /// STATE_INVALID: the faults say what is wrong.
    STATE_INVALID = "call-state-invalid";
    /// STALE_STATE: the revision.
    STALE_REVISION = "call-stale-revision" { revision: Number, expected: Number };
    /// STALE_STATE: the digest.
    STALE_DIGEST = "call-stale-digest";
    /// GAME_MISMATCH.
    GAME_MISMATCH = "call-game-mismatch" { game: Word };
    /// MOVE_AMBIGUOUS: the candidates are some of the moves that fit.
    MOVE_AMBIGUOUS = "call-move-ambiguous";
    /// LIMIT_EXCEEDED.
    LIMIT_EXCEEDED = "call-limit-exceeded" { name: Word, limit: Number };
    /// UNAVAILABLE: too many calls in flight.
    OVERLOADED = "call-overloaded";
    /// UNAVAILABLE: too many responses are unread.
    RESPONSES_UNREAD = "call-responses-unread";
    /// UNAVAILABLE: too many tables on all streams.
    TABLES_TAKEN = "call-tables-taken";
    /// UNAVAILABLE: a stream ends with its connection.
    DRAINING = "call-draining";
    /// UNAVAILABLE: no randomness for a seed.
    NO_RANDOMNESS = "call-no-randomness";
    /// INTERNAL: a handler panicked.
    SERVER_FAILED = "call-server-failed";

    /// A required field without a value.
    MISSING = "call-fault-missing";
    /// A required field, of which there are several kinds.
    MISSING_CHOICE = "call-fault-missing-choice" { choices: Word };
    /// Two fields that exclude each other.
    EXCLUDED = "call-fault-excluded" { other: Word };
    /// A number out of its range.
    OUT_OF_RANGE = "call-fault-out-of-range" { value: Number, min: Number, max: Number };
    /// A cut in a game whose dealer lets nobody cut.
    NO_CUT = "call-fault-no-cut" { game: Word };
    /// Bytes of a wrong length.
    LENGTH = "call-fault-length" { bytes: Number, length: Number };
    /// Bytes of a length out of its range.
    LENGTH_RANGE = "call-fault-length-range" { bytes: Number, min: Number, max: Number };
    /// An unknown value of an enum.
    UNKNOWN_VALUE = "call-fault-unknown-value" { value: Number };
    /// An Apply without moves.
    NO_MOVES = "call-fault-no-moves";
    /// A player's move after one that revealed hidden cards or shuffled.
    AFTER_REVEAL = "call-fault-after-reveal";
    /// A first deal without the client seed that the match awaits.
    CLIENT_SEED_AWAITED = "call-fault-client-seed-awaited";
    /// A client seed that the match does not await.
    CLIENT_SEED_UNEXPECTED = "call-fault-client-seed-unexpected";
    /// A state that awaits a client seed after its first deal.
    STATE_AWAITS = "call-fault-state-awaits";
    /// An empty list of cards where at least one is required.
    NO_CARDS = "call-fault-no-cards";
    /// Cards of a shuffle that the deck does not have, or not all of them in a deal.
    NOT_OF_THE_DECK = "call-fault-not-of-the-deck";
    /// A drawn starter in a game without one.
    NO_STARTER = "call-fault-no-starter";
    /// Legal moves in the `include` of a Replay.
    NOT_IN_REPLAY = "call-fault-not-in-replay";
    /// A later page of a match that draws its seed.
    SEED_FOR_PAGES = "call-fault-seed-for-pages";
    /// The number of a preset that the game does not have.
    PRESET_UNKNOWN = "call-fault-preset-unknown" { value: Number, max: Number };
    /// A card is missing where one is required.
    CARD_MISSING = "call-fault-card-missing";
    /// A number that stands for no card.
    CARD_UNKNOWN = "call-fault-card-unknown" { value: Number };
    /// A list of cards that is longer than any game's deck.
    CARDS_TOO_MANY = "call-fault-cards-too-many" { count: Number, max: Number };
    /// A number that stands for no suit.
    SUIT_UNKNOWN = "call-fault-suit-unknown" { value: Number };
}

/// A count as the value of a parameter.
pub(crate) fn count(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// A number out of its range.
pub(crate) fn out_of_range(value: impl Into<i64>, min: impl Into<i64>, max: impl Into<i64>) -> Message {
    Message::new(&OUT_OF_RANGE).with("value", value.into()).with("min", min.into()).with("max", max.into())
}

/// A required field, of which there are several kinds.
pub(crate) fn missing_choice(choices: &str) -> Message {
    Message::new(&MISSING_CHOICE).with("choices", choices)
}

/// Two fields that exclude each other.
pub(crate) fn excluded(other: &str) -> Message {
    Message::new(&EXCLUDED).with("other", other)
}
