//! The record of a call for metrics, logs and traces.

use super::super::admission::Permit;
use super::super::methods::MethodId;
use super::super::outcome::CallOutcome;
use super::super::telemetry;
use super::Shared;
use std::sync::Arc;
use std::time::Instant;
use tonic::Code;
use tracing::Span;

/// The record of one call. [`CallRecord::finish`] completes it; a record that is dropped without that is counted as a call
/// that its caller cancelled.
#[derive(Debug)]
pub(super) struct CallRecord {
    shared: Arc<Shared>,
    method: MethodId,
    /// Held until the response is made; `None` if the call was not admitted.
    permit: Option<Permit>,
    begun: Instant,
    outcome: CallOutcome,
    span: Span,
    finished: bool,
}

impl CallRecord {
    pub(super) fn new(shared: Arc<Shared>, method: MethodId, permit: Option<Permit>, span: Span) -> Self {
        Self { shared, method, permit, begun: Instant::now(), outcome: CallOutcome::default(), span, finished: false }
    }

    pub(super) const fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    pub(super) const fn method(&self) -> MethodId {
        self.method
    }

    pub(super) const fn begun(&self) -> Instant {
        self.begun
    }

    pub(super) const fn span(&self) -> &Span {
        &self.span
    }

    /// The response is made: another call may be admitted. The unsent bytes of this one are counted on their own.
    pub(super) fn release_permit(&mut self) {
        self.permit = None;
    }

    pub(super) fn set_outcome(&mut self, outcome: Option<CallOutcome>) {
        self.outcome = outcome.unwrap_or_default();
    }

    pub(super) fn finish(mut self, code: Code) {
        self.finished = true;
        let duration = self.begun.elapsed();
        self.shared.metrics.answered(self.method, code, &self.outcome, duration);
        telemetry::call_ended(&self.span, self.label(), Some(code), &self.outcome, duration);
    }

    fn label(&self) -> &'static str {
        self.shared.methods.get(self.method).label
    }
}

impl Drop for CallRecord {
    fn drop(&mut self) {
        if !self.finished {
            let duration = self.begun.elapsed();
            self.shared.metrics.cancelled(self.method, duration);
            telemetry::call_ended(&self.span, self.label(), None, &self.outcome, duration);
        }
    }
}
