//! Logs, and traces if the feature `otlp` is on. No log line and no span contains a state, a seed, a key or a card.

use super::config::{ConfigError, LogFormat, Telemetry};
use super::metrics::code_name;
use super::outcome::CallOutcome;
use super::status::reason_name;
use crate::engine::GameId;
use hyper::HeaderMap;
use hyper::http::HeaderValue;
use std::io::IsTerminal;
use std::time::Duration;
use tonic::Code;
use tracing::Span;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer};

#[cfg(feature = "otlp")]
mod otlp;

/// The tracing target of the events and spans of calls.
const CALL: &str = "taash::call";

/// Keeps logging and tracing running. Call [`TelemetryGuard::shutdown`] to export the last spans.
#[derive(Debug)]
#[must_use = "the last spans are lost without a shutdown"]
pub struct TelemetryGuard {
    #[cfg(feature = "otlp")]
    traces: Option<otlp::Traces>,
}

impl TelemetryGuard {
    /// Exports the remaining spans, and waits for that for up to two seconds.
    pub async fn shutdown(self) {
        #[cfg(feature = "otlp")]
        if let Some(traces) = self.traces {
            traces.shutdown().await;
        }
    }
}

/// Starts logging to standard error, and tracing if an endpoint is set. Call it inside the async runtime.
///
/// # Errors
/// [`ConfigError`] if the filter or the endpoint is invalid.
pub fn init(config: &Telemetry) -> Result<TelemetryGuard, ConfigError> {
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
        // The location only: the text of a panic may contain what a caller sent.
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!("panic at {place}");
    }));
    Ok(TelemetryGuard {
        #[cfg(feature = "otlp")]
        traces,
    })
}

/// Reports a failure of the server on standard error, in the format of the log. Works before logging has started.
#[expect(clippy::print_stderr, reason = "the text is for people who start the server in a terminal")]
pub fn report_failure(format: LogFormat, failure: &dyn std::fmt::Display) {
    match format {
        LogFormat::Text => eprintln!("taash: {failure}"),
        LogFormat::Json => {
            let lines = tracing_subscriber::fmt().json().with_writer(std::io::stderr).finish();
            tracing::subscriber::with_default(lines, || tracing::error!("{failure}"));
        }
    }
}

/// A bare level applies to this crate's own lines; libraries log at `info` at most.
fn directives(log: &str) -> String {
    match log {
        "debug" | "trace" => format!("info,taash={log}"),
        other => other.to_owned(),
    }
}

/// The span of a call, in the caller's trace if its headers name one. It costs nothing if no subscriber is interested.
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
    otlp::set_parent(&span, headers);
    #[cfg(not(feature = "otlp"))]
    let _ = headers;
    span
}

/// Logs and traces how a call ended. The code is `None` if its caller cancelled it.
pub(super) fn call_ended(
    span: &Span,
    method: &'static str,
    code: Option<Code>,
    outcome: &CallOutcome,
    duration: Duration,
) {
    if !span.is_disabled() {
        span.record("code", code.map_or("CANCELLED", code_name));
        if let Some(game) = outcome.game {
            span.record("game", game.name());
        }
        if let Some(reason) = outcome.reason {
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
        game = outcome.game.map(GameId::name),
        code = code.map_or("CANCELLED", code_name),
        reason = outcome.reason.map(reason_name),
        microseconds = u64::try_from(duration.as_micros()).unwrap_or(u64::MAX),
    );
}
