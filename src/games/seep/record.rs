use super::messages;
use super::options::Options;
use super::value::{SEATS, Team, partner};
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
}

impl Sweeps {
    /// No sweeps.
    pub const NONE: Self = Self { opening: false, ordinary: 0, last: false };

    /// Number of sweeps.
    #[must_use]
    pub const fn count(self) -> u16 {
        self.ordinary as u16 + self.opening as u16 + self.last as u16
    }

    /// Counts one more sweep.
    pub(super) const fn add(&mut self, kind: SweepKind) {
        match kind {
            SweepKind::Opening => self.opening = true,
            SweepKind::Ordinary => self.ordinary += 1,
            SweepKind::Last => self.last = true,
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
    /// The points of such a sweep (S53).
    ///
    /// ```
    /// use taash::games::seep::{Options, SweepKind};
    ///
    /// let points = [SweepKind::Opening, SweepKind::Ordinary, SweepKind::Last].map(|kind| kind.points(&Options::CLASSIC));
    /// assert_eq!(points, [25, 50, 0]);
    /// ```
    #[must_use]
    pub fn points(self, options: &Options) -> i32 {
        match self {
            Self::Opening => options.opening_sweep_points.into(),
            Self::Ordinary => options.sweep_points.into(),
            Self::Last => 0,
        }
    }
}

/// What counts in a team's pile (S3).
///
/// ```
/// use taash::cards::{CardSet, parse_cards};
/// use taash::games::seep::Tally;
///
/// let pile: CardSet = parse_cards("AS KS AH TD 2C").unwrap().as_slice().iter().copied().collect();
/// assert_eq!(Tally::of(pile), Tally { spades: 1 + 13, aces: 1, ten_of_diamonds: true, cards: 5 });
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
}

impl Tally {
    /// Returns the tally of a pile.
    #[must_use]
    pub fn of(pile: CardSet) -> Self {
        let spades = CardSet::suit(Suit::Spades);
        Self {
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
    /// The other aces captured, a point each (S3).
    Aces,
    /// The ten of diamonds (S3).
    TenOfDiamonds,
    /// The bonus for the most cards (S3).
    MostCards,
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
            Self::MostCards => &messages::SCORE_MOST_CARDS,
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

/// The card points of a team by item, including those that are 0 (S3).
fn card_points(options: &Options, record: &DealRecord, team: Team) -> [(ScoreItem, i32); 4] {
    let tally = record.tallies[team.index()];
    let most = tally.cards > record.tallies[team.other().index()].cards;
    [
        (ScoreItem::Spades, tally.spades.into()),
        (ScoreItem::Aces, tally.aces.into()),
        (ScoreItem::TenOfDiamonds, if tally.ten_of_diamonds { options.ten_of_diamonds.into() } else { 0 }),
        (ScoreItem::MostCards, if most { options.most_cards_bonus.into() } else { 0 }),
    ]
}

/// The sweeps of a team one by one, in the order of play.
fn sweep_kinds(sweeps: Sweeps) -> impl Iterator<Item = SweepKind> {
    let ordinary = std::iter::repeat_n(SweepKind::Ordinary, sweeps.ordinary.into());
    let opening = sweeps.opening.then_some(SweepKind::Opening);
    opening.into_iter().chain(ordinary).chain(sweeps.last.then_some(SweepKind::Last))
}

fn deal_total(options: &Options, record: &DealRecord, team: Team) -> i32 {
    let cards: i32 = card_points(options, record, team).iter().map(|(_, points)| points).sum();
    let sweeps: i32 = sweep_kinds(record.sweeps[team.index()]).map(|kind| kind.points(options)).sum();
    cards + sweeps
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

/// Returns who deals after this deal (S6, S7).
pub(super) fn next_dealer(options: &Options, dealer: Seat, record: &DealRecord) -> Seat {
    let Settlement { before_reset, baazi, .. } = settle(options, record);
    let ahead = match Team::of(dealer) {
        Team::Even => before_reset > 0,
        Team::Odd => before_reset < 0,
    };
    let named = if ahead { dealer.next(SEATS) } else { dealer };
    if baazi.is_some() { partner(named) } else { named }
}

/// Returns the score of a finished deal line by line.
pub(super) fn deal_score(options: &Options, deal: u32, record: &DealRecord) -> DealScore {
    let Settlement { totals, baazi, difference, .. } = settle(options, record);
    let mut lines = Vec::with_capacity(16);
    let mut line = |team, item, rule, points| lines.push(ScoreLine { team, item, rule: Rule::S(rule), points });
    for team in Team::ALL {
        for (item, points) in card_points(options, record, team).into_iter().filter(|&(_, points)| points != 0) {
            line(team, item, 3, points);
        }
        for kind in sweep_kinds(record.sweeps[team.index()]) {
            line(team, ScoreItem::Sweep(kind), 53, kind.points(options));
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
