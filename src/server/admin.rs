//! The port for operators and probes: metrics, readiness, the version, and health in the clear where calls are under TLS.

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
/// How many requests one connection may have under way, and how long it may be silent: few scrapers and probes come here.
const MAX_CONCURRENT_STREAMS: u32 = 32;
const KEEPALIVE: Duration = Duration::from_secs(30);

/// Serves the admin port for ever. Connections of that age are cut, with the watches on them.
pub(super) async fn run(
    listener: TcpListener,
    metrics: Arc<Metrics>,
    health: Arc<Health>,
    age: Duration,
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
        .http2_keepalive_interval(Some(KEEPALIVE))
        .max_connection_age(age)
        .max_connection_age_grace(Duration::ZERO)
        .add_routes(router.into())
        .serve_with_incoming(TcpIncoming::from(listener).with_nodelay(Some(true)))
        .await?;
    Ok(())
}
