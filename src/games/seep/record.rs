use super::options::{Options, Scoring, SweepValue};
use super::value::HouseValue;
use crate::cards::{Card, CardSet, Rank, Suit};

/// The sweeps of a team in one deal (S52).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Sweeps {
    /// A sweep by the first play of the deal.
    pub opening: bool,
    /// Number of sweeps by the plays between the first and the last.
    pub ordinary: u8,
    /// A sweep by the last, the 48th, play.
    pub last: bool,
    /// The values of the cards that made them, which count under `sweep_value` `CARD` only (S63); else none.
    pub values: SweepValues,
}

/// How many sweeps were made with a card of each value, without a sweep by the last play, which is worth nothing (S63).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct SweepValues(u64);

impl SweepValues {
    /// No values.
    pub const NONE: Self = Self(0);

    /// Returns the values of a bit mask: the four bits from bit 4(v−1) up count the ordinary sweeps with a card of value v,
    /// from 1 to 13; the bits from 52 up hold the value of the opening sweep. Bits above 55 are ignored.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits & 0x00ff_ffff_ffff_ffff)
    }

    /// The bit mask.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The value of the card that swept in the opening, 0 if none did.
    #[must_use]
    pub const fn opening(self) -> u8 {
        (self.0 >> 52 & 0b1111) as u8
    }

    /// Number of ordinary sweeps with a card of this value, 1..=13.
    #[must_use]
    pub const fn ordinary(self, value: u8) -> u8 {
        (self.0 >> (4 * (value - 1)) & 0b1111) as u8
    }

    /// The values of the ordinary sweeps in ascending order.
    fn iter(self) -> impl Iterator<Item = u8> {
        (1..=13).flat_map(move |value| std::iter::repeat_n(value, self.ordinary(value).into()))
    }
}

impl Sweeps {
    /// No sweeps.
    pub const NONE: Self = Self { opening: false, ordinary: 0, last: false, values: SweepValues::NONE };

    /// The points of all these sweeps (S53, S63).
    #[must_use]
    pub fn points(self, options: &Options) -> i32 {
        worth(self, options).map(|(_, points)| points).sum()
    }

    /// Number of sweeps.
    #[must_use]
    pub const fn count(self) -> u16 {
        self.ordinary as u16 + self.opening as u16 + self.last as u16
    }

    /// Counts one more sweep, made by that card.
    pub(super) fn add(&mut self, kind: SweepKind, card: Card, options: &Options) {
        let place = match kind {
            SweepKind::Opening => {
                self.opening = true;
                Some((u64::from(card.number()), 52))
            }
            SweepKind::Ordinary => {
                self.ordinary += 1;
                Some((1, 4 * (card.number() - 1)))
            }
            SweepKind::Last => {
                self.last = true;
                None
            }
        };
        if let Some((added, shift)) = place
            && options.sweep_value == SweepValue::Card
        {
            self.values.0 += added << shift;
        }
    }
}

/// When a sweep was made; its points depend on it (S53).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SweepKind {
    /// By the first play of the deal.
    Opening,
    /// By a play between the first and the last.
    Ordinary,
    /// By the last, the 48th, play: worth nothing.
    Last,
}

impl SweepKind {
    /// The points of such a sweep with a card of that value (S53, S63).
    ///
    /// ```
    /// use taash::games::seep::{Options, SweepKind};
    ///
    /// let kinds = [SweepKind::Opening, SweepKind::Ordinary, SweepKind::Last];
    /// assert_eq!(kinds.map(|kind| kind.points(&Options::CLASSIC, 12)), [25, 50, 0]);
    /// assert_eq!(kinds.map(|kind| kind.points(&Options::PUNJAB, 12)), [12, 12, 0]);
    /// ```
    #[must_use]
    pub fn points(self, options: &Options, value: u8) -> i32 {
        match (self, options.sweep_value) {
            (Self::Last, _) => 0,
            (Self::Opening | Self::Ordinary, SweepValue::Card) => value.into(),
            (Self::Opening, SweepValue::Fixed) => options.opening_sweep_points.into(),
            (Self::Ordinary, SweepValue::Fixed) => options.sweep_points.into(),
        }
    }
}

/// What counts in a team's pile (S3, S63).
///
/// ```
/// use taash::cards::{CardSet, parse_cards};
/// use taash::games::seep::{Scoring, Tally};
///
/// let pile: CardSet = parse_cards("AS KS AH TD 2C").unwrap().as_slice().iter().copied().collect();
/// let tally = Tally { spades: 1 + 13, aces: 1, ten_of_diamonds: true, cards: 5, ..Tally::default() };
/// assert_eq!(Tally::of(pile, Scoring::Hundred), tally);
/// assert_eq!(Tally::of(pile, Scoring::Thirty), Tally { ace_of_spades: true, ..tally });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Tally {
    /// The sum of the capture values of its spades, 0..=91.
    pub spades: u8,
    /// Number of the other aces in it, 0..=3.
    pub aces: u8,
    /// Whether the ten of diamonds is in it.
    pub ten_of_diamonds: bool,
    /// Number of its cards, 0..=52.
    pub cards: u8,
    /// Whether the ace of spades is in it, under `THIRTY` only; `spades` counts it too.
    pub ace_of_spades: bool,
    /// Whether the two of spades is in it, under `THIRTY` only.
    pub two_of_spades: bool,
    /// Whether the nine of spades is in it, under `THIRTY` only.
    pub nine_of_spades: bool,
}

impl Tally {
    /// Returns the tally of a pile.
    #[must_use]
    pub fn of(pile: CardSet, scoring: Scoring) -> Self {
        let spades = CardSet::suit(Suit::Spades);
        let counts = |rank| scoring == Scoring::Thirty && pile.contains(Card::new(rank, Suit::Spades));
        Self {
            ace_of_spades: counts(Rank::Ace),
            two_of_spades: counts(Rank::Two),
            nine_of_spades: counts(Rank::Nine),
            spades: pile.intersection(spades).iter().map(Card::number).sum(),
            aces: pile.intersection(CardSet::rank(Rank::Ace)).difference(spades).len(),
            ten_of_diamonds: pile.contains(Card::new(Rank::Ten, Suit::Diamonds)),
            cards: pile.len(),
        }
    }
}

/// The result of a finished deal: everything that its score follows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealRecord {
    /// The tally of each team's pile.
    pub tallies: [Tally; 2],
    /// The sweeps of each team.
    pub sweeps: [Sweeps; 2],
    /// The running difference before the deal, from the side of seats 0 and 2 (S57).
    pub difference_before: i32,
}

/// The sweeps of a team one by one with their points: the opening, the others in ascending order of their points, the last.
pub(super) fn worth(sweeps: Sweeps, options: &Options) -> impl Iterator<Item = (SweepKind, i32)> {
    let points = |kind: SweepKind, value| (kind, kind.points(options, value));
    let opening = sweeps.opening.then(|| points(SweepKind::Opening, sweeps.values.opening()));
    let fixed = if options.sweep_value == SweepValue::Fixed { sweeps.ordinary } else { 0 };
    let ordinary = std::iter::repeat_n(0, fixed.into()).chain(sweeps.values.iter());
    let last = sweeps.last.then(|| points(SweepKind::Last, 0));
    opening.into_iter().chain(ordinary.map(move |value| points(SweepKind::Ordinary, value))).chain(last)
}

/// Whether the values of the sweeps of a finished deal, or of one in progress, agree with their number (S63).
pub(super) fn values_fit(options: &Options, sweeps: Sweeps) -> bool {
    if options.sweep_value == SweepValue::Fixed {
        return sweeps.values == SweepValues::NONE;
    }
    let opening = sweeps.values.opening();
    let opening_fits = if sweeps.opening { HouseValue::new(opening).is_some() } else { opening == 0 };
    opening_fits && sweeps.values.iter().count() == usize::from(sweeps.ordinary)
}
