use super::game::Game;
use super::piles::{Pile, any_number, any_seat, any_u8, any_u16};
use crate::support::Dice;
use taash::cards::{Card, Cards};
use taash::games::jhyap::{
    Combination, CourtValues, Halving, Move, Options, Position, ScoreItem, SetPickup, Setup, Stage, Take, Tie, View,
};
use taash::games::{Phase, Position as _, Seat, Viewer};

impl Game for Position {
    const KINDS: usize = 5;
    const PHASES: &'static [Phase] = &[Phase::Deal, Phase::Turn, Phase::Slap, Phase::Over];

    fn deck(options: &Options, seats: u8) -> Cards {
        let decks = match (options.decks, seats) {
            (0, 5..) => 2,
            (0, _) => 1,
            (decks, _) => decks,
        };
        Cards::decks(decks, options.jokers)
    }

    fn piles(setup: &mut Setup) -> Vec<&mut dyn Pile> {
        let mut piles: Vec<&mut dyn Pile> = vec![&mut setup.stock, &mut setup.buried, &mut setup.previous];
        piles.extend(setup.hands.iter_mut().map(|hand| hand as &mut dyn Pile));
        piles
    }

    fn hidden_piles(setup: &mut Setup, viewer: Viewer) -> Vec<&mut dyn Pile> {
        if viewer == Viewer::Referee || matches!(setup.stage, Stage::DealDue | Stage::Over) {
            return Vec::new();
        }
        // Of the buried cards only the number is open (J26), and they do not come back before a reshuffle.
        let mut piles: Vec<&mut dyn Pile> = vec![&mut setup.stock, &mut setup.buried];
        let hands = (0..).map(Seat::new).zip(setup.hands.iter_mut());
        piles.extend(hands.filter(|(seat, _)| !viewer.knows_hand_of(*seat)).map(|(_, hand)| hand as &mut dyn Pile));
        piles
    }

    fn mend(setup: &mut Setup) {
        if let (Stage::Slap { seat, card }, Some(previous)) = (setup.stage, setup.previous) {
            let hand = setup.hands[seat.index()];
            let alike = hand.iter().find(|other| other.number() == previous.cards()[0].number());
            if let (false, Some(card)) = (hand.contains(card), alike) {
                setup.stage = Stage::Slap { seat, card };
            }
        }
    }

    fn hand(setup: &Setup, seat: Seat) -> Cards {
        setup.hands[seat.index()]
    }

    fn hand_in_view(view: &View, seat: Seat) -> (usize, Option<Cards>) {
        let hand = view.hands[seat.index()];
        (usize::from(hand.count), hand.cards)
    }

    fn moves_in_a_deal(options: &Options, _: u8) -> Option<u32> {
        // The deal itself, and a slap or keep after every turn.
        (options.max_turns > 0).then(|| 1 + 2 * u32::from(options.max_turns))
    }

    fn kind(mv: &Move) -> usize {
        match mv {
            Move::Discard { take: Take::Stock, .. } => 0,
            Move::Discard { take: Take::Card(_), .. } => 1,
            Move::Call => 2,
            Move::Slap => 3,
            Move::Keep | Move::Deal => 4,
        }
    }

    fn plays(&self, mv: &Move, card: Card) -> bool {
        match mv {
            Move::Discard { cards, .. } => cards.cards().contains(&card),
            Move::Slap => self.shown_by(mv).contains(&card),
            Move::Call | Move::Keep | Move::Deal => false,
        }
    }

    fn shown_by(&self, mv: &Move) -> Vec<Card> {
        match (mv, self.to_setup().stage) {
            (Move::Discard { cards, .. }, _) => cards.cards().to_vec(),
            (Move::Slap, Stage::Slap { card, .. }) => vec![card],
            _ => Vec::new(),
        }
    }

    fn every_move(&self, dice: &mut Dice) -> Option<Vec<Move>> {
        let setup = self.to_setup();
        let hand = self.turn().map(|seat| setup.hands[seat.index()]).unwrap_or_default();
        if hand.len() > 6 {
            return None;
        }
        let mut takes = vec![Take::Stock, Take::Card(dice.any_card())];
        if let Some(previous) = setup.previous {
            takes.extend(previous.cards().iter().copied().map(Take::Card));
        }
        let mut orders = vec![Vec::new()];
        permutations(hand, &mut Vec::new(), &mut orders);
        // Cards that are not in the hand.
        orders.push(vec![dice.any_card()]);
        orders.push((0..=dice.below(3)).map(|_| dice.any_card()).collect());
        let mut moves = vec![Move::Call, Move::Slap, Move::Keep, Move::Deal];
        for cards in orders.iter().filter_map(|order| Combination::new(order).ok()) {
            moves.extend(takes.iter().map(|&take| Move::Discard { cards, take }));
        }
        Some(moves)
    }

    fn corrupt(setup: &mut Setup, dice: &mut Dice) {
        let i = dice.below(8);
        match dice.below(12) {
            0 => setup.seats = any_u8(setup.seats, dice),
            1 => setup.deal_number = any_number(setup.deal_number, dice),
            2 => setup.dealer = any_seat(dice),
            3 => setup.starter = any_seat(dice),
            4 => setup.totals[i] = any_u16(setup.totals[i], dice),
            5 => setup.out[i] = any_u8(setup.out[i], dice),
            6 => setup.turns = any_u16(setup.turns, dice),
            7 => setup.shuffles = any_number(setup.shuffles, dice),
            8 => corrupt_last_deal(setup, i, dice),
            9 => corrupt_options(&mut setup.options, dice),
            _ => {
                let seat = any_seat(dice).unwrap_or_default();
                let card = dice.any_card();
                let stages = [Stage::DealDue, Stage::Turn { seat }, Stage::Slap { seat, card }, Stage::Over];
                setup.stage = *dice.pick(&stages);
            }
        }
    }

    fn assert_own_invariants(&self) {
        let setup = self.to_setup();
        let running = matches!(setup.stage, Stage::Turn { .. } | Stage::Slap { .. });
        let standing = self.standing();
        for (i, seat) in standing.seats.iter().enumerate() {
            assert_eq!(u32::try_from(seat.total), Ok(u32::from(setup.totals[i])));
            if setup.out[i] > 0 && running {
                assert!(setup.hands[i].is_empty(), "seat {i} is out and holds cards (J6)");
            }
        }
        if let Some(turn) = self.turn() {
            assert_eq!(setup.out[turn.index()], 0, "{turn:?} is out and has the turn");
        }
    }

    fn assert_scored(&self, before: &Self) {
        let (setup, was) = (self.to_setup(), before.to_setup());
        let (score, standing) = (self.score(), self.standing());
        let options = &setup.options;
        let playing: Vec<usize> = (0..usize::from(setup.seats)).filter(|&i| was.out[i] == 0).collect();
        let values: Vec<i32> = playing.iter().map(|&i| worth(setup.hands[i], options)).collect();
        let caller = score.caller.map(|seat| playing.iter().position(|&i| i == seat.index()).unwrap());
        let expected = scores(&values, caller, options);
        for (i, seat) in standing.seats.iter().enumerate() {
            let total = i32::from(setup.totals[i]);
            let change = total - i32::from(was.totals[i]);
            let lines = score.lines.iter().filter(|line| line.seat.index() == i);
            assert_eq!(lines.clone().map(|line| line.points).sum::<i32>(), change, "the lines of seat {i}: {score:?}");
            let own = lines.filter(|line| line.item != ScoreItem::Halving).map(|line| line.points).sum::<i32>();
            assert_eq!(own, seat.last_deal, "the lines of seat {i}: {score:?}");
            let Some(place) = playing.iter().position(|&other| other == i) else {
                assert_eq!((seat.last_deal, change), (0, 0), "seat {i} took no part");
                continue;
            };
            assert_eq!(seat.last_deal, expected[place], "seat {i}: {score:?}");
            let mut sum = i32::from(was.totals[i]) + seat.last_deal;
            if seat.last_deal > 0 && is_halved(sum, options) {
                sum /= 2;
            }
            assert_eq!(total, sum, "the total of seat {i}");
            assert_eq!(setup.out[i] > 0, total > i32::from(options.limit), "seat {i} is out (J45)");
        }
        let left = (0..usize::from(setup.seats)).filter(|&i| setup.out[i] == 0).count();
        assert_eq!(setup.stage == Stage::Over, left <= 1, "the last one left wins (J46)");
    }
}

/// The value of a hand (J4).
fn worth(hand: Cards, options: &Options) -> i32 {
    let most = if options.court_values == CourtValues::Tens { 10 } else { 13 };
    hand.iter().map(|card| i32::from(card.number()).min(most)).sum()
}

/// What the hands of those who play score (J37 to J39, J49).
fn scores(values: &[i32], caller: Option<usize>, options: &Options) -> Vec<i32> {
    let Some(caller) = caller else { return values.to_vec() };
    let mut scores = values.to_vec();
    let own = values[caller];
    let others = || values.iter().enumerate().filter(|&(i, _)| i != caller);
    let beats = |value: i32| value < own || (value == own && options.tie == Tie::CallerBeaten);
    if others().any(|(_, &value)| beats(value)) {
        scores[caller] = own + i32::from(options.penalty);
        let lowest = others().map(|(_, &value)| value).min();
        for (i, &value) in others() {
            if options.undercutter_scores_zero && Some(value) == lowest {
                scores[i] = 0;
            }
        }
    } else {
        scores[caller] = 0;
    }
    scores
}

/// Whether a total is halved (J43).
fn is_halved(total: i32, options: &Options) -> bool {
    let limit = i32::from(options.limit);
    match options.halving {
        Halving::AtLimitAndHalf => total == limit || 2 * total == limit,
        Halving::EveryFifty => total % 50 == 0 && (100..=limit).contains(&total),
        Halving::None => false,
    }
}

/// Every sequence of different cards of the hand; identical cards stand for each other.
fn permutations(left: Cards, taken: &mut Vec<Card>, all: &mut Vec<Vec<Card>>) {
    let mut kinds: Vec<Card> = left.iter().collect();
    kinds.dedup();
    for card in kinds {
        let mut rest = left;
        rest.remove(card);
        taken.push(card);
        all.push(taken.clone());
        permutations(rest, taken, all);
        taken.pop();
    }
}

fn corrupt_options(options: &mut Options, dice: &mut Dice) {
    let byte = any_u8(options.call_limit, dice);
    match dice.below(10) {
        0 => options.jokers = byte,
        1 => options.decks = byte,
        2 => options.hand_size = byte,
        3 => options.call_limit = byte,
        4 => options.penalty = byte,
        5 => options.limit = any_u16(options.limit, dice),
        6 => options.max_turns = any_u16(options.max_turns, dice),
        7 => options.slap_down ^= true,
        8 => options.large_table ^= true,
        _ => options.set_pickup = *dice.pick(&[SetPickup::Any, SetPickup::Ends]),
    }
}

fn corrupt_last_deal(setup: &mut Setup, i: usize, dice: &mut Dice) {
    let Some(last) = &mut setup.last_deal else { return };
    match dice.below(4) {
        0 => last.caller = any_seat(dice),
        1 => last.hands[i] = (!dice.once_in(3)).then(|| any_u8(last.hands[i].unwrap_or(0), dice)),
        2 => last.halved[i] = !last.halved[i],
        _ => setup.last_deal = None,
    }
}

impl Pile for Option<Combination> {
    fn cards(&self) -> Vec<Card> {
        self.iter().flat_map(|combination| combination.cards().to_vec()).collect()
    }

    fn refill(&mut self, cards: &[Card]) -> bool {
        *self = Combination::new(cards).ok();
        self.is_some() || cards.is_empty()
    }
}
