//! Texts that leave something open: completed if one legal move fits, refused with the moves if several do, and never a
//! way to ask what another seat holds.

use crate::support::{GAMES, Server, new_game, refused, text};
use taash::wire::pb::engine::{self as pb, Game, Reason, engine_service_client::EngineServiceClient};
use tonic::{Code, transport::Channel};

type Client = EngineServiceClient<Channel>;

async fn legal(client: &mut Client, state: &[u8]) -> pb::LegalMoves {
    let request = pb::LegalMovesRequest { state: state.to_vec().into(), ..Default::default() };
    client.legal_moves(request).await.unwrap().into_inner().legal_moves.unwrap()
}

/// A state where several legal moves begin with the same short form, that form, and the legal moves.
async fn ambiguous(client: &mut Client, game: Game) -> (Vec<u8>, String, pb::LegalMoves) {
    for seed in 0..=255 {
        let mut state = client.new_game(new_game(game, seed)).await.unwrap().into_inner().state.to_vec();
        for _ in 0..12 {
            let moves = legal(client, &state).await;
            for mv in &moves.moves {
                let short = match game {
                    Game::Jhyap => mv.text.split_once(", take").map(|(short, _)| short),
                    Game::PisYedili => mv.text.split_once(" naming").map(|(short, _)| short),
                    Game::Seep | Game::Unspecified => mv.text.split_once(':').map(|(short, _)| short),
                };
                let Some(short) = short else { continue };
                let fits = |other: &&pb::LegalMove| {
                    other.text.strip_prefix(short).is_some_and(|rest| rest.starts_with([',', ' ', ':']))
                };
                if moves.moves.iter().filter(fits).count() > 1 && moves.moves.iter().all(|mv| mv.text != short) {
                    return (state, short.to_owned(), moves);
                }
            }
            let Some(first) = moves.moves.first() else { break };
            let request =
                pb::ApplyRequest { state: state.into(), moves: vec![text(&first.text)], ..Default::default() };
            state = client.apply(request).await.unwrap().into_inner().state.to_vec();
        }
    }
    panic!("no short form of {game:?} fits several moves");
}

#[tokio::test]
async fn a_text_that_fits_several_moves_is_refused_with_them() {
    let server = Server::start().await;
    let mut client = server.client().await;
    for game in GAMES {
        let (state, short, moves) = ambiguous(&mut client, game).await;
        let request = pb::ApplyRequest { state: state.into(), moves: vec![text(&short)], ..Default::default() };
        let refusal = refused(&client.apply(request).await.unwrap_err());
        assert_eq!((refusal.code, refusal.reason), (Code::InvalidArgument, Reason::MoveAmbiguous), "{short}");
        let candidates = &refusal.refusal.candidates;
        assert!(candidates.len() > 1 && candidates.iter().all(|text| text.starts_with(&short)), "{candidates:?}");
        assert!(candidates.iter().all(|text| moves.moves.iter().any(|mv| mv.text == *text)));
        assert_eq!(refusal.refusal.move_index, Some(0));
    }
}

#[tokio::test]
async fn a_text_that_fits_one_move_is_that_move() {
    let server = Server::start().await;
    let mut client = server.client().await;
    // KD alone takes 8S 5C: the short form names neither (SE2).
    let card = |rank: i32, suit: i32| 4 * (rank - 1) + suit;
    let mut cards =
        vec![card(7, 1), card(8, 3), card(11, 4), card(13, 2), card(8, 4), card(5, 1), card(6, 2), card(12, 3)];
    let rest: Vec<i32> = (1..=52).filter(|card| !cards.contains(card)).collect();
    cards.extend(rest);
    let request = pb::NewGameRequest {
        dealer: Some(0),
        shuffle_orders: vec![pb::ShuffleOrder { cards }],
        ..new_game(Game::Seep, 1)
    };
    let begun = client.new_game(request).await.unwrap().into_inner();
    let apply = |short: &str| pb::ApplyRequest {
        state: begun.state.clone(),
        moves: vec![text("bid 13"), text(short)],
        ..Default::default()
    };
    let short = client.apply(apply("capture kd")).await.unwrap().into_inner();
    let whole = client.apply(apply("capture KD: 5C 8S")).await.unwrap().into_inner();
    assert_eq!(short, whole);
    let refusal = refused(&client.apply(apply("capture KD:")).await.unwrap_err());
    assert_eq!((refusal.reason, &*refusal.refusal.rule_id), (Reason::RuleBroken, "S31"), "a colon leaves nothing open");
}

/// A player who is not to move must not learn from a refusal what the mover could do.
#[tokio::test]
async fn a_seat_that_is_not_to_move_is_told_nothing_but_that() {
    let server = Server::start().await;
    let mut client = server.client().await;
    for game in GAMES {
        let (state, short, moves) = ambiguous(&mut client, game).await;
        let seat = Some((moves.seat.unwrap() + 1) % 4);
        let impossible = match game {
            Game::Jhyap => "discard X X X X",
            Game::PisYedili => "play JC",
            Game::Seep | Game::Unspecified => "capture AC",
        };
        let mut told = Vec::new();
        for form in [&*short, impossible] {
            let request =
                pb::ApplyRequest { state: state.clone().into(), moves: vec![text(form)], seat, ..Default::default() };
            told.push(refused(&client.apply(request).await.unwrap_err()).refusal);
        }
        assert_eq!(told[0].reason(), Reason::NotYourTurn, "{short}");
        assert_eq!(told[0], told[1], "{game:?}");
    }
}
