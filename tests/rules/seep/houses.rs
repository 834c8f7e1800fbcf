//! Building, breaking, adding, and what owners owe: S24, S26 to S29, S35 to S51.

use super::support::{Table, allowed, assert_legal, cards, legal, play, read, refusal, turn, value};
use taash::games::seep::{AbsorbSums, Event, House, Owners, Position};
use taash::games::{Position as _, Seat};

fn house(position: &Position, number: u8) -> House {
    position.house(value(number))
}

fn owners(seats: &[u8]) -> Owners {
    seats.iter().fold(Owners::NONE, |owners, &seat| owners.with(Seat::new(seat)))
}

fn mandatory(table: Table) -> Position {
    table.options(|options| options.absorb_sums = AbsorbSums::Mandatory).build()
}

#[test]
fn s24_never_two_houses_of_one_value() {
    let position = turn("7C TC TD", "3C 2D").house(10, "6C 4D", &[1]).build();
    assert_eq!(refusal(&position, "build 10 with 7C: 3C"), "S24");
    assert!(allowed(&position, "add 7C to 10: 3C"));
}

#[test]
fn s26_a_builder_keeps_a_card_of_the_value_and_owns_the_house_alone() {
    let mut position = turn("7C TC 2H", "3C 4D").build();
    assert_eq!(refusal(&position, "build 11 with 7C: 4D"), "S26");
    assert_eq!(refusal(&position, "build 10 with TC: 3C"), "S27");
    assert_eq!(refusal(&position, "build 10 with 7C: 3D"), "S26");
    for text in ["build 8 with 7C: 3C", "build 14 with TC: 4D"] {
        assert_eq!(refusal(&position, text), "G1", "{text}");
    }
    let error = position.check_move(&read("build 11 with 7C: 4D")).unwrap_err();
    assert_eq!((error.house, error.cards.to_string().as_str()), (Some(11), "7C"));
    let events = play(&mut position, "build 10 with 7C: 3C");
    assert!(matches!(events[..], [Event::Built { house, .. }] if !house.cemented && house.owners == owners(&[0])));
    assert_eq!(house(&position, 10), House { cards: cards("7C 3C"), owners: owners(&[0]) });
    assert_eq!(position.to_setup().floor, cards("4D"));
}

#[test]
fn s27_several_groups_make_a_cemented_house_at_once() {
    let mut position = turn("7C TC", "3C 4D 6H AS").build();
    assert_eq!(refusal(&position, "build 10 with 7C: 3C 4D"), "S27");
    assert!(allowed(&position, "build 10 with 7C: 3C"));
    let events = play(&mut position, "build 10 with 7C: 3C 4D 6H");
    assert!(matches!(events[..], [Event::Built { house, .. }] if house.cemented));
    // 6 2 2 and the ace do not make two groups of 13 with the king beside them.
    let position = turn("6D KC KD", "AC 2H 2S 3H").build();
    assert_eq!(refusal(&position, "build 13 with 6D: AC 2H 2S"), "S27");
}

#[test]
fn s28_a_single_card_is_no_house() {
    let position = turn("TC TD", "3C 7D").build();
    assert_eq!(refusal(&position, "build 10 with TC"), "S28");
    assert!(allowed(&position, "build 10 with TC: 3C 7D"));
    assert!(allowed(&turn("TC TD", "TH 3C").build(), "build 10 with TC"), "the ten on the floor joins");
}

#[test]
fn s29_loose_cards_of_the_value_join_by_themselves() {
    let mut position = turn("7C TC TD", "3C TH 4D 6S").build();
    let canonical = position.check_move(&read("build 10 with 7C: 3C")).unwrap();
    assert_eq!(canonical.to_string(), "build 10 with 7C: 3C TH");
    assert_eq!(position.check_move(&read("build 10 with 7C: 3C TH")), Ok(canonical));
    assert!(allowed(&position, "build 10 with 7C: 3C 4D 6S"), "other groups may join");
    let events = play(&mut position, "build 10 with 7C: 3C");
    assert!(matches!(events[..], [Event::Built { house, absorbed, .. }] if house.cemented && absorbed == cards("TH")));
    // The option: every group joins, in whichever way the player chooses.
    let position = mandatory(turn("7C TC TD", "3C TH 4D 6S"));
    assert_eq!(refusal(&position, "build 10 with 7C: 3C TH"), "S29");
    assert!(allowed(&position, "build 10 with 7C: 3C 4D 6S"));
    let adding = mandatory(turn("JC 2D", "4D 7S").house(11, "6C 5D", &[2]));
    assert_eq!(refusal(&adding, "add JC to 11"), "S29");
    assert!(allowed(&adding, "add JC to 11: 4D 7S"));
    let breaking = mandatory(turn("2C JS", "4D 7S").house(9, "6C 3D", &[1]));
    assert_eq!(refusal(&breaking, "break 9 with 2C"), "S29");
    assert!(allowed(&breaking, "break 9 with 2C: 4D 7S"));
    // A group that comes to lie there later stays where it is.
    assert!(allowed(&mandatory(turn("3C 2D", "8D KH").house(11, "6C 5D", &[1])), "throw 3C"));
}

#[test]
fn s35_one_card_raises_another_players_ordinary_house() {
    let table = |owner| turn("2C JS 5H KD", "AD 7H").house(9, "6C 3D", &[owner]);
    for owner in [1, 2, 3] {
        assert!(allowed(&table(owner).build(), "break 9 with 2C"), "also the partner's");
    }
    let position = table(1).build();
    assert_eq!(refusal(&position, "break 9 with 5H"), "S35");
    assert_eq!(refusal(&position, "break 9 with 2C: AD"), "S35");
    assert_eq!(refusal(&position, "break 10 with 2C"), "S35");
    assert_eq!(refusal(&position, "break 9 with 2C: 7H 4C"), "S35");
    assert_eq!(refusal(&position, "break 14 with 2C"), "G1");
}

#[test]
fn s36_never_the_own_house_and_never_a_cemented_one() {
    let own = turn("2C JS 9D", "AD").house(9, "6C 3D", &[0]).build();
    assert_eq!(refusal(&own, "break 9 with 2C"), "S36");
    let cemented = turn("2C JS 5H", "AD").house(9, "6C 3D 5C 4D", &[1]).build();
    assert_eq!(refusal(&cemented, "break 9 with 2C"), "S36");
    assert_eq!(cemented.check_move(&read("break 9 with 2C")).unwrap_err().house, Some(9));
}

#[test]
fn s37_the_breaker_owns_the_house_and_the_former_owner_is_free() {
    let mut position = turn("2C JS", "AD").hand(1, "9D").house(9, "6C 3D", &[1]).build();
    let events = play(&mut position, "break 9 with 2C");
    assert!(matches!(events[..], [Event::Broken { broken, house, merged, .. }]
            if broken.owners == owners(&[1]) && house.owners == owners(&[0]) && !merged && !house.cemented));
    assert_eq!(house(&position, 9), House::NONE);
    assert_eq!(house(&position, 11), House { cards: cards("6C 3D 2C"), owners: owners(&[0]) });
    assert!(allowed(&position, "throw 9D"), "the last nine may go");
}

#[test]
fn s38_a_broken_house_merges_with_one_of_its_new_value() {
    let table = turn("2C JS", "AD").house(9, "6C 3D", &[1]).house(11, "4C 7D", &[3]);
    let mut position = table.build();
    let events = play(&mut position, "break 9 with 2C");
    assert!(matches!(events[..], [Event::Broken { house, merged, .. }] if merged && house.cemented));
    assert_eq!(house(&position, 11).cards, cards("6C 3D 2C 4C 7D"));
    assert_eq!(house(&position, 9), House::NONE);
}

#[test]
fn s39_the_merged_house_belongs_to_its_owners_and_the_breaker() {
    let table = |owners: &[u8]| turn("2C JS", "AD").house(9, "6C 3D", &[1]).house(11, "4C 7D", owners).build();
    for (before, after) in [([3], owners(&[0, 3])), ([2], owners(&[0, 2])), ([0], owners(&[0]))] {
        let mut position = table(&before);
        play(&mut position, "break 9 with 2C");
        assert_eq!(house(&position, 11).owners, after);
    }
}

#[test]
fn s40_the_breaker_keeps_a_card_of_the_new_value() {
    let position = turn("2C TS", "AD").house(9, "6C 3D", &[1]).house(11, "4C 7D", &[2]).build();
    assert_eq!(refusal(&position, "break 9 with 2C"), "S40");
    let error = position.check_move(&read("break 9 with 2C")).unwrap_err();
    assert_eq!((error.house, error.cards.to_string().as_str()), (Some(11), "2C"));
}

#[test]
fn s41_cards_of_the_value_and_sums_are_added() {
    let position = turn("JC 2D 5H KS", "9D 7S 4S AH").house(11, "6C 5D", &[2]).build();
    let adds: Vec<String> = legal(&position).into_iter().filter(|text| text.starts_with("add")).collect();
    assert_eq!(adds, ["add 2D to 11: 4S 7S 9D", "add 2D to 11: 9D", "add JC to 11", "add JC to 11: 4S 7S"]);
    for text in ["add 2D to 11", "add 5H to 11: 4S", "add 5H to 12: 7S", "add 2D to 11: 9C", "add KS to 11"] {
        assert_eq!(refusal(&position, text), "S41", "{text}");
    }
}

#[test]
fn s42_two_groups_make_a_house_cemented() {
    let mut position = turn("JC 2D", "9D").house(11, "6C 5D", &[2]).build();
    assert!(!house(&position, 11).is_cemented(value(11)));
    let events = play(&mut position, "add 2D to 11: 9D");
    assert!(matches!(events[..], [Event::Added { house, .. }] if house.cemented));
    assert!(house(&position, 11).is_cemented(value(11)));
}

#[test]
fn s43_a_cemented_house_accepts_more() {
    let mut position = turn("JC 2D", "9D").house(11, "6C 5D JS", &[2]).build();
    play(&mut position, "add 2D to 11: 9D");
    assert_eq!(house(&position, 11).cards, cards("6C 5D JS 2D 9D"));
}

#[test]
fn s44_a_card_of_the_own_house_remains() {
    let one = turn("JC 2D 3D", "9D").house(11, "6C 5D", &[0]).build();
    assert_eq!(refusal(&one, "add JC to 11"), "S44");
    assert!(allowed(&one, "add 2D to 11: 9D"));
    let two = turn("JC JD 3D", "9D").house(11, "6C 5D", &[0]).build();
    assert!(allowed(&two, "add JC to 11"));
    // An own house too if an opponent is its owner as well.
    let joint = turn("JC 2D 3D", "9D").house(11, "6C 5D 7C 4D", &[0, 1]).build();
    assert_eq!(refusal(&joint, "add JC to 11"), "S44");
}

#[test]
fn s45_the_partners_house_is_added_to_freely() {
    let mut position = turn("JC 2D 3D", "9D").house(11, "6C 5D", &[2]).build();
    assert!(allowed(&position, "add 2D to 11: 9D"));
    play(&mut position, "add JC to 11");
    assert_eq!(house(&position, 11).owners, owners(&[2]));
}

#[test]
fn s46_who_adds_to_the_opponents_house_keeps_a_card_and_joins_them() {
    let without = turn("JC 2D 3D", "9D").house(11, "6C 5D", &[1]).build();
    assert_eq!(refusal(&without, "add JC to 11"), "S46");
    let mut position = turn("JC JD 3D", "9D").house(11, "6C 5D", &[1]).build();
    play(&mut position, "add JC to 11");
    assert_eq!(house(&position, 11).owners, owners(&[0, 1]));
    let no_jack = turn("TC 2D 3D", "9D").house(11, "6C 5D", &[3]).build();
    assert_eq!(refusal(&no_jack, "add 2D to 11: 9D"), "S46");
}

#[test]
fn s47_a_house_of_partner_and_opponent_is_the_partners() {
    let mut position = turn("JC 2D 3D", "9D").house(11, "6C 5D 7C 4D", &[1, 2]).build();
    play(&mut position, "add JC to 11");
    assert_eq!(house(&position, 11).owners, owners(&[1, 2]));
}

#[test]
fn s48_every_house_has_an_owner() {
    let without = turn("JC 2D 3D", "9D").house(11, "6C 5D", &[]).complete();
    assert!(Position::from_setup(without).is_err());
    let ordinary = turn("JC 2D 3D", "9D").house(11, "6C 5D", &[1, 3]).complete();
    assert!(Position::from_setup(ordinary).is_err(), "only a cemented house has several");
    turn("JC 2D 3D", "9D").house(11, "6C 5D 7C 4D", &[0, 1, 3]).build();
}

#[test]
fn s49_the_last_key_can_only_capture_the_house() {
    let position = turn("JC 4H KD", "AC 2H").house(11, "6C 5D", &[0]).house(12, "8C 4D", &[2]).build();
    assert_eq!(refusal(&position, "add JC to 12: AC"), "S49");
    assert_eq!(refusal(&position, "build 13 with JC: 2H"), "S49");
    let error = position.check_move(&read("build 13 with JC: 2H")).unwrap_err();
    assert_eq!((error.house, error.cards.to_string().as_str()), (Some(11), "JC"));
    assert_legal(&position, &["capture JC: house", "throw 4H", "throw KD"]);
    // Another jack frees it.
    let position = turn("JC JH KD", "AC 2H").house(11, "6C 5D", &[0]).house(12, "8C 4D", &[2]).build();
    assert!(allowed(&position, "add JC to 12: AC") && allowed(&position, "build 13 with JC: 2H"));
}

#[test]
fn s51_no_house_is_left_at_the_end_of_a_deal() {
    // The last play of all: the owner of the house can do nothing but take it.
    let mut position = turn("JC", "9D").house(11, "6C 5D", &[0]).build();
    assert_legal(&position, &["capture JC: house"]);
    play(&mut position, "capture JC: house");
    assert_eq!(position.to_setup().houses, [House::NONE; 5]);
}
