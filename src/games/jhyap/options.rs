use crate::cards::Cards;
use crate::games::{self, Fault, OptionKind, OptionSpec, Rule};

/// What the court cards are worth (J4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CourtValues {
    /// Jack, queen and king are worth 10 each.
    #[default]
    Tens,
    /// The jack is worth 11, the queen 12, the king 13.
    ElevenTwelveThirteen,
}

/// Which cards of a discarded set the next player may take (J24).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SetPickup {
    /// Any of them; the order of a set has no meaning.
    #[default]
    Any,
    /// The first or the last as the set was laid.
    Ends,
}

/// Who is right when another hand equals the caller's (J39).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tie {
    /// The caller: an equal hand does not beat the call.
    #[default]
    CallerSafe,
    /// The other: an equal hand beats the call.
    CallerBeaten,
}

/// Which totals are halved at the end of a deal (J43).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Halving {
    /// The limit exactly, and half of it exactly.
    #[default]
    AtLimitAndHalf,
    /// Every multiple of 50 from 100 up to the limit.
    EveryFifty,
    /// None.
    None,
}

/// The options of a match of Jhyap with all their values; the default is the preset `CLASSIC`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// Jokers in each deck, 0..=2 (J2).
    pub jokers: u8,
    /// Decks, 1 or 2; 0 means one for up to four seats and two for five (J3).
    pub decks: u8,
    /// What the court cards are worth (J4).
    pub court_values: CourtValues,
    /// Cards dealt to each player, 5..=7 (J6).
    pub hand_size: u8,
    /// Whether a joker may stand for a card of a run (J19).
    pub jokers_wild_in_runs: bool,
    /// Which cards of a discarded set may be taken (J24).
    pub set_pickup: SetPickup,
    /// Whether a drawn card of the rank just discarded may be laid on it at once (J28).
    pub slap_down: bool,
    /// The greatest value of a hand that may call, 0..=50 (J30).
    pub call_limit: u8,
    /// What a beaten caller scores besides the hand, 0..=100 (J38).
    pub penalty: u8,
    /// Whether the lowest of the hands that beat the caller score nothing (J38).
    pub undercutter_scores_zero: bool,
    /// Who is right when hands are equal (J39).
    pub tie: Tie,
    /// Which totals are halved (J43).
    pub halving: Halving,
    /// The total above which a player is out, 52..=1000 (J45).
    pub limit: u16,
    /// The turns after which a deal ends by itself, 10..=10000; 0 for none (J49).
    pub max_turns: u16,
}

impl Options {
    /// The rules of the source.
    pub const CLASSIC: Self = Self {
        jokers: 2,
        decks: 0,
        court_values: CourtValues::Tens,
        hand_size: 5,
        jokers_wild_in_runs: false,
        set_pickup: SetPickup::Any,
        slap_down: false,
        call_limit: 5,
        penalty: 30,
        undercutter_scores_zero: false,
        tie: Tie::CallerSafe,
        halving: Halving::AtLimitAndHalf,
        limit: 200,
        max_turns: 0,
    };

    /// The game as Yaniv is played.
    pub const ISRAELI: Self = Self {
        call_limit: 7,
        tie: Tie::CallerBeaten,
        undercutter_scores_zero: true,
        halving: Halving::EveryFifty,
        jokers_wild_in_runs: true,
        slap_down: true,
        ..Self::CLASSIC
    };

    /// The game as many tables in Nepal play it.
    pub const NEPALI: Self = Self {
        jokers: 0,
        court_values: CourtValues::ElevenTwelveThirteen,
        penalty: 25,
        limit: 100,
        halving: Halving::None,
        tie: Tie::CallerBeaten,
        ..Self::CLASSIC
    };

    /// All cards of a match of that many seats (J2, J3).
    #[must_use]
    pub const fn deck(&self, seats: u8) -> Cards {
        let decks = match (self.decks, seats) {
            (0, 0..=4) => 1,
            (0, _) => 2,
            (decks, _) => decks,
        };
        Cards::decks(decks, self.jokers)
    }

    /// Whether a total at the end of a deal in which the player scored is halved (J43).
    pub(super) const fn halves(&self, total: u32) -> bool {
        let limit = self.limit as u32;
        match self.halving {
            Halving::AtLimitAndHalf => total == limit || total * 2 == limit,
            Halving::EveryFifty => total >= 100 && total <= limit && total.is_multiple_of(50),
            Halving::None => false,
        }
    }

    /// The most that a hand can be worth: the cards of a hand are never more than were dealt.
    pub(super) const fn max_hand_value(&self) -> u8 {
        let dearest = match self.court_values {
            CourtValues::Tens => 10,
            CourtValues::ElevenTwelveThirteen => 13,
        };
        self.hand_size.saturating_mul(dearest)
    }

    /// The most that one deal can score.
    pub(super) const fn max_deal_score(&self) -> u32 {
        let (beaten, hand) = (self.penalty as u32 + self.call_limit as u32, self.max_hand_value() as u32);
        if beaten > hand { beaten } else { hand }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::CLASSIC
    }
}

/// The value as the byte that most options are kept in. A value that the option does not accept never gets here.
fn byte(value: u16) -> u8 {
    u8::try_from(value).unwrap_or(u8::MAX)
}

const fn same(value: u16) -> u16 {
    value
}

const fn on(value: u16) -> bool {
    value == 1
}

/// How a choice is written as a number: its place in the list of names, and back.
macro_rules! choice {
    ($name:ident: $($value:ident = $number:literal),+) => {
        impl $name {
            const fn number(self) -> u16 {
                match self {
                    $(Self::$value => $number,)+
                }
            }

            fn of(number: u16) -> Self {
                match number {
                    $($number => Self::$value,)+
                    _ => Self::default(),
                }
            }
        }
    };
}

choice!(CourtValues: Tens = 0, ElevenTwelveThirteen = 1);
choice!(SetPickup: Any = 0, Ends = 1);
choice!(Tie: CallerSafe = 0, CallerBeaten = 1);
choice!(Halving: AtLimitAndHalf = 0, EveryFifty = 1, None = 2);

macro_rules! spec {
    ($name:ident, $rule:literal, $kind:expr, $get:path, $set:path) => {
        OptionSpec {
            name: stringify!($name),
            rule: Rule::J($rule),
            kind: $kind,
            get: |o| $get(o.$name),
            set: |o, value| {
                let kind: OptionKind = $kind;
                if kind.accepts(value) {
                    o.$name = $set(value);
                }
            },
        }
    };
}

const fn number(min: u16, max: u16, or_zero: bool) -> OptionKind {
    OptionKind::Number { min, max, or_zero }
}

const COURT_VALUES: OptionKind = OptionKind::Choice(&["TENS", "ELEVEN_TWELVE_THIRTEEN"]);
const SET_PICKUP: OptionKind = OptionKind::Choice(&["ANY", "ENDS"]);
const TIE: OptionKind = OptionKind::Choice(&["CALLER_SAFE", "CALLER_BEATEN"]);
const HALVING: OptionKind = OptionKind::Choice(&["AT_LIMIT_AND_HALF", "EVERY_FIFTY", "NONE"]);

impl games::Options for Options {
    const SPECS: &'static [OptionSpec<Self>] = &[
        spec!(jokers, 2, number(0, 2, false), u16::from, byte),
        spec!(decks, 3, number(1, 2, true), u16::from, byte),
        spec!(court_values, 4, COURT_VALUES, CourtValues::number, CourtValues::of),
        spec!(hand_size, 6, number(5, 7, false), u16::from, byte),
        spec!(jokers_wild_in_runs, 19, OptionKind::Flag, u16::from, on),
        spec!(set_pickup, 24, SET_PICKUP, SetPickup::number, SetPickup::of),
        spec!(slap_down, 28, OptionKind::Flag, u16::from, on),
        spec!(call_limit, 30, number(0, 50, false), u16::from, byte),
        spec!(penalty, 38, number(0, 100, false), u16::from, byte),
        spec!(undercutter_scores_zero, 38, OptionKind::Flag, u16::from, on),
        spec!(tie, 39, TIE, Tie::number, Tie::of),
        spec!(halving, 43, HALVING, Halving::number, Halving::of),
        spec!(limit, 45, number(52, 1000, false), same, same),
        spec!(max_turns, 49, number(10, 10_000, true), same, same),
    ];
    const PRESETS: &'static [&'static str] = &["CLASSIC", "ISRAELI", "NEPALI"];

    fn preset(index: usize) -> Option<Self> {
        [Self::CLASSIC, Self::ISRAELI, Self::NEPALI].get(index).copied()
    }

    fn check(&self, seats: u8) -> Result<(), Vec<Fault>> {
        let mut faults = self.check_ranges();
        if !(2..=5).contains(&seats) {
            faults.push(Fault::new("seats", "out of range (J1)"));
        }
        if self.call_limit == 0 && self.jokers == 0 && self.max_turns == 0 {
            faults.push(Fault::new("call_limit", "0 without jokers and without max_turns: no deal could end (J30)"));
        }
        if self.halving == Halving::AtLimitAndHalf && !self.limit.is_multiple_of(4) {
            faults.push(Fault::new("limit", "not a multiple of 4, as halving at the limit and its half needs (J45)"));
        }
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }
}
