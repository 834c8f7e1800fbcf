use super::{DealResult, Ending, messages as m};
use crate::cards::{Card, Cards, Suit};
use crate::games::{Direction, Message, Seat, Viewer};

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
    /// Another player played an ace (P54).
    Ace,
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
        /// The number of cards in the opener's hand, which may be one more (P55).
        opener_size: u8,
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
        /// The number of cards owed for them, 1..=640.
        owed: u16,
    },
    /// A player may play an extra card (P32).
    ExtraCard {
        /// The player.
        seat: Seat,
    },
    /// The player of an ace has a new turn (P54).
    NewTurn {
        /// The player.
        seat: Seat,
    },
    /// A player who did not declare the last card cannot go out in the next turn (P52).
    Barred {
        /// The player.
        seat: Seat,
    },
    /// The stock had too few cards for a draw (P40).
    StockRanOut {
        /// The player who drew.
        seat: Seat,
        /// The number of missing cards.
        missing: u16,
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
        Event::Dealt { deal, dealer, opener, hands, hand_size, opener_size, stock } => Event::Dealt {
            deal: *deal,
            dealer: *dealer,
            opener: *opener,
            hands: (0..)
                .map(Seat::new)
                .zip(hands)
                .map(|(seat, hand)| hand.filter(|_| viewer.knows_hand_of(seat)))
                .collect(),
            hand_size: *hand_size,
            opener_size: *opener_size,
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
        | Event::NewTurn { .. }
        | Event::Barred { .. }
        | Event::StockRanOut { .. }
        | Event::DealEnded { .. }
        | Event::MatchEnded { .. } => event.clone(),
    }
}

/// Returns the sentence that tells the event, as [`seen`] has left it.
pub(super) fn message(event: &Event) -> Message {
    match *event {
        Event::Dealt { deal, dealer, opener, ref hands, hand_size, stock, .. } => {
            dealt(deal, dealer, opener, hands, hand_size, stock)
        }
        Event::Played { seat, card, named, declared, left } => played(seat, card, named, declared, left),
        Event::Drew { seat, reason, count, cards, stock } => drew(seat, reason, count, cards, stock),
        Event::Passed { seat } => Message::new(&m::EVENT_PASSED).with("seat", seat),
        Event::Reshuffled { stock } => Message::new(&m::EVENT_RESHUFFLED).with("stock", stock),
        Event::Skipped { seat } => Message::new(&m::EVENT_SKIPPED).with("seat", seat),
        Event::Reversed { direction: Direction::Clockwise } => Message::new(&m::EVENT_CLOCKWISE),
        Event::Reversed { direction: Direction::CounterClockwise } => Message::new(&m::EVENT_COUNTER_CLOCKWISE),
        Event::SevensPending { seat, sevens, owed } => {
            Message::new(&m::EVENT_SEVENS_PENDING).with("seat", seat).with("sevens", sevens).with("owed", owed)
        }
        Event::ExtraCard { seat } => Message::new(&m::EVENT_EXTRA_CARD).with("seat", seat),
        Event::NewTurn { seat } => Message::new(&m::EVENT_NEW_TURN).with("seat", seat),
        Event::Barred { seat } => Message::new(&m::EVENT_BARRED).with("seat", seat),
        Event::StockRanOut { seat, missing } => {
            Message::new(&m::EVENT_STOCK_RAN_OUT).with("seat", seat).with("missing", missing)
        }
        Event::DealEnded { deal, ref result, ref hands, .. } => deal_ended(deal, result, hands.len()),
        Event::MatchEnded { ref winners } => Message::new(&m::EVENT_MATCH_ENDED).with("seats", winners.clone()),
    }
}

fn dealt(deal: u32, dealer: Seat, opener: Seat, hands: &[Option<Cards>], hand_size: u8, stock: u8) -> Message {
    let mut shown = (0..).map(Seat::new).zip(hands).filter_map(|(seat, hand)| hand.map(|hand| (seat, hand)));
    // A player sees one hand. For the referee, who sees them all, the table has no place in a sentence.
    let message = match (shown.next(), shown.next()) {
        (Some((seat, hand)), None) => Message::new(&m::EVENT_DEALT_SHOWN).with("seat", seat).with("cards", hand),
        _ => Message::new(&m::EVENT_DEALT).with("count", hand_size),
    };
    message.with("deal", deal).with("dealer", dealer).with("opener", opener).with("stock", stock)
}

fn played(seat: Seat, card: Card, named: Option<Suit>, declared: bool, left: u8) -> Message {
    let message = Message::new(match (named, declared) {
        (None, false) => &m::EVENT_PLAYED,
        (None, true) => &m::EVENT_PLAYED_DECLARED,
        (Some(_), false) => &m::EVENT_PLAYED_JACK,
        (Some(_), true) => &m::EVENT_PLAYED_JACK_DECLARED,
    });
    let mut message = message.with("seat", seat).with("card", card);
    if let Some(suit) = named {
        message = message.with("suit", suit);
    }
    if declared { message } else { message.with("left", left) }
}

fn drew(seat: Seat, reason: DrawReason, count: u8, cards: Option<Cards>, stock: u8) -> Message {
    let (shown, hidden) = match reason {
        DrawReason::Opening => (&m::EVENT_DREW_OPENING, &m::EVENT_DREW_OPENING_HIDDEN),
        DrawReason::Turn => (&m::EVENT_DREW, &m::EVENT_DREW_HIDDEN),
        DrawReason::Penalty => (&m::EVENT_DREW_PENALTY, &m::EVENT_DREW_PENALTY_HIDDEN),
        DrawReason::Undeclared => (&m::EVENT_DREW_UNDECLARED, &m::EVENT_DREW_UNDECLARED_HIDDEN),
        DrawReason::Ace => (&m::EVENT_DREW_ACE, &m::EVENT_DREW_ACE_HIDDEN),
    };
    let message = match cards {
        Some(cards) => Message::new(shown).with("seat", seat).with("cards", cards),
        None => Message::new(hidden).with("seat", seat).with("count", count),
    };
    message.with("stock", stock)
}

fn deal_ended(deal: u32, result: &DealResult, seats: usize) -> Message {
    match (result.ending, result.multiplier()) {
        (Ending::WentOut { winner, last_card }, 1) => {
            Message::new(&m::EVENT_WENT_OUT).with("deal", deal).with("seat", winner).with("card", last_card)
        }
        (Ending::WentOut { winner, last_card }, multiplier) => Message::new(&m::EVENT_WENT_OUT_MULTIPLIED)
            .with("deal", deal)
            .with("seat", winner)
            .with("card", last_card)
            .with("multiplier", multiplier),
        (Ending::StockOut, _) => {
            let seats = u8::try_from(seats).expect("a table has at most 8 seats");
            let winners: Vec<Seat> = result.winners(seats).collect();
            Message::new(&m::EVENT_STOCK_OUT).with("deal", deal).with("seats", winners)
        }
    }
}
