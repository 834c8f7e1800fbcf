use super::record::{DealScore, deal_score, settle};
use super::setup::{Setup, Stage};
use super::value::{SEATS, Team};
use crate::games::{Seat, SeatStanding, Standing};
use std::cmp::Ordering;

/// One team's standing; both its seats have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TeamScore {
    /// The team.
    pub team: Team,
    /// The place of its seats: 1 or 3; 1 for both teams if they are level (G9).
    pub place: u8,
    /// The baazis it has won (S58).
    pub baazis: u8,
    /// The running difference from its side (S57).
    pub difference: i32,
    /// Its score of the last finished deal, 0 before the first (S55).
    pub last_deal: i32,
}

/// The standing after the last finished deal (G8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// How many deals have been finished.
    pub finished_deals: u32,
    /// Both teams.
    pub teams: [TeamScore; 2],
    /// What the last finished deal came to.
    pub last_deal: Option<DealScore>,
    /// The team that has won the match (S58).
    pub winner: Option<Team>,
}

/// The team that has won the match (S58).
pub(super) fn winner(setup: &Setup) -> Option<Team> {
    Team::ALL.into_iter().find(|team| setup.stage == Stage::Over && setup.baazis[team.index()] >= setup.options.baazis)
}

/// Both teams; placed by baazis, then by the running difference (G9).
pub(super) fn team_scores(setup: &Setup) -> [TeamScore; 2] {
    let [even, odd] = setup.baazis;
    let places = match even.cmp(&odd).then(setup.difference.cmp(&0)) {
        Ordering::Greater => [1, 3],
        Ordering::Equal => [1, 1],
        Ordering::Less => [3, 1],
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

pub(super) fn score(setup: &Setup) -> Score {
    let finished_deals = setup.finished_deals();
    Score {
        finished_deals,
        teams: team_scores(setup),
        last_deal: setup.last_deal.as_ref().map(|record| deal_score(&setup.options, finished_deals, record)),
        winner: winner(setup),
    }
}

pub(super) fn standing(setup: &Setup) -> Standing {
    let teams = team_scores(setup);
    let seats = Seat::all(SEATS).map(|seat| {
        let TeamScore { place, baazis, last_deal, .. } = teams[Team::of(seat).index()];
        SeatStanding { place, total: baazis.into(), last_deal }
    });
    Standing {
        finished_deals: setup.finished_deals(),
        seats: seats.collect(),
        winners: winner(setup).map_or_else(Vec::new, |team| team.seats().to_vec()),
    }
}
