//! P22 to P37: the cards with effect.

use super::table::{Game, card, cards, seat, table};
use taash::cards::Suit;
use taash::games::pis_yedili::{Ace, DrawReason, Eight, Event, Ten};
use taash::games::{Direction, Phase};

#[test]
fn p22_after_a_7_the_next_plays_a_7_or_draws_three() {
    let mut game = table(3).hand(1, "7C KD").hand(2, "7H 4C JS").stock("2D 3D 4D 5D").top("9C").start();
    game.play("play 7C");
    assert_eq!((game.turn(), game.phase()), (2, Phase::Penalty));
    assert_eq!(game.events[1], Event::SevensPending { seat: seat(2), sevens: 1, owed: 3 });
    assert_eq!(game.legal(), ["play 7H", "draw"], "a 7 of any suit");
    assert_eq!(game.refused("pass"), "P22");
    game.play("draw");
    let Event::Drew { reason, count, cards: drawn, .. } = game.events[0] else { panic!() };
    assert_eq!((reason, count, drawn), (DrawReason::Penalty, 3, Some(cards("2D 3D 4D"))));
    assert_eq!(game.hand(2), cards("7H 4C JS 2D 3D 4D"));
}

#[test]
fn p22_seven_draws_says_how_many_cards() {
    for draws in 1..=5 {
        let mut game = table(3).options(|o| o.seven_draws = draws).hand(2, "4C 5C").top("7C").penalty(2, 1).start();
        game.play("draw");
        assert_eq!(game.hand(2).len(), 2 + usize::from(draws));
    }
}

#[test]
fn p23_against_a_7_only_a_7_no_jack_either() {
    let game = table(3).hand(2, "7H 4C JS JC").top("7C").penalty(2, 1).start();
    for mv in ["play 4C", "play JS naming H", "play JC", "play JC naming C"] {
        assert_eq!(game.refused(mv), "P23", "{mv}");
    }
}

#[test]
fn p24_sevens_in_a_row_add_up() {
    let mut game = table(4).hand(1, "7C KD").hand(2, "7S 2H").hand(3, "7D 3H").hand(0, "4H 5H").top("9C").start();
    game.play("play 7C").play("play 7S").play("play 7D");
    assert_eq!(game.events[1], Event::SevensPending { seat: seat(0), sevens: 3, owed: 9 });
    game.play("draw");
    assert_eq!(game.hand(0).len(), 11);
}

#[test]
fn p25_who_draws_for_sevens_loses_the_turn() {
    let mut game = table(3).hand(2, "4C 5C").top("7C").penalty(2, 1).start();
    assert_eq!((game.play("draw").turn(), game.phase()), (0, Phase::Turn));
}

#[test]
fn p25_play_after_penalty_gives_a_turn_in_which_nothing_was_drawn() {
    let start = |limit| {
        table(3)
            .options(|o| {
                o.play_after_penalty = true;
                o.draw_limit = limit;
            })
            .hand(2, "4C 5D")
            .stock("2D 3D 4D 8S 9S")
            .top("7C")
            .penalty(2, 1)
            .start()
    };
    let mut game = start(0);
    game.play("draw");
    assert_eq!((game.turn(), game.legal()), (2, vec!["play 4C".into(), "draw".into()]));
    assert_eq!(game.refused("pass"), "P19");
    let mut game = start(1);
    assert!(game.play("draw").allows("draw"), "the limit counts from zero");
    assert_eq!(game.play("draw").refused("draw"), "P19");
}

#[test]
fn p26_a_7_drawn_for_is_an_ordinary_card() {
    let mut game =
        table(3).hand(2, "4C 5C").hand(0, "7H 4D").hand(1, "2S 3S").top("7C").under("7D").penalty(2, 2).start();
    game.play("draw");
    assert_eq!(game.legal(), ["play 7H", "draw"]);
    game.play("play 7H");
    assert_eq!(game.events[1], Event::SevensPending { seat: seat(1), sevens: 1, owed: 3 });
}

#[test]
fn p27_holding_a_7_one_may_still_draw() {
    for stuck in [false, true] {
        let game = table(3).options(|o| o.draw_only_if_stuck = stuck).hand(2, "7H 5C").top("7C").penalty(2, 1).start();
        assert_eq!(game.legal(), ["play 7H", "draw"]);
    }
}

#[test]
fn p28_an_8_skips_the_next_player() {
    let start = |eight| table(4).options(|o| o.eight = eight).hand(1, "8C KD").top("9C").start();
    let mut game = start(Eight::Skip);
    assert_eq!(game.play("play 8C").turn(), 3);
    assert_eq!(game.events[1], Event::Skipped { seat: seat(2) });
    let mut game = start(Eight::None);
    assert_eq!((game.play("play 8C").turn(), game.events.len()), (2, 1));
}

#[test]
fn p29_with_two_players_who_plays_an_8_moves_again() {
    let mut game = table(2).hand(1, "8C KD 4C").hand(0, "2D 3D").top("9C").drawn(1, 1).start();
    game.play("play 8C");
    assert_eq!((game.turn(), game.phase()), (1, Phase::Turn));
    assert_eq!(game.refused("pass"), "P19", "a new turn");
    assert_eq!(game.play("play 4C").turn(), 0);
}

#[test]
fn p30_a_10_reverses_the_direction() {
    let start = |ten| table(4).options(|o| o.ten = ten).hand(1, "TC KD").hand(0, "TD 8C 3H").top("9C").start();
    let mut game = start(Ten::Reverse);
    assert_eq!(game.play("play TC").turn(), 0);
    assert_eq!(game.events[1], Event::Reversed { direction: Direction::CounterClockwise });
    let mut again = game.clone();
    assert_eq!(game.play("play 8C").turn(), 2, "an 8 skips seat 3");
    assert_eq!(again.play("play TD").turn(), 1, "and back");
    assert!(!again.setup().reversed);
    assert_eq!(start(Ten::None).play("play TC").turn(), 2);
}

#[test]
fn p31_with_two_players_a_10_changes_nothing() {
    let start = |skips, ten, eight| {
        table(2)
            .options(|o| {
                o.ten_skips_with_two = skips;
                o.ten = ten;
                o.eight = eight;
            })
            .hand(1, "TC KD")
            .top("9C")
            .start()
    };
    let mut game = start(false, Ten::Reverse, Eight::Skip);
    assert_eq!((game.play("play TC").turn(), game.setup().reversed, game.events.len()), (0, false, 1));
    let mut game = start(true, Ten::Reverse, Eight::None);
    assert_eq!((game.play("play TC").turn(), game.setup().reversed), (1, false));
    assert_eq!(game.events[1], Event::Skipped { seat: seat(0) });
    assert_eq!(start(true, Ten::None, Eight::Skip).play("play TC").turn(), 0);
    let mut three = table(3).options(|o| o.ten_skips_with_two = true).hand(1, "TC KD").top("9C").start();
    assert_eq!(three.play("play TC").turn(), 0, "with three it reverses");
}

#[test]
fn p32_after_an_ace_one_more_card_of_its_rank_or_suit() {
    let mut game = table(3).hand(1, "AH 4H AS KD 9C").top("KH").start();
    game.play("play AH");
    assert_eq!((game.turn(), game.phase()), (1, Phase::Extra));
    assert_eq!(game.events[1], Event::ExtraCard { seat: seat(1) });
    assert_eq!(game.legal(), ["play AS", "play 4H", "pass"]);
    assert_eq!(game.refused("play KD"), "P32");
    assert_eq!(game.play("play 4H").turn(), 2);
}

#[test]
fn p32_an_ace_may_skip_or_do_nothing() {
    let start = |ace| table(4).options(|o| o.ace = ace).hand(1, "AC 4C").top("9C").start();
    let mut skip = start(Ace::Skip);
    assert_eq!((skip.play("play AC").turn(), skip.phase()), (3, Phase::Turn));
    let mut none = start(Ace::None);
    assert_eq!((none.play("play AC").turn(), none.phase()), (2, Phase::Turn));
    let mut two = table(2).options(|o| o.ace = Ace::Skip).hand(1, "AC 4C").top("9C").start();
    assert_eq!(two.play("play AC").turn(), 1);
}

#[test]
fn p33_the_extra_card_is_optional_and_nothing_is_drawn() {
    let mut game = table(3).hand(1, "4H KD").top("AH").extra(1).start();
    assert_eq!(game.refused("draw"), "P33");
    assert_eq!((game.play("pass").turn(), game.phase()), (2, Phase::Turn));
    let nothing = table(3).hand(1, "4D KD").top("AH").extra(1).start();
    assert_eq!(nothing.legal(), ["pass"], "declined even when nothing fits");
}

#[test]
fn p34_another_ace_allows_yet_another() {
    let mut game = table(3).hand(1, "AS 4S 4H AD 9D").top("AH").extra(1).start();
    game.play("play AS");
    assert_eq!((game.turn(), game.legal()), (1, vec!["play AD".into(), "play 4S".into(), "pass".into()]));
    game.play("play AD");
    assert_eq!(game.legal(), ["play 9D", "pass"]);
}

#[test]
fn p35_the_extra_card_has_its_full_effect() {
    let start = || table(4).hand(1, "7H 8H TH JH 2C").top("AH").extra(1).start();
    let mut game = start();
    assert_eq!((game.play("play 7H").turn(), game.phase()), (2, Phase::Penalty));
    assert_eq!(start().play("play 8H").turn(), 3);
    assert_eq!(start().play("play TH").turn(), 0);
    let mut game = start();
    game.play("play JH naming S");
    assert_eq!((game.turn(), game.setup().named), (2, Some(Suit::Spades)));
}

#[test]
fn p36_a_jack_as_the_extra_card_is_of_the_aces_suit() {
    let game = table(3).hand(1, "JS JH 2C").top("AH").extra(1).start();
    assert_eq!((game.refused("play JS naming H"), game.refused("play JH")), ("P36".into(), "P15".into()));
    assert_eq!(game.legal().len(), 5, "JH naming one of four suits, or pass");
}

#[test]
fn p37_the_next_player_matches_the_last_card_laid() {
    let mut game = table(3).hand(1, "AH AS 4S KD").hand(2, "KH 9S 4D").top("KH");
    game.setup.top = Some(card("QH"));
    let mut game: Game = game.start();
    game.play("play AH").play("play AS").play("play 4S");
    assert_eq!((game.turn(), game.legal()), (2, vec!["play 4D".into(), "play 9S".into(), "draw".into()]));
    assert_eq!(game.refused("play KH"), "P14");
}
