//! Setups that break invariants: all faults at once, whatever the setup holds.

use super::table::{Game, card, cards, seat, table};
use taash::cards::Suit;
use taash::games::pis_yedili::{DealResult, Ending, Options, Position, Setup, Stage, StockOut};
use taash::games::{Position as _, Seat};

fn faults(setup: Setup) -> Vec<String> {
    Position::from_setup(setup).err().unwrap_or_default().into_iter().map(|fault| fault.field).collect()
}

fn ordinary() -> Setup {
    table(3).hand(1, "6D 9S").top("6C").fill()
}

/// The faults of the ordinary table after a change.
fn changed(change: impl FnOnce(&mut Setup)) -> Vec<String> {
    let mut setup = ordinary();
    change(&mut setup);
    faults(setup)
}

#[test]
fn a_setup_is_taken_back_unchanged() {
    let position = Position::from_setup(ordinary()).unwrap();
    assert_eq!(position.to_setup(), ordinary());
    assert!(size_of::<Position>() <= 424, "small enough to copy: {}", size_of::<Position>());
}

#[test]
fn seats_options_and_dealer_are_judged_together() {
    let options = Options { decks: 9, seven_draws: 0, ..Options::CLASSIC };
    let fields = |faults: Vec<taash::games::Fault>| faults.into_iter().map(|fault| fault.field).collect::<Vec<_>>();
    let all = fields(Position::new_match(options, 9, Some(seat(9)), Some(seat(0))).unwrap_err());
    assert_eq!(all, ["decks", "seven_draws", "seats", "starter"]);
    let dealer = fields(Position::new_match(Options::CLASSIC, 3, Some(seat(3)), None).unwrap_err());
    assert_eq!(dealer, ["dealer"]);
}

#[test]
fn every_card_is_in_exactly_one_place() {
    assert_eq!(changed(|s| s.hands[1] = cards("6D 9S 6C")), ["cards"], "a card twice");
    assert_eq!(changed(|s| s.hands[1] = cards("6D")), ["cards"], "a card missing");
    assert_eq!(changed(|s| s.hands[1] = cards("6D X")), ["cards"], "a joker");
    assert_eq!(changed(|s| s.hands[5] = cards("6D")), ["hands[5]", "cards"], "a seat that is not there");
    let fresh = Game::of(Options::CLASSIC, 3, None).setup();
    assert_eq!(faults(Setup { hands: [cards("4D"); 8], ..fresh }).pop().unwrap(), "cards");
}

#[test]
fn what_a_turn_needs() {
    assert_eq!(changed(|s| s.stage = Stage::Turn { seat: seat(3), drawn: 0 }), ["stage.seat"]);
    assert_eq!(changed(|s| s.stage = Stage::Turn { seat: seat(255), drawn: 255 }), ["stage.seat"]);
    assert_eq!(changed(|s| s.stage = Stage::Turn { seat: seat(1), drawn: 3 }), ["stage.drawn"], "of two cards");
    assert_eq!(changed(|s| s.named = Some(Suit::Hearts)), ["named"], "on a 6");
    assert_eq!(changed(|s| s.top = Some(card("JC"))), ["cards", "named"], "a jack without a suit");
    assert_eq!(changed(|s| s.reversed = true), Vec::<String>::new());
    assert_eq!(changed(|s| (s.reversed, s.options.ten) = (true, taash::games::pis_yedili::Ten::None)), ["reversed"]);
    assert_eq!(changed(|s| s.shuffles = 0), ["shuffles"]);
    assert_eq!(changed(|s| s.shuffles = 2), ["shuffles"]);
    assert!(changed(|s| (s.shuffles, s.options.stock_out) = (u32::MAX, StockOut::Reshuffle)).is_empty());
    assert_eq!(changed(|s| s.dealer = None), ["dealer"]);
    let empty = changed(|s| {
        s.stock.push(card("6D"));
        s.stock.push(card("9S"));
        s.hands[1] = cards("");
    });
    assert_eq!(empty, ["hands[1]"]);
    let two = table(2).hand(1, "6D").top("6C").fill();
    assert_eq!(faults(Setup { reversed: true, ..two }), ["reversed"], "P31");
}

#[test]
fn what_sevens_and_aces_need() {
    let penalty = |sevens| faults(table(3).hand(1, "6D").top("7C").under("7D 9C").penalty(1, sevens).fill());
    assert_eq!((penalty(1), penalty(2)), (vec![], vec![]));
    assert_eq!((penalty(0), penalty(3)), (vec!["stage.sevens".to_owned()], vec!["stage.sevens".to_owned()]));
    assert_eq!(penalty(255), ["stage.sevens"]);
    assert_eq!(changed(|s| s.stage = Stage::Penalty { seat: seat(1), sevens: 1 }), ["stage.sevens"]);
    assert_eq!(changed(|s| s.stage = Stage::Extra { seat: seat(1), drawn: 0, undeclared: false }), ["stage"]);
    let extra = |hand| {
        let stage = Stage::Extra { seat: seat(1), drawn: 0, undeclared: true };
        table(3).options(|o| o.declare_last = true).hand(1, hand).top("AC").stage(stage)
    };
    assert_eq!(faults(extra("6D").fill()), Vec::<String>::new());
    assert_eq!(faults(extra("6D 6H").fill()), ["stage.undeclared"]);
    assert_eq!(faults(extra("6D").dry().fill()), ["stage.undeclared"], "no stock");
    assert_eq!(faults(extra("6D").options(|o| o.declare_last = false).fill()), ["stage.undeclared"]);
}

#[test]
fn what_an_opening_needs() {
    let opening = table(3).hand(1, "4C").opening().fill();
    assert!(faults(opening).is_empty());
    let stage = |seat_number, opened, drawn| Stage::Opening { seat: seat(seat_number), opened, drawn };
    let with = |stage| faults(Setup { stage, ..opening });
    assert_eq!(with(stage(2, 0, 0)), ["stage.seat"]);
    assert_eq!(with(stage(2, 1, 0)), ["stage.opened"]);
    assert_eq!(with(stage(1, 255, 255)), ["stage.opened"]);
    assert_eq!(with(stage(1, 0, 1)), ["hands[1]"]);
    assert_eq!(faults(Setup { reversed: true, ..opening }), ["reversed"]);
    assert_eq!(faults(table(3).hand(1, "5C").top("4C").opening().fill()), ["top"]);
}

/// The table after seat 1 went out with the 4 of clubs.
fn ended() -> Setup {
    let mut game = table(3).hand(1, "4C").hand(2, "9D 2H").hand(0, "KS").top("9C").start();
    game.play("play 4C").setup()
}

#[test]
fn a_result_fits_the_table_that_it_is_of() {
    assert!(faults(ended()).is_empty());
    let with = |change: fn(&mut Setup)| {
        let mut setup = ended();
        change(&mut setup);
        faults(setup)
    };
    assert_eq!(with(|s| s.last_deal = None).first().unwrap(), "last_deal");
    assert_eq!(with(|s| s.last_deal.as_mut().unwrap().hands[0] = 9), ["last_deal.hands[0]", "totals[0]"]);
    assert_eq!(with(|s| s.last_deal.as_mut().unwrap().hands[7] = 9), ["last_deal.hands[7]", "totals[7]"]);
    let winner = |winner, last_card| Ending::WentOut { winner, last_card };
    let other = Setup {
        last_deal: Some(DealResult { ending: winner(seat(1), card("5C")), ..ended().last_deal.unwrap() }),
        ..ended()
    };
    assert_eq!(faults(other), ["last_deal.last_card"]);
    let nobody = Setup {
        last_deal: Some(DealResult { ending: winner(Seat::new(200), card("X")), hands: [u16::MAX; 8] }),
        ..ended()
    };
    assert!(faults(nobody).len() > 10);
    let dry =
        Setup { last_deal: Some(DealResult { ending: Ending::StockOut, ..ended().last_deal.unwrap() }), ..ended() };
    assert!(faults(dry).contains(&"stock".to_owned()));
}

#[test]
fn totals_are_what_the_deals_can_have_brought() {
    let with = |totals: [u32; 3], deal_number| {
        let mut setup = ended();
        setup.totals[..3].copy_from_slice(&totals);
        setup.deal_number = deal_number;
        faults(setup)
    };
    assert!(with([10, 0, 11], 1).is_empty());
    assert_eq!(with([11, 0, 11], 1), ["totals[0]"], "after one deal the total is its score");
    assert_eq!(with([9, 0, 11], 2), ["totals[0]"], "less than the last score");
    assert!(with([10 + 3048, 3048, 11], 2).is_empty());
    assert_eq!(with([10, 3049, 11], 2), ["totals[1]"]);
    assert_eq!(with([u32::MAX; 3], 2), ["totals[0]", "totals[1]", "totals[2]"]);
    assert_eq!(with([10, 0, 11], 4), ["stage"], "four deals end the match");
    assert_eq!(with([10, 0, 11], u32::MAX), ["deal_number", "stage"]);
}

#[test]
fn a_target_ends_the_match_in_the_setup_too() {
    let mut setup = ended();
    setup.options.target = 50;
    setup.deal_number = u32::MAX;
    setup.totals[..3].copy_from_slice(&[59, 30, 20]);
    assert_eq!(faults(setup), ["stage"]);
    setup.stage = Stage::Over;
    assert!(faults(setup).is_empty());
    setup.totals[0] = 60;
    assert_eq!(faults(setup), ["totals[0]"], "it was reached before the last deal");
}

#[test]
fn counters_at_their_end_go_on() {
    let mut setup = ended();
    setup.options.target = 10000;
    setup.deal_number = u32::MAX;
    let mut game = Game::new(Position::from_setup(setup).unwrap());
    assert_eq!(game.play("deal").position.deal_number(), u32::MAX);
}
