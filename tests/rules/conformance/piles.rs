//! Piles of cards of any kind, to count what is there and to put cards where they do not belong.

use crate::support::Dice;
use taash::cards::{Card, CardList, CardSet, Cards};
use taash::games::Seat;

/// A place of a setup where cards lie.
pub(crate) trait Pile {
    /// The cards there.
    fn cards(&self) -> Vec<Card>;

    /// Puts other cards there. Says `false` when the place cannot hold them; what lies there then is open.
    fn refill(&mut self, cards: &[Card]) -> bool;
}

impl Pile for Cards {
    fn cards(&self) -> Vec<Card> {
        self.iter().collect()
    }

    fn refill(&mut self, cards: &[Card]) -> bool {
        *self = Self::EMPTY;
        cards.iter().all(|&card| self.insert(card))
    }
}

impl Pile for CardSet {
    fn cards(&self) -> Vec<Card> {
        self.iter().collect()
    }

    fn refill(&mut self, cards: &[Card]) -> bool {
        *self = cards.iter().copied().collect();
        usize::from(self.len()) == cards.len()
    }
}

impl Pile for CardList {
    fn cards(&self) -> Vec<Card> {
        self.as_slice().to_vec()
    }

    fn refill(&mut self, cards: &[Card]) -> bool {
        *self = cards.iter().copied().collect();
        self.len() == cards.len()
    }
}

impl Pile for Option<Card> {
    fn cards(&self) -> Vec<Card> {
        self.iter().copied().collect()
    }

    fn refill(&mut self, cards: &[Card]) -> bool {
        *self = cards.first().copied();
        cards.len() <= 1
    }
}

/// The cards of all these piles together, `None` if some natural card is there three times.
pub(crate) fn all_cards(piles: &[&mut dyn Pile]) -> Option<Cards> {
    let mut all = Cards::EMPTY;
    piles.iter().flat_map(|pile| pile.cards()).all(|card| all.insert(card)).then_some(all)
}

/// Lets two cards of these piles change places. Says whether something is different now.
pub(crate) fn swap_two(piles: &mut [&mut dyn Pile], dice: &mut Dice) -> bool {
    let mut cards: Vec<Card> = piles.iter().flat_map(|pile| pile.cards()).collect();
    if cards.len() < 2 {
        return false;
    }
    let (a, b) = (dice.below(cards.len()), dice.below(cards.len()));
    cards.swap(a, b);
    let mut rest = &cards[..];
    let refilled = piles.iter_mut().all(|pile| {
        let own;
        (own, rest) = rest.split_at(pile.cards().len());
        pile.refill(own)
    });
    refilled && cards[a] != cards[b]
}

/// Makes a mess of piles: cards moved, lost, doubled, changed.
pub(crate) fn disturb(piles: &mut [&mut dyn Pile], dice: &mut Dice) {
    let (from, to) = (dice.below(piles.len()), dice.below(piles.len()));
    let mut cards = piles[from].cards();
    match dice.below(10) {
        0 if !cards.is_empty() => _ = cards.remove(dice.below(cards.len())),
        1 => cards.push(dice.any_card()),
        2 if !cards.is_empty() => cards.push(*dice.pick(&cards)),
        3 if !cards.is_empty() => {
            let place = dice.below(cards.len());
            cards[place] = dice.any_card();
        }
        4 => cards.clear(),
        5 => cards.extend(std::iter::repeat_n(dice.any_card(), 200)),
        6 | 7 if !cards.is_empty() && from != to => {
            let card = cards.remove(dice.below(cards.len()));
            let mut others = piles[to].cards();
            others.insert(dice.below(others.len() + 1), card);
            piles[to].refill(&others);
        }
        8 if from != to => {
            let others = piles[to].cards();
            piles[to].refill(&cards);
            cards = others;
        }
        _ => {
            swap_two(piles, dice);
            return;
        }
    }
    piles[from].refill(&cards);
}

/// A seat, perhaps one that no table has, or nobody.
pub(crate) fn any_seat(dice: &mut Dice) -> Option<Seat> {
    let number = *dice.pick(&[0, 1, 2, 3, 4, 5, 7, 8, 200, u8::MAX]);
    (!dice.once_in(6)).then_some(Seat::new(number))
}

/// A number near another, or at an end of what a counter holds.
pub(crate) fn any_number(near: u32, dice: &mut Dice) -> u32 {
    let below = u32::try_from(dice.below(300)).unwrap();
    *dice.pick(&[0, 1, near.wrapping_add(1), near.wrapping_sub(1), below, 0x7fff_ffff, u32::MAX - 1, u32::MAX])
}

/// The same within 16 bits.
pub(crate) fn any_u16(near: u16, dice: &mut Dice) -> u16 {
    u16::try_from(any_number(u32::from(near), dice) & 0xffff).unwrap()
}

/// The same within 8 bits.
pub(crate) fn any_u8(near: u8, dice: &mut Dice) -> u8 {
    u8::try_from(any_number(u32::from(near), dice) & 0xff).unwrap()
}
