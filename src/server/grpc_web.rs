//! gRPC and gRPC-Web on one port. Requests from browsers pass through CORS and a gRPC-Web translation; others do not. What
//! is neither gets the HTTP status 415.

use super::calls::{CallFuture, CallService, ResponseBody};
use super::config::Connections;
use super::unsent::{SentBytes, Unsent};
use futures_util::future::{MapOk, TryFutureExt};
use http_body_util::{Either, Full};
use hyper::body::{Body as HttpBody, Bytes, Frame, Incoming, SizeHint};
use hyper::http::{HeaderName, HeaderValue};
use hyper::{Method, Request, Response, StatusCode, Version, header};
use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio_util::either::Either as EitherFuture;
use tonic::Status;
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
        let web = self.cors.as_ref().map(|cors| cors.layer(GrpcWebLayer::new().layer(WebCalls(calls.clone()))));
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

type GrpcResponse = Response<Either<ResponseBody, WebBody>>;
type GrpcFuture = MapOk<CallFuture, fn(Response<ResponseBody>) -> GrpcResponse>;
type WebFuture = Pin<Box<dyn Future<Output = Result<GrpcResponse, Infallible>> + Send>>;

/// Serves the requests of one connection: gRPC directly, gRPC-Web through a translation.
#[derive(Clone, Debug)]
pub(super) struct ConnectionService {
    calls: CallService,
    web: Option<Cors<GrpcWebService<WebCalls>>>,
}

impl hyper::service::Service<Request<Incoming>> for ConnectionService {
    type Response = GrpcResponse;
    type Error = Infallible;
    type Future = EitherFuture<GrpcFuture, WebFuture>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        let protocol = Protocol::of(&request);
        let request = request.map(|body| Body::new(IgnoreBodyErrors(body)));
        match (protocol, &self.web) {
            (Protocol::Grpc, _) => {
                let to_left: fn(Response<ResponseBody>) -> GrpcResponse = |response| response.map(Either::Left);
                EitherFuture::Left(self.calls.start(request).map_ok(to_left))
            }
            (Protocol::GrpcWeb, Some(web)) => {
                let answered = tower::Service::call(&mut web.clone(), request);
                EitherFuture::Right(Box::pin(answered.map_ok(|response| WebBody::of(response).map(Either::Right))))
            }
            (Protocol::GrpcWeb | Protocol::Other, _) => {
                self.calls.metrics().not_grpc.inc();
                EitherFuture::Right(Box::pin(std::future::ready(Ok(WebBody::of(unsupported()).map(Either::Right)))))
            }
        }
    }
}

/// What counts the bytes of a response on their way through the translation, which may copy them.
type Handover = Arc<Mutex<Option<Arc<Unsent>>>>;

/// The calls of a connection whose responses are translated to gRPC-Web.
#[derive(Clone, Debug)]
struct WebCalls(CallService);

impl tower::Service<Request<Body>> for WebCalls {
    type Response = Response<UntranslatedBody>;
    type Error = Infallible;
    type Future = MapOk<CallFuture, fn(Response<ResponseBody>) -> Response<UntranslatedBody>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        self.0.start(request).map_ok(UntranslatedBody::of)
    }
}

/// A response before the translation. It hands over what counts its bytes.
struct UntranslatedBody {
    inner: ResponseBody,
    handover: Handover,
}

impl UntranslatedBody {
    fn of(mut response: Response<ResponseBody>) -> Response<Self> {
        let handover = Handover::default();
        response.extensions_mut().insert(Arc::clone(&handover));
        response.map(|inner| Self { inner, handover })
    }
}

impl HttpBody for UntranslatedBody {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let Some(frame) = ready!(Pin::new(&mut self.inner).poll_frame(cx)) else { return Poll::Ready(None) };
        let bytes = |counted: SentBytes| {
            let (bytes, unsent) = counted.into_parts();
            *self.handover.lock().unwrap_or_else(PoisonError::into_inner) = unsent.map(Arc::new);
            bytes
        };
        Poll::Ready(Some(frame.map(|frame| frame.map_data(bytes))))
    }
}

/// A response after the translation. Over HTTP/1 the transport copies its bytes and drops them, and polls for more when they
/// are sent; so they count until then.
pub(super) struct WebBody {
    inner: Body,
    handover: Option<Handover>,
    last: Option<Arc<Unsent>>,
}

impl WebBody {
    fn of(mut response: Response<Body>) -> Response<Self> {
        let handover = response.extensions_mut().remove::<Handover>();
        response.map(|inner| Self { inner, handover, last: None })
    }
}

impl HttpBody for WebBody {
    type Data = SentBytes;
    type Error = Status;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<SentBytes>, Status>>> {
        self.last = None;
        let frame = ready!(Pin::new(&mut self.inner).poll_frame(cx));
        if let Some(handover) = &self.handover {
            let handed_over = handover.lock().unwrap_or_else(PoisonError::into_inner).take();
            self.last = handed_over;
        }
        let last = self.last.clone();
        Poll::Ready(frame.map(|frame| frame.map(|frame| frame.map_data(|bytes| SentBytes::shared(bytes, last)))))
    }

    fn is_end_stream(&self) -> bool {
        self.last.is_none() && self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
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

/// What a request speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Protocol {
    Grpc,
    /// gRPC-Web, or a CORS preflight request for it.
    GrpcWeb,
    Other,
}

impl Protocol {
    fn of<B>(request: &Request<B>) -> Self {
        let content = request.headers().get(header::CONTENT_TYPE).map_or(&[][..], HeaderValue::as_bytes);
        let encoding = content.strip_prefix(b"application/grpc");
        match encoding {
            Some(b"" | b"+proto") if request.version() == Version::HTTP_2 => Self::Grpc,
            Some([b';', ..] | [b'+', b'p', b'r', b'o', b't', b'o', b';', ..])
                if request.version() == Version::HTTP_2 =>
            {
                Self::Grpc
            }
            Some([b'-', b'w', b'e', b'b', ..]) => Self::GrpcWeb,
            _ if request.method() == Method::OPTIONS => Self::GrpcWeb,
            _ => Self::Other,
        }
    }
}

/// The response to a request that is neither gRPC nor gRPC-Web.
fn unsupported() -> Response<Body> {
    let mut response = Response::new(Body::new(Full::from("this port serves gRPC: use a gRPC client\n")));
    *response.status_mut() = StatusCode::UNSUPPORTED_MEDIA_TYPE;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_told_by_its_content_type_version_and_method() {
        use Protocol::{Grpc, GrpcWeb, Other};
        for (version, method, content, protocol) in [
            (Version::HTTP_2, Method::POST, "application/grpc", Grpc),
            (Version::HTTP_2, Method::POST, "application/grpc+proto", Grpc),
            (Version::HTTP_2, Method::POST, "application/grpc;charset=utf-8", Grpc),
            (Version::HTTP_2, Method::POST, "application/grpc+proto;charset=utf-8", Grpc),
            (Version::HTTP_2, Method::POST, "application/grpc-web+proto", GrpcWeb),
            (Version::HTTP_11, Method::POST, "application/grpc-web-text", GrpcWeb),
            (Version::HTTP_11, Method::OPTIONS, "", GrpcWeb),
            (Version::HTTP_2, Method::OPTIONS, "", GrpcWeb),
            (Version::HTTP_11, Method::POST, "application/grpc", Other),
            (Version::HTTP_2, Method::POST, "application/grpc+json", Other),
            (Version::HTTP_2, Method::POST, "application/grpcjson", Other),
            (Version::HTTP_2, Method::POST, "application/json", Other),
            (Version::HTTP_2, Method::GET, "", Other),
        ] {
            let request = Request::builder().version(version).method(&method).header(header::CONTENT_TYPE, content);
            assert_eq!(Protocol::of(&request.body(()).unwrap()), protocol, "{version:?} {method} {content}");
        }
    }
}
