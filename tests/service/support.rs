//! A server in this process on a free port, and what the tests need to talk to it.

use prost::Message;
use taash::server::{Config, run};
use taash::wire::pb::engine::{self as pb, Game, Reason, engine_service_client::EngineServiceClient};
use tokio::net::TcpListener;
use tokio_util::sync::{CancellationToken, DropGuard};
use tonic::transport::Channel;
use tonic::{Code, Status};
use tonic_types::StatusExt;

/// A running server; it stops when this is dropped.
pub(crate) struct Server {
    pub(crate) address: String,
    _stop: DropGuard,
}

impl Server {
    pub(crate) async fn start() -> Self {
        Self::with(&[]).await
    }

    /// A server with these arguments.
    pub(crate) async fn with(arguments: &[&str]) -> Self {
        let config = config(arguments);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let stop = CancellationToken::new();
        let stopped = stop.clone();
        tokio::spawn(async move { run(listener, stopped, &config).await.unwrap() });
        Self { address, _stop: stop.drop_guard() }
    }

    pub(crate) async fn channel(&self) -> Channel {
        Channel::from_shared(self.address.clone()).unwrap().connect().await.unwrap()
    }

    pub(crate) async fn client(&self) -> EngineServiceClient<Channel> {
        EngineServiceClient::new(self.channel().await).max_decoding_message_size(2 * 1024 * 1024)
    }
}

/// The configuration that these arguments give.
pub(crate) fn config(arguments: &[&str]) -> Config {
    #[derive(clap::Parser)]
    struct Arguments {
        #[command(flatten)]
        config: Config,
    }
    let arguments = std::iter::once("taash").chain(arguments.iter().copied());
    <Arguments as clap::Parser>::try_parse_from(arguments).unwrap().config
}

/// A refusal as a caller finds it, after checking that its three forms agree.
pub(crate) struct Refused {
    pub(crate) code: Code,
    pub(crate) reason: Reason,
    pub(crate) refusal: pb::Refusal,
}

/// Takes a refusal apart.
pub(crate) fn refused(status: &Status) -> Refused {
    let details = tonic_types::pb::Status::decode(status.details()).unwrap();
    let last = details.details.last().expect("a refusal carries details");
    assert_eq!(last.type_url, "type.googleapis.com/taash.engine.v1.Refusal");
    let refusal = pb::Refusal::decode(last.value.as_slice()).unwrap();
    let info = status.get_details_error_info().unwrap();
    assert_eq!(info.domain, "taash");
    assert_eq!(format!("REASON_{}", info.reason), refusal.reason().as_str_name());
    let fields: Vec<String> = status
        .get_details_bad_request()
        .map(|bad| bad.field_violations.into_iter().map(|violation| violation.field).collect())
        .unwrap_or_default();
    if refusal.reason() == Reason::FieldInvalid {
        let faults: Vec<String> = refusal.faults.iter().map(|fault| fault.field.clone()).collect();
        assert_eq!(fields, faults);
    }
    assert!(status.message().len() + status.details().len() < 4096, "headers have to hold it");
    Refused { code: status.code(), reason: refusal.reason(), refusal }
}

/// A move as text.
pub(crate) fn text(text: &str) -> pb::Move {
    pb::Move { r#move: Some(pb::r#move::Move::Text(text.to_owned())) }
}

/// The fields at fault, in the order given.
pub(crate) fn fields(refused: &Refused) -> Vec<&str> {
    refused.refusal.faults.iter().map(|fault| fault.field.as_str()).collect()
}

macro_rules! define_games {
    ($($Game:ident $game:ident $number:literal $letter:ident $title:literal;)+) => {
        /// All games.
        pub(crate) const GAMES: [Game; [$($number),+].len()] = [$(Game::$Game),+];
    };
}

taash::for_each_game!(define_games);

/// A request for a match of that game: the preset CLASSIC, four seats, a seed of its own for each number.
pub(crate) fn new_game(game: Game, seed: u8) -> pb::NewGameRequest {
    use pb::new_game_request::Options;
    let options = match game {
        Game::Jhyap => Options::Jhyap(Default::default()),
        Game::Seep => Options::Seep(Default::default()),
        Game::PisYedili => Options::PisYedili(Default::default()),
        Game::Unspecified => panic!("no game"),
    };
    pb::NewGameRequest { seats: 4, seed: Some(vec![seed; 32].into()), options: Some(options), ..Default::default() }
}

/// A move of a legal move's list, typed.
pub(crate) fn typed(legal: &pb::LegalMove) -> pb::Move {
    use pb::legal_move::Move as Legal;
    use pb::r#move::Move;
    let mv = match legal.r#move.clone().unwrap() {
        Legal::Jhyap(mv) => Move::Jhyap(mv),
        Legal::Seep(mv) => Move::Seep(mv),
        Legal::PisYedili(mv) => Move::PisYedili(mv),
    };
    pb::Move { r#move: Some(mv) }
}

pub(crate) fn viewer(kind: pb::viewer::Viewer) -> pb::Viewer {
    pb::Viewer { viewer: Some(kind) }
}

/// Everybody who can look at a table of that many seats, the referee last.
pub(crate) fn all_viewers(seats: u32) -> Vec<pb::Viewer> {
    use pb::viewer::Viewer;
    (0..seats)
        .map(Viewer::Seat)
        .chain([Viewer::Spectator(pb::Spectator {}), Viewer::Referee(pb::Referee {})])
        .map(viewer)
        .collect()
}

/// Views for these viewers.
pub(crate) fn views_for(viewers: Vec<pb::Viewer>) -> Option<pb::Include> {
    Some(pb::Include { viewers, ..Default::default() })
}

/// A deterministic choice: which of `n`, at this step of this match.
pub(crate) fn choose(seed: u64, step: usize, n: usize) -> usize {
    // SplitMix64: enough to spread choices, and the same everywhere.
    let mut z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(step as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 30)).wrapping_mul(0x94d0_49bb_1331_11eb);
    usize::try_from((z ^ (z >> 31)) % n as u64).unwrap()
}
