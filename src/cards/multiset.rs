use super::{Card, CardSet, MAX_CARDS};
use std::fmt;

/// A multiset of cards of at most two decks: each natural card up to twice, and any number of jokers up to 255.
///
/// It is two bit masks (held at least once, held twice) and a number of jokers: 24 bytes, and a few machine instructions for
/// each operation.
///
/// ```
/// use taash::cards::{Cards, parse_card};
///
/// let deck = Cards::decks(2, 2);
/// assert_eq!((deck.len(), deck.jokers()), (108, 4));
/// let mut rest = deck;
/// let card = parse_card("9C").unwrap();
/// assert!(rest.remove(card) && rest.remove(card) && !rest.remove(card));
/// assert_eq!(rest.len(), 106);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cards {
    once: CardSet,
    twice: CardSet,
    jokers: u8,
}

impl Cards {
    /// No card.
    pub const EMPTY: Self = Self { once: CardSet::EMPTY, twice: CardSet::EMPTY, jokers: 0 };

    /// All cards of `decks` decks (1 or 2; another number counts as the nearer of the two) with `jokers` jokers each.
    #[must_use]
    pub const fn decks(decks: u8, jokers: u8) -> Self {
        if decks > 1 {
            Self { once: CardSet::DECK, twice: CardSet::DECK, jokers: jokers.saturating_mul(2) }
        } else {
            Self { once: CardSet::DECK, twice: CardSet::EMPTY, jokers }
        }
    }

    /// The different natural cards held at least once.
    #[must_use]
    pub const fn naturals(self) -> CardSet {
        self.once
    }

    /// The natural cards held twice.
    #[must_use]
    pub const fn pairs(self) -> CardSet {
        self.twice
    }

    /// How many jokers are held.
    #[must_use]
    pub const fn jokers(self) -> u8 {
        self.jokers
    }

    /// How many cards there are, jokers and second copies included.
    #[must_use]
    pub const fn len(self) -> usize {
        (self.once.len() + self.twice.len()) as usize + self.jokers as usize
    }

    /// Whether there is no card.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.once.is_empty() && self.jokers == 0
    }

    /// How many of this card are held.
    #[must_use]
    pub const fn count(self, card: Card) -> u8 {
        if card.is_joker() { self.jokers } else { self.once.contains(card) as u8 + self.twice.contains(card) as u8 }
    }

    /// Whether the card is held at least once.
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        self.count(card) > 0
    }

    /// Adds a card. Says `false`, and adds nothing, when there is no room for it (a third natural of one kind).
    pub const fn insert(&mut self, card: Card) -> bool {
        let one = CardSet::of(card);
        if one.is_empty() {
            let room = self.jokers < u8::MAX;
            self.jokers = self.jokers.saturating_add(1);
            return room;
        }
        let second = self.once.intersection(one);
        let room = self.twice.intersection(one).is_empty();
        self.twice = self.twice.union(second);
        self.once = self.once.union(one);
        room
    }

    /// Takes one of this card out; says whether there was one.
    pub const fn remove(&mut self, card: Card) -> bool {
        let one = CardSet::of(card);
        if one.is_empty() {
            let there = self.jokers > 0;
            self.jokers = self.jokers.saturating_sub(1);
            return there;
        }
        let there = !self.once.intersection(one).is_empty();
        // A second copy goes first; without one, the only copy.
        self.once = self.once.difference(one.difference(self.twice));
        self.twice = self.twice.difference(one);
        there
    }

    /// Whether the other multiset holds at least as many of every card.
    #[must_use]
    pub const fn is_subset(self, other: Self) -> bool {
        self.once.is_subset(other.once) && self.twice.is_subset(other.twice) && self.jokers <= other.jokers
    }

    /// All cards of both. `None` when some natural card would be there three times.
    #[must_use]
    pub const fn sum(self, other: Self) -> Option<Self> {
        let thrice = self.twice.intersection(other.once).union(self.once.intersection(other.twice));
        if !thrice.is_empty() {
            return None;
        }
        let Some(jokers) = self.jokers.checked_add(other.jokers) else { return None };
        Some(Self {
            once: self.once.union(other.once),
            twice: self.twice.union(other.twice).union(self.once.intersection(other.once)),
            jokers,
        })
    }

    /// These cards without those of the other, one for one; what the other has beyond these is ignored.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        let left_once = self.once.difference(other.once);
        let second_left = self.twice.intersection(other.once).difference(other.twice);
        Self {
            once: left_once.union(second_left),
            twice: self.twice.difference(other.once),
            jokers: self.jokers.saturating_sub(other.jokers),
        }
    }

    /// The cards in card order, copies side by side, jokers last.
    #[must_use]
    pub const fn iter(self) -> CardsIter {
        CardsIter(self)
    }
}

/// The cards of a [`Cards`] in card order.
#[derive(Clone, Debug)]
pub struct CardsIter(Cards);

impl Iterator for CardsIter {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        if let Some(card) = self.0.once.first() {
            self.0.remove(card);
            Some(card)
        } else {
            self.0.remove(Card::JOKER).then_some(Card::JOKER)
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for CardsIter {}

impl IntoIterator for Cards {
    type Item = Card;
    type IntoIter = CardsIter;

    fn into_iter(self) -> CardsIter {
        self.iter()
    }
}

impl From<CardSet> for Cards {
    fn from(once: CardSet) -> Self {
        Self { once, twice: CardSet::EMPTY, jokers: 0 }
    }
}

impl From<Card> for Cards {
    fn from(card: Card) -> Self {
        let mut cards = Self::EMPTY;
        cards.insert(card);
        cards
    }
}

/// Fails with the card that does not fit: a third copy of a natural card, or more cards than [`MAX_CARDS`].
impl TryFrom<&[Card]> for Cards {
    type Error = Card;

    fn try_from(list: &[Card]) -> Result<Self, Card> {
        let mut cards = Self::EMPTY;
        for (i, &card) in list.iter().enumerate() {
            if i >= MAX_CARDS || !cards.insert(card) {
                return Err(card);
            }
        }
        Ok(cards)
    }
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        super::text::write_cards(f, self.iter())
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn counts(cards: Cards) -> [u8; Card::KINDS] {
        let mut n = [0; Card::KINDS];
        for card in cards {
            n[usize::from(card.index())] += 1;
        }
        n
    }

    fn any_cards() -> impl Strategy<Value = Cards> {
        proptest::collection::vec(0..53_u8, 0..40).prop_map(|list| {
            let mut cards = Cards::EMPTY;
            for index in list {
                cards.insert(Card::from_index(index).unwrap());
            }
            cards
        })
    }

    proptest! {
        #[test]
        fn operations_agree_with_counting(a in any_cards(), b in any_cards()) {
            let (na, nb) = (counts(a), counts(b));
            prop_assert_eq!(a.len(), na.iter().map(|&n| usize::from(n)).sum::<usize>());
            prop_assert_eq!(a.is_subset(b), na.iter().zip(nb).all(|(x, y)| *x <= y));
            let difference: Vec<u8> = na.iter().zip(nb).map(|(x, y)| x.saturating_sub(y)).collect();
            prop_assert_eq!(counts(a.difference(b)).to_vec(), difference);
            let fits = na[..52].iter().zip(&nb[..52]).all(|(x, y)| x + y <= 2);
            prop_assert_eq!(a.sum(b).is_some(), fits);
            if let Some(sum) = a.sum(b) {
                let added: Vec<u8> = na.iter().zip(nb).map(|(x, y)| x + y).collect();
                prop_assert_eq!(counts(sum).to_vec(), added);
                prop_assert_eq!(sum.difference(b), a);
            }
        }
    }

    #[test]
    fn two_decks_with_jokers_are_108_cards() {
        assert_eq!(Cards::decks(2, 2).len(), 108);
        assert_eq!(Cards::decks(1, 2).iter().count(), 54);
        let third = Cards::decks(2, 0).insert(Card::from_index(0).unwrap());
        assert!(!third, "a third ace of clubs has no room");
    }
}
