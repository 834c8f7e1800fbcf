use super::game::{Game, random_options};
use crate::support::{Dice, describe, legal, mv, seed};
use std::env;
use taash::cards::{ClientSeed, Seed};
use taash::games::{Outcome, Phase, Position, Seat, Shuffles};

/// One move of a random match, with all that came before and after it.
pub(crate) struct Step<'a, P: Position> {
    /// The position before the move.
    pub(crate) before: &'a P,
    /// All its legal moves (but see [`crate::support::MANY`]).
    pub(crate) legal: &'a [P::Move],
    /// Whether `legal` is all.
    pub(crate) complete: bool,
    /// The move made.
    pub(crate) mv: &'a P::Move,
    /// What happened, in full.
    pub(crate) events: &'a [P::Event],
    /// What the move says it did.
    pub(crate) outcome: Outcome,
    /// The position after it.
    pub(crate) after: &'a P,
    /// The seed of the match.
    pub(crate) seed: &'a Seed,
    /// How many shuffles the deal had before this move, as far as [`Position::cards_to_shuffle`] tells.
    pub(crate) shuffles_before: u32,
}

/// A match from beginning to end: how it began, and every move made.
pub(crate) struct Record<P: Position> {
    /// The match before its first deal.
    pub(crate) start: P,
    /// The moves made.
    pub(crate) moves: Vec<P::Move>,
    /// Where it ended, or where the walk left it.
    pub(crate) end: P,
    /// All events.
    pub(crate) events: Vec<P::Event>,
    /// The seed.
    pub(crate) seed: Seed,
}

/// How far a walk goes.
#[derive(Clone, Copy)]
pub(crate) struct Extent {
    /// How many matches, unless the environment says otherwise.
    pub(crate) matches: u32,
    /// How many moves of each at most.
    pub(crate) moves: usize,
}

impl Extent {
    /// The numbers of the matches to walk through: `TAASH_MATCH` names one, `TAASH_MATCHES` gives how many.
    pub(crate) fn numbers(self) -> std::ops::Range<u32> {
        let number = |name: &str| env::var(name).ok().map(|value| value.parse::<u32>().expect(name));
        match (number("TAASH_MATCH"), number("TAASH_MATCHES")) {
            (Some(one), _) => one..one + 1,
            (None, count) => 0..count.unwrap_or(self.matches),
        }
    }
}

impl Extent {
    /// Whether enough matches are played that everything but rare events has to happen.
    pub(crate) fn is_wide(self) -> bool {
        self.numbers().len() >= 100
    }
}

/// Tells how to play a failed match again.
struct Witness<P: Position> {
    intro: String,
    at: Option<(usize, P, P::Move)>,
}

impl<P: Position> Drop for Witness<P> {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            return;
        }
        let at = self.at.as_ref().map(|(number, before, mv)| format!("at move {number}, {mv}, of {before:?}"));
        #[expect(clippy::print_stderr, reason = "the harness shows it with the failed test")]
        {
            eprintln!("{}\n{}", self.intro, at.unwrap_or_default());
        }
    }
}

/// Plays random matches over random options and shows every step to `each`, every finished or left match to `done`.
pub(crate) fn walk<P: Game>(
    aspect: &str,
    extent: Extent,
    mut each: impl FnMut(&Step<'_, P>, &mut Dice),
    mut done: impl FnMut(&Record<P>),
) {
    for number in extent.numbers() {
        let dice = &mut Dice::new(&format!("{} {aspect}", P::NAME), number);
        let (options, seats) = random_options::<P>(number, dice);
        let words = describe::<P::Options>(&options);
        let intro = format!("{} {aspect}: again with TAASH_MATCH={number}; seats={seats} {words}", P::NAME);
        let mut witness = Witness::<P> { intro, at: None };
        let dealer = (!dice.once_in(4)).then(|| dice.seat(seats));
        let start = P::new_match(options, seats, dealer, None).unwrap_or_else(|faults| panic!("{faults:?}"));
        let seed = seed(&format!("{} {aspect} {number}", P::NAME));
        let mut record = Record { start: start.clone(), moves: Vec::new(), end: start, events: Vec::new(), seed };
        let favourite = dice.below(P::KINDS);
        let eagerness = dice.below(4);
        let mut shuffles_before = 0;
        while record.end.phase() != Phase::Over && record.moves.len() < extent.moves {
            let before = record.end.clone();
            if before.phase() == Phase::Deal {
                shuffles_before = 0;
            }
            let (legal, listing) = legal(&before, None);
            assert!(!legal.is_empty(), "no legal move, and the match is not over: {before:?}");
            let mv = choose::<P>(&legal, favourite, eagerness, dice);
            witness.at = Some((record.moves.len(), before.clone(), mv.clone()));
            let shuffled = before.cards_to_shuffle(mv).is_some();
            let mut events = Vec::new();
            let mut after = before.clone();
            let outcome = after
                .play(before.turn(), mv, &mut Shuffles::new(&seed, &ClientSeed::NONE, &[]), &mut events)
                .unwrap_or_else(|e| panic!("{mv} is listed, but: {e}"));
            each(
                &Step {
                    before: &before,
                    legal: &legal,
                    complete: listing == taash::games::Listing::Complete,
                    mv,
                    events: &events,
                    outcome,
                    after: &after,
                    seed: &seed,
                    shuffles_before,
                },
                dice,
            );
            shuffles_before += u32::from(shuffled);
            record.moves.push(mv.clone());
            record.events.extend(events);
            record.end = after;
        }
        done(&record);
    }
}

/// A random player's choice: anything, or what the player is fond of.
pub(crate) fn choose<'a, P: Game>(
    legal: &'a [P::Move],
    favourite: usize,
    eagerness: usize,
    dice: &mut Dice,
) -> &'a P::Move {
    if dice.below(4) < eagerness {
        let fond: Vec<&P::Move> = legal.iter().filter(|mv| P::kind(mv) == favourite).collect();
        if !fond.is_empty() {
            return fond[dice.below(fond.len())];
        }
    }
    dice.pick(legal)
}

/// Plays a position of unknown origin until its deal is over, a number of moves at most.
pub(crate) fn play_out<P: Game>(start: &P, seed: &Seed, moves: usize, dice: &mut Dice, mut each: impl FnMut(&P)) {
    let mut position = start.clone();
    for _ in 0..moves {
        each(&position);
        if position.phase() == Phase::Over || (position.phase() == Phase::Deal && position != *start) {
            return;
        }
        let (legal, _) = legal(&position, None);
        assert!(!legal.is_empty(), "no legal move at {position:?}");
        let mv = dice.pick(&legal);
        position
            .play(None, mv, &mut Shuffles::new(seed, &ClientSeed::NONE, &[]), &mut ())
            .unwrap_or_else(|e| panic!("{mv} is listed, but: {e}, at {position:?}"));
    }
}

/// The deal move of a game.
pub(crate) fn deal_of<P: Position>() -> P::Move {
    mv::<P>("deal")
}

/// Another seat than the one whose turn it is.
pub(crate) fn another_seat<P: Position>(position: &P, dice: &mut Dice) -> Option<Seat> {
    let turn = position.turn()?;
    let seats = position.seats();
    let step = 1 + dice.below(usize::from(seats) - 1);
    let number = (turn.index() + step) % usize::from(seats);
    Some(Seat::new(u8::try_from(number).unwrap()))
}
