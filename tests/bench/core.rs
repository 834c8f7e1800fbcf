//! What runs in process: random playouts, the stateless step, Seep's legal moves.

use super::workload::{self, Choices};
use prost::Message;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Instant;
use taash::cards::{Card, CardSet, ClientSeed, Rank, Seed, Suit};
use taash::for_any_match;
use taash::games::{Options, Position, Seat, Shuffles, seep};
use taash::wire::States;
use taash::wire::pb::engine::{self as pb, Game};

fn deal<P: Position>() -> P {
    P::new_match(P::Options::default(), 4, Some(Seat::new(0)), None).unwrap()
}

/// Room for every move that is listed: a slice, since what is measured is the rules and not a growing vector.
fn room<P: Position>() -> Vec<P::Move> {
    vec![P::deal_move(); 8192]
}

/// Lists the legal moves, and says how many there are.
fn list<P: Position>(position: &P, moves: &mut [P::Move]) -> usize {
    let mut found = 0;
    position.legal_moves(None, &mut |mv| {
        if let Some(place) = moves.get_mut(found) {
            *place = mv;
            found += 1;
        }
        ControlFlow::Continue(())
    });
    found
}

/// So many random decisions, match after match; deals and their shuffles are among them. `checked`: each move is judged
/// again before it is made, as a caller's would be.
pub(crate) fn playouts<P: Position>(decisions: usize, checked: bool) {
    let mut choices = Choices(1);
    let mut moves = room::<P>();
    let mut made = 0;
    while made < decisions {
        let seed = Seed::new(std::array::from_fn(|byte| made.to_le_bytes()[byte % 8]));
        let mut shuffles = Shuffles::new(&seed, &ClientSeed::NONE, &[]);
        let mut position: P = deal();
        while made < decisions {
            let found = list(&position, &mut moves);
            if found == 0 {
                break;
            }
            let mv = &moves[choices.below(found)];
            if checked {
                position.play(None, mv, &mut shuffles, &mut ()).unwrap();
            } else {
                position.make(mv, &mut shuffles, &mut ()).unwrap();
            }
            made += 1;
        }
        black_box(&position);
    }
}

/// Positions of random matches.
pub(crate) fn positions<P: Position>(decisions: usize) -> Vec<P> {
    let mut choices = Choices(2);
    let mut position: P = deal();
    let seed = Seed::new([2; 32]);
    let (mut all, mut moves) = (Vec::new(), room::<P>());
    for _ in 0..decisions {
        let found = list(&position, &mut moves);
        if found == 0 {
            break;
        }
        let mv = &moves[choices.below(found)];
        position.play(None, mv, &mut Shuffles::new(&seed, &ClientSeed::NONE, &[]), &mut ()).unwrap();
        all.push(position.clone());
    }
    all
}

/// That many stateless steps, from state bytes to the legal moves and the next state bytes. Returns the nanoseconds
/// of one.
pub(crate) fn steps(game: Game, steps: usize) -> f64 {
    let states = States::unsealed();
    let record = workload::record(game, 3, 300);
    let bytes: Vec<_> = record.requests.into_iter().map(|request| request.state).collect();
    let mut choices = Choices(3);
    let start = Instant::now();
    for i in 0..steps {
        let mut any = states.read(&bytes[i % bytes.len()]).unwrap();
        for_any_match!(&mut any, the_match => {
            let mut moves = Vec::with_capacity(64);
            the_match.position.legal_moves(None, &mut |mv| {
                moves.push(mv);
                ControlFlow::Continue(())
            });
            let mv = &moves[choices.below(moves.len())];
            the_match.play(None, mv, &[], &mut ()).unwrap();
        });
        black_box(states.save(&any));
    }
    start.elapsed().as_nanos() as f64 / steps as f64
}

/// The nanoseconds of a playout's decision.
pub(crate) fn playout_nanos<P: Position>(decisions: usize) -> f64 {
    let start = Instant::now();
    playouts::<P>(decisions, false);
    start.elapsed().as_nanos() as f64 / decisions as f64
}

/// Microseconds to list Seep's legal moves: in the mean over a random match, and at the worst floor known.
pub(crate) fn seep_listing() -> (f64, f64) {
    const CUT: usize = 5000;
    let time = |position: &seep::Position, rounds: usize| {
        let start = Instant::now();
        for _ in 0..rounds {
            let mut count = 0;
            position.legal_moves(None, &mut |mv| {
                black_box(mv);
                count += 1;
                if count == CUT { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        }
        start.elapsed().as_nanos() as f64 / 1000.0 / rounds as f64
    };
    let typical = positions::<seep::Position>(400);
    let mean = typical.iter().map(|position| time(position, 20)).sum::<f64>() / typical.len() as f64;
    let worst = crowded_floors().iter().map(|position| time(position, 5)).fold(0.0, f64::max);
    (mean, worst)
}

/// Floors of sixteen loose cards, which is one of each rank and three more. The three are of low ranks and the hand to
/// move has high cards: so there is the most to sum.
fn crowded_floors() -> Vec<seep::Position> {
    let mut floors = Vec::new();
    for more in 1_u32..1 << 6 {
        if more.count_ones() != 3 {
            continue;
        }
        let floor = Rank::ALL.into_iter().fold(CardSet::EMPTY, |mut floor, rank| {
            let copies = if more << 1 & 1 << rank.number() != 0 { 2 } else { 1 };
            floor = floor.union(Suit::ALL.into_iter().take(copies).map(|suit| Card::new(rank, suit)).collect());
            floor
        });
        let rest: Vec<Card> = CardSet::DECK.difference(floor).iter().collect();
        let mut hands = [CardSet::EMPTY; 4];
        for (i, &card) in rest.iter().rev().enumerate() {
            hands[i / 9].insert(card);
        }
        // Twelve cards have been played, so that the seat after the dealer is to move.
        let mut setup = seep::Setup::new(seep::Options::preset(0).unwrap(), Some(Seat::new(3)));
        setup.deal_number = 1;
        setup.stage = seep::Stage::Turn { bid: seep::HouseValue::new(13).unwrap() };
        (setup.hands, setup.floor) = (hands, floor);
        floors.extend(seep::Position::from_setup(setup));
    }
    assert!(!floors.is_empty(), "sixteen loose cards are a possible floor");
    floors
}

/// So many calls of Apply in process, from request bytes to answer bytes.
pub(crate) fn applies(game: Game, calls: usize) {
    let engine = workload::engine();
    let recorded = workload::unary(&[workload::record(game, 1, 300)]);
    for i in 0..calls {
        let request = pb::ApplyRequest::decode(recorded[i % recorded.len()].request.clone()).unwrap();
        black_box(engine.apply(&request).unwrap().encode_to_vec());
    }
}
