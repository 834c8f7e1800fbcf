use super::refusal::Refusal;
use super::{Move, Setup, Stage};
use crate::cards::{Card, CardSet, Cards, Rank, Suit};
use crate::games::{Listing, Seat};
use std::ops::ControlFlow;

const JACKS: CardSet = CardSet::rank(Rank::Jack);

/// The cards of the rank or the suit of each card.
const LIKE: [CardSet; Card::KINDS] = {
    let mut like = [CardSet::EMPTY; Card::KINDS];
    let mut all = CardSet::DECK;
    while let Some(card) = all.first() {
        if let (Some(rank), Some(suit)) = (card.rank(), card.suit()) {
            like[card.index() as usize] = CardSet::rank(rank).union(CardSet::suit(suit));
        }
        all.remove(card);
    }
    like
};

/// Whether a hand is of more than one card.
pub(super) const fn several(hand: Cards) -> bool {
    let kinds = hand.naturals().bits();
    kinds & kinds.wrapping_sub(1) != 0 || !hand.pairs().is_empty()
}

// The judge of moves. What it accepts and what is listed come from the same questions: which cards match
// (`playable`), what a jack may name, whether one may declare, draw, pass.
impl Setup {
    /// The cards that may be laid now, whoever holds them: the one place where matching is decided (P6, P11, P14, P15,
    /// P17, P23, P32, P36).
    pub(super) const fn playable(&self) -> CardSet {
        let like = match self.top {
            Some(card) => LIKE[card.index() as usize],
            None => CardSet::EMPTY,
        };
        match self.stage {
            Stage::Turn { .. } => match self.named {
                Some(suit) => CardSet::suit(suit).difference(JACKS),
                None => like.union(JACKS),
            },
            Stage::Extra { .. } => like,
            Stage::Penalty { .. } => CardSet::rank(Rank::Seven),
            Stage::Opening { .. } => CardSet::suit(Suit::Clubs),
            Stage::DealDue | Stage::Over => CardSet::EMPTY,
        }
    }

    /// G5 and G2.
    pub(super) const fn verify_phase(&self, mv: Move) -> Result<(), Refusal> {
        match (self.stage, mv) {
            (Stage::Over, _) => Err(Refusal::MatchOver),
            (Stage::DealDue, Move::Deal) => Ok(()),
            (Stage::DealDue, _) => Err(Refusal::DealDue),
            (_, Move::Deal) => Err(Refusal::DealNotOver),
            (_, Move::Play { .. } | Move::Draw | Move::Pass) => Ok(()),
        }
    }

    /// Everything but G3 and G6.
    pub(super) fn verify(&self, mv: Move) -> Result<(), Refusal> {
        let Some(seat) = self.mover() else { return self.verify_phase(mv) };
        let hand = self.hands[seat.index()];
        match mv {
            Move::Play { card, naming, last } => self.verify_play(hand, card, naming, last),
            Move::Draw => self.verify_draw(hand),
            Move::Pass => self.verify_pass(),
            Move::Deal => Err(Refusal::DealNotOver),
        }
    }

    fn verify_play(&self, hand: Cards, card: Card, naming: Option<Suit>, last: bool) -> Result<(), Refusal> {
        if !hand.naturals().contains(card) {
            return Err(Refusal::NotInHand);
        }
        if last && !self.may_declare(hand) {
            return Err(Refusal::Declaration);
        }
        if naming.is_some() && !JACKS.contains(card) {
            return Err(Refusal::SuitWithoutJack);
        }
        if !self.playable().contains(card) {
            return Err(self.mismatch(card));
        }
        if JACKS.contains(card) { self.verify_naming(hand, naming) } else { Ok(()) }
    }

    /// Why a card that may not be laid may not.
    const fn mismatch(&self, card: Card) -> Refusal {
        match self.stage {
            Stage::Opening { opened: 0, .. } => Refusal::OpeningNoClub,
            Stage::Opening { .. } => Refusal::FirstDiscardNoClub,
            Stage::Penalty { .. } => Refusal::AgainstSeven,
            Stage::Extra { .. } if JACKS.contains(card) => Refusal::ExtraJack,
            Stage::Extra { .. } => Refusal::ExtraMismatch,
            Stage::Turn { .. } | Stage::DealDue | Stage::Over => match self.named {
                Some(_) => Refusal::AgainstNamedSuit,
                None => Refusal::Mismatch,
            },
        }
    }

    /// Whether a jack must name a suit: not when it opens (P8), nor when it is the last card (P38).
    const fn names(&self, hand: Cards) -> bool {
        !matches!(self.stage, Stage::Opening { .. }) && several(hand)
    }

    /// The one suit that a jack may not name (P16).
    const fn barred_suit(&self) -> Option<Suit> {
        match self.top {
            Some(card) if self.options.jack_must_change_suit => card.suit(),
            _ => None,
        }
    }

    /// What a jack that may be laid names (P8, P15, P16, P38).
    fn verify_naming(&self, hand: Cards, naming: Option<Suit>) -> Result<(), Refusal> {
        match naming {
            None if self.names(hand) => Err(Refusal::JackWithoutSuit),
            None => Ok(()),
            Some(suit) if self.names(hand) => {
                if self.barred_suit() == Some(suit) {
                    Err(Refusal::SuitUnchanged)
                } else {
                    Ok(())
                }
            }
            Some(_) if several(hand) => Err(Refusal::OpeningJackNames),
            Some(_) => Err(Refusal::LastJackNames),
        }
    }

    /// Whether a play from this hand may be declared to leave one card (P49).
    const fn may_declare(&self, hand: Cards) -> bool {
        self.options.declare_last && hand.len() == 2 && !self.stock.is_empty()
    }

    /// Whether one may draw with this hand (P7, P13, P19, P33, P40).
    #[inline]
    fn verify_draw(&self, hand: Cards) -> Result<(), Refusal> {
        let can_play = || !hand.naturals().intersection(self.playable()).is_empty();
        match self.stage {
            Stage::Turn { drawn, .. } => self.verify_draw_in_turn(drawn, can_play),
            Stage::Opening { .. } if can_play() => Err(Refusal::OpenerHasClub),
            Stage::Extra { .. } => Err(Refusal::DrawForExtra),
            Stage::Penalty { sevens, .. } if can_play() && self.drawable() < usize::from(self.owed(sevens)) => {
                Err(Refusal::PenaltyWithSeven)
            }
            Stage::Opening { .. } | Stage::Penalty { .. } | Stage::DealDue | Stage::Over => Ok(()),
        }
    }

    fn verify_draw_in_turn(&self, drawn: u8, can_play: impl Fn() -> bool) -> Result<(), Refusal> {
        let limit = self.options.draw_limit;
        if limit != 0 && drawn >= limit {
            return Err(Refusal::DrawLimit);
        }
        if self.can_draw_one() {
            return if self.options.draw_only_if_stuck && can_play() { Err(Refusal::NotStuck) } else { Ok(()) };
        }
        // This draw would end the deal, which is for those alone who can do nothing else.
        if drawn > 0 {
            Err(Refusal::EmptyStockAfterDraw)
        } else if can_play() {
            Err(Refusal::EmptyStockWithCard)
        } else {
            Ok(())
        }
    }

    /// Whether one may pass (P7, P19, P22, P33).
    const fn verify_pass(&self) -> Result<(), Refusal> {
        match self.stage {
            Stage::Opening { drawn: 0, .. } | Stage::Turn { drawn: 0, .. } => Err(Refusal::PassWithoutDraw),
            Stage::Opening { .. } => Err(Refusal::OpenerPasses),
            Stage::Penalty { .. } => Err(Refusal::PassOnSevens),
            Stage::Turn { .. } | Stage::Extra { .. } | Stage::DealDue | Stage::Over => Ok(()),
        }
    }

    /// Every legal move: plays in card order, a jack's suits in card order, each undeclared and then declared; then
    /// `draw`, then `pass`. Or `deal` alone.
    pub(super) fn list(&self, card: Option<Card>, give: &mut impl FnMut(Move) -> ControlFlow<()>) -> Listing {
        let flow = match self.mover() {
            Some(seat) => self.list_turn(seat, card, give),
            None if self.stage == Stage::DealDue && card.is_none() => give(Move::Deal),
            None => ControlFlow::Continue(()),
        };
        if flow.is_break() { Listing::Cut } else { Listing::Complete }
    }

    fn list_turn(
        &self,
        seat: Seat,
        only: Option<Card>,
        give: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let hand = self.hands[seat.index()];
        let mut cards = hand.naturals().intersection(self.playable());
        if let Some(card) = only {
            cards = cards.intersection(CardSet::of(card));
        }
        if self.may_declare(hand) || (!cards.intersection(JACKS).is_empty() && self.names(hand)) {
            self.list_variants(hand, cards, give)?;
        } else {
            for card in cards {
                give(Move::play(card))?;
            }
        }
        if only.is_none() {
            if self.verify_draw(hand).is_ok() {
                give(Move::Draw)?;
            }
            if self.verify_pass().is_ok() {
                give(Move::Pass)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Plays of these cards that may name a suit or be declared.
    fn list_variants(
        &self,
        hand: Cards,
        cards: CardSet,
        give: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let declaring: &[bool] = if self.may_declare(hand) { &[false, true] } else { &[false] };
        let naming = if self.names(hand) { JACKS } else { CardSet::EMPTY };
        let barred = self.barred_suit();
        let suits = [Some(Suit::Clubs), Some(Suit::Diamonds), Some(Suit::Hearts), Some(Suit::Spades)];
        for card in cards {
            let names: &[Option<Suit>] = if naming.contains(card) { &suits } else { &[None] };
            for &naming in names.iter().filter(|name| name.is_none() || **name != barred) {
                for &last in declaring {
                    give(Move::Play { card, naming, last })?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
