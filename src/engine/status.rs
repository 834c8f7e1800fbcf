//! The status of a match, and the call Score.

use crate::games::{Match, Phase, Seat, Standing};
use crate::wire::common::{write_phase, write_seat, write_seats, write_standing};
use crate::wire::game::WireGame;
use crate::wire::pb;
use crate::wire::sentences::write_sentence;
use crate::wire::state;
use prost::bytes::Bytes;

pub(super) fn status<P: WireGame>(the_match: &Match<P>, digest: Bytes) -> pb::engine::Status {
    let phase = the_match.phase();
    pb::engine::Status {
        game: P::GAME.into(),
        rules_version: P::RULES_VERSION.into(),
        phase: write_phase(phase).into(),
        seat_to_move: the_match.turn().map(write_seat),
        deal_number: the_match.position.deal_number(),
        revision: the_match.revision,
        state_digest: digest,
        match_over: phase == Phase::Over,
        revealed_hidden: the_match.last_move.revealed_hidden,
        used_randomness: the_match.last_move.used_randomness,
        seats: the_match.position.seats().into(),
        abandoned: the_match.abandoned,
        awaits_client_seed: the_match.awaits_client_seed,
    }
}

pub(super) fn score<P: WireGame>(the_match: &Match<P>, text: bool) -> pb::engine::ScoreResponse {
    let Standing { finished_deals, seats, winners } = the_match.position.standing();
    let over = the_match.phase() == Phase::Over;
    let score = the_match.position.score();
    let line_texts = if text { P::score_messages(&score) } else { Vec::new() };
    pb::engine::ScoreResponse {
        status: Some(status(the_match, state::digest(the_match))),
        r#final: over,
        finished_deals,
        seats: (0..).map(Seat::new).zip(&seats).map(write_standing).collect(),
        winners: write_seats(&winners),
        score: Some(pb::engine::Score { score: Some(P::write_score(&score)) }),
        seed_commitment: Bytes::copy_from_slice(&the_match.seed.commitment()),
        seed: over.then(|| Bytes::copy_from_slice(the_match.seed.expose())),
        line_texts: line_texts.iter().map(write_sentence).collect(),
    }
}
