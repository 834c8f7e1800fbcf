use super::{Fault, Rule};
use std::fmt::Debug;

/// What values an option takes. Every value is written as a whole number, so that tools can treat all options alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// Off (0) or on (1).
    Flag,
    /// A number from `min` to `max`, or 0 too if `or_zero`.
    Number {
        /// The least value.
        min: u16,
        /// The greatest value.
        max: u16,
        /// Whether 0 is allowed although it is below `min`; the rule says what it means.
        or_zero: bool,
    },
    /// One of these numbers.
    OneOf(&'static [u16]),
    /// One of these names, as in the rulebook; the value is the place in the list.
    Choice(&'static [&'static str]),
}

impl OptionKind {
    /// Whether the option takes this value.
    #[must_use]
    pub fn accepts(self, value: u16) -> bool {
        match self {
            Self::Flag => value <= 1,
            Self::Number { min, max, or_zero } => (min..=max).contains(&value) || (or_zero && value == 0),
            Self::OneOf(numbers) => numbers.contains(&value),
            Self::Choice(names) => usize::from(value) < names.len(),
        }
    }
}

/// One option of a game: its name, its values, and how to read and write it.
#[derive(Debug)]
pub struct OptionSpec<O: 'static> {
    /// The name, as in the rulebook and in the game's proto: `call_limit`.
    pub name: &'static str,
    /// The rule that grants it.
    pub rule: Rule,
    /// The values it takes.
    pub kind: OptionKind,
    /// Reads the value.
    pub get: fn(&O) -> u16,
    /// Writes the value, which must be one that `kind` accepts; any other is ignored.
    pub set: fn(&mut O, u16),
}

/// The options of a game with all their values. The default is the preset `CLASSIC`.
pub trait Options: Clone + Copy + Debug + Default + Eq + Sized + 'static {
    /// Every option, in the order of the rulebook.
    const SPECS: &'static [OptionSpec<Self>];
    /// The names of the presets, `CLASSIC` first.
    const PRESETS: &'static [&'static str];

    /// The options of a preset by its place in [`Self::PRESETS`].
    fn preset(index: usize) -> Option<Self>;

    /// Checks values against their ranges, against each other and against the number of seats (G1).
    ///
    /// # Errors
    /// All faults, each naming the option as its field.
    fn check(&self, seats: u8) -> Result<(), Vec<Fault>>;

    /// The ranges alone: one fault for each option whose value its kind does not accept.
    fn check_ranges(&self) -> Vec<Fault> {
        Self::SPECS
            .iter()
            .filter(|spec| !spec.kind.accepts((spec.get)(self)))
            .map(|spec| Fault::new(spec.name, format!("out of range ({})", spec.rule)))
            .collect()
    }
}
