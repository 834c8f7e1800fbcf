//! Legal moves for a response, and the move that a request means.

use super::{MAX_LEGAL_MOVES, MAX_MOVES};
use crate::cards::Card;
use crate::games::{Fault, Listing, Match, Message, Parsed, Reading, Rule, Seat, TextError};
use crate::wire::common::write_seat;
use crate::wire::game::{RequestMove, WireGame};
use crate::wire::messages;
use crate::wire::pb::{self, engine::Reason};
use crate::wire::refusal::Refusal;
use std::ops::ControlFlow;

/// Which legal moves to list.
#[derive(Clone, Debug)]
pub(super) struct Query {
    pub(super) limit: u32,
    pub(super) card: Option<Card>,
    pub(super) count_only: bool,
}

/// The legal moves of the seat to move. The list is empty if the query is for another seat.
pub(super) fn list<P: WireGame>(the_match: &Match<P>, seat: Option<Seat>, query: &Query) -> pb::engine::LegalMoves {
    let turn = the_match.turn();
    let mut answer = pb::engine::LegalMoves { seat: turn.map(write_seat), ..Default::default() };
    let asked_another = seat.is_some() && turn.is_some() && seat != turn;
    if asked_another || the_match.abandoned {
        return answer;
    }
    let mut more = false;
    let listing = the_match.position.legal_moves(query.card, &mut |mv| {
        if answer.count == query.limit {
            more = true;
            return ControlFlow::Break(());
        }
        answer.count += 1;
        if !query.count_only {
            answer.moves.push(pb::engine::LegalMove { text: mv.to_string(), r#move: Some(P::write_move(&mv)) });
        }
        ControlFlow::Continue(())
    });
    answer.truncated = more || listing == Listing::Cut;
    answer
}

/// Checks that a move is of the game of the state, and parses it if it is a text.
pub(super) fn of_game<P: WireGame>(mv: &RequestMove, index: usize) -> Result<Parsed<P::Move>, Refusal> {
    let RequestMove::Text(text) = mv else {
        return P::own_move(mv).map(|mv| Parsed { literal: mv.clone(), reading: Reading::Exact }).ok_or_else(|| {
            let message = Message::new(&messages::GAME_MISMATCH).with("game", P::NAME);
            Refusal::new(Reason::GameMismatch, message).at_move(index)
        });
    };
    P::parse_move(text).map_err(|error| {
        match error {
            TextError::Unparsable(message) => Refusal::new(Reason::MoveUnparsable, message),
            TextError::Malformed(error) => {
                let fault = Fault::new(format!("moves[{index}].text"), error.message.clone());
                Refusal::fields(vec![fault]).says(&error.message)
            }
        }
        .at_move(index)
    })
}

/// The number of searches left to one call. A search finds the legal move that a short form means, and is the most
/// expensive thing that a move can cost. An Apply may use a short form for each of its moves; a Replay gets no more.
#[derive(Debug)]
pub(super) struct Searches(usize);

impl Searches {
    pub(super) const fn of_a_call() -> Self {
        Self(MAX_MOVES)
    }

    fn take(&mut self) -> Result<(), Refusal> {
        self.0 = self.0.checked_sub(1).ok_or_else(|| Refusal::limit("short_forms", MAX_MOVES))?;
        Ok(())
    }
}

/// Returns the move that a request means: the move as written, or the only legal move that fits an open or incomplete text.
/// For a seat that is not to move it is the move as written, so that the rules refuse it by G3 before the hand of the seat
/// to move has any influence.
pub(super) fn resolve<P: WireGame>(
    the_match: &Match<P>,
    seat: Option<Seat>,
    parsed: &Parsed<P::Move>,
    index: usize,
    searches: &mut Searches,
) -> Result<P::Move, Refusal> {
    let literal = &parsed.literal;
    let as_written = || Ok(literal.clone());
    let turn = the_match.turn();
    if parsed.reading == Reading::Exact || (seat.is_some() && turn.is_some() && seat != turn) {
        return as_written();
    }
    let checked = the_match.position.check_move(literal);
    if parsed.reading == Reading::Open && checked.is_ok() {
        return as_written();
    }
    let broken = checked.err().map(|error| error.rule);
    // The phase is checked before the search: if the match is over or another kind of move is due, nothing fits.
    if the_match.abandoned || the_match.position.check_phase(literal).is_err() {
        return as_written();
    }
    searches.take()?;
    let mut first = None;
    let mut texts = Vec::new();
    let mut budget = MAX_LEGAL_MOVES;
    let listing = the_match.position.legal_moves(None, &mut |mv| {
        if budget == 0 {
            return ControlFlow::Break(());
        }
        budget -= 1;
        if P::fits(literal, &mv) {
            texts.push(mv.to_string());
            first.get_or_insert(mv);
            // A refusal names at most ten.
            if texts.len() > 10 {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    });
    match first {
        Some(only) if texts.len() == 1 && listing == Listing::Complete => Ok(only),
        Some(_) => {
            let mut refusal = Refusal::new(Reason::MoveAmbiguous, &messages::MOVE_AMBIGUOUS);
            refusal.0.rule_id = broken.as_ref().map(Rule::to_string).unwrap_or_default();
            Err(refusal.with_candidates(texts).at_move(index))
        }
        None => as_written(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_may_search_as_often_as_an_apply_has_moves() {
        let mut searches = Searches::of_a_call();
        assert!((0..MAX_MOVES).all(|_| searches.take().is_ok()));
        let refusal = searches.take().unwrap_err();
        assert_eq!((refusal.reason(), refusal.message().limit), (Reason::LimitExceeded, 64));
        assert_eq!(refusal.message().detail, "short_forms");
    }
}
