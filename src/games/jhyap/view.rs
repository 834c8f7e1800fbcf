use super::{Combination, Event, Hand, Options, SeatScore, Setup, Stage};
use crate::cards::{Card, CardList, Cards};
use crate::games::{Direction, Phase, Seat, Viewer};

/// What a viewer may know of a position (G7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// Who looks.
    pub viewer: Viewer,
    /// The options of the match.
    pub options: Options,
    /// What the match waits for.
    pub phase: Phase,
    /// The number of the deal that is going on or ended last, 0 before the first.
    pub deal_number: u32,
    /// Who deals or dealt it; before the first deal who will, if that is known.
    pub dealer: Option<Seat>,
    /// Whose move it is.
    pub turn: Option<Seat>,
    /// While a deal is due, who will begin it, if that is known (J8, J41).
    pub next_starter: Option<Seat>,
    /// Which way the order of play goes round the table.
    pub direction: Direction,
    /// The hand of each seat: how many cards, and which if the viewer may know.
    pub hands: Vec<Hand>,
    /// How many cards the stock has.
    pub stock_count: u8,
    /// The stock, its top card first; for the referee alone.
    pub stock: Option<CardList>,
    /// The previous discard as it lies, `None` before the first deal.
    pub previous: Option<Combination>,
    /// The cards of it that may be taken, each kind once, as they lie (J23, J24); none unless a turn is due.
    pub open_cards: CardList,
    /// How many cards are buried (J26).
    pub buried_count: u8,
    /// The buried cards; for the referee alone.
    pub buried: Option<Cards>,
    /// While a slap is due (J28) the card drawn, if the viewer may know it; its rank is that of the previous discard.
    pub slap_card: Option<Card>,
    /// With a most of turns (J49) the turns completed in this deal, otherwise 0.
    pub turns: u16,
    /// Who called in the deal that ended last; `None` while a deal is going on.
    pub caller: Option<Seat>,
    /// How many deals have been finished.
    pub finished_deals: u32,
    /// The standing of each seat after the last finished deal (G8).
    pub standing: Vec<SeatScore>,
    /// The winners, none until the match is over.
    pub winners: Vec<Seat>,
}

impl Setup {
    pub(super) const fn phase(&self) -> Phase {
        match self.stage {
            Stage::DealDue => Phase::Deal,
            Stage::Turn { .. } => Phase::Turn,
            Stage::Slap { .. } => Phase::Slap,
            Stage::Over => Phase::Over,
        }
    }

    pub(super) fn turn(&self) -> Option<Seat> {
        match self.stage {
            Stage::DealDue => self.next_dealer(),
            Stage::Turn { seat } | Stage::Slap { seat, .. } => Some(seat),
            Stage::Over => None,
        }
    }

    pub(super) fn view(&self, viewer: Viewer) -> View {
        let referee = viewer == Viewer::Referee;
        let playing = self.is_playing();
        let open = match (self.stage, self.previous) {
            (Stage::Turn { .. }, Some(previous)) => {
                previous.open_cards(&self.options).as_slice().iter().copied().collect()
            }
            _ => CardList::EMPTY,
        };
        View {
            viewer,
            options: self.options,
            phase: self.phase(),
            deal_number: self.deal_number,
            dealer: self.dealer,
            turn: self.turn(),
            next_starter: if self.stage == Stage::DealDue { self.next_starter() } else { None },
            direction: Direction::Clockwise,
            hands: self.all_seats().map(|seat| shown(self.open_hand(seat), viewer, !playing)).collect(),
            stock_count: self.stock_count(),
            stock: referee.then(|| self.stock.as_slice().iter().rev().copied().collect()),
            previous: self.previous,
            open_cards: open,
            buried_count: u8::try_from(self.buried.len()).unwrap_or(u8::MAX),
            buried: referee.then_some(self.buried),
            slap_card: match self.stage {
                Stage::Slap { seat, card } => viewer.knows_hand_of(seat).then_some(card),
                Stage::DealDue | Stage::Turn { .. } | Stage::Over => None,
            },
            turns: self.turns,
            caller: if playing { None } else { self.last_deal.and_then(|last| last.caller) },
            finished_deals: self.finished_deals(),
            standing: self.seat_scores(),
            winners: self.winners(),
        }
    }
}

/// A hand as the viewer may see it: open if it is the viewer's own, or shown to all.
fn shown(hand: Hand, viewer: Viewer, to_all: bool) -> Hand {
    Hand { cards: hand.cards.filter(|_| to_all || viewer.knows_hand_of(hand.seat)), ..hand }
}

/// What a viewer may know of an event (G7). Everybody hears of every event.
pub(super) fn seen(event: &Event, viewer: Viewer) -> Event {
    match event {
        Event::Dealt { deal, dealer, starter, hands, turned_up, stock_count } => Event::Dealt {
            deal: *deal,
            dealer: *dealer,
            starter: *starter,
            hands: hands.iter().map(|&hand| shown(hand, viewer, false)).collect(),
            turned_up: *turned_up,
            stock_count: *stock_count,
        },
        Event::Drew { seat, card } => Event::Drew { seat: *seat, card: card.filter(|_| viewer.knows_hand_of(*seat)) },
        Event::Discarded { .. }
        | Event::Reshuffled { .. }
        | Event::Took { .. }
        | Event::SlapOffered { .. }
        | Event::Slapped { .. }
        | Event::Kept { .. }
        | Event::Called { .. }
        | Event::DealEnded { .. }
        | Event::MatchEnded { .. } => event.clone(),
    }
}
