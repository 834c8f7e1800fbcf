//! The calls of the service as plain functions from request to answer: no server, no runtime, no clock. The server wraps
//! them; `taash play` calls them in process.

mod apply;
mod catalogue;
mod moves;
mod new_game;
mod play;
mod replay;
mod request;
mod status;
mod verify;

pub use crate::games::GameId;
pub use catalogue::Limits;
pub use play::{TableBudget, Tables};

use crate::for_any_match;
use crate::games::{AnyMatch, Match, Position, Viewer};
use crate::wire::game::WireGame;
use crate::wire::pb;
use crate::wire::refusal::Refusal;
use crate::wire::state::{self, States};
use request::Fields;

/// The most legal moves that one answer lists, and the number without a `limit`.
pub(crate) const MAX_LEGAL_MOVES: u32 = 5000;
/// The most moves in one Apply.
pub(crate) const MAX_MOVES: usize = 64;
/// The most shuffle orders in one call.
pub(crate) const MAX_SHUFFLE_ORDERS: usize = 16;
/// The most viewers in one call: eight seats, a spectator and the referee.
pub(crate) const MAX_VIEWERS: usize = 10;
/// The longest text of a move, in bytes: the longest canonical text has some 90.
pub(crate) const MAX_MOVE_TEXT_BYTES: usize = 1000;

/// The most steps of one Replay.
pub(crate) const MAX_REPLAY_STEPS: usize = 5000;
/// The longest request of Replay, in bytes.
pub(crate) const MAX_REPLAY_REQUEST_BYTES: u32 = 1024 * 1024;
/// The most tables of one stream of `Play`.
pub(crate) const MAX_STREAM_TABLES: usize = 1024;
/// The most shuffles of one VerifyDeals.
pub(crate) const MAX_CLAIMED_SHUFFLES: usize = 1000;

/// Answers every call.
#[derive(Clone, Debug, Default)]
pub struct Engine {
    limits: Limits,
    states: States,
}

impl Engine {
    /// An engine that tells these limits to its callers, and writes and reads states so.
    #[must_use]
    pub const fn new(limits: Limits, states: States) -> Self {
        Self { limits, states }
    }

    fn read_state(&self, bytes: &[u8]) -> Result<AnyMatch, Refusal> {
        let mut fields = Fields::default();
        fields.state(bytes);
        fields.end()?;
        self.states.read(bytes)
    }

    /// The limits that it tells to its callers.
    #[must_use]
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Answers `ListGames`.
    #[must_use]
    pub fn list_games(&self, _: &pb::engine::ListGamesRequest) -> pb::engine::ListGamesResponse {
        catalogue::list_games(&self.limits)
    }

    /// Answers `NewGame`. `entropy` gives the seed if the request brings none.
    ///
    /// # Errors
    /// As the service's comments say.
    pub fn new_game(
        &self,
        request: &pb::engine::NewGameRequest,
        entropy: impl FnOnce() -> [u8; 32],
    ) -> Result<pb::engine::NewGameResponse, Refusal> {
        new_game::new_game(&self.states, request, entropy)
    }

    /// Answers `LegalMoves`.
    ///
    /// # Errors
    /// As the service's comments say.
    pub fn legal_moves(
        &self,
        request: &pb::engine::LegalMovesRequest,
    ) -> Result<pb::engine::LegalMovesResponse, Refusal> {
        let mut fields = Fields::default();
        let query = moves::Query {
            limit: fields.limit(request.limit, "limit"),
            card: fields.optional_card(request.card, "card"),
            count_only: request.count_only,
        };
        let seat = fields.seat(request.seat, "seat");
        fields.state(&request.state);
        fields.end()?;
        let any = self.states.read(&request.state)?;
        for_any_match!(&any, m => {
            let mut fields = Fields::default();
            fields.at_table(seat, m.position.seats(), "seat");
            fields.end()?;
            Ok(pb::engine::LegalMovesResponse {
                status: Some(status::status(m, state::digest(m))),
                legal_moves: Some(moves::list(m, seat, &query)),
            })
        })
    }

    /// Answers `Apply`.
    ///
    /// # Errors
    /// As the service's comments say.
    pub fn apply(&self, request: &pb::engine::ApplyRequest) -> Result<pb::engine::ApplyResponse, Refusal> {
        apply::apply(&self.states, request)
    }

    /// Answers one request of `Play`: what the stream holds is in `tables`. Gives the game that the request was about,
    /// as far as that can be told, too.
    #[must_use]
    pub fn play(
        &self,
        tables: &mut Tables,
        request: &pb::engine::PlayRequest,
    ) -> (pb::engine::PlayResponse, Option<GameId>) {
        play::play(&self.states, &self.limits, tables, request)
    }

    /// Answers `Replay`. `entropy` gives the seed if the request begins a match and brings none.
    ///
    /// # Errors
    /// As the service's comments say.
    pub fn replay(
        &self,
        request: &pb::engine::ReplayRequest,
        entropy: impl FnOnce() -> [u8; 32],
    ) -> Result<pb::engine::ReplayResponse, Refusal> {
        replay::replay(&self.states, request, entropy)
    }

    /// Answers `VerifyDeals`.
    ///
    /// # Errors
    /// As the service's comments say.
    pub fn verify_deals(
        &self,
        request: &pb::engine::VerifyDealsRequest,
    ) -> Result<pb::engine::VerifyDealsResponse, Refusal> {
        verify::verify_deals(request)
    }

    /// Answers `Score`.
    ///
    /// # Errors
    /// As the service's comments say.
    pub fn score(&self, request: &pb::engine::ScoreRequest) -> Result<pb::engine::ScoreResponse, Refusal> {
        let any = self.read_state(&request.state)?;
        Ok(for_any_match!(&any, m => status::score(m)))
    }

    /// Answers `View`.
    ///
    /// # Errors
    /// As the service's comments say.
    pub fn view(&self, request: &pb::engine::ViewRequest) -> Result<pb::engine::ViewResponse, Refusal> {
        let mut fields = Fields::default();
        let viewer = fields.viewer(request.viewer.as_ref(), "viewer");
        fields.state(&request.state);
        fields.end()?;
        let any = self.states.read(&request.state)?;
        let Some(viewer) = viewer else { return Err(Refusal::fields(Vec::new())) };
        for_any_match!(&any, m => {
            let mut fields = Fields::default();
            fields.viewer_at_table(viewer, m.position.seats(), "viewer.seat");
            fields.end()?;
            Ok(pb::engine::ViewResponse { viewer: Some(write_viewer(viewer)), view: Some(write_view(m, viewer)) })
        })
    }
}

fn write_viewer(viewer: Viewer) -> pb::engine::Viewer {
    use pb::engine::viewer::Viewer as Kind;
    let kind = match viewer {
        Viewer::Seat(seat) => Kind::Seat(crate::wire::common::write_seat(seat)),
        Viewer::Spectator => Kind::Spectator(pb::engine::Spectator {}),
        Viewer::Referee => Kind::Referee(pb::engine::Referee {}),
    };
    pb::engine::Viewer { viewer: Some(kind) }
}

fn write_view<P: WireGame>(the_match: &Match<P>, viewer: Viewer) -> pb::engine::View {
    pb::engine::View { abandoned: the_match.abandoned, view: Some(P::write_view(&the_match.position.view(viewer))) }
}

/// The events of a call as one viewer may know them.
fn write_events<P: WireGame>(events: &[P::Event], viewer: Viewer) -> Vec<pb::engine::Event> {
    events
        .iter()
        .filter_map(|event| P::seen(event, viewer))
        .map(|event| pb::engine::Event { event: Some(P::write_event(&event)) })
        .collect()
}

/// What `include` asks for: legal moves, and a view with its events for each viewer.
fn included<P: WireGame>(
    the_match: &Match<P>,
    events: &[P::Event],
    include: &request::Included,
) -> (Option<pb::engine::LegalMoves>, Vec<pb::engine::ViewerUpdate>) {
    let moves = include.legal_moves.as_ref().map(|query| moves::list(the_match, None, query));
    let views = include
        .viewers
        .iter()
        .map(|&viewer| pb::engine::ViewerUpdate {
            viewer: Some(write_viewer(viewer)),
            view: Some(write_view(the_match, viewer)),
            events: write_events::<P>(events, viewer),
        })
        .collect();
    (moves, views)
}
