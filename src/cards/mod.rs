//! Cards, multisets of cards, deck orders and the randomness that shuffles them.
//!
//! Nothing here knows a game. Cards of equal rank and suit are interchangeable (G10), so a pile whose order does not
//! matter is a [`Cards`] multiset, and only a stock, a deck order or a run keeps a list.

mod card;
mod list;
mod multiset;
mod random;
mod set;
mod text;

pub use card::{Card, Rank, Suit};
pub use list::{CardList, MAX_CARDS};
pub use multiset::Cards;
pub use random::{ClientSeed, Purpose, RandomStream, Seed, shuffle};
pub use set::CardSet;
pub(crate) use text::split_card;
pub use text::{CardTextError, parse_card, parse_cards, parse_suit};
