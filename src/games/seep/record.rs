use super::options::Options;
use super::value::{SEATS, Team, partner};
use crate::cards::{Card, CardSet, Rank, Suit};
use crate::games::{Rule, Seat};

/// The sweeps of a team in one deal (S52).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Sweeps {
    /// A sweep by the first play of the deal.
    pub opening: bool,
    /// How many sweeps by the plays between the first and the last.
    pub ordinary: u8,
    /// A sweep by the last, the 48th, play.
    pub last: bool,
}

impl Sweeps {
    /// No sweep.
    pub const NONE: Self = Self { opening: false, ordinary: 0, last: false };

    /// How many sweeps there are.
    #[must_use]
    pub const fn count(self) -> u8 {
        self.ordinary.saturating_add(self.opening as u8 + self.last as u8)
    }

    /// One more sweep.
    pub(super) const fn add(&mut self, kind: SweepKind) {
        match kind {
            SweepKind::Opening => self.opening = true,
            SweepKind::Ordinary => self.ordinary = self.ordinary.saturating_add(1),
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
    /// What such a sweep is worth (S53).
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Tally {
    /// The capture values of its spades together, at most 91.
    pub spades: u8,
    /// How many of the other three aces it has.
    pub aces: u8,
    /// Whether it has the ten of diamonds.
    pub ten_of_diamonds: bool,
    /// How many cards it has.
    pub cards: u8,
}

impl Tally {
    /// Counts a pile.
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

/// What a finished deal came to: all that its score follows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealRecord {
    /// What counts in each team's pile.
    pub tallies: [Tally; 2],
    /// The sweeps of each team.
    pub sweeps: [Sweeps; 2],
    /// The running difference before the deal, from the side of seats 0 and 2.
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
    /// The bonus for more cards (S3).
    MostCards,
    /// One sweep (S53).
    Sweep(SweepKind),
    /// The deal score, the sum of the lines above (S55).
    DealTotal,
    /// What the deal adds to the running difference, from this team's side (S57). None in a deal that is lost by the
    /// minimum (S56).
    Difference,
    /// What sets the running difference back to 0 when a baazi is decided, from this team's side (S56, S57).
    Reset,
    /// A baazi won: the points are 1, a baazi (S56, S57).
    Baazi,
}

/// One line of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreLine {
    /// Whose line it is.
    pub team: Team,
    /// What it counts.
    pub item: ScoreItem,
    /// The rule it comes from.
    pub rule: Rule,
    /// How much: card points and sweeps up to `DealTotal`, then points of the running difference, then baazis.
    pub points: i32,
}

/// A baazi won, and by which rule: S56 (the other team fell short of the minimum) or S57 (the lead).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BaaziWon {
    /// Who won it.
    pub team: Team,
    /// S56 or S57.
    pub rule: Rule,
}

/// The score of a finished deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealScore {
    /// The number of the deal.
    pub deal: u32,
    /// Where the points come from: team 0's card points, sweeps and total, team 1's, then the running difference and
    /// the baazi of each team. The lines of a team before its total sum to it; the lines `Difference` and `Reset` of a
    /// team sum to the change of the running difference. Only the total and the difference may be 0 without being
    /// left out, and sweeps worth 0 are listed too.
    pub lines: Vec<ScoreLine>,
    /// Each team's deal score (S55).
    pub totals: [i32; 2],
    /// The running difference after the deal, from the side of seats 0 and 2.
    pub difference: i32,
    /// The baazi that the deal decided.
    pub baazi: Option<BaaziWon>,
}

/// What a deal does to the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Settlement {
    pub(super) totals: [i32; 2],
    /// The difference with this deal in it, before any reset: what S6 is judged by.
    pub(super) judged: i32,
    pub(super) baazi: Option<BaaziWon>,
    pub(super) difference: i32,
}

/// The card points of a team with their items, without those that are 0 (S3).
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

/// The sweeps of a team one by one, in order of play.
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
    let judged = record.difference_before.saturating_add(totals[0] - totals[1]);
    let short = totals.map(|total| total < i32::from(options.minimum));
    let won = |team, rule| Some(BaaziWon { team, rule: Rule::S(rule) });
    let lead = i32::from(options.baazi_lead);
    let baazi = match short {
        [true, false] => won(Team::Odd, 56),
        [false, true] => won(Team::Even, 56),
        _ if judged >= lead => won(Team::Even, 57),
        _ if judged <= -lead => won(Team::Odd, 57),
        _ => None,
    };
    Settlement { totals, judged, baazi, difference: if baazi.is_some() { 0 } else { judged } }
}

/// Who deals after this deal: S6 and S7.
pub(super) fn next_dealer(options: &Options, dealer: Seat, record: &DealRecord) -> Seat {
    let Settlement { judged, baazi, .. } = settle(options, record);
    let ahead = match Team::of(dealer) {
        Team::Even => judged > 0,
        Team::Odd => judged < 0,
    };
    let named = if ahead { dealer.next(SEATS) } else { dealer };
    if baazi.is_some() { partner(named) } else { named }
}

/// The score of a finished deal line by line.
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
    let reset = difference.saturating_sub(record.difference_before).saturating_sub(added);
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
