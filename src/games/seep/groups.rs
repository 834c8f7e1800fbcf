//! Sums of cards, and whether cards split into groups that each have a value (S27, S30, S42).
//!
//! The listing has a search of its own for the sets that are worth trying (`legal.rs`), but only [`splits`] decides
//! whether a set splits. It works on the number of cards of each value, four bits a value, because suits do not matter.

use crate::cards::CardSet;

/// Counts the steps of searches, which bound the work of a listing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Number of steps made so far. A step is one choice of a search.
    pub units: u32,
}

impl Work {
    /// Counts one more step.
    pub(super) const fn step(&mut self) {
        self.units = self.units.saturating_add(1);
    }
}

/// The number of cards of each value: the four bits from bit 4(v−1) up hold the number of cards of value v.
const fn counts(cards: CardSet) -> u64 {
    let x = cards.bits();
    let pairs = x - ((x >> 1) & 0x5555_5555_5555_5555);
    (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333)
}

const fn count(counts: u64, value: u8) -> u64 {
    counts >> (4 * (value - 1)) & 0b1111
}

const fn times(n: u64, value: u8) -> u64 {
    n << (4 * (value - 1))
}

/// The sum of the capture values (S2).
pub(super) fn sum(cards: CardSet) -> u16 {
    cards.iter().map(|card| u16::from(card.number())).sum()
}

/// The sums up to 13 that subsets of some cards have: bit s is set if a subset sums to s. Bit 0, the sum of the empty
/// subset, is always set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sums(u16);

impl Sums {
    /// The sums of an empty set: 0 alone.
    pub(super) const NONE: Self = Self(1);

    /// The sums of subsets of these cards.
    pub(super) fn of(cards: CardSet) -> Self {
        cards.iter().fold(Self::NONE, |sums, card| sums.and(card.number()))
    }

    /// The sums with one more card of this value.
    #[must_use]
    pub(super) const fn and(self, value: u8) -> Self {
        Self((self.0 | self.0 << value) & 0x3fff)
    }

    /// Whether some of the cards sum to `value`, at most 13.
    pub(super) const fn contain(self, value: u8) -> bool {
        self.0 >> value & 1 == 1
    }
}

/// Maximum number of steps that [`splits`] takes for any set of cards. A test tries all sets that matter.
#[cfg(test)]
const MOST_STEPS: u32 = 1600;

/// Whether all the cards split into groups that each sum to `value` (1..=13). An empty set does.
///
/// A card of the value is a group, and two cards that together have the value can always be put together: if they are
/// in different groups of a split, the other cards of these two groups sum to the value too. So the search only has to
/// deal with what remains without singles and pairs: at most one value of each pair of values, in groups of three or
/// more.
pub(super) fn splits(cards: CardSet, value: u8, work: &mut Work) -> bool {
    if cards.bits() >> (4 * value) != 0 {
        return false;
    }
    let mut rest = counts(cards);
    rest -= times(count(rest, value), value);
    for low in 1..value.div_ceil(2) {
        let pairs = count(rest, low).min(count(rest, value - low));
        rest -= times(pairs, low) + times(pairs, value - low);
    }
    if value.is_multiple_of(2) {
        rest &= !times(0b1110, value / 2);
    }
    if rest == 0 {
        return true;
    }
    let sum: u64 = (1..value).map(|v| u64::from(v) * count(rest, v)).sum();
    sum.is_multiple_of(u64::from(value)) && next_group(rest, value, work)
}

/// Starts a group with the highest card left.
fn next_group(rest: u64, value: u8, work: &mut Work) -> bool {
    if rest == 0 {
        return true;
    }
    let top = highest(rest);
    fill(rest - times(1, top), value - top, top, value, work)
}

/// Fills a group with cards of at most `top` until nothing is missing, then starts the next group.
fn fill(rest: u64, missing: u8, top: u8, value: u8, work: &mut Work) -> bool {
    work.step();
    if missing == 0 {
        return next_group(rest, value, work);
    }
    (1..=top.min(missing)).rev().any(|v| count(rest, v) > 0 && fill(rest - times(1, v), missing - v, v, value, work))
}

const fn highest(counts: u64) -> u8 {
    #[expect(clippy::cast_possible_truncation, reason = "at most 16")]
    let value = (67 - counts.leading_zeros()) as u8 / 4;
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::{Rank, parse_cards};

    fn set(text: &str) -> CardSet {
        parse_cards(text).unwrap().as_slice().iter().copied().collect()
    }

    #[test]
    fn cards_split_or_not() {
        let splits = |text, value| splits(set(text), value, &mut Work::default());
        assert!(splits("", 9));
        assert!(splits("9C", 9) && splits("5C 4D", 9) && splits("AC 3D 5S 7H 8C", 8));
        assert!(splits("KC AC 6D 6H 5C 5D 3C", 13));
        assert!(!splits("AC 6D 2C 2H", 13), "15 in all: each group has to sum to 13");
        assert!(!splits("TC", 9) && !splits("8C", 9) && !splits("8C 8D 2C", 9));
        assert!(!splits("7C 7D 7H 5C", 13), "26 in all, but no 13");
    }

    /// Tries every set of cards in which no single and no pair is left, up to the suits.
    #[test]
    fn the_search_for_groups_is_short_for_every_set_of_cards() {
        let mut most = 0;
        for value in 1..=13_u8 {
            let mut rests = vec![CardSet::EMPTY];
            for low in 1..=value / 2 {
                let mut more = Vec::new();
                for &rest in &rests {
                    more.push(rest);
                    let sides = if low * 2 == value { vec![] } else { vec![low, value - low] };
                    for v in sides {
                        let suits = CardSet::rank(Rank::from_number(v).unwrap()).bits();
                        more.extend(
                            [1, 3, 7, 15]
                                .map(|mask: u64| CardSet::from_bits(rest.bits() | (mask << (4 * (v - 1))) & suits)),
                        );
                    }
                    if low * 2 == value {
                        let half = CardSet::rank(Rank::from_number(low).unwrap()).first().unwrap();
                        more.push(rest.union(CardSet::of(half)));
                    }
                }
                rests = more;
            }
            for rest in rests {
                let mut work = Work::default();
                splits(rest, value, &mut work);
                most = most.max(work.units);
            }
        }
        assert!(most <= MOST_STEPS, "{most} steps");
    }
}
