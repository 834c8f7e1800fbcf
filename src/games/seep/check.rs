//! The judge of moves: one function per kind of move. Each refuses with the most specific rule that the move breaks.

use super::groups::{Sums, Work, splits};
use super::house::House;
use super::messages;
use super::moves::Move;
use super::options::{AbsorbSums, Capture, Throws};
use super::position::Position;
use super::setup::Stage;
use super::value::{HouseValue, partner};
use crate::cards::{Card, CardSet, Cards};
use crate::games::{self, MessageSpec, PlayError, Position as _, Rule, Seat};

/// The player whose turn it is, at the table as they find it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mover<'a> {
    pub(super) position: &'a Position,
    pub(super) seat: Seat,
}

fn broken(rule: u8, message: &'static MessageSpec) -> PlayError {
    PlayError::new(Rule::S(rule), message)
}

/// A refusal that is about a card, and a house of that value.
fn broken_by(rule: u8, message: &'static MessageSpec, card: Card, value: HouseValue) -> PlayError {
    about(rule, message, value).with("card", card).card(card)
}

/// A refusal that is about a house of that value.
fn about(rule: u8, message: &'static MessageSpec, value: HouseValue) -> PlayError {
    broken(rule, message).with("house", value.get()).house(value.get())
}

/// A refusal that is about cards, and the house of that value that they do not fit.
fn unfit(rule: u8, message: &'static MessageSpec, cards: CardSet, value: HouseValue) -> PlayError {
    about(rule, message, value).with("cards", Cards::from(cards)).cards(cards)
}

/// A refusal that is about the card with which somebody wants to capture.
fn of_capture(rule: u8, message: &'static MessageSpec, card: Card) -> PlayError {
    broken(rule, message).with("card", card).with("value", card.number()).card(card)
}

/// Checks G5 and G2: whether the match is still on, and whether this kind of move is due.
pub(super) fn check_phase(stage: Stage, mv: &Move) -> Result<(), PlayError> {
    let (due, reason) = match stage {
        Stage::Over => return Err(PlayError::new(Rule::G(5), &games::messages::MATCH_OVER)),
        Stage::DealDue => (matches!(mv, Move::Deal), &messages::DEAL_DUE),
        Stage::Bid => (matches!(mv, Move::Bid { .. }), &messages::BID_DUE),
        Stage::Opening { .. } | Stage::Turn { .. } => (mv.card().is_some(), &messages::CARD_DUE),
    };
    if due { Ok(()) } else { Err(PlayError::new(Rule::G(2), reason)) }
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
            Err(PlayError::new(Rule::G(4), &messages::CARD_NOT_IN_HAND).with("card", card).card(card))
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

    /// Whether the card, which can capture nothing, has another legal move: a house can be built with it, it can be added to
    /// one, or break one (S60). Such a move always exists where a first group does: with `absorb_sums` `MANDATORY`, other
    /// groups join until none is left.
    pub(super) fn goes_into_a_house(&self, card: Card) -> bool {
        let bid = self.position.due_bid();
        let (sums, number) = (Sums::of(self.floor()), card.number());
        let completes = |value: HouseValue| number <= value.get() && sums.contain(value.get() - number);
        let free = !self.bound_cards().contains(card);
        free && HouseValue::ALL.into_iter().any(|value| {
            let house = self.position.house(value);
            if !house.stands() {
                let makes = completes(value) && (number < value.get() || sums.contain(number));
                return bid.is_none_or(|bid| bid == value) && makes && self.keeps_key(value, card);
            }
            let adds = completes(value) && (self.key_rule_for_adding(house).is_none() || self.keeps_key(value, card));
            let raises = !house.owners.contains(self.seat)
                && !house.is_cemented(value)
                && value.raised_by(card).is_some_and(|raised| self.keeps_key(raised, card));
            bid.is_none() && (adds || raises)
        })
    }

    /// S10.
    fn check_bid(&self, value: HouseValue) -> Result<Move, PlayError> {
        if self.hand().intersection(value.keys()).is_empty() {
            let refusal = broken(10, &messages::BID_NOT_IN_HAND).with("bid", value.get());
            return Err(refusal.house(value.get()));
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
            Some((value, house)) => unfit(33, &messages::CARDS_IN_HOUSE, missing.intersection(house.cards), value),
            None => broken(rule, &messages::CARDS_NOT_LOOSE).with("cards", Cards::from(missing)).cards(missing),
        })
    }

    /// S13: an opening is bound to the value bid. `value` is `None` for a move that is never an opening.
    fn check_opening(&self, value: Option<HouseValue>) -> Result<(), PlayError> {
        match self.position.setup.stage {
            Stage::Opening { bid } if value != Some(bid) => {
                Err(broken(13, &messages::OPENING_NOT_OF_BID).with("bid", bid.get()).house(bid.get()))
            }
            Stage::Opening { .. } | Stage::Turn { .. } | Stage::DealDue | Stage::Bid | Stage::Over => Ok(()),
        }
    }

    /// S29 with the option `absorb_sums`: no group of the value may be left on the floor.
    fn check_all_joined(&self, value: HouseValue, loose: CardSet) -> Result<(), PlayError> {
        let left = self.floor().difference(loose);
        if self.position.setup.options.absorb_sums == AbsorbSums::Mandatory && Sums::of(left).contain(value.get()) {
            return Err(about(29, &messages::GROUP_LEFT_OUT, value));
        }
        Ok(())
    }

    /// S49, for a card that does anything but capture.
    fn check_duty(&self, card: Card) -> Result<(), PlayError> {
        if !self.bound_cards().contains(card) {
            return Ok(());
        }
        let value = HouseValue::of(card).expect("a card that binds its holder has the value of a house");
        Err(broken_by(49, &messages::LAST_KEY, card, value))
    }

    /// S30 and S31 or S61, in the opening S13.
    fn check_capture(&self, card: Card, loose: CardSet, house: bool) -> Result<Move, PlayError> {
        let value = card.number();
        self.check_opening(HouseValue::of(card))?;
        self.check_on_floor(loose, 30)?;
        let standing = self.house_of(value);
        if house && standing.is_none() {
            return Err(of_capture(30, &messages::NO_HOUSE_TO_CAPTURE, card));
        }
        let any = self.position.setup.options.capture == Capture::Any;
        if loose.is_empty() && !house && (any || !self.can_capture(value)) {
            return Err(if self.can_capture(value) {
                broken(30, &messages::NOTHING_NAMED).with("card", card).card(card)
            } else {
                of_capture(30, &messages::NOTHING_TO_CAPTURE, card)
            });
        }
        if !splits(loose, value, &mut Work::default()) {
            return Err(broken(30, &messages::NO_GROUPS_TO_CAPTURE)
                .with("cards", Cards::from(loose))
                .with("value", value)
                .cards(loose.union(CardSet::of(card))));
        }
        if self.position.setup.options.capture == Capture::Any {
            return self.check_chosen_capture(card, loose, house);
        }
        if let Some((value, _)) = standing
            && !house
        {
            return Err(broken_by(31, &messages::CAPTURE_LEAVES_HOUSE, card, value));
        }
        let left = self.floor().difference(loose);
        if Sums::of(left).contain(value) {
            return Err(of_capture(31, &messages::CAPTURE_LEAVES_GROUP, card));
        }
        Ok(Move::Capture { card, loose, house })
    }

    /// S61, then S49: the last card of the value of an own house takes the house.
    fn check_chosen_capture(&self, card: Card, loose: CardSet, house: bool) -> Result<Move, PlayError> {
        if house {
            return Ok(Move::Capture { card, loose, house });
        }
        self.check_duty(card)?;
        Ok(Move::Capture { card, loose, house })
    }

    /// S24, S26 to S29, in the opening S13; then S49.
    fn check_build(&self, card: Card, value: HouseValue, loose: CardSet) -> Result<Move, PlayError> {
        let loose = self.joined_by_singles(value, loose);
        self.check_opening(Some(value))?;
        self.check_on_floor(loose, 26)?;
        let house = value.get();
        if self.position.house(value).stands() {
            return Err(about(24, &messages::HOUSE_STANDS, value));
        }
        if loose.is_empty() && card.number() == house {
            return Err(broken_by(28, &messages::SINGLE_CARD, card, value));
        }
        if loose.is_empty() || !splits(loose.union(CardSet::of(card)), house, &mut Work::default()) {
            return Err(unfit(27, &messages::NO_GROUPS_FOR_HOUSE, loose.union(CardSet::of(card)), value));
        }
        self.check_all_joined(value, loose)?;
        if !self.keeps_key(value, card) {
            return Err(broken_by(26, &messages::KEY_NOT_KEPT_TO_BUILD, card, value));
        }
        self.check_duty(card)?;
        Ok(Move::Build { card, value, loose })
    }

    /// S41 and S43 to S46, S29; then S49. In the opening S13.
    fn check_add(&self, card: Card, value: HouseValue, loose: CardSet) -> Result<Move, PlayError> {
        let loose = self.joined_by_singles(value, loose);
        self.check_opening(None)?;
        let Some((_, house)) = self.house_of(value.get()) else {
            return Err(about(41, &messages::NO_HOUSE, value));
        };
        self.check_on_floor(loose, 41)?;
        if !splits(loose.union(CardSet::of(card)), value.get(), &mut Work::default()) {
            return Err(unfit(41, &messages::NO_GROUPS_FOR_HOUSE, loose.union(CardSet::of(card)), value));
        }
        self.check_all_joined(value, loose)?;
        if let Some(rule) = self.key_rule_for_adding(house)
            && !self.keeps_key(value, card)
        {
            let reason =
                if rule == 44 { &messages::KEY_NOT_KEPT_FOR_OWN } else { &messages::KEY_NOT_KEPT_FOR_OPPONENTS };
            return Err(broken_by(rule, reason, card, value));
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
            return Err(unfit(35, &messages::NO_GROUPS_FOR_RAISED_HOUSE, loose, raised));
        }
        self.check_all_joined(raised, loose)?;
        if !self.keeps_key(raised, card) {
            return Err(broken_by(40, &messages::KEY_NOT_KEPT_TO_BREAK, card, raised));
        }
        self.check_duty(card)?;
        Ok(Move::Break { card, value, loose })
    }

    /// Checks S35 and S36: whether the card may raise this house. Returns the value to which it does.
    fn check_breakable(&self, card: Card, value: HouseValue) -> Result<HouseValue, PlayError> {
        let Some((_, house)) = self.house_of(value.get()) else {
            return Err(about(35, &messages::NO_HOUSE, value));
        };
        if house.owners.contains(self.seat) {
            return Err(about(36, &messages::OWN_HOUSE, value));
        }
        if house.is_cemented(value) {
            return Err(about(36, &messages::CEMENTED_HOUSE, value));
        }
        value.raised_by(card).ok_or_else(|| broken_by(35, &messages::RAISED_ABOVE_13, card, value))
    }

    /// S21 and S60, in the opening S13 and S15.
    fn check_throw(&self, card: Card) -> Result<Move, PlayError> {
        self.check_opening(HouseValue::of(card))?;
        if self.can_capture(card.number()) {
            let rule = if matches!(self.position.setup.stage, Stage::Opening { .. }) { 15 } else { 21 };
            return Err(broken(rule, &messages::CARD_CAN_CAPTURE).with("card", card).card(card));
        }
        if self.position.setup.options.throws == Throws::LastResort && self.goes_into_a_house(card) {
            return Err(broken(60, &messages::CARD_GOES_INTO_A_HOUSE).with("card", card).card(card));
        }
        Ok(Move::Throw { card })
    }
}
