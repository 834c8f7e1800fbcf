use super::super::support::{all_viewers, new_game, refused, text};
use super::frames::{INITIAL_WINDOW_SIZE, PREFACE, RST_STREAM, RawPeer, SETTINGS};
use super::process::{Connection, Process, until};
use std::time::Duration;
use taash::wire::pb::engine::{self as pb, Game, Reason};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tonic::{Code, Request};

/// A request of about that many bytes.
fn long(bytes: usize) -> pb::VerifyDealsRequest {
    pb::VerifyDealsRequest { seed: vec![7; bytes].into(), ..Default::default() }
}

/// A Replay of about that many bytes, too long a state for any engine.
fn long_replay(bytes: usize) -> pb::ReplayRequest {
    pb::ReplayRequest { start: Some(pb::replay_request::Start::State(vec![7; bytes].into())), ..Default::default() }
}

#[tokio::test]
async fn requests_that_are_too_long_are_refused_with_the_limit_and_replay_takes_a_mebibyte() {
    let server = Process::start(&[]);
    let mut client = server.client().await;
    let status = refused(&client.verify_deals(long(100_000)).await.unwrap_err());
    assert_eq!((status.code, status.reason), (Code::ResourceExhausted, Reason::LimitExceeded));
    assert_eq!((status.refusal.detail.as_str(), status.refusal.limit), ("max_request_bytes", 65_536));

    let status = refused(&client.replay(long_replay(900_000)).await.unwrap_err());
    assert_ne!(status.reason, Reason::LimitExceeded, "the engine itself has looked at it");
    let status = refused(&client.replay(long_replay(1_100_000)).await.unwrap_err());
    assert_eq!((status.code, status.refusal.limit), (Code::ResourceExhausted, 1_048_576));

    let mv = pb::Move { r#move: Some(pb::r#move::Move::Text("x".repeat(70_000))) };
    let apply = pb::ApplyRequest { moves: vec![mv], ..Default::default() };
    let request = pb::PlayRequest { table: 1, request: Some(pb::play_request::Request::Apply(apply)) };
    let mut answers = client.play(tokio_stream::iter([request])).await.unwrap().into_inner();
    let status = refused(&answers.message().await.unwrap_err());
    assert_eq!((status.code, status.refusal.detail.as_str()), (Code::ResourceExhausted, "max_request_bytes"));
    assert_eq!(status.refusal.limit, 65_536);

    let generous = Process::start(&["--max-request-bytes", "200000"]);
    let status = refused(&generous.client().await.verify_deals(long(100_000)).await.unwrap_err());
    assert_eq!(status.reason, Reason::FieldInvalid);
}

#[tokio::test]
async fn answers_that_are_too_long_are_refused_with_the_limit() {
    let server = Process::start(&["--max-response-bytes", "1024"]);
    let status = server.client().await.list_games(pb::ListGamesRequest {}).await.unwrap_err();
    let status = refused(&status);
    assert_eq!((status.code, status.reason), (Code::ResourceExhausted, Reason::LimitExceeded));
    assert_eq!((status.refusal.detail.as_str(), status.refusal.limit), ("max_response_bytes", 1024));
    server
        .counted(
            r#"taash_calls_total{method="ListGames",game="",code="RESOURCE_EXHAUSTED",reason="LIMIT_EXCEEDED"}"#,
            1.0,
        )
        .await;
}

/// It would end the stream for all its tables, and earlier answers with it.
#[tokio::test]
async fn an_answer_too_long_for_a_stream_is_a_refusal_and_changes_nothing() {
    use pb::play_request::Request;
    use pb::play_response::Answer;
    let server = Process::start(&["--max-response-bytes", "1024"]);
    let mut client = server.client().await;
    let state = client.new_game(new_game(Game::PisYedili, 1)).await.unwrap().into_inner().state;
    let count = pb::LegalMovesRequest { state: state.clone(), limit: Some(1), ..Default::default() };
    let mv = client.legal_moves(count).await.unwrap().into_inner().legal_moves.unwrap().moves.swap_remove(0);
    let plain = pb::ApplyRequest { state, moves: vec![text(&mv.text)], ..Default::default() };
    let viewers = Some(pb::Include { viewers: all_viewers(4), legal_moves: true, ..Default::default() });
    let request = |apply| pb::PlayRequest { table: 1, request: Some(Request::Apply(apply)) };
    let asked = [
        request(plain.clone()),
        request(pb::ApplyRequest { include: viewers, ..plain.clone() }),
        request(pb::ApplyRequest { expected_revision: Some(1), ..Default::default() }),
    ];
    let mut answers = client.play(tokio_stream::iter(asked)).await.unwrap().into_inner();
    let mut answer = async || answers.message().await.unwrap().unwrap().answer.unwrap();
    assert!(matches!(answer().await, Answer::Apply(_)));
    let Answer::Refusal(refusal) = answer().await else { panic!("too long") };
    assert_eq!((refusal.reason(), refusal.detail.as_str()), (Reason::LimitExceeded, "max_response_bytes"));
    assert_eq!(refusal.limit, 1024);
    let Answer::Refusal(refusal) = answer().await else { panic!("no moves are given") };
    assert_eq!(refusal.reason(), Reason::FieldInvalid, "the table is held, and the stream goes on");
    assert!(answers.message().await.unwrap().is_none());
}

#[tokio::test]
async fn twenty_kilobytes_of_metadata_are_refused_and_the_connection_lives_on() {
    let with_metadata = || {
        let mut request = Request::new(pb::ListGamesRequest {});
        request.metadata_mut().insert("padding", "x".repeat(20_000).parse().unwrap());
        request
    };
    let server = Process::start(&[]);
    let mut client = server.client().await;
    client.list_games(with_metadata()).await.unwrap_err();
    client.list_games(pb::ListGamesRequest {}).await.unwrap();
    let generous = Process::start(&["--max-header-bytes", "32768"]);
    generous.client().await.list_games(with_metadata()).await.unwrap();
}

#[tokio::test]
async fn a_connection_is_told_how_many_calls_it_may_have_under_way() {
    const MAX_CONCURRENT_STREAMS: u16 = 3;
    let server = Process::start(&[]);
    let mut peer = RawPeer::greet(server.calls, &[]).await;
    let frame = peer.frame().await.unwrap();
    assert_eq!(frame.kind, SETTINGS);
    let settings: Vec<(u16, u32)> = frame
        .payload
        .chunks(6)
        .map(|pair| (u16::from_be_bytes([pair[0], pair[1]]), u32::from_be_bytes(pair[2..].try_into().unwrap())))
        .collect();
    assert!(settings.contains(&(MAX_CONCURRENT_STREAMS, 256)), "{settings:?}");
}

#[tokio::test]
async fn a_flood_of_faulty_calls_costs_its_connection_and_nobody_else() {
    let server = Process::start(&[]);
    let mut client = server.client().await;
    let mut peer = RawPeer::greet(server.calls, &[]).await;
    // A header that HTTP/2 forbids: each such call is answered with a reset.
    let faulty = [("connection", "close")];
    for stream in (1..2001).step_by(2) {
        assert!(peer.call(stream, "ListGames", &faulty, None).await);
        while peer.frame().await.expect("a thousand are borne").kind != RST_STREAM {}
    }
    let mut stream = 2001;
    while peer.call(stream, "ListGames", &faulty, None).await && peer.frame().await.is_some() {
        stream += 2;
        assert!(stream < 2101, "the connection is closed soon after");
    }
    client.list_games(pb::ListGamesRequest {}).await.unwrap();
}

#[tokio::test]
async fn a_flood_of_cancelled_calls_costs_its_connection_and_nobody_else() {
    const ENHANCE_YOUR_CALM: u32 = 11;
    let server = Process::start(&[]);
    let mut client = server.client().await;
    let mut peer = RawPeer::greet(server.calls, &[]).await;
    for stream in (1..20_000).step_by(2) {
        let sent = peer.call(stream, "ListGames", &[], None).await
            && peer.send(RST_STREAM, 0, stream, &8_u32.to_be_bytes()).await;
        if !sent {
            break;
        }
    }
    assert_eq!(peer.last_words().await, Some(ENHANCE_YOUR_CALM));
    client.list_games(pb::ListGamesRequest {}).await.unwrap();
    until("no call left", async || server.metric(r#"taash_in_flight{kind="call"}"#).await == 0.0).await;
}

#[tokio::test]
async fn peers_that_do_not_greet_in_time_are_closed_while_others_are_served() {
    let server = Process::start(&["--handshake-timeout-ms", "400"]);
    let mut silent = TcpStream::connect(server.calls).await.unwrap();
    let mut halting = TcpStream::connect(server.calls).await.unwrap();
    halting.write_all(&PREFACE[..10]).await.unwrap();
    let mut talking = TcpStream::connect(server.calls).await.unwrap();
    talking.write_all(b"POST /taash.engine.v1.EngineService/ListGames HTTP/1.1\r\nhost: taash\r\n").await.unwrap();
    server.counted("taash_connections", 3.0).await;
    let mut client = server.client().await;
    client.list_games(pb::ListGamesRequest {}).await.unwrap();
    for peer in [&mut silent, &mut halting, &mut talking] {
        let mut rest = Vec::new();
        // Closed or reset, and either way over.
        let _ = tokio::time::timeout(super::process::PATIENCE, peer.read_to_end(&mut rest)).await.expect("an end");
    }
    client.list_games(pb::ListGamesRequest {}).await.unwrap();
    until("one connection left", async || server.metric("taash_connections").await == 1.0).await;
}

#[tokio::test]
async fn connections_beyond_the_limit_are_closed_at_once() {
    let server = Process::start(&["--max-connections", "2", "--max-connections-per-peer", "off"]);
    let (first, second) = (Connection::open(server.calls).await, Connection::open(server.calls).await);
    let streams = [first.begin("Play", &[]).await, second.begin("Play", &[]).await];
    server.counted(r#"taash_in_flight{kind="stream"}"#, 2.0).await;
    let mut third = TcpStream::connect(server.calls).await.unwrap();
    let ended = tokio::time::timeout(super::process::PATIENCE, third.read(&mut [0; 1])).await.expect("an end");
    assert!(matches!(ended, Ok(0) | Err(_)));
    assert_eq!(server.metric("taash_connections_refused_total").await, 1.0);
    let mut call = second.begin("ListGames", &[]).await;
    call.finish(&[]);
    assert_eq!(call.ended().await.code, Code::Ok);
    drop((first, streams));
    until("room for another", async || server.metric("taash_connections").await == 1.0).await;
    server.client().await.list_games(pb::ListGamesRequest {}).await.unwrap();
}

#[tokio::test]
async fn a_peer_that_leaves_its_answers_lying_is_closed() {
    let server = Process::start(&["--call-deadline-ms", "300"]);
    let mut peer = RawPeer::greet(server.calls, &[(INITIAL_WINDOW_SIZE, 0)]).await;
    assert!(peer.call(1, "ListGames", &[], Some(&[0; 5])).await);
    server.counted("taash_unsent_bytes", 1.0).await;
    assert_eq!(server.metric(r#"taash_in_flight{kind="call"}"#).await, 0.0, "it takes no room from other calls");
    peer.last_words().await;
    server.counted("taash_connections_stalled_total", 1.0).await;
    until("its response forgotten", async || server.metric("taash_unsent_bytes").await == 0.0).await;
    // One that reads is not disturbed, however long it stays.
    let connection = Connection::open(server.calls).await;
    for _ in 0..4 {
        tokio::time::sleep(Duration::from_millis(200)).await;
        let mut call = connection.begin("ListGames", &[]).await;
        call.finish(&[]);
        assert_eq!(call.ended().await.code, Code::Ok);
    }
}
