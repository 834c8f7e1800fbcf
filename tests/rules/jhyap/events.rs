//! Events: what each viewer learns of a move (G7).

use super::table::{Game, Table, card, cards, laid, seat};
use taash::games::jhyap::{Event, Hand, Options, Position};
use taash::games::{Position as _, Viewer};

const CLASSIC: Options = Options::CLASSIC;
const SLAP: Options = Options { slap_down: true, ..CLASSIC };

fn all_viewers(seats: u8) -> impl Iterator<Item = Viewer> {
    (0..seats).map(|number| Viewer::Seat(seat(number))).chain([Viewer::Spectator, Viewer::Referee])
}

#[test]
fn a_deal_tells_everybody_the_own_hand() {
    let mut game = Game::start(CLASSIC, 2, 0, 1).order("AC AD 2C 2D 3C 3D 4C 4D 5C 5D KH");
    game.play("deal");
    let hand = |number, text| Hand { seat: seat(number), count: 5, cards: Some(cards(text)) };
    let hidden = |number| Hand { seat: seat(number), count: 5, cards: None };
    let dealt = |hands| Event::Dealt {
        deal: 1,
        dealer: seat(0),
        starter: seat(1),
        hands,
        turned_up: card("KH"),
        stock_count: 43,
    };
    let (zero, one) = (hand(0, "AD 2D 3D 4D 5D"), hand(1, "AC 2C 3C 4C 5C"));
    assert_eq!(game.events, [dealt(vec![zero, one])]);
    let seen = |viewer| Position::seen(&game.events[0], viewer).unwrap();
    assert_eq!(seen(Viewer::Referee), dealt(vec![zero, one]));
    assert_eq!(seen(Viewer::Seat(seat(1))), dealt(vec![hidden(0), one]));
    assert_eq!(seen(Viewer::Spectator), dealt(vec![hidden(0), hidden(1)]));
}

#[test]
fn a_card_drawn_is_told_to_who_drew_it() {
    let mut game = Table::hand(CLASSIC, "2C 3D 3H").stock("QS").game();
    game.play("discard 3D 3H, take stock");
    let drew = |card| Event::Drew { seat: seat(0), card };
    assert_eq!(game.events, [Event::Discarded { seat: seat(0), cards: laid("3D 3H") }, drew(Some(card("QS")))]);
    assert!(game.outcome.revealed_hidden);
    let seen = |viewer| Position::seen(&game.events[1], viewer);
    assert_eq!(seen(Viewer::Seat(seat(0))), Some(drew(Some(card("QS")))));
    assert_eq!(seen(Viewer::Seat(seat(1))), Some(drew(None)));
    assert_eq!(seen(Viewer::Spectator), Some(drew(None)));
    assert_eq!(seen(Viewer::Referee), Some(drew(Some(card("QS")))));
}

#[test]
fn a_card_taken_from_the_discard_is_open() {
    let mut game = Table::hand(CLASSIC, "2C 3D").game();
    game.play("discard 2C, take 9C");
    assert_eq!(game.events[1], Event::Took { seat: seat(0), card: card("9C") });
    assert!(!game.outcome.revealed_hidden);
    for viewer in all_viewers(2) {
        assert_eq!(Position::seen(&game.events[1], viewer).as_ref(), Some(&game.events[1]));
    }
}

#[test]
fn a_slap_is_offered_and_answered() {
    let mut game = Table::hand(SLAP, "7C 2D").stock("7S").game();
    game.play("discard 7C, take stock");
    assert_eq!(game.events.last(), Some(&Event::SlapOffered { seat: seat(0) }));
    game.play("slap");
    assert_eq!(game.events, [Event::Slapped { seat: seat(0), card: card("7S") }]);
    assert!(!game.outcome.revealed_hidden, "the holder chose to show it");
    let mut game = Table::hand(SLAP, "7C 2D").stock("7S").game();
    game.play("discard 7C, take stock").play("keep");
    assert_eq!(game.events, [Event::Kept { seat: seat(0) }]);
}

#[test]
fn the_end_of_a_deal_and_of_the_match_are_told_to_all() {
    let mut game = Table::new(CLASSIC, &["X", "KD AD"]).totals(&[150, 195]).game();
    game.play("call");
    let (lines, hands) = (game.score().lines, [(0, 1, "X"), (1, 2, "AD KD")]);
    let hands = hands.map(|(number, count, text)| Hand { seat: seat(number), count, cards: Some(cards(text)) });
    let ended = Event::DealEnded {
        deal: 20,
        caller: Some(seat(0)),
        hands: hands.to_vec(),
        lines,
        totals: vec![150, 206],
        eliminated: vec![seat(1)],
    };
    assert_eq!(game.events, [Event::Called { seat: seat(0) }, ended, Event::MatchEnded { winners: vec![seat(0)] }]);
    for viewer in all_viewers(2) {
        let seen: Vec<_> = game.events.iter().filter_map(|event| Position::seen(event, viewer)).collect();
        assert_eq!(seen, game.events);
    }
}

#[test]
fn events_that_differ_in_what_is_hidden_look_the_same() {
    let other = |text: &str| {
        let mut game = Table::new(CLASSIC, &["2C 3D", text]).stock(if text == "KC" { "QS" } else { "JS" }).game();
        game.play("discard 2C, take stock");
        game.events.iter().map(|event| Position::seen(event, Viewer::Seat(seat(1)))).collect::<Vec<_>>()
    };
    assert_eq!(other("KC"), other("KS"));
}
