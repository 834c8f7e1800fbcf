use super::{PlayError, Rule, Seat, messages};
use crate::cards::{CardList, Cards, ClientSeed, Purpose, RandomStream, Seed, shuffle};

/// The shuffles of one call: first the orders that the caller gives, one after the other, then those from the seed of the match.
///
/// ```
/// use taash::cards::{CardList, Cards, ClientSeed, Seed};
/// use taash::games::Shuffles;
///
/// let (seed, deck) = (Seed::new([7; 32]), Cards::decks(1, 0));
/// let orders = [CardList::from(deck)];
/// let mut shuffles = Shuffles::new(&seed, &ClientSeed::NONE, &orders);
/// assert_eq!(shuffles.shuffle(deck, 1, 0), Ok(orders[0]));
/// assert_ne!(shuffles.shuffle(deck, 2, 0), Ok(orders[0]), "the second shuffle is from the seed");
/// assert_eq!(shuffles.orders_used(), 1);
/// ```
#[derive(Debug)]
pub struct Shuffles<'a> {
    seed: &'a Seed,
    client_seed: &'a ClientSeed,
    orders: &'a [CardList],
    used: usize,
    drawn: bool,
    cut: u8,
}

impl<'a> Shuffles<'a> {
    /// The greatest cut of a deck of 52 cards: all cards but one.
    pub const MAX_CUT: u8 = 51;

    /// Shuffles from the seeds, the given orders first.
    #[must_use]
    pub const fn new(seed: &'a Seed, client_seed: &'a ClientSeed, orders: &'a [CardList]) -> Self {
        Self { seed, client_seed, orders, used: 0, drawn: false, cut: 0 }
    }

    /// With a cut: the number of cards that are taken from the top of each order and put below the rest, 0..=51 (Seep S8).
    /// Games without a cut ignore it. A greater number counts as 0.
    #[must_use]
    pub const fn with_cut(mut self, cut: u8) -> Self {
        self.cut = if cut <= Self::MAX_CUT { cut } else { 0 };
        self
    }

    /// The cut, 0 if there is none.
    #[must_use]
    pub const fn cut(&self) -> u8 {
        self.cut
    }

    /// How many of the given orders have been used.
    #[must_use]
    pub const fn orders_used(&self) -> usize {
        self.used
    }

    /// Whether a shuffle or a draw was made, by a given order or from the seed.
    #[must_use]
    pub const fn drawn(&self) -> bool {
        self.drawn
    }

    /// Checks that the next given order, if there is one, is a permutation of these cards.
    ///
    /// # Errors
    /// G6.
    pub fn check_next(&self, cards: Cards) -> Result<(), PlayError> {
        match self.orders.get(self.used) {
            Some(order) if order.to_cards() != Some(cards) => {
                Err(PlayError::new(Rule::G(6), &messages::ORDER_NOT_OF_THE_CARDS))
            }
            _ => Ok(()),
        }
    }

    /// The cards in a new order, first = top: the next given order, or shuffle `index` of deal `deal` from the seed.
    ///
    /// # Errors
    /// G6 if the next given order is not a permutation of the cards; the order is then not used up.
    pub fn shuffle(&mut self, cards: Cards, deal: u32, index: u32) -> Result<CardList, PlayError> {
        self.check_next(cards)?;
        self.drawn = true;
        if let Some(order) = self.orders.get(self.used) {
            self.used += 1;
            return Ok(*order);
        }
        Ok(shuffle(cards, &mut RandomStream::new(self.seed, self.client_seed, Purpose::Shuffle, deal, index)))
    }

    /// A random seat, for the first dealer or the first starter.
    pub fn seat(&mut self, purpose: Purpose, seats: u8) -> Seat {
        self.drawn = true;
        let number = RandomStream::new(self.seed, self.client_seed, purpose, 0, 0).below(u32::from(seats));
        Seat::new(u8::try_from(number).unwrap_or(0))
    }
}
