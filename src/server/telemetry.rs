//! Logs, and traces where they are built in. No line and no span holds a state, a seed, a key or a card.

use super::config::{ConfigError, LogFormat, Telemetry};
use super::metrics::code_name;
use super::status::{Told, reason_name};
use crate::engine::GameId;
use http::{HeaderMap, HeaderValue};
use std::io::IsTerminal;
use std::time::Duration;
use tonic::Code;
use tracing::Span;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer};

#[cfg(feature = "otlp")]
mod otlp;

/// The target of everything that is said of single calls.
const CALL: &str = "taash::call";

/// Logging and tracing under way; to be ended so that the last spans go out.
#[derive(Debug)]
#[must_use = "ended too early, the last spans are lost"]
pub struct Telemetering {
    #[cfg(feature = "otlp")]
    traces: Option<otlp::Traces>,
}

impl Telemetering {
    /// Sends what has not been sent yet, and waits for it a short while.
    pub async fn end(self) {
        #[cfg(feature = "otlp")]
        if let Some(traces) = self.traces {
            traces.end().await;
        }
    }
}

/// Starts logging to standard error as configured, and tracing if an endpoint is set. To be called inside the runtime.
///
/// # Errors
/// What is wrong with the configuration.
pub fn init(config: &Telemetry) -> Result<Telemetering, ConfigError> {
    let wrong = |error: &dyn std::fmt::Display| ConfigError::new("TAASH_LOG", error.to_string());
    let filter = EnvFilter::try_new(directives(&config.log)).map_err(|error| wrong(&error))?;
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let lines = match config.log_format {
        LogFormat::Text => lines.with_ansi(std::io::stderr().is_terminal()).boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    let registry = tracing_subscriber::registry().with(lines.with_filter(filter));
    #[cfg(feature = "otlp")]
    let (registry, traces) = {
        let traces = config.otlp_endpoint.as_deref().map(otlp::Traces::start).transpose()?;
        (registry.with(traces.as_ref().map(otlp::Traces::layer)), traces)
    };
    registry.try_init().map_err(|error| wrong(&error))?;
    std::panic::set_hook(Box::new(|panic| {
        // Where, not what: a panic's text may hold anything that a caller sent.
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!("a panic at {place}");
    }));
    Ok(Telemetering {
        #[cfg(feature = "otlp")]
        traces,
    })
}

/// A bare level is meant for our own lines; the libraries' stay at info at most.
fn directives(log: &str) -> String {
    match log {
        "debug" | "trace" => format!("info,taash={log}"),
        other => other.to_owned(),
    }
}

/// The span of a call, in the caller's trace if the call brings one. Costs nothing if nobody listens.
pub(super) fn call_span(method: &'static str, headers: &HeaderMap<HeaderValue>) -> Span {
    let span = tracing::debug_span!(
        target: CALL,
        "call",
        method,
        "otel.name" = method,
        "otel.kind" = "server",
        "otel.status_code" = tracing::field::Empty,
        game = tracing::field::Empty,
        code = tracing::field::Empty,
        reason = tracing::field::Empty,
    );
    #[cfg(feature = "otlp")]
    otlp::join(&span, headers);
    #[cfg(not(feature = "otlp"))]
    let _ = headers;
    span
}

/// Says how a call ended: `None` if its caller gave it up.
pub(super) fn call_ended(span: &Span, method: &'static str, code: Option<Code>, told: &Told, took: Duration) {
    if !span.is_disabled() {
        span.record("code", code.map_or("given up", code_name));
        if let Some(game) = told.game {
            span.record("game", game.name());
        }
        if let Some(reason) = told.reason {
            span.record("reason", reason_name(reason));
        }
        if matches!(code, Some(Code::Internal | Code::Unknown | Code::DataLoss)) {
            span.record("otel.status_code", "ERROR");
        }
    }
    tracing::debug!(
        target: CALL,
        parent: None,
        method,
        game = told.game.map(GameId::name),
        code = code.map_or("given up", code_name),
        reason = told.reason.map(reason_name),
        microseconds = u64::try_from(took.as_micros()).unwrap_or(u64::MAX),
    );
}
