//! Making moves that the judge has accepted.

use super::deal;
use super::event::Event;
use super::house::{House, HouseView, Owners};
use super::moves::Move;
use super::record::{DealRecord, SweepKind, Tally, deal_score, settle};
use super::score::{team_scores, winner};
use super::setup::{LastCapture, Setup, Stage};
use super::value::{HouseValue, PLAYS, Team};
use crate::cards::{Card, CardSet};
use crate::games::{Outcome, PlayError, Seat, Shuffles, Sink};

/// Makes a canonical move.
///
/// # Errors
/// G6.
pub(super) fn make(
    setup: &mut Setup,
    mv: &Move,
    shuffles: &mut Shuffles<'_>,
    events: &mut impl Sink<Event>,
) -> Result<Outcome, PlayError> {
    const REVEALED: Outcome = Outcome { revealed_hidden: true };
    let seat = setup.turn();
    match (*mv, seat) {
        (Move::Deal, _) => {
            deal::deal(setup, shuffles, events)?;
            Ok(REVEALED)
        }
        (Move::Bid { value }, Some(seat)) => {
            setup.stage = Stage::Opening { bid: value };
            events.push(Event::BidMade { seat, value });
            events.push(Event::FloorTurned { floor: setup.floor });
            Ok(REVEALED)
        }
        (_, Some(seat)) => {
            let opening = play_card(setup, mv, seat, events);
            Ok(Outcome { revealed_hidden: opening })
        }
        (_, None) => Ok(Outcome::default()),
    }
}

/// Plays a card, and what follows from it. Says whether it was the opening.
fn play_card(setup: &mut Setup, mv: &Move, seat: Seat, events: &mut impl Sink<Event>) -> bool {
    let plays = setup.plays();
    setup.last_capture = None;
    if let Some(card) = mv.card() {
        setup.hands[seat.index()].remove(card);
    }
    match *mv {
        Move::Capture { card, loose, house } => capture(setup, seat, plays, (card, loose, house), events),
        Move::Build { card, value, loose } => build(setup, seat, card, value, loose, events),
        Move::Add { card, value, loose } => add(setup, seat, card, value, loose, events),
        Move::Break { card, value, loose } => break_house(setup, seat, card, value, loose, events),
        Move::Throw { card } => {
            setup.floor.insert(card);
            events.push(Event::Thrown { seat, card });
        }
        Move::Deal | Move::Bid { .. } => {}
    }
    if let Stage::Opening { bid } = setup.stage {
        deal::deal_rest(setup, seat, events);
        setup.stage = Stage::Turn { bid };
        return true;
    }
    if plays + 1 >= PLAYS {
        end_deal(setup, events);
    }
    false
}

/// S30 to S34, S52.
fn capture(
    setup: &mut Setup,
    seat: Seat,
    plays: u8,
    (card, loose, with_house): (Card, CardSet, bool),
    events: &mut impl Sink<Event>,
) {
    let team = Team::of(seat);
    let mut house = None;
    if with_house && let Some(value) = HouseValue::of(card) {
        house = Some(HouseView::new(value, std::mem::take(&mut setup.houses[value.index()])));
    }
    let cards = loose.union(house.map_or(CardSet::EMPTY, |house| house.cards));
    setup.floor = setup.floor.difference(loose);
    let pile = &mut setup.piles[team.index()];
    *pile = pile.union(cards).union(CardSet::of(card));
    setup.last_capture = Some(LastCapture { card, cards });
    setup.last_captor = Some(seat);
    events.push(Event::Captured { seat, card, loose, house });
    if setup.floor.is_empty() && setup.standing_houses().next().is_none() {
        let kind = match plays {
            0 => SweepKind::Opening,
            _ if plays + 1 == PLAYS => SweepKind::Last,
            _ => SweepKind::Ordinary,
        };
        setup.sweeps[team.index()].add(kind);
        events.push(Event::Swept { seat, team, kind, points: kind.points(&setup.options) });
    }
}

/// Moves cards and loose cards into the house of a value; gives the house as it is then.
fn join(setup: &mut Setup, value: HouseValue, cards: CardSet, loose: CardSet, owners: Owners) -> HouseView {
    setup.floor = setup.floor.difference(loose);
    let house = &mut setup.houses[value.index()];
    *house = House { cards: house.cards.union(cards).union(loose), owners };
    HouseView::new(value, *house)
}

/// S26 to S29.
fn build(setup: &mut Setup, seat: Seat, card: Card, value: HouseValue, loose: CardSet, events: &mut impl Sink<Event>) {
    let house = join(setup, value, CardSet::of(card), loose, Owners::only(seat));
    events.push(Event::Built { seat, card, loose, absorbed: loose.intersection(value.keys()), house });
}

/// S41 to S47.
fn add(setup: &mut Setup, seat: Seat, card: Card, value: HouseValue, loose: CardSet, events: &mut impl Sink<Event>) {
    let mut owners = setup.house(value).owners;
    let [one, other] = Team::of(seat).seats();
    if !owners.contains(one) && !owners.contains(other) {
        owners = owners.with(seat);
    }
    let house = join(setup, value, CardSet::of(card), loose, owners);
    events.push(Event::Added { seat, card, loose, absorbed: loose.intersection(value.keys()), house });
}

/// S35 to S40.
fn break_house(
    setup: &mut Setup,
    seat: Seat,
    card: Card,
    from: HouseValue,
    loose: CardSet,
    events: &mut impl Sink<Event>,
) {
    let Some(value) = HouseValue::new(from.get() + card.number()) else { return };
    let broken = HouseView::new(from, std::mem::take(&mut setup.houses[from.index()]));
    let merged = setup.house(value).stands();
    let owners = setup.house(value).owners.with(seat);
    let house = join(setup, value, broken.cards.union(CardSet::of(card)), loose, owners);
    let absorbed = loose.intersection(value.keys());
    events.push(Event::Broken { seat, card, loose, absorbed, broken, house, merged });
}

/// S54 to S58.
fn end_deal(setup: &mut Setup, events: &mut impl Sink<Event>) {
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
    let record =
        DealRecord { tallies: setup.piles.map(Tally::of), sweeps: setup.sweeps, difference_before: setup.difference };
    let settlement = settle(&setup.options, &record);
    setup.last_deal = Some(record);
    setup.difference = settlement.difference;
    setup.stage = Stage::Deal;
    if let Some(won) = settlement.baazi {
        let baazis = &mut setup.baazis[won.team.index()];
        *baazis = baazis.saturating_add(1);
        if *baazis >= setup.options.baazis {
            setup.stage = Stage::Over;
        }
    }
    events.push(Event::DealEnded {
        score: deal_score(&setup.options, setup.deal_number, &record),
        piles: setup.piles,
        teams: team_scores(setup),
    });
    if let Some(winner) = winner(setup) {
        events.push(Event::MatchEnded { winners: winner.seats() });
    }
}
