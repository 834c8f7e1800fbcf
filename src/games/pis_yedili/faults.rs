use super::score::MOST_IN_A_DEAL;
use super::{Ace, DealResult, Ending, Opening, Setup, Stage, Ten, hand_points};
use crate::cards::{Card, CardSet, Cards, Rank, Suit};
use crate::games::{Fault, Options as _, Seat};

/// The faults found so far.
struct Faults(Vec<Fault>);

impl Faults {
    /// Notes a fault of a field unless the condition holds.
    fn expect(&mut self, holds: bool, field: &str, reason: &str) {
        if !holds {
            self.0.push(Fault::new(field, reason));
        }
    }

    /// The same for one seat's entry of a field.
    #[inline]
    fn expect_at(&mut self, holds: bool, field: &str, seat: Seat, reason: &str) {
        if !holds {
            self.0.push(Fault::new(format!("{field}[{seat}]"), reason));
        }
    }
}

/// Everything that is wrong with a setup. Seats, options and dealer are judged first: without them no table can be.
pub(super) fn faults(setup: &Setup) -> Vec<Fault> {
    let mut faults = Faults(Vec::new());
    let seats = setup.seats;
    let seated = (2..=Seat::MAX).contains(&seats);
    faults.expect(seated, "seats", "2 to 8 seats (P1)");
    let options = if seated {
        setup.options.check(seats)
    } else {
        let ranges = setup.options.check_ranges();
        if ranges.is_empty() { Ok(()) } else { Err(ranges) }
    };
    faults.0.extend(options.err().unwrap_or_default());
    let dealer = setup.dealer.is_none_or(|dealer| !seated || dealer.number() < seats);
    faults.expect(dealer, "dealer", "the table has no such seat");
    if faults.0.is_empty() {
        judge_stage(setup, &mut faults);
        judge_piles(setup, &mut faults);
        judge_match(setup, &mut faults);
    }
    faults.0
}

fn judge_stage(setup: &Setup, faults: &mut Faults) {
    let options = &setup.options;
    let begun = setup.deal_number > 0;
    faults.expect(!begun || setup.dealer.is_some(), "dealer", "a deal has a dealer (P5)");
    let turned = setup.seats > 2 && options.ten == Ten::Reverse && !matches!(setup.stage, Stage::Opening { .. });
    faults.expect(!setup.reversed || (turned && begun), "reversed", "nothing can have turned the direction round");
    let shuffles = match setup.shuffles {
        0 => !begun,
        1 => begun,
        _ => begun && setup.reshuffles(),
    };
    faults.expect(shuffles, "shuffles", "a deal is shuffled once, and again by a reshuffle alone (P40)");
    match setup.stage {
        Stage::DealDue => {}
        Stage::Over => faults.expect(begun, "stage", "a match is over after a deal"),
        Stage::Opening { seat, opened, drawn } => {
            faults.expect(begun, "stage", "the deal has no number");
            let most = if options.opening == Opening::All { setup.seats } else { 1 };
            faults.expect(opened < most, "stage.opened", "no more players open (P6, P11)");
            let opener = setup.dealer.is_none_or(|dealer| seat == setup.opener(dealer, opened));
            faults.expect(opener, "stage.seat", "the players open in turn (P6, P11)");
            if opened < most {
                judge_opening(setup, opened, drawn, faults);
            }
        }
        Stage::Turn { seat, drawn } => {
            judge_turn(setup, seat, Some(drawn), faults);
        }
        Stage::Penalty { seat, sevens } => {
            judge_turn(setup, seat, None, faults);
            let is_seven = setup.top.and_then(Card::rank) == Some(Rank::Seven);
            let under = CardSet::rank(Rank::Seven).iter().map(|seven| setup.under.count(seven)).sum::<u8>();
            let laid = is_seven && sevens >= 1 && sevens <= under + 1;
            faults.expect(laid, "stage.sevens", "the pending sevens lie on the discards (P22)");
        }
        Stage::Extra { seat, drawn, undeclared } => {
            judge_turn(setup, seat, Some(drawn), faults);
            let is_ace = setup.top.and_then(Card::rank) == Some(Rank::Ace);
            faults.expect(is_ace && options.ace == Ace::Extra, "stage", "an extra card follows an ace (P32)");
            let one = setup.hands.get(seat.index()).is_some_and(|hand| hand.len() == 1);
            let may_be = options.declare_last && one && !setup.stock.is_empty();
            faults.expect(!undeclared || may_be, "stage.undeclared", "there is nothing to be declared (P49)");
        }
    }
}

fn judge_opening(setup: &Setup, opened: u8, drawn: u8, faults: &mut Faults) {
    let dealt = usize::from(setup.options.hand_size);
    if let Some(dealer) = setup.dealer {
        for place in 0..setup.seats {
            let seat = setup.opener(dealer, place);
            let cards = setup.hands[seat.index()].len();
            let right = match place.cmp(&opened) {
                std::cmp::Ordering::Less => cards + 1 >= dealt,
                std::cmp::Ordering::Equal => cards == dealt + usize::from(drawn),
                std::cmp::Ordering::Greater => cards == dealt,
            };
            faults.expect_at(right, "hands", seat, "not what was dealt and drawn (P3, P7)");
        }
    }
    let club = setup.top.map(Card::suit) == Some(Some(Suit::Clubs));
    faults.expect(if opened == 0 { setup.top.is_none() } else { club }, "top", "an opening card is a club (P6)");
    let named = setup.named.is_none_or(|suit| suit == Suit::Clubs);
    faults.expect(named, "named", "an opening jack asks for clubs (P9)");
}

/// What holds in every turn after the opening.
fn judge_turn(setup: &Setup, seat: Seat, drawn: Option<u8>, faults: &mut Faults) {
    faults.expect(setup.deal_number > 0, "stage", "the deal has no number");
    faults.expect(seat.number() < setup.seats, "stage.seat", "the table has no such seat");
    faults.expect(setup.top.is_some(), "top", "there is a card to be matched");
    for seat in Seat::all(setup.seats) {
        faults.expect_at(!setup.hands[seat.index()].is_empty(), "hands", seat, "an empty hand ends the deal (P38)");
    }
    if let (Some(drawn), Some(hand)) = (drawn, setup.hands.get(seat.index())) {
        let limit = setup.options.draw_limit;
        // Of the cards drawn in a turn with aces some may have been laid already.
        let held = if matches!(setup.stage, Stage::Turn { .. }) { hand.len() } else { 104 };
        let fits = usize::from(drawn) <= held && (limit == 0 || drawn <= limit);
        faults.expect(fits, "stage.drawn", "more than can have been drawn (P19)");
    }
}

fn judge_piles(setup: &Setup, faults: &mut Faults) {
    for seat in Seat::all(Seat::MAX).skip(usize::from(setup.seats)) {
        faults.expect_at(setup.hands[seat.index()].is_empty(), "hands", seat, "the table has no such seat");
    }
    let mut all = setup.stock.to_cards().and_then(|stock| stock.sum(setup.under));
    let top = setup.top.map_or(Cards::EMPTY, Cards::from);
    for &pile in setup.hands.iter().chain([&top]) {
        all = all.and_then(|all| all.sum(pile));
    }
    let decks = match setup.deal_number {
        0 => Cards::EMPTY,
        _ => Cards::decks(setup.options.decks_in_play(setup.seats), 0),
    };
    faults.expect(all == Some(decks), "cards", "not every card of the decks is in exactly one place (P2)");
    faults.expect(setup.top.is_some() || setup.under.is_empty(), "under", "the topmost discard is the top card");
    let last = finished(setup).is_some_and(|deal| deal.ending != Ending::StockOut);
    let names = !last && setup.top.and_then(Card::rank) == Some(Rank::Jack);
    faults.expect(setup.named.is_some() == names, "named", "a suit is named on a jack alone (P15, P38)");
}

/// The result of the deal whose end the table shows.
fn finished(setup: &Setup) -> Option<DealResult> {
    setup.last_deal.filter(|_| matches!(setup.stage, Stage::DealDue | Stage::Over))
}

fn judge_match(setup: &Setup, faults: &mut Faults) {
    let finished_deals = setup.finished_deals();
    faults.expect(setup.last_deal.is_some() == (finished_deals > 0), "last_deal", "kept of a finished deal");
    if let Some(deal) = setup.last_deal {
        judge_result(setup, &deal, faults);
    }
    if let Some(deal) = finished(setup) {
        judge_end(setup, &deal, faults);
    }
    judge_totals(setup, finished_deals, faults);
    let (over, beyond) = match setup.options.target {
        0 => {
            let deals = u32::from(setup.options.deals);
            (finished_deals >= deals, setup.deal_number > deals)
        }
        target => (setup.totals.iter().any(|&total| total >= u32::from(target)), false),
    };
    faults.expect(!beyond, "deal_number", "more deals than the match has (P47)");
    faults.expect(over == (setup.stage == Stage::Over), "stage", "the match is over after its last deal alone (P47)");
}

/// Whether a result can be that of a deal, whatever the table shows now.
fn judge_result(setup: &Setup, deal: &DealResult, faults: &mut Faults) {
    let most = 508 * u32::from(setup.options.decks_in_play(setup.seats));
    let sum: u32 = deal.hands.iter().map(|&points| u32::from(points)).sum();
    faults.expect(sum <= most, "last_deal.hands", "more points than the decks hold (P45)");
    let winner = match deal.ending {
        Ending::StockOut => None,
        Ending::WentOut { winner, last_card } => {
            faults.expect(winner.number() < setup.seats, "last_deal.winner", "the table has no such seat");
            faults.expect(!last_card.is_joker(), "last_deal.last_card", "there are no jokers (P2)");
            Some(winner)
        }
    };
    for seat in Seat::all(Seat::MAX) {
        let empty = seat.number() >= setup.seats || winner == Some(seat);
        let right = (deal.hands[seat.index()] == 0) == empty;
        faults.expect_at(right, "last_deal.hands", seat, "points for cards, and for nothing else (P45)");
    }
}

/// Whether a result is that of the table.
fn judge_end(setup: &Setup, deal: &DealResult, faults: &mut Faults) {
    for seat in Seat::all(setup.seats) {
        let points = hand_points(setup.hands[seat.index()]);
        let right = points == deal.hands[seat.index()];
        faults.expect_at(right, "last_deal.hands", seat, "not what the hand counts (P45)");
    }
    match deal.ending {
        Ending::WentOut { last_card, .. } => {
            faults.expect(setup.top == Some(last_card), "last_deal.last_card", "not the top card");
        }
        Ending::StockOut => {
            faults.expect(setup.drawable() == 0, "stock", "there is a card to draw (P40)");
        }
    }
}

fn judge_totals(setup: &Setup, finished_deals: u32, faults: &mut Faults) {
    let scores = setup.last_deal.map_or([0; Seat::MAX as usize], |deal| deal.scores(setup.seats));
    let most_before = u64::from(finished_deals.saturating_sub(1)) * u64::from(MOST_IN_A_DEAL);
    for seat in Seat::all(Seat::MAX) {
        let (total, score) = (setup.totals[seat.index()], scores[seat.index()]);
        let possible = total.checked_sub(score).is_some_and(|before| {
            let below_target = setup.options.target == 0 || before < u32::from(setup.options.target);
            let seated = seat.number() < setup.seats || before == 0;
            u64::from(before) <= most_before && below_target && seated
        });
        faults.expect_at(possible, "totals", seat, "not what the finished deals can have added up to (P47)");
    }
}
