use super::check::is_several;
use super::position::count;
use super::{
    Ace, DealResult, DrawReason, Eight, Ending, Event, Move, Opening, Position, Setup, Stage, Ten, Undeclared,
    hand_points,
};
use crate::cards::{Card, CardSet, Cards, Purpose, Rank, Suit};
use crate::games::{Outcome, PlayError, Seat, Shuffles, Sink};

const NOTHING: Outcome = Outcome { revealed_hidden: false };
const REVEALED: Outcome = Outcome { revealed_hidden: true };

/// Makes a move that [`check_move`](super::check::check_move) has accepted.
pub(super) fn make(
    position: &mut Position,
    mv: Move,
    shuffles: &mut Shuffles<'_>,
    events: &mut impl Sink<Event>,
) -> Result<Outcome, PlayError> {
    match (mv, position.player()) {
        (Move::Play { card, naming, last }, Some(seat)) => Ok(position.play_card(seat, card, naming, last, events)),
        (Move::Draw, Some(seat)) => position.draw(seat, shuffles, events),
        (Move::Pass, Some(seat)) => Ok(position.pass(seat, events)),
        (Move::Deal, None) => position.deal(shuffles, events),
        (Move::Deal | Move::Play { .. } | Move::Draw | Move::Pass, _) => {
            unreachable!("the phase has been checked (G2)")
        }
    }
}

/// The cards that can have an effect besides the jacks: most cards have none, and are told from these at once.
const SPECIAL: CardSet = CardSet::rank(Rank::Ace)
    .union(CardSet::rank(Rank::Seven))
    .union(CardSet::rank(Rank::Eight))
    .union(CardSet::rank(Rank::Ten));

impl Position {
    fn deal(&mut self, shuffles: &mut Shuffles<'_>, events: &mut impl Sink<Event>) -> Result<Outcome, PlayError> {
        let dealer = self.next_dealer().unwrap_or_else(|| shuffles.seat(Purpose::Dealer, self.0.seats));
        let deal_number = self.0.deal_number.saturating_add(1);
        let mut stock = shuffles.shuffle(self.deck(), deal_number, 0)?;
        stock.as_mut_slice().reverse();

        let opener = dealer.next(self.0.seats);
        let mut hands = [Cards::EMPTY; Seat::MAX as usize];
        let mut seat = opener;
        for _ in 0..self.0.options.hand_size {
            for _ in 0..self.0.seats {
                let card = stock.pop().expect("the decks hold all hands and one card more (P3)");
                hands[seat.index()].insert(card);
                seat = seat.next(self.0.seats);
            }
        }
        if self.0.options.opener_extra {
            let card = stock.pop().expect("the decks hold the extra card too (P3)");
            hands[opener.index()].insert(card);
        }
        self.0 = Setup {
            deal_number,
            shuffles: 1,
            stage: Stage::Opening { seat: opener, opened: 0, drawn: 0 },
            hands,
            stock,
            totals: self.0.totals,
            last_deal: self.0.last_deal,
            ..Setup::new(self.0.options, self.0.seats, Some(dealer))
        };
        events.push(Event::Dealt {
            deal: deal_number,
            dealer,
            opener,
            hands: hands.iter().take(usize::from(self.0.seats)).copied().map(Some).collect(),
            hand_size: self.0.options.hand_size,
            opener_size: self.0.options.opener_size(),
            stock: count(stock.len()),
        });
        Ok(REVEALED)
    }

    fn play_card(
        &mut self,
        seat: Seat,
        card: Card,
        naming: Option<Suit>,
        last: bool,
        events: &mut impl Sink<Event>,
    ) -> Outcome {
        let held = self.0.hands[seat.index()].remove(card);
        debug_assert!(held, "a card played is in the hand (G4)");
        if let Some(covered) = self.0.top.replace(card) {
            self.0.under.insert(covered);
        }
        let hand = self.0.hands[seat.index()];
        let opening = matches!(self.0.stage, Stage::Opening { .. });
        let opening_jack = opening && card.rank() == Some(Rank::Jack);
        // The check has seen to it that a jack names a suit where one is to be followed (P8, P15, P38).
        self.0.named = if opening_jack { Some(Suit::Clubs) } else { naming };
        events.push(Event::Played { seat, card, named: self.0.named, declared: last, left: count(hand.len()) });
        if hand.is_empty() {
            self.end_deal(Ending::WentOut { winner: seat, last_card: card }, events);
            return REVEALED;
        }
        if let Stage::Opening { opened, .. } = self.0.stage {
            self.end_opening(seat, opened)
        } else {
            let undeclared = self.0.options.declare_last && !last && !is_several(hand) && !self.0.stock.is_empty();
            self.take_effect(seat, card, undeclared, events)
        }
    }

    /// Ends the turn of an opener, whose card has no effect (P8): next is another opener (P11) or the first ordinary turn.
    fn end_opening(&mut self, seat: Seat, opened: u8) -> Outcome {
        let opened = opened + 1;
        let more = self.0.options.opening == Opening::All && opened < self.0.seats;
        let seat = self.after(seat);
        self.0.stage = if more { Stage::Opening { seat, opened, drawn: 0 } } else { Stage::Turn { seat, drawn: 0 } };
        NOTHING
    }

    /// Applies the effect of any other card. If that ends the turn, a player who did not declare the last card draws first
    /// (P49).
    fn take_effect(&mut self, seat: Seat, card: Card, undeclared: bool, events: &mut impl Sink<Event>) -> Outcome {
        if !SPECIAL.contains(card) {
            let revealed_hidden = self.end_turn(seat, undeclared, events);
            self.0.stage = Stage::Turn { seat: self.after(seat), drawn: 0 };
            return Outcome { revealed_hidden };
        }
        let rank = card.rank();
        if rank == Some(Rank::Ace) && self.0.options.ace == Ace::Extra {
            self.0.stage = Stage::Extra { seat, drawn: self.drawn(), undeclared };
            events.push(Event::ExtraCard { seat });
            return NOTHING;
        }
        let mut revealed = self.end_turn(seat, undeclared, events);
        if rank == Some(Rank::Ten) && self.0.options.ten == Ten::Reverse && self.0.seats > 2 {
            self.0.reversed = !self.0.reversed;
            events.push(Event::Reversed { direction: self.direction() });
        }
        let mut next = self.after(seat);
        if rank == Some(Rank::Ace) && self.0.options.ace == Ace::AllDraw {
            revealed |= self.let_all_draw(seat, events);
            next = seat;
        }
        if self.skips(rank) {
            events.push(Event::Skipped { seat: next });
            next = self.after(next);
        }
        if rank == Some(Rank::Seven) {
            let sevens = if let Stage::Penalty { sevens, .. } = self.0.stage { sevens + 1 } else { 1 };
            self.0.stage = Stage::Penalty { seat: next, sevens };
            events.push(Event::SevensPending { seat: next, sevens, owed: self.owed(sevens) });
        } else {
            self.0.stage = Stage::Turn { seat: next, drawn: 0 };
        }
        Outcome { revealed_hidden: revealed }
    }

    /// Ends the turn of a player, who pays for a last card that was not declared (P49, P52). Returns whether cards were drawn.
    fn end_turn(&mut self, seat: Seat, undeclared: bool, events: &mut impl Sink<Event>) -> bool {
        if self.0.barred != 0 {
            self.0.barred &= !(1 << seat.number());
        }
        if !undeclared {
            return false;
        }
        match self.0.options.undeclared {
            Undeclared::Draw => {
                self.take(seat, self.0.options.undeclared_draws.into(), DrawReason::Undeclared, events) > 0
            }
            Undeclared::NoFinish => {
                self.0.barred |= 1 << seat.number();
                events.push(Event::Barred { seat });
                false
            }
        }
    }

    /// Lets every other player draw for an ace, in the direction of play, while the stock lasts (P54). Returns whether cards
    /// were drawn.
    fn let_all_draw(&mut self, player: Seat, events: &mut impl Sink<Event>) -> bool {
        let mut drawn = 0;
        let mut seat = self.after(player);
        while seat != player {
            drawn += self.take(seat, 1, DrawReason::Ace, events);
            seat = self.after(seat);
        }
        events.push(Event::NewTurn { seat: player });
        drawn > 0
    }

    /// Whether a card of that rank skips the next player (P28, P31, P32).
    fn skips(&self, rank: Option<Rank>) -> bool {
        let options = &self.0.options;
        match rank {
            Some(Rank::Eight) => options.eight == Eight::Skip,
            Some(Rank::Ten) => options.ten_skips_with_two && options.ten == Ten::Reverse && self.0.seats == 2,
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
        let (wanted, reason, next) = match self.0.stage {
            Stage::Opening { opened, drawn, .. } => {
                (1, DrawReason::Opening, Stage::Opening { seat, opened, drawn: drawn + 1 })
            }
            Stage::Turn { drawn, .. } => (1, DrawReason::Turn, Stage::Turn { seat, drawn: drawn + 1 }),
            Stage::Penalty { sevens, .. } => {
                let owed = self.owed(sevens);
                let whose = if self.0.options.play_after_penalty { seat } else { self.after(seat) };
                if whose != seat {
                    self.end_turn(seat, false, events);
                }
                (owed, DrawReason::Penalty, Stage::Turn { seat: whose, drawn: 0 })
            }
            Stage::Extra { .. } | Stage::DealDue | Stage::Over => {
                unreachable!("nothing is drawn here (P33, G2)");
            }
        };
        if wanted == 1
            && let Some(card) = self.0.stock.pop()
        {
            // By far the most draws, without the loop over several cards.
            self.0.hands[seat.index()].insert(card);
            let stock = count(self.0.stock.len());
            events.push(Event::Drew { seat, reason, count: 1, cards: Some(card.into()), stock });
            self.0.stage = next;
            return Ok(REVEALED);
        }
        let mut missing = wanted - self.take(seat, wanted, reason, events);
        if missing > 0 && self.can_reshuffle() {
            self.reshuffle(shuffles, events)?;
            missing -= self.take(seat, missing, reason, events);
        }
        if missing > 0 {
            events.push(Event::StockRanOut { seat, missing });
            self.end_deal(Ending::StockOut, events);
        } else {
            self.0.stage = next;
        }
        Ok(REVEALED)
    }

    /// Moves up to `wanted` cards from the stock to a hand, and returns how many there were.
    fn take(&mut self, seat: Seat, wanted: u16, reason: DrawReason, events: &mut impl Sink<Event>) -> u16 {
        let mut cards = Cards::EMPTY;
        let mut taken = 0;
        while taken < wanted
            && let Some(card) = self.0.stock.pop()
        {
            self.0.hands[seat.index()].insert(card);
            cards.insert(card);
            taken += 1;
        }
        if taken > 0 {
            let stock = count(self.0.stock.len());
            events.push(Event::Drew { seat, reason, count: count(taken.into()), cards: Some(cards), stock });
        }
        taken
    }

    /// Shuffles the discards under the top card into a new stock (P40, P44).
    fn reshuffle(&mut self, shuffles: &mut Shuffles<'_>, events: &mut impl Sink<Event>) -> Result<(), PlayError> {
        self.0.stock = shuffles.shuffle(self.0.under, self.0.deal_number, self.0.shuffles)?;
        self.0.stock.as_mut_slice().reverse();
        self.0.under = Cards::EMPTY;
        self.0.shuffles = self.0.shuffles.saturating_add(1);
        events.push(Event::Reshuffled { stock: count(self.0.stock.len()) });
        Ok(())
    }

    fn pass(&mut self, seat: Seat, events: &mut impl Sink<Event>) -> Outcome {
        let undeclared = match self.0.stage {
            Stage::Turn { .. } => false,
            Stage::Extra { undeclared, .. } => undeclared,
            Stage::Opening { .. } | Stage::Penalty { .. } | Stage::DealDue | Stage::Over => {
                unreachable!("nobody passes here (P7, P22, G2)");
            }
        };
        events.push(Event::Passed { seat });
        let revealed_hidden = self.end_turn(seat, undeclared, events);
        self.0.stage = Stage::Turn { seat: self.after(seat), drawn: 0 };
        Outcome { revealed_hidden }
    }

    fn end_deal(&mut self, ending: Ending, events: &mut impl Sink<Event>) {
        let result = DealResult { ending, hands: self.0.hands.map(hand_points) };
        self.0.last_deal = Some(result);
        self.0.barred = 0;
        for (total, score) in self.0.totals.iter_mut().zip(result.scores(self.0.seats)) {
            *total += score;
        }
        self.0.stage = if self.is_last_deal() { Stage::Over } else { Stage::DealDue };
        let seats = usize::from(self.0.seats);
        events.push(Event::DealEnded {
            deal: self.0.deal_number,
            result,
            hands: self.0.hands[..seats].to_vec(),
            totals: self.0.totals[..seats].to_vec(),
        });
        if self.0.stage == Stage::Over {
            events.push(Event::MatchEnded { winners: self.winners() });
        }
    }
}
