//! `taash health`.

use clap::Args;
use std::process::ExitCode;
use std::time::Duration;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::{HealthCheckRequest, health_client::HealthClient};

/// The arguments of `taash health`.
#[derive(Args, Debug)]
pub(super) struct Health {
    /// The server's address
    #[arg(long, env = "TAASH_ADDRESS", default_value = "http://127.0.0.1:50051", value_name = "URL")]
    address: String,
    /// The service to check; empty for the server as a whole
    #[arg(long, default_value = "", value_name = "NAME")]
    service: String,
    /// Timeout in seconds
    #[arg(long, default_value_t = 2, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=60))]
    timeout: u64,
}

/// Checks the health once and prints the result.
#[expect(clippy::print_stdout, reason = "the output of a command goes to standard output")]
pub(super) fn run(health: &Health) -> ExitCode {
    let answer = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| error.to_string())
        .and_then(|runtime| runtime.block_on(check(health)));
    match answer {
        Ok(ServingStatus::Serving) => {
            println!("serving");
            ExitCode::SUCCESS
        }
        Ok(status) => {
            println!("{}", status.as_str_name().to_lowercase());
            ExitCode::FAILURE
        }
        Err(error) => {
            println!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn check(health: &Health) -> Result<ServingStatus, String> {
    let timeout = Duration::from_secs(health.timeout);
    let channel = tonic::transport::Endpoint::from_shared(health.address.clone())
        .map_err(|error| format!("{}: {error}", health.address))?
        .connect_timeout(timeout)
        .timeout(timeout)
        .connect()
        .await
        .map_err(|error| format!("no answer from {}: {error}", health.address))?;
    let request = HealthCheckRequest { service: health.service.clone() };
    let answer = HealthClient::new(channel).check(request).await.map_err(|status| status.message().to_owned())?;
    Ok(answer.into_inner().status())
}
