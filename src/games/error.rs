use super::{Message, MessageSpec, Param};
use crate::cards::{Card, CardList, Cards};
use crate::for_each_game;
use std::fmt;

macro_rules! define_rule {
    ($($Game:ident $game:ident $number:literal $letter:ident $title:literal;)+) => {
        /// The id of a rule of the rulebook, such as `J14`: the same in refusals, score lines and tests.
        ///
        /// ```
        /// assert_eq!(taash::games::Rule::J(14).to_string(), "J14");
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rule {
            /// A rule common to all games.
            G(u8),
            $(
                #[doc = concat!("A rule of ", $title, ".")]
                $letter(u8),
            )+
        }

        impl fmt::Display for Rule {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    Self::G(n) => write!(f, "G{n}"),
                    $(Self::$letter(n) => write!(f, concat!(stringify!($letter), "{}"), n),)+
                }
            }
        }
    };
}

for_each_game!(define_rule);

/// Why a move is refused: the rule it breaks, and what a client needs to explain it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{rule}: {message}")]
pub struct PlayError {
    /// The rule that forbids the move.
    pub rule: Rule,
    /// Why, as an entry of the catalogue. Its parameters are what the request named, what lies open, or what the mover knows.
    pub message: Message,
    /// The cards concerned, among those that the request itself named or that lie open.
    pub cards: CardList,
    /// The value of the house concerned (Seep), 9..=13.
    pub house: Option<u8>,
}

impl PlayError {
    /// The refusal by a rule, with the entry of the catalogue that says why.
    #[must_use]
    pub const fn new(rule: Rule, message: &'static MessageSpec) -> Self {
        Self { rule, message: Message::new(message), cards: CardList::EMPTY, house: None }
    }

    /// With the value of a parameter of the message; see [`Message::with`].
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Param>) -> Self {
        self.message = self.message.with(name, value);
        self
    }

    /// With the card concerned.
    #[must_use]
    pub fn card(mut self, card: Card) -> Self {
        self.cards.push(card);
        self
    }

    /// With the cards concerned.
    #[must_use]
    pub fn cards(mut self, cards: impl Into<Cards>) -> Self {
        self.cards = CardList::from(cards.into());
        self
    }

    /// With the house concerned.
    #[must_use]
    pub const fn house(mut self, value: u8) -> Self {
        self.house = Some(value);
        self
    }
}

/// One thing wrong with a position or with options that somebody brought.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {message}")]
pub struct Fault {
    /// Where, in the words of the setup or of the options: `stock`, `hands[2]`, `limit`.
    pub field: String,
    /// What is wrong, as an entry of the catalogue. It names no hidden card.
    pub message: Message,
}

impl Fault {
    /// A fault of a field, with the entry of the catalogue that says what is wrong, parameters included.
    #[must_use]
    pub fn new(field: impl Into<String>, message: impl Into<Message>) -> Self {
        Self { field: field.into(), message: message.into() }
    }
}
