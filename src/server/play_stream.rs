//! The responses on a stream of `Play`.

use super::metrics::Metrics;
use super::outcome::CallOutcome;
use super::status::refuse;
use crate::engine::{Engine, Tables};
use crate::wire::Refusal;
use crate::wire::pb::engine as pb;
use arc_swap::ArcSwap;
use futures_util::Stream;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use tonic::{Code, Status, Streaming};

/// Requests that are answered before the stream yields to other tasks.
const YIELD_AFTER: u32 = 32;

/// The responses of one stream. Each is made when the transport polls for it, so there is no task and no queue, and a
/// request is read only after the response to the previous one was handed over. The call layer ends the stream together
/// with its connection.
pub(super) struct PlayResponses {
    engine: Arc<ArcSwap<Engine>>,
    metrics: Arc<Metrics>,
    tables: Tables,
    requests: Streaming<pb::PlayRequest>,
    /// Requests that may be answered before the next yield.
    budget: u32,
    ended: bool,
}

impl PlayResponses {
    pub(super) fn new(
        engine: Arc<ArcSwap<Engine>>,
        metrics: Arc<Metrics>,
        tables: Tables,
        requests: Streaming<pb::PlayRequest>,
    ) -> Self {
        Self { engine, metrics, tables, requests, budget: YIELD_AFTER, ended: false }
    }

    fn answer(&mut self, request: &pb::PlayRequest) -> pb::PlayResponse {
        let Self { engine, metrics, tables, .. } = self;
        let (response, game) = engine.load().play(tables, request);
        let (reason, moves) = match (&response.answer, &request.request) {
            (Some(pb::play_response::Answer::Refusal(refusal)), _) => (Some(refusal.reason()), 0),
            (_, Some(pb::play_request::Request::Apply(apply))) => (None, apply.moves.len()),
            (_, Some(pb::play_request::Request::Close(_)) | None) => (None, 0),
        };
        metrics.stream_request(&CallOutcome { game, reason, moves: moves as u64 });
        response
    }

    /// The status for a request that cannot be read. A request that is too long gets a refusal that names the limit, because
    /// the transport uses the same code for a response that is too long.
    fn read_error(&self, status: Status) -> Status {
        if status.code() != Code::OutOfRange {
            return status;
        }
        let limit = self.engine.load().limits().max_request_bytes;
        refuse(&Refusal::limit("max_request_bytes", limit as usize), None)
    }
}

impl Stream for PlayResponses {
    type Item = Result<pb::PlayResponse, Status>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.ended {
            return Poll::Ready(None);
        }
        if self.budget == 0 {
            self.budget = YIELD_AFTER;
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        let request = Pin::new(&mut self.requests).poll_next(cx);
        if request.is_pending() {
            // The stream is idle, so other tasks can run.
            self.budget = YIELD_AFTER;
        }
        match ready!(request) {
            Some(Ok(request)) => {
                self.budget -= 1;
                Poll::Ready(Some(Ok(self.answer(&request))))
            }
            Some(Err(status)) => {
                self.ended = true;
                Poll::Ready(Some(Err(self.read_error(status))))
            }
            None => {
                self.ended = true;
                Poll::Ready(None)
            }
        }
    }
}
