use super::score::DealResult;
use super::{Move, Options, StockOut};
use crate::cards::{Card, CardList, Cards, Suit};
use crate::games::{Direction, Phase, Seat};

/// What the match waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The first deal, or the next one: the table then stays as the last deal left it.
    DealDue,
    /// A club without effect (P6 to P11).
    Opening {
        /// Whose: the seat `opened` + 1 places after the dealer.
        seat: Seat,
        /// How many players have opened.
        opened: u8,
        /// How many cards were drawn in this turn.
        drawn: u8,
    },
    /// An ordinary turn (P13).
    Turn {
        /// Whose.
        seat: Seat,
        /// How many cards were drawn in it.
        drawn: u8,
    },
    /// A 7, or the draw for those that are pending (P22).
    Penalty {
        /// Whose.
        seat: Seat,
        /// How many are pending, at least one.
        sevens: u8,
    },
    /// The extra card after an ace, or declining it (P32, P33).
    Extra {
        /// Whose.
        seat: Seat,
        /// How many cards were drawn in this turn.
        drawn: u8,
        /// Whether one card is left that was not declared, so that declining costs a draw (P49).
        undeclared: bool,
    },
    /// Nothing: the match is over.
    Over,
}

/// Something for each seat; what the table does not have is zero or empty.
pub type PerSeat<T> = [T; 8];
const _: () = assert!(Seat::MAX == 8);

/// A position as plain data. Equal positions have equal setups: what has no meaning is zero, empty or `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The options of the match.
    pub options: Options,
    /// How many seats there are, 2..=8.
    pub seats: u8,
    /// The number of the current deal, or of the last finished one; 0 before the first.
    pub deal_number: u32,
    /// How many shuffles there have been in that deal: its own, and every reshuffle.
    pub shuffles: u32,
    /// Who dealt it, or who will deal the first; `None` if that is still to be drawn.
    pub dealer: Option<Seat>,
    /// What the match waits for.
    pub stage: Stage,
    /// Whether play goes the other way round than at the start of the deal (P30); never with two seats (P31).
    pub reversed: bool,
    /// The hand of each seat, empty for seats that the table does not have.
    pub hands: PerSeat<Cards>,
    /// The stock; the **last** card of the list is its top.
    pub stock: CardList,
    /// The card to be matched, `None` until a card of the deal has been laid.
    pub top: Option<Card>,
    /// The suit to follow if that is a jack (P17): the one its player named, clubs on an opening jack (P9). `None` on a
    /// jack that was somebody's last card.
    pub named: Option<Suit>,
    /// The discards under the top card.
    pub under: Cards,
    /// The total of each seat, 0 for seats that the table does not have.
    pub totals: PerSeat<u32>,
    /// What the last finished deal scored, `None` before the first has been finished.
    pub last_deal: Option<DealResult>,
}

impl Setup {
    /// A match before its first deal.
    #[must_use]
    pub const fn new(options: Options, seats: u8, dealer: Option<Seat>) -> Self {
        Self {
            options,
            seats,
            deal_number: 0,
            shuffles: 0,
            dealer,
            stage: Stage::DealDue,
            reversed: false,
            hands: [Cards::EMPTY; Seat::MAX as usize],
            stock: CardList::EMPTY,
            top: None,
            named: None,
            under: Cards::EMPTY,
            totals: [0; Seat::MAX as usize],
            last_deal: None,
        }
    }

    pub(super) const fn phase(&self) -> Phase {
        match self.stage {
            Stage::DealDue => Phase::Deal,
            Stage::Opening { .. } => Phase::Opening,
            Stage::Turn { .. } => Phase::Turn,
            Stage::Penalty { .. } => Phase::Penalty,
            Stage::Extra { .. } => Phase::Extra,
            Stage::Over => Phase::Over,
        }
    }

    /// Whose move it is.
    pub(super) fn turn(&self) -> Option<Seat> {
        match self.stage {
            Stage::DealDue => self.next_dealer(),
            Stage::Opening { .. } | Stage::Turn { .. } | Stage::Penalty { .. } | Stage::Extra { .. } | Stage::Over => {
                self.mover()
            }
        }
    }

    /// Whose turn it is in a deal.
    pub(super) const fn mover(&self) -> Option<Seat> {
        match self.stage {
            Stage::Opening { seat, .. }
            | Stage::Turn { seat, .. }
            | Stage::Penalty { seat, .. }
            | Stage::Extra { seat, .. } => Some(seat),
            Stage::DealDue | Stage::Over => None,
        }
    }

    /// Who deals next (P5); `None` if that is still to be drawn.
    pub(super) fn next_dealer(&self) -> Option<Seat> {
        self.dealer.map(|dealer| if self.deal_number == 0 { dealer } else { dealer.next(self.seats) })
    }

    /// The seat that opens after `opened` others have.
    pub(super) const fn opener(&self, dealer: Seat, opened: u8) -> Seat {
        let place = dealer.number() as u16 + 1 + opened as u16;
        #[expect(clippy::cast_possible_truncation, reason = "a remainder of a u8")]
        let number = (place % self.seats as u16) as u8;
        Seat::new(number)
    }

    /// The seat that plays after this one.
    pub(super) const fn after(&self, seat: Seat) -> Seat {
        if self.reversed { seat.previous(self.seats) } else { seat.next(self.seats) }
    }

    /// How many cards are owed for that many sevens (P24).
    pub(super) const fn owed(&self, sevens: u8) -> u8 {
        self.options.seven_draws.saturating_mul(sevens)
    }

    /// Whether cards that a draw finds missing may come from the discards (P40).
    pub(super) fn reshuffles(&self) -> bool {
        self.options.stock_out == StockOut::Reshuffle
    }

    /// Whether a card can be drawn, a reshuffle included.
    pub(super) fn can_draw_one(&self) -> bool {
        !self.stock.is_empty() || (self.reshuffles() && !self.under.is_empty())
    }

    /// How many cards can be drawn at most, a reshuffle included.
    pub(super) fn drawable(&self) -> usize {
        self.stock.len() + if self.reshuffles() { self.under.len() } else { 0 }
    }

    /// What `deal` shuffles, or a draw that finds too few cards in the stock (P40).
    pub(super) fn cards_to_shuffle(&self, mv: Move) -> Option<Cards> {
        let wanted = match (mv, self.stage) {
            (Move::Deal, Stage::DealDue) => {
                return Some(Cards::decks(self.options.decks_in_play(self.seats), 0));
            }
            (Move::Draw, Stage::Opening { .. } | Stage::Turn { .. }) => 1,
            (Move::Draw, Stage::Penalty { sevens, .. }) => usize::from(self.owed(sevens)),
            (Move::Deal | Move::Draw | Move::Play { .. } | Move::Pass, _) => return None,
        };
        (self.reshuffles() && wanted > self.stock.len() && !self.under.is_empty()).then_some(self.under)
    }

    /// Which way round the table play goes.
    pub(super) const fn direction(&self) -> Direction {
        if self.reversed { Direction::CounterClockwise } else { Direction::Clockwise }
    }
}
