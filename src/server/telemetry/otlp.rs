//! Traces over OTLP/gRPC.

use super::super::config::ConfigError;
use super::CALL;
use http::{HeaderMap, HeaderValue};
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

/// How long a collector may take for a batch, and how long a stopping server waits for it.
const PATIENCE: Duration = Duration::from_secs(2);

/// The way that spans go.
#[derive(Debug)]
pub(super) struct Traces {
    provider: SdkTracerProvider,
}

impl Traces {
    pub(super) fn start(endpoint: &str) -> Result<Self, ConfigError> {
        let exporter = SpanExporter::builder()
            .with_tonic()
            .with_endpoint(endpoint)
            .with_timeout(PATIENCE)
            .build()
            .map_err(|error| ConfigError::new("TAASH_OTLP_ENDPOINT", error.to_string()))?;
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            .with_resource(Resource::builder().with_service_name("taash").build())
            .build();
        Ok(Self { provider })
    }

    /// Takes the spans of calls and nothing else.
    pub(super) fn layer<S: Subscriber + for<'a> LookupSpan<'a>>(&self) -> impl Layer<S> + use<S> {
        tracing_opentelemetry::layer()
            .with_tracer(self.provider.tracer("taash"))
            .with_location(false)
            .with_threads(false)
            .with_filter(filter_fn(|metadata| metadata.is_span() && metadata.target() == CALL))
    }

    pub(super) async fn end(self) {
        // The exporter's own thread waits for the network, which this runtime drives.
        let ended = tokio::task::spawn_blocking(move || self.provider.shutdown_with_timeout(PATIENCE)).await;
        if !matches!(ended, Ok(Ok(()))) {
            tracing::warn!("the last spans may be lost");
        }
    }
}

/// Makes the span a child of the caller's, if the call says which that is.
pub(super) fn join(span: &Span, headers: &HeaderMap<HeaderValue>) {
    if span.is_disabled() || !headers.contains_key("traceparent") {
        return;
    }
    let parent = TraceContextPropagator::new().extract(&Headers(headers));
    // It fails only where no layer of ours is: there is nothing to join then.
    let _ = span.set_parent(parent);
}

struct Headers<'a>(&'a HeaderMap<HeaderValue>);

impl Extractor for Headers<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key)?.to_str().ok()
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(http::HeaderName::as_str).collect()
    }
}
