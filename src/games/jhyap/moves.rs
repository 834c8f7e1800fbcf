use super::Combination;
use crate::cards::Card;

/// What is taken after a discard (J21).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Take {
    /// The top of the stock.
    Stock,
    /// A card of the previous discard. Identical cards make the same move (G10).
    Card(Card),
}

/// A move of Jhyap.
///
/// Players write moves as text; [`parse_move`](crate::games::Position::parse_move) reads them:
///
/// ```
/// use taash::cards::parse_card;
/// use taash::games::Position as _;
/// use taash::games::jhyap::{Combination, Move, Position, Take};
///
/// let parsed = Position::parse_move("discard 6H 6S, take 9C").unwrap();
/// let (six, other) = (parse_card("6H").unwrap(), parse_card("6S").unwrap());
/// let cards = Combination::new(&[six, other]).unwrap();
/// assert_eq!(parsed.literal, Move::Discard { cards, take: Take::Card(parse_card("9C").unwrap()) });
/// assert_eq!(parsed.literal.to_string(), "discard 6H 6S, take 9C");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Discards a combination, then takes a card (J12).
    Discard {
        /// The cards in the order laid.
        cards: Combination,
        /// What is taken.
        take: Take,
    },
    /// Calls (J30).
    Call,
    /// Adds the card just drawn to the discard (J28).
    Slap,
    /// Keeps the card just drawn, although it could be slapped (J28).
    Keep,
    /// Deals the next deal.
    Deal,
}

const _: () = assert!(size_of::<Move>() <= 12, "moves are copied for every legal move");
