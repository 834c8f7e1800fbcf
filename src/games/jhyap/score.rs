use super::value::value;
use super::{LastDeal, MAX_SEATS, Options, Position, Stage, Tie, messages};
use crate::games::{Message, Rule, Seat, SeatStanding, Standing};

/// What a line of a score is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScoreItem {
    /// The value of the hand.
    Hand,
    /// 0 points, for a caller whom nobody beat.
    SafeCall,
    /// The penalty of a beaten caller, in addition to the hand.
    Penalty,
    /// 0 points, for the lowest of the hands that beat the caller.
    Undercut,
    /// What the total lost by halving; it belongs to the total, not to the score of the deal.
    Halving,
}

/// One line of the score of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreLine {
    /// The seat that scores.
    pub seat: Seat,
    /// What the points are for.
    pub item: ScoreItem,
    /// The rule it comes from.
    pub rule: Rule,
    /// The points, negative for a halving.
    pub points: i32,
}

impl ScoreLine {
    /// The line as an entry of the catalogue.
    #[must_use]
    pub fn message(&self) -> Message {
        let item = match self.item {
            ScoreItem::Hand => &messages::SCORE_HAND,
            ScoreItem::SafeCall => &messages::SCORE_SAFE_CALL,
            ScoreItem::Penalty => &messages::SCORE_PENALTY,
            ScoreItem::Undercut => &messages::SCORE_UNDERCUT,
            ScoreItem::Halving => &messages::SCORE_HALVING,
        };
        Message::new(item).with("seat", self.seat).with("points", self.points)
    }
}

/// One seat's standing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatScore {
    /// The seat.
    pub seat: Seat,
    /// The place, 1 for the best (J48).
    pub place: u8,
    /// The total after the last finished deal (J42).
    pub total: u16,
    /// The score of the last finished deal before any halving, 0 for a seat that did not take part.
    pub last_deal: u16,
    /// Whether the seat is out of the match (J45).
    pub eliminated: bool,
}

/// The standing after the last finished deal (G8).
///
/// ```
/// use taash::games::Position as _;
/// use taash::games::jhyap::{Options, Position};
///
/// let score = Position::new_match(Options::CLASSIC, 4, None, None).unwrap().score();
/// assert_eq!(score.finished_deals, 0);
/// assert!(score.seats.iter().all(|seat| seat.total == 0 && seat.place == 1));
/// assert!(score.winners.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// Number of finished deals.
    pub finished_deals: u32,
    /// Each seat's standing.
    pub seats: Vec<SeatScore>,
    /// Who called in the last finished deal; `None` also before the first.
    pub caller: Option<Seat>,
    /// The lines of the last finished deal, by seat. The lines of a seat, halvings apart, add up to its score of the
    /// deal; all of them to the change of its total.
    pub lines: Vec<ScoreLine>,
    /// The winners of the match, empty until it is over (J46, J47).
    pub winners: Vec<Seat>,
}

impl LastDeal {
    /// `None` also for a seat that no match has: a setup may name any.
    fn hand(&self, seat: Seat) -> Option<u8> {
        self.hands.get(seat.index()).copied().flatten()
    }

    /// The hand of the caller and the lowest of the others.
    fn call(&self) -> Option<(Seat, u8, u8)> {
        let caller = self.caller?;
        let own = self.hand(caller)?;
        let others = (0_u8..).zip(self.hands).filter(|&(seat, _)| seat != caller.number());
        Some((caller, own, others.filter_map(|(_, value)| value).min().unwrap_or(u8::MAX)))
    }

    /// What a seat scored (J37, J38, J39, J49), halving apart: the points of at most two lines.
    fn items(&self, seat: Seat, options: &Options) -> [Option<(ScoreItem, Rule, u8)>; 2] {
        let Some(value) = self.hand(seat) else { return [None; 2] };
        let Some((caller, own, lowest)) = self.call() else {
            return [Some((ScoreItem::Hand, Rule::J(49), value)), None];
        };
        let beaten = lowest < own || (lowest == own && options.tie == Tie::CallerBeaten);
        // If hands are equal, J39 decides.
        let decided_by = if lowest == own { Rule::J(39) } else { Rule::J(38) };
        match (seat == caller, beaten) {
            (true, false) => {
                let rule = if lowest == own { Rule::J(39) } else { Rule::J(37) };
                [Some((ScoreItem::SafeCall, rule, 0)), None]
            }
            (true, true) => {
                [Some((ScoreItem::Penalty, decided_by, options.penalty)), Some((ScoreItem::Hand, decided_by, value))]
            }
            (false, true) if options.undercutter_scores_zero && value == lowest => {
                [Some((ScoreItem::Undercut, Rule::J(38), 0)), None]
            }
            (false, true) => [Some((ScoreItem::Hand, Rule::J(38), value)), None],
            (false, false) => [Some((ScoreItem::Hand, Rule::J(37), value)), None],
        }
    }

    /// The score of a seat in the deal, halving apart; 0 for one that did not take part.
    pub(super) fn score(&self, seat: Seat, options: &Options) -> u16 {
        self.items(seat, options).into_iter().flatten().map(|(_, _, points)| u16::from(points)).sum()
    }
}

impl Position {
    /// Scores the deal that has just ended (J37 to J49). Returns whom it eliminates.
    pub(super) fn settle(&mut self, caller: Option<Seat>) -> [bool; MAX_SEATS] {
        let mut last = LastDeal { caller, hands: [None; MAX_SEATS], halved: [false; MAX_SEATS] };
        for seat in self.all_seats().filter(|&seat| self.is_in(seat)) {
            last.hands[seat.index()] = Some(value(self.hand(seat), &self.0.options));
        }
        let wave = 1 + self.0.out.iter().max().expect("a match has seats");
        let mut eliminated = [false; MAX_SEATS];
        let played = last;
        for seat in self.all_seats().filter(|&seat| played.hand(seat).is_some()) {
            let i = seat.index();
            let score = played.score(seat, &self.0.options);
            let mut total = self.0.totals[i].saturating_add(score);
            if score > 0 && self.0.options.halves(u32::from(total)) {
                total /= 2;
                last.halved[i] = true;
            }
            self.0.totals[i] = total;
            if total > self.0.options.limit {
                self.0.out[i] = wave;
                eliminated[i] = true;
            }
        }
        self.0.last_deal = Some(last);
        eliminated
    }

    /// The place of each seat (J48): later eliminated is better, then the lower total; equals share.
    pub(super) fn place(&self, seat: Seat) -> u8 {
        // A player still in the match ranks before every eliminated one.
        let key = |seat: Seat| {
            let out = self.0.out[seat.index()];
            let later = if out == 0 { u8::MAX } else { out };
            (u8::MAX - later, self.0.totals[seat.index()])
        };
        1 + self.all_seats().map(|other| u8::from(key(other) < key(seat))).sum::<u8>()
    }

    /// Who has won, nobody until the match is over (J46, J47).
    pub(super) fn winners(&self) -> Vec<Seat> {
        match self.0.stage {
            Stage::Over => self.all_seats().filter(|&seat| self.place(seat) == 1).collect(),
            Stage::DealDue | Stage::Turn { .. } | Stage::Slap { .. } => Vec::new(),
        }
    }

    /// The lines of the last finished deal, by seat.
    pub(super) fn lines(&self) -> Vec<ScoreLine> {
        let Some(last) = self.0.last_deal else { return Vec::new() };
        let mut lines = Vec::with_capacity(2 * MAX_SEATS);
        for seat in self.all_seats() {
            for (item, rule, points) in last.items(seat, &self.0.options).into_iter().flatten() {
                lines.push(ScoreLine { seat, item, rule, points: points.into() });
            }
            if last.halved[seat.index()] {
                let lost = self.0.totals[seat.index()];
                lines.push(ScoreLine { seat, item: ScoreItem::Halving, rule: Rule::J(43), points: -i32::from(lost) });
            }
        }
        lines
    }

    /// The standing of each seat.
    pub(super) fn seat_scores(&self) -> Vec<SeatScore> {
        let score = |seat| SeatScore {
            seat,
            place: self.place(seat),
            total: self.0.totals[seat.index()],
            last_deal: self.0.last_deal.map_or(0, |last| last.score(seat, &self.0.options)),
            eliminated: !self.is_in(seat),
        };
        self.all_seats().map(score).collect()
    }
}

/// The standing that all games have.
pub(super) fn standing(position: &Position) -> Standing {
    let seat = |seat: SeatScore| SeatStanding {
        place: seat.place,
        total: seat.total.into(),
        last_deal: seat.last_deal.into(),
    };
    Standing {
        finished_deals: position.finished_deals(),
        seats: position.seat_scores().into_iter().map(seat).collect(),
        winners: position.winners(),
    }
}

/// The standing and the lines of the last finished deal.
pub(super) fn score(position: &Position) -> Score {
    Score {
        finished_deals: position.finished_deals(),
        seats: position.seat_scores(),
        caller: position.0.last_deal.and_then(|last| last.caller),
        lines: position.lines(),
        winners: position.winners(),
    }
}
