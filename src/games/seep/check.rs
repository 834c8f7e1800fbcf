//! The judge of moves. One function a kind of move; each names the most specific rule that is broken.

use super::groups::{Sums, Work, splits};
use super::house::House;
use super::moves::Move;
use super::options::AbsorbSums;
use super::setup::{Setup, Stage};
use super::value::{HouseValue, partner};
use crate::cards::{Card, CardSet};
use crate::games::{PlayError, Rule, Seat};

/// The table as the player finds it whose turn it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table<'a> {
    pub(super) setup: &'a Setup,
    pub(super) seat: Seat,
}

const fn broken(rule: u8, reason: &'static str) -> PlayError {
    PlayError::new(Rule::S(rule), reason)
}

/// G5 and G2.
pub(super) fn check_phase(stage: Stage, mv: &Move) -> Result<(), PlayError> {
    let due = match stage {
        Stage::Over => return Err(PlayError::new(Rule::G(5), "the match is over")),
        Stage::Deal => matches!(mv, Move::Deal),
        Stage::Bid => matches!(mv, Move::Bid { .. }),
        Stage::Opening { .. } | Stage::Turn { .. } => mv.card().is_some(),
    };
    let reason = match stage {
        Stage::Deal => "the next deal is due",
        Stage::Bid => "the bid is due",
        Stage::Opening { .. } | Stage::Turn { .. } | Stage::Over => "a card is to be played",
    };
    if due { Ok(()) } else { Err(PlayError::new(Rule::G(2), reason)) }
}

/// Judges a move of the seat whose turn it is, and gives its canonical form.
pub(super) fn check_move(setup: &Setup, mv: &Move) -> Result<Move, PlayError> {
    check_phase(setup.stage, mv)?;
    let Some(card) = mv.card() else { return check_bid(setup, mv) };
    let Some(seat) = setup.turn() else {
        return Err(PlayError::new(Rule::G(3), "it is nobody's turn"));
    };
    let table = Table { setup, seat };
    if !table.hand().contains(card) {
        return Err(PlayError::new(Rule::G(4), "the card is not in the hand").card(card));
    }
    match *mv {
        Move::Capture { card, loose, house } => table.check_capture(card, loose, house)?,
        Move::Build { card, value, loose } => {
            let loose = table.joined_by_singles(value, loose);
            table.check_build(card, value, loose)?;
            return Ok(Move::Build { card, value, loose });
        }
        Move::Add { card, value, loose } => {
            let loose = table.joined_by_singles(value, loose);
            table.check_add(card, value, loose)?;
            return Ok(Move::Add { card, value, loose });
        }
        Move::Break { card, value, loose } => {
            let raised = table.check_break(card, value)?;
            let loose = table.joined_by_singles(raised, loose);
            table.check_raised(card, raised, loose)?;
            return Ok(Move::Break { card, value, loose });
        }
        Move::Throw { card } => table.check_throw(card)?,
        Move::Deal | Move::Bid { .. } => {}
    }
    Ok(*mv)
}

/// S10, once the phase is right.
fn check_bid(setup: &Setup, mv: &Move) -> Result<Move, PlayError> {
    if let (Move::Bid { value }, Some(seat)) = (*mv, setup.turn()) {
        let keys = setup.hands[seat.index()].intersection(value.keys());
        if keys.is_empty() {
            return Err(broken(10, "the value bid is that of a card in the hand").house(value.get()));
        }
    }
    Ok(*mv)
}

impl Table<'_> {
    pub(super) const fn hand(&self) -> CardSet {
        self.setup.hands[self.seat.index()]
    }

    /// The loose cards, together with those that join a house of that value by themselves (S29).
    pub(super) const fn joined_by_singles(&self, value: HouseValue, loose: CardSet) -> CardSet {
        loose.union(self.setup.floor.intersection(value.keys()))
    }

    /// The house that a card of this value would capture.
    pub(super) fn house_of(&self, value: u8) -> Option<(HouseValue, House)> {
        let value = HouseValue::new(value)?;
        let house = self.setup.house(value);
        house.stands().then_some((value, house))
    }

    /// Whether a card of this value can capture anything (S30).
    pub(super) fn can_capture(&self, value: u8) -> bool {
        self.house_of(value).is_some() || Sums::of(self.setup.floor).contain(value)
    }

    /// Whether a card of the value stays in the hand when this card is played.
    pub(super) fn keeps_key(&self, value: HouseValue, card: Card) -> bool {
        !self.hand().difference(CardSet::of(card)).intersection(value.keys()).is_empty()
    }

    /// Whether the mover must keep a card of that value when adding to the house: S44 for an own house, S46 for one
    /// that only opponents own, nothing for the partner's (S45, S47).
    pub(super) fn key_rule_for_adding(&self, house: House) -> Option<u8> {
        if house.owners.contains(self.seat) {
            Some(44)
        } else if house.owners.contains(partner(self.seat)) {
            None
        } else {
            Some(46)
        }
    }

    /// The cards of the hand that can only capture: each is the last of its value, for which the mover owns a house
    /// (S49).
    pub(super) fn bound_cards(&self) -> CardSet {
        let mut bound = CardSet::EMPTY;
        for (value, house) in self.setup.standing_houses() {
            let keys = self.hand().intersection(value.keys());
            if house.owners.contains(self.seat) && keys.len() == 1 {
                bound = bound.union(keys);
            }
        }
        bound
    }

    /// The loose cards named that do not lie loose on the floor.
    fn check_on_floor(&self, loose: CardSet, rule: u8) -> Result<(), PlayError> {
        let missing = loose.difference(self.setup.floor);
        if missing.is_empty() {
            return Ok(());
        }
        let inside = self.setup.standing_houses().find(|(_, house)| !house.cards.intersection(missing).is_empty());
        Err(match inside {
            Some((value, _)) => broken(33, "a card of a house is no loose card").cards(missing).house(value.get()),
            None => broken(rule, "the card does not lie loose on the floor").cards(missing),
        })
    }

    /// S13: in the opening only the value bid.
    fn check_opening(&self, value: Option<HouseValue>) -> Result<(), PlayError> {
        match self.setup.stage {
            Stage::Opening { bid } if value != Some(bid) => {
                Err(broken(13, "the opening builds the value bid, or captures or throws with a card of it")
                    .house(bid.get()))
            }
            Stage::Opening { .. } | Stage::Turn { .. } | Stage::Deal | Stage::Bid | Stage::Over => Ok(()),
        }
    }

    /// S29 with sums that must join: no group may be left.
    fn check_all_joined(&self, value: HouseValue, loose: CardSet) -> Result<(), PlayError> {
        let left = self.setup.floor.difference(loose);
        if self.setup.options.absorb_sums == AbsorbSums::Mandatory && Sums::of(left).contain(value.get()) {
            return Err(broken(29, "every loose group of the house's value has to join it").house(value.get()));
        }
        Ok(())
    }

    /// S49 for a card that does anything but capture.
    fn check_duty(&self, card: Card) -> Result<(), PlayError> {
        if !self.bound_cards().contains(card) {
            return Ok(());
        }
        Err(broken(49, "the last card of the value of an own house can only capture it")
            .card(card)
            .house(card.number()))
    }

    /// S30 and S31, in the opening S13.
    fn check_capture(&self, card: Card, loose: CardSet, house: bool) -> Result<(), PlayError> {
        let value = card.number();
        self.check_opening(HouseValue::of(card))?;
        self.check_on_floor(loose, 30)?;
        let standing = self.house_of(value);
        if house && standing.is_none() {
            return Err(broken(30, "no house of the card's value stands").card(card));
        }
        if loose.is_empty() && !house && !self.can_capture(value) {
            return Err(broken(30, "the card can capture nothing").card(card));
        }
        if !splits(loose, value, &mut Work::default()) {
            return Err(
                broken(30, "the cards do not form groups of the card's value").cards(loose.union(CardSet::of(card)))
            );
        }
        if let Some((value, _)) = standing
            && !house
        {
            return Err(broken(31, "a capture takes the house of its value too").card(card).house(value.get()));
        }
        let left = self.setup.floor.difference(loose);
        if Sums::of(left).contain(value) {
            return Err(broken(31, "a capture leaves no group of its value on the floor").card(card));
        }
        Ok(())
    }

    /// S24, S26 to S29, in the opening S13; then S49.
    fn check_build(&self, card: Card, value: HouseValue, loose: CardSet) -> Result<(), PlayError> {
        self.check_opening(Some(value))?;
        self.check_on_floor(loose, 26)?;
        let house = value.get();
        if self.setup.house(value).stands() {
            return Err(broken(24, "a house of that value stands already").house(house));
        }
        if loose.is_empty() && card.number() == house {
            return Err(broken(28, "a single card is no house").card(card).house(house));
        }
        if loose.is_empty() || !splits(loose.union(CardSet::of(card)), house, &mut Work::default()) {
            return Err(broken(27, "the cards do not split into groups of the house's value")
                .cards(loose.union(CardSet::of(card)))
                .house(house));
        }
        self.check_all_joined(value, loose)?;
        if !self.keeps_key(value, card) {
            return Err(broken(26, "another card of the house's value has to stay in the hand")
                .card(card)
                .house(house));
        }
        self.check_duty(card)
    }

    /// S41 and S43 to S46, S29; then S49.
    fn check_add(&self, card: Card, value: HouseValue, loose: CardSet) -> Result<(), PlayError> {
        self.check_not_opening()?;
        let Some((_, house)) = self.house_of(value.get()) else {
            return Err(broken(41, "no house of that value stands").house(value.get()));
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
                "a card of the value of one's own house has to stay in the hand"
            } else {
                "who adds to a house of the opponents has to keep a card of its value"
            };
            return Err(broken(rule, reason).card(card).house(value.get()));
        }
        self.check_duty(card)
    }

    fn check_not_opening(&self) -> Result<(), PlayError> {
        match self.setup.stage {
            Stage::Opening { .. } => self.check_opening(None),
            Stage::Turn { .. } | Stage::Deal | Stage::Bid | Stage::Over => Ok(()),
        }
    }

    /// S35 and S36: which house is raised, and to what. Gives the raised value.
    fn check_break(&self, card: Card, value: HouseValue) -> Result<HouseValue, PlayError> {
        self.check_not_opening()?;
        let Some((_, house)) = self.house_of(value.get()) else {
            return Err(broken(35, "no house of that value stands").house(value.get()));
        };
        if house.owners.contains(self.seat) {
            return Err(broken(36, "one's own house is never broken").house(value.get()));
        }
        if house.is_cemented(value) {
            return Err(broken(36, "a cemented house is never broken").house(value.get()));
        }
        HouseValue::new(value.get() + card.number())
            .ok_or(broken(35, "a house is not raised above 13").card(card).house(value.get()))
    }

    /// S29 and S40 for the raised house; then S49.
    fn check_raised(&self, card: Card, raised: HouseValue, loose: CardSet) -> Result<(), PlayError> {
        self.check_on_floor(loose, 35)?;
        if !splits(loose, raised.get(), &mut Work::default()) {
            return Err(broken(35, "no loose card raises a house, and only loose groups of its new value join it")
                .cards(loose)
                .house(raised.get()));
        }
        self.check_all_joined(raised, loose)?;
        if !self.keeps_key(raised, card) {
            return Err(broken(40, "the breaker keeps a card of the new value").card(card).house(raised.get()));
        }
        self.check_duty(card)
    }

    /// S21, in the opening S13 and S15.
    fn check_throw(&self, card: Card) -> Result<(), PlayError> {
        self.check_opening(HouseValue::of(card))?;
        if self.can_capture(card.number()) {
            let rule = if matches!(self.setup.stage, Stage::Opening { .. }) { 15 } else { 21 };
            return Err(broken(rule, "a card that can capture is not thrown").card(card));
        }
        Ok(())
    }
}
