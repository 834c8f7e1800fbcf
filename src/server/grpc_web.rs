//! gRPC and gRPC-Web on one port. Requests from browsers pass through CORS and a gRPC-Web translation; others do not.

use super::calls::{CallFuture, CallService, ResponseBody};
use super::config::Connections;
use futures_util::future::{MapOk, TryFutureExt};
use http_body_util::Either;
use hyper::body::{Body as HttpBody, Bytes, Frame, Incoming, SizeHint};
use hyper::http::{HeaderName, HeaderValue};
use hyper::{Method, Request, Response, Version, header};
use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio_util::either::Either as EitherFuture;
use tonic::body::Body;
use tonic_web::{GrpcWebLayer, GrpcWebService};
use tower::Layer;
use tower_http::cors::{AllowOrigin, Cors, CorsLayer};

/// How long a browser may cache the answer to a CORS preflight request.
const PREFLIGHT_MAX_AGE: Duration = Duration::from_secs(7200);

/// gRPC-Web and CORS for browsers, if they are enabled.
#[derive(Clone, Debug)]
pub(super) struct GrpcWeb {
    /// `None` if gRPC-Web is disabled.
    cors: Option<CorsLayer>,
}

impl GrpcWeb {
    pub(super) fn new(config: &Connections) -> Self {
        Self { cors: config.grpc_web.then(|| cors(&config.cors_origins)) }
    }

    /// The service of one connection: its calls, and the same calls behind gRPC-Web.
    pub(super) fn service(&self, calls: CallService) -> ConnectionService {
        let web = self.cors.as_ref().map(|cors| cors.layer(GrpcWebLayer::new().layer(calls.clone())));
        ConnectionService { calls, web }
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
        .max_age(PREFLIGHT_MAX_AGE)
}

type GrpcResponse = Response<Either<ResponseBody, Body>>;
type GrpcFuture = MapOk<CallFuture, fn(Response<ResponseBody>) -> GrpcResponse>;
type WebFuture = Pin<Box<dyn Future<Output = Result<GrpcResponse, Infallible>> + Send>>;

/// Serves the requests of one connection: gRPC directly, gRPC-Web through a translation.
#[derive(Clone, Debug)]
pub(super) struct ConnectionService {
    calls: CallService,
    web: Option<Cors<GrpcWebService<CallService>>>,
}

impl hyper::service::Service<Request<Incoming>> for ConnectionService {
    type Response = GrpcResponse;
    type Error = Infallible;
    type Future = EitherFuture<GrpcFuture, WebFuture>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        let is_web = is_grpc_web(&request);
        let request = request.map(|body| Body::new(IgnoreBodyErrors(body)));
        match &self.web {
            Some(web) if is_web => {
                let answered = tower::Service::call(&mut web.clone(), request);
                EitherFuture::Right(Box::pin(answered.map_ok(|response| response.map(Either::Right))))
            }
            Some(_) | None => {
                let to_left: fn(Response<ResponseBody>) -> GrpcResponse = |response| response.map(Either::Left);
                EitherFuture::Left(self.calls.start(request).map_ok(to_left))
            }
        }
    }
}

/// A request body that never reports an error. If the caller breaks off the request, the transport drops the call anyway;
/// an error here would reach the decoder first, which would count it as an invalid message.
struct IgnoreBodyErrors(Incoming);

impl HttpBody for IgnoreBodyErrors {
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

/// Whether a request goes through gRPC-Web and CORS: everything over HTTP/1, preflights, and gRPC-Web content types.
fn is_grpc_web<B>(request: &Request<B>) -> bool {
    let content = request.headers().get(header::CONTENT_TYPE);
    request.version() != Version::HTTP_2
        || request.method() == Method::OPTIONS
        || content.is_some_and(|value| value.as_bytes().starts_with(b"application/grpc-web"))
}
