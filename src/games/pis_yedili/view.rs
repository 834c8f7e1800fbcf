use super::position::count;
use super::{DealResult, Options, Position, Stage, hand_points};
use crate::cards::{Card, CardList, Cards, Suit};
use crate::games::{Direction, Phase, Position as _, Seat, Viewer};

/// What a viewer may know about one seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatView {
    /// The seat.
    pub seat: Seat,
    /// The number of cards in its hand.
    pub count: u8,
    /// The hand, if the viewer may see it: players see their own, everybody sees every hand when a deal has ended, and
    /// the referee always does (G7).
    pub cards: Option<Cards>,
    /// The score of the last finished deal, 0 before the first.
    pub last_deal: i32,
    /// The total after the last finished deal (G8).
    pub total: u32,
    /// Whether it cannot go out in its next turn, or in the current one (P52).
    pub barred: bool,
    /// The place by totals, 1 for the lowest total (G9).
    pub place: u8,
}

/// What a viewer may know about a position (G7, P44).
///
/// ```
/// use taash::cards::{ClientSeed, Seed};
/// use taash::games::pis_yedili::{Move, Options, Position};
/// use taash::games::{Position as _, Seat, Shuffles, Viewer};
///
/// let mut position = Position::new_match(Options::CLASSIC, 2, None, None).unwrap();
/// let seed = Seed::new([7; 32]);
/// position.play(None, &Move::Deal, &mut Shuffles::new(&seed, &ClientSeed::NONE, &[]), &mut ()).unwrap();
///
/// let view = position.view(Viewer::Seat(Seat::new(0)));
/// assert_eq!((view.seats[0].count, view.seats[1].count, view.stock_count), (7, 7, 38));
/// assert!(view.seats[0].cards.is_some());
/// assert_eq!((view.seats[1].cards, view.stock), (None, None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// What the match waits for.
    pub phase: Phase,
    /// The number of the current deal, or of the last finished one; 0 before the first.
    pub deal_number: u32,
    /// The dealer of that deal, or of the first deal before it; `None` if the first dealer is drawn by lot.
    pub dealer: Option<Seat>,
    /// The seat whose turn it is.
    pub turn: Option<Seat>,
    /// The direction of play.
    pub direction: Direction,
    /// The points of the viewer's own hand (P45); `None` for a spectator and for the referee.
    pub own_points: Option<u16>,
    /// Each seat.
    pub seats: Vec<SeatView>,
    /// The number of cards in the stock.
    pub stock_count: u8,
    /// The stock with its top first; for the referee only.
    pub stock: Option<CardList>,
    /// The card to match, `None` until a card of the deal has been played.
    pub top: Option<Card>,
    /// The suit to follow if the top card is a jack (P9, P17).
    pub named: Option<Suit>,
    /// The number of discards under the top card.
    pub under_count: u8,
    /// The discards under the top card; for the referee only.
    pub under: Option<Cards>,
    /// The number of pending sevens (P24).
    pub sevens: u8,
    /// The number of cards owed for them, 0..=640.
    pub owed: u16,
    /// The number of cards drawn in the current turn.
    pub drawn: u8,
    /// The number of players who have opened, while the opening lasts (P11).
    pub opened: u8,
    /// Whether declining the extra card costs what P49 and P52 say, because the last card was not declared.
    pub undeclared: bool,
    /// The number of decks in play (P2).
    pub decks: u8,
    /// The options of the match.
    pub options: Options,
    /// The number of finished deals.
    pub finished_deals: u32,
    /// The result of the last finished deal.
    pub last_deal: Option<DealResult>,
    /// The winners of the match; empty until it is over.
    pub winners: Vec<Seat>,
}

pub(super) fn view(position: &Position, viewer: Viewer) -> View {
    let setup = &position.0;
    let standing = position.standing();
    let referee = viewer == Viewer::Referee;
    let shown = matches!(setup.stage, Stage::DealDue | Stage::Over);
    let seats = Seat::all(setup.seats).zip(&standing.seats).map(|(seat, of_seat)| {
        let hand = setup.hands[seat.index()];
        SeatView {
            seat,
            count: count(hand.len()),
            cards: (shown || viewer.knows_hand_of(seat)).then_some(hand),
            last_deal: of_seat.last_deal,
            total: setup.totals[seat.index()],
            barred: position.is_barred(seat),
            place: of_seat.place,
        }
    });
    let own_hand = if let Viewer::Seat(seat) = viewer { setup.hands.get(seat.index()).copied() } else { None };
    let sevens = if let Stage::Penalty { sevens, .. } = setup.stage { sevens } else { 0 };
    View {
        phase: position.phase(),
        deal_number: setup.deal_number,
        dealer: setup.dealer,
        turn: position.turn(),
        direction: position.direction(),
        own_points: own_hand.map(hand_points),
        seats: seats.collect(),
        stock_count: count(setup.stock.len()),
        stock: referee.then(|| setup.stock.as_slice().iter().rev().copied().collect()),
        top: setup.top,
        named: setup.named,
        under_count: count(setup.under.len()),
        under: referee.then_some(setup.under),
        sevens,
        owed: position.owed(sevens),
        drawn: position.drawn(),
        opened: if let Stage::Opening { opened, .. } = setup.stage { opened } else { 0 },
        undeclared: matches!(setup.stage, Stage::Extra { undeclared: true, .. }),
        decks: setup.options.decks_in_play(setup.seats),
        options: setup.options,
        finished_deals: standing.finished_deals,
        last_deal: setup.last_deal,
        winners: standing.winners,
    }
}
