//! J12 to J20: what may be discarded.

use super::table::Table;
use taash::games::jhyap::{Options, Position};
use taash::games::{Position as _, TextError};

const CLASSIC: Options = Options::CLASSIC;
const WILD: Options = Options { jokers_wild_in_runs: true, ..CLASSIC };

#[test]
fn j12_a_turn_is_a_discard_and_a_card_taken_or_a_call() {
    let table = Table::hand(CLASSIC, "2C 3D");
    assert_eq!(
        table.legal(),
        ["call", "discard 2C, take 9C", "discard 2C, take stock", "discard 3D, take 9C", "discard 3D, take stock"]
    );
    let mut game = table.game();
    game.play("discard 3D, take 9C");
    assert_eq!((game.hand(0), game.previous(), game.turn()), ("2C 9C".into(), "3D".into(), Some(1)));
}

#[test]
fn j13_there_is_no_passing() {
    assert!(matches!(Position::parse_move("pass"), Err(TextError::Unparsable(_))));
    // Every legal move is a call or discards something.
    let legal = Table::hand(CLASSIC, "2C 3D").legal();
    assert!(legal.iter().all(|text| text == "call" || text.starts_with("discard ")));
}

#[test]
fn j14_a_combination_is_a_single_a_set_or_a_run() {
    let table = Table::hand(CLASSIC, "4S 5S 6S 6H 7D");
    assert_eq!(table.discards(), ["4S", "5S", "6H", "6S", "7D", "6H 6S", "4S 5S 6S"]);
    for wrong in ["4S 5S", "4S 6H", "5S 6H 7D", "6S 6H 7D", "4S 5S 6S 7D", "4S 5S 6S 6H 7D", "4S 5S 6H"] {
        assert_eq!(table.refusal(&format!("discard {wrong}, take stock")), "J14", "{wrong}");
    }
}

#[test]
fn j14_longer_runs_hold_shorter_ones() {
    let table = Table::hand(CLASSIC, "3H 4H 5H 6H 8H");
    let runs: Vec<_> = table.discards().into_iter().filter(|text| text.len() > 2).collect();
    assert_eq!(runs, ["3H 4H 5H", "3H 4H 5H 6H", "4H 5H 6H"]);
}

#[test]
fn j15_one_combination_a_turn() {
    let table = Table::hand(CLASSIC, "6H 6S 9D 9H");
    assert_eq!(table.refusal("discard 6H 6S 9D 9H, take stock"), "J14");
    let mut game = table.game();
    game.play("discard 6H 6S, take stock");
    assert_eq!(game.turn(), Some(1), "the turn is over");
}

#[test]
fn j16_sets_mix_suits_and_identical_cards() {
    let two_decks = Options { decks: 2, ..CLASSIC };
    let table = Table::hand(two_decks, "6C 6C 6S");
    assert_eq!(table.discards(), ["6C", "6S", "6C 6C", "6C 6S", "6C 6C 6S"]);
}

#[test]
fn j16_two_jokers_are_a_set() {
    let table = Table::hand(CLASSIC, "X X 5H");
    assert_eq!(table.discards(), ["5H", "X", "X X"]);
    let four = Table::hand(Options { decks: 2, ..CLASSIC }, "X X X X");
    assert_eq!(four.discards(), ["X", "X X", "X X X", "X X X X"]);
}

#[test]
fn j17_a_run_repeats_no_rank() {
    let two_decks = Options { decks: 2, ..WILD };
    let table = Table::hand(two_decks, "4H 5H 5H 6H X");
    for wrong in ["4H 5H 5H 6H", "4H 5H 5H", "5H 5H 6H X"] {
        assert_eq!(table.refusal(&format!("discard {wrong}, take stock")), "J17", "{wrong}");
    }
}

#[test]
fn j18_a_run_is_laid_in_numerical_order() {
    let table = Table::hand(CLASSIC, "4S 5S 6S 7S");
    assert_eq!(table.canonical("discard 7S 6S 5S, take stock"), "discard 5S 6S 7S, take stock");
    assert_eq!(table.canonical("discard 4S 5S 6S 7S, take 9C"), "discard 4S 5S 6S 7S, take 9C");
    for wrong in ["5S 4S 6S", "4S 6S 5S", "4S 5S 7S 6S"] {
        assert_eq!(table.refusal(&format!("discard {wrong}, take stock")), "J18", "{wrong}");
    }
    let mut game = table.game();
    game.play("discard 6S 5S 4S, take stock");
    assert_eq!(game.previous(), "4S 5S 6S");
}

#[test]
fn j18_what_reads_both_ways_is_read_as_ascending() {
    let table = Table::hand(WILD, "5H X X KH AH");
    assert_eq!(table.canonical("discard 5H X X, take stock"), "discard 5H X X, take stock");
    assert_eq!(table.canonical("discard X X 5H, take stock"), "discard X X 5H, take stock");
    // Nothing follows the king, nothing comes before the ace: these read in one way only.
    assert_eq!(table.canonical("discard KH X X, take stock"), "discard X X KH, take stock");
    assert_eq!(table.canonical("discard X X AH, take stock"), "discard AH X X, take stock");
}

#[test]
fn j19_jokers_are_not_wild_unless_agreed() {
    let table = Table::hand(CLASSIC, "5H X 7H 3C");
    assert_eq!(table.discards(), ["3C", "5H", "7H", "X"]);
    assert_eq!(table.refusal("discard 5H X 7H, take stock"), "J19");
    assert_eq!(table.refusal("discard X 3C, take stock"), "J19");
}

#[test]
fn j19_the_place_of_a_joker_says_what_it_stands_for() {
    let table = Table::hand(WILD, "5H X 7H 3C");
    assert_eq!(table.discards(), ["3C", "5H", "7H", "X", "5H X 7H"]);
    assert_eq!(table.canonical("discard 7H X 5H, take stock"), "discard 5H X 7H, take stock");
    assert_eq!(table.refusal("discard X 5H 7H, take stock"), "J19");
    assert_eq!(table.refusal("discard 5H 7H X, take stock"), "J19");
}

#[test]
fn j19_a_joker_stands_for_nothing_beyond_ace_and_king() {
    let table = Table::hand(Options { hand_size: 6, ..WILD }, "QH KH X X AD 2D");
    for wrong in ["QH KH X", "X AD 2D", "X KH X", "X AD X", "QH KH X X", "X QH KH X"] {
        assert_eq!(table.refusal(&format!("discard {wrong}, take stock")), "J19", "{wrong}");
    }
    let runs = table.discards();
    for right in ["X QH KH", "X X QH KH", "AD 2D X", "AD 2D X X", "X QH X", "X 2D X", "X X KH", "AD X X"] {
        assert!(runs.contains(&right.to_string()), "{right}");
    }
}

#[test]
fn j19_a_run_has_a_natural_card() {
    let two_decks = Options { decks: 2, ..WILD };
    // Jokers alone are a set (J16), listed once, and never a run.
    assert_eq!(Table::hand(two_decks, "X X X").discards(), ["X", "X X", "X X X"]);
}

#[test]
fn j19_a_joker_may_stand_for_a_card_that_is_in_the_hand() {
    let discards = Table::hand(WILD, "5H 6H 7H X").discards();
    let singles = ["5H", "6H", "7H", "X"];
    let runs = ["X 5H 6H", "X 5H 6H 7H", "5H 6H 7H", "X 6H 7H", "5H X 7H", "5H 6H X", "5H 6H 7H X", "6H 7H X"];
    assert_eq!(discards, [&singles[..], &runs[..]].concat());
}

#[test]
fn j20_jokers_are_not_wild_in_sets() {
    for options in [CLASSIC, WILD] {
        let table = Table::hand(options, "8D 8H X X");
        assert_eq!(table.refusal("discard 8D 8H X, take stock"), "J20");
        assert_eq!(table.refusal("discard 8D X 8H X, take stock"), "J20");
        assert!(table.discards().contains(&"8D 8H".to_string()));
    }
    assert_eq!(Table::hand(WILD, "8D X").refusal("discard 8D X, take stock"), "J14");
}
