//! What makes a setup a position: every invariant, and what is wrong with a setup that breaks some.

use super::deal::can_bid;
use super::groups::{Work, splits};
use super::house::House;
use super::record::{DealRecord, Sweeps, Tally, settle};
use super::setup::{Setup, Stage};
use super::value::{HouseValue, PLAYS, SEATS, TURNS, Team};
use crate::cards::{CardSet, Rank};
use crate::games::{Fault, Options as _, Seat};
use std::fmt::{self, Display};

/// The most loose cards beyond the number of different values among them: the four cards dealt to the floor may be
/// alike, and whatever is thrown later is of a value that does not lie there (S21). So there are at most 16.
const ALIKE: u8 = 3;
/// The most sweeps in a deal: after one, the next player can only throw.
const MOST_SWEEPS: u8 = PLAYS / 2;

/// The faults found so far.
#[derive(Default)]
struct Faults(Vec<Fault>);

impl Faults {
    /// Notes a fault unless the condition holds. The field is written out only then.
    fn expect(&mut self, holds: bool, field: impl Display, reason: &str) {
        if !holds {
            self.0.push(Fault::new(field.to_string(), reason));
        }
    }
}

/// One of several places of a kind: `hands[2]`.
#[derive(Clone, Copy)]
struct Place(&'static str, usize);

impl Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]", self.0, self.1)
    }
}

/// Everything that is wrong with a setup. The work is bounded whatever it holds: a pass over each part, and at most six
/// looks for groups, each of which is short for every set of cards.
pub(super) fn faults(setup: &Setup) -> Vec<Fault> {
    let mut faults = Faults(setup.options.check(SEATS).err().unwrap_or_default());
    match setup.dealer {
        Some(dealer) => faults.expect(dealer.number() < SEATS, "dealer", "no such seat"),
        None => faults.expect(setup.deal_number == 0, "dealer", "missing"),
    }
    let captor_seated = setup.last_captor.is_none_or(|seat| seat.number() < SEATS);
    faults.expect(captor_seated, "last_captor", "no such seat");
    check_standing(setup, &mut faults);
    match setup.stage {
        Stage::Deal | Stage::Over => check_between_deals(setup, &mut faults),
        Stage::Bid => check_before_opening(setup, None, &mut faults),
        Stage::Opening { bid } => check_before_opening(setup, Some(bid), &mut faults),
        Stage::Turn { .. } => check_turn(setup, &mut faults),
    }
    faults.0
}

/// The running difference, the baazis and the last finished deal.
fn check_standing(setup: &Setup, faults: &mut Faults) {
    let finished = setup.finished_deals();
    let lead = i64::from(setup.options.baazi_lead);
    let within_lead = |difference: i32| i64::from(difference).abs() < lead;
    faults.expect(within_lead(setup.difference), "difference", "a lead that would have won a baazi (S57)");
    let needed = setup.options.baazis;
    let reached = setup.baazis.iter().filter(|&&n| n >= needed).count();
    let over = setup.stage == Stage::Over;
    faults.expect(setup.baazis.iter().all(|&n| n <= needed), "baazis", "more than win the match (S58)");
    faults.expect(reached == usize::from(over), "baazis", "they do not fit the stage of the match (S58)");
    let won: u32 = setup.baazis.iter().map(|&n| u32::from(n)).sum();
    faults.expect(won <= finished, "baazis", "more than there are finished deals");
    if !matches!(setup.stage, Stage::Deal) {
        faults.expect(setup.deal_number > 0, "deal_number", "zero, although a deal has begun");
    }
    faults.expect(setup.last_deal.is_some() == (finished > 0), "last_deal", "does not fit the number of deals");
    match setup.last_deal {
        None => faults.expect(setup.difference == 0, "difference", "not zero before the first deal has ended"),
        Some(record) if within_lead(record.difference_before) => {
            check_record(&record, faults);
            let settlement = settle(&setup.options, &record);
            faults.expect(settlement.difference == setup.difference, "difference", "not what the last deal left");
            match settlement.baazi {
                Some(won) => {
                    let baazis = setup.baazis[won.team.index()];
                    faults.expect(baazis > 0, "baazis", "without the one that the last deal decided");
                    faults.expect(!over || baazis >= needed, "baazis", "the last deal was not won by the winners");
                }
                None => faults.expect(!over, "stage", "over, although the last deal decided no baazi (S58)"),
            }
            if finished == 1 {
                let before = record.difference_before;
                faults.expect(before == 0, "last_deal.difference_before", "not zero before the first deal");
                let decided = u32::from(settlement.baazi.is_some());
                faults.expect(won == decided, "baazis", "not what the only finished deal decided");
            }
        }
        Some(_) => faults.expect(false, "last_deal.difference_before", "a lead that would have won a baazi (S57)"),
    }
}

/// The tallies of a finished deal: all 52 cards, each counted for one team.
fn check_record(record: &DealRecord, faults: &mut Faults) {
    let [even, odd] = record.tallies;
    let total = |field: fn(&Tally) -> u8| u16::from(field(&even)) + u16::from(field(&odd));
    let complete = total(|tally| tally.spades) == 91
        && total(|tally| tally.aces) == 3
        && total(|tally| tally.cards) == 52
        && even.ten_of_diamonds != odd.ten_of_diamonds;
    faults.expect(complete && is_possible(even), "last_deal.tallies", "no division of the 52 cards");
    check_sweeps(&record.sweeps, record.tallies.map(|tally| tally.cards), "last_deal.sweeps", faults);
}

/// Whether some pile has this tally.
fn is_possible(tally: Tally) -> bool {
    let (points, aces) = (u16::from(tally.spades), u16::from(tally.aces));
    // n spades have any sum from 1 + … + n up to 13 + 12 + … (n of them); 35 cards count for nothing.
    (0..=13).any(|n: u16| {
        let counting = n + aces + u16::from(tally.ten_of_diamonds);
        (n * (n + 1) / 2..=n * (27 - n) / 2).contains(&points)
            && (counting..=counting + 35).contains(&u16::from(tally.cards))
    })
}

/// Sweeps in range: a sweep takes two cards at least, and the opening and the last play are of different teams.
fn check_sweeps(sweeps: &[Sweeps; 2], cards: [u8; 2], field: &str, faults: &mut Faults) {
    let counts = sweeps.map(Sweeps::count);
    let fits = counts.iter().zip(cards).all(|(&n, cards)| u16::from(n) * 2 <= u16::from(cards));
    let total = u16::from(counts[0]) + u16::from(counts[1]);
    faults.expect(fits && total <= u16::from(MOST_SWEEPS), field, "more than there can be (S52)");
    let opening = sweeps.iter().filter(|sweeps| sweeps.opening).count();
    let last = sweeps.iter().filter(|sweeps| sweeps.last).count();
    let one_team_both = sweeps.iter().any(|sweeps| sweeps.opening && sweeps.last);
    faults.expect(opening <= 1 && last <= 1 && !one_team_both, field, "the opening or the last play twice (S53)");
}

/// Whether every card of the deck is in exactly one place.
fn check_deck(setup: &Setup, faults: &mut Faults) {
    let mut seen = CardSet::EMPTY;
    let mut place = |cards: CardSet, field: &dyn Display, faults: &mut Faults| {
        faults.expect(cards.intersection(seen).is_empty(), field, "a card that is elsewhere too");
        seen = seen.union(cards);
    };
    for (i, &hand) in setup.hands.iter().enumerate() {
        place(hand, &Place("hands", i), faults);
    }
    place(setup.floor, &"floor", faults);
    for (i, house) in setup.houses.iter().enumerate() {
        place(house.cards, &Place("houses", i), faults);
    }
    for (i, &pile) in setup.piles.iter().enumerate() {
        place(pile, &Place("piles", i), faults);
    }
    for &card in setup.stock.as_slice() {
        faults.expect(!card.is_joker(), "stock", "a joker");
        place(CardSet::of(card), &"stock", faults);
    }
    faults.expect(seen == CardSet::DECK, "cards", "some are missing");
}

/// Before the first deal nothing is on the table; after a deal everything is in the piles.
fn check_between_deals(setup: &Setup, faults: &mut Faults) {
    faults.expect(setup.hands == [CardSet::EMPTY; 4], "hands", "cards between deals (S19)");
    faults.expect(setup.stock.is_empty(), "stock", "cards between deals");
    faults.expect(setup.floor.is_empty(), "floor", "cards between deals (S54)");
    faults.expect(setup.houses == [House::NONE; 5], "houses", "a house between deals (S51)");
    let Some(record) = setup.last_deal else {
        let untouched = setup.piles == [CardSet::EMPTY; 2]
            && setup.sweeps == [Sweeps::NONE; 2]
            && setup.last_capture.is_none()
            && setup.last_captor.is_none();
        faults.expect(untouched, "piles", "something was captured before the first deal");
        return;
    };
    check_deck(setup, faults);
    faults.expect(setup.piles.map(Tally::of) == record.tallies, "last_deal.tallies", "not those of the piles");
    faults.expect(setup.sweeps == record.sweeps, "sweeps", "not those of the last deal");
    if let Some(dealer) = setup.dealer.filter(|dealer| dealer.number() < SEATS) {
        check_who_swept(setup, dealer, faults);
        check_captures(setup, dealer, faults);
        let last = setup.sweeps.iter().any(|sweeps| sweeps.last);
        faults.expect(!last || setup.last_capture.is_some(), "sweeps", "a last sweep without a capture (S52)");
    }
}

/// The bidder's team alone can sweep with the opening, and the dealer's with the last play.
fn check_who_swept(setup: &Setup, dealer: Seat, faults: &mut Faults) {
    let (dealers, bidders) = (Team::of(dealer).index(), Team::of(dealer).other().index());
    let fits = !setup.sweeps[dealers].opening && !setup.sweeps[bidders].last;
    faults.expect(fits, "sweeps", "the opening or the last play by the wrong team (S53)");
}

/// The last capture and who made it; `previous` is the seat that has played last.
fn check_captures(setup: &Setup, previous: Seat, faults: &mut Faults) {
    let captor = setup.last_captor.filter(|captor| captor.number() < SEATS);
    let piles_empty = setup.piles == [CardSet::EMPTY; 2];
    faults.expect(captor.is_none() == piles_empty, "last_captor", "does not fit the piles (S54)");
    if let Some(captor) = captor {
        let pile = setup.piles[Team::of(captor).index()];
        faults.expect(pile.len() >= 2, "last_captor", "the team has captured nothing (S54)");
    }
    if let Some(last) = setup.last_capture {
        let shown = last.cards.union(CardSet::of(last.card));
        let fits = captor == Some(previous)
            && !last.card.is_joker()
            && !last.cards.is_empty()
            && !last.cards.contains(last.card)
            && shown.is_subset(setup.piles[Team::of(previous).index()])
            && splits(last.cards, last.card.number(), &mut Work::default());
        faults.expect(fits, "last_capture", "no capture by the seat that has played last (S25, S30)");
    }
}

/// Four cards for the bidder, four on the floor, and the rest in the stock (S9).
fn check_before_opening(setup: &Setup, bid: Option<HouseValue>, faults: &mut Faults) {
    check_deck(setup, faults);
    faults.expect(setup.stock.len() == 44, "stock", "not the 44 cards left before the opening (S9)");
    faults.expect(setup.floor.len() == 4, "floor", "not four cards (S9)");
    faults.expect(setup.houses == [House::NONE; 5], "houses", "a house before the opening");
    let untouched = setup.piles == [CardSet::EMPTY; 2]
        && setup.sweeps == [Sweeps::NONE; 2]
        && setup.last_capture.is_none()
        && setup.last_captor.is_none();
    faults.expect(untouched, "piles", "something was captured before the opening");
    let Some(bidder) = setup.bidder() else { return };
    let hand = setup.hands[bidder.index()];
    let alone = setup.hands.iter().filter(|hand| !hand.is_empty()).count() == 1;
    faults.expect(alone && hand.len() == 4, "hands", "not four cards for the bidder alone (S9)");
    match bid {
        None => faults.expect(can_bid(hand), "hands", "a hand that cannot bid (S11)"),
        Some(bid) => {
            let has_card = !hand.intersection(bid.keys()).is_empty();
            faults.expect(has_card, "stage", "a bid that is the value of no card in the hand (S10)");
        }
    }
}

/// How many cards the seat that is `place`th after the bidder holds after so many plays (S17, S19).
const fn hand_size(plays: u8, place: u8) -> u8 {
    TURNS - (plays + SEATS - 1 - place) / SEATS
}

/// A position after the opening.
fn check_turn(setup: &Setup, faults: &mut Faults) {
    check_deck(setup, faults);
    faults.expect(setup.stock.is_empty(), "stock", "cards after the opening (S17)");
    check_floor(setup, faults);
    check_houses(setup, faults);
    let Some(bidder) = setup.bidder() else { return };
    let plays = setup.plays();
    faults.expect((1..PLAYS).contains(&plays), "hands", "too many or too few cards (S19)");
    let mut seat = bidder;
    for place in 0..SEATS {
        let fits = plays >= PLAYS || setup.hands[seat.index()].len() == hand_size(plays, place);
        faults.expect(fits, Place("hands", seat.index()), "not as many cards as it has turns left (S17)");
        seat = seat.next(SEATS);
    }
    let dealer = bidder.previous(SEATS);
    check_who_swept(setup, dealer, faults);
    if let Some(turn) = setup.turn() {
        check_captures(setup, turn.previous(SEATS), faults);
    }
    check_sweeps(&setup.sweeps, setup.piles.map(CardSet::len), "sweeps", faults);
    let swept = setup.sweeps.iter().fold(0_u16, |n, sweeps| n + u16::from(sweeps.count()));
    let no_last = setup.sweeps.iter().all(|sweeps| !sweeps.last);
    let empty = setup.floor.is_empty() && setup.standing_houses().next().is_none();
    // After a sweep somebody has to play to the floor before the next one.
    let most = (u16::from(plays) + u16::from(empty)) / 2;
    faults.expect(no_last && swept <= most, "sweeps", "more than there can be yet (S52)");
    let by_capture = setup.last_capture.is_some() && swept > 0;
    faults.expect(!empty || by_capture, "floor", "empty without a sweep (S52)");
}

/// S21 and S29: how many loose cards of a value there can be.
fn check_floor(setup: &Setup, faults: &mut Faults) {
    let values = Rank::ALL.into_iter().filter(|&rank| !setup.floor.intersection(CardSet::rank(rank)).is_empty());
    let different = u8::try_from(values.count()).unwrap_or(u8::MAX);
    let fits = setup.floor.len() <= different.saturating_add(ALIKE);
    faults.expect(fits, "floor", "more loose cards, or more of one value, than there can be (S21)");
    for (value, _) in setup.standing_houses() {
        let none = setup.floor.intersection(value.keys()).is_empty();
        faults.expect(none, "floor", "a loose card of the value of a house (S21, S29)");
    }
}

/// S23, S27, S42, S45 to S49.
fn check_houses(setup: &Setup, faults: &mut Faults) {
    for (i, (value, house)) in HouseValue::ALL.into_iter().zip(setup.houses).enumerate() {
        let field = Place("houses", i);
        let known = house.owners.bits() < 1 << SEATS;
        faults.expect(known, field, "an owner that is no seat");
        if !house.stands() {
            faults.expect(house.owners.is_empty(), field, "owners without a house");
            continue;
        }
        let whole = house.cards.len() >= 2 && splits(house.cards, value.get(), &mut Work::default());
        faults.expect(whole, field, "the cards do not split into groups of its value (S23, S27)");
        faults.expect(!house.owners.is_empty(), field, "no owner (S48)");
        let keyless = house.owners.iter().any(|seat| setup.hands[seat.index()].intersection(value.keys()).is_empty());
        faults.expect(!keyless, field, "an owner without a card of its value (S49)");
        if !house.is_cemented(value) {
            faults.expect(house.owners.len() <= 1, field, "an ordinary house with several owners (S48)");
        }
    }
}
