//! Streams of every kind, with peers that never read and peers that never write: how many there may be, and that each
//! ends when its connection reaches its maximum age or the server stops, and gives back what it held.

use super::super::support::{new_game, refused, text};
use super::process::{Connection, OpenCall, PATIENCE, Process, until};
use prost::Message;
use std::time::Instant;
use taash::wire::pb::engine::{self as pb, Game, Reason, play_request::Request};
use tonic::Code;
use tonic_health::ServingStatus;
use tonic_health::pb::HealthCheckRequest;

const PLAY: &str = "taash.engine.v1.EngineService/Play";
const REFLECTION: &str = "grpc.reflection.v1.ServerReflection/ServerReflectionInfo";
const WATCH: &str = "grpc.health.v1.Health/Watch";

const STREAMS: &str = r#"taash_in_flight{kind="stream"}"#;
const REFLECTIONS: &str = r#"taash_in_flight{kind="reflection"}"#;
const WATCHES: &str = r#"taash_in_flight{kind="watch"}"#;
const TABLES: &str = "taash_tables";

/// Connections reach their maximum age after a second, and calls have a short deadline.
const SHORT_LIVED: [&str; 4] = ["--connection-age-ms", "1000", "--call-deadline-ms", "300"];

async fn wait_for(server: &Process, name: &str, value: f64) {
    until(&format!("{name} {value}"), async || server.metric(name).await == value).await;
}

/// The first request of a table: a state, and a move in it that is refused or not.
async fn first_request(server: &Process, table: u64, mv: Option<&str>) -> pb::PlayRequest {
    let mut client = server.client().await;
    let state = client.new_game(new_game(Game::Jhyap, 1)).await.unwrap().into_inner().state;
    let listed = client.legal_moves(pb::LegalMovesRequest { state: state.clone(), ..Default::default() }).await;
    let legal = listed.unwrap().into_inner().legal_moves.unwrap().moves.swap_remove(0).text;
    let moves = vec![text(mv.unwrap_or(&legal))];
    pb::PlayRequest { table, request: Some(Request::Apply(pb::ApplyRequest { state, moves, ..Default::default() })) }
}

/// A stream that holds two tables, and whose peer reads nothing of it.
async fn unread(server: &Process, window: u32) -> (Connection, OpenCall) {
    let request = first_request(server, 0, None).await;
    let connection = Connection::with_window(server.calls, window).await;
    let mut call = connection.begin_at(PLAY, &[]).await;
    for table in 0..2 {
        call.send(&pb::PlayRequest { table, ..request.clone() }.encode_to_vec());
    }
    (connection, call)
}

/// Streams of every kind whose peer says nothing beyond what opens them.
async fn unwritten(connection: &Connection) -> Vec<OpenCall> {
    let mut watch = connection.begin_at(WATCH, &[]).await;
    watch.finish(&HealthCheckRequest::default().encode_to_vec());
    vec![watch, connection.begin_at(PLAY, &[]).await, connection.begin_at(REFLECTION, &[]).await]
}

#[tokio::test]
async fn a_stream_that_nobody_reads_ends_with_its_connection_and_gives_back_its_tables() {
    // Nothing at all can be sent; a part of the first answer; all of it, and nothing behind.
    for window in [0, 100, 400] {
        let server = Process::start(&SHORT_LIVED);
        let _held = unread(&server, window).await;
        server.counted(TABLES, 2.0).await;
        for name in [TABLES, STREAMS, "taash_connections"] {
            wait_for(&server, name, 0.0).await;
        }
        server.client().await.list_games(pb::ListGamesRequest {}).await.unwrap();
    }
}

#[tokio::test]
async fn streams_that_nobody_writes_to_end_with_their_connection() {
    let server = Process::start(&SHORT_LIVED);
    let connection = Connection::open(server.calls).await;
    let calls = unwritten(&connection).await;
    for name in [STREAMS, REFLECTIONS, WATCHES] {
        server.counted(name, 1.0).await;
    }
    for call in calls {
        let status = refused(&call.ended().await.status);
        assert_eq!((status.code, status.reason), (Code::Unavailable, Reason::Unavailable));
        assert_eq!(status.refusal.detail, "draining");
    }
    for name in [STREAMS, REFLECTIONS, WATCHES, "taash_connections"] {
        wait_for(&server, name, 0.0).await;
    }
    assert_eq!(server.metric("taash_connections_stalled_total").await, 0.0, "this peer has done its part");
}

#[tokio::test]
async fn a_stream_that_is_never_at_rest_ends_with_its_connection() {
    let server = Process::start(&SHORT_LIVED);
    let request = first_request(&server, 7, Some("nonsense")).await;
    let mut streams = tokio::task::JoinSet::new();
    for _ in 0..10 {
        let (mut client, request) = (server.client().await, request.clone());
        streams.spawn(async move {
            let (requests, receiver) = tokio::sync::mpsc::channel(64);
            tokio::spawn(async move { while requests.send(request.clone()).await.is_ok() {} });
            let outgoing = tokio_stream::wrappers::ReceiverStream::new(receiver);
            let mut answers = client.play(outgoing).await.unwrap().into_inner();
            let begun = Instant::now();
            loop {
                assert!(begun.elapsed() < PATIENCE, "the stream goes on and on");
                match answers.message().await {
                    Ok(answer) => assert!(answer.is_some(), "the client has not closed its half"),
                    Err(status) => break status,
                }
            }
        });
    }
    // Each is told so, although its client was writing when the connection was closed.
    for status in streams.join_all().await {
        assert!(!status.details().is_empty(), "{status:?}");
        assert_eq!(refused(&status).refusal.detail, "draining");
    }
}

#[tokio::test]
async fn no_stream_keeps_a_server_from_stopping() {
    let mut server = Process::start(&["--drain-delay-ms", "0", "--drain-wait-ms", "3000", "--call-deadline-ms", "300"]);
    let _unread = unread(&server, 0).await;
    server.counted(TABLES, 2.0).await;
    let connection = Connection::open(server.calls).await;
    let calls = unwritten(&connection).await;
    for (name, value) in [(STREAMS, 2.0), (REFLECTIONS, 1.0), (WATCHES, 1.0)] {
        server.counted(name, value).await;
    }
    server.signal("TERM");
    for call in calls {
        assert_eq!(refused(&call.ended().await.status).refusal.detail, "draining");
    }
    assert_eq!(server.ended().await.code(), Some(0));
    server.logged("all connections have ended").await;
}

#[tokio::test]
async fn a_reflection_stream_that_its_peer_gives_up_leaves_nothing_behind() {
    let server = Process::start(&[]);
    let connection = Connection::open(server.calls).await;
    server.client().await.list_games(pb::ListGamesRequest {}).await.unwrap();
    wait_for(&server, "taash_connections", 1.0).await;
    let before = server.metric("taash_tasks").await;
    assert!(before > 0.0);
    let mut calls = Vec::new();
    for _ in 0..50 {
        calls.push(connection.begin_at(REFLECTION, &[]).await);
    }
    server.counted(REFLECTIONS, 50.0).await;
    assert!(server.metric("taash_tasks").await >= before + 50.0);
    for call in &mut calls {
        call.body.send_reset(h2::Reason::CANCEL);
    }
    wait_for(&server, REFLECTIONS, 0.0).await;
    until("their tasks gone", async || server.metric("taash_tasks").await <= before + 10.0).await;
}

#[tokio::test]
async fn streams_have_limits_of_their_own_and_take_no_room_from_calls_or_each_other() {
    let server = Process::start(&["--max-open-streams", "2", "--max-in-flight", "1", "--max-connections", "4"]);
    let connection = Connection::open(server.calls).await;
    let mut held = Vec::new();
    for (path, kind, room) in [(PLAY, "stream", 2), (REFLECTION, "reflection", 2), (WATCH, "watch", 4)] {
        let watch = HealthCheckRequest::default().encode_to_vec();
        for _ in 0..room {
            let mut call = connection.begin_at(path, &[]).await;
            if path == WATCH {
                call.finish(&watch);
            }
            held.push(call);
        }
        wait_for(&server, &format!(r#"taash_in_flight{{kind="{kind}"}}"#), f64::from(room)).await;
        let ended = connection.begin_at(path, &[]).await.ended().await;
        assert_eq!(refused(&ended.status).refusal.detail, "overload", "{path}");
        assert!(ended.status.metadata().contains_key("grpc-retry-pushback-ms"));
        assert_eq!(server.metric(&format!(r#"taash_shed_total{{kind="{kind}"}}"#)).await, 1.0);
    }
    server.client().await.list_games(pb::ListGamesRequest {}).await.unwrap();
    assert_eq!(server.health("").await, Some(ServingStatus::Serving.into()), "probes are always answered");
    drop(held);
    for name in [STREAMS, REFLECTIONS, WATCHES] {
        wait_for(&server, name, 0.0).await;
    }
}

#[tokio::test]
async fn all_streams_together_hold_so_many_tables_and_no_more() {
    let server = Process::start(&["--max-tables", "2"]);
    let good = first_request(&server, 0, None).await;
    let connection = Connection::open(server.calls).await;
    let (mut one, mut other) = (connection.begin_at(PLAY, &[]).await, connection.begin_at(PLAY, &[]).await);
    one.send(&good.encode_to_vec());
    one.send(&pb::PlayRequest { table: 1, ..good.clone() }.encode_to_vec());
    wait_for(&server, TABLES, 2.0).await;
    let refusals = r#"taash_calls_total{method="Play/request",game="jhyap",code="UNAVAILABLE",reason="UNAVAILABLE"}"#;
    other.send(&good.encode_to_vec());
    wait_for(&server, refusals, 1.0).await;
    assert_eq!(server.metric(TABLES).await, 2.0);
    one.finish(&pb::PlayRequest { table: 1, request: Some(Request::Close(pb::CloseTable {})) }.encode_to_vec());
    assert_eq!(one.ended().await.code, Code::Ok);
    wait_for(&server, TABLES, 0.0).await;
    other.finish(&good.encode_to_vec());
    assert_eq!(other.ended().await.code, Code::Ok);
    assert_eq!(server.metric(r#"taash_moves_applied_total{game="jhyap"}"#).await, 3.0);
}

#[tokio::test]
async fn what_is_asked_on_a_stream_is_counted_and_is_no_call() {
    let server = Process::start(&[]);
    let connection = Connection::open(server.calls).await;
    let mut call = connection.begin_at(PLAY, &[]).await;
    let good = first_request(&server, 3, None).await;
    let Some(Request::Apply(apply)) = good.request.clone() else { panic!("an Apply") };
    let ask = |apply| pb::PlayRequest { table: 3, request: Some(Request::Apply(apply)) };
    let nonsense = pb::ApplyRequest { moves: vec![text("nonsense")], ..Default::default() };
    let stale = pb::ApplyRequest { expected_revision: Some(9), ..apply.clone() };
    let foreign = pb::ApplyRequest { state: b"no state".to_vec().into(), ..apply };
    for request in [good, ask(nonsense.clone()), ask(nonsense), ask(stale), ask(foreign)] {
        call.send(&request.encode_to_vec());
    }
    server.counted(TABLES, 1.0).await;
    call.send(&pb::PlayRequest { table: 4, request: None }.encode_to_vec());
    call.finish(&pb::PlayRequest { table: 3, request: Some(Request::Close(pb::CloseTable {})) }.encode_to_vec());
    assert_eq!(call.ended().await.code, Code::Ok);
    let calls = |method: &str, game: &str, code: &str, reason: &str| {
        format!(r#"taash_calls_total{{method="{method}",game="{game}",code="{code}",reason="{reason}"}}"#)
    };
    let request = "Play/request";
    for (name, value) in [
        (calls(request, "jhyap", "OK", ""), 1.0),
        (calls(request, "jhyap", "INVALID_ARGUMENT", "MOVE_UNPARSABLE"), 2.0),
        (calls(request, "jhyap", "ABORTED", "STALE_STATE"), 1.0),
        (calls(request, "", "INVALID_ARGUMENT", "STATE_UNREADABLE"), 1.0),
        (calls(request, "", "INVALID_ARGUMENT", "FIELD_INVALID"), 1.0),
        (calls(request, "", "OK", ""), 1.0),
        (calls("Play", "", "OK", ""), 1.0),
        (calls("Play", "jhyap", "OK", ""), 0.0),
        (r#"taash_call_duration_seconds_count{method="Play"}"#.to_owned(), 1.0),
        (r#"taash_moves_applied_total{game="jhyap"}"#.to_owned(), 1.0),
        (TABLES.to_owned(), 0.0),
    ] {
        wait_for(&server, &name, value).await;
    }
}
