use super::{DealResult, Options};
use crate::cards::{Card, CardList, Cards, Suit};
use crate::games::Seat;

/// What the match waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The first deal, or the next one. Before the next one, the table stays as the last deal left it.
    DealDue,
    /// A club without effect (P6 to P11).
    Opening {
        /// The opener: the seat `opened` + 1 places after the dealer.
        seat: Seat,
        /// The number of players who have opened.
        opened: u8,
        /// The number of cards drawn in this turn.
        drawn: u8,
    },
    /// An ordinary turn (P13).
    Turn {
        /// The player.
        seat: Seat,
        /// The number of cards drawn in this turn.
        drawn: u8,
    },
    /// A 7, or the draw for the pending sevens (P22).
    Penalty {
        /// The player.
        seat: Seat,
        /// The number of pending sevens, at least 1.
        sevens: u8,
    },
    /// The extra card after an ace, or declining it (P32, P33).
    Extra {
        /// The player.
        seat: Seat,
        /// The number of cards drawn in this turn.
        drawn: u8,
        /// Whether one card is left and was not declared, so that declining the extra card costs what P49 and P52
        /// say.
        undeclared: bool,
    },
    /// Nothing: the match is over.
    Over,
}

/// A value for each seat; zero or empty for seats that the table does not have.
pub type PerSeat<T> = [T; 8];
const _: () = assert!(Seat::MAX == 8);

/// A position as plain data, valid or not.
///
/// Equal positions have equal setups: a field that has no meaning in a position is zero, empty or `None`.
/// [`Position::from_setup`](crate::games::Position::from_setup) lists everything that is wrong with a setup:
///
/// ```
/// use taash::games::Position as _;
/// use taash::games::pis_yedili::{Options, Position, Setup, Stage};
///
/// let mut setup = Setup::new(Options::CLASSIC, 4, None);
/// assert!(Position::from_setup(setup).is_ok());
///
/// setup.stage = Stage::Over;
/// setup.reversed = true;
/// let faults = Position::from_setup(setup).unwrap_err();
/// let fields: Vec<&str> = faults.iter().map(|fault| fault.field.as_str()).collect();
/// assert_eq!(fields, ["reversed", "stage", "stage"]);
/// assert_eq!(faults[1].to_string(), "stage: pis-yedili-fault-over-before-first-deal");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The options of the match.
    pub options: Options,
    /// The number of seats, 2..=8.
    pub seats: u8,
    /// The number of the current deal, or of the last finished one; 0 before the first.
    pub deal_number: u32,
    /// The number of shuffles in that deal: 1 for the deal itself, and 1 for each reshuffle.
    pub shuffles: u32,
    /// The dealer of that deal, or of the first deal before it; `None` if the first dealer is drawn by lot (P5).
    pub dealer: Option<Seat>,
    /// What the match waits for.
    pub stage: Stage,
    /// Whether play goes against the direction of the start of the deal (P30); never with two seats (P31).
    pub reversed: bool,
    /// The seats that cannot go out in their next turn, or in the current one (P52): bit s for seat s.
    pub barred: u8,
    /// The hand of each seat, empty for seats that the table does not have.
    pub hands: PerSeat<Cards>,
    /// The stock; the **last** card of the list is its top.
    pub stock: CardList,
    /// The card to match, `None` until a card of the deal has been played.
    pub top: Option<Card>,
    /// The suit to follow if the top card is a jack (P17): the suit that its player named, or clubs on an opening jack
    /// (P9). `None` on a jack that was a player's last card (P38).
    pub named: Option<Suit>,
    /// The discards under the top card.
    pub under: Cards,
    /// The total of each seat, 0 for seats that the table does not have.
    pub totals: PerSeat<u32>,
    /// The result of the last finished deal, `None` before the first has ended.
    pub last_deal: Option<DealResult>,
}

impl Setup {
    /// Returns a match before its first deal. Nothing is checked: `seats` and `dealer` may be out of range.
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
            barred: 0,
            hands: [Cards::EMPTY; Seat::MAX as usize],
            stock: CardList::EMPTY,
            top: None,
            named: None,
            under: Cards::EMPTY,
            totals: [0; Seat::MAX as usize],
            last_deal: None,
        }
    }
}
