use super::messages;
use crate::games::options::{choice, options};
use crate::games::{Constraint, Message, Rule, Seat};

choice! {
    /// Who opens with a club (P11).
    pub enum Opening {
        /// The seat after the dealer alone.
        First = "FIRST",
        /// Every player with the first discard of the deal.
        All = "ALL",
    }
}

choice! {
    /// What an 8 does (P28).
    pub enum Eight {
        /// The next player is skipped.
        Skip = "SKIP",
        /// Nothing.
        None = "NONE",
    }
}

choice! {
    /// What a 10 does (P30).
    pub enum Ten {
        /// The direction of play is reversed.
        Reverse = "REVERSE",
        /// Nothing.
        None = "NONE",
    }
}

choice! {
    /// What an ace does (P32).
    pub enum Ace {
        /// Its player may lay one more card.
        Extra = "EXTRA",
        /// The next player is skipped.
        Skip = "SKIP",
        /// Nothing.
        None = "NONE",
        /// Every other player draws a card, and its player has a new turn (P54).
        AllDraw = "ALL_DRAW",
    }
}

choice! {
    /// What happens when a draw finds the stock empty (P40).
    pub enum StockOut {
        /// The deal ends.
        End = "END",
        /// The discards under the top card are shuffled into a new stock.
        Reshuffle = "RESHUFFLE",
    }
}

choice! {
    /// Which clubs open a deal (P50).
    pub enum OpeningCard {
        /// Every club.
        Any = "ANY",
        /// No club that would have an effect later in the deal.
        Plain = "PLAIN",
    }
}

choice! {
    /// Which jacks can be the extra card after an ace (P51).
    pub enum JackOnAce {
        /// A jack of the ace's suit (P36).
        Suit = "SUIT",
        /// Any jack.
        Any = "ANY",
    }
}

choice! {
    /// What a last card that was not declared costs (P52).
    pub enum Undeclared {
        /// Cards drawn at the end of the turn (P49).
        Draw = "DRAW",
        /// The player cannot go out in the next turn.
        NoFinish = "NO_FINISH",
    }
}

choice! {
    /// How the cards owed for several sevens grow (P53).
    pub enum SevenChain {
        /// Each 7 adds as many (P24).
        Add = "ADD",
        /// Each 7 doubles what is owed.
        Double = "DOUBLE",
    }
}

options! {
    /// The options of a match of Pis Yedili with all their values. The default is the preset `CLASSIC`.
    pub struct Options;
    presets CLASSIC, TURKISH;
    seats 2..=8, rule P(1);
    constraints CONSTRAINTS;

    /// Decks, 1 or 2; 0 means one for up to four seats and two for more (P2).
    decks: u8 = 0, values [0 or 1..=2], rule P(2), number 2;
    /// Cards dealt to each seat, 5..=10 (P3).
    hand_size: u8 = 7, values [5..=10], rule P(3), number 3;
    /// Who opens with a club (P11).
    opening: Opening = Opening::First, values [choice], rule P(11), number 4;
    /// Whether only a player without a card to play may draw (P13).
    draw_only_if_stuck: bool = false, values [on or off], rule P(13), number 5;
    /// Whether a jack must name another suit than the one that was to be matched (P16).
    jack_must_change_suit: bool = false, values [on or off], rule P(16), number 6;
    /// The maximum number of cards drawn in a turn, 1..=5; 0 for no limit (P19).
    draw_limit: u8 = 0, values [0 or 1..=5], rule P(19), number 7;
    /// Cards drawn for each 7, 1..=5 (P22).
    seven_draws: u8 = 3, values [1..=5], rule P(22), number 8;
    /// Whether a normal turn follows the drawing for sevens (P25).
    play_after_penalty: bool = false, values [on or off], rule P(25), number 9;
    /// What an 8 does (P28).
    eight: Eight = Eight::Skip, values [choice], rule P(28), number 10;
    /// What a 10 does (P30).
    ten: Ten = Ten::Reverse, values [choice], rule P(30), number 11;
    /// Whether a 10 works as an 8 with two players (P31).
    ten_skips_with_two: bool = false, values [on or off], rule P(31), number 12;
    /// What an ace does (P32).
    ace: Ace = Ace::Extra, values [choice], rule P(32), number 13;
    /// What happens when a draw finds the stock empty (P40).
    stock_out: StockOut = StockOut::End, values [choice], rule P(40), number 14;
    /// Deals of a match, 1..=100; ignored if there is a target (P47).
    deals: u8 = 4, values [1..=100], rule P(47), number 15;
    /// The total that ends the match, 20..=10000; 0 for a fixed number of deals (P47).
    target: u16 = 0, values [0 or 20..=10_000], rule P(47), number 16;
    /// Whether the last card but one must be declared (P49).
    declare_last: bool = false, values [on or off], rule P(49), number 17;
    /// Which clubs open a deal (P50).
    opening_card: OpeningCard = OpeningCard::Any, values [choice], rule P(50), number 18;
    /// Which jacks can be the extra card after an ace; ignored unless `ace` is EXTRA (P51).
    jack_on_ace: JackOnAce = JackOnAce::Suit, values [choice], rule P(51), number 19;
    /// What a last card that was not declared costs; ignored without `declare_last` (P52).
    undeclared: Undeclared = Undeclared::Draw, values [choice], rule P(52), number 20;
    /// Cards drawn for a last card that was not declared, 1..=5; ignored without `declare_last` and with `undeclared`
    /// NO_FINISH (P52).
    undeclared_draws: u8 = 1, values [1..=5], rule P(52), number 21;
    /// How the cards owed for several sevens grow (P53).
    seven_chain: SevenChain = SevenChain::Add, values [choice], rule P(53), number 22;
    /// Whether the opener is dealt one card more (P55).
    opener_extra: bool = false, values [on or off], rule P(55), number 23;
}

impl Options {
    /// Everybody opens with a club, one card is drawn a turn, the discards are reshuffled, the last card is declared.
    pub const TURKISH: Self = Self {
        opening: Opening::All,
        draw_limit: 1,
        stock_out: StockOut::Reshuffle,
        declare_last: true,
        ..Self::CLASSIC
    };

    /// How many decks are in play at a table of that many seats (P2).
    #[must_use]
    pub const fn decks_in_play(&self, seats: u8) -> u8 {
        match self.decks {
            0 if seats <= 4 => 1,
            0 => 2,
            given => given,
        }
    }

    /// How many cards the opener is dealt (P3, P55): `hand_size`, or one more.
    #[must_use]
    pub const fn opener_size(&self) -> u8 {
        self.hand_size + self.opener_extra as u8
    }
}

const CONSTRAINTS: &[Constraint<Options>] = &[Constraint {
    options: &["hand_size", "decks", "opener_extra"],
    rule: Rule::P(3),
    statement: &messages::CONSTRAINT_HANDS_FIT,
    broken: |options, seats| {
        let decks = options.decks_in_play(seats);
        let hands = u32::from(seats) * u32::from(options.hand_size);
        let (cards, needed) = (52 * u32::from(decks), hands + 1 + u32::from(options.opener_extra));
        (seats <= Seat::MAX && needed > cards).then(|| {
            let broken = if options.opener_extra {
                &messages::FAULT_HANDS_AND_EXTRA_DO_NOT_FIT
            } else {
                &messages::FAULT_HANDS_DO_NOT_FIT
            };
            Message::new(broken)
                .with("value", options.hand_size)
                .with("seats", seats)
                .with("needed", needed)
                .with("decks", options.decks)
                .with("cards", cards)
        })
    },
}];
