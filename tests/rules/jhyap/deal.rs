//! J1 to J11: cards, deal, and who deals and begins.

use super::table::{Game, Table, cards, seat};
use std::collections::BTreeSet;
use taash::cards::{ClientSeed, Seed};
use taash::games::jhyap::{CourtValues, Move, Options, Position};
use taash::games::{Direction, Options as _, Position as _, Shuffles};

const CLASSIC: Options = Options::CLASSIC;

#[test]
fn j1_two_to_five_players() {
    for seats in 0..=8 {
        let started = Position::new_match(CLASSIC, seats, None, None);
        match started {
            Ok(position) => assert!((2..=5).contains(&seats) && position.seats() == seats),
            Err(faults) => {
                assert!(!(2..=5).contains(&seats));
                assert!(faults.iter().any(|fault| fault.field == "seats"));
            }
        }
    }
    assert_eq!(Position::SEATS, (2, 8), "six to eight only with large_table (J50)");
}

#[test]
fn j50_six_to_eight_players_with_large_table() {
    let large = Options { large_table: true, ..CLASSIC };
    let seats = |options: Options| (0..=9).filter(|&seats| options.check(seats).is_ok()).collect::<Vec<_>>();
    assert_eq!(seats(large), [2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(seats(CLASSIC), [2, 3, 4, 5]);
    let fault = &CLASSIC.check(6).unwrap_err()[0];
    assert_eq!((fault.field.as_str(), fault.message.id()), ("seats", "jhyap-fault-large-table-off"));
    assert_eq!([4, 5, 6, 8].map(|seats| large.deck(seats).len()), [54, 108, 108, 108]);
}

#[test]
fn j50_the_cards_in_play_are_at_least_two_more_than_all_hands() {
    let one_deck = Options { large_table: true, decks: 1, jokers: 0, ..CLASSIC };
    let largest = |seats| (5..=7).filter(|&hand_size| Options { hand_size, ..one_deck }.check(seats).is_ok()).max();
    // 7 × 7 + 2 = 51 and 8 × 6 + 2 = 50 of 52 cards.
    assert_eq!([6, 7, 8].map(largest), [Some(7), Some(7), Some(6)]);
    let faults = Options { hand_size: 7, ..one_deck }.check(8).unwrap_err();
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].field, "hand_size");
    let message = faults[0].message.to_string();
    assert_eq!(message, "jhyap-fault-too-few-cards (value 7, seats 8, needed 58, decks 1, cards 52)");
}

#[test]
fn j50_the_stock_can_always_be_chosen() {
    // The fullest table: 8 × 6 cards dealt of 52, one turned up, 3 in the stock.
    let options = Options { large_table: true, decks: 1, jokers: 0, hand_size: 6, ..CLASSIC };
    let mut game = Game::start(options, 8, 0, 1);
    game.play("deal");
    assert_eq!(game.setup().stock.len(), 3);
    for _ in 0..40 {
        let text = game.legal().into_iter().find(|text| text.ends_with("take stock")).unwrap();
        game.play(&text);
        let setup = game.setup();
        assert!(setup.stock.len() + setup.buried.len() >= 1);
    }
    assert!(game.setup().shuffles > 5, "one card is buried a turn, and one drawn");
}

#[test]
fn j2_a_deck_is_52_cards_and_two_jokers() {
    assert_eq!(CLASSIC.deck(4).len(), 54);
    assert_eq!(CLASSIC.deck(4).jokers(), 2);
    for (jokers, len) in [(0, 52), (1, 53), (2, 54)] {
        assert_eq!(Options { jokers, ..CLASSIC }.deck(4).len(), len);
    }
    assert!(Options { jokers: 3, ..CLASSIC }.check(4).is_err());
}

#[test]
fn j3_five_players_use_two_decks() {
    assert_eq!([2, 3, 4, 5].map(|seats| CLASSIC.deck(seats).len()), [54, 54, 54, 108]);
    assert_eq!(Options { decks: 2, ..CLASSIC }.deck(2).len(), 108);
    assert_eq!(Options { decks: 1, ..CLASSIC }.deck(5).len(), 54);
}

#[test]
fn j3_two_decks_stay_when_players_are_eliminated() {
    let table = Table::new(CLASSIC, &["AC AC", "", "3C", "4C", "5C"]).totals(&[0, 230, 0, 0, 0]).out(&[1]);
    let mut game = table.game();
    game.play("call").play("deal");
    let setup = game.setup();
    let held: usize = setup.hands.iter().map(|hand| hand.len()).sum();
    assert_eq!((held, setup.stock.len()), (4 * 5, 108 - 4 * 5 - 1));
}

/// What the second player scores with this hand when the first calls with a hand worth nothing.
fn worth(options: Options, hand: &str) -> u16 {
    let mut game = Table::new(Options { hand_size: 7, ..options }, &["X", hand]).previous("9S").game();
    game.play("call").last_scores()[1]
}

#[test]
fn j4_court_cards_count_ten_and_jokers_nothing() {
    assert_eq!(worth(CLASSIC, "X"), 0);
    for (number, rank) in (1..).zip("A23456789T".chars()) {
        assert_eq!(worth(CLASSIC, &format!("{rank}H")), number, "{rank}");
    }
    assert_eq!(["JC", "QC", "KC", "TC"].map(|card| worth(CLASSIC, card)), [10; 4]);
    assert_eq!(worth(CLASSIC, "AC 2D 3H 4S JC QD KH"), 40);
    let other = Options { court_values: CourtValues::ElevenTwelveThirteen, ..CLASSIC };
    assert_eq!(["TC", "JC", "QC", "KC"].map(|card| worth(other, card)), [10, 11, 12, 13]);
}

#[test]
fn j4_both_of_two_identical_cards_count() {
    let two_decks = Options { decks: 2, ..CLASSIC };
    assert_eq!(worth(two_decks, "7H 7H KD KD"), 34);
}

#[test]
fn j5_the_ace_is_low_only() {
    let table = Table::hand(CLASSIC, "QH AH KH 2H 3H");
    assert_eq!(table.refusal("discard QH KH AH, take stock"), "J5");
    assert_eq!(table.refusal("discard KH AH 2H, take stock"), "J5");
    assert_eq!(table.canonical("discard AH 2H 3H, take stock"), "discard AH 2H 3H, take stock");
}

#[test]
fn j6_cards_go_round_one_at_a_time_from_the_seat_after_the_dealer() {
    let order = "AC AD AH 2C 2D 2H 3C 3D 3H 4C 4D 4H 5C 5D 5H 6S";
    let mut game = Game::start(CLASSIC, 3, 1, 0).order(order);
    game.play("deal");
    // Seat 2 sits after the dealer, seat 1.
    assert_eq!([2, 0, 1].map(|s| game.hand(s)), ["AC 2C 3C 4C 5C", "AD 2D 3D 4D 5D", "AH 2H 3H 4H 5H"]);
}

#[test]
fn j6_hand_size_may_be_up_to_seven() {
    for hand_size in 5..=7 {
        let options = Options { hand_size, ..CLASSIC };
        let mut game = Game::start(options, 4, 0, 0);
        game.play("deal");
        assert!(game.setup().hands[..4].iter().all(|hand| hand.len() == usize::from(hand_size)));
    }
    assert!(Options { hand_size: 8, ..CLASSIC }.check(4).is_err());
    assert!(Options { hand_size: 4, ..CLASSIC }.check(4).is_err());
}

#[test]
fn j6_later_deals_leave_out_the_eliminated() {
    let table = Table::new(CLASSIC, &["AC", "", "3C"]).totals(&[10, 230, 20]).out(&[1]).dealer(2);
    let mut game = table.game();
    game.play("call");
    game.give_order("AC AD 2C 2D 3C 3D 4C 4D 5C 5D 6S");
    game.play("deal");
    // Seat 0 deals next; seat 1 is out, so seat 2 gets the first card.
    assert_eq!([2, 0, 1].map(|s| game.hand(s)), ["AC 2C 3C 4C 5C", "AD 2D 3D 4D 5D", ""]);
}

#[test]
fn j7_the_next_card_is_turned_up_and_the_rest_is_the_stock_in_order() {
    let mut game = Game::start(CLASSIC, 2, 0, 1).order("AC AD 2C 2D 3C 3D 4C 4D 5C 5D KH QS 7H");
    game.play("deal");
    assert_eq!(game.previous(), "KH");
    assert_eq!(game.setup().stock.len(), 54 - 11);
    game.play("discard AC, take stock");
    assert_eq!(game.hand(1), "2C 3C 4C 5C QS");
    game.play("discard AD, take stock");
    assert_eq!(game.hand(0), "2D 3D 4D 5D 7H");
}

#[test]
fn j8_dealer_and_starter_are_drawn_independently() {
    let mut drawn = BTreeSet::new();
    for byte in 0..=255 {
        let mut position = Position::new_match(CLASSIC, 3, None, None).unwrap();
        assert_eq!((position.dealer(), position.turn()), (None, None));
        let seed = Seed::new([byte; 32]);
        position.play(None, &Move::Deal, &mut Shuffles::new(&seed, &ClientSeed::NONE, &[]), &mut ()).unwrap();
        drawn.insert((position.dealer(), position.turn()));
    }
    assert_eq!(drawn.len(), 9, "each dealer with each starter");
}

#[test]
fn j8_dealer_and_starter_can_be_given() {
    let mut game = Game::start(CLASSIC, 4, 2, 3);
    assert_eq!(game.turn(), Some(2), "the dealer deals");
    game.play("deal");
    assert_eq!((game.position.dealer(), game.turn()), (Some(seat(2)), Some(3)));
}

#[test]
fn j9_the_deal_passes_to_the_next_surviving_seat() {
    let mut game = Table::new(CLASSIC, &["AC", "2C", "3C"]).dealer(2).game();
    assert_eq!(game.play("call").turn(), Some(0));
    let table = Table::new(CLASSIC, &["AC", "", "3C"]).totals(&[0, 201, 0]).out(&[1]).dealer(0);
    let mut game = table.game();
    assert_eq!(game.play("call").turn(), Some(2), "seat 1 is out");
}

#[test]
fn j10_later_deals_are_begun_by_the_lowest_hand() {
    let mut game = Table::new(CLASSIC, &["5C", "AC AD", "3C"]).game();
    game.play("call").play("deal");
    assert_eq!(game.turn(), Some(1));
}

#[test]
fn j11_play_goes_clockwise_by_seat_numbers() {
    assert_eq!(Position::DIRECTION, Direction::Clockwise);
    let mut game = Table::new(CLASSIC, &["AC", "2C", "3C"]).turn(1).game();
    assert_eq!(game.play("discard 2C, take stock").turn(), Some(2));
    assert_eq!(game.play("discard 3C, take stock").turn(), Some(0));
}

#[test]
fn j11_the_eliminated_are_passed_over() {
    let table = Table::new(CLASSIC, &["AC", "", "3C"]).totals(&[0, 201, 0]).out(&[1]);
    let mut game = table.game();
    assert_eq!(game.play("discard AC, take stock").turn(), Some(2));
}

#[test]
fn g6_an_order_must_hold_exactly_the_cards_of_the_deck() {
    let mut game = Game::start(CLASSIC, 3, 0, 0);
    let before = game.setup();
    let mut order = taash::cards::CardList::from(cards("AC 2C"));
    game.give_exact_order(order);
    assert_eq!(game.refusal("deal"), "G6");
    order = CLASSIC.deck(3).into();
    order.pop();
    order.push(order.as_slice()[0]);
    game.give_exact_order(order);
    assert_eq!(game.refusal("deal"), "G6");
    assert_eq!(game.setup(), before);
}
