//! What must not be seen is nowhere to be seen: whole matches with refusals of every kind, and then a search through all
//! that the server has let out. What its answers hold is the business of other tests.

use super::super::support::{GAMES, all_viewers, choose, new_game, refused, text, typed, viewer, views_for};
use super::keys::Folder;
#[cfg(feature = "otlp")]
use super::otlp::Collector;
use super::process::Process;
#[cfg(feature = "otlp")]
use super::process::until;
use crate::states::mend;
use prost::bytes::Bytes;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use taash::wire::pb::cards::Card;
use taash::wire::pb::engine::engine_service_client::EngineServiceClient;
use taash::wire::pb::engine::{self as pb, Game, Reason, new_game_request::Options, viewer::Viewer};
use tonic::Status;
use tonic::metadata::KeyAndValueRef;
use tonic::transport::Channel;

type Client = EngineServiceClient<Channel>;

/// How many bytes of a secret it takes to give it away.
const TELLING: usize = 12;

/// Bytes that look like chance, different for each number.
fn bytes(of: u64) -> Vec<u8> {
    (0..32).map(|i| u8::try_from(choose(of, i, 256)).unwrap()).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn base64(bytes: &[u8], last: &[u8; 2]) -> Vec<u8> {
    let digits: Vec<u8> = (b'A'..=b'Z').chain(b'a'..=b'z').chain(b'0'..=b'9').chain(*last).collect();
    let sextets = |three: &[u8]| {
        let bits = three.iter().fold(0, |bits, &byte| bits << 8 | usize::from(byte));
        [bits >> 18, bits >> 12, bits >> 6, bits].map(|bits| digits[bits & 63])
    };
    bytes.chunks_exact(3).flat_map(sextets).collect()
}

/// What somebody would find who looks for parts of a secret in any form in which bytes are printed or sent.
fn forms(secret: &[u8]) -> Vec<Vec<u8>> {
    let last = secret.len() - TELLING;
    let mut forms = Vec::new();
    for part in [0, last / 2, last].map(|start| &secret[start..start + TELLING]) {
        if part.iter().collect::<BTreeSet<_>>().len() < TELLING / 2 {
            continue;
        }
        forms.push(part.to_vec());
        forms.push(hex(part).into_bytes());
        forms.push(hex(part).to_uppercase().into_bytes());
        forms.push(part.escape_ascii().to_string().into_bytes());
        forms.push(format!("{part:?}").trim_matches(['[', ']']).into());
        // Where it stands in a longer text decides where its digits begin.
        forms.extend((0..3).flat_map(|from| [b"+/", b"-_"].map(|last| base64(&part[from..], last))));
    }
    forms
}

fn holds(haystack: &[u8], needle: &[u8]) -> bool {
    haystack.windows(needle.len()).any(|window| window[0] == needle[0] && window == needle)
}

/// The text of a card that is no joker.
fn card(number: i32) -> String {
    let number = usize::try_from(number - 1).unwrap();
    [&"A23456789TJQK"[number / 4..=number / 4], &"CDHS"[number % 4..=number % 4]].concat()
}

/// The cards that a text names, in any of the ways that the server has to name one.
fn named(text: &str) -> BTreeSet<i32> {
    static NAMES: LazyLock<BTreeMap<String, i32>> = LazyLock::new(|| {
        let typed = (1..=53).map(|number| (format!("{:?}", Card::try_from(number).unwrap()), number));
        let texts = (1..=52).map(|number| (card(number), number)).chain([("X".to_owned(), 53)]);
        typed.chain(texts).collect()
    });
    text.split(|c: char| !c.is_alphanumeric()).filter_map(|word| NAMES.get(word).copied()).collect()
}

/// Everything that a refused caller gets.
fn told(status: &Status) -> Vec<u8> {
    let mut told = [status.message().as_bytes(), status.details()].concat();
    for entry in status.metadata().iter() {
        match entry {
            KeyAndValueRef::Ascii(name, value) => told.extend([name.as_str().as_bytes(), value.as_bytes()].concat()),
            KeyAndValueRef::Binary(name, value) => {
                told.extend([name.as_str().as_bytes(), &value.to_bytes().unwrap_or_default()].concat());
            }
        }
    }
    told
}

/// A match in progress, and what its players know.
struct Table {
    game: Game,
    client: Client,
    state: Bytes,
    views: Vec<pb::ViewerUpdate>,
    legal: pb::LegalMoves,
    /// Seed and keys, in all their forms.
    secrets: Vec<Vec<u8>>,
    /// Whether a checksum is all that guards a state.
    unsealed: bool,
    /// A move of another game.
    foreign: pb::Move,
    /// What is said to a text that is no move.
    usage: String,
    refusals: BTreeMap<&'static str, usize>,
}

impl Table {
    /// The cards that a seat may know, or without a seat a spectator.
    fn known(&self, seat: Option<u32>) -> BTreeSet<i32> {
        let who = seat.map_or(Viewer::Spectator(pb::Spectator {}), Viewer::Seat);
        let view = self.views.iter().find(|update| update.viewer == Some(viewer(who))).unwrap();
        named(&format!("{view:?}"))
    }

    /// Looks through a refusal to a seat or a spectator, who knows what it has asked.
    fn check(&mut self, status: &Status, seat: Option<u32>, asked: &str) {
        let all = told(status);
        let of_state = forms(&self.state[9..]);
        for secret in self.secrets.iter().chain(&of_state) {
            assert!(!holds(&all, secret), "{status:?} holds {}", secret.escape_ascii());
        }
        let refused = refused(status);
        let mut said = format!("{:?} {}", refused.refusal, status.message());
        if refused.reason == Reason::MoveUnparsable {
            // How moves are written stands there by examples, the same for every position.
            said = said.replace(&self.usage, "");
        }
        let cards = named(&said);
        let known: BTreeSet<i32> = self.known(seat).union(&named(asked)).copied().collect();
        assert!(cards.is_subset(&known), "seat {seat:?} asked {asked:?} and is told {:?}", refused.refusal);
        *self.refusals.entry(refused.reason.as_str_name()).or_default() += 1;
    }

    async fn refused(&mut self, request: pb::ApplyRequest, seat: Option<u32>) {
        let asked = format!("{:?}", pb::ApplyRequest { state: Bytes::new(), ..request.clone() });
        if let Err(status) = self.client.apply(request).await {
            self.check(&status, seat, &asked);
        }
    }

    /// A state that somebody has spoilt, and whether its checksum was put right.
    fn spoilt(&self, chance: impl Fn(usize, usize) -> usize) -> Bytes {
        let mut state = self.state.to_vec();
        let place = 9 + chance(1, state.len() - 17);
        match chance(2, 4) {
            0 => state.truncate(place),
            1 => state[place] ^= 1 << chance(3, 8),
            _ => {
                state[place] = u8::try_from(chance(3, 256)).unwrap();
                let other = 9 + chance(4, state.len() - 17);
                state[other] ^= 0x80;
                if self.unsealed {
                    mend(&mut state);
                }
            }
        }
        state.into()
    }

    /// Asks for what nobody gets.
    async fn ask_in_vain(&mut self, step: usize) {
        let chance = |salt: usize, n: usize| choose(41 + salt as u64, step, n);
        let [a, b] = [1, 2].map(|salt| card(1 + i32::try_from(chance(100 + salt, 52)).unwrap()));
        let texts = [
            "nonsense".into(),
            "deal".into(),
            "call".into(),
            "slap".into(),
            "keep".into(),
            "draw".into(),
            "pass".into(),
            "bid 13".into(),
            format!("play {a}"),
            format!("play {a} naming S"),
            format!("play {a}, last"),
            format!("discard {a}"),
            format!("discard {a} {b}, take stock"),
            format!("discard {a}, take {b}"),
            format!("throw {a}"),
            format!("capture {a}"),
            format!("capture {a}: {b}"),
            format!("capture {a}: house"),
            format!("build 11 with {a}: {b}"),
            format!("add {a} to 11"),
            format!("break 9 with {a}: {b}"),
        ];
        let base = pb::ApplyRequest { state: self.state.clone(), ..Default::default() };
        for seat in 0..4 {
            let mv = text(&texts[chance(seat as usize, texts.len())]);
            self.refused(pb::ApplyRequest { moves: vec![mv], seat: Some(seat), ..base.clone() }, Some(seat)).await;
        }
        let (mover, legal) = (self.legal.seat, &self.legal.moves[0].text);
        // A part of a legal move, which fits one move, or several.
        let part =
            legal.split([':', ',']).next().unwrap().rsplit_once(" naming").map_or(legal.as_str(), |(part, _)| part);
        let mv = text(&texts[chance(50, texts.len())]);
        let good = pb::ApplyRequest { moves: vec![text(legal)], seat: mover, ..base.clone() };
        let seven = Some(pb::Include { viewers: vec![viewer(Viewer::Seat(7))], ..Default::default() });
        let stacked = vec![pb::ShuffleOrder { cards: vec![1, 2] }];
        let requests = [
            pb::ApplyRequest { moves: vec![text(part)], ..good.clone() },
            pb::ApplyRequest { moves: vec![text(legal), mv], ..good.clone() },
            pb::ApplyRequest { moves: vec![self.foreign.clone()], ..good.clone() },
            pb::ApplyRequest { expected_revision: Some(77_777), ..good.clone() },
            pb::ApplyRequest { shuffle_orders: stacked, moves: vec![text("deal")], ..good.clone() },
            pb::ApplyRequest { client_seed: Some(vec![5; 7].into()), ..good.clone() },
            pb::ApplyRequest { seat: Some(9), include: seven, ..good.clone() },
            pb::ApplyRequest { moves: vec![text(legal); 65], ..good.clone() },
            pb::ApplyRequest { moves: Vec::new(), ..good.clone() },
        ];
        for request in requests.into_iter().skip(step % 3).step_by(3) {
            self.refused(request, mover).await;
        }
        let state = self.spoilt(chance);
        self.refused(pb::ApplyRequest { state: state.clone(), ..good }, mover).await;
        let spectator = viewer(Viewer::Spectator(pb::Spectator {}));
        let mut client = self.client.clone();
        let start = Some(pb::replay_request::Start::State(state.clone()));
        if !step.is_multiple_of(4) {
            return;
        }
        let refusals = [
            client.view(pb::ViewRequest { state: state.clone(), include: views_for(vec![spectator]) }).await.err(),
            client
                .view(pb::ViewRequest { state: self.state.clone(), include: views_for(vec![viewer(Viewer::Seat(7))]) })
                .await
                .err(),
            client.score(pb::ScoreRequest { state: state.clone(), text: true }).await.err(),
            client.legal_moves(pb::LegalMovesRequest { state, seat: Some(1), ..Default::default() }).await.err(),
            client.replay(pb::ReplayRequest { start, ..Default::default() }).await.err(),
        ];
        for status in refusals.into_iter().flatten() {
            self.check(&status, None, "");
        }
    }
}

/// A whole match, with refused calls at each step. Returns the states and the moves that must be nowhere.
async fn play(server: &Process, game: Game, number: u64, keys: &[u8], refusals: &mut Vec<Table>) -> Vec<Vec<u8>> {
    let mut client = server.client().await;
    let seed = bytes(number);
    let mut viewers = all_viewers(4);
    viewers.pop();
    let include = Some(pb::Include { legal_moves: true, viewers, ..Default::default() });
    let request = |seed: Vec<u8>| {
        let mut request = new_game(game, 0);
        if let Some(Options::Jhyap(options)) = &mut request.options {
            // Whoever moves at random hardly ever calls.
            (options.max_turns, options.limit, options.slap_down) = (Some(40), Some(52), Some(true));
        }
        pb::NewGameRequest { seed: Some(seed.into()), include: include.clone(), ..request }
    };
    let secrets: Vec<Vec<u8>> = forms(&seed).into_iter().chain(forms(keys)).collect();
    let begun = client.new_game(request(seed.clone())).await.unwrap().into_inner();
    let other = if game == Game::Seep { Game::Jhyap } else { Game::Seep };
    let foreign = pb::NewGameRequest { include: include.clone(), ..new_game(other, 0) };
    let foreign = client.new_game(foreign).await.unwrap().into_inner();
    let nonsense = pb::ApplyRequest { state: begun.state.clone(), moves: vec![text("nonsense")], ..Default::default() };
    // The message quotes the text, then lists the forms of moves.
    let usage = client.apply(nonsense).await.unwrap_err().message().split_once("; ").unwrap().1.to_owned();
    let mut table = Table {
        game,
        client: client.clone(),
        state: begun.state,
        views: begun.views,
        legal: begun.legal_moves.unwrap(),
        secrets: secrets.clone(),
        unsealed: keys.iter().all(|&byte| byte == 0),
        foreign: typed(&foreign.legal_moves.unwrap().moves[0]),
        usage,
        refusals: BTreeMap::new(),
    };
    let too_long = [&seed[..], &[1]].concat();
    let status = client.new_game(request(too_long)).await.unwrap_err();
    table.check(&status, None, "");
    let verify = pb::VerifyDealsRequest { seed: seed[1..].to_vec().into(), ..Default::default() };
    table.check(&client.verify_deals(verify).await.unwrap_err(), None, "");

    let mut hidden = secrets;
    for step in 0.. {
        assert!(step < 3000, "this match of {game:?} does not end");
        if step % 100 == 0 {
            hidden.extend(forms(&table.state[9..]));
        }
        table.ask_in_vain(step).await;
        let mv = &table.legal.moves[choose(number, step, table.legal.moves.len())].text;
        if mv.len() > 8 && step % 10 == 0 {
            hidden.push(mv.clone().into_bytes());
        }
        let request = pb::ApplyRequest {
            state: table.state.clone(),
            moves: vec![text(mv)],
            include: include.clone(),
            ..Default::default()
        };
        let answer = client.apply(request).await.unwrap().into_inner();
        if answer.status.unwrap().match_over {
            break;
        }
        (table.state, table.views, table.legal) = (answer.state, answer.views, answer.legal_moves.unwrap());
    }
    refusals.push(table);
    hidden
}

/// Plays and looks, on a server whose states are sealed with these keys if there are some.
async fn look_everywhere(keys: Option<&[u8]>, log: &str, games: &[Game]) {
    let folder = Folder::new(&format!("secrets-{}-{}", keys.is_some(), games.len()));
    let mut arguments = vec!["--log", log, "--drain-delay-ms", "0"];
    let file = keys.map(|keys| folder.write("keys", &format!("1 {}\n", hex(keys))));
    if let Some(file) = &file {
        arguments.extend(["--state-keys", file]);
    }
    #[cfg(feature = "otlp")]
    let collector = Collector::start().await;
    #[cfg(feature = "otlp")]
    arguments.extend(["--otlp-endpoint", &collector.endpoint]);
    let mut server = Process::start(&arguments);

    let (mut tables, mut hidden) = (Vec::new(), Vec::new());
    for (number, &game) in (1000..).zip(games) {
        hidden.extend(play(&server, game, number, keys.unwrap_or(&[0; 32]), &mut tables).await);
    }
    for Table { game, refusals, .. } in &tables {
        let mut expected = vec!["REASON_FIELD_INVALID", "REASON_STATE_UNREADABLE", "REASON_STALE_STATE"];
        expected.extend([
            "REASON_GAME_MISMATCH",
            "REASON_MOVE_UNPARSABLE",
            "REASON_WRONG_PHASE",
            "REASON_NOT_YOUR_TURN",
        ]);
        expected.extend(["REASON_SHUFFLE_ORDER_INVALID", "REASON_CARD_NOT_IN_HAND", "REASON_LIMIT_EXCEEDED"]);
        if keys.is_none() {
            expected.push("REASON_STATE_INVALID");
        }
        for reason in expected {
            assert!(refusals.contains_key(reason), "{game:?} was never refused with {reason}: {refusals:?}");
        }
    }
    let (_, metrics) = server.page("/metrics").await;
    assert!(metrics.contains("NOT_YOUR_TURN"), "it has counted all that");
    server.signal("TERM");
    assert_eq!(server.ended().await.code(), Some(0));
    server.logged("all connections have ended").await;
    let log = server.log();
    assert!(log.lines().count() > 1000, "each call is there:\n{log}");
    for (place, text) in [("the log", &log), ("the metrics", &metrics)] {
        for secret in hidden.iter().filter_map(|secret| str::from_utf8(secret).ok()) {
            assert!(!text.contains(secret), "{place} holds {secret}");
        }
        assert_eq!(named(text), BTreeSet::new(), "{place} names cards");
    }
    #[cfg(feature = "otlp")]
    {
        until("the spans", async || collector.has(b"NOT_YOUR_TURN")).await;
        for secret in &hidden {
            assert!(!collector.has(secret), "a span holds {}", secret.escape_ascii());
        }
    }
}

#[tokio::test]
async fn nothing_secret_leaves_a_server_without_keys() {
    look_everywhere(None, "trace", &GAMES).await;
}

#[tokio::test]
async fn nothing_secret_leaves_a_server_with_keys() {
    look_everywhere(Some(&bytes(7)), "trace", &GAMES).await;
}

/// The libraries below say much at that level, of frames and connections.
#[tokio::test]
async fn nothing_secret_is_logged_by_a_library_either() {
    look_everywhere(None, "trace,taash=trace", &[Game::PisYedili]).await;
}
