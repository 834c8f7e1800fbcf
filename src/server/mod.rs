//! The gRPC server: transport, health, reflection and shutdown around the calls of [`crate::wire`].

mod config;
mod play;
mod service;
mod socket;
mod status;
mod telemetry;

pub use config::{Config, LogFormat};
pub use socket::OneWrite;
pub use telemetry::init as init_logging;

use crate::wire::pb;
use crate::wire::{Engine, Limits, States};
use pb::engine::engine_service_server::EngineServiceServer;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio_stream::StreamExt;
use tokio_util::sync::CancellationToken;
use tonic::transport::server::TcpIncoming;

/// Why the server could not run.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The transport failed.
    #[error("the server failed: {0}")]
    Transport(#[from] tonic::transport::Error),
    /// The descriptors for reflection are broken, which no build of ours should be.
    #[error("reflection: {0}")]
    Reflection(#[from] tonic_reflection::server::Error),
}

/// How many calls one connection may have under way.
const MAX_CONCURRENT_STREAMS: u32 = 256;
/// How many streams a connection may make us reset before it is closed.
const MAX_LOCAL_RESETS: usize = 1024;
/// The most bytes of request headers.
const MAX_HEADER_BYTES: u32 = 16 * 1024;
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(30);
const KEEPALIVE_TIMEOUT: Duration = Duration::from_secs(10);

/// Serves on the listener until the token is cancelled, then lets the calls under way finish.
///
/// # Errors
/// [`ServerError`], if the transport fails.
pub async fn run(listener: TcpListener, shutdown: CancellationToken, config: &Config) -> Result<(), ServerError> {
    let limits = Limits { max_request_bytes: config.max_request_bytes, max_response_bytes: config.max_response_bytes };
    let engine = Engine::new(limits, States::unsealed());
    let engine = EngineServiceServer::new(service::Service::new(engine, shutdown.clone()))
        .max_decoding_message_size(config.max_request_bytes as usize)
        .max_encoding_message_size(config.max_response_bytes as usize);
    let (reporter, health) = tonic_health::server::health_reporter();
    reporter.set_serving::<EngineServiceServer<service::Service>>().await;

    let reflection = || {
        tonic_reflection::server::Builder::configure()
            .register_encoded_file_descriptor_set(pb::FILE_DESCRIPTOR_SET)
            .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
    };
    // Small answers must not wait for the acknowledgement of the last one.
    let incoming = TcpIncoming::from(listener).with_nodelay(Some(true)).map(|io| io.map(OneWrite));
    tonic::transport::Server::builder()
        .max_concurrent_streams(MAX_CONCURRENT_STREAMS)
        .http2_max_local_error_reset_streams(Some(MAX_LOCAL_RESETS))
        .http2_max_header_list_size(MAX_HEADER_BYTES)
        .http2_keepalive_interval(Some(KEEPALIVE_INTERVAL))
        .http2_keepalive_timeout(Some(KEEPALIVE_TIMEOUT))
        .add_service(health)
        .add_service(reflection().build_v1()?)
        .add_service(reflection().build_v1alpha()?)
        .add_service(engine)
        .serve_with_incoming_shutdown(incoming, shutdown.cancelled_owned())
        .await?;
    Ok(())
}
