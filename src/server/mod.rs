//! The gRPC server: transport, limits, health, reflection, metrics and shutdown around the calls of [`crate::wire`].
//!
//! A connection comes in at `listen`, is served by `connection`, and its calls go through `web` (browsers only) and
//! `calls` (admission, deadline, panics, metrics) to `service`, which hands them to the engine. `status` is the one map
//! from a refusal to a gRPC status.

mod admin;
mod calls;
mod config;
mod connection;
mod health;
mod keys;
mod listen;
mod methods;
mod metrics;
mod play;
mod reload;
mod service;
mod socket;
mod status;
mod telemetry;
mod tls;
mod web;

pub use config::{AdminListen, CallLimits, Config, ConfigError, Connections, LogFormat, Secrets, Telemetry};
pub use telemetry::{Telemetering, init as init_telemetry};

use crate::engine::{Limits, TableBudget};
use crate::wire::pb;
use calls::{Routes, Shared};
use connection::Connecting;
use health::Health;
use listen::Door;
use methods::Methods;
use metrics::Metrics;
use reload::Watched;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::signal::unix::Signal;
use tokio_util::sync::CancellationToken;

/// Why the server could not run.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The configuration is wrong.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The system lets nobody listen for signals.
    #[error("signals: {0}")]
    Signals(#[from] std::io::Error),
    /// The admin port failed.
    #[error("the admin port failed: {0}")]
    Admin(#[from] tonic::transport::Error),
    /// The descriptors for reflection are broken, which no build of ours should be.
    #[error("reflection: {0}")]
    Reflection(#[from] tonic_reflection::server::Error),
}

/// Where the server is reached.
#[derive(Debug)]
pub struct Listeners {
    /// For calls.
    pub calls: TcpListener,
    /// For operators and probes.
    pub admin: Option<TcpListener>,
}

/// Calls only.
impl From<TcpListener> for Listeners {
    fn from(calls: TcpListener) -> Self {
        Self { calls, admin: None }
    }
}

/// A server whose configuration has been found good, and whose files have been read.
#[derive(Debug)]
pub struct Server {
    shared: Arc<Shared>,
    health: Arc<Health>,
    door: Door,
    watched: Vec<Watched>,
    hangups: Signal,
    reload_interval: Duration,
    ending: CancellationToken,
}

/// Serves on the listeners until the token is cancelled, then lets the calls under way finish.
///
/// # Errors
/// [`ServerError`].
pub async fn run(
    listeners: impl Into<Listeners>,
    shutdown: CancellationToken,
    config: &Config,
) -> Result<(), ServerError> {
    Server::new(config).await?.run(listeners.into(), shutdown).await
}

impl Server {
    /// Checks the configuration and reads the files that it names.
    ///
    /// # Errors
    /// [`ServerError::Config`]; [`ServerError::Signals`], and [`ServerError::Reflection`] if this build is broken.
    pub async fn new(config: &Config) -> Result<Self, ServerError> {
        config.check()?;
        let limits = &config.limits;
        let told = Limits {
            max_request_bytes: limits.max_request_bytes,
            max_response_bytes: limits.max_response_bytes,
            max_stream_seconds: connection::longest_stream(&config.connections, limits),
        };
        let (engine, keys) = keys::load(&config.secrets, told)?;
        let (tls, certificates) = tls::Tls::load(&config.secrets)?.unzip();
        let health = Arc::new(Health::serving().await);
        let reflection = || {
            tonic_reflection::server::Builder::configure()
                .register_encoded_file_descriptor_set(pb::FILE_DESCRIPTOR_SET)
                .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
        };
        let others = tonic::service::Routes::new(health.service())
            .add_service(reflection().build_v1()?)
            .add_service(reflection().build_v1alpha()?);
        let methods = Methods::new();
        let tables = TableBudget::new(limits.max_tables as usize);
        let metrics = Arc::new(Metrics::new(&methods, tables.clone()));
        let ending = CancellationToken::new();
        let service = service::Service::new(engine, tables, Arc::clone(&metrics));
        let shared = Arc::new(Shared {
            methods,
            metrics: Arc::clone(&metrics),
            routes: Routes::new(&service, told, others),
            limits: limits.clone(),
            max_watches: config.connections.max_connections,
            ending: ending.clone(),
        });
        let connections = &config.connections;
        let door = Door {
            connecting: Connecting::new(connections, limits, Arc::clone(&shared), web::Front::new(connections)),
            tls,
            metrics,
            max_connections: connections.max_connections,
            handshake_timeout: Duration::from_millis(connections.handshake_timeout_ms),
        };
        Ok(Self {
            shared,
            health,
            door,
            watched: keys.into_iter().chain(certificates).collect(),
            hangups: reload::hangups()?,
            reload_interval: Duration::from_millis(config.secrets.reload_interval_ms),
            ending,
        })
    }

    /// Whether calls come and go under TLS.
    #[must_use]
    pub const fn has_tls(&self) -> bool {
        self.door.tls.is_some()
    }

    /// Serves on the listeners until the token is cancelled. Then it says to probes that it stops, serves on for the
    /// drain delay, ends connections without failing a call, and returns when all have ended or the drain wait is over.
    ///
    /// # Errors
    /// [`ServerError::Admin`].
    pub async fn run(self, listeners: Listeners, shutdown: CancellationToken) -> Result<(), ServerError> {
        let Self { shared, health, door, watched, hangups, reload_interval, ending } = self;
        let metrics = Arc::clone(&shared.metrics);
        let age = door.connecting.age();
        let stopping = async {
            shutdown.cancelled().await;
            health.stopping().await;
            tokio::time::sleep(shared.limits.drain_delay()).await;
            ending.cancel();
            tokio::time::sleep(shared.limits.drain_wait()).await;
        };
        let admin = async {
            match listeners.admin {
                Some(listener) => admin::run(listener, Arc::clone(&metrics), Arc::clone(&health), age).await,
                None => std::future::pending().await,
            }
        };
        let watching = async {
            if !watched.is_empty() {
                reload::watch(watched, reload_interval, hangups, Arc::clone(&metrics)).await;
            }
            std::future::pending::<()>().await;
        };
        tokio::select! {
            () = door.run(listeners.calls, ending.clone()) => tracing::info!("all connections have ended"),
            () = stopping => tracing::warn!("some connections did not end in time and are cut"),
            result = admin => result?,
            () = watching => {}
        }
        Ok(())
    }
}
