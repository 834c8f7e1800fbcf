//! Accepts connections: limits how many are open, and how long each may take for its TLS handshake and preface.

use super::connection::ConnectionHandler;
use super::listen::{Listener, Stream};
use super::metrics::Metrics;
use super::open_connections::{OpenConnection, OpenConnections};
use super::socket::Socket;
use super::tls::Tls;
use std::net::IpAddr;
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
    pub(super) connections: Arc<OpenConnections>,
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
                Ok(stream) => match acceptor.connections.admit(peer_of(&stream), ending.child_token()) {
                    Some(connection) => {
                        open.spawn(Arc::clone(&acceptor).serve(stream, connection));
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

    async fn serve(self: Arc<Self>, stream: Stream, connection: OpenConnection) {
        let state = &connection.state;
        let socket = tokio::select! {
            socket = self.socket(stream) => socket,
            () = state.room_wanted() => None,
        };
        if let Some(socket) = socket {
            self.handler.serve(socket, state).await;
        }
        if state.makes_room() {
            self.metrics.connections_made_room.inc();
        }
    }

    /// The byte stream of a new connection, after its TLS handshake.
    async fn socket(&self, stream: Stream) -> Option<Socket> {
        // Without this, a small response waits until the peer acknowledges the previous one (Nagle's algorithm).
        if let Either::Left(tcp) = &stream
            && let Err(error) = tcp.set_nodelay(true)
        {
            tracing::debug!("a new connection is already closed: {error}");
            return None;
        }
        let preface_deadline = Instant::now() + self.handshake_timeout;
        let Some(tls) = &self.tls else { return Some(Socket::plain(stream, preface_deadline)) };
        match timeout_at(preface_deadline, TlsAcceptor::from(tls.current()).accept(stream)).await {
            Ok(Ok(stream)) => return Some(Socket::tls(stream, preface_deadline)),
            Ok(Err(error)) => tracing::debug!("TLS handshake failed: {error}"),
            Err(_) => tracing::debug!("TLS handshake timed out"),
        }
        self.metrics.handshakes_failed.inc();
        None
    }
}

/// The address of a peer; a Unix socket has none.
fn peer_of(stream: &Stream) -> Option<IpAddr> {
    match stream {
        Either::Left(tcp) => tcp.peer_addr().ok().map(|address| address.ip()),
        Either::Right(_) => None,
    }
}
