//! What a viewer is shown depends on nothing that it may not know (G7), and nothing that it may know is withheld.

use super::game::{Game, at_the_table, viewers};
use super::listing::assert_told;
use super::piles::swap_two;
use super::walk::{Extent, Step, another_seat, walk};
use crate::support::{Dice, shuffles};
use taash::cards::{Card, Cards};
use taash::games::{Phase, Viewer};

/// Positions that differ only in what a viewer cannot see look the same to it, before and after a move.
pub(crate) fn views_depend_on_nothing_hidden<P: Game>(extent: Extent) {
    let mut told_apart = 0_u32;
    walk::<P>(
        "secrets",
        extent,
        |step, dice| {
            if !dice.once_in(6) {
                return;
            }
            for viewer in viewers(step.before) {
                let other = scrambled(step.before, viewer, dice);
                assert_eq!(step.before.view(viewer), other.view(viewer), "{viewer:?} sees what is hidden from it");
                assert_same_story(step, &other, viewer);
                told_apart += u32::from(&other != step.before);
            }
        },
        |_| {},
    );
    assert!(!extent.is_wide() || told_apart > 1000, "hardly anything was ever hidden: {told_apart}");
}

/// A refusal tells nothing that the view does not: in two positions that a seat cannot tell apart, it gets the same answer to
/// any request, whether the seat has the turn or not.
pub(crate) fn refusals_depend_on_nothing_hidden<P: Game>(extent: Extent) {
    let (mut compared, mut told_apart) = (0_u32, 0_u32);
    walk::<P>(
        "refusals",
        extent,
        |step, dice| {
            if !dice.once_in(6) {
                return;
            }
            let Some(moves) = step.before.every_move(dice) else { return };
            let turn = step.before.turn();
            for seat in turn.into_iter().chain(another_seat(step.before, dice)) {
                let other = scrambled(step.before, Viewer::Seat(seat), dice);
                told_apart += u32::from(&other != step.before);
                for _ in 0..40 {
                    let mv = dice.pick(&moves);
                    let answer =
                        |position: &P| position.clone().play(Some(seat), mv, &mut shuffles(step.seed), &mut ()).err();
                    assert_eq!(answer(step.before), answer(&other), "{mv} by {seat:?}, also at {other:?}");
                    compared += 1;
                }
            }
        },
        |_| {},
    );
    assert!(
        !extent.is_wide() || compared.min(told_apart) > 1000,
        "{compared} answers compared, {told_apart} positions differed"
    );
}

/// The position with some hidden cards in other places.
fn scrambled<P: Game>(position: &P, viewer: Viewer, dice: &mut Dice) -> P {
    let mut scrambled = position.clone();
    for _ in 0..12 {
        let mut setup = scrambled.to_setup();
        if swap_two(&mut P::hidden_piles(&mut setup, viewer), dice) {
            P::mend(&mut setup);
            scrambled = P::from_setup(setup).unwrap_or(scrambled);
        }
    }
    scrambled
}

/// The same move in both positions: a viewer that sees no difference afterwards has heard none, and the other way
/// round, for the events tell all that a view changes by.
fn assert_same_story<P: Game>(step: &Step<'_, P>, other: &P, viewer: Viewer) {
    let mut after = other.clone();
    let mut events = Vec::new();
    if other.check_move(step.mv).as_ref() != Ok(step.mv) {
        return;
    }
    after.play(None, step.mv, &mut shuffles(step.seed), &mut events).unwrap();
    let heard: Vec<P::Event> = events.iter().filter_map(|event| P::seen(event, viewer)).collect();
    let would_hear: Vec<P::Event> = step.events.iter().filter_map(|event| P::seen(event, viewer)).collect();
    let (sees, would_see) = (after.view(viewer), step.after.view(viewer));
    assert_eq!(
        heard == would_hear,
        sees == would_see,
        "{viewer:?}: {heard:?}, {would_hear:?}; {sees:?}, {would_see:?}"
    );
}

/// Each seat sees its own hand, the referee all hands, the table only their size until the deal is over.
pub(crate) fn views_show_the_hands_they_should<P: Game>(extent: Extent) {
    walk::<P>(
        "hands",
        extent,
        |step, dice| {
            if !dice.once_in(3) && !matches!(step.after.phase(), Phase::Deal | Phase::Over) {
                return;
            }
            let setup = step.after.to_setup();
            let open = matches!(step.after.phase(), Phase::Deal | Phase::Over);
            for viewer in viewers(step.after) {
                let view = step.after.view(viewer);
                for seat in taash::games::Seat::all(step.after.seats()) {
                    let hand = P::hand(&setup, seat);
                    let (count, cards) = P::hand_in_view(&view, seat);
                    assert_eq!(count, hand.len(), "{viewer:?} counts the hand of {seat:?}");
                    if open || viewer.knows_hand_of(seat) {
                        assert_eq!(cards.unwrap_or_default(), hand, "{viewer:?} sees the hand of {seat:?}");
                    } else {
                        assert_eq!(cards.unwrap_or_default(), Cards::EMPTY, "{viewer:?} sees the hand of {seat:?}");
                    }
                }
            }
        },
        |_| {},
    );
}

/// The referee is told everything, a viewer never more than the referee, and `seen` is the last word: what it gives,
/// it gives again.
pub(crate) fn events_are_told_by_viewer<P: Game>(extent: Extent) {
    walk::<P>(
        "events",
        extent,
        |step, _| {
            assert!(!step.events.is_empty(), "{} is told to nobody", step.mv);
            for event in step.events {
                assert_eq!(P::seen(event, Viewer::Referee).as_ref(), Some(event));
                assert_told::<P>(&P::event_message(event));
                let full = kinds(event);
                for viewer in at_the_table(step.before) {
                    let Some(seen) = P::seen(event, viewer) else { continue };
                    assert_told::<P>(&P::event_message(&seen));
                    assert!(kinds(&seen).is_subset(&full), "{viewer:?} hears {seen:?} of {event:?}");
                    assert_eq!(P::seen(&seen, viewer).as_ref(), Some(&seen), "{viewer:?}");
                    if let Some(less) = P::seen(event, Viewer::Spectator) {
                        assert!(kinds(&less).is_subset(&kinds(&seen)), "a spectator hears more: {less:?}, {seen:?}");
                    }
                }
            }
        },
        |_| {},
    );
}

/// `revealed_hidden` says whether somebody at the table learned a card that its holder did not choose to show.
pub(crate) fn revealed_hidden_is_what_the_table_learned<P: Game>(extent: Extent) {
    let mut known: Vec<Kinds> = Vec::new();
    walk::<P>(
        "revealed",
        extent,
        |step, _| {
            let table = at_the_table(step.before);
            if step.before.phase() == Phase::Deal || known.len() != table.len() {
                known = vec![Kinds::default(); table.len()];
            }
            let shown: Kinds = step.before.shown_by(step.mv).into_iter().collect();
            // With second copies or jokers a card learned may be of a kind that is known already.
            let deck = P::deck(step.before.options(), step.before.seats());
            let all_differ = deck.pairs().is_empty() && deck.jokers() <= 1;
            let (mut learned, mut new) = (false, false);
            for (viewer, known) in table.into_iter().zip(&mut known) {
                let (before, after) = (counts(&step.before.view(viewer)), counts(&step.after.view(viewer)));
                // A view may name a card twice, say as the last one of the deal before.
                let more: Kinds =
                    (0..).map_while(Card::from_index).filter(|card| more_of(*card, &before, &after)).collect();
                new |= !more.is_subset(&shown);
                *known = known.union(&Kinds::of(&before)).union(&shown);
                let mut now = Kinds::of(&after);
                for seen in step.events.iter().filter_map(|event| P::seen(event, viewer)) {
                    now = now.union(&kinds(&seen));
                }
                learned |= !now.is_subset(known);
                *known = known.union(&now);
            }
            assert!(!learned || step.outcome.revealed_hidden, "{} revealed something and does not say so", step.mv);
            assert!(
                new || !step.outcome.revealed_hidden || !all_differ || step.before.phase() == Phase::Deal,
                "{} revealed nothing and says it did",
                step.mv
            );
        },
        |_| {},
    );
}

/// Which of the 53 kinds of cards occur.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
struct Kinds(u64);

impl Kinds {
    fn of(counts: &Counts) -> Self {
        (0..).map_while(Card::from_index).filter(|card| counts[usize::from(card.index())] > 0).collect()
    }

    fn union(self, other: &Self) -> Self {
        Self(self.0 | other.0)
    }

    fn is_subset(self, other: &Self) -> bool {
        self.0 & !other.0 == 0
    }
}

impl FromIterator<Card> for Kinds {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        Self(cards.into_iter().fold(0, |bits, card| bits | 1 << card.index()))
    }
}

/// How often each kind of card occurs.
type Counts = [u8; Card::KINDS];

fn more_of(card: Card, before: &Counts, after: &Counts) -> bool {
    after[usize::from(card.index())] > before[usize::from(card.index())]
}

/// How often a value names each kind of card, counted in its `Debug` text: no field of it can be forgotten.
fn counts(value: &impl std::fmt::Debug) -> Counts {
    let text = format!("{value:?}");
    let mut counts = [0; Card::KINDS];
    for card in text.split(|c: char| !c.is_ascii_alphanumeric()).filter_map(card_of_word) {
        counts[usize::from(card.index())] += 1;
    }
    counts
}

/// The kinds of cards that a value names.
fn kinds(value: &impl std::fmt::Debug) -> Kinds {
    Kinds::of(&counts(value))
}

fn card_of_word(word: &str) -> Option<Card> {
    const RANKS: &str = "A23456789TJQK";
    const SUITS: &str = "CDHS";
    match *word.as_bytes() {
        [b'X'] => Some(Card::JOKER),
        [rank, suit] => {
            let rank = RANKS.bytes().position(|letter| letter == rank)?;
            let suit = SUITS.bytes().position(|letter| letter == suit)?;
            Card::from_index(u8::try_from(rank * 4 + suit).ok()?)
        }
        _ => None,
    }
}
