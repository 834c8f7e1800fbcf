//! Traces, against a collector that keeps what it gets.

use super::process::{Process, until};
use axum::Router;
use axum::body::Body;
use std::sync::{Arc, Mutex};
use taash::wire::pb::engine as pb;
use tokio::net::TcpListener;
use tonic::Request;
use tonic::transport::server::TcpIncoming;

const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
const PARENT: &str = "b7ad6b7169203331";

fn bytes_of(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap()).collect()
}

#[tokio::test]
async fn spans_go_to_the_collector_as_children_of_the_callers() {
    let received = Arc::new(Mutex::new(Vec::new()));
    let keep = Arc::clone(&received);
    let router = Router::new().fallback(move |body: Body| async move {
        let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap_or_default();
        keep.lock().unwrap().extend_from_slice(&bytes);
        http::Response::builder()
            .header("content-type", "application/grpc")
            .header("grpc-status", "0")
            .body(Body::empty())
            .unwrap()
    });
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    let collector = tonic::transport::Server::builder().add_routes(router.into());
    tokio::spawn(collector.serve_with_incoming(TcpIncoming::from(listener)));

    let mut server = Process::start(&["--otlp-endpoint", &endpoint, "--drain-delay-ms", "0"]);
    let mut request = Request::new(pb::NewGameRequest {
        seats: 4,
        seed: Some(b"a seed that nobody may ever see.".to_vec().into()),
        options: Some(pb::new_game_request::Options::Seep(Default::default())),
        ..Default::default()
    });
    request.metadata_mut().insert("traceparent", format!("00-{TRACE}-{PARENT}-01").parse().unwrap());
    server.client().await.new_game(request).await.unwrap();
    server.signal("TERM");
    assert_eq!(server.ended().await.code(), Some(0), "{}", server.log());

    let has = |needle: &[u8]| received.lock().unwrap().windows(needle.len()).any(|window| window == needle);
    until("the span", async || has(b"NewGame")).await;
    assert!(has(&bytes_of(TRACE)) && has(&bytes_of(PARENT)), "in the caller's trace");
    assert!(has(b"seep") && has(b"OK"));
    assert!(!has(b"a seed that nobody"));
}
