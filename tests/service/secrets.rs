//! What must not be seen is not in the answers for players.

use crate::support::{GAMES, Server, all_viewers, choose, new_game, text};
use prost::Message;
use taash::wire::pb::engine as pb;

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
