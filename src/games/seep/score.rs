use super::position::Position;
use super::record::{DealScore, deal_score, settle};
use super::setup::Stage;
use super::value::Team;
use crate::games::{Seat, SeatStanding, Standing};
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
