//! Which service answers a call.

use super::super::methods::{CallKind, Method};
use super::super::service::Service;
use super::Inner;
use crate::engine::Limits;
use crate::wire::pb::engine::engine_service_server::EngineServiceServer;
use hyper::Request;
use tonic::body::Body;
use tonic::codec::CompressionEncoding;

/// The services behind a call. There are two instances of the engine's: one for Replay, which takes longer requests, and
/// one for all other methods.
#[derive(Debug)]
pub(in super::super) struct Routes {
    engine: EngineServiceServer<Service>,
    replay: EngineServiceServer<Service>,
    others: tonic::service::Routes,
    limits: Limits,
}

impl Routes {
    pub(in super::super) fn new(service: &Service, limits: Limits, gzip: bool, others: tonic::service::Routes) -> Self {
        let server = |max_request_bytes: u32| {
            let server = EngineServiceServer::new(service.clone())
                .max_decoding_message_size(max_request_bytes as usize)
                .max_encoding_message_size(limits.max_response_bytes as usize);
            if gzip {
                server.accept_compressed(CompressionEncoding::Gzip).send_compressed(CompressionEncoding::Gzip)
            } else {
                server
            }
        };
        Self {
            engine: server(limits.max_request_bytes),
            replay: server(limits.max_replay_request_bytes()),
            others: others.prepare(),
            limits,
        }
    }

    /// The maximum request size of a method of the engine, in bytes.
    pub(super) fn max_request_bytes(&self, method: &Method) -> usize {
        let limits = &self.limits;
        let bytes =
            if method.kind == CallKind::Replay { limits.max_replay_request_bytes() } else { limits.max_request_bytes };
        bytes as usize
    }

    pub(super) fn call(&self, method: &Method, request: Request<Body>) -> Inner {
        use tower::Service as _;
        #[cfg(all(feature = "test-panic", debug_assertions))]
        if request.headers().contains_key("taash-test-panic") {
            return Box::pin(async { panic!("the secret of a panicking handler") });
        }
        match (method.engine, method.kind) {
            (true, CallKind::Replay) => self.replay.clone().call(request),
            (true, _) => self.engine.clone().call(request),
            (false, _) => Box::pin(self.others.clone().call(request)),
        }
    }
}
