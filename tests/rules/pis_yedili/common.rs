//! G1 to G5 as this game meets them, and its texts.

use super::table::{Game, card, seat, table};
use taash::cards::{ClientSeed, Seed, Suit};
use taash::games::pis_yedili::{Move, Options, Position};
use taash::games::{Position as _, Reading, Rule, Shuffles, TextError};

fn play_as(game: &Game, number: u8, text: &str) -> Option<Rule> {
    let mv = Position::parse_move(text).unwrap().literal;
    let (seed, none) = (Seed::new([0; 32]), ClientSeed::NONE);
    let mut position = game.position;
    let result = position.play(Some(seat(number)), &mv, &mut Shuffles::new(&seed, &none, &[]), &mut ());
    assert!(result.is_ok() || position == game.position, "unchanged on error");
    result.err().map(|error| error.rule)
}

#[test]
fn g1_a_joker_in_a_text_is_no_card_of_this_game() {
    for text in ["play X", "play X naming C", "play x, last"] {
        let Err(TextError::Malformed(error)) = Position::parse_move(text) else { panic!("{text}") };
        assert_eq!((error.rule, error.message.id()), (Rule::G(1), "pis-yedili-joker"), "{text}");
    }
}

#[test]
fn g2_a_move_belongs_to_the_phase() {
    let due = Game::of(Options::CLASSIC, 3, Some(0));
    for mv in ["draw", "pass", "play 4C"] {
        assert_eq!(due.refused(mv), "G2", "{mv}");
    }
    let turn = table(3).hand(1, "6D").top("6C").start();
    assert_eq!(turn.refused("deal"), "G2");
}

#[test]
fn g3_a_move_is_made_by_the_seat_whose_turn_it_is() {
    let game = table(3).hand(1, "6D 9S").top("6C").start();
    assert_eq!(play_as(&game, 2, "draw"), Some(Rule::G(3)));
    assert_eq!(play_as(&game, 2, "deal"), Some(Rule::G(2)), "the phase comes first");
    assert_eq!(play_as(&game, 1, "draw"), None);
    let due = Game::of(Options::CLASSIC, 3, Some(0));
    assert_eq!((play_as(&due, 1, "deal"), play_as(&due, 0, "deal")), (Some(Rule::G(3)), None));
}

#[test]
fn g4_a_card_played_is_in_the_hand() {
    let game = table(3).hand(1, "6D 9S").top("6C").start();
    for mv in ["play 6H", "play KS", "play JH", "play 6H naming D, last"] {
        assert_eq!(game.refused(mv), "G4", "{mv}");
    }
    let error = game.position.check_move(&Move::play(card("6H"))).unwrap_err();
    assert_eq!(error.cards.as_slice(), [card("6H")]);
}

#[test]
fn moves_of_one_card_are_listed_by_that_card() {
    let game = table(3).hand(1, "6D JH 9S").top("6C").start();
    let count = |text| {
        let mut n = 0;
        game.position.legal_moves(Some(card(text)), &mut |_| {
            n += 1;
            std::ops::ControlFlow::Continue(())
        });
        n
    };
    assert_eq!((count("6D"), count("JH"), count("9S"), count("X")), (1, 4, 0, 0));
}

#[test]
fn texts_are_read_tolerantly_and_printed_canonically() {
    let read = |text| Position::parse_move(text).unwrap().literal.to_string();
    for (text, canonical) in [
        ("play 7C", "play 7C"),
        ("  PLAY   10♦ ", "play TD"),
        ("play jh Naming s", "play JH naming S"),
        ("play J♥ naming ♠", "play JH naming S"),
        ("play 7c,LAST", "play 7C, last"),
        ("play JH naming S last", "play JH naming S, last"),
        ("Draw", "draw"),
        ("PASS", "pass"),
        ("deal ", "deal"),
        ("play7c", "play 7C"),
        ("play10dlast", "play TD, last"),
        ("playJHnamingS,last", "play JH naming S, last"),
        ("10d", "play TD"),
        ("7c last", "play 7C, last"),
        ("jh naming ♠", "play JH naming S"),
    ] {
        assert_eq!(read(text), canonical);
    }
}

#[test]
fn other_texts_are_refused_with_the_forms_there_are() {
    let wrong = [
        "",
        "play",
        "play 1C",
        "play 7C 8C",
        "play 7C naming",
        "play 7C naming X",
        "play 7C last last",
        "fold",
        "draw 3",
    ];
    for text in wrong {
        let Err(TextError::Unparsable(message)) = Position::parse_move(text) else { panic!("{text}") };
        assert_eq!(message.id(), "pis-yedili-move-unparsable", "{text}");
        assert!(message.is_complete() && message.to_string().len() < 60, "{text}");
    }
}

#[test]
fn a_jack_without_a_suit_is_open_to_all_that_name_one() {
    let parsed = Position::parse_move("play JH").unwrap();
    assert_eq!(parsed.reading, Reading::Open);
    for (text, reading) in [("play JH naming S", Reading::Exact), ("play 7C", Reading::Exact), ("draw", Reading::Exact)]
    {
        assert_eq!(Position::parse_move(text).unwrap().reading, reading, "{text}");
    }
    assert_eq!(Position::parse_move("jh").unwrap(), parsed, "a jack alone names no suit either");
    let fits = |legal: &str| Position::fits(&parsed.literal, &Position::parse_move(legal).unwrap().literal);
    assert!(fits("play JH naming S") && fits("play JH naming C") && fits("play JH"));
    assert!(!fits("play JH naming S, last") && !fits("play JS naming S") && !fits("draw"));
    let whole = Move::Play { card: card("JH"), naming: Some(Suit::Spades), last: false };
    assert!(Position::fits(&whole, &whole) && !Position::fits(&whole, &parsed.literal));
}
