//! `taash play` from outside: the program, its output and its exit code.

use crate::support::Server;
use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};

const GAMES: [&str; 3] = ["jhyap", "seep", "pis_yedili"];
const SEED: &str = "0707070707070707070707070707070707070707070707070707070707070707";

fn taash(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_taash"));
    command.arg("play").args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn play(arguments: &[&str]) -> Output {
    taash(arguments).output().unwrap()
}

/// What a person sees who types that.
fn typed(arguments: &[&str], input: &str) -> (Option<i32>, String) {
    let mut child = taash(arguments).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

fn finished(output: &Output) -> String {
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{complaint}");
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert!(text.contains("The match is over"), "{text}");
    assert!(text.contains(" win"), "{text}");
    assert!(text.contains("Score of deal 1"), "{text}");
    text
}

#[test]
fn every_game_is_played_to_its_end_and_the_same_seed_plays_the_same() {
    for game in GAMES {
        let text = finished(&play(&[game, "--seed", SEED]));
        assert!(text.contains(SEED), "the seed is told");
        assert!(!text.contains('\x1b'), "no escape codes where no terminal is");
        assert_eq!(text, finished(&play(&[game, "--seed", SEED])));
        let other = SEED.replace("07", "11");
        assert_ne!(text, finished(&play(&[game, "--seed", &other])));
    }
}

#[test]
fn colour_can_be_asked_for_and_changes_nothing_else() {
    let coloured = finished(&play(&["pis_yedili", "--seed", SEED, "--colour", "always"]));
    assert!(coloured.contains('\x1b'));
    let mut plain = String::new();
    for (i, piece) in coloured.split('\x1b').enumerate() {
        plain.push_str(if i == 0 { piece } else { piece.split_once('m').unwrap().1 });
    }
    let lines = |text: &str| text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
    assert_eq!(lines(&plain), lines(&finished(&play(&["pis_yedili", "--seed", SEED]))));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_plays_the_same_match_as_this_process() {
    let server = Server::start().await;
    for game in GAMES {
        let address = server.address.clone();
        let far = move || play(&[game, "--seed", SEED, "--address", &address]);
        let far = tokio::task::spawn_blocking(far).await.unwrap();
        assert_eq!(finished(&far), finished(&play(&[game, "--seed", SEED])));
    }
}

#[test]
fn presets_options_and_seats_are_heard() {
    finished(&play(&["jhyap", "--preset", "nepali", "--seats", "2", "--option", "limit=50", "--seed", SEED]));
    let text = finished(&play(&["pis_yedili", "--seats", "3", "--option", "deals=1", "--seed", SEED]));
    assert!(text.contains("seat 2") && !text.contains("seat 3") && !text.contains("Score of deal 2"), "{text}");
}

#[test]
fn what_is_not_there_is_told_with_what_is() {
    for (arguments, told) in [
        (&["whist"][..], "pis_yedili"),
        (&["seep", "--preset", "NEPALI"], "CASUAL"),
        (&["seep", "--option", "jokers=2"], "baazi_lead"),
        (&["seep", "--option", "sweep_points=101"], "0 to 100"),
        (&["jhyap", "--seats", "9"], "2 to 5"),
        (&["jhyap", "--seat", "4"], "seat 4"),
        (&["jhyap", "--seed", "7"], "64"),
    ] {
        let output = play(arguments);
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(64), "{arguments:?}: {complaint}");
        assert!(complaint.contains(told), "{arguments:?}: {complaint}");
    }
}

#[test]
fn a_person_plays_by_number_and_by_text_and_hears_refusals() {
    let seat_1 = ["seep", "--seat", "1", "--seed", SEED];
    let (code, text) = typed(&seat_1, "?\nbid 9\n99\n  BID   12 \nq\n");
    assert_eq!(code, Some(0));
    assert!(text.contains("1  bid 10") && text.contains("2  bid 12"), "{text}");
    assert!(text.contains("refused (S"), "a value that is not in the hand: {text}");
    assert!(text.contains("no move 99"), "{text}");
    assert!(text.contains("the floor is"), "the bid was made: {text}");
    let (_, by_number) = typed(&seat_1, "2\nq\n");
    assert!(by_number.contains("the floor is"), "{by_number}");
}

#[test]
fn a_person_sees_the_own_hand_alone_and_can_play_a_match_to_its_end() {
    let arguments = ["pis_yedili", "--seats", "2", "--seat", "0", "--option", "deals=1", "--seed", SEED];
    let (code, text) = typed(&arguments, &"1\n".repeat(1000));
    assert_eq!(code, Some(0));
    let before_the_end = text.split("Score of deal").next().unwrap();
    let first_table = before_the_end.split("your move").next().unwrap();
    assert!(
        first_table.lines().any(|line| line.trim_start().starts_with("seat 1") && line.contains("7 cards")),
        "{text}"
    );
    assert!(text.contains("The match is over"), "{text}");
}

#[test]
fn a_match_that_is_too_long_fails_and_a_reader_that_leaves_does_not() {
    assert_eq!(play(&["seep", "--seed", SEED, "--max-moves", "3"]).status.code(), Some(1));
    let mut child = taash(&["jhyap", "--seed", SEED, "--colour", "always"]).spawn().unwrap();
    let mut some = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut some).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}
