//! Measures the speed that the project promises: `cargo bench`, about two minutes, Linux only.
//!
//! Absolute times drift with the machine, so the figures are ratios: our server and a bare tonic echo server run as
//! processes of their own, this process drives them in turn for slices of a fraction of a second, reads the processor
//! time they took from `/proc`, and compares slices next to each other. Every answer is checked, byte by byte, against
//! the one that the rules give in process. Where valgrind is installed, instructions are counted as well: they do not
//! drift at all.
//!
//! `cargo bench -- --guard` counts the instructions of what runs in process, and fails if they have grown; without
//! valgrind it passes.
//!
//! Options, after `--`: `--json FILE` writes the figures to a file too; `--rounds N` takes more or fewer slices (60);
//! `--only T1,T7` measures some figures alone. For a profiler: `drive URL GAME CALLS` and `stream URL GAME CALLS` call a server that runs already, and
//! `applies GAME CALLS`, `steps CALLS`, `playouts GAME DECISIONS made` run in process; games as `Seep`.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a program for developers")]
#![allow(clippy::cast_precision_loss, reason = "figures for people")]

mod calls;
mod core;
mod counts;
mod drive;
mod echo;
mod process;
mod raw;
mod report;
mod socket;
mod workload;

use report::Row;
use std::process::ExitCode;
use taash::for_game;
use taash::games::GameId;
use taash::wire::pb::engine::Game;

/// All games with their titles, the newest first.
pub(crate) fn games() -> impl Iterator<Item = (Game, &'static str)> {
    GameId::ALL.into_iter().rev().map(|game| (game.into(), game.title()))
}

/// Which figures are wanted: all, or those named.
pub(crate) struct Wanted(Option<String>);

impl Wanted {
    pub(crate) fn any(&self, ids: &[&str]) -> bool {
        self.0.as_ref().is_none_or(|only| only.split(',').any(|id| ids.contains(&id)))
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let option = |name: &str| words.iter().position(|&word| word == name).and_then(|at| words.get(at + 1)).copied();
    let count = |text: &str| text.parse::<usize>().unwrap();
    // The program runs itself: as the echo servers, and as what callgrind counts.
    match words.as_slice() {
        ["echo", kind] => echo::serve(*kind == "stock"),
        ["playouts", game, n, kind] => {
            for_game!(GameId::from_name(game).unwrap(), P => core::playouts::<P>(count(n), *kind == "checked"));
        }
        ["applies", game, n] => core::applies(game_of(game), count(n)),
        ["stream", address, game, n] => calls::drive_stream(address, game_of(game), count(n)),
        ["drive", address, game, n] => calls::drive(address, game_of(game), count(n)),
        ["steps", n] => drop(core::steps(Game::PisYedili, count(n))),
        _ if words.contains(&"--guard") => {
            if !process::can_count() {
                println!("valgrind is not installed: nothing is counted");
            } else if !counts::guard() {
                return ExitCode::FAILURE;
            }
        }
        _ => {
            let rows = measure(&Wanted(option("--only").map(String::from)), option("--rounds").map_or(60, count));
            report::print(&rows);
            if let Some(file) = option("--json") {
                std::fs::write(file, report::to_json(&rows)).unwrap();
            }
        }
    }
    ExitCode::SUCCESS
}

fn game_of(name: &str) -> Game {
    games().find(|(_, known)| *known == name).unwrap().0
}

fn measure(wanted: &Wanted, rounds: usize) -> Vec<Row> {
    let mut rows = Vec::new();
    if process::can_count() {
        counts::measure(wanted, &mut rows);
    } else {
        println!("valgrind is not installed: no instruction counts");
    }
    counts::in_process(wanted, &mut rows);
    calls::measure(wanted, rounds, &mut rows);
    rows.sort_by_key(|row| row.id[1..].parse::<u32>().unwrap_or(u32::MAX));
    rows
}
