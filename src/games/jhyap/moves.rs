use super::{Combination, ScoreLine};
use crate::cards::{Card, Cards};
use crate::games::Seat;

/// What is taken after a discard (J21).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Take {
    /// The top of the stock.
    Stock,
    /// A card of the previous discard; which of two identical ones makes no difference (G10).
    Card(Card),
}

/// A move of Jhyap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Discards a combination, then takes a card (J12).
    Discard {
        /// The cards as they are laid.
        cards: Combination,
        /// What is taken.
        take: Take,
    },
    /// Calls (J30).
    Call,
    /// Lays the card just drawn on the discard (J28).
    Slap,
    /// Keeps the card just drawn, although it could be slapped (J28).
    Keep,
    /// Deals the next deal.
    Deal,
}

const _: () = assert!(size_of::<Move>() <= 12, "moves are copied for every legal move");

/// A player's hand, as far as it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hand {
    /// Whose hand.
    pub seat: Seat,
    /// How many cards, open to all (G7).
    pub count: u8,
    /// The cards, `None` if the viewer may not know them.
    pub cards: Option<Cards>,
}

/// Something that happened in a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Cards were dealt (J6, J7).
    Dealt {
        /// The number of the deal, from 1.
        deal: u32,
        /// Who dealt.
        dealer: Seat,
        /// Who begins (J8, J41).
        starter: Seat,
        /// The hands of the players in the match, in order of seats; the cards are hidden from the others.
        hands: Vec<Hand>,
        /// The card turned up, the first previous discard.
        turned_up: Card,
        /// How many cards the stock has.
        stock_count: u8,
    },
    /// A combination was discarded.
    Discarded {
        /// Who discarded it.
        seat: Seat,
        /// The cards as they lie.
        cards: Combination,
    },
    /// The buried cards were shuffled into a new stock (J27).
    Reshuffled {
        /// How many cards the new stock has.
        stock_count: u8,
    },
    /// The top card of the stock was taken.
    Drew {
        /// Who took it.
        seat: Seat,
        /// The card, hidden from the others.
        card: Option<Card>,
    },
    /// A card of the previous discard was taken; the rest of it is buried (J26).
    Took {
        /// Who took it.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// The card drawn has the rank of the discard: its holder may slap it (J28).
    SlapOffered {
        /// Who has the choice.
        seat: Seat,
    },
    /// The card drawn was laid on the discard (J28).
    Slapped {
        /// Who laid it.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// The card drawn was kept (J28).
    Kept {
        /// Who kept it.
        seat: Seat,
    },
    /// A player called (J30).
    Called {
        /// Who called.
        seat: Seat,
    },
    /// The deal ended: by a call (J32), or after the most turns (J49).
    DealEnded {
        /// The number of the deal.
        deal: u32,
        /// Who called, if anybody did.
        caller: Option<Seat>,
        /// All hands, shown to everybody.
        hands: Vec<Hand>,
        /// What everybody scored, and the halvings.
        lines: Vec<ScoreLine>,
        /// The totals of all seats after the deal.
        totals: Vec<u16>,
        /// Who is out since this deal (J45).
        eliminated: Vec<Seat>,
    },
    /// The match ended.
    MatchEnded {
        /// Who won, several if they share it (J46, J47).
        winners: Vec<Seat>,
    },
}
