//! The options and presets, and that every combination of them leaves a legal move.

use super::table::Game;
use proptest::prelude::*;
use taash::games::pis_yedili::{Opening, Options, StockOut};
use taash::games::{OptionKind, Options as _, Phase};

fn named(name: &str, value: u16) -> Options {
    let mut options = Options::CLASSIC;
    let spec = Options::SPECS.iter().find(|spec| spec.name == name).unwrap();
    (spec.set)(&mut options, value);
    assert_eq!((spec.get)(&options), value, "{name}");
    options
}

#[test]
fn every_option_keeps_every_value_it_takes_and_refuses_others() {
    for spec in Options::SPECS {
        let (good, bad): (Vec<u16>, Vec<u16>) = match spec.kind {
            OptionKind::Flag => (vec![0, 1], vec![2]),
            OptionKind::OneOf(numbers) => (numbers.to_vec(), vec![numbers.iter().max().unwrap() + 1]),
            OptionKind::Choice(names) => ((0..names.len().try_into().unwrap()).collect(), vec![]),
            OptionKind::Number { min, max, or_zero } => {
                let zero = u16::from(!or_zero && min > 0);
                (vec![min, max], [max + 1, 0].into_iter().take(1 + usize::from(zero)).collect())
            }
        };
        for value in good {
            assert!(named(spec.name, value).check_ranges().is_empty(), "{} {value}", spec.name);
        }
        for value in bad {
            assert!(!spec.kind.accepts(value), "{} {value}", spec.name);
        }
    }
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

fn any_options() -> impl Strategy<Value = Options> {
    let values: Vec<BoxedStrategy<u16>> = Options::SPECS
        .iter()
        .map(|spec| match spec.kind {
            OptionKind::Flag => (0..=1_u16).boxed(),
            OptionKind::OneOf(numbers) => proptest::sample::select(numbers).boxed(),
            OptionKind::Choice(names) => (0..u16::try_from(names.len()).unwrap()).boxed(),
            OptionKind::Number { .. } if spec.name == "deals" => (1..=3_u16).boxed(),
            OptionKind::Number { .. } if spec.name == "target" => prop_oneof![Just(0_u16), 20..=60_u16].boxed(),
            OptionKind::Number { min, max, or_zero: false } => (min..=max).boxed(),
            OptionKind::Number { min, max, or_zero: true } => prop_oneof![Just(0_u16), min..=max].boxed(),
        })
        .collect();
    values.prop_map(|values| {
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
