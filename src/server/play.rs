//! The stream of `Play`.

use super::metrics::Metrics;
use super::status::{Told, refuse};
use crate::engine::{Engine, Tables};
use crate::wire::Refusal;
use crate::wire::pb::engine as pb;
use arc_swap::ArcSwap;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use tokio_stream::Stream;
use tonic::{Code, Status, Streaming};

/// How many requests are answered before other tasks have their turn.
const TURN: u32 = 32;

/// The answers of one stream, each made when the transport asks for it: no task, no queue, and no request is read before
/// the answer to the last could be handed over. The stream is ended from outside, with its connection.
pub(super) struct Answers {
    engine: Arc<ArcSwap<Engine>>,
    metrics: Arc<Metrics>,
    tables: Tables,
    requests: Streaming<pb::PlayRequest>,
    /// How many requests may still be answered in this turn.
    turn: u32,
    ended: bool,
}

impl Answers {
    pub(super) fn new(
        engine: Arc<ArcSwap<Engine>>,
        metrics: Arc<Metrics>,
        tables: Tables,
        requests: Streaming<pb::PlayRequest>,
    ) -> Self {
        Self { engine, metrics, tables, requests, turn: TURN, ended: false }
    }

    fn answer(&mut self, request: &pb::PlayRequest) -> pb::PlayResponse {
        let Self { engine, metrics, tables, .. } = self;
        let (response, game) = engine.load().play(tables, request);
        let (reason, moves) = match (&response.answer, &request.request) {
            (Some(pb::play_response::Answer::Refusal(refusal)), _) => (Some(refusal.reason()), 0),
            (_, Some(pb::play_request::Request::Apply(apply))) => (None, apply.moves.len()),
            (_, Some(pb::play_request::Request::Close(_)) | None) => (None, 0),
        };
        metrics.stream_request(&Told { game, reason, moves: moves as u64 });
        response
    }

    /// Why a request cannot be read. What the transport says of one that is too long, it says of answers too.
    fn unread(&self, status: Status) -> Status {
        if status.code() != Code::OutOfRange {
            return status;
        }
        let limit = self.engine.load().limits().max_request_bytes;
        refuse(&Refusal::limit("max_request_bytes", limit as usize), None)
    }
}

impl Stream for Answers {
    type Item = Result<pb::PlayResponse, Status>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.ended {
            return Poll::Ready(None);
        }
        if self.turn == 0 {
            self.turn = TURN;
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        let request = Pin::new(&mut self.requests).poll_next(cx);
        if request.is_pending() {
            // At rest: the next request begins a turn.
            self.turn = TURN;
        }
        match ready!(request) {
            Some(Ok(request)) => {
                self.turn -= 1;
                Poll::Ready(Some(Ok(self.answer(&request))))
            }
            Some(Err(status)) => {
                self.ended = true;
                Poll::Ready(Some(Err(self.unread(status))))
            }
            None => {
                self.ended = true;
                Poll::Ready(None)
            }
        }
    }
}
