//! The call Play: Apply for the tables of a stream.

use super::{Limits, MAX_STREAM_TABLES, apply};
use crate::games::{AnyMatch, GameId};
use crate::wire::messages;
use crate::wire::pb::{self, engine::play_request::Request, engine::play_response::Answer};
use crate::wire::refusal::Refusal;
use crate::wire::state::{States, game_of};
use prost::Message;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Maximum number of bytes that a response adds to its answer: the table number, and tag and length of the answer.
const ENVELOPE_BYTES: usize = 24;

/// The number of tables that all streams together may hold. It bounds their memory: about half a KiB per table.
///
/// ```
/// use taash::engine::TableBudget;
///
/// let budget = TableBudget::new(16_384);
/// assert_eq!(budget.taken(), 0);
/// ```
#[derive(Clone, Debug)]
pub struct TableBudget {
    most: usize,
    taken: Arc<AtomicUsize>,
}

impl TableBudget {
    /// Creates a budget of `most` tables.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self { most, taken: Arc::default() }
    }

    /// The number of tables that the streams hold now.
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

/// The tables of one stream: the match of each, decoded and validated. When it is dropped, its tables go back to the budget.
#[derive(Debug)]
pub struct Tables {
    matches: HashMap<u64, Box<AnyMatch>>,
    budget: TableBudget,
}

impl Tables {
    /// Creates an empty set of tables. Each table added later counts against the budget.
    #[must_use]
    pub fn new(budget: TableBudget) -> Self {
        Self { matches: HashMap::new(), budget }
    }

    /// Stores the match of a new table.
    fn keep(&mut self, table: u64, any: AnyMatch) -> Result<(), Refusal> {
        if self.matches.len() >= MAX_STREAM_TABLES {
            return Err(Refusal::limit("stream_tables", MAX_STREAM_TABLES));
        }
        if !self.budget.take() {
            return Err(Refusal::unavailable(&messages::TABLES_TAKEN).detail("overload"));
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
        None => Err(Refusal::field("request", messages::missing_choice("apply, close"))),
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
    // Works on a copy, because a refusal must leave the stored match unchanged.
    let mut next = if request.state.is_empty() { AnyMatch::clone(held) } else { states.read(&request.state)? };
    let answer = apply::apply_to(states, &mut next, &order)?;
    check_length(&answer, limits)?;
    **held = next;
    Ok(answer)
}

/// Refuses a response that is too long to send: sending it would end the stream for all its tables.
fn check_length(answer: &pb::engine::ApplyResponse, limits: &Limits) -> Result<(), Refusal> {
    let most = limits.max_response_bytes as usize;
    if answer.encoded_len() + ENVELOPE_BYTES > most {
        return Err(Refusal::limit("max_response_bytes", most));
    }
    Ok(())
}
