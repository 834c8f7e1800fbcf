//! Matches played in process beforehand, as requests with the answers that the server has to give, byte by byte.

use super::echo;
use prost::Message;
use prost::bytes::Bytes;
use taash::engine::{Engine, Limits};
use taash::wire::States;
use taash::wire::pb::common::Phase;
use taash::wire::pb::engine::{self as pb, Game};

/// A request and the answer that is expected, both encoded.
#[derive(Clone)]
pub(crate) struct Call {
    pub(crate) request: Bytes,
    pub(crate) answer: Bytes,
    /// Whether the move ended a deal.
    pub(crate) ends_deal: bool,
}

/// The moves of one match.
pub(crate) struct Record {
    pub(crate) requests: Vec<pb::ApplyRequest>,
    pub(crate) answers: Vec<pb::ApplyResponse>,
}

pub(crate) fn engine() -> Engine {
    Engine::new(Limits::default(), States::unsealed())
}

/// A linear congruential generator: enough to spread choices, next to nothing to run, and the same everywhere.
pub(crate) struct Choices(pub(crate) u64);

impl Choices {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        usize::try_from(((self.0 >> 32) * n as u64) >> 32).unwrap()
    }
}

/// The beginning of a match: four seats, the preset CLASSIC, a seed of its own for each number.
pub(crate) fn new_game(game: Game, seed: u8) -> pb::NewGameRequest {
    use pb::new_game_request::Options;
    let options = match game {
        Game::Jhyap => Options::Jhyap(Default::default()),
        Game::Seep => Options::Seep(Default::default()),
        Game::PisYedili => Options::PisYedili(Default::default()),
        Game::Unspecified => unreachable!(),
    };
    pb::NewGameRequest { seats: 4, seed: Some(vec![seed; 32].into()), options: Some(options), ..Default::default() }
}

/// A match of random moves, at most that many.
pub(crate) fn record(game: Game, seed: u8, most: usize) -> Record {
    let engine = engine();
    let mut choices = Choices(seed.into());
    let mut state = engine.new_game(&new_game(game, seed), || [0; 32]).unwrap().state;
    let (mut requests, mut answers) = (Vec::new(), Vec::new());
    while requests.len() < most {
        let listing =
            pb::LegalMovesRequest { state: state.clone(), limit: Some(500), ..pb::LegalMovesRequest::default() };
        let mut legal = engine.legal_moves(&listing).unwrap().legal_moves.unwrap().moves;
        if legal.is_empty() {
            break;
        }
        let chosen = legal.swap_remove(choices.below(legal.len()));
        let request = pb::ApplyRequest { state, moves: vec![typed(chosen)], ..Default::default() };
        let answer = engine.apply(&request).unwrap();
        state = answer.state.clone();
        requests.push(request);
        answers.push(answer);
    }
    Record { requests, answers }
}

fn typed(legal: pb::LegalMove) -> pb::Move {
    use pb::legal_move::Move as Legal;
    use pb::r#move::Move;
    let mv = match legal.r#move.unwrap() {
        Legal::Jhyap(mv) => Move::Jhyap(mv),
        Legal::Seep(mv) => Move::Seep(mv),
        Legal::PisYedili(mv) => Move::PisYedili(mv),
    };
    pb::Move { r#move: Some(mv) }
}

/// The calls of matches, one match after the other.
pub(crate) fn unary(records: &[Record]) -> Vec<Call> {
    let pairs = records.iter().flat_map(|record| record.requests.iter().zip(&record.answers));
    pairs
        .map(|(request, answer)| Call {
            request: request.encode_to_vec().into(),
            answer: answer.encode_to_vec().into(),
            ends_deal: matches!(answer.status.as_ref().unwrap().phase(), Phase::Deal | Phase::Over),
        })
        .collect()
}

/// The same match as a table of a stream plays it: the state goes with the first move alone.
pub(crate) fn at_table(record: &Record, table: u64) -> Vec<Call> {
    use pb::{play_request::Request, play_response::Answer};
    let pairs = record.requests.iter().zip(&record.answers).enumerate();
    pairs
        .map(|(i, (request, answer))| {
            let mut apply = request.clone();
            if i > 0 {
                apply.state.clear();
            }
            let request = pb::PlayRequest { table, request: Some(Request::Apply(apply)) };
            let answer = pb::PlayResponse { table, answer: Some(Answer::Apply(answer.clone())) };
            Call { request: request.encode_to_vec().into(), answer: answer.encode_to_vec().into(), ends_deal: false }
        })
        .collect()
}

/// Echo calls of the same sizes.
pub(crate) fn same_sizes(calls: &[Call]) -> Vec<Call> {
    calls.iter().map(|call| echo_call(call.request.len(), call.answer.len())).collect()
}

pub(crate) fn echo_call(request_bytes: usize, answer_bytes: usize) -> Call {
    let (request, answer) = echo::call(request_bytes, answer_bytes);
    Call { request, answer, ends_deal: false }
}
