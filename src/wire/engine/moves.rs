//! Legal moves for an answer, and the move that a request means.

use super::super::cards::write_seat;
use super::super::game::{RequestMove, WireGame};
use super::super::pb::{self, engine::Reason};
use super::super::refusal::Refusal;
use super::MAX_LEGAL_MOVES;
use crate::cards::Card;
use crate::games::{Fault, Listing, Match, Parsed, Reading, Rule, Seat, TextError};
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

/// The move that is meant: as written, or the one legal move that an open or incomplete text fits.
pub(super) fn resolve<P: WireGame>(
    the_match: &Match<P>,
    parsed: &Parsed<P::Move>,
    index: usize,
) -> Result<P::Move, Refusal> {
    let literal = &parsed.literal;
    let as_written = || Ok(literal.clone());
    if parsed.reading == Reading::Exact {
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
