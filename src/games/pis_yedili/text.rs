use super::{Move, messages};
use crate::cards::{Rank, parse_card, parse_suit};
use crate::games::{Parsed, PlayError, Reading, Rule, TextError};
use std::fmt;

const FORMS: &str =
    "write `play 7C`, `play JH naming S`, `play 7C, last` (with declare_last), `draw`, `pass` or `deal`";

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

fn unparsable(what: impl fmt::Display) -> TextError {
    TextError::Unparsable(format!("{what}; {FORMS}"))
}

/// Reads a move. Words may be in either case, with any white space between them; the comma is optional.
pub(super) fn parse_move(text: &str) -> Result<Parsed<Move>, TextError> {
    let mut words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    let verb = words.next().ok_or_else(|| unparsable("the text is empty"))?;
    let literal = match verb.to_ascii_lowercase().as_str() {
        "deal" => Move::Deal,
        "draw" => Move::Draw,
        "pass" => Move::Pass,
        "play" => parse_play(&mut words)?,
        _ => return Err(unparsable("the text names no move")),
    };
    if words.next().is_some() {
        return Err(unparsable("there are words after the move"));
    }
    let reading = match literal {
        Move::Play { card, naming: None, .. } if card.rank() == Some(Rank::Jack) => Reading::Open,
        Move::Play { .. } | Move::Deal | Move::Draw | Move::Pass => Reading::Exact,
    };
    Ok(Parsed { literal, reading })
}

fn parse_play<'a>(words: &mut impl Iterator<Item = &'a str>) -> Result<Move, TextError> {
    let card = words.next().ok_or_else(|| unparsable("the card is missing"))?;
    let card = parse_card(card).map_err(unparsable)?;
    if card.is_joker() {
        return Err(TextError::Malformed(PlayError::new(Rule::G(1), &messages::JOKER).card(card)));
    }
    let mut word = words.next();
    let mut naming = None;
    if word.is_some_and(|word| word.eq_ignore_ascii_case("naming")) {
        let suit = words.next().ok_or_else(|| unparsable("the suit is missing"))?;
        naming = Some(parse_suit(suit).map_err(unparsable)?);
        word = words.next();
    }
    match word {
        None => Ok(Move::Play { card, naming, last: false }),
        Some(word) if word.eq_ignore_ascii_case("last") => Ok(Move::Play { card, naming, last: true }),
        Some(_) => Err(unparsable("there is another word than `naming` and a suit, or `last`, after the card")),
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
