//! The service: each call is handed to the engine, and its refusals become statuses.

use super::metrics::Metrics;
use super::outcome::CallOutcome;
use super::play_stream::PlayResponses;
use super::status::refuse;
use crate::engine::{Engine, GameId, TableBudget, Tables};
use crate::wire::pb::engine as pb;
use crate::wire::pb::engine::engine_service_server::EngineService;
use crate::wire::{Refusal, game_asked, game_of, messages};
use arc_swap::ArcSwap;
use rand::TryRng;
use std::sync::Arc;
use tonic::{Request, Response, Status, Streaming};

/// The engine's gRPC service.
#[derive(Clone, Debug)]
pub(super) struct Service {
    /// Replaced when the state keys change.
    engine: Arc<ArcSwap<Engine>>,
    /// The limit of tables of all streams together.
    tables: TableBudget,
    /// Counts the requests on streams.
    metrics: Arc<Metrics>,
}

impl Service {
    pub(super) const fn new(engine: Arc<ArcSwap<Engine>>, tables: TableBudget, metrics: Arc<Metrics>) -> Self {
        Self { engine, tables, metrics }
    }
}

/// Makes a response or a status, with the outcome for metrics.
fn respond<T>(result: Result<T, Refusal>, game: Option<GameId>, moves: usize) -> Result<Response<T>, Status> {
    match result {
        Ok(message) => {
            let mut response = Response::new(message);
            response.extensions_mut().insert(CallOutcome { game, reason: None, moves: moves as u64 });
            Ok(response)
        }
        Err(refusal) => Err(refuse(&refusal, game)),
    }
}

/// Randomness for a seed from the operating system, if it is needed; zeros otherwise.
fn entropy(needed: bool) -> Result<[u8; 32], Status> {
    let mut entropy = [0; 32];
    if needed && rand::rngs::SysRng.try_fill_bytes(&mut entropy).is_err() {
        let refusal = Refusal::unavailable(&messages::NO_RANDOMNESS);
        return Err(refuse(&refusal, None));
    }
    Ok(entropy)
}

#[tonic::async_trait]
impl EngineService for Service {
    type PlayStream = PlayResponses;

    async fn list_games(
        &self,
        request: Request<pb::ListGamesRequest>,
    ) -> Result<Response<pb::ListGamesResponse>, Status> {
        Ok(Response::new(self.engine.load().list_games(request.get_ref())))
    }

    async fn list_rules(
        &self,
        request: Request<pb::ListRulesRequest>,
    ) -> Result<Response<pb::ListRulesResponse>, Status> {
        respond(self.engine.load().list_rules(request.get_ref()), None, 0)
    }

    async fn list_messages(
        &self,
        request: Request<pb::ListMessagesRequest>,
    ) -> Result<Response<pb::ListMessagesResponse>, Status> {
        Ok(Response::new(self.engine.load().list_messages(request.get_ref())))
    }

    async fn new_game(&self, request: Request<pb::NewGameRequest>) -> Result<Response<pb::NewGameResponse>, Status> {
        let request = request.get_ref();
        let entropy = entropy(request.seed.is_none())?;
        respond(self.engine.load().new_game(request, || entropy), game_asked(request), 0)
    }

    async fn replay(&self, request: Request<pb::ReplayRequest>) -> Result<Response<pb::ReplayResponse>, Status> {
        use pb::replay_request::Start;
        let request = request.get_ref();
        let (game, needs_seed) = match &request.start {
            Some(Start::NewGame(new_game)) => (game_asked(new_game), new_game.seed.is_none()),
            Some(Start::State(state)) => (game_of(state), false),
            None => (None, false),
        };
        let entropy = entropy(needs_seed)?;
        respond(self.engine.load().replay(request, || entropy), game, 0)
    }

    async fn derive_shuffles(
        &self,
        request: Request<pb::DeriveShufflesRequest>,
    ) -> Result<Response<pb::DeriveShufflesResponse>, Status> {
        respond(self.engine.load().derive_shuffles(request.get_ref()), None, 0)
    }

    async fn verify_deals(
        &self,
        request: Request<pb::VerifyDealsRequest>,
    ) -> Result<Response<pb::VerifyDealsResponse>, Status> {
        respond(self.engine.load().verify_deals(request.get_ref()), None, 0)
    }

    async fn legal_moves(
        &self,
        request: Request<pb::LegalMovesRequest>,
    ) -> Result<Response<pb::LegalMovesResponse>, Status> {
        let request = request.get_ref();
        respond(self.engine.load().legal_moves(request), game_of(&request.state), 0)
    }

    async fn apply(&self, request: Request<pb::ApplyRequest>) -> Result<Response<pb::ApplyResponse>, Status> {
        let request = request.get_ref();
        respond(self.engine.load().apply(request), game_of(&request.state), request.moves.len())
    }

    async fn play(&self, request: Request<Streaming<pb::PlayRequest>>) -> Result<Response<PlayResponses>, Status> {
        let tables = Tables::new(self.tables.clone());
        let (engine, metrics) = (Arc::clone(&self.engine), Arc::clone(&self.metrics));
        Ok(Response::new(PlayResponses::new(engine, metrics, tables, request.into_inner())))
    }

    async fn score(&self, request: Request<pb::ScoreRequest>) -> Result<Response<pb::ScoreResponse>, Status> {
        let request = request.get_ref();
        respond(self.engine.load().score(request), game_of(&request.state), 0)
    }

    async fn view(&self, request: Request<pb::ViewRequest>) -> Result<Response<pb::ViewResponse>, Status> {
        let request = request.get_ref();
        respond(self.engine.load().view(request), game_of(&request.state), 0)
    }
}
