//! Any sequence of requests is answered or refused. The input is a list of parts, each a kind, a length and bytes: the bytes
//! are the request as protobuf, and an empty state in them stands for the newest state that a call has given.
#![no_main]

use libfuzzer_sys::fuzz_target;
use prost::Message;
use taash::wire::pb::engine as pb;
use taash::engine::{Engine, Limits};
use taash::wire::States;

fuzz_target!(|input: &[u8]| {
    let engine = Engine::new(Limits::default(), States::unsealed());
    let mut newest = prost::bytes::Bytes::new();
    let mut rest = input;
    let mut calls = 0;
    while let [kind, low, high, tail @ ..] = rest {
        let length = usize::from(u16::from_le_bytes([*low, *high])).min(tail.len());
        let (bytes, next) = tail.split_at(length);
        rest = next;
        calls += 1;
        if calls > 40 {
            return;
        }
        let given = |state: prost::bytes::Bytes| if state.is_empty() { newest.clone() } else { state };
        match kind % 8 {
            0 => {
                let Ok(request) = pb::NewGameRequest::decode(bytes) else { continue };
                if let Ok(answer) = engine.new_game(&request, || [7; 32]) {
                    newest = answer.state;
                }
            }
            1 => {
                let Ok(mut request) = pb::ApplyRequest::decode(bytes) else { continue };
                request.state = given(request.state);
                if let Ok(answer) = engine.apply(&request) {
                    newest = answer.state;
                }
            }
            2 => {
                let Ok(mut request) = pb::LegalMovesRequest::decode(bytes) else { continue };
                request.state = given(request.state);
                let _ = engine.legal_moves(&request);
            }
            3 => {
                let Ok(mut request) = pb::ViewRequest::decode(bytes) else { continue };
                request.state = given(request.state);
                let _ = engine.view(&request);
            }
            4 => {
                let Ok(request) = pb::ReplayRequest::decode(bytes) else { continue };
                let _ = engine.replay(&request, || [7; 32]);
            }
            5 => {
                let Ok(request) = pb::VerifyDealsRequest::decode(bytes) else { continue };
                let _ = engine.verify_deals(&request);
            }
            7 => {
                let Ok(request) = pb::DeriveShufflesRequest::decode(bytes) else { continue };
                let _ = engine.derive_shuffles(&request);
            }
            _ => {
                let Ok(mut request) = pb::ScoreRequest::decode(bytes) else { continue };
                request.state = given(request.state);
                let _ = engine.score(&request);
            }
        }
    }
});
