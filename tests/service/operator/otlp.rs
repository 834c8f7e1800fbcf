//! Traces, against a collector that keeps what it gets.

use super::super::support::new_game;
use super::process::{Process, until};
use axum::Router;
use axum::body::Body;
use std::sync::{Arc, Mutex};
use taash::wire::pb::engine::Game;
use tokio::net::TcpListener;
use tonic::Request;
use tonic::transport::server::TcpIncoming;

const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
const PARENT: &str = "b7ad6b7169203331";

fn bytes_of(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap()).collect()
}

/// A collector that keeps the bytes of all that it is sent.
pub(super) struct Collector {
    pub(super) endpoint: String,
    received: Arc<Mutex<Vec<u8>>>,
}

impl Collector {
    pub(super) async fn start() -> Self {
        let received = Arc::new(Mutex::new(Vec::new()));
        let keep = Arc::clone(&received);
        let router = Router::new().fallback(move |body: Body| async move {
            let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap_or_default();
            keep.lock().unwrap().extend_from_slice(&bytes);
            hyper::Response::builder()
                .header("content-type", "application/grpc")
                .header("grpc-status", "0")
                .body(Body::empty())
                .unwrap()
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        let collector = tonic::transport::Server::builder().add_routes(router.into());
        tokio::spawn(collector.serve_with_incoming(TcpIncoming::from(listener)));
        Self { endpoint, received }
    }

    pub(super) fn has(&self, needle: &[u8]) -> bool {
        self.received.lock().unwrap().windows(needle.len()).any(|window| window == needle)
    }
}

#[tokio::test]
async fn spans_go_to_the_collector_as_children_of_the_callers() {
    let collector = Collector::start().await;
    let mut server = Process::start(&["--otlp-endpoint", &collector.endpoint, "--drain-delay-ms", "0"]);
    let mut request = Request::new(new_game(Game::Seep, 1));
    request.metadata_mut().insert("traceparent", format!("00-{TRACE}-{PARENT}-01").parse().unwrap());
    server.client().await.new_game(request).await.unwrap();
    server.signal("TERM");
    assert_eq!(server.ended().await.code(), Some(0), "{}", server.log());

    until("the span", async || collector.has(b"NewGame")).await;
    assert!(collector.has(&bytes_of(TRACE)) && collector.has(&bytes_of(PARENT)), "in the caller's trace");
    assert!(collector.has(b"seep") && collector.has(b"OK"));
}
