//! One port for gRPC and for browsers: gRPC-Web and CORS stand before the calls only where a browser speaks.

use super::calls::{Answer, Call, Calls};
use super::config::Connections;
use bytes::Bytes;
use http::{HeaderName, HeaderValue, Method, Request, Response, Version, header};
use http_body::{Body as HttpBody, Frame, SizeHint};
use hyper::body::Incoming;
use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tonic::Status;
use tonic::body::Body;
use tonic_web::{GrpcWebLayer, GrpcWebService};
use tower::Layer;
use tower_http::cors::{AllowOrigin, Cors, CorsLayer};

/// How long a browser may remember that it may call.
const REMEMBER: Duration = Duration::from_secs(7200);

/// What stands before the calls of every connection.
#[derive(Clone, Debug)]
pub(super) struct Front {
    /// `None` if browsers are not served.
    cors: Option<CorsLayer>,
}

impl Front {
    pub(super) fn new(config: &Connections) -> Self {
        Self { cors: config.grpc_web.then(|| cors(&config.cors_origins)) }
    }

    pub(super) fn with(&self, calls: Calls) -> FrontService {
        let web = self.cors.as_ref().map(|cors| cors.layer(GrpcWebLayer::new().layer(calls.clone())));
        FrontService { calls, web }
    }
}

fn cors(origins: &[String]) -> CorsLayer {
    let allowed = if origins.iter().any(|origin| origin == "*") {
        AllowOrigin::any()
    } else {
        AllowOrigin::list(origins.iter().filter_map(|origin| HeaderValue::from_str(origin).ok()))
    };
    CorsLayer::new()
        .allow_origin(allowed)
        .allow_methods([Method::POST])
        .allow_headers(
            ["content-type", "x-grpc-web", "x-user-agent", "grpc-timeout", "traceparent", "tracestate"]
                .map(HeaderName::from_static),
        )
        .expose_headers(
            ["grpc-status", "grpc-message", "grpc-status-details-bin", "grpc-retry-pushback-ms"]
                .map(HeaderName::from_static),
        )
        .max_age(REMEMBER)
}

/// All that one connection may ask.
#[derive(Clone, Debug)]
pub(super) struct FrontService {
    calls: Calls,
    web: Option<Cors<GrpcWebService<Calls>>>,
}

impl hyper::service::Service<Request<Incoming>> for FrontService {
    type Response = Response<FrontBody>;
    type Error = Infallible;
    type Future = FrontFuture;

    fn call(&self, request: Request<Incoming>) -> FrontFuture {
        match &self.web {
            Some(web) if speaks_web(&request) => {
                let mut web = web.clone();
                FrontFuture::Web(Box::pin(tower::Service::call(&mut web, request.map(Unbroken).map(Body::new))))
            }
            Some(_) | None => FrontFuture::Call(self.calls.start(request.map(Unbroken).map(Body::new))),
        }
    }
}

/// A request's body that says nothing of it if the caller breaks off: the transport drops such a call by itself. The
/// decoder would make a missing message of it, a fault that nobody committed.
struct Unbroken(Incoming);

impl HttpBody for Unbroken {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        match ready!(Pin::new(&mut self.0).poll_frame(cx)) {
            Some(Err(_)) => Poll::Pending,
            frame => Poll::Ready(frame),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.0.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.0.size_hint()
    }
}

fn speaks_web<B>(request: &Request<B>) -> bool {
    let content = request.headers().get(header::CONTENT_TYPE);
    request.version() != Version::HTTP_2
        || request.method() == Method::OPTIONS
        || content.is_some_and(|value| value.as_bytes().starts_with(b"application/grpc-web"))
}

/// An answer on its way.
pub(super) enum FrontFuture {
    Call(Call),
    Web(Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>),
}

impl Future for FrontFuture {
    type Output = Result<Response<FrontBody>, Infallible>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        Poll::Ready(match &mut *self {
            Self::Call(call) => ready!(Pin::new(call).poll(cx)).map(|answer| answer.map(FrontBody::Call)),
            Self::Web(web) => ready!(web.as_mut().poll(cx)).map(|answer| answer.map(FrontBody::Web)),
        })
    }
}

/// The body of an answer.
pub(super) enum FrontBody {
    Call(Answer),
    Web(Body),
}

impl HttpBody for FrontBody {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        match &mut *self {
            Self::Call(answer) => Pin::new(answer).poll_frame(cx),
            Self::Web(body) => Pin::new(body).poll_frame(cx),
        }
    }

    fn is_end_stream(&self) -> bool {
        match self {
            Self::Call(answer) => answer.is_end_stream(),
            Self::Web(body) => body.is_end_stream(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Call(answer) => answer.size_hint(),
            Self::Web(body) => body.size_hint(),
        }
    }
}
