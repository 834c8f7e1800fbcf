use super::EXIT_USAGE;
use crate::server::{self, Config};
use std::net::SocketAddr;
use std::process::ExitCode;
use tokio_util::sync::CancellationToken;

/// Runs the server until SIGTERM or an interrupt.
pub(super) fn run(config: &Config) -> ExitCode {
    if let Err(error) = server::init_logging(config) {
        eprintln_line(&error);
        return ExitCode::from(EXIT_USAGE);
    }
    // With one processor there is nobody to share the work with, and sharing costs a third of it.
    let alone = std::thread::available_parallelism().is_ok_and(|processors| processors.get() == 1);
    let mut runtime = if alone {
        tokio::runtime::Builder::new_current_thread()
    } else {
        tokio::runtime::Builder::new_multi_thread()
    };
    let served = runtime
        .enable_all()
        .build()
        .map_err(|error| error.to_string())
        .and_then(|runtime| runtime.block_on(serve(config)));
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn serve(config: &Config) -> Result<(), String> {
    let listener = tokio::net::TcpListener::bind(config.listen)
        .await
        .map_err(|error| format!("cannot listen on {}: {error}", config.listen))?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    announce(address);
    let shutdown = CancellationToken::new();
    tokio::spawn(stop_on_signal(shutdown.clone()));
    server::run(listener, shutdown, config).await.map_err(|error| error.to_string())
}

/// One line on standard output: where the server is, and what to try next.
#[expect(clippy::print_stdout, reason = "what a command prints is for its standard output")]
fn announce(address: SocketAddr) {
    println!("taash listens on {address}; try: taash play jhyap --address http://{address}");
}

#[expect(clippy::print_stderr, reason = "logging has not been started")]
fn eprintln_line(message: &str) {
    eprintln!("taash: {message}");
}

async fn stop_on_signal(shutdown: CancellationToken) {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else { return };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
    tracing::info!("stopping");
    shutdown.cancel();
}
