//! The stream of `Play`.

use super::status::refuse;
use crate::wire::pb::engine as pb;
use crate::wire::{Engine, Refusal, Tables};
use arc_swap::ArcSwap;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::{Sleep, sleep};
use tokio_stream::Stream;
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};
use tonic::{Status, Streaming};

/// How many requests are answered before other tasks have their turn.
const TURN: u32 = 32;

/// The answers of one stream, each made when the transport asks for it: no task, no queue, and no request is read before
/// the answer to the last could be handed over.
pub(super) struct Answers {
    engine: Arc<ArcSwap<Engine>>,
    tables: Tables,
    requests: Streaming<pb::PlayRequest>,
    shutdown: Pin<Box<WaitForCancellationFutureOwned>>,
    age: Pin<Box<Sleep>>,
    /// How many requests may still be answered in this turn.
    turn: u32,
    ended: bool,
}

impl Answers {
    pub(super) fn new(
        engine: Arc<ArcSwap<Engine>>,
        tables: Tables,
        requests: Streaming<pb::PlayRequest>,
        shutdown: CancellationToken,
        max_age: Duration,
    ) -> Self {
        let (shutdown, age) = (Box::pin(shutdown.cancelled_owned()), Box::pin(sleep(max_age)));
        Self { engine, tables, requests, shutdown, age, turn: TURN, ended: false }
    }

    /// Why the server ends the stream, if it does.
    fn end(&mut self, cx: &mut Context<'_>) -> Option<Status> {
        let why = if self.shutdown.as_mut().poll(cx).is_ready() {
            "the server is shutting down"
        } else if self.age.as_mut().poll(cx).is_ready() {
            "the stream has reached its age"
        } else {
            return None;
        };
        Some(refuse(&Refusal::unavailable(why), None))
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
        // Once a turn is enough, and whenever the stream comes to rest.
        if self.turn == TURN
            && let Some(status) = self.end(cx)
        {
            self.ended = true;
            return Poll::Ready(Some(Err(status)));
        }
        match Pin::new(&mut self.requests).poll_next(cx) {
            Poll::Ready(Some(Ok(request))) => {
                self.turn -= 1;
                let Self { engine, tables, .. } = &mut *self;
                Poll::Ready(Some(Ok(engine.load().play(tables, &request))))
            }
            Poll::Ready(Some(Err(status))) => {
                self.ended = true;
                Poll::Ready(Some(Err(status)))
            }
            Poll::Ready(None) => {
                self.ended = true;
                Poll::Ready(None)
            }
            Poll::Pending => {
                // At rest: the next request begins a turn.
                self.turn = TURN;
                Poll::Pending
            }
        }
    }
}
