//! Cards and suits, to and from the core.

use super::{messages, pb};
use crate::cards::{Card, CardList, MAX_CARDS, Suit};
use crate::games::{Fault, Message};
use std::fmt::Display;

pub(crate) fn write_card(card: Card) -> i32 {
    i32::from(card.index()) + 1
}

pub(crate) fn write_cards(cards: impl IntoIterator<Item = Card>) -> Vec<i32> {
    cards.into_iter().map(write_card).collect()
}

pub(crate) fn write_list(cards: &CardList) -> Vec<i32> {
    write_cards(cards.as_slice().iter().copied())
}

pub(crate) fn write_suit(suit: Suit) -> i32 {
    match suit {
        Suit::Clubs => pb::cards::Suit::Clubs,
        Suit::Diamonds => pb::cards::Suit::Diamonds,
        Suit::Hearts => pb::cards::Suit::Hearts,
        Suit::Spades => pb::cards::Suit::Spades,
    }
    .into()
}

fn card_of(number: i32) -> Option<Card> {
    number.checked_sub(1).and_then(|index| u8::try_from(index).ok()).and_then(Card::from_index)
}

fn no_card(number: i32, field: impl Display) -> Fault {
    let message = match number {
        0 => Message::new(&messages::CARD_MISSING),
        _ => Message::new(&messages::CARD_UNKNOWN).with("value", number),
    };
    Fault::new(field.to_string(), message)
}

fn too_many(count: usize) -> Message {
    let number = |count| u32::try_from(count).unwrap_or(u32::MAX);
    Message::new(&messages::CARDS_TOO_MANY).with("count", number(count)).with("max", number(MAX_CARDS))
}

/// Reads a required card. The path of the field is written out only if there is a fault.
pub(crate) fn read_card(number: i32, field: impl Display, faults: &mut Vec<Fault>) -> Option<Card> {
    let card = card_of(number);
    if card.is_none() {
        faults.push(no_card(number, field));
    }
    card
}

/// Reads a list of cards. Only the first number that is not a card is reported.
pub(crate) fn read_cards(numbers: &[i32], field: impl Display, faults: &mut Vec<Fault>) -> Option<CardList> {
    let mut list = CardList::EMPTY;
    for (i, &number) in numbers.iter().enumerate() {
        let Some(card) = card_of(number) else {
            faults.push(no_card(number, format_args!("{field}[{i}]")));
            return None;
        };
        if !list.push(card) {
            faults.push(Fault::new(field.to_string(), too_many(numbers.len())));
            return None;
        }
    }
    Some(list)
}

/// Reads an optional suit. Returns `None` if the number is 0 (no suit) or unknown; an unknown number is also reported.
pub(crate) fn read_suit(number: i32, field: &str, faults: &mut Vec<Fault>) -> Option<Suit> {
    match pb::cards::Suit::try_from(number) {
        Ok(pb::cards::Suit::Unspecified) => None,
        Ok(pb::cards::Suit::Clubs) => Some(Suit::Clubs),
        Ok(pb::cards::Suit::Diamonds) => Some(Suit::Diamonds),
        Ok(pb::cards::Suit::Hearts) => Some(Suit::Hearts),
        Ok(pb::cards::Suit::Spades) => Some(Suit::Spades),
        Err(_) => {
            faults.push(Fault::new(field, Message::new(&messages::SUIT_UNKNOWN).with("value", number)));
            None
        }
    }
}
