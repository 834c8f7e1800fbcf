//! Options and presets.

use taash::games::jhyap::{CourtValues, Halving, Options, SetPickup, Tie};
use taash::games::{OptionKind, Options as _, Rule};

#[test]
fn the_presets_are_those_of_the_rules() {
    assert_eq!(Options::PRESETS, ["CLASSIC", "ISRAELI", "NEPALI"]);
    let classic = Options::preset(0).unwrap();
    assert_eq!(classic, Options::default());
    let values: Vec<u16> = Options::SPECS.iter().map(|spec| (spec.get)(&classic)).collect();
    assert_eq!(values, [2, 0, 0, 5, 0, 0, 0, 5, 30, 0, 0, 0, 200, 0, 0]);
    let israeli = Options {
        call_limit: 7,
        tie: Tie::CallerBeaten,
        undercutter_scores_zero: true,
        halving: Halving::EveryFifty,
        jokers_wild_in_runs: true,
        slap_down: true,
        ..classic
    };
    assert_eq!(Options::preset(1), Some(israeli));
    let nepali = Options {
        jokers: 0,
        court_values: CourtValues::ElevenTwelveThirteen,
        penalty: 25,
        limit: 100,
        halving: Halving::None,
        tie: Tie::CallerBeaten,
        ..classic
    };
    assert_eq!(Options::preset(2), Some(nepali));
    assert_eq!(Options::preset(3), None);
    for preset in 0..3 {
        assert_eq!(Options::preset(preset).unwrap().check(5), Ok(()));
    }
}

#[test]
fn every_option_stands_in_the_order_of_the_rules() {
    let names: Vec<_> = Options::SPECS.iter().map(|spec| (spec.name, spec.rule)).collect();
    let expected = [
        ("jokers", 2),
        ("decks", 3),
        ("court_values", 4),
        ("hand_size", 6),
        ("jokers_wild_in_runs", 19),
        ("set_pickup", 24),
        ("slap_down", 28),
        ("call_limit", 30),
        ("penalty", 38),
        ("undercutter_scores_zero", 38),
        ("tie", 39),
        ("halving", 43),
        ("limit", 45),
        ("max_turns", 49),
        ("large_table", 50),
    ];
    assert_eq!(names, expected.map(|(name, rule)| (name, Rule::J(rule))));
}

#[test]
fn every_value_that_is_accepted_reads_back_and_no_other_is_written() {
    for spec in Options::SPECS {
        for value in 0..=10_001 {
            let mut options = Options::CLASSIC;
            let before = (spec.get)(&options);
            (spec.set)(&mut options, value);
            let expected = if spec.kind.accepts(value) { value } else { before };
            assert_eq!((spec.get)(&options), expected, "{} = {value}", spec.name);
        }
    }
}

#[test]
fn choices_are_named_as_in_the_rules() {
    let mut options = Options::CLASSIC;
    for (name, choice) in [
        ("court_values", "ELEVEN_TWELVE_THIRTEEN"),
        ("set_pickup", "ENDS"),
        ("tie", "CALLER_BEATEN"),
        ("halving", "NONE"),
    ] {
        let spec = Options::SPECS.iter().find(|spec| spec.name == name).unwrap();
        let OptionKind::Choice(names) = spec.kind else { panic!("{name}") };
        let value = names.iter().position(|name| *name == choice).unwrap();
        (spec.set)(&mut options, u16::try_from(value).unwrap());
    }
    assert_eq!(
        (options.court_values, options.set_pickup, options.tie, options.halving),
        (CourtValues::ElevenTwelveThirteen, SetPickup::Ends, Tie::CallerBeaten, Halving::None)
    );
}

#[test]
fn g1_all_faults_of_options_come_at_once() {
    let wrong = Options { jokers: 3, hand_size: 9, penalty: 200, limit: 51, ..Options::CLASSIC };
    let fields: Vec<_> = wrong.check(9).unwrap_err().into_iter().map(|fault| fault.field).collect();
    assert_eq!(fields, ["jokers", "hand_size", "penalty", "limit", "seats", "limit"]);
}
