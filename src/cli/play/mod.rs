//! A whole match in the terminal: random players, and a person if `--seat` is given.
//!
//! It is a client like any other. It knows the contract alone, makes one call a turn, and asks the engine in this process
//! or a server in the same way.

mod backend;
mod game;
mod jhyap;
mod pis_yedili;
mod player;
mod render;
mod seep;
mod setup;
mod table;

use super::EXIT_USAGE;
use crate::wire::pb::engine as pb;
use backend::{Backend, CallError};
use clap::{Args, ValueEnum};
use rand::TryRng;
use render::Style;
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::time::Duration;
use table::Table;

/// What to play.
#[derive(Args, Debug)]
pub(super) struct Play {
    /// The game: jhyap, seep or pis_yedili
    game: Option<String>,
    /// A server to play at; without it the match is played in this process
    #[arg(long, value_name = "URL")]
    address: Option<String>,
    /// How many seats; 4 if the game can be played so
    #[arg(long, value_name = "N")]
    seats: Option<u32>,
    /// A named set of options
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,
    /// One option that differs from the preset; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// The seed, 64 hexadecimal digits: the same seed plays the same match
    #[arg(long, value_name = "HEX64", value_parser = read_seed)]
    seed: Option<[u8; 32]>,
    /// The seat that you play; without it all seats play at random, and you see all cards
    #[arg(long, value_name = "N")]
    seat: Option<u32>,
    /// How long to wait after each move that is not yours, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=60_000))]
    delay: u64,
    /// Whether to write in colour
    #[arg(long, alias = "color", value_name = "WHEN", value_enum, default_value_t = Colour::Auto)]
    colour: Colour,
    /// The most moves to make
    #[arg(long, value_name = "N", default_value_t = 5000)]
    max_moves: u32,
}

/// When to write in colour.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Colour {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Why playing stopped before the match was over.
#[derive(Debug)]
enum Exit {
    /// What was asked for is not there.
    Usage(String),
    /// Something failed.
    Failed(String),
    /// The output or the input.
    Io(io::Error),
    /// The person left.
    Quit,
}

impl From<io::Error> for Exit {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<CallError> for Exit {
    fn from(error: CallError) -> Self {
        match error {
            CallError::Transport(message) => Self::Failed(message),
            CallError::Refused(refusal) => {
                let faults = refusal.faults.iter().map(|fault| format!("; {}: {}", fault.field, fault.description));
                let message = format!("{}{}", refusal.message, faults.collect::<String>());
                if refusal.reason() == pb::Reason::FieldInvalid { Self::Usage(message) } else { Self::Failed(message) }
            }
        }
    }
}

fn read_seed(text: &str) -> Result<[u8; 32], String> {
    let wrong = || "64 hexadecimal digits are needed".to_owned();
    if text.len() != 64 || !text.is_ascii() {
        return Err(wrong());
    }
    let mut seed = [0; 32];
    for (i, byte) in seed.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).map_err(|_| wrong())?;
    }
    Ok(seed)
}

fn drawn_seed() -> Result<[u8; 32], Exit> {
    let mut seed = [0; 32];
    let drawn = rand::rngs::SysRng.try_fill_bytes(&mut seed);
    drawn.map_err(|error| Exit::Failed(format!("the operating system gives no randomness: {error}")))?;
    Ok(seed)
}

/// Plays. Exits with 0 after a finished match, or when the person leaves it; with 64 if there is no such game or option.
pub(super) fn run(play: &Play) -> ExitCode {
    match try_run(play) {
        Ok(()) | Err(Exit::Quit) => ExitCode::SUCCESS,
        // Who reads, `head` perhaps, has had enough.
        Err(Exit::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Exit::Usage(message)) => fail(&message, ExitCode::from(EXIT_USAGE)),
        Err(Exit::Failed(message)) => fail(&message, ExitCode::FAILURE),
        Err(Exit::Io(error)) => fail(&error.to_string(), ExitCode::FAILURE),
    }
}

#[expect(clippy::print_stderr, reason = "what a command complains of is for its standard error")]
fn fail(message: &str, code: ExitCode) -> ExitCode {
    eprintln!("taash: {message}");
    code
}

fn try_run(play: &Play) -> Result<(), Exit> {
    let stdout = io::stdout();
    let colour = match play.colour {
        Colour::Always => true,
        Colour::Never => false,
        Colour::Auto => stdout.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
    };
    let mut backend = Backend::open(play.address.as_deref()).map_err(Exit::Failed)?;
    let catalogue = backend.list_games()?;
    let setup = setup::read(catalogue, play.game.as_deref(), play.seats, play.preset.as_deref(), &play.options)
        .map_err(Exit::Usage)?;
    let seats = setup.request.seats;
    if let Some(seat) = play.seat.filter(|&seat| seat >= seats) {
        return Err(Exit::Usage(format!("no seat {seat} at a table of {seats}; they go from 0 to {}", seats - 1)));
    }
    let seed = match play.seed {
        Some(seed) => seed,
        None => drawn_seed()?,
    };
    let table = Table {
        backend,
        style: Style { colour, person: play.seat },
        delay: Duration::from_millis(play.delay),
        max_moves: play.max_moves,
        out: stdout.lock(),
        input: io::stdin().lock(),
    };
    table.play(setup, seed)
}
