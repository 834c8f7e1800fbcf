use super::{Card, Cards};
use std::fmt;

/// Maximum number of cards that any game uses: two decks with two jokers each.
pub const MAX_CARDS: usize = 108;

/// A list of cards whose order matters, without allocation: a stock (first = top), a deck order, a run.
///
/// ```
/// use taash::cards::{CardList, parse_cards};
///
/// let mut run: CardList = parse_cards("4S 5S").unwrap();
/// assert!(run.push(taash::cards::parse_card("6S").unwrap()));
/// assert_eq!((run.len(), run.to_string()), (3, "4S 5S 6S".to_owned()));
/// ```
#[derive(Clone, Copy)]
pub struct CardList {
    len: u8,
    cards: [Card; MAX_CARDS],
}

impl CardList {
    /// No card.
    pub const EMPTY: Self = Self { len: 0, cards: [Card::JOKER; MAX_CARDS] };

    /// The list of these cards, `None` if there are more than [`MAX_CARDS`].
    #[must_use]
    pub fn new(cards: &[Card]) -> Option<Self> {
        let mut list = Self::EMPTY;
        list.cards.get_mut(..cards.len())?.copy_from_slice(cards);
        list.len = u8::try_from(cards.len()).ok()?;
        Some(list)
    }

    /// The cards in order.
    #[must_use]
    pub fn as_slice(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
    }

    /// The cards in order, to be reordered in place.
    pub fn as_mut_slice(&mut self) -> &mut [Card] {
        &mut self.cards[..usize::from(self.len)]
    }

    /// How many cards there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there is no card.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds a card at the end. Returns `false`, and adds nothing, if the list is full.
    pub fn push(&mut self, card: Card) -> bool {
        let Some(place) = self.cards.get_mut(usize::from(self.len)) else { return false };
        *place = card;
        self.len += 1;
        true
    }

    /// Removes the last card and returns it.
    pub fn pop(&mut self) -> Option<Card> {
        self.len = self.len.checked_sub(1)?;
        Some(self.cards[usize::from(self.len)])
    }

    /// Takes the first card off; the others move up. A stock that is drawn from often is better kept with its top last.
    pub fn take_first(&mut self) -> Option<Card> {
        let first = *self.as_slice().first()?;
        self.cards.copy_within(1..usize::from(self.len), 0);
        self.len -= 1;
        Some(first)
    }

    /// The cards without their order, `None` if some natural card is there three times.
    #[must_use]
    pub fn to_cards(&self) -> Option<Cards> {
        Cards::try_from(self.as_slice()).ok()
    }
}

impl Default for CardList {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl PartialEq for CardList {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for CardList {}

/// The cards in card order.
impl From<Cards> for CardList {
    fn from(cards: Cards) -> Self {
        let mut list = Self::EMPTY;
        for card in cards.naturals() {
            list.push(card);
            if cards.pairs().contains(card) {
                list.push(card);
            }
        }
        for _ in 0..cards.jokers() {
            list.push(Card::JOKER);
        }
        list
    }
}

/// Keeps the first [`MAX_CARDS`] cards.
impl FromIterator<Card> for CardList {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut list = Self::EMPTY;
        for card in cards {
            if !list.push(card) {
                break;
            }
        }
        list
    }
}

impl fmt::Display for CardList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        super::text::write_cards(f, self.as_slice().iter().copied())
    }
}

impl fmt::Debug for CardList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_list_takes_no_more() {
        let mut list: CardList = Cards::decks(2, 2).into();
        assert_eq!(list.len(), MAX_CARDS);
        assert!(!list.push(Card::JOKER));
        assert_eq!(list.take_first(), Card::from_index(0));
        assert_eq!(list.pop(), Some(Card::JOKER));
        assert_eq!(list.len(), MAX_CARDS - 2);
        assert_eq!(CardList::new(&[Card::JOKER; MAX_CARDS + 1]), None);
    }
}
