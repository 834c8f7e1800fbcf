//! The gRPC server: transport, limits, health, reflection, metrics and shutdown around the calls of [`crate::engine`].
//!
//! `acceptor` accepts the connections of a listener (`listen`), and `connection` serves each over its `socket`, which repairs
//! the `authority` of some clients. Its calls pass through `grpc_web` (browsers only) and `calls` (`admission`, deadline,
//! panics, metrics) to `service`, which hands them to the engine.
//! `play_stream` answers the streams of Play, and `reflection` those of server reflection. `status` is the one map from a
//! refusal to a gRPC status.

mod acceptor;
mod admin;
mod admission;
mod authority;
mod calls;
mod config;
mod connection;
mod grpc_web;
mod health;
mod listen;
mod methods;
mod metrics;
mod open_connections;
mod outcome;
mod play_stream;
mod process;
mod reflection;
mod reload;
mod service;
mod socket;
mod state_keys;
mod status;
mod telemetry;
mod tls;
mod unsent;

pub use config::{AdminListen, CallLimits, Config, ConfigError, Connections, LogFormat, PeerLimit, Secrets, Telemetry};
pub use listen::{ListenAddress, Listener};
pub use telemetry::{TelemetryGuard, init as init_telemetry, report_failure};

use crate::engine::{Limits, TableBudget};
use acceptor::Acceptor;
use admission::Admission;
use calls::{Routes, Shared};
use connection::ConnectionHandler;
use grpc_web::GrpcWeb;
use health::Health;
use methods::Methods;
use metrics::{Metrics, Taken};
use open_connections::OpenConnections;
use reload::WatchedFiles;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::signal::unix::Signal;
use tokio_util::sync::CancellationToken;
use unsent::UnsentBudget;

/// Why the server could not run.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The configuration is wrong.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A signal handler could not be installed.
    #[error("signals: {0}")]
    Signals(#[from] std::io::Error),
}

/// The sockets that the server listens on.
#[derive(Debug)]
pub struct Listeners {
    /// For calls.
    pub calls: Listener,
    /// For operators and probes.
    pub admin: Option<Listener>,
}

/// A listener for calls, and no admin port.
impl From<TcpListener> for Listeners {
    fn from(calls: TcpListener) -> Self {
        Self { calls: calls.into(), admin: None }
    }
}

/// A server whose configuration is valid and whose files have been read.
#[derive(Debug)]
pub struct Server {
    shared: Arc<Shared>,
    health: Arc<Health>,
    acceptor: Acceptor,
    watched: Vec<WatchedFiles>,
    sighup: Signal,
    reload_interval: Duration,
    ending: CancellationToken,
}

/// Serves on the listeners until the token is cancelled, then lets the calls in flight finish.
///
/// # Errors
/// [`ServerError`].
pub async fn run(
    listeners: impl Into<Listeners>,
    shutdown: CancellationToken,
    config: &Config,
) -> Result<(), ServerError> {
    Server::new(config).await?.run(listeners.into(), shutdown).await;
    Ok(())
}

impl Server {
    /// Checks the configuration and reads the files that it names.
    ///
    /// # Errors
    /// [`ServerError::Config`] and [`ServerError::Signals`].
    pub async fn new(config: &Config) -> Result<Self, ServerError> {
        config.check()?;
        let limits = &config.limits;
        let engine_limits = Limits {
            max_request_bytes: limits.max_request_bytes,
            max_response_bytes: limits.max_response_bytes,
            max_stream_seconds: connection::max_stream_seconds(&config.connections, limits),
        };
        let methods = Methods::new();
        let connections = &config.connections;
        let admission = Admission::new(limits, connections);
        let open = Arc::new(OpenConnections::new(connections));
        let unsent = Arc::new(UnsentBudget::new(limits.max_unsent_bytes as usize, Arc::clone(&open)));
        let tables = TableBudget::new(limits.max_tables as usize);
        let metrics = Arc::new(Metrics::new(
            &methods,
            &admission,
            Taken { connections: Arc::clone(&open), unsent: Arc::clone(&unsent), tables: tables.clone() },
        ));
        let (engine, keys) = state_keys::load(&config.secrets, engine_limits, &metrics)?;
        let (tls, certificates) = tls::Tls::load(&config.secrets, &metrics)?.unzip();
        let health = Arc::new(Health::serving().await);
        let others = tonic::service::Routes::new(health.service())
            .add_service(reflection::v1())
            .add_service(reflection::v1alpha());
        metrics.accepts_unsealed.set(config.secrets.accept_unsealed.into());
        let ending = CancellationToken::new();
        let service = service::Service::new(engine, tables, Arc::clone(&metrics));
        let shared = Arc::new(Shared {
            methods,
            metrics: Arc::clone(&metrics),
            routes: Routes::new(&service, engine_limits, connections.gzip, others),
            limits: limits.clone(),
            admission,
            unsent,
            ending: ending.clone(),
        });
        let acceptor = Acceptor {
            handler: ConnectionHandler::new(connections, limits, Arc::clone(&shared), GrpcWeb::new(connections)),
            tls,
            metrics,
            connections: open,
            handshake_timeout: Duration::from_millis(connections.handshake_timeout_ms),
        };
        Ok(Self {
            shared,
            health,
            acceptor,
            watched: keys.into_iter().chain(certificates).collect(),
            sighup: reload::sighup()?,
            reload_interval: Duration::from_millis(config.secrets.reload_interval_ms),
            ending,
        })
    }

    /// Whether calls are served under TLS.
    #[must_use]
    pub const fn has_tls(&self) -> bool {
        self.acceptor.tls.is_some()
    }

    /// Serves on the listeners until the token is cancelled. Then it reports to probes that it is not ready, keeps serving
    /// for the drain delay, closes connections without failing a call, and returns when all connections have ended or the
    /// drain wait is over.
    pub async fn run(self, listeners: Listeners, shutdown: CancellationToken) {
        let Self { shared, health, acceptor, watched, sighup, reload_interval, ending } = self;
        let metrics = Arc::clone(&shared.metrics);
        let times = admin::Times { greeting: acceptor.handshake_timeout, max_age: acceptor.handler.max_age() };
        let connections = Arc::clone(&acceptor.connections);
        let stopping = async {
            shutdown.cancelled().await;
            health.stopping().await;
            tokio::time::sleep(shared.limits.drain_delay()).await;
            ending.cancel();
            tokio::time::sleep(shared.limits.drain_wait()).await;
        };
        let admin = async {
            match listeners.admin {
                Some(listener) => admin::run(listener, &metrics, &health, times).await,
                None => std::future::pending().await,
            }
        };
        let watching = async {
            if !watched.is_empty() {
                reload::watch(watched, reload_interval, sighup, Arc::clone(&metrics)).await;
            }
            std::future::pending::<()>().await;
        };
        tokio::select! {
            () = acceptor.run(listeners.calls, ending.clone()) => tracing::info!("all connections have ended"),
            () = stopping => tracing::warn!("the drain wait is over: closing the connections that are still open"),
            () = admin => {}
            () = watching => {}
            () = connections.run_clock() => {}
        }
    }
}
