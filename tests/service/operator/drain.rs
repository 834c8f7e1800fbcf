use super::frames::RawPeer;
use super::process::{Connection, Process, call_on, until};
use std::time::{Duration, Instant};
use taash::wire::pb::engine as pb;
use tokio::net::TcpStream;
use tonic::Code;
use tonic_health::ServingStatus;
use tonic_health::pb::{HealthCheckRequest, health_client::HealthClient};

const SERVICE: &str = "taash.engine.v1.EngineService";

#[tokio::test]
async fn a_stopping_server_says_so_serves_on_and_finishes_what_it_has_begun() {
    let mut server = Process::start(&["--drain-delay-ms", "1500", "--call-deadline-ms", "10000"]);
    let connection = Connection::open(server.calls).await;
    let mut in_flight = connection.begin("ListGames", &[]).await;
    server.counted(r#"taash_in_flight{kind="call"}"#, 1.0).await;
    // Kept open and idle to the end.
    let mut idle = server.client().await;
    idle.list_games(pb::ListGamesRequest {}).await.unwrap();
    let mut watch = HealthClient::new(server.channel().await)
        .watch(HealthCheckRequest { service: SERVICE.to_owned() })
        .await
        .unwrap()
        .into_inner();
    assert_eq!(watch.message().await.unwrap().unwrap().status(), ServingStatus::Serving.into());

    server.signal("TERM");
    assert_eq!(watch.message().await.unwrap().unwrap().status(), ServingStatus::NotServing.into());
    assert_eq!(server.page("/readyz").await.0, 503);
    assert_eq!(server.page("/healthz").await.0, 200);
    for name in ["", SERVICE, "readiness"] {
        assert_eq!(server.health(name).await, Some(ServingStatus::NotServing.into()), "{name}");
    }
    for name in ["startup", "liveness"] {
        assert_eq!(server.health(name).await, Some(ServingStatus::Serving.into()), "{name}");
    }
    server.client().await.list_games(pb::ListGamesRequest {}).await.unwrap();

    let ended = watch.message().await.unwrap_err();
    assert_eq!(ended.code(), Code::Unavailable, "watches end");
    until("nobody listens", async || TcpStream::connect(server.calls).await.is_err()).await;
    in_flight.finish(&[]);
    assert_eq!(in_flight.ended().await.code, Code::Ok, "an accepted call does not fail");
    assert_eq!(server.ended().await.code(), Some(0));
    server.logged("all connections have ended").await;
}

#[tokio::test]
async fn peers_that_never_answer_cannot_keep_a_server_from_stopping() {
    let mut server = Process::start(&[
        "--drain-delay-ms",
        "100",
        "--drain-wait-ms",
        "1000",
        "--call-deadline-ms",
        "900",
        "--connection-age-ms",
        "60000",
    ]);
    // It takes no notice of PING and GOAWAY; another has not even greeted.
    let mut deaf = RawPeer::greet(server.calls, &[]).await;
    let _silent = TcpStream::connect(server.calls).await.unwrap();
    assert!(deaf.call(1, "ListGames", &[], Some(&[0; 5])).await);
    server.counted("taash_connections", 2.0).await;
    server.signal("TERM");
    assert_eq!(server.ended().await.code(), Some(0));
    server.logged("drain wait is over").await;
}

#[tokio::test]
async fn calls_that_never_stop_coming_are_answered_to_the_end_of_the_server() {
    let mut server = Process::start(&["--drain-delay-ms", "500"]);
    server.signal("TERM");
    let begun = Instant::now();
    let (calls, _) = call_on(server.calls, 1, |_| false).await;
    assert!(begun.elapsed() >= Duration::from_millis(450), "the server serves on for the delay");
    assert!(calls > 10);
    assert_eq!(server.ended().await.code(), Some(0));
}

#[tokio::test]
async fn a_second_signal_ends_the_server_at_once() {
    let mut server = Process::start(&["--drain-delay-ms", "600000"]);
    server.signal("INT");
    server.logged("stopping").await;
    server.signal("INT");
    assert_eq!(server.ended().await.code(), Some(0));
}
