//! Any bytes are a state or a refusal. The checksum is mended first, so that the fuzzer reaches the position behind it;
//! whatever is accepted can be looked at, listed and played on.
#![no_main]

use libfuzzer_sys::fuzz_target;
use taash::engine::{Engine, Limits};
use taash::wire::pb::engine as pb;
use taash::wire::States;

fuzz_target!(|bytes: &[u8]| {
    let engine = Engine::new(Limits::default(), States::unsealed());
    let mut state = bytes.to_vec();
    // Header and checksum.
    if state.len() >= 9 + 8 {
        let body = state.len() - 8;
        let mut key = *b"taash/v1/digest\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
        key[30..].copy_from_slice(&state[5..7]);
        let hash = blake3::keyed_hash(&key, &state[9..body]);
        state[body..].copy_from_slice(&hash.as_bytes()[16..24]);
    }
    // A few moves on, always the one that the bytes choose.
    for step in 0..6 {
        let request = pb::LegalMovesRequest { state: state.clone().into(), ..Default::default() };
        let Ok(answer) = engine.legal_moves(&request) else { return };
        let (Some(status), Some(legal)) = (answer.status, answer.legal_moves) else { panic!("an answer has both") };
        assert!(status.match_over == legal.moves.is_empty(), "a legal move until the match is over");
        engine.score(&pb::ScoreRequest { state: state.clone().into(), text: true }).expect("an accepted state has a score");
        let viewers = [
            pb::viewer::Viewer::Seat(0),
            pb::viewer::Viewer::Spectator(pb::Spectator {}),
            pb::viewer::Viewer::Referee(pb::Referee {}),
        ];
        let viewers = viewers.map(|viewer| pb::Viewer { viewer: Some(viewer) }).into();
        let include = Some(pb::Include { viewers, ..Default::default() });
        engine.view(&pb::ViewRequest { state: state.clone().into(), include }).expect("and views");
        if legal.moves.is_empty() {
            return;
        }
        let choice = usize::from(bytes.get(9 + step).copied().unwrap_or(0)) % legal.moves.len();
        let mv = pb::r#move::Move::Text(legal.moves[choice].text.clone());
        let request = pb::ApplyRequest {
            state: state.clone().into(),
            moves: vec![pb::Move { r#move: Some(mv) }],
            client_seed: status.awaits_client_seed.then(|| b"fuzz".as_slice().into()),
            ..Default::default()
        };
        state = engine.apply(&request).expect("a listed move is accepted").state.to_vec();
    }
});
