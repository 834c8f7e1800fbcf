//! The catalogue of Jhyap: refusals, faults of options and setups, events and score lines.

use crate::games::Catalogue;

/// Entries and English templates of Jhyap.
pub const CATALOGUE: Catalogue = Catalogue { entries: ENTRIES, english: include_str!("messages.ftl") };

crate::messages! {
    /// All entries.
    pub const ENTRIES;

    /// G1: a discard without cards.
    EMPTY_DISCARD = "jhyap-empty-discard";
    /// G1: a discard of more cards than a hand can hold.
    DISCARD_TOO_LONG = "jhyap-discard-too-long" { most: Number };
    /// G2: a move of another kind while a deal is due.
    DEAL_DUE = "jhyap-deal-due";
    /// G2: a move of another kind while a turn is due.
    TURN_DUE = "jhyap-turn-due";
    /// G2: a move of another kind while a slap is due.
    SLAP_DUE = "jhyap-slap-due";
    /// G4: cards that the hand does not have, or not so often.
    NOT_IN_HAND = "jhyap-not-in-hand" { cards: Cards };
    /// J5: a run that goes on after the king.
    RUN_PAST_KING = "jhyap-run-past-king";
    /// J14: cards that are neither a single card, nor a set, nor a run.
    NO_COMBINATION = "jhyap-no-combination";
    /// J17: a run with two cards of one rank.
    RUN_REPEATS_RANK = "jhyap-run-repeats-rank";
    /// J18: the cards of a run out of order.
    RUN_OUT_OF_ORDER = "jhyap-run-out-of-order";
    /// J19: a joker among other cards in a match in which jokers are not wild.
    JOKERS_NOT_WILD = "jhyap-jokers-not-wild";
    /// J19: a joker in a place of a run that does not fit the other cards.
    JOKER_OUT_OF_PLACE = "jhyap-joker-out-of-place";
    /// J20: a joker in a set of another rank.
    JOKER_IN_SET = "jhyap-joker-in-set";
    /// J22: a card to take that is part of the own discard.
    TAKES_OWN_DISCARD = "jhyap-takes-own-discard" { card: Card };
    /// J22: a card to take that is not part of the previous discard.
    NOT_IN_PREVIOUS_DISCARD = "jhyap-not-in-previous-discard" { card: Card };
    /// J23: a card to take from the middle of a run.
    INSIDE_RUN = "jhyap-inside-run" { card: Card };
    /// J24: a card to take from the middle of a set, with `set_pickup` = `ENDS`.
    INSIDE_SET = "jhyap-inside-set" { card: Card };
    /// J30: a call with a hand worth too much.
    HAND_ABOVE_CALL_LIMIT = "jhyap-hand-above-call-limit" { value: Number, limit: Number };

    /// G1: a move message without the kind of move.
    KIND_MISSING = "jhyap-kind-missing";
    /// G1: a discard message without the card to take.
    TAKE_MISSING = "jhyap-take-missing";
    /// A text that is no move; `text` is the word where reading ended.
    MOVE_UNPARSABLE = "jhyap-move-unparsable" { text: Word };

    /// States a constraint between options (J1, J50).
    CONSTRAINT_LARGE_TABLE = "jhyap-constraint-large-table";
    /// The constraint is not kept.
    FAULT_LARGE_TABLE_OFF = "jhyap-fault-large-table-off" { value: Number };
    /// States a constraint between options (J50).
    CONSTRAINT_ENOUGH_CARDS = "jhyap-constraint-enough-cards";
    /// The constraint is not kept.
    FAULT_TOO_FEW_CARDS = "jhyap-fault-too-few-cards" { value: Number, seats: Number, needed: Number, decks: Number, cards: Number };
    /// States a constraint between options (J30).
    CONSTRAINT_DEALS_END = "jhyap-constraint-deals-end";
    /// The constraint is not kept.
    FAULT_NO_DEAL_ENDS = "jhyap-fault-no-deal-ends";
    /// States a constraint between options (J45).
    CONSTRAINT_LIMIT_HALVES = "jhyap-constraint-limit-halves";
    /// The constraint is not kept.
    FAULT_LIMIT_DOES_NOT_HALVE = "jhyap-fault-limit-does-not-halve" { value: Number };
    /// A seat that the table does not have.
    NO_SUCH_SEAT = "jhyap-fault-no-such-seat" { seats: Number };
    /// A turn of a seat that is not in the match.
    SEAT_NOT_IN_MATCH = "jhyap-fault-seat-not-in-match";
    /// Data of a seat that the table does not have.
    BEYOND_SEATS = "jhyap-fault-beyond-seats" { seats: Number };
    /// Something that only a deal brings, before the first deal.
    BEFORE_FIRST_DEAL = "jhyap-fault-before-first-deal";
    /// Cards that are not those of the deck.
    CARDS = "jhyap-fault-cards";
    /// Neither a card in the stock nor a buried one.
    NOTHING_TO_DRAW = "jhyap-fault-nothing-to-draw";
    /// A hand that is too small or too large.
    HAND_SIZE = "jhyap-fault-hand-size" { fewest: Number, most: Number };
    /// A dealer that is missing or takes no part in the deal.
    DEALER = "jhyap-fault-dealer";
    /// A starter after the first deal.
    STARTER = "jhyap-fault-starter";
    /// No shuffle although cards have been dealt.
    SHUFFLES = "jhyap-fault-shuffles";
    /// No previous discard although cards have been dealt.
    NO_PREVIOUS = "jhyap-fault-no-previous";
    /// A previous discard that nobody can have laid.
    PREVIOUS = "jhyap-fault-previous";
    /// A previous discard of more cards than the hand had.
    PREVIOUS_TOO_LONG = "jhyap-fault-previous-too-long";
    /// A stage that does not fit the number of players left.
    STAGE = "jhyap-fault-stage" { players: Number };
    /// A slap in a match without slaps.
    SLAP_OFF = "jhyap-fault-slap-off";
    /// A slap of a card that is not in the hand.
    SLAP_NOT_IN_HAND = "jhyap-fault-slap-not-in-hand";
    /// A slap of another rank.
    SLAP_RANK = "jhyap-fault-slap-rank";
    /// A number of turns that does not fit `max_turns`.
    TURNS = "jhyap-fault-turns";
    /// A last deal that is missing, or there too early.
    LAST_DEAL = "jhyap-fault-last-deal";
    /// A total that no match leads to.
    TOTAL = "jhyap-fault-total";
    /// The value of a hand that no hand has, or not that hand.
    HAND_VALUE = "jhyap-fault-hand-value" { most: Number };
    /// A gap in the numbers of eliminations.
    OUT_GAP = "jhyap-fault-out-gap";
    /// An elimination before a deal has been finished.
    OUT_TOO_EARLY = "jhyap-fault-out-too-early";
    /// The last deal has a hand for a seat that was out, or none for a seat that was not.
    LAST_HAND = "jhyap-fault-last-hand";
    /// The last deal had fewer than two players.
    LAST_PLAYERS = "jhyap-fault-last-players";
    /// The last deal cannot have ended so.
    LAST_CALLER = "jhyap-fault-last-caller";

    /// Cards were dealt.
    EVENT_DEALT = "jhyap-event-dealt" { deal: Number, dealer: Seat, starter: Seat, card: Card };
    /// A combination was discarded.
    EVENT_DISCARDED = "jhyap-event-discarded" { seat: Seat, cards: Cards };
    /// The buried cards became the stock.
    EVENT_RESHUFFLED = "jhyap-event-reshuffled" { count: Number };
    /// The top card of the stock was taken, and the viewer may know which it is.
    EVENT_DREW = "jhyap-event-drew" { seat: Seat, card: Card };
    /// The top card of the stock was taken, hidden from the viewer.
    EVENT_DREW_HIDDEN = "jhyap-event-drew-hidden" { seat: Seat };
    /// A card of the previous discard was taken.
    EVENT_TOOK = "jhyap-event-took" { seat: Seat, card: Card };
    /// The drawn card may be slapped.
    EVENT_SLAP_OFFERED = "jhyap-event-slap-offered" { seat: Seat };
    /// The drawn card was slapped.
    EVENT_SLAPPED = "jhyap-event-slapped" { seat: Seat, card: Card };
    /// The drawn card was kept.
    EVENT_KEPT = "jhyap-event-kept" { seat: Seat };
    /// A player called.
    EVENT_CALLED = "jhyap-event-called" { seat: Seat };
    /// A deal ended, by a call or by `max_turns`.
    EVENT_DEAL_ENDED = "jhyap-event-deal-ended" { deal: Number };
    /// A deal ended and eliminated players.
    EVENT_DEAL_ENDED_OUT = "jhyap-event-deal-ended-out" { deal: Number, eliminated: Seats };
    /// The match ended.
    EVENT_MATCH_ENDED = "jhyap-event-match-ended" { winners: Seats };

    /// The value of a hand.
    SCORE_HAND = "jhyap-score-hand" { seat: Seat, points: Number };
    /// Nothing, for a caller whom nobody beat.
    SCORE_SAFE_CALL = "jhyap-score-safe-call" { seat: Seat, points: Number };
    /// The penalty of a beaten caller.
    SCORE_PENALTY = "jhyap-score-penalty" { seat: Seat, points: Number };
    /// Nothing, for the lowest of the hands that beat the caller.
    SCORE_UNDERCUT = "jhyap-score-undercut" { seat: Seat, points: Number };
    /// What the total lost by halving.
    SCORE_HALVING = "jhyap-score-halving" { seat: Seat, points: Number };
}
