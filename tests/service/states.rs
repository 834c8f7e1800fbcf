//! State bytes: durable, sealed or checked, and trusted for nothing.

use crate::support::{GAMES, choose, new_game, text};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use taash::engine::{Engine, Limits};
use taash::wire::pb::engine::{self as pb, Game, Reason};
use taash::wire::{KeyRing, MAX_STATE_BYTES, Refusal, States};

fn engine() -> Engine {
    Engine::new(Limits::default(), States::unsealed())
}

fn ring(lines: &[(u16, char)]) -> KeyRing {
    let text: String = lines.iter().map(|(id, digit)| format!("{id} {}\n", String::from(*digit).repeat(64))).collect();
    KeyRing::parse(&text).unwrap()
}

fn sealed(lines: &[(u16, char)], accept_unsealed: bool) -> Engine {
    Engine::new(Limits::default(), States::sealed(ring(lines), accept_unsealed))
}

fn start(engine: &Engine, game: Game, seed: u8) -> pb::NewGameResponse {
    engine.new_game(&new_game(game, seed), || unreachable!("the request brings a seed")).unwrap()
}

fn legal(engine: &Engine, state: &[u8]) -> Result<pb::LegalMovesResponse, Refusal> {
    engine.legal_moves(&pb::LegalMovesRequest { state: state.to_vec().into(), ..Default::default() })
}

fn reason(engine: &Engine, state: &[u8]) -> (Reason, String) {
    let refusal = legal(engine, state).unwrap_err();
    (refusal.reason(), refusal.message().detail.clone())
}

/// States along a match, a step apart.
fn states(engine: &Engine, game: Game, seed: u8, steps: usize) -> Vec<Vec<u8>> {
    let mut states = vec![start(engine, game, seed).state.to_vec()];
    for step in 0..steps {
        let state = states.last().unwrap();
        let moves = legal(engine, state).unwrap().legal_moves.unwrap().moves;
        if moves.is_empty() {
            break;
        }
        let mv = text(&moves[choose(seed.into(), step, moves.len())].text);
        let request = pb::ApplyRequest { state: state.clone().into(), moves: vec![mv], ..Default::default() };
        states.push(engine.apply(&request).unwrap().state.to_vec());
    }
    states
}

/// Gives an unsealed state the checksum of its payload: the bytes after the digest in the same hash.
pub(crate) fn mend(state: &mut [u8]) {
    let body = state.len() - 8;
    let mut key = *b"taash/v1/digest\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
    key[30..].copy_from_slice(&state[5..7]);
    let hash = blake3::keyed_hash(&key, &state[9..body]);
    state[body..].copy_from_slice(&hash.as_bytes()[16..24]);
}

#[test]
fn every_truncation_and_every_flipped_bit_is_noticed() {
    let engine = engine();
    for game in GAMES {
        let state = states(&engine, game, 1, 9).pop().unwrap();
        for length in 1..state.len() {
            let (reason, detail) = reason(&engine, &state[..length]);
            assert_eq!(reason, Reason::StateUnreadable, "{length} bytes: {detail}");
        }
        for bit in 0..state.len() * 8 {
            let mut flipped = state.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            let (reason, _) = reason(&engine, &flipped);
            // In the header a bit can make a newer format, game or rules version.
            let expected = matches!(reason, Reason::StateUnreadable)
                || (matches!(reason, Reason::StateVersionUnsupported) && (4..7).contains(&(bit / 8)));
            assert!(expected, "bit {bit}: {reason:?}");
        }
        let mut longer = state.clone();
        longer.extend_from_slice(&[0; 4]);
        mend(&mut longer);
        assert_eq!(reason(&engine, &longer), (Reason::StateUnreadable, "format".into()));
    }
    assert_eq!(reason(&engine, &[0x54; MAX_STATE_BYTES + 1]).0, Reason::StateUnreadable);
}

/// Positions that nobody dealt, behind a right checksum: refused, or playable to the end of what a test can wait for.
#[test]
fn a_forged_position_is_refused_or_can_be_played() {
    let engine = engine();
    let (mut refused, mut accepted) = (0, 0);
    for game in GAMES {
        for (n, state) in states(&engine, game, 2, 60).into_iter().enumerate() {
            for round in 0..120 {
                let mut forged = state.clone();
                for change in 0..=choose(11, round, 3) {
                    let place = 9 + choose(n as u64 * 31 + change as u64, round, forged.len() - 13);
                    forged[place] = match choose(13, round + change, 4) {
                        0 => 0xff,
                        1 => forged[place].wrapping_add(1),
                        2 => forged[9 + choose(17, round, forged.len() - 13)],
                        _ => u8::try_from(choose(19, round * 7 + n, 256)).unwrap(),
                    };
                }
                mend(&mut forged);
                match legal(&engine, &forged) {
                    Err(refusal) => {
                        refused += 1;
                        let known = [Reason::StateInvalid, Reason::StateUnreadable];
                        assert!(known.contains(&refusal.reason()), "{refusal}");
                        assert_eq!(refusal.reason() == Reason::StateInvalid, !refusal.message().faults.is_empty());
                    }
                    Ok(_) => {
                        accepted += 1;
                        play_on(&engine, forged, 40);
                    }
                }
            }
        }
    }
    assert!(
        refused > 1000 && accepted > 1000,
        "{refused} refused, {accepted} accepted: the forger is too tame or too wild"
    );
}

fn play_on(engine: &Engine, mut state: Vec<u8>, steps: usize) {
    for step in 0..steps {
        let answer = legal(engine, &state).unwrap();
        let (status, moves) = (answer.status.unwrap(), answer.legal_moves.unwrap().moves);
        assert_eq!(status.match_over, moves.is_empty());
        engine.score(&pb::ScoreRequest { state: state.clone().into(), text: true }).unwrap();
        let include = crate::support::views_for(crate::support::all_viewers(status.seats));
        engine.view(&pb::ViewRequest { state: state.clone().into(), include }).unwrap();
        if moves.is_empty() {
            return;
        }
        let request = pb::ApplyRequest {
            state: state.into(),
            moves: vec![text(&moves[choose(23, step, moves.len())].text)],
            client_seed: status.awaits_client_seed.then(|| vec![1].into()),
            ..Default::default()
        };
        state = engine.apply(&request).unwrap().state.to_vec();
    }
}

#[test]
fn sealed_states_are_the_same_bytes_everywhere_and_open_with_any_key_of_the_ring() {
    let (old, rotated) = (sealed(&[(1, 'a')], false), sealed(&[(2, 'b'), (1, 'a')], false));
    for game in GAMES {
        let state = start(&old, game, 5);
        assert_eq!(state.state, start(&sealed(&[(1, 'a')], false), game, 5).state);
        let plain = start(&engine(), game, 5);
        assert_eq!(plain.status, state.status, "the digest does not depend on the key");
        assert!(state.state.len() <= MAX_STATE_BYTES);
        let listed = legal(&rotated, &state.state).unwrap();
        assert_eq!(listed, legal(&old, &state.state).unwrap());
        let mv = text(&listed.legal_moves.unwrap().moves[0].text);
        let request = pb::ApplyRequest { state: state.state.clone(), moves: vec![mv], ..Default::default() };
        let next = rotated.apply(&request).unwrap().state;
        assert_eq!(reason(&old, &next), (Reason::StateUnreadable, "unknown_key".into()), "sealed with the new key");
        let window = [5_u8; 8];
        assert!(!state.state.windows(8).any(|bytes| bytes == window), "the seed does not show");
        assert!(plain.state.windows(8).any(|bytes| bytes == window));
    }
}

#[test]
fn sealed_states_cannot_be_altered_and_unsealed_ones_are_taken_only_when_told() {
    let keys = sealed(&[(7, 'c')], false);
    for game in GAMES {
        let state = start(&keys, game, 5).state.to_vec();
        for bit in 0..state.len() * 8 {
            let mut flipped = state.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(legal(&keys, &flipped).is_err(), "bit {bit}");
        }
        for length in 1..state.len() {
            assert_eq!(reason(&keys, &state[..length]).0, Reason::StateUnreadable);
        }
        assert_eq!(reason(&engine(), &state), (Reason::StateUnreadable, "sealed".into()));
        let plain = start(&engine(), game, 5).state;
        assert_eq!(reason(&keys, &plain), (Reason::StateUnreadable, "unsealed".into()));
        assert!(legal(&sealed(&[(7, 'c')], true), &plain).is_ok());
        let mut tampered = state.clone();
        *tampered.last_mut().unwrap() ^= 1;
        assert_eq!(reason(&keys, &tampered), (Reason::StateUnreadable, "tag".into()));
    }
}

#[test]
fn a_known_format_is_written_when_asked_and_an_unknown_one_never() {
    assert!(States::unsealed().writing(0).is_none() && States::unsealed().writing(2).is_none());
    let first = Engine::new(Limits::default(), States::unsealed().writing(1).unwrap());
    for game in GAMES {
        let state = start(&first, game, 5).state;
        assert_eq!(state[4], 1, "the format stands behind the magic");
        assert!(legal(&engine(), &state).is_ok());
    }
}

#[test]
fn digests_tell_states_apart_and_nothing_else() {
    let engine = engine();
    for game in GAMES {
        let mut seen = std::collections::BTreeSet::new();
        for state in states(&engine, game, 3, 50) {
            let digest = legal(&engine, &state).unwrap().status.unwrap().state_digest;
            assert_eq!(digest.len(), 16);
            assert!(seen.insert(digest), "two states of a match with one digest");
        }
    }
}

#[test]
fn states_stay_short() {
    let engine = engine();
    for game in GAMES {
        let longest = states(&engine, game, 8, 400).iter().map(Vec::len).max().unwrap();
        assert!(longest <= 250, "{game:?}: {longest} bytes at four seats");
    }
}

/// The states of every released format stay readable: each line of the corpus is a state, the digest it must have, and
/// how many legal moves.
#[test]
fn the_corpus_of_released_formats_reads_back() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/states");
    if std::env::var_os("TAASH_BLESS").is_some() {
        write_corpus(&folder.join("format-1.txt"));
    }
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    let engine = engine();
    for file in files {
        let corpus = std::fs::read_to_string(&file).unwrap();
        let mut games = std::collections::BTreeSet::new();
        for line in corpus.lines().filter(|line| !line.starts_with('#')) {
            let [state, digest, count] = line.split(' ').collect::<Vec<_>>().try_into().unwrap();
            let answer = legal(&engine, &from_hex(state)).unwrap();
            let status = answer.status.unwrap();
            games.insert(status.game);
            assert_eq!(to_hex(&status.state_digest), digest);
            assert_eq!(answer.legal_moves.unwrap().count.to_string(), count);
        }
        assert_eq!(games.len(), GAMES.len(), "every game in {}", file.display());
    }
}

fn write_corpus(file: &Path) {
    let engine = engine();
    let mut corpus = String::from("# state, digest, number of legal moves; never changed after a release\n");
    for game in GAMES {
        for state in states(&engine, game, 4, 240).iter().step_by(12) {
            let answer = legal(&engine, state).unwrap();
            let digest = to_hex(&answer.status.unwrap().state_digest);
            writeln!(corpus, "{} {digest} {}", to_hex(state), answer.legal_moves.unwrap().count).unwrap();
        }
    }
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, corpus).unwrap();
}

fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").unwrap();
        text
    })
}

fn from_hex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).unwrap()).collect()
}
