use crate::cards::{Card, Suit};

/// A move.
///
/// A jack names a suit as part of the move, and a player declares the last card as part of the move:
///
/// ```
/// use taash::cards::{Suit, parse_card};
/// use taash::games::Position as _;
/// use taash::games::pis_yedili::{Move, Position};
///
/// let card = parse_card("JH").unwrap();
/// let jack = Move::Play { card, naming: Some(Suit::Spades), last: false };
/// assert_eq!(jack.to_string(), "play JH naming S");
/// assert_eq!(Position::parse_move("play J♥ naming ♠").unwrap().literal, jack);
///
/// let declared = Position::parse_move("play 7C, last").unwrap().literal;
/// assert_eq!(declared, Move::Play { card: parse_card("7C").unwrap(), naming: None, last: true });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The dealer deals (P3, P5).
    Deal,
    /// The player plays a card from the hand (P13).
    Play {
        /// The card.
        card: Card,
        /// The suit that a jack names (P15). `None` for any other card, for an opening jack and for the last card.
        naming: Option<Suit>,
        /// Whether the player declares that one card is left (P49).
        last: bool,
    },
    /// The player draws a card from the stock (P13), or all cards owed for sevens (P22).
    Draw,
    /// The player ends the turn (P19), or declines the extra card after an ace (P33).
    Pass,
}

impl Move {
    /// Returns the play of a card that names no suit and declares nothing.
    ///
    /// ```
    /// use taash::{cards::parse_card, games::pis_yedili::Move};
    ///
    /// assert_eq!(Move::play(parse_card("7C").unwrap()).to_string(), "play 7C");
    /// ```
    #[must_use]
    pub const fn play(card: Card) -> Self {
        Self::Play { card, naming: None, last: false }
    }
}
