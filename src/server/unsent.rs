//! The bytes of responses that their peers have not taken yet, counted until the HTTP/2 layer has written the last of them.
//!
//! A response leaves its call as soon as the HTTP/2 layer takes it over, which may then hold it for as long as the peer's
//! flow-control window stays closed. So the count follows the bytes, not the call.

use super::calls::ConnectionState;
use super::open_connections::OpenConnections;
use hyper::body::{Buf, Bytes};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a response takes in memory beside its bytes: its stream, task and frames.
const OVERHEAD_BYTES: usize = 1024;
/// One connection may take this part of the limit, so that a few connections cannot take all of it.
const CONNECTION_SHARE: usize = 8;
/// A quarter of the limit is for connections that have no more than this unsent: others cannot take the room for small
/// responses.
const SMALL_BYTES: usize = 64 * 1024;

/// The limit of unsent response bytes of the whole server.
#[derive(Debug)]
pub(super) struct UnsentBudget {
    limit: usize,
    taken: AtomicUsize,
    connections: Arc<OpenConnections>,
}

impl UnsentBudget {
    pub(super) fn new(limit: usize, connections: Arc<OpenConnections>) -> Self {
        Self { limit, taken: AtomicUsize::new(0), connections }
    }

    /// The number of bytes that are taken.
    pub(super) fn taken(&self) -> usize {
        self.taken.load(Ordering::Relaxed)
    }

    /// Counts a part of a response of a connection, or returns `None` if there is no room for it.
    ///
    /// A connection that has nothing else unsent may send one response of any length. At the limit of the whole server, the
    /// connection with the most unsent bytes is closed if that makes the room.
    pub(super) fn count(self: &Arc<Self>, connection: &Arc<ConnectionState>, bytes: Bytes) -> Option<SentBytes> {
        let cost = bytes.len() + OVERHEAD_BYTES;
        let unsent = connection.unsent();
        if unsent > 0 && unsent + cost > self.limit / CONNECTION_SHARE {
            return None;
        }
        let limit = if unsent + cost <= SMALL_BYTES { self.limit } else { self.limit / 4 * 3 };
        let room = |taken: usize| (taken + cost <= limit).then_some(taken + cost);
        if self.taken.fetch_update(Ordering::Relaxed, Ordering::Relaxed, room).is_err() {
            if !self.connections.close_most_unsent(unsent + cost) {
                return None;
            }
            self.taken.fetch_add(cost, Ordering::Relaxed);
        }
        let epoch = connection.add_unsent(cost);
        let guard = Unsent { budget: Arc::clone(self), connection: Arc::clone(connection), epoch, cost };
        Some(SentBytes { bytes, counted: Counted::Once(guard) })
    }
}

/// Counts a part of a response until it is dropped.
#[derive(Debug)]
pub(super) struct Unsent {
    budget: Arc<UnsentBudget>,
    connection: Arc<ConnectionState>,
    epoch: usize,
    cost: usize,
}

impl Drop for Unsent {
    fn drop(&mut self) {
        self.connection.remove_unsent(self.epoch, self.cost);
        self.budget.taken.fetch_sub(self.cost, Ordering::Relaxed);
    }
}

/// A part of a response. The HTTP/2 layer drops it when it has written all of it, or when the stream or the connection ends.
#[derive(Debug)]
pub(super) struct SentBytes {
    bytes: Bytes,
    counted: Counted,
}

/// What counts a part of a response.
#[derive(Debug)]
enum Counted {
    /// Nothing: the bytes are few.
    Not,
    Once(Unsent),
    /// gRPC-Web keeps count as well.
    Shared {
        _unsent: Arc<Unsent>,
    },
}

impl SentBytes {
    /// Bytes so few that they are not counted.
    pub(super) const fn uncounted(bytes: Bytes) -> Self {
        Self { bytes, counted: Counted::Not }
    }

    /// Bytes that something else counts, too.
    pub(super) fn shared(bytes: Bytes, unsent: Option<Arc<Unsent>>) -> Self {
        Self { bytes, counted: unsent.map_or(Counted::Not, |unsent| Counted::Shared { _unsent: unsent }) }
    }

    /// The bytes, and what counts them.
    pub(super) fn into_parts(self) -> (Bytes, Option<Unsent>) {
        let unsent = match self.counted {
            Counted::Once(unsent) => Some(unsent),
            Counted::Not | Counted::Shared { .. } => None,
        };
        (self.bytes, unsent)
    }
}

impl Buf for SentBytes {
    fn remaining(&self) -> usize {
        self.bytes.remaining()
    }

    fn chunk(&self) -> &[u8] {
        self.bytes.chunk()
    }

    fn advance(&mut self, count: usize) {
        self.bytes.advance(count);
    }
}
