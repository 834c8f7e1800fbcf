use super::value::SEATS;
use crate::games::{self, Fault, OptionKind, OptionSpec, Rule};

/// Whether loose groups must join a house that is made or added to (S29).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum AbsorbSums {
    /// The player chooses which groups join; single cards of the value always do.
    #[default]
    Optional,
    /// No loose group of the house's value may be left.
    Mandatory,
}

/// The options of Seep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The points of the ten of diamonds: 6 or 2 (S3).
    pub ten_of_diamonds: u8,
    /// The points of the team with more cards: 0 or 4 (S3).
    pub most_cards_bonus: u8,
    /// Whether loose groups must join a house (S29).
    pub absorb_sums: AbsorbSums,
    /// The points of a sweep, 0..=100 (S53).
    pub sweep_points: u8,
    /// The points of a sweep by the first play of a deal, 0..=100 (S53).
    pub opening_sweep_points: u8,
    /// The points that a team needs in a deal, 0..=50; 0 for no such rule (S56).
    pub minimum: u8,
    /// The lead that wins a baazi, 10..=1000 (S57).
    pub baazi_lead: u16,
    /// The baazis that win the match, 1..=25 (S58).
    pub baazis: u8,
}

impl Options {
    /// The preset `CLASSIC`.
    pub const CLASSIC: Self = Self {
        ten_of_diamonds: 6,
        most_cards_bonus: 0,
        absorb_sums: AbsorbSums::Optional,
        sweep_points: 50,
        opening_sweep_points: 25,
        minimum: 9,
        baazi_lead: 100,
        baazis: 1,
    };
    /// The preset `CASUAL`.
    pub const CASUAL: Self =
        Self { ten_of_diamonds: 2, most_cards_bonus: 4, opening_sweep_points: 50, ..Self::CLASSIC };
}

impl Default for Options {
    fn default() -> Self {
        Self::CLASSIC
    }
}

/// An option that is kept in a byte.
macro_rules! byte_option {
    ($name:ident, $rule:literal, $kind:expr) => {
        OptionSpec {
            name: stringify!($name),
            rule: Rule::S($rule),
            kind: $kind,
            get: |options| options.$name.into(),
            set: |options, value| options.$name = value.try_into().unwrap_or(options.$name),
        }
    };
}

const fn number(min: u16, max: u16) -> OptionKind {
    OptionKind::Number { min, max, or_zero: false }
}

impl games::Options for Options {
    const SPECS: &'static [OptionSpec<Self>] = &[
        byte_option!(ten_of_diamonds, 3, OptionKind::OneOf(&[6, 2])),
        byte_option!(most_cards_bonus, 3, OptionKind::OneOf(&[0, 4])),
        OptionSpec {
            name: "absorb_sums",
            rule: Rule::S(29),
            kind: OptionKind::Choice(&["OPTIONAL", "MANDATORY"]),
            get: |options| match options.absorb_sums {
                AbsorbSums::Optional => 0,
                AbsorbSums::Mandatory => 1,
            },
            set: |options, value| match value {
                0 => options.absorb_sums = AbsorbSums::Optional,
                1 => options.absorb_sums = AbsorbSums::Mandatory,
                _ => {}
            },
        },
        byte_option!(sweep_points, 53, number(0, 100)),
        byte_option!(opening_sweep_points, 53, number(0, 100)),
        byte_option!(minimum, 56, number(0, 50)),
        OptionSpec {
            name: "baazi_lead",
            rule: Rule::S(57),
            kind: number(10, 1000),
            get: |options| options.baazi_lead,
            set: |options, value| options.baazi_lead = value,
        },
        byte_option!(baazis, 58, number(1, 25)),
    ];
    const PRESETS: &'static [&'static str] = &["CLASSIC", "CASUAL"];

    fn preset(index: usize) -> Option<Self> {
        [Self::CLASSIC, Self::CASUAL].get(index).copied()
    }

    fn check(&self, seats: u8) -> Result<(), Vec<Fault>> {
        let mut faults = self.check_ranges();
        if seats != SEATS {
            faults.push(Fault::new("seats", "Seep is played by four (S1)"));
        }
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }
}
