use super::messages;
use super::options::{Options, Scoring, SweepValue};
use super::value::{HouseValue, Team, partner};
use crate::cards::{Card, CardSet, Rank, Suit};
use crate::games::{Message, MessageSpec, Rule, Seat};

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

/// What a line of a score counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScoreItem {
    /// The spades captured, each worth its capture value (S3).
    Spades,
    /// The aces captured, a point each: the other aces (S3), or all of them (S63).
    Aces,
    /// The ten of diamonds (S3).
    TenOfDiamonds,
    /// The nine of spades (S63).
    NineOfSpades,
    /// The two of spades (S63).
    TwoOfSpades,
    /// The points for the most cards (S3, S63).
    MostCards,
    /// What a team with all 30 points gets beyond them (S63).
    AllPoints,
    /// One sweep (S53).
    Sweep(SweepKind),
    /// The deal score, the sum of the lines above (S55).
    DealTotal,
    /// What the deal adds to the running difference, from this team's side (S57). A deal that decides a baazi by the
    /// minimum has no such line (S56).
    Difference,
    /// What sets the running difference back to 0 when a baazi is decided, from this team's side (S56, S57).
    Reset,
    /// A baazi won (S56, S57). The points are 1 and count baazis.
    Baazi,
}

/// One line of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreLine {
    /// The team that the line is about.
    pub team: Team,
    /// What it counts.
    pub item: ScoreItem,
    /// The rule that it comes from.
    pub rule: Rule,
    /// The amount: points of the deal up to [`ScoreItem::DealTotal`], then points of the running difference, then baazis.
    pub points: i32,
}

impl ScoreItem {
    /// The entry of the catalogue for a line of this item.
    #[must_use]
    pub fn message_spec(self) -> &'static MessageSpec {
        match self {
            Self::Spades => &messages::SCORE_SPADES,
            Self::Aces => &messages::SCORE_ACES,
            Self::TenOfDiamonds => &messages::SCORE_TEN_OF_DIAMONDS,
            Self::NineOfSpades => &messages::SCORE_NINE_OF_SPADES,
            Self::TwoOfSpades => &messages::SCORE_TWO_OF_SPADES,
            Self::MostCards => &messages::SCORE_MOST_CARDS,
            Self::AllPoints => &messages::SCORE_ALL_POINTS,
            Self::Sweep(SweepKind::Opening) => &messages::SCORE_OPENING_SWEEP,
            Self::Sweep(SweepKind::Ordinary) => &messages::SCORE_SWEEP,
            Self::Sweep(SweepKind::Last) => &messages::SCORE_LAST_SWEEP,
            Self::DealTotal => &messages::SCORE_DEAL_TOTAL,
            Self::Difference => &messages::SCORE_DIFFERENCE,
            Self::Reset => &messages::SCORE_RESET,
            Self::Baazi => &messages::SCORE_BAAZI,
        }
    }
}

impl ScoreLine {
    /// The line as a sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        Message::new(self.item.message_spec()).with("team", self.team.number()).with("points", self.points)
    }
}

/// A baazi won, and the rule that decided it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BaaziWon {
    /// The team that won it.
    pub team: Team,
    /// S56 if the other team has less than the minimum, S57 if this team has reached the lead.
    pub rule: Rule,
}

/// The score of a finished deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealScore {
    /// The number of the deal, from 1.
    pub deal: u32,
    /// Where the points come from: card points, sweeps and total of team 0, then of team 1, then the running difference
    /// and the baazi of each team. The lines of a team before its total sum to the total; its lines `Difference` and
    /// `Reset` sum to the change of the running difference. Lines of 0 points are left out, except totals, differences
    /// and sweeps.
    pub lines: Vec<ScoreLine>,
    /// Each team's deal score (S55).
    pub totals: [i32; 2],
    /// The running difference after the deal, from the side of seats 0 and 2.
    pub difference: i32,
    /// The baazi that the deal decided, `None` if it decided none.
    pub baazi: Option<BaaziWon>,
}

/// The effect of a deal on the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Settlement {
    pub(super) totals: [i32; 2],
    /// The running difference with this deal in it, before any reset: S6 looks at this one.
    pub(super) before_reset: i32,
    pub(super) baazi: Option<BaaziWon>,
    /// The running difference after the deal.
    pub(super) difference: i32,
}

/// The points of all cards under `THIRTY` (S63).
const THIRTY: i32 = 30;

/// The card points of a team by item, including those that are 0 (S3, S63).
fn card_points(options: &Options, record: &DealRecord, team: Team) -> [(ScoreItem, i32); 6] {
    let tally = record.tallies[team.index()];
    let most = tally.cards > record.tallies[team.other().index()].cards;
    let if_taken = |taken: bool, points: i32| if taken { points } else { 0 };
    if options.scoring == Scoring::Hundred {
        return [
            (ScoreItem::Spades, tally.spades.into()),
            (ScoreItem::Aces, tally.aces.into()),
            (ScoreItem::TenOfDiamonds, if_taken(tally.ten_of_diamonds, options.ten_of_diamonds.into())),
            (ScoreItem::MostCards, if_taken(most, options.most_cards_bonus.into())),
            (ScoreItem::NineOfSpades, 0),
            (ScoreItem::TwoOfSpades, 0),
        ];
    }
    let mut points = [
        (ScoreItem::TenOfDiamonds, if_taken(tally.ten_of_diamonds, 12)),
        (ScoreItem::NineOfSpades, if_taken(tally.nine_of_spades, 9)),
        (ScoreItem::TwoOfSpades, if_taken(tally.two_of_spades, 1)),
        (ScoreItem::Aces, i32::from(tally.aces) + i32::from(tally.ace_of_spades)),
        (ScoreItem::MostCards, if_taken(most, 4)),
        (ScoreItem::AllPoints, 0),
    ];
    let all = points.iter().map(|(_, points)| points).sum::<i32>() == THIRTY;
    points[5].1 = if_taken(all && options.all_points > 0, i32::from(options.all_points) - THIRTY);
    points
}

/// The rule behind the card points.
const fn rule_of_card_points(options: &Options) -> u8 {
    match options.scoring {
        Scoring::Hundred => 3,
        Scoring::Thirty => 63,
    }
}

/// The sweeps of a team one by one with their points: the opening, the others in ascending order of their points, the last.
fn worth(sweeps: Sweeps, options: &Options) -> impl Iterator<Item = (SweepKind, i32)> {
    let points = |kind: SweepKind, value| (kind, kind.points(options, value));
    let opening = sweeps.opening.then(|| points(SweepKind::Opening, sweeps.values.opening()));
    let fixed = if options.sweep_value == SweepValue::Fixed { sweeps.ordinary } else { 0 };
    let ordinary = std::iter::repeat_n(0, fixed.into()).chain(sweeps.values.iter());
    let last = sweeps.last.then(|| points(SweepKind::Last, 0));
    opening.into_iter().chain(ordinary.map(move |value| points(SweepKind::Ordinary, value))).chain(last)
}

fn deal_total(options: &Options, record: &DealRecord, team: Team) -> i32 {
    let cards: i32 = card_points(options, record, team).iter().map(|(_, points)| points).sum();
    cards + record.sweeps[team.index()].points(options)
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

/// Settles a deal: S55 to S57 and S59.
pub(super) fn settle(options: &Options, record: &DealRecord) -> Settlement {
    let totals = Team::ALL.map(|team| deal_total(options, record, team));
    let before_reset = record.difference_before + totals[0] - totals[1];
    let short = totals.map(|total| total < i32::from(options.minimum));
    let won = |team, rule| Some(BaaziWon { team, rule: Rule::S(rule) });
    let lead = i32::from(options.baazi_lead);
    let baazi = match short {
        [true, false] => won(Team::Odd, 56),
        [false, true] => won(Team::Even, 56),
        _ if before_reset >= lead => won(Team::Even, 57),
        _ if before_reset <= -lead => won(Team::Odd, 57),
        _ => None,
    };
    Settlement { totals, before_reset, baazi, difference: if baazi.is_some() { 0 } else { before_reset } }
}

/// Returns who deals after this deal (S6, S7, S62).
pub(super) fn next_dealer(options: &Options, dealer: Seat, record: &DealRecord) -> Seat {
    let Settlement { before_reset, baazi, .. } = settle(options, record);
    let ahead = match Team::of(dealer) {
        Team::Even => before_reset > 0,
        Team::Odd => before_reset < 0,
    };
    let named = if ahead { dealer.next(options.seats()) } else { dealer };
    if baazi.is_some() && !options.two_players { partner(named) } else { named }
}

/// Returns the score of a finished deal line by line.
pub(super) fn deal_score(options: &Options, deal: u32, record: &DealRecord) -> DealScore {
    let Settlement { totals, baazi, difference, .. } = settle(options, record);
    let mut lines = Vec::with_capacity(16);
    let sweep_rule = if options.sweep_value == SweepValue::Card { 63 } else { 53 };
    let mut line = |team, item, rule, points| lines.push(ScoreLine { team, item, rule: Rule::S(rule), points });
    for team in Team::ALL {
        for (item, points) in card_points(options, record, team).into_iter().filter(|&(_, points)| points != 0) {
            line(team, item, rule_of_card_points(options), points);
        }
        for (kind, points) in worth(record.sweeps[team.index()], options) {
            line(team, ScoreItem::Sweep(kind), sweep_rule, points);
        }
        line(team, ScoreItem::DealTotal, 55, totals[team.index()]);
    }
    let by_minimum = baazi.is_some_and(|won| won.rule == Rule::S(56));
    let added = if by_minimum { 0 } else { totals[0] - totals[1] };
    let reset = difference - record.difference_before - added;
    for (team, sign) in [(Team::Even, 1), (Team::Odd, -1)] {
        if !by_minimum {
            line(team, ScoreItem::Difference, 57, sign * added);
        }
        if reset != 0 {
            line(team, ScoreItem::Reset, if by_minimum { 56 } else { 57 }, sign * reset);
        }
        if let Some(BaaziWon { team: winner, rule: Rule::S(rule) }) = baazi
            && winner == team
        {
            line(team, ScoreItem::Baazi, rule, 1);
        }
    }
    DealScore { deal, lines, totals, difference, baazi }
}
