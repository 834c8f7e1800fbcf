//! The catalogue of sentences: what a player or a caller is told, by a stable id with typed parameters.
//!
//! Code names an id and gives its parameters, never a sentence. The English template of each id stands in the
//! `messages.ftl` beside the list, in [Fluent](https://projectfluent.org) syntax; whoever translates replaces that file.

use super::Seat;
use crate::cards::{Card, Cards, Suit};
use std::fmt;

/// What kind of value a parameter has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ParamKind {
    /// A whole number: points, a count, a value, an option's limit.
    Number,
    /// One card.
    Card,
    /// Any number of cards, in card order.
    Cards,
    /// A seat, from 0.
    Seat,
    /// Several seats, in ascending order.
    Seats,
    /// A suit.
    Suit,
    /// A word from the request or from a fixed list, such as the name of a field or of an option.
    Word,
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Param {
    /// A whole number.
    Number(i64),
    /// One card.
    Card(Card),
    /// Any number of cards.
    Cards(Cards),
    /// A seat.
    Seat(Seat),
    /// Several seats.
    Seats(Vec<Seat>),
    /// A suit.
    Suit(Suit),
    /// A word.
    Word(String),
}

impl Param {
    /// Which kind of value it is.
    #[must_use]
    pub const fn kind(&self) -> ParamKind {
        match self {
            Self::Number(_) => ParamKind::Number,
            Self::Card(_) => ParamKind::Card,
            Self::Cards(_) => ParamKind::Cards,
            Self::Seat(_) => ParamKind::Seat,
            Self::Seats(_) => ParamKind::Seats,
            Self::Suit(_) => ParamKind::Suit,
            Self::Word(_) => ParamKind::Word,
        }
    }
}

/// The value as canonical text: cards and suits as in a move, seats as numbers, lists with spaces.
impl fmt::Display for Param {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Card(card) => write!(f, "{card}"),
            Self::Cards(cards) => spaced(f, cards.iter()),
            Self::Seat(seat) => write!(f, "{seat}"),
            Self::Seats(seats) => spaced(f, seats),
            Self::Suit(suit) => write!(f, "{suit}"),
            Self::Word(word) => f.write_str(word),
        }
    }
}

fn spaced(f: &mut fmt::Formatter<'_>, items: impl IntoIterator<Item = impl fmt::Display>) -> fmt::Result {
    items.into_iter().enumerate().try_for_each(|(i, item)| write!(f, "{}{item}", if i == 0 { "" } else { " " }))
}

macro_rules! param_from {
    ($($from:ty => $variant:ident),+ $(,)?) => {
        $(impl From<$from> for Param {
            fn from(value: $from) -> Self {
                Self::$variant(value.into())
            }
        })+
    };
}

param_from!(
    u8 => Number, u16 => Number, u32 => Number, i32 => Number, i64 => Number,
    Card => Card, Cards => Cards, Seat => Seat, Vec<Seat> => Seats, Suit => Suit, &str => Word, String => Word,
);

/// One entry of the catalogue: an id and the parameters of its template.
///
/// Declared by [`messages!`](crate::messages), never by hand. Ids never change their meaning once released.
#[derive(Debug, PartialEq, Eq)]
pub struct MessageSpec {
    /// The id, as `jhyap-hand-above-call-limit`: the key in the Fluent file.
    pub id: &'static str,
    /// The parameters of the template, each with its kind.
    pub params: &'static [(&'static str, ParamKind)],
}

/// Entries of the catalogue with their English templates.
#[derive(Clone, Copy, Debug)]
pub struct Catalogue {
    /// The entries.
    pub entries: &'static [&'static MessageSpec],
    /// The English templates: a Fluent resource with a message for every entry, its id the key.
    pub english: &'static str,
}

/// A sentence: an entry of the catalogue with values for its parameters.
///
/// ```
/// use taash::games::{Message, Param};
/// taash::messages! {
///     /// Every message of this example.
///     pub const ALL;
///     /// A hand is worth too much.
///     ABOVE_LIMIT = "example-above-limit" { value: Number, limit: Number };
/// }
/// let message = Message::new(&ABOVE_LIMIT).with("value", 12_u8).with("limit", 5_u8);
/// assert_eq!(message.id(), "example-above-limit");
/// assert_eq!(message.param("limit"), Some(&Param::Number(5)));
/// assert!(message.is_complete());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    spec: &'static MessageSpec,
    params: Vec<(&'static str, Param)>,
}

impl Message {
    /// The sentence of that entry, without parameters yet.
    #[must_use]
    pub const fn new(spec: &'static MessageSpec) -> Self {
        Self { spec, params: Vec::new() }
    }

    /// With the value of a parameter.
    ///
    /// The entry must declare a parameter of that name and kind; debug builds assert it.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Param>) -> Self {
        let value = value.into();
        debug_assert!(
            self.spec.params.contains(&(name, value.kind())),
            "{} declares no {name} of kind {:?}",
            self.spec.id,
            value.kind()
        );
        debug_assert!(self.param(name).is_none(), "{} has {name} already", self.spec.id);
        self.params.push((name, value));
        self
    }

    /// The entry of the catalogue.
    #[must_use]
    pub const fn spec(&self) -> &'static MessageSpec {
        self.spec
    }

    /// The stable id.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        self.spec.id
    }

    /// The parameters with their values.
    #[must_use]
    pub fn params(&self) -> &[(&'static str, Param)] {
        &self.params
    }

    /// The value of one parameter, `None` if it has not been given.
    #[must_use]
    pub fn param(&self, name: &str) -> Option<&Param> {
        self.params.iter().find(|(given, _)| *given == name).map(|(_, value)| value)
    }

    /// Whether every parameter that the entry declares has a value.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.spec.params.iter().all(|(name, _)| self.param(name).is_some())
    }
}

/// The id, and the parameters behind it: for tests and programmers. People are shown the template, filled in.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())?;
        for (i, (name, value)) in self.params.iter().enumerate() {
            write!(f, "{}{name} {value}", if i == 0 { " (" } else { ", " })?;
        }
        if self.params.is_empty() { Ok(()) } else { f.write_str(")") }
    }
}

impl From<&'static MessageSpec> for Message {
    fn from(spec: &'static MessageSpec) -> Self {
        Self::new(spec)
    }
}

/// Declares entries of the catalogue: a constant for each, and a list of them all.
///
/// Each entry has a doc comment that says when it is sent, an id, and the names and kinds of its parameters.
#[macro_export]
macro_rules! messages {
    (
        $(#[$all_doc:meta])*
        $all_vis:vis const $all:ident;
        $(
            $(#[$doc:meta])*
            $name:ident = $id:literal $({ $($param:ident: $kind:ident),+ $(,)? })?;
        )+
    ) => {
        $(
            $(#[$doc])*
            $all_vis static $name: $crate::games::MessageSpec = $crate::games::MessageSpec {
                id: $id,
                params: &[$($((stringify!($param), $crate::games::ParamKind::$kind)),+)?],
            };
        )+
        $(#[$all_doc])*
        $all_vis const $all: &[&$crate::games::MessageSpec] = &[$(&$name),+];
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::parse_card;

    crate::messages! {
        /// Messages of this test.
        const ALL;
        /// Nothing to tell.
        PLAIN = "test-plain";
        /// A card with its owner.
        OWNED = "test-owned" { card: Card, seat: Seat };
    }

    #[test]
    fn entries_are_listed_with_their_parameters() {
        let ids: Vec<&str> = ALL.iter().map(|spec| spec.id).collect();
        assert_eq!(ids, ["test-plain", "test-owned"]);
        assert_eq!(PLAIN.params, []);
        assert_eq!(OWNED.params, [("card", ParamKind::Card), ("seat", ParamKind::Seat)]);
    }

    #[test]
    fn a_message_is_complete_when_every_parameter_has_a_value() {
        assert!(Message::new(&PLAIN).is_complete());
        let half = Message::new(&OWNED).with("seat", Seat::new(2));
        assert!(!half.is_complete());
        assert!(half.with("card", parse_card("9C").unwrap()).is_complete());
    }

    #[test]
    fn an_undeclared_parameter_is_caught_in_tests() {
        let caught = std::panic::catch_unwind(|| Message::new(&PLAIN).with("value", 3_u8));
        assert!(caught.is_err());
    }
}
