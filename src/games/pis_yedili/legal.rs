use super::{Move, Setup, Stage};
use crate::cards::{Card, CardSet, Cards, Rank, Suit};
use crate::games::{Listing, PlayError, Rule, Seat};
use std::ops::ControlFlow;

const fn broken(rule: u8, reason: &'static str) -> PlayError {
    PlayError::new(Rule::P(rule), reason)
}

/// The judge of moves. What it accepts and what is listed come from the same three questions: which cards match
/// ([`Setup::playable`]), whether one may draw, whether one may pass.
impl Setup {
    /// G5 and G2.
    pub(super) const fn verify_phase(&self, mv: Move) -> Result<(), PlayError> {
        match (self.stage, mv) {
            (Stage::Over, _) => Err(PlayError::new(Rule::G(5), "the match is over")),
            (Stage::DealDue, Move::Deal) => Ok(()),
            (Stage::DealDue, _) => Err(PlayError::new(Rule::G(2), "a deal is due")),
            (_, Move::Deal) => Err(PlayError::new(Rule::G(2), "the deal is not over")),
            (_, Move::Play { .. } | Move::Draw | Move::Pass) => Ok(()),
        }
    }

    pub(super) fn verify(&self, mv: Move) -> Result<(), PlayError> {
        self.verify_phase(mv)?;
        match (mv, self.turn()) {
            (Move::Deal, _) | (_, None) => Ok(()),
            (Move::Play { card, naming, last }, Some(seat)) => self.verify_play(seat, card, naming, last),
            (Move::Draw, Some(seat)) => self.verify_draw(seat),
            (Move::Pass, Some(_)) => self.verify_pass(),
        }
    }

    fn verify_play(&self, seat: Seat, card: Card, naming: Option<Suit>, last: bool) -> Result<(), PlayError> {
        let hand = self.hands[seat.index()];
        if !hand.contains(card) {
            return Err(PlayError::new(Rule::G(4), "the card is not in the hand").card(card));
        }
        if last && !self.may_declare(hand) {
            return Err(broken(49, "only a play that leaves one card is declared, with declare_last and a stock"));
        }
        if naming.is_some() && card.rank() != Some(Rank::Jack) {
            return Err(broken(15, "only a jack names a suit").card(card));
        }
        if !self.playable().contains(card) {
            return Err(self.mismatch(card).card(card));
        }
        self.verify_naming(hand, card, naming)
    }

    /// Why a card that does not match does not.
    fn mismatch(&self, card: Card) -> PlayError {
        let jack = card.rank() == Some(Rank::Jack);
        match self.stage {
            Stage::Opening { opened: 0, .. } => broken(6, "the opening card is a club"),
            Stage::Opening { .. } => broken(11, "everybody's first discard is a club"),
            Stage::Penalty { .. } => broken(23, "only a 7 may be played against a 7"),
            Stage::Extra { .. } if jack => broken(36, "a jack as the extra card is of the ace's suit"),
            Stage::Extra { .. } => broken(32, "the extra card matches the ace's rank or suit"),
            Stage::Turn { .. } | Stage::DealDue | Stage::Over => match self.named {
                Some(_) => broken(17, "on a jack goes a card of the named suit that is no jack"),
                None => broken(14, "the card matches neither the rank nor the suit"),
            },
        }
    }

    /// Whether a jack must name a suit: not when it opens (P8), nor when it is the last card (P38).
    fn names(&self, hand: Cards) -> bool {
        !matches!(self.stage, Stage::Opening { .. }) && hand.len() > 1
    }

    /// The one suit that a jack may not name (P16).
    fn barred_suit(&self) -> Option<Suit> {
        if self.options.jack_must_change_suit { self.top.and_then(Card::suit) } else { None }
    }

    /// Judges the suit that a matching jack names, and that no other card lacks one.
    fn verify_naming(&self, hand: Cards, card: Card, naming: Option<Suit>) -> Result<(), PlayError> {
        match naming {
            None if card.rank() == Some(Rank::Jack) && self.names(hand) => {
                Err(broken(15, "a jack names a suit").card(card))
            }
            None => Ok(()),
            Some(_) if matches!(self.stage, Stage::Opening { .. }) => {
                Err(broken(8, "an opening jack names no suit").card(card))
            }
            Some(_) if !self.names(hand) => Err(broken(38, "a last jack names no suit").card(card)),
            Some(suit) if self.barred_suit() == Some(suit) => {
                Err(broken(16, "a jack names another suit than the one to be matched").card(card))
            }
            Some(_) => Ok(()),
        }
    }

    /// Whether a play from this hand may be declared to leave one card (P49).
    pub(super) fn may_declare(&self, hand: Cards) -> bool {
        self.options.declare_last && hand.len() == 2 && !self.stock.is_empty()
    }

    fn verify_draw(&self, seat: Seat) -> Result<(), PlayError> {
        let can_play = || !self.hands[seat.index()].naturals().intersection(self.playable()).is_empty();
        match self.stage {
            Stage::Opening { .. } if can_play() => Err(broken(7, "with a club in hand the opener may not draw")),
            Stage::Extra { .. } => Err(broken(33, "after an ace one plays an extra card or passes")),
            Stage::Penalty { sevens, .. } if self.drawable() < usize::from(self.owed(sevens)) && can_play() => {
                Err(broken(40, "the stock cannot serve the penalty, and there is a 7 to play"))
            }
            Stage::Turn { drawn, .. } => self.verify_draw_in_turn(drawn, can_play),
            Stage::Opening { .. } | Stage::Penalty { .. } | Stage::DealDue | Stage::Over => Ok(()),
        }
    }

    fn verify_draw_in_turn(&self, drawn: u8, can_play: impl Fn() -> bool) -> Result<(), PlayError> {
        let limit = self.options.draw_limit;
        if limit != 0 && drawn >= limit {
            return Err(broken(19, "no more cards may be drawn in this turn"));
        }
        if self.drawable() == 0 {
            // This draw would end the deal, which is for those alone who can do nothing else.
            if drawn > 0 {
                return Err(broken(40, "the stock is empty, and after a draw one may pass"));
            }
            if can_play() {
                return Err(broken(40, "the stock is empty, and there is a card to play"));
            }
        } else if self.options.draw_only_if_stuck && can_play() {
            return Err(broken(13, "only who has no card to play may draw"));
        }
        Ok(())
    }

    const fn verify_pass(&self) -> Result<(), PlayError> {
        match self.stage {
            Stage::Opening { .. } | Stage::Turn { drawn: 0, .. } => {
                Err(broken(19, "only who has drawn in this turn may pass"))
            }
            Stage::Penalty { .. } => Err(broken(22, "pending sevens are answered by a 7 or by drawing")),
            Stage::Turn { .. } | Stage::Extra { .. } | Stage::DealDue | Stage::Over => Ok(()),
        }
    }

    /// Every legal move: plays in card order, a jack's suits in card order, each undeclared and then declared; then
    /// `draw`, then `pass`. Or `deal` alone.
    pub(super) fn list(&self, card: Option<Card>, give: &mut dyn FnMut(Move) -> ControlFlow<()>) -> Listing {
        let flow = match self.stage {
            Stage::Over => ControlFlow::Continue(()),
            Stage::DealDue if card.is_some() => ControlFlow::Continue(()),
            Stage::DealDue => give(Move::Deal),
            Stage::Opening { .. } | Stage::Turn { .. } | Stage::Penalty { .. } | Stage::Extra { .. } => {
                self.list_turn(card, give)
            }
        };
        if flow.is_break() { Listing::Cut } else { Listing::Complete }
    }

    fn list_turn(&self, card: Option<Card>, give: &mut dyn FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let Some(seat) = self.turn() else { return ControlFlow::Continue(()) };
        let hand = self.hands[seat.index()];
        let mut cards = hand.naturals().intersection(self.playable());
        if let Some(card) = card {
            cards = cards.intersection(CardSet::of(card));
        }
        let declaring: &[bool] = if self.may_declare(hand) { &[false, true] } else { &[false] };
        let naming = if self.names(hand) { CardSet::rank(Rank::Jack) } else { CardSet::EMPTY };
        for card in cards {
            if naming.contains(card) {
                self.list_jack(card, declaring, give)?;
            } else {
                for &last in declaring {
                    give(Move::Play { card, naming: None, last })?;
                }
            }
        }
        if card.is_none() {
            if self.verify_draw(seat).is_ok() {
                give(Move::Draw)?;
            }
            if self.verify_pass().is_ok() {
                give(Move::Pass)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn list_jack(
        &self,
        card: Card,
        declaring: &[bool],
        give: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let barred = self.barred_suit();
        for suit in Suit::ALL.into_iter().filter(|&suit| Some(suit) != barred) {
            for &last in declaring {
                give(Move::Play { card, naming: Some(suit), last })?;
            }
        }
        ControlFlow::Continue(())
    }
}
