//! The calls of the service as plain functions from a request to a response: no server, no runtime, no clock. The server
//! wraps them, and `taash play` calls them in process.

mod apply;
mod catalogue;
mod moves;
mod new_game;
mod play;
mod replay;
mod request;
mod rules;
mod sentences;
mod shuffles;
mod status;

pub use crate::games::GameId;
pub use catalogue::Limits;
pub use play::{TableBudget, Tables};

use crate::for_any_match;
use crate::games::{AnyMatch, Match, Position, Viewer};
use crate::wire::game::WireGame;
use crate::wire::pb;
use crate::wire::refusal::Refusal;
use crate::wire::sentences::write_sentence;
use crate::wire::state::{self, States};
use request::Fields;

/// Maximum number of legal moves in one response. It is also the default `limit`.
pub(crate) const MAX_LEGAL_MOVES: u32 = 5000;
/// Maximum number of moves in one Apply.
pub(crate) const MAX_MOVES: usize = 64;
/// Maximum number of shuffle orders in one call.
pub(crate) const MAX_SHUFFLE_ORDERS: usize = 16;
/// Maximum number of viewers in one call: eight seats, a spectator and the referee.
pub(crate) const MAX_VIEWERS: usize = 10;
/// Maximum length of a move text in bytes. The longest canonical text has about 90.
pub(crate) const MAX_MOVE_TEXT_BYTES: usize = 1000;
/// Maximum number of steps in one Replay.
pub(crate) const MAX_REPLAY_STEPS: usize = 5000;
/// Maximum length of a Replay request in bytes.
pub(crate) const MAX_REPLAY_REQUEST_BYTES: u32 = 1024 * 1024;
/// Maximum number of tables on one `Play` stream.
pub(crate) const MAX_STREAM_TABLES: usize = 1024;
/// Maximum number of shuffles in one VerifyDeals.
pub(crate) const MAX_CLAIMED_SHUFFLES: usize = 1000;

/// Handles every call of the service. Cloning is cheap, and an engine keeps nothing between calls.
///
/// ```
/// use taash::engine::Engine;
/// use taash::wire::pb::engine::{ListGamesRequest, NewGameRequest, new_game_request::Options};
///
/// let engine = Engine::default();
/// let games = engine.list_games(&ListGamesRequest {}).games;
/// assert_eq!(games.len(), 3);
/// let options = Some(Options::Seep(Default::default()));
/// let match_request = NewGameRequest { seats: 4, options, ..Default::default() };
/// let response = engine.new_game(&match_request, || [7; 32])?;
/// assert_eq!(response.status.map(|status| status.deal_number), Some(1));
/// # Ok::<(), taash::wire::Refusal>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Engine {
    limits: Limits,
    states: States,
}

impl Engine {
    /// Creates an engine that reports these limits in `ListGames`, and writes and reads states with `states`.
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

    /// The limits that `ListGames` reports.
    #[must_use]
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Handles `ListGames`.
    #[must_use]
    pub fn list_games(&self, _: &pb::engine::ListGamesRequest) -> pb::engine::ListGamesResponse {
        catalogue::list_games(&self.limits)
    }

    /// Handles `ListRules`.
    ///
    /// ```
    /// use taash::engine::Engine;
    /// use taash::wire::pb::engine::{Game, ListRulesRequest};
    ///
    /// let request = ListRulesRequest { game: Game::Jhyap.into(), ..Default::default() };
    /// let rules = Engine::default().list_rules(&request)?;
    /// assert_eq!(rules.games[0].rules[0].id, "J1");
    /// assert_eq!(rules.common_rules[0].id, "G1");
    /// # Ok::<(), taash::wire::Refusal>(())
    /// ```
    ///
    /// # Errors
    /// Those that `engine.proto` lists for the call.
    pub fn list_rules(&self, request: &pb::engine::ListRulesRequest) -> Result<pb::engine::ListRulesResponse, Refusal> {
        rules::list_rules(request)
    }

    /// Handles `ListMessages`.
    ///
    /// ```
    /// use taash::engine::Engine;
    /// use taash::wire::pb::engine::ListMessagesRequest;
    ///
    /// let messages = Engine::default().list_messages(&ListMessagesRequest {}).messages;
    /// let cut_off = messages.iter().find(|message| message.id == "call-state-cut-off").unwrap();
    /// assert_eq!(cut_off.template, "the state is cut off");
    /// ```
    #[must_use]
    pub fn list_messages(&self, _: &pb::engine::ListMessagesRequest) -> pb::engine::ListMessagesResponse {
        sentences::list_messages()
    }

    /// Handles `NewGame`. Calls `entropy` for the seed if the request has none.
    ///
    /// # Errors
    /// Those that `engine.proto` lists for the call. All invalid fields are reported together:
    ///
    /// ```
    /// use taash::engine::Engine;
    /// use taash::wire::pb::engine::{NewGameRequest, Reason, new_game_request::Options};
    ///
    /// let options = Some(Options::Jhyap(Default::default()));
    /// let request = NewGameRequest { seats: 9, dealer: Some(12), options, ..Default::default() };
    /// let refusal = Engine::default().new_game(&request, || [7; 32]).unwrap_err();
    /// assert_eq!(refusal.reason(), Reason::FieldInvalid);
    /// let faults = refusal.message().faults.iter().map(|fault| (fault.field.as_str(), fault.description.as_str()));
    /// assert_eq!(
    ///     faults.collect::<Vec<_>>(),
    ///     [("dealer", "12 is out of range 0..=7"), ("seats", "9 is out of range 2..=8")],
    /// );
    /// ```
    pub fn new_game(
        &self,
        request: &pb::engine::NewGameRequest,
        entropy: impl FnOnce() -> [u8; 32],
    ) -> Result<pb::engine::NewGameResponse, Refusal> {
        new_game::new_game(&self.states, request, entropy)
    }

    /// Handles `LegalMoves`.
    ///
    /// ```
    /// # use taash::engine::Engine;
    /// # use taash::wire::pb::engine::{NewGameRequest, new_game_request::Options, LegalMovesRequest};
    /// # let engine = Engine::default();
    /// # let options = Some(Options::Jhyap(Default::default()));
    /// # let request = NewGameRequest { seats: 2, options, dealer: Some(0), starter: Some(1), ..Default::default() };
    /// # let state = engine.new_game(&request, || [7; 32])?.state;
    /// let response = engine.legal_moves(&LegalMovesRequest { state, ..Default::default() })?;
    /// let moves = response.legal_moves.unwrap();
    /// assert_eq!(moves.seat, Some(1));
    /// assert_eq!(moves.count as usize, moves.moves.len());
    /// assert!(moves.moves[0].text.starts_with("discard "));
    /// # Ok::<(), taash::wire::Refusal>(())
    /// ```
    ///
    /// # Errors
    /// Those that `engine.proto` lists for the call.
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

    /// Handles `Apply`.
    ///
    /// A legal move as text, then a move that breaks a rule:
    ///
    /// ```
    /// # use taash::engine::Engine;
    /// # use taash::wire::pb::engine::{NewGameRequest, new_game_request::Options, ApplyRequest, Include, Move, Reason, r#move::Move as Kind};
    /// # let engine = Engine::default();
    /// # let options = Some(Options::Jhyap(Default::default()));
    /// # let request = NewGameRequest { seats: 2, options, dealer: Some(0), starter: Some(1), ..Default::default() };
    /// # let state = engine.new_game(&request, || [7; 32])?.state;
    /// let one = |text: &str| vec![Move { r#move: Some(Kind::Text(text.into())) }];
    /// let include = Some(Include { legal_moves: true, ..Default::default() });
    /// let request = ApplyRequest { state, moves: one("call"), include, ..Default::default() };
    /// let refusal = engine.apply(&request).unwrap_err();
    /// assert_eq!((refusal.reason(), refusal.message().rule_id.as_str()), (Reason::RuleBroken, "J30"));
    ///
    /// # let listed = taash::wire::pb::engine::LegalMovesRequest { state: request.state.clone(), ..Default::default() };
    /// # let first = engine.legal_moves(&listed)?.legal_moves.unwrap().moves[0].text.clone();
    /// let response = engine.apply(&ApplyRequest { moves: one(&first), ..request })?;
    /// assert_eq!(response.status.unwrap().revision, 1);
    /// assert!(response.legal_moves.unwrap().count > 0);
    /// # Ok::<(), taash::wire::Refusal>(())
    /// ```
    ///
    /// # Errors
    /// All of [`pb::engine::Reason`].
    pub fn apply(&self, request: &pb::engine::ApplyRequest) -> Result<pb::engine::ApplyResponse, Refusal> {
        apply::apply(&self.states, request)
    }

    /// Handles one request of a `Play` stream, whose tables are in `tables`. Also returns the game of the request, if it
    /// is known.
    ///
    /// ```
    /// # use taash::engine::Engine;
    /// # use taash::wire::pb::engine::{NewGameRequest, new_game_request::Options, ApplyRequest, Include, Move, PlayRequest, play_request, play_response::Answer};
    /// # let engine = Engine::default();
    /// # let options = Some(Options::Jhyap(Default::default()));
    /// # let request = NewGameRequest { seats: 2, options, dealer: Some(0), starter: Some(1), ..Default::default() };
    /// # let state = engine.new_game(&request, || [7; 32])?.state;
    /// use taash::engine::{TableBudget, Tables};
    ///
    /// let mut tables = Tables::new(TableBudget::new(100));
    /// let apply = ApplyRequest { state, abandon: true, ..Default::default() };
    /// let request = PlayRequest { table: 5, request: Some(play_request::Request::Apply(apply)) };
    /// let (response, _) = engine.play(&mut tables, &request);
    /// let Some(Answer::Apply(ended)) = response.answer else { panic!("the request is valid") };
    /// assert!(ended.status.unwrap().match_over);
    /// # Ok::<(), taash::wire::Refusal>(())
    /// ```
    #[must_use]
    pub fn play(
        &self,
        tables: &mut Tables,
        request: &pb::engine::PlayRequest,
    ) -> (pb::engine::PlayResponse, Option<GameId>) {
        play::play(&self.states, &self.limits, tables, request)
    }

    /// Handles `Replay`. Calls `entropy` for the seed if the request starts a match and has none.
    ///
    /// A step that is refused ends the replay and is part of the response:
    ///
    /// ```
    /// # use taash::engine::Engine;
    /// # use taash::wire::pb::engine::{NewGameRequest, new_game_request::Options, Move, ReplayRequest, ReplayStep, r#move::Move as Kind, replay_request::Start};
    /// # let engine = Engine::default();
    /// # let options = Some(Options::Jhyap(Default::default()));
    /// # let request = NewGameRequest { seats: 2, options, dealer: Some(0), starter: Some(1), ..Default::default() };
    /// # let state = engine.new_game(&request, || [7; 32])?.state;
    /// let step = |text: &str| ReplayStep { r#move: Some(Move { r#move: Some(Kind::Text(text.into())) }), ..Default::default() };
    /// let request = ReplayRequest { start: Some(Start::State(state)), steps: vec![step("deal")], ..Default::default() };
    /// let response = engine.replay(&request, || [7; 32])?;
    /// assert_eq!((response.failed_step, response.steps.len()), (Some(0), 1));
    /// assert_eq!(response.refusal.unwrap().rule_id, "G2");
    /// # Ok::<(), taash::wire::Refusal>(())
    /// ```
    ///
    /// # Errors
    /// Those that `engine.proto` lists for the call.
    pub fn replay(
        &self,
        request: &pb::engine::ReplayRequest,
        entropy: impl FnOnce() -> [u8; 32],
    ) -> Result<pb::engine::ReplayResponse, Refusal> {
        replay::replay(&self.states, &self.limits, request, entropy)
    }

    /// Handles `DeriveShuffles`.
    ///
    /// ```
    /// use taash::engine::Engine;
    /// use taash::wire::pb::engine::{DeriveShufflesRequest, GameOptions, ShuffleQuery, game_options::Options};
    ///
    /// let request = DeriveShufflesRequest {
    ///     seed: vec![7; 32].into(),
    ///     seats: 4,
    ///     options: Some(GameOptions { options: Some(Options::Seep(Default::default())) }),
    ///     shuffles: vec![ShuffleQuery { deal: 1, ..Default::default() }],
    ///     ..Default::default()
    /// };
    /// let derived = Engine::default().derive_shuffles(&request)?;
    /// assert_eq!(derived.orders[0].cards.len(), 52);
    /// assert_eq!(derived.starter, None, "only Jhyap draws a starter");
    /// # Ok::<(), taash::wire::Refusal>(())
    /// ```
    ///
    /// # Errors
    /// Those that `engine.proto` lists for the call.
    pub fn derive_shuffles(
        &self,
        request: &pb::engine::DeriveShufflesRequest,
    ) -> Result<pb::engine::DeriveShufflesResponse, Refusal> {
        shuffles::derive(request)
    }

    /// Handles `VerifyDeals`.
    ///
    /// # Errors
    /// Those that `engine.proto` lists for the call.
    pub fn verify_deals(
        &self,
        request: &pb::engine::VerifyDealsRequest,
    ) -> Result<pb::engine::VerifyDealsResponse, Refusal> {
        shuffles::verify(request)
    }

    /// Handles `Score`.
    ///
    /// ```
    /// # use taash::engine::Engine;
    /// # use taash::wire::pb::engine::{NewGameRequest, new_game_request::Options, ScoreRequest};
    /// # let engine = Engine::default();
    /// # let options = Some(Options::Jhyap(Default::default()));
    /// # let request = NewGameRequest { seats: 2, options, dealer: Some(0), starter: Some(1), ..Default::default() };
    /// # let state = engine.new_game(&request, || [7; 32])?.state;
    /// let score = engine.score(&ScoreRequest { state, text: false })?;
    /// assert_eq!(score.seats.iter().map(|seat| seat.total).collect::<Vec<_>>(), [0, 0]);
    /// assert!(!score.r#final && score.seed.is_none(), "the seed is secret until the match is over");
    /// # Ok::<(), taash::wire::Refusal>(())
    /// ```
    ///
    /// # Errors
    /// Those that `engine.proto` lists for the call.
    pub fn score(&self, request: &pb::engine::ScoreRequest) -> Result<pb::engine::ScoreResponse, Refusal> {
        let any = self.read_state(&request.state)?;
        Ok(for_any_match!(&any, m => status::score(m, request.text)))
    }

    /// Handles `View`.
    ///
    /// ```
    /// # use taash::engine::Engine;
    /// # use taash::wire::pb::engine::{Include, NewGameRequest, new_game_request::Options, ViewRequest, Viewer, view::View, viewer::Viewer as Kind};
    /// # let engine = Engine::default();
    /// # let options = Some(Options::Jhyap(Default::default()));
    /// # let request = NewGameRequest { seats: 2, options, dealer: Some(0), starter: Some(1), ..Default::default() };
    /// # let state = engine.new_game(&request, || [7; 32])?.state;
    /// let viewers = vec![Viewer { viewer: Some(Kind::Seat(1)) }];
    /// let include = Some(Include { legal_moves: true, viewers, ..Default::default() });
    /// let mut response = engine.view(&ViewRequest { state, include })?;
    /// assert_eq!(response.legal_moves.unwrap().seat, Some(1));
    /// let view = response.views.remove(0).view.unwrap().view;
    /// let Some(View::Jhyap(view)) = view else { panic!("the match is of Jhyap") };
    /// assert_eq!(view.hands.iter().map(|hand| hand.shown).collect::<Vec<_>>(), [false, true]);
    /// assert_eq!(view.hands[0].count, 5);
    /// # Ok::<(), taash::wire::Refusal>(())
    /// ```
    ///
    /// # Errors
    /// Those that `engine.proto` lists for the call.
    pub fn view(&self, request: &pb::engine::ViewRequest) -> Result<pb::engine::ViewResponse, Refusal> {
        let mut fields = Fields::default();
        let include = fields.include(request.include.as_ref());
        fields.state(&request.state);
        fields.end()?;
        let any = self.states.read(&request.state)?;
        for_any_match!(&any, m => {
            let mut fields = Fields::default();
            fields.include_at_table(&include, m.position.seats());
            fields.end()?;
            let (legal_moves, views) = included(m, &[], &include);
            Ok(pb::engine::ViewResponse {
                status: Some(status::status(m, state::digest(m))),
                options: Some(write_options(m)),
                legal_moves,
                views,
            })
        })
    }
}

/// All options of a match.
fn write_options<P: WireGame>(the_match: &Match<P>) -> pb::engine::GameOptions {
    pb::engine::GameOptions { options: Some(P::write_options(the_match.position.options())) }
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

/// The events of a call as one viewer may see them, with their sentences if `text` is set.
fn write_events<P: WireGame>(events: &[P::Event], viewer: Viewer, text: bool) -> Vec<pb::engine::Event> {
    let seen = events.iter().filter_map(|event| P::seen(event, viewer));
    seen.map(|event| write_event::<P>(&event, text)).collect()
}

fn write_event<P: WireGame>(event: &P::Event, text: bool) -> pb::engine::Event {
    let mut written = pb::engine::Event { event: Some(P::write_event(event)), ..Default::default() };
    if text {
        let sentence = write_sentence(&P::event_message(event));
        (written.text, written.message_id, written.params) = (sentence.text, sentence.message_id, sentence.params);
    }
    written
}

/// What the request asks to include: legal moves, and a view with its events for each viewer.
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
            events: write_events::<P>(events, viewer, include.text),
        })
        .collect();
    (moves, views)
}
