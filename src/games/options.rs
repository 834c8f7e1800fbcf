use super::{Fault, Rule};
use std::fmt::{self, Debug, Display};

/// Which values an option takes. Every value is written as a whole number, so that tools can treat all options alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// Off (0) or on (1).
    Flag,
    /// A number from `min` to `max`; with `or_zero` also 0.
    Number {
        /// The lowest value in the range.
        min: u16,
        /// The highest value in the range.
        max: u16,
        /// Whether 0 is allowed although it is below `min`; the rule says what it means.
        or_zero: bool,
    },
    /// One of these numbers.
    OneOf(&'static [u16]),
    /// One of these names, as in the rulebook; the value is the index in the list.
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

/// The values in words: `52..=1000`, `0 or 10..=10000`, `6 or 2`, `TENS or ELEVEN_TWELVE_THIRTEEN`, `0 or 1`.
impl Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag => f.write_str("0 or 1"),
            Self::Number { min, max, or_zero } => {
                write!(f, "{}{min}..={max}", if *or_zero { "0 or " } else { "" })
            }
            Self::OneOf(numbers) => alternatives(f, numbers),
            Self::Choice(names) => alternatives(f, names),
        }
    }
}

fn alternatives(f: &mut fmt::Formatter<'_>, all: &[impl Display]) -> fmt::Result {
    all.iter().enumerate().try_for_each(|(i, one)| write!(f, "{}{one}", if i > 0 { " or " } else { "" }))
}

/// One option of a game: its name, its values, and how to read and write it.
#[derive(Debug)]
pub struct OptionSpec<O: 'static> {
    /// The name, as in the rulebook and in the game's proto: `call_limit`.
    pub name: &'static str,
    /// The number of the field in the game's `Options` message, from 2, since 1 is the preset. State bytes name an option by
    /// it, so it never changes.
    pub number: u8,
    /// The rule that grants the option.
    pub rule: Rule,
    /// The values that the option takes.
    pub kind: OptionKind,
    /// Reads the value.
    pub get: fn(&O) -> u16,
    /// Writes the value, which must be one that `kind` accepts; any other is ignored.
    pub set: fn(&mut O, u16),
}

impl<O> OptionSpec<O> {
    /// The fault of a value that the option does not take: `is 51, not 52..=1000 (J45)`.
    #[must_use]
    pub fn fault(&self, value: impl Display) -> Fault {
        Fault::text(self.name, format!("is {value}, not {} ({})", self.kind, self.rule))
    }
}

/// The options of a game with all their values. The default is the preset `CLASSIC`.
///
/// The macro `options!` implements this trait from one description of each option.
pub trait Options: Clone + Copy + Debug + Default + Eq + Sized + 'static {
    /// Every option, in the order of the rulebook and of [`OptionSpec::number`].
    const SPECS: &'static [OptionSpec<Self>];
    /// The names of the presets, `CLASSIC` first.
    const PRESETS: &'static [&'static str];

    /// The options of a preset by its index in [`Self::PRESETS`].
    fn preset(index: usize) -> Option<Self>;

    /// The faults of values that are each in range but do not go together, with each other or with the number of seats.
    fn conflicts(&self, seats: u8) -> Vec<Fault>;

    /// Checks values against their ranges, against each other and against the number of seats (G1).
    ///
    /// # Errors
    /// All faults, each with the name of the option as its field.
    ///
    /// ```
    /// use taash::games::{Options as _, jhyap::Options};
    ///
    /// let options = Options { limit: 51, halving: taash::games::jhyap::Halving::None, ..Options::CLASSIC };
    /// let faults = options.check(4).unwrap_err();
    /// assert_eq!(faults[0].to_string(), "limit: is 51, not 52..=1000 (J45)");
    /// ```
    fn check(&self, seats: u8) -> Result<(), Vec<Fault>> {
        let mut faults = self.check_ranges();
        faults.extend(self.conflicts(seats));
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    /// Checks the ranges alone: one fault for each option whose value its kind does not accept.
    fn check_ranges(&self) -> Vec<Fault> {
        let values = Self::SPECS.iter().map(|spec| (spec, (spec.get)(self)));
        values.filter(|(spec, value)| !spec.kind.accepts(*value)).map(|(spec, value)| spec.fault(value)).collect()
    }
}

/// The fault of a number of seats that the game does not have.
pub(super) fn seats_fault(seats: u8, (fewest, most): (u8, u8), rule: Rule) -> Fault {
    let allowed = if fewest == most { most.to_string() } else { format!("{fewest}..={most}") };
    Fault::text("seats", format!("is {seats}, not {allowed} ({rule})"))
}

/// The type of a field of options: how its values are written as numbers, and back.
pub(crate) trait OptionValue: Copy {
    /// The value as a number.
    fn number(self) -> u16;
    /// The value with this number; `None` if the type holds no such value.
    fn from_number(number: u16) -> Option<Self>;
}

impl OptionValue for u8 {
    fn number(self) -> u16 {
        self.into()
    }

    fn from_number(number: u16) -> Option<Self> {
        number.try_into().ok()
    }
}

impl OptionValue for u16 {
    fn number(self) -> u16 {
        self
    }

    fn from_number(number: u16) -> Option<Self> {
        Some(number)
    }
}

impl OptionValue for bool {
    fn number(self) -> u16 {
        self.into()
    }

    fn from_number(number: u16) -> Option<Self> {
        (number <= 1).then_some(number == 1)
    }
}

/// Checks while compiling that the numbers of options ascend from 2.
pub(crate) const fn assert_ascending(numbers: &[u8]) {
    let (mut last, mut i) = (1, 0);
    while i < numbers.len() {
        assert!(numbers[i] > last, "the numbers of options start at 2 and ascend");
        last = numbers[i];
        i += 1;
    }
}

/// Declares the enum of an option that is one of several names. The first is the default and has number 0; the enum of the
/// proto gives each a number one higher. A name goes to the end of the list when it is added.
macro_rules! choice {
    (
        $(#[$doc:meta])*
        pub enum $Choice:ident {
            $(#[$first_doc:meta])* $First:ident = $first_name:literal,
            $($(#[$other_doc:meta])* $Other:ident = $other_name:literal,)+
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum $Choice {
            $(#[$first_doc])*
            #[default]
            $First,
            $($(#[$other_doc])* $Other,)+
        }

        impl $Choice {
            const NAMES: &'static [&'static str] = &[$first_name, $($other_name),+];
        }

        impl $crate::games::options::OptionValue for $Choice {
            fn number(self) -> u16 {
                (self as u8).into()
            }

            fn from_number(number: u16) -> Option<Self> {
                [Self::$First, $(Self::$Other),+].get(usize::from(number)).copied()
            }
        }
    };
}
pub(crate) use choice;

/// Declares the options of a game: the struct, the preset `CLASSIC`, the default, and the table that drives the catalogue,
/// requests, faults and state bytes.
///
/// The names of the other presets follow `presets CLASSIC`; each is a constant of the struct. `conflicts` names the function
/// behind [`Options::conflicts`]. An option reads
/// `name: type = value of CLASSIC, values [...], rule J(2), number 2;`, with the values as
/// `[0..=2]`, `[0 or 1..=2]`, `[6 or 2]`, `[on or off]` or `[choice]` for an enum that `choice!` declares.
macro_rules! options {
    (
        $(#[$doc:meta])*
        pub struct $Options:ident;
        presets $($preset:ident),+;
        conflicts $conflicts:path;
        $(
            $(#[$option_doc:meta])*
            $name:ident: $type:ty = $classic:expr, values [$($values:tt)+], rule $letter:ident($rule:literal),
            number $number:literal;
        )+
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $Options {
            $($(#[$option_doc])* pub $name: $type,)+
        }

        impl $Options {
            /// The preset `CLASSIC`: the game as its source describes it.
            pub const CLASSIC: Self = Self { $($name: $classic,)+ };
        }

        impl Default for $Options {
            fn default() -> Self {
                Self::CLASSIC
            }
        }

        const _: () = $crate::games::options::assert_ascending(&[$($number),+]);

        impl $crate::games::Options for $Options {
            const SPECS: &'static [$crate::games::OptionSpec<Self>] = &[$({
                const KIND: $crate::games::OptionKind = $crate::games::options::kind!($type, $($values)+);
                $crate::games::OptionSpec {
                    name: stringify!($name),
                    number: $number,
                    rule: $crate::games::Rule::$letter($rule),
                    kind: KIND,
                    get: |options| $crate::games::options::OptionValue::number(options.$name),
                    set: |options, value| {
                        if let Some(value) = $crate::games::options::OptionValue::from_number(value)
                            .filter(|_| KIND.accepts(value))
                        {
                            options.$name = value;
                        }
                    },
                }
            }),+];
            const PRESETS: &'static [&'static str] = &[$(stringify!($preset)),+];

            fn preset(index: usize) -> Option<Self> {
                [$(Self::$preset),+].get(index).copied()
            }

            fn conflicts(&self, seats: u8) -> Vec<$crate::games::Fault> {
                $conflicts(self, seats)
            }
        }
    };
}
pub(crate) use options;

/// The values of an option as [`options!`] writes them.
macro_rules! kind {
    ($type:ty, $min:literal..=$max:literal) => {
        $crate::games::OptionKind::Number { min: $min, max: $max, or_zero: false }
    };
    ($type:ty, 0 or $min:literal..=$max:literal) => {
        $crate::games::OptionKind::Number { min: $min, max: $max, or_zero: true }
    };
    ($type:ty, on or off) => {
        $crate::games::OptionKind::Flag
    };
    ($type:ty, choice) => {
        $crate::games::OptionKind::Choice(<$type>::NAMES)
    };
    ($type:ty, $($number:literal)or+) => {
        $crate::games::OptionKind::OneOf(&[$($number),+])
    };
}
pub(crate) use kind;
