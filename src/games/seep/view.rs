use super::house::HouseView;
use super::options::Options;
use super::position::Position;
use super::record::Sweeps;
use super::score::{TeamScore, team_scores, winner};
use super::setup::{LastCapture, Stage};
use super::value::{HouseValue, Team};
use crate::cards::{CardList, CardSet};
use crate::games::{Direction, Phase, Position as _, Seat, Viewer};

/// Cards whose number a viewer knows, and perhaps which cards they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Number of cards.
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
///
/// ```
/// # use taash::cards::{ClientSeed, Seed};
/// # use taash::games::seep::{Move, Options, Position};
/// # use taash::games::{Position as _, Seat, Shuffles, Viewer};
/// # let mut position = Position::new_match(Options::CLASSIC, 4, Some(Seat::new(3)), None).unwrap();
/// # let seed = Seed::new([1; 32]);
/// # let mut shuffles = Shuffles::new(&seed, &ClientSeed::NONE, &[]);
/// position.play(None, &Move::Deal, &mut shuffles, &mut ()).unwrap();
///
/// let bidder = position.view(Viewer::Seat(Seat::new(0)));
/// assert_eq!(bidder.hands[0].cards.unwrap().to_string(), "5D 7D 9D KC");
/// assert_eq!((bidder.floor.count, bidder.floor.cards), (4, None), "face down until the bid (S12)");
///
/// let spectator = position.view(Viewer::Spectator);
/// assert_eq!((spectator.hands[0].count, spectator.hands[0].cards), (4, None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// What the match waits for.
    pub phase: Phase,
    /// The options of the match.
    pub options: Options,
    /// The number of the current or last deal, from 1; 0 before the first deal.
    pub deal_number: u32,
    /// The dealer of that deal; before the first deal, who will deal it, or `None` if the dealer is to be drawn (S5).
    pub dealer: Option<Seat>,
    /// Whose move it is; `None` when the match is over, and while the first dealer is to be drawn.
    pub turn: Option<Seat>,
    /// Which way the order of play goes (S4).
    pub direction: Direction,
    /// The value bid in the current deal (S10).
    pub bid: Option<HouseValue>,
    /// The hand of each seat.
    pub hands: Vec<Known>,
    /// Number of cards not dealt yet: 44 until the opening has been played, then 0; of two players 24 until their hands are
    /// empty for the first time (S62).
    pub stock_count: u8,
    /// The cards not dealt yet, the top card first; for the referee alone.
    pub stock: Option<CardList>,
    /// The loose cards on the floor; face down until the bid (S12).
    pub floor: Known,
    /// The houses on the floor, in ascending order of their values.
    pub houses: Vec<HouseView>,
    /// The captured cards of each team: shown when the deal has ended (S25).
    pub piles: [Known; 2],
    /// The sweeps of each team in this deal (S52).
    pub sweeps: [Sweeps; 2],
    /// What these sweeps are worth (S53, S63).
    pub sweep_points: [i32; 2],
    /// What the last play captured, until the next player has played (S25).
    pub last_capture: Option<LastCapture>,
    /// Who captured last in this deal (S54).
    pub last_captor: Option<Seat>,
    /// Number of cards played in the current deal, 0..=47; 0 between deals.
    pub plays: u8,
    /// Number of finished deals.
    pub finished_deals: u32,
    /// The standing of both teams after the last finished deal (G8).
    pub standing: [TeamScore; 2],
    /// The team that has won the match (S58).
    pub winner: Option<Team>,
}

/// Builds the view of this viewer by naming what they may know.
pub(super) fn view(position: &Position, viewer: Viewer) -> View {
    let setup = &position.setup;
    let referee = viewer == Viewer::Referee;
    let between_deals = position.is_between_deals();
    let hand = |seat: Seat| Known::when(position.hand(seat), between_deals || viewer.knows_hand_of(seat));
    View {
        phase: position.phase(),
        options: setup.options,
        deal_number: setup.deal_number,
        dealer: setup.dealer,
        turn: position.turn(),
        direction: Position::DIRECTION,
        bid: position.bid(),
        hands: Seat::all(position.seats()).map(hand).collect(),
        stock_count: u8::try_from(setup.stock.len()).expect("at most 44 cards are left to deal"),
        stock: referee.then_some(setup.stock),
        floor: Known::when(setup.floor, referee || setup.stage != Stage::Bid),
        houses: position.standing_houses().map(|(value, house)| HouseView::new(value, house)).collect(),
        piles: setup.piles.map(|pile| Known::when(pile, referee || between_deals)),
        sweeps: setup.sweeps,
        sweep_points: setup.sweeps.map(|sweeps| sweeps.points(&setup.options)),
        last_capture: setup.last_capture,
        last_captor: setup.last_captor,
        plays: position.plays(),
        finished_deals: position.finished_deals(),
        standing: team_scores(position),
        winner: winner(position),
    }
}
