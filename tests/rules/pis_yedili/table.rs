//! Tables set up by hand, and games that go on from them.

use std::ops::ControlFlow;
use taash::cards::{Card, CardList, Cards, ClientSeed, Seed, Suit, parse_card, parse_cards};
use taash::games::pis_yedili::{Event, Options, Position, Setup, Stage};
use taash::games::{Outcome, Phase, PlayError, Position as _, Seat, Shuffles};

pub(crate) fn cards(text: &str) -> Cards {
    parse_cards(text).unwrap().to_cards().unwrap()
}

pub(crate) fn card(text: &str) -> Card {
    parse_card(text).unwrap()
}

pub(crate) fn seat(number: u8) -> Seat {
    Seat::new(number)
}

/// A table in the middle of the first deal, dealt by seat 0. Cards that no pile is given go to the bottom of the stock,
/// or under the top card if the stock is dry. Hands that are not given are two cards of the lowest that are left.
#[derive(Clone, Copy)]
pub(crate) struct Table {
    pub(crate) setup: Setup,
    dry: bool,
}

pub(crate) fn table(seats: u8) -> Table {
    let mut setup = Setup::new(Options::CLASSIC, seats, Some(seat(0)));
    setup.deal_number = 1;
    setup.shuffles = 1;
    setup.stage = Stage::Turn { seat: seat(1 % seats), drawn: 0 };
    Table { setup, dry: false }
}

impl Table {
    pub(crate) fn options(mut self, change: impl FnOnce(&mut Options)) -> Self {
        change(&mut self.setup.options);
        self
    }

    pub(crate) fn hand(mut self, number: u8, hand: &str) -> Self {
        self.setup.hands[usize::from(number)] = cards(hand);
        self
    }

    /// The stock, its top first.
    pub(crate) fn stock(mut self, stock: &str) -> Self {
        self.setup.stock = parse_cards(stock).unwrap();
        self.setup.stock.as_mut_slice().reverse();
        self
    }

    /// The cards that are left lie under the top card, not in the stock.
    pub(crate) fn dry(mut self) -> Self {
        self.dry = true;
        self
    }

    pub(crate) fn top(mut self, top: &str) -> Self {
        self.setup.top = Some(card(top));
        self
    }

    pub(crate) fn named(mut self, suit: Suit) -> Self {
        self.setup.named = Some(suit);
        self
    }

    pub(crate) fn under(mut self, under: &str) -> Self {
        self.setup.under = cards(under);
        self
    }

    pub(crate) fn stage(mut self, stage: Stage) -> Self {
        self.setup.stage = stage;
        self
    }

    pub(crate) fn turn(self, number: u8) -> Self {
        self.drawn(number, 0)
    }

    /// The turn of that seat, in which it has drawn that many cards.
    pub(crate) fn drawn(self, number: u8, drawn: u8) -> Self {
        self.stage(Stage::Turn { seat: seat(number), drawn })
    }

    pub(crate) fn penalty(self, number: u8, sevens: u8) -> Self {
        self.stage(Stage::Penalty { seat: seat(number), sevens })
    }

    pub(crate) fn extra(self, number: u8) -> Self {
        self.stage(Stage::Extra { seat: seat(number), drawn: 0, undeclared: false })
    }

    /// Seat 1 opens the deal of seat 0.
    pub(crate) fn opening(self) -> Self {
        self.stage(Stage::Opening { seat: seat(1 % self.setup.seats), opened: 0, drawn: 0 })
    }

    /// The whole setup, whether or not it is valid.
    pub(crate) fn fill(mut self) -> Setup {
        let setup = &mut self.setup;
        let decks = Cards::decks(setup.options.decks_in_play(setup.seats), 0);
        let mut left = decks.difference(setup.under).difference(setup.stock.to_cards().unwrap());
        left = setup.top.map_or(left, |top| left.difference(top.into()));
        for hand in setup.hands {
            left = left.difference(hand);
        }
        let opening = matches!(setup.stage, Stage::Opening { .. });
        let size = if opening { setup.options.hand_size } else { 2 };
        for hand in &mut setup.hands[..usize::from(setup.seats)] {
            let wanted = if opening || hand.is_empty() { usize::from(size) } else { 0 };
            while hand.len() < wanted {
                // Openers are filled up without clubs, so that a test says which clubs there are.
                let fitting = |card: &Card| !opening || card.suit() != Some(Suit::Clubs);
                let Some(card) = left.iter().find(fitting) else { break };
                left.remove(card);
                hand.insert(card);
            }
        }
        if self.dry {
            setup.under = setup.under.sum(left).unwrap();
        } else {
            setup.stock = left.iter().chain(setup.stock.as_slice().iter().copied()).collect();
        }
        *setup
    }

    pub(crate) fn start(self) -> Game {
        Game::new(Position::from_setup(self.fill()).unwrap())
    }
}

/// A game that goes on from a table.
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) position: Position,
    pub(crate) events: Vec<Event>,
    pub(crate) outcome: Outcome,
    orders: Vec<CardList>,
}

impl Game {
    pub(crate) fn new(position: Position) -> Self {
        Self { position, events: Vec::new(), outcome: Outcome::default(), orders: Vec::new() }
    }

    /// A match that waits for its first deal.
    pub(crate) fn of(options: Options, seats: u8, dealer: Option<u8>) -> Self {
        Self::new(Position::new_match(options, seats, dealer.map(seat), None).unwrap())
    }

    /// The order for the next shuffle: these cards on top, the others of the decks in card order.
    pub(crate) fn deck(mut self, top: &str) -> Self {
        let top = parse_cards(top).unwrap();
        let decks = Cards::decks(self.position.options().decks_in_play(self.position.seats()), 0);
        let rest = decks.difference(top.to_cards().unwrap());
        self.orders.push(top.as_slice().iter().copied().chain(rest).collect());
        self
    }

    /// The order for the next shuffle, whole.
    pub(crate) fn order(mut self, order: &str) -> Self {
        self.orders.push(parse_cards(order).unwrap());
        self
    }

    /// Makes a move of the seat whose turn it is.
    pub(crate) fn play(&mut self, text: &str) -> &mut Self {
        let mv = Position::parse_move(text).unwrap().literal;
        let (seed, client_seed) = (Seed::new([7; 32]), ClientSeed::NONE);
        let mut shuffles = Shuffles::new(&seed, &client_seed, &self.orders);
        self.events.clear();
        self.outcome = match self.position.play(None, &mv, &mut shuffles, &mut self.events) {
            Ok(outcome) => outcome,
            Err(error) => panic!("{text}: {error}"),
        };
        let used = shuffles.orders_used();
        self.orders.drain(..used);
        assert_eq!(Position::from_setup(self.setup()), Ok(self.position), "after {text}");
        self
    }

    /// The legal moves in their canonical order.
    pub(crate) fn legal(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.position.legal_moves(None, &mut |mv| {
            moves.push(mv.to_string());
            ControlFlow::Continue(())
        });
        moves
    }

    /// The rule that refuses a move of the seat whose turn it is.
    pub(crate) fn refused(&self, text: &str) -> String {
        let mv = Position::parse_move(text).unwrap().literal;
        match self.position.check_move(&mv) {
            Err(PlayError { rule, .. }) => rule.to_string(),
            Ok(_) => panic!("{text} is allowed"),
        }
    }

    pub(crate) fn allows(&self, text: &str) -> bool {
        self.position.check_move(&Position::parse_move(text).unwrap().literal).is_ok()
    }

    pub(crate) fn turn(&self) -> u8 {
        self.position.turn().unwrap().number()
    }

    pub(crate) fn phase(&self) -> Phase {
        self.position.phase()
    }

    pub(crate) fn setup(&self) -> Setup {
        self.position.to_setup()
    }

    pub(crate) fn hand(&self, number: u8) -> Cards {
        self.setup().hands[usize::from(number)]
    }

    /// The stock, its top first.
    pub(crate) fn stock(&self) -> String {
        let stock: CardList = self.setup().stock.as_slice().iter().rev().copied().collect();
        stock.to_string()
    }

    /// The scores of the last finished deal.
    pub(crate) fn scores(&self) -> Vec<i32> {
        self.position.standing().seats.iter().map(|seat| seat.last_deal).collect()
    }

    pub(crate) fn totals(&self) -> Vec<i32> {
        self.position.standing().seats.iter().map(|seat| seat.total).collect()
    }
}
