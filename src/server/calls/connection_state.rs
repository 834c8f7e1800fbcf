//! What the calls of a connection share with the task that serves the connection.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use tokio_util::sync::{CancellationToken, WaitForCancellationFuture, WaitForCancellationFutureOwned};

/// Lets the task of a connection end the connection's streams, and find out whether the connection is idle and whether the
/// peer reads its responses.
///
/// Unsent bytes of responses are counted by the epoch in which they were made. There are two counters, used in turn: if a
/// new epoch begins and the counter it takes over is not zero, the peer has left a response unread for at least one whole
/// epoch.
#[derive(Debug)]
pub(in super::super) struct ConnectionState {
    /// The HTTP/2 streams that the connection may have.
    streams: u32,
    streams_end: CancellationToken,
    /// Cancelled when the connection is to close as soon as it is idle, and a new one takes its place.
    making_room: CancellationToken,
    /// Cancelled when the connection is to close at once.
    closing: CancellationToken,
    epoch: AtomicUsize,
    unsent: [AtomicUsize; 2],
    /// The server's coarse clock, and its value when the peer last took something or owed nothing.
    clock: Arc<AtomicU32>,
    progress: AtomicU32,
    open_calls: AtomicU32,
    /// Whether a call has begun in this epoch.
    used: AtomicBool,
    /// Epochs without a call.
    idle_epochs: AtomicU32,
}

impl ConnectionState {
    /// The state of a connection whose streams end no later than the token is cancelled.
    pub(in super::super) fn new(streams_end: CancellationToken, clock: Arc<AtomicU32>, streams: u32) -> Self {
        Self {
            streams,
            streams_end,
            making_room: CancellationToken::new(),
            closing: CancellationToken::new(),
            epoch: AtomicUsize::default(),
            unsent: Default::default(),
            progress: AtomicU32::new(clock.load(Ordering::Relaxed)),
            clock,
            open_calls: AtomicU32::default(),
            used: AtomicBool::default(),
            idle_epochs: AtomicU32::default(),
        }
    }

    pub(in super::super) const fn streams(&self) -> u32 {
        self.streams
    }

    pub(in super::super) fn end_streams(&self) {
        self.streams_end.cancel();
    }

    pub(super) fn streams_ended(&self) -> WaitForCancellationFutureOwned {
        self.streams_end.clone().cancelled_owned()
    }

    pub(in super::super) fn make_room(&self) {
        self.making_room.cancel();
    }

    pub(in super::super) fn makes_room(&self) -> bool {
        self.making_room.is_cancelled()
    }

    pub(in super::super) fn room_wanted(&self) -> WaitForCancellationFuture<'_> {
        self.making_room.cancelled()
    }

    pub(in super::super) fn close(&self) {
        self.closing.cancel();
    }

    #[cfg(test)]
    pub(in super::super) fn is_closing(&self) -> bool {
        self.closing.is_cancelled()
    }

    pub(in super::super) fn close_wanted(&self) -> WaitForCancellationFuture<'_> {
        self.closing.cancelled()
    }

    /// Begins the next epoch. Returns whether a response has been unread for at least one whole epoch.
    pub(in super::super) fn begin_epoch(&self) -> bool {
        let next = self.epoch.load(Ordering::Relaxed).wrapping_add(1);
        let unread = self.unsent[next % 2].load(Ordering::Relaxed) > 0;
        self.epoch.store(next, Ordering::Relaxed);
        if self.used.swap(false, Ordering::Relaxed) {
            self.idle_epochs.store(0, Ordering::Relaxed);
        } else {
            self.idle_epochs.fetch_add(1, Ordering::Relaxed);
        }
        unread
    }

    /// If nothing is open on the connection: the number of epochs since the last call.
    pub(in super::super) fn idle_epochs(&self) -> Option<u32> {
        let idle = self.open_calls.load(Ordering::Relaxed) == 0 && self.unsent() == 0;
        idle.then(|| if self.used.load(Ordering::Relaxed) { 0 } else { self.idle_epochs.load(Ordering::Relaxed) })
    }

    /// The bytes of responses that the peer has not taken yet.
    pub(in super::super) fn unsent(&self) -> usize {
        self.unsent.iter().map(|bytes| bytes.load(Ordering::Relaxed)).sum()
    }

    /// Counts bytes of a response. Returns what [`Self::remove_unsent`] needs.
    pub(in super::super) fn add_unsent(&self, bytes: usize) -> usize {
        if self.unsent() == 0 {
            self.progress.store(self.clock.load(Ordering::Relaxed), Ordering::Relaxed);
        }
        let epoch = self.epoch.load(Ordering::Relaxed) % 2;
        self.unsent[epoch].fetch_add(bytes, Ordering::Relaxed);
        epoch
    }

    /// The peer has taken bytes of a response, or will never.
    pub(in super::super) fn remove_unsent(&self, epoch: usize, bytes: usize) {
        self.unsent[epoch].fetch_sub(bytes, Ordering::Relaxed);
        self.progress.store(self.clock.load(Ordering::Relaxed), Ordering::Relaxed);
    }

    /// For how many ticks of the clock the peer has taken nothing although something is unsent; 0 if the connection is
    /// already about to close.
    pub(in super::super) fn stalled_ticks(&self, now: u32) -> u32 {
        if self.unsent() == 0 || self.closing.is_cancelled() {
            return 0;
        }
        now.wrapping_sub(self.progress.load(Ordering::Relaxed))
    }

    pub(in super::super) fn begin_call(self: Arc<Self>) -> OpenCall {
        self.open_calls.fetch_add(1, Ordering::Relaxed);
        self.used.store(true, Ordering::Relaxed);
        OpenCall { connection: self }
    }
}

/// A call from its headers until its response is handed over.
#[derive(Debug)]
pub(in super::super) struct OpenCall {
    connection: Arc<ConnectionState>,
}

impl OpenCall {
    pub(super) const fn connection(&self) -> &Arc<ConnectionState> {
        &self.connection
    }
}

impl Drop for OpenCall {
    fn drop(&mut self) {
        self.connection.open_calls.fetch_sub(1, Ordering::Relaxed);
    }
}
