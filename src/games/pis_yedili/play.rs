use super::legal::several;
use super::score::{DealResult, Ending, hand_points};
use super::{Ace, DrawReason, Eight, Event, Move, Opening, Setup, Stage, Ten};
use crate::cards::{Card, CardSet, Cards, Purpose, Rank, Suit};
use crate::games::{Outcome, PlayError, Seat, Shuffles, Sink};

/// A count of cards: no pile has more than 104.
fn count(n: usize) -> u8 {
    u8::try_from(n).unwrap_or(u8::MAX)
}

const NOTHING: Outcome = Outcome { revealed_hidden: false };
const REVEALED: Outcome = Outcome { revealed_hidden: true };

// What moves do. Each trusts that the move has been checked; an unchecked one leaves a valid position all the same.
impl Setup {
    pub(super) fn make(
        &mut self,
        mv: Move,
        shuffles: &mut Shuffles<'_>,
        events: &mut impl Sink<Event>,
    ) -> Result<Outcome, PlayError> {
        match (mv, self.mover()) {
            (Move::Play { card, naming, last }, Some(seat)) => Ok(self.play(seat, card, naming, last, events)),
            (Move::Draw, Some(seat)) => self.draw(seat, shuffles, events),
            (Move::Pass, Some(seat)) => Ok(self.pass(seat, events)),
            (Move::Deal, None) if self.stage == Stage::DealDue => self.deal(shuffles, events),
            (Move::Deal | Move::Play { .. } | Move::Draw | Move::Pass, _) => Ok(NOTHING),
        }
    }

    fn deal(&mut self, shuffles: &mut Shuffles<'_>, events: &mut impl Sink<Event>) -> Result<Outcome, PlayError> {
        let dealer = self.next_dealer().unwrap_or_else(|| shuffles.seat(Purpose::Dealer, self.seats));
        let deal_number = self.deal_number.saturating_add(1);
        let decks = Cards::decks(self.options.decks_in_play(self.seats), 0);
        let mut stock = shuffles.shuffle(decks, deal_number, 0)?;
        stock.as_mut_slice().reverse();

        let opener = dealer.next(self.seats);
        let mut hands = [Cards::EMPTY; Seat::MAX as usize];
        let mut seat = opener;
        for _ in 0..self.options.hand_size {
            for _ in 0..self.seats {
                if let Some(card) = stock.pop() {
                    hands[seat.index()].insert(card);
                }
                seat = seat.next(self.seats);
            }
        }
        *self = Self {
            deal_number,
            shuffles: 1,
            stage: Stage::Opening { seat: opener, opened: 0, drawn: 0 },
            hands,
            stock,
            totals: self.totals,
            last_deal: self.last_deal,
            ..Self::new(self.options, self.seats, Some(dealer))
        };
        events.push(Event::Dealt {
            deal: deal_number,
            dealer,
            opener,
            hands: hands.iter().take(usize::from(self.seats)).copied().map(Some).collect(),
            hand_size: self.options.hand_size,
            stock: count(stock.len()),
        });
        Ok(REVEALED)
    }

    fn play(
        &mut self,
        seat: Seat,
        card: Card,
        naming: Option<Suit>,
        last: bool,
        events: &mut impl Sink<Event>,
    ) -> Outcome {
        let opening = matches!(self.stage, Stage::Opening { .. });
        if (opening && card.suit() != Some(Suit::Clubs)) || !self.hands[seat.index()].remove(card) {
            return NOTHING;
        }
        if let Some(covered) = self.top.replace(card) {
            self.under.insert(covered);
        }
        let hand = self.hands[seat.index()];
        let names = CardSet::rank(Rank::Jack).contains(card) && !hand.is_empty();
        self.named = if !names {
            None
        } else if opening {
            Some(Suit::Clubs)
        } else {
            naming.or(card.suit())
        };
        events.push(Event::Played { seat, card, named: self.named, declared: last, left: count(hand.len()) });
        if hand.is_empty() {
            self.end_deal(Ending::WentOut { winner: seat, last_card: card }, events);
            return REVEALED;
        }
        if let Stage::Opening { opened, .. } = self.stage {
            self.end_opening(seat, opened)
        } else {
            let undeclared = self.options.declare_last && !last && !several(hand) && !self.stock.is_empty();
            self.take_effect(seat, card, undeclared, events)
        }
    }

    /// After an opening card: the next opener (P11), or the first ordinary turn. The card has no effect (P8).
    fn end_opening(&mut self, seat: Seat, opened: u8) -> Outcome {
        let opened = opened + 1;
        let more = self.options.opening == Opening::All && opened < self.seats;
        let seat = self.after(seat);
        self.stage = if more { Stage::Opening { seat, opened, drawn: 0 } } else { Stage::Turn { seat, drawn: 0 } };
        NOTHING
    }

    /// After any other card: its effect, the draw for a missing declaration at the end of the turn (P49), the next turn.
    fn take_effect(&mut self, seat: Seat, card: Card, undeclared: bool, events: &mut impl Sink<Event>) -> Outcome {
        let rank = card.rank();
        if rank == Some(Rank::Ace) && self.options.ace == Ace::Extra {
            let drawn = match self.stage {
                Stage::Turn { drawn, .. } | Stage::Extra { drawn, .. } => drawn,
                Stage::DealDue | Stage::Opening { .. } | Stage::Penalty { .. } | Stage::Over => 0,
            };
            self.stage = Stage::Extra { seat, drawn, undeclared };
            events.push(Event::ExtraCard { seat });
            return NOTHING;
        }
        if undeclared {
            self.take(seat, 1, DrawReason::Undeclared, events);
        }
        if rank == Some(Rank::Ten) && self.options.ten == Ten::Reverse && self.seats > 2 {
            self.reversed = !self.reversed;
            events.push(Event::Reversed { direction: self.direction() });
        }
        let mut next = self.after(seat);
        if self.skips(rank) {
            events.push(Event::Skipped { seat: next });
            next = self.after(next);
        }
        if rank == Some(Rank::Seven) {
            let sevens = if let Stage::Penalty { sevens, .. } = self.stage { sevens + 1 } else { 1 };
            self.stage = Stage::Penalty { seat: next, sevens };
            events.push(Event::SevensPending { seat: next, sevens, owed: self.owed(sevens) });
        } else {
            self.stage = Stage::Turn { seat: next, drawn: 0 };
        }
        Outcome { revealed_hidden: undeclared }
    }

    /// Whether a card of that rank skips the next player (P28, P31, P32).
    fn skips(&self, rank: Option<Rank>) -> bool {
        let options = &self.options;
        match rank {
            Some(Rank::Eight) => options.eight == Eight::Skip,
            Some(Rank::Ten) => options.ten_skips_with_two && options.ten == Ten::Reverse && self.seats == 2,
            Some(Rank::Ace) => options.ace == Ace::Skip,
            _ => false,
        }
    }

    fn draw(
        &mut self,
        seat: Seat,
        shuffles: &mut Shuffles<'_>,
        events: &mut impl Sink<Event>,
    ) -> Result<Outcome, PlayError> {
        let limit = self.options.draw_limit;
        let (wanted, reason, next) = match self.stage {
            Stage::Opening { opened, drawn, .. } => {
                (1, DrawReason::Opening, Stage::Opening { seat, opened, drawn: drawn.saturating_add(1) })
            }
            Stage::Turn { drawn, .. } if limit == 0 || drawn < limit => {
                (1, DrawReason::Turn, Stage::Turn { seat, drawn: drawn.saturating_add(1) })
            }
            Stage::Penalty { sevens, .. } => {
                let whose = if self.options.play_after_penalty { seat } else { self.after(seat) };
                (self.owed(sevens), DrawReason::Penalty, Stage::Turn { seat: whose, drawn: 0 })
            }
            Stage::Turn { .. } | Stage::Extra { .. } | Stage::DealDue | Stage::Over => return Ok(NOTHING),
        };
        let mut missing = wanted - self.take(seat, wanted, reason, events);
        if missing > 0 && self.reshuffles() && !self.under.is_empty() {
            self.reshuffle(shuffles, events)?;
            missing -= self.take(seat, missing, reason, events);
        }
        if missing > 0 {
            events.push(Event::StockRanOut { seat, missing });
            self.end_deal(Ending::StockOut, events);
        } else {
            self.stage = next;
        }
        Ok(REVEALED)
    }

    /// Moves up to that many cards from the stock into a hand, and says how many there were.
    fn take(&mut self, seat: Seat, wanted: u8, reason: DrawReason, events: &mut impl Sink<Event>) -> u8 {
        let mut cards = Cards::EMPTY;
        let mut taken = 0;
        while taken < wanted
            && let Some(card) = self.stock.pop()
        {
            cards.insert(card);
            self.hands[seat.index()].insert(card);
            taken += 1;
        }
        if taken > 0 {
            let stock = count(self.stock.len());
            events.push(Event::Drew { seat, reason, count: taken, cards: Some(cards), stock });
        }
        taken
    }

    /// The discards under the top card become the stock (P40, P44).
    fn reshuffle(&mut self, shuffles: &mut Shuffles<'_>, events: &mut impl Sink<Event>) -> Result<(), PlayError> {
        self.stock = shuffles.shuffle(self.under, self.deal_number, self.shuffles)?;
        self.stock.as_mut_slice().reverse();
        self.under = Cards::EMPTY;
        self.shuffles = self.shuffles.saturating_add(1);
        events.push(Event::Reshuffled { stock: count(self.stock.len()) });
        Ok(())
    }

    fn pass(&mut self, seat: Seat, events: &mut impl Sink<Event>) -> Outcome {
        let undeclared = match self.stage {
            Stage::Turn { .. } => false,
            Stage::Extra { undeclared, .. } => undeclared,
            Stage::DealDue | Stage::Opening { .. } | Stage::Penalty { .. } | Stage::Over => return NOTHING,
        };
        events.push(Event::Passed { seat });
        if undeclared {
            self.take(seat, 1, DrawReason::Undeclared, events);
        }
        self.stage = Stage::Turn { seat: self.after(seat), drawn: 0 };
        Outcome { revealed_hidden: undeclared }
    }

    fn end_deal(&mut self, ending: Ending, events: &mut impl Sink<Event>) {
        let result = DealResult { ending, hands: self.hands.map(hand_points) };
        self.last_deal = Some(result);
        for (total, score) in self.totals.iter_mut().zip(result.scores(self.seats)) {
            *total = total.saturating_add(score);
        }
        self.stage = if self.is_last_deal() { Stage::Over } else { Stage::DealDue };
        let seats = usize::from(self.seats);
        events.push(Event::DealEnded {
            deal: self.deal_number,
            result,
            hands: self.hands[..seats].to_vec(),
            totals: self.totals[..seats].to_vec(),
        });
        if self.stage == Stage::Over {
            events.push(Event::MatchEnded { winners: self.winners() });
        }
    }
}
