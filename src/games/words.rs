use crate::cards::{parse_suit, split_card};

/// The words of a move as people type it: separated by white space or commas, or not separated at all (`take9C`, `4S5S`).
///
/// A run of characters ends after a keyword, after a card, and after a number or a suit that a keyword follows. What begins with none
/// of these stays one word. Every word of a canonical text is a word here.
pub(super) struct Words<'a> {
    rest: &'a str,
    keywords: &'static [&'static str],
}

impl<'a> Words<'a> {
    /// The words of a text. The keywords are in lower case, and the text may have them in any.
    pub(super) const fn new(text: &'a str, keywords: &'static [&'static str]) -> Self {
        Self { rest: text, keywords }
    }

    /// The length of the longest keyword at the beginning of a run.
    fn keyword(&self, run: &str) -> Option<usize> {
        let begins =
            |keyword: &&&str| run.get(..keyword.len()).is_some_and(|start| start.eq_ignore_ascii_case(keyword));
        self.keywords.iter().filter(begins).map(|keyword| keyword.len()).max()
    }

    /// The length of a number or a suit at the beginning of a run, if a keyword follows it: `13with7C`, `Slast`.
    fn before_keyword(&self, run: &str) -> Option<usize> {
        let digits = run.bytes().take_while(u8::is_ascii_digit).count();
        // A suit has up to two characters: a symbol, and a mark that asks for a picture.
        let ends = run.char_indices().map(|(start, c)| start + c.len_utf8()).take(2);
        let suit = ends.filter(|&end| parse_suit(&run[..end]).is_ok()).last();
        let length = if digits > 0 { Some(digits) } else { suit };
        length.filter(|&length| self.keyword(&run[length..]).is_some())
    }
}

const fn separates(c: char) -> bool {
    c.is_whitespace() || c == ','
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let text = self.rest.trim_start_matches(separates);
        let run = text.split(separates).next().filter(|run| !run.is_empty())?;
        let card = || split_card(run).map(|(card, _)| card.len());
        let length = self.keyword(run).or_else(card).or_else(|| self.before_keyword(run)).unwrap_or(run.len());
        let (word, rest) = text.split_at(length);
        self.rest = rest;
        Some(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        Words::new(text, &["add", "build", "take", "to", "with", "last"]).collect()
    }

    #[test]
    fn words_are_told_apart_without_spaces() {
        for (text, expected) in [
            (" take  9C, last ,", &["take", "9C", "last"][..]),
            ("take9C", &["take", "9C"]),
            ("4S5s10♦\u{fe0f}tHxX", &["4S", "5s", "10♦\u{fe0f}", "tH", "x", "X"]),
            ("BUILD13With7C", &["BUILD", "13", "With", "7C"]),
            ("build10with10C", &["build", "10", "with", "10C"]),
            ("Slast", &["S", "last"]),
            ("♠\u{fe0f}last", &["♠\u{fe0f}", "last"]),
            ("addADto9", &["add", "AD", "to", "9"]),
            ("", &[]),
            (" ,\t", &[]),
        ] {
            assert_eq!(words(text), expected, "{text:?}");
        }
    }

    #[test]
    fn what_begins_with_no_known_word_stays_one_word() {
        for text in ["steal", "1Z", "99999", "ß9C", "♦", "\u{fe0f}"] {
            assert_eq!(words(text), [text]);
        }
        assert_eq!(words("taken"), ["take", "n"], "and is then no move");
    }
}
