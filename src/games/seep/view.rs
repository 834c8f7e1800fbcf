use super::house::HouseView;
use super::options::Options;
use super::record::Sweeps;
use super::score::{TeamScore, team_scores, winner};
use super::setup::{LastCapture, Setup, Stage};
use super::value::{HouseValue, Team};
use crate::cards::{CardList, CardSet};
use crate::games::{Direction, Phase, Seat, Viewer};

/// Cards of which a viewer knows the number, and perhaps which they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// How many cards there are.
    pub count: u8,
    /// The cards, if the viewer knows them.
    pub cards: Option<CardSet>,
}

impl Known {
    fn when(cards: CardSet, known: bool) -> Self {
        Self { count: cards.len(), cards: known.then_some(cards) }
    }
}

/// What a viewer may know of a position (G7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// What the match waits for.
    pub phase: Phase,
    /// The options of the match.
    pub options: Options,
    /// The number of the deal that is going on or has just ended, 0 before the first.
    pub deal_number: u32,
    /// The dealer; before the first deal who will deal, `None` if that is to be drawn.
    pub dealer: Option<Seat>,
    /// Whose move it is.
    pub turn: Option<Seat>,
    /// Which way the order of play goes (S4).
    pub direction: Direction,
    /// The bid of the deal that is going on (S10).
    pub bid: Option<HouseValue>,
    /// The hand of each seat.
    pub hands: [Known; 4],
    /// How many cards are still to be dealt.
    pub stock_count: u8,
    /// The cards still to be dealt, the first being the top: for the referee.
    pub stock: Option<CardList>,
    /// The loose cards; face down until the bid (S12).
    pub floor: Known,
    /// The houses that stand, by value.
    pub houses: Vec<HouseView>,
    /// The captured cards of each team: shown when the deal has ended (S25).
    pub piles: [Known; 2],
    /// The sweeps of each team in this deal (S52).
    pub sweeps: [Sweeps; 2],
    /// What the last play captured, until the next player has played (S25).
    pub last_capture: Option<LastCapture>,
    /// Who captured last in this deal (S54).
    pub last_captor: Option<Seat>,
    /// How many cards have been played in the deal that is going on.
    pub plays: u8,
    /// How many deals have been finished.
    pub finished_deals: u32,
    /// The standing of both teams after the last finished deal (G8).
    pub standing: [TeamScore; 2],
    /// The team that has won the match (S58).
    pub winner: Option<Team>,
}

/// What this viewer may know.
pub(super) fn view(setup: &Setup, viewer: Viewer) -> View {
    let referee = viewer == Viewer::Referee;
    let between_deals = matches!(setup.stage, Stage::Deal | Stage::Over);
    let hand = |seat: Seat| Known::when(setup.hands[seat.index()], between_deals || viewer.knows_hand_of(seat));
    View {
        phase: setup.phase(),
        options: setup.options,
        deal_number: setup.deal_number,
        dealer: setup.dealer,
        turn: setup.turn(),
        direction: Direction::CounterClockwise,
        bid: setup.bid(),
        hands: [0, 1, 2, 3].map(|number| hand(Seat::new(number))),
        stock_count: setup.stock.len().try_into().unwrap_or(u8::MAX),
        stock: referee.then_some(setup.stock),
        floor: Known::when(setup.floor, referee || setup.stage != Stage::Bid),
        houses: setup.standing_houses().map(|(value, house)| HouseView::new(value, house)).collect(),
        piles: setup.piles.map(|pile| Known::when(pile, referee || between_deals)),
        sweeps: setup.sweeps,
        last_capture: setup.last_capture,
        last_captor: setup.last_captor,
        plays: setup.plays(),
        finished_deals: setup.finished_deals(),
        standing: team_scores(setup),
        winner: winner(setup),
    }
}
