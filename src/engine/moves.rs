//! Legal moves for an answer, and the move that a request means.

use super::{MAX_LEGAL_MOVES, MAX_MOVES};
use crate::cards::Card;
use crate::games::{Fault, Listing, Match, Parsed, Reading, Rule, Seat, TextError};
use crate::wire::common::write_seat;
use crate::wire::game::{RequestMove, WireGame};
use crate::wire::pb::{self, engine::Reason};
use crate::wire::refusal::Refusal;
use std::ops::ControlFlow;

/// Which legal moves are wanted.
#[derive(Clone, Debug)]
pub(super) struct Query {
    pub(super) limit: u32,
    pub(super) card: Option<Card>,
    pub(super) count_only: bool,
}

/// The legal moves of the seat to move; none if another seat is asked for.
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

/// Checks that a move belongs to the game of the state, and reads it if it is a text.
pub(super) fn of_game<P: WireGame>(mv: &RequestMove, index: usize) -> Result<Parsed<P::Move>, Refusal> {
    let RequestMove::Text(text) = mv else {
        return P::own_move(mv).map(|mv| Parsed { literal: mv.clone(), reading: Reading::Exact }).ok_or_else(|| {
            Refusal::new(Reason::GameMismatch, "the move belongs to another game than the state").at_move(index)
        });
    };
    P::parse_move(text).map_err(|error| {
        match error {
            TextError::Unparsable(message) => Refusal::new(Reason::MoveUnparsable, message),
            TextError::Malformed(error) => {
                let mut refusal = Refusal::fields(vec![Fault::new(format!("moves[{index}].text"), error.reason)]);
                refusal.0.message = error.reason.into();
                refusal
            }
        }
        .at_move(index)
    })
}

/// How many searches for what a text means one call may cost: an Apply may make each of its moves in a short form, and a
/// Replay no more, since a search is the dearest thing that a step can ask for.
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

/// The move that is meant: as written, or the one legal move that an open or incomplete text fits. For a seat that is not
/// to move it is as written, so that the rules refuse it by G3 before anything of the mover's hand is looked at.
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
    let judged = the_match.position.check_move(literal);
    if parsed.reading == Reading::Open && judged.is_ok() {
        return as_written();
    }
    let broken = judged.err().map(|error| error.rule);
    // The phase is judged before the search: when the match is over or another kind of move is due, nothing fits.
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
            // One more than a refusal names is enough to know.
            if texts.len() > 10 {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    });
    match first {
        Some(only) if texts.len() == 1 && listing == Listing::Complete => Ok(only),
        Some(_) => {
            let mut refusal = Refusal::new(Reason::MoveAmbiguous, "several legal moves fit the text");
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
