use super::DealResult;
use crate::cards::{Card, Cards, Suit};
use crate::games::{Direction, Seat, Viewer};

/// Why a player drew cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawReason {
    /// The opener had no club (P7).
    Opening,
    /// The player chose to draw (P13).
    Turn,
    /// The player owed cards for sevens (P22).
    Penalty,
    /// The player did not declare the last card (P49).
    Undeclared,
}

/// Something that happened in a move. An `Option` of cards is `None` for a viewer who may not see them.
///
/// ```
/// use taash::cards::{ClientSeed, Seed};
/// use taash::games::pis_yedili::{Event, Move, Options, Position};
/// use taash::games::{Position as _, Seat, Shuffles, Viewer};
///
/// let mut position = Position::new_match(Options::CLASSIC, 3, None, None).unwrap();
/// let mut events = Vec::new();
/// let seed = Seed::new([7; 32]);
/// position.play(None, &Move::Deal, &mut Shuffles::new(&seed, &ClientSeed::NONE, &[]), &mut events).unwrap();
///
/// // Seat 1 sees its own hand in the event, and no other.
/// let Some(Event::Dealt { hands, hand_size: 7, stock: 31, .. }) =
///     Position::seen(&events[0], Viewer::Seat(Seat::new(1)))
/// else {
///     panic!("the first event is the deal");
/// };
/// assert_eq!(hands[1].unwrap().len(), 7);
/// assert_eq!((hands[0], hands[2]), (None, None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A deal started.
    Dealt {
        /// The number of the deal, from 1.
        deal: u32,
        /// The dealer.
        dealer: Seat,
        /// The seat that opens.
        opener: Seat,
        /// The hand of each seat.
        hands: Vec<Option<Cards>>,
        /// The number of cards in each hand, 5..=10.
        hand_size: u8,
        /// The number of cards in the stock.
        stock: u8,
    },
    /// A player played a card.
    Played {
        /// The player.
        seat: Seat,
        /// The card.
        card: Card,
        /// The suit to follow if the card is a jack: clubs for an opening jack (P9), `None` for the last card (P38).
        named: Option<Suit>,
        /// Whether the player declared that one card is left (P49).
        declared: bool,
        /// The number of cards left in the hand.
        left: u8,
    },
    /// A player drew cards from the stock.
    Drew {
        /// The player.
        seat: Seat,
        /// Why.
        reason: DrawReason,
        /// The number of cards, at least 1.
        count: u8,
        /// The cards.
        cards: Option<Cards>,
        /// The number of cards left in the stock.
        stock: u8,
    },
    /// A player ended the turn, or declined the extra card.
    Passed {
        /// The player.
        seat: Seat,
    },
    /// The discards under the top card became the stock (P40, P44).
    Reshuffled {
        /// The number of cards in the new stock.
        stock: u8,
    },
    /// A player lost the turn to an 8, an ace or a 10 (P28, P31, P32).
    Skipped {
        /// The player.
        seat: Seat,
    },
    /// The direction of play changed (P30).
    Reversed {
        /// The direction from now on.
        direction: Direction,
    },
    /// A player must answer sevens (P22, P24).
    SevensPending {
        /// The player.
        seat: Seat,
        /// The number of pending sevens.
        sevens: u8,
        /// The number of cards owed for them.
        owed: u8,
    },
    /// A player may play an extra card (P32).
    ExtraCard {
        /// The player.
        seat: Seat,
    },
    /// The stock had too few cards for a draw (P40).
    StockRanOut {
        /// The player who drew.
        seat: Seat,
        /// The number of missing cards.
        missing: u8,
    },
    /// The deal ended; all hands are shown (G7).
    DealEnded {
        /// The number of the deal.
        deal: u32,
        /// How the deal ended, and the points of the hands.
        result: DealResult,
        /// The hand of each seat at the end.
        hands: Vec<Cards>,
        /// The total of each seat after the deal.
        totals: Vec<u32>,
    },
    /// The match ended (P47).
    MatchEnded {
        /// The seats with the lowest total (P48).
        winners: Vec<Seat>,
    },
}

/// Returns the event as the viewer may see it. The match names every variant, so that whoever adds one decides here
/// what it shows.
pub(super) fn seen(event: &Event, viewer: Viewer) -> Event {
    match event {
        Event::Dealt { deal, dealer, opener, hands, hand_size, stock } => Event::Dealt {
            deal: *deal,
            dealer: *dealer,
            opener: *opener,
            hands: (0..)
                .map(Seat::new)
                .zip(hands)
                .map(|(seat, hand)| hand.filter(|_| viewer.knows_hand_of(seat)))
                .collect(),
            hand_size: *hand_size,
            stock: *stock,
        },
        &Event::Drew { seat, reason, count, cards, stock } => {
            Event::Drew { seat, reason, count, cards: cards.filter(|_| viewer.knows_hand_of(seat)), stock }
        }
        Event::Played { .. }
        | Event::Passed { .. }
        | Event::Reshuffled { .. }
        | Event::Skipped { .. }
        | Event::Reversed { .. }
        | Event::SevensPending { .. }
        | Event::ExtraCard { .. }
        | Event::StockRanOut { .. }
        | Event::DealEnded { .. }
        | Event::MatchEnded { .. } => event.clone(),
    }
}
