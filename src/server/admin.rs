//! The admin port for operators and probes: metrics, readiness, version, and health in plaintext even if calls use TLS.

use super::acceptor::ACCEPT_PAUSE;
use super::admission::{Permit, Permits};
use super::health::Health;
use super::listen::{Listener, Stream};
use super::metrics::Metrics;
use super::socket::Socket;
use axum::Router;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hyper::Request;
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::time::Instant;
use tonic::Status;
use tonic::service::Routes;

const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// Maximum open connections. There are few scrapers and probes.
const MAX_CONNECTIONS: u32 = 64;
/// Concurrent requests on one connection.
const MAX_CONCURRENT_STREAMS: u32 = 32;
/// Maximum total size of a request's headers in bytes.
const MAX_HEADER_BYTES: u32 = 16 * 1024;
/// Flow-control window of a stream in bytes. Requests to this port hardly have a body.
const STREAM_WINDOW_BYTES: u32 = 1024;
/// Idle time before an HTTP/2 keepalive ping.
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(30);
/// Timeout of the answer to a keepalive ping.
const KEEPALIVE_TIMEOUT: Duration = Duration::from_secs(10);
/// Time for requests in flight once a connection has reached its maximum age. Health watches end with it.
const CLOSING_TIME: Duration = Duration::from_secs(5);

/// How long a connection may take and last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Times {
    /// Time limit for the first request on a connection, and for the headers of each request over HTTP/1.
    pub(super) greeting: Duration,
    pub(super) max_age: Duration,
}

/// Serves connections of the admin port.
#[derive(Debug)]
struct Admin {
    http: auto::Builder<TokioExecutor>,
    router: Router,
    times: Times,
}

/// Serves the admin port without end. A connection that reaches the maximum age is closed, with the watches on it.
pub(super) async fn run(listener: Listener, metrics: &Arc<Metrics>, health: &Arc<Health>, times: Times) {
    let admin =
        Arc::new(Admin { http: http(times.greeting), router: router(Arc::clone(metrics), Arc::clone(health)), times });
    let permits = Permits::new(MAX_CONNECTIONS);
    loop {
        match listener.accept().await {
            Ok(stream) => match permits.try_acquire() {
                Some(permit) => {
                    tokio::spawn(Arc::clone(&admin).serve(stream, permit));
                }
                None => tracing::debug!("too many connections to the admin port: closing a new one"),
            },
            Err(error) => {
                tracing::warn!("cannot accept a connection to the admin port: {error}");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

fn http(greeting: Duration) -> auto::Builder<TokioExecutor> {
    let mut http = auto::Builder::new(TokioExecutor::new());
    http.http1().timer(TokioTimer::new()).header_read_timeout(greeting).max_buf_size(MAX_HEADER_BYTES as usize);
    http.http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(MAX_CONCURRENT_STREAMS)
        .max_header_list_size(MAX_HEADER_BYTES)
        .initial_stream_window_size(STREAM_WINDOW_BYTES)
        .keep_alive_interval(KEEPALIVE_INTERVAL)
        .keep_alive_timeout(KEEPALIVE_TIMEOUT);
    http
}

fn router(metrics: Arc<Metrics>, health: Arc<Health>) -> Router {
    let text = move || {
        let text = metrics.encode();
        async { ([(header::CONTENT_TYPE, OPEN_METRICS)], text) }
    };
    Routes::new(health.service())
        .into_axum_router()
        .route("/metrics", get(text))
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
        .route("/version", get(async || concat!(env!("CARGO_PKG_NAME"), " ", env!("TAASH_VERSION"), "\n")))
        .fallback(async |headers: HeaderMap| unknown(&headers))
}

/// The response for a path that does not exist. A mistyped probe has to fail, so only gRPC calls get the HTTP status 200.
fn unknown(headers: &HeaderMap) -> Response {
    let content = headers.get(header::CONTENT_TYPE);
    if content.is_some_and(|content| content.as_bytes().starts_with(b"application/grpc")) {
        return Status::unimplemented("the admin port serves health only").into_http();
    }
    let pages = "not found; this port serves /metrics, /healthz, /readyz, /version and gRPC health\n";
    (StatusCode::NOT_FOUND, pages).into_response()
}

impl Admin {
    async fn serve(self: Arc<Self>, stream: Stream, _permit: Permit) {
        let now = Instant::now();
        let (greeting, closing) = (now + self.times.greeting, now + self.times.max_age);
        let greeted = Arc::new(AtomicBool::new(false));
        let service = hyper::service::service_fn(|request: Request<Incoming>| {
            greeted.store(true, Ordering::Relaxed);
            tower::Service::call(&mut self.router.clone(), request)
        });
        let connection = self.http.serve_connection(TokioIo::new(Socket::plain(stream, greeting)), service);
        tokio::pin!(connection);
        // Each deadline leads to the next.
        tokio::select! {
            _ = connection.as_mut() => return,
            () = tokio::time::sleep_until(greeting) => {
                if !greeted.load(Ordering::Relaxed) {
                    tracing::debug!("closing a connection to the admin port that has sent no request");
                    return;
                }
            }
            () = tokio::time::sleep_until(closing) => {}
        }
        tokio::select! {
            _ = connection.as_mut() => return,
            () = tokio::time::sleep_until(closing) => {}
        }
        connection.as_mut().graceful_shutdown();
        let _ = tokio::time::timeout(CLOSING_TIME, connection).await;
    }
}
