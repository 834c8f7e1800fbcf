use super::messages;
use super::options::{Options, Scoring, SweepValue};
use super::position::Position;
use super::record::{DealRecord, SweepKind, worth};
use super::setup::Stage;
use super::value::{Team, partner};
use crate::games::{Message, MessageSpec, Rule, Seat, SeatStanding, Standing};
use std::cmp::Ordering;

/// The standing of one team, which both its seats share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TeamScore {
    /// The team.
    pub team: Team,
    /// The place of its seats: 1 for the team that is ahead, 3 for the other (of two players 2); 1 for both if they are
    /// level (G9).
    pub place: u8,
    /// Number of baazis it has won, 0..=25 (S58).
    pub baazis: u8,
    /// The running difference from its side: positive if the team is ahead (S57).
    pub difference: i32,
    /// Its score of the last finished deal, 0 before the first (S55).
    pub last_deal: i32,
}

/// The standing after the last finished deal (G8).
///
/// ```
/// use taash::games::seep::{Options, Position};
/// use taash::games::{Position as _, Seat};
///
/// let position = Position::new_match(Options::CLASSIC, 4, Some(Seat::new(0)), None).unwrap();
/// let score = position.score();
/// assert_eq!((score.finished_deals, score.winner), (0, None));
/// assert_eq!(score.teams.map(|team| (team.place, team.baazis, team.difference)), [(1, 0, 0); 2]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// Number of seats: 4, or 2 for two players (S1, S62).
    pub seats: u8,
    /// Number of finished deals.
    pub finished_deals: u32,
    /// The standing of each team.
    pub teams: [TeamScore; 2],
    /// The score of the last finished deal, `None` before the first.
    pub last_deal: Option<DealScore>,
    /// The team that has won the match (S58).
    pub winner: Option<Team>,
}

/// The team that has won the match (S58).
pub(super) fn winner(position: &Position) -> Option<Team> {
    let setup = &position.setup;
    let won = |team: &Team| setup.baazis[team.index()] == setup.options.baazis;
    Team::ALL.into_iter().find(won).filter(|_| setup.stage == Stage::Over)
}

/// The score of each team, placed by baazis, then by the running difference (G9).
pub(super) fn team_scores(position: &Position) -> [TeamScore; 2] {
    let setup = &position.setup;
    let [even, odd] = setup.baazis;
    let behind = setup.options.seats() / 2 + 1;
    let places = match even.cmp(&odd).then(setup.difference.cmp(&0)) {
        Ordering::Greater => [1, behind],
        Ordering::Equal => [1, 1],
        Ordering::Less => [behind, 1],
    };
    let totals = setup.last_deal.as_ref().map_or([0; 2], |record| settle(&setup.options, record).totals);
    Team::ALL.map(|team| TeamScore {
        team,
        place: places[team.index()],
        baazis: setup.baazis[team.index()],
        difference: match team {
            Team::Even => setup.difference,
            Team::Odd => -setup.difference,
        },
        last_deal: totals[team.index()],
    })
}

pub(super) fn score(position: &Position) -> Score {
    let setup = &position.setup;
    let finished_deals = position.finished_deals();
    Score {
        seats: setup.options.seats(),
        finished_deals,
        teams: team_scores(position),
        last_deal: setup.last_deal.as_ref().map(|record| deal_score(&setup.options, finished_deals, record)),
        winner: winner(position),
    }
}

pub(super) fn standing(position: &Position) -> Standing {
    let teams = team_scores(position);
    let seats = Seat::all(position.setup.options.seats()).map(|seat| {
        let TeamScore { place, baazis, last_deal, .. } = teams[Team::of(seat).index()];
        SeatStanding { place, total: baazis.into(), last_deal }
    });
    Standing {
        finished_deals: position.finished_deals(),
        seats: seats.collect(),
        winners: winner(position).map_or_else(Vec::new, |team| team.seats(position.setup.options.seats()).collect()),
    }
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

fn deal_total(options: &Options, record: &DealRecord, team: Team) -> i32 {
    let cards: i32 = card_points(options, record, team).iter().map(|(_, points)| points).sum();
    cards + record.sweeps[team.index()].points(options)
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
