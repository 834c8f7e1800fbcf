//! Where the rules run: in this process, or on a server. Requests and responses are the same either way.

use crate::engine::Engine;
use crate::wire::Refusal;
use crate::wire::pb::engine::{self as pb, engine_service_client::EngineServiceClient};
use prost::Message;
use std::time::Duration;
use tokio::runtime::Runtime;
use tonic::transport::{Channel, Endpoint};

/// Maximum response size from a server, in bytes.
const MAX_ANSWER_BYTES: usize = 16 * 1024 * 1024;
/// Deadline of a call to a server.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Why a call failed.
#[derive(Debug)]
pub(super) enum CallError {
    /// It was refused.
    Refused(Box<pb::Refusal>),
    /// The server could not be reached, or it failed.
    Transport(String),
}

impl From<Refusal> for CallError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(Box::new(refusal.message().clone()))
    }
}

impl From<tonic::Status> for CallError {
    fn from(status: tonic::Status) -> Self {
        // The typed refusal is the last of the details.
        let refusal = tonic_types::pb::Status::decode(status.details())
            .ok()
            .and_then(|details| details.details.into_iter().next_back())
            .filter(|last| last.type_url.ends_with("/taash.engine.v1.Refusal"))
            .and_then(|last| pb::Refusal::decode(last.value.as_slice()).ok());
        match refusal {
            Some(refusal) => Self::Refused(Box::new(refusal)),
            None => Self::Transport(format!("{:?}: {}", status.code(), status.message())),
        }
    }
}

/// Answers calls.
#[derive(Debug)]
pub(super) enum Backend {
    /// The engine in this process.
    InProcess(Box<Engine>),
    /// A server.
    Remote {
        /// The runtime that drives the client.
        runtime: Runtime,
        /// The gRPC client.
        client: Box<EngineServiceClient<Channel>>,
    },
}

impl Backend {
    /// The engine in this process, or the server at an address.
    pub(super) fn open(address: Option<&str>) -> Result<Self, String> {
        let Some(address) = address else { return Ok(Self::InProcess(Box::default())) };
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|error| error.to_string())?;
        let endpoint = Endpoint::from_shared(address.to_owned())
            .map_err(|error| format!("{address}: {error}"))?
            .connect_timeout(Duration::from_secs(5))
            .timeout(TIMEOUT);
        let channel = runtime
            .block_on(endpoint.connect())
            .map_err(|_| format!("no answer from {address}; is `taash serve` running there?"))?;
        let client = EngineServiceClient::new(channel).max_decoding_message_size(MAX_ANSWER_BYTES);
        Ok(Self::Remote { runtime, client: Box::new(client) })
    }

    pub(super) fn list_games(&mut self) -> Result<pb::ListGamesResponse, CallError> {
        let request = pb::ListGamesRequest {};
        match self {
            Self::InProcess(engine) => Ok(engine.list_games(&request)),
            Self::Remote { runtime, client } => Ok(runtime.block_on(client.list_games(request))?.into_inner()),
        }
    }

    /// Starts a match whose seed is `seed`.
    pub(super) fn new_game(
        &mut self,
        mut request: pb::NewGameRequest,
        seed: [u8; 32],
    ) -> Result<pb::NewGameResponse, CallError> {
        request.seed = Some(seed.to_vec().into());
        match self {
            Self::InProcess(engine) => Ok(engine.new_game(&request, || seed)?),
            Self::Remote { runtime, client } => Ok(runtime.block_on(client.new_game(request))?.into_inner()),
        }
    }

    pub(super) fn apply(&mut self, request: pb::ApplyRequest) -> Result<pb::ApplyResponse, CallError> {
        match self {
            Self::InProcess(engine) => Ok(engine.apply(&request)?),
            Self::Remote { runtime, client } => Ok(runtime.block_on(client.apply(request))?.into_inner()),
        }
    }

    pub(super) fn score(&mut self, request: pb::ScoreRequest) -> Result<pb::ScoreResponse, CallError> {
        match self {
            Self::InProcess(engine) => Ok(engine.score(&request)?),
            Self::Remote { runtime, client } => Ok(runtime.block_on(client.score(request))?.into_inner()),
        }
    }
}
