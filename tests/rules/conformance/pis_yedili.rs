use super::game::Game;
use super::piles::{Pile, any_number, any_seat, any_u8, any_u16};
use crate::support::Dice;
use taash::cards::{Card, CardSet, Cards, Rank, Suit};
use taash::games::pis_yedili::{Ending, Move, Opening, Options, Position, Setup, Stage, StockOut, Undeclared, View};
use taash::games::{Phase, Position as _, Seat, Viewer};

impl Game for Position {
    const KINDS: usize = 4;
    const PHASES: &'static [Phase] =
        &[Phase::Deal, Phase::Opening, Phase::Turn, Phase::Penalty, Phase::Extra, Phase::Over];

    fn deck(options: &Options, seats: u8) -> Cards {
        Cards::decks(if options.decks == 0 { 1 + seats / 5 } else { options.decks }, 0)
    }

    fn piles(setup: &mut Setup) -> Vec<&mut dyn Pile> {
        let mut piles: Vec<&mut dyn Pile> = vec![&mut setup.stock, &mut setup.under, &mut setup.top];
        piles.extend(setup.hands.iter_mut().map(|hand| hand as &mut dyn Pile));
        piles
    }

    fn hidden_piles(setup: &mut Setup, viewer: Viewer) -> Vec<&mut dyn Pile> {
        if viewer == Viewer::Referee || matches!(setup.stage, Stage::DealDue | Stage::Over) {
            return Vec::new();
        }
        // Of the cards under the top one only the number is open (P44).
        let mut piles: Vec<&mut dyn Pile> = vec![&mut setup.stock, &mut setup.under];
        let hands = (0..).map(Seat::new).zip(setup.hands.iter_mut());
        piles.extend(hands.filter(|(seat, _)| !viewer.knows_hand_of(*seat)).map(|(_, hand)| hand as &mut dyn Pile));
        piles
    }

    fn hand(setup: &Setup, seat: Seat) -> Cards {
        setup.hands[seat.index()]
    }

    fn hand_in_view(view: &View, seat: Seat) -> (usize, Option<Cards>) {
        let seat = &view.seats[seat.index()];
        (usize::from(seat.count), seat.cards)
    }

    fn moves_in_a_deal(options: &Options, seats: u8) -> Option<u32> {
        // Every card is drawn once and laid once at most, every pass follows a draw or an ace.
        let cards = u32::try_from(Self::deck(options, seats).len()).unwrap();
        (options.stock_out == StockOut::End).then_some(1 + 4 * cards)
    }

    fn kind(mv: &Move) -> usize {
        match mv {
            Move::Play { last: false, .. } => 0,
            Move::Play { last: true, .. } => 1,
            Move::Draw => 2,
            Move::Pass | Move::Deal => 3,
        }
    }

    fn plays(&self, mv: &Move, card: Card) -> bool {
        self.shown_by(mv) == [card]
    }

    fn shown_by(&self, mv: &Move) -> Vec<Card> {
        match mv {
            Move::Play { card, .. } => vec![*card],
            Move::Draw | Move::Pass | Move::Deal => Vec::new(),
        }
    }

    fn every_move(&self, _: &mut Dice) -> Option<Vec<Move>> {
        let mut moves = vec![Move::Draw, Move::Pass, Move::Deal];
        let namings = [None, Some(Suit::Clubs), Some(Suit::Diamonds), Some(Suit::Hearts), Some(Suit::Spades)];
        // A joker is refused before it becomes a move (P2).
        for card in CardSet::DECK {
            for naming in namings {
                moves.extend([false, true].map(|last| Move::Play { card, naming, last }));
            }
        }
        Some(moves)
    }

    fn corrupt(setup: &mut Setup, dice: &mut Dice) {
        let i = dice.below(8);
        match dice.below(12) {
            0 => setup.seats = any_u8(setup.seats, dice),
            1 => setup.deal_number = any_number(setup.deal_number, dice),
            2 => setup.dealer = any_seat(dice),
            3 => setup.totals[i] = any_number(setup.totals[i], dice),
            4 => setup.shuffles = any_number(setup.shuffles, dice),
            5 => setup.reversed = !setup.reversed,
            6 => setup.named = (!dice.once_in(3)).then(|| *dice.pick(&Suit::ALL)),
            7 => corrupt_options(&mut setup.options, dice),
            8 => corrupt_last_deal(setup, i, dice),
            9 => setup.barred ^= 1 << i,
            _ => {
                let seat = any_seat(dice).unwrap_or_default();
                let (drawn, small) = (any_u8(0, dice), u8::try_from(dice.below(4)).unwrap());
                setup.stage = match dice.below(7) {
                    0 => Stage::DealDue,
                    1 => Stage::Over,
                    2 => Stage::Opening { seat, opened: small, drawn: any_u8(0, dice) },
                    3 => Stage::Turn { seat, drawn },
                    4 => Stage::Turn { seat, drawn: small },
                    5 => Stage::Penalty { seat, sevens: if dice.once_in(2) { small } else { drawn } },
                    _ => Stage::Extra { seat, drawn: small, undeclared: dice.once_in(2) },
                };
            }
        }
    }

    fn assert_own_invariants(&self) {
        let setup = self.to_setup();
        for (seat, total) in self.standing().seats.iter().zip(setup.totals) {
            assert_eq!(u32::try_from(seat.total), Ok(total));
        }
        assert!(!setup.reversed || setup.seats > 2, "two seats have no direction (P31)");
        let jack = setup.top.and_then(Card::rank) == Some(Rank::Jack);
        assert!(jack || setup.named.is_none(), "a suit is named on a jack only (P18)");
        let can_bar = setup.options.declare_last && setup.options.undeclared == Undeclared::NoFinish;
        assert!(setup.barred == 0 || (can_bar && self.turn().is_some()), "nobody is barred without NO_FINISH (P52)");
    }

    fn assert_scored(&self, before: &Self) {
        let (setup, was) = (self.to_setup(), before.to_setup());
        let (score, standing) = (self.score(), self.standing());
        let hands = &setup.hands[..usize::from(setup.seats)];
        let points: Vec<i32> = hands.iter().map(|&hand| points(hand)).collect();
        let out = hands.iter().position(|hand| hand.is_empty());
        let rank = setup.top.and_then(Card::rank);
        let factor = match rank {
            Some(Rank::Seven) if out.is_some() => 3,
            Some(Rank::Jack) if out.is_some() => 2,
            _ => 1,
        };
        let lowest = points.iter().min().unwrap();
        for (i, seat) in standing.seats.iter().enumerate() {
            let wins = if out.is_some() { out == Some(i) } else { points[i] == *lowest };
            assert_eq!(seat.last_deal, if wins { 0 } else { factor * points[i] }, "seat {i}: {score:?}");
            assert_eq!(seat.total, i32::try_from(was.totals[i]).unwrap() + seat.last_deal, "the total of seat {i}");
            let lines = score.lines.iter().filter(|line| line.seat.index() == i);
            assert_eq!(lines.map(|line| line.points).sum::<i32>(), seat.last_deal, "the lines of seat {i}: {score:?}");
        }
        let went_out = matches!(score.last_deal.map(|deal| deal.ending), Some(Ending::WentOut { .. }));
        assert_eq!(went_out, out.is_some());
        let options = &setup.options;
        let over = match options.target {
            0 => setup.deal_number >= u32::from(options.deals),
            target => setup.totals.iter().any(|&total| total >= u32::from(target)),
        };
        assert_eq!(setup.stage == Stage::Over, over, "the match ends after the last deal (P47)");
    }
}

/// What a hand counts (P45).
fn points(hand: Cards) -> i32 {
    let of_card = |card: Card| match card.number() {
        1 => 15,
        7 => 20,
        11 => 25,
        12 | 13 => 10,
        number => i32::from(number),
    };
    hand.iter().map(of_card).sum()
}

fn corrupt_options(options: &mut Options, dice: &mut Dice) {
    let byte = any_u8(options.hand_size, dice);
    match dice.below(11) {
        0 => options.decks = byte,
        1 => options.hand_size = byte,
        2 => options.draw_limit = byte,
        3 => options.seven_draws = byte,
        4 => options.deals = byte,
        5 => options.target = any_u16(options.target, dice),
        6 => options.opening = Opening::All,
        7 => options.undeclared_draws = byte,
        8 => options.opener_extra = !options.opener_extra,
        9 => options.undeclared = Undeclared::NoFinish,
        _ => options.stock_out = *dice.pick(&[StockOut::End, StockOut::Reshuffle]),
    }
}

fn corrupt_last_deal(setup: &mut Setup, i: usize, dice: &mut Dice) {
    let Some(last) = &mut setup.last_deal else { return };
    match dice.below(4) {
        0 => last.hands[i] = any_u16(last.hands[i], dice),
        1 => last.ending = Ending::StockOut,
        2 => {
            let winner = any_seat(dice).unwrap_or_default();
            last.ending = Ending::WentOut { winner, last_card: dice.any_card() };
        }
        _ => setup.last_deal = None,
    }
}
