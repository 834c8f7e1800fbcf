//! Seeds: committed to, kept, revealed at the end, and what both sides bring.

use crate::support::{GAMES, Server, fields, new_game, refused, text, viewer};
use taash::wire::pb::engine::{self as pb, Game};

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
