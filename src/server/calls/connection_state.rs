//! What the calls of a connection share with the task that serves the connection.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};

/// Lets the task of a connection end the connection's streams, and find out whether the peer reads its responses.
///
/// Responses are counted by the epoch in which they begin. There are two counters, used in turn: if a new epoch begins
/// and the counter it takes over is not zero, the peer has left a response unread for at least one whole epoch.
///
/// Streams are not counted: they may be idle for as long as their connection lives.
#[derive(Debug)]
pub(in super::super) struct ConnectionState {
    streams_end: CancellationToken,
    epoch: AtomicUsize,
    responses: [AtomicU32; 2],
}

impl ConnectionState {
    /// The state of a connection whose streams end no later than the token is cancelled.
    pub(in super::super) fn new(streams_end: CancellationToken) -> Self {
        Self { streams_end, epoch: AtomicUsize::default(), responses: Default::default() }
    }

    pub(in super::super) fn end_streams(&self) {
        self.streams_end.cancel();
    }

    pub(super) fn streams_ended(&self) -> WaitForCancellationFutureOwned {
        self.streams_end.clone().cancelled_owned()
    }

    /// Begins the next epoch. Returns whether a response has been unread for at least one whole epoch.
    pub(in super::super) fn begin_epoch(&self) -> bool {
        let next = self.epoch.load(Ordering::Relaxed).wrapping_add(1);
        let unread = self.responses[next % 2].load(Ordering::Relaxed) > 0;
        self.epoch.store(next, Ordering::Relaxed);
        unread
    }

    pub(super) fn begin_response(self: Arc<Self>) -> PendingResponse {
        let epoch = self.epoch.load(Ordering::Relaxed) % 2;
        self.responses[epoch].fetch_add(1, Ordering::Relaxed);
        PendingResponse { connection: self, epoch }
    }
}

/// A response that its peer has not read completely.
#[derive(Debug)]
pub(super) struct PendingResponse {
    connection: Arc<ConnectionState>,
    epoch: usize,
}

impl Drop for PendingResponse {
    fn drop(&mut self) {
        self.connection.responses[self.epoch].fetch_sub(1, Ordering::Relaxed);
    }
}
