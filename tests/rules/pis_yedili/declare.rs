//! P49: declaring the last card but one, alone and with other options.

use super::table::{Game, Table, cards, seat, table};
use taash::games::Phase;
use taash::games::pis_yedili::{DrawReason, Event, StockOut};

fn declaring(seats: u8) -> Table {
    table(seats).options(|o| o.declare_last = true)
}

/// Who drew a card for a missing declaration.
fn undeclared_draws(game: &Game) -> Vec<u8> {
    let mut seats = Vec::new();
    for event in &game.events {
        if let Event::Drew { seat, reason: DrawReason::Undeclared, count: 1, .. } = event {
            seats.push(seat.number());
        }
    }
    seats
}

#[test]
fn p49_a_play_that_leaves_one_card_is_declared_or_costs_a_card() {
    let start = || declaring(3).hand(1, "6D 9S").stock("QH").top("6C").start();
    assert_eq!(start().legal(), ["play 6D", "play 6D, last", "draw"]);
    let mut declared = start();
    declared.play("play 6D, last");
    assert_eq!((declared.hand(1), declared.turn()), (cards("9S"), 2));
    let Event::Played { declared: said, .. } = declared.events[0] else { panic!() };
    assert!(said && undeclared_draws(&declared).is_empty());
    let mut silent = start();
    silent.play("play 6D");
    assert_eq!((silent.hand(1), silent.turn()), (cards("9S QH"), 2));
    assert_eq!((undeclared_draws(&silent), silent.outcome.revealed_hidden), (vec![1], true));
}

#[test]
fn p49_any_other_declaration_is_refused() {
    let two_left = declaring(3).hand(1, "6D 9S 2H").top("6C").start();
    assert_eq!(two_left.refused("play 6D, last"), "P49");
    let none_left = declaring(3).hand(1, "6D").top("6C").start();
    assert_eq!(none_left.refused("play 6D, last"), "P49");
    let off = table(3).hand(1, "6D 9S").top("6C").start();
    assert_eq!((off.refused("play 6D, last"), off.legal()), ("P49".into(), vec!["play 6D".into(), "draw".into()]));
    let opening = declaring(3).options(|o| o.hand_size = 5).hand(1, "4C").opening().start();
    assert_eq!(opening.refused("play 4C, last"), "P49");
    let illegal = declaring(3).hand(1, "6D 9S").top("6C").start();
    assert_eq!(illegal.refused("play 9S, last"), "P14", "a fit declaration of a card that does not match");
    assert_eq!(illegal.refused("play KS, last"), "G4");
}

#[test]
fn p49_a_jack_names_and_declares() {
    let game = declaring(3).options(|o| o.jack_must_change_suit = true).hand(1, "JD 9S").top("6C").start();
    let expected = [
        "play JD naming D",
        "play JD naming D, last",
        "play JD naming H",
        "play JD naming H, last",
        "play JD naming S",
        "play JD naming S, last",
        "draw",
    ];
    assert_eq!(game.legal(), expected);
    assert_eq!(game.refused("play JD, last"), "P15");
}

#[test]
fn p49_with_an_empty_stock_nothing_is_declared_and_nothing_drawn() {
    for stock_out in [StockOut::End, StockOut::Reshuffle] {
        let mut game =
            declaring(3).options(|o| o.stock_out = stock_out).hand(1, "6D 9S").hand(2, "KH").top("6C").dry().start();
        assert_eq!(game.refused("play 6D, last"), "P49", "{stock_out:?}");
        game.play("play 6D");
        assert_eq!((game.hand(1), game.setup().shuffles), (cards("9S"), 1), "{stock_out:?}");
    }
}

#[test]
fn p49_after_an_ace_the_card_is_drawn_with_the_pass() {
    let start = || declaring(3).hand(1, "AH 4H").stock("QS").top("KH").start();
    let mut passed = start();
    passed.play("play AH");
    assert_eq!((passed.hand(1), passed.phase()), (cards("4H"), Phase::Extra), "the turn is not over");
    passed.play("pass");
    assert_eq!((passed.hand(1), undeclared_draws(&passed), passed.turn()), (cards("4H QS"), vec![1], 2));
    let mut out = start();
    out.play("play AH").play("play 4H");
    assert_eq!((out.phase(), out.hand(1), out.stock().starts_with("QS")), (Phase::Deal, cards(""), true));
    let mut declared = start();
    declared.play("play AH, last").play("pass");
    assert_eq!(declared.hand(1), cards("4H"));
}

#[test]
fn p49_an_extra_card_that_leaves_one_is_declared_itself() {
    let mut game = declaring(3).hand(1, "AH 4H 9S").stock("QS").top("KH").start();
    game.play("play AH");
    assert_eq!(game.legal(), ["play 4H", "play 4H, last", "pass"]);
    let mut silent = game.clone();
    assert_eq!(silent.play("play 4H").hand(1), cards("9S QS"));
    assert_eq!(game.play("play 4H, last").hand(1), cards("9S"));
}

#[test]
fn p49_the_pass_of_an_extra_card_with_more_in_hand_costs_nothing() {
    let mut game = declaring(3).hand(1, "AH 4H 9S").stock("QS").top("KH").start();
    game.play("play AH").play("pass");
    assert_eq!(game.hand(1), cards("4H 9S"));
}

#[test]
fn p49_with_two_players_an_8_ends_the_turn_before_the_next_of_the_same_player() {
    let mut game = declaring(2).hand(1, "8C 4D").stock("QS KS").top("9C").start();
    game.play("play 8C");
    assert_eq!((game.turn(), game.hand(1)), (1, cards("4D QS")));
    assert_eq!(game.refused("pass"), "P19", "that card was not drawn in this turn");
}

#[test]
fn p49_a_7_may_cost_its_player_a_card_that_the_penalty_lacks() {
    let mut game = declaring(3).hand(1, "7C 4D").hand(2, "5D").stock("QS KS 2D").dry().top("9C").start();
    game.play("play 7C");
    assert_eq!((game.hand(1), game.turn(), game.phase()), (cards("4D QS"), 2, Phase::Penalty));
    game.play("draw");
    assert_eq!((game.hand(2), game.phase()), (cards("5D KS 2D"), Phase::Deal));
}

#[test]
fn p49_an_undeclared_draw_of_the_last_card_ends_nothing() {
    let mut game = declaring(3).hand(1, "6D 9S").hand(2, "KD").stock("QS").dry().top("6C").start();
    game.play("play 6D");
    assert_eq!((game.hand(1), game.phase()), (cards("9S QS"), Phase::Turn));
    assert_eq!((game.legal(), game.refused("draw")), (vec!["play KD".into()], "P40".into()));
}

#[test]
fn p49_a_penalty_answered_by_a_7_is_declared() {
    let mut game = declaring(3).hand(2, "7D 9S").top("7C").penalty(2, 1).stock("QS").start();
    assert_eq!(game.legal(), ["play 7D", "play 7D, last", "draw"]);
    game.play("play 7D, last");
    assert_eq!(game.events[1], Event::SevensPending { seat: seat(0), sevens: 2, owed: 6 });
}
