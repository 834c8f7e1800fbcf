use super::{Combination, Move, Position, Stage, Take, messages};
use crate::cards::{CardList, Cards};
use crate::games::{PlayError, Rule, Seat, messages as common};

/// Refuses any move once the match is over (G5), and a move of another phase (G2).
pub(super) fn check_phase(stage: Stage, mv: &Move) -> Result<(), PlayError> {
    let due = match (stage, mv) {
        (Stage::Over, _) => return Err(PlayError::new(Rule::G(5), &common::MATCH_OVER)),
        (Stage::DealDue, Move::Deal)
        | (Stage::Turn { .. }, Move::Discard { .. } | Move::Call)
        | (Stage::Slap { .. }, Move::Slap | Move::Keep) => return Ok(()),
        (Stage::DealDue, _) => &messages::DEAL_DUE,
        (Stage::Turn { .. }, _) => &messages::TURN_DUE,
        (Stage::Slap { .. }, _) => &messages::SLAP_DUE,
    };
    Err(PlayError::new(Rule::G(2), due))
}

/// The only judge of moves: returns the canonical form of a legal move.
///
/// # Errors
/// The rule that forbids the move; the combination is checked before the card to take.
pub(super) fn check_move(position: &Position, mv: &Move) -> Result<Move, PlayError> {
    check_phase(position.0.stage, mv)?;
    match (mv, position.0.stage) {
        (Move::Discard { cards, take }, Stage::Turn { seat }) => {
            check_in_hand(position.hand(seat), cards)?;
            let cards = cards.check(&position.0.options)?;
            check_take(position, &cards, *take)?;
            Ok(Move::Discard { cards, take: *take })
        }
        (Move::Call, Stage::Turn { seat }) => {
            check_call(position, seat)?;
            Ok(Move::Call)
        }
        (Move::Discard { .. } | Move::Call | Move::Slap | Move::Keep | Move::Deal, _) => Ok(*mv),
    }
}

fn check_in_hand(hand: Cards, cards: &Combination) -> Result<(), PlayError> {
    let mut left = hand;
    let (mut missing, mut kinds) = (CardList::EMPTY, Cards::EMPTY);
    for &card in cards.cards() {
        if !left.remove(card) {
            missing.push(card);
            // No more than two of a kind: the sentence does not count them.
            kinds.insert(card);
        }
    }
    if missing.is_empty() {
        return Ok(());
    }
    let mut error = PlayError::new(Rule::G(4), &messages::NOT_IN_HAND).with("cards", kinds);
    error.cards = missing;
    Err(error)
}

fn check_call(position: &Position, seat: Seat) -> Result<(), PlayError> {
    if position.may_call(seat) {
        return Ok(());
    }
    let error = PlayError::new(Rule::J(30), &messages::HAND_ABOVE_CALL_LIMIT);
    Err(error.with("value", position.value_of(seat)).with("limit", position.0.options.call_limit))
}

/// What is refused depends on the previous discard and on the request alone: whether any other card is buried, in the stock or
/// in a hand is hidden (G7, J26).
fn check_take(position: &Position, laid: &Combination, take: Take) -> Result<(), PlayError> {
    let Take::Card(card) = take else {
        return Ok(());
    };
    let previous = position.previous();
    if previous.open_cards(&position.0.options).as_slice().contains(&card) {
        return Ok(());
    }
    let (rule, message) = if previous.cards().contains(&card) {
        if previous.is_one_rank() { (24, &messages::INSIDE_SET) } else { (23, &messages::INSIDE_RUN) }
    } else if laid.cards().contains(&card) {
        (22, &messages::TAKES_OWN_DISCARD)
    } else {
        (22, &messages::NOT_IN_PREVIOUS_DISCARD)
    };
    Err(PlayError::new(Rule::J(rule), message).with("card", card).card(card))
}
