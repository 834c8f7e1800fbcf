//! `taash play` as a person meets it: the program, its arguments, its input and its output.

use super::support::Server;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

const SEED: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_taash"));
    command.arg("play").args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn play(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

fn play_with(arguments: &[&str], input: &str) -> Output {
    let mut child = command(arguments).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Asserts that a match was played to its end, and returns what was printed.
fn finished(arguments: &[&str]) -> String {
    let output = play(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
    let text = stdout(&output);
    for part in ["Deal 1 ", "Score of deal 1", "The match is over", "win", "    1. seat ", SEED] {
        assert!(text.contains(part), "{arguments:?} lacks {part:?}:\n{text}");
    }
    assert!(!text.contains('\x1b') && text.is_ascii(), "{arguments:?} is not plain");
    text
}

/// Asserts that the arguments are refused, and that the complaint names these.
fn wrong(arguments: &[&str], names: &[&str]) {
    let output = play(arguments);
    assert_eq!(output.status.code(), Some(64), "{arguments:?}: {}", stderr(&output));
    assert!(output.stdout.is_empty());
    for name in names {
        assert!(stderr(&output).contains(name), "{arguments:?} does not name {name}: {}", stderr(&output));
    }
}

const PRESETS: [(&str, &[&str]); 3] =
    [("jhyap", &["CLASSIC", "ISRAELI", "NEPALI"]), ("seep", &["CLASSIC", "CASUAL"]), ("pis_yedili", &["CLASSIC"])];

#[test]
fn every_preset_of_every_game_is_played_to_its_end() {
    for (game, presets) in PRESETS {
        for preset in presets {
            finished(&[game, "--preset", preset, "--seed", SEED]);
        }
        // The complaint about a wrong preset names all, so none is left out above.
        let output = stderr(&play(&[game, "--preset", "nonsense"]));
        let named = output.trim().rsplit("there are: ").next().unwrap().split(", ").collect::<Vec<_>>();
        for preset in &named {
            finished(&[game, "--preset", &preset.to_lowercase(), "--seed", SEED]);
        }
        assert!(presets.iter().all(|preset| named.contains(preset)), "{named:?}");
    }
}

#[test]
fn the_fewest_and_the_most_seats_play_to_the_end() {
    for (game, seats) in [("jhyap", "2"), ("jhyap", "5"), ("pis-yedili", "2"), ("pis_yedili", "8")] {
        let text = finished(&[game, "--seats", seats, "--seed", SEED]);
        assert!(text.contains(&format!("with {seats} seats")));
    }
}

#[test]
fn the_same_seed_plays_the_same_match_here_and_at_a_server() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let server = runtime.block_on(Server::start());
    for (game, _) in PRESETS {
        let here = finished(&[game, "--seed", SEED]);
        assert_eq!(here, finished(&[game, "--seed", SEED]));
        assert_eq!(here, finished(&[game, "--seed", SEED, "--address", &server.address]));
        let other = play(&[game, "--seed", &SEED.replace('0', "f")]);
        assert_ne!(here, stdout(&other));
    }
}

#[test]
fn options_reach_the_match() {
    let text = finished(&["jhyap", "--option", "max_turns=10", "--option", "call-limit=0", "--seed", SEED]);
    assert!(text.contains("Score of deal 1: the turn limit is reached"), "{text}");
    let text = finished(&["seep", "--option", "sweep_points=7", "--seed", SEED]);
    assert!(text.contains("sweep! +7 for team "), "{text}");
}

#[test]
fn the_score_sheet_names_its_rules_and_houses_their_owners() {
    let seep = finished(&["seep", "--seed", SEED]);
    for part in ["  S3\n", "  S55\n", "  S57\n", " took ", "captured  team 0 "] {
        assert!(seep.contains(part), "no {part:?} in\n{seep}");
    }
    assert!(seep.lines().any(|line| line.contains("house ") && line.contains(" (seat ")), "{seep}");
    let jhyap = finished(&["jhyap", "--seed", SEED]);
    assert!(jhyap.contains("  J37\n") && jhyap.contains("drew "));
    let pis_yedili = finished(&["pis_yedili", "--seed", SEED]);
    assert!(pis_yedili.contains("  P45\n") && pis_yedili.contains("skipped seat "));
}

#[test]
fn a_person_moves_by_number_and_text_and_is_told_why_not() {
    // The bidder of this match is the seat that sees a hand of four.
    let seat = (0..4)
        .map(|seat| seat.to_string())
        .find(|seat| stdout(&play_with(&["seep", "--seed", SEED, "--seat", seat], "q\n")).contains("bidder you"))
        .unwrap();
    let arguments = ["seep", "--seed", SEED, "--seat", &seat];
    let output = play_with(&arguments, "?\nthrow AC\nnonsense\n99\n1\n1\nq\n");
    assert!(output.status.success());
    let text = stdout(&output);
    for part in [
        "makes the move of that number",
        "refused (G2): ",
        "refused: “nonsense” is not understood; a move is",
        "there is no move 99",
        "  you     bid ",
        "the floor is ",
        "the rest is dealt",
        "    seat 0",
        " cards",
    ] {
        assert!(text.contains(part) || (part == "    seat 0" && seat == "0"), "no {part:?} in\n{text}");
    }
    // No hand but the person's own is shown.
    let hands = text.lines().filter(|line| line.starts_with("    seat "));
    assert!(hands.clone().count() >= 6);
    for hand in hands {
        assert!(hand.ends_with(" cards"), "{hand}");
    }
    assert!(!text.contains("The match is over") && !text.contains(SEED));
    let bid = text.lines().find_map(|line| line.strip_prefix("      1  ")).unwrap();
    let typed = stdout(&play_with(&arguments, &format!("{}\nq\n", bid.to_uppercase())));
    assert!(typed.contains("the floor is "), "{typed}");
}

#[test]
fn a_person_can_play_a_whole_match() {
    for (game, _) in PRESETS {
        let output = play_with(&[game, "--seed", SEED, "--seat", "1", "--max-moves", "100000"], &"1\n".repeat(5000));
        let text = stdout(&output);
        assert!(output.status.success(), "{game}: {}", stderr(&output));
        assert!(text.contains("The match is over"), "{game}");
        assert!(text.contains(" you "));
    }
}

#[test]
fn colour_is_given_when_asked_for() {
    let text = stdout(&play(&["jhyap", "--seed", SEED, "--colour", "always"]));
    assert!(text.contains("\x1b[31m") && text.contains('♥'));
    let plain = finished(&["jhyap", "--seed", SEED, "--colour", "never"]);
    assert_eq!(plain.lines().count(), text.lines().count());
}

#[test]
fn an_unknown_name_is_refused_with_the_names_that_exist() {
    wrong(&[], &["jhyap", "seep", "pis_yedili"]);
    wrong(&["bridge"], &["\"bridge\"", "jhyap", "seep", "pis_yedili"]);
    wrong(&["seep", "--preset", "fast"], &["\"fast\"", "CLASSIC", "CASUAL"]);
    wrong(&["seep", "--option", "speed=3"], &["\"speed\"", "sweep_points = 0 to 100 (S53)", "absorb_sums"]);
    wrong(&["seep", "--option", "speed"], &["name=value"]);
    wrong(&["seep", "--option", "ten_of_diamonds=3"], &["6 or 2"]);
    wrong(&["seep", "--option", "absorb_sums=never"], &["OPTIONAL or MANDATORY"]);
    wrong(&["seep", "--seats", "5"], &["seep has 2 to 4 seats"]);
    wrong(&["seep", "--seat", "4"], &["0 to 3"]);
    wrong(&["seep", "--seed", "12"], &["64 hexadecimal digits"]);
}

#[test]
fn a_match_that_does_not_end_is_a_failure() {
    let output = play(&["jhyap", "--seed", SEED, "--max-moves", "3"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("3 moves"));
    let output = play(&["jhyap", "--address", "http://127.0.0.1:1"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("no answer from http://127.0.0.1:1"));
}

#[test]
fn a_reader_that_leaves_is_no_fault() {
    let mut child = command(&["jhyap", "--seed", SEED]).spawn().unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    assert_eq!(line, "Taash: jhyap with 4 seats\n");
    drop(reader);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{:?}", output.status);
    assert_eq!(stderr(&output), "");
}
