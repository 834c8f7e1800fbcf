use super::{Card, CardList, Rank, Suit};
use std::fmt;

/// Why a text is not a card, a suit or a list of cards.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CardTextError {
    /// The text is not a card.
    #[error("{0:?} is not a card: write a rank A 2..9 T J Q K and a suit C D H S, or X for a joker")]
    NotACard(String),
    /// The text is not a suit.
    #[error("{0:?} is not a suit: write C, D, H or S")]
    NotASuit(String),
    /// More cards than any game has.
    #[error("more than 108 cards")]
    TooMany,
}

/// Keeps an error short whatever the caller sent.
fn quoted(text: &str) -> String {
    text.chars().take(12).collect()
}

/// Reads a suit: `C D H S` in either case, or a suit symbol.
///
/// # Errors
/// [`CardTextError::NotASuit`].
pub fn parse_suit(text: &str) -> Result<Suit, CardTextError> {
    let mut chars = text.chars().filter(|&c| c != '\u{fe0f}' && c != '\u{fe0e}');
    match (chars.next().and_then(suit_of), chars.next()) {
        (Some(suit), None) => Ok(suit),
        _ => Err(CardTextError::NotASuit(quoted(text))),
    }
}

fn suit_of(c: char) -> Option<Suit> {
    Some(match c {
        'C' | 'c' | '♣' | '♧' => Suit::Clubs,
        'D' | 'd' | '♦' | '♢' => Suit::Diamonds,
        'H' | 'h' | '♥' | '♡' => Suit::Hearts,
        'S' | 's' | '♠' | '♤' => Suit::Spades,
        _ => return None,
    })
}

fn rank_of(text: &str) -> Option<Rank> {
    if text == "10" {
        return Some(Rank::Ten);
    }
    let mut chars = text.chars();
    let letter = chars.next()?.to_ascii_uppercase();
    if chars.next().is_some() {
        return None;
    }
    Rank::ALL.into_iter().find(|rank| rank.letter() == letter)
}

/// Reads a card: `TD`, `td`, `10D`, `T♦`, `X` for a joker.
///
/// ```
/// use taash::cards::parse_card;
///
/// assert_eq!(parse_card("10♦"), parse_card("td"));
/// assert_eq!(parse_card("10♦").unwrap().to_string(), "TD");
/// assert!(parse_card("1D").is_err());
/// ```
///
/// # Errors
/// [`CardTextError::NotACard`].
pub fn parse_card(text: &str) -> Result<Card, CardTextError> {
    let bad = || CardTextError::NotACard(quoted(text));
    if text.eq_ignore_ascii_case("x") {
        return Ok(Card::JOKER);
    }
    let bare = text.trim_end_matches(['\u{fe0f}', '\u{fe0e}']);
    let suit = bare.chars().next_back().ok_or_else(bad)?;
    let rank = &bare[..bare.len() - suit.len_utf8()];
    match (rank_of(rank), suit_of(suit)) {
        (Some(rank), Some(suit)) => Ok(Card::new(rank, suit)),
        _ => Err(bad()),
    }
}

/// Splits off the card at the beginning of a text, `None` if the text does not begin with one: `10D9C` is `10D` and `9C`.
pub(crate) fn split_card(text: &str) -> Option<(&str, &str)> {
    // The longest way to write a card has four characters: `10♦` and a mark that asks for a picture.
    let ends = text.char_indices().map(|(start, c)| start + c.len_utf8()).take(4);
    ends.filter(|&end| parse_card(&text[..end]).is_ok()).last().map(|end| text.split_at(end))
}

/// Reads a list of cards separated by white space or commas.
///
/// ```
/// assert_eq!(taash::cards::parse_cards("4s, 5S 10♦").unwrap().to_string(), "4S 5S TD");
/// ```
///
/// # Errors
/// [`CardTextError`] for a part that is not a card, and for more than 108 cards.
pub fn parse_cards(text: &str) -> Result<CardList, CardTextError> {
    let mut list = CardList::EMPTY;
    for part in text.split(|c: char| c.is_whitespace() || c == ',').filter(|part| !part.is_empty()) {
        if !list.push(parse_card(part)?) {
            return Err(CardTextError::TooMany);
        }
    }
    Ok(list)
}

/// Writes cards separated by one space.
pub(super) fn write_cards(f: &mut fmt::Formatter<'_>, cards: impl Iterator<Item = Card>) -> fmt::Result {
    for (i, card) in cards.enumerate() {
        if i > 0 {
            f.write_str(" ")?;
        }
        write!(f, "{card}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_reads_back() {
        for index in 0..53 {
            let card = Card::from_index(index).unwrap();
            assert_eq!(parse_card(&card.to_string()), Ok(card));
            assert_eq!(parse_card(&card.to_string().to_lowercase()), Ok(card));
        }
    }

    #[test]
    fn other_spellings_are_understood() {
        let td = Card::new(Rank::Ten, Suit::Diamonds);
        for text in ["TD", "td", "10D", "10d", "T♦", "10♦\u{fe0f}", "t♢"] {
            assert_eq!(parse_card(text), Ok(td), "{text}");
        }
        assert_eq!(parse_suit("♥\u{fe0f}"), Ok(Suit::Hearts));
        assert_eq!(parse_cards(" 4s,5S  10♦ ").unwrap().to_string(), "4S 5S TD");
    }

    #[test]
    fn a_card_is_split_off_as_long_as_it_can_be() {
        assert_eq!(split_card("10D9C"), Some(("10D", "9C")));
        assert_eq!(split_card("t♦\u{fe0f}"), Some(("t♦\u{fe0f}", "")));
        assert_eq!(split_card("Xx"), Some(("X", "x")));
        for text in ["", "1", "take", "♦9", "1D"] {
            assert_eq!(split_card(text), None, "{text}");
        }
    }

    #[test]
    fn nonsense_is_refused_and_quoted_briefly() {
        for text in ["", "1D", "DT", "TDD", "XX", "♦", "AX", "é", "0D", "11C"] {
            assert_eq!(parse_card(text), Err(CardTextError::NotACard(text.into())), "{text}");
        }
        let long = parse_card(&"A".repeat(1000)).unwrap_err();
        assert!(long.to_string().len() < 120);
        assert_eq!(parse_cards(&"X ".repeat(109)), Err(CardTextError::TooMany));
    }
}
