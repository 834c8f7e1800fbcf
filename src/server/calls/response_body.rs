//! The body of a response, which completes the record of its call.

use super::super::outcome::CallOutcome;
use super::super::status::refuse;
use super::connection_state::{ConnectionState, PendingResponse};
use super::record::CallRecord;
use super::{Direction, code_of};
use crate::wire::pb::engine::Reason;
use crate::wire::{Refusal, messages};
use hyper::HeaderMap;
use hyper::body::{Body as HttpBody, Bytes, Frame, SizeHint};
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
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
    lifetime: Lifetime,
}

/// What ends a response that its caller does not read.
enum Lifetime {
    /// The connection closes if its peer leaves the response unread.
    Unary { _pending: PendingResponse },
    /// The stream ends when its connection closes.
    Stream { end: Pin<Box<WaitForCancellationFutureOwned>>, last_frames: u8 },
    /// There is no body.
    Empty,
}

impl ResponseBody {
    pub(super) fn new(inner: Body, record: CallRecord, connection: Arc<ConnectionState>) -> Self {
        let lifetime = if record.shared().methods.get(record.method()).kind.streams() {
            Lifetime::Stream { end: Box::pin(connection.streams_ended()), last_frames: LAST_FRAMES }
        } else {
            Lifetime::Unary { _pending: connection.begin_response() }
        };
        Self { inner, record: Some(record), lifetime }
    }

    /// The body of a call whose record is already complete.
    pub(in super::super) const fn recorded(inner: Body) -> Self {
        Self { inner, record: None, lifetime: Lifetime::Empty }
    }

    /// Replaces the rest of the response with a status.
    fn end_with(&mut self, status: &Status) -> Frame<Bytes> {
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
        let Lifetime::Stream { end, last_frames, .. } = &mut self.lifetime else { return None };
        (self.record.is_some() && end.as_mut().poll(cx).is_ready()).then_some(last_frames)
    }

    /// Ends a stream with a status that tells its caller to open another.
    fn end_stream(&mut self) -> Frame<Bytes> {
        let refusal = Refusal::new(Reason::Unavailable, &messages::DRAINING).detail("draining");
        self.end_with(&refuse(&refusal, None))
    }

    /// Records the code of the trailers, or replaces them if their status is the transport's own.
    fn inspect(&mut self, frame: Frame<Bytes>) -> Frame<Bytes> {
        let Some(trailers) = frame.trailers_ref() else { return frame };
        let Some(record) = self.record.take() else { return frame };
        let code = code_of(trailers).unwrap_or(Code::Unknown);
        let ours = trailers.contains_key(Status::GRPC_STATUS_DETAILS);
        if !ours && let Some(status) = record.shared().translate(record.method(), trailers, Direction::Response) {
            self.record = Some(record);
            return self.end_with(&status);
        }
        record.finish(code);
        frame
    }
}

impl HttpBody for ResponseBody {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
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
            Ok(Poll::Ready(other)) => Poll::Ready(other),
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
