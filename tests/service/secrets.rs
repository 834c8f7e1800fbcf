//! What must not be seen is not there: in answers for players, in errors, in what is printed.

use crate::support::{GAMES, Server, all_viewers, choose, new_game, text};
use prost::Message;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use taash::wire::pb::engine::{self as pb, engine_service_client::EngineServiceClient};

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

/// Whole matches against the real binary with every log line there is: no seed, no state, no move, no card.
#[tokio::test]
async fn nothing_secret_is_logged_at_any_level() {
    let mut server = Command::new(env!("CARGO_BIN_EXE_taash"))
        .args(["serve", "--listen", "127.0.0.1:0", "--admin-listen", "off", "--log", "trace"])
        .env("NO_COLOR", "1")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut errors = server.stderr.take().unwrap();
    let logged = std::thread::spawn(move || {
        let mut text = Vec::new();
        errors.read_to_end(&mut text).unwrap();
        String::from_utf8_lossy(&text).into_owned()
    });
    let mut line = String::new();
    let mut output = BufReader::new(server.stdout.take().unwrap());
    output.read_line(&mut line).unwrap();
    let address = line.split_whitespace().find_map(|word| word.strip_suffix(';')).unwrap().to_owned();
    let mut client = EngineServiceClient::connect(format!("http://{address}")).await.unwrap();

    let mut secrets = vec!["a7".repeat(8), "A7".repeat(8), "167, 167, 167".into(), "p6enp6en".into()];
    for game in GAMES {
        let mut state = client.new_game(new_game(game, 0xa7)).await.unwrap().into_inner().state;
        for step in 0..40 {
            let listed = client.legal_moves(pb::LegalMovesRequest { state: state.clone(), ..Default::default() }).await;
            let legal = listed.unwrap().into_inner().legal_moves.unwrap().moves;
            let Some(mv) = legal.get(choose(5, step, legal.len().max(1))).map(|mv| mv.text.clone()) else { break };
            let refused = pb::ApplyRequest {
                state: state.clone(),
                moves: vec![text(&format!("{mv}, KS KH"))],
                ..Default::default()
            };
            let _ = client.apply(refused).await;
            if mv.contains(' ') {
                secrets.push(mv.clone());
            }
            let request = pb::ApplyRequest { state, moves: vec![text(&mv)], ..Default::default() };
            state = client.apply(request).await.unwrap().into_inner().state;
        }
    }
    server.kill().unwrap();
    server.wait().unwrap();
    let logged = logged.join().unwrap();
    assert!(logged.lines().count() > 100, "trace lines are there:\n{logged}");
    for secret in secrets {
        assert!(!logged.contains(&secret), "{secret:?} is logged");
    }
}
