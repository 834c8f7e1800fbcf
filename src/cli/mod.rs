//! The command line: `taash serve` (the default), `taash play` and `taash health`.

mod health;
mod play;
mod serve;

use crate::server::Config;
use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, Parser, Subcommand};
use std::process::ExitCode;

/// The exit code for a wrong configuration, as sysexits.h names it (`EX_USAGE`).
const EXIT_USAGE: u8 = 64;

/// A rules engine for the card games Jhyap, Seep and Pis Yedili, called over gRPC.
#[derive(Debug, Parser)]
#[command(name = "taash", version = env!("TAASH_VERSION"), about, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: Config,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the server (the default)
    Serve(Box<Config>),
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
        Err(error) => return refuse(&error),
    };
    match cli.command.unwrap_or(Command::Serve(Box::new(cli.serve))) {
        Command::Serve(config) => serve::run(&config),
        Command::Play(play) => play::run(&play),
        Command::Health(health) => health::run(&health),
    }
}

/// Says what is wrong with the arguments, and in which variable if it came, or could have come, from the environment.
#[expect(clippy::print_stderr, reason = "there is no logging yet")]
fn refuse(error: &clap::Error) -> ExitCode {
    // Help and version are asked for, not wrong. A terminal that cannot be written to changes nothing.
    let _ = error.print();
    if !error.use_stderr() {
        return ExitCode::SUCCESS;
    }
    if let Some(variable) = variable_of(error) {
        eprintln!("\nThe variable of this setting: {variable}");
    }
    ExitCode::from(EXIT_USAGE)
}

/// The environment variable of the argument that an error is about: `--max-request-bytes <BYTES>`.
fn variable_of(error: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg) else { return None };
    let long = argument.split_whitespace().next()?.strip_prefix("--")?;
    let command = Cli::command();
    let found = command.get_arguments().find(|argument| argument.get_long() == Some(long))?;
    Some(found.get_env()?.to_string_lossy().into_owned())
}
