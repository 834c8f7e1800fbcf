//! Move trees counted to a depth, from fixed deals: a change in what is legal anywhere near them changes a number.
//!
//! The files are `tests/data/perft/<game>.txt`. A line `match …` begins a match, `moves …` makes moves of it, and `3 1960`
//! says that there are 1960 ways to make three moves more. `TAASH_BLESS=1` writes the counts anew.

use crate::support::{Beginning, blessing, data_path, legal, mv, shuffles};
use std::fmt::Write;
use std::fs;
use taash::cards::Seed;
use taash::games::{Listing, Position};

/// How many sequences of that many moves there are; none that go on after the match is over.
fn count<P: Position>(position: &P, depth: u32, seed: &Seed) -> u64 {
    if depth == 0 {
        return 1;
    }
    let (moves, listing) = legal(position, None);
    assert_eq!(listing, Listing::Complete);
    if depth == 1 {
        return moves.len() as u64;
    }
    let next = moves.iter().map(|mv| {
        let mut next = position.clone();
        next.make(mv, &mut shuffles(seed), &mut ()).unwrap();
        count(&next, depth - 1, seed)
    });
    next.sum()
}

/// Runs a file, and writes it anew with the counts found.
fn counts<P: Position>() {
    let path = data_path(&format!("perft/{}.txt", P::NAME));
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{} has no counts: {e}", P::NAME));
    let mut current: Option<Beginning<P>> = None;
    let (mut found, mut lines) = (String::new(), 0);
    for line in text.lines() {
        if let Some(beginning) = Beginning::<P>::read(line) {
            current = Some(beginning);
        } else if let Some(moves) = line.strip_prefix("moves ") {
            let beginning = current.as_mut().expect("moves of no match");
            for text in moves.split(';') {
                beginning.play(&mv::<P>(text.trim()));
            }
        } else if let Some(depth) = line.split(' ').next().and_then(|word| word.parse().ok()) {
            let beginning = current.as_ref().expect("counts of no match");
            lines += 1;
            writeln!(found, "{depth} {}", count(&beginning.position, depth, &beginning.seed)).unwrap();
            continue;
        }
        writeln!(found, "{line}").unwrap();
    }
    assert!(lines >= 5, "{} has few counts", P::NAME);
    if blessing() {
        fs::write(&path, found).unwrap();
    } else {
        assert_eq!(found, text, "{}", path.display());
    }
}

macro_rules! perft {
    ($($Game:ident $game:ident $number:literal $letter:ident $title:literal;)+) => {
        $(
            mod $game {
                #[test]
                fn has_as_many_moves_as_ever() {
                    super::counts::<taash::games::$game::Position>();
                }
            }
        )+
    };
}

taash::for_each_game!(perft);
