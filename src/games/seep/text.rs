use super::messages;
use super::moves::{Move, house_value, loose_cards};
use super::value::HouseValue;
use crate::cards::{Card, CardSet, parse_card};
use crate::games::words::Words;
use crate::games::{Parsed, PlayError, Reading, Rule, TextError};
use std::fmt;

/// The words before the colon that a move is made of, besides cards and numbers.
const KEYWORDS: &[&str] = &["deal", "bid", "throw", "capture", "build", "with", "add", "to", "break"];

/// Writes the canonical text.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let after_colon = |f: &mut fmt::Formatter<'_>, loose: CardSet| {
            if loose.is_empty() { Ok(()) } else { write!(f, ": {loose}") }
        };
        match *self {
            Self::Deal => f.write_str("deal"),
            Self::Bid { value } => write!(f, "bid {value}"),
            Self::Throw { card } => write!(f, "throw {card}"),
            Self::Capture { card, loose, house: false } => write!(f, "capture {card}: {loose}"),
            Self::Capture { card, loose, house: true } if loose.is_empty() => write!(f, "capture {card}: house"),
            Self::Capture { card, loose, house: true } => write!(f, "capture {card}: {loose}, house"),
            Self::Build { card, value, loose } => {
                write!(f, "build {value} with {card}")?;
                after_colon(f, loose)
            }
            Self::Add { card, value, loose } => {
                write!(f, "add {card} to {value}")?;
                after_colon(f, loose)
            }
            Self::Break { card, value, loose } => {
                write!(f, "break {value} with {card}")?;
                after_colon(f, loose)
            }
        }
    }
}

fn unparsable(word: &str) -> TextError {
    TextError::unparsable(&messages::MOVE_UNPARSABLE, word)
}

/// A card, which is none of the jokers that Seep is played without (S2).
fn card(word: &str) -> Result<Card, TextError> {
    let card = parse_card(word).map_err(|_| unparsable(word))?;
    if card.is_joker() {
        return Err(TextError::Malformed(PlayError::new(Rule::G(1), &messages::JOKER).card(card)));
    }
    Ok(card)
}

fn value(word: &str) -> Result<HouseValue, TextError> {
    if word.is_empty() || !word.bytes().all(|b| b.is_ascii_digit()) {
        return Err(unparsable(word));
    }
    house_value(word.parse().unwrap_or(u32::MAX)).map_err(TextError::Malformed)
}

/// The cards after the colon, and whether the word `house` is among them.
fn taken(text: &str) -> Result<(CardSet, bool), TextError> {
    let mut house = false;
    let mut list = Vec::new();
    for word in Words::new(text, &["house"]) {
        if word.eq_ignore_ascii_case("house") {
            house = true;
        } else {
            list.push(card(word)?);
        }
    }
    Ok((loose_cards(&list).map_err(TextError::Malformed)?, house))
}

/// Reads a move. A move that takes or uses loose cards is [`Reading::Open`] if it has no colon; with a colon it is read
/// as it stands, even if nothing follows. A card alone means any move that plays it.
pub(super) fn parse_move(text: &str) -> Result<Parsed<Move>, TextError> {
    let (head, tail) = match text.split_once(':') {
        Some((head, tail)) => (head, Some(tail)),
        None => (text, None),
    };
    // No form has more than four words: a fifth one makes the text unparsable.
    let lower = head.to_ascii_lowercase();
    let mut words = [""; 5];
    for (place, word) in words.iter_mut().zip(Words::new(&lower, KEYWORDS)) {
        *place = word;
    }
    if let ([word, "", ..], None) = (words, tail)
        && parse_card(word).is_ok()
    {
        let card = card(word)?;
        return Ok(Parsed { literal: Move::Throw { card }, reading: Reading::Incomplete });
    }
    let (loose, house) = taken(tail.unwrap_or_default())?;
    let literal = match words {
        ["deal", "", ..] => Move::Deal,
        ["bid", number, "", ..] => Move::Bid { value: value(number)? },
        ["throw", word, "", ..] => Move::Throw { card: card(word)? },
        ["capture", word, "", ..] => Move::Capture { card: card(word)?, loose, house },
        ["build", number, "with", word, ""] => Move::Build { card: card(word)?, value: value(number)?, loose },
        ["add", word, "to", number, ""] => Move::Add { card: card(word)?, value: value(number)?, loose },
        ["break", number, "with", word, ""] => Move::Break { card: card(word)?, value: value(number)?, loose },
        [word, ..] => return Err(unparsable(if KEYWORDS.contains(&word) { text.trim() } else { word })),
    };
    let (takes_loose, takes_house) = match literal {
        Move::Deal | Move::Bid { .. } | Move::Throw { .. } => (false, false),
        Move::Capture { .. } => (true, true),
        Move::Build { .. } | Move::Add { .. } | Move::Break { .. } => (true, false),
    };
    if (tail.is_some() && !takes_loose) || (house && !takes_house) {
        return Err(unparsable(text.trim()));
    }
    let reading = if takes_loose && tail.is_none() { Reading::Open } else { Reading::Exact };
    Ok(Parsed { literal, reading })
}

/// Whether a legal move is the move as written, or that move with more loose cards or with the house. A throw is what a card
/// alone is read as, so every move that plays the card fits it.
pub(super) fn fits(parsed: &Move, legal: &Move) -> bool {
    match (*parsed, *legal) {
        (Move::Throw { card }, _) => legal.card() == Some(card),
        (
            Move::Capture { card, loose, house },
            Move::Capture { card: legal_card, loose: legal_loose, house: legal_house },
        ) => card == legal_card && loose.is_subset(legal_loose) && house <= legal_house,
        (
            Move::Build { card, value, loose },
            Move::Build { card: legal_card, value: legal_value, loose: legal_loose },
        )
        | (Move::Add { card, value, loose }, Move::Add { card: legal_card, value: legal_value, loose: legal_loose })
        | (
            Move::Break { card, value, loose },
            Move::Break { card: legal_card, value: legal_value, loose: legal_loose },
        ) => card == legal_card && value == legal_value && loose.is_subset(legal_loose),
        _ => parsed == legal,
    }
}
