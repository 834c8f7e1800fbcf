use bytes::Bytes;
use http_body::{Body as HttpBody, Frame};
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};
use tonic::Status;
use tonic::body::Body;

/// A request's body that ends with its call, for readers that would go on waiting for more.
pub(super) struct UntilOver {
    /// `None` once the call is over.
    inner: Option<Body>,
    over: Pin<Box<WaitForCancellationFutureOwned>>,
}

impl UntilOver {
    pub(super) fn new(inner: Body, over: CancellationToken) -> Self {
        Self { inner: Some(inner), over: Box::pin(over.cancelled_owned()) }
    }
}

impl HttpBody for UntilOver {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        if self.over.as_mut().poll(cx).is_ready() {
            self.inner = None;
        }
        match &mut self.inner {
            Some(inner) => Pin::new(inner).poll_frame(cx),
            None => Poll::Ready(None),
        }
    }
}
