//! From the listening socket to connections: how many there may be, and how long they may take to greet.

use super::connection::Connecting;
use super::metrics::Metrics;
use super::socket::Socket;
use super::tls::Tls;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, timeout_at};
use tokio_rustls::TlsAcceptor;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Pause after a failed accept: what it lacks, as file descriptors, does not come back at once.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// What becomes of connections.
#[derive(Debug)]
pub(super) struct Door {
    pub(super) connecting: Connecting,
    pub(super) tls: Option<Tls>,
    pub(super) metrics: Arc<Metrics>,
    pub(super) max_connections: u32,
    pub(super) handshake_timeout: Duration,
}

impl Door {
    /// Takes connections until the token is cancelled, then waits for those that are open.
    pub(super) async fn run(self, listener: TcpListener, ending: CancellationToken) {
        let door = Arc::new(self);
        let open = TaskTracker::new();
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = ending.cancelled() => break,
            };
            match accepted {
                Ok((stream, _)) => {
                    if let Some(place) = Place::take(&door.metrics, door.max_connections) {
                        open.spawn(Arc::clone(&door).open(stream, place));
                    }
                }
                Err(error) => {
                    tracing::warn!("a connection could not be accepted: {error}");
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                }
            }
        }
        // New callers are turned away by the system, not left waiting.
        drop(listener);
        open.close();
        open.wait().await;
    }

    async fn open(self: Arc<Self>, stream: TcpStream, _place: Place) {
        // Small answers must not wait for the acknowledgement of the last one.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!("a connection was gone at once: {error}");
            return;
        }
        let greet_by = Instant::now() + self.handshake_timeout;
        let socket = match &self.tls {
            None => Socket::plain(stream, greet_by),
            Some(tls) => match timeout_at(greet_by, TlsAcceptor::from(tls.current()).accept(stream)).await {
                Ok(Ok(stream)) => Socket::tls(stream, greet_by),
                Ok(Err(error)) => {
                    self.metrics.handshakes_failed.inc();
                    tracing::debug!("a TLS handshake failed: {error}");
                    return;
                }
                Err(_) => {
                    self.metrics.handshakes_failed.inc();
                    tracing::debug!("a TLS handshake took too long");
                    return;
                }
            },
        };
        self.connecting.serve(socket).await;
    }
}

/// The place that an open connection takes up.
struct Place(Arc<Metrics>);

impl Place {
    fn take(metrics: &Arc<Metrics>, limit: u32) -> Option<Self> {
        if metrics.connections.inc() < i64::from(limit) {
            return Some(Self(Arc::clone(metrics)));
        }
        metrics.connections.dec();
        metrics.connections_refused.inc();
        None
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.connections.dec();
    }
}
