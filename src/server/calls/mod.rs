//! What stands around every call: admission, the deadline, a net under panics, metrics and the span.
//!
//! A handler that never awaits cannot be stopped by a deadline; that its work is bounded is the engine's promise.

mod answer;
mod deadline;
mod record;
mod request;
mod routes;

pub(super) use answer::Answer;
pub(super) use record::Peer;
pub(super) use routes::Routes;

use super::config::CallLimits;
use super::methods::{Kind, MethodId, Methods};
use super::metrics::Metrics;
use super::status::{Told, refuse};
use super::telemetry;
use crate::wire::Refusal;
use crate::wire::pb::engine::Reason;
use http::{HeaderMap, HeaderValue, Request, Response};
use record::Record;
use request::UntilOver;
use std::convert::Infallible;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;
use tokio::time::Sleep;
use tokio_util::sync::{CancellationToken, DropGuard};
use tonic::body::Body;
use tonic::{Code, Status};

type Inner = Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;

/// What a panicking call is answered: nothing of the panic's own text, which may hold anything.
const PANICKED: &str = "the server failed at this call";
/// Callers that were refused come back after 50 to 150 milliseconds, not all at once.
const PUSHBACK_MS: std::ops::Range<usize> = 50..150;

/// Which half of a call the transport refuses.
#[derive(Clone, Copy, Debug)]
enum Side {
    Request,
    Answer,
}

/// What all calls of a server share.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) methods: Methods,
    pub(super) metrics: Arc<Metrics>,
    pub(super) routes: Routes,
    pub(super) limits: CallLimits,
    /// How many health watches there may be: a caller has one for each of its connections.
    pub(super) max_watches: u32,
    /// Cancelled when connections are to end: streams end then, calls under way do not.
    pub(super) ending: CancellationToken,
}

impl Shared {
    /// Makes room for a call, or says that there is none.
    fn admit(&self, kind: Kind) -> bool {
        let limit = match kind {
            Kind::Health => return true,
            Kind::Call => self.limits.max_in_flight,
            Kind::Replay => self.limits.max_replays(),
            Kind::Stream | Kind::Reflection => self.limits.max_open_streams,
            Kind::Watch => self.max_watches,
        };
        let Some(room) = self.metrics.room(kind) else { return true };
        if room.in_flight.inc() < i64::from(limit) {
            return true;
        }
        room.in_flight.dec();
        room.shed.inc();
        false
    }

    fn release(&self, kind: Kind) {
        if let Some(room) = self.metrics.room(kind) {
            room.in_flight.dec();
        }
    }

    fn overloaded(&self) -> Status {
        let mut status = refuse(
            &Refusal::new(Reason::Unavailable, "the server has as many calls under way as it takes; try again")
                .detail("overload"),
            None,
        );
        // Neighbouring refusals get different waits; nothing better than a counter is needed for that.
        let spread = usize::try_from(self.metrics.shed()).unwrap_or_default() * 37;
        let pushback = PUSHBACK_MS.start + spread % PUSHBACK_MS.len();
        if let Ok(value) = pushback.to_string().parse() {
            status.metadata_mut().insert("grpc-retry-pushback-ms", value);
        }
        status
    }

    /// A refusal by the transport, in the contract's words: its own codes would tell callers the wrong thing.
    fn translate(&self, method: MethodId, code: Code, side: Side) -> Option<Status> {
        let method = self.methods.get(method);
        if !method.engine {
            return None;
        }
        let refusal = match (code, side) {
            (Code::OutOfRange, Side::Request) => {
                Refusal::limit("max_request_bytes", self.routes.max_request_bytes(method))
            }
            (Code::OutOfRange, Side::Answer) => {
                Refusal::limit("max_response_bytes", self.limits.max_response_bytes as usize)
            }
            (Code::Internal, _) => {
                self.metrics.decode_faults.inc();
                Refusal::new(Reason::FieldInvalid, "the request is no message of this method").detail("message")
            }
            _ => return None,
        };
        Some(refuse(&refusal, None))
    }

    fn panicked(&self) -> Status {
        self.metrics.panics.inc();
        refuse(&Refusal::new(Reason::Internal, PANICKED), None)
    }
}

/// The calls of one connection.
#[derive(Clone, Debug)]
pub(super) struct Calls {
    shared: Arc<Shared>,
    peer: Arc<Peer>,
}

impl Calls {
    pub(super) const fn new(shared: Arc<Shared>, peer: Arc<Peer>) -> Self {
        Self { shared, peer }
    }

    pub(super) fn start(&self, mut request: Request<Body>) -> Call {
        let shared = &self.shared;
        let id = shared.methods.find(request.uri().path());
        let method = shared.methods.get(id);
        let span = telemetry::call_span(method.label, request.headers());
        let admitted = shared.admit(method.kind);
        let record = Record::new(Arc::clone(shared), id, admitted, span);
        let limit = shared.limits.call_deadline();
        let limit = deadline::asked(request.headers()).map_or(limit, |asked| asked.min(limit));
        // Reflection reads on in a task of its own, whatever becomes of the call.
        let over = (method.kind == Kind::Reflection).then(CancellationToken::new);
        if let Some(over) = &over {
            request = request.map(|body| Body::new(UntilOver::new(body, over.clone())));
        }
        Call {
            deadline: record.begun() + limit,
            inner: admitted.then(|| shared.routes.call(method, request)),
            record: Some(record),
            peer: Arc::clone(&self.peer),
            over: over.map(CancellationToken::drop_guard),
            sleep: None,
        }
    }
}

impl tower::Service<Request<Body>> for Calls {
    type Response = Response<Answer>;
    type Error = Infallible;
    type Future = Call;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Call {
        self.start(request)
    }
}

/// A call until its answer begins.
pub(super) struct Call {
    /// `None` if it was not admitted.
    inner: Option<Inner>,
    /// `None` once answered.
    record: Option<Record>,
    peer: Arc<Peer>,
    /// Ends the request when it is dropped.
    over: Option<DropGuard>,
    deadline: Instant,
    /// Only made when a call has to wait for something: most never do.
    sleep: Option<Pin<Box<Sleep>>>,
}

impl Call {
    /// Ends the call with the first part of its answer.
    fn answer(&mut self, response: Response<Body>) -> Response<Answer> {
        self.inner = None;
        let Some(mut record) = self.record.take() else { return response.map(Answer::plain) };
        let Some(code) = code_of(response.headers()) else {
            record.told(response.extensions().get::<Told>().copied());
            let (peer, over) = (Arc::clone(&self.peer), self.over.take());
            return response.map(|body| Answer::new(body, record, peer, over));
        };
        // The whole answer is a status.
        let told = response.extensions().get::<Status>().and_then(Told::by);
        if told.is_none()
            && let Some(status) = record.shared().translate(record.method(), code, Side::Request)
        {
            record.told(Told::by(&status));
            record.finish(status.code());
            return status.into_http::<Body>().map(Answer::plain);
        }
        record.told(told);
        record.finish(code);
        response.map(Answer::plain)
    }

    fn refuse(&mut self, status: Status) -> Response<Answer> {
        self.answer(status.into_http())
    }

    fn out_of_time(&mut self, cx: &mut Context<'_>) -> bool {
        if let Some(sleep) = &mut self.sleep {
            return sleep.as_mut().poll(cx).is_ready();
        }
        let deadline = self.deadline;
        let sleep = self.sleep.insert(Box::pin(tokio::time::sleep_until(deadline.into())));
        sleep.as_mut().poll(cx).is_ready()
    }
}

impl Future for Call {
    type Output = Result<Response<Answer>, Infallible>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = &mut *self;
        let Some(record) = &this.record else { return Poll::Pending };
        let _in_span = record.span().clone().entered();
        let Some(inner) = &mut this.inner else {
            let status = record.shared().overloaded();
            return Poll::Ready(Ok(this.refuse(status)));
        };
        // A call may have waited so long for its turn that nobody waits for it any more.
        if this.sleep.is_none() && Instant::now() >= this.deadline {
            return Poll::Ready(Ok(this.refuse(late())));
        }
        match catch_unwind(AssertUnwindSafe(|| inner.as_mut().poll(cx))) {
            Ok(Poll::Ready(Ok(response))) => Poll::Ready(Ok(this.answer(response))),
            Ok(Poll::Ready(Err(never))) => match never {},
            Ok(Poll::Pending) if this.out_of_time(cx) => Poll::Ready(Ok(this.refuse(late()))),
            Ok(Poll::Pending) => Poll::Pending,
            Err(_) => {
                let Some(record) = &this.record else { return Poll::Pending };
                let status = record.shared().panicked();
                Poll::Ready(Ok(this.refuse(status)))
            }
        }
    }
}

/// No reason of the contract has this code.
fn late() -> Status {
    Status::deadline_exceeded("the call took too long")
}

/// The code that headers or trailers give, if they do.
fn code_of(headers: &HeaderMap<HeaderValue>) -> Option<Code> {
    headers.get(Status::GRPC_STATUS).map(|value| Code::from_bytes(value.as_bytes()))
}
