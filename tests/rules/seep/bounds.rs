//! No position costs more than a stated number of steps: listing, counting, and judging a move.

use super::support::{Table, below, moves, random, turn};
use std::ops::ControlFlow;
use taash::cards::{Card, CardSet, Cards, Rank, shuffle};
use taash::games::seep::{AbsorbSums, Capture, Move, Position, Throws, WORK_LIMIT, Work};
use taash::games::{Listing, Position as _};

/// The moves that an answer carries at most.
const LIMIT: u32 = 5000;
/// The steps for as many of them.
const STEPS_WHEN_CUT: u32 = 100_000;
/// The steps for all of them: less than half of where a listing is cut.
const STEPS_FOR_ALL: u32 = 240_000;

/// Lists up to a number of moves: how many there were, the steps, and how it ended.
fn list(position: &Position, limit: u32) -> (u32, u32, Listing) {
    let (mut work, mut count) = (Work::default(), 0);
    let listing = position.legal_moves_counted(None, &mut work, &mut |_| {
        if count == limit {
            return ControlFlow::Break(());
        }
        count += 1;
        ControlFlow::Continue(())
    });
    (count, work.units, listing)
}

fn assert_bounded(position: &Position) -> u32 {
    let (count, steps, listing) = list(position, u32::MAX);
    assert!(listing == Listing::Complete && steps <= STEPS_FOR_ALL, "{steps} steps for {count} moves");
    let (first, steps, listing) = list(position, LIMIT);
    assert!(steps <= STEPS_WHEN_CUT, "{steps} steps for the first {first} moves");
    assert_eq!(listing, if count > LIMIT { Listing::Cut } else { Listing::Complete });
    assert_eq!(first, count.min(LIMIT));
    count
}

/// Floors of 16 that a search for many moves, or much work, has come to.
const FLOORS: [(&str, &str); 7] = [
    ("AC AD AH 2C 2H 3S 4S 5H 6D 7H 8D 9S TH JC QS KH", "AS 2D 2S 3D 3H TD JS QC KC"),
    ("AC 2H 3H 4D 5S 6S 7C 7D 7H 7S 8H 9S TD JC QD KS", "AD AH AS 2D 9D TH JS QH KD"),
    ("AH 2S 3S 4H 5D 6D 7S 8S 9C 9D 9H 9S TD JD QD KD", "AC AD TH TS JC QC QS KH KS"),
    ("AH 2S 3S 4C 5C 5D 5H 5S 6S 7C 8C 9S TC JD QC KD", "AC AD AS 2D 2H JH QH KC KH"),
    ("AH 2C 3C 4D 5D 6C 6D 6H 6S 7H 8D 9D TC JH QS KH", "8C 8H 8S 9C 9H 9S TD QC KC"),
    ("AD 2D 3D 4C 5D 6C 7H 8C 9C TC TD TH TS JD QS KS", "AC JC JH JS QC QD QH KC KD"),
    ("AS 2C 3S 4C 5C 5D 5H 5S 6S 7C 8H 9S TD JH QD KH", "AC AD AH 2D JC QC QS KD KS"),
];

fn mandatory(table: Table) -> Position {
    table.options(|options| options.absorb_sums = AbsorbSums::Mandatory).build()
}

#[test]
fn the_worst_floors_of_sixteen_are_listed_within_the_bound() {
    const { assert!(STEPS_FOR_ALL * 2 <= WORK_LIMIT) };
    let counts = FLOORS.map(|(floor, hand)| {
        let table = turn(hand, floor).dealer(3);
        assert_bounded(&mandatory(table.clone()));
        assert_bounded(&table.build())
    });
    assert_eq!(counts[0], 26_445, "the most that are known");
}

#[test]
fn random_floors_of_sixteen_are_listed_within_the_bound() {
    let mut stream = random(5);
    for round in 0..400 {
        let mut floor = CardSet::EMPTY;
        let deck = shuffle(Cards::decks(1, 0), &mut stream);
        for &card in deck.as_slice() {
            if floor.intersection(CardSet::rank(card.rank().unwrap())).is_empty() {
                floor.insert(card);
            }
        }
        let highest = [Rank::Four, Rank::Eight, Rank::King][round % 3];
        let more = deck.as_slice().iter().copied().filter(|card| card.rank().unwrap() <= highest);
        for card in more {
            if floor.len() < 16 {
                floor.insert(card);
            }
        }
        let hand = deck.as_slice().iter().copied().filter(|&card| !floor.contains(card)).take(9).collect();
        let mut table = turn("", "").dealer(3);
        table.setup.floor = floor;
        table.setup.hands[0] = hand;
        assert_bounded(&table.clone().build());
        assert_bounded(&mandatory(table));
    }
}

#[test]
fn floors_beside_houses_are_listed_within_the_bound() {
    // The partner's houses are added to without a key, and the opponents' broken.
    let floor = "AC AD AH AS 2C 3C 4C 5C 6C 7C 8C";
    let table = turn("2D 2H 3D 4D 9C KC QC", floor)
        .house(9, "6D 3H", &[2])
        .house(10, "7D 3S", &[1])
        .house(11, "9D 2S JC", &[2])
        .house(12, "8H 4H", &[3]);
    assert!(assert_bounded(&table.clone().build()) > 1000);
    assert_bounded(&mandatory(table));
}

/// Captures at choice (S61) have many more moves on a full floor. The first of them cost no more than those of other
/// games, and a listing of all of them ends at the limit if not before. Whether a card may be thrown as a last resort (S60)
/// costs no step at all.
#[test]
fn s60_s61_captures_at_choice_and_last_resorts_are_listed_within_the_bound() {
    for (floor, hand) in FLOORS {
        let any = turn(hand, floor).dealer(3).options(|options| options.capture = Capture::Any).build();
        let (first, steps, _) = list(&any, LIMIT);
        assert!(first == LIMIT && steps <= STEPS_WHEN_CUT, "{steps} steps for the first {first} moves");
        let (count, steps, listing) = list(&any, u32::MAX);
        assert!(listing == Listing::Complete && steps <= WORK_LIMIT, "{steps} steps for {count} moves");
        let plain = turn(hand, floor).dealer(3);
        let (all, steps, _) = list(&plain.clone().build(), u32::MAX);
        let last_resort = plain.options(|options| options.throws = Throws::LastResort).build();
        let (left, as_many, _) = list(&last_resort, u32::MAX);
        assert!(left <= all && as_many == steps, "{as_many} steps instead of {steps}");
    }
}

/// The judge says the same about moves that a cut list leaves out, at once and without listing.
#[test]
fn a_move_beyond_the_cut_is_accepted_all_the_same() {
    let (floor, hand) = FLOORS[0];
    let position = turn(hand, floor).dealer(3).build();
    let list = moves(&position);
    assert!(list.is_sorted_by(|a, b| a < b));
    for mv in list.iter().skip(5000).step_by(97) {
        assert_eq!(position.check_move(mv).as_ref(), Ok(mv));
    }
    // With a filter the list of a card is whole.
    let card = hand.split(' ').map(|text| taash::cards::parse_card(text).unwrap());
    let counts: usize = card
        .map(|card: Card| {
            let mut n = 0;
            let _ = position.legal_moves(Some(card), &mut |_| {
                n += 1;
                ControlFlow::Continue(())
            });
            n
        })
        .sum();
    assert_eq!(counts, list.len());
}

/// Moves of the list with a loose card more or less, against the list of a position with thousands of moves.
#[test]
fn the_judge_and_the_list_agree_on_a_full_floor() {
    let (floor, hand) = FLOORS[3];
    let mut stream = random(9);
    for position in [turn(hand, floor).dealer(3).build(), mandatory(turn(hand, floor).dealer(3))] {
        let list = moves(&position);
        let floor: Vec<Card> = position.to_setup().floor.iter().collect();
        let (mut accepted, mut refused) = (0, 0);
        for _ in 0..20_000 {
            let mut mv = list[below(&mut stream, list.len())];
            let toggled = CardSet::of(floor[below(&mut stream, floor.len())]);
            if let Move::Capture { loose, .. } | Move::Build { loose, .. } = &mut mv {
                *loose = loose.union(toggled).difference(loose.intersection(toggled));
            }
            match position.check_move(&mv) {
                Ok(canonical) => {
                    accepted += 1;
                    assert!(list.binary_search(&canonical).is_ok(), "{mv}");
                }
                Err(_) => {
                    refused += 1;
                    assert!(list.binary_search(&mv).is_err(), "{mv}");
                }
            }
        }
        assert!(accepted > 300 && refused > 10_000, "{accepted} accepted, {refused} refused");
    }
}
