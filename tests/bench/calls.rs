//! Figures of calls: processor time and latency, ours against the echo servers, slice by slice.

use super::drive::{self, Slice, Until};
use super::process::{self, Server};
use super::report::{Row, Target};
use super::workload::{self, Call, Record};
use super::{Wanted, echo, games};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};
use taash::wire::pb::engine::Game;
use tokio::task::LocalSet;
use tonic::transport::Channel;

const SLICE: Duration = Duration::from_millis(120);
const TABLES: u64 = 64;

/// Runs a client on this thread alone.
pub(crate) fn block_on<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    LocalSet::new().block_on(&runtime, future)
}

/// Calls a server that many times, one call at a time.
pub(crate) fn drive(address: &str, game: Game, n: usize) {
    let calls = Rc::new(workload::unary(&[workload::record(game, 1, 300)]));
    block_on(async {
        let channel = drive::connect(address).await;
        drive::unary(&channel, drive::APPLY, &calls, 1, Until::Calls(n)).await;
    });
}

/// Sends a server that many requests on a stream of 64 tables.
pub(crate) fn drive_stream(address: &str, game: Game, n: usize) {
    let record = workload::record(game, 1, 300);
    let tables: Vec<_> = (0..TABLES).map(|table| workload::at_table(&record, table)).collect();
    block_on(async { drive::stream(&drive::connect(address).await, &tables, Until::Calls(n)).await });
}

/// One server and one way to call it.
struct Contender<'a> {
    server: &'a Server,
    channel: Channel,
    work: Work,
    /// What every slice came to: nanoseconds of the server's processor time a call, and its p50 and p99.
    cpu: Vec<f64>,
    p50: Vec<f64>,
    p99: Vec<f64>,
}

enum Work {
    Unary { path: &'static str, calls: Rc<Vec<Call>>, in_flight: usize },
    Stream { tables: Vec<Vec<Call>> },
}

impl<'a> Contender<'a> {
    async fn new(server: &'a Server, work: Work) -> Self {
        let channel = drive::connect(&server.address).await;
        Self { server, channel, work, cpu: Vec::new(), p50: Vec::new(), p99: Vec::new() }
    }

    async fn slice(&self) -> Slice {
        match &self.work {
            Work::Unary { path, calls, in_flight } => {
                drive::unary(&self.channel, path, calls, *in_flight, Until::Time(SLICE)).await
            }
            Work::Stream { tables } => drive::stream(&self.channel, tables, Until::Time(SLICE)).await,
        }
    }

    async fn round(&mut self) {
        let before = self.server.cpu_nanos();
        let slice = self.slice().await;
        self.cpu.push((self.server.cpu_nanos() - before) as f64 / slice.calls as f64);
        if !slice.latencies.is_empty() {
            self.p50.push(slice.quantile(0.5));
            self.p99.push(slice.quantile(0.99));
        }
    }
}

/// Slice by slice, the quotient of neighbours.
fn ratios(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a / b).collect()
}

pub(crate) fn measure(wanted: &Wanted, rounds: usize, rows: &mut Vec<Row>) {
    let ours = PathBuf::from(env!("CARGO_BIN_EXE_taash"));
    let pinned = process::can_pin();
    if wanted.any(&["T9"]) {
        footprint(&ours, rows);
    }
    if wanted.any(&["T1", "T2", "T5", "T6"]) {
        let bench = std::env::current_exe().unwrap();
        let server = |program: &Path, arguments: &[&str]| {
            let mut command = process::command(program, pinned);
            command.args(arguments);
            Server::start(command)
        };
        let (taash, same, stock) =
            (server(&ours, &["serve"]), server(&bench, &["echo", "same"]), server(&bench, &["echo", "stock"]));
        if pinned {
            process::pin_client();
        }
        block_on(compare(&taash, &same, &stock, rounds, rows));
    }
}

async fn compare(taash: &Server, same: &Server, stock: &Server, rounds: usize, rows: &mut Vec<Row>) {
    let records: Vec<Record> =
        (1..4).flat_map(|seed| games().map(move |(game, _)| workload::record(game, seed, 300))).collect();
    let calls = Rc::new(workload::unary(&records));
    let echoed = Rc::new(workload::same_sizes(&calls));
    let stock_calls = Rc::new(vec![workload::echo_call(300, 300)]);
    let tables: Vec<_> = (0..TABLES)
        .map(|table| {
            let record = &records[usize::try_from(table).unwrap() % records.len()];
            workload::at_table(record, table)
        })
        .collect();
    let apply = |in_flight| Work::Unary { path: drive::APPLY, calls: calls.clone(), in_flight };
    let echo = |calls: &Rc<Vec<Call>>, in_flight| Work::Unary { path: echo::PATH, calls: calls.clone(), in_flight };
    // Those that are compared stand side by side.
    let mut all = [
        Contender::new(stock, echo(&stock_calls, 16)).await,
        Contender::new(taash, apply(16)).await,
        Contender::new(same, echo(&echoed, 16)).await,
        Contender::new(same, echo(&echoed, 1)).await,
        Contender::new(taash, apply(1)).await,
        Contender::new(taash, Work::Stream { tables }).await,
        Contender::new(taash, apply(64)).await,
    ];
    for round in 0..rounds {
        for i in 0..all.len() {
            // Every other round backwards, so that nobody always comes after the same.
            let at = if round % 2 == 0 { i } else { all.len() - 1 - i };
            all[at].round().await;
        }
    }
    let [stock, ours, same, same_alone, ours_alone, stream, unary] = &all;
    let t1 = Target::AtMost(1.35, 1.20);
    rows.push(Row::many(
        "T1",
        "Apply : echo of the same bytes and set-up, 16 in flight, CPU",
        "x",
        ratios(&ours.cpu, &same.cpu),
        t1,
    ));
    rows.push(Row::many("T1", "the same, one in flight", "x", ratios(&ours_alone.cpu, &same_alone.cpu), Target::None));
    rows.push(Row::many(
        "T2",
        "Apply : stock tonic echo of 300 bytes, CPU",
        "x",
        ratios(&ours.cpu, &stock.cpu),
        Target::AtMost(1.0, 0.85),
    ));
    rows.push(Row::many(
        "T5",
        "calls per core, stream of 64 tables : unary, 64 in flight",
        "x",
        ratios(&unary.cpu, &stream.cpu),
        Target::AtLeast(4.0, 6.0),
    ));
    rows.push(Row::many(
        "T6",
        "p50 : echo, one in flight",
        "x",
        ratios(&ours_alone.p50, &same_alone.p50),
        Target::AtMost(1.15, 1.08),
    ));
    rows.push(Row::many(
        "T6",
        "p99 : echo, 16 in flight",
        "x",
        ratios(&ours.p99, &same.p99),
        Target::AtMost(1.35, 1.20),
    ));
    for (what, contender) in [
        ("server CPU of an Apply, 16 in flight", ours),
        ("server CPU of an echo of the same bytes and set-up", same),
        ("server CPU of a stock echo", stock),
        ("server CPU of an Apply on a stream", stream),
    ] {
        let micros = contender.cpu.iter().map(|nanos| nanos / 1000.0).collect();
        rows.push(Row::many("T1", what, "us", micros, Target::None));
    }
}

/// Memory at rest, the time to the first answer, and the size of the program, which is the image.
fn footprint(ours: &Path, rows: &mut Vec<Row>) {
    use taash::wire::pb::engine::{ListGamesRequest, engine_service_client::EngineServiceClient};
    let (mut starts, mut memory) = (Vec::new(), Vec::new());
    for _ in 0..11 {
        let start = Instant::now();
        let mut command = std::process::Command::new(ours);
        command.arg("serve");
        let server = Server::start(command);
        block_on(async {
            let mut client = EngineServiceClient::new(drive::connect(&server.address).await);
            client.list_games(ListGamesRequest {}).await.unwrap();
        });
        starts.push(start.elapsed().as_nanos() as f64 / 1e6);
        memory.push(server.resident_mb());
    }
    let megabytes = std::fs::metadata(ours).unwrap().len() as f64 / (1024.0 * 1024.0);
    rows.push(Row::many("T9", "memory at rest, after a first answer", "MB", memory, Target::AtMost(10.0, 10.0)));
    rows.push(Row::many("T9", "start to first answer, client included", "ms", starts, Target::AtMost(20.0, 20.0)));
    rows.push(Row::one("T9", "program, all that is in the image", "MB", megabytes, Target::AtMost(10.0, 10.0)));
}
