use crate::games::{self, Fault, OptionKind, OptionSpec, Rule};

/// Who opens with a club (P11).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Opening {
    /// The seat after the dealer alone.
    #[default]
    First = 0,
    /// Every player with the first discard of the deal.
    All = 1,
}

/// What an 8 does (P28).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Eight {
    /// The next player is skipped.
    #[default]
    Skip = 0,
    /// Nothing.
    None = 1,
}

/// What a 10 does (P30).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Ten {
    /// The direction of play turns round.
    #[default]
    Reverse = 0,
    /// Nothing.
    None = 1,
}

/// What an ace does (P32).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Ace {
    /// Its player may lay one more card.
    #[default]
    Extra = 0,
    /// The next player is skipped.
    Skip = 1,
    /// Nothing.
    None = 2,
}

/// What happens when a draw finds the stock empty (P40).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum StockOut {
    /// The deal ends.
    #[default]
    End = 0,
    /// The discards under the top card are shuffled into a new stock.
    Reshuffle = 1,
}

/// The options of a match. The default is `CLASSIC`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How many decks: 1 or 2, or 0 for one up to four seats and two beyond (P2).
    pub decks: u8,
    /// Cards dealt to each seat, 5..=10 (P3).
    pub hand_size: u8,
    /// Who opens with a club (P11).
    pub opening: Opening,
    /// Whether only a player without a card to play may draw (P13).
    pub draw_only_if_stuck: bool,
    /// Whether a jack must name another suit than the one that was to be matched (P16).
    pub jack_must_change_suit: bool,
    /// Most cards drawn in a turn, 1..=5, or 0 for no limit (P19).
    pub draw_limit: u8,
    /// Cards drawn for each 7, 1..=5 (P22).
    pub seven_draws: u8,
    /// Whether a normal turn follows the drawing for sevens (P25).
    pub play_after_penalty: bool,
    /// What an 8 does (P28).
    pub eight: Eight,
    /// What a 10 does (P30).
    pub ten: Ten,
    /// Whether a 10 works as an 8 with two players (P31).
    pub ten_skips_with_two: bool,
    /// What an ace does (P32).
    pub ace: Ace,
    /// What happens when a draw finds the stock empty (P40).
    pub stock_out: StockOut,
    /// Deals of a match, 1..=100; without meaning if there is a target (P47).
    pub deals: u8,
    /// The total that ends the match, 20..=10000, or 0 for a fixed number of deals (P47).
    pub target: u16,
    /// Whether the last card but one must be declared (P49).
    pub declare_last: bool,
}

impl Options {
    /// The game as the source describes it.
    pub const CLASSIC: Self = Self {
        decks: 0,
        hand_size: 7,
        opening: Opening::First,
        draw_only_if_stuck: false,
        jack_must_change_suit: false,
        draw_limit: 0,
        seven_draws: 3,
        play_after_penalty: false,
        eight: Eight::Skip,
        ten: Ten::Reverse,
        ten_skips_with_two: false,
        ace: Ace::Extra,
        stock_out: StockOut::End,
        deals: 4,
        target: 0,
        declare_last: false,
    };

    /// Everybody opens with a club, one card is drawn a turn, the discards are reshuffled, the last card is declared.
    pub const TURKISH: Self = Self {
        opening: Opening::All,
        draw_limit: 1,
        stock_out: StockOut::Reshuffle,
        declare_last: true,
        ..Self::CLASSIC
    };

    /// How many decks are in play at a table of that many seats (P2).
    #[must_use]
    pub const fn decks_in_play(&self, seats: u8) -> u8 {
        match self.decks {
            0 if seats <= 4 => 1,
            0 => 2,
            given => given,
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::CLASSIC
    }
}

/// A row of the table below for an option that is a number.
macro_rules! number {
    ($field:ident, $rule:literal, $min:literal..=$max:literal, $or_zero:literal) => {
        OptionSpec {
            name: stringify!($field),
            rule: Rule::P($rule),
            kind: OptionKind::Number { min: $min, max: $max, or_zero: $or_zero },
            get: |options: &Options| options.$field.into(),
            set: |options: &mut Options, value| options.$field = value.try_into().unwrap_or(options.$field),
        }
    };
}

/// A row of the table below for an option that is on or off.
macro_rules! flag {
    ($field:ident, $rule:literal) => {
        OptionSpec {
            name: stringify!($field),
            rule: Rule::P($rule),
            kind: OptionKind::Flag,
            get: |options: &Options| options.$field.into(),
            set: |options: &mut Options, value| options.$field = value == 1,
        }
    };
}

/// A row of the table below for an option that is one of several names.
macro_rules! choice {
    ($field:ident, $rule:literal, $($name:literal = $value:expr),+) => {
        OptionSpec {
            name: stringify!($field),
            rule: Rule::P($rule),
            kind: OptionKind::Choice(&[$($name),+]),
            get: |options: &Options| u16::from(options.$field as u8),
            set: |options: &mut Options, value| {
                if let Some(&chosen) = [$($value),+].get(usize::from(value)) {
                    options.$field = chosen;
                }
            },
        }
    };
}

impl games::Options for Options {
    const SPECS: &'static [OptionSpec<Self>] = &[
        number!(decks, 2, 1..=2, true),
        number!(hand_size, 3, 5..=10, false),
        choice!(opening, 11, "FIRST" = Opening::First, "ALL" = Opening::All),
        flag!(draw_only_if_stuck, 13),
        flag!(jack_must_change_suit, 16),
        number!(draw_limit, 19, 1..=5, true),
        number!(seven_draws, 22, 1..=5, false),
        flag!(play_after_penalty, 25),
        choice!(eight, 28, "SKIP" = Eight::Skip, "NONE" = Eight::None),
        choice!(ten, 30, "REVERSE" = Ten::Reverse, "NONE" = Ten::None),
        flag!(ten_skips_with_two, 31),
        choice!(ace, 32, "EXTRA" = Ace::Extra, "SKIP" = Ace::Skip, "NONE" = Ace::None),
        choice!(stock_out, 40, "END" = StockOut::End, "RESHUFFLE" = StockOut::Reshuffle),
        number!(deals, 47, 1..=100, false),
        number!(target, 47, 20..=10000, true),
        flag!(declare_last, 49),
    ];

    const PRESETS: &'static [&'static str] = &["CLASSIC", "TURKISH"];

    fn preset(index: usize) -> Option<Self> {
        [Self::CLASSIC, Self::TURKISH].get(index).copied()
    }

    fn check(&self, seats: u8) -> Result<(), Vec<Fault>> {
        let mut faults = self.check_ranges();
        let needed = u16::from(seats) * u16::from(self.hand_size) + 1;
        if faults.is_empty() && needed > 52 * u16::from(self.decks_in_play(seats)) {
            faults.push(Fault::new("hand_size", "the decks must cover all hands and leave at least one card (P3)"));
        }
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }
}
