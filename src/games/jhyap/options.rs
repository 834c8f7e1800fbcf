use super::messages;
use crate::cards::Cards;
use crate::games::options::{choice, options};
use crate::games::{Constraint, Message, Options as _, Rule};

choice! {
    /// What the court cards are worth (J4).
    pub enum CourtValues {
        /// Jack, queen and king are worth 10 each.
        Tens = "TENS",
        /// The jack is worth 11, the queen 12, the king 13.
        ElevenTwelveThirteen = "ELEVEN_TWELVE_THIRTEEN",
    }
}

choice! {
    /// Which cards of a discarded set the next player may take (J24).
    pub enum SetPickup {
        /// Any of them; the order of a set has no meaning.
        Any = "ANY",
        /// The first or the last as the set was laid.
        Ends = "ENDS",
    }
}

choice! {
    /// Whether an equal hand beats a call (J39).
    pub enum Tie {
        /// An equal hand does not beat the call.
        CallerSafe = "CALLER_SAFE",
        /// An equal hand beats the call.
        CallerBeaten = "CALLER_BEATEN",
    }
}

choice! {
    /// Which totals are halved at the end of a deal (J43).
    pub enum Halving {
        /// A total of exactly the limit, or exactly half of it.
        AtLimitAndHalf = "AT_LIMIT_AND_HALF",
        /// Every multiple of 50 from 100 up to the limit.
        EveryFifty = "EVERY_FIFTY",
        /// None.
        None = "NONE",
    }
}

options! {
    /// The options of a match of Jhyap with all their values. The default is the preset `CLASSIC`.
    pub struct Options;
    presets CLASSIC, ISRAELI, NEPALI;
    seats 2..=8, rule J(1);
    constraints CONSTRAINTS;

    /// Jokers in each deck, 0..=2 (J2).
    jokers: u8 = 2, values [0..=2], rule J(2), number 2;
    /// Decks, 1 or 2; 0 means one for up to four seats and two for more (J3, J50).
    decks: u8 = 0, values [0 or 1..=2], rule J(3), number 3;
    /// What the court cards are worth (J4).
    court_values: CourtValues = CourtValues::Tens, values [choice], rule J(4), number 4;
    /// Cards dealt to each player, 5..=7 (J6).
    hand_size: u8 = 5, values [5..=7], rule J(6), number 5;
    /// Whether a joker may stand for a card of a run (J19).
    jokers_wild_in_runs: bool = false, values [on or off], rule J(19), number 6;
    /// Which cards of a discarded set may be taken (J24).
    set_pickup: SetPickup = SetPickup::Any, values [choice], rule J(24), number 7;
    /// Whether a drawn card of the rank just discarded may be laid on it at once (J28).
    slap_down: bool = false, values [on or off], rule J(28), number 8;
    /// The highest value of a hand that may call, 0..=50 (J30).
    call_limit: u8 = 5, values [0..=50], rule J(30), number 9;
    /// What a beaten caller scores in addition to the hand, 0..=100 (J38).
    penalty: u8 = 30, values [0..=100], rule J(38), number 10;
    /// Whether the lowest of the hands that beat the caller score nothing (J38).
    undercutter_scores_zero: bool = false, values [on or off], rule J(38), number 11;
    /// Whether an equal hand beats a call (J39).
    tie: Tie = Tie::CallerSafe, values [choice], rule J(39), number 12;
    /// Which totals are halved (J43).
    halving: Halving = Halving::AtLimitAndHalf, values [choice], rule J(43), number 13;
    /// The total above which a player is out, 52..=1000 (J45).
    limit: u16 = 200, values [52..=1000], rule J(45), number 14;
    /// The number of turns after which a deal ends without a call, 10..=10000; 0 for no such end (J49).
    max_turns: u16 = 0, values [0 or 10..=10_000], rule J(49), number 15;
    /// Whether six to eight can play (J50).
    large_table: bool = false, values [on or off], rule J(50), number 16;
}

impl Options {
    /// The game as Yaniv is played.
    pub const ISRAELI: Self = Self {
        call_limit: 7,
        tie: Tie::CallerBeaten,
        undercutter_scores_zero: true,
        halving: Halving::EveryFifty,
        jokers_wild_in_runs: true,
        slap_down: true,
        ..Self::CLASSIC
    };

    /// The game as many tables in Nepal play it.
    pub const NEPALI: Self = Self {
        jokers: 0,
        court_values: CourtValues::ElevenTwelveThirteen,
        penalty: 25,
        limit: 100,
        halving: Halving::None,
        tie: Tie::CallerBeaten,
        ..Self::CLASSIC
    };

    /// All cards of a match of that many seats (J2, J3).
    #[must_use]
    pub const fn deck(&self, seats: u8) -> Cards {
        let decks = match (self.decks, seats) {
            (0, 0..=4) => 1,
            (0, _) => 2,
            (decks, _) => decks,
        };
        Cards::decks(decks, self.jokers)
    }

    /// Whether a total at the end of a deal in which the player scored is halved (J43).
    pub(super) const fn halves(&self, total: u32) -> bool {
        let limit = self.limit as u32;
        match self.halving {
            Halving::AtLimitAndHalf => total == limit || total * 2 == limit,
            Halving::EveryFifty => total >= 100 && total <= limit && total.is_multiple_of(50),
            Halving::None => false,
        }
    }

    /// The most that a hand can be worth: the cards of a hand are never more than were dealt.
    pub(super) const fn max_hand_value(&self) -> u8 {
        let dearest = match self.court_values {
            CourtValues::Tens => 10,
            CourtValues::ElevenTwelveThirteen => 13,
        };
        self.hand_size.saturating_mul(dearest)
    }

    /// The most that one deal can score.
    pub(super) const fn max_deal_score(&self) -> u32 {
        let (beaten, hand) = (self.penalty as u32 + self.call_limit as u32, self.max_hand_value() as u32);
        if beaten > hand { beaten } else { hand }
    }
}

const CONSTRAINTS: &[Constraint<Options>] = &[
    Constraint {
        options: &["seats", "large_table"],
        rule: Rule::J(1),
        statement: &messages::CONSTRAINT_LARGE_TABLE,
        broken: |options, seats| {
            let crowded = (6..=8).contains(&seats) && !options.large_table;
            crowded.then(|| Message::new(&messages::FAULT_LARGE_TABLE_OFF).with("value", seats))
        },
    },
    Constraint {
        options: &["hand_size", "decks", "jokers", "seats"],
        rule: Rule::J(50),
        statement: &messages::CONSTRAINT_ENOUGH_CARDS,
        broken: |options, seats| {
            let needed = usize::from(seats) * usize::from(options.hand_size) + 2;
            let cards = options.deck(seats).len();
            let in_range = options.check_ranges().is_empty() && seats <= 8;
            (in_range && cards < needed).then(|| {
                Message::new(&messages::FAULT_TOO_FEW_CARDS)
                    .with("value", options.hand_size)
                    .with("seats", seats)
                    .with("needed", u16::try_from(needed).expect("eight hands of seven and two cards"))
                    .with("decks", options.decks)
                    .with("cards", u16::try_from(cards).expect("two decks at most"))
            })
        },
    },
    Constraint {
        options: &["call_limit", "jokers", "max_turns"],
        rule: Rule::J(30),
        statement: &messages::CONSTRAINT_DEALS_END,
        broken: |options, _| {
            let endless = options.call_limit == 0 && options.jokers == 0 && options.max_turns == 0;
            endless.then(|| Message::new(&messages::FAULT_NO_DEAL_ENDS))
        },
    },
    Constraint {
        options: &["limit", "halving"],
        rule: Rule::J(45),
        statement: &messages::CONSTRAINT_LIMIT_HALVES,
        broken: |options, _| {
            let uneven = options.halving == Halving::AtLimitAndHalf && !options.limit.is_multiple_of(4);
            uneven.then(|| Message::new(&messages::FAULT_LIMIT_DOES_NOT_HALVE).with("value", options.limit))
        },
    },
];
