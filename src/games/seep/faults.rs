//! What makes a setup a position: every invariant, and the faults of a setup that breaks some.

use super::check::can_bid;
use super::groups::{Work, splits};
use super::house::House;
use super::record::{DealRecord, Sweeps, Tally, settle};
use super::setup::{Setup, Stage};
use super::value::{HouseValue, PLAYS, SEATS, TURNS, Team, seat_after};
use crate::cards::{CardSet, Rank};
use crate::games::{Fault, Options as _, Seat};
use std::fmt::{self, Display};

/// Maximum number of loose cards beyond the number of different values among them: the four cards dealt to the floor may
/// have the same value, and a card thrown later has a value that no loose card has (S21). So there are at most 16.
const ALIKE: u8 = 3;
/// Maximum number of sweeps in a deal: after a sweep, the next player can only throw.
const MOST_SWEEPS: u8 = PLAYS / 2;

/// What is wrong with a seat that is not in 0..=3.
pub(super) const NO_SUCH_SEAT: &str = "not a seat (0 to 3)";

/// The faults found so far.
#[derive(Default)]
struct Faults(Vec<Fault>);

impl Faults {
    /// Adds a fault unless the condition holds. Only then is the name of the field written.
    fn expect(&mut self, holds: bool, field: impl Display, reason: &str) {
        if !holds {
            self.0.push(Fault::text(field.to_string(), reason));
        }
    }
}

/// An element of a field: `hands[2]`.
#[derive(Clone, Copy)]
struct Element(&'static str, usize);

impl Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]", self.0, self.1)
    }
}

/// Returns everything that is wrong with a setup. The work is bounded whatever it holds: a pass over each part, and at
/// most six searches for groups, each of which is short for every set of cards.
pub(super) fn faults(setup: &Setup) -> Vec<Fault> {
    let mut faults = Faults(setup.options.check(SEATS).err().unwrap_or_default());
    match setup.dealer {
        Some(dealer) => faults.expect(dealer.number() < SEATS, "dealer", NO_SUCH_SEAT),
        None => faults.expect(setup.deal_number == 0, "dealer", "missing, although a deal has begun"),
    }
    let captor_seated = setup.last_captor.is_none_or(|seat| seat.number() < SEATS);
    faults.expect(captor_seated, "last_captor", NO_SUCH_SEAT);
    check_standing(setup, &mut faults);
    match setup.stage {
        Stage::DealDue | Stage::Over => check_between_deals(setup, &mut faults),
        Stage::Bid => check_before_opening(setup, None, &mut faults),
        Stage::Opening { bid } => check_before_opening(setup, Some(bid), &mut faults),
        Stage::Turn { .. } => check_turn(setup, &mut faults),
    }
    faults.0
}

/// The dealer, if it is a seat of this game.
fn seated_dealer(setup: &Setup) -> Option<Seat> {
    setup.dealer.filter(|dealer| dealer.number() < SEATS)
}

/// The bidder of a deal that has begun, if its dealer is a seat of this game.
fn bidder(setup: &Setup) -> Option<Seat> {
    seated_dealer(setup).filter(|_| setup.deal_number > 0).map(|dealer| dealer.next(SEATS))
}

/// Number of finished deals; 0 for a deal that is in progress and has the number 0.
const fn finished_deals(setup: &Setup) -> u32 {
    match setup.stage {
        Stage::DealDue | Stage::Over => setup.deal_number,
        Stage::Bid | Stage::Opening { .. } | Stage::Turn { .. } => setup.deal_number.saturating_sub(1),
    }
}

fn no_houses(setup: &Setup) -> bool {
    setup.houses.iter().all(|house| !house.stands())
}

/// Whether nothing has been captured in the deal.
fn is_untouched(setup: &Setup) -> bool {
    setup.piles == [CardSet::EMPTY; 2]
        && setup.sweeps == [Sweeps::NONE; 2]
        && setup.last_capture.is_none()
        && setup.last_captor.is_none()
}

/// Checks the running difference, the baazis and the last finished deal.
fn check_standing(setup: &Setup, faults: &mut Faults) {
    let finished = finished_deals(setup);
    let lead = i64::from(setup.options.baazi_lead);
    let within_lead = |difference: i32| i64::from(difference).abs() < lead;
    faults.expect(within_lead(setup.difference), "difference", "a lead that wins a baazi (S57)");
    let needed = setup.options.baazis;
    let reached = setup.baazis.iter().filter(|&&n| n >= needed).count();
    let over = setup.stage == Stage::Over;
    faults.expect(
        setup.baazis.iter().all(|&n| n <= needed),
        "baazis",
        "more than the number that wins the match (S58)",
    );
    let reason = if over { "not won by exactly one team" } else { "enough to win a match that is not over" };
    faults.expect(reached == usize::from(over), "baazis", &format!("{reason} (S58)"));
    let won: u32 = setup.baazis.iter().map(|&n| u32::from(n)).sum();
    faults.expect(won <= finished, "baazis", "more than the number of finished deals");
    if !matches!(setup.stage, Stage::DealDue) {
        faults.expect(setup.deal_number > 0, "deal_number", "0, although a deal has begun");
    }
    let reason =
        if finished > 0 { "missing, although a deal is finished" } else { "present, although no deal is finished" };
    faults.expect(setup.last_deal.is_some() == (finished > 0), "last_deal", reason);
    match setup.last_deal {
        None => faults.expect(setup.difference == 0, "difference", "not 0, although no deal is finished"),
        Some(record) if within_lead(record.difference_before) => {
            check_record(&record, faults);
            let settlement = settle(&setup.options, &record);
            faults.expect(
                settlement.difference == setup.difference,
                "difference",
                "not the difference after the last deal (S56, S57)",
            );
            match settlement.baazi {
                Some(won) => {
                    let baazis = setup.baazis[won.team.index()];
                    faults.expect(baazis > 0, "baazis", "0 for the team that won one in the last deal");
                    faults.expect(
                        !over || baazis >= needed,
                        "baazis",
                        "enough for a team that did not win the last deal (S58)",
                    );
                }
                None => faults.expect(!over, "stage", "over, although the last deal decided no baazi (S58)"),
            }
            if finished == 1 {
                let before = record.difference_before;
                faults.expect(before == 0, "last_deal.difference_before", "not 0 before the first deal");
                let decided = u32::from(settlement.baazi.is_some());
                faults.expect(won == decided, "baazis", "not those that the only finished deal decided");
            }
        }
        Some(_) => faults.expect(false, "last_deal.difference_before", "a lead that wins a baazi (S57)"),
    }
}

/// Checks the tallies of a finished deal: each of the 52 cards is counted for one team.
fn check_record(record: &DealRecord, faults: &mut Faults) {
    let [even, odd] = record.tallies;
    let total = |field: fn(&Tally) -> u8| u16::from(field(&even)) + u16::from(field(&odd));
    let complete = total(|tally| tally.spades) == 91
        && total(|tally| tally.aces) == 3
        && total(|tally| tally.cards) == 52
        && even.ten_of_diamonds != odd.ten_of_diamonds;
    faults.expect(complete && is_possible(even), "last_deal.tallies", "not a division of the 52 cards");
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

/// Checks the number of sweeps: each takes at least two cards, and the opening and the last play are made by different
/// teams.
fn check_sweeps(sweeps: &[Sweeps; 2], cards: [u8; 2], field: &str, faults: &mut Faults) {
    let counts = sweeps.map(Sweeps::count);
    let fits = counts.iter().zip(cards).all(|(&n, cards)| n * 2 <= u16::from(cards));
    faults.expect(fits && counts[0] + counts[1] <= MOST_SWEEPS.into(), field, "more sweeps than there can be (S52)");
    let opening = sweeps.iter().filter(|sweeps| sweeps.opening).count();
    let last = sweeps.iter().filter(|sweeps| sweeps.last).count();
    let one_team_both = sweeps.iter().any(|sweeps| sweeps.opening && sweeps.last);
    faults.expect(
        opening <= 1 && last <= 1 && !one_team_both,
        field,
        "more than one sweep by the opening or by the last play, or both by one team (S53)",
    );
}

/// Checks that every card of the deck is in exactly one place.
fn check_deck(setup: &Setup, faults: &mut Faults) {
    let mut seen = CardSet::EMPTY;
    let mut place = |cards: CardSet, field: &dyn Display, faults: &mut Faults| {
        faults.expect(cards.intersection(seen).is_empty(), field, "a card that is also somewhere else");
        seen = seen.union(cards);
    };
    for (i, &hand) in setup.hands.iter().enumerate() {
        place(hand, &Element("hands", i), faults);
    }
    place(setup.floor, &"floor", faults);
    for (i, house) in setup.houses.iter().enumerate() {
        place(house.cards, &Element("houses", i), faults);
    }
    for (i, &pile) in setup.piles.iter().enumerate() {
        place(pile, &Element("piles", i), faults);
    }
    for &card in setup.stock.as_slice() {
        faults.expect(!card.is_joker(), "stock", "a joker");
        place(CardSet::of(card), &"stock", faults);
    }
    faults.expect(seen == CardSet::DECK, "cards", "a card of the deck is missing");
}

/// Checks a table between deals: empty before the first deal, and after a deal with all cards in the piles.
fn check_between_deals(setup: &Setup, faults: &mut Faults) {
    faults.expect(setup.hands == [CardSet::EMPTY; 4], "hands", "cards between deals (S19)");
    faults.expect(setup.stock.is_empty(), "stock", "cards between deals");
    faults.expect(setup.floor.is_empty(), "floor", "cards between deals (S54)");
    faults.expect(setup.houses == [House::NONE; 5], "houses", "a house between deals (S51)");
    let Some(record) = setup.last_deal else {
        faults.expect(is_untouched(setup), "piles", "a capture before the first deal");
        return;
    };
    check_deck(setup, faults);
    faults.expect(setup.piles.map(Tally::of) == record.tallies, "last_deal.tallies", "not the tallies of the piles");
    faults.expect(setup.sweeps == record.sweeps, "sweeps", "not the sweeps of the last deal");
    if let Some(dealer) = seated_dealer(setup) {
        check_who_swept(setup, dealer, faults);
        check_captures(setup, dealer, faults);
        let last = setup.sweeps.iter().any(|sweeps| sweeps.last);
        faults.expect(
            !last || setup.last_capture.is_some(),
            "sweeps",
            "a sweep by the last play, which captured nothing (S52)",
        );
    }
}

/// Checks that only the bidder's team has swept with the opening, and only the dealer's with the last play.
fn check_who_swept(setup: &Setup, dealer: Seat, faults: &mut Faults) {
    let (dealers, bidders) = (Team::of(dealer).index(), Team::of(dealer).other().index());
    let fits = !setup.sweeps[dealers].opening && !setup.sweeps[bidders].last;
    faults.expect(fits, "sweeps", "a sweep by the opening or the last play for the wrong team (S53)");
}

/// Checks the last capture and the last captor; `previous` is the seat that played last.
fn check_captures(setup: &Setup, previous: Seat, faults: &mut Faults) {
    let captor = setup.last_captor.filter(|captor| captor.number() < SEATS);
    let piles_empty = setup.piles == [CardSet::EMPTY; 2];
    faults.expect(
        captor.is_none() == piles_empty,
        "last_captor",
        "missing although there are captured cards, or present without any (S54)",
    );
    if let Some(captor) = captor {
        let pile = setup.piles[Team::of(captor).index()];
        faults.expect(pile.len() >= 2, "last_captor", "a seat of a team that has captured nothing (S54)");
    }
    if let Some(last) = setup.last_capture {
        let shown = last.cards.union(CardSet::of(last.card));
        let fits = captor == Some(previous)
            && !last.card.is_joker()
            && !last.cards.is_empty()
            && !last.cards.contains(last.card)
            && shown.is_subset(setup.piles[Team::of(previous).index()])
            && splits(last.cards, last.card.number(), &mut Work::default());
        faults.expect(fits, "last_capture", "not a capture by the seat that played last (S25, S30)");
    }
}

/// Checks a table before the opening: four cards in the bidder's hand, four on the floor, and the rest in the stock (S9).
fn check_before_opening(setup: &Setup, bid: Option<HouseValue>, faults: &mut Faults) {
    check_deck(setup, faults);
    faults.expect(setup.stock.len() == 44, "stock", "not 44 cards before the opening (S9)");
    faults.expect(setup.floor.len() == 4, "floor", "not four cards before the opening (S9)");
    faults.expect(setup.houses == [House::NONE; 5], "houses", "a house before the opening");
    faults.expect(is_untouched(setup), "piles", "a capture before the opening");
    let Some(bidder) = bidder(setup) else { return };
    let hand = setup.hands[bidder.index()];
    let alone = setup.hands.iter().filter(|hand| !hand.is_empty()).count() == 1;
    faults.expect(alone && hand.len() == 4, "hands", "not four cards for the bidder alone (S9)");
    match bid {
        None => faults.expect(can_bid(hand), "hands", "no card above 8 for the bid (S11)"),
        Some(bid) => {
            let has_card = !hand.intersection(bid.keys()).is_empty();
            faults.expect(has_card, "stage", "a bid of which the bidder holds no card (S10)");
        }
    }
}

/// Number of cards that the seat `place` seats after the bidder holds after so many plays (S17, S19).
const fn hand_size(plays: u8, place: u8) -> u8 {
    TURNS - (plays + SEATS - 1 - place) / SEATS
}

/// Checks a table after the opening.
fn check_turn(setup: &Setup, faults: &mut Faults) {
    check_deck(setup, faults);
    faults.expect(setup.stock.is_empty(), "stock", "cards after the opening (S17)");
    check_floor(setup, faults);
    check_houses(setup, faults);
    let Some(bidder) = bidder(setup) else { return };
    let in_hands = setup.hands.iter().map(|hand| hand.len()).sum::<u8>();
    let plays = PLAYS.saturating_sub(in_hands);
    faults.expect((1..PLAYS).contains(&plays), "hands", "not 1 to 47 cards in all (S19)");
    let mut seat = bidder;
    for place in 0..SEATS {
        let fits = plays >= PLAYS || setup.hands[seat.index()].len() == hand_size(plays, place);
        faults.expect(fits, Element("hands", seat.index()), "not as many cards as the seat has turns left (S17, S19)");
        seat = seat.next(SEATS);
    }
    let dealer = bidder.previous(SEATS);
    check_who_swept(setup, dealer, faults);
    check_captures(setup, seat_after(bidder, plays).previous(SEATS), faults);
    check_sweeps(&setup.sweeps, setup.piles.map(CardSet::len), "sweeps", faults);
    let swept = setup.sweeps.iter().map(|sweeps| sweeps.count()).sum::<u16>();
    let no_last = setup.sweeps.iter().all(|sweeps| !sweeps.last);
    let empty = setup.floor.is_empty() && no_houses(setup);
    // Two sweeps never follow each other: after one, the next player can only throw.
    let most = (u16::from(plays) + u16::from(empty)) / 2;
    faults.expect(
        no_last && swept <= most,
        "sweeps",
        "more sweeps than the cards played allow, or one by the last play (S52)",
    );
    let by_capture = setup.last_capture.is_some() && swept > 0;
    faults.expect(!empty || by_capture, "floor", "empty, with no house, although the last play did not sweep (S52)");
}

/// Checks the loose cards: how many there can be (S21), and that none has the value of a house (S29).
fn check_floor(setup: &Setup, faults: &mut Faults) {
    let values = Rank::ALL.into_iter().filter(|&rank| !setup.floor.intersection(CardSet::rank(rank)).is_empty());
    let different = u8::try_from(values.count()).unwrap_or(u8::MAX);
    let fits = setup.floor.len() <= different.saturating_add(ALIKE);
    faults.expect(fits, "floor", "more than three loose cards beyond the number of their values (S21)");
    for (value, _) in HouseValue::ALL.into_iter().zip(setup.houses).filter(|(_, house)| house.stands()) {
        let none = setup.floor.intersection(value.keys()).is_empty();
        faults.expect(none, "floor", "a loose card of the value of a house (S21, S29)");
    }
}

/// Checks the houses: S23, S27, S42, S48 and S49.
fn check_houses(setup: &Setup, faults: &mut Faults) {
    for (i, (value, house)) in HouseValue::ALL.into_iter().zip(setup.houses).enumerate() {
        let field = Element("houses", i);
        let known = house.owners.bits() < 1 << SEATS;
        faults.expect(known, field, "an owner that is not a seat (0 to 3)");
        if !house.stands() {
            faults.expect(house.owners.is_empty(), field, "owners without a house");
            continue;
        }
        let whole = house.cards.len() >= 2 && splits(house.cards, value.get(), &mut Work::default());
        faults.expect(whole, field, "not two cards or more that split into groups of its value (S23, S27)");
        faults.expect(!house.owners.is_empty(), field, "no owner (S48)");
        let keyless = house.owners.iter().any(|seat| setup.hands[seat.index()].intersection(value.keys()).is_empty());
        faults.expect(!keyless, field, "an owner without a card of its value (S49)");
        if !house.is_cemented(value) {
            faults.expect(house.owners.len() <= 1, field, "several owners of an ordinary house (S48)");
        }
    }
}
