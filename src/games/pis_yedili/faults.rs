use super::score::MAX_DEAL_SCORE;
use super::{Ace, DealResult, Ending, Opening, Setup, Stage, StockOut, Ten, Undeclared, hand_points, messages as m};
use crate::cards::{Card, CardSet, Cards, Rank, Suit};
use crate::games::{Fault, MessageSpec, Options as _, Seat};
use std::cmp::Ordering;

/// The faults found so far.
struct Faults(Vec<Fault>);

impl Faults {
    /// Adds a fault of a field if the setup is wrong there.
    fn add_if(&mut self, wrong: bool, field: &str, message: &'static MessageSpec) {
        if wrong {
            self.0.push(Fault::new(field, message));
        }
    }

    /// Adds a fault of one seat's entry of a field if the setup is wrong there.
    #[inline]
    fn add_at_if(&mut self, wrong: bool, field: &str, seat: Seat, message: &'static MessageSpec) {
        if wrong {
            self.0.push(Fault::new(format!("{field}[{seat}]"), message));
        }
    }
}

/// Returns everything that is wrong with a setup. If the seats, the options or the dealer are wrong, returns only the
/// faults of those: the other checks rely on them.
pub(super) fn faults(setup: &Setup) -> Vec<Fault> {
    let mut faults = Faults(Vec::new());
    let seats = setup.seats;
    let table = (2..=Seat::MAX).contains(&seats);
    faults.0.extend(setup.options.check(seats).err().unwrap_or_default());
    let no_such_dealer = table && setup.dealer.is_some_and(|dealer| dealer.number() >= seats);
    faults.add_if(no_such_dealer, "dealer", &m::FAULT_NO_SUCH_SEAT);
    if faults.0.is_empty() {
        check_deal(setup, &mut faults);
        check_stage(setup, &mut faults);
        check_piles(setup, &mut faults);
        check_match(setup, &mut faults);
    }
    faults.0
}

fn check_deal(setup: &Setup, faults: &mut Faults) {
    let dealt = setup.deal_number > 0;
    faults.add_if(dealt && setup.dealer.is_none(), "dealer", &m::FAULT_DEALER_MISSING);
    let tens_reverse = setup.seats > 2 && setup.options.ten == Ten::Reverse;
    let can_be_reversed = dealt && tens_reverse && !matches!(setup.stage, Stage::Opening { .. });
    faults.add_if(setup.reversed && !can_be_reversed, "reversed", &m::FAULT_REVERSED);
    let shuffles = match setup.shuffles {
        0 => !dealt,
        1 => dealt,
        _ => dealt && setup.options.stock_out == StockOut::Reshuffle,
    };
    check_barred(setup, faults);
    faults.add_if(!shuffles, "shuffles", &m::FAULT_SHUFFLES);
}

/// Checks that each barred seat can have left one card undeclared (P52). Others may have made it draw since, for an ace (P54), and
/// it may draw itself in its turn.
fn check_barred(setup: &Setup, faults: &mut Faults) {
    if setup.barred == 0 {
        return;
    }
    let options = &setup.options;
    let turn = match setup.stage {
        Stage::Turn { seat, .. } | Stage::Penalty { seat, .. } | Stage::Extra { seat, .. } => Some(seat),
        Stage::Opening { .. } | Stage::DealDue | Stage::Over => None,
    };
    let in_play = options.declare_last && options.undeclared == Undeclared::NoFinish && turn.is_some();
    let one_left =
        |seat: Seat| setup.hands[seat.index()].len() == 1 || options.ace == Ace::AllDraw || Some(seat) == turn;
    let can_be = |seat: Seat| in_play && seat.number() < setup.seats && one_left(seat);
    let barred = |seat: &Seat| setup.barred >> seat.number() & 1 == 1;
    let wrong = !Seat::all(Seat::MAX).filter(barred).all(can_be);
    faults.add_if(wrong, "barred", &m::FAULT_BARRED);
}

fn check_stage(setup: &Setup, faults: &mut Faults) {
    let options = &setup.options;
    match setup.stage {
        Stage::DealDue => {}
        Stage::Over => faults.add_if(setup.deal_number == 0, "stage", &m::FAULT_OVER_BEFORE_FIRST_DEAL),
        Stage::Opening { seat, opened, drawn } => {
            faults.add_if(setup.deal_number == 0, "stage", &m::FAULT_NO_DEAL);
            let openers = if options.opening == Opening::All { setup.seats } else { 1 };
            faults.add_if(opened >= openers, "stage.opened", &m::FAULT_NO_OPENER_LEFT);
            let wrong_seat = setup.dealer.is_some_and(|dealer| seat != opener(setup, dealer, opened));
            faults.add_if(wrong_seat, "stage.seat", &m::FAULT_NOT_NEXT_OPENER);
            if opened < openers {
                check_opening(setup, opened, drawn, faults);
            }
        }
        Stage::Turn { seat, drawn } => {
            check_turn(setup, seat, Some(drawn), faults);
        }
        Stage::Penalty { seat, sevens } => {
            check_turn(setup, seat, None, faults);
            let is_seven = setup.top.and_then(Card::rank) == Some(Rank::Seven);
            let under = CardSet::rank(Rank::Seven).iter().map(|seven| setup.under.count(seven)).sum::<u8>();
            let played = is_seven && sevens >= 1 && sevens <= under + 1;
            faults.add_if(!played, "stage.sevens", &m::FAULT_SEVENS);
        }
        Stage::Extra { seat, drawn, undeclared } => {
            check_turn(setup, seat, Some(drawn), faults);
            let is_ace = setup.top.and_then(Card::rank) == Some(Rank::Ace);
            let after_ace = is_ace && options.ace == Ace::Extra;
            faults.add_if(!after_ace, "stage", &m::FAULT_NO_EXTRA_CARD);
            let one = setup.hands.get(seat.index()).is_some_and(|hand| hand.len() == 1);
            let can_be = options.declare_last && one && !setup.stock.is_empty();
            faults.add_if(undeclared && !can_be, "stage.undeclared", &m::FAULT_NOTHING_TO_DECLARE);
        }
    }
}

/// The seat that opens after `opened` others (P6, P11), for any `opened`.
const fn opener(setup: &Setup, dealer: Seat, opened: u8) -> Seat {
    let place = dealer.number() as u16 + 1 + opened as u16;
    #[expect(clippy::cast_possible_truncation, reason = "a remainder of a u8")]
    let number = (place % setup.seats as u16) as u8;
    Seat::new(number)
}

fn check_opening(setup: &Setup, opened: u8, drawn: u8, faults: &mut Faults) {
    if let Some(dealer) = setup.dealer {
        for place in 0..setup.seats {
            let seat = opener(setup, dealer, place);
            let cards = setup.hands[seat.index()].len();
            let dealt = if place == 0 { setup.options.opener_size() } else { setup.options.hand_size };
            let dealt = usize::from(dealt);
            let right = match place.cmp(&opened) {
                Ordering::Less => cards + 1 >= dealt,
                Ordering::Equal => cards == dealt + usize::from(drawn),
                Ordering::Greater => cards == dealt,
            };
            faults.add_at_if(!right, "hands", seat, &m::FAULT_HAND_SIZE_IN_OPENING);
        }
    }
    if opened == 0 {
        faults.add_if(setup.top.is_some(), "top", &m::FAULT_TOP_BEFORE_OPENING);
    } else {
        let opens = setup.top.is_some_and(|top| setup.options.opening_cards().contains(top));
        faults.add_if(!opens, "top", &m::FAULT_TOP_NOT_AN_OPENING_CARD);
    }
    faults.add_if(setup.named.is_some_and(|suit| suit != Suit::Clubs), "named", &m::FAULT_OPENING_JACK_NOT_CLUBS);
}

/// Checks what every turn after the opening has in common. `drawn` is `None` if the stage does not count draws.
fn check_turn(setup: &Setup, seat: Seat, drawn: Option<u8>, faults: &mut Faults) {
    faults.add_if(setup.deal_number == 0, "stage", &m::FAULT_NO_DEAL);
    faults.add_if(seat.number() >= setup.seats, "stage.seat", &m::FAULT_NO_SUCH_SEAT);
    faults.add_if(setup.top.is_none(), "top", &m::FAULT_TOP_MISSING);
    for seat in Seat::all(setup.seats) {
        let empty = setup.hands[seat.index()].is_empty();
        faults.add_at_if(empty, "hands", seat, &m::FAULT_HAND_EMPTY);
    }
    if let (Some(drawn), Some(hand)) = (drawn, setup.hands.get(seat.index())) {
        let limit = setup.options.draw_limit;
        // In a turn with aces, some of the drawn cards may have been played already.
        let max = if matches!(setup.stage, Stage::Turn { .. }) { hand.len() } else { 104 };
        let too_many = usize::from(drawn) > max || (limit != 0 && drawn > limit);
        faults.add_if(too_many, "stage.drawn", &m::FAULT_DRAWN);
    }
}

fn check_piles(setup: &Setup, faults: &mut Faults) {
    for seat in Seat::all(Seat::MAX).skip(usize::from(setup.seats)) {
        let cards = !setup.hands[seat.index()].is_empty();
        faults.add_at_if(cards, "hands", seat, &m::FAULT_NO_SUCH_SEAT);
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
    faults.add_if(all != Some(decks), "cards", &m::FAULT_CARDS);
    faults.add_if(setup.top.is_none() && !setup.under.is_empty(), "under", &m::FAULT_DISCARDS_WITHOUT_TOP);
    let went_out = finished(setup).is_some_and(|deal| deal.ending != Ending::StockOut);
    let names = !went_out && setup.top.and_then(Card::rank) == Some(Rank::Jack);
    faults.add_if(names && setup.named.is_none(), "named", &m::FAULT_NAMED_MISSING);
    faults.add_if(!names && setup.named.is_some(), "named", &m::FAULT_NAMED_WITHOUT_JACK);
}

/// The result of the deal whose end the table shows.
fn finished(setup: &Setup) -> Option<DealResult> {
    setup.last_deal.filter(|_| matches!(setup.stage, Stage::DealDue | Stage::Over))
}

fn check_match(setup: &Setup, faults: &mut Faults) {
    let finished_deals = match setup.stage {
        Stage::DealDue | Stage::Over => setup.deal_number,
        Stage::Opening { .. } | Stage::Turn { .. } | Stage::Penalty { .. } | Stage::Extra { .. } => {
            setup.deal_number.saturating_sub(1)
        }
    };
    match setup.last_deal {
        None => faults.add_if(finished_deals > 0, "last_deal", &m::FAULT_RESULT_MISSING),
        Some(deal) => {
            faults.add_if(finished_deals == 0, "last_deal", &m::FAULT_RESULT_TOO_EARLY);
            check_result(setup, &deal, faults);
        }
    }
    if let Some(deal) = finished(setup) {
        check_end(setup, &deal, faults);
    }
    check_totals(setup, finished_deals, faults);
    let (over, too_many) = match setup.options.target {
        0 => {
            let deals = u32::from(setup.options.deals);
            (finished_deals >= deals, setup.deal_number > deals)
        }
        target => (setup.totals.iter().any(|&total| total >= u32::from(target)), false),
    };
    faults.add_if(too_many, "deal_number", &m::FAULT_TOO_MANY_DEALS);
    let shown_over = setup.stage == Stage::Over;
    faults.add_if(over && !shown_over, "stage", &m::FAULT_NOT_OVER);
    faults.add_if(!over && shown_over, "stage", &m::FAULT_OVER_TOO_EARLY);
}

/// Checks a result by itself: the table may show a later deal.
fn check_result(setup: &Setup, deal: &DealResult, faults: &mut Faults) {
    let most = 508 * u32::from(setup.options.decks_in_play(setup.seats));
    let sum: u32 = deal.hands.iter().map(|&points| u32::from(points)).sum();
    faults.add_if(sum > most, "last_deal.hands", &m::FAULT_TOO_MANY_POINTS);
    let winner = match deal.ending {
        Ending::StockOut => None,
        Ending::WentOut { winner, last_card } => {
            faults.add_if(winner.number() >= setup.seats, "last_deal.winner", &m::FAULT_NO_SUCH_SEAT);
            faults.add_if(last_card.is_joker(), "last_deal.last_card", &m::FAULT_LAST_CARD_JOKER);
            Some(winner)
        }
    };
    for seat in Seat::all(Seat::MAX) {
        let empty = seat.number() >= setup.seats || winner == Some(seat);
        let points = deal.hands[seat.index()];
        faults.add_at_if(empty && points > 0, "last_deal.hands", seat, &m::FAULT_POINTS_WITHOUT_CARDS);
        faults.add_at_if(!empty && points == 0, "last_deal.hands", seat, &m::FAULT_NO_POINTS);
    }
}

/// Checks a result against the table that the deal has left.
fn check_end(setup: &Setup, deal: &DealResult, faults: &mut Faults) {
    for seat in Seat::all(setup.seats) {
        let points = hand_points(setup.hands[seat.index()]);
        let wrong = points != deal.hands[seat.index()];
        faults.add_at_if(wrong, "last_deal.hands", seat, &m::FAULT_POINTS_OF_HAND);
    }
    match deal.ending {
        Ending::WentOut { last_card, .. } => {
            faults.add_if(setup.top != Some(last_card), "last_deal.last_card", &m::FAULT_LAST_CARD_NOT_ON_TOP);
        }
        Ending::StockOut => {
            let reshuffles = setup.options.stock_out == StockOut::Reshuffle && !setup.under.is_empty();
            let can_draw = !setup.stock.is_empty() || reshuffles;
            faults.add_if(can_draw, "stock", &m::FAULT_STOCK_NOT_OUT);
        }
    }
}

fn check_totals(setup: &Setup, finished_deals: u32, faults: &mut Faults) {
    let scores = setup.last_deal.map_or([0; Seat::MAX as usize], |deal| deal.scores(setup.seats));
    let max_before = u64::from(finished_deals.saturating_sub(1)) * u64::from(MAX_DEAL_SCORE);
    for seat in Seat::all(Seat::MAX) {
        let (total, score) = (setup.totals[seat.index()], scores[seat.index()]);
        let possible = total.checked_sub(score).is_some_and(|before| {
            let below_target = setup.options.target == 0 || before < u32::from(setup.options.target);
            let at_table = seat.number() < setup.seats || before == 0;
            u64::from(before) <= max_before && below_target && at_table
        });
        faults.add_at_if(!possible, "totals", seat, &m::FAULT_TOTAL);
    }
}
