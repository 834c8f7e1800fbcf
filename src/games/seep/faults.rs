//! What makes a setup a position: every invariant, and the faults of a setup that breaks some.

use super::check::can_bid;
use super::groups::{Work, splits};
use super::house::House;
use super::messages;
use super::options::{Options, Scoring};
use super::play::has_card_to_deal_again;
use super::record::{DealRecord, Sweeps, Tally, values_fit};
use super::score::settle;
use super::setup::{Setup, Stage};
use super::value::{HouseValue, PLAYS, PLAYS_BEFORE_STOCK, Team, seat_after};
use crate::cards::{CardSet, Rank};
use crate::games::{Fault, Message, MessageSpec, Options as _, Seat};
use std::fmt::{self, Display};

/// Maximum number of loose cards beyond the number of different values among them: the four cards dealt to the floor may
/// have the same value, and a card thrown later has a value that no loose card has (S21). So there are at most 16.
const ALIKE: u8 = 3;
/// Maximum number of sweeps in a deal: after a sweep, the next player can only throw.
const MOST_SWEEPS: u8 = PLAYS / 2;

/// What is wrong with a seat that the match does not have.
pub(super) fn no_such_seat(seats: u8) -> Message {
    Message::new(&messages::NO_SUCH_SEAT).with("seats", seats)
}

/// The faults found so far.
#[derive(Default)]
struct Faults(Vec<Fault>);

impl Faults {
    /// Adds a fault unless the condition holds. Only then is the name of the field written.
    fn expect(&mut self, holds: bool, field: impl Display, reason: &'static MessageSpec) {
        self.expect_of(holds, field, || reason.into());
    }

    /// As [`Self::expect`], with a message that has parameters.
    fn expect_of(&mut self, holds: bool, field: impl Display, reason: impl FnOnce() -> Message) {
        if !holds {
            self.0.push(Fault::new(field.to_string(), reason()));
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

fn of_house(reason: &'static MessageSpec, value: HouseValue) -> Message {
    Message::new(reason).with("house", value.get())
}

/// Returns everything that is wrong with a setup. The work is bounded whatever it holds: a pass over each part, and at
/// most six searches for groups, each of which is short for every set of cards.
pub(super) fn faults(setup: &Setup) -> Vec<Fault> {
    let mut faults = Faults(setup.options.check(setup.options.seats()).err().unwrap_or_default());
    let seats = setup.options.seats();
    match setup.dealer {
        Some(dealer) => faults.expect_of(dealer.number() < seats, "dealer", || no_such_seat(seats)),
        None => faults.expect(setup.deal_number == 0, "dealer", &messages::DEALER_MISSING),
    }
    let captor_seated = setup.last_captor.is_none_or(|seat| seat.number() < seats);
    faults.expect_of(captor_seated, "last_captor", || no_such_seat(seats));
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
    setup.dealer.filter(|dealer| dealer.number() < setup.options.seats())
}

/// The bidder of a deal that has begun, if its dealer is a seat of this game.
fn bidder(setup: &Setup) -> Option<Seat> {
    seated_dealer(setup).filter(|_| setup.deal_number > 0).map(|dealer| dealer.next(setup.options.seats()))
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
    let reached = || Message::new(&messages::LEAD_REACHED).with("lead", setup.options.baazi_lead);
    faults.expect_of(within_lead(setup.difference), "difference", reached);
    let needed = setup.options.baazis;
    let winners = setup.baazis.iter().filter(|&&n| n >= needed).count();
    let over = setup.stage == Stage::Over;
    let above = || Message::new(&messages::BAAZIS_ABOVE_NEEDED).with("baazis", needed);
    faults.expect_of(setup.baazis.iter().all(|&n| n <= needed), "baazis", above);
    let reason = if over { &messages::NO_WINNER } else { &messages::WON_BUT_NOT_OVER };
    faults.expect_of(winners == usize::from(over), "baazis", || Message::new(reason).with("baazis", needed));
    let won: u32 = setup.baazis.iter().map(|&n| u32::from(n)).sum();
    faults.expect_of(won <= finished, "baazis", || Message::new(&messages::BAAZIS_ABOVE_DEALS).with("deals", finished));
    if !matches!(setup.stage, Stage::DealDue) {
        faults.expect(setup.deal_number > 0, "deal_number", &messages::DEAL_NUMBER_ZERO);
    }
    let reason = if finished > 0 { &messages::LAST_DEAL_MISSING } else { &messages::LAST_DEAL_UNEXPECTED };
    faults.expect(setup.last_deal.is_some() == (finished > 0), "last_deal", reason);
    match setup.last_deal {
        None => faults.expect(setup.difference == 0, "difference", &messages::DIFFERENCE_WITHOUT_DEAL),
        Some(record) if within_lead(record.difference_before) => {
            check_record(&setup.options, &record, faults);
            let settlement = settle(&setup.options, &record);
            faults.expect(
                settlement.difference == setup.difference,
                "difference",
                &messages::DIFFERENCE_NOT_OF_LAST_DEAL,
            );
            match settlement.baazi {
                Some(won) => {
                    let baazis = setup.baazis[won.team.index()];
                    faults.expect(baazis > 0, "baazis", &messages::BAAZI_NOT_COUNTED);
                    faults.expect(!over || baazis >= needed, "baazis", &messages::WINNER_NOT_OF_LAST_DEAL);
                }
                None => faults.expect(!over, "stage", &messages::OVER_WITHOUT_BAAZI),
            }
            if finished == 1 {
                let before = record.difference_before;
                faults.expect(before == 0, "last_deal.difference_before", &messages::DIFFERENCE_BEFORE_FIRST_DEAL);
                let decided = u32::from(settlement.baazi.is_some());
                faults.expect(won == decided, "baazis", &messages::BAAZIS_NOT_OF_ONLY_DEAL);
            }
        }
        Some(_) => faults.expect_of(false, "last_deal.difference_before", reached),
    }
}

/// Checks the tallies of a finished deal: each of the 52 cards is counted for one team.
fn check_record(options: &Options, record: &DealRecord, faults: &mut Faults) {
    let [even, odd] = record.tallies;
    let total = |field: fn(&Tally) -> u8| u16::from(field(&even)) + u16::from(field(&odd));
    let complete = total(|tally| tally.spades) == 91
        && total(|tally| tally.aces) == 3
        && total(|tally| tally.cards) == 52
        && even.ten_of_diamonds != odd.ten_of_diamonds;
    let flags = |tally: &Tally| [tally.ace_of_spades, tally.two_of_spades, tally.nine_of_spades];
    let divided = match options.scoring {
        Scoring::Hundred => flags(&even) == [false; 3] && flags(&odd) == [false; 3] && is_possible(even),
        Scoring::Thirty => flags(&even) == flags(&odd).map(|taken| !taken) && is_possible_of_thirty(even),
    };
    faults.expect(complete && divided, "last_deal.tallies", &messages::TALLIES_IMPOSSIBLE);
    let values_fit = record.sweeps.iter().all(|&sweeps| values_fit(options, sweeps));
    let most = (1..=13).all(|value| swept_with(&record.sweeps, value) <= 4);
    faults.expect(values_fit && most, "last_deal.sweeps", &messages::SWEEP_VALUES_IMPOSSIBLE);
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

/// Whether some pile has this tally, with the ace, the two and the nine of spades in it or not as it says (S63).
fn is_possible_of_thirty(tally: Tally) -> bool {
    let known = [(tally.ace_of_spades, 1), (tally.two_of_spades, 2), (tally.nine_of_spades, 9)];
    let taken = known.iter().filter(|(taken, _)| *taken);
    let (fixed, count) = taken.fold((0, 0_u8), |(sum, n), (_, value)| (sum + value, n + 1));
    let Some(points) = tally.spades.checked_sub(fixed).filter(|points| *points <= 79) else { return false };
    // Bit s of `sums[n]` is set if n of the other ten spades sum to s.
    let mut sums = [0_u128; 11];
    sums[0] = 1;
    for value in [3, 4, 5, 6, 7, 8, 10, 11, 12, 13] {
        for n in (1..=10).rev() {
            sums[n] |= sums[n - 1] << value;
        }
    }
    (0..).zip(sums).any(|(n, sums): (u16, u128)| {
        let counting = n + u16::from(count) + u16::from(tally.aces) + u16::from(tally.ten_of_diamonds);
        sums >> points & 1 == 1 && (counting..=counting + 35).contains(&u16::from(tally.cards))
    })
}

/// How often a card of this value has swept, the last play aside (S63).
fn swept_with(sweeps: &[Sweeps], value: u8) -> u8 {
    sweeps.iter().map(|sweeps| sweeps.values.ordinary(value) + u8::from(sweeps.values.opening() == value)).sum()
}

/// Checks the values of the cards that swept in this deal: each is in the pile of the team that swept with it (S34, S63).
fn check_sweep_values(setup: &Setup, faults: &mut Faults) {
    let fits = setup.sweeps.iter().zip(setup.piles).all(|(&sweeps, pile)| {
        let in_pile = (1..)
            .zip(Rank::ALL)
            .all(|(value, rank)| swept_with(&[sweeps], value) <= pile.intersection(CardSet::rank(rank)).len());
        values_fit(&setup.options, sweeps) && in_pile
    });
    faults.expect(fits, "sweeps", &messages::SWEEP_VALUES_IMPOSSIBLE);
}

/// Checks the number of sweeps: each takes at least two cards, and the opening and the last play are made by different
/// teams.
fn check_sweeps(sweeps: &[Sweeps; 2], cards: [u8; 2], field: &str, faults: &mut Faults) {
    let counts = sweeps.map(Sweeps::count);
    let fits = counts.iter().zip(cards).all(|(&n, cards)| n * 2 <= u16::from(cards));
    faults.expect(fits && counts[0] + counts[1] <= MOST_SWEEPS.into(), field, &messages::TOO_MANY_SWEEPS);
    let opening = sweeps.iter().filter(|sweeps| sweeps.opening).count();
    let last = sweeps.iter().filter(|sweeps| sweeps.last).count();
    let one_team_both = sweeps.iter().any(|sweeps| sweeps.opening && sweeps.last);
    faults.expect(opening <= 1 && last <= 1 && !one_team_both, field, &messages::SWEEPS_OF_ONE_TEAM);
}

/// Checks that every card of the deck is in exactly one place.
fn check_deck(setup: &Setup, faults: &mut Faults) {
    let mut seen = CardSet::EMPTY;
    let mut place = |cards: CardSet, field: &dyn Display, faults: &mut Faults| {
        faults.expect(cards.intersection(seen).is_empty(), field, &messages::CARD_ELSEWHERE);
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
        faults.expect(!card.is_joker(), "stock", &messages::JOKER_IN_STOCK);
        place(CardSet::of(card), &"stock", faults);
    }
    faults.expect(seen == CardSet::DECK, "cards", &messages::CARD_MISSING);
}

/// Checks a table between deals: empty before the first deal, and after a deal with all cards in the piles.
fn check_between_deals(setup: &Setup, faults: &mut Faults) {
    faults.expect(setup.hands == [CardSet::EMPTY; 4], "hands", &messages::CARDS_BETWEEN_DEALS);
    faults.expect(setup.stock.is_empty(), "stock", &messages::CARDS_BETWEEN_DEALS);
    faults.expect(setup.floor.is_empty(), "floor", &messages::CARDS_BETWEEN_DEALS);
    faults.expect(setup.houses == [House::NONE; 5], "houses", &messages::CARDS_BETWEEN_DEALS);
    let Some(record) = setup.last_deal else {
        faults.expect(is_untouched(setup), "piles", &messages::CAPTURE_TOO_EARLY);
        return;
    };
    check_deck(setup, faults);
    faults.expect(
        setup.piles.map(|pile| Tally::of(pile, setup.options.scoring)) == record.tallies,
        "last_deal.tallies",
        &messages::TALLIES_NOT_OF_PILES,
    );
    faults.expect(setup.sweeps == record.sweeps, "sweeps", &messages::SWEEPS_NOT_OF_LAST_DEAL);
    if let Some(dealer) = seated_dealer(setup) {
        check_who_swept(setup, dealer, faults);
        check_captures(setup, dealer, faults);
        let last = setup.sweeps.iter().any(|sweeps| sweeps.last);
        faults.expect(!last || setup.last_capture.is_some(), "sweeps", &messages::LAST_SWEEP_WITHOUT_CAPTURE);
    }
}

/// Checks that only the bidder's team has swept with the opening, and only the dealer's with the last play.
fn check_who_swept(setup: &Setup, dealer: Seat, faults: &mut Faults) {
    let (dealers, bidders) = (Team::of(dealer).index(), Team::of(dealer).other().index());
    let fits = !setup.sweeps[dealers].opening && !setup.sweeps[bidders].last;
    faults.expect(fits, "sweeps", &messages::SWEEP_OF_WRONG_TEAM);
}

/// Checks the last capture and the last captor; `previous` is the seat that played last.
fn check_captures(setup: &Setup, previous: Seat, faults: &mut Faults) {
    let captor = setup.last_captor.filter(|captor| captor.number() < setup.options.seats());
    let piles_empty = setup.piles == [CardSet::EMPTY; 2];
    faults.expect(captor.is_none() == piles_empty, "last_captor", &messages::CAPTOR_NOT_OF_PILES);
    if let Some(captor) = captor {
        let pile = setup.piles[Team::of(captor).index()];
        faults.expect(pile.len() >= 2, "last_captor", &messages::CAPTOR_WITHOUT_PILE);
    }
    if let Some(last) = setup.last_capture {
        let shown = last.cards.union(CardSet::of(last.card));
        let fits = captor == Some(previous)
            && !last.card.is_joker()
            && !last.cards.is_empty()
            && !last.cards.contains(last.card)
            && shown.is_subset(setup.piles[Team::of(previous).index()])
            && splits(last.cards, last.card.number(), &mut Work::default());
        faults.expect(fits, "last_capture", &messages::LAST_CAPTURE_IMPOSSIBLE);
    }
}

/// Checks a table before the opening: four cards in the bidder's hand, four on the floor, and the rest in the stock (S9).
fn check_before_opening(setup: &Setup, bid: Option<HouseValue>, faults: &mut Faults) {
    check_deck(setup, faults);
    expect_stock(setup, 44, faults);
    faults.expect(setup.floor.len() == 4, "floor", &messages::FLOOR_SIZE);
    faults.expect(setup.houses == [House::NONE; 5], "houses", &messages::HOUSE_TOO_EARLY);
    faults.expect(is_untouched(setup), "piles", &messages::CAPTURE_TOO_EARLY);
    let again = setup.options.floor_check && has_card_to_deal_again(setup.floor);
    faults.expect(!again, "floor", &messages::FLOOR_TO_DEAL_AGAIN);
    let Some(bidder) = bidder(setup) else { return };
    let hand = setup.hands[bidder.index()];
    let alone = setup.hands.iter().filter(|hand| !hand.is_empty()).count() == 1;
    faults.expect(alone && hand.len() == 4, "hands", &messages::BIDDER_HAND);
    match bid {
        None => faults.expect(can_bid(hand), "hands", &messages::HAND_CANNOT_BID),
        Some(bid) => {
            let has_card = !hand.intersection(bid.keys()).is_empty();
            let reason = || Message::new(&messages::BID_IMPOSSIBLE).with("bid", bid.get());
            faults.expect_of(has_card, "stage", reason);
        }
    }
}

fn expect_stock(setup: &Setup, count: u8, faults: &mut Faults) {
    faults.expect_of(setup.stock.len() == usize::from(count), "stock", || {
        Message::new(&messages::STOCK_SIZE).with("count", count)
    });
}

/// Number of cards that the seat `place` seats after the bidder holds after that many plays, with `stock` cards in the stock
/// (S17, S19, S62).
const fn hand_size(plays: u8, place: u8, seats: u8, stock: u8) -> u8 {
    (PLAYS - stock) / seats - (plays + seats - 1 - place) / seats
}

/// Checks a table after the opening.
fn check_turn(setup: &Setup, faults: &mut Faults) {
    check_deck(setup, faults);
    let seats = setup.options.seats();
    let in_hands = setup.hands.iter().map(|hand| hand.len()).sum::<u8>();
    // Two players have a stock as long as they have cards of the first half (S62).
    let first_half = setup.options.two_players && !setup.stock.is_empty();
    let stock = if first_half { PLAYS_BEFORE_STOCK } else { 0 };
    expect_stock(setup, stock, faults);
    check_floor(setup, faults);
    check_houses(setup, faults);
    let Some(bidder) = bidder(setup) else { return };
    let plays = PLAYS.saturating_sub(in_hands.saturating_add(stock));
    let end = if first_half { PLAYS_BEFORE_STOCK } else { PLAYS };
    let begin = if setup.options.two_players && !first_half { PLAYS_BEFORE_STOCK } else { 1 };
    faults.expect((begin..end).contains(&plays), "hands", &messages::CARDS_IN_HANDS);
    if setup.options.two_players && plays == PLAYS_BEFORE_STOCK {
        faults.expect(no_houses(setup), "houses", &messages::HOUSE_TOO_EARLY);
    }
    let unseated = setup.hands[usize::from(seats)..].iter().all(|hand| hand.is_empty());
    faults.expect(unseated, "hands", &messages::CARDS_WITHOUT_A_SEAT);
    let mut seat = bidder;
    for place in 0..seats {
        let fits = plays >= end || setup.hands[seat.index()].len() == hand_size(plays, place, seats, stock);
        faults.expect(fits, Element("hands", seat.index()), &messages::HAND_SIZE);
        seat = seat.next(seats);
    }
    let dealer = bidder.previous(seats);
    check_who_swept(setup, dealer, faults);
    check_captures(setup, seat_after(bidder, plays, seats).previous(seats), faults);
    check_sweeps(&setup.sweeps, setup.piles.map(CardSet::len), "sweeps", faults);
    check_sweep_values(setup, faults);
    let swept = setup.sweeps.iter().map(|sweeps| sweeps.count()).sum::<u16>();
    let no_last = setup.sweeps.iter().all(|sweeps| !sweeps.last);
    let empty = setup.floor.is_empty() && no_houses(setup);
    // Two sweeps never follow each other: after one, the next player can only throw.
    let most = (u16::from(plays) + u16::from(empty)) / 2;
    faults.expect(no_last && swept <= most, "sweeps", &messages::SWEEPS_ABOVE_PLAYS);
    let by_capture = setup.last_capture.is_some() && swept > 0;
    faults.expect(!empty || by_capture, "floor", &messages::FLOOR_EMPTY);
}

/// Checks the loose cards: how many there can be (S21), and that none has the value of a house (S29).
fn check_floor(setup: &Setup, faults: &mut Faults) {
    let values = Rank::ALL.into_iter().filter(|&rank| !setup.floor.intersection(CardSet::rank(rank)).is_empty());
    let different = u8::try_from(values.count()).unwrap_or(u8::MAX);
    let fits = setup.floor.len() <= different.saturating_add(ALIKE);
    faults.expect(fits, "floor", &messages::TOO_MANY_LOOSE);
    for (value, _) in HouseValue::ALL.into_iter().zip(setup.houses).filter(|(_, house)| house.stands()) {
        let none = setup.floor.intersection(value.keys()).is_empty();
        faults.expect_of(none, "floor", || of_house(&messages::LOOSE_CARD_OF_HOUSE, value));
    }
}

/// Checks the houses: S23, S27, S42, S48 and S49.
fn check_houses(setup: &Setup, faults: &mut Faults) {
    let seats = setup.options.seats();
    for (i, (value, house)) in HouseValue::ALL.into_iter().zip(setup.houses).enumerate() {
        let field = Element("houses", i);
        let known = house.owners.bits() < 1 << seats;
        faults.expect_of(known, field, || Message::new(&messages::OWNER_NOT_A_SEAT).with("seats", seats));
        if !house.stands() {
            faults.expect(house.owners.is_empty(), field, &messages::OWNER_WITHOUT_HOUSE);
            continue;
        }
        let whole = house.cards.len() >= 2 && splits(house.cards, value.get(), &mut Work::default());
        faults.expect_of(whole, field, || of_house(&messages::HOUSE_IMPOSSIBLE, value));
        faults.expect(!house.owners.is_empty(), field, &messages::HOUSE_WITHOUT_OWNER);
        let keyless = house.owners.iter().any(|seat| setup.hands[seat.index()].intersection(value.keys()).is_empty());
        faults.expect_of(!keyless, field, || of_house(&messages::OWNER_WITHOUT_KEY, value));
        if !house.is_cemented(value) {
            faults.expect(house.owners.len() <= 1, field, &messages::OWNERS_OF_ORDINARY_HOUSE);
        }
    }
}
