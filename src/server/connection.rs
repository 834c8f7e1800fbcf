//! Serves one connection from its first byte to its last.

use super::calls::{CallService, ConnectionState, Shared};
use super::config::{CallLimits, Connections};
use super::grpc_web::GrpcWeb;
use super::socket::Socket;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// Serves connections.
#[derive(Debug)]
pub(super) struct ConnectionHandler {
    http: auto::Builder<TokioExecutor>,
    shared: Arc<Shared>,
    grpc_web: GrpcWeb,
    max_age: Duration,
    /// The length of an epoch, which is the call deadline: a peer may leave a response unread for one whole epoch.
    epoch: Duration,
}

/// Streams end this many epochs after the connection has reached its maximum age. Short ones have ended before.
const END_STREAMS_AFTER: u32 = 2;
/// The connection is closed this many epochs after it has reached its maximum age, even if something is still open. Calls
/// in flight have passed their deadline by then, and the peer has had the time to read the responses.
const CLOSE_AFTER: u32 = 4;
/// When the server stops, the countdown begins at this epoch, so that streams end at once.
const STOPPING: u32 = 1;
/// HTTP/2 flow-control window of a stream, in bytes. Most requests fit, and a stream of Play whose caller reads no
/// responses buffers no more than this.
const STREAM_WINDOW_BYTES: u32 = 65_536;
/// Cancelled calls that are allowed on a connection before the server has processed them, however few streams it may have.
const MIN_PENDING_RESETS: usize = 20;
/// How long an idle connection that makes room for another may take to close.
const LEAVE_WITHIN: Duration = Duration::from_secs(1);
/// Relative jitter of the maximum age.
const AGE_JITTER: f64 = 0.1;

impl ConnectionHandler {
    pub(super) fn new(config: &Connections, limits: &CallLimits, shared: Arc<Shared>, grpc_web: GrpcWeb) -> Self {
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
            .max_local_error_reset_streams(config.max_local_resets as usize)
            .max_header_list_size(limits.max_header_bytes)
            .initial_stream_window_size(STREAM_WINDOW_BYTES)
            .keep_alive_interval(Duration::from_millis(config.keepalive_interval_ms))
            .keep_alive_timeout(Duration::from_millis(config.keepalive_timeout_ms))
            .auto_date_header(false);
        Self {
            http,
            shared,
            grpc_web,
            max_age: Duration::from_millis(config.connection_age_ms),
            epoch: limits.call_deadline(),
        }
    }

    pub(super) const fn max_age(&self) -> Duration {
        self.max_age
    }

    /// HTTP with that many streams. A peer may cancel all of them at once, and as many again before the server notices.
    fn http_for(&self, streams: u32) -> auto::Builder<TokioExecutor> {
        let mut http = self.http.clone();
        let resets = (streams as usize * 2).max(MIN_PENDING_RESETS);
        http.http2().max_concurrent_streams(streams).max_pending_accept_reset_streams(resets);
        http
    }

    /// Serves a connection until the peer closes it, it reaches its maximum age, the server stops, or the peer does not
    /// read its responses. Calls in flight finish in all cases but the last; streams are ended.
    pub(super) async fn serve(&self, socket: Socket, state: &Arc<ConnectionState>) {
        let ending = &self.shared.ending;
        let service = self.grpc_web.service(CallService::new(Arc::clone(&self.shared), Arc::clone(state)));
        let http = self.http_for(state.streams());
        let connection = http.serve_connection(TokioIo::new(socket), service);
        tokio::pin!(connection);
        let max_age = tokio::time::sleep(with_jitter(self.max_age));
        tokio::pin!(max_age);
        let mut epochs = tokio::time::interval_at(Instant::now() + self.epoch, self.epoch);
        epochs.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        // The number of epochs since the graceful shutdown began.
        let mut closing = None;
        let mut stopping = false;
        // Set once the connection is to make room for another.
        let mut leave = None;
        loop {
            tokio::select! {
                ended = connection.as_mut() => {
                    if let Err(error) = ended {
                        tracing::debug!("a connection failed: {error}");
                    }
                    return;
                }
                () = &mut max_age, if closing.is_none() => closing = Some(0),
                () = state.close_wanted() => {
                    self.stalled();
                    return;
                }
                () = state.room_wanted(), if leave.is_none() => {
                    leave = Some(Instant::now() + LEAVE_WITHIN);
                    closing = closing.max(Some(STOPPING));
                }
                () = tokio::time::sleep_until(leave.unwrap_or_else(Instant::now)), if leave.is_some() => {
                    if state.idle_epochs().is_some() {
                        return;
                    }
                    // A call began at the last moment. It may finish.
                    leave = Some(Instant::now() + LEAVE_WITHIN);
                    continue;
                }
                () = ending.cancelled(), if !stopping => {
                    stopping = true;
                    closing = closing.max(Some(STOPPING));
                }
                _ = epochs.tick() => {
                    closing = closing.map(|epochs| epochs + 1);
                    if state.begin_epoch() || closing >= Some(CLOSE_AFTER) {
                        self.stalled();
                        return;
                    }
                    if closing >= Some(END_STREAMS_AFTER) {
                        state.end_streams();
                    }
                    continue;
                }
            }
            connection.as_mut().graceful_shutdown();
        }
    }

    fn stalled(&self) {
        self.shared.metrics.connections_stalled.inc();
        tracing::debug!("closing a connection whose peer does not read its responses");
    }
}

/// The age plus or minus 10 %, so that connections opened at the same time do not all close at the same time.
fn with_jitter(age: Duration) -> Duration {
    use rand::TryRng;
    let random = rand::rngs::SysRng.try_next_u32().unwrap_or(u32::MAX / 2);
    age.mul_f64(1.0 - AGE_JITTER + 2.0 * AGE_JITTER * f64::from(random) / f64::from(u32::MAX))
}

/// The maximum lifetime of a stream, in seconds: that of a connection opened for it.
pub(super) fn max_stream_seconds(config: &Connections, limits: &CallLimits) -> u32 {
    let age = Duration::from_millis(config.connection_age_ms).mul_f64(1.0 + AGE_JITTER);
    let longest = age + limits.call_deadline() * END_STREAMS_AFTER;
    u32::try_from(longest.as_secs() + 1).unwrap_or(u32::MAX)
}
