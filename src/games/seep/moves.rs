use super::messages;
use super::value::HouseValue;
use crate::cards::{Card, CardSet};
use crate::games::{PlayError, Rule};

/// A move of Seep.
///
/// A move that makes a house is identified by its card, the house's value and the loose cards that end up in the house;
/// which groups they form does not matter (G10, S29). The order of moves (`Ord`) is the order in which legal moves are
/// listed: by kind as below, then by card, by value, and by the loose cards as bit masks. (Of two sets, the one that
/// holds the highest card in which they differ comes later.)
///
/// `Display` writes the canonical text, and [`Position::parse_move`](crate::games::Position::parse_move) reads it and
/// other spellings:
///
/// ```
/// use taash::games::seep::{Move, Position};
/// use taash::games::{Position as _, Reading};
///
/// let parsed = Position::parse_move("capture 10♠: 6d 4c, house").unwrap();
/// assert_eq!(parsed.literal.to_string(), "capture TS: 4C 6D, house");
/// assert!(matches!(parsed.literal, Move::Capture { house: true, .. }));
/// assert_eq!(parsed.reading, Reading::Exact);
///
/// // Without a colon, the text may be short for a move with loose cards.
/// assert_eq!(Position::parse_move("capture JS").unwrap().reading, Reading::Open);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// The dealer deals (S9).
    Deal,
    /// The bidder bids a value (S10).
    Bid {
        /// The value bid.
        value: HouseValue,
    },
    /// A card takes loose cards, and the house of its value (S30).
    Capture {
        /// The card played.
        card: Card,
        /// All loose cards taken (S31).
        loose: CardSet,
        /// Whether the house of the card's value is taken.
        house: bool,
    },
    /// A card and loose cards make a new house (S26).
    Build {
        /// The card played.
        card: Card,
        /// The value of the house.
        value: HouseValue,
        /// The loose cards that end up in the house.
        loose: CardSet,
    },
    /// A card, alone or with loose cards, is added to a house (S41).
    Add {
        /// The card played.
        card: Card,
        /// The value of the house.
        value: HouseValue,
        /// The loose cards that end up in the house.
        loose: CardSet,
    },
    /// A card raises the value of another player's house (S35).
    Break {
        /// The card played.
        card: Card,
        /// The value of the house before it is broken.
        value: HouseValue,
        /// The loose cards that join the raised house (S29).
        loose: CardSet,
    },
    /// A card joins the loose cards (S20).
    Throw {
        /// The card thrown.
        card: Card,
    },
}

impl Move {
    /// The card played, `None` for a bid and for a deal.
    #[must_use]
    pub const fn card(&self) -> Option<Card> {
        match *self {
            Self::Deal | Self::Bid { .. } => None,
            Self::Capture { card, .. }
            | Self::Build { card, .. }
            | Self::Add { card, .. }
            | Self::Break { card, .. }
            | Self::Throw { card } => Some(card),
        }
    }
}

/// Reads the value of a bid or a house from a number in a request.
///
/// # Errors
/// G1 if the number is not in 9..=13.
///
/// ```
/// use taash::games::{Rule, seep::house_value};
///
/// assert_eq!(house_value(9).unwrap().get(), 9);
/// assert_eq!(house_value(14).unwrap_err().rule, Rule::G(1));
/// ```
pub fn house_value(number: u32) -> Result<HouseValue, PlayError> {
    u8::try_from(number).ok().and_then(HouseValue::new).ok_or(PlayError::new(Rule::G(1), &messages::VALUE_OUT_OF_RANGE))
}

/// Reads a set of loose cards from a list in a request.
///
/// # Errors
/// G1 for a joker, and for a card that is listed twice.
pub fn loose_cards(list: &[Card]) -> Result<CardSet, PlayError> {
    let mut set = CardSet::EMPTY;
    for &card in list {
        if card.is_joker() {
            return Err(PlayError::new(Rule::G(1), &messages::JOKER).card(card));
        }
        if set.contains(card) {
            return Err(PlayError::new(Rule::G(1), &messages::CARD_TWICE).with("card", card).card(card));
        }
        set.insert(card);
    }
    Ok(set)
}
