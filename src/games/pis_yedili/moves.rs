use super::score::DealResult;
use crate::cards::{Card, Cards, Suit};
use crate::games::{Direction, Seat};

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The dealer deals (P3, P5).
    Deal,
    /// Lays a card of the hand on the discards (P13).
    Play {
        /// The card.
        card: Card,
        /// The suit that a jack names (P15); none with any other card, with an opening jack and with the last card.
        naming: Option<Suit>,
        /// Whether the one card that is left is declared (P49).
        last: bool,
    },
    /// Takes a card from the stock (P13), or all that is owed for sevens (P22).
    Draw,
    /// Ends the turn (P19), or declines the extra card after an ace (P33).
    Pass,
}

impl Move {
    /// Playing a card that names nothing, with nothing declared.
    #[must_use]
    pub const fn play(card: Card) -> Self {
        Self::Play { card, naming: None, last: false }
    }
}

/// Why cards were drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawReason {
    /// The opener has no club (P7).
    Opening,
    /// The player chose to (P13).
    Turn,
    /// Sevens were owed for (P22).
    Penalty,
    /// The last card but one was laid without a word (P49).
    Undeclared,
}

/// Something that happened in a move. What is an `Option` of cards is `None` for those who may not see them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A deal begins.
    Dealt {
        /// Its number, from 1.
        deal: u32,
        /// Who dealt.
        dealer: Seat,
        /// Who opens.
        opener: Seat,
        /// The hand of each seat.
        hands: Vec<Option<Cards>>,
        /// How many cards each seat has.
        hand_size: u8,
        /// How many cards the stock has.
        stock: u8,
    },
    /// A card was laid on the discards.
    Played {
        /// By whom.
        seat: Seat,
        /// The card.
        card: Card,
        /// The suit to follow if it is a jack; clubs on an opening jack (P9), none on a last one (P38).
        named: Option<Suit>,
        /// Whether the one card that is left was declared (P49).
        declared: bool,
        /// How many cards the seat has left.
        left: u8,
    },
    /// Cards were drawn from the stock.
    Drew {
        /// By whom.
        seat: Seat,
        /// Why.
        reason: DrawReason,
        /// How many, at least one.
        count: u8,
        /// The cards.
        cards: Option<Cards>,
        /// How many cards are left in the stock.
        stock: u8,
    },
    /// A player ended the turn, or declined the extra card.
    Passed {
        /// Who.
        seat: Seat,
    },
    /// The discards under the top card became the stock (P40, P44).
    Reshuffled {
        /// How many cards.
        stock: u8,
    },
    /// A player loses the turn by an 8, an ace or a 10 (P28, P31, P32).
    Skipped {
        /// Who.
        seat: Seat,
    },
    /// The direction of play has turned round (P30).
    Reversed {
        /// The direction from now on.
        direction: Direction,
    },
    /// A player has to answer sevens (P22, P24).
    SevensPending {
        /// Who.
        seat: Seat,
        /// How many sevens are pending.
        sevens: u8,
        /// How many cards are owed for them.
        owed: u8,
    },
    /// A player may lay one more card (P32).
    ExtraCard {
        /// Who.
        seat: Seat,
    },
    /// A draw that the stock could not serve (P40).
    StockRanOut {
        /// Who wanted to draw.
        seat: Seat,
        /// How many cards were missing.
        missing: u8,
    },
    /// The deal is over; the hands are shown (G7).
    DealEnded {
        /// The number of the deal.
        deal: u32,
        /// How it ended and what it scored.
        result: DealResult,
        /// The hand of each seat at the end.
        hands: Vec<Cards>,
        /// The total of each seat after the deal.
        totals: Vec<u32>,
    },
    /// The match is over (P47).
    MatchEnded {
        /// The seats of the lowest total (P48).
        winners: Vec<Seat>,
    },
}
