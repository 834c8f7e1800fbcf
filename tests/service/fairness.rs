//! Seeds: committed to, kept, revealed at the end, and what both sides bring.

use crate::support::{GAMES, Server, fields, new_game, refused, text, viewer};
use taash::wire::pb::engine::{self as pb, Game, Reason};

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
        let score = client.score(pb::ScoreRequest { state: begun.state.clone() }).await.unwrap().into_inner();
        assert!(score.seed.is_none() && !score.r#final);
        assert!(score.seats.iter().all(|seat| (seat.place, seat.total, seat.last_deal) == (1, 0, 0)));
        assert_eq!(score.finished_deals, 0);

        let abandon = pb::ApplyRequest { state: begun.state, abandon: true, include: referee(), ..Default::default() };
        let ended = client.apply(abandon).await.unwrap().into_inner();
        let status = ended.status.unwrap();
        assert!(status.abandoned && status.match_over && status.seat_to_move.is_none() && status.revision == 1);
        assert!(ended.views[0].view.as_ref().unwrap().abandoned);
        let score = client.score(pb::ScoreRequest { state: ended.state }).await.unwrap().into_inner();
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

#[tokio::test]
async fn a_match_plays_again_to_the_same_digests() {
    let server = Server::start().await;
    let mut client = server.client().await;
    for game in GAMES {
        let start = new_game(game, 4);
        let begun = client.new_game(start.clone()).await.unwrap().into_inner();
        let (mut state, mut digests, mut steps) =
            (begun.state.clone(), vec![begun.status.unwrap().state_digest], Vec::new());
        for step in 0..30 {
            let listed = client.legal_moves(pb::LegalMovesRequest { state: state.clone(), ..Default::default() }).await;
            let legal = listed.unwrap().into_inner().legal_moves.unwrap().moves;
            let mv = text(&legal[crate::support::choose(2, step, legal.len())].text);
            steps.push(pb::ReplayStep { r#move: Some(mv.clone()), ..Default::default() });
            let request = pb::ApplyRequest { state, moves: vec![mv], ..Default::default() };
            let answer = client.apply(request).await.unwrap().into_inner();
            digests.push(answer.status.unwrap().state_digest);
            state = answer.state;
        }
        let from = |start| pb::ReplayRequest { steps: steps.clone(), start: Some(start) };
        let again = client.replay(from(pb::replay_request::Start::NewGame(start))).await.unwrap().into_inner();
        assert_eq!((&again.state, &again.digests), (&state, &digests));
        assert!(again.failed_step.is_none() && again.refusal.is_none());

        let mut broken = from(pb::replay_request::Start::State(begun.state));
        broken.steps[12].r#move = Some(text("deal"));
        let again = client.replay(broken.clone()).await.unwrap().into_inner();
        assert_eq!((again.failed_step, again.digests.len()), (Some(12), 13));
        let refusal = again.refusal.unwrap();
        assert_eq!((refusal.reason(), refusal.move_index), (Reason::WrongPhase, None));
        assert_eq!(again.status.unwrap().revision, 12);

        broken.steps[3] = pb::ReplayStep { seat: Some(9), ..Default::default() };
        let refusal = client.replay(broken).await.unwrap().into_inner().refusal.unwrap();
        let places: Vec<_> = refusal.faults.iter().map(|fault| fault.field.as_str()).collect();
        assert_eq!(places, ["steps[3].move", "steps[3].seat"]);
    }
    let nobody = pb::NewGameRequest { seats: 1, ..new_game(Game::Seep, 4) };
    let start = Some(pb::replay_request::Start::NewGame(nobody));
    let status = client.replay(pb::ReplayRequest { start, steps: Vec::new() }).await.unwrap_err();
    assert_eq!(fields(&refused(&status)), ["new_game.seats"]);
    let status = client.replay(pb::ReplayRequest::default()).await.unwrap_err();
    assert_eq!(fields(&refused(&status)), ["start"]);
}

#[tokio::test]
async fn deals_are_verified_and_false_claims_are_named() {
    let server = Server::start().await;
    let mut client = server.client().await;
    let request = pb::VerifyDealsRequest::default();
    let refusal = refused(&client.verify_deals(request).await.unwrap_err());
    assert_eq!(fields(&refusal), ["seed_commitment", "seed"]);
    let request = pb::VerifyDealsRequest {
        seed_commitment: vec![0; 32].into(),
        seed: vec![0; 32].into(),
        client_seed: vec![0; 33].into(),
        shuffles: vec![pb::ClaimedShuffle::default(), pb::ClaimedShuffle { deal: 1, index: 0, cards: vec![99] }],
        draw: Some(pb::ClaimedDraw::default()),
    };
    let refusal = refused(&client.verify_deals(request).await.unwrap_err());
    let expected = ["client_seed", "shuffles[0].deal", "shuffles[0].cards", "shuffles[1].cards[0]", "draw.seats"];
    assert_eq!(fields(&refusal), expected);
    let draw = Some(pb::ClaimedDraw { seats: 4, dealer: Some(4), starter: Some(3) });
    let request = pb::VerifyDealsRequest {
        seed_commitment: vec![0; 32].into(),
        seed: vec![0; 32].into(),
        draw,
        ..Default::default()
    };
    assert_eq!(fields(&refused(&client.verify_deals(request).await.unwrap_err())), ["draw.dealer"]);
    let request = pb::VerifyDealsRequest {
        seed_commitment: vec![0; 32].into(),
        seed: vec![0; 32].into(),
        shuffles: vec![pb::ClaimedShuffle { deal: 1, index: 0, cards: vec![1] }],
        ..Default::default()
    };
    let answer = client.verify_deals(request).await.unwrap().into_inner();
    assert!(!answer.valid && !answer.commitment_valid && answer.draw_valid);
    assert_eq!(answer.shuffles_valid, [true], "one card has one order");
}

#[tokio::test]
async fn a_refused_step_of_a_replay_leaves_what_the_steps_before_it_made() {
    let server = Server::start().await;
    let mut client = server.client().await;
    let begun =
        client.new_game(pb::NewGameRequest { await_client_seed: true, ..new_game(Game::Jhyap, 9) }).await.unwrap();
    let begun = begun.into_inner();
    let step = |text_of: &str| pb::ReplayStep {
        r#move: Some(text(text_of)),
        client_seed: Some(b"ours".to_vec().into()),
        ..Default::default()
    };
    let replay =
        |steps| pb::ReplayRequest { start: Some(pb::replay_request::Start::State(begun.state.clone())), steps };
    let refused = client.replay(replay(vec![step("call")])).await.unwrap().into_inner();
    assert_eq!(refused.failed_step, Some(0));
    assert_eq!(refused.state, begun.state, "it still awaits its client seed");
    assert_eq!(Some(&refused.status.unwrap().state_digest), refused.digests.last());

    let abandon = pb::ReplayStep { abandon: true, ..Default::default() };
    let ended = client.replay(replay(vec![step("deal"), abandon.clone()])).await.unwrap().into_inner();
    let status = ended.status.unwrap();
    assert!(ended.failed_step.is_none() && status.abandoned && status.revision == 2);
    assert!(status.revealed_hidden, "the seed may be told from here on");
    let mixed = pb::ReplayStep { r#move: Some(text("deal")), ..abandon };
    let refusal = client.replay(replay(vec![mixed])).await.unwrap().into_inner().refusal.unwrap();
    assert_eq!(refusal.faults[0].field, "steps[0].abandon");
}
