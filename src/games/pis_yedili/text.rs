use super::{Move, messages};
use crate::cards::{Rank, parse_card, parse_suit};
use crate::games::words::Words;
use crate::games::{Parsed, PlayError, Reading, Rule, TextError};
use std::fmt;

/// The words that a move is made of, besides cards and suits.
const KEYWORDS: &[&str] = &["play", "naming", "last", "draw", "pass", "deal"];

/// The canonical text: `play 7C`, `play JH naming S`, `play 7C, last`, `draw`, `pass`, `deal`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Deal => f.write_str("deal"),
            Self::Draw => f.write_str("draw"),
            Self::Pass => f.write_str("pass"),
            Self::Play { card, naming, last } => {
                write!(f, "play {card}")?;
                if let Some(suit) = naming {
                    write!(f, " naming {suit}")?;
                }
                if last { f.write_str(", last") } else { Ok(()) }
            }
        }
    }
}

fn unparsable(word: &str) -> TextError {
    TextError::unparsable(&messages::MOVE_UNPARSABLE, word)
}

/// Reads a move. A text that begins with a card plays it.
pub(super) fn parse_move(text: &str) -> Result<Parsed<Move>, TextError> {
    let mut words = Words::new(text, KEYWORDS);
    let verb = words.next().unwrap_or_default();
    let literal = match verb.to_ascii_lowercase().as_str() {
        "deal" => Move::Deal,
        "draw" => Move::Draw,
        "pass" => Move::Pass,
        "play" => parse_play(&mut words)?,
        _ if parse_card(verb).is_ok() => {
            words = Words::new(text, KEYWORDS);
            parse_play(&mut words)?
        }
        _ => return Err(unparsable(verb)),
    };
    if let Some(more) = words.next() {
        return Err(unparsable(more));
    }
    let reading = match literal {
        Move::Play { card, naming: None, .. } if card.rank() == Some(Rank::Jack) => Reading::Open,
        Move::Play { .. } | Move::Deal | Move::Draw | Move::Pass => Reading::Exact,
    };
    Ok(Parsed { literal, reading })
}

fn parse_play<'a>(words: &mut impl Iterator<Item = &'a str>) -> Result<Move, TextError> {
    let card = words.next().unwrap_or_default();
    let card = parse_card(card).map_err(|_| unparsable(card))?;
    if card.is_joker() {
        return Err(TextError::Malformed(PlayError::new(Rule::G(1), &messages::JOKER).card(card)));
    }
    let mut word = words.next();
    let mut naming = None;
    if word.is_some_and(|word| word.eq_ignore_ascii_case("naming")) {
        let suit = words.next().unwrap_or_default();
        naming = Some(parse_suit(suit).map_err(|_| unparsable(suit))?);
        word = words.next();
    }
    match word {
        None => Ok(Move::Play { card, naming, last: false }),
        Some(word) if word.eq_ignore_ascii_case("last") => Ok(Move::Play { card, naming, last: true }),
        Some(more) => Err(unparsable(more)),
    }
}

/// Whether the text of `parsed` can mean the legal move: a jack without a suit can mean any suit. A play that does not
/// declare the last card never means one that does.
pub(super) fn fits(parsed: Move, legal: Move) -> bool {
    match (parsed, legal) {
        (Move::Play { card, naming: None, last }, Move::Play { card: other, last: declared, .. }) => {
            card == other && last == declared
        }
        _ => parsed == legal,
    }
}
