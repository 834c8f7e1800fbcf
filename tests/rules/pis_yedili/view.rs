//! What viewers see (G7, P44), of positions and of events.

use super::table::{Game, card, cards, seat, table};
use taash::cards::Suit;
use taash::games::pis_yedili::{Event, Position, StockOut, View};
use taash::games::{Direction, Phase, Position as _, Viewer};

fn view(game: &Game, viewer: Viewer) -> View {
    game.position.view(viewer)
}

#[test]
fn a_hand_is_known_to_its_seat_alone() {
    let game = table(3).hand(1, "6D 9S").hand(2, "KH").top("6C").start();
    for number in 0..3 {
        let own = view(&game, Viewer::Seat(seat(number)));
        for shown in own.seats {
            let hand = game.hand(shown.seat.number());
            assert_eq!(usize::from(shown.count), hand.len());
            assert_eq!(shown.cards, (shown.seat == seat(number)).then_some(hand), "G7");
        }
    }
    assert!(view(&game, Viewer::Spectator).seats.iter().all(|seat| seat.cards.is_none()));
    assert!(view(&game, Viewer::Referee).seats.iter().all(|seat| seat.cards.is_some()));
}

#[test]
fn p45_a_seat_is_shown_the_points_of_its_own_hand() {
    // 6 and 9; 25 and 20; 10 and 15.
    let mut game = table(3).hand(1, "6D 9S").hand(2, "JH 7C").hand(0, "KS AD").top("6C").start();
    let points = |game: &Game, viewer| view(game, viewer).own_points;
    let own = [0, 1, 2].map(|number| points(&game, Viewer::Seat(seat(number))));
    assert_eq!(own, [Some(25), Some(15), Some(45)]);
    assert_eq!((points(&game, Viewer::Spectator), points(&game, Viewer::Referee)), (None, None));
    game.play("play 6D");
    assert_eq!(points(&game, Viewer::Seat(seat(1))), Some(9));
    let fresh = Game::of(taash::games::pis_yedili::Options::CLASSIC, 3, None);
    assert_eq!(points(&fresh, Viewer::Seat(seat(1))), Some(0), "before the first deal");
}

#[test]
fn p18_a_named_suit_is_shown_with_its_jack_after_the_stock_ran_out() {
    let mut game = table(3).hand(1, "6D").hand(2, "KH").hand(0, "QD").top("JC").named(Suit::Spades).dry().start();
    game.play("draw");
    let shown = view(&game, Viewer::Spectator);
    assert_eq!((shown.phase, shown.top, shown.named), (Phase::Deal, Some(card("JC")), Some(Suit::Spades)));
    game.play("deal");
    assert_eq!((view(&game, Viewer::Spectator).top, view(&game, Viewer::Spectator).named), (None, None));
}

#[test]
fn the_stock_and_the_discards_are_the_referees() {
    let game = table(3).hand(1, "6D 9S").stock("QH 2D").under("4S 5S").top("6C").start();
    let open = view(&game, Viewer::Seat(seat(1)));
    assert_eq!((open.stock, open.under, open.under_count, open.top), (None, None, 2, Some(card("6C"))));
    let referee = view(&game, Viewer::Referee);
    let stock = referee.stock.unwrap();
    assert_eq!(stock.as_slice()[..2], [card("QH"), card("2D")], "the top first");
    assert_eq!((usize::from(open.stock_count), referee.under), (stock.len(), Some(cards("4S 5S"))));
}

#[test]
fn p44_top_card_named_suit_sevens_and_direction_are_open() {
    let mut game = table(3).hand(1, "TC 7D").top("9C").start();
    game.play("play TC");
    assert_eq!(view(&game, Viewer::Spectator).direction, Direction::CounterClockwise);
    let penalty = table(3).hand(1, "6D").top("7C").under("7D").penalty(1, 2).start();
    let shown = view(&penalty, Viewer::Spectator);
    assert_eq!((shown.phase, shown.sevens, shown.owed), (Phase::Penalty, 2, 6));
    let jack = table(3).hand(1, "6D").top("JC").named(Suit::Spades).start();
    assert_eq!(view(&jack, Viewer::Seat(seat(2))).named, Some(Suit::Spades));
}

#[test]
fn two_positions_that_differ_in_hidden_cards_look_alike() {
    let start = |hand, stock| table(3).hand(1, "6D 9S").hand(2, hand).stock(stock).under("4S 5S").top("6C").start();
    let (one, other) = (start("KH QD", "8D 9D"), start("8D 9D", "QD KH"));
    assert_ne!(one.position, other.position);
    for viewer in [Viewer::Spectator, Viewer::Seat(seat(1))] {
        assert_eq!(view(&one, viewer), view(&other, viewer));
    }
}

#[test]
fn when_a_deal_has_ended_all_hands_are_shown_until_the_next() {
    let mut game = table(3).hand(1, "4C").hand(2, "9D 2H").hand(0, "KS").top("9C").start();
    game.play("play 4C");
    let shown = view(&game, Viewer::Spectator);
    assert_eq!(shown.seats[2].cards, Some(cards("9D 2H")));
    assert_eq!((shown.top, shown.turn, shown.dealer), (Some(card("4C")), Some(seat(1)), Some(seat(0))));
    assert!(shown.stock.is_none(), "the stock stays hidden");
    game.play("deal");
    assert!(view(&game, Viewer::Spectator).seats.iter().all(|seat| seat.cards.is_none()));
    assert_eq!(view(&game, Viewer::Spectator).seats[2].total, 11, "G8");
}

#[test]
fn drawn_cards_are_seen_by_who_draws() {
    let mut game = table(3).hand(1, "4D KD").stock("3D").top("5S").start();
    let hidden = {
        game.play("draw");
        Position::seen(&game.events[0], Viewer::Seat(seat(2))).unwrap()
    };
    let Event::Drew { seat: who, count, cards: None, .. } = hidden else { panic!("{hidden:?}") };
    assert_eq!((who, count), (seat(1), 1));
    assert_eq!(Position::seen(&game.events[0], Viewer::Seat(seat(1))).as_ref(), Some(&game.events[0]));
    assert_eq!(Position::seen(&game.events[0], Viewer::Spectator), Some(hidden));
    assert_eq!(view(&game, Viewer::Spectator).drawn, 1, "that a card was drawn is open");
}

#[test]
fn dealt_hands_are_seen_by_their_seats() {
    let mut game = Game::of(taash::games::pis_yedili::Options::CLASSIC, 3, Some(0));
    game.play("deal");
    let seen = |viewer| match Position::seen(&game.events[0], viewer) {
        Some(Event::Dealt { hands, .. }) => hands,
        other => panic!("{other:?}"),
    };
    assert_eq!(seen(Viewer::Seat(seat(1))), [None, Some(game.hand(1)), None]);
    assert_eq!(seen(Viewer::Spectator), [None, None, None]);
    assert!(seen(Viewer::Referee).iter().all(Option::is_some));
}

#[test]
fn what_is_undeclared_is_open_while_the_ace_is_on() {
    let mut game = table(3).options(|o| o.declare_last = true).hand(1, "AH 4H").top("KH").start();
    game.play("play AH");
    assert!(view(&game, Viewer::Spectator).undeclared);
    let shown = table(3).options(|o| o.stock_out = StockOut::Reshuffle).hand(1, "4H").top("KH").start();
    assert!(!view(&shown, Viewer::Spectator).undeclared);
}
