use super::generate::each_combination;
use super::value::value;
use super::{Combination, MAX_SEATS, Move, Setup, Stage, Take};
use crate::cards::{Card, Cards};
use crate::games::{Listing, PlayError, Rule, Seat};
use std::ops::ControlFlow;

/// The most legal moves of any position. Seven cards of one rank, one of them single, with `slap_down` and `ENDS`: four
/// singles and 306 sets, each with a first card, a last card and a middle of its own; three ways to take a card; a call.
///
/// With `ANY` such a hand has 53 combinations and at most five ways to take; the most runs come from four cards in
/// sequence with three jokers wild, 119 combinations with the sets and singles.
pub const MAX_LEGAL_MOVES: usize = 310 * 3 + 1;

fn refusal(rule: Rule, reason: &'static str) -> PlayError {
    PlayError::new(rule, reason)
}

/// G5 and G2.
pub(super) fn check_phase(setup: &Setup, mv: &Move) -> Result<(), PlayError> {
    match (setup.stage, mv) {
        (Stage::Over, _) => Err(refusal(Rule::G(5), "the match is over")),
        (Stage::DealDue, Move::Deal)
        | (Stage::Turn { .. }, Move::Discard { .. } | Move::Call)
        | (Stage::Slap { .. }, Move::Slap | Move::Keep) => Ok(()),
        (Stage::DealDue, _) => Err(refusal(Rule::G(2), "the next deal is due")),
        (Stage::Turn { .. }, _) => Err(refusal(Rule::G(2), "a turn is due: a discard or a call")),
        (Stage::Slap { .. }, _) => Err(refusal(Rule::G(2), "a slap is due: slap the card drawn or keep it")),
    }
}

/// The canonical form of a legal move.
pub(super) fn check_move(setup: &Setup, mv: &Move) -> Result<Move, PlayError> {
    check_phase(setup, mv)?;
    match (mv, setup.stage) {
        (Move::Discard { cards, take }, Stage::Turn { seat }) => {
            verify_in_hand(setup.hand(seat), cards)?;
            let cards = cards.judge(&setup.options)?;
            verify_take(setup, &cards, *take)?;
            Ok(Move::Discard { cards, take: *take })
        }
        (Move::Call, Stage::Turn { seat }) => {
            verify_call(setup, seat)?;
            Ok(Move::Call)
        }
        (Move::Discard { .. } | Move::Call | Move::Slap | Move::Keep | Move::Deal, _) => Ok(*mv),
    }
}

fn verify_in_hand(hand: Cards, cards: &Combination) -> Result<(), PlayError> {
    let mut left = hand;
    let mut error = refusal(Rule::G(4), "the card is not in the hand");
    for &card in cards.cards() {
        if !left.remove(card) {
            error.cards.push(card);
        }
    }
    if error.cards.is_empty() { Ok(()) } else { Err(error) }
}

fn verify_call(setup: &Setup, seat: Seat) -> Result<(), PlayError> {
    if value(setup.hand(seat), &setup.options) > setup.options.call_limit {
        return Err(refusal(Rule::J(30), "the hand is worth more than a call may be"));
    }
    Ok(())
}

// The stock can always be chosen: five hands of seven and the previous discard leave something of every deck, if not in
// the stock, then buried (J27).
const _: () = assert!(MAX_SEATS * 7 + Combination::MAX < 52, "J27 would have to refuse the stock");

fn verify_take(setup: &Setup, laid: &Combination, take: Take) -> Result<(), PlayError> {
    let Take::Card(card) = take else {
        return Ok(());
    };
    let Some(previous) = setup.previous else { return Ok(()) };
    if previous.open_cards(&setup.options).as_slice().contains(&card) {
        return Ok(());
    }
    let (rule, reason) = if previous.cards().contains(&card) {
        if previous.is_one_rank() {
            (24, "only the first or the last card of a set may be taken in this match")
        } else {
            (23, "only the first or the last card of a run may be taken")
        }
    } else if laid.cards().contains(&card) {
        (22, "no card of the own discard may be taken back")
    } else if setup.buried.contains(card) {
        (26, "a buried card cannot be taken any more")
    } else {
        (22, "the card is not in the previous discard")
    };
    Err(refusal(Rule::J(rule), reason).card(card))
}

/// Every legal move once: the call; then each discard, singles in card order, sets by rank, runs by suit, each with
/// the cards of the previous discard as they lie and then the stock; `slap` before `keep`.
pub(super) fn legal_moves(setup: &Setup, card: Option<Card>, give: &mut dyn FnMut(Move) -> ControlFlow<()>) -> Listing {
    let flow = match setup.stage {
        Stage::Over => ControlFlow::Continue(()),
        Stage::DealDue if card.is_some() => ControlFlow::Continue(()),
        Stage::DealDue => give(Move::Deal),
        Stage::Slap { card: drawn, .. } => match card {
            None => match give(Move::Slap) {
                ControlFlow::Continue(()) => give(Move::Keep),
                cut => cut,
            },
            Some(card) if card == drawn => give(Move::Slap),
            Some(_) => ControlFlow::Continue(()),
        },
        Stage::Turn { seat } => turn_moves(setup, seat, card, give),
    };
    match flow {
        ControlFlow::Continue(()) => Listing::Complete,
        ControlFlow::Break(()) => Listing::Cut,
    }
}

fn turn_moves(
    setup: &Setup,
    seat: Seat,
    card: Option<Card>,
    give: &mut dyn FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if card.is_none() && verify_call(setup, seat).is_ok() {
        give(Move::Call)?;
    }
    let open = setup.previous.map(|previous| previous.open_cards(&setup.options));
    let open = open.as_ref().map_or(&[][..], |open| open.as_slice());
    each_combination(setup.hand(seat), &setup.options, &mut |cards| {
        if card.is_some_and(|card| !cards.cards().contains(&card)) {
            return ControlFlow::Continue(());
        }
        for &card in open {
            give(Move::Discard { cards, take: Take::Card(card) })?;
        }
        give(Move::Discard { cards, take: Take::Stock })
    })
}

/// The cards that a move would shuffle: all of them to deal, the buried ones when the stock is empty (J27).
pub(super) fn cards_to_shuffle(setup: &Setup, mv: &Move) -> Option<Cards> {
    match (setup.stage, mv) {
        (Stage::DealDue, Move::Deal) => Some(setup.options.deck(setup.seats)),
        (Stage::Turn { .. }, Move::Discard { take: Take::Stock, .. }) if setup.stock.is_empty() => Some(setup.buried),
        _ => None,
    }
}
