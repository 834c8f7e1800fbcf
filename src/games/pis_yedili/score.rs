use super::{PerSeat, Position, Stage, messages};
use crate::cards::{Card, Cards, Rank};
use crate::games::{Message, MessageSpec, Rule, Seat, SeatStanding, Standing};

/// The highest score of a seat in a deal: three times the points of two decks.
pub(super) const MAX_DEAL_SCORE: u32 = 2 * 508 * 3;

/// Returns the points of a card left in a hand (P45), 2..=25; 0 for a joker, which is not in this game.
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

/// Returns the points of the cards left in a hand (P45), 0..=1016.
///
/// ```
/// use taash::cards::parse_cards;
/// use taash::games::pis_yedili::hand_points;
///
/// let hand = parse_cards("JS 7H AC KD 4D").unwrap().to_cards().unwrap();
/// assert_eq!(hand_points(hand), 25 + 20 + 15 + 10 + 4);
/// ```
#[must_use]
pub fn hand_points(hand: Cards) -> u16 {
    hand.naturals().iter().chain(hand.pairs()).map(card_points).sum()
}

/// How a deal ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A player played the last card of the hand (P38).
    WentOut {
        /// The player.
        winner: Seat,
        /// The last card.
        last_card: Card,
    },
    /// The stock had too few cards for a draw, and the lowest hand won (P40).
    StockOut,
}

/// How a deal ended, and the points of the hands.
///
/// ```
/// use taash::cards::parse_card;
/// use taash::games::Seat;
/// use taash::games::pis_yedili::{DealResult, Ending};
///
/// // Seat 0 goes out with a 7: the other hands score three times their points (P39).
/// let ending = Ending::WentOut { winner: Seat::new(0), last_card: parse_card("7C").unwrap() };
/// let result = DealResult { ending, hands: [0, 29, 35, 42, 0, 0, 0, 0] };
/// assert_eq!(result.scores(4)[..4], [0, 87, 105, 126]);
///
/// // The stock runs out: the lowest hands score nothing, the others their points (P41, P42).
/// let result = DealResult { ending: Ending::StockOut, hands: [21, 21, 34, 0, 0, 0, 0, 0] };
/// assert_eq!(result.scores(3)[..3], [0, 0, 34]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealResult {
    /// How the deal ended.
    pub ending: Ending,
    /// The points of each hand (P45), 0 for seats that the table does not have.
    pub hands: PerSeat<u16>,
}

impl DealResult {
    /// Returns the factor for the hands of the others (P39, P41): 3 if the last card was a 7, 2 if it was a jack, else 1.
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

    /// Returns the winners of the deal at a table with `seats` seats, 2..=8: the player who went out (P46), or every seat
    /// with the lowest hand (P42).
    pub fn winners(&self, seats: u8) -> impl Iterator<Item = Seat> + '_ {
        let lowest = self.hands.iter().take(usize::from(seats)).min().copied().unwrap_or(0);
        Seat::all(seats).filter(move |seat| match self.ending {
            Ending::WentOut { winner, .. } => *seat == winner,
            Ending::StockOut => self.hands[seat.index()] == lowest,
        })
    }

    /// Returns the score of each seat at a table with `seats` seats, 2..=8.
    #[must_use]
    pub fn scores(&self, seats: u8) -> PerSeat<u32> {
        let factor = u32::from(self.multiplier());
        let mut scores = self.hands.map(|points| u32::from(points) * factor);
        for winner in self.winners(seats) {
            scores[winner.index()] = 0;
        }
        scores
    }

    /// Returns the items of the score of each seat, in order of seats, at a table with `seats` seats, 2..=8. The points of
    /// a seat's items add up to its score.
    #[must_use]
    pub fn lines(&self, seats: u8) -> Vec<ScoreLine> {
        let winners: Vec<Seat> = self.winners(seats).collect();
        let extra = i32::from(self.multiplier()) - 1;
        let mut lines = Vec::new();
        for seat in Seat::all(seats) {
            let points = i32::from(self.hands[seat.index()]);
            let line = |item, points| ScoreLine { seat, item, rule: Rule::P(item.rule()), points };
            if winners.contains(&seat) {
                lines.push(line(self.winning_item(winners.len()), 0));
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

    const fn winning_item(&self, winners: usize) -> ScoreItem {
        match self.ending {
            Ending::WentOut { .. } => ScoreItem::WentOut,
            Ending::StockOut if winners > 1 => ScoreItem::LowestHandShared,
            Ending::StockOut => ScoreItem::LowestHand,
        }
    }
}

/// What an item of a score is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreItem {
    /// The cards left in the hand (P45).
    Hand,
    /// Twice the hand in addition, because the last card was a 7 (P39).
    LastSeven,
    /// The hand once more, because the last card was a jack (P39).
    LastJack,
    /// 0 points for going out (P46).
    WentOut,
    /// 0 points for the lowest hand when the stock ran out (P41).
    LowestHand,
    /// 0 points for one of several equal lowest hands (P42).
    LowestHandShared,
}

impl ScoreItem {
    /// The number of the rule that the item comes from.
    const fn rule(self) -> u8 {
        match self {
            Self::Hand => 45,
            Self::LastSeven | Self::LastJack => 39,
            Self::WentOut => 46,
            Self::LowestHand => 41,
            Self::LowestHandShared => 42,
        }
    }

    /// The entry of the catalogue that tells the item, with `seat` and `points` as its parameters.
    #[must_use]
    pub const fn spec(self) -> &'static MessageSpec {
        match self {
            Self::Hand => &messages::SCORE_HAND,
            Self::LastSeven => &messages::SCORE_LAST_SEVEN,
            Self::LastJack => &messages::SCORE_LAST_JACK,
            Self::WentOut => &messages::SCORE_WENT_OUT,
            Self::LowestHand => &messages::SCORE_LOWEST_HAND,
            Self::LowestHandShared => &messages::SCORE_LOWEST_HAND_SHARED,
        }
    }
}

/// An item of the score of the last finished deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreLine {
    /// The seat that scores.
    pub seat: Seat,
    /// What the points are for.
    pub item: ScoreItem,
    /// The rule that the item comes from.
    pub rule: Rule,
    /// The points; fewer are better.
    pub points: i32,
}

impl ScoreLine {
    /// Returns the sentence that tells the item.
    #[must_use]
    pub fn message(&self) -> Message {
        Message::new(self.item.spec()).with("seat", self.seat).with("points", self.points)
    }
}

/// The standing with the details that only this game has (G8).
///
/// ```
/// use taash::games::Position as _;
/// use taash::games::pis_yedili::{Options, Position};
///
/// let score = Position::new_match(Options::CLASSIC, 3, None, None).unwrap().score();
/// assert_eq!((score.finished_deals, score.last_deal), (0, None));
/// // Before the first deal ends, all seats share first place with no points.
/// assert!(score.seats.iter().all(|seat| (seat.place, seat.total) == (1, 0)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// The number of finished deals.
    pub finished_deals: u32,
    /// The total, the place and the last score of each seat.
    pub seats: Vec<SeatStanding>,
    /// The result of the last finished deal; `None` before the first has ended.
    pub last_deal: Option<DealResult>,
    /// The items of the score of that deal.
    pub lines: Vec<ScoreLine>,
    /// The winners of the match; empty until it is over (P47, P48).
    pub winners: Vec<Seat>,
}

impl Position {
    /// The number of finished deals.
    const fn finished_deals(&self) -> u32 {
        match self.0.stage {
            Stage::DealDue | Stage::Over => self.0.deal_number,
            // A deal that goes on has a number from 1.
            Stage::Opening { .. } | Stage::Turn { .. } | Stage::Penalty { .. } | Stage::Extra { .. } => {
                self.0.deal_number - 1
            }
        }
    }

    fn totals(&self) -> &[u32] {
        &self.0.totals[..usize::from(self.0.seats)]
    }

    /// The seats with the lowest total if the match is over (P47, P48); none before.
    pub(super) fn winners(&self) -> Vec<Seat> {
        if self.0.stage != Stage::Over {
            return Vec::new();
        }
        let lowest = self.totals().iter().min();
        Seat::all(self.0.seats).filter(|seat| self.totals().get(seat.index()) == lowest).collect()
    }

    /// Whether the match ends with the deal that has just been scored (P47).
    pub(super) fn is_last_deal(&self) -> bool {
        match self.0.options.target {
            0 => self.0.deal_number >= u32::from(self.0.options.deals),
            target => self.totals().iter().any(|&total| total >= u32::from(target)),
        }
    }
}

fn points(points: u32) -> i32 {
    i32::try_from(points).expect("a match ends after 100 deals of at most 3048 points, or at 10000 points")
}

pub(super) fn standing(position: &Position) -> Standing {
    let totals = position.totals();
    let last = position.0.last_deal.map_or([0; Seat::MAX as usize], |deal| deal.scores(position.0.seats));
    let seats = totals.iter().zip(last).map(|(&total, last)| {
        let better = totals.iter().filter(|&&other| other < total).count();
        let place = u8::try_from(better + 1).expect("there are at most 8 seats");
        SeatStanding { place, total: points(total), last_deal: points(last) }
    });
    Standing { finished_deals: position.finished_deals(), seats: seats.collect(), winners: position.winners() }
}

pub(super) fn score(position: &Position) -> Score {
    let Standing { finished_deals, seats, winners } = standing(position);
    let last_deal = position.0.last_deal;
    let lines = last_deal.map_or_else(Vec::new, |deal| deal.lines(position.0.seats));
    Score { finished_deals, seats, last_deal, lines, winners }
}
