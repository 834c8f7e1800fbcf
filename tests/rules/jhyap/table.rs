//! A table laid out in a few words, and a match played by texts.

use std::ops::ControlFlow;
use taash::cards::{Card, CardList, Cards, ClientSeed, Seed, parse_card, parse_cards};
use taash::games::jhyap::{Combination, Event, LastDeal, Move, Options, Position, Score, Setup, Stage, View};
use taash::games::{Outcome, Phase, PlayError, Position as _, Seat, Shuffles, TextError, Viewer};

/// A seat by its number.
pub(super) fn seat(number: u8) -> Seat {
    Seat::new(number)
}

/// A card by its text.
pub(super) fn card(text: &str) -> Card {
    parse_card(text).unwrap()
}

/// Cards by their text, in any order.
pub(super) fn cards(text: &str) -> Cards {
    list(text).to_cards().unwrap()
}

/// Cards by their text, in that order.
pub(super) fn list(text: &str) -> CardList {
    parse_cards(text).unwrap()
}

/// A combination as it lies.
pub(super) fn laid(text: &str) -> Combination {
    Combination::new(list(text).as_slice()).unwrap()
}

/// A table in the middle of a deal: by default the first deal, seat 0 to move, the last seat dealer, `9C` turned up,
/// and every card not named in the stock.
#[derive(Clone)]
pub(super) struct Table {
    setup: Setup,
    stock_is_whole: bool,
}

impl Table {
    /// Seats with those hands.
    pub(super) fn new(options: Options, hands: &[&str]) -> Self {
        let seats = u8::try_from(hands.len()).unwrap();
        let mut setup = Setup::new(options, seats, Some(seat(seats - 1)), None);
        setup.deal_number = 1;
        setup.shuffles = 1;
        setup.stage = Stage::Turn { seat: seat(0) };
        setup.previous = Some(laid("9C"));
        for (hand, text) in setup.hands.iter_mut().zip(hands) {
            *hand = cards(text);
        }
        Self { setup, stock_is_whole: false }
    }

    /// The first seat with that hand; the others hold cards that no test asks about.
    pub(super) fn hand(options: Options, hand: &str) -> Self {
        Self::new(options, &[hand, "KC KD"])
    }

    /// The previous discard.
    pub(super) fn previous(mut self, text: &str) -> Self {
        self.setup.previous = Some(laid(text));
        self
    }

    /// The top of the stock, first = top.
    pub(super) fn stock(mut self, text: &str) -> Self {
        self.setup.stock = list(text);
        self.setup.stock.as_mut_slice().reverse();
        self
    }

    /// The stock holds only the cards named for it, and every card not named is buried.
    pub(super) fn rest_is_buried(mut self) -> Self {
        self.stock_is_whole = true;
        self
    }

    /// The buried cards.
    pub(super) fn buried(mut self, text: &str) -> Self {
        self.setup.buried = cards(text);
        self
    }

    /// Whose turn it is.
    pub(super) fn turn(mut self, number: u8) -> Self {
        self.setup.stage = Stage::Turn { seat: seat(number) };
        self
    }

    /// Who dealt.
    pub(super) fn dealer(mut self, number: u8) -> Self {
        self.setup.dealer = Some(seat(number));
        self
    }

    /// The turns completed.
    pub(super) fn turns(mut self, turns: u16) -> Self {
        self.setup.turns = turns;
        self
    }

    /// The totals after nineteen deals, the last of which scored nothing.
    pub(super) fn totals(mut self, totals: &[u16]) -> Self {
        self.setup.totals[..totals.len()].copy_from_slice(totals);
        self.setup.deal_number = 20;
        self.with_last_deal()
    }

    /// The seats that are out, in order of elimination; needs totals.
    pub(super) fn out(mut self, numbers: &[u8]) -> Self {
        for (wave, &number) in (1..).zip(numbers) {
            self.setup.out[usize::from(number)] = wave;
        }
        self.with_last_deal()
    }

    fn with_last_deal(mut self) -> Self {
        let players = usize::from(self.setup.seats);
        let first = (0..players).find(|&i| self.setup.out[i] == 0).unwrap();
        let mut last = LastDeal { caller: Some(seat(first.try_into().unwrap())), hands: [None; 8], halved: [false; 8] };
        for i in (0..players).filter(|&i| self.setup.out[i] == 0) {
            last.hands[i] = Some(0);
        }
        self.setup.last_deal = Some(last);
        self
    }

    /// The setup, all cards of the deck in it.
    pub(super) fn setup(&self) -> Setup {
        let mut setup = self.setup;
        let mut rest = setup.options.deck(setup.seats);
        let named = setup.hands.iter().flat_map(|hand| hand.iter()).chain(setup.buried);
        for card in named.chain(setup.stock.as_slice().iter().copied()).chain(setup.previous.unwrap().cards().to_vec())
        {
            assert!(rest.remove(card), "{card} is named too often");
        }
        if self.stock_is_whole {
            setup.buried = setup.buried.sum(rest).unwrap();
        } else {
            setup.stock = rest.iter().chain(setup.stock.as_slice().iter().copied()).collect();
        }
        setup
    }

    /// The match to be played from here.
    pub(super) fn game(&self) -> Game {
        Game::of(Position::from_setup(self.setup()).unwrap())
    }

    /// The legal moves as texts, sorted.
    pub(super) fn legal(&self) -> Vec<String> {
        self.game().legal()
    }

    /// The legal discards, each once, whatever is taken, as texts in the order of the list.
    pub(super) fn discards(&self) -> Vec<String> {
        let mut discards = Vec::new();
        let _ = self.game().position.legal_moves(None, &mut |mv| {
            if let Move::Discard { cards, .. } = mv {
                let text = cards.to_string();
                if !discards.contains(&text) {
                    discards.push(text);
                }
            }
            ControlFlow::Continue(())
        });
        discards
    }

    /// What may be taken with any discard, as texts in the order of the list.
    pub(super) fn takes(&self) -> Vec<String> {
        let mut takes = Vec::new();
        let _ = self.game().position.legal_moves(None, &mut |mv| {
            if let Move::Discard { take, .. } = mv {
                let text = take.to_string();
                if !takes.contains(&text) {
                    takes.push(text);
                }
            }
            ControlFlow::Continue(())
        });
        takes
    }

    /// The rule by which a move is refused.
    pub(super) fn refusal(&self, text: &str) -> String {
        self.game().refusal(text)
    }

    /// The canonical text of a move that must be legal.
    pub(super) fn canonical(&self, text: &str) -> String {
        let parsed = Position::parse_move(text).unwrap();
        self.game().position.check_move(&parsed.literal).unwrap().to_string()
    }
}

/// A match played by texts; the events of the last move are kept.
pub(super) struct Game {
    pub(super) position: Position,
    pub(super) events: Vec<Event>,
    pub(super) outcome: Outcome,
    orders: Vec<CardList>,
}

impl Game {
    pub(super) fn of(position: Position) -> Self {
        Self { position, events: Vec::new(), outcome: Outcome::default(), orders: Vec::new() }
    }

    /// A match before its first deal.
    pub(super) fn start(options: Options, seats: u8, dealer: u8, starter: u8) -> Self {
        Self::of(Position::new_match(options, seats, Some(seat(dealer)), Some(seat(starter))).unwrap())
    }

    /// The next shuffle comes out as these cards, then the others of the deck.
    pub(super) fn order(mut self, text: &str) -> Self {
        self.give_order(text);
        self
    }

    pub(super) fn give_order(&mut self, text: &str) {
        let setup = self.setup();
        let named = list(text);
        let rest = setup.options.deck(setup.seats).difference(named.to_cards().unwrap());
        self.orders = vec![named.as_slice().iter().copied().chain(rest).collect()];
    }

    /// The next shuffle comes out as exactly these cards.
    pub(super) fn give_exact_order(&mut self, order: CardList) {
        self.orders = vec![order];
    }

    pub(super) fn attempt(&mut self, by: Option<u8>, text: &str) -> Result<(), PlayError> {
        let parsed = match Position::parse_move(text) {
            Ok(parsed) => parsed,
            Err(TextError::Malformed(error)) => return Err(error),
            Err(TextError::Unparsable(message)) => panic!("{text}: {message}"),
        };
        let seed = Seed::new([1; 32]);
        let mut shuffles = Shuffles::new(&seed, &ClientSeed::NONE, &self.orders);
        self.events.clear();
        self.outcome = self.position.play(by.map(seat), &parsed.literal, &mut shuffles, &mut self.events)?;
        let used = shuffles.orders_used();
        self.orders.drain(..used);
        assert_eq!(Position::from_setup(self.position.to_setup()).as_ref(), Ok(&self.position), "{text}");
        Ok(())
    }

    /// Makes a legal move.
    pub(super) fn play(&mut self, text: &str) -> &mut Self {
        self.attempt(None, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        self
    }

    /// The rule by which a move is refused.
    pub(super) fn refusal(&mut self, text: &str) -> String {
        self.attempt(None, text).unwrap_err().rule.to_string()
    }

    pub(super) fn legal(&self) -> Vec<String> {
        let mut texts = Vec::new();
        let _ = self.position.legal_moves(None, &mut |mv: Move| {
            texts.push(mv.to_string());
            ControlFlow::Continue(())
        });
        texts.sort();
        texts
    }

    pub(super) fn setup(&self) -> Setup {
        self.position.to_setup()
    }

    pub(super) fn turn(&self) -> Option<u8> {
        self.position.turn().map(Seat::number)
    }

    pub(super) fn phase(&self) -> Phase {
        self.position.phase()
    }

    pub(super) fn score(&self) -> Score {
        self.position.score()
    }

    pub(super) fn totals(&self) -> Vec<u16> {
        self.score().seats.iter().map(|seat| seat.total).collect()
    }

    pub(super) fn last_scores(&self) -> Vec<u16> {
        self.score().seats.iter().map(|seat| seat.last_deal).collect()
    }

    pub(super) fn places(&self) -> Vec<u8> {
        self.score().seats.iter().map(|seat| seat.place).collect()
    }

    pub(super) fn winners(&self) -> Vec<u8> {
        self.score().winners.iter().map(|seat| seat.number()).collect()
    }

    pub(super) fn view(&self, viewer: Viewer) -> View {
        self.position.view(viewer)
    }

    pub(super) fn hand(&self, number: u8) -> String {
        self.setup().hands[usize::from(number)].to_string()
    }

    pub(super) fn previous(&self) -> String {
        self.setup().previous.unwrap().to_string()
    }

    /// Who will begin the deal that is due.
    pub(super) fn next_starter(&self) -> Option<u8> {
        self.view(Viewer::Spectator).next_starter.map(Seat::number)
    }
}
