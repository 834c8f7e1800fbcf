//! The call Apply, and the moves of Play and Replay.

use super::moves::{self, Searches};
use super::request::{Fields, Included};
use super::{included, status, write_events};
use crate::cards::{CardList, ClientSeed};
use crate::for_any_match;
use crate::games::{AnyMatch, LastMove, Match, Message, Seat, Sink, Viewer};
use crate::wire::game::{RequestMove, WireGame};
use crate::wire::messages::{self, excluded};
use crate::wire::pb::{self, engine::Reason};
use crate::wire::refusal::Refusal;
use crate::wire::state::{self, States};

/// The fields of an Apply, read without the state.
pub(super) struct Order {
    pub(super) moves: Vec<RequestMove>,
    pub(super) seat: Option<Seat>,
    pub(super) expected_revision: Option<u32>,
    pub(super) expected_digest: Option<[u8; 16]>,
    pub(super) shuffle_orders: Vec<CardList>,
    pub(super) include: Included,
    pub(super) client_seed: Option<ClientSeed>,
    pub(super) abandon: bool,
    /// As in the request; the range depends on the game.
    pub(super) cut: Option<u32>,
}

pub(super) fn apply(states: &States, request: &pb::engine::ApplyRequest) -> Result<pb::engine::ApplyResponse, Refusal> {
    let order = read(request, false)?;
    let mut any = states.read(&request.state)?;
    apply_to(states, &mut any, &order)
}

/// Reads the request, except for the state, which may be absent if the stream already has the match.
pub(super) fn read(request: &pb::engine::ApplyRequest, has_match: bool) -> Result<Order, Refusal> {
    let mut fields = Fields::default();
    if !has_match {
        fields.state(&request.state);
    }
    let order = Order {
        moves: if request.abandon { Vec::new() } else { fields.moves(&request.moves) },
        seat: fields.seat(request.seat, "seat"),
        expected_revision: request.expected_revision,
        expected_digest: request.expected_digest.as_ref().and_then(|digest| fields.bytes(digest, "expected_digest")),
        shuffle_orders: fields.orders(&request.shuffle_orders),
        include: fields.include(request.include.as_ref()),
        client_seed: fields.optional_client_seed(request.client_seed.as_ref(), "client_seed"),
        abandon: request.abandon,
        cut: request.cut,
    };
    if request.abandon {
        if !request.moves.is_empty() {
            fields.fault("moves", excluded("abandon"));
        }
        if request.seat.is_some() {
            fields.fault("seat", excluded("abandon"));
        }
        if request.client_seed.is_some() {
            fields.fault("client_seed", excluded("abandon"));
        }
        if !request.shuffle_orders.is_empty() {
            fields.fault("shuffle_orders", excluded("abandon"));
        }
    }
    fields.end()?;
    Ok(order)
}

/// Makes the moves and writes the response. After a refusal the caller drops the match.
pub(super) fn apply_to(
    states: &States,
    any: &mut AnyMatch,
    order: &Order,
) -> Result<pb::engine::ApplyResponse, Refusal> {
    for_any_match!(any, m => answer(states, m, order))
}

fn answer<P: WireGame>(
    states: &States,
    the_match: &mut Match<P>,
    order: &Order,
) -> Result<pb::engine::ApplyResponse, Refusal> {
    let mut events = Vec::with_capacity(4);
    let orders_used = make(the_match, order, &mut Searches::of_a_call(), &mut events)?;
    let (state, digest) = states.write(the_match);
    let (legal_moves, views) = included(the_match, &events, &order.include);
    Ok(pb::engine::ApplyResponse {
        state,
        status: Some(status::status(the_match, digest)),
        events: write_events::<P>(&events, Viewer::Spectator, order.include.text),
        legal_moves,
        views,
        shuffle_orders_used: u32::try_from(orders_used).unwrap_or(u32::MAX),
    })
}

/// Makes the moves, or abandons the match. Returns how many shuffle orders were used. After a refusal the caller drops the
/// match.
pub(super) fn make<P: WireGame>(
    the_match: &mut Match<P>,
    order: &Order,
    searches: &mut Searches,
    events: &mut impl Sink<P::Event>,
) -> Result<usize, Refusal> {
    let mut cut = check_at_table(the_match, order)?;
    check_expected(the_match, order)?;
    if order.abandon {
        the_match.abandon()?;
        return Ok(0);
    }
    let mut parsed = Vec::with_capacity(order.moves.len());
    for (i, mv) in order.moves.iter().enumerate() {
        parsed.push(moves::of_game::<P>(mv, i)?);
    }
    if let Some(client_seed) = order.client_seed {
        the_match.client_seed = client_seed;
        the_match.awaits_client_seed = false;
    }
    let mut orders_used = 0;
    for (i, parsed) in parsed.iter().enumerate() {
        if i > 0 && order.seat.is_some() {
            check_nothing_was_revealed(the_match.last_move, i)?;
        }
        let mv = moves::resolve(the_match, order.seat, parsed, i, searches)?;
        orders_used += the_match
            .play_after_cut(order.seat, &mv, &order.shuffle_orders[orders_used..], cut, events)
            .map_err(|error| Refusal::from(error).at_move(i))?;
        // The cut is of the first deal of the call.
        if the_match.last_move.used_randomness {
            cut = 0;
        }
    }
    Ok(orders_used)
}

/// Refuses a state that is not the one that the caller expects.
fn check_expected<P: WireGame>(the_match: &Match<P>, order: &Order) -> Result<(), Refusal> {
    let revision = the_match.revision;
    if let Some(expected) = order.expected_revision.filter(|&expected| expected != revision) {
        let message = Message::new(&messages::STALE_REVISION).with("revision", revision).with("expected", expected);
        return Err(Refusal::new(Reason::StaleState, message).detail("revision"));
    }
    // The digest costs a hash of the state, so it is computed only if the request has one.
    if order.expected_digest.is_some_and(|expected| expected[..] != state::digest(the_match)[..]) {
        return Err(Refusal::new(Reason::StaleState, &messages::STALE_DIGEST).detail("digest"));
    }
    Ok(())
}

/// Refuses a player's move that follows one which revealed hidden cards or shuffled. Otherwise the player could list a move
/// that is legal only with certain cards: its refusal would tell what came, and would also undo that it came.
fn check_nothing_was_revealed(last_move: LastMove, i: usize) -> Result<(), Refusal> {
    let mut fields = Fields::default();
    if last_move.revealed_hidden || last_move.used_randomness {
        fields.fault(format!("moves[{i}]"), &messages::AFTER_REVEAL);
    }
    fields.end().map_err(|refusal| refusal.at_move(i))
}

/// Checks the fields that depend on the table. Returns the cut.
fn check_at_table<P: WireGame>(the_match: &Match<P>, order: &Order) -> Result<u8, Refusal> {
    let seats = the_match.position.seats();
    let mut fields = Fields::default();
    fields.at_table(order.seat, seats, "seat");
    fields.include_at_table(&order.include, seats);
    match (the_match.awaits_client_seed, order.client_seed) {
        (true, None) if !order.abandon => fields.fault("client_seed", &messages::CLIENT_SEED_AWAITED),
        (false, Some(_)) => fields.fault("client_seed", &messages::CLIENT_SEED_UNEXPECTED),
        (true, Some(_)) if !order.shuffle_orders.is_empty() => {
            fields.fault("shuffle_orders", excluded("client_seed"));
        }
        (true, _) | (false, None) => {}
    }
    let cut = fields.cut::<P>(order.cut);
    fields.end()?;
    Ok(cut)
}
