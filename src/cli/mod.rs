//! The command line: `taash serve` (the default), `taash play` and `taash health`.

mod health;
mod play;
mod serve;

use crate::server::Config;
use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// The exit code for a wrong configuration, as sysexits.h names it (`EX_USAGE`).
const EXIT_USAGE: u8 = 64;

/// A rules engine for the card games Jhyap, Seep and Pis Yedili, called over gRPC.
#[derive(Debug, Parser)]
#[command(name = "taash", version, about, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: Config,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the server (the default)
    Serve(Config),
    /// Play a whole match in the terminal
    Play(play::Play),
    /// Ask a running server whether it serves; exits with 0 if it does
    Health(health::Health),
}

/// Runs the command that the arguments and the environment name. Gives the exit code: 0, 1 after a failure, 64 for a
/// wrong configuration.
#[must_use]
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are asked for, not wrong. A terminal that cannot be written to changes nothing.
            let _ = error.print();
            return if error.use_stderr() { ExitCode::from(EXIT_USAGE) } else { ExitCode::SUCCESS };
        }
    };
    match cli.command.unwrap_or(Command::Serve(cli.serve)) {
        Command::Serve(config) => serve::run(&config),
        Command::Play(play) => play::run(&play),
        Command::Health(health) => health::run(&health),
    }
}
