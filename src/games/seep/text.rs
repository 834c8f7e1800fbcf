use super::moves::{Move, house_value, loose_cards};
use super::value::HouseValue;
use crate::cards::{Card, CardSet, parse_card, parse_cards};
use crate::games::{Parsed, Reading, TextError};
use std::fmt;

/// The forms of a move, for the error about a text that follows none of them.
const FORMS: &str = "write bid 11 | throw 9C | capture JS: 2D 9D JH | capture TH: 4C 6D, house | \
                     build 13 with 7C: 5C 6D 8S | add 2H to 11: 9D | break 9 with 2C: JD | deal";

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

fn unparsable(why: impl fmt::Display) -> TextError {
    TextError::Unparsable(format!("{why}; {FORMS}"))
}

fn card(word: &str) -> Result<Card, TextError> {
    parse_card(word).map_err(unparsable)
}

fn value(word: &str) -> Result<HouseValue, TextError> {
    if word.is_empty() || !word.bytes().all(|b| b.is_ascii_digit()) {
        return Err(unparsable("the value is not a number from 9 to 13"));
    }
    house_value(word.parse().unwrap_or(u32::MAX)).map_err(TextError::Malformed)
}

/// The cards after the colon, and whether the word `house` is among them.
fn taken(text: &str) -> Result<(CardSet, bool), TextError> {
    let mut house = false;
    let mut list = Vec::new();
    for part in text.split(|c: char| c.is_whitespace() || c == ',').filter(|part| !part.is_empty()) {
        if part.eq_ignore_ascii_case("house") {
            house = true;
        } else {
            list.extend_from_slice(parse_cards(part).map_err(unparsable)?.as_slice());
        }
    }
    Ok((loose_cards(&list).map_err(TextError::Malformed)?, house))
}

/// Reads a move. A move that takes or uses loose cards is [`Reading::Open`] if it has no colon; with a colon it is read
/// as it stands, even if nothing follows.
pub(super) fn parse_move(text: &str) -> Result<Parsed<Move>, TextError> {
    let (head, tail) = match text.split_once(':') {
        Some((head, tail)) => (head, Some(tail)),
        None => (text, None),
    };
    // No form has more than four words: a fifth one makes the text unparsable.
    let lower = head.to_ascii_lowercase();
    let mut words = [""; 5];
    for (place, word) in words.iter_mut().zip(lower.split_whitespace()) {
        *place = word;
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
        _ => return Err(unparsable("not a move of Seep")),
    };
    let (takes_loose, takes_house) = match literal {
        Move::Deal | Move::Bid { .. } | Move::Throw { .. } => (false, false),
        Move::Capture { .. } => (true, true),
        Move::Build { .. } | Move::Add { .. } | Move::Break { .. } => (true, false),
    };
    if (tail.is_some() && !takes_loose) || (house && !takes_house) {
        return Err(unparsable("this kind of move takes no such cards after a colon"));
    }
    let reading = if takes_loose && tail.is_none() { Reading::Open } else { Reading::Exact };
    Ok(Parsed { literal, reading })
}

/// Whether a legal move is the move as written, or that move with more loose cards or with the house.
pub(super) fn fits(parsed: &Move, legal: &Move) -> bool {
    match (*parsed, *legal) {
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
