use super::{Options, SetPickup, messages};
use crate::cards::{Card, Cards};
use crate::games::{MessageSpec, PlayError, Rule};
use std::fmt;

/// One to eight cards discarded together, in the order laid. Whether they are a combination by J14 is checked
/// by the position; a value of this type is only well formed.
///
/// ```
/// use taash::cards::parse_cards;
/// use taash::games::jhyap::Combination;
///
/// let run = Combination::new(parse_cards("4S 5S 6S").unwrap().as_slice()).unwrap();
/// assert_eq!(run.to_string(), "4S 5S 6S");
/// assert_eq!(run.cards().len(), 3);
/// assert!(Combination::new(&[]).is_err(), "a discard is at least one card");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Combination {
    len: u8,
    // Places beyond `len` always hold jokers, so that equal combinations are equal bytes.
    cards: [Card; Self::MAX],
}

impl Combination {
    /// Maximum number of cards: a hand of seven, and a card slapped on it (J28).
    pub const MAX: usize = Self::MOST as usize;
    const MOST: u8 = 8;

    /// No cards: where building a combination starts, never a finished one.
    pub(super) const EMPTY: Self = Self { len: 0, cards: [Card::JOKER; Self::MAX] };

    /// The combination of these cards in this order.
    ///
    /// # Errors
    /// G1 for no cards, and for more than [`Self::MAX`].
    pub fn new(cards: &[Card]) -> Result<Self, PlayError> {
        if cards.is_empty() {
            return Err(PlayError::new(Rule::G(1), &messages::EMPTY_DISCARD));
        }
        let mut laid = Self::EMPTY;
        match (laid.cards.get_mut(..cards.len()), u8::try_from(cards.len())) {
            (Some(places), Ok(len)) => {
                places.copy_from_slice(cards);
                laid.len = len;
                Ok(laid)
            }
            _ => Err(PlayError::new(Rule::G(1), &messages::DISCARD_TOO_LONG).with("most", Self::MOST)),
        }
    }

    /// The combination of one card.
    #[must_use]
    pub const fn single(card: Card) -> Self {
        let mut laid = Self::EMPTY;
        laid.len = 1;
        laid.cards[0] = card;
        laid
    }

    /// The cards in the order laid.
    #[must_use]
    pub fn cards(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
    }

    /// The cards without their order, `None` if there are three or more copies of a natural card.
    #[must_use]
    pub fn to_cards(&self) -> Option<Cards> {
        Cards::try_from(self.cards()).ok()
    }

    /// Adds a card at the end. A hand and a slap together fit.
    pub(super) fn push(&mut self, card: Card) {
        self.cards[usize::from(self.len)] = card;
        self.len += 1;
    }

    fn cards_mut(&mut self) -> &mut [Card] {
        &mut self.cards[..usize::from(self.len)]
    }

    fn first(&self) -> Card {
        self.cards[0]
    }

    fn last(&self) -> Card {
        self.cards[usize::from(self.len) - 1]
    }

    /// Whether all cards are of one rank: a single or a set, no run.
    pub(super) fn is_one_rank(&self) -> bool {
        self.cards().iter().all(|card| card.number() == self.first().number())
    }

    /// Whether a card drawn now may be slapped on it (J28).
    pub(super) fn takes_slap(&self, card: Card) -> bool {
        card.number() == self.first().number() && self.is_one_rank()
    }

    /// With a card slapped on it as its last (J28), written as J24 writes it.
    pub(super) fn slapped(mut self, card: Card, options: &Options) -> Self {
        self.push(card);
        self.order_set(options)
    }

    /// The set as J24 writes it: what has no meaning for the next player stands in card order.
    fn order_set(mut self, options: &Options) -> Self {
        let cards = self.cards_mut();
        match (options.set_pickup, cards) {
            (SetPickup::Any, cards) => cards.sort_unstable(),
            (SetPickup::Ends, [first, middle @ .., last]) => {
                middle.sort_unstable();
                // A card may still be slapped behind the last one, so that first and last are not alike then.
                if !options.slap_down && *first > *last {
                    std::mem::swap(first, last);
                }
            }
            (SetPickup::Ends, _) => {}
        }
        self
    }

    /// The cards of it that the next player may take, each kind once, as they lie (J22, J23, J24).
    pub(super) fn open_cards(&self, options: &Options) -> OpenCards {
        let mut open = OpenCards { len: 0, cards: [Card::JOKER; OpenCards::MAX] };
        if options.set_pickup == SetPickup::Any && self.is_one_rank() {
            self.cards().iter().for_each(|&card| open.add(card));
        } else {
            open.add(self.first());
            open.add(self.last());
        }
        open
    }

    /// Returns the canonical form if the cards are a combination by J14.
    ///
    /// # Errors
    /// The most specific of J5, J17, J18, J19 and J20; J14 where none of them fits.
    pub(super) fn check(&self, options: &Options) -> Result<Self, PlayError> {
        if self.is_one_rank() {
            return Ok(self.order_set(options));
        }
        let shape = Shape::of(self.cards());
        self.check_jokers(&shape, options)?;
        self.check_suit_and_ranks(&shape)?;
        self.laid_ascending(&shape)
    }

    fn refused(&self, rule: u8, message: &'static MessageSpec) -> PlayError {
        let mut error = PlayError::new(Rule::J(rule), message);
        error.cards = self.cards().iter().copied().collect();
        error
    }

    fn check_jokers(&self, shape: &Shape, options: &Options) -> Result<(), PlayError> {
        if shape.jokers == 0 {
            return Ok(());
        }
        if shape.naturals > 1 && shape.ranks.count_ones() == 1 {
            return Err(self.refused(20, &messages::JOKER_IN_SET));
        }
        if !options.jokers_wild_in_runs {
            return Err(self.refused(19, &messages::JOKERS_NOT_WILD));
        }
        Ok(())
    }

    fn check_suit_and_ranks(&self, shape: &Shape) -> Result<(), PlayError> {
        if self.len < 3 || shape.suits.count_ones() != 1 {
            return Err(self.refused(14, &messages::NO_COMBINATION));
        }
        if shape.ranks.count_ones() != u32::from(shape.naturals) {
            return Err(self.refused(17, &messages::RUN_REPEATS_RANK));
        }
        if shape.span() > u32::from(self.len) {
            return Err(if shape.fits_round_the_corner(self.len) {
                self.refused(5, &messages::RUN_PAST_KING)
            } else {
                self.refused(14, &messages::NO_COMBINATION)
            });
        }
        Ok(())
    }

    /// Cards that are a run in some order, in ascending order if they stand in ascending or descending order.
    fn laid_ascending(mut self, shape: &Shape) -> Result<Self, PlayError> {
        if reads_ascending(self.cards()) {
            return Ok(self);
        }
        self.cards_mut().reverse();
        if reads_ascending(self.cards()) {
            return Ok(self);
        }
        self.cards_mut().reverse();
        Err(if shape.jokers > 0 {
            self.refused(19, &messages::JOKER_OUT_OF_PLACE)
        } else {
            self.refused(18, &messages::RUN_OUT_OF_ORDER)
        })
    }

    /// Whether a text that lists these cards could mean that legal discard: the same cards, a run in the same order.
    pub(super) fn could_mean(&self, legal: &Self) -> bool {
        if legal.is_one_rank() {
            return self.to_cards() == legal.to_cards();
        }
        let mut read = *self;
        if !reads_ascending(read.cards()) {
            read.cards_mut().reverse();
        }
        read == *legal
    }
}

impl fmt::Display for Combination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, card) in self.cards().iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{card}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Combination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

/// Whether every natural card stands where an ascending run has it, jokers filling the other places from A to K.
fn reads_ascending(cards: &[Card]) -> bool {
    let mut first = None;
    for (place, card) in (0_u8..).zip(cards) {
        if card.is_joker() {
            continue;
        }
        match (first, card.number().checked_sub(place)) {
            (_, None | Some(0)) => return false,
            (None, start) => first = start,
            (start, own) if start != own => return false,
            _ => {}
        }
    }
    first.is_some_and(|start| usize::from(start) + cards.len() <= 14)
}

/// What the kind of combination depends on, whatever the order of the cards.
struct Shape {
    naturals: u8,
    jokers: u8,
    /// Bit n: some card is of rank number n.
    ranks: u32,
    /// Bit n: some card is of suit n.
    suits: u8,
}

impl Shape {
    fn of(cards: &[Card]) -> Self {
        let mut shape = Self { naturals: 0, jokers: 0, ranks: 0, suits: 0 };
        for card in cards {
            match card.suit() {
                Some(suit) => {
                    shape.naturals += 1;
                    shape.ranks |= 1 << card.number();
                    shape.suits |= 1 << (suit as u8);
                }
                None => shape.jokers += 1,
            }
        }
        shape
    }

    /// How many ranks from the lowest to the highest natural card.
    fn span(&self) -> u32 {
        if self.ranks == 0 { 0 } else { 32 - self.ranks.leading_zeros() - self.ranks.trailing_zeros() }
    }

    /// Whether the ranks would fit a run of that length if the ace followed the king.
    fn fits_round_the_corner(&self, len: u8) -> bool {
        let twice = self.ranks >> 1 | self.ranks << 12;
        let window = (1_u32 << len) - 1;
        (0..13).any(|start| ((twice >> start) & window).count_ones() == u32::from(self.naturals))
    }
}

/// The cards of the previous discard that may be taken: of a rank, at most one of each suit.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenCards {
    len: u8,
    cards: [Card; Self::MAX],
}

impl OpenCards {
    const MAX: usize = 4;

    fn add(&mut self, card: Card) {
        if !self.as_slice().contains(&card) {
            self.cards[usize::from(self.len)] = card;
            self.len += 1;
        }
    }

    /// The cards in the order laid.
    pub(super) fn as_slice(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
    }
}
