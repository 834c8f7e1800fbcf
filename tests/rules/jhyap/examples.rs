//! The worked examples of the rules.

use super::table::{Game, Table, cards, laid};
use taash::games::jhyap::{Event, Options, SetPickup, Tie};
use taash::games::{Options as _, Phase};

const CLASSIC: Options = Options::CLASSIC;

#[test]
fn je1_seven_combinations_and_two_ways_to_take() {
    let table = Table::new(CLASSIC, &["4S 5S 6S 6H KD", "2C"]);
    assert_eq!(table.discards(), ["4S", "5S", "6H", "6S", "KD", "6H 6S", "4S 5S 6S"]);
    assert_eq!(table.legal().len(), 14);
    assert_eq!(table.refusal("call"), "J30");
}

#[test]
fn je2_a_joker_before_queen_and_king() {
    let wild = Options { jokers_wild_in_runs: true, ..CLASSIC };
    let table = Table::hand(wild, "QH KH X AH 3C");
    assert_eq!(table.discards(), ["AH", "3C", "QH", "KH", "X", "X QH KH"]);
    assert_eq!(table.refusal("discard QH KH X, take stock"), "J19");
    assert_eq!(table.refusal("discard QH KH AH, take stock"), "J5");
    let mut game = table.game();
    game.play("discard X QH KH, take stock");
    assert_eq!(game.refusal("discard KC, take QH"), "J23");
    let takes: Vec<_> = game.legal().into_iter().filter(|text| text.starts_with("discard KC,")).collect();
    assert_eq!(takes, ["discard KC, take KH", "discard KC, take X", "discard KC, take stock"]);
    assert_eq!(Table::hand(CLASSIC, "QH KH X AH 3C").discards(), ["AH", "3C", "QH", "KH", "X"]);
}

#[test]
fn je3_any_card_of_a_set_or_its_ends() {
    assert_eq!(Table::hand(CLASSIC, "2C").previous("7C 7D 7S").takes(), ["7C", "7D", "7S", "stock"]);
    let ends = Options { set_pickup: SetPickup::Ends, ..CLASSIC };
    assert_eq!(Table::hand(ends, "2C").previous("7D 7C 7S").takes(), ["7D", "7S", "stock"]);
}

#[test]
fn je4_totals_halved_and_a_player_out() {
    let table = Table::new(CLASSIC, &["4C", "KC 2C", "5C", "KD QD 3D"]).totals(&[60, 88, 195, 180]);
    let mut game = table.game();
    game.play("call");
    assert_eq!(game.last_scores(), [0, 12, 5, 23]);
    assert_eq!(game.totals(), [60, 50, 100, 203]);
    assert!(game.score().seats[3].eliminated);
    assert_eq!(game.next_starter(), Some(0));
}

#[test]
fn je5_a_beaten_caller() {
    let mut game = Table::new(CLASSIC, &["5C", "3C", "5D", "KD QD"]).game();
    game.play("call");
    assert_eq!((game.last_scores(), game.next_starter()), (vec![35, 3, 5, 20], Some(1)));
}

#[test]
fn je6_equal_hands() {
    for (dealer, starter) in [(0, 1), (1, 0), (2, 0)] {
        let mut game = Table::new(CLASSIC, &["5C", "5D", "KC AC"]).dealer(dealer).game();
        game.play("call");
        assert_eq!((game.last_scores(), game.next_starter()), (vec![0, 5, 11], Some(starter)));
    }
    let beaten = Options { tie: Tie::CallerBeaten, ..CLASSIC };
    assert_eq!(Table::new(beaten, &["5C", "5D", "KC AC"]).game().play("call").last_scores(), [35, 5, 11]);
}

#[test]
fn je7_two_hundred_becomes_a_hundred_and_stays() {
    let mut game = Table::new(CLASSIC, &["X", "KD QD JD"]).totals(&[0, 170]).game();
    game.play("call");
    assert_eq!(game.totals(), [0, 100]);
    // Seat 0 deals and begins; seat 1 then calls with three aces and the jokers, and scores nothing.
    game.give_order("AC KD AD QD AH JD X TD X 9D 5S");
    game.play("deal").play("discard 9D, take stock").play("call");
    assert_eq!((game.totals()[1], game.last_scores()[1]), (100, 0));
}

#[test]
fn je8_eighty_two_cards_are_shuffled() {
    let hands = ["8C 8D AC AD AH", "2C 2D 2H 2S 3C", "3D 3H 3S 4C 4D", "4H 4S 5C 5D 5H", "6C 6D 6H 6S 7C"];
    let mut game = Table::new(CLASSIC, &hands).previous("QS").stock("").rest_is_buried().game();
    assert_eq!(game.setup().buried.len(), 82);
    game.play("discard 8C 8D, take stock");
    let setup = game.setup();
    assert_eq!(game.events[1], Event::Reshuffled { stock_count: 82 });
    assert_eq!((setup.stock.len(), setup.previous, setup.buried), (81, Some(laid("8C 8D")), cards("QS")));
}

#[test]
fn je10_eight_seats() {
    let large = Options { large_table: true, ..CLASSIC };
    let mut game = Game::start(large, 8, 0, 1);
    game.play("deal");
    assert_eq!(game.setup().stock.len(), 67, "108 - 40 - 1");
    let crowded = Options { decks: 1, hand_size: 7, ..large };
    assert_eq!(crowded.check(8).unwrap_err()[0].field, "hand_size", "58 > 54");
    assert_eq!(crowded.check(7), Ok(()), "51 of 54");
}

#[test]
fn je9_both_out_and_the_lower_total_wins() {
    let mut game = Table::new(CLASSIC, &["5C", "3C"]).totals(&[198, 199]).game();
    game.play("call");
    assert_eq!((game.totals(), game.winners(), game.phase()), (vec![233, 202], vec![1], Phase::Over));
}
