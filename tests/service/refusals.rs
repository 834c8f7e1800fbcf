//! Refusals: every reason with its code and details, and the order in which faults are judged.

use crate::support::{GAMES, Refused, Server, fields, new_game, refused, text, viewer, views_for};
use taash::wire::pb::engine::{self as pb, Game, Reason, engine_service_client::EngineServiceClient};
use tonic::{Code, transport::Channel};

type Client = EngineServiceClient<Channel>;

/// A request that every later fault is added to; by itself it asks for a legal move.
async fn request(client: &mut Client, game: Game) -> pb::ApplyRequest {
    let begun = client.new_game(new_game(game, 3)).await.unwrap().into_inner();
    let listed = client.legal_moves(pb::LegalMovesRequest { state: begun.state.clone(), ..Default::default() }).await;
    let legal = listed.unwrap().into_inner().legal_moves.unwrap();
    pb::ApplyRequest {
        state: begun.state,
        moves: vec![text(&legal.moves[0].text)],
        seat: legal.seat,
        ..Default::default()
    }
}

async fn refuse(client: &mut Client, request: pb::ApplyRequest) -> Refused {
    refused(&client.apply(request).await.unwrap_err())
}

fn order(cards: &[i32]) -> pb::ShuffleOrder {
    pb::ShuffleOrder { cards: cards.to_vec() }
}

#[tokio::test]
async fn all_fields_at_fault_are_told_at_once() {
    let server = Server::start().await;
    let mut client = server.client().await;
    let request = pb::ApplyRequest {
        state: Default::default(),
        moves: vec![pb::Move::default(), text(&"x".repeat(1001))],
        seat: Some(8),
        shuffle_orders: vec![order(&[1, 0]), order(&[54])],
        include: Some(pb::Include { limit: Some(0), viewers: vec![pb::Viewer::default()], ..Default::default() }),
        ..Default::default()
    };
    let refusal = refuse(&mut client, request).await;
    assert_eq!((refusal.code, refusal.reason), (Code::InvalidArgument, Reason::FieldInvalid));
    assert_eq!(refusal.refusal.rule_id, "G1");
    let expected = [
        "state",
        "moves[0]",
        "moves[1].text",
        "seat",
        "shuffle_orders[0].cards[1]",
        "shuffle_orders[1].cards[0]",
        "include.limit",
        "include.viewers[0]",
    ];
    assert_eq!(fields(&refusal), expected);
}

/// A refusal lists at most twenty faults, each with a short description, so that it fits into the headers.
#[tokio::test]
async fn a_refusal_with_the_most_faults_fits_into_four_kibibytes() {
    let server = Server::start().await;
    let mut client = server.client().await;
    let request = pb::ApplyRequest {
        moves: vec![text(&"x".repeat(1001)); 40],
        seat: Some(8),
        shuffle_orders: vec![order(&[54; 110]); 16],
        include: Some(pb::Include { limit: Some(0), viewers: vec![pb::Viewer::default(); 10], ..Default::default() }),
        client_seed: Some(vec![1; 40].into()),
        ..Default::default()
    };
    // Each list by itself as well: what is told depends on what comes first.
    let orders = pb::ApplyRequest { moves: vec![text("deal")], ..request.clone() };
    let viewers = pb::ApplyRequest { shuffle_orders: Vec::new(), ..orders.clone() };
    for request in [request, orders, viewers] {
        let refusal = refuse(&mut client, request).await;
        assert!((10..=20).contains(&refusal.refusal.faults.len()), "{:?}", refusal.refusal);
    }
    // All options of a game that can be wrong.
    let options = taash::wire::pb::jhyap::Options {
        jokers: Some(9999),
        decks: Some(9999),
        court_values: Some(99),
        hand_size: Some(9999),
        set_pickup: Some(99),
        call_limit: Some(9999),
        penalty: Some(9999),
        tie: Some(99),
        halving: Some(99),
        limit: Some(9999),
        max_turns: Some(99_999),
        ..Default::default()
    };
    let request = pb::NewGameRequest {
        seats: 99,
        dealer: Some(99),
        starter: Some(99),
        options: Some(pb::new_game_request::Options::Jhyap(options)),
        ..new_game(Game::Jhyap, 1)
    };
    let refusal = refused(&client.new_game(request).await.unwrap_err());
    let options = fields(&refusal).into_iter().filter(|field| field.starts_with("jhyap.")).count();
    assert_eq!(options, 11, "{:?}", refusal.refusal);
}

#[tokio::test]
async fn new_game_tells_every_fault_of_options_and_seats() {
    let server = Server::start().await;
    let mut client = server.client().await;
    let status = client.new_game(pb::NewGameRequest::default()).await.unwrap_err();
    assert_eq!(fields(&refused(&status)), ["options"]);

    for game in GAMES {
        let request = pb::NewGameRequest { seats: 9, seed: Some(vec![1; 31].into()), ..new_game(game, 1) };
        let refusal = refused(&client.new_game(request).await.unwrap_err());
        assert_eq!(refusal.reason, Reason::FieldInvalid);
        assert_eq!(fields(&refusal), ["seed", "seats"]);

        let request = pb::NewGameRequest { dealer: Some(4), ..new_game(game, 1) };
        assert_eq!(fields(&refused(&client.new_game(request).await.unwrap_err())), ["dealer"]);

        let request = pb::NewGameRequest { starter: Some(1), ..new_game(game, 1) };
        match client.new_game(request).await {
            Ok(_) => assert_eq!(game, Game::Jhyap),
            Err(status) => assert_eq!(fields(&refused(&status)), ["starter"]),
        }

        let request = pb::NewGameRequest { rules_version: Some(99), ..new_game(game, 1) };
        let refusal = refused(&client.new_game(request).await.unwrap_err());
        assert_eq!((refusal.code, refusal.reason), (Code::FailedPrecondition, Reason::StateVersionUnsupported));

        let request = pb::NewGameRequest { shuffle_orders: vec![order(&[1, 2, 3])], ..new_game(game, 1) };
        let refusal = refused(&client.new_game(request).await.unwrap_err());
        assert_eq!((refusal.code, refusal.reason), (Code::InvalidArgument, Reason::ShuffleOrderInvalid));
        assert_eq!(refusal.refusal.rule_id, "G6");

        let request =
            pb::NewGameRequest { shuffle_orders: vec![order(&[1])], await_client_seed: true, ..new_game(game, 1) };
        assert_eq!(fields(&refused(&client.new_game(request).await.unwrap_err())), ["shuffle_orders"]);
    }
}

/// One request with a fault of every row of the table; mended from the top, it is refused by one row after the other.
#[tokio::test]
async fn faults_are_judged_in_the_order_of_the_table() {
    let server = Server::start().await;
    let mut client = server.client().await;
    for game in GAMES {
        let good = request(&mut client, game).await;
        let other_game = if game == Game::Jhyap { Game::Seep } else { Game::Jhyap };
        let foreign = client.new_game(new_game(other_game, 3)).await.unwrap().into_inner();
        let listed = client.legal_moves(pb::LegalMovesRequest { state: foreign.state, ..Default::default() }).await;
        let foreign = crate::support::typed(&listed.unwrap().into_inner().legal_moves.unwrap().moves[0]);

        let mut damaged = good.state.to_vec();
        *damaged.last_mut().unwrap() ^= 1;
        let mut newer = damaged.clone();
        newer[4] = 200;
        let wrong_seat = Some((good.seat.unwrap() + 1) % 4);

        let mut bad = pb::ApplyRequest {
            state: newer.into(),
            moves: vec![foreign],
            seat: Some(77),
            expected_revision: Some(9),
            ..Default::default()
        };
        let mut reasons = Vec::new();
        reasons.push(refuse(&mut client, bad.clone()).await.reason);
        bad.seat = wrong_seat;
        reasons.push(refuse(&mut client, bad.clone()).await.reason);
        bad.state = damaged.into();
        reasons.push(refuse(&mut client, bad.clone()).await.reason);
        bad.state = good.state.clone();
        reasons.push(refuse(&mut client, bad.clone()).await.reason);
        bad.expected_revision = Some(0);
        reasons.push(refuse(&mut client, bad.clone()).await.reason);
        bad.moves = vec![text("nonsense")];
        reasons.push(refuse(&mut client, bad.clone()).await.reason);
        bad.moves = vec![text("deal")];
        reasons.push(refuse(&mut client, bad.clone()).await.reason);
        bad.moves = good.moves.clone();
        let not_your_turn = refuse(&mut client, bad.clone()).await;
        reasons.push(not_your_turn.reason);
        assert_eq!(
            reasons,
            [
                Reason::FieldInvalid,
                Reason::StateVersionUnsupported,
                Reason::StateUnreadable,
                Reason::StaleState,
                Reason::GameMismatch,
                Reason::MoveUnparsable,
                Reason::WrongPhase,
                Reason::NotYourTurn,
            ],
            "{game:?}"
        );
        assert_eq!((not_your_turn.code, &*not_your_turn.refusal.rule_id), (Code::FailedPrecondition, "G3"));
        bad.seat = good.seat;
        client.apply(bad).await.unwrap();
    }
}

#[tokio::test]
async fn a_table_without_that_seat_refuses_the_seat() {
    let server = Server::start().await;
    let mut client = server.client().await;
    let state = client.new_game(new_game(Game::PisYedili, 3)).await.unwrap().into_inner().state;
    let seat_4 = viewer(pb::viewer::Viewer::Seat(4));
    let look = |viewer| pb::ViewRequest { state: state.clone(), include: views_for(vec![viewer]) };
    let status = client.view(look(seat_4)).await.unwrap_err();
    assert_eq!(fields(&refused(&status)), ["include.viewers[0].seat"]);
    let status = client.view(look(pb::Viewer::default())).await.unwrap_err();
    assert_eq!(fields(&refused(&status)), ["include.viewers[0]"]);
    let request = pb::LegalMovesRequest {
        state: state.clone(),
        seat: Some(4),
        card: 60,
        limit: Some(5001),
        ..Default::default()
    };
    assert_eq!(fields(&refused(&client.legal_moves(request).await.unwrap_err())), ["limit", "card"]);
    let request = pb::LegalMovesRequest { state: state.clone(), seat: Some(4), ..Default::default() };
    assert_eq!(fields(&refused(&client.legal_moves(request).await.unwrap_err())), ["seat"]);
    let include = pb::Include { viewers: vec![seat_4], ..Default::default() };
    let request = pb::ApplyRequest { state, moves: vec![text("draw")], include: Some(include), ..Default::default() };
    assert_eq!(fields(&refuse(&mut client, request).await), ["include.viewers[0].seat"]);
}

#[tokio::test]
async fn limits_of_the_server_are_named_with_their_figure() {
    let server = Server::start().await;
    let mut client = server.client().await;
    let good = request(&mut client, Game::Jhyap).await;
    let expect = |refusal: Refused, detail: &str, limit| {
        assert_eq!((refusal.code, refusal.reason), (Code::ResourceExhausted, Reason::LimitExceeded));
        assert_eq!((&*refusal.refusal.detail, refusal.refusal.limit), (detail, limit));
    };
    let moves = vec![text("deal"); 65];
    expect(refuse(&mut client, pb::ApplyRequest { moves, ..good.clone() }).await, "moves_per_apply", 64);
    let shuffle_orders = vec![order(&[1]); 17];
    expect(refuse(&mut client, pb::ApplyRequest { shuffle_orders, ..good.clone() }).await, "shuffle_orders", 16);
    let viewers = vec![viewer(pb::viewer::Viewer::Seat(0)); 11];
    let include = Some(pb::Include { viewers, ..Default::default() });
    expect(refuse(&mut client, pb::ApplyRequest { include, ..good }).await, "viewers", 10);
}

#[tokio::test]
async fn a_refused_call_changes_nothing_and_the_state_goes_on() {
    let server = Server::start().await;
    let mut client = server.client().await;
    for game in GAMES {
        let good = request(&mut client, game).await;
        let first = client.apply(good.clone()).await.unwrap().into_inner();
        refuse(&mut client, pb::ApplyRequest { moves: vec![good.moves[0].clone(), text("deal")], ..good.clone() })
            .await;
        let again = client.apply(good).await.unwrap().into_inner();
        assert_eq!(again, first);
    }
}

#[tokio::test]
async fn an_over_match_refuses_every_move() {
    let server = Server::start().await;
    let mut client = server.client().await;
    for game in GAMES {
        let good = request(&mut client, game).await;
        let abandon = pb::ApplyRequest { state: good.state.clone(), abandon: true, ..Default::default() };
        let ended = client.apply(abandon).await.unwrap().into_inner();
        let refusal = refuse(&mut client, pb::ApplyRequest { state: ended.state.clone(), ..good.clone() }).await;
        assert_eq!((refusal.code, refusal.reason), (Code::FailedPrecondition, Reason::MatchOver));
        assert_eq!(refusal.refusal.rule_id, "G5");
        let again = pb::ApplyRequest { state: ended.state, abandon: true, ..Default::default() };
        assert_eq!(refuse(&mut client, again).await.reason, Reason::MatchOver);

        let mixed = pb::ApplyRequest { abandon: true, client_seed: Some(vec![1].into()), ..good };
        assert_eq!(fields(&refuse(&mut client, mixed).await), ["moves", "seat", "client_seed"]);
    }
}
