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
use tokio_util::sync::WaitForCancellationFutureOwned;
use tonic::body::Body;
use tonic::{Code, Status};

/// The body of an answer. It settles the call's record with the code of the trailers, and ends streams when connections
/// are to end.
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
    /// When connections are to end.
    Stream(Pin<Box<WaitForCancellationFutureOwned>>),
    /// It has no body.
    Empty,
}

impl Answer {
    pub(super) fn new(inner: Body, record: Record, peer: Arc<Peer>) -> Self {
        let shared = record.shared();
        let ends = if shared.methods.get(record.method()).streaming {
            Ends::Stream(Box::pin(shared.ending.clone().cancelled_owned()))
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
        match catch_unwind(AssertUnwindSafe(|| Pin::new(&mut this.inner).poll_frame(cx))) {
            Ok(Poll::Ready(Some(Ok(frame)))) => Poll::Ready(Some(Ok(this.pass(frame)))),
            Ok(Poll::Ready(other)) => Poll::Ready(other),
            Ok(Poll::Pending) => {
                // Messages that have come in are answered first; only then the stream ends.
                let Ends::Stream(ending) = &mut this.ends else { return Poll::Pending };
                if this.record.is_none() || ending.as_mut().poll(cx).is_pending() {
                    return Poll::Pending;
                }
                let refusal =
                    Refusal::new(Reason::Unavailable, "the server is stopping; go on with another").detail("draining");
                Poll::Ready(Some(Ok(this.end_with(&refuse(&refusal, None)))))
            }
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
