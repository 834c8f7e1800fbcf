//! How moves are written and read, and how options are named.

use super::support::{SEED, read};
use taash::cards::ClientSeed;
use taash::games::seep::{Options, Position};
use taash::games::{Options as _, Position as _, Reading, Rule, Shuffles, TextError};

#[test]
fn every_form_reads_back_as_it_is_written() {
    for text in [
        "bid 11",
        "throw 9C",
        "capture JS: 2D 9D JH",
        "capture TH: house",
        "capture TH: 4C 6D, house",
        "build 13 with 7C: 5C 6D 8S",
        "add JS to 11",
        "add 2H to 11: 9D",
        "break 9 with 2C",
        "break 9 with 2C: JD",
        "deal",
    ] {
        assert_eq!(read(text).to_string(), text);
    }
    assert_eq!(read("capture 2C:").to_string(), "capture 2C: ", "a capture of nothing reads back too");
}

#[test]
fn other_spellings_are_understood() {
    for (written, canonical) in [
        ("  CAPTURE  js :9d,2D   jh ", "capture JS: 2D 9D JH"),
        ("capture 10♥: HOUSE, 6♦ 4c", "capture TH: 4C 6D, house"),
        ("Build 13 WITH 7c:5C 6D 8S", "build 13 with 7C: 5C 6D 8S"),
        ("BID 09", "bid 9"),
        ("Deal", "deal"),
        ("add 2h TO 11 : 9d", "add 2H to 11: 9D"),
        ("throw9c", "throw 9C"),
        ("bid11", "bid 11"),
        ("captureJS:2D9DJH", "capture JS: 2D 9D JH"),
        ("capture10h:4c6dhouse", "capture TH: 4C 6D, house"),
        ("build10with7c:3d", "build 10 with 7C: 3D"),
        ("addAdto11:9d", "add AD to 11: 9D"),
        ("break9with2c:jd", "break 9 with 2C: JD"),
    ] {
        assert_eq!(read(written).to_string(), canonical);
    }
}

#[test]
fn without_a_colon_more_may_be_meant() {
    let reading = |text| Position::parse_move(text).unwrap().reading;
    for text in ["capture JS", "build 13 with 7C", "add 2H to 11", "break 9 with 2C"] {
        assert_eq!(reading(text), Reading::Open, "{text}");
    }
    for text in ["capture JS:", "capture JS: 2D", "build 13 with 7C: 6D", "add 2H to 11: 9D", "throw JS", "deal"] {
        assert_eq!(reading(text), Reading::Exact, "{text}");
    }
}

#[test]
fn an_open_text_fits_the_moves_that_say_more() {
    let fits = |text, legal| Position::fits(&read(text), &read(legal));
    assert!(fits("capture TH", "capture TH: 4C 6D, house") && fits("capture TH: 4C", "capture TH: 4C 6D"));
    assert!(!fits("capture TH", "capture TS: house") && !fits("capture TH: house", "capture TH: 4C 6D"));
    assert!(fits("build 13 with 7C", "build 13 with 7C: 6D") && !fits("build 13 with 7C", "build 12 with 7C: 5D"));
    assert!(fits("add 2H to 11", "add 2H to 11: 9D") && !fits("add 2H to 11: 9C", "add 2H to 11: 9D"));
    assert!(fits("break 9 with 2C", "break 9 with 2C: JD") && !fits("break 9 with 2C", "add 2C to 9: 7C"));
    assert!(fits("throw 2C", "throw 2C") && !fits("throw 2C", "throw 2D"));
}

#[test]
fn a_card_alone_fits_every_move_that_plays_it() {
    for text in ["10h", " T♥ "] {
        let parsed = Position::parse_move(text).unwrap();
        assert_eq!(parsed.reading, Reading::Incomplete, "{text}");
        let fits = |legal| Position::fits(&parsed.literal, &read(legal));
        for legal in ["throw TH", "capture TH: house", "build 13 with TH: 3C", "add TH to 11: AC", "break 9 with TH"] {
            assert!(fits(legal), "{legal}");
        }
        for other in ["throw TS", "capture 9H: TH", "bid 10", "deal"] {
            assert!(!fits(other), "{other}");
        }
    }
}

#[test]
fn nonsense_is_told_the_forms() {
    for text in [
        "",
        "pass",
        "bid",
        "bid eleven",
        "bid 11 12",
        "bid 11: 2C",
        "throw",
        "throw 1C",
        "throw 9C: house",
        "deal:",
        "capture",
        "capture 9C 2C",
        "capture 9C: 2X",
        "build 13 7C",
        "build with 7C: 6D",
        "build 13 with 7C: 6D, house",
        "build 13 with 7C 6D",
        "add 2H 11",
        "break 9 with",
        "break 9 with 2C JD",
    ] {
        let error = Position::parse_move(text).unwrap_err();
        let TextError::Unparsable(message) = &error else { panic!("{text}: {error}") };
        assert_eq!(message.id(), "seep-move-unparsable", "{text}");
        assert!(message.is_complete() && message.to_string().len() < 60, "{text}");
    }
}

#[test]
fn malformed_values_break_g1() {
    for text in [
        "bid 8",
        "bid 14",
        "build 14 with 7C: 7D",
        "add 7C to 8",
        "break 300 with 2C",
        "capture JS: 2D 2D",
        "capture JS: X",
        "throw X",
        "break 9 with X",
    ] {
        assert!(
            matches!(Position::parse_move(text), Err(TextError::Malformed(error)) if error.rule == Rule::G(1)),
            "{text}"
        );
    }
}

#[test]
fn options_are_named_and_kept_in_range() {
    let names: Vec<&str> = Options::SPECS.iter().map(|spec| spec.name).collect();
    assert_eq!(
        names,
        [
            "ten_of_diamonds",
            "most_cards_bonus",
            "absorb_sums",
            "sweep_points",
            "opening_sweep_points",
            "minimum",
            "baazi_lead",
            "baazis",
            "throws",
            "capture",
            "two_players",
            "scoring",
            "sweep_value",
            "floor_check",
            "all_points",
        ]
    );
    assert_eq!(Options::PRESETS, ["CLASSIC", "CASUAL", "PUNJAB"]);
    assert_eq!((Options::preset(0), Options::preset(1)), (Some(Options::CLASSIC), Some(Options::CASUAL)));
    assert_eq!((Options::preset(2), Options::preset(3)), (Some(Options::PUNJAB), None));
    assert_eq!(Options::default(), Options::CLASSIC);
    let values = |options: Options| Options::SPECS.iter().map(|spec| (spec.get)(&options)).collect::<Vec<_>>();
    assert_eq!(values(Options::CLASSIC), [6, 0, 0, 50, 25, 9, 100, 1, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(values(Options::PUNJAB), [6, 0, 0, 50, 25, 0, 30, 1, 0, 0, 0, 1, 1, 1, 60]);
    assert_eq!(values(Options::CASUAL), [2, 4, 0, 50, 50, 9, 100, 1, 0, 0, 0, 0, 0, 0, 0]);
    let bad = Options {
        ten_of_diamonds: 3,
        most_cards_bonus: 1,
        sweep_points: 101,
        opening_sweep_points: 255,
        minimum: 51,
        baazi_lead: 9,
        baazis: 0,
        all_points: 30,
        ..Options::CLASSIC
    };
    let faults = bad.check(4).unwrap_err();
    let fields: Vec<&str> = faults.iter().map(|fault| fault.field.as_str()).collect();
    assert_eq!(
        fields,
        [
            "ten_of_diamonds",
            "most_cards_bonus",
            "sweep_points",
            "opening_sweep_points",
            "minimum",
            "baazi_lead",
            "baazis",
            "all_points"
        ]
    );
    for spec in Options::SPECS {
        let mut options = Options::CLASSIC;
        (spec.set)(&mut options, u16::MAX);
        assert!(options == Options::CLASSIC || spec.name == "baazi_lead", "{}", spec.name);
    }
    let mut shuffles = Shuffles::new(&SEED, &ClientSeed::NONE, &[]);
    let mut position = Position::new_match(Options::CASUAL, 4, None, None).unwrap();
    position.play(None, &read("deal"), &mut shuffles, &mut ()).unwrap();
    assert!(shuffles.drawn());
}
