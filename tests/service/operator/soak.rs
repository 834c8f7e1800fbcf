//! Calls at a bounded rate, to see that memory stays where it is: for a few seconds in a test run, and as long as wanted
//! with
//!
//! ```text
//! TAASH_SOAK_SECONDS=600 cargo test --release --test service soak -- --nocapture
//! ```
//!
//! which prints what the server holds in memory, minute by minute.

use super::process::Process;
use std::error::Error;
use std::time::{Duration, Instant};
use taash::wire::pb::engine as pb;

/// Calls a second, and on how many connections.
const RATE: u32 = 400;
const CONNECTIONS: u32 = 8;
/// What memory may grow by once the first tenth of the time is over, in KiB.
const GROWTH_KIB: u64 = 4 * 1024;

#[tokio::test(flavor = "multi_thread")]
#[expect(clippy::print_stdout, reason = "its numbers are what it is for")]
async fn memory_stays_where_it_is() {
    let seconds = std::env::var("TAASH_SOAK_SECONDS").map_or(3, |seconds| seconds.parse().unwrap());
    let time = Duration::from_secs(seconds);
    let server = Process::start(&["--connection-age-ms", "5000"]);
    let mut clients = Vec::new();
    for _ in 0..CONNECTIONS {
        clients.push(server.client().await);
    }
    let begun = Instant::now();
    let callers: Vec<_> = clients
        .into_iter()
        .map(|mut client| {
            tokio::spawn(async move {
                let mut pace = tokio::time::interval(Duration::from_secs(1) * CONNECTIONS / RATE);
                let mut calls = 0_u64;
                while begun.elapsed() < time {
                    pace.tick().await;
                    let request = pb::NewGameRequest {
                        seats: 4,
                        options: Some(pb::new_game_request::Options::Seep(Default::default())),
                        include: Some(pb::Include { legal_moves: true, ..Default::default() }),
                        ..Default::default()
                    };
                    let state = match client.new_game(request).await {
                        Ok(answer) => answer.into_inner().state,
                        // This client gives up what the server has not touched when a connection has grown old; others
                        // send it again by themselves. A status of the server's own has no source.
                        Err(status) if status.source().is_some() => continue,
                        Err(status) => panic!("{status}"),
                    };
                    let moves = vec![super::super::support::text("nonsense")];
                    client.apply(pb::ApplyRequest { state, moves, ..Default::default() }).await.unwrap_err();
                    calls += 2;
                }
                calls
            })
        })
        .collect();
    tokio::time::sleep(time / 10).await;
    let before = server.memory_kib();
    println!("after {:>4} s: {before} KiB", begun.elapsed().as_secs());
    while begun.elapsed() < time {
        tokio::time::sleep((time / 10).min(Duration::from_secs(60))).await;
        println!("after {:>4} s: {} KiB", begun.elapsed().as_secs(), server.memory_kib());
    }
    let mut calls = 0;
    for caller in callers {
        calls += caller.await.unwrap();
    }
    let after = server.memory_kib();
    println!("{calls} calls; before {before} KiB, after {after} KiB");
    assert!(after < before + GROWTH_KIB);
}
