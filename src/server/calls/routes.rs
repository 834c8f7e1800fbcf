use super::super::methods::Method;
use super::super::service::Service;
use super::Inner;
use crate::wire::MAX_REPLAY_REQUEST_BYTES;
use crate::wire::pb::engine::engine_service_server::EngineServiceServer;
use http::Request;
use tonic::body::Body;

/// The services behind a call. The engine's stands twice: for Replay, which takes long requests, and for all the rest.
#[derive(Debug)]
pub(in super::super) struct Routes {
    engine: EngineServiceServer<Service>,
    replay: EngineServiceServer<Service>,
    others: tonic::service::Routes,
    max_request_bytes: usize,
}

/// The one method that takes long requests.
const REPLAY: &str = "Replay";

impl Routes {
    pub(in super::super) fn new(
        service: &Service,
        max_request_bytes: usize,
        max_response_bytes: usize,
        others: tonic::service::Routes,
    ) -> Self {
        let server = |max_request_bytes| {
            EngineServiceServer::new(service.clone())
                .max_decoding_message_size(max_request_bytes)
                .max_encoding_message_size(max_response_bytes)
        };
        Self {
            engine: server(max_request_bytes),
            replay: server(longest_replay(max_request_bytes)),
            others: others.prepare(),
            max_request_bytes,
        }
    }

    /// The longest request of a method of the engine.
    pub(super) fn max_request_bytes(&self, method: &Method) -> usize {
        if method.label == REPLAY { longest_replay(self.max_request_bytes) } else { self.max_request_bytes }
    }

    pub(super) fn call(&self, method: &Method, request: Request<Body>) -> Inner {
        use tower::Service as _;
        #[cfg(all(feature = "test-panic", debug_assertions))]
        if request.headers().contains_key("taash-test-panic") {
            return Box::pin(async { panic!("the secret of a panicking handler") });
        }
        match (method.engine, method.label) {
            (true, REPLAY) => self.replay.clone().call(request),
            (true, _) => self.engine.clone().call(request),
            (false, _) => Box::pin(self.others.clone().call(request)),
        }
    }
}

fn longest_replay(max_request_bytes: usize) -> usize {
    max_request_bytes.max(MAX_REPLAY_REQUEST_BYTES)
}
