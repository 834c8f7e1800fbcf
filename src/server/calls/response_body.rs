//! The body of a response, which completes the record of its call.

use super::super::outcome::CallOutcome;
use super::super::status::refuse;
use super::super::unsent::SentBytes;
use super::connection_state::OpenCall;
use super::record::CallRecord;
use super::{Direction, code_of};
use crate::wire::pb::engine::Reason;
use crate::wire::{Refusal, messages};
use hyper::HeaderMap;
use hyper::body::{Body as HttpBody, Bytes, Frame, SizeHint};
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio_util::sync::WaitForCancellationFutureOwned;
use tonic::body::Body;
use tonic::{Code, Status};

/// Frames that a stream may still send once it is to end. Requests that have already arrived are answered first, up to
/// this limit.
const LAST_FRAMES: u8 = 64;

/// The body of a response. It completes the call's record with the code of the trailers, and ends streams when their
/// connection closes.
pub(in super::super) struct ResponseBody {
    inner: Body,
    /// `None` once the code is known.
    record: Option<CallRecord>,
    /// `None` if there is no body.
    open_call: Option<OpenCall>,
    /// `None` if this is not a stream.
    stream: Option<StreamEnd>,
}

/// Ends a stream when its connection closes.
struct StreamEnd {
    end: Pin<Box<WaitForCancellationFutureOwned>>,
    last_frames: u8,
}

impl ResponseBody {
    pub(super) fn new(inner: Body, record: CallRecord, open_call: OpenCall) -> Self {
        let is_stream = record.shared().methods.get(record.method()).kind.streams();
        let stream = is_stream
            .then(|| StreamEnd { end: Box::pin(open_call.connection().streams_ended()), last_frames: LAST_FRAMES });
        Self { inner, record: Some(record), open_call: Some(open_call), stream }
    }

    /// The body of a call whose record is already complete.
    pub(in super::super) const fn recorded(inner: Body) -> Self {
        Self { inner, record: None, open_call: None, stream: None }
    }

    /// Replaces the rest of the response with a status.
    fn end_with(&mut self, status: &Status) -> Frame<SentBytes> {
        self.inner = Body::empty();
        let mut trailers = HeaderMap::new();
        // It fails only on values that are not valid headers, and the statuses of this server are.
        let _ = status.add_header(&mut trailers);
        if let Some(mut record) = self.record.take() {
            record.set_outcome(CallOutcome::of(status));
            record.finish(status.code());
        }
        Frame::trailers(trailers)
    }

    /// If this is a stream that is to end: the number of frames that it may still send.
    fn ending(&mut self, cx: &mut Context<'_>) -> Option<&mut u8> {
        let StreamEnd { end, last_frames, .. } = self.stream.as_mut()?;
        (self.record.is_some() && end.as_mut().poll(cx).is_ready()).then_some(last_frames)
    }

    /// Ends a stream with a status that tells its caller to open another.
    fn end_stream(&mut self) -> Frame<SentBytes> {
        let refusal = Refusal::new(Reason::Unavailable, &messages::DRAINING).detail("draining");
        self.end_with(&refuse(&refusal, None))
    }

    /// Counts bytes until they are sent, or replaces the rest of the response with a refusal if there is no room for them.
    fn count(&mut self, bytes: Bytes) -> Frame<SentBytes> {
        let (Some(record), Some(open_call)) = (&mut self.record, &self.open_call) else {
            return Frame::data(SentBytes::uncounted(bytes));
        };
        if self.stream.is_none() {
            record.release_permit();
        }
        let shared = record.shared();
        match shared.unsent.count(open_call.connection(), bytes) {
            Some(counted) => Frame::data(counted),
            None => {
                shared.metrics.responses_shed.inc();
                let status = shared.overloaded(Refusal::unavailable(&messages::RESPONSES_UNREAD));
                self.end_with(&status)
            }
        }
    }

    /// Records the code of the trailers, or replaces them if their status is the transport's own.
    fn inspect(&mut self, frame: Frame<Bytes>) -> Frame<SentBytes> {
        let trailers = match frame.into_data() {
            Ok(bytes) => return self.count(bytes),
            Err(frame) => frame.into_trailers().unwrap_or_default(),
        };
        let Some(record) = self.record.take() else { return Frame::trailers(trailers) };
        let code = code_of(&trailers).unwrap_or(Code::Unknown);
        let ours = trailers.contains_key(Status::GRPC_STATUS_DETAILS);
        if !ours && let Some(status) = record.shared().translate(record.method(), &trailers, Direction::Response) {
            self.record = Some(record);
            return self.end_with(&status);
        }
        record.finish(code);
        Frame::trailers(trailers)
    }
}

impl HttpBody for ResponseBody {
    type Data = SentBytes;
    type Error = Status;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<SentBytes>, Status>>> {
        let this = &mut *self;
        let ending = match this.ending(cx) {
            Some(0) => return Poll::Ready(Some(Ok(this.end_stream()))),
            Some(last_frames) => {
                *last_frames -= 1;
                true
            }
            None => false,
        };
        match catch_unwind(AssertUnwindSafe(|| Pin::new(&mut this.inner).poll_frame(cx))) {
            Ok(Poll::Ready(Some(Ok(frame)))) => Poll::Ready(Some(Ok(this.inspect(frame)))),
            Ok(Poll::Ready(Some(Err(status)))) => Poll::Ready(Some(Err(status))),
            Ok(Poll::Ready(None)) => Poll::Ready(None),
            Ok(Poll::Pending) if ending => Poll::Ready(Some(Ok(this.end_stream()))),
            Ok(Poll::Pending) => Poll::Pending,
            Err(_) => match &this.record {
                Some(record) => {
                    let status = record.shared().panicked();
                    Poll::Ready(Some(Ok(this.end_with(&status))))
                }
                None => Poll::Ready(None),
            },
        }
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}
