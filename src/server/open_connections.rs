//! The open connections: how many there may be, in total and from one peer, how many HTTP/2 streams each may have, and which
//! ones are closed when there is no room.

use super::calls::ConnectionState;
use super::config::Connections;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// The number of HTTP/2 streams that each connection may have, even if all connections are open.
const MIN_STREAMS: u32 = 8;
/// This part of the connections may be about to close in favor of new ones, on top of the limit.
const LEAVING_SHARE: u32 = 16;
/// The unit in which the progress of a peer is measured.
const TICK: Duration = Duration::from_millis(250);
/// A peer that has taken no response for this many ticks is stalled.
const STALLED_TICKS: u32 = 4;

/// All open connections. The lock is taken when a connection opens or closes, and when unsent responses leave no room.
#[derive(Debug)]
pub(super) struct OpenConnections {
    limit: u32,
    /// `None` if one peer may have all connections.
    per_peer: Option<u32>,
    max_concurrent_streams: u32,
    /// Counts [`TICK`]s.
    clock: Arc<AtomicU32>,
    open: Mutex<Open>,
}

#[derive(Debug)]
struct Open {
    connections: Vec<Arc<ConnectionState>>,
    /// Connections that are about to close in favor of new ones.
    leaving: u32,
    peers: HashMap<IpAddr, u32>,
    streams_left: u32,
}

impl OpenConnections {
    pub(super) fn new(config: &Connections) -> Self {
        let open =
            Open { connections: Vec::new(), leaving: 0, peers: HashMap::new(), streams_left: config.max_streams() };
        Self {
            limit: config.max_connections,
            per_peer: config.per_peer(),
            max_concurrent_streams: config.max_concurrent_streams,
            clock: Arc::default(),
            open: Mutex::new(open),
        }
    }

    /// Moves the clock without end.
    pub(super) async fn run_clock(&self) {
        let mut ticks = tokio::time::interval(TICK);
        loop {
            ticks.tick().await;
            self.clock.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// The number of open connections.
    pub(super) fn count(&self) -> usize {
        let open = self.lock();
        open.connections.len() + open.leaving as usize
    }

    /// The number of HTTP/2 streams that the open connections may have together.
    pub(super) fn granted_streams(&self) -> usize {
        self.lock().connections.iter().map(|connection| connection.streams() as usize).sum()
    }

    /// Takes a new connection, unless its peer has too many or there is no room. At the limit, the connection that has been
    /// idle for the longest time makes room.
    pub(super) fn admit(
        self: &Arc<Self>,
        peer: Option<IpAddr>,
        streams_end: CancellationToken,
    ) -> Option<OpenConnection> {
        let peer = peer.map(network);
        let mut open = self.lock();
        let count = peer.and_then(|peer| open.peers.get(&peer)).copied().unwrap_or_default();
        if self.per_peer.is_some_and(|limit| count >= limit) {
            return None;
        }
        if open.connections.len() >= self.limit as usize {
            if open.leaving > self.limit / LEAVING_SHARE {
                return None;
            }
            let idle =
                open.connections.iter().enumerate().filter_map(|(index, state)| Some((state.idle_epochs()?, index)));
            // Among those idle for equally long, the oldest.
            let (_, index) = idle.max_by_key(|(epochs, index)| (*epochs, usize::MAX - index))?;
            let connection = open.connections.remove(index);
            open.streams_left += connection.streams();
            open.leaving += 1;
            connection.make_room();
        }
        let still_possible = self.limit - u32::try_from(open.connections.len()).unwrap_or(self.limit);
        let reserved = MIN_STREAMS * still_possible.saturating_sub(1);
        let most = self.max_concurrent_streams;
        let streams = open.streams_left.saturating_sub(reserved).clamp(MIN_STREAMS.min(most), most);
        open.streams_left = open.streams_left.saturating_sub(streams);
        if let Some(peer) = peer {
            open.peers.insert(peer, count + 1);
        }
        let state = Arc::new(ConnectionState::new(streams_end, Arc::clone(&self.clock), streams));
        open.connections.push(Arc::clone(&state));
        drop(open);
        Some(OpenConnection { connections: Arc::clone(self), peer, state })
    }

    /// Closes the connection with the most unsent bytes among those whose peers are stalled, if it has more than `bytes`.
    /// Returns whether it closes one.
    pub(super) fn close_most_unsent(&self, bytes: usize) -> bool {
        let open = self.lock();
        let now = self.clock.load(Ordering::Relaxed);
        let stalled = open.connections.iter().filter(|state| state.stalled_ticks(now) >= STALLED_TICKS);
        let most = stalled.max_by_key(|state| state.unsent()).filter(|state| state.unsent() > bytes);
        most.inspect(|state| state.close()).is_some()
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An open connection. It makes room for another when it is dropped.
#[derive(Debug)]
pub(super) struct OpenConnection {
    connections: Arc<OpenConnections>,
    /// `None` on a Unix socket.
    peer: Option<IpAddr>,
    pub(super) state: Arc<ConnectionState>,
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        let mut open = self.connections.lock();
        if self.state.makes_room() {
            open.leaving -= 1;
        } else if let Some(index) = open.connections.iter().position(|state| Arc::ptr_eq(state, &self.state)) {
            // The order is that of opening.
            open.connections.remove(index);
            open.streams_left += self.state.streams();
        }
        let Some(peer) = self.peer else { return };
        if let Some(count) = open.peers.get_mut(&peer) {
            *count -= 1;
            if *count == 0 {
                open.peers.remove(&peer);
            }
        }
    }
}

/// The address that a peer's connections are counted under: an IPv4 address, or the /64 network of an IPv6 address, because
/// one host commonly has a whole network.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connections(limit: u32, per_peer: Option<u32>, streams: u32) -> Arc<OpenConnections> {
        let open = Open { connections: Vec::new(), leaving: 0, peers: HashMap::new(), streams_left: streams };
        let clock = Arc::default();
        Arc::new(OpenConnections { limit, per_peer, max_concurrent_streams: 64, clock, open: Mutex::new(open) })
    }

    fn admit(connections: &Arc<OpenConnections>, peer: &str) -> Option<OpenConnection> {
        connections.admit(Some(peer.parse().unwrap()), CancellationToken::new())
    }

    #[test]
    fn a_peer_gets_its_share_of_connections_and_no_more() {
        let connections = connections(100, Some(2), 10_000);
        let held = [admit(&connections, "2001:db8::1").unwrap(), admit(&connections, "2001:db8::2").unwrap()];
        assert!(admit(&connections, "2001:db8::3").is_none(), "the same network");
        let _other = admit(&connections, "192.0.2.1").unwrap();
        drop(held);
        assert_eq!(connections.count(), 1);
        assert!(admit(&connections, "2001:db8::3").is_some());
    }

    #[test]
    fn the_longest_idle_connection_makes_room_and_a_busy_one_does_not() {
        let connections = connections(2, None, 10_000);
        let busy = admit(&connections, "192.0.2.1").unwrap();
        let _call = Arc::clone(&busy.state).begin_call();
        let idle = admit(&connections, "192.0.2.2").unwrap();
        let _third = admit(&connections, "192.0.2.3").unwrap();
        assert!(idle.state.makes_room() && !busy.state.makes_room());
        drop(idle);
        assert_eq!(connections.count(), 2);
    }

    #[test]
    fn the_streams_of_all_connections_stay_below_their_sum() {
        let connections = connections(100, None, 1600);
        let held: Vec<_> = (0..100).map(|_| admit(&connections, "192.0.2.1").unwrap()).collect();
        let granted: Vec<_> = held.iter().map(|connection| connection.state.streams()).collect();
        assert_eq!((granted[0], granted[13], granted[99]), (64, 64, 8));
        assert!(connections.granted_streams() <= 1600);
        drop(held);
        assert_eq!(admit(&connections, "192.0.2.1").unwrap().state.streams(), 64);
    }

    #[test]
    fn a_stalled_connection_is_closed_for_one_with_less_unsent() {
        let connections = connections(10, None, 1000);
        let held = [admit(&connections, "192.0.2.1").unwrap(), admit(&connections, "192.0.2.1").unwrap()];
        held[0].state.add_unsent(1000);
        held[1].state.add_unsent(2000);
        assert!(!connections.close_most_unsent(10), "neither is stalled yet");
        connections.clock.fetch_add(STALLED_TICKS, Ordering::Relaxed);
        assert!(!connections.close_most_unsent(2000), "nobody is closed for one with as much");
        assert!(connections.close_most_unsent(10));
        assert!(held[1].state.is_closing() && !held[0].state.is_closing());
        assert!(connections.close_most_unsent(10));
        assert!(held[0].state.is_closing());
        assert!(!connections.close_most_unsent(10), "both are closing already");
    }
}
