use super::{Fault, Message, MessageSpec, Rule, messages};
use std::fmt::{Debug, Display};

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

/// The alternatives of a kind of option as one word of a message: `CLASSIC, TURKISH`.
fn listed(all: impl IntoIterator<Item = impl Display>) -> String {
    all.into_iter().map(|one| one.to_string()).collect::<Vec<_>>().join(", ")
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
    pub fn fault(&self, value: impl Into<i64>) -> Fault {
        let fault = |entry| Message::new(entry).with("value", value.into());
        let message = match self.kind {
            OptionKind::Number { min, max, or_zero } => {
                let entry =
                    if or_zero { &messages::OPTION_NEITHER_ZERO_NOR_IN_RANGE } else { &messages::OPTION_OUT_OF_RANGE };
                fault(entry).with("min", min).with("max", max)
            }
            OptionKind::Flag => fault(&messages::OPTION_NOT_ONE_OF).with("allowed", listed([0, 1])),
            OptionKind::OneOf(numbers) => fault(&messages::OPTION_NOT_ONE_OF).with("allowed", listed(numbers)),
            OptionKind::Choice(names) => fault(&messages::OPTION_NOT_ONE_OF).with("allowed", listed(names)),
        };
        Fault::new(self.name, message.with("rule", self.rule.to_string()))
    }
}

/// What options must keep together, although each is in its range: a limit that can be halved, a deck that is large enough.
///
/// ```
/// use taash::games::{Options as _, jhyap::Options};
///
/// let constraint = Options::CONSTRAINTS.iter().find(|constraint| constraint.options == ["limit", "halving"]).unwrap();
/// assert_eq!(constraint.rule.to_string(), "J45");
/// assert_eq!((constraint.broken)(&Options { limit: 400, ..Options::CLASSIC }, 4), None);
/// assert!((constraint.broken)(&Options { limit: 402, ..Options::CLASSIC }, 4).is_some());
/// ```
#[derive(Debug)]
pub struct Constraint<O: 'static> {
    /// The names of the options concerned. A fault names the first as its field.
    pub options: &'static [&'static str],
    /// The rule behind the constraint.
    pub rule: Rule,
    /// The sentence that states the constraint, without parameters.
    pub statement: &'static MessageSpec,
    /// What is wrong with these options at a table of that many seats; `None` if they keep the constraint.
    pub broken: fn(&O, u8) -> Option<Message>,
}

/// The options of a game with all their values. The default is the preset `CLASSIC`.
///
/// The macro `options!` implements this trait from one description of each option.
pub trait Options: Clone + Copy + Debug + Default + Eq + Sized + 'static {
    /// The fewest and the most seats of the game.
    const SEATS: (u8, u8);
    /// The rule that says how many seats there are.
    const SEATS_RULE: Rule;
    /// Every option, in the order of the rulebook and of [`OptionSpec::number`].
    const SPECS: &'static [OptionSpec<Self>];
    /// What options must keep together.
    const CONSTRAINTS: &'static [Constraint<Self>];
    /// The names of the presets, `CLASSIC` first.
    const PRESETS: &'static [&'static str];

    /// The options of a preset by its index in [`Self::PRESETS`].
    fn preset(index: usize) -> Option<Self>;

    /// Checks values against their ranges, against each other and against the number of seats (G1).
    ///
    /// # Errors
    /// All faults: first those of [`Options::check_ranges`], then those of [`Options::conflicts`].
    ///
    /// ```
    /// use taash::games::{Options as _, Param, jhyap::Options};
    ///
    /// let options = Options { limit: 51, halving: taash::games::jhyap::Halving::None, ..Options::CLASSIC };
    /// let faults = options.check(4).unwrap_err();
    /// assert_eq!((faults[0].field.as_str(), faults[0].message.id()), ("limit", "game-fault-option-out-of-range"));
    /// assert_eq!(faults[0].message.param("min"), Some(&Param::Number(52)));
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

    /// Checks the number of seats, and the values against each other ([`Options::CONSTRAINTS`]).
    fn conflicts(&self, seats: u8) -> Vec<Fault> {
        let broken = Self::CONSTRAINTS.iter().filter_map(|constraint| {
            (constraint.broken)(self, seats).map(|message| Fault::new(constraint.options[0], message))
        });
        seats_fault(seats, Self::SEATS, Self::SEATS_RULE).into_iter().chain(broken).collect()
    }
}

/// The fault of a number of seats that the game does not have.
fn seats_fault(seats: u8, (fewest, most): (u8, u8), rule: Rule) -> Option<Fault> {
    if (fewest..=most).contains(&seats) {
        return None;
    }
    let message = if fewest == most {
        Message::new(&messages::SEATS_NOT_AS_MANY).with("value", seats).with("required", most)
    } else {
        Message::new(&messages::SEATS_OUT_OF_RANGE).with("value", seats).with("min", fewest).with("max", most)
    };
    Some(Fault::new("seats", message.with("rule", rule.to_string())))
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
/// The names of the other presets follow `presets CLASSIC`; each is a constant of the struct. `constraints` names the list
/// behind [`Options::CONSTRAINTS`]. An option reads
/// `name: type = value of CLASSIC, values [...], rule J(2), number 2;`, with the values as
/// `[0..=2]`, `[0 or 1..=2]`, `[6 or 2]`, `[on or off]` or `[choice]` for an enum that `choice!` declares.
macro_rules! options {
    (
        $(#[$doc:meta])*
        pub struct $Options:ident;
        presets $($preset:ident),+;
        seats $fewest:literal..=$most:literal, rule $seats_letter:ident($seats_rule:literal);
        constraints $constraints:expr;
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
            const SEATS: (u8, u8) = ($fewest, $most);
            const SEATS_RULE: $crate::games::Rule = $crate::games::Rule::$seats_letter($seats_rule);
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
            const CONSTRAINTS: &'static [$crate::games::Constraint<Self>] = $constraints;
            const PRESETS: &'static [&'static str] = &[$(stringify!($preset)),+];

            fn preset(index: usize) -> Option<Self> {
                [$(Self::$preset),+].get(index).copied()
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
