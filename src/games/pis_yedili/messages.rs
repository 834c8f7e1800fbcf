//! The catalogue of Pis Yedili: refusals, faults of setups and options, events and score lines.

use crate::games::Catalogue;

/// Entries and English templates of Pis Yedili.
pub const CATALOGUE: Catalogue = Catalogue { entries: ENTRIES, english: include_str!("messages.ftl") };

crate::messages! {
    /// All entries.
    pub const ENTRIES;

    /// G1: a joker in a request (P2).
    JOKER = "pis-yedili-joker";
    /// G2: any move but the deal, while a deal is due.
    DEAL_DUE = "pis-yedili-deal-due";
    /// G2: a deal before the last one is over.
    DEAL_NOT_OVER = "pis-yedili-deal-not-over";
    /// G4: a card that is not in the hand of the mover.
    CARD_NOT_IN_HAND = "pis-yedili-card-not-in-hand" { card: Card };
    /// P6: an opening card that is not a club.
    OPENING_NOT_A_CLUB = "pis-yedili-opening-not-a-club" { card: Card };
    /// P7: a draw by an opener who holds a club.
    OPENER_HOLDS_CLUB = "pis-yedili-opener-holds-club";
    /// P7: a pass by an opener.
    OPENER_PASSES = "pis-yedili-opener-passes";
    /// P8: an opening jack that names a suit.
    OPENING_JACK_NAMES = "pis-yedili-opening-jack-names" { card: Card };
    /// P8: an opening card that has an effect, under `opening_card` PLAIN.
    OPENING_CARD_NOT_PLAIN = "pis-yedili-opening-card-not-plain" { card: Card };
    /// P11: the first discard of a later opener, not a club.
    FIRST_DISCARD_NOT_A_CLUB = "pis-yedili-first-discard-not-a-club" { card: Card };
    /// P13: a draw with a card to play, under `draw_only_if_stuck`.
    DRAW_NOT_STUCK = "pis-yedili-draw-not-stuck";
    /// P14: a card that does not match the top card.
    CARD_DOES_NOT_MATCH = "pis-yedili-card-does-not-match" { card: Card, top: Card };
    /// P15: a jack without a suit.
    JACK_NAMES_NO_SUIT = "pis-yedili-jack-names-no-suit" { card: Card };
    /// P15: a suit with a card that is not a jack.
    CARD_NAMES_A_SUIT = "pis-yedili-card-names-a-suit" { card: Card };
    /// P16: a jack that names the suit that was to be matched, under `jack_must_change_suit`.
    SUIT_UNCHANGED = "pis-yedili-suit-unchanged" { suit: Suit };
    /// P17: on a jack, a card of another suit than the one to follow.
    CARD_NOT_OF_NAMED_SUIT = "pis-yedili-card-not-of-named-suit" { card: Card, suit: Suit };
    /// P17: a jack on a jack.
    JACK_ON_JACK = "pis-yedili-jack-on-jack" { card: Card, top: Card };
    /// P19: a pass in a turn in which nothing has been drawn.
    PASS_WITHOUT_DRAW = "pis-yedili-pass-without-draw";
    /// P19: a draw in a turn in which `draw_limit` cards have been drawn.
    DRAW_LIMIT_REACHED = "pis-yedili-draw-limit-reached" { limit: Number };
    /// P22: a pass instead of an answer to sevens.
    PASS_ON_SEVENS = "pis-yedili-pass-on-sevens" { owed: Number };
    /// P23: another card than a 7 against sevens.
    ONLY_SEVEN_ANSWERS = "pis-yedili-only-seven-answers" { card: Card, owed: Number };
    /// P32: an extra card that matches the ace in neither rank nor suit.
    EXTRA_CARD_DOES_NOT_MATCH = "pis-yedili-extra-card-does-not-match" { card: Card, top: Card };
    /// P33: a draw instead of an extra card.
    DRAW_AFTER_ACE = "pis-yedili-draw-after-ace";
    /// P36: an extra jack of another suit than the ace.
    EXTRA_JACK_OF_OTHER_SUIT = "pis-yedili-extra-jack-of-other-suit" { card: Card, top: Card };
    /// P38: a jack as the last card that names a suit.
    LAST_JACK_NAMES = "pis-yedili-last-jack-names" { card: Card };
    /// P40: a penalty that the stock cannot serve, drawn with a 7 to play.
    PENALTY_WITH_SEVEN = "pis-yedili-penalty-with-seven" { owed: Number };
    /// P40: a draw from an empty stock with a card to play.
    EMPTY_STOCK_WITH_CARD = "pis-yedili-empty-stock-with-card";
    /// P40: a draw from an empty stock by a player who can pass.
    EMPTY_STOCK_AFTER_DRAW = "pis-yedili-empty-stock-after-draw";
    /// P49: a declaration without `declare_last`.
    DECLARATION_OFF = "pis-yedili-declaration-off";
    /// P49: a declaration with a play that leaves another number of cards than one.
    DECLARATION_NOT_ONE_LEFT = "pis-yedili-declaration-not-one-left" { left: Number };
    /// P49: a declaration while the stock is empty.
    DECLARATION_WITHOUT_STOCK = "pis-yedili-declaration-without-stock";
    /// P52: the last card, by a player who did not declare it in the turn before.
    CANNOT_GO_OUT = "pis-yedili-cannot-go-out" { card: Card };

    /// P6: a match that is given its first player.
    FAULT_STARTER = "pis-yedili-fault-starter";
    /// A text that is no move; `text` is the word where reading ended.
    MOVE_UNPARSABLE = "pis-yedili-move-unparsable" { text: Word };

    /// States a constraint between options (P3).
    CONSTRAINT_HANDS_FIT = "pis-yedili-constraint-hands-fit";
    /// The constraint is not kept.
    FAULT_HANDS_DO_NOT_FIT = "pis-yedili-fault-hands-do-not-fit"
        { value: Number, seats: Number, needed: Number, decks: Number, cards: Number };
    /// The constraint is not kept, with `opener_extra`.
    FAULT_HANDS_AND_EXTRA_DO_NOT_FIT = "pis-yedili-fault-hands-and-extra-do-not-fit"
        { value: Number, seats: Number, needed: Number, decks: Number, cards: Number };
    /// A seat outside the table.
    FAULT_NO_SUCH_SEAT = "pis-yedili-fault-no-such-seat";
    /// P5: no dealer after a deal.
    FAULT_DEALER_MISSING = "pis-yedili-fault-dealer-missing";
    /// P30: play reversed where no 10 reverses it.
    FAULT_REVERSED = "pis-yedili-fault-reversed";
    /// P40: a number of shuffles that the deal cannot have had.
    FAULT_SHUFFLES = "pis-yedili-fault-shuffles";
    /// P47: over before the first deal.
    FAULT_OVER_BEFORE_FIRST_DEAL = "pis-yedili-fault-over-before-first-deal";
    /// P47: over before the last deal has ended.
    FAULT_OVER_TOO_EARLY = "pis-yedili-fault-over-too-early";
    /// P47: not over after the last deal.
    FAULT_NOT_OVER = "pis-yedili-fault-not-over";
    /// A deal goes on, but its number is 0.
    FAULT_NO_DEAL = "pis-yedili-fault-no-deal";
    /// P11: more players have opened than open.
    FAULT_NO_OPENER_LEFT = "pis-yedili-fault-no-opener-left";
    /// P11: another seat than the next opener.
    FAULT_NOT_NEXT_OPENER = "pis-yedili-fault-not-next-opener";
    /// P22: sevens that the discards do not show.
    FAULT_SEVENS = "pis-yedili-fault-sevens";
    /// P32: an extra card on a card that allows none.
    FAULT_NO_EXTRA_CARD = "pis-yedili-fault-no-extra-card";
    /// P49: an undeclared card where there was nothing to declare.
    FAULT_NOTHING_TO_DECLARE = "pis-yedili-fault-nothing-to-declare";
    /// P52: a player barred from going out without having left one card undeclared.
    FAULT_BARRED = "pis-yedili-fault-barred";
    /// P7: a hand of another size than dealt and drawn.
    FAULT_HAND_SIZE_IN_OPENING = "pis-yedili-fault-hand-size-in-opening";
    /// P4: a top card before the first opening card.
    FAULT_TOP_BEFORE_OPENING = "pis-yedili-fault-top-before-opening";
    /// P6: a top card that is no opening card.
    FAULT_TOP_NOT_AN_OPENING_CARD = "pis-yedili-fault-top-not-an-opening-card";
    /// P9: another suit than clubs on an opening jack.
    FAULT_OPENING_JACK_NOT_CLUBS = "pis-yedili-fault-opening-jack-not-clubs";
    /// P6: no top card after the opening.
    FAULT_TOP_MISSING = "pis-yedili-fault-top-missing";
    /// P38: an empty hand in a deal that goes on.
    FAULT_HAND_EMPTY = "pis-yedili-fault-hand-empty";
    /// P19: more cards drawn than can be.
    FAULT_DRAWN = "pis-yedili-fault-drawn";
    /// P2: cards missing, double or from elsewhere.
    FAULT_CARDS = "pis-yedili-fault-cards";
    /// Discards without a top card.
    FAULT_DISCARDS_WITHOUT_TOP = "pis-yedili-fault-discards-without-top";
    /// P15: a jack that names no suit.
    FAULT_NAMED_MISSING = "pis-yedili-fault-named-missing";
    /// P38: a named suit without a jack that names it.
    FAULT_NAMED_WITHOUT_JACK = "pis-yedili-fault-named-without-jack";
    /// No result after a finished deal.
    FAULT_RESULT_MISSING = "pis-yedili-fault-result-missing";
    /// A result before the first deal has ended.
    FAULT_RESULT_TOO_EARLY = "pis-yedili-fault-result-too-early";
    /// P47: more deals than the match has.
    FAULT_TOO_MANY_DEALS = "pis-yedili-fault-too-many-deals";
    /// P45: more points than there are in the decks.
    FAULT_TOO_MANY_POINTS = "pis-yedili-fault-too-many-points";
    /// P2: a joker as the last card.
    FAULT_LAST_CARD_JOKER = "pis-yedili-fault-last-card-joker";
    /// P45: points of a seat that has no cards.
    FAULT_POINTS_WITHOUT_CARDS = "pis-yedili-fault-points-without-cards";
    /// P45: no points for a hand that was not empty.
    FAULT_NO_POINTS = "pis-yedili-fault-no-points";
    /// P45: other points than those of the hand shown.
    FAULT_POINTS_OF_HAND = "pis-yedili-fault-points-of-hand";
    /// P38: another last card than the one on top.
    FAULT_LAST_CARD_NOT_ON_TOP = "pis-yedili-fault-last-card-not-on-top";
    /// P40: a stock that ran out, with cards to draw.
    FAULT_STOCK_NOT_OUT = "pis-yedili-fault-stock-not-out";
    /// P47: totals that the deals cannot have brought.
    FAULT_TOTAL = "pis-yedili-fault-total";

    /// A deal began; no hand is shown.
    EVENT_DEALT =
        "pis-yedili-event-dealt" { deal: Number, dealer: Seat, opener: Seat, count: Number, stock: Number };
    /// A deal began; the hand of one seat is shown.
    EVENT_DEALT_SHOWN =
        "pis-yedili-event-dealt-shown" { deal: Number, dealer: Seat, opener: Seat, seat: Seat, cards: Cards, stock: Number };
    /// A card was played.
    EVENT_PLAYED = "pis-yedili-event-played" { seat: Seat, card: Card, left: Number };
    /// A card was played, and the one left was declared.
    EVENT_PLAYED_DECLARED = "pis-yedili-event-played-declared" { seat: Seat, card: Card };
    /// A jack was played, with a suit to follow.
    EVENT_PLAYED_JACK = "pis-yedili-event-played-jack" { seat: Seat, card: Card, suit: Suit, left: Number };
    /// A jack was played, with a suit to follow, and the one card left was declared.
    EVENT_PLAYED_JACK_DECLARED = "pis-yedili-event-played-jack-declared" { seat: Seat, card: Card, suit: Suit };
    /// A player drew by choice; the cards are shown.
    EVENT_DREW = "pis-yedili-event-drew" { seat: Seat, cards: Cards, stock: Number };
    /// A player drew by choice; the cards are hidden.
    EVENT_DREW_HIDDEN = "pis-yedili-event-drew-hidden" { seat: Seat, count: Number, stock: Number };
    /// An opener drew; the cards are shown.
    EVENT_DREW_OPENING = "pis-yedili-event-drew-opening" { seat: Seat, cards: Cards, stock: Number };
    /// An opener drew; the cards are hidden.
    EVENT_DREW_OPENING_HIDDEN = "pis-yedili-event-drew-opening-hidden" { seat: Seat, count: Number, stock: Number };
    /// A player drew for sevens; the cards are shown.
    EVENT_DREW_PENALTY = "pis-yedili-event-drew-penalty" { seat: Seat, cards: Cards, stock: Number };
    /// A player drew for sevens; the cards are hidden.
    EVENT_DREW_PENALTY_HIDDEN = "pis-yedili-event-drew-penalty-hidden" { seat: Seat, count: Number, stock: Number };
    /// A player drew for a last card not declared; the cards are shown.
    EVENT_DREW_UNDECLARED = "pis-yedili-event-drew-undeclared" { seat: Seat, cards: Cards, stock: Number };
    /// A player drew for a last card not declared; the cards are hidden.
    EVENT_DREW_UNDECLARED_HIDDEN =
        "pis-yedili-event-drew-undeclared-hidden" { seat: Seat, count: Number, stock: Number };
    /// A player drew for another player's ace; the cards are shown.
    EVENT_DREW_ACE = "pis-yedili-event-drew-ace" { seat: Seat, cards: Cards, stock: Number };
    /// A player drew for another player's ace; the cards are hidden.
    EVENT_DREW_ACE_HIDDEN = "pis-yedili-event-drew-ace-hidden" { seat: Seat, count: Number, stock: Number };
    /// A player passed.
    EVENT_PASSED = "pis-yedili-event-passed" { seat: Seat };
    /// The discards became the stock.
    EVENT_RESHUFFLED = "pis-yedili-event-reshuffled" { stock: Number };
    /// A player was skipped.
    EVENT_SKIPPED = "pis-yedili-event-skipped" { seat: Seat };
    /// Play was reversed, and is clockwise again.
    EVENT_CLOCKWISE = "pis-yedili-event-clockwise";
    /// Play was reversed, and is counter-clockwise.
    EVENT_COUNTER_CLOCKWISE = "pis-yedili-event-counter-clockwise";
    /// A player must answer sevens.
    EVENT_SEVENS_PENDING = "pis-yedili-event-sevens-pending" { seat: Seat, sevens: Number, owed: Number };
    /// A player may play an extra card.
    EVENT_EXTRA_CARD = "pis-yedili-event-extra-card" { seat: Seat };
    /// The player of an ace has a new turn.
    EVENT_NEW_TURN = "pis-yedili-event-new-turn" { seat: Seat };
    /// A player who did not declare the last card cannot go out in the next turn.
    EVENT_BARRED = "pis-yedili-event-barred" { seat: Seat };
    /// The stock had too few cards.
    EVENT_STOCK_RAN_OUT = "pis-yedili-event-stock-ran-out" { seat: Seat, missing: Number };
    /// A deal ended with an empty hand.
    EVENT_WENT_OUT = "pis-yedili-event-went-out" { deal: Number, seat: Seat, card: Card };
    /// A deal ended with an empty hand, and the last card multiplies the other hands.
    EVENT_WENT_OUT_MULTIPLIED =
        "pis-yedili-event-went-out-multiplied" { deal: Number, seat: Seat, card: Card, multiplier: Number };
    /// A deal ended because the stock ran out.
    EVENT_STOCK_OUT = "pis-yedili-event-stock-out" { deal: Number, seats: Seats };
    /// The match ended.
    EVENT_MATCH_ENDED = "pis-yedili-event-match-ended" { seats: Seats };

    /// P45: the cards left in the hand.
    SCORE_HAND = "pis-yedili-score-hand" { seat: Seat, points: Number };
    /// P39: twice the hand in addition, for a last 7.
    SCORE_LAST_SEVEN = "pis-yedili-score-last-seven" { seat: Seat, points: Number };
    /// P39: the hand once more, for a last jack.
    SCORE_LAST_JACK = "pis-yedili-score-last-jack" { seat: Seat, points: Number };
    /// P46: nothing for the player who went out.
    SCORE_WENT_OUT = "pis-yedili-score-went-out" { seat: Seat, points: Number };
    /// P41: nothing for the lowest hand.
    SCORE_LOWEST_HAND = "pis-yedili-score-lowest-hand" { seat: Seat, points: Number };
    /// P42: nothing for one of several equal lowest hands.
    SCORE_LOWEST_HAND_SHARED = "pis-yedili-score-lowest-hand-shared" { seat: Seat, points: Number };
}
