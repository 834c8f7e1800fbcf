//! The worked examples of the rulebook, PE1 to PE10.

use super::table::{Game, cards, table};
use taash::cards::Suit;
use taash::games::{Phase, Position as _};

#[test]
fn pe1_an_opening_7_is_not_drawn_for() {
    let mut game = table(3).hand(1, "7C").hand(2, "4C 7D JH 5S 6D 9H 8S").opening().start();
    game.play("play 7C");
    let jack = ["play JH naming C", "play JH naming D", "play JH naming H", "play JH naming S"];
    let expected: Vec<&str> = ["play 4C", "play 7D"].into_iter().chain(jack).chain(["draw"]).collect();
    assert_eq!(game.legal(), expected);
}

#[test]
fn pe2_on_an_opening_jack_a_club_that_is_no_jack() {
    let mut game = table(3).hand(1, "JC").hand(2, "4C TC JH 5S 6D 9H 8S").opening().start();
    assert_eq!(game.play("play JC").legal(), ["play 4C", "play TC", "draw"]);
}

#[test]
fn pe3_seven_moves_on_the_6_of_clubs() {
    let game = table(3).hand(1, "6D 9C JH KS").top("6C").start();
    let expected =
        ["play 6D", "play 9C", "play JH naming C", "play JH naming D", "play JH naming H", "play JH naming S", "draw"];
    assert_eq!(game.legal(), expected);
}

#[test]
fn pe4_on_a_jack_with_hearts_named() {
    let game = table(3).hand(1, "JS 5H JH 9D").top("JC").named(Suit::Hearts).start();
    assert_eq!(game.legal(), ["play 5H", "draw"]);
}

#[test]
fn pe5_three_sevens_in_a_row() {
    let mut game = table(5)
        .hand(1, "7D KC")
        .hand(2, "7S KC")
        .hand(3, "7H 2C")
        .hand(4, "4D")
        .hand(0, "5H 7C JS 9C")
        .stock("2D 3D 4D 5D 6D 8D 9D TD QD")
        .top("9D")
        .start();
    game.play("play 7D").play("play 7S").play("play 7H").play("draw");
    assert_eq!((game.hand(4), game.turn()), (cards("4D 2D 3D 4D 5D 6D 8D 9D TD QD"), 0));
    assert!(game.allows("play 5H") && game.allows("play 7C") && game.allows("play JS naming C"));
    assert_eq!(game.refused("play 9C"), "P14");
    game.play("play 7C").play("draw");
    assert_eq!(game.hand(1).len(), 1 + 3, "a new 7 starts at three");
}

#[test]
fn pe6_an_ace_and_its_extra_cards() {
    let mut game = table(3).hand(1, "AH 7H AS 4S").top("KH").start();
    assert_eq!(game.play("play AH").legal(), ["play AS", "play 7H", "pass"]);
    assert_eq!(game.play("play AS").legal(), ["play 4S", "pass"]);
}

#[test]
fn pe7_tens_and_eights() {
    let mut game = table(4).hand(1, "TC KD").hand(0, "8C KH").top("9C").start();
    assert_eq!(game.play("play TC").turn(), 0);
    assert_eq!(game.play("play 8C").turn(), 2);
    let two = |hand| table(2).hand(1, hand).top("9C").start();
    assert_eq!(two("8C KD").play("play 8C").turn(), 1);
    assert_eq!(two("TC KD").play("play TC").turn(), 0);
}

#[test]
fn pe8_the_multiplier_of_the_last_card() {
    let out = |last: &str| -> Game {
        let mut game =
            table(4).hand(1, last).hand(2, "JS 4D").hand(3, "AC KD TS").hand(0, "7H 7S 2D").top("9C").start();
        game.play(&format!("play {last}"));
        game
    };
    assert_eq!(out("7C").scores(), [126, 0, 87, 105]);
    assert_eq!(out("JC").scores(), [84, 0, 58, 70]);
    assert_eq!(out("4C").scores(), [42, 0, 29, 35]);
}

#[test]
fn pe9_a_penalty_that_the_stock_cannot_serve() {
    // After the draw seat 1 holds 10 + 4 + 2 + 5 = 21, seat 2 10 + 9 + 2 = 21, seat 0 25 + 9 = 34.
    let hands = table(3).hand(1, "TD 4H").hand(2, "TH 9S 2S").hand(0, "JD 9D");
    let mut game = hands.stock("2D 5D").dry().top("7C").penalty(1, 1).start();
    game.play("draw");
    assert_eq!((game.phase(), game.hand(1)), (Phase::Deal, cards("TD 4H 2D 5D")));
    assert_eq!(game.scores(), [34, 0, 0]);
    assert_eq!(game.position.standing().seats[0].place, 3);
}

#[test]
fn pe10_drawing_on_until_a_card_fits() {
    let mut game = table(3).hand(1, "4D KD").stock("3D QC 5D 2H").top("5S").start();
    game.play("draw");
    assert_eq!(game.play("draw").legal(), ["draw", "pass"]);
    assert_eq!(game.play("draw").legal(), ["play 5D", "draw", "pass"]);
}
