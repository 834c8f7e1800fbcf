//! A request body that ends together with its call.

use hyper::body::{Body as HttpBody, Bytes, Frame};
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};
use tonic::Status;
use tonic::body::Body;

/// A request body that ends when a token is cancelled, for readers that would otherwise wait for more.
pub(super) struct CancellableBody {
    /// `None` once the token is cancelled.
    inner: Option<Body>,
    cancelled: Pin<Box<WaitForCancellationFutureOwned>>,
}

impl CancellableBody {
    pub(super) fn new(inner: Body, token: CancellationToken) -> Self {
        Self { inner: Some(inner), cancelled: Box::pin(token.cancelled_owned()) }
    }
}

impl HttpBody for CancellableBody {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        if self.cancelled.as_mut().poll(cx).is_ready() {
            self.inner = None;
        }
        match &mut self.inner {
            Some(inner) => Pin::new(inner).poll_frame(cx),
            None => Poll::Ready(None),
        }
    }
}
