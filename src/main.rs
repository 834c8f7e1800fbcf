//! The `taash` binary: see [`taash::cli`].

fn main() -> std::process::ExitCode {
    taash::cli::run()
}
