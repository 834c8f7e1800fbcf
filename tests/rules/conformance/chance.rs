//! Shuffles: given orders, orders from the seed, and the same match played again.

use super::game::Game;
use super::walk::{Extent, Step, walk};
use crate::support::{Dice, seed, shuffle_of, shuffles};
use taash::cards::{Card, CardList, Cards, ClientSeed};
use taash::games::{Phase, Rule, Shuffles};

/// The same seed, options and moves give the same positions and events.
pub(crate) fn the_same_seed_gives_the_same_match<P: Game>(extent: Extent) {
    walk::<P>(
        "again",
        extent,
        |_, _| {},
        |record| {
            let mut position = record.start.clone();
            let mut events = Vec::new();
            for mv in &record.moves {
                position.play(None, mv, &mut shuffles(&record.seed), &mut events).unwrap();
            }
            assert_eq!(position, record.end);
            assert_eq!(events, record.events);
        },
    );
}

/// An order is used where cards are shuffled and only there; it must be a permutation of these cards (G6); the order
/// that the seed would give leads to the same position.
pub(crate) fn given_orders_are_used_where_cards_are_shuffled<P: Game>(extent: Extent) {
    let mut orders = 0_u32;
    walk::<P>(
        "orders",
        extent,
        |step, dice| match step.before.cards_to_shuffle(step.mv) {
            Some(cards) => {
                orders += 1;
                assert_same_order_same_deal(step, cards);
                assert_other_order(step, cards, dice);
                assert_no_permutation(step, cards, dice);
            }
            None if dice.once_in(8) => assert_order_not_needed(step),
            None => {}
        },
        |_| {},
    );
    assert!(orders > 0, "nothing was ever shuffled");
}

fn play_with<P: Game>(step: &Step<'_, P>, orders: &[CardList]) -> (P, Vec<P::Event>, usize) {
    let mut position = step.before.clone();
    let mut events = Vec::new();
    let mut shuffles = Shuffles::new(step.seed, &ClientSeed::NONE, orders);
    position.play(None, step.mv, &mut shuffles, &mut events).unwrap();
    assert!(shuffles.drawn());
    (position, events, shuffles.orders_used())
}

/// Shuffle k of deal d, as the position itself should count.
fn assert_same_order_same_deal<P: Game>(step: &Step<'_, P>, cards: Cards) {
    let order = shuffle_of(step.seed, cards, step.after.deal_number(), step.shuffles_before);
    let (position, events, used) = play_with(step, &[order]);
    assert_eq!(used, 1);
    assert_eq!(&position, step.after, "the order of the seed, given, leads elsewhere");
    assert_eq!(events, step.events);
}

/// Any other permutation is taken too.
fn assert_other_order<P: Game>(step: &Step<'_, P>, cards: Cards, dice: &mut Dice) {
    let order = shuffle_of(&seed("another"), cards, u32::try_from(dice.below(1000)).unwrap(), 0);
    let (position, _, used) = play_with(step, &[order]);
    assert_eq!(used, 1);
    super::sound::assert_sound(&position);
    assert_second_order(step, order);
}

/// A second order is for a second shuffle, where the move makes one (Seep S11), and is judged then.
fn assert_second_order<P: Game>(step: &Step<'_, P>, order: CardList) {
    let mut position = step.before.clone();
    let orders = [order, CardList::EMPTY];
    let mut shuffles = Shuffles::new(step.seed, &ClientSeed::NONE, &orders);
    match position.play(None, step.mv, &mut shuffles, &mut ()) {
        Ok(_) => assert_eq!(shuffles.orders_used(), 1),
        Err(refusal) => {
            assert_eq!(refusal.rule, Rule::G(6));
            assert_eq!(&position, step.before);
        }
    }
}

fn assert_no_permutation<P: Game>(step: &Step<'_, P>, cards: Cards, dice: &mut Dice) {
    let order = shuffle_of(&seed("wrong"), cards, 0, 0);
    let mut wrong: Vec<CardList> = vec![CardList::EMPTY];
    let (mut short, mut long, mut swapped) = (order, order, order);
    short.pop();
    wrong.push(short);
    long.push(Card::JOKER);
    wrong.push(long);
    swapped.as_mut_slice()[dice.below(order.len())] = dice.any_card();
    wrong.push(swapped);
    for order in wrong.into_iter().filter(|order| order.to_cards() != Some(cards)) {
        let mut position = step.before.clone();
        let orders = [order];
        let mut shuffles = Shuffles::new(step.seed, &ClientSeed::NONE, &orders);
        let refusal = position.play(None, step.mv, &mut shuffles, &mut ()).unwrap_err();
        assert_eq!(refusal.rule, Rule::G(6));
        assert_eq!(&position, step.before);
        assert_eq!(shuffles.orders_used(), 0);
    }
}

/// Where nothing is shuffled, an order is left unused, whatever it holds.
fn assert_order_not_needed<P: Game>(step: &Step<'_, P>) {
    let orders = [CardList::EMPTY];
    let mut position = step.before.clone();
    let mut shuffles = Shuffles::new(step.seed, &ClientSeed::NONE, &orders);
    position.play(None, step.mv, &mut shuffles, &mut ()).unwrap();
    assert_eq!(&position, step.after);
    assert_eq!(shuffles.orders_used(), 0);
    assert!(!shuffles.drawn(), "{} draws at random, but shuffles nothing", step.mv);
}

/// Matches come to an end, those that may last for ever excepted.
pub(crate) fn matches_end<P: Game>(extent: Extent) {
    let (mut all, mut over) = (0_u32, 0_u32);
    walk::<P>(
        "ends",
        extent,
        |_, _| {},
        |record| {
            all += 1;
            over += u32::from(record.end.phase() == Phase::Over);
            if record.end.phase() == Phase::Over {
                super::sound::assert_sound(&record.end);
            }
        },
    );
    assert!(!extent.is_wide() || over * 2 > all, "only {over} of {all} matches came to an end");
}
