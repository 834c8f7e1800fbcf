//! What the tests of Seep set up and ask.

use std::ops::ControlFlow;
use taash::cards::{CardList, CardSet, ClientSeed, Purpose, RandomStream, Seed, parse_cards};
use taash::games::seep::{Event, House, HouseValue, Move, Options, Owners, Position, Setup, Stage, Sweeps, Team};
use taash::games::{Position as _, Seat, Shuffles, TextError};

pub(crate) const SEED: Seed = Seed::new([7; 32]);

pub(crate) fn cards(text: &str) -> CardSet {
    let list = parse_cards(text).unwrap();
    let set: CardSet = list.as_slice().iter().copied().collect();
    assert_eq!(usize::from(set.len()), list.len(), "{text}");
    set
}

pub(crate) fn value(number: u8) -> HouseValue {
    HouseValue::new(number).unwrap()
}

/// A position in the middle of a deal, or in its opening. Seat 0 is to move, and dealt unless said otherwise; what is
/// not mentioned lies in the hands of the others, who have the keys they need, and in the pile of seats 1 and 3.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) setup: Setup,
    mover: Seat,
}

/// An ordinary turn.
pub(crate) fn turn(hand: &str, floor: &str) -> Table {
    let mut setup = Setup::new(Options::CLASSIC, Some(Seat::new(0)));
    setup.deal_number = 1;
    setup.stage = Stage::Turn { bid: value(9) };
    setup.hands[0] = cards(hand);
    setup.floor = cards(floor);
    Table { setup, mover: Seat::new(0) }
}

/// The opening, after the bid. Seat 3 has dealt.
pub(crate) fn opening(hand: &str, bid: u8, floor: &str) -> Table {
    let mut table = turn(hand, floor).dealer(3);
    table.setup.stage = Stage::Opening { bid: value(bid) };
    table
}

impl Table {
    pub(crate) fn options(mut self, set: impl FnOnce(&mut Options)) -> Self {
        set(&mut self.setup.options);
        self
    }

    pub(crate) fn dealer(mut self, seat: u8) -> Self {
        self.setup.dealer = Some(Seat::new(seat));
        self
    }

    /// Cards that another seat holds for sure.
    pub(crate) fn hand(mut self, seat: usize, hand: &str) -> Self {
        self.setup.hands[seat] = cards(hand);
        self
    }

    pub(crate) fn house(mut self, number: u8, house: &str, owners: &[u8]) -> Self {
        let owners = owners.iter().fold(Owners::NONE, |owners, &seat| owners.with(Seat::new(seat)));
        self.setup.houses[value(number).index()] = House { cards: cards(house), owners };
        self
    }

    /// Cards that a team has captured for sure.
    pub(crate) fn pile(mut self, team: usize, pile: &str) -> Self {
        self.setup.piles[team] = cards(pile);
        self
    }

    pub(crate) fn sweeps(mut self, team: usize, sweeps: Sweeps) -> Self {
        self.setup.sweeps[team] = sweeps;
        self
    }

    /// The setup with all 52 cards in place.
    pub(crate) fn complete(mut self) -> Setup {
        let setup = &mut self.setup;
        let mut free = CardSet::DECK;
        for used in setup.hands.iter().chain(&setup.piles).chain(setup.houses.iter().map(|house| &house.cards)) {
            free = free.difference(*used);
        }
        free = free.difference(setup.floor);
        let seats = setup.options.seats();
        if matches!(setup.stage, Stage::Opening { .. } | Stage::Bid) {
            setup.stock = free.iter().collect();
            return *setup;
        }
        for (value, house) in HouseValue::ALL.into_iter().zip(setup.houses) {
            for owner in house.owners.iter() {
                if setup.hands[owner.index()].intersection(value.keys()).is_empty() {
                    let key = free.intersection(value.keys()).first().unwrap();
                    free.remove(key);
                    setup.hands[owner.index()].insert(key);
                }
            }
        }
        // Two players have a stock: the table is in the first half of the deal.
        let dealer = setup.dealer.unwrap().number();
        let place = |seat: Seat| (seat.number() + 2 * seats - 1 - dealer) % seats;
        let turns_made = 12 - setup.hands[self.mover.index()].len();
        let plays = seats * turns_made + place(self.mover);
        for seat in Seat::all(seats) {
            let size = 12 - (plays + seats - 1 - place(seat)) / seats;
            while setup.hands[seat.index()].len() < size {
                let next = free.first().unwrap();
                free.remove(next);
                setup.hands[seat.index()].insert(next);
            }
        }
        while seats == 2 && setup.stock.len() < 24 {
            let next = free.first().unwrap();
            free.remove(next);
            setup.stock.push(next);
        }
        setup.piles[1] = setup.piles[1].union(free);
        let captors =
            [(1, 1), (0, if seats == 2 { 0 } else { 2 })].into_iter().find(|&(team, _)| setup.piles[team].len() >= 2);
        setup.last_captor = captors.map(|(_, seat)| Seat::new(seat));
        *setup
    }

    pub(crate) fn build(self) -> Position {
        Position::from_setup(self.complete()).unwrap()
    }
}

/// The legal moves in the order given.
pub(crate) fn moves(position: &Position) -> Vec<Move> {
    let mut list = Vec::new();
    let _ = position.legal_moves(None, &mut |mv| {
        list.push(mv);
        ControlFlow::Continue(())
    });
    list
}

/// The legal moves as texts, sorted.
pub(crate) fn legal(position: &Position) -> Vec<String> {
    let mut texts: Vec<String> = moves(position).iter().map(Move::to_string).collect();
    texts.sort();
    texts
}

#[track_caller]
pub(crate) fn assert_legal(position: &Position, expected: &[&str]) {
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    assert_eq!(legal(position), expected);
}

#[track_caller]
pub(crate) fn read(text: &str) -> Move {
    Position::parse_move(text).unwrap().literal
}

/// The rule by which a move is refused.
#[track_caller]
pub(crate) fn refusal(position: &Position, text: &str) -> String {
    match Position::parse_move(text) {
        Ok(parsed) => position.check_move(&parsed.literal).unwrap_err().rule.to_string(),
        Err(TextError::Malformed(error)) => error.rule.to_string(),
        Err(error @ TextError::Unparsable(_)) => panic!("{error}"),
    }
}

#[track_caller]
pub(crate) fn allowed(position: &Position, text: &str) -> bool {
    position.check_move(&read(text)).is_ok()
}

/// Makes a move and returns its events.
#[track_caller]
pub(crate) fn play(position: &mut Position, text: &str) -> Vec<Event> {
    play_with(position, text, &[])
}

#[track_caller]
pub(crate) fn play_with(position: &mut Position, text: &str, orders: &[CardList]) -> Vec<Event> {
    let mut events = Vec::new();
    let mut shuffles = Shuffles::new(&SEED, &ClientSeed::NONE, orders);
    position.play(None, &read(text), &mut shuffles, &mut events).unwrap();
    assert_eq!(Position::from_setup(position.to_setup()).as_ref(), Ok(&*position));
    events
}

/// A deck order that begins with these cards; the others follow in card order.
pub(crate) fn order(first: &str) -> CardList {
    let first = parse_cards(first).unwrap();
    let rest = CardSet::DECK.difference(first.as_slice().iter().copied().collect());
    first.as_slice().iter().copied().chain(rest).collect()
}

/// A match of which the first deal has been dealt in that order by that dealer.
pub(crate) fn dealt(options: Options, dealer: u8, first: &str) -> Position {
    let mut position = Position::new_match(options, options.seats(), Some(Seat::new(dealer)), None).unwrap();
    play_with(&mut position, "deal", &[order(first)]);
    position
}

/// A stream of random numbers for a test.
pub(crate) fn random(number: u32) -> RandomStream {
    RandomStream::new(&SEED, &ClientSeed::NONE, Purpose::Shuffle, number, 1_000_000)
}

pub(crate) fn below(stream: &mut RandomStream, n: usize) -> usize {
    stream.below(u32::try_from(n).unwrap()) as usize
}

pub(crate) const fn team(seat: u8) -> Team {
    Team::of(Seat::new(seat))
}
