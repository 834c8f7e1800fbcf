//! Figures without a clock, and those of code that runs in process.

use super::drive::{self, Until};
use super::process::{self, Server};
use super::report::{Row, Target};
use super::{Wanted, calls, core, games, workload};
use std::path::Path;
use taash::games::{GameId, pis_yedili};

/// The instructions of one more of something: what a long run took beyond a short one.
fn by_difference(short: usize, long: usize, run: impl Fn(usize) -> u64) -> f64 {
    (run(long) - run(short)) as f64 / (long - short) as f64
}

fn counted_self(arguments: &[&str]) -> u64 {
    let output = process::counted(&std::env::current_exe().unwrap()).args(arguments).output().unwrap();
    process::instructions(&String::from_utf8_lossy(&output.stderr))
}

/// The instructions of a server for that many calls, one at a time on one connection.
fn counted_server(program: &Path, arguments: &[&str], path: &'static str, calls: &[workload::Call], n: usize) -> u64 {
    let mut command = process::counted(program);
    command.args(arguments);
    let server = Server::start(command);
    calls::block_on(async {
        let channel = drive::connect(&server.address).await;
        drive::unary(&channel, path, &calls.to_vec().into(), 1, Until::Calls(n)).await;
    });
    process::instructions(&server.stop())
}

pub(crate) fn measure(wanted: &Wanted, rows: &mut Vec<Row>) {
    let ours = Path::new(env!("CARGO_BIN_EXE_taash"));
    let bench = std::env::current_exe().unwrap();
    if wanted.any(&["T3"]) {
        for (name, kind, target) in [
            ("a random decision of Pis Yedili, four players", "made", Target::AtMost(450.0, 250.0)),
            ("the same, the move judged once more", "checked", Target::None),
        ] {
            let n = by_difference(50_000, 250_000, |n| counted_self(&["playouts", "pis_yedili", &n.to_string(), kind]));
            rows.push(Row::one("T3", name, "instr", n, target));
        }
        for game in ["seep", "jhyap"] {
            let n = by_difference(5_000, 25_000, |n| counted_self(&["playouts", game, &n.to_string(), "made"]));
            rows.push(Row::one("T3", format!("a random decision of {game}"), "instr", n, Target::None));
        }
    }
    if wanted.any(&["T4"]) {
        let n = by_difference(5_000, 25_000, |n| counted_self(&["steps", &n.to_string()]));
        rows.push(Row::one("T4", "state bytes, legal moves, apply, state bytes", "instr", n, Target::None));
    }
    if wanted.any(&["T7"]) {
        let mut echoed = Vec::new();
        for (game, name) in games() {
            let calls = workload::unary(&[workload::record(game, 1, 300)]);
            let n = by_difference(300, 1500, |n| counted_server(ours, &["serve"], drive::APPLY, &calls, n));
            rows.push(Row::one("T7", format!("an Apply of {name}"), "instr", n, Target::AtMost(65_000.0, 60_000.0)));
            echoed = workload::same_sizes(&calls);
        }
        for (kind, name) in [("stock", "a stock echo of such bytes"), ("same", "an echo of such bytes, set up as ours")]
        {
            let n =
                by_difference(300, 1500, |n| counted_server(&bench, &["echo", kind], super::echo::PATH, &echoed, n));
            rows.push(Row::one("T7", name, "instr", n, Target::None));
        }
    }
}

pub(crate) fn in_process(wanted: &Wanted, rows: &mut Vec<Row>) {
    if wanted.any(&["T4"]) {
        // In turn, so that both meet the same machine.
        let (mut micros, mut ratios) = (Vec::new(), Vec::new());
        for _ in 0..15 {
            let step = core::steps(super::Game::PisYedili, 20_000);
            micros.push(step / 1000.0);
            ratios.push(step / core::playout_nanos::<pis_yedili::Position>(100_000));
        }
        rows.push(Row::many(
            "T4",
            "state bytes, legal moves, apply, state bytes (Pis Yedili)",
            "us",
            micros,
            Target::AtMost(0.7, 0.3),
        ));
        rows.push(Row::many("T4", "the same, in steps of a playout", "x", ratios, Target::None));
    }
    if wanted.any(&["T8"]) {
        for (game, name) in games() {
            let calls = workload::unary(&[workload::record(game, 1, 400), workload::record(game, 2, 400)]);
            let sizes = calls.iter().filter(|call| !call.ends_deal).map(|call| call.answer.len());
            let (most, mean) =
                (sizes.clone().max().unwrap(), sizes.clone().sum::<usize>() as f64 / sizes.count() as f64);
            rows.push(Row::one(
                "T8",
                format!("longest plain Apply answer of {name}"),
                "bytes",
                most as f64,
                Target::AtMost(1018.0, 250.0),
            ));
            rows.push(Row::one("T8", format!("mean plain Apply answer of {name}"), "bytes", mean, Target::None));
        }
    }
    if wanted.any(&["T10"]) {
        let (typical, worst) = (0..5).map(|_| core::seep_listing()).unzip();
        rows.push(Row::many(
            "T10",
            "Seep's legal moves, mean of a random match",
            "us",
            typical,
            Target::AtMost(20.0, 5.0),
        ));
        rows.push(Row::many(
            "T10",
            "Seep's legal moves, sixteen loose cards, cut at 5000",
            "us",
            worst,
            Target::AtMost(5000.0, 1000.0),
        ));
    }
}

const fn most_of_apply(game: GameId) -> f64 {
    match game {
        GameId::PisYedili => 16_700.0,
        GameId::Seep => 19_700.0,
        GameId::Jhyap => 20_100.0,
    }
}

/// What CI holds fast: instructions of what runs in process, an eighth above what they are, so that another compiler
/// passes and a search in the wrong place does not. Says whether all are within their bounds.
pub(crate) fn guard() -> bool {
    let mut within = true;
    let mut hold = |what: &str, arguments: &dyn Fn(&str) -> Vec<String>, n: usize, most: f64| {
        let counted = by_difference(n, 5 * n, |n| {
            let arguments = arguments(&n.to_string());
            counted_self(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
        });
        println!("{what:46} {counted:8.0} instr, at most {most:.0}");
        within &= counted <= most;
    };
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    hold("a random decision of Pis Yedili", &|n| words(&["playouts", "pis_yedili", n, "made"]), 20_000, 496.0);
    hold("a random decision of Jhyap", &|n| words(&["playouts", "jhyap", n, "made"]), 20_000, 1000.0);
    hold("a random decision of Seep", &|n| words(&["playouts", "seep", n, "made"]), 4_000, 12_700.0);
    hold("bytes, legal moves, apply, bytes", &|n| words(&["steps", n]), 2_000, 11_350.0);
    for game in GameId::ALL {
        let what = format!("an Apply of {}, request to answer bytes", game.title());
        hold(&what, &|n| words(&["applies", game.title(), n]), 600, most_of_apply(game));
    }
    within
}
