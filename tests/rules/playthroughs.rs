//! Whole matches written down: every move with the number of legal ones, what happened, what was seen, the score.
//!
//! The files are `tests/playthroughs/<game>_<preset>.txt`, one for every preset. A test plays the moves of its file
//! again, those in lines with a `>`, and compares every word. They show that nothing has changed, not that it is
//! right. `TAASH_BLESS=1` writes them anew, with the moves of a random player.

use crate::support::{Beginning, Dice, blessing, data_path, legal, mv, shuffle_of};
use std::fmt::Write;
use std::fs;
use taash::games::{Options, Phase, Position, Seat, Viewer};

/// The most moves of a transcript.
const MOVES: usize = 260;

/// Writes a match down; `choose` says what is played, and ends the transcript with `None`.
fn transcript<P: Position>(intro: &str, mut choose: impl FnMut(&[P::Move]) -> Option<P::Move>) -> String {
    let mut out = intro.to_owned();
    let line = intro.lines().find(|line| line.starts_with("match ")).expect("a line that begins a match");
    let mut game = Beginning::<P>::read(line).unwrap();
    let mut in_deal = 0;
    for _ in 0..MOVES {
        let before = game.position.clone();
        let (moves, _) = legal(&before, None);
        let Some(mv) = (before.phase() != Phase::Over).then(|| choose(&moves)).flatten() else { break };
        if before.phase() == Phase::Deal {
            let deal = before.deal_number() + 1;
            let cards = before.cards_to_shuffle(&mv).expect("a deal shuffles");
            writeln!(out, "\ndeal {deal}\norder {}", shuffle_of(&game.seed, cards, deal, 0)).unwrap();
            in_deal = 0;
        }
        let events = game.play(&mv);
        let turn = before.turn().map_or_else(|| "-".to_owned(), |seat| seat.to_string());
        writeln!(out, "{turn} > {mv} | {} legal", moves.len()).unwrap();
        in_deal += 1;
        let after = &game.position;
        let ended = matches!(after.phase(), Phase::Deal | Phase::Over);
        if after.deal_number() == 1 || ended || in_deal == 1 {
            events.iter().for_each(|event| writeln!(out, "    {event:?}").unwrap());
        }
        if after.deal_number() == 1 && (in_deal == 6 || ended) {
            let seats = Seat::all(after.seats()).map(Viewer::Seat);
            for viewer in seats.chain([Viewer::Spectator, Viewer::Referee]) {
                writeln!(out, "    {viewer:?} sees {:?}", after.view(viewer)).unwrap();
            }
        }
        if ended {
            let standing = after.standing();
            for (i, seat) in standing.seats.iter().enumerate() {
                writeln!(out, "seat {i}: place {}, total {}, deal {}", seat.place, seat.total, seat.last_deal).unwrap();
            }
            writeln!(out, "{:?}", after.score()).unwrap();
            if after.phase() == Phase::Over {
                writeln!(out, "winners {:?}", standing.winners).unwrap();
            }
        }
    }
    out
}

/// Compares the transcript of each preset with what its moves lead to now.
fn presets<P: Position>(matches: &[&str]) {
    assert_eq!(matches.len(), P::Options::PRESETS.len(), "one match for every preset");
    for (preset, words) in P::Options::PRESETS.iter().zip(matches) {
        let path = data_path(&format!("playthroughs/{}_{}.txt", P::NAME, preset.to_lowercase()));
        if blessing() {
            fs::write(&path, random_match::<P>(preset, words)).unwrap();
        }
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{} {preset}: {e}", P::NAME));
        assert!(text.len() < 60_000, "{} is {} bytes long", path.display(), text.len());
        let intro: String =
            text.lines().take_while(|line| !line.is_empty()).fold(String::new(), |all, line| all + line + "\n");
        let mut moves = text.lines().filter_map(|line| line.split_once(" > ")?.1.split_once(" | ")).map(|(mv, _)| mv);
        let now = transcript::<P>(&intro, |_| moves.next().map(mv::<P>));
        for (number, (then, now)) in text.lines().zip(now.lines()).enumerate() {
            assert_eq!(now, then, "{}:{}", path.display(), number + 1);
        }
        assert_eq!(now.lines().count(), text.lines().count(), "{}", path.display());
    }
}

/// A match of random players who draw less and end deals sooner than chance would have it.
fn random_match<P: Position>(preset: &str, words: &str) -> String {
    let intro = format!("# {} {preset}\nmatch preset={preset} {words}\n", P::NAME);
    let mut dice = Dice::new(&intro, 0);
    transcript::<P>(&intro, |moves| {
        let call = moves.iter().find(|mv| mv.to_string() == "call");
        let mv = call.unwrap_or_else(|| dice.pick(moves));
        let mv = if mv.to_string() == "draw" { dice.pick(moves) } else { mv };
        Some(mv.clone())
    })
}

#[test]
fn jhyap_plays_as_ever() {
    presets::<taash::games::jhyap::Position>(&[
        "seats=3 dealer=0 starter=2 seed=jhyap",
        "seats=5 seed=israeli",
        "seats=2 dealer=1 seed=nepali",
    ]);
}

#[test]
fn pis_yedili_plays_as_ever() {
    presets::<taash::games::pis_yedili::Position>(&["seats=4 dealer=3 seed=pis", "seats=5 seed=yedili"]);
}

#[test]
fn seep_plays_as_ever() {
    presets::<taash::games::seep::Position>(&["seats=4 dealer=0 seed=seep", "seats=4 seed=sweep"]);
}
