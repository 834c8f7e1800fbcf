//! The catalogue of Seep: refusals, faults of setups, events and score lines.

use crate::games::Catalogue;

/// Entries and English templates of Seep.
pub const CATALOGUE: Catalogue = Catalogue { entries: ENTRIES, english: include_str!("messages.ftl") };

crate::messages! {
    /// All entries.
    pub const ENTRIES;

    // Refusals.

    /// G1: a value that neither a bid nor a house can have.
    VALUE_OUT_OF_RANGE = "seep-value-out-of-range";
    /// G1: a request without a kind of move.
    KIND_MISSING = "seep-kind-missing";
    /// G1: a joker in a request.
    JOKER = "seep-joker";
    /// G1: a card that a request names twice.
    CARD_TWICE = "seep-card-twice" { card: Card };
    /// G2: only the next deal is possible.
    DEAL_DUE = "seep-deal-due";
    /// G2: only a bid is possible.
    BID_DUE = "seep-bid-due";
    /// G2: only playing a card is possible.
    CARD_DUE = "seep-card-due";
    /// G4: the card played is not in the hand.
    CARD_NOT_IN_HAND = "seep-card-not-in-hand" { card: Card };
    /// S10: no card of the value bid is in the hand.
    BID_NOT_IN_HAND = "seep-bid-not-in-hand" { bid: Number };
    /// S13: the opening has nothing to do with the value bid.
    OPENING_NOT_OF_BID = "seep-opening-not-of-bid" { bid: Number };
    /// S33: cards named as loose are part of a house.
    CARDS_IN_HOUSE = "seep-cards-in-house" { cards: Cards, house: Number };
    /// S30, S26, S41 and S35: cards named as loose are not on the floor.
    CARDS_NOT_LOOSE = "seep-cards-not-loose" { cards: Cards };
    /// S30: there is no house that the card captures.
    NO_HOUSE_TO_CAPTURE = "seep-no-house-to-capture" { card: Card, value: Number };
    /// S30: nothing on the floor has the value of the card.
    NOTHING_TO_CAPTURE = "seep-nothing-to-capture" { card: Card, value: Number };
    /// S30: the capture names no cards and no house, although it could (S61).
    NOTHING_NAMED = "seep-nothing-named" { card: Card };
    /// S30: the cards to capture do not split into groups.
    NO_GROUPS_TO_CAPTURE = "seep-no-groups-to-capture" { cards: Cards, value: Number };
    /// S31: the capture leaves the house.
    CAPTURE_LEAVES_HOUSE = "seep-capture-leaves-house" { card: Card, house: Number };
    /// S31: the capture leaves a group.
    CAPTURE_LEAVES_GROUP = "seep-capture-leaves-group" { card: Card, value: Number };
    /// S24: a house of the value stands.
    HOUSE_STANDS = "seep-house-stands" { house: Number };
    /// S28: a single card makes no house.
    SINGLE_CARD = "seep-single-card" { card: Card, house: Number };
    /// S27 and S41: the cards do not split into groups of the value of the house.
    NO_GROUPS_FOR_HOUSE = "seep-no-groups-for-house" { cards: Cards, house: Number };
    /// S29: a group that has to join is left out.
    GROUP_LEFT_OUT = "seep-group-left-out" { house: Number };
    /// S26: the builder keeps no card of the value.
    KEY_NOT_KEPT_TO_BUILD = "seep-key-not-kept-to-build" { card: Card, house: Number };
    /// S40: the breaker keeps no card of the new value.
    KEY_NOT_KEPT_TO_BREAK = "seep-key-not-kept-to-break" { card: Card, house: Number };
    /// S44: who adds to the own house keeps no card of its value.
    KEY_NOT_KEPT_FOR_OWN = "seep-key-not-kept-for-own" { card: Card, house: Number };
    /// S46: who adds to the opponents' house keeps no card of its value.
    KEY_NOT_KEPT_FOR_OPPONENTS = "seep-key-not-kept-for-opponents" { card: Card, house: Number };
    /// S49: the last card of the value of an own house can only capture the house.
    LAST_KEY = "seep-last-key" { card: Card, house: Number };
    /// S41 and S35: no house of the value stands.
    NO_HOUSE = "seep-no-house" { house: Number };
    /// S35: the loose cards do not split into groups of the new value of the house.
    NO_GROUPS_FOR_RAISED_HOUSE = "seep-no-groups-for-raised-house" { cards: Cards, house: Number };
    /// S36: the house is the player's own.
    OWN_HOUSE = "seep-own-house" { house: Number };
    /// S36: the house is cemented.
    CEMENTED_HOUSE = "seep-cemented-house" { house: Number };
    /// S35: the house would be worth more than 13.
    RAISED_ABOVE_13 = "seep-raised-above-13" { card: Card, house: Number };
    /// S21 and S15: the card thrown could capture.
    CARD_CAN_CAPTURE = "seep-card-can-capture" { card: Card };

    /// S60: the card thrown has another legal move.
    CARD_GOES_INTO_A_HOUSE = "seep-card-goes-into-a-house" { card: Card };

    // Constraints between options.

    /// S62: how many seats a match has.
    SEATS_BY_TWO_PLAYERS = "seep-constraint-two-players";
    /// S62: two players, and more seats.
    SEATS_WITH_TWO_PLAYERS = "seep-fault-seats-with-two-players" { value: Number };
    /// S1: partners, and not four seats.
    SEATS_WITH_PARTNERS = "seep-fault-seats-with-partners" { value: Number };

    // Faults of setups and of requests for a match.

    /// Seep has a dealer, but no starter.
    NO_STARTER = "seep-fault-no-starter";
    /// A seat that the match does not have.
    NO_SUCH_SEAT = "seep-fault-no-such-seat" { seats: Number };
    /// No dealer, although a deal has begun.
    DEALER_MISSING = "seep-fault-dealer-missing";
    /// The difference wins a baazi, but has not been set back.
    LEAD_REACHED = "seep-fault-lead-reached" { lead: Number };
    /// A team has more baazis than the match lasts.
    BAAZIS_ABOVE_NEEDED = "seep-fault-baazis-above-needed" { baazis: Number };
    /// The match is over without one winner.
    NO_WINNER = "seep-fault-no-winner" { baazis: Number };
    /// The match is not over, although a team has won it.
    WON_BUT_NOT_OVER = "seep-fault-won-but-not-over" { baazis: Number };
    /// More baazis than deals.
    BAAZIS_ABOVE_DEALS = "seep-fault-baazis-above-deals" { deals: Number };
    /// A deal has begun, but has no number.
    DEAL_NUMBER_ZERO = "seep-fault-deal-number-zero";
    /// The record of the last finished deal is missing.
    LAST_DEAL_MISSING = "seep-fault-last-deal-missing";
    /// There is a record of a finished deal, but no finished deal.
    LAST_DEAL_UNEXPECTED = "seep-fault-last-deal-unexpected";
    /// A difference before any deal is finished.
    DIFFERENCE_WITHOUT_DEAL = "seep-fault-difference-without-deal";
    /// The difference does not follow from the last deal.
    DIFFERENCE_NOT_OF_LAST_DEAL = "seep-fault-difference-not-of-last-deal";
    /// The winner of the last baazi has none.
    BAAZI_NOT_COUNTED = "seep-fault-baazi-not-counted";
    /// The team that won the match did not win the last deal.
    WINNER_NOT_OF_LAST_DEAL = "seep-fault-winner-not-of-last-deal";
    /// The match is over, although the last deal decided no baazi.
    OVER_WITHOUT_BAAZI = "seep-fault-over-without-baazi";
    /// A difference before the first deal.
    DIFFERENCE_BEFORE_FIRST_DEAL = "seep-fault-difference-before-first-deal";
    /// The baazis are not those of the only finished deal.
    BAAZIS_NOT_OF_ONLY_DEAL = "seep-fault-baazis-not-of-only-deal";
    /// The tallies do not divide the deck.
    TALLIES_IMPOSSIBLE = "seep-fault-tallies-impossible";
    /// The tallies are not those of the piles.
    TALLIES_NOT_OF_PILES = "seep-fault-tallies-not-of-piles";
    /// More sweeps than the plays and captures allow.
    TOO_MANY_SWEEPS = "seep-fault-too-many-sweeps";
    /// Two opening sweeps or two last sweeps, or both for one team.
    SWEEPS_OF_ONE_TEAM = "seep-fault-sweeps-of-one-team";
    /// An opening sweep or a last sweep of the wrong team.
    SWEEP_OF_WRONG_TEAM = "seep-fault-sweep-of-wrong-team";
    /// The sweeps are not those of the last deal.
    SWEEPS_NOT_OF_LAST_DEAL = "seep-fault-sweeps-not-of-last-deal";
    /// The last play swept, but captured nothing.
    LAST_SWEEP_WITHOUT_CAPTURE = "seep-fault-last-sweep-without-capture";
    /// More sweeps than plays so far allow.
    SWEEPS_ABOVE_PLAYS = "seep-fault-sweeps-above-plays";
    /// The values of sweeps do not agree with their number.
    SWEEP_VALUES_IMPOSSIBLE = "seep-fault-sweep-values-impossible";
    /// A card in two places.
    CARD_ELSEWHERE = "seep-fault-card-elsewhere";
    /// A joker in the stock.
    JOKER_IN_STOCK = "seep-fault-joker-in-stock";
    /// A card is nowhere.
    CARD_MISSING = "seep-fault-card-missing";
    /// Cards or houses on the table between deals.
    CARDS_BETWEEN_DEALS = "seep-fault-cards-between-deals";
    /// A capture before there was anything to capture.
    CAPTURE_TOO_EARLY = "seep-fault-capture-too-early";
    /// Who captured last does not agree with the piles.
    CAPTOR_NOT_OF_PILES = "seep-fault-captor-not-of-piles";
    /// Who captured last is of a team without captured cards.
    CAPTOR_WITHOUT_PILE = "seep-fault-captor-without-pile";
    /// The last capture is none that the last player made.
    LAST_CAPTURE_IMPOSSIBLE = "seep-fault-last-capture-impossible";
    /// The stock has the wrong size.
    STOCK_SIZE = "seep-fault-stock-size" { count: Number };
    /// The floor has the wrong size before the opening.
    FLOOR_SIZE = "seep-fault-floor-size";
    /// A floor that has to be dealt again.
    FLOOR_TO_DEAL_AGAIN = "seep-fault-floor-to-deal-again";
    /// A house before there can be one.
    HOUSE_TOO_EARLY = "seep-fault-house-too-early";
    /// Not four cards for the bidder alone.
    BIDDER_HAND = "seep-fault-bidder-hand";
    /// A hand that cannot bid.
    HAND_CANNOT_BID = "seep-fault-hand-cannot-bid";
    /// A bid that the hand does not allow.
    BID_IMPOSSIBLE = "seep-fault-bid-impossible" { bid: Number };
    /// The hands do not have as many cards as plays are left.
    CARDS_IN_HANDS = "seep-fault-cards-in-hands";
    /// Cards in the hand of a seat that the match does not have.
    CARDS_WITHOUT_A_SEAT = "seep-fault-cards-without-a-seat";
    /// A hand does not have as many cards as the seat has turns left.
    HAND_SIZE = "seep-fault-hand-size";
    /// The floor is empty, but the last play did not sweep.
    FLOOR_EMPTY = "seep-fault-floor-empty";
    /// More loose cards than can lie on the floor.
    TOO_MANY_LOOSE = "seep-fault-too-many-loose";
    /// A loose card of the value of a house.
    LOOSE_CARD_OF_HOUSE = "seep-fault-loose-card-of-house" { house: Number };
    /// An owner that is no seat.
    OWNER_NOT_A_SEAT = "seep-fault-owner-not-a-seat" { seats: Number };
    /// Owners of no house.
    OWNER_WITHOUT_HOUSE = "seep-fault-owner-without-house";
    /// A house that does not split into groups.
    HOUSE_IMPOSSIBLE = "seep-fault-house-impossible" { house: Number };
    /// A house without an owner.
    HOUSE_WITHOUT_OWNER = "seep-fault-house-without-owner";
    /// An owner without a card of the value.
    OWNER_WITHOUT_KEY = "seep-fault-owner-without-key" { house: Number };
    /// Several owners of an ordinary house.
    OWNERS_OF_ORDINARY_HOUSE = "seep-fault-owners-of-ordinary-house";

    // Events.

    /// A deal begins.
    EVENT_DEALT = "seep-event-dealt" { deal: Number, dealer: Seat, bidder: Seat };
    /// A deal begins with a cut deck.
    EVENT_DEALT_AFTER_CUT = "seep-event-dealt-after-cut" { deal: Number, dealer: Seat, bidder: Seat, cut: Number };
    /// A hand that cannot bid is thrown in.
    EVENT_THROWN_IN = "seep-event-thrown-in" { seat: Seat, cards: Cards };
    /// The floor holds a card that has to be dealt again.
    EVENT_FLOOR_THROWN_IN = "seep-event-floor-thrown-in";
    /// A bid.
    EVENT_BID_MADE = "seep-event-bid-made" { seat: Seat, bid: Number };
    /// The floor is turned up.
    EVENT_FLOOR_TURNED = "seep-event-floor-turned" { cards: Cards };
    /// The rest is dealt.
    EVENT_REST_DEALT = "seep-event-rest-dealt";
    /// Two players get as many cards as they play in the first half.
    EVENT_FIRST_HALF_DEALT = "seep-event-first-half-dealt" { stock: Number };
    /// Loose cards are captured.
    EVENT_CAPTURED = "seep-event-captured" { seat: Seat, card: Card, cards: Cards };
    /// A house is captured.
    EVENT_CAPTURED_HOUSE = "seep-event-captured-house" { seat: Seat, card: Card, house: Number };
    /// A house and loose cards are captured.
    EVENT_CAPTURED_BOTH = "seep-event-captured-both" { seat: Seat, card: Card, cards: Cards, house: Number };
    /// A sweep by the first play.
    EVENT_SWEPT_OPENING = "seep-event-swept-opening" { seat: Seat, points: Number };
    /// A sweep between the first and the last play.
    EVENT_SWEPT = "seep-event-swept" { seat: Seat, points: Number };
    /// A sweep by the last play.
    EVENT_SWEPT_LAST = "seep-event-swept-last" { seat: Seat };
    /// An ordinary house is built.
    EVENT_BUILT = "seep-event-built" { seat: Seat, card: Card, house: Number, cards: Cards };
    /// A cemented house is built.
    EVENT_BUILT_CEMENTED = "seep-event-built-cemented" { seat: Seat, card: Card, house: Number, cards: Cards };
    /// A card is added to a house.
    EVENT_ADDED = "seep-event-added" { seat: Seat, card: Card, house: Number, cards: Cards };
    /// A house is broken.
    EVENT_BROKEN = "seep-event-broken" { seat: Seat, card: Card, from: Number, house: Number, cards: Cards };
    /// A house is broken and merges with another.
    EVENT_BROKEN_MERGED = "seep-event-broken-merged" { seat: Seat, card: Card, from: Number, house: Number, cards: Cards };
    /// A card is thrown.
    EVENT_THROWN = "seep-event-thrown" { seat: Seat, card: Card };
    /// The last loose cards go to a team.
    EVENT_LAST_CARDS = "seep-event-last-cards" { cards: Cards, team: Number };
    /// The last loose cards go to nobody.
    EVENT_LAST_CARDS_TO_NOBODY = "seep-event-last-cards-to-nobody" { cards: Cards };
    /// A deal ends.
    EVENT_DEAL_ENDED = "seep-event-deal-ended" { deal: Number, even: Number, odd: Number };
    /// The match ends.
    EVENT_MATCH_ENDED = "seep-event-match-ended" { winners: Seats };

    // Score lines.

    /// The spades.
    SCORE_SPADES = "seep-score-spades" { team: Number, points: Number };
    /// The other aces.
    SCORE_ACES = "seep-score-aces" { team: Number, points: Number };
    /// The ten of diamonds.
    SCORE_TEN_OF_DIAMONDS = "seep-score-ten-of-diamonds" { team: Number, points: Number };
    /// The nine of spades.
    SCORE_NINE_OF_SPADES = "seep-score-nine-of-spades" { team: Number, points: Number };
    /// The two of spades.
    SCORE_TWO_OF_SPADES = "seep-score-two-of-spades" { team: Number, points: Number };
    /// The most cards.
    SCORE_MOST_CARDS = "seep-score-most-cards" { team: Number, points: Number };
    /// All 30 points.
    SCORE_ALL_POINTS = "seep-score-all-points" { team: Number, points: Number };
    /// A sweep by the first play.
    SCORE_OPENING_SWEEP = "seep-score-opening-sweep" { team: Number, points: Number };
    /// A sweep between the first and the last play.
    SCORE_SWEEP = "seep-score-sweep" { team: Number, points: Number };
    /// A sweep by the last play.
    SCORE_LAST_SWEEP = "seep-score-last-sweep" { team: Number, points: Number };
    /// The deal score.
    SCORE_DEAL_TOTAL = "seep-score-deal-total" { team: Number, points: Number };
    /// What the deal adds to the running difference.
    SCORE_DIFFERENCE = "seep-score-difference" { team: Number, points: Number };
    /// What sets the running difference back.
    SCORE_RESET = "seep-score-reset" { team: Number, points: Number };
    /// A baazi won.
    SCORE_BAAZI = "seep-score-baazi" { team: Number, points: Number };
    /// A text that is no move; `text` is the word where reading ended.
    MOVE_UNPARSABLE = "seep-move-unparsable" { text: Word };
}
