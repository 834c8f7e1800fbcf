use super::super::status::{Told, refuse};
use super::record::{Peer, Record, Waiting};
use super::{Side, code_of};
use crate::wire::Refusal;
use crate::wire::pb::engine::Reason;
use bytes::Bytes;
use http::HeaderMap;
use http_body::{Body as HttpBody, Frame, SizeHint};
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio_util::sync::{DropGuard, WaitForCancellationFutureOwned};
use tonic::body::Body;
use tonic::{Code, Status};

/// How many more frames a stream may bring once it is to end: what has come in is answered first, if that comes to an end.
const LAST_FRAMES: u8 = 64;

/// The body of an answer. It settles the call's record with the code of the trailers, and ends streams when their
/// connection is to end.
pub(in super::super) struct Answer {
    inner: Body,
    /// `None` once the code is known.
    record: Option<Record>,
    ends: Ends,
}

/// How an answer ends if nobody takes it.
enum Ends {
    /// With its connection, if its peer leaves it lying.
    Taken { _waiting: Waiting },
    /// When its connection is to end.
    Stream { due: Pin<Box<WaitForCancellationFutureOwned>>, last_frames: u8, _request: Option<DropGuard> },
    /// It has no body.
    Empty,
}

impl Answer {
    pub(super) fn new(inner: Body, record: Record, peer: Arc<Peer>, request: Option<DropGuard>) -> Self {
        let ends = if record.shared().methods.get(record.method()).kind.streams() {
            Ends::Stream { due: Box::pin(peer.streams_ended()), last_frames: LAST_FRAMES, _request: request }
        } else {
            Ends::Taken { _waiting: peer.answer_begins() }
        };
        Self { inner, record: Some(record), ends }
    }

    /// The body of a call that is settled.
    pub(in super::super) const fn plain(inner: Body) -> Self {
        Self { inner, record: None, ends: Ends::Empty }
    }

    /// Ends the answer with a status instead of what it would have gone on with.
    fn end_with(&mut self, status: &Status) -> Frame<Bytes> {
        self.inner = Body::empty();
        let mut trailers = HeaderMap::new();
        // What our own refusals consist of always is a header.
        let _ = status.add_header(&mut trailers);
        if let Some(mut record) = self.record.take() {
            record.told(Told::by(status));
            record.finish(status.code());
        }
        Frame::trailers(trailers)
    }

    /// Whether it is a stream that is to end, and how many more frames it may bring.
    fn due(&mut self, cx: &mut Context<'_>) -> Option<&mut u8> {
        let Ends::Stream { due, last_frames, .. } = &mut self.ends else { return None };
        (self.record.is_some() && due.as_mut().poll(cx).is_ready()).then_some(last_frames)
    }

    /// Ends a stream so that its caller opens another.
    fn move_on(&mut self) -> Frame<Bytes> {
        let refusal = Refusal::new(Reason::Unavailable, "the server ends this stream; open another").detail("draining");
        self.end_with(&refuse(&refusal, None))
    }

    /// Looks at a frame of the call's own.
    fn pass(&mut self, frame: Frame<Bytes>) -> Frame<Bytes> {
        let Some(trailers) = frame.trailers_ref() else { return frame };
        let Some(record) = self.record.take() else { return frame };
        let code = code_of(trailers).unwrap_or(Code::Unknown);
        let ours = trailers.contains_key(Status::GRPC_STATUS_DETAILS);
        if !ours && let Some(status) = record.shared().translate(record.method(), code, Side::Answer) {
            self.record = Some(record);
            return self.end_with(&status);
        }
        record.finish(code);
        frame
    }
}

impl HttpBody for Answer {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let this = &mut *self;
        let due = match this.due(cx) {
            Some(0) => return Poll::Ready(Some(Ok(this.move_on()))),
            Some(last_frames) => {
                *last_frames -= 1;
                true
            }
            None => false,
        };
        match catch_unwind(AssertUnwindSafe(|| Pin::new(&mut this.inner).poll_frame(cx))) {
            Ok(Poll::Ready(Some(Ok(frame)))) => Poll::Ready(Some(Ok(this.pass(frame)))),
            Ok(Poll::Ready(other)) => Poll::Ready(other),
            Ok(Poll::Pending) if due => Poll::Ready(Some(Ok(this.move_on()))),
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
