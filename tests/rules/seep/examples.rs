//! The worked examples of the rulebook.

use super::support::{assert_legal, legal, opening, play, refusal, turn};
use taash::games::seep::{AbsorbSums, Event, SweepKind, Team};
use taash::games::{Position as _, Seat};

#[test]
fn se1_the_jack_takes_the_jack_and_the_sum() {
    assert_legal(&opening("7H 8C 8D JS", 11, "2D 9C JH KC").build(), &["capture JS: 2D 9C JH"]);
}

#[test]
fn se2_four_ways_to_open_with_thirteen() {
    let table = opening("7C 8H JS KD", 13, "8S 5C 6D QH");
    let all = ["build 13 with 7C: 6D", "build 13 with 7C: 5C 6D 8S", "build 13 with 8H: 5C", "capture KD: 5C 8S"];
    assert_legal(&table.clone().build(), &all);
    let mandatory = table.options(|options| options.absorb_sums = AbsorbSums::Mandatory).build();
    assert_legal(&mandatory, &all[1..]);
    assert_eq!(refusal(&mandatory, all[0]), "S29");
}

#[test]
fn se3_an_opening_sweep() {
    let mut position = opening("KS 3H 2C 4D", 13, "QH AC 7D 6D").build();
    let events = play(&mut position, "capture KS: QH AC 7D 6D");
    let swept = Event::Swept { seat: Seat::new(0), team: Team::Even, kind: SweepKind::Opening, points: 25 };
    assert_eq!(events[1], swept);
    assert!(position.to_setup().sweeps[0].opening);
}

#[test]
fn se4_overlapping_groups_and_one_move_for_the_same_cards() {
    let captures = |hand, floor| -> Vec<String> {
        legal(&turn(hand, floor).build()).into_iter().filter(|text| text.starts_with("capture")).collect()
    };
    assert_eq!(captures("JC", "2C 3C 5C 6C"), ["capture JC: 2C 3C 6C", "capture JC: 5C 6C"]);
    assert_eq!(captures("8H", "AC 3C 5C 7C 8C"), ["capture 8H: AC 3C 5C 7C 8C"]);
}

#[test]
fn se5_the_key_of_the_own_house() {
    let position = turn("TH QS", "2C").house(10, "6C 4D", &[0]).build();
    assert_legal(&position, &["capture TH: house", "throw QS"]);
    assert_eq!(refusal(&position, "build 12 with TH: 2C"), "S49");
}

#[test]
fn se6_breaking_with_a_card_that_joins() {
    let mut position = turn("2C JS 5H", "JD").house(9, "6C 3D", &[1]).build();
    assert_legal(&position, &["break 9 with 2C: JD", "capture JS: JD", "throw 2C", "throw 5H"]);
    let events = play(&mut position, "break 9 with 2C");
    assert!(matches!(events[..], [Event::Broken { house, .. }] if house.cemented && house.owners.bits() == 0b0001));
}

#[test]
fn se7_breaking_into_the_partners_house() {
    let table = |hand| turn(hand, "").house(9, "5C 4D", &[1]).house(12, "8C 4H", &[2]);
    let mut position = table("3C QD 7H").build();
    assert_legal(&position, &["break 9 with 3C", "capture QD: house", "add QD to 12", "throw 3C", "throw 7H"]);
    play(&mut position, "break 9 with 3C");
    let house = position.house(super::support::value(12));
    assert!(house.is_cemented(super::support::value(12)) && house.owners.bits() == 0b0101);
    assert_legal(&table("3C 7H").build(), &["throw 3C", "throw 7H"]);
}

#[test]
fn se8_no_king_kept() {
    let position = turn("9C 6C TC", "7S AS").house(13, "8C 5D KH", &[1, 3]).build();
    assert_legal(&position, &["build 10 with 9C: AS", "throw 9C", "throw 6C", "throw TC"]);
    assert_eq!(refusal(&position, "add 6C to 13: 7S"), "S46");
}

#[test]
fn se12_eight_moves_with_two_jacks() {
    let two = turn("JS JD 3D 6C", "9H 2D JC 7S").build();
    assert_legal(
        &two,
        &[
            "capture JS: 2D 9H JC",
            "capture JD: 2D 9H JC",
            "build 11 with JS: JC",
            "build 11 with JD: JC",
            "build 11 with JS: 2D 9H JC",
            "build 11 with JD: 2D 9H JC",
            "throw 3D",
            "throw 6C",
        ],
    );
    let one = legal(&turn("JS 3D 6C", "9H 2D JC 7S").build());
    let with_jack: Vec<&String> = one.iter().filter(|text| text.contains("JS")).collect();
    assert_eq!(with_jack, ["capture JS: 2D 9H JC"]);
}
