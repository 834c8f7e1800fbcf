//! One connection from its first byte to its last.

use super::calls::{Calls, Peer, Shared};
use super::config::{CallLimits, Connections};
use super::socket::Socket;
use super::web::Front;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// How connections are served.
#[derive(Debug)]
pub(super) struct Connecting {
    http: auto::Builder<TokioExecutor>,
    shared: Arc<Shared>,
    front: Front,
    age: Duration,
    /// How long a peer may leave an answer lying: as long as a call may take. It is the length of an epoch.
    patience: Duration,
}

/// In which epoch after its connection has grown old a stream ends: short ones end by themselves before.
const STREAMS_END: u32 = 2;
/// In which epoch a connection is cut on which something is still open: calls under way have had their time, and their
/// peer the time to take the answers.
const CUT: u32 = 4;
/// When the server stops, streams end at once, and all that follows comes so many epochs earlier.
const STOPPING: u32 = 1;
/// How much of a stream is taken in before it is read: most requests fit, and a stream of Play whose caller takes no
/// answers holds no more.
const STREAM_WINDOW: u32 = 65_536;
/// By how much the age of connections differs, as a part of it.
const SPREAD: f64 = 0.1;

impl Connecting {
    pub(super) fn new(config: &Connections, limits: &CallLimits, shared: Arc<Shared>, front: Front) -> Self {
        let mut http = auto::Builder::new(TokioExecutor::new());
        if !config.grpc_web {
            http = http.http2_only();
        }
        let handshake = Duration::from_millis(config.handshake_timeout_ms);
        http.http1()
            .timer(TokioTimer::new())
            .header_read_timeout(handshake)
            .max_buf_size(limits.max_header_bytes as usize);
        http.http2()
            .timer(TokioTimer::new())
            .max_concurrent_streams(config.max_concurrent_streams)
            .max_local_error_reset_streams(config.max_local_resets as usize)
            .max_pending_accept_reset_streams(config.max_pending_resets as usize)
            .max_header_list_size(limits.max_header_bytes)
            .initial_stream_window_size(STREAM_WINDOW)
            .keep_alive_interval(Duration::from_millis(config.keepalive_interval_ms))
            .keep_alive_timeout(Duration::from_millis(config.keepalive_timeout_ms))
            .auto_date_header(false);
        Self {
            http,
            shared,
            front,
            age: Duration::from_millis(config.connection_age_ms),
            patience: limits.call_deadline(),
        }
    }

    pub(super) const fn age(&self) -> Duration {
        self.age
    }

    /// Serves a connection to its end: until the peer closes it, it grows old, the server stops, or the peer leaves
    /// answers lying. Calls under way are finished in all cases but the last; streams are ended.
    pub(super) async fn serve(&self, socket: Socket) {
        let ending = &self.shared.ending;
        let peer = Arc::new(Peer::new(ending.child_token()));
        let front = self.front.with(Calls::new(Arc::clone(&self.shared), Arc::clone(&peer)));
        let connection = self.http.serve_connection(TokioIo::new(socket), front);
        tokio::pin!(connection);
        let old = tokio::time::sleep(spread(self.age));
        tokio::pin!(old);
        let mut epochs = tokio::time::interval_at(Instant::now() + self.patience, self.patience);
        epochs.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        // The epochs since it was told to end.
        let mut closing = None;
        let mut stopping = false;
        loop {
            tokio::select! {
                ended = connection.as_mut() => {
                    if let Err(error) = ended {
                        tracing::debug!("a connection failed: {error}");
                    }
                    return;
                }
                () = &mut old, if closing.is_none() => closing = Some(0),
                () = ending.cancelled(), if !stopping => {
                    stopping = true;
                    closing = closing.max(Some(STOPPING));
                }
                _ = epochs.tick() => {
                    closing = closing.map(|epochs| epochs + 1);
                    if peer.begin_epoch() || closing >= Some(CUT) {
                        self.shared.metrics.connections_stalled.inc();
                        tracing::debug!("a connection is cut: its peer does not take its answers");
                        return;
                    }
                    if closing >= Some(STREAMS_END) {
                        peer.end_streams();
                    }
                    continue;
                }
            }
            connection.as_mut().graceful_shutdown();
        }
    }
}

/// Nine to eleven tenths of it, so that connections of one moment do not all end in another.
fn spread(age: Duration) -> Duration {
    use rand::TryRng;
    let random = rand::rngs::SysRng.try_next_u32().unwrap_or(u32::MAX / 2);
    age.mul_f64(1.0 - SPREAD + 2.0 * SPREAD * f64::from(random) / f64::from(u32::MAX))
}

/// How long a stream may live, in seconds: as long as a connection that was opened for it.
pub(super) fn longest_stream(config: &Connections, limits: &CallLimits) -> u32 {
    let age = Duration::from_millis(config.connection_age_ms).mul_f64(1.0 + SPREAD);
    let longest = age + limits.call_deadline() * STREAMS_END;
    u32::try_from(longest.as_secs() + 1).unwrap_or(u32::MAX)
}
