//! Compression, where it is switched on and the caller asks for it.

use super::super::support::refused;
use super::process::Process;
use taash::wire::pb::engine::engine_service_client::EngineServiceClient;
use taash::wire::pb::engine::{self as pb, Reason};
use tonic::Code;
use tonic::codec::CompressionEncoding::Gzip;
use tonic::transport::Channel;

async fn client(server: &Process) -> EngineServiceClient<Channel> {
    server.client().await.send_compressed(Gzip).accept_compressed(Gzip)
}

fn long(bytes: usize) -> pb::ApplyRequest {
    pb::ApplyRequest { state: vec![0; bytes].into(), ..Default::default() }
}

#[tokio::test]
async fn requests_and_responses_are_compressed_where_the_caller_asks_for_it() {
    let server = Process::start(&["--gzip", "true"]);
    let answer = client(&server).await.list_games(pb::ListGamesRequest {}).await.unwrap();
    assert_eq!(answer.metadata().get("grpc-encoding").unwrap(), "gzip");
    assert!(!answer.get_ref().games.is_empty());
    let plain = server.client().await.list_games(pb::ListGamesRequest {}).await.unwrap();
    assert_eq!(plain.metadata().get("grpc-encoding"), None);
    assert_eq!(plain.into_inner(), answer.into_inner());
}

#[tokio::test]
async fn a_request_counts_with_the_size_that_it_has_decompressed() {
    let server = Process::start(&["--gzip", "true"]);
    for bytes in [70_000, 50_000_000] {
        let status = refused(&client(&server).await.apply(long(bytes)).await.unwrap_err());
        assert_eq!((status.code, status.reason), (Code::ResourceExhausted, Reason::LimitExceeded), "{bytes}");
        assert_eq!((status.refusal.detail.as_str(), status.refusal.limit), ("max_request_bytes", 65_536));
    }
    assert!(server.memory_kib() < 64 * 1024, "{} KiB", server.memory_kib());
}

#[tokio::test]
async fn without_the_setting_a_compressed_request_is_refused() {
    let server = Process::start(&[]);
    let status = client(&server).await.list_games(pb::ListGamesRequest {}).await.unwrap_err();
    assert_eq!(status.code(), Code::Unimplemented);
    let answer = server.client().await.accept_compressed(Gzip).list_games(pb::ListGamesRequest {}).await.unwrap();
    assert_eq!(answer.metadata().get("grpc-encoding"), None);
}
