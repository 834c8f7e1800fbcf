//! The legal moves found anew, by trying everything: all sets of loose cards, all ways to split them. It shares
//! nothing with the engine's search and is written from the rules alone.

use super::support::{below, legal, moves, random};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use taash::cards::{Card, ClientSeed, Seed};
use taash::games::seep::{
    AbsorbSums, Capture, HouseValue, Move, Options, Position, Scoring, Setup, Stage, SweepValue, Throws,
};
use taash::games::{Listing, Options as _, Position as _, Shuffles};

type Loose = Vec<Card>;

fn total(cards: &[Card]) -> u32 {
    cards.iter().map(|card| u32::from(card.number())).sum()
}

fn subsets(cards: &[Card]) -> Vec<Loose> {
    let mut all = vec![vec![]];
    for &card in cards {
        let with: Vec<Loose> = all.iter().map(|set| [&set[..], &[card]].concat()).collect();
        all.extend(with);
    }
    all
}

/// Whether the cards can be dealt out into groups of that sum: the first card goes with every set of the others.
fn partitions(cards: &[Card], sum: u32) -> bool {
    let Some((&first, others)) = cards.split_first() else { return true };
    if !total(cards).is_multiple_of(sum) {
        return false;
    }
    subsets(others).into_iter().any(|with| {
        total(&with) + u32::from(first.number()) == sum && {
            let rest: Loose = others.iter().copied().filter(|card| !with.contains(card)).collect();
            partitions(&rest, sum)
        }
    })
}

fn has_group(cards: &[Card], sum: u32) -> bool {
    subsets(cards).iter().any(|set| total(set) == sum)
}

fn text(cards: &[Card]) -> String {
    let mut sorted = cards.to_vec();
    sorted.sort_unstable();
    sorted.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}

struct Brute {
    setup: Setup,
    seat: usize,
    hand: Vec<Card>,
    floor: Loose,
    found: BTreeSet<String>,
}

impl Brute {
    fn new(position: &Position) -> Self {
        let setup = position.to_setup();
        let seat = position.turn().unwrap().index();
        let hand = setup.hands[seat].iter().collect();
        Self { setup, seat, hand, floor: setup.floor.iter().collect(), found: BTreeSet::new() }
    }

    fn stands(&self, number: u32) -> bool {
        (9..=13).contains(&number) && !self.setup.houses[number as usize - 9].cards.is_empty()
    }

    fn owns(&self, seat: usize, number: u32) -> bool {
        self.setup.houses[number as usize - 9].owners.bits() >> (seat % 4) & 1 == 1
    }

    /// How many cards of the value are left in the hand without this card.
    fn keys_without(&self, number: u32, card: Card) -> usize {
        self.hand.iter().filter(|&&other| other != card && u32::from(other.number()) == number).count()
    }

    /// Whether every house that the mover owns and leaves standing can still be captured by the mover.
    fn duty_done(&self, card: Card) -> bool {
        (9..=13)
            .all(|number| !self.stands(number) || !self.owns(self.seat, number) || self.keys_without(number, card) > 0)
    }

    fn left(&self, taken: &[Card]) -> Loose {
        self.floor.iter().copied().filter(|card| !taken.contains(card)).collect()
    }

    /// Whether these loose cards may end up in a house of the value: all singles, and with the option all groups.
    fn may_join(&self, loose: &[Card], number: u32) -> bool {
        let left = self.left(loose);
        let single = left.iter().any(|card| u32::from(card.number()) == number);
        !single && (self.setup.options.absorb_sums == AbsorbSums::Optional || !has_group(&left, number))
    }

    fn tail(loose: &[Card]) -> String {
        if loose.is_empty() { String::new() } else { format!(": {}", text(loose)) }
    }

    fn card(&mut self, card: Card) {
        let bid = if let Stage::Opening { bid } = self.setup.stage { Some(u32::from(bid.get())) } else { None };
        let number = u32::from(card.number());
        let sets = subsets(&self.floor);
        let mut captured = false;
        for loose in &sets {
            let takes = (!loose.is_empty() || self.stands(number)) && partitions(loose, number);
            if self.setup.options.capture == Capture::Any && takes {
                captured = true;
                for house in [false, true] {
                    let something = (house && self.stands(number)) || (!house && !loose.is_empty());
                    if something && (house || self.duty_done(card)) && bid.is_none_or(|bid| bid == number) {
                        let comma = if !loose.is_empty() && house { ", " } else { "" };
                        let house = if house { "house" } else { "" };
                        self.found.insert(format!("capture {card}: {}{comma}{house}", text(loose)));
                    }
                }
            }
            if takes && !has_group(&self.left(loose), number) {
                captured = true;
                if self.setup.options.capture == Capture::All && bid.is_none_or(|bid| bid == number) {
                    let house = if self.stands(number) { "house" } else { "" };
                    let comma = if !loose.is_empty() && self.stands(number) { ", " } else { "" };
                    self.found.insert(format!("capture {card}: {}{comma}{house}", text(loose)));
                }
            }
        }
        let before = self.found.len();
        for made in (9..=13).filter(|&made| bid.is_none_or(|bid| bid == made)) {
            for loose in &sets {
                self.house(card, made, loose, bid.is_some());
            }
        }
        let only_throw = self.found.len() == before || self.setup.options.throws == Throws::UnlessCapture;
        if !captured && only_throw && bid.is_none_or(|bid| bid == number) && self.duty_done(card) {
            self.found.insert(format!("throw {card}"));
        }
    }

    fn house(&mut self, card: Card, made: u32, loose: &[Card], opening: bool) {
        if !self.may_join(loose, made) || !self.duty_done(card) {
            return;
        }
        let number = u32::from(card.number());
        let tail = Self::tail(loose);
        let all = [loose, &[card]].concat();
        let keeps = self.keys_without(made, card) > 0;
        let stands = self.stands(made);
        if partitions(&all, made) {
            if !stands && all.len() >= 2 && keeps {
                self.found.insert(format!("build {made} with {card}{tail}"));
            }
            if stands && !opening && (keeps || (self.owns(self.seat + 2, made) && !self.owns(self.seat, made))) {
                self.found.insert(format!("add {card} to {made}{tail}"));
            }
        }
        if made > number && self.stands(made - number) && made - number >= 9 {
            let old = made - number;
            let house = self.setup.houses[old as usize - 9];
            let ordinary = total(&house.cards.iter().collect::<Vec<_>>()) == old;
            if ordinary && !self.owns(self.seat, old) && keeps && partitions(loose, made) {
                self.found.insert(format!("break {old} with {card}{tail}"));
            }
        }
    }

    fn list(mut self) -> Vec<String> {
        if self.setup.stage == Stage::Bid {
            let bids = (9..=13).filter(|n| self.hand.iter().any(|card| u32::from(card.number()) == *n));
            return bids.map(|n| format!("bid {n}")).collect::<BTreeSet<_>>().into_iter().collect();
        }
        for card in self.hand.clone() {
            self.card(card);
        }
        self.found.into_iter().collect()
    }
}

/// Options drawn at random, and a habit: the kind of move that this match's players prefer.
pub(crate) fn random_options(number: u32) -> Options {
    let mut stream = random(number);
    let mut options = Options::preset(below(&mut stream, 3)).unwrap();
    options.absorb_sums = [AbsorbSums::Optional, AbsorbSums::Mandatory][below(&mut stream, 2)];
    options.ten_of_diamonds = [6, 2][below(&mut stream, 2)];
    options.most_cards_bonus = [0, 4][below(&mut stream, 2)];
    options.sweep_points = u8::try_from(below(&mut stream, 101)).unwrap();
    options.opening_sweep_points = u8::try_from(below(&mut stream, 101)).unwrap();
    options.minimum = u8::try_from(below(&mut stream, 51)).unwrap();
    options.baazi_lead = u16::try_from(10 + below(&mut stream, 200)).unwrap();
    options.baazis = u8::try_from(1 + below(&mut stream, 3)).unwrap();
    options.throws = [Throws::UnlessCapture, Throws::LastResort][below(&mut stream, 2)];
    options.capture = [Capture::All, Capture::Any][below(&mut stream, 2)];
    options.two_players = below(&mut stream, 4) == 0;
    options.scoring = [Scoring::Hundred, Scoring::Thirty][below(&mut stream, 2)];
    options.sweep_value = [SweepValue::Fixed, SweepValue::Card][below(&mut stream, 2)];
    options.floor_check = below(&mut stream, 2) == 1;
    options.all_points = [0, 60][below(&mut stream, 2)];
    options.check(options.seats()).unwrap();
    options
}

/// Plays deals at random and shows every position to `look`.
pub(crate) fn playouts(from: u32, deals: u32, mut look: impl FnMut(&Position)) {
    for number in from..from + deals {
        let mut stream = random(number);
        let habit = number % 4;
        let seed = Seed::new([u8::try_from(number % 251).unwrap(); 32]);
        let options = random_options(number);
        let mut position = Position::new_match(options, options.seats(), None, None).unwrap();
        for _ in 0..50 {
            look(&position);
            let list = moves(&position);
            let preferred: Vec<Move> = list
                .iter()
                .copied()
                .filter(|mv| match habit {
                    0 => true,
                    1 => matches!(mv, Move::Throw { .. }),
                    2 => matches!(mv, Move::Build { .. } | Move::Add { .. } | Move::Break { .. }),
                    _ => !matches!(mv, Move::Capture { .. }),
                })
                .collect();
            let pool = if preferred.is_empty() || below(&mut stream, 6) == 0 { &list } else { &preferred };
            let Some(mv) = pool.get(below(&mut stream, pool.len())) else { break };
            let mut shuffles = Shuffles::new(&seed, &ClientSeed::NONE, &[]);
            position.play(None, mv, &mut shuffles, &mut ()).unwrap();
        }
    }
}

#[test]
fn the_legal_moves_are_those_found_by_trying_everything() {
    let (mut compared, mut most) = (0, 0);
    playouts(0, 150, |position| {
        let setup = position.to_setup();
        if position.turn().is_none() || setup.stage == Stage::DealDue || setup.floor.len() > 9 {
            return;
        }
        let found = Brute::new(position).list();
        assert_eq!(legal(position), found, "{setup:?}");
        compared += 1;
        most = most.max(found.len());
    });
    assert!(compared > 5000 && most > 50, "{compared} positions, {most} moves");
}

#[test]
fn what_is_listed_is_accepted_as_it_stands_and_in_order() {
    playouts(1000, 200, |position| {
        let list = moves(position);
        assert!(list.is_sorted_by(|a, b| a < b), "ascending, each once");
        for mv in &list {
            assert_eq!(position.check_move(mv).as_ref(), Ok(mv));
            let parsed = Position::parse_move(&mv.to_string()).unwrap();
            assert_eq!(parsed.literal, *mv);
            if let Some(card) = mv.card() {
                let mut of_card = Vec::new();
                let listing = position.legal_moves(Some(card), &mut |mv| {
                    of_card.push(mv);
                    ControlFlow::Continue(())
                });
                assert_eq!(listing, Listing::Complete);
                assert!(of_card.iter().eq(list.iter().filter(|other| other.card() == Some(card))));
            }
        }
    });
}

/// Moves that nobody listed: the judge accepts one exactly if its canonical form is in the list.
#[test]
fn what_is_not_listed_is_refused() {
    let (mut accepted, mut refused) = (0, 0);
    let mut stream = random(77);
    playouts(2000, 60, |position| {
        if !matches!(position.to_setup().stage, Stage::Turn { .. } | Stage::Opening { .. }) {
            return;
        }
        let list: BTreeSet<Move> = moves(position).into_iter().collect();
        let setup = position.to_setup();
        let hand: Vec<Card> = setup.hands[position.turn().unwrap().index()].iter().collect();
        for _ in 0..60 {
            let card = hand[below(&mut stream, hand.len())];
            let value = HouseValue::ALL[below(&mut stream, 5)];
            let loose = setup.floor.iter().filter(|_| stream.below(2) == 1).collect();
            let mv = match stream.below(5) {
                0 => Move::Capture { card, loose, house: stream.below(2) == 1 },
                1 => Move::Build { card, value, loose },
                2 => Move::Add { card, value, loose },
                3 => Move::Break { card, value, loose },
                _ => Move::Throw { card },
            };
            if let Ok(canonical) = position.check_move(&mv) {
                assert!(list.contains(&canonical), "{mv} in {setup:?}");
                accepted += 1;
            } else {
                assert!(!list.contains(&mv), "{mv} in {setup:?}");
                refused += 1;
            }
        }
    });
    assert!(accepted > 1000 && refused > 10_000, "{accepted} accepted, {refused} refused");
}
