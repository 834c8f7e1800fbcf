use super::{DealResult, Event, Options, Setup, Stage};
use crate::cards::{Card, CardList, Cards, Suit};
use crate::games::{Direction, Phase, Seat, Viewer};

/// What a viewer may know of one seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatView {
    /// The seat.
    pub seat: Seat,
    /// How many cards it holds.
    pub count: u8,
    /// The cards, if the viewer may see them: the own hand, every hand when a deal has ended, all for the referee (G7).
    pub cards: Option<Cards>,
    /// The score of the last finished deal, 0 before the first.
    pub last_deal: i32,
    /// The total after the last finished deal (G8).
    pub total: u32,
    /// The place by totals, 1 for the best (G9).
    pub place: u8,
}

/// What a viewer may know of a position (G7, P44).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// What the match waits for.
    pub phase: Phase,
    /// The number of the current deal, or of the last finished one; 0 before the first.
    pub deal_number: u32,
    /// Who dealt it, or who will deal the first, if known.
    pub dealer: Option<Seat>,
    /// Whose move it is.
    pub turn: Option<Seat>,
    /// Which way round the table play goes.
    pub direction: Direction,
    /// Each seat.
    pub seats: Vec<SeatView>,
    /// How many cards the stock has.
    pub stock_count: u8,
    /// The stock, the first card being its top: for the referee alone.
    pub stock: Option<CardList>,
    /// The card to be matched.
    pub top: Option<Card>,
    /// The suit to follow if that is a jack (P9, P17).
    pub named: Option<Suit>,
    /// How many discards lie under the top card.
    pub under_count: u8,
    /// The discards under the top card: for the referee alone.
    pub under: Option<Cards>,
    /// How many sevens are pending (P24).
    pub sevens: u8,
    /// How many cards are owed for them.
    pub owed: u8,
    /// How many cards the player whose turn it is has drawn in it.
    pub drawn: u8,
    /// How many players have opened while the opening lasts (P11).
    pub opened: u8,
    /// Whether a card that was not declared costs a draw if the extra card is declined (P49).
    pub undeclared: bool,
    /// How many decks are in play (P2).
    pub decks: u8,
    /// The options of the match.
    pub options: Options,
    /// How many deals have been finished.
    pub finished_deals: u32,
    /// How the last finished deal ended.
    pub last_deal: Option<DealResult>,
    /// The winners of the match, none until it is over.
    pub winners: Vec<Seat>,
}

fn count(n: usize) -> u8 {
    u8::try_from(n).unwrap_or(u8::MAX)
}

pub(super) fn view(setup: &Setup, viewer: Viewer) -> View {
    let standing = setup.standing();
    let referee = viewer == Viewer::Referee;
    let shown = matches!(setup.stage, Stage::DealDue | Stage::Over);
    let seats = Seat::all(setup.seats).zip(&standing.seats).map(|(seat, stands)| {
        let hand = setup.hands[seat.index()];
        SeatView {
            seat,
            count: count(hand.len()),
            cards: (shown || viewer.knows_hand_of(seat)).then_some(hand),
            last_deal: stands.last_deal,
            total: setup.totals[seat.index()],
            place: stands.place,
        }
    });
    let (sevens, drawn, opened, undeclared) = match setup.stage {
        Stage::DealDue | Stage::Over => (0, 0, 0, false),
        Stage::Opening { opened, drawn, .. } => (0, drawn, opened, false),
        Stage::Turn { drawn, .. } => (0, drawn, 0, false),
        Stage::Penalty { sevens, .. } => (sevens, 0, 0, false),
        Stage::Extra { drawn, undeclared, .. } => (0, drawn, 0, undeclared),
    };
    View {
        phase: setup.phase(),
        deal_number: setup.deal_number,
        dealer: setup.dealer,
        turn: setup.turn(),
        direction: setup.direction(),
        seats: seats.collect(),
        stock_count: count(setup.stock.len()),
        stock: referee.then(|| setup.stock.as_slice().iter().rev().copied().collect()),
        top: setup.top,
        named: setup.named,
        under_count: count(setup.under.len()),
        under: referee.then_some(setup.under),
        sevens,
        owed: setup.owed(sevens),
        drawn,
        opened,
        undeclared,
        decks: setup.options.decks_in_play(setup.seats),
        options: setup.options,
        finished_deals: standing.finished_deals,
        last_deal: setup.last_deal,
        winners: standing.winners,
    }
}

/// The event as that viewer sees it. Every variant is named: what a new one shows has to be decided here.
pub(super) fn seen(event: &Event, viewer: Viewer) -> Event {
    match event {
        Event::Dealt { deal, dealer, opener, hands, hand_size, stock } => Event::Dealt {
            deal: *deal,
            dealer: *dealer,
            opener: *opener,
            hands: (0..)
                .map(Seat::new)
                .zip(hands)
                .map(|(seat, hand)| hand.filter(|_| viewer.knows_hand_of(seat)))
                .collect(),
            hand_size: *hand_size,
            stock: *stock,
        },
        &Event::Drew { seat, reason, count, cards, stock } => {
            Event::Drew { seat, reason, count, cards: cards.filter(|_| viewer.knows_hand_of(seat)), stock }
        }
        Event::Played { .. }
        | Event::Passed { .. }
        | Event::Reshuffled { .. }
        | Event::Skipped { .. }
        | Event::Reversed { .. }
        | Event::SevensPending { .. }
        | Event::ExtraCard { .. }
        | Event::StockRanOut { .. }
        | Event::DealEnded { .. }
        | Event::MatchEnded { .. } => event.clone(),
    }
}
