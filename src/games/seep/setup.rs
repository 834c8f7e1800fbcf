use super::house::House;
use super::options::Options;
use super::record::{DealRecord, Sweeps};
use super::value::HouseValue;
use crate::cards::{Card, CardList, CardSet};
use crate::games::Seat;

/// What the match waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Stage {
    /// The next deal. The piles stay as they were at the end of the last deal, open to everybody (S25).
    #[default]
    DealDue,
    /// The bid (S10); the floor is face down.
    Bid,
    /// The bidder's first play (S13).
    Opening {
        /// The value bid.
        bid: HouseValue,
    },
    /// An ordinary turn (S20).
    Turn {
        /// The value bid at the beginning of the deal.
        bid: HouseValue,
    },
    /// Nothing: the match is over (S58).
    Over,
}

/// What the last play captured (S25).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastCapture {
    /// The card played.
    pub card: Card,
    /// The cards it took, without the card played.
    pub cards: CardSet,
}

/// A position as plain data, valid or not.
///
/// [`Position::from_setup`](crate::games::Position::from_setup) checks it and gives the [`Position`](super::Position),
/// or every fault it has. Nothing here is a rule: whose turn it is, for example, follows from the dealer and the number
/// of cards in the hands, and only a position answers that.
///
/// ```
/// use taash::games::seep::{Options, Position, Setup, Stage};
/// use taash::games::{Position as _, Seat};
///
/// let mut setup = Setup::new(Options::CLASSIC, Some(Seat::new(3)));
/// assert!(Position::from_setup(setup).is_ok());
///
/// setup.stage = Stage::Bid;
/// setup.difference = 250;
/// let faults = Position::from_setup(setup).unwrap_err();
/// let fields: Vec<_> = faults.iter().map(|fault| fault.field.as_str()).collect();
/// assert!(fields.contains(&"difference") && fields.contains(&"stock"), "all faults at once: {fields:?}");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The options of the match.
    pub options: Options,
    /// What the match waits for.
    pub stage: Stage,
    /// The number of the current or last deal, from 1; 0 before the first deal.
    pub deal_number: u32,
    /// The dealer of that deal; before the first deal, who will deal it, or `None` if the dealer is to be drawn (S5).
    pub dealer: Option<Seat>,
    /// The hand of each seat; of two players, those of seats 2 and 3 are empty (S62).
    pub hands: [CardSet; 4],
    /// The cards not dealt yet, the top card first: 44 until the opening has been played, then none (S9, S17); of two
    /// players, 24 until their hands are empty for the first time (S62).
    pub stock: CardList,
    /// The loose cards on the floor; face down until the bid (S12).
    pub floor: CardSet,
    /// The houses by value, from 9 to 13; [`House::NONE`] where there is none.
    pub houses: [House; 5],
    /// The captured cards of each team (S34).
    pub piles: [CardSet; 2],
    /// The sweeps of each team in this deal (S52).
    pub sweeps: [Sweeps; 2],
    /// What the last play captured, `None` if it captured nothing (S25).
    pub last_capture: Option<LastCapture>,
    /// Who captured last in this deal (S54).
    pub last_captor: Option<Seat>,
    /// What was captured in the last finished deal; `None` if no deal has been finished.
    pub last_deal: Option<DealRecord>,
    /// The running difference after the last finished deal, from the side of seats 0 and 2 (S57).
    pub difference: i32,
    /// The baazis won by each team (S58).
    pub baazis: [u8; 2],
}

impl Setup {
    /// Returns the setup of a match before its first deal.
    #[must_use]
    pub const fn new(options: Options, dealer: Option<Seat>) -> Self {
        Self {
            options,
            stage: Stage::DealDue,
            deal_number: 0,
            dealer,
            hands: [CardSet::EMPTY; 4],
            stock: CardList::EMPTY,
            floor: CardSet::EMPTY,
            houses: [House::NONE; 5],
            piles: [CardSet::EMPTY; 2],
            sweeps: [Sweeps::NONE; 2],
            last_capture: None,
            last_captor: None,
            last_deal: None,
            difference: 0,
            baazis: [0; 2],
        }
    }
}
