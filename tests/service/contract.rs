//! What every game answers: one call a turn, from the first deal to the final score.

use crate::support::{GAMES, Server, all_viewers, choose, new_game, text, typed};
use taash::wire::pb::common::Phase;
use taash::wire::pb::engine as pb;
use tonic_health::pb::{HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient};

fn include() -> Option<pb::Include> {
    Some(pb::Include { legal_moves: true, viewers: all_viewers(4), ..Default::default() })
}

#[tokio::test]
async fn a_match_of_each_game_is_played_with_one_call_a_turn() {
    let server = Server::start().await;
    let mut client = server.client().await;
    for game in GAMES {
        let begun = client.new_game(pb::NewGameRequest { include: include(), ..new_game(game, 5) }).await.unwrap();
        let begun = begun.into_inner();
        let commitment = begun.seed_commitment.clone();
        assert_eq!(begun.status.as_ref().unwrap().revision, 0);
        let (mut state, mut status, mut legal) = (begun.state, begun.status.unwrap(), begun.legal_moves.unwrap());
        let mut step = 0;
        while !status.match_over && step < 3000 {
            assert!(state.len() <= 768, "{} bytes", state.len());
            assert_eq!(legal.seat, status.seat_to_move);
            let pick = &legal.moves[choose(7, step, legal.moves.len())];
            let mv = if step % 2 == 0 { typed(pick) } else { text(&pick.text) };
            let request = pb::ApplyRequest {
                state: state.clone(),
                moves: vec![mv],
                seat: legal.seat,
                expected_revision: Some(status.revision),
                include: include(),
                ..Default::default()
            };
            let answer = client.apply(request).await.unwrap().into_inner();
            let next = answer.status.unwrap();
            assert_eq!(next.revision, status.revision + 1);
            assert_ne!(next.state_digest, status.state_digest);
            assert_eq!(answer.views.len(), 6);
            assert_eq!(answer.events, answer.views[4].events, "the answer's own events are the spectator's");
            (state, status, legal) = (answer.state, next, answer.legal_moves.unwrap());
            step += 1;
        }
        let score = client.score(pb::ScoreRequest { state: state.clone(), text: false }).await.unwrap().into_inner();
        assert_eq!(score.r#final, status.match_over);
        assert_eq!(score.seed_commitment, commitment);
        assert_eq!(score.seed.is_some(), status.match_over, "the seed is told when the match is over, not before");
        if status.match_over {
            assert_eq!(status.phase(), Phase::Over);
            assert!(legal.moves.is_empty() && !score.winners.is_empty());
            assert_eq!(score.seed.unwrap()[..], [5; 32]);
        }
    }
}

#[tokio::test]
async fn legal_moves_obey_limit_card_filter_and_count_only() {
    let server = Server::start().await;
    let mut client = server.client().await;
    for game in GAMES {
        let state = client.new_game(new_game(game, 1)).await.unwrap().into_inner().state;
        let all = pb::LegalMovesRequest { state: state.clone(), ..Default::default() };
        let listed = client.legal_moves(all.clone()).await.unwrap().into_inner();
        let (moves, turn) = (listed.legal_moves.unwrap(), listed.status.unwrap().seat_to_move.unwrap());
        assert!(!moves.truncated && moves.count as usize == moves.moves.len());

        let counted = client.legal_moves(pb::LegalMovesRequest { count_only: true, ..all.clone() }).await.unwrap();
        let counted = counted.into_inner().legal_moves.unwrap();
        assert!(counted.moves.is_empty() && counted.count == moves.count);

        if moves.count > 1 {
            let limit = moves.count - 1;
            let cut = client.legal_moves(pb::LegalMovesRequest { limit: Some(limit), ..all.clone() }).await.unwrap();
            let cut = cut.into_inner().legal_moves.unwrap();
            assert!(cut.truncated && cut.count == limit);
            assert_eq!(cut.moves[..], moves.moves[..limit as usize]);
        }
        let exact =
            client.legal_moves(pb::LegalMovesRequest { limit: Some(moves.count), ..all.clone() }).await.unwrap();
        assert!(!exact.into_inner().legal_moves.unwrap().truncated);

        let other =
            client.legal_moves(pb::LegalMovesRequest { seat: Some((turn + 1) % 4), ..all.clone() }).await.unwrap();
        assert!(other.into_inner().legal_moves.unwrap().moves.is_empty(), "a seat that is not to move has none");
    }
}

#[tokio::test]
async fn several_moves_are_made_together_or_not_at_all() {
    let server = Server::start().await;
    let mut client = server.client().await;
    let begun = client.new_game(new_game(pb::Game::PisYedili, 1)).await.unwrap().into_inner();
    let (mut state, mut moves) = (begun.state.clone(), Vec::new());
    for step in 0..10 {
        let listed = client.legal_moves(pb::LegalMovesRequest { state: state.clone(), ..Default::default() }).await;
        let legal = listed.unwrap().into_inner().legal_moves.unwrap().moves;
        let mv = text(&legal[choose(3, step, legal.len())].text);
        moves.push(mv.clone());
        let request = pb::ApplyRequest { state, moves: vec![mv], ..Default::default() };
        state = client.apply(request).await.unwrap().into_inner().state;
    }
    let request = pb::ApplyRequest { state: begun.state.clone(), moves: moves.clone(), ..Default::default() };
    let together = client.apply(request).await.unwrap().into_inner();
    assert_eq!(together.state, state);
    assert_eq!(together.status.unwrap().revision, 10);

    moves.push(text("deal"));
    let request = pb::ApplyRequest { state: begun.state, moves, ..Default::default() };
    let refused = crate::support::refused(&client.apply(request).await.unwrap_err());
    assert_eq!((refused.reason, refused.refusal.move_index), (pb::Reason::WrongPhase, Some(10)));
}

#[tokio::test]
async fn health_is_answered_for_the_server_and_for_the_service() {
    let server = Server::start().await;
    let mut health = HealthClient::new(server.channel().await);
    for service in ["", "taash.engine.v1.EngineService"] {
        let answer = health.check(HealthCheckRequest { service: service.into() }).await.unwrap().into_inner();
        assert_eq!(answer.status(), ServingStatus::Serving);
    }
}
