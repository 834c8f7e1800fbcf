//! Admission control: how many calls of each kind, and how many connections, the server takes at once.
//!
//! A limit is a counter of permits. Metrics read the counters; they do not decide anything.

use super::config::{CallLimits, Connections};
use super::methods::CallKind;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A limited number of permits. Clones share them.
///
/// A `tokio::sync::Semaphore` would do, but takes a lock at each release, and no caller waits for a permit here.
#[derive(Clone, Debug)]
pub(super) struct Permits {
    limit: usize,
    taken: Arc<AtomicUsize>,
}

impl Permits {
    pub(super) fn new(limit: u32) -> Self {
        Self { limit: limit as usize, taken: Arc::default() }
    }

    /// Takes a permit, or returns `None` if all are taken.
    pub(super) fn try_acquire(&self) -> Option<Permit> {
        let one_more = |taken| (taken < self.limit).then_some(taken + 1);
        self.taken.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).ok()?;
        Some(Permit { taken: Arc::clone(&self.taken) })
    }

    /// The number of permits that are taken.
    pub(super) fn taken(&self) -> usize {
        self.taken.load(Ordering::Relaxed)
    }
}

/// Returns its permit when it is dropped.
#[derive(Debug)]
#[must_use = "the permit is returned when this is dropped"]
pub(super) struct Permit {
    taken: Arc<AtomicUsize>,
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.taken.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The permits of each kind of call.
#[derive(Debug)]
pub(super) struct Admission {
    /// In the order of [`CallKind::ALL`].
    permits: [Permits; CallKind::ALL.len()],
}

impl Admission {
    pub(super) fn new(limits: &CallLimits, connections: &Connections) -> Self {
        let limit = |kind| match kind {
            CallKind::Call => limits.max_in_flight,
            CallKind::Replay => limits.max_replays(),
            CallKind::Stream | CallKind::Reflection => limits.max_open_streams,
            // A client has one health watch for each of its connections.
            CallKind::Watch => connections.max_connections,
            CallKind::Health => u32::MAX,
        };
        Self { permits: CallKind::ALL.map(|kind| Permits::new(limit(kind))) }
    }

    /// The permits of a kind.
    pub(super) fn permits(&self, kind: CallKind) -> &Permits {
        &self.permits[kind.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dropped_permit_can_be_taken_again() {
        let permits = Permits::new(2);
        let one = permits.try_acquire().expect("none is taken");
        let _two = permits.try_acquire().expect("one is left");
        assert!(permits.try_acquire().is_none());
        assert_eq!(permits.taken(), 2, "a refused attempt takes nothing");
        drop(one);
        assert_eq!(permits.taken(), 1);
        assert!(permits.clone().try_acquire().is_some());
    }

    #[test]
    fn permits_never_exceed_the_limit_under_contention() {
        let permits = Permits::new(3);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..1000 {
                        let _held: Vec<Permit> = (0..4).filter_map(|_| permits.try_acquire()).collect();
                        assert!(permits.taken() <= 3);
                    }
                });
            }
        });
        assert_eq!(permits.taken(), 0);
    }
}
