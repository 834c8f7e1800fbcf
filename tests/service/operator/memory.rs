//! Attacks on the server's memory, with the settings of the manifests: the whole process stays below the memory limit of its
//! container, a client that does nothing wrong is served all the time, and the memory that one connection took is
//! free again soon after.

use super::super::support::{new_game, text};
use super::frames::{INITIAL_WINDOW_SIZE, RST_STREAM, RawPeer, bytes_of, call_bytes};
use super::process::{Connection, OpenCall, PATIENCE, Process, until};
use prost::Message;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use taash::cards::{Card, CardSet, Rank, Seed, Suit};
use taash::games::{AnyMatch, Match, Options, Position, Seat, seep};
use taash::wire::States;
use taash::wire::pb::engine::{self as pb, Game};
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio::task::JoinHandle;

/// The memory limit of the container, in KiB. A debug build has longer code, and calls of several times the size.
const LIMIT_KIB: u64 = if cfg!(debug_assertions) { 72 * 1024 } else { 64 * 1024 };
/// How far from its memory at rest the server may be soon after an attack.
const LEFT_KIB: u64 = 10 * 1024;
const SOON: Duration = Duration::from_secs(20);
const SETTINGS: &str = include_str!("../../../deploy/base/settings.env");

const ENGINE: &str = "taash.engine.v1.EngineService";
const CHECK: &str = "grpc.health.v1.Health/Check";
const REFLECTION: &str = "grpc.reflection.v1.ServerReflection/ServerReflectionInfo";

/// A call by a clone of the client.
macro_rules! call {
    ($client:ident, $method:ident, $request:expr) => {{
        let (mut client, request) = ($client.clone(), $request);
        async move { client.$method(request).await }
    }};
}

/// A server with the limits of the manifests, a client that must be served, and what was measured at rest.
struct Target {
    server: Process,
    rest_kib: u64,
    ended: Arc<AtomicBool>,
    client: JoinHandle<u32>,
}

impl Target {
    async fn start(arguments: &[&str]) -> Self {
        let settings =
            SETTINGS.lines().filter_map(|line| line.split_once('=')).filter(|(name, _)| !name.ends_with("_LISTEN"));
        let server = Process::start_with(arguments, &settings.collect::<Vec<_>>());
        let mut client = server.client().await;
        for seed in 0..50 {
            client.new_game(new_game(Game::Jhyap, seed)).await.unwrap();
        }
        let rest_kib = server.memory_kib();
        let ended = Arc::new(AtomicBool::new(false));
        let until = Arc::clone(&ended);
        let client = tokio::spawn(async move {
            let mut calls = 0;
            while !until.load(Ordering::Relaxed) {
                let state = answered(|| call!(client, new_game, new_game(Game::Jhyap, 1))).await.state;
                let legal = pb::LegalMovesRequest { state: state.clone(), ..Default::default() };
                let listed = answered(|| call!(client, legal_moves, legal.clone())).await;
                let moves = vec![text(&listed.legal_moves.unwrap().moves[0].text)];
                let apply = pb::ApplyRequest { state, moves, ..Default::default() };
                answered(|| call!(client, apply, apply.clone())).await;
                calls += 3;
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            calls
        });
        Self { server, rest_kib, ended, client }
    }

    /// The attack is over: what it took has to be within the limit, and has to be given back.
    async fn withstood(self, attack: &str) {
        self.stayed_within(attack, LEFT_KIB).await;
    }

    /// The same after a flood of connections. The allocator keeps much of what they took for the next ones.
    async fn withstood_flood(self, attack: &str) {
        self.stayed_within(attack, LIMIT_KIB).await;
    }

    #[expect(clippy::print_stdout, reason = "the figures are for whoever changes a limit")]
    async fn stayed_within(self, attack: &str, left_kib: u64) {
        self.ended.store(true, Ordering::Relaxed);
        let calls = self.client.await.expect("every call of the client is answered");
        let peak = self.server.peak_memory_kib();
        let begun = Instant::now();
        while self.server.memory_kib() > self.rest_kib + left_kib {
            assert!(begun.elapsed() < SOON, "{attack}: {} KiB, at rest {}", self.server.memory_kib(), self.rest_kib);
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        println!(
            "{attack}: at rest {:.1} MiB, at most {:.1} MiB, afterwards {:.1} MiB; {calls} calls of the client answered",
            self.rest_kib as f64 / 1024.0,
            peak as f64 / 1024.0,
            self.server.memory_kib() as f64 / 1024.0,
        );
        assert!(peak < LIMIT_KIB, "{attack}: {peak} KiB");
        assert!(calls > 3, "{attack}: the client was not served");
    }
}

/// The response to a call. If the server has no room, the call is made again after the time that the server asks for, as the
/// clients of the README do.
async fn answered<T, F>(mut call: impl FnMut() -> F) -> T
where
    F: Future<Output = Result<tonic::Response<T>, tonic::Status>>,
{
    let begun = Instant::now();
    loop {
        let status = match call().await {
            Ok(response) => return response.into_inner(),
            Err(status) => status,
        };
        assert!(begun.elapsed() < PATIENCE, "refused again and again: {status}");
        let pushback = status.metadata().get("grpc-retry-pushback-ms").unwrap_or_else(|| panic!("{status}"));
        tokio::time::sleep(Duration::from_millis(pushback.to_str().unwrap().parse().unwrap())).await;
    }
}

/// A Seep state with a floor of sixteen loose cards: more than a thousand legal moves, a list of hundreds of KiB.
fn crowded_state() -> prost::bytes::Bytes {
    let low = [Rank::Ace, Rank::Two, Rank::Three];
    let floor = Rank::ALL.into_iter().fold(CardSet::EMPTY, |floor, rank| {
        let copies = if low.contains(&rank) { 2 } else { 1 };
        floor.union(Suit::ALL.into_iter().take(copies).map(|suit| Card::new(rank, suit)).collect())
    });
    let mut setup = seep::Setup::new(seep::Options::preset(0).unwrap(), Some(Seat::new(3)));
    for (i, card) in CardSet::DECK.difference(floor).iter().collect::<Vec<_>>().into_iter().rev().enumerate() {
        setup.hands[i / 9].insert(card);
    }
    setup.deal_number = 1;
    setup.stage = seep::Stage::Turn { bid: seep::HouseValue::new(13).unwrap() };
    setup.floor = floor;
    let position = seep::Position::from_setup(setup).unwrap();
    States::unsealed().save(&AnyMatch::Seep(Match::new(position, Seed::new([7; 32]))))
}

fn message(message: &impl Message) -> Vec<u8> {
    let bytes = message.encode_to_vec();
    [&[0], &u32::try_from(bytes.len()).unwrap().to_be_bytes()[..], &bytes].concat()
}

fn crowded_listing() -> Vec<u8> {
    message(&pb::LegalMovesRequest { state: crowded_state(), ..Default::default() })
}

/// On one connection: messages that declare four MiB, without the last byte.
async fn declare_and_withhold(address: SocketAddr, path: &str) -> (Connection, Vec<OpenCall>) {
    const DECLARED: u32 = 4 * 1024 * 1024 - 1;
    let connection = Connection::open(address).await;
    let mut calls = Vec::new();
    for _ in 0..20 {
        let mut call = connection.begin_at(path, &[]).await;
        let head = [&[0], &DECLARED.to_be_bytes()[..]].concat();
        let _ = call.body.send_data(head.into(), false);
        let _ = call.body.send_data(vec![0; DECLARED as usize - 1].into(), false);
        calls.push(call);
    }
    (connection, calls)
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_that_never_end_hold_little() {
    let target = Target::start(&[]).await;
    let (calls, admin) = (target.server.calls, target.server.admin);
    let mut held = Vec::new();
    for _ in 0..4 {
        for (address, path) in [(calls, CHECK), (admin, CHECK), (calls, REFLECTION)] {
            held.push(declare_and_withhold(address, path).await);
        }
    }
    tokio::time::sleep(Duration::from_secs(3)).await;
    drop(held);
    target.withstood("12 connections, 20 requests of 4 MiB on each, without the last byte").await;
}

/// Peers that ask for long responses and take a byte of each.
async fn take_nothing(target: &Target, connections: usize, streams: u32, window: u32) -> Vec<RawPeer> {
    let body = crowded_listing();
    let mut peers = Vec::new();
    for _ in 0..connections {
        let mut peer = RawPeer::greet(target.server.calls, &[(INITIAL_WINDOW_SIZE, window)]).await;
        let calls = (0..streams).flat_map(|i| call_bytes(2 * i + 1, ENGINE, "LegalMoves", &[], Some(&body)));
        peer.write(&calls.collect::<Vec<u8>>()).await;
        peers.push(peer);
    }
    peers
}

#[tokio::test(flavor = "multi_thread")]
async fn responses_that_nobody_reads_hold_little_and_end_their_connections() {
    for window in [1, 0] {
        let target = Target::start(&[]).await;
        let peers = take_nothing(&target, 16, 64, window).await;
        target.server.counted("taash_unsent_bytes", 1_000_000.0).await;
        // Those that hold something. The calls of the others have been refused.
        target.server.counted("taash_connections_stalled_total", 4.0).await;
        assert!(target.server.metric("taash_responses_shed_total").await > 100.0);
        until("nothing unsent", async || target.server.metric("taash_unsent_bytes").await < 65_536.0).await;
        drop(peers);
        target.withstood(&format!("16 connections, 64 LegalMoves on each, a window of {window}")).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn many_connections_that_read_nothing_make_room_for_one_that_reads() {
    let target = Target::start(&["--max-connections-per-peer", "off"]).await;
    let peers = take_nothing(&target, 400, 8, 1).await;
    tokio::time::sleep(Duration::from_secs(4)).await;
    drop(peers);
    target.withstood_flood("400 connections, 8 LegalMoves on each, a window of 1").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn streams_that_nobody_reads_hold_little() {
    let target = Target::start(&[]).await;
    let include = Some(pb::Include { legal_moves: true, ..Default::default() });
    let mut client = target.server.client().await;
    let state = crowded_state();
    let legal = pb::LegalMovesRequest { state: state.clone(), limit: Some(1), ..Default::default() };
    let mv = client.legal_moves(legal).await.unwrap().into_inner().legal_moves.unwrap().moves.swap_remove(0).text;
    let apply = pb::ApplyRequest { state, moves: vec![text(&mv)], include, ..Default::default() };
    let request = pb::PlayRequest { table: 0, request: Some(pb::play_request::Request::Apply(apply)) };
    let body = message(&request).repeat(20);
    let mut peers = Vec::new();
    for _ in 0..4 {
        let mut peer = RawPeer::greet(target.server.calls, &[(INITIAL_WINDOW_SIZE, 1)]).await;
        for i in 0..16 {
            peer.write(&call_bytes(2 * i + 1, ENGINE, "Play", &[], None)).await;
            peer.write(&bytes_of(0, 0, 2 * i + 1, &body)).await;
        }
        peers.push(peer);
    }
    tokio::time::sleep(Duration::from_secs(4)).await;
    drop(peers);
    target.withstood("64 streams of Play with 20 long responses on each, a window of 1").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_reads_long_responses_slowly_holds_little() {
    let target = Target::start(&[]).await;
    let body = crowded_listing();
    let mut readers = Vec::new();
    for _ in 0..20 {
        let connection = Connection::with_window(target.server.calls, 1 << 20).await;
        for _ in 0..64 {
            let mut call = connection.begin("LegalMoves", &[]).await;
            call.body.send_data(body.clone().into(), true).unwrap();
            readers.push(tokio::spawn(call.ended_or_not()));
        }
    }
    for reader in readers {
        // Answered or refused, and some may lose their connection.
        let _ = reader.await;
    }
    target.withstood("20 connections that read 64 LegalMoves on each").await;
}

/// All connections and streams at once, refused calls included.
#[tokio::test(flavor = "multi_thread")]
async fn as_many_calls_as_connections_and_streams_allow_hold_little() {
    let target = Target::start(&["--max-connections-per-peer", "off"]).await;
    let body = message(&new_game(Game::PisYedili, 1));
    let mut peers = Vec::new();
    for _ in 0..500 {
        peers.push(RawPeer::greet(target.server.calls, &[]).await);
    }
    for round in 0..4 {
        for peer in &mut peers {
            let first = round * 64;
            let calls = (first..first + 64).flat_map(|i| call_bytes(2 * i + 1, ENGINE, "NewGame", &[], Some(&body)));
            peer.write(&calls.collect::<Vec<u8>>()).await;
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    drop(peers);
    target.withstood_flood("500 connections, 64 NewGame on each at once").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cancelled_calls_hold_little() {
    let target = Target::start(&["--max-connections-per-peer", "off"]).await;
    let mut peers = Vec::new();
    for _ in 0..400 {
        let mut peer = RawPeer::greet(target.server.calls, &[]).await;
        let stream = |i: u32| 2 * i + 1;
        let cancelled = (0..64).flat_map(|i| call_bytes(stream(i), ENGINE, "NewGame", &[], None));
        let cancels = (0..64).flat_map(|i| bytes_of(RST_STREAM, 0, stream(i), &8_u32.to_be_bytes()));
        peer.write(&cancelled.chain(cancels).collect::<Vec<u8>>()).await;
        peers.push(peer);
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    drop(peers);
    target.withstood_flood("400 connections, 64 calls begun and cancelled on each").await;
}

/// A proxy has one connection for many callers. If some give up at the same time, the others must not suffer.
#[tokio::test]
async fn a_client_may_cancel_all_its_calls_at_once() {
    let server = Process::start(&[]);
    let body = message(&new_game(Game::Jhyap, 1));
    let mut peer = RawPeer::greet(server.calls, &[]).await;
    let cancelled = 1..=256_u32;
    let begun = cancelled.clone().flat_map(|i| call_bytes(2 * i - 1, ENGINE, "NewGame", &[], None));
    let cancels = cancelled.flat_map(|i| bytes_of(RST_STREAM, 0, 2 * i - 1, &8_u32.to_be_bytes()));
    let good = (257..=266_u32).flat_map(|i| call_bytes(2 * i - 1, ENGINE, "NewGame", &[], Some(&body)));
    peer.write(&begun.chain(cancels).chain(good).collect::<Vec<u8>>()).await;
    server.counted(r#"taash_calls_total{method="NewGame",game="jhyap",code="OK",reason=""}"#, 10.0).await;
    assert_eq!(server.metric("taash_connections").await, 1.0);
}

/// One peer cannot take all connections, and at the limit an idle connection makes room.
#[tokio::test]
async fn a_peer_gets_its_share_of_connections_and_idle_ones_make_room() {
    let limits = ["--max-connections", "4", "--max-connections-per-peer", "3"];
    let server = Process::start(&limits);
    let mut idle = Vec::new();
    for _ in 0..3 {
        idle.push(RawPeer::greet(server.calls, &[]).await);
    }
    server.counted("taash_connections", 3.0).await;
    let mut fourth = TcpStream::connect(server.calls).await.unwrap();
    let ended = tokio::time::timeout(PATIENCE, fourth.read(&mut [0; 1])).await.expect("an end");
    assert!(matches!(ended, Ok(0) | Err(_)), "its peer has three");
    assert_eq!(server.metric("taash_connections_refused_total").await, 1.0);

    let server = Process::start(&["--max-connections", "2", "--max-connections-per-peer", "off"]);
    let mut first = server.client().await;
    first.list_games(pb::ListGamesRequest {}).await.unwrap();
    let mut second = RawPeer::greet(server.calls, &[]).await;
    server.counted("taash_connections", 2.0).await;
    let play = Connection::open(server.calls).await;
    let _stream = play.begin("Play", &[]).await;
    server.counted(r#"taash_in_flight{kind="stream"}"#, 1.0).await;
    server.counted("taash_connections_made_room_total", 1.0).await;
    // Whichever has made room, a client connects again by itself.
    let mut third = server.client().await;
    tokio::time::timeout(PATIENCE, third.list_games(pb::ListGamesRequest {})).await.unwrap().unwrap();
    let _ = second.last_words().await;
    assert_eq!(server.metric(r#"taash_in_flight{kind="stream"}"#).await, 1.0, "a stream in use is left alone");
}
