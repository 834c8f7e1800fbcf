//! P50 to P55 and the examples PE11 to PE16: other readings and variants.

use super::table::{Game, Table, card, cards, seat, table};
use taash::cards::Suit;
use taash::games::pis_yedili::{
    Ace, DrawReason, Eight, Event, JackOnAce, Opening, OpeningCard, Options, Position, SevenChain, StockOut, Ten,
    Undeclared,
};
use taash::games::{Options as _, Param, Phase, Position as _, Viewer};

const JACK_NAMING: [&str; 4] = ["play JS naming C", "play JS naming D", "play JS naming H", "play JS naming S"];

fn plain(seats: u8) -> Table {
    table(seats).options(|o| o.opening_card = OpeningCard::Plain).opening()
}

fn silent(seats: u8) -> Table {
    table(seats).options(|o| {
        o.declare_last = true;
        o.undeclared = Undeclared::NoFinish;
    })
}

fn all_draw(seats: u8) -> Table {
    table(seats).options(|o| o.ace = Ace::AllDraw)
}

/// Which seats cannot go out, as every viewer is shown.
fn barred(game: &Game) -> Vec<u8> {
    let shown = |viewer| -> Vec<u8> {
        let view = game.position.view(viewer);
        view.seats.iter().filter(|seat| seat.barred).map(|seat| seat.seat.number()).collect()
    };
    assert_eq!(shown(Viewer::Spectator), shown(Viewer::Seat(seat(0))));
    shown(Viewer::Spectator)
}

/// Who drew how many cards in the last move, and why.
fn draws(game: &Game) -> Vec<(u8, u8, DrawReason)> {
    let drew = |event: &Event| {
        let Event::Drew { seat, count, reason, .. } = event else { return None };
        Some((seat.number(), *count, *reason))
    };
    game.events.iter().filter_map(drew).collect()
}

#[test]
fn p50_plain_refuses_clubs_with_an_effect() {
    let game = plain(3).hand(1, "7C 8C TC JC AC 4C 5D").start();
    assert_eq!(game.legal(), ["play 4C"]);
    for special in ["play 7C", "play 8C", "play TC", "play JC", "play AC"] {
        assert_eq!(game.refused(special), "P8", "{special}");
    }
    assert_eq!((game.refused("play 5D"), game.refused("draw")), ("P6".into(), "P7".into()));
}

#[test]
fn p50_a_club_whose_rank_does_nothing_is_plain() {
    let start = |change: fn(&mut Options)| plain(3).options(change).hand(1, "7C 8C TC JC AC").start();
    assert_eq!(start(|_| ()).legal(), ["draw"]);
    assert_eq!(start(|o| o.eight = Eight::None).legal(), ["play 8C"]);
    assert_eq!(start(|o| o.ten = Ten::None).legal(), ["play TC"]);
    assert_eq!(start(|o| o.ace = Ace::None).legal(), ["play AC"]);
    assert_eq!(start(|o| o.ace = Ace::Skip).legal(), ["draw"]);
    assert_eq!(start(|o| o.ace = Ace::AllDraw).legal(), ["draw"]);
}

#[test]
fn p50_with_opening_all_each_opener_needs_a_plain_club() {
    let mut game = plain(3).options(|o| o.opening = Opening::All).hand(1, "4C").hand(2, "7C 2D").stock("5H 9C").start();
    game.play("play 4C");
    assert_eq!(game.legal(), ["draw"]);
    assert_eq!((game.refused("play 7C"), game.refused("play 2D")), ("P8".into(), "P11".into()));
    game.play("draw").play("draw");
    assert_eq!((game.legal(), game.refused("draw")), (vec!["play 9C".into()], "P7".into()));
}

#[test]
fn p50_a_setup_shows_a_plain_opening_card() {
    let mut setup =
        plain(3).options(|o| o.opening = Opening::All).hand(1, "4C").hand(2, "9C").start().play("play 4C").setup();
    setup.hands[1].remove(setup.hands[1].iter().next().unwrap());
    let club = card("7C");
    setup.stock = setup.stock.as_slice().iter().copied().filter(|&card| card != club).collect();
    setup.hands[1].insert(setup.top.replace(club).unwrap());
    let faults = Position::from_setup(setup).unwrap_err();
    assert!(faults.iter().any(|fault| fault.field == "top"), "{faults:?}");
}

#[test]
fn p51_any_jack_follows_an_ace_and_names_a_suit() {
    let start = |hand| table(3).options(|o| o.jack_on_ace = JackOnAce::Any).hand(1, hand).top("AH").extra(1).start();
    let game = start("JS 4S 2D");
    assert_eq!(game.legal(), [&JACK_NAMING[..], &["pass"]].concat());
    assert_eq!((game.refused("play JS"), game.refused("play 4S")), ("P15".into(), "P32".into()));
    let last = start("JS");
    assert_eq!((last.legal(), last.refused("play JS naming C")), (vec!["play JS".into(), "pass".into()], "P38".into()));
}

#[test]
fn p51_under_jack_must_change_suit_not_the_suit_of_the_ace() {
    let game = table(3)
        .options(|o| {
            o.jack_on_ace = JackOnAce::Any;
            o.jack_must_change_suit = true;
        })
        .hand(1, "JS 2D")
        .top("AH")
        .extra(1)
        .start();
    assert_eq!(game.legal(), ["play JS naming C", "play JS naming D", "play JS naming S", "pass"]);
    assert_eq!(game.refused("play JS naming H"), "P16");
}

#[test]
fn p51_against_a_7_no_jack_goes_still() {
    let game = table(3).options(|o| o.jack_on_ace = JackOnAce::Any).hand(2, "JS 2D").top("7C").penalty(2, 1).start();
    assert_eq!(game.refused("play JS naming H"), "P23");
}

#[test]
fn p52_draw_takes_as_many_as_the_option_says() {
    for draws_wanted in 1..=5 {
        let mut game = table(3)
            .options(|o| {
                o.declare_last = true;
                o.undeclared_draws = draws_wanted;
            })
            .hand(1, "9H 4S")
            .top("9C")
            .start();
        game.play("play 9H");
        assert_eq!(draws(&game), [(1, draws_wanted, DrawReason::Undeclared)]);
        assert!(game.outcome.revealed_hidden);
    }
}

#[test]
fn p52_no_finish_bars_the_last_card_for_one_turn() {
    let mut game = silent(2).hand(1, "9H 4S").hand(0, "8D 6H KC").stock("2C 3D 5D").top("9C").start();
    game.play("play 9H");
    assert_eq!((barred(&game), draws(&game), game.outcome.revealed_hidden), (vec![1], vec![], false));
    assert_eq!(game.events[1], Event::Barred { seat: seat(1) });
    game.play("play 6H");
    // 4S does not match 6H: P14 comes first. After 2C and 3D nothing fits either.
    assert_eq!((game.refused("play 4S"), game.legal()), ("P14".into(), vec!["draw".into()]));
    game.play("draw").play("pass");
    assert_eq!(barred(&game), Vec::<u8>::new(), "the turn is over");
}

#[test]
fn p52_a_card_that_would_empty_the_hand_is_no_card_to_play() {
    let start = |stuck| {
        silent(2)
            .options(|o| o.draw_only_if_stuck = stuck)
            .hand(1, "9H 4S")
            .hand(0, "6S KC")
            .stock("2C 3S")
            .top("9C")
            .start()
    };
    for stuck in [false, true] {
        let mut game = start(stuck);
        game.play("play 9H").play("draw");
        let mut setup = game.setup();
        setup.top = Some(card("6S"));
        setup.hands[0] = cards("KC 9H 2C");
        let mut game = Game::new(Position::from_setup(setup).unwrap());
        game.play("pass");
        assert_eq!((game.turn(), game.legal()), (1, vec!["draw".into()]));
        assert_eq!(game.refused("play 4S"), "P52");
        game.play("draw");
        assert_eq!(game.legal()[..2], ["play 3S", "play 3S, last"], "with another card in hand");
    }
}

#[test]
fn p52_the_refusal_comes_after_all_other_rules() {
    let with = |hand: &str, top: &str| {
        let mut setup = silent(3).hand(1, hand).top(top).fill();
        setup.barred = 1 << 1;
        Game::new(Position::from_setup(setup).unwrap())
    };
    let jack = with("JH", "9C");
    assert_eq!((jack.refused("play JH naming S"), jack.refused("play JH")), ("P38".into(), "P52".into()));
    assert_eq!(jack.refused("play JH, last"), "P49");
    let other = with("4S", "9C");
    assert_eq!((other.refused("play 4S"), other.refused("play 9H")), ("P14".into(), "G4".into()));
    let error = jack.position.check_move(&taash::games::pis_yedili::Move::play(card("JH"))).unwrap_err();
    assert_eq!(error.message.param("card"), Some(&Param::Card(card("JH"))));
}

#[test]
fn p52_with_an_empty_stock_a_barred_player_ends_the_deal() {
    let mut setup = silent(3).hand(1, "9H").hand(2, "4D").hand(0, "KS QS").top("9C").dry().fill();
    setup.barred = 1 << 1;
    let mut game = Game::new(Position::from_setup(setup).unwrap());
    assert_eq!(game.legal(), ["draw"]);
    game.play("draw");
    // 9, 4 and 20 points: seat 2 wins.
    assert_eq!((game.phase(), game.scores(), game.setup().barred), (Phase::Deal, vec![20, 9, 0], 0));
}

#[test]
fn p52_a_penalty_is_the_next_turn_and_p25_belongs_to_it() {
    let start = |after| {
        let mut setup = silent(3)
            .options(|o| o.play_after_penalty = after)
            .hand(2, "7H")
            .stock("2C 3C 4C 5C")
            .top("7C")
            .penalty(2, 1)
            .fill();
        setup.barred = 1 << 2;
        Game::new(Position::from_setup(setup).unwrap())
    };
    let mut lost = start(false);
    assert_eq!((lost.legal(), lost.refused("play 7H")), (vec!["draw".into()], "P52".into()));
    assert_eq!(barred(lost.play("draw")), Vec::<u8>::new());
    let mut kept = start(true);
    kept.play("draw");
    assert_eq!((kept.turn(), barred(&kept)), (2, vec![2]));
    kept.play("play 2C");
    assert_eq!(barred(&kept), Vec::<u8>::new());
    let mut short =
        silent(3).hand(2, "7H").hand(1, "4D").hand(0, "KS").stock("2C").top("7C").penalty(2, 1).dry().fill();
    short.barred = 1 << 2;
    let mut short = Game::new(Position::from_setup(short).unwrap());
    assert_eq!(short.play("draw").phase(), Phase::Deal, "the 7 is no card to play, so the draw may end the deal");
}

#[test]
fn p52_a_skipped_player_waits_for_a_turn() {
    let mut game = silent(3).hand(1, "9H 4S").hand(2, "KH 2S").hand(0, "8H 2D 3D").top("9C").start();
    game.play("play 9H").play("draw").play("pass").play("play 8H");
    assert_eq!((game.turn(), barred(&game)), (2, vec![1]), "seat 1 was skipped");
}

#[test]
fn p52_an_ace_and_its_extra_card_are_one_turn() {
    let start = || silent(3).hand(1, "AH 4H").top("KH").start();
    let mut passed = start();
    passed.play("play AH");
    assert_eq!((barred(&passed), passed.phase()), (vec![], Phase::Extra));
    assert_eq!(barred(passed.play("pass")), [1]);
    let mut out = start();
    assert_eq!(out.play("play AH").play("play 4H").phase(), Phase::Deal, "the next turn is barred, not this one");
    let mut setup = silent(3).hand(1, "AH 4H").top("KH").fill();
    setup.barred = 1 << 1;
    let mut again = Game::new(Position::from_setup(setup).unwrap());
    again.play("play AH, last");
    assert_eq!((again.legal(), again.refused("play 4H")), (vec!["pass".into()], "P52".into()));
    assert_eq!(barred(again.play("pass")), Vec::<u8>::new(), "declared");
}

#[test]
fn p52_a_new_turn_of_the_same_player_is_the_next_turn() {
    let mut eight = silent(2).hand(1, "8C 9C").hand(0, "KS").top("4C").start();
    eight.play("play 8C");
    assert_eq!((eight.turn(), barred(&eight), eight.refused("play 9C")), (1, vec![1], "P52".into()));
    let mut ace = silent(2).options(|o| o.ace = Ace::AllDraw).hand(1, "AC 9C").hand(0, "KS").top("4C").start();
    ace.play("play AC");
    assert_eq!((ace.turn(), barred(&ace), ace.refused("play 9C")), (1, vec![1], "P52".into()));
}

#[test]
fn p52_a_setup_bars_only_who_can_have_been_silent() {
    let with = |table: Table, bars: u8| {
        let mut setup = table.hand(1, "6D 9S").hand(2, "KH").hand(0, "QH QD").top("6C").fill();
        setup.barred = bars;
        Position::from_setup(setup).err().unwrap_or_default().into_iter().map(|fault| fault.field).collect::<Vec<_>>()
    };
    let none = Vec::<String>::new();
    assert_eq!((with(silent(3), 1 << 2), with(silent(3), 1 << 1)), (none.clone(), none.clone()));
    assert_eq!((with(silent(3), 1), with(silent(3), 1 << 3)), (vec!["barred".to_owned()], vec!["barred".to_owned()]));
    assert_eq!(with(table(3), 1 << 2), ["barred"]);
    assert_eq!(with(silent(3).options(|o| o.ace = Ace::AllDraw), 1), none);
}

#[test]
fn p53_sevens_double_what_is_owed() {
    let owed = |draws, sevens: u8| {
        let under = ["", "7D", "7D 7H", "7D 7H 7S"][usize::from(sevens) - 1];
        let game = table(4)
            .options(|o| {
                o.seven_chain = SevenChain::Double;
                o.seven_draws = draws;
            })
            .hand(1, "4D 5D")
            .top("7C")
            .under(under)
            .penalty(1, sevens)
            .start();
        game.position.view(Viewer::Spectator).owed
    };
    assert_eq!([1, 2, 3, 4].map(|sevens| owed(3, sevens)), [3, 6, 12, 24]);
    assert_eq!([1, 2, 3, 4].map(|sevens| owed(5, sevens)), [5, 10, 20, 40]);
}

#[test]
fn p53_eight_sevens_owe_at_most_640() {
    for stock_out in [StockOut::End, StockOut::Reshuffle] {
        let mut game = table(5)
            .options(|o| {
                o.seven_chain = SevenChain::Double;
                o.seven_draws = 5;
                o.stock_out = stock_out;
            })
            .hand(0, "7S 2C")
            .hand(1, "3C 4C")
            .top("7S")
            .under("7C 7C 7D 7D 7H 7H")
            .penalty(0, 7)
            .start();
        assert_eq!(game.position.view(Viewer::Spectator).owed, 320);
        game.play("play 7S");
        assert_eq!(game.events[1], Event::SevensPending { seat: seat(1), sevens: 8, owed: 640 });
        // 104 cards: ten in hands (one is played), eight sevens laid; with RESHUFFLE seven of them are drawn too.
        let stock = u16::from(game.position.view(Viewer::Spectator).stock_count);
        let reshuffled = if stock_out == StockOut::Reshuffle { 7 } else { 0 };
        game.play("draw");
        let missing = 640 - stock - reshuffled;
        assert!(game.events.contains(&Event::StockRanOut { seat: seat(1), missing }), "{:?}", game.events);
        assert_eq!(game.phase(), Phase::Deal);
    }
}

#[test]
fn p53_a_penalty_drawn_starts_again_at_the_first() {
    let mut game = table(3)
        .options(|o| o.seven_chain = SevenChain::Double)
        .hand(2, "4C 5C")
        .hand(0, "7H 4D")
        .hand(1, "2S 3S")
        .top("7C")
        .under("7D")
        .penalty(2, 2)
        .start();
    game.play("draw");
    assert_eq!(game.hand(2).len(), 2 + 6);
    game.play("play 7H");
    assert_eq!(game.events[1], Event::SevensPending { seat: seat(1), sevens: 1, owed: 3 });
}

#[test]
fn p54_all_others_draw_in_the_direction_of_play_and_the_player_goes_on() {
    let mut game = all_draw(4).hand(1, "AH 4H 9S AD JC").stock("2C 3C 5C 6C").top("KH").drawn(1, 2).start();
    game.play("play AH");
    let one = |seat| (seat, 1, DrawReason::Ace);
    assert_eq!(draws(&game), [one(2), one(3), one(0)]);
    assert_eq!(game.events.last(), Some(&Event::NewTurn { seat: seat(1) }));
    assert_eq!((game.turn(), game.phase(), game.outcome.revealed_hidden), (1, Phase::Turn, true));
    let jack = ["play JC naming C", "play JC naming D", "play JC naming H", "play JC naming S"];
    let expected = [&["play AD", "play 4H"][..], &jack, &["draw"]].concat();
    assert_eq!(game.legal(), expected, "the ace is matched as in any turn, and nothing has been drawn in it");
    assert_eq!(game.refused("pass"), "P19");
    assert_eq!(game.play("play 4H").turn(), 2);
}

#[test]
fn p54_reversed_the_others_draw_the_other_way() {
    let mut setup = all_draw(4).hand(1, "AH 4H").stock("2C 3C 5C").top("KH").fill();
    setup.reversed = true;
    let mut game = Game::new(Position::from_setup(setup).unwrap());
    game.play("play AH");
    assert_eq!(draws(&game).iter().map(|draw| draw.0).collect::<Vec<_>>(), [0, 3, 2]);
    assert!(game.hand(0).contains(card("2C")) && game.hand(2).contains(card("5C")));
}

#[test]
fn p54_an_empty_stock_ends_nothing_and_is_not_filled() {
    for stock_out in [StockOut::End, StockOut::Reshuffle] {
        let mut game = all_draw(3).options(|o| o.stock_out = stock_out).hand(1, "AH 4H").top("KH").dry().start();
        game.play("play AH");
        assert_eq!((draws(&game), game.turn(), game.phase()), (vec![], 1, Phase::Turn));
        assert!(!game.outcome.revealed_hidden);
        assert_eq!(game.setup().shuffles, 1);
    }
}

#[test]
fn p54_a_draw_for_the_last_card_comes_first() {
    let mut game =
        all_draw(3).options(|o| o.declare_last = true).hand(1, "AH 4H").stock("2C 3C").top("KH").dry().start();
    game.play("play AH");
    assert_eq!(draws(&game), [(1, 1, DrawReason::Undeclared), (2, 1, DrawReason::Ace)]);
    assert_eq!((game.turn(), game.hand(1)), (1, cards("4H 2C")));
    assert_eq!(game.refused("pass"), "P19", "that card was not drawn in the new turn");
}

#[test]
fn p54_an_opening_ace_and_a_last_ace_have_no_effect() {
    let mut opening = all_draw(3).hand(1, "AC").opening().start();
    assert_eq!((opening.play("play AC").turn(), draws(&opening)), (2, vec![]));
    let mut last = all_draw(3).hand(1, "AH").top("KH").start();
    assert_eq!((last.play("play AH").phase(), draws(&last)), (Phase::Deal, vec![]));
}

#[test]
fn p54_a_player_with_one_card_left_goes_out_in_the_new_turn() {
    let mut game = all_draw(2).hand(1, "AH 4H").top("KH").start();
    assert_eq!(game.play("play AH").play("play 4H").phase(), Phase::Deal);
}

#[test]
fn p55_the_opener_has_one_card_more() {
    let mut game = Game::of(Options { opener_extra: true, ..Options::CLASSIC }, 3, Some(1))
        .deck("AC 2C 3C  4C 5C 6C  7C 8C 9C  TC JC QC  KC AD 2D  3D 4D 5D  6D 7D 8D  9D TD");
    game.play("deal");
    assert_eq!(game.hand(2), cards("AC 4C 7C TC KC 3D 6D 9D"));
    assert_eq!((game.hand(0).len(), game.hand(1).len()), (7, 7));
    assert!(game.stock().starts_with("TD"));
    let Event::Dealt { hand_size, opener_size, stock, .. } = game.events[0] else { panic!() };
    assert_eq!((hand_size, opener_size, stock), (7, 8, 30));
}

#[test]
fn p55_the_decks_cover_the_extra_card() {
    let check =
        |decks, hand_size, seats| Options { decks, hand_size, opener_extra: true, ..Options::CLASSIC }.check(seats);
    assert_eq!(check(1, 10, 5), Ok(()), "50, one more and one for the stock: 52");
    assert_eq!(check(1, 6, 8), Ok(()), "48, one more and one for the stock: 50");
    for (decks, hand_size, seats) in [(1, 7, 8), (1, 9, 6)] {
        let fault = check(decks, hand_size, seats).unwrap_err().remove(0);
        assert_eq!(
            (fault.field.as_str(), fault.message.id()),
            ("hand_size", "pis-yedili-fault-hands-and-extra-do-not-fit")
        );
    }
}

#[test]
fn pe11_an_opener_with_special_clubs_draws_only() {
    let mut game = plain(3).hand(1, "7C JC 4D 5H 9S TS QD").stock("3C").start();
    assert_eq!(game.legal(), ["draw"]);
    assert_eq!((game.refused("play 7C"), game.refused("play JC")), ("P8".into(), "P8".into()));
    assert_eq!(game.play("draw").legal(), ["play 3C"]);
    assert_eq!(game.refused("draw"), "P7");
}

#[test]
fn pe12_any_jack_on_the_ace_of_hearts() {
    let start = |jack_on_ace| table(3).options(|o| o.jack_on_ace = jack_on_ace).hand(1, "AH JS 4S").top("KH").start();
    assert_eq!(start(JackOnAce::Any).play("play AH").legal(), [&JACK_NAMING[..], &["pass"]].concat());
    assert_eq!(start(JackOnAce::Suit).play("play AH").legal(), ["pass"]);
}

#[test]
fn pe13_one_card_in_the_stock_for_two_owed() {
    let mut game = table(3)
        .options(|o| {
            o.declare_last = true;
            o.undeclared_draws = 2;
        })
        .hand(1, "9H 4S")
        .stock("QD")
        .top("9C")
        .dry()
        .start();
    game.play("play 9H");
    assert_eq!((draws(&game), game.hand(1)), (vec![(1, 1, DrawReason::Undeclared)], cards("4S QD")));
    assert_eq!((game.setup().stock.len(), game.phase(), game.turn()), (0, Phase::Turn, 2));
}

#[test]
fn pe14_three_sevens_owe_twelve_and_the_stock_has_ten() {
    let mut game = table(5)
        .options(|o| {
            o.seven_chain = SevenChain::Double;
            o.decks = 1;
        })
        .hand(1, "7D KC")
        .hand(2, "7S QC")
        .hand(3, "7H 2C")
        .hand(4, "4D")
        .hand(0, "5H 7C")
        .stock("2D 3D 5D 6D 8D 9D TD QD KD AD")
        .top("JD")
        .named(Suit::Diamonds)
        .dry()
        .start();
    game.play("play 7D").play("play 7S").play("play 7H");
    assert_eq!(game.events[1], Event::SevensPending { seat: seat(4), sevens: 3, owed: 12 });
    game.play("draw");
    assert_eq!((game.phase(), game.hand(4).len()), (Phase::Deal, 11));
    assert!(game.events.contains(&Event::StockRanOut { seat: seat(4), missing: 2 }));
}

#[test]
fn pe15_two_cards_in_the_stock_for_three_who_draw() {
    let mut game = all_draw(4)
        .hand(1, "AH 4H 9S")
        .hand(2, "KS")
        .hand(3, "KD")
        .hand(0, "KC")
        .stock("2C 3C")
        .top("KH")
        .dry()
        .start();
    game.play("play AH");
    assert_eq!(draws(&game), [(2, 1, DrawReason::Ace), (3, 1, DrawReason::Ace)]);
    assert_eq!((game.hand(0), game.turn(), game.phase()), (cards("KC"), 1, Phase::Turn));
}

#[test]
fn pe16_the_29th_card_is_the_openers() {
    let mut game = Game::of(Options { opener_extra: true, ..Options::CLASSIC }, 4, Some(0)).order(
        "AC 2C 3C 4C  5C 6C 7C 8C  9C TC JC QC  KC AD 2D 3D  4D 5D 6D 7D  8D 9D TD JD  QD KD AH 2H  3H \
         4H 5H 6H 7H 8H 9H TH JH QH KH AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS",
    );
    game.play("deal");
    assert_eq!((game.hand(1), game.hand(0).len()), (cards("AC 5C 9C KC 4D 8D QD 3H"), 7));
    assert_eq!((game.setup().stock.len(), game.turn()), (23, 1));
}
