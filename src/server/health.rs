//! What probes are told.

use super::methods::ENGINE;
use std::sync::atomic::{AtomicBool, Ordering};
use tonic_health::ServingStatus;
use tonic_health::pb::health_server::HealthServer;
use tonic_health::server::{HealthReporter, HealthService};

/// Names that say whether to send calls here: the server as a whole, the service, and one for readiness probes.
const READY: [&str; 3] = ["", ENGINE, "readiness"];
/// Names that say whether the process lives: true until it ends.
const ALIVE: [&str; 2] = ["startup", "liveness"];

/// What probes are told.
#[derive(Debug)]
pub(super) struct Health {
    reporter: HealthReporter,
    ready: AtomicBool,
}

impl Health {
    /// Says that the server serves, under every name that there ever will be.
    pub(super) async fn serving() -> Self {
        let reporter = HealthReporter::new();
        for name in READY.into_iter().chain(ALIVE) {
            reporter.set_service_status(name, ServingStatus::Serving).await;
        }
        Self { reporter, ready: AtomicBool::new(true) }
    }

    /// Says that callers had better go elsewhere.
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
    }
}
