use super::super::methods::{Kind, MethodId};
use super::super::status::Told;
use super::super::telemetry;
use super::Shared;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::time::Instant;
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};
use tonic::Code;
use tracing::Span;

/// The account of one call. It is settled by [`Record::finish`]; a call whose record is dropped before was given up by its
/// caller.
#[derive(Debug)]
pub(super) struct Record {
    shared: Arc<Shared>,
    method: MethodId,
    /// Whether it takes up room that has to be given back.
    admitted: bool,
    begun: Instant,
    told: Told,
    span: Span,
    finished: bool,
}

impl Record {
    pub(super) fn new(shared: Arc<Shared>, method: MethodId, admitted: bool, span: Span) -> Self {
        Self { shared, method, admitted, begun: Instant::now(), told: Told::default(), span, finished: false }
    }

    pub(super) const fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    pub(super) const fn method(&self) -> MethodId {
        self.method
    }

    pub(super) const fn begun(&self) -> Instant {
        self.begun
    }

    pub(super) const fn span(&self) -> &Span {
        &self.span
    }

    pub(super) fn told(&mut self, told: Option<Told>) {
        self.told = told.unwrap_or_default();
    }

    pub(super) fn finish(mut self, code: Code) {
        self.finished = true;
        let took = self.begun.elapsed();
        self.shared.metrics.answered(self.method, code, &self.told, took);
        telemetry::call_ended(&self.span, self.shared.methods.get(self.method).label, Some(code), &self.told, took);
    }

    fn kind(&self) -> Kind {
        self.shared.methods.get(self.method).kind
    }
}

impl Drop for Record {
    fn drop(&mut self) {
        if self.admitted {
            self.shared.release(self.kind());
        }
        if !self.finished {
            let took = self.begun.elapsed();
            self.shared.metrics.cancelled(self.method, took);
            telemetry::call_ended(&self.span, self.shared.methods.get(self.method).label, None, &self.told, took);
        }
    }
}

/// What a connection's task has to know of the answers that its peer has not taken yet.
///
/// Answers are counted by the epoch in which they began, of which there are two in turn: when an epoch begins and an
/// answer of the one before the last is still there, its peer has not taken it for at least a whole epoch.
///
/// A stream is no such answer: it may be silent for as long as its connection lives, and ends when it is told to.
#[derive(Debug)]
pub(in super::super) struct Peer {
    streams_end: CancellationToken,
    epoch: AtomicUsize,
    answers: [AtomicU32; 2],
}

impl Peer {
    /// A peer whose streams end with this token at the latest.
    pub(in super::super) fn new(streams_end: CancellationToken) -> Self {
        Self { streams_end, epoch: AtomicUsize::default(), answers: Default::default() }
    }

    pub(in super::super) fn end_streams(&self) {
        self.streams_end.cancel();
    }

    pub(super) fn streams_ended(&self) -> WaitForCancellationFutureOwned {
        self.streams_end.clone().cancelled_owned()
    }

    /// Begins the next epoch. Says whether an answer has waited for at least the length of one.
    pub(in super::super) fn begin_epoch(&self) -> bool {
        let next = self.epoch.load(Ordering::Relaxed).wrapping_add(1);
        let waited = self.answers[next % 2].load(Ordering::Relaxed) > 0;
        self.epoch.store(next, Ordering::Relaxed);
        waited
    }

    pub(super) fn answer_begins(self: Arc<Self>) -> Waiting {
        let epoch = self.epoch.load(Ordering::Relaxed) % 2;
        self.answers[epoch].fetch_add(1, Ordering::Relaxed);
        Waiting { peer: self, epoch }
    }
}

/// An answer that its peer has not taken yet.
#[derive(Debug)]
pub(super) struct Waiting {
    peer: Arc<Peer>,
    epoch: usize,
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.peer.answers[self.epoch].fetch_sub(1, Ordering::Relaxed);
    }
}
