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
    /// How long a peer may leave an answer lying: as long as a call may take.
    patience: Duration,
}

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

    /// Serves a connection to its end: until the peer closes it, it grows old, the server stops, or the peer leaves
    /// answers lying. Calls under way are finished in all cases but the last.
    pub(super) async fn serve(&self, socket: Socket) {
        let peer = Arc::new(Peer::default());
        let front = self.front.with(Calls::new(Arc::clone(&self.shared), Arc::clone(&peer)));
        let connection = self.http.serve_connection(TokioIo::new(socket), front);
        tokio::pin!(connection);
        let old = tokio::time::sleep(spread(self.age));
        tokio::pin!(old);
        let mut epochs = tokio::time::interval_at(Instant::now() + self.patience, self.patience);
        epochs.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut closing = false;
        loop {
            tokio::select! {
                ended = connection.as_mut() => {
                    if let Err(error) = ended {
                        tracing::debug!("a connection failed: {error}");
                    }
                    return;
                }
                () = &mut old, if !closing => {}
                () = self.shared.ending.cancelled(), if !closing => {}
                _ = epochs.tick() => {
                    if peer.begin_epoch() {
                        self.shared.metrics.connections_stalled.inc();
                        tracing::debug!("a connection is closed: its peer does not take its answers");
                        return;
                    }
                    continue;
                }
            }
            closing = true;
            connection.as_mut().graceful_shutdown();
        }
    }
}

/// Nine to eleven tenths of it, so that connections of one moment do not all end in another.
fn spread(age: Duration) -> Duration {
    use rand::TryRng;
    let random = rand::rngs::SysRng.try_next_u32().unwrap_or(u32::MAX / 2);
    age.mul_f64(0.9 + 0.2 * f64::from(random) / f64::from(u32::MAX))
}
