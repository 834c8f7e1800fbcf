use super::listen::ListenAddress;
use crate::wire::NEWEST_FORMAT;
use clap::{ArgAction, Args};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// HTTP/2 streams of all connections together, for each connection that may be open.
const STREAMS_PER_CONNECTION: u32 = 10;

/// The configuration of the server. Each setting is a flag and an environment variable; the flag takes precedence.
#[derive(Args, Clone, Debug)]
pub struct Config {
    /// Address and port to listen on, or a Unix socket: `unix:/path`; port 0 picks a free port
    #[arg(long, env = "TAASH_LISTEN", default_value = "127.0.0.1:50051", value_name = "ADDRESS:PORT")]
    pub listen: ListenAddress,

    /// Address and port, or `unix:/path`, for metrics, probes and plaintext health; or `off`; do not expose it publicly
    #[arg(long, env = "TAASH_ADMIN_LISTEN", default_value = "127.0.0.1:9464", value_name = "ADDRESS:PORT")]
    pub admin_listen: AdminListen,

    /// Permission bits of Unix sockets, in octal
    #[arg(long, env = "TAASH_SOCKET_MODE", default_value = "660", value_name = "OCTAL", value_parser = socket_mode)]
    pub socket_mode: u32,

    /// Threads that serve calls, 1 to 1024; by default one for each processor that the process may use
    #[arg(long, env = "TAASH_WORKER_THREADS", value_name = "COUNT", value_parser = worker_threads)]
    pub worker_threads: Option<NonZeroUsize>,

    /// Limits on calls and streams.
    #[command(flatten)]
    pub limits: CallLimits,

    /// Connections.
    #[command(flatten)]
    pub connections: Connections,

    /// TLS and state keys.
    #[command(flatten)]
    pub secrets: Secrets,

    /// Logs and traces.
    #[command(flatten)]
    pub telemetry: Telemetry,
}

/// Limits on calls and streams.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub struct CallLimits {
    /// Maximum request size in bytes; Replay accepts at least 1 MiB
    #[arg(long, env = "TAASH_MAX_REQUEST_BYTES", default_value_t = 64 * 1024, value_name = "BYTES",
          value_parser = clap::value_parser!(u32).range(4096..=4_194_304))]
    pub max_request_bytes: u32,

    /// Maximum response size in bytes
    #[arg(long, env = "TAASH_MAX_RESPONSE_BYTES", default_value_t = 1024 * 1024, value_name = "BYTES",
          value_parser = clap::value_parser!(u32).range(1024..=16_777_216))]
    pub max_response_bytes: u32,

    /// Maximum total size of a request's headers in bytes
    #[arg(long, env = "TAASH_MAX_HEADER_BYTES", default_value_t = 16 * 1024, value_name = "BYTES",
          value_parser = clap::value_parser!(u32).range(8192..=1_048_576))]
    pub max_header_bytes: u32,

    /// Maximum calls in flight in the whole server, and a sixteenth as many of Replay, whose requests may be larger;
    /// further calls are refused at once with UNAVAILABLE
    #[arg(long, env = "TAASH_MAX_IN_FLIGHT", default_value_t = 1024, value_name = "COUNT",
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub max_in_flight: u32,

    /// Maximum open streams of Play in the whole server, and as many of reflection; further streams are refused at once
    /// with UNAVAILABLE
    #[arg(long, env = "TAASH_MAX_OPEN_STREAMS", default_value_t = 256, value_name = "COUNT",
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub max_open_streams: u32,

    /// Maximum tables held by all streams of Play together, about 512 bytes each; further tables are refused at once with
    /// UNAVAILABLE
    #[arg(long, env = "TAASH_MAX_TABLES", default_value_t = 16_384, value_name = "COUNT",
          value_parser = clap::value_parser!(u32).range(1..=16_777_216))]
    pub max_tables: u32,

    /// Maximum bytes of all responses that their callers have not read yet, plus 1 KiB for each response; further calls are
    /// refused with UNAVAILABLE, and one connection may have an eighth of this; at least TAASH_MAX_RESPONSE_BYTES and a
    /// third more
    #[arg(long, env = "TAASH_MAX_UNSENT_BYTES", default_value_t = 64 * 1024 * 1024, value_name = "BYTES",
          value_parser = clap::value_parser!(u32).range(65_536..=1_073_741_824))]
    pub max_unsent_bytes: u32,

    /// Maximum duration of a call in milliseconds; a shorter deadline of the caller takes precedence
    #[arg(long, env = "TAASH_CALL_DEADLINE_MS", default_value_t = 5000, value_name = "MILLISECONDS",
          value_parser = clap::value_parser!(u64).range(10..=600_000))]
    pub call_deadline_ms: u64,

    /// Time from SIGTERM until connections are closed, in milliseconds; calls are served while load balancers notice
    #[arg(long, env = "TAASH_DRAIN_DELAY_MS", default_value_t = 5000, value_name = "MILLISECONDS",
          value_parser = clap::value_parser!(u64).range(0..=600_000))]
    pub drain_delay_ms: u64,

    /// Maximum wait for calls in flight after that, in milliseconds; at least TAASH_CALL_DEADLINE_MS
    #[arg(long, env = "TAASH_DRAIN_WAIT_MS", default_value_t = 10_000, value_name = "MILLISECONDS",
          value_parser = clap::value_parser!(u64).range(0..=600_000))]
    pub drain_wait_ms: u64,
}

/// Connections.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Connections")]
pub struct Connections {
    /// Maximum open connections, and as many health watches; at the limit, an idle connection makes room for a new one, and
    /// if none is idle, the new one is closed at once
    #[arg(long, env = "TAASH_MAX_CONNECTIONS", default_value_t = 4096, value_name = "COUNT",
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub max_connections: u32,

    /// Maximum open connections from one peer (an IPv4 address or an IPv6 /64 network), or `off` behind a proxy, where all
    /// callers have the same address; by default half of TAASH_MAX_CONNECTIONS
    #[arg(long, env = "TAASH_MAX_CONNECTIONS_PER_PEER", value_name = "COUNT")]
    pub max_connections_per_peer: Option<PeerLimit>,

    /// Maximum concurrent HTTP/2 streams on one connection; when many connections are open, new ones get fewer, but at least
    /// 8: all connections together get at most 10 for each of TAASH_MAX_CONNECTIONS
    #[arg(long, env = "TAASH_MAX_CONCURRENT_STREAMS", default_value_t = 256, value_name = "COUNT",
          value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub max_concurrent_streams: u32,

    /// Stream errors allowed per connection before the connection is closed
    #[arg(long, env = "TAASH_MAX_LOCAL_RESETS", default_value_t = 1024, value_name = "COUNT",
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub max_local_resets: u32,

    /// Time limit for the TLS handshake and the HTTP preface of a new connection, in milliseconds
    #[arg(long, env = "TAASH_HANDSHAKE_TIMEOUT_MS", default_value_t = 10_000, value_name = "MILLISECONDS",
          value_parser = clap::value_parser!(u64).range(10..=600_000))]
    pub handshake_timeout_ms: u64,

    /// Maximum connection age in milliseconds, with a jitter of 10 %; the connection closes without failing a call, and
    /// streams that are still open after the call deadline are ended
    #[arg(long, env = "TAASH_CONNECTION_AGE_MS", default_value_t = 300_000, value_name = "MILLISECONDS",
          value_parser = clap::value_parser!(u64).range(100..=86_400_000))]
    pub connection_age_ms: u64,

    /// Idle time before an HTTP/2 keepalive ping, in milliseconds
    #[arg(long, env = "TAASH_KEEPALIVE_INTERVAL_MS", default_value_t = 30_000, value_name = "MILLISECONDS",
          value_parser = clap::value_parser!(u64).range(100..=3_600_000))]
    pub keepalive_interval_ms: u64,

    /// Timeout of the answer to a keepalive ping, in milliseconds
    #[arg(long, env = "TAASH_KEEPALIVE_TIMEOUT_MS", default_value_t = 10_000, value_name = "MILLISECONDS",
          value_parser = clap::value_parser!(u64).range(100..=3_600_000))]
    pub keepalive_timeout_ms: u64,

    /// Whether to accept requests in gzip, and to send responses in gzip to callers that accept it: true or false. The
    /// maximum request size applies after decompression too; compression costs more time than most calls
    #[arg(long, env = "TAASH_GZIP", default_value_t = false, value_name = "BOOL", action = ArgAction::Set)]
    pub gzip: bool,

    /// Whether to serve gRPC-Web (for browsers) on the same port: true or false
    #[arg(long, env = "TAASH_GRPC_WEB", default_value_t = true, value_name = "BOOL", action = ArgAction::Set)]
    pub grpc_web: bool,

    /// Allowed CORS origins, separated by commas: `https://play.example`, or `*` for all
    #[arg(long, env = "TAASH_CORS_ORIGINS", value_name = "ORIGINS", value_delimiter = ',', value_parser = origin)]
    pub cors_origins: Vec<String>,
}

/// TLS and state keys.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "TLS and state keys")]
pub struct Secrets {
    /// File with the server's certificate chain (PEM); enables TLS; requires --tls-key
    #[arg(long, env = "TAASH_TLS_CERT", value_name = "FILE")]
    pub tls_cert: Option<PathBuf>,

    /// File with the certificate's private key (PEM)
    #[arg(long, env = "TAASH_TLS_KEY", value_name = "FILE")]
    pub tls_key: Option<PathBuf>,

    /// File with the CAs of client certificates (PEM); enables mutual TLS: clients must present a certificate
    #[arg(long, env = "TAASH_TLS_CLIENT_CA", value_name = "FILE")]
    pub tls_client_ca: Option<PathBuf>,

    /// File with the keys that seal states, one `id hex64` a line; the first key seals new states, every key opens them
    #[arg(long, env = "TAASH_STATE_KEYS", value_name = "FILE")]
    pub state_keys: Option<PathBuf>,

    /// Refuse to start without --state-keys: true or false
    #[arg(long, env = "TAASH_REQUIRE_STATE_KEYS", value_name = "BOOL", default_value_t = false,
          action = ArgAction::Set, num_args = 0..=1, default_missing_value = "true")]
    pub require_state_keys: bool,

    /// Accept unsealed states although there are keys, during a migration: true or false
    #[arg(long, env = "TAASH_ACCEPT_UNSEALED", value_name = "BOOL", default_value_t = false,
          action = ArgAction::Set, num_args = 0..=1, default_missing_value = "true")]
    pub accept_unsealed: bool,

    /// Format of new states; set an older one while a rollout still has servers that do not know the newest; every format
    /// is read
    #[arg(long, env = "TAASH_WRITE_FORMAT", default_value_t = NEWEST_FORMAT, value_name = "FORMAT",
          value_parser = clap::value_parser!(u8).range(1..=i64::from(NEWEST_FORMAT)))]
    pub write_format: u8,

    /// Interval at which these files are checked for changes, in milliseconds; SIGHUP checks at once
    #[arg(long, env = "TAASH_RELOAD_INTERVAL_MS", default_value_t = 10_000, value_name = "MILLISECONDS",
          value_parser = clap::value_parser!(u64).range(50..=3_600_000))]
    pub reload_interval_ms: u64,
}

/// Logs and traces.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Logs and traces")]
pub struct Telemetry {
    /// Log level (error, warn, info, debug, trace) or tracing filter; `debug` logs each call
    #[arg(long, env = "TAASH_LOG", default_value = "info", value_name = "FILTER")]
    pub log: String,

    /// Format of log lines
    #[arg(long, env = "TAASH_LOG_FORMAT", default_value = "text", value_name = "FORMAT")]
    pub log_format: LogFormat,

    /// Collector for traces over OTLP/gRPC, such as `http://collector:4317`; without it, traces are off
    #[arg(long, env = "TAASH_OTLP_ENDPOINT", value_name = "URL")]
    pub otlp_endpoint: Option<String>,
}

/// The format of log lines.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// Human-readable text
    Text,
    /// One JSON object a line
    Json,
}

/// The address of the admin port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AdminListen {
    /// No admin port.
    Off,
    /// This address.
    At(ListenAddress),
}

impl std::str::FromStr for AdminListen {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "off" {
            return Ok(Self::Off);
        }
        text.parse().map(Self::At).map_err(|error| format!("{error}, or `off`"))
    }
}

/// The limit of connections from one peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeerLimit {
    /// One peer may have all connections.
    Off,
    /// This many.
    At(u32),
}

impl std::str::FromStr for PeerLimit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "off" {
            return Ok(Self::Off);
        }
        let number = text.parse().ok().filter(|number| (1..=1_000_000).contains(number));
        number.map(Self::At).ok_or_else(|| "expected a number from 1 to 1000000, or `off`".to_owned())
    }
}

impl Connections {
    /// The limit of connections from one peer, if there is one.
    pub(super) fn per_peer(&self) -> Option<u32> {
        match self.max_connections_per_peer {
            Some(PeerLimit::Off) => None,
            Some(PeerLimit::At(limit)) => Some(limit),
            None => Some((self.max_connections / 2).max(1)),
        }
    }

    /// The HTTP/2 streams that all connections may have together.
    pub(super) const fn max_streams(&self) -> u32 {
        let streams = self.max_connections.saturating_mul(STREAMS_PER_CONNECTION);
        if streams > self.max_concurrent_streams { streams } else { self.max_concurrent_streams }
    }
}

/// An invalid setting, named by its environment variable.
#[derive(Debug, thiserror::Error)]
#[error("{variable}: {message}")]
pub struct ConfigError {
    /// The environment variable of the setting.
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
    /// Checks settings that depend on each other.
    ///
    /// # Errors
    /// The first invalid setting.
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        let Self { limits, secrets, telemetry, .. } = self;
        if limits.call_deadline_ms > limits.drain_wait_ms {
            return Err(ConfigError::new(
                "TAASH_CALL_DEADLINE_MS",
                "must not exceed TAASH_DRAIN_WAIT_MS, the time that a stopping server waits for calls",
            ));
        }
        if limits.max_unsent_bytes / 4 * 3 < limits.max_response_bytes + 1024 {
            return Err(ConfigError::new(
                "TAASH_MAX_UNSENT_BYTES",
                "must exceed TAASH_MAX_RESPONSE_BYTES by a third, or the longest response can never be sent",
            ));
        }
        if secrets.tls_cert.is_some() && secrets.tls_key.is_none() {
            return Err(ConfigError::new("TAASH_TLS_KEY", "missing: TAASH_TLS_CERT requires it"));
        }
        if secrets.tls_cert.is_none() && secrets.tls_key.is_some() {
            return Err(ConfigError::new("TAASH_TLS_CERT", "missing: TAASH_TLS_KEY requires it"));
        }
        if secrets.tls_cert.is_none() && secrets.tls_client_ca.is_some() {
            return Err(ConfigError::new("TAASH_TLS_CERT", "missing: TAASH_TLS_CLIENT_CA requires it"));
        }
        if secrets.require_state_keys && secrets.state_keys.is_none() {
            return Err(ConfigError::new("TAASH_STATE_KEYS", "missing: TAASH_REQUIRE_STATE_KEYS requires it"));
        }
        if secrets.accept_unsealed && secrets.state_keys.is_none() {
            return Err(ConfigError::new(
                "TAASH_ACCEPT_UNSEALED",
                "has no effect without TAASH_STATE_KEYS: states are sealed only if there are keys",
            ));
        }
        if telemetry.otlp_endpoint.is_some() && !cfg!(feature = "otlp") {
            return Err(ConfigError::new("TAASH_OTLP_ENDPOINT", "this build does not support traces (feature `otlp`)"));
        }
        Ok(())
    }
}

impl CallLimits {
    /// Maximum calls of Replay in flight. Their requests together need no more memory than those of all other calls.
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
        .ok_or_else(|| "expected a number from 1 to 1024".to_owned())
}

fn socket_mode(text: &str) -> Result<u32, String> {
    let mode = u32::from_str_radix(text, 8).ok().filter(|&mode| mode <= 0o777);
    mode.ok_or_else(|| "expected octal permission bits such as 660".to_owned())
}

/// An origin as browsers send it: a scheme and an authority, without a path.
fn origin(text: &str) -> Result<String, String> {
    let uri = text.parse::<hyper::Uri>();
    let is_origin = |uri: &hyper::Uri| uri.scheme().is_some() && uri.path() == "/" && !text.ends_with('/');
    if text == "*" || uri.is_ok_and(|uri| is_origin(&uri)) {
        Ok(text.to_owned())
    } else {
        Err("expected `*`, or a scheme and a host such as `https://play.example`".to_owned())
    }
}
