//! Setups that are no positions: every fault is found, whatever the values, and nothing panics.

use super::brute_force::playouts;
use super::support::{Table, below, cards, dealt, moves, opening, play, random, turn, value};
use taash::cards::{Card, CardList, CardSet};
use taash::games::seep::{
    DealRecord, House, LastCapture, Options, Owners, Position, Setup, Stage, SweepValues, Sweeps, Tally,
};
use taash::games::{Position as _, Seat};

/// Breaks a setup and returns the fields that are found wrong.
fn faults(mut setup: Setup, spoil: impl FnOnce(&mut Setup)) -> Vec<String> {
    assert!(Position::from_setup(setup).is_ok());
    spoil(&mut setup);
    let mut fields: Vec<String> = Position::from_setup(setup).unwrap_err().into_iter().map(|f| f.field).collect();
    fields.dedup();
    fields
}

/// A turn with an opponent's house of 9, a house of 11 that all own, and something captured by seat 1.
fn middle() -> Setup {
    turn("JC 4H KD", "AC 2H").house(9, "6C 3D", &[1]).house(11, "8C 3H JD", &[0, 2]).complete()
}

/// The first deal is over: both teams have something, nobody a baazi.
fn between() -> Setup {
    let mut position = turn("2C", "5H").pile(0, "KS QS JS AS").build();
    play(&mut position, "throw 2C");
    position.to_setup()
}

#[test]
fn cards_are_counted_once_each() {
    let missing = faults(middle(), |setup| {
        let card = setup.piles[1].first().unwrap();
        setup.piles[1].remove(card);
    });
    assert_eq!(missing, ["cards"]);
    assert_eq!(faults(middle(), |setup| setup.piles[0] = cards("AC")), ["piles[0]"]);
    let setup = dealt(Options::CLASSIC, 3, "7H 8C 8D JS").to_setup();
    let twice = faults(setup, |setup| setup.stock.as_mut_slice()[0] = Card::from_index(51).unwrap());
    assert_eq!(twice, ["stock", "cards"]);
    assert_eq!(faults(setup, |setup| setup.stock.as_mut_slice()[3] = Card::JOKER), ["stock", "cards"]);
    assert!(faults(setup, |setup| setup.stock = CardList::EMPTY).contains(&"stock".into()));
}

#[test]
fn the_floor_holds_what_s21_lets_lie_there() {
    // Two aces, two twos and two threes beside every other value: 16.
    let floor = "AC AD 2C 2D 3C 3D 4C 5C 6C 7C 8C 9C TC JC QC KC";
    assert_eq!(turn("AS 2S 3S 4S 5S 6S 7S KS", floor).build().to_setup().floor.len(), 16);
    let alike = turn("AS 2S 3S 4S 5S 6S 7S KS", "AC AD 2C 2D 3C 3D 4C 4D").complete();
    let faults = Position::from_setup(alike).unwrap_err();
    assert_eq!(faults.iter().map(|fault| fault.field.as_str()).collect::<Vec<_>>(), ["floor"]);
    let beside = turn("JC JS 4H KD", "JD").house(11, "8C 3H", &[0]).complete();
    assert_eq!(Position::from_setup(beside).unwrap_err()[0].field, "floor");
}

#[test]
fn houses_are_whole_and_owned_by_players_with_keys() {
    let house = |house: &str, owners: &[u8]| turn("JC JD 4H KD", "AC 2H").house(11, house, owners);
    let fields = |table: Table| -> Vec<String> {
        Position::from_setup(table.complete()).err().unwrap_or_default().into_iter().map(|f| f.field).collect()
    };
    assert!(fields(house("8C 3H", &[0])).is_empty());
    assert_eq!(fields(house("8C 2C", &[0])), ["houses[2]"], "a sum of 10");
    assert_eq!(fields(house("7C 7D 8C", &[0])), ["houses[2]"], "22, but no 11");
    assert_eq!(fields(house("JS", &[0])), ["houses[2]"], "one card");
    assert_eq!(fields(house("8C 3H", &[])), ["houses[2]"], "no owner");
    assert_eq!(fields(house("8C 3H", &[0, 1])), ["houses[2]"], "an ordinary house has one owner");
    let keyless = faults(middle(), |setup| setup.houses[2].owners = Owners::from_bits(0b0011));
    assert_eq!(keyless, ["houses[2]"]);
    assert_eq!(faults(middle(), |setup| setup.houses[4].owners = Owners::from_bits(1)), ["houses[4]"]);
    assert!(faults(middle(), |setup| setup.houses[0].owners = Owners::from_bits(0x82)).contains(&"houses[0]".into()));
}

#[test]
fn hands_are_as_large_as_the_turns_left() {
    let moved = faults(middle(), |setup| {
        let card = setup.hands[3].iter().find(|card| card.number() < 9).unwrap();
        setup.hands[3].remove(card);
        setup.hands[2].insert(card);
    });
    assert_eq!(moved, ["hands[2]", "hands[3]"]);
    let mut all_dealt = dealt(Options::CLASSIC, 3, "7H 8C 8D JS").to_setup();
    all_dealt.stage = Stage::Turn { bid: value(11) };
    assert!(Position::from_setup(all_dealt).is_err());
    let setup = opening("7H 8C 8D JS", 11, "2D 9C 3H KC").complete();
    let wrong_seat = faults(setup, |setup| setup.dealer = Some(Seat::new(1)));
    assert_eq!(wrong_seat, ["hands", "stage"]);
    assert_eq!(faults(setup, |setup| setup.stage = Stage::Opening { bid: value(12) }), ["stage"]);
    let low = dealt(Options::CLASSIC, 3, "7H 8C 8D JS").to_setup();
    let low = faults(low, |setup| {
        let jack = cards("JS").first().unwrap();
        let (place, low) = setup.stock.as_slice().iter().copied().enumerate().find(|(_, c)| c.number() < 9).unwrap();
        setup.hands[0].remove(jack);
        setup.hands[0].insert(low);
        setup.stock.as_mut_slice()[place] = jack;
    });
    assert_eq!(low, ["hands"], "a hand that cannot bid");
}

#[test]
fn captures_are_in_the_pile_of_who_made_them() {
    let mut position = turn("8C 2D 2H", "AD 7D KH").build();
    play(&mut position, "capture 8C: AD 7D");
    let setup = position.to_setup();
    let card = cards("8C").first().unwrap();
    for last in ["AD", "7D 8C", "KH", ""] {
        let spoilt = faults(setup, |setup| setup.last_capture = Some(LastCapture { card, cards: cards(last) }));
        assert_eq!(spoilt, ["last_capture"], "{last}");
    }
    let joker = LastCapture { card: Card::JOKER, cards: cards("AD 7D") };
    assert_eq!(faults(setup, |setup| setup.last_capture = Some(joker)), ["last_capture"]);
    assert_eq!(faults(setup, |setup| setup.last_captor = Some(Seat::new(1))), ["last_capture"]);
    assert_eq!(faults(setup, |setup| setup.last_captor = None), ["last_captor", "last_capture"]);
    assert_eq!(faults(setup, |setup| setup.last_captor = Some(Seat::new(9)))[0], "last_captor");
}

#[test]
fn sweeps_are_in_range() {
    let sweeps = |ordinary, opening, last| Sweeps { opening, ordinary, last, ..Sweeps::NONE };
    // Seat 0 has dealt: team 1 bids and opens, team 0 plays last.
    let spoil = |team: usize, value| faults(middle(), |setup| setup.sweeps[team] = value);
    assert_eq!(spoil(1, sweeps(255, true, false)), ["sweeps"]);
    assert_eq!(spoil(0, sweeps(0, true, false)), ["sweeps"], "the opening is team 1's");
    assert_eq!(spoil(0, sweeps(1, false, false)), ["sweeps"], "team 0 has no card");
    assert_eq!(spoil(1, sweeps(0, false, true)), ["sweeps"], "the last play is to come");
    let swept = turn("8C 2D", "AD 7D").build();
    let mut swept_position = swept;
    play(&mut swept_position, "capture 8C: AD 7D");
    let setup = swept_position.to_setup();
    assert_eq!(faults(setup, |setup| setup.sweeps[0] = Sweeps::NONE), ["floor"], "the floor is empty");
}

/// An accepted position must stay one that is accepted, whatever is played: a sweep that cannot have been made yet would
/// be one too many after the next.
#[test]
fn a_sweep_leaves_an_empty_floor_behind_it() {
    let mut opened = opening("QS 6C 3D 3H", 12, "5D 7S 2H 4H").build();
    play(&mut opened, "capture QS: 5D 7S");
    let setup = opened.to_setup();
    let swept = Sweeps { opening: true, ..Sweeps::NONE };
    assert_eq!(faults(setup, |setup| setup.sweeps[0] = swept), ["sweeps"]);
}

#[test]
fn the_standing_follows_from_the_last_deal() {
    let setup = between();
    assert_eq!(faults(setup, |setup| setup.difference += 1), ["difference"]);
    assert_eq!(faults(setup, |setup| setup.baazis = [1, 0])[0], "baazis");
    assert_eq!(faults(setup, |setup| setup.stage = Stage::Over), ["baazis", "stage"]);
    assert_eq!(faults(setup, |setup| setup.last_deal = None), ["last_deal", "difference", "piles"]);
    assert_eq!(faults(setup, |setup| setup.deal_number = 0)[0], "last_deal");
    let spoil = |spoil: fn(&mut DealRecord)| faults(setup, |setup| spoil(setup.last_deal.as_mut().unwrap()));
    assert!(spoil(|record| record.tallies[0].spades += 1).contains(&"last_deal.tallies".into()));
    assert!(spoil(|record| record.tallies[0].cards = 0).contains(&"last_deal.tallies".into()));
    assert!(spoil(|record| record.tallies[1].ten_of_diamonds = false).contains(&"last_deal.tallies".into()));
    assert!(spoil(|record| record.sweeps[0].ordinary = 200).contains(&"last_deal.sweeps".into()));
    assert!(spoil(|record| record.difference_before = 1).contains(&"last_deal.difference_before".into()));
    assert!(spoil(|record| record.difference_before = i32::MIN).contains(&"last_deal.difference_before".into()));
    assert!(faults(setup, |setup| setup.piles.swap(0, 1)).contains(&"last_deal.tallies".into()));
    assert!(faults(setup, |setup| setup.hands[0] = cards("2C")).contains(&"hands".into()));
    // In the next deal the same record stands for the last one.
    let mut position = Position::from_setup(setup).unwrap();
    play(&mut position, "deal");
    assert_eq!(faults(position.to_setup(), |setup| setup.difference = 0), ["difference"]);
    let impossible = faults(position.to_setup(), |setup| {
        let record = setup.last_deal.as_mut().unwrap();
        // 91 points in 12 spades.
        record.tallies[0] = Tally { spades: 91, aces: 0, ten_of_diamonds: false, cards: 12, ..Tally::default() };
        record.tallies[1] = Tally { spades: 0, aces: 3, ten_of_diamonds: true, cards: 40, ..Tally::default() };
    });
    assert!(impossible.contains(&"last_deal.tallies".into()));
}

#[test]
fn a_fresh_match_is_empty() {
    let setup = Setup::new(Options::CLASSIC, None);
    assert_eq!(faults(setup, |setup| setup.deal_number = 1), ["dealer", "last_deal"]);
    assert_eq!(faults(setup, |setup| setup.dealer = Some(Seat::new(4))), ["dealer"]);
    assert_eq!(faults(setup, |setup| setup.difference = 5), ["difference"]);
    assert_eq!(faults(setup, |setup| setup.floor = cards("2C")), ["floor"]);
    assert_eq!(faults(setup, |setup| setup.houses[0] = House { cards: cards("9C"), owners: Owners::NONE }), ["houses"]);
    assert_eq!(faults(setup, |setup| setup.last_captor = Some(Seat::new(1))), ["piles"]);
    assert_eq!(faults(setup, |setup| setup.stage = Stage::Bid)[0], "deal_number");
    assert_eq!(faults(setup, |setup| setup.options.baazis = 0)[0], "baazis");
}

/// Every field at once, at the values that break arithmetic.
#[test]
fn nothing_panics_at_the_ends_of_the_ranges() {
    let sweeps = Sweeps { opening: true, ordinary: u8::MAX, last: true, values: SweepValues::from_bits(u64::MAX) };
    let tally = Tally { spades: u8::MAX, aces: u8::MAX, ten_of_diamonds: true, cards: u8::MAX, ..Tally::default() };
    let full: CardList = CardSet::DECK.iter().chain(CardSet::DECK).collect();
    for difference in [i32::MIN, i32::MAX] {
        for stage in
            [Stage::DealDue, Stage::Bid, Stage::Opening { bid: value(13) }, Stage::Turn { bid: value(9) }, Stage::Over]
        {
            let mut setup = Setup::new(Options::CLASSIC, Some(Seat::new(u8::MAX)));
            setup.stage = stage;
            setup.deal_number = u32::MAX;
            setup.hands = [CardSet::DECK; 4];
            setup.stock = full;
            setup.floor = CardSet::DECK;
            setup.houses = [House { cards: CardSet::DECK, owners: Owners::from_bits(u8::MAX) }; 5];
            setup.piles = [CardSet::DECK; 2];
            setup.sweeps = [sweeps; 2];
            setup.last_captor = Some(Seat::new(u8::MAX));
            setup.last_capture = Some(LastCapture { card: Card::JOKER, cards: CardSet::DECK });
            setup.last_deal =
                Some(DealRecord { tallies: [tally; 2], sweeps: [sweeps; 2], difference_before: difference });
            setup.difference = difference;
            setup.baazis = [u8::MAX; 2];
            assert!(Position::from_setup(setup).unwrap_err().len() > 8);
            setup.last_deal.as_mut().unwrap().difference_before = 0;
            setup.dealer = Some(Seat::new(3));
            assert!(Position::from_setup(setup).is_err());
        }
    }
}

/// A setup a little wrong is found wrong, or it is a position that can be played on.
#[test]
fn a_spoilt_position_is_refused_or_sound() {
    let mut stream = random(31);
    let (mut refused, mut sound) = (0, 0);
    playouts(5000, 60, |position| {
        let mut setup = position.to_setup();
        let card = CardSet::of(Card::from_index(u8::try_from(below(&mut stream, 52)).unwrap()).unwrap());
        let seat = below(&mut stream, 4);
        match stream.below(12) {
            0 => setup.floor = setup.floor.union(card),
            1 => setup.hands[seat] = setup.hands[seat].union(card).difference(setup.floor),
            2 => setup.houses[below(&mut stream, 5)].owners = Owners::only(Seat::new(u8::try_from(seat).unwrap())),
            3 => setup.piles.swap(0, 1),
            4 => setup.dealer = Some(Seat::new(u8::try_from(seat).unwrap())),
            5 => setup.sweeps[seat % 2].ordinary += 1,
            6 => setup.last_capture = None,
            7 => setup.deal_number += 1,
            8 => std::mem::swap(&mut setup.floor, &mut setup.piles[seat % 2]),
            9 => setup.hands.swap(seat, 0),
            10 => setup.last_captor = Some(Seat::new(u8::try_from(seat).unwrap())),
            _ => {
                // One card from a pile to the floor.
                let moved = setup.piles[0].intersection(card);
                setup.piles[0] = setup.piles[0].difference(moved);
                setup.floor = setup.floor.union(moved);
            }
        }
        match Position::from_setup(setup) {
            Err(_) => refused += 1,
            Ok(mut position) => {
                sound += 1;
                for _ in 0..6 {
                    let list = moves(&position);
                    let Some(mv) = list.get(below(&mut stream, list.len().max(1))) else { break };
                    play(&mut position, &mv.to_string());
                }
            }
        }
    });
    assert!(refused > 500 && sound > 300, "{refused} refused, {sound} sound");
}
