//! A whole match in the terminal.

use clap::Args;

/// What to play.
#[derive(Args, Debug)]
pub(super) struct Play {}
/// Plays.
pub(super) fn run(_: &Play) -> std::process::ExitCode {
    std::process::ExitCode::SUCCESS
}
