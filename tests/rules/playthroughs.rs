//! Whole matches written down: every move with the number of legal ones, what happened, what was seen, the score.
//!
//! The files are `tests/data/playthroughs/<game>_<name>.txt`, one for every preset and some more. A test plays the moves of its file
//! again, those in lines with a `>`, and compares every word. They show that nothing has changed, not that it is
//! right. `TAASH_BLESS=1` writes them anew, with the moves of a random player.

use crate::conformance::Game;
use crate::support::{Beginning, Dice, blessing, data_path, legal, mv, shuffle_of, shuffles};
use std::fmt::Write;
use std::fs;
use taash::cards::Seed;
use taash::games::{GameId, Options, Phase, Position, Seat, Viewer};

/// The length at which a transcript ends even if the match goes on.
const MAX_BYTES: usize = 50_000;

/// Writes a match down; `choose` says what is played, and ends the transcript with `None`.
fn transcript<P: Position>(intro: &str, mut choose: impl FnMut(&P, &Seed, &[P::Move]) -> Option<P::Move>) -> String {
    let mut out = intro.to_owned();
    let line = intro.lines().find(|line| line.starts_with("match ")).expect("a line that begins a match");
    let mut game = Beginning::<P>::read(line).unwrap();
    let mut in_deal = 0;
    while out.len() < MAX_BYTES {
        let before = game.position.clone();
        let (moves, _) = legal(&before, None);
        let Some(mv) = (before.phase() != Phase::Over).then(|| choose(&before, &game.seed, &moves)).flatten() else {
            break;
        };
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

/// Compares the transcripts with what their moves lead to now; there must be one for every preset.
fn transcripts<P: Game>(matches: &[(&str, &str)]) {
    for preset in P::Options::PRESETS {
        let shown = matches.iter().any(|(name, words)| *name == preset.to_lowercase() && !words.contains("preset="));
        assert!(shown, "{} {preset} has no transcript", P::NAME);
    }
    for (name, words) in matches {
        let path = data_path(&format!("playthroughs/{}_{name}.txt", P::NAME));
        if blessing() {
            fs::write(&path, random_match::<P>(name, words)).unwrap();
        }
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{} {name}: {e}", P::NAME));
        let intro = text.lines().take_while(|line| !line.is_empty()).fold(String::new(), |all, line| all + line + "\n");
        let mut moves = text.lines().filter_map(|line| line.split_once(" > ")?.1.split_once(" | ")).map(|(mv, _)| mv);
        let now = transcript::<P>(&intro, |_, _, _| moves.next().map(mv::<P>));
        for (number, (then, now)) in text.lines().zip(now.lines()).enumerate() {
            assert_eq!(now, then, "{}:{}", path.display(), number + 1);
        }
        assert_eq!(now.lines().count(), text.lines().count(), "{}", path.display());
    }
}

/// A match of players who choose at random, but like to hold few and low cards; calls are made at once.
fn random_match<P: Game>(name: &str, words: &str) -> String {
    let preset = if words.contains("preset=") { String::new() } else { format!("preset={} ", name.to_uppercase()) };
    let intro = format!("# {} {name}\nmatch {preset}{words}\n", P::NAME);
    let mut dice = Dice::new(&intro, 0);
    transcript::<P>(&intro, |position, seed, moves| {
        let call = moves.iter().find(|mv| mv.to_string() == "call");
        let left = |mv: &P::Move| {
            let mut next = position.clone();
            next.play(None, mv, &mut shuffles(seed), &mut ()).unwrap();
            let hand = position.turn().map(|seat| P::hand(&next.to_setup(), seat)).unwrap_or_default();
            hand.iter().map(|card| 1 + u32::from(card.number())).sum::<u32>()
        };
        // Any kind of move, so that the rare ones come up; now and then whatever it leaves in the hand.
        let kinds: Vec<usize> = (0..P::KINDS).filter(|&kind| moves.iter().any(|mv| P::kind(mv) == kind)).collect();
        let some = (0..8).map(|_| {
            let kind = *dice.pick(&kinds);
            let alike: Vec<&P::Move> = moves.iter().filter(|mv| P::kind(mv) == kind).collect();
            *dice.pick(&alike)
        });
        let some: Vec<&P::Move> = some.collect();
        let mv = if dice.once_in(6) { Some(some[0]) } else { some.into_iter().min_by_key(|mv| left(mv)) };
        call.or(mv).cloned()
    })
}

/// The transcripts of each game: the name of the file, and how its match begins.
const fn matches(game: GameId) -> &'static [(&'static str, &'static str)] {
    match game {
        GameId::Jhyap => &[
            ("classic", "seats=3 dealer=0 starter=2 seed=jhyap"),
            ("israeli", "seats=4 seed=israeli"),
            ("nepali", "seats=2 dealer=1 seed=nepali"),
            ("short", "preset=CLASSIC limit=52 max_turns=60 seats=5 seed=short"),
            ("large", "preset=CLASSIC large_table=1 limit=100 seats=8 seed=large"),
        ],
        GameId::Seep => &[
            ("classic", "seats=4 dealer=0 seed=seep"),
            ("casual", "seats=4 seed=sweep"),
            ("punjab", "seats=4 seed=punjab"),
            ("two_players", "preset=PUNJAB two_players=1 baazis=2 seats=2 seed=two"),
            ("choices", "preset=CLASSIC throws=LAST_RESORT capture=ANY seats=4 seed=choices"),
            ("mandatory", "preset=CLASSIC absorb_sums=MANDATORY baazis=2 seats=4 seed=mandatory"),
        ],
        GameId::PisYedili => &[
            ("classic", "seats=4 dealer=3 seed=pis"),
            ("turkish", "seats=5 seed=yedili"),
            ("scarce", "preset=CLASSIC decks=1 hand_size=10 stock_out=RESHUFFLE deals=2 seats=5 seed=scarce"),
            (
                "barring",
                "preset=CLASSIC opening_card=PLAIN jack_on_ace=ANY declare_last=1 undeclared=NO_FINISH \
                 seven_chain=DOUBLE opener_extra=1 deals=2 seats=3 seed=barring",
            ),
            (
                "all_draw",
                "preset=TURKISH ace=ALL_DRAW undeclared_draws=3 opening_card=PLAIN deals=2 seats=4 seed=all-draw",
            ),
        ],
    }
}

macro_rules! playthroughs {
    ($($Game:ident $game:ident $number:literal $letter:ident $title:literal;)+) => {
        $(
            mod $game {
                #[test]
                fn plays_as_ever() {
                    super::transcripts::<taash::games::$game::Position>(super::matches(super::GameId::$Game));
                }
            }
        )+
    };
}

taash::for_each_game!(playthroughs);
