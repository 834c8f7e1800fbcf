use super::value::HouseValue;
use crate::cards::{Card, CardSet};
use crate::games::{PlayError, Rule};

/// A move of Seep.
///
/// A move that makes a house is known by its card, the house's value and the loose cards that end up in the house;
/// which groups they form does not matter (G10, S29). The order of moves (`Ord`) is the order in which legal moves are
/// listed: by kind as below, then by card, by value, and by the loose cards as bit masks (of two sets the one that
/// holds the highest card in which they differ comes later).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// The next dealer deals.
    Deal,
    /// The bidder names a value (S10).
    Bid {
        /// The value named.
        value: HouseValue,
    },
    /// A card takes loose cards, and the house of its value (S30).
    Capture {
        /// The card played.
        card: Card,
        /// The loose cards taken, all of them (S31).
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

/// The value of a bid or a house as a request gives it.
///
/// # Errors
/// G1 outside 9..=13.
pub fn house_value(number: u32) -> Result<HouseValue, PlayError> {
    u8::try_from(number)
        .ok()
        .and_then(HouseValue::new)
        .ok_or(PlayError::new(Rule::G(1), "bids and houses have a value from 9 to 13"))
}

/// Loose cards as a request lists them.
///
/// # Errors
/// G1 for a joker, and for a card that is listed twice.
pub fn loose_cards(list: &[Card]) -> Result<CardSet, PlayError> {
    let mut set = CardSet::EMPTY;
    for &card in list {
        if card.is_joker() {
            return Err(PlayError::new(Rule::G(1), "Seep is played without jokers").card(card));
        }
        if set.contains(card) {
            return Err(PlayError::new(Rule::G(1), "a card is listed twice").card(card));
        }
        set.insert(card);
    }
    Ok(set)
}
