use crate::wire::NEWEST_FORMAT;
use clap::{ArgAction, Args};
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// How the server runs. Every flag has an environment variable of the same meaning; the flag wins.
#[derive(Args, Clone, Debug)]
pub struct Config {
    /// Address and port to listen on; port 0 takes a free one
    #[arg(long, env = "TAASH_LISTEN", default_value = "127.0.0.1:50051", value_name = "ADDRESS:PORT")]
    pub listen: SocketAddr,

    /// Address and port for metrics, probes and plaintext health, or `off`; never to be reached from outside
    #[arg(long, env = "TAASH_ADMIN_LISTEN", default_value = "127.0.0.1:9464", value_name = "ADDRESS:PORT")]
    pub admin_listen: AdminListen,

    /// Threads that serve calls, 1 to 1024; without it as many as the processors this process may use
    #[arg(long, env = "TAASH_WORKER_THREADS", value_name = "COUNT", value_parser = worker_threads)]
    pub worker_threads: Option<NonZeroUsize>,

    /// What is taken from callers, and how long it may take.
    #[command(flatten)]
    pub limits: CallLimits,

    /// Connections.
    #[command(flatten)]
    pub connections: Connections,

    /// Secrets, and how they are read.
    #[command(flatten)]
    pub secrets: Secrets,

    /// Logs and traces.
    #[command(flatten)]
    pub telemetry: Telemetry,
}

/// What is taken from callers, and how long it may take.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub struct CallLimits {
    /// Longest request, in bytes; Replay takes 1 MiB if this is less
    #[arg(long, env = "TAASH_MAX_REQUEST_BYTES", default_value_t = 64 * 1024, value_name = "BYTES",
          value_parser = clap::value_parser!(u32).range(4096..=4_194_304))]
    pub max_request_bytes: u32,

    /// Longest answer, in bytes
    #[arg(long, env = "TAASH_MAX_RESPONSE_BYTES", default_value_t = 1024 * 1024, value_name = "BYTES",
          value_parser = clap::value_parser!(u32).range(1024..=16_777_216))]
    pub max_response_bytes: u32,

    /// Longest headers of a request together, in bytes
    #[arg(long, env = "TAASH_MAX_HEADER_BYTES", default_value_t = 16 * 1024, value_name = "BYTES",
          value_parser = clap::value_parser!(u32).range(8192..=1_048_576))]
    pub max_header_bytes: u32,

    /// Calls under way in the whole server, and a sixteenth as many of Replay, whose requests may be sixteen times as long;
    /// one more is refused at once with UNAVAILABLE
    #[arg(long, env = "TAASH_MAX_IN_FLIGHT", default_value_t = 1024, value_name = "COUNT",
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub max_in_flight: u32,

    /// Open streams of Play in the whole server, and as many of reflection; one more is refused at once with UNAVAILABLE
    #[arg(long, env = "TAASH_MAX_OPEN_STREAMS", default_value_t = 256, value_name = "COUNT",
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub max_open_streams: u32,

    /// Tables that all streams of Play hold together, half a kibibyte each; one more is refused at once with UNAVAILABLE
    #[arg(long, env = "TAASH_MAX_TABLES", default_value_t = 16_384, value_name = "COUNT",
          value_parser = clap::value_parser!(u32).range(1..=16_777_216))]
    pub max_tables: u32,

    /// Longest time for a call, in milliseconds; a caller's shorter deadline counts instead
    #[arg(long, env = "TAASH_CALL_DEADLINE_MS", default_value_t = 5000, value_name = "MILLISECONDS",
          value_parser = clap::value_parser!(u64).range(10..=600_000))]
    pub call_deadline_ms: u64,

    /// Time from SIGTERM until connections are closed, in milliseconds: serve on while balancers learn of it
    #[arg(long, env = "TAASH_DRAIN_DELAY_MS", default_value_t = 5000, value_name = "MILLISECONDS",
          value_parser = clap::value_parser!(u64).range(0..=600_000))]
    pub drain_delay_ms: u64,

    /// Longest wait for calls under way after that, in milliseconds; not shorter than a call may take
    #[arg(long, env = "TAASH_DRAIN_WAIT_MS", default_value_t = 10_000, value_name = "MILLISECONDS",
          value_parser = clap::value_parser!(u64).range(0..=600_000))]
    pub drain_wait_ms: u64,
}

/// Connections.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Connections")]
pub struct Connections {
    /// Open connections, and as many health watches; one more connection is closed at once
    #[arg(long, env = "TAASH_MAX_CONNECTIONS", default_value_t = 4096, value_name = "COUNT",
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub max_connections: u32,

    /// Calls under way on one connection
    #[arg(long, env = "TAASH_MAX_CONCURRENT_STREAMS", default_value_t = 256, value_name = "COUNT",
          value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub max_concurrent_streams: u32,

    /// Faulty streams that one connection may have answered with a reset before it is closed
    #[arg(long, env = "TAASH_MAX_LOCAL_RESETS", default_value_t = 1024, value_name = "COUNT",
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub max_local_resets: u32,

    /// Calls that a caller may have cancelled before they were looked at; with one more its connection is closed
    #[arg(long, env = "TAASH_MAX_PENDING_RESETS", default_value_t = 20, value_name = "COUNT",
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub max_pending_resets: u32,

    /// Time for a new connection to greet, the TLS handshake included, in milliseconds
    #[arg(long, env = "TAASH_HANDSHAKE_TIMEOUT_MS", default_value_t = 10_000, value_name = "MILLISECONDS",
          value_parser = clap::value_parser!(u64).range(10..=600_000))]
    pub handshake_timeout_ms: u64,

    /// Age at which a connection is closed without failing a call, in milliseconds, give or take a tenth; streams that are
    /// still open when calls have had their deadline are ended
    #[arg(long, env = "TAASH_CONNECTION_AGE_MS", default_value_t = 300_000, value_name = "MILLISECONDS",
          value_parser = clap::value_parser!(u64).range(100..=86_400_000))]
    pub connection_age_ms: u64,

    /// Silence after which a peer is asked for a sign of life, in milliseconds
    #[arg(long, env = "TAASH_KEEPALIVE_INTERVAL_MS", default_value_t = 30_000, value_name = "MILLISECONDS",
          value_parser = clap::value_parser!(u64).range(100..=3_600_000))]
    pub keepalive_interval_ms: u64,

    /// Wait for that sign of life, in milliseconds
    #[arg(long, env = "TAASH_KEEPALIVE_TIMEOUT_MS", default_value_t = 10_000, value_name = "MILLISECONDS",
          value_parser = clap::value_parser!(u64).range(100..=3_600_000))]
    pub keepalive_timeout_ms: u64,

    /// Whether browsers may call with gRPC-Web on the same port: true or false
    #[arg(long, env = "TAASH_GRPC_WEB", default_value_t = true, value_name = "BOOL", action = ArgAction::Set)]
    pub grpc_web: bool,

    /// Web origins whose pages may call, separated by commas: `https://play.example`, or `*` for all
    #[arg(long, env = "TAASH_CORS_ORIGINS", value_name = "ORIGINS", value_delimiter = ',', value_parser = origin)]
    pub cors_origins: Vec<String>,
}

/// Secrets, and how they are read.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "TLS and state keys")]
pub struct Secrets {
    /// File with the server's certificate chain (PEM): turns TLS on; needs --tls-key
    #[arg(long, env = "TAASH_TLS_CERT", value_name = "FILE")]
    pub tls_cert: Option<PathBuf>,

    /// File with the certificate's private key (PEM)
    #[arg(long, env = "TAASH_TLS_KEY", value_name = "FILE")]
    pub tls_key: Option<PathBuf>,

    /// File with the authorities of client certificates (PEM): only callers with such a certificate are served
    #[arg(long, env = "TAASH_TLS_CLIENT_CA", value_name = "FILE")]
    pub tls_client_ca: Option<PathBuf>,

    /// File with the keys that seal states: an id and 64 hexadecimal digits on a line; the first seals, all open
    #[arg(long, env = "TAASH_STATE_KEYS", value_name = "FILE")]
    pub state_keys: Option<PathBuf>,

    /// Refuse to start without --state-keys: true or false
    #[arg(long, env = "TAASH_REQUIRE_STATE_KEYS", value_name = "BOOL", default_value_t = false,
          action = ArgAction::Set, num_args = 0..=1, default_missing_value = "true")]
    pub require_state_keys: bool,

    /// Take states without a seal although there are keys, for the time of a migration: true or false
    #[arg(long, env = "TAASH_ACCEPT_UNSEALED", value_name = "BOOL", default_value_t = false,
          action = ArgAction::Set, num_args = 0..=1, default_missing_value = "true")]
    pub accept_unsealed: bool,

    /// Format of the states that are written: an older one while a rollout still has servers that know no newer; all
    /// formats up to the newest are read
    #[arg(long, env = "TAASH_WRITE_FORMAT", default_value_t = NEWEST_FORMAT, value_name = "FORMAT",
          value_parser = clap::value_parser!(u8).range(1..=i64::from(NEWEST_FORMAT)))]
    pub write_format: u8,

    /// How often these files are looked at for changes, in milliseconds; SIGHUP does it at once
    #[arg(long, env = "TAASH_RELOAD_INTERVAL_MS", default_value_t = 10_000, value_name = "MILLISECONDS",
          value_parser = clap::value_parser!(u64).range(50..=3_600_000))]
    pub reload_interval_ms: u64,
}

/// Logs and traces.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Logs and traces")]
pub struct Telemetry {
    /// What to log: a level (error, warn, info, debug, trace) or a tracing filter; a line for each call at debug
    #[arg(long, env = "TAASH_LOG", default_value = "info", value_name = "FILTER")]
    pub log: String,

    /// How to log
    #[arg(long, env = "TAASH_LOG_FORMAT", default_value = "text", value_name = "FORMAT")]
    pub log_format: LogFormat,

    /// Collector for traces over OTLP/gRPC: `http://collector:4317`; without it none are made
    #[arg(long, env = "TAASH_OTLP_ENDPOINT", value_name = "URL")]
    pub otlp_endpoint: Option<String>,
}

/// How log lines are written.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// A line of text for people.
    Text,
    /// A line of JSON for machines.
    Json,
}

/// Where the admin port is, if anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdminListen {
    /// Nowhere.
    Off,
    /// There.
    At(SocketAddr),
}

impl std::str::FromStr for AdminListen {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "off" {
            return Ok(Self::Off);
        }
        text.parse().map(Self::At).map_err(|_| "write an address and a port, or `off`".to_owned())
    }
}

/// What is wrong with a configuration, by the name of the variable.
#[derive(Debug, thiserror::Error)]
#[error("{variable}: {message}")]
pub struct ConfigError {
    /// The environment variable of the setting at fault.
    pub variable: &'static str,
    /// What is wrong with it.
    pub message: String,
}

impl ConfigError {
    pub(super) fn new(variable: &'static str, message: impl Into<String>) -> Self {
        Self { variable, message: message.into() }
    }
}

impl Config {
    /// Checks what no single setting shows.
    ///
    /// # Errors
    /// The first setting at fault.
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        let Self { limits, secrets, telemetry, .. } = self;
        if limits.call_deadline_ms > limits.drain_wait_ms {
            return Err(ConfigError::new(
                "TAASH_CALL_DEADLINE_MS",
                "a call may not take longer than a stopping server waits for it (TAASH_DRAIN_WAIT_MS)",
            ));
        }
        if secrets.tls_cert.is_some() && secrets.tls_key.is_none() {
            return Err(ConfigError::new("TAASH_TLS_KEY", "missing: TAASH_TLS_CERT needs it"));
        }
        if secrets.tls_cert.is_none() && secrets.tls_key.is_some() {
            return Err(ConfigError::new("TAASH_TLS_CERT", "missing: TAASH_TLS_KEY needs it"));
        }
        if secrets.tls_cert.is_none() && secrets.tls_client_ca.is_some() {
            return Err(ConfigError::new("TAASH_TLS_CERT", "missing: TAASH_TLS_CLIENT_CA needs it"));
        }
        if secrets.require_state_keys && secrets.state_keys.is_none() {
            return Err(ConfigError::new("TAASH_STATE_KEYS", "missing: TAASH_REQUIRE_STATE_KEYS asks for it"));
        }
        if secrets.accept_unsealed && secrets.state_keys.is_none() {
            return Err(ConfigError::new(
                "TAASH_ACCEPT_UNSEALED",
                "means nothing without TAASH_STATE_KEYS: without keys no state is sealed",
            ));
        }
        if telemetry.otlp_endpoint.is_some() && !cfg!(feature = "otlp") {
            return Err(ConfigError::new("TAASH_OTLP_ENDPOINT", "this build makes no traces (feature `otlp`)"));
        }
        Ok(())
    }
}

impl CallLimits {
    /// How many calls of Replay may be under way: so many that their requests take no more memory than those of the rest.
    pub(super) fn max_replays(&self) -> u32 {
        (self.max_in_flight / 16).max(1)
    }

    pub(super) const fn call_deadline(&self) -> Duration {
        Duration::from_millis(self.call_deadline_ms)
    }

    pub(super) const fn drain_delay(&self) -> Duration {
        Duration::from_millis(self.drain_delay_ms)
    }

    pub(super) const fn drain_wait(&self) -> Duration {
        Duration::from_millis(self.drain_wait_ms)
    }
}

fn worker_threads(text: &str) -> Result<NonZeroUsize, String> {
    text.parse()
        .ok()
        .filter(|threads: &NonZeroUsize| threads.get() <= 1024)
        .ok_or_else(|| "write a number from 1 to 1024".to_owned())
}

/// An origin as browsers send it: a scheme and an authority, nothing behind.
fn origin(text: &str) -> Result<String, String> {
    let uri = text.parse::<http::Uri>();
    let is_origin = |uri: &http::Uri| uri.scheme().is_some() && uri.path() == "/" && !text.ends_with('/');
    if text == "*" || uri.is_ok_and(|uri| is_origin(&uri)) {
        Ok(text.to_owned())
    } else {
        Err("write `*`, or a scheme and a host as in `https://play.example`".to_owned())
    }
}
