//! Dealing: S9, S11 and S17.

use super::event::Event;
use super::setup::{Setup, Stage};
use super::value::{HouseValue, SEATS};
use crate::cards::{CardList, CardSet, Cards, Purpose};
use crate::games::{PlayError, Seat, Shuffles, Sink};

/// How many cards come at once (S9, S17).
const PACKET: usize = 4;

/// The cards of a deal: one deck.
pub(super) const fn deck() -> Cards {
    Cards::decks(1, 0)
}

/// Whether a hand can bid: it has a card above 8 (S10, S11).
pub(super) fn can_bid(hand: CardSet) -> bool {
    HouseValue::ALL.into_iter().any(|value| !hand.intersection(value.keys()).is_empty())
}

/// Deals the bidder's four cards and the floor, again and again until the bidder can bid.
///
/// # Errors
/// G6.
pub(super) fn deal(
    setup: &mut Setup,
    shuffles: &mut Shuffles<'_>,
    events: &mut impl Sink<Event>,
) -> Result<(), PlayError> {
    let dealer = setup.turn().unwrap_or_else(|| shuffles.seat(Purpose::Dealer, SEATS));
    let bidder = dealer.next(SEATS);
    let deal_number = setup.deal_number.saturating_add(1);
    let mut next = Setup::new(setup.options, Some(dealer));
    next.stage = Stage::Bid;
    next.deal_number = deal_number;
    next.last_deal = setup.last_deal;
    next.difference = setup.difference;
    next.baazis = setup.baazis;
    let mut index = 0;
    loop {
        let order = shuffles.shuffle(deck(), deal_number, index)?;
        let (first, rest) = order.as_slice().split_at(2 * PACKET);
        let hand: CardSet = first[..PACKET].iter().copied().collect();
        let floor: CardSet = first[PACKET..].iter().copied().collect();
        events.push(Event::Dealt { deal: deal_number, dealer, bidder, hand: Some(hand), floor: Some(floor) });
        if can_bid(hand) {
            next.hands[bidder.index()] = hand;
            next.floor = floor;
            next.stock = rest.iter().copied().collect();
            *setup = next;
            return Ok(());
        }
        events.push(Event::ThrownIn { seat: bidder, hand });
        index += 1;
    }
}

/// Deals the rest in fours after the opening: from the bidder round twice, and once more to all but the bidder (S17).
pub(super) fn deal_rest(setup: &mut Setup, bidder: Seat, events: &mut impl Sink<Event>) {
    let mut dealt = [CardSet::EMPTY; 4];
    let mut seat = bidder;
    for (i, packet) in setup.stock.as_slice().chunks(PACKET).enumerate() {
        if i == 2 * usize::from(SEATS) {
            seat = seat.next(SEATS);
        }
        dealt[seat.index()] = packet.iter().copied().collect::<CardSet>().union(dealt[seat.index()]);
        seat = seat.next(SEATS);
    }
    for (hand, more) in setup.hands.iter_mut().zip(dealt) {
        *hand = hand.union(more);
    }
    setup.stock = CardList::EMPTY;
    events.push(Event::RestDealt { hands: dealt.map(Some), counts: dealt.map(CardSet::len) });
}
