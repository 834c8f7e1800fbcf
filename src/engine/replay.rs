//! The call Replay.

use super::apply::{Order, make};
use super::moves::Searches;
use super::request::{Fields, Included};
use super::{MAX_REPLAY_STEPS, new_game, status};
use crate::for_any_match;
use crate::games::Match;
use crate::wire::game::WireGame;
use crate::wire::pb::{self, engine::replay_request::Start};
use crate::wire::refusal::Refusal;
use crate::wire::state::{self, States};

pub(super) fn replay(
    states: &States,
    request: &pb::engine::ReplayRequest,
    entropy: impl FnOnce() -> [u8; 32],
) -> Result<pb::engine::ReplayResponse, Refusal> {
    let mut fields = Fields::default();
    fields.within(request.steps.len(), MAX_REPLAY_STEPS, "replay_steps");
    let any = match &request.start {
        Some(Start::NewGame(new_game)) => {
            fields.end()?;
            new_game::begin(new_game, entropy).map_err(|refusal| refusal.below("new_game"))?
        }
        Some(Start::State(bytes)) => {
            fields.state(bytes);
            fields.end()?;
            states.read(bytes)?
        }
        None => {
            fields.fault("start", "is missing: give new_game or state");
            fields.end()?;
            return Err(Refusal::fields(Vec::new()));
        }
    };
    Ok(for_any_match!(any, m => steps(states, m, &request.steps)))
}

fn steps<P: WireGame>(
    states: &States,
    mut the_match: Match<P>,
    steps: &[pb::engine::ReplayStep],
) -> pb::engine::ReplayResponse {
    let mut digests = Vec::with_capacity(steps.len() + 1);
    digests.push(state::digest(&the_match));
    let mut failed = None;
    let mut searches = Searches::of_a_call();
    for (i, step) in (0..).zip(steps) {
        match one(&mut the_match, step, &mut searches) {
            Ok(()) => digests.push(state::digest(&the_match)),
            Err(refusal) => {
                failed = Some((i, of_step(refusal, i)));
                break;
            }
        }
    }
    let (state, digest) = states.write(&the_match);
    pb::engine::ReplayResponse {
        state,
        status: Some(status::status(&the_match, digest)),
        digests,
        failed_step: failed.as_ref().map(|(step, _)| *step),
        refusal: failed.map(|(_, refusal)| *refusal.0),
    }
}

/// Makes one step. A refused step leaves the match as it was.
fn one<P: WireGame>(
    the_match: &mut Match<P>,
    step: &pb::engine::ReplayStep,
    searches: &mut Searches,
) -> Result<(), Refusal> {
    let mut fields = Fields::default();
    let order = Order {
        moves: if step.abandon { Vec::new() } else { fields.moves(step.r#move.as_slice()) },
        seat: fields.seat(step.seat, "seat"),
        expected_revision: None,
        shuffle_orders: fields.orders(&step.shuffle_orders),
        include: Included::default(),
        client_seed: fields.optional_client_seed(step.client_seed.as_ref(), "client_seed"),
        abandon: step.abandon,
    };
    if step.abandon && (step.r#move.is_some() || step.seat.is_some() || step.client_seed.is_some()) {
        fields.fault("abandon", "is given together with move, seat or client_seed");
    }
    fields.end()?;
    let mut next = the_match.clone();
    make(&mut next, &order, searches, &mut ())?;
    *the_match = next;
    Ok(())
}

/// Rewrites the field paths of a refusal for a step: a step has one move, and its fields are below `steps`.
fn of_step(mut refusal: Refusal, step: u32) -> Refusal {
    refusal.0.move_index = None;
    for fault in &mut refusal.0.faults {
        let field = fault.field.strip_prefix("moves[0]").map(|rest| format!("move{rest}"));
        let field = field.or_else(|| (fault.field == "moves").then(|| "move".to_owned()));
        fault.field = format!("steps[{step}].{}", field.as_ref().unwrap_or(&fault.field));
    }
    refusal
}
