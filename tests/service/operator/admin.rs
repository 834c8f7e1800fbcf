use super::frames::RawPeer;
use super::keys::{Folder, key};
use super::process::{Connection, PATIENCE, Process, health};
use super::tls::Authority;
use taash::wire::pb::engine as pb;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tonic::transport::Channel;
use tonic_health::ServingStatus;
use tonic_health::pb::{HealthCheckRequest, health_client::HealthClient};

fn new_game() -> pb::NewGameRequest {
    pb::NewGameRequest {
        seats: 4,
        seed: Some(vec![0xab; 32].into()),
        options: Some(pb::new_game_request::Options::Jhyap(Default::default())),
        ..Default::default()
    }
}

fn apply(state: &[u8], text: &str) -> pb::ApplyRequest {
    pb::ApplyRequest {
        state: state.to_vec().into(),
        moves: vec![super::super::support::text(text)],
        ..Default::default()
    }
}

#[tokio::test]
async fn calls_are_counted_by_method_game_code_and_reason_and_moves_are_counted_too() {
    let server = Process::start(&[]);
    let mut client = server.client().await;
    let state = client.new_game(new_game()).await.unwrap().into_inner().state;
    let legal = client.legal_moves(pb::LegalMovesRequest { state: state.clone(), ..Default::default() }).await.unwrap();
    let first = legal.into_inner().legal_moves.unwrap().moves[0].text.clone();
    client.apply(apply(&state, &first)).await.unwrap();
    client.apply(apply(&state, "nonsense")).await.unwrap_err();
    client.apply(apply(b"no state", &first)).await.unwrap_err();

    for (name, value) in [
        (r#"taash_calls_total{method="NewGame",game="jhyap",code="OK",reason=""}"#, 1.0),
        (r#"taash_calls_total{method="LegalMoves",game="jhyap",code="OK",reason=""}"#, 1.0),
        (r#"taash_calls_total{method="Apply",game="jhyap",code="OK",reason=""}"#, 1.0),
        (r#"taash_calls_total{method="Apply",game="jhyap",code="INVALID_ARGUMENT",reason="MOVE_UNPARSABLE"}"#, 1.0),
        (r#"taash_calls_total{method="Apply",game="",code="INVALID_ARGUMENT",reason="STATE_UNREADABLE"}"#, 1.0),
        (r#"taash_call_duration_seconds_count{method="Apply"}"#, 3.0),
        (r#"taash_moves_applied_total{game="jhyap"}"#, 1.0),
        (r#"taash_in_flight{kind="call"}"#, 0.0),
        (r#"taash_shed_total{kind="call"}"#, 0.0),
        (r#"taash_calls_cancelled_total{method="Apply"}"#, 0.0),
    ] {
        super::process::until(name, async || server.metric(name).await == value).await;
    }
    let (status, metrics) = server.page("/metrics").await;
    assert_eq!(status, 200);
    // The commit is empty but in a build that was told it, as an image's is.
    let build = format!(r#"version="{}",commit="{}""#, env!("CARGO_PKG_VERSION"), env!("TAASH_COMMIT"));
    assert!(metrics.contains(&format!("taash_build_info{{{build}}} 1")), "{metrics}");
    assert!(metrics.ends_with("# EOF\n"));
}

/// Dashboards and alerts know them by name: to rename one is to break them.
#[tokio::test]
async fn every_metric_keeps_its_name_and_says_what_it_is() {
    // Those of keys and certificates are there if there are any.
    let folder = Folder::new("metrics");
    let identity = Authority::new().sign();
    let files = [("keys", key(1)), ("cert", identity.certificate), ("key", identity.key)];
    let [keys, cert, tls_key] = files.map(|(name, content)| folder.write(name, &content));
    let server = Process::start(&["--state-keys", &keys, "--tls-cert", &cert, "--tls-key", &tls_key]);
    let (_, page) = server.page("/metrics").await;
    let types: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("# TYPE ")).collect();
    let (process, types): (Vec<_>, Vec<_>) = types.into_iter().partition(|name| name.starts_with("process_"));
    // The names that clients of Prometheus use in all languages.
    let standard = [
        "process_cpu_seconds counter",
        "process_resident_memory_bytes gauge",
        "process_virtual_memory_bytes gauge",
        "process_start_time_seconds gauge",
        "process_open_fds gauge",
        "process_max_fds gauge",
    ];
    assert_eq!(process, standard);
    let resident = server.metric("process_resident_memory_bytes").await / 1024.0;
    let told = server.memory_kib() as f64;
    assert!((0.5..2.0).contains(&(resident / told)), "{resident} KiB, but the kernel says {told}");
    let known = [
        "taash_calls counter",
        "taash_call_duration_seconds histogram",
        "taash_calls_cancelled counter",
        "taash_moves_applied counter",
        "taash_in_flight gauge",
        "taash_shed counter",
        "taash_reloads counter",
        "taash_states_opened counter",
        "taash_certificate_expiry_timestamp_seconds gauge",
        "taash_build info",
        "taash_tables gauge",
        "taash_tasks gauge",
        "taash_decode_faults counter",
        "taash_accepts_unsealed gauge",
        "taash_not_grpc counter",
        "taash_panics counter",
        "taash_connections gauge",
        "taash_granted_streams gauge",
        "taash_unsent_bytes gauge",
        "taash_responses_shed counter",
        "taash_connections_made_room counter",
        "taash_connections_refused counter",
        "taash_handshakes_failed counter",
        "taash_connections_stalled counter",
    ];
    assert_eq!(types, known);
    for name in known.map(|known| known.split(' ').next().unwrap()) {
        let sample = page.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("no value of {name}"));
        let labels = sample.split(['{', ',']).skip(1).filter_map(|label| label.split('=').next());
        let help = page.lines().find(|line| line.starts_with(&format!("# HELP {name} "))).unwrap();
        for label in labels.filter(|label| *label != "le") {
            assert!(help.contains(label), "{help} does not explain {label}");
        }
    }
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/deploy/README.md")).unwrap();
    for named in readme.split('`').filter(|text| text.starts_with("taash_")) {
        assert!(page.lines().any(|line| line.starts_with(named)), "deploy/README.md names {named}");
    }
}

#[tokio::test]
async fn the_admin_port_answers_probes_of_every_kind() {
    let server = Process::start(&[]);
    assert_eq!(server.page("/healthz").await, (200, "alive\n".to_owned()));
    assert_eq!(server.page("/readyz").await, (200, "ready\n".to_owned()));
    assert_eq!(server.page("/version").await, (200, concat!("taash ", env!("TAASH_VERSION"), "\n").to_owned()));
    for name in ["", "taash.engine.v1.EngineService", "readiness", "startup", "liveness"] {
        assert_eq!(health(server.admin, name).await, Some(ServingStatus::Serving.into()), "{name}");
        assert_eq!(server.health(name).await, Some(ServingStatus::Serving.into()), "{name}");
    }
}

#[tokio::test]
async fn a_path_that_the_admin_port_does_not_serve_is_not_found_also_while_draining() {
    let server = Process::start(&["--drain-delay-ms", "5000"]);
    for ready in [200, 503] {
        if ready == 503 {
            server.signal("TERM");
            super::process::until("draining", async || server.page("/readyz").await.0 == ready).await;
        }
        assert_eq!(server.page("/readyz").await.0, ready);
        for path in
            ["/", "/ready", "/health", "/healthz/", "/readyz/", "/metrics/", "/taash.engine.v1.EngineService/Apply"]
        {
            let (status, text) = server.page(path).await;
            assert_eq!(status, 404, "{path}");
            assert!(text.contains("/readyz"), "the pages that there are: {text}");
        }
    }
    let mut call = Connection::open(server.admin).await.begin("Apply", &[]).await;
    call.finish(&[]);
    assert_eq!(call.ended().await.code, tonic::Code::Unimplemented, "a gRPC client gets a status of gRPC");
}

#[tokio::test]
async fn the_admin_port_limits_its_connections_and_how_long_they_wait_with_a_request() {
    const LIMIT: usize = 64;
    let server = Process::start(&["--handshake-timeout-ms", "1500"]);
    let begun = std::time::Instant::now();
    let mut silent = Vec::new();
    for _ in 0..LIMIT - 1 {
        silent.push(TcpStream::connect(server.admin).await.unwrap());
    }
    let mut greeted = RawPeer::greet(server.admin, &[]).await;
    assert!(greeted.frame().await.is_some(), "it is served");
    let mut refused = TcpStream::connect(server.admin).await.unwrap();
    let _ = refused.write_all(b"GET /healthz HTTP/1.1\r\nhost: admin\r\n\r\n").await;
    assert!(refused.read_u8().await.is_err(), "one too many");
    assert!(begun.elapsed().as_millis() < 1500, "this machine is too slow for the test");

    assert_eq!(greeted.last_words().await, None, "a greeting without a request does not suffice");
    for mut stream in silent {
        assert!(matches!(tokio::time::timeout(PATIENCE, stream.read_u8()).await, Ok(Err(_))));
    }
    assert_eq!(server.page("/healthz").await.0, 200);
}

#[tokio::test]
async fn a_connection_to_the_admin_port_is_told_before_it_is_closed() {
    let server = Process::start(&["--connection-age-ms", "1000", "--handshake-timeout-ms", "60000"]);
    let mut peer = RawPeer::greet(server.admin, &[]).await;
    assert_eq!(peer.last_words().await, Some(0), "GOAWAY without an error");
}

#[tokio::test]
async fn a_watch_on_the_admin_port_ends_with_its_connection() {
    let server = Process::start(&["--connection-age-ms", "500"]);
    let channel = Channel::from_shared(format!("http://{}", server.admin)).unwrap().connect().await.unwrap();
    let mut client = HealthClient::new(channel);
    let mut watch = client.watch(HealthCheckRequest::default()).await.unwrap().into_inner();
    assert_eq!(watch.message().await.unwrap().unwrap().status(), ServingStatus::Serving.into());
    tokio::time::timeout(PATIENCE, watch.message()).await.expect("an end").unwrap_err();
    assert_eq!(
        client.check(HealthCheckRequest::default()).await.unwrap().into_inner().status(),
        ServingStatus::Serving.into()
    );
}

#[tokio::test]
async fn single_calls_are_logged_at_debug_only_and_nothing_secret_ever() {
    let server = Process::start(&["--log", "debug", "--log-format", "json"]);
    let quiet = Process::start(&["--log-format", "json"]);
    for server in [&server, &quiet] {
        let mut client = server.client().await;
        let answer = client.new_game(new_game()).await.unwrap().into_inner();
        client.apply(apply(&answer.state, "nonsense that is secret")).await.unwrap_err();
        server.counted(r#"taash_call_duration_seconds_count{method="Apply"}"#, 1.0).await;
    }
    server.logged(r#""method":"Apply""#).await;
    let log = server.log();
    for line in log.lines() {
        serde_json::from_str::<serde_json::Value>(line).unwrap();
    }
    for secret in ["secret", "abab", "171, 171", "TAAS\\"] {
        assert!(!log.contains(secret), "{secret} in {log}");
    }
    let (_, metrics) = server.page("/metrics").await;
    assert!(!metrics.contains("nonsense"));
    assert!(!quiet.log().contains("NewGame"), "{}", quiet.log());
}
