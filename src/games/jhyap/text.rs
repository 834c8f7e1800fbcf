use super::{Combination, Move, Take, messages};
use crate::cards::{Card, parse_card};
use crate::games::words::Words;
use crate::games::{Parsed, Reading, TextError};
use std::fmt;

/// The words that a move is made of, besides cards.
const KEYWORDS: &[&str] = &["discard", "take", "stock", "call", "slap", "keep", "deal"];

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stock => f.write_str("stock"),
            Self::Card(card) => write!(f, "{card}"),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Discard { cards, take } => write!(f, "discard {cards}, take {take}"),
            Self::Call => f.write_str("call"),
            Self::Slap => f.write_str("slap"),
            Self::Keep => f.write_str("keep"),
            Self::Deal => f.write_str("deal"),
        }
    }
}

fn unparsable(word: &str) -> TextError {
    TextError::unparsable(&messages::MOVE_UNPARSABLE, word)
}

/// Reads a move, see [`crate::games::Position::parse_move`]. A text that begins with a card is a discard.
pub(super) fn parse_move(text: &str) -> Result<Parsed<Move>, TextError> {
    let mut words = Words::new(text, KEYWORDS);
    let first = words.next().unwrap_or_default();
    if first.eq_ignore_ascii_case("discard") {
        return parse_discard(words);
    }
    if parse_card(first).is_ok() {
        return parse_discard(Words::new(text, KEYWORDS));
    }
    let known = [("call", Move::Call), ("slap", Move::Slap), ("keep", Move::Keep), ("deal", Move::Deal)];
    match (known.into_iter().find(|(name, _)| first.eq_ignore_ascii_case(name)), words.next()) {
        (Some((_, literal)), None) => Ok(Parsed { literal, reading: Reading::Exact }),
        (Some(_), Some(more)) => Err(unparsable(more)),
        (None, _) => Err(unparsable(first)),
    }
}

fn parse_discard<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Parsed<Move>, TextError> {
    let card = |word| parse_card(word).map_err(|_| unparsable(word));
    let mut cards = [Card::JOKER; Combination::MAX + 1];
    let mut count = 0;
    for word in words.by_ref() {
        if word.eq_ignore_ascii_case("take") {
            break;
        }
        let card = card(word)?;
        // One place more than a combination has, so that a list too long is known as such; what follows is only read.
        if let Some(place) = cards.get_mut(count) {
            *place = card;
            count += 1;
        }
    }
    let cards = Combination::new(&cards[..count]).map_err(TextError::Malformed)?;
    let take = match words.next() {
        Some(word) if word.eq_ignore_ascii_case("stock") => Some(Take::Stock),
        Some(word) => Some(Take::Card(card(word)?)),
        None => None,
    };
    if let Some(more) = words.next() {
        return Err(unparsable(more));
    }
    let reading = if take.is_some() { Reading::Exact } else { Reading::Incomplete };
    Ok(Parsed { literal: Move::Discard { cards, take: take.unwrap_or(Take::Stock) }, reading })
}

/// Whether a legal move is one that an incomplete text could mean: one of the same discard.
pub(super) fn fits(parsed: &Move, legal: &Move) -> bool {
    match (parsed, legal) {
        (Move::Discard { cards: written, .. }, Move::Discard { cards, .. }) => written.could_mean(cards),
        _ => parsed == legal,
    }
}
