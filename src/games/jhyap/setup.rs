use super::{Combination, Options};
use crate::cards::{Card, CardList, Cards};
use crate::games::Seat;

/// Maximum number of seats in a match (J50).
pub const MAX_SEATS: usize = 8;

/// What the match waits for, with the data that only this stage has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The next deal. The table is as the last deal left it.
    DealDue,
    /// A turn: a discard or a call (J12).
    Turn {
        /// Whose turn it is.
        seat: Seat,
    },
    /// A player may slap the drawn card (J28). The card is in the hand of that player.
    Slap {
        /// The player who chooses.
        seat: Seat,
        /// The card drawn.
        card: Card,
    },
    /// Nothing: the match is over. The table is as the last deal left it.
    Over,
}

impl Stage {
    /// Whether a deal is in progress.
    pub(super) const fn is_playing(self) -> bool {
        match self {
            Self::Turn { .. } | Self::Slap { .. } => true,
            Self::DealDue | Self::Over => false,
        }
    }
}

/// What the scores need to know of the last finished deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastDeal {
    /// Who called; `None` if the deal ended after `max_turns` turns (J49).
    pub caller: Option<Seat>,
    /// The value of each seat's hand, `None` for seats that did not take part.
    pub hands: [Option<u8>; MAX_SEATS],
    /// Whether each total was halved after the deal (J43).
    pub halved: [bool; MAX_SEATS],
}

/// A position of Jhyap as plain data, valid or not. Arrays by seat are zero, empty or `None` beyond the seats of the
/// match; equal positions have equal setups.
///
/// [`Position::from_setup`](crate::games::Position::from_setup) reports all faults of a setup at once:
///
/// ```
/// use taash::games::jhyap::{Options, Position, Setup, Stage};
/// use taash::games::{Position as _, Seat};
///
/// let mut setup = Setup::new(Options::CLASSIC, 4, Some(Seat::new(3)), None);
/// assert!(Position::from_setup(setup).is_ok());
///
/// setup.stage = Stage::Over;
/// setup.turns = 3;
/// let faults = Position::from_setup(setup).unwrap_err();
/// let fields: Vec<_> = faults.iter().map(|fault| fault.field.as_str()).collect();
/// assert_eq!(fields, ["stage", "turns"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The options.
    pub options: Options,
    /// Number of seats the match began with, 2..=5, or 2..=8 with `large_table`.
    pub seats: u8,
    /// The number of the current or last deal, from 1; 0 before the first deal.
    pub deal_number: u32,
    /// The dealer of that deal; before the first deal, who will deal it, or `None` if the dealer is to be drawn (J8).
    pub dealer: Option<Seat>,
    /// Before the first deal, who begins it, or `None` if the starter is to be drawn (J8). `None` after the first deal.
    pub starter: Option<Seat>,
    /// The totals after the last finished deal (J42).
    pub totals: [u16; MAX_SEATS],
    /// 0 for a seat in the match; 1 for those who were eliminated first, 2 for the next to be, and so on, the same for
    /// all who were eliminated by the same deal (J48).
    pub out: [u8; MAX_SEATS],
    /// The last finished deal, `None` if there is none.
    pub last_deal: Option<LastDeal>,
    /// What the match waits for.
    pub stage: Stage,
    /// The hands.
    pub hands: [Cards; MAX_SEATS],
    /// The stock, its top card last.
    pub stock: CardList,
    /// The previous discard in the order laid, `None` before the first deal. While a slap choice is due, it is the
    /// combination just laid.
    pub previous: Option<Combination>,
    /// The buried cards (J26).
    pub buried: Cards,
    /// If `max_turns` is set (J49), the number of turns completed in this deal; otherwise 0.
    pub turns: u16,
    /// Number of shuffles in this deal: one to deal, and one each time the buried cards become the stock (J27).
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
}
