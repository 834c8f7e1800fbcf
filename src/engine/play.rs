//! Play: Apply for the tables of a stream.

use super::{Limits, MAX_STREAM_TABLES, apply};
use crate::games::{AnyMatch, GameId};
use crate::wire::pb::{self, engine::play_request::Request, engine::play_response::Answer};
use crate::wire::refusal::Refusal;
use crate::wire::state::{States, game_of};
use prost::Message;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What stands around an answer at the most: the table, and the length of the answer.
const AROUND_AN_ANSWER: usize = 24;

/// How many tables all streams together may hold. It bounds their memory, half a kibibyte a table.
#[derive(Clone, Debug)]
pub struct TableBudget {
    most: usize,
    taken: Arc<AtomicUsize>,
}

impl TableBudget {
    /// A budget of so many tables.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self { most, taken: Arc::default() }
    }

    /// How many tables the streams hold.
    #[must_use]
    pub fn taken(&self) -> usize {
        self.taken.load(Ordering::Relaxed)
    }

    fn take(&self) -> bool {
        let one_more = |taken| (taken < self.most).then_some(taken + 1);
        self.taken.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).is_ok()
    }

    fn give_back(&self, tables: usize) {
        self.taken.fetch_sub(tables, Ordering::Relaxed);
    }
}

/// What one stream holds: the match of each table, decoded and checked.
#[derive(Debug)]
pub struct Tables {
    matches: HashMap<u64, Box<AnyMatch>>,
    budget: TableBudget,
}

impl Tables {
    /// No table yet; those to come are taken from the budget.
    #[must_use]
    pub fn new(budget: TableBudget) -> Self {
        Self { matches: HashMap::new(), budget }
    }

    /// Keeps the match of a table that held none.
    fn keep(&mut self, table: u64, any: AnyMatch) -> Result<(), Refusal> {
        if self.matches.len() >= MAX_STREAM_TABLES {
            return Err(Refusal::limit("stream_tables", MAX_STREAM_TABLES));
        }
        if !self.budget.take() {
            return Err(Refusal::unavailable("the streams of this server hold too many tables").detail("overload"));
        }
        self.matches.insert(table, Box::new(any));
        Ok(())
    }

    fn forget(&mut self, table: u64) {
        if self.matches.remove(&table).is_some() {
            self.budget.give_back(1);
        }
    }
}

impl Drop for Tables {
    fn drop(&mut self) {
        self.budget.give_back(self.matches.len());
    }
}

pub(super) fn play(
    states: &States,
    limits: &Limits,
    tables: &mut Tables,
    request: &pb::engine::PlayRequest,
) -> (pb::engine::PlayResponse, Option<GameId>) {
    let table = request.table;
    let mut game = None;
    let answer = match &request.request {
        Some(Request::Apply(request)) => {
            game = game_of(&request.state);
            apply_at(states, limits, tables, table, request, &mut game).map(Answer::Apply)
        }
        Some(Request::Close(_)) => {
            tables.forget(table);
            Ok(Answer::Closed(pb::engine::CloseTable {}))
        }
        None => Err(Refusal::field("request", "required: apply or close")),
    };
    let answer = answer.unwrap_or_else(|refusal| Answer::Refusal(*refusal.0));
    (pb::engine::PlayResponse { table, answer: Some(answer) }, game)
}

fn apply_at(
    states: &States,
    limits: &Limits,
    tables: &mut Tables,
    table: u64,
    request: &pb::engine::ApplyRequest,
    game: &mut Option<GameId>,
) -> Result<pb::engine::ApplyResponse, Refusal> {
    let Some(held) = tables.matches.get_mut(&table) else {
        let order = apply::read(request, false)?;
        let mut first = states.read(&request.state)?;
        let answer = apply::apply_to(states, &mut first, &order)?;
        check_length(&answer, limits)?;
        tables.keep(table, first)?;
        return Ok(answer);
    };
    if request.state.is_empty() {
        *game = Some(held.game());
    }
    let order = apply::read(request, true)?;
    // A copy, since a refusal must leave what is held as it is.
    let mut next = if request.state.is_empty() { AnyMatch::clone(held) } else { states.read(&request.state)? };
    let answer = apply::apply_to(states, &mut next, &order)?;
    check_length(&answer, limits)?;
    **held = next;
    Ok(answer)
}

/// An answer that could not be sent would end the stream for all its tables.
fn check_length(answer: &pb::engine::ApplyResponse, limits: &Limits) -> Result<(), Refusal> {
    let most = limits.max_response_bytes as usize;
    if answer.encoded_len() + AROUND_AN_ANSWER > most {
        return Err(Refusal::limit("max_response_bytes", most));
    }
    Ok(())
}
