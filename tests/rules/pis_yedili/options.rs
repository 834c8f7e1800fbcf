//! The options and presets, and that every combination of them leaves a legal move.

use super::table::Game;
use proptest::prelude::*;
use taash::games::pis_yedili::{Opening, Options, StockOut};
use taash::games::{OptionSpec, Options as _, Phase};

/// The values that an option takes.
fn values(spec: &OptionSpec<Options>) -> Vec<u16> {
    (0..=u16::MAX).filter(|&value| spec.kind.accepts(value)).collect()
}

#[test]
fn options_take_the_values_of_the_rulebook_and_keep_them() {
    let mut ranges = Vec::new();
    for spec in Options::SPECS {
        let values = values(spec);
        for &value in &values {
            let mut options = Options::CLASSIC;
            (spec.set)(&mut options, value);
            assert_eq!((spec.get)(&options), value, "{}", spec.name);
            assert!(options.check_ranges().is_empty(), "{} {value}", spec.name);
        }
        ranges.push((spec.name, values[0], values[1], *values.last().unwrap(), values.len()));
    }
    let expected = [
        ("decks", 0, 1, 2, 3),
        ("hand_size", 5, 6, 10, 6),
        ("opening", 0, 1, 1, 2),
        ("draw_only_if_stuck", 0, 1, 1, 2),
        ("jack_must_change_suit", 0, 1, 1, 2),
        ("draw_limit", 0, 1, 5, 6),
        ("seven_draws", 1, 2, 5, 5),
        ("play_after_penalty", 0, 1, 1, 2),
        ("eight", 0, 1, 1, 2),
        ("ten", 0, 1, 1, 2),
        ("ten_skips_with_two", 0, 1, 1, 2),
        ("ace", 0, 1, 3, 4),
        ("stock_out", 0, 1, 1, 2),
        ("deals", 1, 2, 100, 100),
        ("target", 0, 20, 10000, 9982),
        ("declare_last", 0, 1, 1, 2),
        ("opening_card", 0, 1, 1, 2),
        ("jack_on_ace", 0, 1, 1, 2),
        ("undeclared", 0, 1, 1, 2),
        ("undeclared_draws", 1, 2, 5, 5),
        ("seven_chain", 0, 1, 1, 2),
        ("opener_extra", 0, 1, 1, 2),
    ];
    assert_eq!(ranges, expected);
}

#[test]
fn options_out_of_range_are_all_named() {
    let wrong =
        Options { decks: 3, hand_size: 11, draw_limit: 6, seven_draws: 0, deals: 0, target: 19, ..Options::CLASSIC };
    let fields: Vec<String> = wrong.check(4).unwrap_err().into_iter().map(|fault| fault.field).collect();
    assert_eq!(fields, ["decks", "hand_size", "draw_limit", "seven_draws", "deals", "target"], "G1");
}

#[test]
fn classic_is_the_default_and_turkish_differs_in_four_options() {
    assert_eq!((Options::preset(0), Options::preset(2)), (Some(Options::default()), None));
    let turkish = Options::preset(1).unwrap();
    let differing: Vec<&str> = Options::SPECS
        .iter()
        .filter(|spec| (spec.get)(&turkish) != (spec.get)(&Options::CLASSIC))
        .map(|spec| spec.name)
        .collect();
    assert_eq!(differing, ["opening", "draw_limit", "stock_out", "declare_last"]);
    assert_eq!((turkish.opening, turkish.draw_limit), (Opening::All, 1));
    assert_eq!((turkish.stock_out, turkish.declare_last), (StockOut::Reshuffle, true));
}

/// Any options of a short match.
fn any_options() -> impl Strategy<Value = Options> {
    let choices: Vec<_> = Options::SPECS
        .iter()
        .map(|spec| {
            let most = if spec.name == "deals" { 3 } else { 60 };
            proptest::sample::select(values(spec).into_iter().filter(|&value| value <= most).collect::<Vec<_>>())
        })
        .collect();
    choices.prop_map(|values| {
        let mut options = Options::CLASSIC;
        for (spec, value) in Options::SPECS.iter().zip(values) {
            (spec.set)(&mut options, value);
        }
        options
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]
    /// `Game::play` also checks that each position reached is a valid setup.
    #[test]
    fn there_is_a_legal_move_until_the_match_is_over(
        options in any_options(),
        seats in 2..=8_u8,
        choices in proptest::collection::vec(any::<u16>(), 400),
    ) {
        prop_assume!(options.check(seats).is_ok());
        let mut game = Game::of(options, seats, None);
        for choice in choices {
            let legal = game.legal();
            prop_assert_eq!(legal.is_empty(), game.phase() == Phase::Over);
            if legal.is_empty() {
                break;
            }
            game.play(&legal[usize::from(choice) % legal.len()]);
        }
    }
}
