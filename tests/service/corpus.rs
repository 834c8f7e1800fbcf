//! The corpora of the fuzz targets: small, committed, and all of them run by `cargo test` as well.

use crate::support::{GAMES, all_viewers, choose, new_game, text};
use prost::Message;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use taash::engine::{Engine, Limits};
use taash::wire::States;
use taash::wire::pb::engine as pb;

fn folder(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus").join(target)
}

/// What a corpus holds when it is written anew: inputs from real matches, by name.
fn made(target: &str) -> BTreeMap<String, Vec<u8>> {
    let engine = Engine::new(Limits::default(), States::unsealed());
    let mut inputs = BTreeMap::new();
    for game in GAMES {
        let name = format!("{game:?}").to_lowercase();
        let request = new_game(game, 12);
        let mut state = engine.new_game(&request, || unreachable!("the request brings a seed")).unwrap().state;
        let mut calls = part(0, &request);
        for step in 0..45 {
            let query = pb::LegalMovesRequest { state: state.clone(), ..Default::default() };
            let legal = engine.legal_moves(&query).unwrap().legal_moves.unwrap().moves;
            let Some(mv) = legal.get(choose(6, step, legal.len().max(1))).map(|mv| mv.text.clone()) else { break };
            if step % 9 == 0 {
                let input = match target {
                    "state_bytes" => state.to_vec(),
                    "move_text" => mv.clone().into_bytes(),
                    _ => calls.clone(),
                };
                inputs.insert(format!("{name}-{step:02}"), input);
            }
            let include = Some(pb::Include { legal_moves: true, viewers: all_viewers(4), ..Default::default() });
            let apply = pb::ApplyRequest { moves: vec![text(&mv)], include, ..Default::default() };
            calls.extend(part(1, &apply));
            state = engine.apply(&pb::ApplyRequest { state, ..apply }).unwrap().state;
        }
    }
    inputs
}

/// A call as the target `requests` reads it: kind, length, message.
fn part(kind: u8, message: &impl Message) -> Vec<u8> {
    let bytes = message.encode_to_vec();
    let mut part = vec![kind];
    part.extend(u16::try_from(bytes.len()).unwrap().to_le_bytes());
    part.extend(bytes);
    part
}

#[test]
fn the_corpora_are_there_and_their_inputs_still_mean_something() {
    for target in ["state_bytes", "move_text", "requests"] {
        let folder = folder(target);
        if std::env::var_os("TAASH_BLESS").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            for (name, input) in made(target) {
                std::fs::write(folder.join(name), input).unwrap();
            }
        }
        let inputs: Vec<Vec<u8>> =
            std::fs::read_dir(&folder).unwrap().map(|entry| std::fs::read(entry.unwrap().path()).unwrap()).collect();
        assert!(inputs.len() >= 12, "{target}: {}", inputs.len());
        let engine = Engine::new(Limits::default(), States::unsealed());
        let accepted = inputs.iter().filter(|input| match target {
            "state_bytes" => engine.score(&pb::ScoreRequest { state: (*input).clone().into(), text: true }).is_ok(),
            "move_text" => std::str::from_utf8(input).is_ok_and(|text| !text.is_empty()),
            _ => {
                let length = usize::from(u16::from_le_bytes([input[1], input[2]]));
                pb::NewGameRequest::decode(&input[3..3 + length]).is_ok_and(|request| request.options.is_some())
            }
        });
        assert_eq!(accepted.count(), inputs.len(), "{target}");
    }
}
