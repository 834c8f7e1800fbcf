//! The judge of moves: one function per kind of move. Each refuses with the most specific rule that the move breaks.

use super::groups::{Sums, Work, splits};
use super::house::House;
use super::moves::Move;
use super::options::AbsorbSums;
use super::position::Position;
use super::setup::Stage;
use super::value::{HouseValue, partner};
use crate::cards::{Card, CardSet};
use crate::games::{PlayError, Position as _, Rule, Seat};

/// The player whose turn it is, at the table as they find it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mover<'a> {
    pub(super) position: &'a Position,
    pub(super) seat: Seat,
}

fn broken(rule: u8, reason: &'static str) -> PlayError {
    PlayError::text(Rule::S(rule), reason)
}

/// Checks G5 and G2: whether the match is still on, and whether this kind of move is due.
pub(super) fn check_phase(stage: Stage, mv: &Move) -> Result<(), PlayError> {
    let (due, reason) = match stage {
        Stage::Over => return Err(PlayError::text(Rule::G(5), "the match is over")),
        Stage::DealDue => (matches!(mv, Move::Deal), "the next deal is due"),
        Stage::Bid => (matches!(mv, Move::Bid { .. }), "a bid is due"),
        Stage::Opening { .. } | Stage::Turn { .. } => (mv.card().is_some(), "a card is due"),
    };
    if due { Ok(()) } else { Err(PlayError::text(Rule::G(2), reason)) }
}

/// Checks a move of the seat whose turn it is, and returns its canonical form.
pub(super) fn check_move(position: &Position, mv: &Move) -> Result<Move, PlayError> {
    check_phase(position.setup.stage, mv)?;
    match *mv {
        Move::Deal => Ok(Move::Deal),
        Move::Bid { value } => Mover::of(position).check_bid(value),
        Move::Capture { card, loose, house } => Mover::playing(position, card)?.check_capture(card, loose, house),
        Move::Build { card, value, loose } => Mover::playing(position, card)?.check_build(card, value, loose),
        Move::Add { card, value, loose } => Mover::playing(position, card)?.check_add(card, value, loose),
        Move::Break { card, value, loose } => Mover::playing(position, card)?.check_break(card, value, loose),
        Move::Throw { card } => Mover::playing(position, card)?.check_throw(card),
    }
}

/// Whether a hand can bid: it has a card above 8 (S10, S11).
pub(super) fn can_bid(hand: CardSet) -> bool {
    HouseValue::ALL.into_iter().any(|value| !hand.intersection(value.keys()).is_empty())
}

impl<'a> Mover<'a> {
    /// The mover of a position in which a bid or a card is due.
    pub(super) fn of(position: &'a Position) -> Self {
        let seat = position.turn().expect("a bid or a card is due, so a deal is in progress and has a bidder");
        Self { position, seat }
    }

    /// The mover, if this card is in their hand (G4).
    fn playing(position: &'a Position, card: Card) -> Result<Self, PlayError> {
        let mover = Self::of(position);
        if mover.hand().contains(card) {
            Ok(mover)
        } else {
            Err(PlayError::text(Rule::G(4), "the card is not in the hand").card(card))
        }
    }

    pub(super) const fn hand(&self) -> CardSet {
        self.position.hand(self.seat)
    }

    pub(super) const fn floor(&self) -> CardSet {
        self.position.setup.floor
    }

    /// These loose cards, and those that join a house of that value automatically (S29).
    const fn joined_by_singles(&self, value: HouseValue, loose: CardSet) -> CardSet {
        loose.union(self.floor().intersection(value.keys()))
    }

    /// The house that a card of this value would capture.
    pub(super) fn house_of(&self, value: u8) -> Option<(HouseValue, House)> {
        let value = HouseValue::new(value)?;
        let house = self.position.house(value);
        house.stands().then_some((value, house))
    }

    /// Whether a card of this value can capture anything (S30).
    pub(super) fn can_capture(&self, value: u8) -> bool {
        self.house_of(value).is_some() || Sums::of(self.floor()).contain(value)
    }

    /// Whether a card of the value stays in the hand when this card is played.
    pub(super) fn keeps_key(&self, value: HouseValue, card: Card) -> bool {
        !self.hand().difference(CardSet::of(card)).intersection(value.keys()).is_empty()
    }

    /// The rule by which the mover must keep a card of the value when adding to this house: S44 for an own house, S46
    /// for a house that only opponents own, none for the partner's (S45, S47).
    pub(super) fn key_rule_for_adding(&self, house: House) -> Option<u8> {
        if house.owners.contains(self.seat) {
            Some(44)
        } else if house.owners.contains(partner(self.seat)) {
            None
        } else {
            Some(46)
        }
    }

    /// The cards of the hand that can only capture: each is the last of its value in the hand, and the mover owns the
    /// house of that value (S49).
    pub(super) fn bound_cards(&self) -> CardSet {
        let mut bound = CardSet::EMPTY;
        for (value, house) in self.position.standing_houses() {
            let keys = self.hand().intersection(value.keys());
            if house.owners.contains(self.seat) && keys.len() == 1 {
                bound = bound.union(keys);
            }
        }
        bound
    }

    /// S10.
    fn check_bid(&self, value: HouseValue) -> Result<Move, PlayError> {
        if self.hand().intersection(value.keys()).is_empty() {
            return Err(broken(10, "no card of the value bid is in the hand").house(value.get()));
        }
        Ok(Move::Bid { value })
    }

    /// Checks that the cards named as loose lie loose on the floor: by S33 if one is in a house, else by `rule`.
    fn check_on_floor(&self, loose: CardSet, rule: u8) -> Result<(), PlayError> {
        let missing = loose.difference(self.floor());
        if missing.is_empty() {
            return Ok(());
        }
        let inside = self.position.standing_houses().find(|(_, house)| !house.cards.intersection(missing).is_empty());
        Err(match inside {
            Some((value, _)) => {
                broken(33, "a card named as loose is part of a house").cards(missing).house(value.get())
            }
            None => broken(rule, "a card named as loose is not on the floor").cards(missing),
        })
    }

    /// S13: an opening is bound to the value bid. `value` is `None` for a move that is never an opening.
    fn check_opening(&self, value: Option<HouseValue>) -> Result<(), PlayError> {
        match self.position.setup.stage {
            Stage::Opening { bid } if value != Some(bid) => {
                Err(broken(13, "the opening neither builds the value bid, nor captures or throws with a card of it")
                    .house(bid.get()))
            }
            Stage::Opening { .. } | Stage::Turn { .. } | Stage::DealDue | Stage::Bid | Stage::Over => Ok(()),
        }
    }

    /// S29 with the option `absorb_sums`: no group of the value may be left on the floor.
    fn check_all_joined(&self, value: HouseValue, loose: CardSet) -> Result<(), PlayError> {
        let left = self.floor().difference(loose);
        if self.position.setup.options.absorb_sums == AbsorbSums::Mandatory && Sums::of(left).contain(value.get()) {
            return Err(broken(29, "a loose group of the house's value is left out").house(value.get()));
        }
        Ok(())
    }

    /// S49, for a card that does anything but capture.
    fn check_duty(&self, card: Card) -> Result<(), PlayError> {
        if !self.bound_cards().contains(card) {
            return Ok(());
        }
        Err(broken(49, "the card is the last of the value of an own house, and does not capture it")
            .card(card)
            .house(card.number()))
    }

    /// S30 and S31, in the opening S13.
    fn check_capture(&self, card: Card, loose: CardSet, house: bool) -> Result<Move, PlayError> {
        let value = card.number();
        self.check_opening(HouseValue::of(card))?;
        self.check_on_floor(loose, 30)?;
        let standing = self.house_of(value);
        if house && standing.is_none() {
            return Err(broken(30, "there is no house of the card's value").card(card));
        }
        if loose.is_empty() && !house && !self.can_capture(value) {
            return Err(broken(30, "the card can capture nothing").card(card));
        }
        if !splits(loose, value, &mut Work::default()) {
            return Err(broken(30, "the cards do not split into groups of the card's value")
                .cards(loose.union(CardSet::of(card))));
        }
        if let Some((value, _)) = standing
            && !house
        {
            return Err(broken(31, "the capture leaves the house of the card's value").card(card).house(value.get()));
        }
        let left = self.floor().difference(loose);
        if Sums::of(left).contain(value) {
            return Err(broken(31, "the capture leaves a group of the card's value on the floor").card(card));
        }
        Ok(Move::Capture { card, loose, house })
    }

    /// S24, S26 to S29, in the opening S13; then S49.
    fn check_build(&self, card: Card, value: HouseValue, loose: CardSet) -> Result<Move, PlayError> {
        let loose = self.joined_by_singles(value, loose);
        self.check_opening(Some(value))?;
        self.check_on_floor(loose, 26)?;
        let house = value.get();
        if self.position.house(value).stands() {
            return Err(broken(24, "there is a house of that value already").house(house));
        }
        if loose.is_empty() && card.number() == house {
            return Err(broken(28, "a single card does not make a house").card(card).house(house));
        }
        if loose.is_empty() || !splits(loose.union(CardSet::of(card)), house, &mut Work::default()) {
            return Err(broken(27, "the cards do not split into groups of the house's value")
                .cards(loose.union(CardSet::of(card)))
                .house(house));
        }
        self.check_all_joined(value, loose)?;
        if !self.keeps_key(value, card) {
            return Err(broken(26, "no other card of the house's value stays in the hand").card(card).house(house));
        }
        self.check_duty(card)?;
        Ok(Move::Build { card, value, loose })
    }

    /// S41 and S43 to S46, S29; then S49. In the opening S13.
    fn check_add(&self, card: Card, value: HouseValue, loose: CardSet) -> Result<Move, PlayError> {
        let loose = self.joined_by_singles(value, loose);
        self.check_opening(None)?;
        let Some((_, house)) = self.house_of(value.get()) else {
            return Err(broken(41, "there is no house of that value").house(value.get()));
        };
        self.check_on_floor(loose, 41)?;
        if !splits(loose.union(CardSet::of(card)), value.get(), &mut Work::default()) {
            return Err(broken(41, "the cards do not split into groups of the house's value")
                .cards(loose.union(CardSet::of(card)))
                .house(value.get()));
        }
        self.check_all_joined(value, loose)?;
        if let Some(rule) = self.key_rule_for_adding(house)
            && !self.keeps_key(value, card)
        {
            let reason = if rule == 44 {
                "no card of the value of the own house stays in the hand"
            } else {
                "no card of the value of the opponents' house stays in the hand"
            };
            return Err(broken(rule, reason).card(card).house(value.get()));
        }
        self.check_duty(card)?;
        Ok(Move::Add { card, value, loose })
    }

    /// S35, S36, S29 and S40; then S49. In the opening S13.
    fn check_break(&self, card: Card, value: HouseValue, loose: CardSet) -> Result<Move, PlayError> {
        self.check_opening(None)?;
        let raised = self.check_breakable(card, value)?;
        let loose = self.joined_by_singles(raised, loose);
        self.check_on_floor(loose, 35)?;
        if !splits(loose, raised.get(), &mut Work::default()) {
            return Err(broken(35, "the loose cards do not split into groups of the house's new value")
                .cards(loose)
                .house(raised.get()));
        }
        self.check_all_joined(raised, loose)?;
        if !self.keeps_key(raised, card) {
            return Err(broken(40, "no card of the house's new value stays in the hand")
                .card(card)
                .house(raised.get()));
        }
        self.check_duty(card)?;
        Ok(Move::Break { card, value, loose })
    }

    /// Checks S35 and S36: whether the card may raise this house. Returns the value to which it does.
    fn check_breakable(&self, card: Card, value: HouseValue) -> Result<HouseValue, PlayError> {
        let Some((_, house)) = self.house_of(value.get()) else {
            return Err(broken(35, "there is no house of that value").house(value.get()));
        };
        if house.owners.contains(self.seat) {
            return Err(broken(36, "the house is the player's own").house(value.get()));
        }
        if house.is_cemented(value) {
            return Err(broken(36, "the house is cemented").house(value.get()));
        }
        value.raised_by(card).ok_or(broken(35, "the house would rise above 13").card(card).house(value.get()))
    }

    /// S21, in the opening S13 and S15.
    fn check_throw(&self, card: Card) -> Result<Move, PlayError> {
        self.check_opening(HouseValue::of(card))?;
        if self.can_capture(card.number()) {
            let rule = if matches!(self.position.setup.stage, Stage::Opening { .. }) { 15 } else { 21 };
            return Err(broken(rule, "the card can capture").card(card));
        }
        Ok(Move::Throw { card })
    }
}
