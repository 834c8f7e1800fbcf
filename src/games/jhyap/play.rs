use super::{Combination, Event, Hand, Move, Position, Stage, Take};
use crate::cards::{Card, Cards, Purpose};
use crate::games::{Outcome, PlayError, Seat, Shuffles, Sink};

const NOTHING_HIDDEN: Outcome = Outcome { revealed_hidden: false };
const REVEALED: Outcome = Outcome { revealed_hidden: true };
/// Why a deck cannot run out while it is dealt.
const ENOUGH_CARDS: &str = "the cards in play are more than all hands";
/// Why there is a card to draw at every turn: J50 leaves one when a deal begins, and each turn buries at least as many cards as
/// it takes from the stock and the buried cards.
const STOCK_OR_BURIED: &str = "a card is in the stock or buried";

/// Makes a checked move in canonical form; see [`make`](crate::games::Position::make).
pub(super) fn make(
    position: &mut Position,
    mv: &Move,
    shuffles: &mut Shuffles<'_>,
    events: &mut impl Sink<Event>,
) -> Result<Outcome, PlayError> {
    match (*mv, position.0.stage) {
        (Move::Deal, Stage::DealDue) => position.deal(shuffles, events),
        (Move::Discard { cards, take }, Stage::Turn { seat }) => position.discard(seat, cards, take, shuffles, events),
        (Move::Call, Stage::Turn { seat }) => {
            events.push(Event::Called { seat });
            position.end_deal(Some(seat), events);
            Ok(REVEALED)
        }
        (Move::Slap, Stage::Slap { seat, card }) => Ok(position.slap(seat, card, events)),
        (Move::Keep, Stage::Slap { seat, .. }) => {
            events.push(Event::Kept { seat });
            Ok(position.end_turn(seat, events))
        }
        (Move::Discard { .. } | Move::Call | Move::Slap | Move::Keep | Move::Deal, _) => {
            unreachable!("the phase has been checked")
        }
    }
}

/// The cards that a move would shuffle: all of them to deal, the buried ones when the stock is empty (J27).
pub(super) fn cards_to_shuffle(position: &Position, mv: &Move) -> Option<Cards> {
    match (position.0.stage, mv) {
        (Stage::DealDue, Move::Deal) => Some(position.0.options.deck(position.0.seats)),
        (Stage::Turn { .. }, Move::Discard { take: Take::Stock, .. }) if position.0.stock.is_empty() => {
            Some(position.0.buried)
        }
        _ => None,
    }
}

/// A number of cards, of which a match has at most 112.
pub(super) fn count(cards: usize) -> u8 {
    u8::try_from(cards).expect("a match has at most 112 cards")
}

impl Position {
    /// Deals (J6, J7): to the players in the match, one card at a time from the seat after the dealer.
    fn deal(&mut self, shuffles: &mut Shuffles<'_>, events: &mut impl Sink<Event>) -> Result<Outcome, PlayError> {
        let dealer = self.next_dealer().unwrap_or_else(|| shuffles.seat(Purpose::Dealer, self.0.seats));
        let starter = self.next_starter().unwrap_or_else(|| shuffles.seat(Purpose::Starter, self.0.seats));
        self.0.deal_number = self.0.deal_number.saturating_add(1);
        let mut order = shuffles.shuffle(self.0.options.deck(self.0.seats), self.0.deal_number, 0)?;
        order.as_mut_slice().reverse();

        self.0.hands = Default::default();
        let mut seat = dealer;
        for _ in 0..self.survivors() * usize::from(self.0.options.hand_size) {
            seat = self.next_in(seat);
            self.0.hands[seat.index()].insert(order.pop().expect(ENOUGH_CARDS));
        }
        let turned_up = order.pop().expect(ENOUGH_CARDS);
        self.0.dealer = Some(dealer);
        self.0.starter = None;
        self.0.previous = Some(Combination::single(turned_up));
        self.0.stock = order;
        self.0.buried = Default::default();
        self.0.turns = 0;
        self.0.shuffles = 1;
        self.0.stage = Stage::Turn { seat: starter };
        events.push(Event::Dealt {
            deal: self.0.deal_number,
            dealer,
            starter,
            hands: self.open_hands(),
            turned_up,
            stock_count: self.stock_count(),
        });
        Ok(REVEALED)
    }

    /// The number of cards in the stock.
    pub(super) fn stock_count(&self) -> u8 {
        count(self.0.stock.len())
    }

    /// The hands of those who take or took part in the deal, with their cards.
    fn open_hands(&self) -> Vec<Hand> {
        let takes_part = |&seat: &Seat| self.is_in(seat) || !self.hand(seat).is_empty();
        self.all_seats().filter(takes_part).map(|seat| self.open_hand(seat)).collect()
    }

    /// A hand with its cards.
    pub(super) fn open_hand(&self, seat: Seat) -> Hand {
        let cards = self.hand(seat);
        Hand { seat, count: count(cards.len()), cards: Some(cards) }
    }

    fn discard(
        &mut self,
        seat: Seat,
        laid: Combination,
        take: Take,
        shuffles: &mut Shuffles<'_>,
        events: &mut impl Sink<Event>,
    ) -> Result<Outcome, PlayError> {
        for &card in laid.cards() {
            self.0.hands[seat.index()].remove(card);
        }
        events.push(Event::Discarded { seat, cards: laid });
        match take {
            Take::Card(card) => {
                self.0.hands[seat.index()].insert(card);
                self.bury_previous(Some(card));
                self.0.previous = Some(laid);
                events.push(Event::Took { seat, card });
                Ok(self.end_turn(seat, events))
            }
            Take::Stock => {
                let card = self.draw(shuffles, events)?;
                self.0.hands[seat.index()].insert(card);
                self.bury_previous(None);
                self.0.previous = Some(laid);
                events.push(Event::Drew { seat, card: Some(card) });
                self.after_draw(seat, laid, card, events);
                Ok(REVEALED)
            }
        }
    }

    /// Takes the top card of the stock. If the stock is empty, the buried cards are first shuffled into a new one (J27).
    fn draw(&mut self, shuffles: &mut Shuffles<'_>, events: &mut impl Sink<Event>) -> Result<Card, PlayError> {
        if self.0.stock.is_empty() {
            let mut order = shuffles.shuffle(self.0.buried, self.0.deal_number, self.0.shuffles)?;
            order.as_mut_slice().reverse();
            self.0.stock = order;
            self.0.buried = Default::default();
            self.0.shuffles = self.0.shuffles.saturating_add(1);
            events.push(Event::Reshuffled { stock_count: self.stock_count() });
        }
        Ok(self.0.stock.pop().expect(STOCK_OR_BURIED))
    }

    /// Buries the previous discard except the card taken from it (J26).
    fn bury_previous(&mut self, mut taken: Option<Card>) {
        for &card in self.previous().cards() {
            if taken == Some(card) {
                taken = None;
            } else {
                self.0.buried.insert(card);
            }
        }
    }

    /// Ends the turn after a draw, unless the player may slap the drawn card (J28).
    fn after_draw(&mut self, seat: Seat, laid: Combination, card: Card, events: &mut impl Sink<Event>) {
        if self.0.options.slap_down && laid.takes_slap(card) {
            self.0.stage = Stage::Slap { seat, card };
            events.push(Event::SlapOffered { seat });
        } else {
            self.end_turn(seat, events);
        }
    }

    fn slap(&mut self, seat: Seat, card: Card, events: &mut impl Sink<Event>) -> Outcome {
        self.0.hands[seat.index()].remove(card);
        self.0.previous = Some(self.previous().slapped(card, &self.0.options));
        events.push(Event::Slapped { seat, card });
        self.end_turn(seat, events)
    }

    /// Passes the turn to the next player, or ends the deal after `max_turns` turns (J49).
    fn end_turn(&mut self, seat: Seat, events: &mut impl Sink<Event>) -> Outcome {
        if self.0.options.max_turns > 0 {
            self.0.turns = self.0.turns.saturating_add(1);
            if self.0.turns >= self.0.options.max_turns {
                self.end_deal(None, events);
                return REVEALED;
            }
        }
        self.0.stage = Stage::Turn { seat: self.next_in(seat) };
        NOTHING_HIDDEN
    }

    fn end_deal(&mut self, caller: Option<Seat>, events: &mut impl Sink<Event>) {
        let hands = self.open_hands();
        let eliminated = self.settle(caller);
        self.0.stage = if self.survivors() > 1 { Stage::DealDue } else { Stage::Over };
        events.push(Event::DealEnded {
            deal: self.0.deal_number,
            caller,
            hands,
            lines: self.lines(),
            totals: self.0.totals[..usize::from(self.0.seats)].to_vec(),
            eliminated: self.all_seats().filter(|seat| eliminated[seat.index()]).collect(),
        });
        if self.0.stage == Stage::Over {
            events.push(Event::MatchEnded { winners: self.winners() });
        }
    }
}
