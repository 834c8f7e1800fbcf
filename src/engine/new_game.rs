//! The call NewGame.

use super::request::{Fields, Included, alternatives};
use super::{included, status, write_events, write_options};
use crate::cards::{CardList, Seed};
use crate::games::{AnyMatch, Match, Message, Options, Seat, Sink, Viewer};
use crate::wire::game::WireGame;
use crate::wire::messages;
use crate::wire::pb::{self, engine::Reason, engine::new_game_request::Options as Chosen};
use crate::wire::refusal::Refusal;
use crate::wire::state::States;
use crate::{for_any_match, for_variant};
use prost::bytes::Bytes;

/// The fields of a NewGame, without the options.
pub(super) struct Order {
    seats: u32,
    seed: Option<Seed>,
    dealer: Option<Seat>,
    starter: Option<Seat>,
    shuffle_orders: Vec<CardList>,
    rules_version: Option<u32>,
    include: Included,
    await_client_seed: bool,
    /// As in the request; the range depends on the game.
    cut: Option<u32>,
}

pub(super) fn new_game(
    states: &States,
    request: &pb::engine::NewGameRequest,
    entropy: impl FnOnce() -> [u8; 32],
) -> Result<pb::engine::NewGameResponse, Refusal> {
    let (any, order) = prepare(request, entropy)?;
    for_any_match!(any, m => answer(states, m, &order))
}

/// Reads the request and creates the match. Nothing is dealt yet.
pub(super) fn prepare(
    request: &pb::engine::NewGameRequest,
    entropy: impl FnOnce() -> [u8; 32],
) -> Result<(AnyMatch, Order), Refusal> {
    let mut fields = Fields::default();
    let order = Order {
        seats: request.seats,
        seed: request.seed.as_ref().and_then(|seed| fields.bytes(seed, "seed")).map(Seed::new),
        dealer: fields.seat(request.dealer, "dealer"),
        starter: fields.seat(request.starter, "starter"),
        shuffle_orders: fields.orders(&request.shuffle_orders),
        rules_version: request.rules_version,
        include: fields.include(request.include.as_ref()),
        await_client_seed: request.await_client_seed,
        cut: request.cut,
    };
    if request.await_client_seed && !request.shuffle_orders.is_empty() {
        fields.fault("shuffle_orders", messages::excluded("await_client_seed"));
    }
    let Some(options) = &request.options else {
        fields.fault("options", messages::missing_choice(&alternatives("")));
        fields.end()?;
        return Err(Refusal::fields(Vec::new()));
    };
    let any = for_variant!(options, Chosen, P, options => start::<P>(options, &order, fields, entropy)?.into());
    Ok((any, order))
}

fn start<P: WireGame>(
    options: &P::PbOptions,
    order: &Order,
    mut fields: Fields,
    entropy: impl FnOnce() -> [u8; 32],
) -> Result<Match<P>, Refusal> {
    // With a number of seats that the game lacks, the options are checked for the nearest one, so that all faults show.
    let (fewest, most) = P::SEATS;
    let seats = u8::try_from(order.seats).unwrap_or(u8::MAX).clamp(fewest, most);
    let seats_possible = u32::from(seats) == order.seats;
    if !seats_possible {
        fields.fault("seats", messages::out_of_range(order.seats, fewest, most));
    }
    let options = P::read_options(options).and_then(|options| options.check(seats).map(|()| options));
    let position = match options.map(|options| P::new_match(options, seats, order.dealer, order.starter)) {
        Ok(Ok(position)) => Some(position),
        Ok(Err(faults)) => {
            fields.faults("", faults);
            None
        }
        Err(faults) => {
            // The number of seats is a field of the request, not of the options.
            let (of_table, of_options) = faults.into_iter().partition(|fault| fault.field == "seats");
            if seats_possible {
                fields.faults("", of_table);
            }
            fields.faults(&format!("{}.", P::NAME), of_options);
            None
        }
    };
    fields.include_at_table(&order.include, seats);
    fields.cut::<P>(order.cut);
    fields.end()?;
    let Some(position) = position else { return Err(Refusal::fields(Vec::new())) };
    check_rules_version::<P>(order.rules_version)?;
    let mut the_match = Match::new(position, order.seed.unwrap_or_else(|| Seed::new(entropy())));
    the_match.awaits_client_seed = order.await_client_seed;
    Ok(the_match)
}

/// Refuses a rules version that this server does not play.
pub(super) fn check_rules_version<P: WireGame>(version: Option<u32>) -> Result<(), Refusal> {
    let newest = P::RULES_VERSION;
    match version.filter(|&version| version != u32::from(newest)) {
        None => Ok(()),
        Some(version) => {
            let message = Message::new(&messages::RULES_UNSUPPORTED)
                .with("game", P::NAME)
                .with("version", version)
                .with("newest", newest);
            Err(Refusal::new(Reason::StateVersionUnsupported, message))
        }
    }
}

/// Deals the first deal, unless it waits for a client seed. Returns how many orders were used.
pub(super) fn deal<P: WireGame>(
    the_match: &mut Match<P>,
    order: &Order,
    events: &mut impl Sink<P::Event>,
) -> Result<usize, Refusal> {
    let cut = Fields::default().cut::<P>(order.cut);
    if order.await_client_seed { Ok(0) } else { Ok(the_match.start_after_cut(&order.shuffle_orders, cut, events)?) }
}

fn answer<P: WireGame>(
    states: &States,
    mut the_match: Match<P>,
    order: &Order,
) -> Result<pb::engine::NewGameResponse, Refusal> {
    let mut events = Vec::new();
    let orders_used = deal(&mut the_match, order, &mut events)?;
    let (state, digest) = states.write(&the_match);
    let (legal_moves, views) = included(&the_match, &events, &order.include);
    Ok(pb::engine::NewGameResponse {
        state,
        status: Some(status::status(&the_match, digest)),
        seed_commitment: Bytes::copy_from_slice(&the_match.seed.commitment()),
        events: write_events::<P>(&events, Viewer::Spectator, order.include.text),
        legal_moves,
        views,
        shuffle_orders_used: u32::try_from(orders_used).unwrap_or(u32::MAX),
        options: Some(write_options(&the_match)),
    })
}
