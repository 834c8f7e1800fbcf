//! Turns, captures and throws: S20 to S23, S25, S30 to S34.

use super::support::{allowed, assert_legal, cards, legal, moves, play, read, refusal, turn};
use taash::games::seep::{Event, HouseView, LastCapture, Owners};
use taash::games::{Position as _, Seat, Viewer};

#[test]
fn s20_a_card_captures_builds_is_added_breaks_or_is_thrown() {
    let table = turn("9C 4C QD KD 2H", "5D").house(9, "6C 3D", &[1]).house(12, "8C 4D", &[2]);
    assert_legal(
        &table.build(),
        &[
            "capture 9C: house",
            "capture QD: house",
            "add 4C to 9: 5D",
            "add QD to 12",
            "break 9 with 4C",
            "throw 2H",
            "throw 4C",
            "throw KD",
        ],
    );
}

#[test]
fn s21_a_card_that_could_capture_is_not_thrown() {
    let position = turn("8C 9C TC", "AD 7D").house(9, "6C 3D", &[1]).build();
    assert_eq!(refusal(&position, "throw 8C"), "S21");
    assert_eq!(refusal(&position, "throw 9C"), "S21");
    assert!(allowed(&position, "throw TC"));
    // It may still go into a house.
    assert!(allowed(&turn("8C 9C", "AD 7D").build(), "build 9 with 8C: AD"));
}

#[test]
fn s22_no_move_leaves_an_owner_without_a_key() {
    let table = turn("TH QS 2H", "2C AS").house(10, "6C 4D", &[0]).house(11, "5C 6D", &[2]).house(9, "8C AC", &[1]);
    let position = table.build();
    for (text, rule) in
        [("throw TH", "S21"), ("build 12 with TH: 2C", "S49"), ("add TH to 10", "S44"), ("add TH to 11: AS", "S49")]
    {
        assert_eq!(refusal(&position, text), rule, "{text}");
    }
    let with_th: Vec<String> = legal(&position).into_iter().filter(|text| text.contains("TH")).collect();
    assert_eq!(with_th, ["capture TH: house"]);
}

#[test]
fn s23_a_house_is_only_captured_whole() {
    let position = turn("9C 6H TC", "AD").house(9, "6C 3D", &[1]).build();
    assert_eq!(refusal(&position, "capture 6H: 6C"), "S33");
    assert_eq!(refusal(&position, "capture 9C: 6C 3D"), "S33");
    assert_eq!(position.check_move(&read("capture 6H: 6C")).unwrap_err().house, Some(9));
    let mut position = position;
    let events = play(&mut position, "capture 9C: house");
    let house = HouseView {
        value: super::support::value(9),
        cards: cards("6C 3D"),
        owners: Owners::only(Seat::new(1)),
        cemented: false,
    };
    let card = cards("9C").first().unwrap();
    let seat = Seat::new(0);
    assert_eq!(events, [Event::Captured { seat, card, loose: cards(""), house: Some(house) }]);
}

#[test]
fn s25_a_capture_is_open_until_the_next_player_has_played() {
    let mut position = turn("8C 2D 2H", "AD 7D KH").hand(1, "9D QD").house(9, "6C 3D", &[1]).build();
    play(&mut position, "capture 8C: AD 7D");
    let card = cards("8C").first().unwrap();
    for viewer in [Viewer::Spectator, Viewer::Seat(Seat::new(3))] {
        let view = position.view(viewer);
        assert_eq!(view.last_capture, Some(LastCapture { card, cards: cards("AD 7D") }));
        assert_eq!(view.last_captor, Some(Seat::new(0)));
        assert_eq!((view.piles[0].count, view.piles[0].cards), (3, None));
        assert_eq!(view.houses.len(), 1, "houses are open, with cards and owners");
        assert_eq!(view.houses[0].cards, cards("6C 3D"));
    }
    play(&mut position, "throw QD");
    let view = position.view(Viewer::Spectator);
    assert_eq!(view.last_capture, None);
    assert_eq!((view.piles[0].count, view.piles[0].cards), (3, None));
    assert_eq!(position.view(Viewer::Referee).piles[0].cards, Some(cards("8C AD 7D")));
}

#[test]
fn s30_a_card_takes_cards_and_groups_of_its_value_and_the_house() {
    let position = turn("TH 2H", "4C 6D KD").house(10, "7C 3D", &[3]).build();
    assert_eq!(legal(&position)[..1], ["capture TH: 4C 6D, house"]);
    assert_eq!(legal(&turn("TH 2H", "TC 4C 6D KD").build())[..1], ["capture TH: 4C 6D TC"]);
    for (text, rule) in [
        ("capture TH: 4C KD, house", "S30"),
        ("capture TH: 4C, house", "S30"),
        ("capture TH: 5C 5D, house", "S30"),
        ("capture 2H: house", "S30"),
        ("capture 2H:", "S30"),
        ("capture 2H: KD", "S30"),
    ] {
        assert_eq!(refusal(&position, text), rule, "{text}");
    }
}

#[test]
fn s31_a_capture_takes_all_it_can() {
    let position = turn("TH 2H", "4C 6D KD").house(10, "7C 3D", &[3]).build();
    for text in ["capture TH: house", "capture TH: 4C 6D", "capture TH:"] {
        assert_eq!(refusal(&position, text), "S31", "{text}");
    }
    let position = turn("TH 2H", "TC 4C 6D KD").build();
    for text in ["capture TH: TC", "capture TH: 4C 6D", "capture TH:"] {
        assert_eq!(refusal(&position, text), "S31", "{text}");
    }
}

#[test]
fn s32_the_player_chooses_between_overlapping_groups() {
    let position = turn("9H KH", "AC 2C 3C 4C 5C").build();
    let captures: Vec<String> = legal(&position).into_iter().filter(|text| text.starts_with("capture 9H")).collect();
    // A 3 5 and then only 2 4 are left, which is no 9; 4 5 leaves A 2 3; 2 3 4 leaves A 5.
    assert_eq!(captures, ["capture 9H: 2C 3C 4C", "capture 9H: 4C 5C", "capture 9H: AC 3C 5C"]);
    // Two aces and two eights, whichever ace goes with which eight: one move.
    let position = turn("9H KH", "AC AD 8C 8D").build();
    assert_eq!(moves(&position).iter().filter(|mv| mv.to_string().starts_with("capture 9H")).count(), 1);
}

#[test]
fn s33_a_house_is_never_part_of_a_sum() {
    let position = turn("KH KS 2H", "3C").house(10, "6C 4D", &[1]).build();
    assert!(!allowed(&position, "capture KH: 3C, house"));
    assert_eq!(refusal(&position, "capture KH: 3C 6C 4D"), "S33");
    assert_eq!(refusal(&position, "build 13 with KH: 3C 6C 4D"), "S33");
    assert!(allowed(&position, "throw KH"), "nothing of 13 lies there");
}

#[test]
fn s34_captured_cards_go_to_the_pile_of_the_team() {
    let mut position = turn("8C 2D", "AD 7D KH").pile(0, "2C 2H").build();
    let before = position.to_setup().piles;
    play(&mut position, "capture 8C: AD 7D");
    assert_eq!(position.to_setup().piles, [before[0].union(cards("8C AD 7D")), before[1]]);
    assert_eq!(position.to_setup().floor, cards("KH"));
    assert!(!position.to_setup().hands[0].contains(cards("8C").first().unwrap()));
}
