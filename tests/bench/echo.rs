//! The yardstick: a tonic server that does nothing but send bytes back.

use crate::socket::OneWrite;
use prost::Message;
use prost::bytes::Bytes;
use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio_stream::StreamExt;
use tonic::body::Body;
use tonic::codegen::Service;
use tonic::server::{NamedService, UnaryService};
use tonic::transport::server::TcpIncoming;
use tonic::{Request, Response, Status};
use tonic_prost::ProstCodec;

pub(crate) const PATH: &str = "/bench.Echo/Echo";

#[derive(Clone, PartialEq, Message)]
pub(crate) struct EchoRequest {
    #[prost(bytes = "bytes", tag = "1")]
    pub(crate) payload: Bytes,
    /// How many bytes of the payload come back.
    #[prost(uint32, tag = "2")]
    pub(crate) answer_bytes: u32,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct EchoAnswer {
    #[prost(bytes = "bytes", tag = "1")]
    pub(crate) payload: Bytes,
}

/// A request and its answer of these encoded sizes; the request grows if it is too short to hold the answer's bytes.
pub(crate) fn call(request_bytes: usize, answer_bytes: usize) -> (Bytes, Bytes) {
    let payload_of = |size: usize, length: &dyn Fn(usize) -> usize| {
        (0..=size).rev().find(|&payload| length(payload) <= size).unwrap_or(0)
    };
    let answer = |payload: usize| EchoAnswer { payload: vec![7; payload].into() };
    let back = payload_of(answer_bytes, &|payload| answer(payload).encoded_len());
    let request =
        |payload: usize| EchoRequest { payload: vec![7; payload].into(), answer_bytes: u32::try_from(back).unwrap() };
    let there = payload_of(request_bytes, &|payload| request(payload).encoded_len()).max(back);
    (request(there).encode_to_vec().into(), answer(back).encode_to_vec().into())
}

#[derive(Clone)]
struct Echo;

impl NamedService for Echo {
    const NAME: &'static str = "bench.Echo";
}

type Answer<T, E> = Pin<Box<dyn Future<Output = Result<T, E>> + Send>>;

impl UnaryService<EchoRequest> for Echo {
    type Response = EchoAnswer;
    type Future = Answer<Response<EchoAnswer>, Status>;

    fn call(&mut self, request: Request<EchoRequest>) -> Self::Future {
        Box::pin(async move {
            let EchoRequest { payload, answer_bytes } = request.into_inner();
            let length = payload.len().min(usize::try_from(answer_bytes).unwrap());
            Ok(Response::new(EchoAnswer { payload: payload.slice(..length) }))
        })
    }
}

/// What tonic's generated code does for a service with one method.
impl Service<hyper::Request<Body>> for Echo {
    type Response = hyper::Response<Body>;
    type Error = Infallible;
    type Future = Answer<Self::Response, Infallible>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: hyper::Request<Body>) -> Self::Future {
        Box::pin(async move {
            let mut grpc = tonic::server::Grpc::new(ProstCodec::<EchoAnswer, EchoRequest>::default());
            Ok(grpc.unary(Self, request).await)
        })
    }
}

/// Serves until the process is killed. `stock`: as tonic's own examples are set up; else as our server is.
pub(crate) fn serve(stock: bool) {
    let one = std::thread::available_parallelism().is_ok_and(|n| n.get() == 1);
    let mut runtime = if one && !stock {
        tokio::runtime::Builder::new_current_thread()
    } else {
        tokio::runtime::Builder::new_multi_thread()
    };
    runtime.enable_all().build().unwrap().block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        println!("echo listens on {}", listener.local_addr().unwrap());
        let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
        if stock {
            tonic::transport::Server::builder().add_service(Echo).serve_with_incoming(incoming).await.unwrap();
        } else {
            tonic::transport::Server::builder()
                .max_concurrent_streams(256)
                .http2_max_local_error_reset_streams(Some(1024))
                .http2_max_header_list_size(16 * 1024)
                .http2_keepalive_interval(Some(Duration::from_secs(30)))
                .http2_keepalive_timeout(Some(Duration::from_secs(10)))
                .add_service(Echo)
                .serve_with_incoming(incoming.map(|io| io.map(OneWrite)))
                .await
                .unwrap();
        }
    });
}
