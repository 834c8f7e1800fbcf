//! Seeds: committed to, kept, revealed at the end, and what both sides bring.

use crate::support::{GAMES, Server, fields, new_game, refused, text, viewer};
use taash::wire::pb::engine::{self as pb, Game};
use taash::wire::pb::seep;

fn referee() -> Option<pb::Include> {
    Some(pb::Include { viewers: vec![viewer(pb::viewer::Viewer::Referee(pb::Referee {}))], ..Default::default() })
}

fn deal(state: &pb::NewGameResponse, client_seed: &[u8]) -> pb::ApplyRequest {
    pb::ApplyRequest {
        state: state.state.clone(),
        moves: vec![text("deal")],
        client_seed: Some(client_seed.to_vec().into()),
        include: referee(),
        ..Default::default()
    }
}

#[tokio::test]
async fn the_client_seed_decides_the_first_deal_together_with_the_seed() {
    let server = Server::start().await;
    let mut client = server.client().await;
    for game in GAMES {
        let begun = client.new_game(pb::NewGameRequest { await_client_seed: true, ..new_game(game, 9) }).await.unwrap();
        let begun = begun.into_inner();
        let status = begun.status.clone().unwrap();
        assert!(status.awaits_client_seed && status.seat_to_move.is_none() && status.deal_number == 0);
        assert!(begun.events.is_empty());

        let without = pb::ApplyRequest { client_seed: None, ..deal(&begun, b"") };
        assert_eq!(fields(&refused(&client.apply(without).await.unwrap_err())), ["client_seed"]);
        let empty = client.apply(deal(&begun, b"")).await.unwrap_err();
        assert_eq!(fields(&refused(&empty)), ["client_seed"]);
        let long = client.apply(deal(&begun, &[1; 33])).await.unwrap_err();
        assert_eq!(fields(&refused(&long)), ["client_seed"]);

        let mut both = deal(&begun, b"both");
        both.shuffle_orders.push(pb::ShuffleOrder { cards: vec![1] });
        assert_eq!(fields(&refused(&client.apply(both).await.unwrap_err())), ["shuffle_orders"]);

        let one = client.apply(deal(&begun, b"one")).await.unwrap().into_inner();
        let same = client.apply(deal(&begun, b"one")).await.unwrap().into_inner();
        let two = client.apply(deal(&begun, b"two")).await.unwrap().into_inner();
        assert_eq!(one, same);
        assert_ne!(one.views, two.views, "another client seed, other cards");
        let status = one.status.unwrap();
        assert!(!status.awaits_client_seed && status.deal_number == 1 && status.revision == 1);
        assert!(status.used_randomness);

        let late = pb::ApplyRequest { state: one.state, ..deal(&begun, b"late") };
        assert_eq!(fields(&refused(&client.apply(late).await.unwrap_err())), ["client_seed"]);
    }
}

#[tokio::test]
async fn an_abandoned_match_has_no_winner_and_tells_its_seed() {
    let server = Server::start().await;
    let mut client = server.client().await;
    for game in GAMES {
        let begun = client.new_game(new_game(game, 6)).await.unwrap().into_inner();
        let score =
            client.score(pb::ScoreRequest { state: begun.state.clone(), text: false }).await.unwrap().into_inner();
        assert!(score.seed.is_none() && !score.r#final);
        assert!(score.seats.iter().all(|seat| (seat.place, seat.total, seat.last_deal) == (1, 0, 0)));
        assert_eq!(score.finished_deals, 0);

        let abandon = pb::ApplyRequest { state: begun.state, abandon: true, include: referee(), ..Default::default() };
        let ended = client.apply(abandon).await.unwrap().into_inner();
        let status = ended.status.unwrap();
        assert!(status.abandoned && status.match_over && status.seat_to_move.is_none() && status.revision == 1);
        assert!(ended.views[0].view.as_ref().unwrap().abandoned);
        let score = client.score(pb::ScoreRequest { state: ended.state, text: false }).await.unwrap().into_inner();
        assert!(score.r#final && score.winners.is_empty());
        assert_eq!(score.seed.unwrap()[..], [6; 32]);
        assert_eq!(score.seed_commitment, begun.seed_commitment);
    }
}

#[tokio::test]
async fn a_seed_is_drawn_for_each_match_that_brings_none() {
    let server = Server::start().await;
    let mut client = server.client().await;
    let request = pb::NewGameRequest { seed: None, ..new_game(Game::Jhyap, 0) };
    let one = client.new_game(request.clone()).await.unwrap().into_inner();
    let two = client.new_game(request).await.unwrap().into_inner();
    assert_ne!(one.seed_commitment, two.seed_commitment);
}

#[tokio::test]
async fn given_orders_are_used_in_turn_and_the_rest_is_counted_as_unused() {
    let server = Server::start().await;
    let mut client = server.client().await;
    let order = pb::ShuffleOrder { cards: (1..=52).rev().collect() };
    let request = pb::NewGameRequest {
        shuffle_orders: vec![order.clone(), order],
        dealer: Some(3),
        include: referee(),
        ..new_game(Game::PisYedili, 1)
    };
    let begun = client.new_game(request).await.unwrap().into_inner();
    assert_eq!(begun.shuffle_orders_used, 1);
    let status = begun.status.unwrap();
    assert_eq!(status.seat_to_move, Some(0), "the seat after the dealer opens");
}

/// What the first deal says of itself: the bidder's hand, the floor, and the cut.
fn dealt(events: &[pb::Event]) -> (Vec<i32>, Vec<i32>, u32) {
    let Some(pb::event::Event::Seep(event)) = &events[0].event else { panic!("an event of another game") };
    let Some(seep::event::Kind::Dealt(dealt)) = &event.kind else { panic!("not a deal") };
    (dealt.hand.clone().unwrap().cards, dealt.floor.clone().unwrap().cards, dealt.cut)
}

#[tokio::test]
async fn se13_a_cut_comes_with_the_call_that_deals() {
    let server = Server::start().await;
    let mut client = server.client().await;
    // AC to KC, AD to KD, AH to KH, AS to KS. A card's number is 4 × (rank − 1) + suit.
    let by_suit =
        pb::ShuffleOrder { cards: (1..=4).flat_map(|suit| (0..13).map(move |rank| 4 * rank + suit)).collect() };
    let expected = (vec![25, 29, 33, 37], vec![2, 41, 45, 49], 6);
    let start = pb::NewGameRequest {
        dealer: Some(3),
        shuffle_orders: vec![by_suit.clone()],
        cut: Some(6),
        include: referee(),
        ..new_game(Game::Seep, 1)
    };
    let begun = client.new_game(start.clone()).await.unwrap().into_inner();
    assert_eq!(dealt(&begun.views[0].events), expected);

    let replay =
        |start, steps| pb::ReplayRequest { start: Some(start), steps, include: referee(), ..Default::default() };
    let whole = replay(pb::replay_request::Start::NewGame(start.clone()), vec![]);
    let replayed = client.replay(whole).await.unwrap().into_inner();
    assert_eq!((dealt(&replayed.steps[0].views[0].events), &replayed.state), (expected, &begun.state));

    // With a client seed, the first Apply deals: it takes the cut, from an order that no side knows alone.
    let awaiting = pb::NewGameRequest { await_client_seed: true, shuffle_orders: vec![], cut: None, ..start };
    let awaiting = client.new_game(awaiting).await.unwrap().into_inner();
    let uncut = client.apply(deal(&awaiting, b"ours")).await.unwrap().into_inner();
    let cut = client.apply(pb::ApplyRequest { cut: Some(51), ..deal(&awaiting, b"ours") }).await.unwrap().into_inner();
    let (before, after) = (dealt(&uncut.views[0].events), dealt(&cut.views[0].events));
    assert_eq!((before.2, after.2), (0, 51));
    let kept = after.0.iter().filter(|card| before.0.contains(card)).count();
    assert_eq!(kept, 3, "the bottom card comes first, then the top cards");
    let step = pb::ReplayStep {
        r#move: Some(text("deal")),
        client_seed: Some(b"ours".to_vec().into()),
        cut: Some(51),
        ..Default::default()
    };
    let replayed = replay(pb::replay_request::Start::State(awaiting.state), vec![step]);
    assert_eq!(client.replay(replayed).await.unwrap().into_inner().state, cut.state);
}

#[tokio::test]
async fn g1_a_cut_is_below_the_deck_and_of_seep_alone() {
    let server = Server::start().await;
    let mut client = server.client().await;
    for (game, cut, message) in [
        (Game::Seep, 52, "call-fault-out-of-range"),
        (Game::Seep, 256, "call-fault-out-of-range"),
        (Game::Jhyap, 1, "call-fault-no-cut"),
        (Game::PisYedili, 1, "call-fault-no-cut"),
    ] {
        let begun = client.new_game(new_game(game, 2)).await.unwrap().into_inner();
        let start = pb::NewGameRequest { cut: Some(cut), ..new_game(game, 2) };
        let apply = pb::ApplyRequest {
            state: begun.state.clone(),
            moves: vec![text("deal")],
            cut: Some(cut),
            ..Default::default()
        };
        for status in [client.new_game(start).await.unwrap_err(), client.apply(apply).await.unwrap_err()] {
            let refused = refused(&status);
            assert_eq!(fields(&refused), ["cut"]);
            assert_eq!(refused.refusal.faults[0].message_id, message);
        }
        let step = pb::ReplayStep { r#move: Some(text("deal")), cut: Some(cut), ..Default::default() };
        let start = Some(pb::replay_request::Start::State(begun.state));
        let replay = pb::ReplayRequest { start, steps: vec![step], ..Default::default() };
        let replayed = client.replay(replay).await.unwrap().into_inner();
        assert_eq!((replayed.failed_step, replayed.steps.len()), (Some(0), 1));
        let fault = &replayed.refusal.unwrap().faults[0];
        assert_eq!((fault.field.as_str(), fault.message_id.as_str()), ("steps[0].cut", message));
    }
}
