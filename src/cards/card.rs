use std::fmt;

/// The suit of a card, in card order.
///
/// ```
/// use taash::cards::Suit;
///
/// assert!(Suit::Clubs < Suit::Spades);
/// assert_eq!(Suit::ALL.map(Suit::letter), ['C', 'D', 'H', 'S']);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Suit {
    /// Clubs, `C`.
    Clubs = 0,
    /// Diamonds, `D`.
    Diamonds = 1,
    /// Hearts, `H`.
    Hearts = 2,
    /// Spades, `S`.
    Spades = 3,
}

impl Suit {
    /// The four suits in card order.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    /// The letter that stands for the suit in a text: `C`, `D`, `H` or `S`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Clubs => 'C',
            Self::Diamonds => 'D',
            Self::Hearts => 'H',
            Self::Spades => 'S',
        }
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// The rank of a natural card, ace low.
///
/// ```
/// use taash::cards::Rank;
///
/// assert_eq!((Rank::Ace.number(), Rank::King.number()), (1, 13));
/// assert_eq!(Rank::from_number(10), Some(Rank::Ten));
/// assert_eq!(Rank::Ten.to_string(), "T");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Rank {
    Ace = 1,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
}

impl Rank {
    /// The thirteen ranks in card order, ace first.
    pub const ALL: [Self; 13] = [
        Self::Ace,
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
    ];

    /// The rank's place in its suit: ace 1, two 2, … king 13.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The rank of that number, `None` outside 1..=13.
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Self> {
        if number >= 1 && number <= 13 { Some(Self::ALL[(number - 1) as usize]) } else { None }
    }

    /// The letter or digit that stands for the rank in a text: `A 2 3 4 5 6 7 8 9 T J Q K`.
    #[must_use]
    pub const fn letter(self) -> char {
        const LETTERS: [char; 13] = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];
        LETTERS[(self as u8 - 1) as usize]
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// One card: a natural card of a rank and a suit, or a joker.
///
/// The order of cards (`Ord`) is card order: rank from ace to king, then suit C D H S, jokers last. Two cards that
/// compare equal are interchangeable, also when two decks are in play.
///
/// ```
/// use taash::cards::{Card, Rank, Suit};
///
/// let card = Card::new(Rank::Nine, Suit::Clubs);
/// assert_eq!(card.to_string(), "9C");
/// assert!(card < Card::new(Rank::Nine, Suit::Diamonds) && card < Card::JOKER);
/// assert_eq!(Card::from_index(card.index()), Some(card));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// A joker. All jokers are alike.
    pub const JOKER: Self = Self(52);
    /// How many different cards there are: 52 naturals and the joker.
    pub const KINDS: usize = 53;

    /// The card of a rank and a suit.
    #[must_use]
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self((rank as u8 - 1) * 4 + suit as u8)
    }

    /// The card at a place in card order: 0 is the ace of clubs, 51 the king of spades, 52 the joker.
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index <= Self::JOKER.0 { Some(Self(index)) } else { None }
    }

    /// The place of the card in card order, 0..=52.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Whether this is a joker.
    #[must_use]
    pub const fn is_joker(self) -> bool {
        self.0 == Self::JOKER.0
    }

    /// The rank, `None` for a joker.
    #[must_use]
    pub const fn rank(self) -> Option<Rank> {
        Rank::from_number(self.0 / 4 + 1)
    }

    /// The suit, `None` for a joker.
    #[must_use]
    pub const fn suit(self) -> Option<Suit> {
        if self.is_joker() { None } else { Some(Suit::ALL[(self.0 % 4) as usize]) }
    }

    /// The number of the rank, ace 1 to king 13; 0 for a joker.
    #[must_use]
    pub const fn number(self) -> u8 {
        if self.is_joker() { 0 } else { self.0 / 4 + 1 }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.rank(), self.suit()) {
            (Some(rank), Some(suit)) => write!(f, "{rank}{suit}"),
            _ => f.write_str("X"),
        }
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn card_order_is_rank_then_suit_then_jokers() {
        let mut last = None;
        for rank in Rank::ALL {
            for suit in Suit::ALL {
                let card = Card::new(rank, suit);
                assert_eq!((card.rank(), card.suit()), (Some(rank), Some(suit)));
                assert_eq!(Card::from_index(card.index()), Some(card));
                assert!(last < Some(card));
                last = Some(card);
            }
        }
        assert!(last < Some(Card::JOKER));
        assert_eq!((Card::JOKER.rank(), Card::JOKER.suit(), Card::JOKER.number()), (None, None, 0));
        assert_eq!(Card::from_index(53), None);
    }
}
