use super::{Combination, Event, Hand, Move, Setup, Stage, Take};
use crate::cards::{Card, Purpose};
use crate::games::{Outcome, PlayError, Seat, Shuffles, Sink};

const NOTHING_HIDDEN: Outcome = Outcome { revealed_hidden: false };
const REVEALED: Outcome = Outcome { revealed_hidden: true };

impl Setup {
    /// Makes a checked move in canonical form. See [`crate::games::Position::make`].
    pub(super) fn make(
        &mut self,
        mv: &Move,
        shuffles: &mut Shuffles<'_>,
        events: &mut impl Sink<Event>,
    ) -> Result<Outcome, PlayError> {
        match (*mv, self.stage) {
            (Move::Deal, Stage::DealDue) => self.deal(shuffles, events),
            (Move::Discard { cards, take }, Stage::Turn { seat }) => self.discard(seat, cards, take, shuffles, events),
            (Move::Call, Stage::Turn { seat }) => {
                events.push(Event::Called { seat });
                self.end_deal(Some(seat), events);
                Ok(REVEALED)
            }
            (Move::Slap, Stage::Slap { seat, card }) => Ok(self.slap(seat, card, events)),
            (Move::Keep, Stage::Slap { seat, .. }) => {
                events.push(Event::Kept { seat });
                Ok(self.end_turn(seat, events))
            }
            (Move::Discard { .. } | Move::Call | Move::Slap | Move::Keep | Move::Deal, _) => Ok(NOTHING_HIDDEN),
        }
    }

    /// Deals (J6, J7): to the players in the match, one card at a time from the seat after the dealer.
    fn deal(&mut self, shuffles: &mut Shuffles<'_>, events: &mut impl Sink<Event>) -> Result<Outcome, PlayError> {
        let dealer = self.next_dealer().unwrap_or_else(|| shuffles.seat(Purpose::Dealer, self.seats));
        let starter = self.next_starter().unwrap_or_else(|| shuffles.seat(Purpose::Starter, self.seats));
        self.deal_number = self.deal_number.saturating_add(1);
        let mut order = shuffles.shuffle(self.options.deck(self.seats), self.deal_number, 0)?;
        order.as_mut_slice().reverse();

        self.hands = Default::default();
        let mut seat = dealer;
        for _ in 0..self.survivors() * usize::from(self.options.hand_size) {
            seat = self.next_in(seat);
            if let Some(card) = order.pop() {
                self.hands[seat.index()].insert(card);
            }
        }
        let turned_up = order.pop().unwrap_or(Card::JOKER);
        self.dealer = Some(dealer);
        self.starter = None;
        self.previous = Some(Combination::single(turned_up));
        self.stock = order;
        self.buried = Default::default();
        self.turns = 0;
        self.shuffles = 1;
        self.stage = Stage::Turn { seat: starter };
        events.push(Event::Dealt {
            deal: self.deal_number,
            dealer,
            starter,
            hands: self.open_hands(),
            turned_up,
            stock_count: self.stock_count(),
        });
        Ok(REVEALED)
    }

    /// How many cards the stock has.
    pub(super) fn stock_count(&self) -> u8 {
        u8::try_from(self.stock.len()).unwrap_or(u8::MAX)
    }

    /// The hands of those who take or took part in the deal, open.
    fn open_hands(&self) -> Vec<Hand> {
        let takes_part = |&seat: &Seat| self.is_in(seat) || !self.hand(seat).is_empty();
        self.all_seats().filter(takes_part).map(|seat| self.open_hand(seat)).collect()
    }

    /// A hand, open.
    pub(super) fn open_hand(&self, seat: Seat) -> Hand {
        let cards = self.hand(seat);
        Hand { seat, count: u8::try_from(cards.len()).unwrap_or(u8::MAX), cards: Some(cards) }
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
            self.hands[seat.index()].remove(card);
        }
        events.push(Event::Discarded { seat, cards: laid });
        let taken = match take {
            Take::Card(card) => Some(card),
            Take::Stock => self.draw(shuffles, events)?,
        };
        if let Some(card) = taken {
            self.hands[seat.index()].insert(card);
        }
        let from_discard = if take == Take::Stock { None } else { taken };
        self.bury_previous(from_discard);
        self.previous = Some(laid);
        match from_discard {
            Some(card) => {
                events.push(Event::Took { seat, card });
                Ok(self.end_turn(seat, events))
            }
            None => {
                events.push(Event::Drew { seat, card: taken });
                self.after_draw(seat, laid, taken, events);
                Ok(REVEALED)
            }
        }
    }

    /// The top card of the stock, shuffling the buried cards into a new one if it is empty (J27).
    fn draw(&mut self, shuffles: &mut Shuffles<'_>, events: &mut impl Sink<Event>) -> Result<Option<Card>, PlayError> {
        if self.stock.is_empty() {
            let mut order = shuffles.shuffle(self.buried, self.deal_number, self.shuffles)?;
            order.as_mut_slice().reverse();
            self.stock = order;
            self.buried = Default::default();
            self.shuffles = self.shuffles.saturating_add(1);
            events.push(Event::Reshuffled { stock_count: self.stock_count() });
        }
        Ok(self.stock.pop())
    }

    /// Buries what is left of the previous discard (J26).
    fn bury_previous(&mut self, mut taken: Option<Card>) {
        for &card in self.previous.iter().flat_map(Combination::cards) {
            if taken == Some(card) {
                taken = None;
            } else {
                self.buried.insert(card);
            }
        }
    }

    /// The turn is over after a draw, unless the card drawn may be slapped (J28).
    fn after_draw(&mut self, seat: Seat, laid: Combination, drawn: Option<Card>, events: &mut impl Sink<Event>) {
        match drawn {
            Some(card) if self.options.slap_down && laid.takes_slap(card) => {
                self.stage = Stage::Slap { seat, card };
                events.push(Event::SlapOffered { seat });
            }
            _ => {
                self.end_turn(seat, events);
            }
        }
    }

    fn slap(&mut self, seat: Seat, card: Card, events: &mut impl Sink<Event>) -> Outcome {
        self.hands[seat.index()].remove(card);
        self.previous = self.previous.map(|previous| previous.slapped(card, &self.options));
        events.push(Event::Slapped { seat, card });
        self.end_turn(seat, events)
    }

    /// The next player's turn, or the end of the deal after the most turns (J49).
    fn end_turn(&mut self, seat: Seat, events: &mut impl Sink<Event>) -> Outcome {
        if self.options.max_turns > 0 {
            self.turns = self.turns.saturating_add(1);
            if self.turns >= self.options.max_turns {
                self.end_deal(None, events);
                return REVEALED;
            }
        }
        self.stage = Stage::Turn { seat: self.next_in(seat) };
        NOTHING_HIDDEN
    }

    fn end_deal(&mut self, caller: Option<Seat>, events: &mut impl Sink<Event>) {
        let hands = self.open_hands();
        let eliminated = self.settle(caller);
        self.stage = if self.survivors() > 1 { Stage::DealDue } else { Stage::Over };
        events.push(Event::DealEnded {
            deal: self.deal_number,
            caller,
            hands,
            lines: self.lines(),
            totals: self.totals[..usize::from(self.seats)].to_vec(),
            eliminated: self.all_seats().filter(|seat| eliminated[seat.index()]).collect(),
        });
        if self.stage == Stage::Over {
            events.push(Event::MatchEnded { winners: self.winners() });
        }
    }
}
