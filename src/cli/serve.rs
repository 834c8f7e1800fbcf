//! `taash serve`.

use super::EXIT_USAGE;
use crate::server::{self, AdminListen, Config, Listeners, Server, ServerError};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::process::ExitCode;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio_util::sync::CancellationToken;

/// The Linux error number of "address family not supported".
const EAFNOSUPPORT: i32 = 97;

/// Why the server failed.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Server(#[from] ServerError),
    #[error("{variable}: cannot listen on {address}: {error}")]
    Listen { variable: &'static str, address: SocketAddr, error: std::io::Error },
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
    let (calls, address) = listen("TAASH_LISTEN", config.listen).await?;
    let admin = match config.admin_listen {
        AdminListen::Off => None,
        AdminListen::At(address) => Some(listen("TAASH_ADMIN_LISTEN", address).await?),
    };
    warn(config, &server, address);
    // Installed before the address is announced, so that no signal is missed.
    let signals = Signals::new()?;
    announce(address, admin.as_ref().map(|(_, address)| *address), server.has_tls());
    let shutdown = CancellationToken::new();
    let listeners = Listeners { calls, admin: admin.map(|(listener, _)| listener) };
    tokio::select! {
        served = server.run(listeners, shutdown.clone()) => Ok(served?),
        () = signals.stop(shutdown) => Ok(()),
    }
}

/// Listens. `[::]` is every address, of IPv4 too; on a machine without IPv6 it is every address of IPv4.
async fn listen(variable: &'static str, address: SocketAddr) -> Result<(TcpListener, SocketAddr), Failure> {
    let failed = |error| Failure::Listen { variable, address, error };
    let listener = match TcpListener::bind(address).await {
        Err(error) if lacks_ipv6(&error) && address.ip() == Ipv6Addr::UNSPECIFIED => {
            TcpListener::bind((Ipv4Addr::UNSPECIFIED, address.port())).await
        }
        bound => bound,
    }
    .map_err(failed)?;
    let bound = listener.local_addr().map_err(failed)?;
    Ok((listener, bound))
}

/// Whether the system has no IPv6 at all.
fn lacks_ipv6(error: &std::io::Error) -> bool {
    // EAFNOSUPPORT has no kind of its own; a system whose IPv6 is switched off by sysctl has no address to give.
    error.raw_os_error() == Some(EAFNOSUPPORT) || error.kind() == std::io::ErrorKind::AddrNotAvailable
}

/// Warns of insecure settings.
fn warn(config: &Config, server: &Server, address: SocketAddr) {
    if config.secrets.state_keys.is_none() {
        tracing::warn!(
            "TAASH_STATE_KEYS is not set: anyone who has a state can read all cards in it, and can forge states"
        );
    }
    if !server.has_tls() && !address.ip().is_loopback() {
        tracing::warn!("{address} is not a loopback address, and calls are not under TLS (TAASH_TLS_CERT)");
    }
}

/// Prints the address, and a command to try next, on standard output.
#[expect(clippy::print_stdout, reason = "the output of a command goes to standard output")]
fn announce(address: SocketAddr, admin: Option<SocketAddr>, tls: bool) {
    if tls {
        println!("taash listens on {address} under TLS");
    } else {
        println!("taash listens on {address}; try: taash play jhyap --address http://{address}");
    }
    if let Some(admin) = admin {
        println!("metrics and probes: http://{admin}/metrics");
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
