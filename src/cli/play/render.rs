//! Style for the terminal: cards, seats, columns and score sheets, in colour or plain.

/// The suits in the order of their numbers: letter, symbol, colour.
const SUITS: [(char, char, u8); 4] = [('C', '♣', 32), ('D', '♦', 33), ('H', '♥', 31), ('S', '♠', 36)];
/// The ranks in the order of their numbers.
const RANKS: &str = "A23456789TJQK";
/// How wide the texts of moves are padded.
const MOVE_WIDTH: usize = 30;

/// What an event is shown as.
#[derive(Debug)]
pub(super) enum EventText {
    /// A few words after the move that caused it.
    Note(String),
    /// Lines of their own.
    Lines(Vec<String>),
}

/// One line of a score sheet.
#[derive(Debug)]
pub(super) struct Line<'a> {
    /// Whose.
    pub(super) who: String,
    /// What for.
    pub(super) what: &'static str,
    /// How many points.
    pub(super) points: i32,
    /// The rule it comes from.
    pub(super) rule: &'a str,
}

/// How text is written, and for which reader.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// Whether escape codes and suit symbols may be used.
    pub(super) colour: bool,
    /// The seat of the person who reads, who is called "you".
    pub(super) person: Option<u32>,
}

impl Style {
    fn escaped(self, code: &str, text: &str) -> String {
        if self.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    pub(super) fn bold(self, text: &str) -> String {
        self.escaped("1", text)
    }

    pub(super) fn dim(self, text: &str) -> String {
        self.escaped("2", text)
    }

    /// A heading with a rule drawn to its right.
    pub(super) fn heading(self, text: &str) -> String {
        let dash = if self.colour { "─" } else { "-" };
        format!("{} {}", self.bold(text), self.dim(&dash.repeat(70_usize.saturating_sub(text.chars().count()))))
    }

    pub(super) fn seat(self, seat: u32) -> String {
        if self.person == Some(seat) { "you".to_owned() } else { format!("seat {seat}") }
    }

    /// Several seats: `seat 0 and you`.
    pub(super) fn seats(self, seats: &[u32]) -> String {
        seats.iter().map(|&seat| self.seat(seat)).collect::<Vec<_>>().join(" and ")
    }

    /// A card by its number in the contract.
    pub(super) fn card(self, card: i32) -> String {
        let index = usize::try_from(card - 1).unwrap_or(usize::MAX);
        match RANKS.chars().nth(index / 4) {
            Some(rank) => self.rank_and_suit(rank, SUITS[index % 4]),
            None => self.bold("X"),
        }
    }

    pub(super) fn cards(self, cards: &[i32]) -> String {
        cards.iter().map(|&card| self.card(card)).collect::<Vec<_>>().join(" ")
    }

    /// Cards that sum to something: `5C+8D`.
    pub(super) fn sum(self, cards: &[i32]) -> String {
        cards.iter().map(|&card| self.card(card)).collect::<Vec<_>>().join("+")
    }

    pub(super) fn suit(self, suit: i32) -> String {
        const NAMES: [&str; 4] = ["clubs", "diamonds", "hearts", "spades"];
        match usize::try_from(suit - 1).ok().filter(|&index| index < 4) {
            Some(index) => self.escaped(&SUITS[index].2.to_string(), NAMES[index]),
            None => String::new(),
        }
    }

    fn rank_and_suit(self, rank: char, (letter, symbol, colour): (char, char, u8)) -> String {
        if self.colour { format!("\x1b[{colour}m{rank}{symbol}\x1b[0m") } else { format!("{rank}{letter}") }
    }

    /// The text of a move with its cards painted. It stays as wide as it is.
    pub(super) fn text(self, text: &str) -> String {
        let mut painted = String::new();
        for word in text.split_inclusive(' ') {
            let name = word.trim_end_matches([' ', ',', ':']);
            let mut chars = name.chars();
            let suit_of = |letter| SUITS.into_iter().find(|suit| suit.0 == letter);
            match (chars.next(), chars.next().and_then(suit_of), chars.next()) {
                (Some(rank), Some(suit), None) if RANKS.contains(rank) => {
                    painted.push_str(&self.rank_and_suit(rank, suit));
                    painted.push_str(&word[name.len()..]);
                }
                _ => painted.push_str(word),
            }
        }
        painted
    }

    /// A move and what came of it.
    pub(super) fn moved(self, seat: u32, text: &str, notes: &[String]) -> String {
        let gap = if notes.is_empty() { 0 } else { MOVE_WIDTH.saturating_sub(text.chars().count()) };
        let notes = notes.join("; ");
        format!("  {:<8}{}{}  {notes}", self.seat(seat), self.text(text), " ".repeat(gap)).trim_end().to_owned()
    }

    /// A labelled line of the table.
    pub(super) fn row(self, label: &str, text: &str) -> String {
        format!("    {} {text}", self.dim(&format!("{label:<9}"))).trim_end().to_owned()
    }

    /// The hand of a seat: its cards, or how many they are.
    pub(super) fn hand(self, seat: u32, count: u32, shown: Option<&[i32]>, to_move: bool) -> String {
        let mark = if to_move { " >" } else { "" };
        let cards = match shown {
            Some([]) => "no cards".to_owned(),
            Some(cards) => self.cards(cards),
            None if count == 0 => "no cards".to_owned(),
            None => count_of(count, "card"),
        };
        self.row(&format!("{}{mark}", self.seat(seat)), &cards)
    }

    /// A score sheet: one row for each line, the owner named once.
    pub(super) fn sheet(self, lines: &[Line<'_>]) -> Vec<String> {
        let mut last = "";
        let rows = lines.iter().map(|line| {
            let who = if line.who == last { "" } else { line.who.as_str() };
            last = &line.who;
            let rule = self.dim(line.rule);
            format!("    {who:<9} {:<28}{:>6}  {rule}", line.what, signed(line.points))
        });
        rows.collect()
    }
}

/// Points with their sign.
pub(super) fn signed(points: i32) -> String {
    if points > 0 { format!("+{points}") } else { points.to_string() }
}

/// `1 card`, `2 cards`.
pub(super) fn count_of(count: u32, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
