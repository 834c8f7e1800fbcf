//! Accepts connections: limits how many are open, and how long each may take for its TLS handshake and preface.

use super::admission::{Permit, Permits};
use super::connection::ConnectionHandler;
use super::listen::{Listener, Stream};
use super::metrics::Metrics;
use super::socket::Socket;
use super::tls::Tls;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};
use tokio_rustls::TlsAcceptor;
use tokio_util::either::Either;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Pause after a failed accept, because what was lacking (file descriptors, for example) stays lacking for a while.
pub(super) const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Accepts connections and hands them to the connection handler.
#[derive(Debug)]
pub(super) struct Acceptor {
    pub(super) handler: ConnectionHandler,
    pub(super) tls: Option<Tls>,
    pub(super) metrics: Arc<Metrics>,
    /// One for each open connection.
    pub(super) permits: Permits,
    pub(super) handshake_timeout: Duration,
}

impl Acceptor {
    /// Accepts connections until the token is cancelled, then waits until all open connections have ended.
    pub(super) async fn run(self, listener: Listener, ending: CancellationToken) {
        let acceptor = Arc::new(self);
        let open = TaskTracker::new();
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = ending.cancelled() => break,
            };
            match accepted {
                Ok(stream) => match acceptor.permits.try_acquire() {
                    Some(permit) => {
                        open.spawn(Arc::clone(&acceptor).serve(stream, permit));
                    }
                    None => {
                        acceptor.metrics.connections_refused.inc();
                    }
                },
                Err(error) => {
                    tracing::warn!("cannot accept a connection: {error}");
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                }
            }
        }
        // The system refuses new connections from here on, instead of queueing them.
        drop(listener);
        open.close();
        open.wait().await;
    }

    async fn serve(self: Arc<Self>, stream: Stream, _permit: Permit) {
        // Without this, a small response waits until the peer acknowledges the previous one (Nagle's algorithm).
        if let Either::Left(tcp) = &stream
            && let Err(error) = tcp.set_nodelay(true)
        {
            tracing::debug!("a new connection is already closed: {error}");
            return;
        }
        let preface_deadline = Instant::now() + self.handshake_timeout;
        let socket = match &self.tls {
            None => Socket::plain(stream, preface_deadline),
            Some(tls) => match timeout_at(preface_deadline, TlsAcceptor::from(tls.current()).accept(stream)).await {
                Ok(Ok(stream)) => Socket::tls(stream, preface_deadline),
                Ok(Err(error)) => {
                    self.metrics.handshakes_failed.inc();
                    tracing::debug!("TLS handshake failed: {error}");
                    return;
                }
                Err(_) => {
                    self.metrics.handshakes_failed.inc();
                    tracing::debug!("TLS handshake timed out");
                    return;
                }
            },
        };
        self.handler.serve(socket).await;
    }
}
