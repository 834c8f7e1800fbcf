use super::{Combination, Move, Options, Position, SetPickup, Stage, Take};
use crate::cards::{Card, Cards};
use crate::games::{Listing, Seat};
use std::ops::ControlFlow;

/// Maximum number of legal moves in any position. It is reached with `slap_down` and `ENDS` by seven cards of one rank, one
/// suit of it single: 4 singles and 306 sets that differ in their first card, last card or middle, each with three ways to take
/// a card, and the call.
///
/// With `ANY` such a hand has 53 combinations and at most five ways to take a card. Four cards in sequence and three wild
/// jokers have the most runs: 119 combinations together with the sets and singles.
pub const MAX_LEGAL_MOVES: usize = 310 * 3 + 1;

/// Gives every legal move once. In a turn the call comes first, then the discards in the order of [`each_combination`], each
/// with the cards of the previous discard in the order laid and then the stock. `slap` comes before `keep`.
pub(super) fn legal_moves(
    position: &Position,
    card: Option<Card>,
    give: &mut dyn FnMut(Move) -> ControlFlow<()>,
) -> Listing {
    let flow = match position.0.stage {
        Stage::Over => ControlFlow::Continue(()),
        Stage::DealDue if card.is_some() => ControlFlow::Continue(()),
        Stage::DealDue => give(Move::Deal),
        Stage::Slap { card: drawn, .. } => match card {
            None => match give(Move::Slap) {
                ControlFlow::Continue(()) => give(Move::Keep),
                cut => cut,
            },
            Some(card) if card == drawn => give(Move::Slap),
            Some(_) => ControlFlow::Continue(()),
        },
        Stage::Turn { seat } => turn_moves(position, seat, card, give),
    };
    match flow {
        ControlFlow::Continue(()) => Listing::Complete,
        ControlFlow::Break(()) => Listing::Cut,
    }
}

fn turn_moves(
    position: &Position,
    seat: Seat,
    card: Option<Card>,
    give: &mut dyn FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if card.is_none() && position.may_call(seat) {
        give(Move::Call)?;
    }
    let open = position.previous().open_cards(&position.0.options);
    each_combination(position.hand(seat), &position.0.options, &mut |cards| {
        if card.is_some_and(|card| !cards.cards().contains(&card)) {
            return ControlFlow::Continue(());
        }
        for &card in open.as_slice() {
            give(Move::Discard { cards, take: Take::Card(card) })?;
        }
        give(Move::Discard { cards, take: Take::Stock })
    })
}

/// Gives every combination of a hand once, in canonical order: singles in card order, sets by rank, sets of jokers, runs by
/// their first card.
fn each_combination<F>(hand: Cards, options: &Options, give: &mut F) -> ControlFlow<()>
where
    F: FnMut(Combination) -> ControlFlow<()>,
{
    for card in hand.naturals() {
        give(Combination::single(card))?;
    }
    if hand.jokers() > 0 {
        give(Combination::single(Card::JOKER))?;
    }
    natural_sets(hand, options, give)?;
    joker_sets(hand, give)?;
    if hand.jokers() > 0 && options.jokers_wild_in_runs { wild_runs(hand, give) } else { natural_runs(hand, give) }
}

/// The sets of natural cards, rank by rank.
fn natural_sets<F>(hand: Cards, options: &Options, give: &mut F) -> ControlFlow<()>
where
    F: FnMut(Combination) -> ControlFlow<()>,
{
    let (mut once, twice) = (hand.naturals().bits(), hand.pairs().bits());
    while once != 0 {
        // The four suits of the lowest rank left.
        let shift = once.trailing_zeros() & !3;
        let (own, second) = (once >> shift & 0b1111, twice >> shift & 0b1111);
        once &= !(0b1111 << shift);
        if own & (own - 1) == 0 && second == 0 {
            continue;
        }
        let mut suits = next_part(0, own);
        while suits != 0 {
            let mut doubled = 0;
            loop {
                if suits & (suits - 1) != 0 || doubled != 0 {
                    orders_of_set(&set_of(shift, suits, doubled), options, give)?;
                }
                doubled = next_part(doubled, suits & second);
                if doubled == 0 {
                    break;
                }
            }
            suits = next_part(suits, own);
        }
    }
    ControlFlow::Continue(())
}

/// The next subset of a mask, in ascending order; 0 follows the whole mask.
const fn next_part(part: u64, whole: u64) -> u64 {
    part.wrapping_sub(whole) & whole
}

/// The set of the given suits in card order, with a second copy of the suits in `doubled`. `shift` is the bit of the rank.
fn set_of(shift: u32, suits: u64, doubled: u64) -> Combination {
    let mut set = Combination::EMPTY;
    for suit in 0..4 {
        for mask in [suits, doubled] {
            if mask >> suit & 1 == 1 {
                set.push(card_at(shift + suit));
            }
        }
    }
    set
}

/// The natural card with that index.
fn card_at(index: u32) -> Card {
    u8::try_from(index).ok().and_then(Card::from_index).expect("the index is a bit of a set of cards")
}

/// Gives the different ways to lay a set (J24). `sorted` is the set in card order.
fn orders_of_set<F>(sorted: &Combination, options: &Options, give: &mut F) -> ControlFlow<()>
where
    F: FnMut(Combination) -> ControlFlow<()>,
{
    if options.set_pickup == SetPickup::Any {
        return give(*sorted);
    }
    let cards = sorted.cards();
    for (i, &first) in cards.iter().enumerate() {
        if i > 0 && cards[i - 1] == first {
            continue;
        }
        let mut previous = None;
        for (j, &last) in cards.iter().enumerate() {
            // Identical cards make the same move (G10): only the earliest copy that is left counts.
            let reversed = !options.slap_down && last < first;
            if i == j || previous == Some(last) || reversed {
                continue;
            }
            previous = Some(last);
            let mut laid = Combination::single(first);
            for (k, &card) in cards.iter().enumerate() {
                if k != i && k != j {
                    laid.push(card);
                }
            }
            laid.push(last);
            give(laid)?;
        }
    }
    ControlFlow::Continue(())
}

/// The sets of jokers (J16).
fn joker_sets<F>(hand: Cards, give: &mut F) -> ControlFlow<()>
where
    F: FnMut(Combination) -> ControlFlow<()>,
{
    let mut set = Combination::single(Card::JOKER);
    for _ in 1..hand.jokers() {
        set.push(Card::JOKER);
        give(set)?;
    }
    ControlFlow::Continue(())
}

/// The runs of natural cards, shorter ones first from each first card.
fn natural_runs<F>(hand: Cards, give: &mut F) -> ControlFlow<()>
where
    F: FnMut(Combination) -> ControlFlow<()>,
{
    let cards = hand.naturals().bits();
    // Four bits further is the next rank of the same suit.
    let mut starts = cards & cards >> 4 & cards >> 8;
    while starts != 0 {
        let start = starts.trailing_zeros();
        starts &= starts - 1;
        let mut run = Combination::single(card_at(start));
        run.push(card_at(start + 4));
        let mut next = start + 8;
        while cards >> next & 1 == 1 {
            run.push(card_at(next));
            give(run)?;
            next += 4;
        }
    }
    ControlFlow::Continue(())
}

/// The runs in which jokers may stand for cards (J19). For each first card and length, shorter ones first, it tries each
/// selection of natural cards that leaves at most as many places as there are jokers.
fn wild_runs<F>(hand: Cards, give: &mut F) -> ControlFlow<()>
where
    F: FnMut(Combination) -> ControlFlow<()>,
{
    let cards = hand.naturals().bits();
    let most = u32::try_from(hand.len()).expect("a hand has at most seven cards");
    // The last start is the jack: a run from the queen would need a rank above the king.
    for start in 0..44 {
        let in_suit = cards >> start & 0x0111_1111;
        if in_suit == 0 {
            continue;
        }
        for len in 3..=most.min(13 - start / 4) {
            let available = in_suit & ((1 << (4 * len)) - 1);
            let mut naturals = available;
            while naturals != 0 {
                if len - naturals.count_ones() <= u32::from(hand.jokers()) {
                    give(run_of(start, len, naturals))?;
                }
                naturals = (naturals - 1) & available;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The run of `len` cards from the card `start`, with jokers where `naturals` has no bit.
fn run_of(start: u32, len: u32, naturals: u64) -> Combination {
    let mut run = Combination::EMPTY;
    for place in 0..len {
        let natural = naturals >> (4 * place) & 1 == 1;
        run.push(if natural { card_at(start + 4 * place) } else { Card::JOKER });
    }
    run
}
