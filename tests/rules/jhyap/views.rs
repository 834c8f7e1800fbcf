//! What a viewer may know of a position (G7).

use super::table::{Game, Table, card, cards, list, seat};
use taash::games::jhyap::Options;
use taash::games::{Direction, Phase, Viewer};

const CLASSIC: Options = Options::CLASSIC;

fn hands(game: &Game, viewer: Viewer) -> Vec<Option<String>> {
    game.view(viewer).hands.iter().map(|hand| hand.cards.map(|cards| cards.to_string())).collect()
}

#[test]
fn g7_a_hand_is_known_to_its_seat_alone() {
    let game = Table::new(CLASSIC, &["2C", "KD 3D", "JH"]).game();
    let (c, d, h) = (Some("2C".into()), Some("3D KD".into()), Some("JH".into()));
    assert_eq!(hands(&game, Viewer::Seat(seat(1))), [None, d.clone(), None]);
    assert_eq!(hands(&game, Viewer::Spectator), [None, None, None]);
    assert_eq!(hands(&game, Viewer::Referee), [c, d, h]);
    let counts: Vec<_> = game.view(Viewer::Spectator).hands.iter().map(|hand| hand.count).collect();
    assert_eq!(counts, [1, 2, 1]);
}

#[test]
fn j4_a_view_tells_the_value_of_the_own_hand_and_whether_it_may_call() {
    let mut game = Table::new(CLASSIC, &["2C", "KD 3D", "JH"]).game();
    let values = |game: &Game, viewer| {
        let values = game.view(viewer).hand_values;
        values.iter().map(|hand| (hand.seat.number(), hand.value, hand.may_call)).collect::<Vec<_>>()
    };
    assert_eq!(values(&game, Viewer::Seat(seat(0))), [(0, 2, true)]);
    assert_eq!(values(&game, Viewer::Seat(seat(1))), [(1, 13, false)]);
    assert_eq!(values(&game, Viewer::Spectator), []);
    assert_eq!(values(&game, Viewer::Referee), [(0, 2, true), (1, 13, false), (2, 10, false)]);
    game.play("call");
    let shown = [(0, 2, false), (1, 13, false), (2, 10, false)];
    assert_eq!(values(&game, Viewer::Spectator), shown, "all hands are shown");
    let table = Table::new(CLASSIC, &["2C", "", "KD"]).totals(&[0, 230, 0]).out(&[1]);
    assert_eq!(values(&table.game(), Viewer::Seat(seat(1))), [], "a seat that is out has no hand");
}

#[test]
fn g7_the_order_of_the_stock_and_the_buried_cards_are_for_the_referee() {
    let game = Table::hand(CLASSIC, "2C").stock("QS 4H").buried("5H 5S").rest_is_buried().game();
    for viewer in [Viewer::Seat(seat(0)), Viewer::Spectator] {
        let view = game.view(viewer);
        assert_eq!((view.stock, view.buried), (None, None));
        assert_eq!((view.stock_count, view.buried_count), (2, 54 - 2 - 1 - 2 - 1));
    }
    let view = game.view(Viewer::Referee);
    assert_eq!(view.stock, Some(list("QS 4H")), "the top first");
    assert_eq!(view.buried, Some(game.setup().buried));
}

#[test]
fn j26_the_previous_discard_is_open_to_all() {
    let view = Table::hand(CLASSIC, "2C").previous("6D 7D 8D").game().view(Viewer::Spectator);
    assert_eq!(view.previous.unwrap().to_string(), "6D 7D 8D");
    assert_eq!(view.open_cards, list("6D 8D"));
}

#[test]
fn j28_only_who_drew_it_sees_the_card_that_may_be_slapped() {
    let mut game = Table::hand(Options { slap_down: true, ..CLASSIC }, "7C 2D").stock("7S").game();
    game.play("discard 7C, take stock");
    let slap = |viewer| game.view(viewer).slap_card;
    assert_eq!((slap(Viewer::Seat(seat(0))), slap(Viewer::Referee)), (Some(card("7S")), Some(card("7S"))));
    assert_eq!((slap(Viewer::Seat(seat(1))), slap(Viewer::Spectator)), (None, None));
    assert_eq!(game.view(Viewer::Spectator).phase, Phase::Slap, "that there is a choice is open");
    assert!(game.view(Viewer::Spectator).open_cards.is_empty(), "nothing can be taken now");
}

#[test]
fn g7_the_table_stays_as_it_was_until_the_next_deal() {
    let mut game = Table::new(CLASSIC, &["2C", "KD 3D"]).game();
    let before = game.setup();
    game.play("call");
    let setup = game.setup();
    assert_eq!((setup.hands, setup.stock, setup.previous), (before.hands, before.stock, before.previous));
    assert_eq!(hands(&game, Viewer::Spectator), [Some("2C".into()), Some("3D KD".into())]);
    assert_eq!(game.view(Viewer::Spectator).stock, None, "the stock is not shown");
    game.play("deal");
    assert_eq!(hands(&game, Viewer::Spectator), [None, None]);
}

#[test]
fn a_view_says_who_deals_who_moves_and_who_begins_next() {
    let mut game = Table::new(CLASSIC, &["2C", "KD", "3H"]).totals(&[10, 20, 5]).dealer(1).game();
    let view = game.view(Viewer::Spectator);
    assert_eq!((view.dealer, view.turn, view.next_starter), (Some(seat(1)), Some(seat(0)), None));
    assert_eq!((view.phase, view.deal_number, view.direction), (Phase::Turn, 20, Direction::Clockwise));
    let standing: Vec<_> = view.standing.iter().map(|seat| (seat.total, seat.place, seat.eliminated)).collect();
    assert_eq!(standing, [(10, 2, false), (20, 3, false), (5, 1, false)]);
    game.play("call");
    let view = game.view(Viewer::Spectator);
    assert_eq!((view.dealer, view.turn, view.next_starter), (Some(seat(1)), Some(seat(2)), Some(seat(0))));
    assert_eq!((view.phase, view.deal_number, view.caller), (Phase::Deal, 20, Some(seat(0))));
}

#[test]
fn before_the_first_deal_nothing_lies_on_the_table() {
    let game = Game::start(CLASSIC, 3, 1, 2);
    let view = game.view(Viewer::Referee);
    assert_eq!((view.dealer, view.turn, view.next_starter), (Some(seat(1)), Some(seat(1)), Some(seat(2))));
    assert_eq!((view.previous, view.stock_count, view.buried), (None, 0, Some(cards(""))));
    assert!(view.hands.iter().all(|hand| hand.count == 0));
}
