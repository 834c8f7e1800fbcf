use super::super::support::refused;
use super::process::{Connection, Process, until};
use prost::bytes::Bytes;
use std::time::{Duration, Instant};
use taash::wire::pb::engine::{self as pb, Reason};
use tonic::Code;
use tonic_health::ServingStatus;

const IN_FLIGHT: &str = r#"taash_in_flight{kind="call"}"#;

#[tokio::test]
async fn ten_times_more_calls_than_allowed_are_refused_at_once_and_nothing_else_suffers() {
    const LIMIT: usize = 20;
    let server = Process::start(&["--max-in-flight", "20", "--call-deadline-ms", "10000"]);
    let connection = Connection::open(server.calls).await;
    let mut held = Vec::new();
    for _ in 0..LIMIT {
        held.push(connection.begin("ListGames", &[]).await);
    }
    server.counted(IN_FLIGHT, 20.0).await;
    let memory = server.memory_kib();

    let client = server.client().await;
    let mut calls = tokio::task::JoinSet::new();
    for _ in 0..10 * LIMIT {
        let mut client = client.clone();
        calls.spawn(async move { client.list_games(pb::ListGamesRequest {}).await.map(drop) });
    }
    while let Some(call) = calls.join_next().await {
        let status = call.unwrap().unwrap_err();
        let pushback: u32 = status.metadata().get("grpc-retry-pushback-ms").unwrap().to_str().unwrap().parse().unwrap();
        assert!((50..150).contains(&pushback));
        let status = refused(&status);
        assert_eq!((status.code, status.reason), (Code::Unavailable, Reason::Unavailable));
    }
    assert_eq!(server.health("").await, Some(ServingStatus::Serving.into()), "probes do not count");
    assert_eq!(server.metric(r#"taash_shed_total{kind="call"}"#).await, 200.0);
    assert!(server.memory_kib() < memory + 16 * 1024, "memory grew from {memory} KiB to {} KiB", server.memory_kib());

    for mut call in held {
        call.finish(&[]);
        assert_eq!(call.ended().await.code, Code::Ok, "an admitted call is served");
    }
    until("no call left", async || server.metric(IN_FLIGHT).await == 0.0).await;
    client.clone().list_games(pb::ListGamesRequest {}).await.unwrap();
}

/// A request of Replay may be sixteen times as long as another.
#[tokio::test]
async fn a_sixteenth_as_many_replays_have_room_and_take_none_from_other_calls() {
    let server = Process::start(&["--max-in-flight", "32", "--call-deadline-ms", "10000"]);
    let connection = Connection::open(server.calls).await;
    let held = [connection.begin("Replay", &[]).await, connection.begin("Replay", &[]).await];
    server.counted(r#"taash_in_flight{kind="replay"}"#, 2.0).await;
    let ended = connection.begin("Replay", &[]).await.ended().await;
    assert_eq!(refused(&ended.status).refusal.detail, "overload");
    assert!(ended.status.metadata().contains_key("grpc-retry-pushback-ms"));
    assert_eq!(server.metric(r#"taash_shed_total{kind="replay"}"#).await, 1.0);
    server.client().await.list_games(pb::ListGamesRequest {}).await.unwrap();
    drop(held);
    server.counted(r#"taash_in_flight{kind="replay"}"#, 0.0).await;
}

#[tokio::test]
async fn a_call_that_takes_too_long_is_answered_deadline_exceeded_by_the_shorter_of_two_deadlines() {
    let server = Process::start(&["--call-deadline-ms", "500"]);
    let connection = Connection::open(server.calls).await;
    let ours = connection.begin("ListGames", &[]).await;
    assert_eq!(ours.ended().await.code, Code::DeadlineExceeded);
    let longer = connection.begin("ListGames", &[("grpc-timeout", "1H")]).await;
    assert_eq!(longer.ended().await.code, Code::DeadlineExceeded);

    let patient = Process::start(&["--call-deadline-ms", "60000", "--drain-wait-ms", "60000"]);
    let connection = Connection::open(patient.calls).await;
    let begun = Instant::now();
    let theirs = connection.begin("ListGames", &[("grpc-timeout", "100m")]).await;
    assert_eq!(theirs.ended().await.code, Code::DeadlineExceeded);
    assert!(begun.elapsed() < Duration::from_secs(50), "the caller's deadline counts");
    let late = connection.begin("ListGames", &[("grpc-timeout", "0n")]).await;
    assert_eq!(late.ended().await.code, Code::DeadlineExceeded);
    let name = r#"taash_calls_total{method="ListGames",game="",code="DEADLINE_EXCEEDED",reason=""}"#;
    assert_eq!(patient.metric(name).await, 2.0);
    assert_eq!(patient.metric(IN_FLIGHT).await, 0.0);
}

#[tokio::test]
async fn a_call_that_its_caller_gives_up_is_counted() {
    let server = Process::start(&[]);
    let connection = Connection::open(server.calls).await;
    let mut call = connection.begin("Apply", &[]).await;
    server.counted(IN_FLIGHT, 1.0).await;
    call.body.send_reset(h2::Reason::CANCEL);
    server.counted(r#"taash_calls_cancelled_total{method="Apply"}"#, 1.0).await;
    assert_eq!(server.metric(IN_FLIGHT).await, 0.0);
    assert_eq!(server.metric("taash_decode_faults_total").await, 0.0, "nothing was wrong with it");
}

#[tokio::test]
async fn a_panic_costs_its_own_call_alone_and_nothing_of_it_leaves_the_server() {
    let server = Process::start(&["--log", "debug"]);
    let connection = Connection::open(server.calls).await;
    let mut other = connection.begin("ListGames", &[]).await;
    server.counted(IN_FLIGHT, 1.0).await;
    let mut call = connection.begin("ListGames", &[("taash-test-panic", "1")]).await;
    call.finish(&[]);
    let ended = call.ended().await;
    let status = refused(&ended.status);
    assert_eq!((status.code, status.reason), (Code::Internal, Reason::Internal));
    assert_eq!(ended.status.message(), "the server failed at this call");
    other.finish(&[]);
    assert_eq!(other.ended().await.code, Code::Ok, "its neighbour is served");

    assert_eq!(server.metric("taash_panics_total").await, 1.0);
    let name = r#"taash_calls_total{method="ListGames",game="",code="INTERNAL",reason="INTERNAL"}"#;
    assert_eq!(server.metric(name).await, 1.0);
    server.logged("panic at").await;
    assert!(!server.log().contains("secret"), "{}", server.log());
}

#[tokio::test]
async fn bytes_that_are_no_message_are_the_callers_fault_and_counted() {
    let server = Process::start(&[]);
    let connection = Connection::open(server.calls).await;
    let mut call = connection.begin("Apply", &[]).await;
    call.finish(&[0xff; 20]);
    let status = refused(&call.ended().await.status);
    assert_eq!((status.code, status.reason), (Code::InvalidArgument, Reason::FieldInvalid));
    assert_eq!(status.refusal.detail, "message");
    assert_eq!(server.metric("taash_decode_faults_total").await, 1.0);
}

#[tokio::test]
async fn a_request_that_breaks_the_protocol_gets_the_status_that_grpc_names() {
    let server = Process::start(&[]);
    let connection = Connection::open(server.calls).await;
    let mut compressed = connection.begin("ListGames", &[]).await;
    compressed.body.send_data(Bytes::from_static(&[1, 0, 0, 0, 0]), true).unwrap();
    assert_eq!(compressed.ended().await.code, Code::Internal, "marked as compressed, and no encoding named");
    let mut two = connection.begin("ListGames", &[]).await;
    two.send(&[]);
    two.finish(&[]);
    assert_eq!(two.ended().await.code, Code::Unimplemented, "two messages");
    let mut none = connection.begin("ListGames", &[]).await;
    none.body.send_data(Bytes::new(), true).unwrap();
    assert_eq!(none.ended().await.code, Code::Unimplemented, "no message");
    let mut unknown = connection.begin("ListGames", &[("grpc-encoding", "zstd")]).await;
    unknown.finish(&[]);
    assert_eq!(unknown.ended().await.code, Code::Unimplemented, "an encoding that the server does not know");

    // Alerts on errors of the server leave out what has the reason of an invalid request.
    for code in ["INTERNAL", "UNIMPLEMENTED"] {
        let name = format!(r#"taash_calls_total{{method="ListGames",game="",code="{code}",reason="FIELD_INVALID"}}"#);
        assert_eq!(server.metric(&name).await, 1.0, "{code}");
    }
}

#[tokio::test]
async fn an_unknown_method_is_unimplemented_and_its_name_becomes_no_label() {
    let server = Process::start(&[]);
    let connection = Connection::open(server.calls).await;
    for method in ["Nonsense", "apply"] {
        let mut call = connection.begin(method, &[]).await;
        call.finish(&[]);
        assert_eq!(call.ended().await.code, Code::Unimplemented);
    }
    let (_, metrics) = server.page("/metrics").await;
    assert!(!metrics.contains("Nonsense"));
    let name = r#"taash_calls_total{method="unknown",game="",code="UNIMPLEMENTED",reason=""}"#;
    assert_eq!(server.metric(name).await, 2.0);
}
