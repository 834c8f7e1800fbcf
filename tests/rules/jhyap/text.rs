//! Moves as texts.

use super::table::{Table, card, laid};
use taash::games::jhyap::{Combination, Move, Options, Position, Take};
use taash::games::{Position as _, Reading, Rule, TextError};

fn read(text: &str) -> Move {
    let parsed = Position::parse_move(text).unwrap();
    assert_eq!(parsed.reading, Reading::Exact, "{text}");
    parsed.literal
}

#[test]
fn every_move_reads_back() {
    let moves = [
        Move::Discard { cards: laid("4S 5S 6S"), take: Take::Stock },
        Move::Discard { cards: laid("6H 6S"), take: Take::Card(card("9C")) },
        Move::Discard { cards: laid("X"), take: Take::Card(card("X")) },
        Move::Call,
        Move::Slap,
        Move::Keep,
        Move::Deal,
    ];
    let texts =
        ["discard 4S 5S 6S, take stock", "discard 6H 6S, take 9C", "discard X, take X", "call", "slap", "keep", "deal"];
    for (mv, text) in moves.into_iter().zip(texts) {
        assert_eq!(mv.to_string(), text);
        assert_eq!(read(text), mv);
    }
}

#[test]
fn other_spellings_are_understood() {
    let ten = Move::Discard { cards: laid("TD TH"), take: Take::Stock };
    for text in [
        "DISCARD td th, TAKE STOCK",
        "  discard  10D 10h take stock ",
        "discard T♦,T♥,take stock",
        "Discard 10♦ t♥ , Take Stock",
    ] {
        assert_eq!(read(text), ten, "{text}");
    }
    assert_eq!(read(" Call "), Move::Call);
}

#[test]
fn a_discard_without_what_is_taken_is_incomplete() {
    for text in ["discard 6S 6H", "discard 6S 6H, take"] {
        let parsed = Position::parse_move(text).unwrap();
        assert_eq!(parsed.reading, Reading::Incomplete);
        let table = Table::hand(Options::CLASSIC, "6H 6S 2C").game();
        let mut fitting = Vec::new();
        let _ = table.position.legal_moves(None, &mut |mv| {
            if Position::fits(&parsed.literal, &mv) {
                fitting.push(mv.to_string());
            }
            std::ops::ControlFlow::Continue(())
        });
        assert_eq!(fitting, ["discard 6H 6S, take 9C", "discard 6H 6S, take stock"]);
    }
}

#[test]
fn spaces_and_the_comma_are_optional() {
    for (written, canonical) in [
        ("discard4S5S6Stake9C", "discard 4S 5S 6S, take 9C"),
        ("discard 6h10d,takestock", "discard 6H TD, take stock"),
        ("DISCARDXXtakeX", "discard X X, take X"),
        ("4s 5s 6s take9C", "discard 4S 5S 6S, take 9C"),
    ] {
        assert_eq!(read(written).to_string(), canonical);
    }
}

#[test]
fn a_card_alone_is_a_discard_that_is_incomplete() {
    for text in ["6s", " 6♠ ", "discard 6S"] {
        let parsed = Position::parse_move(text).unwrap();
        assert_eq!(parsed.reading, Reading::Incomplete, "{text}");
        let table = Table::hand(Options::CLASSIC, "6H 6S 2C").game();
        let mut fitting = Vec::new();
        let _ = table.position.legal_moves(None, &mut |mv| {
            if Position::fits(&parsed.literal, &mv) {
                fitting.push(mv.to_string());
            }
            std::ops::ControlFlow::Continue(())
        });
        assert_eq!(fitting, ["discard 6S, take 9C", "discard 6S, take stock"]);
    }
}

#[test]
fn an_incomplete_run_fits_in_either_direction_and_reads_ascending_first() {
    let fits =
        |written: &str, legal: &str| Position::fits(&Position::parse_move(written).unwrap().literal, &read(legal));
    assert!(fits("discard 6S 5S 4S", "discard 4S 5S 6S, take 9C"));
    assert!(fits("discard 4S 5S 6S", "discard 4S 5S 6S, take 9C"));
    assert!(!fits("discard 5S 4S 6S", "discard 4S 5S 6S, take 9C"));
    assert!(fits("discard 5H X X", "discard 5H X X, take 9C"));
    assert!(!fits("discard 5H X X", "discard X X 5H, take 9C"));
    assert!(!fits("discard 4S", "call"));
    assert!(!fits("call", "discard 4S, take 9C"));
}

#[test]
fn g1_a_discard_of_no_cards_is_malformed() {
    for text in ["discard , take AS", "discard", "discard take stock"] {
        let Err(TextError::Malformed(error)) = Position::parse_move(text) else { panic!("{text}") };
        assert_eq!(error.rule, Rule::G(1));
    }
    assert_eq!(Combination::new(&[]).unwrap_err().rule, Rule::G(1));
}

#[test]
fn g1_a_discard_longer_than_any_hand_is_malformed() {
    let text = format!("discard {}, take stock", "X ".repeat(9));
    let Err(TextError::Malformed(error)) = Position::parse_move(&text) else { panic!("{text}") };
    assert_eq!(error.rule, Rule::G(1));
}

#[test]
fn nonsense_is_told_which_forms_there_are() {
    let long = format!("discard 2C, take {}", "9".repeat(5000));
    for text in [
        "",
        "fold",
        "call now",
        "discard 1Z, take stock",
        "discard 2C, take",
        "discard 2C, take 2",
        &long,
        "discard 2C, take 3C 4C",
    ] {
        match Position::parse_move(text) {
            Err(TextError::Unparsable(message)) => {
                assert_eq!(message.id(), "jhyap-move-unparsable", "{text}");
                assert!(message.is_complete() && message.to_string().len() < 60, "{text}");
            }
            Ok(parsed) => assert_eq!(parsed.reading, Reading::Incomplete, "{text}"),
            Err(error) => panic!("{text}: {error}"),
        }
    }
}

#[test]
fn g4_cards_must_be_in_the_hand_as_often_as_they_are_listed() {
    let game = Table::hand(Options::CLASSIC, "2C 3D").game();
    let error = |text: &str| game.position.check_move(&read(text)).unwrap_err();
    assert_eq!(
        (error("discard 5H, take stock").rule, error("discard 5H, take stock").cards.to_string()),
        (Rule::G(4), "5H".into())
    );
    let twice = error("discard 2C 2C 2C, take stock");
    assert_eq!((twice.rule, twice.cards.to_string()), (Rule::G(4), "2C 2C".into()));
    // G4 is judged before the combination and before the card to take.
    assert_eq!(error("discard 3D 5H, take 7S").rule, Rule::G(4));
}
