//! The gRPC health service.

use super::methods::ENGINE;
use std::sync::atomic::{AtomicBool, Ordering};
use tonic_health::ServingStatus;
use tonic_health::pb::health_server::HealthServer;
use tonic_health::server::{HealthReporter, HealthService};

/// Service names for readiness: the server as a whole, the engine's service, and a name for readiness probes.
const READY: [&str; 3] = ["", ENGINE, "readiness"];
/// Maximum request size in bytes: the name of a service.
const MAX_REQUEST_BYTES: usize = 256;
/// Service names for liveness: serving until the process ends.
const ALIVE: [&str; 2] = ["startup", "liveness"];

/// The health that the server reports.
#[derive(Debug)]
pub(super) struct Health {
    reporter: HealthReporter,
    ready: AtomicBool,
}

impl Health {
    /// Reports that the server serves, under every name.
    pub(super) async fn serving() -> Self {
        let reporter = HealthReporter::new();
        for name in READY.into_iter().chain(ALIVE) {
            reporter.set_service_status(name, ServingStatus::Serving).await;
        }
        Self { reporter, ready: AtomicBool::new(true) }
    }

    /// Reports that the server is not ready for new calls.
    pub(super) async fn stopping(&self) {
        self.ready.store(false, Ordering::Relaxed);
        for name in READY {
            self.reporter.set_service_status(name, ServingStatus::NotServing).await;
        }
    }

    pub(super) fn is_ready(&self) -> bool {
        self.ready.load(Ordering::Relaxed)
    }

    pub(super) fn service(&self) -> HealthServer<HealthService> {
        HealthServer::new(HealthService::from_health_reporter(self.reporter.clone()))
            .max_decoding_message_size(MAX_REQUEST_BYTES)
    }
}
