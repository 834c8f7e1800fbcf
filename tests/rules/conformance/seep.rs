use super::game::Game;
use super::piles::{Pile, any_number, any_seat, any_u8, any_u16};
use crate::support::Dice;
use taash::cards::{Card, CardSet, Cards, Suit};
use taash::games::seep::{
    HouseValue, LastCapture, Move, Options, Owners, Position, ScoreItem, Scoring, Setup, Stage, SweepValue,
    SweepValues, View,
};
use taash::games::{Phase, Position as _, Seat, Viewer};

impl Game for Position {
    const KINDS: usize = 6;
    const PHASES: &'static [Phase] = &[Phase::Deal, Phase::Bid, Phase::Opening, Phase::Turn, Phase::Over];

    fn deck(_: &Options, _: u8) -> Cards {
        Cards::decks(1, 0)
    }

    fn piles(setup: &mut Setup) -> Vec<&mut dyn Pile> {
        let mut piles: Vec<&mut dyn Pile> = vec![&mut setup.stock, &mut setup.floor];
        piles.extend(setup.piles.iter_mut().map(|pile| pile as &mut dyn Pile));
        piles.extend(setup.houses.iter_mut().map(|house| &mut house.cards as &mut dyn Pile));
        piles.extend(setup.hands.iter_mut().map(|hand| hand as &mut dyn Pile));
        piles
    }

    fn hidden_piles(setup: &mut Setup, viewer: Viewer) -> Vec<&mut dyn Pile> {
        if viewer == Viewer::Referee || matches!(setup.stage, Stage::DealDue | Stage::Over) {
            return Vec::new();
        }
        // The captured cards are no longer seen, but for the last (S25): a setup in which those lie elsewhere is refused.
        let mut piles: Vec<&mut dyn Pile> = vec![&mut setup.stock];
        piles.extend(setup.piles.iter_mut().map(|pile| pile as &mut dyn Pile));
        // Face down until the bid (S12).
        if setup.stage == Stage::Bid {
            piles.push(&mut setup.floor);
        }
        let hands = (0..).map(Seat::new).zip(setup.hands.iter_mut());
        piles.extend(hands.filter(|(seat, _)| !viewer.knows_hand_of(*seat)).map(|(_, hand)| hand as &mut dyn Pile));
        piles
    }

    fn hand(setup: &Setup, seat: Seat) -> Cards {
        setup.hands[seat.index()].into()
    }

    fn hand_in_view(view: &View, seat: Seat) -> (usize, Option<Cards>) {
        let hand = &view.hands[seat.index()];
        (usize::from(hand.count), hand.cards.map(Cards::from))
    }

    fn moves_in_a_deal(_: &Options, _: u8) -> Option<u32> {
        Some(1 + 1 + 48)
    }

    fn kind(mv: &Move) -> usize {
        match mv {
            Move::Capture { .. } => 0,
            Move::Build { .. } => 1,
            Move::Add { .. } => 2,
            Move::Break { .. } => 3,
            Move::Throw { .. } => 4,
            Move::Bid { .. } | Move::Deal => 5,
        }
    }

    fn plays(&self, mv: &Move, card: Card) -> bool {
        mv.card() == Some(card)
    }

    fn shown_by(&self, mv: &Move) -> Vec<Card> {
        mv.card().into_iter().collect()
    }

    fn every_move(&self, dice: &mut Dice) -> Option<Vec<Move>> {
        let setup = self.to_setup();
        let hand = self.turn().map(|seat| setup.hands[seat.index()]).unwrap_or_default();
        if setup.floor.len() > 7 {
            return None;
        }
        let mut moves = vec![Move::Deal];
        moves.extend(HouseValue::ALL.map(|value| Move::Bid { value }));
        let floor: Vec<Card> = setup.floor.iter().collect();
        let mut cards: Vec<Card> = hand.iter().collect();
        cards.push(dice.any_card());
        for card in cards {
            moves.push(Move::Throw { card });
            for subset in 0_u32..1 << floor.len() {
                let loose = (0..floor.len()).filter(|i| subset >> i & 1 == 1).map(|i| floor[i]).collect::<CardSet>();
                moves.extend([false, true].map(|house| Move::Capture { card, loose, house }));
                for value in HouseValue::ALL {
                    moves.push(Move::Build { card, value, loose });
                    moves.push(Move::Add { card, value, loose });
                    moves.push(Move::Break { card, value, loose });
                }
            }
        }
        Some(moves)
    }

    fn corrupt(setup: &mut Setup, dice: &mut Dice) {
        let (i, team) = (dice.below(5), dice.below(2));
        match dice.below(13) {
            12 => {
                let bits = setup.sweeps[team].values.bits();
                setup.sweeps[team].values = SweepValues::from_bits(bits ^ 1 << dice.below(56));
            }
            0 => setup.deal_number = any_number(setup.deal_number, dice),
            1 => setup.dealer = any_seat(dice),
            2 => setup.houses[i].owners = Owners::from_bits(u8::try_from(dice.below(20)).unwrap()),
            3 => setup.sweeps[team].ordinary = any_u8(setup.sweeps[team].ordinary, dice),
            4 => setup.sweeps[team].opening ^= true,
            5 => setup.sweeps[team].last ^= true,
            6 => {
                let cards = (0..dice.below(4)).map(|_| dice.any_card()).collect();
                setup.last_capture = (!dice.once_in(3)).then(|| LastCapture { card: dice.any_card(), cards });
            }
            7 => setup.last_captor = any_seat(dice),
            8 => setup.difference = any_number(0, dice).cast_signed().wrapping_mul(if team == 0 { 1 } else { -1 }),
            9 => setup.baazis[team] = any_u8(setup.baazis[team], dice),
            10 => corrupt_options(&mut setup.options, dice),
            _ => {
                let bid = *dice.pick(&HouseValue::ALL);
                let stages = [Stage::DealDue, Stage::Bid, Stage::Opening { bid }, Stage::Turn { bid }, Stage::Over];
                setup.stage = *dice.pick(&stages);
            }
        }
        if dice.once_in(8)
            && let Some(last) = &mut setup.last_deal
        {
            last.difference_before = any_number(0, dice).cast_signed();
            last.tallies[team].cards = any_u8(last.tallies[team].cards, dice);
            last.tallies[team].spades = any_u8(last.tallies[team].spades, dice);
        }
    }

    fn assert_own_invariants(&self) {
        let setup = self.to_setup();
        assert!(setup.floor.len() <= 16, "more than 16 loose cards (S21)");
        let at_rest = matches!(setup.stage, Stage::DealDue | Stage::Over);
        for (value, house) in HouseValue::ALL.into_iter().zip(setup.houses) {
            if house.cards.is_empty() {
                assert!(house.owners.is_empty());
                continue;
            }
            assert!(!at_rest, "a house is left at the end of a deal (S51)");
            assert!(!house.owners.is_empty(), "a house without an owner (S48)");
            for seat in house.owners.iter() {
                let keys = setup.hands[seat.index()].intersection(value.keys());
                assert!(!keys.is_empty(), "{seat:?} owns the house of {value} and holds no key (S49)");
            }
            let sum: u32 = house.cards.iter().map(|card| u32::from(card.number())).sum();
            assert!(house.cards.len() >= 2 && sum.is_multiple_of(value.get().into()), "the house of {value} (S23)");
            assert!(splits(house.cards, value.get()), "the house of {value} is no groups (S42)");
            let alike = setup.floor.intersection(value.keys());
            assert!(alike.is_empty(), "loose cards equal the house of {value} (S29)");
        }
    }

    fn assert_scored(&self, before: &Self) {
        let (setup, was) = (self.to_setup(), before.to_setup());
        let (score, standing) = (self.score(), self.standing());
        let options = &setup.options;
        let deal = score.last_deal.unwrap();
        let mut totals = [0; 2];
        for (team, total) in totals.iter_mut().enumerate() {
            let (pile, other) = (setup.piles[team], setup.piles[1 - team]);
            let sweeps = setup.sweeps[team];
            *total = pile.iter().map(|card| points(card, options)).sum();
            if pile.len() > other.len() {
                *total += if options.scoring == Scoring::Thirty { 4 } else { i32::from(options.most_cards_bonus) };
            }
            if options.scoring == Scoring::Thirty && *total == 30 && options.all_points == 60 {
                *total = 60;
            }
            if options.sweep_value == SweepValue::Card {
                let ordinary = (1..=13).map(|value| i32::from(sweeps.values.ordinary(value)) * i32::from(value));
                *total += ordinary.sum::<i32>() + i32::from(sweeps.values.opening());
            } else {
                *total += i32::from(sweeps.ordinary) * i32::from(options.sweep_points);
                *total += i32::from(sweeps.opening) * i32::from(options.opening_sweep_points);
            }
            let own = deal.lines.iter().filter(|line| line.team.index() == team);
            let items = own.take_while(|line| line.item != ScoreItem::DealTotal);
            assert_eq!(items.map(|line| line.points).sum::<i32>(), *total, "the lines of team {team}: {deal:?}");
        }
        assert_eq!(deal.totals, totals);
        assert_last_play(&was, &setup);
        if setup.last_captor.is_some() {
            let all: i32 = setup.piles.iter().flat_map(|pile| pile.iter()).map(|card| points(card, options)).sum();
            let ten = i32::from(options.ten_of_diamonds);
            let most = if options.scoring == Scoring::Thirty { 26 } else { 94 + ten };
            assert_eq!(all, most, "all cards are captured (S54)");
        }
        let difference = was.difference + totals[0] - totals[1];
        let short = totals.map(|total| total < i32::from(options.minimum));
        let lead = i32::from(options.baazi_lead);
        let winner = match short {
            [false, true] => Some(0),
            [true, false] => Some(1),
            _ if difference.abs() >= lead => Some(usize::from(difference < 0)),
            _ => None,
        };
        let mut baazis = was.baazis;
        if let Some(team) = winner {
            baazis[team] += 1;
        }
        assert_eq!(setup.baazis, baazis, "{deal:?}");
        assert_eq!(setup.difference, if winner.is_some() { 0 } else { difference }, "{deal:?}");
        for (i, seat) in standing.seats.iter().enumerate() {
            assert_eq!((seat.total, seat.last_deal), (i32::from(baazis[i % 2]), totals[i % 2]));
        }
        assert_eq!(setup.stage == Stage::Over, baazis.iter().any(|&won| won >= options.baazis), "S58");
        if setup.stage != Stage::Over {
            let dealer = was.dealer.unwrap();
            let ahead = if dealer.number() % 2 == 0 { difference > 0 } else { difference < 0 };
            let next = dealer.number() + u8::from(ahead) + if winner.is_some() { 2 } else { 0 };
            assert_eq!(self.turn(), Some(Seat::new(next % options.seats())), "who deals next (S6, S7, S62)");
        }
    }
}

fn corrupt_options(options: &mut Options, dice: &mut Dice) {
    let byte = any_u8(options.minimum, dice);
    match dice.below(8) {
        6 => options.two_players ^= true,
        7 => options.all_points = byte,
        0 => options.ten_of_diamonds = byte,
        1 => options.most_cards_bonus = byte,
        2 => options.sweep_points = byte,
        3 => options.minimum = byte,
        4 => options.baazi_lead = any_u16(options.baazi_lead, dice),
        _ => options.baazis = byte,
    }
}

/// The 48th play sweeps if it takes everything, and that sweep is worth nothing (S52, S53).
fn assert_last_play(was: &Setup, setup: &Setup) {
    let taken = setup.last_capture.map_or(CardSet::EMPTY, |capture| capture.cards);
    let there = was.houses.iter().fold(was.floor, |all, house| all.union(house.cards));
    let all = !taken.is_empty() && taken == there;
    for (before, after) in was.sweeps.iter().zip(&setup.sweeps) {
        assert_eq!((before.ordinary, before.opening), (after.ordinary, after.opening));
    }
    assert_eq!(setup.sweeps.iter().any(|sweeps| sweeps.last), all, "a sweep by the last play");
}

/// What a card is worth (S3, S63).
fn points(card: Card, options: &Options) -> i32 {
    if options.scoring == Scoring::Thirty {
        return match (card.number(), card.suit()) {
            (10, Some(Suit::Diamonds)) => 12,
            (9, Some(Suit::Spades)) => 9,
            (1, _) | (2, Some(Suit::Spades)) => 1,
            _ => 0,
        };
    }
    match (card.number(), card.suit()) {
        (value, Some(Suit::Spades)) => value.into(),
        (1, _) => 1,
        (10, Some(Suit::Diamonds)) => options.ten_of_diamonds.into(),
        _ => 0,
    }
}

/// Whether the cards split into groups that each sum to the value.
fn splits(cards: CardSet, value: u8) -> bool {
    // The highest card first: it leaves the least choice.
    let Some(highest) = cards.iter().last() else { return true };
    let mut rest = cards;
    rest.remove(highest);
    value.checked_sub(highest.number()).is_some_and(|missing| completes(rest, 51, missing, value))
}

/// Whether some of the cards up to an index complete a group, and the rest splits.
fn completes(rest: CardSet, most: u8, missing: u8, value: u8) -> bool {
    if missing == 0 {
        return splits(rest, value);
    }
    let candidates = rest.iter().filter(|card| card.index() <= most && card.number() <= missing);
    candidates.collect::<Vec<_>>().into_iter().rev().any(|card| {
        let mut left = rest;
        left.remove(card);
        completes(left, card.index(), missing - card.number(), value)
    })
}
