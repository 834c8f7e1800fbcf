//! Every sentence of Jhyap has an entry of the catalogue with values for all its parameters.

use super::table::{Table, laid, seat};
use crate::conformance::Game as _;
use crate::support::{Dice, legal, seed, shuffles};
use std::collections::BTreeSet;
use taash::games::jhyap::{Event, Halving, Options, Position, SetPickup, Setup, Stage};
use taash::games::{Message, Param, Position as _, Viewer};

fn assert_complete(message: &Message, met: &mut BTreeSet<&'static str>) {
    assert!(message.is_complete(), "{message}");
    let common = taash::games::messages::CATALOGUE.entries.contains(&message.spec());
    assert!(common || Position::CATALOGUE.entries.contains(&message.spec()), "{message}");
    met.insert(message.id());
}

/// Plays random matches and shows each position with the events that led to it.
fn playouts(options: Options, matches: u32, mut look: impl FnMut(&Position, &[Event], &mut Dice)) {
    for number in 0..matches {
        let dice = &mut Dice::new("jhyap messages", number);
        let seed = seed(&format!("jhyap messages {number}"));
        let mut position = Position::new_match(options, 3, None, None).unwrap();
        for _ in 0..200 {
            let (moves, _) = legal(&position, None);
            if moves.is_empty() {
                break;
            }
            let mut events = Vec::new();
            position.play(None, dice.pick(&moves), &mut shuffles(&seed), &mut events).unwrap();
            look(&position, &events, dice);
        }
    }
}

const MANY_RULES: Options = Options {
    call_limit: 50,
    limit: 52,
    halving: Halving::AtLimitAndHalf,
    set_pickup: SetPickup::Ends,
    hand_size: 5,
    ..Options::ISRAELI
};

#[test]
fn events_and_score_lines_are_told_by_complete_messages() {
    let mut met = BTreeSet::new();
    playouts(MANY_RULES, 60, |position, events, _| {
        for event in events {
            for viewer in [Viewer::Referee, Viewer::Spectator] {
                assert_complete(&Position::event_message(&Position::seen(event, viewer).unwrap()), &mut met);
            }
        }
        position.score().lines.iter().for_each(|line| assert_complete(&line.message(), &mut met));
    });
    assert_complete(&Position::event_message(&Event::Reshuffled { stock_count: 12 }), &mut met);
    let told = Position::CATALOGUE.entries.iter().map(|entry| entry.id);
    let told = told.filter(|id| id.starts_with("jhyap-event-") || id.starts_with("jhyap-score-"));
    assert_eq!(told.filter(|id| !met.contains(id)).collect::<Vec<_>>(), Vec::<&str>::new(), "never met");
}

#[test]
fn refusals_are_told_by_complete_messages() {
    let mut met = BTreeSet::new();
    for options in [Options::CLASSIC, Options::NEPALI, Options { call_limit: 5, ..MANY_RULES }] {
        playouts(options, 12, |position, _, dice| {
            let Some(moves) = position.every_move(dice) else { return };
            for _ in 0..20 {
                if let Err(error) = position.check_move(dice.pick(&moves)) {
                    assert_complete(&error.message, &mut met);
                }
            }
        });
    }
    for id in ["deal-due", "turn-due", "slap-due", "not-in-hand", "no-combination", "hand-above-call-limit"] {
        assert!(met.contains(format!("jhyap-{id}").as_str()), "{id} in {met:?}");
    }
}

#[test]
fn faults_are_told_by_complete_messages() {
    let mut met = BTreeSet::new();
    playouts(MANY_RULES, 12, |position, _, dice| {
        for _ in 0..8 {
            let mut setup = position.to_setup();
            Position::corrupt(&mut setup, dice);
            let faults = Position::from_setup(setup).err().unwrap_or_default();
            faults.iter().for_each(|fault| assert_complete(&fault.message, &mut met));
        }
    });
    let faults = met.iter().filter(|id| id.starts_with("jhyap-fault-")).count();
    assert!(faults > 12, "{met:?}");
}

/// The message of a refused move.
fn refused(table: &Table, text: &str) -> Message {
    table.game().attempt(None, text).unwrap_err().message
}

#[test]
fn j30_a_refused_call_tells_the_value_and_the_limit() {
    let message = refused(&Table::new(Options::CLASSIC, &["4S 5S 6S 6H KD", "2C"]), "call");
    assert_eq!(message.id(), "jhyap-hand-above-call-limit");
    assert_eq!(message.params(), [("value", Param::Number(31)), ("limit", Param::Number(5))]);
}

#[test]
fn g4_a_refused_discard_tells_the_cards_that_the_hand_does_not_have() {
    let message = refused(&Table::hand(Options::CLASSIC, "2C 3D"), "discard 2C 2C 2C, take stock");
    assert_eq!(message.to_string(), "jhyap-not-in-hand (cards 2C 2C)");
}

#[test]
fn g4_a_joker_is_in_no_hand_of_a_match_without_jokers() {
    let table = Table::hand(Options { jokers: 0, ..Options::CLASSIC }, "2C 3D");
    assert_eq!(refused(&table, "discard X, take stock").to_string(), "jhyap-not-in-hand (cards X)");
    assert_eq!(table.refusal("discard 2C, take X"), "J22");
}

#[test]
fn a_fault_tells_what_the_setup_may_hold() {
    let mut setup: Setup = Table::hand(Options::CLASSIC, "2C 3D").setup();
    setup.stage = Stage::Turn { seat: seat(7) };
    setup.previous = Some(laid("9C 7D"));
    let faults = Position::from_setup(setup).unwrap_err();
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        ["stage.seat: jhyap-fault-seat-not-in-match", "cards: jhyap-fault-cards", "previous: jhyap-fault-previous"]
    );
}
