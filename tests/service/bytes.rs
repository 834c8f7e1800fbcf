//! What the bytes of answers may not depend on: chance, what a seat does not know, and what nobody asked for.

use crate::support::{GAMES, Server, all_viewers, choose, fields, new_game, refused, text, viewer, views_for};
use prost::Message;
use std::collections::BTreeSet;
use taash::engine::Engine;
use taash::wire::pb::engine::{self as pb, Game, Reason};
use tonic::Code;

/// A refusal with a rule, an index of a move and a detail, of which each is in the metadata of `ErrorInfo`.
#[tokio::test]
async fn the_same_refused_request_has_the_same_bytes() {
    let server = Server::start().await;
    let mut client = server.client().await;
    for game in GAMES {
        let state = client.new_game(new_game(game, 3)).await.unwrap().into_inner().state;
        let stale = pb::ApplyRequest {
            state: state.clone(),
            moves: vec![text("deal")],
            expected_revision: Some(9),
            ..Default::default()
        };
        let due = pb::ApplyRequest { state: state.clone(), moves: vec![text("deal")], ..Default::default() };
        let invalid = pb::ApplyRequest { state, moves: vec![text("deal"); 3], seat: Some(9), ..Default::default() };
        for request in [stale, due, invalid] {
            let mut answers = BTreeSet::new();
            for _ in 0..100 {
                let status = client.apply(request.clone()).await.unwrap_err();
                answers.insert((status.code() as i32, status.message().to_owned(), status.details().to_vec()));
            }
            assert_eq!(answers.len(), 1, "{game:?}");
        }
    }
}

/// The cards of the first deal.
fn deck(engine: &Engine, game: Game) -> Vec<i32> {
    let options = engine.new_game(&new_game(game, 1), || [0; 32]).unwrap().options;
    let request = pb::DeriveShufflesRequest {
        seed: vec![1; 32].into(),
        seats: 4,
        options,
        shuffles: vec![pb::ShuffleQuery { deal: 1, ..Default::default() }],
        ..Default::default()
    };
    engine.derive_shuffles(&request).unwrap().orders.remove(0).cards
}

/// A position as a seat sees it, with the hidden cards in another order: the other hands and the stock.
fn two_that_look_alike(engine: &Engine, game: Game, number: usize) -> [pb::NewGameResponse; 2] {
    let start = |orders: Vec<i32>| {
        let request = pb::NewGameRequest {
            dealer: Some(3),
            starter: (game == Game::Jhyap).then_some(0),
            shuffle_orders: vec![pb::ShuffleOrder { cards: orders }],
            include: views_for(vec![viewer(pb::viewer::Viewer::Seat(0))]),
            ..new_game(game, 1)
        };
        engine.new_game(&request, || [0; 32]).unwrap()
    };
    let mut order = deck(engine, game);
    let cards = order.len();
    for i in (1..order.len()).rev() {
        order.swap(i, choose(number as u64, i, i + 1));
    }
    let one = start(order.clone());
    let seen = one.views.clone();
    // Swaps pairs of cards, as long as seat 0 sees the same.
    let (mut other, mut swaps) = (one.clone(), 0);
    for attempt in 0..400 {
        let (a, b) = (choose(number as u64 + 77, attempt, cards), choose(number as u64 + 78, attempt, cards));
        order.swap(a, b);
        let next = start(order.clone());
        if next.views == seen
            && next.status.as_ref().map(|s| s.seat_to_move) == one.status.as_ref().map(|s| s.seat_to_move)
        {
            (other, swaps) = (next, swaps + 1);
        } else {
            order.swap(a, b);
        }
    }
    assert!(swaps > 20 && other.state != one.state, "{game:?}: {swaps} swaps");
    [one, other]
}

/// Every text that moves with this card begin or end with, and moves without a card.
fn attempts(game: Game) -> Vec<String> {
    let cards = || {
        let ranks = "A23456789TJQK".chars();
        ranks.flat_map(|rank| "CDHS".chars().map(move |suit| format!("{rank}{suit}")))
    };
    let with = |forms: &'static [&'static str]| {
        cards().flat_map(move |card| forms.iter().map(move |form| form.replace('_', &card)))
    };
    let forms: &[&str] = match game {
        Game::Jhyap => &["discard _, take stock", "discard _", "discard 4S, take _", "discard _ 9C, take stock"],
        Game::Seep => {
            &["throw _", "capture _", "capture _: 2D 9D", "add _ to 11", "break 9 with _", "build 13 with _: 5C"]
        }
        Game::PisYedili => &["play _", "play _ naming S", "play _, last"],
        Game::Unspecified => panic!("no game"),
    };
    let forms: &'static [&'static str] = Box::leak(forms.into());
    let words = ["call", "slap", "keep", "deal", "draw", "pass", "bid 9", "bid 11", "bid 13", "nonsense"];
    with(forms).chain(words.map(str::to_owned)).collect()
}

/// A refusal tells a seat nothing that its view does not: whatever it tries, in its turn or out of it, two positions that
/// look alike to it answer with the same bytes.
#[test]
fn a_refusal_tells_nothing_that_the_view_does_not() {
    let engine = Engine::default();
    for game in GAMES {
        let mut refusals = 0;
        for number in 0..6 {
            let [one, other] = two_that_look_alike(&engine, game, number);
            for attempt in attempts(game) {
                let make = |state: &prost::bytes::Bytes| {
                    let request = pb::ApplyRequest {
                        state: state.clone(),
                        moves: vec![text(&attempt)],
                        seat: Some(0),
                        ..Default::default()
                    };
                    engine.apply(&request).err().map(|refusal| refusal.message().encode_to_vec())
                };
                let answers = [make(&one.state), make(&other.state)];
                assert_eq!(answers[0], answers[1], "{game:?}: {attempt}");
                refusals += usize::from(answers[0].is_some());
            }
        }
        assert!(refusals > 300, "{game:?}: {refusals} refusals");
    }
}

/// Nothing that can be asked for makes an answer longer for those who do not ask. The sizes are those of the first release.
#[test]
fn a_plain_apply_answer_grows_by_nothing() {
    let engine = Engine::default();
    for (game, most) in GAMES.into_iter().zip([219, 219, 219]) {
        let mut state = engine.new_game(&new_game(game, 5), || [0; 32]).unwrap().state;
        let (mut longest, mut deal) = (0, 1);
        for step in 0..400 {
            let listed = engine.legal_moves(&pb::LegalMovesRequest { state: state.clone(), ..Default::default() });
            let legal = listed.unwrap().legal_moves.unwrap().moves;
            if legal.is_empty() {
                break;
            }
            let mv = text(&legal[choose(4, step, legal.len())].text);
            let plain = pb::ApplyRequest { state, moves: vec![mv], ..Default::default() };
            let answer = engine.apply(&plain).unwrap();
            let asked = pb::ApplyRequest {
                include: Some(pb::Include { text: true, viewers: all_viewers(4), legal_moves: true, limit: None }),
                expected_digest: Some(engine_digest(&engine, &plain.state)),
                ..plain
            };
            assert!(engine.apply(&asked).unwrap().encoded_len() > answer.encoded_len());
            let status = answer.status.as_ref().unwrap();
            let ended = status.match_over || status.phase() == taash::wire::pb::common::Phase::Deal;
            if status.deal_number == deal && !ended {
                longest = longest.max(answer.encoded_len());
            }
            deal = status.deal_number;
            state = answer.state;
        }
        assert!((100..=most).contains(&longest), "{game:?}: {longest} bytes");
    }
}

fn engine_digest(engine: &Engine, state: &prost::bytes::Bytes) -> prost::bytes::Bytes {
    let request = pb::ViewRequest { state: state.clone(), include: None };
    engine.view(&request).unwrap().status.unwrap().state_digest
}

/// After an undo two states have one revision, and only the digest tells them apart.
#[tokio::test]
async fn a_move_on_an_undone_state_is_stale_by_its_digest() {
    let server = Server::start().await;
    let mut client = server.client().await;
    for game in GAMES {
        let begun = client.new_game(new_game(game, 3)).await.unwrap().into_inner();
        let listed =
            client.legal_moves(pb::LegalMovesRequest { state: begun.state.clone(), ..Default::default() }).await;
        let legal = listed.unwrap().into_inner().legal_moves.unwrap().moves;
        let mut after = Vec::new();
        for legal in legal.iter().take(2) {
            let request =
                pb::ApplyRequest { state: begun.state.clone(), moves: vec![text(&legal.text)], ..Default::default() };
            after.push(client.apply(request).await.unwrap().into_inner());
        }
        let [x, y] = &after[..] else { panic!("{game:?} begins with a choice") };
        let (status_x, status_y) = (x.status.as_ref().unwrap(), y.status.as_ref().unwrap());
        assert_eq!(status_x.revision, status_y.revision);
        let next =
            client.legal_moves(pb::LegalMovesRequest { state: y.state.clone(), ..Default::default() }).await.unwrap();
        let next = next.into_inner().legal_moves.unwrap().moves[0].text.clone();
        let good = pb::ApplyRequest {
            state: y.state.clone(),
            moves: vec![text(&next)],
            expected_revision: Some(status_y.revision),
            expected_digest: Some(status_y.state_digest.clone()),
            ..Default::default()
        };
        client.apply(good.clone()).await.unwrap();
        let seen = pb::ApplyRequest { expected_digest: Some(status_x.state_digest.clone()), ..good.clone() };
        let refusal = refused(&client.apply(seen.clone()).await.unwrap_err());
        assert_eq!(
            (refusal.code, refusal.reason, &*refusal.refusal.detail),
            (Code::Aborted, Reason::StaleState, "digest")
        );
        let late = pb::ApplyRequest { expected_revision: Some(0), ..seen.clone() };
        assert_eq!(refused(&client.apply(late).await.unwrap_err()).refusal.detail, "revision");
        let short = pb::ApplyRequest { expected_digest: Some(vec![1; 15].into()), ..good };
        assert_eq!(fields(&refused(&client.apply(short).await.unwrap_err())), ["expected_digest"]);

        // On a stream, too.
        let apply = |request| pb::PlayRequest { table: 1, request: Some(pb::play_request::Request::Apply(request)) };
        let mut answers = client.play(tokio_stream::iter([apply(seen)])).await.unwrap().into_inner();
        let Some(pb::play_response::Answer::Refusal(refusal)) = answers.message().await.unwrap().unwrap().answer else {
            panic!("a stale move is refused")
        };
        assert_eq!(refusal.reason(), Reason::StaleState);
    }
}

/// One call gives all that a table needs after an undo, a reconnect or a restart.
#[tokio::test]
async fn a_view_for_everybody_is_what_the_last_answer_had() {
    let server = Server::start().await;
    let mut client = server.client().await;
    for game in GAMES {
        let include = Some(pb::Include { legal_moves: true, viewers: all_viewers(4), ..Default::default() });
        let request = pb::NewGameRequest { include: include.clone(), ..new_game(game, 3) };
        let begun = client.new_game(request).await.unwrap().into_inner();
        let seen = client.view(pb::ViewRequest { state: begun.state.clone(), include }).await.unwrap().into_inner();
        assert_eq!((seen.status, seen.options, seen.legal_moves), (begun.status, begun.options, begun.legal_moves));
        let without_events = |mut update: pb::ViewerUpdate| {
            update.events.clear();
            update
        };
        assert_eq!(seen.views, begun.views.into_iter().map(without_events).collect::<Vec<_>>());
        let bare = client.view(pb::ViewRequest { state: begun.state, include: None }).await.unwrap().into_inner();
        assert!(bare.views.is_empty() && bare.legal_moves.is_none() && bare.status.is_some());
    }
}
