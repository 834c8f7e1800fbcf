//! P1 to P11: the deal and the opening.

use super::table::{Game, card, cards, seat, table};
use taash::cards::Suit;
use taash::games::pis_yedili::{Event, Opening, Options, Position, StockOut};
use taash::games::{Direction, Options as _, Phase, Position as _};

#[test]
fn p1_two_to_eight_play_each_for_themselves() {
    for seats in 2..=8 {
        let position = Position::new_match(Options::CLASSIC, seats, None, None).unwrap();
        assert_eq!((position.seats(), position.standing().seats.len()), (seats, usize::from(seats)));
    }
    for seats in [0, 1, 9, 255] {
        let faults = Position::new_match(Options::CLASSIC, seats, None, None).unwrap_err();
        assert_eq!(faults.iter().map(|fault| fault.field.as_str()).collect::<Vec<_>>(), ["seats"], "{seats}");
    }
}

#[test]
fn p2_one_deck_up_to_four_players_and_two_beyond() {
    let dealt = |seats: u8, decks: u8| {
        let mut game = Game::of(Options { decks, hand_size: 5, ..Options::CLASSIC }, seats, Some(0));
        game.play("deal");
        let setup = game.setup();
        setup.stock.len() + setup.hands.iter().map(|hand| hand.len()).sum::<usize>()
    };
    let by_rule: Vec<usize> = (2..=8).map(|seats| dealt(seats, 0)).collect();
    assert_eq!(by_rule, [52, 52, 52, 104, 104, 104, 104]);
    assert_eq!((dealt(2, 2), dealt(8, 1)), (104, 52));
}

#[test]
fn p3_seven_cards_are_dealt_one_at_a_time_from_the_seat_after_the_dealer() {
    let mut game = Game::of(Options::CLASSIC, 3, Some(1))
        .deck("AC 2C 3C  4C 5C 6C  7C 8C 9C  TC JC QC  KC AD 2D  3D 4D 5D  6D 7D 8D  9D TD");
    game.play("deal");
    assert_eq!(game.hand(2), cards("AC 4C 7C TC KC 3D 6D"));
    assert_eq!(game.hand(0), cards("2C 5C 8C JC AD 4D 7D"));
    assert_eq!(game.hand(1), cards("3C 6C 9C QC 2D 5D 8D"));
    let Event::Dealt { deal, dealer, opener, hand_size, stock, .. } = game.events[0] else { panic!() };
    assert_eq!((deal, dealer, opener, hand_size, stock), (1, seat(1), seat(2), 7, 31));
    assert!(game.outcome.revealed_hidden);
}

#[test]
fn p3_the_decks_cover_all_hands_and_one_card_more() {
    let check = |decks, hand_size, seats| Options { decks, hand_size, ..Options::CLASSIC }.check(seats);
    assert_eq!(check(1, 7, 7), Ok(()), "49 of 52");
    assert_eq!(check(1, 7, 8).unwrap_err()[0].field, "hand_size", "56 of 52");
    assert_eq!(check(1, 10, 5), Ok(()), "50 of 52");
    assert_eq!(check(1, 8, 6), Ok(()), "48 of 52");
    assert!(check(1, 9, 6).is_err(), "54 of 52");
    assert_eq!(check(0, 10, 8), Ok(()), "80 of 104");
    assert!(check(0, 4, 2).is_err() && check(0, 11, 2).is_err());
}

#[test]
fn p4_the_rest_is_the_stock_and_no_card_is_turned_up() {
    let mut game = Game::of(Options { hand_size: 5, ..Options::CLASSIC }, 2, Some(0))
        .deck("AC 2C 3C 4C 5C 6C 7C 8C 9C TC  QH 3S KD");
    game.play("deal");
    assert!(game.stock().starts_with("QH 3S KD AD"));
    assert_eq!((game.setup().stock.len(), game.setup().top), (42, None));
}

#[test]
fn p5_the_deal_passes_on_in_order_of_seats() {
    let mut game = Game::of(Options { deals: 100, ..Options::CLASSIC }, 3, Some(1));
    assert_eq!((game.turn(), game.phase()), (1, Phase::Deal));
    for dealer in [1, 2, 0, 1] {
        assert_eq!(game.turn(), dealer);
        game.play("deal");
        assert_eq!((game.position.dealer(), game.turn()), (Some(seat(dealer)), (dealer + 1) % 3));
        while game.phase() != Phase::Deal {
            let mv = game.legal().pop().unwrap();
            game.play(&mv);
        }
        assert_eq!(game.position.dealer(), Some(seat(dealer)), "until the next deal");
    }
}

#[test]
fn p5_the_first_dealer_is_drawn_from_the_seed() {
    let mut game = Game::of(Options::CLASSIC, 8, None);
    assert_eq!((game.position.turn(), game.position.dealer()), (None, None));
    let mut again = game.clone();
    game.play("deal");
    again.play("deal");
    assert_eq!(game.position, again.position, "the same seed, the same dealer");
    let dealer = game.position.dealer().unwrap();
    assert_eq!(game.turn(), (dealer.number() + 1) % 8);
}

#[test]
fn p5_every_deal_begins_clockwise() {
    let mut game = table(3).hand(1, "TD").top("4D").start();
    let mut setup = game.setup();
    setup.reversed = true;
    game = Game::new(Position::from_setup(setup).unwrap());
    assert!(game.play("play TD").setup().reversed);
    game.play("deal");
    assert!(!game.setup().reversed);
}

#[test]
fn p6_the_seat_after_the_dealer_opens_with_a_club() {
    let mut game = table(3).hand(1, "4C 9C 4D JH").opening().start();
    assert_eq!(game.legal(), ["play 4C", "play 9C"]);
    assert_eq!((game.refused("play 4D"), game.refused("play JH")), ("P6".into(), "P6".into()));
    game.play("play 9C");
    assert_eq!((game.turn(), game.phase(), game.setup().top), (2, Phase::Turn, Some(card("9C"))));
}

#[test]
fn p7_an_opener_without_a_club_draws_until_one_comes() {
    let mut game = table(3).stock("4D 5H 9C 2C").options(|o| o.draw_limit = 1).opening().start();
    assert_eq!(game.legal(), ["draw"]);
    assert_eq!(game.refused("pass"), "P19");
    assert_eq!(game.play("draw").legal(), ["draw"], "the limit of draws is not for openers");
    assert_eq!(game.refused("pass"), "P7");
    assert_eq!(game.play("draw").legal(), ["draw"]);
    assert_eq!(game.play("draw").legal(), ["play 9C"]);
    assert_eq!(game.refused("draw"), "P7");
    assert_eq!(game.position.view(taash::games::Viewer::Spectator).drawn, 3);
    assert_eq!(game.play("play 9C").turn(), 2);
}

#[test]
fn p7_with_a_club_the_opener_may_not_draw() {
    let game = table(2).hand(1, "4C").opening().start();
    assert_eq!(game.refused("draw"), "P7");
}

#[test]
fn p8_the_opening_card_has_no_effect() {
    for club in ["7C", "8C", "TC", "AC"] {
        let mut game = table(3).hand(1, club).opening().start();
        game.play(&format!("play {club}"));
        assert_eq!((game.turn(), game.phase()), (2, Phase::Turn), "{club}");
        assert_eq!(game.position.view(taash::games::Viewer::Spectator).direction, Direction::Clockwise);
        assert!(game.legal().contains(&"draw".into()));
    }
    let game = table(3).hand(1, "JC").opening().start();
    assert_eq!(game.legal(), ["play JC"]);
    assert_eq!(game.refused("play JC naming H"), "P8");
}

#[test]
fn p9_on_an_opening_jack_go_clubs_but_no_jack() {
    let mut game = table(3).hand(1, "JC").hand(2, "9C JH 2D KH JS 3H 4S").opening().start();
    game.play("play JC");
    assert_eq!(game.setup().named, Some(Suit::Clubs), "shown as if clubs were named");
    assert_eq!(game.legal(), ["play 9C", "draw"]);
    assert_eq!((game.refused("play JH naming C"), game.refused("play 2D")), ("P17".into(), "P17".into()));
}

/// Two openers of whom seat 1 has no club, and two cards in the stock.
fn clubless(stock_out: StockOut) -> Game {
    let setup = table(4)
        .options(|o| o.stock_out = stock_out)
        .hand(0, "AC 2C 3C 4C 5C 2D 2H")
        .hand(2, "6C 7C 8C 9C TC 2S 3D")
        .hand(3, "JC QC KC 3H 3S 4D 4H")
        .stock("4S 5D")
        .opening()
        .fill();
    // Everything else is in seat 1's hand, drawn in this turn.
    let mut setup = setup;
    let drawn = u8::try_from(setup.stock.len() - 2).unwrap();
    for &card in &setup.stock.as_slice()[..usize::from(drawn)] {
        setup.hands[1].insert(card);
    }
    setup.stock = taash::cards::parse_cards("5D 4S").unwrap();
    setup.stage = taash::games::pis_yedili::Stage::Opening { seat: seat(1), opened: 0, drawn };
    Game::new(Position::from_setup(setup).unwrap())
}

#[test]
fn p10_if_the_stock_runs_out_before_a_club_comes_the_deal_ends() {
    for stock_out in [StockOut::End, StockOut::Reshuffle] {
        let mut game = clubless(stock_out);
        game.play("draw").play("draw");
        assert_eq!((game.phase(), game.legal()), (Phase::Opening, vec!["draw".into()]));
        game.play("draw");
        assert_eq!((game.phase(), game.setup().top), (Phase::Deal, None));
        // 0: 15+2+3+4+5+2+2 = 33. 2: 6+20+8+9+10+2+3 = 58. 3: 25+10+10+3+3+4+4 = 59. 1: 508-33-58-59 = 358.
        assert_eq!(game.scores(), [0, 358, 58, 59]);
    }
}

#[test]
fn p11_with_all_everybody_opens_with_a_club_without_effect() {
    let mut game = table(3)
        .options(|o| o.opening = Opening::All)
        .hand(1, "JC 7C")
        .hand(2, "7D 8C")
        .hand(0, "9D")
        .stock("AC")
        .opening()
        .start();
    game.play("play JC");
    assert_eq!((game.turn(), game.legal()), (2, vec!["play 8C".into()]), "any club on an opening jack");
    assert_eq!((game.refused("play 7D"), game.refused("draw")), ("P11".into(), "P7".into()));
    game.play("play 8C");
    assert_eq!((game.turn(), game.legal()), (0, vec!["draw".into()]), "an opening 8 skips nobody");
    game.play("draw").play("play AC");
    assert_eq!((game.turn(), game.phase()), (1, Phase::Turn), "an opening ace asks for nothing more");
    assert!(game.allows("play 7C") && game.allows("draw"));
    game.play("play 7C");
    assert_eq!((game.turn(), game.phase()), (2, Phase::Penalty), "the second discard has its effect");
}

#[test]
fn p11_a_jack_goes_on_an_opening_jack_and_binds_who_has_opened() {
    let mut game = table(2)
        .options(|o| {
            o.opening = Opening::All;
            o.decks = 2;
        })
        .hand(1, "JC 4C JH 5D 5H 5S 6D")
        .hand(0, "JC 3D 3H 3S 4D 4H 4S")
        .opening()
        .start();
    game.play("play JC");
    assert_eq!(game.refused("play JC naming C"), "P8");
    game.play("play JC");
    assert_eq!((game.turn(), game.legal()), (1, vec!["play 4C".into(), "draw".into()]));
    assert_eq!(game.refused("play JH naming H"), "P17");
}

#[test]
fn p11_an_opener_with_an_empty_stock_ends_the_deal_or_reshuffles_the_clubs() {
    let start = |stock_out| {
        let mut setup = table(3)
            .options(|o| {
                o.opening = Opening::All;
                o.stock_out = stock_out;
            })
            .hand(1, "4C 5C 6C 7C 8C 9C TC")
            .hand(2, "AC 2C 3C JC QC KC 2D")
            .opening()
            .fill();
        // Seat 2 is about to open; seat 1 has drawn the whole stock before.
        let stock = setup.stock;
        setup.stock = taash::cards::CardList::EMPTY;
        for &card in stock.as_slice() {
            setup.hands[1].insert(card);
        }
        setup.hands[1].remove(card("4C"));
        setup.hands[2].remove(card("AC"));
        setup.under = cards("AC");
        setup.top = Some(card("4C"));
        setup.stage = taash::games::pis_yedili::Stage::Opening { seat: seat(0), opened: 2, drawn: 0 };
        if stock_out == StockOut::Reshuffle {
            setup.shuffles = 2;
        }
        Game::new(Position::from_setup(setup).unwrap())
    };
    let mut ends = start(StockOut::End);
    assert_eq!((ends.turn(), ends.legal()), (0, vec!["draw".into()]));
    assert_eq!(ends.play("draw").phase(), Phase::Deal);
    let mut goes_on = start(StockOut::Reshuffle);
    assert_eq!(goes_on.play("draw").legal(), ["play AC"]);
    assert_eq!(goes_on.setup().top, Some(card("4C")));
}
