use super::check::JACKS;
use super::{Move, Position, Stage};
use crate::cards::{Card, CardSet, Cards, Suit};
use crate::games::{Listing, Seat};
use std::ops::ControlFlow;

/// Gives every legal move: `deal` alone if a deal is due; otherwise plays in card order, with the suits of a jack in card
/// order, each undeclared and then declared; then `draw`; then `pass`. With `card`, gives only the plays of that card.
pub(super) fn legal_moves(
    position: &Position,
    card: Option<Card>,
    give: &mut impl FnMut(Move) -> ControlFlow<()>,
) -> Listing {
    let flow = match position.player() {
        Some(seat) => position.list_turn(seat, position.0.hands[seat.index()], card, give),
        None if position.0.stage == Stage::DealDue && card.is_none() => give(Move::Deal),
        None => ControlFlow::Continue(()),
    };
    if flow.is_break() { Listing::Cut } else { Listing::Complete }
}

impl Position {
    fn list_turn(
        &self,
        seat: Seat,
        hand: Cards,
        only: Option<Card>,
        give: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let playable = self.playable_from(seat, hand);
        let mut cards = playable;
        if let Some(card) = only {
            cards = cards.intersection(CardSet::of(card));
        }
        if self.may_declare(hand) || (!cards.intersection(JACKS).is_empty() && self.jack_names(hand)) {
            self.list_variants(hand, cards, give)?;
        } else {
            for card in cards {
                give(Move::play(card))?;
            }
        }
        if only.is_none() {
            if self.check_draw(|| !playable.is_empty()).is_ok() {
                give(Move::Draw)?;
            }
            if self.check_pass().is_ok() {
                give(Move::Pass)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Lists plays of these cards when they may name a suit or be declared.
    fn list_variants(
        &self,
        hand: Cards,
        cards: CardSet,
        give: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let declaring: &[bool] = if self.may_declare(hand) { &[false, true] } else { &[false] };
        let naming = if self.jack_names(hand) { JACKS } else { CardSet::EMPTY };
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
