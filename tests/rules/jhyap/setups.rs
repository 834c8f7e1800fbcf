//! Which setups are positions.

use super::table::{Game, Table, card, cards, laid, list, seat};
use proptest::prelude::*;
use taash::cards::{Card, Cards};
use taash::games::jhyap::{LastDeal, Options, Position, Setup, Stage};
use taash::games::{Position as _, Viewer};

const CLASSIC: Options = Options::CLASSIC;

/// The fields that have faults in a setup.
fn faults(setup: Setup) -> Vec<String> {
    let faults = Position::from_setup(setup).err().unwrap_or_default();
    faults.into_iter().map(|fault| fault.field).collect()
}

/// A deal in progress with two out of three players left, after others.
fn base() -> Setup {
    let table = Table::new(CLASSIC, &["AC 2C", "", "3C 4H"]).totals(&[60, 220, 100]).out(&[1]).dealer(2);
    table.buried("5H").setup()
}

fn changed(change: impl FnOnce(&mut Setup)) -> Vec<String> {
    let mut setup = base();
    change(&mut setup);
    faults(setup)
}

#[test]
fn a_position_comes_back_unchanged() {
    let setup = base();
    assert_eq!(Position::from_setup(setup).unwrap().to_setup(), setup);
}

#[test]
fn every_card_is_somewhere_once() {
    assert_eq!(changed(|s| s.stock.pop().map(drop).unwrap()), ["cards"]);
    assert_eq!(changed(|s| s.buried = cards("5H AC")), ["cards"]);
    assert_eq!(changed(|s| s.hands[0] = cards("AC 2D")), ["cards"]);
    assert_eq!(changed(|s| s.stock = list("AC AC AC")), ["cards"]);
}

#[test]
fn hands_are_of_a_possible_size() {
    let moved = |number: usize, text: &str| {
        changed(|s| {
            for card in cards(text) {
                let order: Vec<Card> = s.stock.as_slice().iter().copied().filter(|&other| other != card).collect();
                s.stock = taash::cards::CardList::new(&order).unwrap();
                s.hands[number].insert(card);
            }
        })
    };
    assert_eq!(moved(0, "KC"), Vec::<String>::new());
    assert_eq!(moved(0, "KC KD KH KS"), ["hands[0]"], "six cards");
    assert_eq!(moved(1, "KC"), ["hands[1]"], "seat 1 is out");
    assert_eq!(
        changed(|s| {
            s.hands[0] = Cards::EMPTY;
            s.buried = cards("5H AC 2C");
        }),
        ["hands[0]"],
        "no card without slaps"
    );
}

#[test]
fn the_previous_discard_lies_as_it_would_be_laid() {
    assert_eq!(changed(|s| s.previous = None), ["cards", "previous"]);
    let previous = |text: &str| {
        changed(|s| {
            let buried: Vec<Card> = cards("5H 9C").iter().collect();
            assert_eq!(buried.len(), 2);
            s.previous = Some(laid(text));
        })
    };
    assert!(previous("9C 7D").contains(&"previous".to_string()), "no combination");
    assert!(previous("TD 9D 8D").contains(&"previous".to_string()), "descending");
    assert!(previous("9D 9C").contains(&"previous".to_string()), "a set out of card order");
    assert!(!previous("8D 9D TD").contains(&"previous".to_string()));
}

#[test]
fn seats_are_those_of_the_match() {
    assert_eq!(changed(|s| s.dealer = Some(seat(3))), ["dealer", "dealer"]);
    assert_eq!(changed(|s| s.dealer = Some(seat(1))), ["dealer"], "a dealer who is out");
    assert_eq!(changed(|s| s.stage = Stage::Turn { seat: seat(1) }), ["stage.seat"]);
    assert_eq!(changed(|s| s.stage = Stage::Turn { seat: seat(255) }), ["stage.seat"]);
    assert_eq!(changed(|s| s.starter = Some(seat(0))), ["starter"]);
    assert_eq!(changed(|s| s.totals[4] = 1), ["seats[4]"]);
}

#[test]
fn a_slap_fits_the_option_the_hand_and_the_discard() {
    let slap = |options: Options, text: &str| {
        let mut setup = Table::hand(options, "9D 9H 7S").setup();
        setup.stage = Stage::Slap { seat: seat(0), card: card(text) };
        faults(setup)
    };
    let on = Options { slap_down: true, ..CLASSIC };
    assert_eq!(slap(on, "9D"), Vec::<String>::new());
    assert_eq!(slap(CLASSIC, "9D"), ["stage"]);
    assert_eq!(slap(on, "9S"), ["stage.card"], "not in the hand");
    assert_eq!(slap(on, "7S"), ["stage.card"], "another rank");
}

#[test]
fn turns_are_counted_only_with_a_most_of_turns() {
    assert_eq!(changed(|s| s.turns = 1), ["turns"]);
    assert_eq!(
        changed(|s| {
            s.options.max_turns = 10;
            s.turns = 9;
        }),
        Vec::<String>::new()
    );
    assert_eq!(
        changed(|s| {
            s.options.max_turns = 10;
            s.turns = 10;
        }),
        ["turns"]
    );
    assert_eq!(changed(|s| s.shuffles = 0), ["shuffles"]);
}

#[test]
fn totals_follow_from_the_last_deal() {
    assert_eq!(changed(|s| s.totals[0] = 201), ["totals[0]"], "above the limit and not out");
    assert_eq!(changed(|s| s.totals[1] = 200), ["totals[1]"], "out and not above the limit");
    assert_eq!(changed(|s| s.totals[1] = 251), ["totals[1]"], "more than a deal can bring");
    assert_eq!(changed(|s| s.totals[0] = 200), ["totals[0]"], "200 never stands: it is halved");
    // Seat 2 scored 7 in the last deal, and had 93 before: that is 100, which is halved.
    let scored = |s: &mut Setup| s.last_deal.as_mut().unwrap().hands[2] = Some(7);
    assert_eq!(changed(scored), ["totals[2]"]);
    assert_eq!(
        changed(|s| {
            scored(s);
            s.totals[2] = 50;
            s.last_deal.as_mut().unwrap().halved[2] = true;
        }),
        Vec::<String>::new()
    );
    assert_eq!(
        changed(|s| {
            scored(s);
            s.totals[2] = 6;
        }),
        ["totals[2]"],
        "less than it scored"
    );
    assert_eq!(changed(|s| s.deal_number = 2), ["totals[0]", "totals[2]"], "points from before the first deal");
    assert_eq!(
        changed(|s| {
            s.options.max_turns = 10;
            s.totals[..3].copy_from_slice(&[0, 201, 0]);
        }),
        Vec::<String>::new()
    );
}

#[test]
fn the_last_deal_was_one_that_can_have_been() {
    let last = |change: fn(&mut LastDeal)| changed(|s| change(s.last_deal.as_mut().unwrap()));
    assert_eq!(last(|l| l.caller = None), ["last_deal.caller"], "a deal without a call, and `max_turns` is not set");
    assert_eq!(last(|l| l.caller = Some(seat(1))), ["last_deal.caller"], "a seat that was out");
    assert_eq!(last(|l| l.hands[2] = None), ["last_deal.hands[2]", "last_deal.hands"]);
    assert!(last(|l| l.hands[2] = Some(51)).contains(&"last_deal.hands[2]".to_string()));
    assert_eq!(last(|l| l.hands[0] = Some(6)), ["last_deal.caller"], "more than may call");
    assert_eq!(changed(|s| s.last_deal = None), ["last_deal"]);
    assert_eq!(changed(|s| s.out[1] = 2), ["out"], "a first elimination is missing");
}

#[test]
fn a_match_is_over_when_fewer_than_two_are_left() {
    assert!(changed(|s| s.stage = Stage::Over).contains(&"stage".to_string()));
    let mut game = Table::new(CLASSIC, &["X", "KD AD"]).totals(&[150, 195]).game();
    let mut setup = game.play("call").setup();
    assert_eq!(setup.stage, Stage::Over);
    setup.stage = Stage::DealDue;
    assert_eq!(faults(setup), ["stage"]);
}

#[test]
fn an_ended_deal_shows_the_hands_that_were_scored() {
    let mut game = Table::new(CLASSIC, &["X", "KD AD"]).game();
    let mut setup = game.play("call").setup();
    assert_eq!(faults(setup), Vec::<String>::new());
    setup.last_deal.as_mut().unwrap().hands[1] = Some(12);
    setup.totals[1] = 12;
    assert_eq!(faults(setup), ["last_deal.hands[1]"]);
}

#[test]
fn before_the_first_deal_nothing_has_happened() {
    let fresh = Setup::new(CLASSIC, 3, None, None);
    assert_eq!(faults(fresh), Vec::<String>::new());
    let dealt = Game::start(CLASSIC, 3, 0, 0).play("deal").setup();
    let mixed = Setup { deal_number: 0, ..dealt };
    assert_eq!(faults(mixed), ["stage", "hands", "stock", "previous", "shuffles"]);
    assert_eq!(faults(Setup { stage: Stage::Over, ..fresh }), ["stage"]);
    assert_eq!(faults(Setup { totals: [1, 1, 1, 1, 1, 0, 0, 0], ..fresh }), ["seats[3]", "seats[4]", "totals"]);
}

#[test]
fn all_faults_come_at_once() {
    let found = changed(|s| {
        s.options.limit = 51;
        s.dealer = None;
        s.turns = 9;
        s.buried = Cards::EMPTY;
    });
    for field in ["limit", "dealer", "turns", "cards"] {
        assert!(found.contains(&field.to_string()), "{field} in {found:?}");
    }
}

#[test]
fn counters_at_their_ends_do_not_panic() {
    let mut setup = base();
    (setup.deal_number, setup.shuffles) = (u32::MAX, u32::MAX);
    let mut game = Game::of(Position::from_setup(setup).unwrap());
    game.play("call").play("deal");
    assert_eq!(game.setup().deal_number, u32::MAX);
}

fn any_card() -> impl Strategy<Value = Card> {
    (0..53_u8).prop_map(|index| Card::from_index(index).unwrap())
}

proptest! {
    /// Whatever a setup holds, checking it ends, and a position made from it answers every question.
    #[test]
    fn no_setup_panics(
        numbers in prop::array::uniform16(any::<u8>()),
        totals in prop::array::uniform8(any::<u16>()),
        pile in prop::collection::vec(any_card(), 0..108),
        previous in prop::collection::vec(any_card(), 1..9),
        deal_number in any::<u32>(),
    ) {
        let mut setup = base();
        let n = |i: usize| numbers[i];
        let odd = |i: usize| n(i) % 2 == 1;
        if odd(0) { setup.seats = n(1); }
        if odd(2) { setup.dealer = Some(seat(n(3))); }
        if odd(4) { setup.out = [n(5) % 4, n(6) % 4, n(7), 0, n(8) % 2, 0, n(9), 0]; }
        if odd(5) { setup.totals = totals; }
        if odd(6) { setup.deal_number = deal_number; }
        if odd(7) { setup.stock = pile.iter().copied().collect(); }
        if odd(8) { setup.previous = Some(taash::games::jhyap::Combination::new(&previous).unwrap()); }
        if odd(9) { setup.stage = Stage::Slap { seat: seat(n(10)), card: previous[0] }; }
        if odd(10) { setup.options = Options { hand_size: n(11), jokers: n(12), decks: n(13), call_limit: n(14), penalty: n(15), ..Options::ISRAELI }; }
        if odd(11) { setup.last_deal = Some(LastDeal { caller: Some(seat(n(1))), hands: [Some(n(2)), None, Some(n(3)), None, None, None, Some(n(4)), None], halved: [odd(1), odd(2), odd(3), false, odd(4), odd(5), odd(6), false] }); }
        if let Ok(position) = Position::from_setup(setup) {
            let _ = (position.view(Viewer::Referee), position.score(), position.turn());
        }
    }
}
