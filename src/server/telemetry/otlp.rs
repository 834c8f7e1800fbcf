//! Traces over OTLP/gRPC.

use super::super::config::ConfigError;
use super::CALL;
use hyper::HeaderMap;
use hyper::http::{HeaderName, HeaderValue};
use opentelemetry::propagation::{Extractor, TextMapPropagator};
use opentelemetry::trace::TracerProvider;
use opentelemetry_otlp::{SpanExporter, WithExportConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::SdkTracerProvider;
use std::time::Duration;
use tracing::{Span, Subscriber};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::registry::LookupSpan;

/// Timeout of one export, and the maximum wait for the last export when the server stops.
const EXPORT_TIMEOUT: Duration = Duration::from_secs(2);

/// The export of spans.
#[derive(Debug)]
pub(super) struct Traces {
    provider: SdkTracerProvider,
}

impl Traces {
    pub(super) fn start(endpoint: &str) -> Result<Self, ConfigError> {
        let exporter = SpanExporter::builder()
            .with_tonic()
            .with_endpoint(endpoint)
            .with_timeout(EXPORT_TIMEOUT)
            .build()
            .map_err(|error| ConfigError::new("TAASH_OTLP_ENDPOINT", error.to_string()))?;
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            .with_resource(Resource::builder().with_service_name("taash").build())
            .build();
        Ok(Self { provider })
    }

    /// A layer that exports the spans of calls only.
    pub(super) fn layer<S: Subscriber + for<'a> LookupSpan<'a>>(&self) -> impl Layer<S> + use<S> {
        tracing_opentelemetry::layer()
            .with_tracer(self.provider.tracer("taash"))
            .with_location(false)
            .with_threads(false)
            .with_filter(filter_fn(|metadata| metadata.is_span() && metadata.target() == CALL))
    }

    pub(super) async fn shutdown(self) {
        // The exporter blocks its thread on network I/O that this runtime drives, so the wait must not block the runtime.
        let shut_down = tokio::task::spawn_blocking(move || self.provider.shutdown_with_timeout(EXPORT_TIMEOUT)).await;
        if !matches!(shut_down, Ok(Ok(()))) {
            tracing::warn!("the last spans may be lost");
        }
    }
}

/// Makes the span a child of the caller's span, if the headers name it (`traceparent`).
pub(super) fn set_parent(span: &Span, headers: &HeaderMap<HeaderValue>) {
    if span.is_disabled() || !headers.contains_key("traceparent") {
        return;
    }
    let parent = TraceContextPropagator::new().extract(&Headers(headers));
    // It fails only if the tracing layer is not installed, and then there is no trace to join.
    let _ = span.set_parent(parent);
}

struct Headers<'a>(&'a HeaderMap<HeaderValue>);

impl Extractor for Headers<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key)?.to_str().ok()
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(HeaderName::as_str).collect()
    }
}
