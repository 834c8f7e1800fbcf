use super::play::Answers;
use super::status::refuse;
use crate::wire::pb::engine as pb;
use crate::wire::pb::engine::engine_service_server::EngineService;
use crate::wire::{Engine, MAX_STREAM_AGE, Refusal, TableBudget, Tables};
use rand::TryRng;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use tonic::{Request, Response, Status, Streaming};

/// The service: each call handed to the engine, and its refusals turned into statuses.
#[derive(Debug)]
pub(super) struct Service {
    engine: Arc<Engine>,
    /// The tables of all streams.
    tables: TableBudget,
    /// Ends the streams.
    shutdown: CancellationToken,
}

impl Service {
    pub(super) fn new(engine: Engine, shutdown: CancellationToken) -> Self {
        Self { engine: Arc::new(engine), tables: TableBudget::default(), shutdown }
    }
}

fn answer<T>(result: Result<T, Refusal>) -> Result<Response<T>, Status> {
    result.map(Response::new).map_err(|refusal| refuse(&refusal))
}

/// A seed from the operating system.
fn entropy() -> Result<[u8; 32], Status> {
    let mut entropy = [0; 32];
    rand::rngs::SysRng
        .try_fill_bytes(&mut entropy)
        .map_err(|_| Status::unavailable("the operating system gives no randomness; try again"))?;
    Ok(entropy)
}

#[tonic::async_trait]
impl EngineService for Service {
    type PlayStream = Answers;

    async fn list_games(
        &self,
        request: Request<pb::ListGamesRequest>,
    ) -> Result<Response<pb::ListGamesResponse>, Status> {
        Ok(Response::new(self.engine.list_games(request.get_ref())))
    }

    async fn new_game(&self, request: Request<pb::NewGameRequest>) -> Result<Response<pb::NewGameResponse>, Status> {
        let entropy = entropy()?;
        answer(self.engine.new_game(request.get_ref(), || entropy))
    }

    async fn replay(&self, request: Request<pb::ReplayRequest>) -> Result<Response<pb::ReplayResponse>, Status> {
        let entropy = entropy()?;
        answer(self.engine.replay(request.get_ref(), || entropy))
    }

    async fn verify_deals(
        &self,
        request: Request<pb::VerifyDealsRequest>,
    ) -> Result<Response<pb::VerifyDealsResponse>, Status> {
        answer(self.engine.verify_deals(request.get_ref()))
    }

    async fn legal_moves(
        &self,
        request: Request<pb::LegalMovesRequest>,
    ) -> Result<Response<pb::LegalMovesResponse>, Status> {
        answer(self.engine.legal_moves(request.get_ref()))
    }

    async fn apply(&self, request: Request<pb::ApplyRequest>) -> Result<Response<pb::ApplyResponse>, Status> {
        answer(self.engine.apply(request.get_ref()))
    }

    async fn play(&self, request: Request<Streaming<pb::PlayRequest>>) -> Result<Response<Answers>, Status> {
        let tables = Tables::new(self.tables.clone());
        let requests = request.into_inner();
        let answers = Answers::new(Arc::clone(&self.engine), tables, requests, self.shutdown.clone(), MAX_STREAM_AGE);
        Ok(Response::new(answers))
    }

    async fn score(&self, request: Request<pb::ScoreRequest>) -> Result<Response<pb::ScoreResponse>, Status> {
        answer(self.engine.score(request.get_ref()))
    }

    async fn view(&self, request: Request<pb::ViewRequest>) -> Result<Response<pb::ViewResponse>, Status> {
        answer(self.engine.view(request.get_ref()))
    }
}
