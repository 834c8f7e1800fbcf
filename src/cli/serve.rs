//! `taash serve`.

use super::EXIT_USAGE;
use crate::server::{self, AdminListen, Config, ListenAddress, Listener, Listeners, Server, ServerError};
use std::num::NonZeroUsize;
use std::process::ExitCode;
use tokio::runtime::{Builder, Runtime};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio_util::sync::CancellationToken;

/// Why the server failed.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Server(#[from] ServerError),
    #[error("{variable}: cannot listen on {address}: {error}")]
    Listen { variable: &'static str, address: ListenAddress, error: std::io::Error },
    #[error("{0}")]
    System(#[from] std::io::Error),
}

/// Runs the server until SIGTERM or an interrupt.
pub(super) fn run(config: &Config) -> ExitCode {
    let served = runtime(config).map_err(Failure::from).and_then(|runtime| {
        let served = runtime.block_on(serve(config));
        // The drain wait is over: do not wait for tasks that are still running.
        runtime.shutdown_background();
        served
    });
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            server::report_failure(config.telemetry.log_format, &failure);
            match failure {
                Failure::Server(ServerError::Config(_)) => ExitCode::from(EXIT_USAGE),
                Failure::Server(_) | Failure::Listen { .. } | Failure::System(_) => ExitCode::FAILURE,
            }
        }
    }
}

/// On one processor, a single-threaded runtime saves the hand-over between threads.
fn runtime(config: &Config) -> std::io::Result<Runtime> {
    let threads = match config.worker_threads {
        Some(threads) => threads.get(),
        None => std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
    };
    let mut builder = if threads == 1 { Builder::new_current_thread() } else { Builder::new_multi_thread() };
    if threads > 1 {
        builder.worker_threads(threads);
    }
    builder.enable_all().build()
}

async fn serve(config: &Config) -> Result<(), Failure> {
    let server = Server::new(config).await?;
    let telemetry = server::init_telemetry(&config.telemetry).map_err(ServerError::from)?;
    let served = serve_with(config, server).await;
    telemetry.shutdown().await;
    served
}

async fn serve_with(config: &Config, server: Server) -> Result<(), Failure> {
    let mode = config.socket_mode;
    let calls = listen("TAASH_LISTEN", &config.listen, mode).await?;
    let admin = match &config.admin_listen {
        AdminListen::Off => None,
        AdminListen::At(address) => Some(listen("TAASH_ADMIN_LISTEN", address, mode).await?),
    };
    let address = calls.address()?;
    warn(config, &server, &address);
    // Installed before the address is announced, so that no signal is missed.
    let signals = Signals::new()?;
    let admin_address = admin.as_ref().map(Listener::address).transpose()?;
    announce(&address, admin_address.as_ref(), server.has_tls());
    let shutdown = CancellationToken::new();
    let listeners = Listeners { calls, admin };
    tokio::select! {
        () = server.run(listeners, shutdown.clone()) => {}
        () = signals.stop(shutdown) => {}
    }
    Ok(())
}

async fn listen(variable: &'static str, address: &ListenAddress, mode: u32) -> Result<Listener, Failure> {
    let failed = |error| Failure::Listen { variable, address: address.clone(), error };
    Listener::bind(address, mode).await.map_err(failed)
}

/// Warns of insecure settings.
fn warn(config: &Config, server: &Server, address: &ListenAddress) {
    if config.secrets.state_keys.is_none() {
        tracing::warn!(
            "TAASH_STATE_KEYS is not set: anyone who has a state can read all cards in it, and can forge states"
        );
    }
    if config.secrets.accept_unsealed {
        tracing::warn!(
            "TAASH_ACCEPT_UNSEALED is set: anyone can forge states; unset it as soon as all states are sealed"
        );
    }
    if !server.has_tls() && !address.is_local() {
        tracing::warn!("{address} is not a loopback address, and calls are not under TLS (TAASH_TLS_CERT)");
    }
}

/// Prints the address, and a command to try next, on standard output.
#[expect(clippy::print_stdout, reason = "the output of a command goes to standard output")]
fn announce(address: &ListenAddress, admin: Option<&ListenAddress>, tls: bool) {
    if tls {
        println!("taash listens on {address} under TLS");
    } else {
        println!("taash listens on {address}; try: taash play jhyap --address {}", url(address));
    }
    match admin {
        None => {}
        Some(ListenAddress::Tcp(admin)) => println!("metrics and probes: http://{admin}/metrics"),
        Some(ListenAddress::Unix(path)) => {
            println!("metrics and probes: curl --unix-socket {} http://taash/metrics", path.display());
        }
    }
}

/// The address as `taash play` and `taash health` take it.
fn url(address: &ListenAddress) -> String {
    match address {
        ListenAddress::Tcp(address) => format!("http://{address}"),
        ListenAddress::Unix(_) => address.to_string(),
    }
}

/// The signals that stop a server.
struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    fn new() -> std::io::Result<Self> {
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }

    /// Starts the graceful shutdown at the first signal, and returns at the second.
    async fn stop(mut self, shutdown: CancellationToken) {
        self.next().await;
        tracing::info!("stopping gracefully; signal again to stop at once");
        shutdown.cancel();
        self.next().await;
    }
}
