//! P12 to P21: the ordinary turn.

use super::table::{Game, card, table};
use taash::cards::Suit;
use taash::games::Phase;
use taash::games::pis_yedili::{DrawReason, Event, StockOut};

#[test]
fn p12_play_goes_on_clockwise_from_the_opener() {
    let mut game = table(4).hand(1, "4C").hand(2, "5C").hand(3, "6C").hand(0, "9C").opening().start();
    let mut seats = vec![game.turn()];
    for mv in ["play 4C", "play 5C", "play 6C", "play 9C"] {
        seats.push(game.play(mv).turn());
    }
    assert_eq!(seats, [1, 2, 3, 0, 1]);
}

#[test]
fn p13_one_may_draw_with_a_card_to_play_too() {
    let mut game = table(3).hand(1, "6D 9S").stock("QH").top("6C").start();
    assert_eq!(game.legal(), ["play 6D", "draw"]);
    game.play("draw");
    let Event::Drew { reason, count, .. } = game.events[0] else { panic!() };
    assert_eq!((reason, count, game.turn(), game.outcome.revealed_hidden), (DrawReason::Turn, 1, 1, true));
    game.play("play 6D");
    assert_eq!((game.turn(), game.outcome.revealed_hidden), (2, false));
}

#[test]
fn p13_with_draw_only_if_stuck_a_card_to_play_forbids_drawing() {
    let stuck = |hand| table(3).options(|o| o.draw_only_if_stuck = true).hand(1, hand).stock("QH 6H 6S").top("6C");
    assert_eq!(stuck("6D 9S").start().refused("draw"), "P13");
    assert_eq!(stuck("JS 9S").start().refused("draw"), "P13", "a jack can be played too");
    let mut game = stuck("9S 9H").start();
    assert_eq!(game.legal(), ["draw"]);
    assert_eq!(game.play("draw").legal(), ["draw", "pass"]);
    assert_eq!(game.play("draw").legal(), ["play 6H", "pass"], "asked before every draw");
}

#[test]
fn p14_a_card_of_the_same_rank_or_suit() {
    let game = table(3).hand(1, "6D 9C 9D KS").top("6C").start();
    assert_eq!(game.legal(), ["play 6D", "play 9C", "draw"]);
    assert_eq!((game.refused("play 9D"), game.refused("play KS")), ("P14".into(), "P14".into()));
}

#[test]
fn p15_a_jack_goes_on_any_other_card_and_its_player_names_a_suit() {
    let mut game = table(3).hand(1, "JH 9D").top("6C").start();
    assert_eq!(game.refused("play JH"), "P15");
    assert_eq!(game.refused("play 9D naming H"), "P15", "a card that does not match either");
    game.play("play JH naming S");
    assert_eq!(game.setup().named, Some(Suit::Spades));
    let Event::Played { named, left, declared, .. } = game.events[0] else { panic!() };
    assert_eq!((named, left, declared), (Some(Suit::Spades), 1, false));
    let matching = table(3).hand(1, "6D 9D").top("6C").start();
    assert_eq!(matching.refused("play 6D naming D"), "P15");
}

#[test]
fn p16_any_suit_may_be_named_the_current_one_too() {
    let start = |must| table(3).options(|o| o.jack_must_change_suit = must).hand(1, "JH 9D").top("6C").start();
    let named = |game: &Game| game.legal().iter().filter(|mv| mv.starts_with("play JH")).count();
    assert_eq!(named(&start(false)), 4);
    assert!(start(false).allows("play JH naming C"));
    let game = start(true);
    assert_eq!(game.legal()[..3], ["play JH naming D", "play JH naming H", "play JH naming S"]);
    assert_eq!(game.refused("play JH naming C"), "P16");
    assert!(game.allows("play JH naming H"), "the jack's own suit is another");
}

#[test]
fn p16_after_an_ace_the_suit_to_be_matched_is_the_aces() {
    let game = table(3).options(|o| o.jack_must_change_suit = true).hand(1, "JH 9D").top("AH").extra(1).start();
    assert_eq!(game.refused("play JH naming H"), "P16");
    assert_eq!(game.legal(), ["play JH naming C", "play JH naming D", "play JH naming S", "pass"]);
}

#[test]
fn p17_on_a_jack_a_card_of_the_named_suit_and_never_a_jack() {
    let game = table(3).hand(1, "JS 5H JH 9D 4C").top("JC").named(Suit::Hearts).start();
    assert_eq!(game.legal(), ["play 5H", "draw"]);
    for mv in ["play JS naming H", "play JH naming H", "play 9D", "play 4C"] {
        assert_eq!(game.refused(mv), "P17", "{mv}");
    }
}

#[test]
fn p18_the_named_suit_holds_until_the_jack_is_covered() {
    let mut game = table(3).hand(1, "4S 5S").hand(2, "5H 2S").top("JC").named(Suit::Hearts).stock("4D").start();
    game.play("draw").play("pass");
    assert_eq!((game.setup().named, game.setup().top), (Some(Suit::Hearts), Some(card("JC"))));
    game.play("play 5H");
    assert_eq!(game.setup().named, None);
}

#[test]
fn p18_it_never_outlives_the_deal() {
    let mut game = table(2).hand(1, "4S").hand(0, "4D").top("JC").named(Suit::Hearts);
    game = game.options(|o| o.stock_out = StockOut::End).dry();
    let mut game = game.start();
    game.play("draw");
    assert_eq!((game.phase(), game.setup().named), (Phase::Deal, Some(Suit::Hearts)), "the table stays");
    game.play("deal");
    assert_eq!((game.setup().named, game.setup().top), (None, None));
}

#[test]
fn p19_after_a_draw_one_may_play_draw_on_or_pass_and_not_before() {
    let mut game = table(3).hand(1, "6D 9S").stock("QH KH").top("6C").start();
    assert_eq!(game.refused("pass"), "P19");
    assert_eq!(game.play("draw").legal(), ["play 6D", "draw", "pass"]);
    assert_eq!(game.play("draw").legal(), ["play 6D", "draw", "pass"]);
    assert_eq!(game.play("pass").turn(), 2);
    assert_eq!(game.refused("pass"), "P19", "each turn anew");
}

#[test]
fn p19_after_draw_limit_draws_one_may_only_play_or_pass() {
    let mut game = table(3).options(|o| o.draw_limit = 2).hand(1, "6D 9S").stock("QH KH").top("6C").start();
    assert!(game.play("draw").allows("draw"));
    assert_eq!(game.play("draw").legal(), ["play 6D", "pass"]);
    assert_eq!(game.refused("draw"), "P19");
    assert!(game.play("pass").allows("draw"));
}

#[test]
fn p21_a_drawn_card_may_be_played_in_the_same_turn() {
    let mut game = table(3).hand(1, "9D 9S").stock("6H").top("6C").start();
    assert!(game.play("draw").allows("play 6H"));
    assert_eq!(game.play("play 6H").turn(), 2);
}

#[test]
fn identical_cards_are_one_move() {
    let game = table(5).hand(1, "6D 6D 9S").top("6C").start();
    assert_eq!(game.legal(), ["play 6D", "draw"], "G10");
}
