//! The admin port for operators and probes: metrics, readiness, version, and health in plaintext even if calls use TLS.

use super::ServerError;
use super::health::Health;
use super::metrics::Metrics;
use axum::http::{StatusCode, header};
use axum::routing::get;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tonic::service::Routes;
use tonic::transport::server::TcpIncoming;

const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// Concurrent requests on one connection. There are few scrapers and probes.
const MAX_CONCURRENT_STREAMS: u32 = 32;
/// Idle time before an HTTP/2 keepalive ping.
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(30);

/// Serves the admin port without end. A connection that reaches the maximum age is closed, with the watches on it.
pub(super) async fn run(
    listener: TcpListener,
    metrics: Arc<Metrics>,
    health: Arc<Health>,
    max_age: Duration,
) -> Result<(), ServerError> {
    let grpc = health.service();
    let router = Routes::new(grpc)
        .into_axum_router()
        .route(
            "/metrics",
            get(move || {
                let text = metrics.encode();
                async { ([(header::CONTENT_TYPE, OPEN_METRICS)], text) }
            }),
        )
        .route("/healthz", get(async || "alive\n"))
        .route(
            "/readyz",
            get(move || {
                let ready = health.is_ready();
                async move {
                    if ready { (StatusCode::OK, "ready\n") } else { (StatusCode::SERVICE_UNAVAILABLE, "stopping\n") }
                }
            }),
        )
        .route("/version", get(async || concat!(env!("CARGO_PKG_NAME"), " ", env!("TAASH_VERSION"), "\n")));
    tonic::transport::Server::builder()
        .accept_http1(true)
        .max_concurrent_streams(MAX_CONCURRENT_STREAMS)
        .http2_keepalive_interval(Some(KEEPALIVE_INTERVAL))
        .max_connection_age(max_age)
        .max_connection_age_grace(Duration::ZERO)
        .add_routes(router.into())
        .serve_with_incoming(TcpIncoming::from(listener).with_nodelay(Some(true)))
        .await?;
    Ok(())
}
