//! What must not be seen is not in the answers for players.

use crate::support::{GAMES, Server, all_viewers, choose, new_game, refused, text};
use prost::Message;
use taash::wire::pb::engine::{self as pb, Game, Reason};

/// Views and events of players and spectators hold neither seed nor digest nor state, in any encoding of bytes.
#[tokio::test]
async fn no_answer_for_a_player_holds_seed_digest_or_state() {
    let server = Server::start().await;
    let mut client = server.client().await;
    for game in GAMES {
        let include = Some(pb::Include { viewers: all_viewers(4), ..Default::default() });
        let begun =
            client.new_game(pb::NewGameRequest { include: include.clone(), ..new_game(game, 0xa7) }).await.unwrap();
        let begun = begun.into_inner();
        let (mut state, mut status, mut views) = (begun.state, begun.status.unwrap(), begun.views);
        for step in 0..200 {
            for update in &views {
                let bytes = update.encode_to_vec();
                for secret in [&[0xa7; 32][..], &status.state_digest, &state] {
                    assert!(!bytes.windows(secret.len()).any(|window| window == secret));
                }
            }
            if status.match_over {
                break;
            }
            let listed = client.legal_moves(pb::LegalMovesRequest { state: state.clone(), ..Default::default() }).await;
            let legal = listed.unwrap().into_inner().legal_moves.unwrap().moves;
            let request = pb::ApplyRequest {
                state,
                moves: vec![text(&legal[choose(5, step, legal.len())].text)],
                include: include.clone(),
                ..Default::default()
            };
            let answer = client.apply(request).await.unwrap().into_inner();
            (state, status, views) = (answer.state, answer.status.unwrap(), answer.views);
        }
    }
}

/// A list is all or nothing. Were a player's moves judged behind a draw, one refusal after another would tell what lies on
/// the stock, and no card would have been drawn.
#[tokio::test]
async fn a_player_cannot_look_ahead_by_moves_behind_a_draw() {
    let server = Server::start().await;
    let mut client = server.client().await;
    let mut begun = client.new_game(new_game(Game::PisYedili, 5)).await.unwrap().into_inner();
    let (state, seat) = loop {
        let request = pb::LegalMovesRequest { state: begun.state.clone(), ..Default::default() };
        let legal = client.legal_moves(request).await.unwrap().into_inner().legal_moves.unwrap();
        if legal.moves.iter().any(|mv| mv.text == "draw") {
            break (begun.state, legal.seat);
        }
        let moves = vec![text(&legal.moves[0].text)];
        let request = pb::ApplyRequest { state: begun.state, moves, ..Default::default() };
        begun.state = client.apply(request).await.unwrap().into_inner().state;
    };
    let (mut with_seat, mut without) = (Vec::new(), Vec::new());
    for rank in "A23456789TJQK".chars() {
        for suit in "CDHS".chars() {
            let moves = vec![text("draw"), text(&format!("play {rank}{suit}"))];
            let request = pb::ApplyRequest { state: state.clone(), moves, seat, ..Default::default() };
            with_seat.push(refused(&client.apply(request.clone()).await.unwrap_err()).refusal);
            let request = pb::ApplyRequest { seat: None, ..request };
            without.push(client.apply(request).await.map_err(|status| refused(&status).reason));
        }
    }
    for refusal in &with_seat {
        assert_eq!((refusal.reason(), refusal.faults[0].field.as_str()), (Reason::FieldInvalid, "moves[1]"));
        assert_eq!(refusal.move_index, Some(1));
        assert_eq!(refusal, &with_seat[0], "whatever is drawn");
    }
    let told = |reason| without.iter().filter(|answer| answer.as_ref().err() == Some(&reason)).count();
    assert!(told(Reason::CardNotInHand) > 40 && told(Reason::CardNotInHand) < 52, "the platform itself may look");
    assert_eq!(told(Reason::FieldInvalid), 0);
    let alone = pb::ApplyRequest { state, moves: vec![text("draw")], seat, ..Default::default() };
    assert!(client.apply(alone).await.unwrap().into_inner().status.unwrap().revealed_hidden);
}
