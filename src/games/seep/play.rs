//! Making moves that the judge has accepted, dealing included.

use super::check::can_bid;
use super::event::Event;
use super::house::{House, HouseView, Owners};
use super::moves::Move;
use super::position::{Position, deck};
use super::record::{DealRecord, SweepKind, Tally};
use super::score::{deal_score, settle, team_scores, winner};
use super::setup::{LastCapture, Setup, Stage};
use super::value::{HouseValue, PLAYS, PLAYS_BEFORE_STOCK, SEATS, Team, partner};
use crate::cards::{Card, CardSet, Purpose, Rank, Suit};
use crate::games::{Outcome, PlayError, Position as _, Seat, Shuffles, Sink};

/// Number of cards dealt at a time (S9, S17).
const PACKET: usize = 4;

/// Makes a move in canonical form.
///
/// # Errors
/// G6.
pub(super) fn make(
    position: &mut Position,
    mv: &Move,
    shuffles: &mut Shuffles<'_>,
    events: &mut impl Sink<Event>,
) -> Result<Outcome, PlayError> {
    let revealed_hidden = match *mv {
        Move::Deal => {
            deal(position, shuffles, events)?;
            true
        }
        Move::Bid { value } => {
            bid(position, value, events);
            true
        }
        Move::Capture { card, .. }
        | Move::Build { card, .. }
        | Move::Add { card, .. }
        | Move::Break { card, .. }
        | Move::Throw { card } => play_card(position, mv, card, events),
    };
    Ok(Outcome { revealed_hidden })
}

/// Deals the bidder's four cards and the floor, again and again until the floor may stay (S63) and the bidder can bid (S9,
/// S11). A cut applies to each of the orders (S8).
///
/// # Errors
/// G6.
fn deal(position: &mut Position, shuffles: &mut Shuffles<'_>, events: &mut impl Sink<Event>) -> Result<(), PlayError> {
    let seats = position.seats();
    let dealer = position.turn().unwrap_or_else(|| shuffles.seat(Purpose::Dealer, seats));
    let bidder = dealer.next(seats);
    let cut = shuffles.cut();
    let before = &position.setup;
    // A caller's state may have any number of deals behind it, even the highest that there is.
    let deal_number = before.deal_number.saturating_add(1);
    let mut next = Setup {
        stage: Stage::Bid,
        deal_number,
        last_deal: before.last_deal,
        difference: before.difference,
        baazis: before.baazis,
        ..Setup::new(before.options, Some(dealer))
    };
    let mut index = 0;
    loop {
        let mut order = shuffles.shuffle(deck(), deal_number, index)?;
        order.as_mut_slice().rotate_left(cut.into());
        let (first, rest) = order.as_slice().split_at(2 * PACKET);
        let hand: CardSet = first[..PACKET].iter().copied().collect();
        let floor: CardSet = first[PACKET..].iter().copied().collect();
        events.push(Event::Dealt { deal: deal_number, dealer, bidder, hand: Some(hand), floor: Some(floor), cut });
        index += 1;
        if next.options.floor_check && has_card_to_deal_again(floor) {
            events.push(Event::FloorThrownIn);
            continue;
        }
        if can_bid(hand) {
            next.hands[bidder.index()] = hand;
            next.floor = floor;
            next.stock = rest.iter().copied().collect();
            position.setup = next;
            return Ok(());
        }
        events.push(Event::ThrownIn { seat: bidder, hand });
    }
}

/// Whether the floor holds a card with which `floor_check` has all cards dealt again (S63).
pub(super) fn has_card_to_deal_again(floor: CardSet) -> bool {
    floor.contains(Card::new(Rank::Ten, Suit::Diamonds)) || floor.contains(Card::new(Rank::Nine, Suit::Spades))
}

/// S10 and S12.
fn bid(position: &mut Position, value: HouseValue, events: &mut impl Sink<Event>) {
    let seat = mover(position);
    position.setup.stage = Stage::Opening { bid: value };
    events.push(Event::BidMade { seat, value });
    events.push(Event::FloorTurned { floor: position.setup.floor });
}

fn mover(position: &Position) -> Seat {
    position.turn().expect("a bid or a card is due, so a deal is in progress and has a bidder")
}

/// Plays a card, and deals the rest or ends the deal if that follows. Returns whether hands were dealt.
fn play_card(position: &mut Position, mv: &Move, card: Card, events: &mut impl Sink<Event>) -> bool {
    let seat = mover(position);
    let plays = position.plays();
    position.setup.last_capture = None;
    position.setup.hands[seat.index()].remove(card);
    match *mv {
        Move::Capture { loose, house, .. } => capture(position, seat, plays, (card, loose, house), events),
        Move::Build { value, loose, .. } => build(position, seat, card, value, loose, events),
        Move::Add { value, loose, .. } => add(position, seat, card, value, loose, events),
        Move::Break { value, loose, .. } => break_house(position, seat, card, value, loose, events),
        Move::Throw { .. } => {
            position.setup.floor.insert(card);
            events.push(Event::Thrown { seat, card });
        }
        Move::Deal | Move::Bid { .. } => unreachable!("a deal and a bid play no card"),
    }
    if let Stage::Opening { bid } = position.setup.stage {
        deal_rest(position, seat, events);
        position.setup.stage = Stage::Turn { bid };
        return true;
    }
    if plays + 1 == PLAYS_BEFORE_STOCK && !position.setup.stock.is_empty() {
        let (bidder, packets) = (seat.next(2), usize::from(PLAYS_BEFORE_STOCK) / PACKET);
        deal_packets(
            position,
            (0..packets).scan(bidder, |next, _| Some(std::mem::replace(next, next.next(2)))),
            events,
        );
        return true;
    }
    if plays + 1 == PLAYS {
        end_deal(position, events);
    }
    false
}

/// Deals the rest in fours after the opening: twice round from the bidder on, and once more to all but the bidder (S17). Of
/// two players, 24 cards are left (S62).
fn deal_rest(position: &mut Position, bidder: Seat, events: &mut impl Sink<Event>) {
    let seats = position.seats();
    let twice = Seat::all(seats).chain(Seat::all(seats)).chain(Seat::all(seats).skip(1));
    let to = twice.map(|place| Seat::new((bidder.number() + place.number()) % seats));
    deal_packets(position, to, events);
}

/// Deals a packet from the top of the stock to each of these seats in turn.
fn deal_packets(position: &mut Position, to: impl Iterator<Item = Seat>, events: &mut impl Sink<Event>) {
    let seats = usize::from(position.seats());
    let setup = &mut position.setup;
    let mut dealt = [CardSet::EMPTY; SEATS as usize];
    let mut used = 0;
    for (seat, packet) in to.zip(setup.stock.as_slice().chunks(PACKET)) {
        used += packet.len();
        dealt[seat.index()] = packet.iter().copied().collect::<CardSet>().union(dealt[seat.index()]);
    }
    for (hand, more) in setup.hands.iter_mut().zip(dealt) {
        *hand = hand.union(more);
    }
    setup.stock = setup.stock.as_slice()[used..].iter().copied().collect();
    let dealt = &dealt[..seats];
    events.push(Event::RestDealt {
        hands: dealt.iter().copied().map(Some).collect(),
        counts: dealt.iter().map(|cards| cards.len()).collect(),
        stock_count: u8::try_from(setup.stock.len()).expect("at most 24 cards are left"),
    });
}

/// S30 to S34, S52.
fn capture(
    position: &mut Position,
    seat: Seat,
    plays: u8,
    (card, loose, with_house): (Card, CardSet, bool),
    events: &mut impl Sink<Event>,
) {
    let setup = &mut position.setup;
    let team = Team::of(seat);
    let house = with_house.then(|| {
        let value = HouseValue::of(card).expect("the judge has found a house of the card's value");
        HouseView::new(value, std::mem::take(&mut setup.houses[value.index()]))
    });
    let cards = loose.union(house.map_or(CardSet::EMPTY, |house| house.cards));
    setup.floor = setup.floor.difference(loose);
    let pile = &mut setup.piles[team.index()];
    *pile = pile.union(cards).union(CardSet::of(card));
    setup.last_capture = Some(LastCapture { card, cards });
    setup.last_captor = Some(seat);
    events.push(Event::Captured { seat, card, loose, house });
    if position.floor_is_empty() {
        let kind = match plays {
            0 => SweepKind::Opening,
            _ if plays + 1 == PLAYS => SweepKind::Last,
            _ => SweepKind::Ordinary,
        };
        let options = position.setup.options;
        position.setup.sweeps[team.index()].add(kind, card, &options);
        events.push(Event::Swept { seat, team, kind, points: kind.points(&options, card.number()) });
    }
}

/// Moves cards and loose cards into the house of a value, and returns that house.
fn join(position: &mut Position, value: HouseValue, cards: CardSet, loose: CardSet, owners: Owners) -> HouseView {
    let setup = &mut position.setup;
    setup.floor = setup.floor.difference(loose);
    let house = &mut setup.houses[value.index()];
    *house = House { cards: house.cards.union(cards).union(loose), owners };
    HouseView::new(value, *house)
}

/// S26 to S29.
fn build(
    position: &mut Position,
    seat: Seat,
    card: Card,
    value: HouseValue,
    loose: CardSet,
    events: &mut impl Sink<Event>,
) {
    let house = join(position, value, CardSet::of(card), loose, Owners::only(seat));
    events.push(Event::Built { seat, card, loose, absorbed: loose.intersection(value.keys()), house });
}

/// S41 to S47.
fn add(
    position: &mut Position,
    seat: Seat,
    card: Card,
    value: HouseValue,
    loose: CardSet,
    events: &mut impl Sink<Event>,
) {
    let mut owners = position.house(value).owners;
    if !owners.contains(seat) && !owners.contains(partner(seat)) {
        owners = owners.with(seat);
    }
    let house = join(position, value, CardSet::of(card), loose, owners);
    events.push(Event::Added { seat, card, loose, absorbed: loose.intersection(value.keys()), house });
}

/// S35 to S40.
fn break_house(
    position: &mut Position,
    seat: Seat,
    card: Card,
    from: HouseValue,
    loose: CardSet,
    events: &mut impl Sink<Event>,
) {
    let value = from.raised_by(card).expect("the judge has found the new value to be at most 13");
    let broken = HouseView::new(from, std::mem::take(&mut position.setup.houses[from.index()]));
    let merged = position.house(value).stands();
    let owners = position.house(value).owners.with(seat);
    let house = join(position, value, broken.cards.union(CardSet::of(card)), loose, owners);
    let absorbed = loose.intersection(value.keys());
    events.push(Event::Broken { seat, card, loose, absorbed, broken, house, merged });
}

/// S54 to S58.
fn end_deal(position: &mut Position, events: &mut impl Sink<Event>) {
    let setup = &mut position.setup;
    let cards = setup.floor;
    if !cards.is_empty() {
        let team = setup.last_captor.map(Team::of);
        if let Some(team) = team {
            let pile = &mut setup.piles[team.index()];
            *pile = pile.union(cards);
            setup.floor = CardSet::EMPTY;
        }
        events.push(Event::LastCards { team, cards });
    }
    let tallies = setup.piles.map(|pile| Tally::of(pile, setup.options.scoring));
    let record = DealRecord { tallies, sweeps: setup.sweeps, difference_before: setup.difference };
    let settlement = settle(&setup.options, &record);
    setup.last_deal = Some(record);
    setup.difference = settlement.difference;
    setup.stage = Stage::DealDue;
    if let Some(won) = settlement.baazi {
        let baazis = &mut setup.baazis[won.team.index()];
        *baazis += 1;
        if *baazis == setup.options.baazis {
            setup.stage = Stage::Over;
        }
    }
    events.push(Event::DealEnded {
        score: deal_score(&setup.options, setup.deal_number, &record),
        piles: setup.piles,
        teams: team_scores(position),
    });
    if let Some(winner) = winner(position) {
        events.push(Event::MatchEnded { winners: winner.seats(position.seats()).collect() });
    }
}
