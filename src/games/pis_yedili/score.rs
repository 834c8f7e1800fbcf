use super::{PerSeat, Setup, Stage};
use crate::cards::{Card, Cards, Rank};
use crate::games::{Rule, Seat, SeatStanding, Standing};

/// The most that one seat can score in a deal: all points of two decks, threefold.
pub(super) const MOST_IN_A_DEAL: u32 = 2 * 508 * 3;

/// What a card counts in a hand (P45); a joker, which is not in the game, counts nothing.
#[must_use]
pub const fn card_points(card: Card) -> u16 {
    match card.rank() {
        Some(Rank::Jack) => 25,
        Some(Rank::Seven) => 20,
        Some(Rank::Ace) => 15,
        Some(Rank::Queen | Rank::King) => 10,
        Some(rank) => rank.number() as u16,
        None => 0,
    }
}

/// What a hand counts (P45).
#[must_use]
pub fn hand_points(hand: Cards) -> u16 {
    hand.naturals().iter().chain(hand.pairs()).map(card_points).sum()
}

/// How a deal ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A player got rid of the last card (P38).
    WentOut {
        /// Who.
        winner: Seat,
        /// The last card.
        last_card: Card,
    },
    /// A draw could not be served, and the hand of fewest points won (P40).
    StockOut,
}

/// How a deal ended and what its hands counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealResult {
    /// How it ended.
    pub ending: Ending,
    /// What each hand counted (P45), 0 for seats that the table does not have.
    pub hands: PerSeat<u16>,
}

impl DealResult {
    /// What the hands of the others count for (P39, P41): 3 after a last 7, 2 after a last jack, else 1.
    #[must_use]
    pub const fn multiplier(&self) -> u16 {
        match self.ending {
            Ending::WentOut { last_card, .. } => match last_card.rank() {
                Some(Rank::Seven) => 3,
                Some(Rank::Jack) => 2,
                _ => 1,
            },
            Ending::StockOut => 1,
        }
    }

    /// The winners of the deal at a table of that many seats: who went out, or all with the lowest hand (P42).
    pub fn winners(&self, seats: u8) -> impl Iterator<Item = Seat> + '_ {
        let lowest = self.hands.iter().take(usize::from(seats)).min().copied().unwrap_or(0);
        Seat::all(seats).filter(move |seat| match self.ending {
            Ending::WentOut { winner, .. } => *seat == winner,
            Ending::StockOut => self.hands[seat.index()] == lowest,
        })
    }

    /// The score of every seat at a table of that many seats.
    #[must_use]
    pub fn scores(&self, seats: u8) -> PerSeat<u32> {
        let factor = u32::from(self.multiplier());
        let mut scores = self.hands.map(|points| u32::from(points) * factor);
        for winner in self.winners(seats) {
            scores[winner.index()] = 0;
        }
        scores
    }

    /// The score of every seat item by item, in order of seats; the items of a seat add up to its score.
    #[must_use]
    pub fn lines(&self, seats: u8) -> Vec<ScoreLine> {
        let winners: Vec<Seat> = self.winners(seats).collect();
        let extra = i32::from(self.multiplier()) - 1;
        let mut lines = Vec::new();
        for seat in Seat::all(seats) {
            let points = i32::from(self.hands[seat.index()]);
            let line = |item, points| ScoreLine { seat, item, rule: Rule::P(item.rule()), points };
            if winners.contains(&seat) {
                lines.push(line(self.win(winners.len()), 0));
                continue;
            }
            lines.push(line(ScoreItem::Hand, points));
            if extra > 0 {
                let item = if extra == 1 { ScoreItem::LastJack } else { ScoreItem::LastSeven };
                lines.push(line(item, points * extra));
            }
        }
        lines
    }

    const fn win(&self, winners: usize) -> ScoreItem {
        match self.ending {
            Ending::WentOut { .. } => ScoreItem::WentOut,
            Ending::StockOut if winners > 1 => ScoreItem::LowestHandShared,
            Ending::StockOut => ScoreItem::LowestHand,
        }
    }
}

/// What a line of a score is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreItem {
    /// The cards left in hand (P45).
    Hand,
    /// The hand twice more, since the winner's last card was a 7 (P39).
    LastSeven,
    /// The hand once more, since the winner's last card was a jack (P39).
    LastJack,
    /// Nothing for who went out (P46).
    WentOut,
    /// Nothing for the lowest hand when the stock ran out (P41).
    LowestHand,
    /// Nothing for one of several equal lowest hands (P42).
    LowestHandShared,
}

impl ScoreItem {
    /// The number of the rule behind the item.
    const fn rule(self) -> u8 {
        match self {
            Self::Hand => 45,
            Self::LastSeven | Self::LastJack => 39,
            Self::WentOut => 46,
            Self::LowestHand => 41,
            Self::LowestHandShared => 42,
        }
    }
}

/// One item of the last deal's score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreLine {
    /// Whose.
    pub seat: Seat,
    /// What for.
    pub item: ScoreItem,
    /// The rule it comes from.
    pub rule: Rule,
    /// How many points; few are good.
    pub points: i32,
}

/// The standing in the game's own terms (G8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// How many deals have been finished.
    pub finished_deals: u32,
    /// The total, the place and the score of the last finished deal of each seat.
    pub seats: Vec<SeatStanding>,
    /// How the last finished deal ended; `None` before the first.
    pub last_deal: Option<DealResult>,
    /// The items of the last finished deal.
    pub lines: Vec<ScoreLine>,
    /// The winners of the match, none until it is over (P47, P48).
    pub winners: Vec<Seat>,
}

impl Setup {
    /// How many deals have been finished.
    #[must_use]
    pub const fn finished_deals(&self) -> u32 {
        match self.stage {
            Stage::DealDue | Stage::Over => self.deal_number,
            Stage::Opening { .. } | Stage::Turn { .. } | Stage::Penalty { .. } | Stage::Extra { .. } => {
                self.deal_number.saturating_sub(1)
            }
        }
    }

    /// The seats of the lowest total if the match is over (P47, P48).
    pub(super) fn winners(&self) -> Vec<Seat> {
        if self.stage != Stage::Over {
            return Vec::new();
        }
        let totals = &self.totals[..usize::from(self.seats)];
        Seat::all(self.seats).filter(|seat| Some(&totals[seat.index()]) == totals.iter().min()).collect()
    }

    /// Whether the match ends with the deal that has just been scored (P47).
    pub(super) fn is_last_deal(&self) -> bool {
        match self.options.target {
            0 => self.deal_number >= u32::from(self.options.deals),
            target => self.totals.iter().any(|&total| total >= u32::from(target)),
        }
    }

    pub(super) fn standing(&self) -> Standing {
        let totals = &self.totals[..usize::from(self.seats)];
        let last = self.last_deal.map_or([0; Seat::MAX as usize], |deal| deal.scores(self.seats));
        let points = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
        let seats = totals.iter().zip(last).map(|(&total, last)| {
            let better = totals.iter().filter(|&&other| other < total).count();
            SeatStanding {
                place: u8::try_from(better + 1).unwrap_or(u8::MAX),
                total: points(total),
                last_deal: points(last),
            }
        });
        Standing { finished_deals: self.finished_deals(), seats: seats.collect(), winners: self.winners() }
    }

    pub(super) fn score(&self) -> Score {
        let Standing { finished_deals, seats, winners } = self.standing();
        let lines = self.last_deal.map_or_else(Vec::new, |deal| deal.lines(self.seats));
        Score { finished_deals, seats, last_deal: self.last_deal, lines, winners }
    }
}
