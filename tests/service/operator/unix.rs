//! Unix sockets, for a server beside its only caller.

use super::keys::Folder;
use super::process::{Process, run, until};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use taash::server::{ListenAddress, Listener};
use taash::wire::pb::engine as pb;
use taash::wire::pb::engine::engine_service_client::EngineServiceClient;
use tonic::transport::Endpoint;

/// The addresses for calls and for operators in a folder.
fn addresses(folder: &Folder) -> [String; 2] {
    ["calls", "admin"].map(|name| format!("unix:{}", folder.path().join(name).display()))
}

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[tokio::test]
async fn calls_probes_and_matches_go_through_unix_sockets() {
    let folder = Folder::new("unix");
    let [calls, admin] = addresses(&folder);
    let mut server = Process::start_at(&calls, &admin, &[]);
    for name in ["calls", "admin"] {
        assert_eq!(mode(&folder.path().join(name)), 0o660, "{name}");
    }
    let channel = Endpoint::from_shared(calls.clone()).unwrap().connect().await.unwrap();
    EngineServiceClient::new(channel).list_games(pb::ListGamesRequest {}).await.unwrap();
    for address in [&calls, &admin] {
        let health = run(&["health", "--address", address], &[]);
        assert_eq!((health.status.code(), &*health.stdout), (Some(0), &b"serving\n"[..]), "{address}");
    }
    let played = run(&["play", "jhyap", "--address", &calls, "--seed", &"11".repeat(32)], &[]);
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));

    server.signal("TERM");
    assert_eq!(server.ended().await.code(), Some(0));
    for name in ["calls", "admin"] {
        assert!(!folder.path().join(name).exists(), "{name} is removed");
    }
}

#[tokio::test]
async fn a_file_that_a_dead_server_left_is_replaced_and_one_in_use_is_not() {
    let folder = Folder::new("stale");
    let [calls, admin] = addresses(&folder);
    let mut killed = Process::start_at(&calls, &admin, &[]);
    killed.signal("KILL");
    killed.ended().await;
    assert!(folder.path().join("calls").exists());
    let _server = Process::start_at(&calls, &admin, &["--socket-mode", "600"]);
    assert_eq!(mode(&folder.path().join("calls")), 0o600);

    let second = run(&["serve"], &[("TAASH_LISTEN", &calls), ("TAASH_ADMIN_LISTEN", "off")]);
    assert_eq!(second.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&second.stderr).contains("TAASH_LISTEN"));
    let file = folder.write("file", "kept");
    let third = run(&["serve"], &[("TAASH_LISTEN", &format!("unix:{file}")), ("TAASH_ADMIN_LISTEN", "off")]);
    assert_eq!(third.status.code(), Some(1));
    assert_eq!(std::fs::read_to_string(file).unwrap(), "kept", "a file of another kind stays");
}

#[tokio::test]
async fn a_server_that_stops_leaves_the_socket_of_its_successor() {
    let folder = Folder::new("successor");
    let path = folder.path().join("calls");
    let address = ListenAddress::Unix(path.clone());
    let first = Listener::bind(&address, 0o660).await.unwrap();
    std::fs::remove_file(&path).unwrap();
    let second = Listener::bind(&address, 0o660).await.unwrap();
    drop(first);
    assert!(path.exists());
    drop(second);
    until("the file is gone", async || !path.exists()).await;
}
