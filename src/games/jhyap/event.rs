use super::{Combination, ScoreLine, messages};
use crate::cards::{Card, Cards};
use crate::games::{Message, MessageSpec, Seat, Viewer};

/// A player's hand, as much of it as is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hand {
    /// Whose hand.
    pub seat: Seat,
    /// Number of cards, which everybody may know (G7).
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
        /// The hands of the players in the match, in order of seats; each player sees only the cards of their own hand.
        hands: Vec<Hand>,
        /// The card turned up, the first previous discard.
        turned_up: Card,
        /// Number of cards in the stock.
        stock_count: u8,
    },
    /// A combination was discarded.
    Discarded {
        /// Who discarded it.
        seat: Seat,
        /// The cards in the order laid.
        cards: Combination,
    },
    /// The buried cards were shuffled into a new stock (J27).
    Reshuffled {
        /// Number of cards in the new stock.
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
    /// The card drawn has the rank of the discard: the player may slap it (J28).
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
    /// The deal ended: by a call (J32), or after `max_turns` turns (J49).
    DealEnded {
        /// The number of the deal.
        deal: u32,
        /// Who called, `None` if nobody did.
        caller: Option<Seat>,
        /// All hands, shown to everybody.
        hands: Vec<Hand>,
        /// What each seat scored, and the halvings.
        lines: Vec<ScoreLine>,
        /// The totals of all seats after the deal.
        totals: Vec<u16>,
        /// The seats that this deal eliminated (J45).
        eliminated: Vec<Seat>,
    },
    /// The match ended.
    MatchEnded {
        /// Who won, several if they share it (J46, J47).
        winners: Vec<Seat>,
    },
}

/// A hand as the viewer may see it: open if it is the viewer's own, or shown to all.
pub(super) fn shown(hand: Hand, viewer: Viewer, to_all: bool) -> Hand {
    Hand { cards: hand.cards.filter(|_| to_all || viewer.knows_hand_of(hand.seat)), ..hand }
}

/// What a viewer may know of an event (G7). Every viewer gets every event.
pub(super) fn seen(event: &Event, viewer: Viewer) -> Event {
    match event {
        Event::Dealt { deal, dealer, starter, hands, turned_up, stock_count } => Event::Dealt {
            deal: *deal,
            dealer: *dealer,
            starter: *starter,
            hands: hands.iter().map(|&hand| shown(hand, viewer, false)).collect(),
            turned_up: *turned_up,
            stock_count: *stock_count,
        },
        Event::Drew { seat, card } => Event::Drew { seat: *seat, card: card.filter(|_| viewer.knows_hand_of(*seat)) },
        Event::Discarded { .. }
        | Event::Reshuffled { .. }
        | Event::Took { .. }
        | Event::SlapOffered { .. }
        | Event::Slapped { .. }
        | Event::Kept { .. }
        | Event::Called { .. }
        | Event::DealEnded { .. }
        | Event::MatchEnded { .. } => event.clone(),
    }
}

/// The sentence that tells an event, or as much of it as the event holds.
pub(super) fn message(event: &Event) -> Message {
    let by = |spec: &'static MessageSpec, seat: Seat| Message::new(spec).with("seat", seat);
    match event {
        Event::Dealt { deal, dealer, starter, turned_up, .. } => Message::new(&messages::EVENT_DEALT)
            .with("deal", *deal)
            .with("dealer", *dealer)
            .with("starter", *starter)
            .with("card", *turned_up),
        Event::Discarded { seat, cards } => {
            by(&messages::EVENT_DISCARDED, *seat).with("cards", cards.to_cards().expect("cards of one deck or two"))
        }
        Event::Reshuffled { stock_count } => Message::new(&messages::EVENT_RESHUFFLED).with("count", *stock_count),
        Event::Drew { seat, card: Some(card) } => by(&messages::EVENT_DREW, *seat).with("card", *card),
        Event::Drew { seat, card: None } => by(&messages::EVENT_DREW_HIDDEN, *seat),
        Event::Took { seat, card } => by(&messages::EVENT_TOOK, *seat).with("card", *card),
        Event::SlapOffered { seat } => by(&messages::EVENT_SLAP_OFFERED, *seat),
        Event::Slapped { seat, card } => by(&messages::EVENT_SLAPPED, *seat).with("card", *card),
        Event::Kept { seat } => by(&messages::EVENT_KEPT, *seat),
        Event::Called { seat } => by(&messages::EVENT_CALLED, *seat),
        Event::DealEnded { deal, eliminated, .. } if eliminated.is_empty() => {
            Message::new(&messages::EVENT_DEAL_ENDED).with("deal", *deal)
        }
        Event::DealEnded { deal, eliminated, .. } => {
            Message::new(&messages::EVENT_DEAL_ENDED_OUT).with("deal", *deal).with("eliminated", eliminated.clone())
        }
        Event::MatchEnded { winners } => Message::new(&messages::EVENT_MATCH_ENDED).with("winners", winners.clone()),
    }
}
