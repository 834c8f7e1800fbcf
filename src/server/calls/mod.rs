//! The layer around every call: admission, deadline, panic handling, metrics and the tracing span.
//!
//! A deadline cannot stop a handler that never awaits. The engine guarantees that its work is bounded.

mod connection_state;
mod deadline;
mod record;
mod response_body;
mod routes;

pub(super) use connection_state::{ConnectionState, OpenCall};
pub(super) use response_body::ResponseBody;
pub(super) use routes::Routes;

use super::admission::{Admission, Permit};
use super::config::CallLimits;
use super::methods::{CallKind, MethodId, Methods};
use super::metrics::Metrics;
use super::outcome::CallOutcome;
use super::status::refuse;
use super::telemetry;
use super::unsent::UnsentBudget;
use crate::wire::pb::engine::Reason;
use crate::wire::{Refusal, messages};
use hyper::http::HeaderValue;
use hyper::{HeaderMap, Request, Response};
use record::CallRecord;
use std::convert::Infallible;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;
use tokio::time::Sleep;
use tokio_util::sync::CancellationToken;
use tonic::body::Body;
use tonic::{Code, Status};

type Inner = Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;

/// Refused callers are told to retry after 50 to 150 milliseconds, so that they do not all return at once.
const PUSHBACK_MS: std::ops::Range<usize> = 50..150;

/// Which half of a call the transport rejects.
#[derive(Clone, Copy, Debug)]
enum Direction {
    Request,
    Response,
}

/// What all calls of a server share.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) methods: Methods,
    pub(super) metrics: Arc<Metrics>,
    pub(super) routes: Routes,
    pub(super) limits: CallLimits,
    pub(super) admission: Admission,
    pub(super) unsent: Arc<UnsentBudget>,
    /// Cancelled when the server closes its connections. Streams end then; calls in flight finish.
    pub(super) ending: CancellationToken,
}

impl Shared {
    /// Admits a call, unless too many of its kind are in flight.
    fn admit(&self, kind: CallKind) -> Option<Permit> {
        let permit = self.admission.permits(kind).try_acquire();
        if permit.is_none() {
            self.metrics.shed(kind);
        }
        permit
    }

    /// The status of a call that is refused for now.
    fn overloaded(&self, refusal: Refusal) -> Status {
        let mut status = refuse(&refusal.detail("overload"), None);
        // Consecutive refusals get different delays; a counter suffices for that.
        let spread = usize::try_from(self.metrics.total_shed()).unwrap_or_default() * 37;
        let pushback = PUSHBACK_MS.start + spread % PUSHBACK_MS.len();
        if let Ok(value) = pushback.to_string().parse() {
            status.metadata_mut().insert("grpc-retry-pushback-ms", value);
        }
        status
    }

    /// Translates an error of the transport, given by the headers or trailers that have its status. The result is a refusal
    /// of the contract, or the status that the gRPC specification requires, if the transport's own would mislead callers.
    fn translate(&self, method: MethodId, headers: &HeaderMap<HeaderValue>, direction: Direction) -> Option<Status> {
        let method = self.methods.get(method);
        if !method.engine {
            return None;
        }
        let message = headers.get(Status::GRPC_MESSAGE).map_or(&[][..], HeaderValue::as_bytes);
        let refusal = match (code_of(headers)?, direction) {
            (Code::OutOfRange, Direction::Request) | (Code::ResourceExhausted, Direction::Request) => {
                Refusal::limit("max_request_bytes", self.routes.max_request_bytes(method))
            }
            (Code::OutOfRange, Direction::Response) => {
                Refusal::limit("max_response_bytes", self.limits.max_response_bytes as usize)
            }
            (Code::Internal, _) => {
                self.metrics.decode_faults.inc();
                if let Some(status) = protocol_error(message) {
                    return Some(status);
                }
                Refusal::new(Reason::FieldInvalid, &messages::BODY_INVALID).detail("message")
            }
            _ => return None,
        };
        Some(refuse(&refusal, None))
    }

    /// The status of a call whose handler panicked. The panic's own text may contain secrets and is not sent.
    fn panicked(&self) -> Status {
        self.metrics.panics.inc();
        refuse(&Refusal::new(Reason::Internal, &messages::SERVER_FAILED), None)
    }
}

/// The calls of one connection.
#[derive(Clone, Debug)]
pub(super) struct CallService {
    shared: Arc<Shared>,
    connection: Arc<ConnectionState>,
}

impl CallService {
    pub(super) const fn new(shared: Arc<Shared>, connection: Arc<ConnectionState>) -> Self {
        Self { shared, connection }
    }

    pub(super) fn metrics(&self) -> &Metrics {
        &self.shared.metrics
    }

    pub(super) fn start(&self, request: Request<Body>) -> CallFuture {
        let shared = &self.shared;
        let id = shared.methods.find(request.uri().path());
        let method = shared.methods.get(id);
        let span = telemetry::call_span(method.label, request.headers());
        let permit = shared.admit(method.kind);
        let admitted = permit.is_some();
        let record = CallRecord::new(Arc::clone(shared), id, permit, span);
        let limit = shared.limits.call_deadline();
        let limit = deadline::requested(request.headers()).map_or(limit, |requested| requested.min(limit));
        CallFuture {
            deadline: record.begun() + limit,
            inner: admitted.then(|| shared.routes.call(method, request)),
            record: Some(record),
            open_call: Some(Arc::clone(&self.connection).begin_call()),
            sleep: None,
        }
    }
}

impl tower::Service<Request<Body>> for CallService {
    type Response = Response<ResponseBody>;
    type Error = Infallible;
    type Future = CallFuture;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> CallFuture {
        self.start(request)
    }
}

/// A call until its response begins.
pub(super) struct CallFuture {
    /// `None` if it was not admitted.
    inner: Option<Inner>,
    /// `None` once answered.
    record: Option<CallRecord>,
    /// `None` once answered.
    open_call: Option<OpenCall>,
    deadline: Instant,
    /// Created only if the handler is not ready at once, which is rare.
    sleep: Option<Pin<Box<Sleep>>>,
}

impl CallFuture {
    /// Takes the head of the response, and completes the record if the head carries the status.
    fn respond(&mut self, response: Response<Body>) -> Response<ResponseBody> {
        self.inner = None;
        let (Some(mut record), Some(open_call)) = (self.record.take(), self.open_call.take()) else {
            return response.map(ResponseBody::recorded);
        };
        let Some(code) = code_of(response.headers()) else {
            record.set_outcome(response.extensions().get::<CallOutcome>().copied());
            return response.map(|body| ResponseBody::new(body, record, open_call));
        };
        // A response without a body: its head is the status.
        let outcome = response.extensions().get::<Status>().and_then(CallOutcome::of);
        if outcome.is_none()
            && let Some(status) = record.shared().translate(record.method(), response.headers(), Direction::Request)
        {
            record.set_outcome(CallOutcome::of(&status));
            record.finish(status.code());
            return status.into_http::<Body>().map(ResponseBody::recorded);
        }
        record.set_outcome(outcome);
        record.finish(code);
        response.map(ResponseBody::recorded)
    }

    fn refuse(&mut self, status: Status) -> Response<ResponseBody> {
        self.respond(status.into_http())
    }

    fn deadline_exceeded(&mut self, cx: &mut Context<'_>) -> bool {
        if let Some(sleep) = &mut self.sleep {
            return sleep.as_mut().poll(cx).is_ready();
        }
        let deadline = self.deadline;
        let sleep = self.sleep.insert(Box::pin(tokio::time::sleep_until(deadline.into())));
        sleep.as_mut().poll(cx).is_ready()
    }
}

impl Future for CallFuture {
    type Output = Result<Response<ResponseBody>, Infallible>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = &mut *self;
        let Some(record) = &this.record else { return Poll::Pending };
        let _in_span = record.span().clone().entered();
        let Some(inner) = &mut this.inner else {
            let status = record.shared().overloaded(Refusal::unavailable(&messages::OVERLOADED));
            return Poll::Ready(Ok(this.refuse(status)));
        };
        // The deadline may have passed before this task was first polled.
        if this.sleep.is_none() && Instant::now() >= this.deadline {
            return Poll::Ready(Ok(this.refuse(deadline_status())));
        }
        match catch_unwind(AssertUnwindSafe(|| inner.as_mut().poll(cx))) {
            Ok(Poll::Ready(Ok(response))) => Poll::Ready(Ok(this.respond(response))),
            Ok(Poll::Ready(Err(never))) => match never {},
            Ok(Poll::Pending) if this.deadline_exceeded(cx) => Poll::Ready(Ok(this.refuse(deadline_status()))),
            Ok(Poll::Pending) => Poll::Pending,
            Err(_) => {
                let Some(record) = &this.record else { return Poll::Pending };
                let status = record.shared().panicked();
                Poll::Ready(Ok(this.refuse(status)))
            }
        }
    }
}

/// The status that the gRPC specification requires for a request that breaks the protocol, by the transport's message.
/// Metrics count it under the reason for invalid requests, so that nobody takes it for an error of the server.
fn protocol_error(transport_message: &[u8]) -> Option<Status> {
    let is_about = |words: &[u8]| transport_message.windows(words.len()).any(|window| window == words);
    let mut status = if is_about(b"compressed-flag") {
        Status::internal("a message is marked as compressed, but the request has no grpc-encoding")
    } else if is_about(b"Missing") {
        Status::unimplemented("the method takes exactly one message")
    } else {
        return None;
    };
    status.set_source(Arc::new(CallOutcome { reason: Some(Reason::FieldInvalid), ..CallOutcome::default() }));
    Some(status)
}

/// The contract has no reason with this code.
fn deadline_status() -> Status {
    Status::deadline_exceeded("the call took too long")
}

/// The gRPC status code in headers or trailers, if there is one.
fn code_of(headers: &HeaderMap<HeaderValue>) -> Option<Code> {
    headers.get(Status::GRPC_STATUS).map(|value| Code::from_bytes(value.as_bytes()))
}
