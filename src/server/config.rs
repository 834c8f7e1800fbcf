use clap::Args;
use std::net::SocketAddr;

/// How the server runs. Every flag has an environment variable of the same meaning.
#[derive(Args, Clone, Debug)]
pub struct Config {
    /// Address and port to listen on; port 0 takes a free one
    #[arg(long, env = "TAASH_LISTEN", default_value = "127.0.0.1:50051", value_name = "ADDRESS:PORT")]
    pub listen: SocketAddr,

    /// What to log: a level (error, warn, info, debug, trace) or a tracing filter
    #[arg(long, env = "TAASH_LOG", default_value = "info", value_name = "FILTER")]
    pub log: String,

    /// How to log
    #[arg(long, env = "TAASH_LOG_FORMAT", default_value = "text", value_name = "FORMAT")]
    pub log_format: LogFormat,

    /// Longest request, in bytes
    #[arg(long, env = "TAASH_MAX_REQUEST_BYTES", default_value_t = 64 * 1024, value_name = "BYTES",
          value_parser = clap::value_parser!(u32).range(4096..=4_194_304))]
    pub max_request_bytes: u32,

    /// Longest answer, in bytes
    #[arg(long, env = "TAASH_MAX_RESPONSE_BYTES", default_value_t = 1024 * 1024, value_name = "BYTES",
          value_parser = clap::value_parser!(u32).range(65_536..=16_777_216))]
    pub max_response_bytes: u32,
}

/// How log lines are written.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// A line of text for people.
    Text,
    /// A line of JSON for machines.
    Json,
}
