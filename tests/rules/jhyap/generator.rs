//! The list of legal moves holds exactly what the judge accepts, each move once.

use super::table::{Table, cards};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use taash::cards::{Card, Cards, ClientSeed, Seed};
use taash::games::jhyap::{Combination, MAX_LEGAL_MOVES, Move, Options, Position, SetPickup, Take};
use taash::games::{Listing, Phase, Position as _, Shuffles};

/// All ways to choose and order cards of a hand.
fn each_list(left: Cards, chosen: &mut Vec<Card>, visit: &mut impl FnMut(&[Card])) {
    if !chosen.is_empty() {
        visit(chosen);
    }
    let mut last = None;
    for card in left {
        if last != Some(card) {
            let mut rest = left;
            rest.remove(card);
            chosen.push(card);
            each_list(rest, chosen, visit);
            chosen.pop();
        }
        last = Some(card);
    }
}

/// What the judge accepts of every possible request, in canonical form.
fn accepted(position: &Position, hand: Cards) -> BTreeSet<String> {
    let takes = (0..53).filter_map(Card::from_index).map(Take::Card).chain([Take::Stock]);
    let takes: Vec<_> = takes.collect();
    let mut accepted = BTreeSet::new();
    let mut judge = |mv: &Move| {
        if let Ok(canonical) = position.check_move(mv) {
            assert_eq!(position.check_move(&canonical), Ok(canonical), "a canonical form is its own");
            accepted.insert(canonical.to_string());
        }
    };
    [Move::Call, Move::Slap, Move::Keep, Move::Deal].iter().for_each(&mut judge);
    each_list(hand, &mut Vec::new(), &mut |list| {
        let laid = Combination::new(list).unwrap();
        // The card to take is judged after the combination, so one probe tells whether the others are worth asking.
        if position.check_move(&Move::Discard { cards: laid, take: Take::Stock }).is_ok() {
            for &take in &takes {
                judge(&Move::Discard { cards: laid, take });
            }
        }
    });
    accepted
}

fn listed(position: &Position) -> Vec<String> {
    let mut texts = Vec::new();
    let listing = position.legal_moves(None, &mut |mv| {
        assert_eq!(position.check_move(&mv), Ok(mv));
        texts.push(mv.to_string());
        ControlFlow::Continue(())
    });
    assert_eq!(listing, Listing::Complete);
    texts
}

fn any_options() -> impl Strategy<Value = Options> {
    (any::<bool>(), any::<bool>(), any::<bool>(), 0..=50_u8).prop_map(|(wild, ends, slap_down, call_limit)| Options {
        jokers_wild_in_runs: wild,
        set_pickup: if ends { SetPickup::Ends } else { SetPickup::Any },
        slap_down,
        call_limit,
        decks: 2,
        hand_size: 7,
        ..Options::CLASSIC
    })
}

/// Few ranks, so that sets and runs are common.
fn any_hand(most: usize) -> impl Strategy<Value = Cards> {
    (prop::collection::vec((0..8_u8, 0..4_u8), 1..=most), 0..12_u8).prop_map(|(list, shift)| {
        let mut hand = Cards::EMPTY;
        for (rank, suit) in list {
            // The rank numbered 7 becomes a joker, the others lie somewhere between two and king.
            let index = if rank == 7 { 52 } else { (rank + shift % 7) * 4 + suit.min(shift % 4) };
            let card = Card::from_index(index).unwrap();
            if hand.count(card) < 2 {
                hand.insert(card);
            }
        }
        hand
    })
}

/// The hand without every card that lies elsewhere; some card if none is left.
fn without(mut hand: Cards, elsewhere: &str) -> Cards {
    for card in cards(elsewhere) {
        while hand.remove(card) {}
    }
    if hand.is_empty() { cards("5S") } else { hand }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_list_is_what_the_judge_accepts(options in any_options(), hand in any_hand(6), previous in 0..4_usize) {
        let previous = ["TS", "TC TD TH TS", "AC 2C 3C", "X"][previous];
        let hand = without(hand, &format!("KD {previous}"));
        let table = Table::new(options, &[&hand.to_string(), "KD"]).previous(previous);
        let game = table.game();
        let listed = listed(&game.position);
        let set: BTreeSet<String> = listed.iter().cloned().collect();
        prop_assert_eq!(set.len(), listed.len(), "each once");
        prop_assert_eq!(set, accepted(&game.position, hand));
    }

    #[test]
    fn no_position_has_more_moves_than_the_bound(options in any_options(), hand in any_hand(7)) {
        let hand = without(hand, "KD TS");
        let game = Table::new(options, &[&hand.to_string(), "KD"]).previous("TS").game();
        prop_assert!(listed(&game.position).len() <= MAX_LEGAL_MOVES);
    }
}

#[test]
fn seven_cards_of_one_rank_reach_the_bound() {
    let options = Options {
        decks: 2,
        hand_size: 7,
        set_pickup: SetPickup::Ends,
        slap_down: true,
        call_limit: 50,
        ..Options::CLASSIC
    };
    let table = Table::hand(options, "AC AC AD AD AH AH AS").previous("9C 9D");
    assert_eq!(table.discards().len(), 4 + 306);
    assert_eq!(table.legal().len(), MAX_LEGAL_MOVES);
    let any = Options { set_pickup: SetPickup::Any, slap_down: false, ..options };
    assert_eq!(Table::hand(any, "AC AC AD AD AH AH AS").discards().len(), 53);
    assert_eq!(Table::hand(any, "AC AC AD AD AH AH AS").previous("9C 9D 9H 9S").takes().len(), 5);
}

#[test]
fn four_in_sequence_and_three_jokers_have_the_most_runs() {
    let options = Options { decks: 2, hand_size: 7, jokers_wild_in_runs: true, ..Options::CLASSIC };
    assert_eq!(Table::hand(options, "6H 7H 8H 9H X X X").discards().len(), 119);
    for fewer in ["6H 7H 8H X X X X", "5H 6H 7H 8H 9H X X", "6H 6S 7H 8H X X X", "6H 7H 8H TH X X X"] {
        assert!(Table::hand(options, fewer).discards().len() < 119, "{fewer}");
    }
}

#[test]
fn a_card_filter_gives_the_discards_of_that_card() {
    let game = Table::hand(Options { slap_down: true, ..Options::CLASSIC }, "4S 5S 6S 6H AD").game();
    for index in 0..53 {
        let card = Card::from_index(index).unwrap();
        let mut filtered = Vec::new();
        let _ = game.position.legal_moves(Some(card), &mut |mv| {
            filtered.push(mv);
            ControlFlow::Continue(())
        });
        let mut expected = Vec::new();
        let _ = game.position.legal_moves(None, &mut |mv| {
            if matches!(&mv, Move::Discard { cards, .. } if cards.cards().contains(&card)) {
                expected.push(mv);
            }
            ControlFlow::Continue(())
        });
        assert_eq!(filtered, expected, "{card}");
    }
}

#[test]
fn a_listing_stops_when_told_to() {
    let game = Table::hand(Options::CLASSIC, "2C 3D").game();
    let mut count = 0;
    let listing = game.position.legal_moves(None, &mut |_| {
        count += 1;
        if count == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((listing, count), (Listing::Cut, 3));
}

/// Plays at random from a seed until the match is over or the moves run out; returns the position after each move.
fn playout(options: Options, seats: u8, start: u64, mut visit: impl FnMut(&Position)) {
    let mut state = start.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut position = Position::new_match(options, seats, None, None).unwrap();
    let seed = Seed::new([u8::try_from(start % 256).unwrap(); 32]);
    for _ in 0..3000 {
        if position.phase() == Phase::Over {
            break;
        }
        let mut moves = Vec::new();
        let _ = position.legal_moves(None, &mut |mv| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let index = usize::try_from(state % moves.len() as u64).unwrap();
        let mut shuffles = Shuffles::new(&seed, &ClientSeed::NONE, &[]);
        position.play(None, &moves[index], &mut shuffles, &mut ()).unwrap();
        visit(&position);
    }
}

#[test]
fn random_matches_stay_valid() {
    let ends = Options { set_pickup: SetPickup::Ends, hand_size: 7, decks: 1, ..Options::ISRAELI };
    let short = Options { limit: 52, max_turns: 10, slap_down: true, ..Options::CLASSIC };
    let mut over = 0;
    for (round, options) in [Options::CLASSIC, Options::ISRAELI, Options::NEPALI, ends, short].into_iter().enumerate() {
        for seats in 2..=5 {
            playout(options, seats, u64::from(seats) + 10 * round as u64, |position| {
                let setup = position.to_setup();
                assert_eq!(Position::from_setup(setup).as_ref(), Ok(position));
                over += usize::from(position.phase() == Phase::Over);
            });
        }
    }
    assert!(over > 3, "some matches come to their end");
}
