use super::{Combination, Options};
use crate::cards::{Card, CardList, Cards};
use crate::games::Seat;

/// The most seats of a match (J1).
pub const MAX_SEATS: usize = 5;

/// What the match waits for, with what only then has a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The next deal. The table lies as it was when the last one ended.
    DealDue,
    /// A turn: a discard or a call (J12).
    Turn {
        /// Whose turn it is.
        seat: Seat,
    },
    /// A card drawn may be slapped (J28). It is in the hand of who drew it.
    Slap {
        /// Whose choice it is.
        seat: Seat,
        /// The card drawn.
        card: Card,
    },
    /// Nothing: the match is over. The table lies as it was when the last deal ended.
    Over,
}

/// The last finished deal, as far as scores depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastDeal {
    /// Who called; `None` when the deal ended after the most turns (J49).
    pub caller: Option<Seat>,
    /// What each seat's hand was worth, `None` for seats that did not take part.
    pub hands: [Option<u8>; MAX_SEATS],
    /// Whose totals were halved after it (J43).
    pub halved: [bool; MAX_SEATS],
}

/// A position of Jhyap as plain data, valid or not. Arrays by seat are zero, empty or `None` beyond the seats of the
/// match; equal positions have equal setups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The options.
    pub options: Options,
    /// How many seats the match began with, 2..=5.
    pub seats: u8,
    /// The number of the deal that is going on or ended last, 0 before the first.
    pub deal_number: u32,
    /// Who deals or dealt it; before the first deal who will, `None` if that is still to be drawn.
    pub dealer: Option<Seat>,
    /// Before the first deal who will begin it, `None` if that is still to be drawn; `None` ever after.
    pub starter: Option<Seat>,
    /// The totals after the last finished deal (J42).
    pub totals: [u16; MAX_SEATS],
    /// 0 for a seat in the match; 1 for those who were eliminated first, 2 for the next to be, and so on, the same for
    /// all who were eliminated by the same deal (J48).
    pub out: [u8; MAX_SEATS],
    /// The last finished deal, `None` before one has been.
    pub last_deal: Option<LastDeal>,
    /// What the match waits for.
    pub stage: Stage,
    /// The hands.
    pub hands: [Cards; MAX_SEATS],
    /// The stock, its top card last.
    pub stock: CardList,
    /// The previous discard as it lies, `None` before the first deal. While a slap is due it is what was just laid.
    pub previous: Option<Combination>,
    /// The buried cards (J26).
    pub buried: Cards,
    /// With a most of turns (J49) the turns completed in this deal, otherwise 0.
    pub turns: u16,
    /// How many times cards have been shuffled in this deal: once to deal them, and each time by J27.
    pub shuffles: u32,
}

impl Setup {
    /// A match that waits for its first deal.
    #[must_use]
    pub const fn new(options: Options, seats: u8, dealer: Option<Seat>, starter: Option<Seat>) -> Self {
        Self {
            options,
            seats,
            deal_number: 0,
            dealer,
            starter,
            totals: [0; MAX_SEATS],
            out: [0; MAX_SEATS],
            last_deal: None,
            stage: Stage::DealDue,
            hands: [Cards::EMPTY; MAX_SEATS],
            stock: CardList::EMPTY,
            previous: None,
            buried: Cards::EMPTY,
            turns: 0,
            shuffles: 0,
        }
    }

    /// The seats of the match.
    pub(super) fn all_seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::all(self.seats.min(5))
    }

    /// Whether a seat is still in the match.
    pub(super) fn is_in(&self, seat: Seat) -> bool {
        seat.number() < self.seats && self.out.get(seat.index()) == Some(&0)
    }

    /// How many players are still in the match.
    pub(super) fn survivors(&self) -> usize {
        self.all_seats().filter(|&seat| self.is_in(seat)).count()
    }

    /// The next seat in order of play that is still in the match; the seat itself if there is no other.
    pub(super) fn next_in(&self, seat: Seat) -> Seat {
        let mut next = seat.next(self.seats);
        for _ in 0..self.seats {
            if self.is_in(next) {
                break;
            }
            next = next.next(self.seats);
        }
        next
    }

    /// Whether a deal is going on.
    pub(super) const fn is_playing(&self) -> bool {
        match self.stage {
            Stage::Turn { .. } | Stage::Slap { .. } => true,
            Stage::DealDue | Stage::Over => false,
        }
    }

    /// How many deals have been finished.
    pub(super) const fn finished_deals(&self) -> u32 {
        if self.is_playing() { self.deal_number.saturating_sub(1) } else { self.deal_number }
    }

    /// The hand of a seat, empty beyond the seats of the match.
    pub(super) fn hand(&self, seat: Seat) -> Cards {
        self.hands.get(seat.index()).copied().unwrap_or_default()
    }

    /// Who deals next, when a deal is due: `None` if that is still to be drawn (J8, J9).
    pub(super) fn next_dealer(&self) -> Option<Seat> {
        let dealer = self.dealer?;
        Some(if self.deal_number == 0 { dealer } else { self.next_in(dealer) })
    }

    /// Who begins the next deal, when one is due: `None` if that is still to be drawn (J8, J41).
    pub(super) fn next_starter(&self) -> Option<Seat> {
        let (Some(last), Some(dealer)) = (self.last_deal, self.dealer) else { return self.starter };
        let mut seat = dealer;
        let mut lowest: Option<(u8, Seat)> = None;
        for _ in 0..self.seats {
            seat = seat.next(self.seats);
            let value = last.hands.get(seat.index()).copied().flatten();
            lowest = match (value, lowest) {
                (Some(value), Some((least, _))) if value >= least => lowest,
                (Some(value), _) => Some((value, seat)),
                (None, _) => lowest,
            };
        }
        let (_, seat) = lowest?;
        Some(if self.is_in(seat) { seat } else { self.next_in(seat) })
    }
}
