use super::{Card, Rank, Suit};
use std::fmt;

/// A set of different natural cards as a bit mask: bit `i` is the card of index `i`. It holds no jokers.
///
/// ```
/// use taash::cards::{CardSet, Rank, Suit};
///
/// let aces = CardSet::rank(Rank::Ace);
/// assert_eq!(aces.to_string(), "AC AD AH AS");
/// assert_eq!(aces.difference(CardSet::suit(Suit::Spades)).len(), 3);
/// assert!(aces.is_subset(CardSet::DECK));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: Self = Self(0);
    /// All 52 natural cards.
    pub const DECK: Self = Self((1 << 52) - 1);

    /// The set of one natural card; a joker gives the empty set.
    #[must_use]
    pub const fn of(card: Card) -> Self {
        if card.is_joker() { Self::EMPTY } else { Self(1 << card.index()) }
    }

    /// The four cards of a rank.
    #[must_use]
    pub const fn rank(rank: Rank) -> Self {
        Self(0b1111 << ((rank.number() - 1) * 4))
    }

    /// The thirteen cards of a suit.
    #[must_use]
    pub const fn suit(suit: Suit) -> Self {
        Self(0x1_1111_1111_1111 << (suit as u8))
    }

    /// The set of those bits; bits beyond the 52 natural cards are ignored.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits & Self::DECK.0)
    }

    /// The bit mask: bit `i` is the card of index `i`.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// How many cards there are.
    #[must_use]
    pub const fn len(self) -> u8 {
        #[expect(clippy::cast_possible_truncation, reason = "at most 52")]
        let n = self.0.count_ones() as u8;
        n
    }

    /// Whether there is no card.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the card is in the set.
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        self.0 & Self::of(card).0 != 0
    }

    /// The cards in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The cards in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The cards of this set that the other lacks.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether every card of this set is in the other.
    #[must_use]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Adds a natural card.
    pub const fn insert(&mut self, card: Card) {
        self.0 |= Self::of(card).0;
    }

    /// Removes a card. Returns whether it was in the set.
    pub const fn remove(&mut self, card: Card) -> bool {
        let there = self.contains(card);
        self.0 &= !Self::of(card).0;
        there
    }

    /// The first card in card order.
    #[must_use]
    pub const fn first(self) -> Option<Card> {
        #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
        let index = self.0.trailing_zeros() as u8;
        if self.0 == 0 { None } else { Card::from_index(index) }
    }

    /// The cards in card order.
    #[must_use]
    pub const fn iter(self) -> CardSetIter {
        CardSetIter(self)
    }
}

/// The cards of a [`CardSet`] in card order.
#[derive(Clone, Debug)]
pub struct CardSetIter(CardSet);

impl Iterator for CardSetIter {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        let card = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = usize::from(self.0.len());
        (n, Some(n))
    }
}

impl ExactSizeIterator for CardSetIter {}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = CardSetIter;

    fn into_iter(self) -> CardSetIter {
        self.iter()
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut set = Self::EMPTY;
        for card in cards {
            set.insert(card);
        }
        set
    }
}

impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        super::text::write_cards(f, self.iter())
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suits_and_ranks_partition_the_deck() {
        let suits = Suit::ALL.into_iter().map(CardSet::suit);
        assert_eq!(suits.clone().fold(CardSet::EMPTY, CardSet::union), CardSet::DECK);
        for suit in Suit::ALL {
            assert_eq!(CardSet::suit(suit).len(), 13);
            for rank in Rank::ALL {
                let both = CardSet::suit(suit).intersection(CardSet::rank(rank));
                assert_eq!(both.iter().collect::<Vec<_>>(), vec![Card::new(rank, suit)]);
            }
        }
    }

    #[test]
    fn a_joker_is_in_no_set() {
        let mut set = CardSet::DECK;
        set.insert(Card::JOKER);
        assert_eq!(set, CardSet::DECK);
        assert!(!set.contains(Card::JOKER) && !set.remove(Card::JOKER));
    }
}
