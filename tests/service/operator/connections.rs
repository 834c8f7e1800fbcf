use super::frames::{HEADERS, RST_STREAM, RawPeer};
use super::process::{Process, call_on, until};
use std::time::{Duration, Instant};
use taash::wire::pb::engine as pb;

#[tokio::test]
async fn old_connections_are_replaced_without_a_failed_call() {
    let server = Process::start(&["--connection-age-ms", "300"]);
    for at_once in [1, 20] {
        let (calls, _) = call_on(server.calls, at_once, |connections| connections > 4).await;
        assert!(calls > 10 * at_once);
    }
}

#[tokio::test]
async fn a_peer_that_answers_nothing_is_cut_when_its_connection_is_old() {
    let server = Process::start(&["--connection-age-ms", "300", "--call-deadline-ms", "200"]);
    let mut deaf = RawPeer::greet(server.calls, &[]).await;
    deaf.last_words().await;
    until("no connection left", async || server.metric("taash_connections").await == 0.0).await;
}

#[tokio::test]
async fn the_name_that_clients_on_the_c_core_give_to_a_list_of_addresses_is_served() {
    let server = Process::start(&[]);
    for authority in ["10.0.0.1:50051,10.0.0.2:50051", "10.0.0.1:50051%2C10.0.0.2:50051", "[::1]:1,[::2]:2", "taash"] {
        let mut peer = RawPeer::greet(server.calls, &[]).await;
        peer.authority = authority;
        for stream in [1, 3] {
            assert!(peer.call(stream, "ListGames", &[], Some(&[0; 5])).await);
            let kind = loop {
                let frame = peer.frame().await.expect("an answer");
                if [HEADERS, RST_STREAM].contains(&frame.kind) {
                    break frame.kind;
                }
            };
            assert_eq!(kind, HEADERS, "{authority}");
        }
    }
}

#[tokio::test]
async fn a_lone_caller_does_not_wait_for_acknowledgements() {
    let server = Process::start(&[]);
    let mut client = server.client().await;
    let mut times = Vec::new();
    for _ in 0..60 {
        let begun = Instant::now();
        // The catalogue is too long for one system call.
        client.list_games(pb::ListGamesRequest {}).await.unwrap();
        times.push(begun.elapsed());
    }
    times.sort();
    // An acknowledgement is delayed by 40 milliseconds; a busy machine delays some calls, not most.
    assert!(times[15] < Duration::from_millis(35), "{times:?}");
}

#[tokio::test]
async fn a_peer_that_answers_no_keepalive_ping_is_closed_and_an_idle_one_that_does_is_not() {
    let server = Process::start(&["--keepalive-interval-ms", "200", "--keepalive-timeout-ms", "1000"]);
    let mut client = server.client().await;
    client.list_games(pb::ListGamesRequest {}).await.unwrap();
    let mut dead = RawPeer::greet(server.calls, &[]).await;
    dead.last_words().await;
    until("one connection left", async || server.metric("taash_connections").await == 1.0).await;
    client.list_games(pb::ListGamesRequest {}).await.unwrap();
}
