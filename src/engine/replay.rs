//! The call Replay.

use super::apply::{Order, make};
use super::moves::Searches;
use super::request::{Fields, Included};
use super::{Limits, MAX_REPLAY_STEPS, included, new_game, status, write_events};
use crate::for_any_match;
use crate::games::{AnyMatch, Match, Viewer};
use crate::wire::game::WireGame;
use crate::wire::messages::{self, count, excluded, missing_choice, out_of_range};
use crate::wire::pb::{self, engine::replay_request::Start};
use crate::wire::refusal::Refusal;
use crate::wire::state::{self, States};
use prost::Message;

/// Which steps the response describes, and how.
struct Page {
    first: usize,
    most: usize,
    include: Option<Included>,
    /// Maximum size of the response in bytes.
    max_bytes: usize,
}

/// The fields that a request has besides its start and its steps.
fn read_page(fields: &mut Fields, request: &pb::engine::ReplayRequest, limits: &Limits) -> Page {
    fields.within(request.steps.len(), MAX_REPLAY_STEPS, "replay_steps");
    let include = request.include.as_ref().map(|include| {
        if include.legal_moves {
            fields.fault("include.legal_moves", &messages::NOT_IN_REPLAY);
        }
        fields.include(Some(include))
    });
    let first = request.first_step as usize;
    if first > request.steps.len() {
        fields.fault("first_step", out_of_range(request.first_step, 0, count(request.steps.len())));
    }
    let described = MAX_REPLAY_STEPS + 1;
    let most = request.max_steps.map_or(described, |most| most as usize);
    if !(1..=described).contains(&most) {
        fields.fault("max_steps", out_of_range(count(most), 1, count(described)));
    }
    Page { first, most, include, max_bytes: limits.max_response_bytes as usize }
}

pub(super) fn replay(
    states: &States,
    limits: &Limits,
    request: &pb::engine::ReplayRequest,
    entropy: impl FnOnce() -> [u8; 32],
) -> Result<pb::engine::ReplayResponse, Refusal> {
    let mut fields = Fields::default();
    let page = read_page(&mut fields, request, limits);
    match &request.start {
        Some(Start::NewGame(new_game)) => {
            if page.first > 0 && new_game.seed.is_none() {
                fields.fault("new_game.seed", &messages::SEED_FOR_PAGES);
            }
            fields.end()?;
            let below = |refusal: Refusal| refusal.below("new_game");
            let (any, order) = new_game::prepare(new_game, entropy).map_err(below)?;
            for_any_match!(any, m => {
                let mut m = m;
                let mut events = Vec::new();
                new_game::deal(&mut m, &order, &mut events).map_err(below)?;
                steps(states, m, &events, &request.steps, page)
            })
        }
        Some(Start::State(bytes)) => {
            fields.state(bytes);
            fields.end()?;
            let any: AnyMatch = states.read(bytes)?;
            for_any_match!(any, m => steps(states, m, &[], &request.steps, page))
        }
        None => {
            fields.fault("start", missing_choice("new_game, state"));
            fields.end()?;
            Err(Refusal::fields(Vec::new()))
        }
    }
}

fn steps<P: WireGame>(
    states: &States,
    mut the_match: Match<P>,
    first_events: &[P::Event],
    steps: &[pb::engine::ReplayStep],
    page: Page,
) -> Result<pb::engine::ReplayResponse, Refusal> {
    if let Some(include) = &page.include {
        let mut fields = Fields::default();
        fields.include_at_table(include, the_match.position.seats());
        fields.end()?;
    }
    let mut pages = Description { page, steps: Vec::new(), bytes: 0 };
    pages.add(&the_match, 0, first_events);
    let mut made = 0;
    let mut failed = None;
    let mut searches = Searches::of_a_call();
    let mut events = Vec::new();
    for (i, step) in (0..).zip(steps) {
        events.clear();
        match one(&mut the_match, step, &mut searches, &mut events) {
            Ok(()) => {
                made = i + 1;
                pages.add(&the_match, made, &events);
            }
            Err(refusal) => {
                failed = Some((i, of_step(refusal, i)));
                break;
            }
        }
    }
    let (state, digest) = states.write(&the_match);
    let answer = pb::engine::ReplayResponse {
        state,
        status: Some(status::status(&the_match, digest)),
        steps: Vec::new(),
        failed_step: failed.as_ref().map(|(step, _)| *step),
        refusal: failed.map(|(_, refusal)| *refusal.0),
        next_step: None,
    };
    pages.complete(answer, made)
}

/// The steps described so far.
struct Description {
    page: Page,
    steps: Vec<pb::engine::ReplayedStep>,
    /// The bytes of the steps. Beyond the maximum of the response nothing more is described.
    bytes: usize,
}

impl Description {
    /// Describes the match after that many steps, if the page has room for it.
    fn add<P: WireGame>(&mut self, the_match: &Match<P>, step: u32, events: &[P::Event]) {
        let Page { first, most, include, max_bytes } = &self.page;
        let number = step as usize;
        if number < *first || self.steps.len() == *most || self.bytes > *max_bytes {
            return;
        }
        let mut described = pb::engine::ReplayedStep {
            step,
            revision: the_match.revision,
            digest: state::digest(the_match),
            ..Default::default()
        };
        if let Some(include) = include {
            described.events = write_events::<P>(events, Viewer::Spectator, include.text);
            (_, described.views) = included(the_match, events, include);
        }
        self.bytes += in_a_list(&described);
        self.steps.push(described);
    }

    /// The response with as many of the steps as fit, and where to go on.
    fn complete(
        mut self,
        mut answer: pb::engine::ReplayResponse,
        made: u32,
    ) -> Result<pb::engine::ReplayResponse, Refusal> {
        // With room for `next_step`.
        let rest = answer.encoded_len() + 8;
        let described = !self.steps.is_empty();
        while self.bytes + rest > self.page.max_bytes
            && let Some(step) = self.steps.pop()
        {
            self.bytes -= in_a_list(&step);
        }
        match self.steps.last() {
            None if described => return Err(Refusal::limit("max_response_bytes", self.page.max_bytes)),
            None => {}
            Some(last) => answer.next_step = (last.step < made).then_some(last.step + 1),
        }
        answer.steps = self.steps;
        Ok(answer)
    }
}

/// The bytes of a message in a repeated field with a number below 16.
fn in_a_list(message: &impl Message) -> usize {
    let bytes = message.encoded_len();
    1 + prost::length_delimiter_len(bytes) + bytes
}

/// Makes one step. A refused step leaves the match as it was.
fn one<P: WireGame>(
    the_match: &mut Match<P>,
    step: &pb::engine::ReplayStep,
    searches: &mut Searches,
    events: &mut Vec<P::Event>,
) -> Result<(), Refusal> {
    let mut fields = Fields::default();
    let order = Order {
        moves: if step.abandon { Vec::new() } else { fields.moves(step.r#move.as_slice()) },
        seat: fields.seat(step.seat, "seat"),
        expected_revision: None,
        expected_digest: None,
        shuffle_orders: fields.orders(&step.shuffle_orders),
        include: Included::default(),
        client_seed: fields.optional_client_seed(step.client_seed.as_ref(), "client_seed"),
        abandon: step.abandon,
        cut: step.cut,
    };
    if step.abandon && (step.r#move.is_some() || step.seat.is_some() || step.client_seed.is_some()) {
        fields.fault("abandon", excluded("move, seat, client_seed"));
    }
    fields.end()?;
    let mut next = the_match.clone();
    make(&mut next, &order, searches, events)?;
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
