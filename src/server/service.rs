use super::status::refuse;
use crate::wire::pb::engine as pb;
use crate::wire::pb::engine::engine_service_server::EngineService;
use crate::wire::{Engine, Refusal};
use rand::TryRng;
use tonic::{Request, Response, Status};

/// The service: each call handed to the engine, and its refusals turned into statuses.
#[derive(Debug)]
pub(super) struct Service {
    engine: Engine,
}

impl Service {
    pub(super) const fn new(engine: Engine) -> Self {
        Self { engine }
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

    async fn score(&self, request: Request<pb::ScoreRequest>) -> Result<Response<pb::ScoreResponse>, Status> {
        answer(self.engine.score(request.get_ref()))
    }

    async fn view(&self, request: Request<pb::ViewRequest>) -> Result<Response<pb::ViewResponse>, Status> {
        answer(self.engine.view(request.get_ref()))
    }
}
