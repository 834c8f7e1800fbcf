//! The command line: `taash serve` (the default), `taash play` and `taash health`.

mod health;
mod play;
mod serve;

use crate::server::{Config, LogFormat, report_failure};
use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, Parser, Subcommand};
use std::process::ExitCode;

/// The exit code for an invalid configuration, `EX_USAGE` of sysexits.h.
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
    /// Check the health of a running server; exits with 0 if it is serving
    Health(health::Health),
}

/// Runs the command given by the arguments and the environment. Returns the exit code: 0, 1 after a failure, 64 for an
/// invalid configuration.
#[must_use]
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return report(&error),
    };
    match cli.command.unwrap_or(Command::Serve(Box::new(cli.serve))) {
        Command::Serve(config) => serve::run(&config),
        Command::Play(play) => play::run(&play),
        Command::Health(health) => health::run(&health),
    }
}

/// Prints what is wrong with the arguments, and the environment variable of the setting at fault.
#[expect(clippy::print_stderr, reason = "logging has not started")]
fn report(error: &clap::Error) -> ExitCode {
    // Also prints help and version. A failed write to the terminal does not change the exit code.
    if !error.use_stderr() {
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let variable = variable_of(error).map(|variable| format!("\nEnvironment variable of this setting: {variable}"));
    if logs_json() {
        let text = format!("{error}{}", variable.unwrap_or_default());
        report_failure(LogFormat::Json, &text);
    } else {
        let _ = error.print();
        if let Some(variable) = variable {
            eprintln!("{variable}");
        }
    }
    ExitCode::from(EXIT_USAGE)
}

/// Whether the log would be JSON: the arguments have not been parsed.
fn logs_json() -> bool {
    let arguments: Vec<_> = std::env::args().collect();
    let flag = arguments.iter().any(|argument| argument == "--log-format=json")
        || arguments.windows(2).any(|pair| pair == ["--log-format", "json"]);
    flag || std::env::var("TAASH_LOG_FORMAT").is_ok_and(|format| format == "json")
}

/// The environment variable of the argument that an error is about: `--max-request-bytes <BYTES>`.
fn variable_of(error: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg) else { return None };
    let long = argument.split_whitespace().next()?.strip_prefix("--")?;
    let command = Cli::command();
    let found = command.get_arguments().find(|argument| argument.get_long() == Some(long))?;
    Some(found.get_env()?.to_string_lossy().into_owned())
}
