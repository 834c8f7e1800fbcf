use super::value::value;
use super::{Combination, MAX_SEATS, Move, Position, Stage, Take};
use crate::cards::Cards;
use crate::games::{PlayError, Rule, Seat};

fn refusal(rule: Rule, reason: &'static str) -> PlayError {
    PlayError::text(rule, reason)
}

/// Refuses a move of another phase (G2), and any move once the match is over (G5).
pub(super) fn check_phase(stage: Stage, mv: &Move) -> Result<(), PlayError> {
    match (stage, mv) {
        (Stage::Over, _) => Err(refusal(Rule::G(5), "the match is over")),
        (Stage::DealDue, Move::Deal)
        | (Stage::Turn { .. }, Move::Discard { .. } | Move::Call)
        | (Stage::Slap { .. }, Move::Slap | Move::Keep) => Ok(()),
        (Stage::DealDue, _) => Err(refusal(Rule::G(2), "a deal is due")),
        (Stage::Turn { .. }, _) => Err(refusal(Rule::G(2), "a turn is due: a discard or a call")),
        (Stage::Slap { .. }, _) => Err(refusal(Rule::G(2), "a slap choice is due: slap the drawn card or keep it")),
    }
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
    let mut error = refusal(Rule::G(4), "the card is not in the hand");
    for &card in cards.cards() {
        if !left.remove(card) {
            error.cards.push(card);
        }
    }
    if error.cards.is_empty() { Ok(()) } else { Err(error) }
}

pub(super) fn check_call(position: &Position, seat: Seat) -> Result<(), PlayError> {
    if value(position.hand(seat), &position.0.options) > position.0.options.call_limit {
        return Err(refusal(Rule::J(30), "the hand is worth more than the call limit"));
    }
    Ok(())
}

// The stock can always be chosen: five hands of seven and the previous discard leave something of every deck, if not in
// the stock, then buried (J27).
const _: () = assert!(MAX_SEATS * 7 + Combination::MAX < 52, "J27 would have to refuse the stock");

fn check_take(position: &Position, laid: &Combination, take: Take) -> Result<(), PlayError> {
    let Take::Card(card) = take else {
        return Ok(());
    };
    let previous = position.0.previous.expect("a turn is due, so a card has been turned up");
    if previous.open_cards(&position.0.options).as_slice().contains(&card) {
        return Ok(());
    }
    let (rule, reason) = if previous.cards().contains(&card) {
        if previous.is_one_rank() {
            (24, "only the first or the last card of a set may be taken in this match")
        } else {
            (23, "only the first or the last card of a run may be taken")
        }
    } else if laid.cards().contains(&card) {
        (22, "you cannot take back a card of your own discard")
    } else if position.0.buried.contains(card) {
        (26, "a buried card can no longer be taken")
    } else {
        (22, "the card is not in the previous discard")
    };
    Err(refusal(Rule::J(rule), reason).card(card))
}
