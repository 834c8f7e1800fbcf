//! The rules common to all games (`src/games/RULES.md`), each shown with every game.

use crate::conformance::Game;
use crate::support::{Dice, legal, mv, options, seed, shuffles};
use taash::cards::{Card, CardList, Cards, ClientSeed};
use taash::for_game;
use taash::games::{GameId, Match, Options as _, Phase, PlayError, Position, Rule, Seat, Shuffles, TextError, Viewer};
use taash::games::{jhyap, pis_yedili, seep};

/// A game, with a word or two of it.
trait Sample: Game {
    /// Texts of the right form with a value out of range; Pis Yedili has none.
    const MALFORMED: &'static [&'static str];
    /// The fewest seats that the preset CLASSIC takes.
    const CLASSIC_SEATS: u8 = Self::SEATS.0;
    /// A move that only another phase than a turn allows, and `deal`.
    const UNDUE: &'static str;
    /// A move that plays this card alone, in a turn where no other duty is pending.
    fn playing(card: Card) -> String;
}

impl Sample for jhyap::Position {
    const MALFORMED: &'static [&'static str] =
        &["discard, take stock", "discard AC AD AH AS AC AD AH AS AC, take stock"];
    const UNDUE: &'static str = "slap";

    fn playing(card: Card) -> String {
        format!("discard {card}, take stock")
    }
}

impl Sample for pis_yedili::Position {
    const MALFORMED: &'static [&'static str] = &[];
    const UNDUE: &'static str = "deal";

    fn playing(card: Card) -> String {
        format!("play {card}")
    }
}

impl Sample for seep::Position {
    const MALFORMED: &'static [&'static str] =
        &["bid 8", "bid 14", "build 14 with KC: AC", "capture TC: 4C 4C", "capture TC: X"];
    // Two players are an option (S62).
    const CLASSIC_SEATS: u8 = 4;
    const UNDUE: &'static str = "bid 9";

    fn playing(card: Card) -> String {
        format!("throw {card}")
    }
}

/// Runs a check for each game.
macro_rules! every_game {
    ($check:ident) => {
        for game in GameId::ALL {
            for_game!(game, P => $check::<P>());
        }
    };
}

/// A match with seat 0 as dealer, at a table of as many seats as the smallest that shows something, and its seed.
fn start<P: Sample>(words: &str, name: &str) -> Match<P> {
    let seats = P::CLASSIC_SEATS.max(3);
    let position = P::new_match(options(words), seats, Some(Seat::new(0)), None).unwrap();
    Match::new(position, seed(name))
}

/// The same after the deal and as many moves more, each the first legal one that ends nothing.
fn under_way<P: Sample>(moves: usize) -> Match<P> {
    let mut game = start::<P>("", "under way");
    play(&mut game, "deal").unwrap();
    for _ in 0..moves {
        let (legal, _) = legal(&game.position, None);
        let mv = legal.iter().find(|mv| mv.to_string() != "call").unwrap().clone();
        game.play(None, &mv, &[], &mut ()).unwrap();
    }
    game
}

fn play<P: Sample>(game: &mut Match<P>, text: &str) -> Result<(), PlayError> {
    game.play(None, &mv::<P>(text), &[], &mut ()).map(|_| ())
}

/// Every card that a viewer is shown in some hand.
fn shown<P: Sample>(position: &P, viewer: Viewer) -> Vec<Card> {
    let view = position.view(viewer);
    Seat::all(position.seats()).filter_map(|seat| P::hand_in_view(&view, seat).1).flatten().collect()
}

/// Plays at random until the match is over.
fn finished<P: Sample>(words: &str) -> Match<P> {
    let mut game = start::<P>(words, "finished");
    let mut dice = Dice::new("finished", 0);
    for _ in 0..100_000 {
        if game.phase() == Phase::Over {
            return game;
        }
        let (moves, _) = legal(&game.position, None);
        let mv = dice.pick(&moves).clone();
        game.play(None, &mv, &[], &mut ()).unwrap();
    }
    panic!("the match does not end");
}

fn rule_of<T: std::fmt::Debug>(result: Result<T, PlayError>) -> Rule {
    result.unwrap_err().rule
}

#[test]
fn g1_a_value_out_of_range_is_no_move() {
    fn check<P: Sample>() {
        for text in P::MALFORMED {
            let error = P::parse_move(text).unwrap_err();
            assert!(matches!(&error, TextError::Malformed(e) if e.rule == Rule::G(1)), "{text}: {error:?}");
        }
        for nonsense in ["", "fold", "deal deal", "play", "bid", "discard"] {
            let error = P::parse_move(nonsense).map(|parsed| parsed.literal);
            assert!(error.is_err(), "{nonsense:?} is read as {error:?}");
        }
    }
    every_game!(check);
}

#[test]
fn g1_options_out_of_range_are_refused_all_at_once() {
    fn check<P: Sample>(wrong: P::Options, expected: &[&str]) {
        let faults = P::new_match(wrong, P::CLASSIC_SEATS, None, None).unwrap_err();
        for name in expected {
            assert!(faults.iter().any(|fault| fault.field.ends_with(name)), "{name}: {faults:?}");
        }
        assert_eq!(faults.len(), expected.len(), "{faults:?}");
    }
    let classic = jhyap::Options::CLASSIC;
    let wrong = jhyap::Options { call_limit: 51, penalty: 101, limit: 1004, hand_size: 4, ..classic };
    check::<jhyap::Position>(wrong, &["hand_size", "call_limit", "penalty", "limit"]);
    let classic = pis_yedili::Options::default();
    let wrong = pis_yedili::Options { hand_size: 11, draw_limit: 6, seven_draws: 0, deals: 0, ..classic };
    check::<pis_yedili::Position>(wrong, &["hand_size", "draw_limit", "seven_draws", "deals"]);
    let classic = seep::Options::CLASSIC;
    let wrong = seep::Options { ten_of_diamonds: 3, sweep_points: 101, baazi_lead: 9, baazis: 26, ..classic };
    check::<seep::Position>(wrong, &["ten_of_diamonds", "sweep_points", "baazi_lead", "baazis"]);
}

#[test]
fn g1_options_that_contradict_each_other_are_refused() {
    let endless = jhyap::Options { jokers: 0, call_limit: 0, ..jhyap::Options::CLASSIC };
    assert!(endless.check(4).is_err(), "no hand could ever call (J30)");
    assert_eq!(jhyap::Options { max_turns: 10, ..endless }.check(4), Ok(()));
    let crowded = pis_yedili::Options { decks: 1, hand_size: 7, ..pis_yedili::Options::default() };
    assert!(crowded.check(8).is_err(), "56 cards of 52 (P3)");
    assert_eq!(crowded.check(7), Ok(()));
}

#[test]
fn g1_seats_and_dealer_are_those_of_the_game() {
    fn check<P: Sample>() {
        let new = |seats, dealer| P::new_match(P::Options::default(), seats, dealer, None);
        for seats in [0, P::SEATS.0 - 1, P::SEATS.1 + 1, u8::MAX] {
            assert!(new(seats, None).is_err(), "{seats} seats");
        }
        assert!(new(P::CLASSIC_SEATS, Some(Seat::new(P::CLASSIC_SEATS))).is_err(), "no such dealer");
        assert!(new(P::CLASSIC_SEATS, Some(Seat::new(P::CLASSIC_SEATS - 1))).is_ok());
    }
    every_game!(check);
}

#[test]
fn g2_a_move_belongs_to_the_phase() {
    fn check<P: Sample>() {
        let mut before = start::<P>("", "phases");
        let first = P::playing(Card::from_index(0).unwrap());
        assert_eq!(rule_of(play(&mut before, &first)), Rule::G(2));
        let mut game = under_way::<P>(4);
        assert_eq!(game.phase(), Phase::Turn);
        for text in ["deal", P::UNDUE] {
            assert_eq!(rule_of(play(&mut game, text)), Rule::G(2), "{text}");
        }
    }
    every_game!(check);
}

#[test]
fn g2_comes_before_the_seat_and_the_seat_before_the_card() {
    fn check<P: Sample>() {
        let mut game = under_way::<P>(4);
        let turn = game.turn().unwrap();
        let other = turn.next(game.position.seats());
        let by = |game: &mut Match<P>, seat, text: &str| rule_of(game.play(Some(seat), &mv::<P>(text), &[], &mut ()));
        assert_eq!(by(&mut game, other, "deal"), Rule::G(2));
        let foreign = P::playing(foreign_card(&game.position));
        assert_eq!(by(&mut game, other, &foreign), Rule::G(3));
        assert_eq!(by(&mut game, turn, &foreign), Rule::G(4));
    }
    every_game!(check);
}

/// A card that the seat whose turn it is does not hold.
fn foreign_card<P: Sample>(position: &P) -> Card {
    let own = shown(position, Viewer::Seat(position.turn().unwrap()));
    let all = shown(position, Viewer::Referee);
    all.into_iter().find(|card| !own.contains(card) && !card.is_joker()).unwrap()
}

#[test]
fn g3_only_the_seat_whose_turn_it_is_moves() {
    fn check<P: Sample>() {
        let mut game = under_way::<P>(3);
        let (turn, seats) = (game.turn().unwrap(), game.position.seats());
        let mv = legal(&game.position, None).0[0].clone();
        let before = game.clone();
        for seat in Seat::all(seats).chain([Seat::new(seats), Seat::new(u8::MAX)]).filter(|&seat| seat != turn) {
            assert_eq!(rule_of(game.play(Some(seat), &mv, &[], &mut ())), Rule::G(3), "{seat:?}");
            assert_eq!(game, before);
        }
        game.play(Some(turn), &mv, &[], &mut ()).unwrap();
        let mut unnamed = before;
        unnamed.play(None, &mv, &[], &mut ()).unwrap();
        assert_eq!(game, unnamed, "whose move it is goes without saying");
    }
    every_game!(check);
}

#[test]
fn g3_the_deal_is_the_dealers_and_anybodys_while_there_is_none() {
    fn check<P: Sample>() {
        let mut game = start::<P>("", "deal");
        let deal = mv::<P>("deal");
        assert_eq!(rule_of(game.play(Some(Seat::new(1)), &deal, &[], &mut ())), Rule::G(3));
        game.play(Some(Seat::new(0)), &deal, &[], &mut ()).unwrap();
        let undrawn = P::new_match(P::Options::default(), P::CLASSIC_SEATS, None, None).unwrap();
        assert_eq!((undrawn.dealer(), undrawn.turn()), (None, None));
        for seat in Seat::all(P::CLASSIC_SEATS) {
            let mut game = Match::new(undrawn.clone(), seed("deal"));
            game.play(Some(seat), &deal, &[], &mut ()).unwrap();
            assert!(game.position.dealer().is_some());
        }
    }
    every_game!(check);
}

#[test]
fn g4_only_cards_of_the_own_hand_are_played() {
    fn check<P: Sample>() {
        let mut game = under_way::<P>(5);
        let before = game.clone();
        let card = foreign_card(&game.position);
        let error = play(&mut game, &P::playing(card)).unwrap_err();
        assert_eq!((error.rule, error.cards.as_slice()), (Rule::G(4), &[card][..]));
        assert_eq!(game, before);
    }
    every_game!(check);
}

#[test]
fn g5_nothing_is_played_when_the_match_is_over() {
    fn check<P: Sample>(words: &str) {
        let mut game = finished::<P>(words);
        assert_eq!((game.turn(), legal(&game.position, None).0.len()), (None, 0));
        let before = game.clone();
        for text in ["deal", P::UNDUE, &P::playing(Card::from_index(0).unwrap())] {
            assert_eq!(rule_of(play(&mut game, text)), Rule::G(5), "{text}");
            let by_nobody = game.play(Some(Seat::new(9)), &mv::<P>(text), &[CardList::EMPTY], &mut ());
            assert_eq!(rule_of(by_nobody), Rule::G(5), "before all but G1: {text}");
        }
        assert_eq!(game, before);
    }
    check::<jhyap::Position>("limit=52 halving=NONE");
    check::<pis_yedili::Position>("deals=1");
    check::<seep::Position>("baazi_lead=10");
}

#[test]
fn g5_nothing_is_played_in_a_match_that_was_abandoned() {
    fn check<P: Sample>() {
        let mut game = under_way::<P>(2);
        game.abandoned = true;
        assert_eq!((game.phase(), game.turn()), (Phase::Over, None));
        let mv = legal(&game.position, None).0[0].clone();
        assert_eq!(rule_of(game.play(None, &mv, &[], &mut ())), Rule::G(5));
        assert_eq!(rule_of(play(&mut game, "deal")), Rule::G(5));
    }
    every_game!(check);
}

#[test]
fn g6_an_order_is_a_permutation_of_the_cards() {
    fn check<P: Sample>() {
        let game = start::<P>("", "orders");
        let deal = mv::<P>("deal");
        let deck = game.position.cards_to_shuffle(&deal).unwrap();
        let order = CardList::from(deck);
        let mut short = order;
        short.pop();
        let mut doubled = order;
        doubled.as_mut_slice()[0] = order.as_slice()[1];
        let mut long = order;
        long.push(order.as_slice()[0]);
        for wrong in [CardList::EMPTY, short, doubled, long] {
            let mut other = game.clone();
            assert_eq!(rule_of(other.play(None, &deal, &[wrong], &mut ())), Rule::G(6));
            let by_another = other.play(Some(Seat::new(1)), &deal, &[wrong], &mut ());
            assert_eq!(rule_of(by_another), Rule::G(3), "the seat is judged before the order");
            assert_eq!(other, game);
        }
        let mut given = game.clone();
        // High cards first, so that Seep's bidder can bid.
        let downwards: CardList = order.as_slice().iter().rev().copied().collect();
        assert_eq!(given.play(None, &deal, &[downwards, order], &mut ()), Ok(1), "one is used");
        assert_eq!(downwards.to_cards(), Some(deck));
    }
    every_game!(check);
}

#[test]
fn g7_a_hand_is_known_to_its_seat_alone_until_the_deal_is_over() {
    fn check<P: Sample>() {
        let game = under_way::<P>(0);
        let seats = game.position.seats();
        let of = |viewer| shown(&game.position, viewer).into_iter().collect::<CardList>();
        let hands: Vec<CardList> = Seat::all(seats).map(|seat| of(Viewer::Seat(seat))).collect();
        let mut all = Cards::EMPTY;
        assert!(hands.iter().flat_map(|hand| hand.as_slice().to_vec()).all(|card| all.insert(card)));
        assert_eq!(of(Viewer::Spectator), CardList::EMPTY);
        assert_eq!(of(Viewer::Referee).to_cards(), Some(all), "every hand, each shown to its seat");
        assert!(!all.is_empty());
    }
    fn after<P: Sample>(words: &str) {
        let game = finished::<P>(words);
        let referee = shown(&game.position, Viewer::Referee);
        for viewer in Seat::all(game.position.seats()).map(Viewer::Seat).chain([Viewer::Spectator]) {
            assert_eq!(shown(&game.position, viewer), referee, "{viewer:?}");
        }
    }
    every_game!(check);
    after::<jhyap::Position>("limit=52 halving=NONE");
    after::<pis_yedili::Position>("deals=1");
    after::<seep::Position>("baazi_lead=10");
}

#[test]
fn g8_scores_tell_nothing_of_the_deal_in_progress() {
    fn check<P: Sample>() {
        let start = start::<P>("", "scores").position;
        for moves in 0..6 {
            let game = under_way::<P>(moves).position;
            assert_eq!(game.standing(), start.standing());
            assert_eq!(game.score(), start.score());
            assert_eq!(game.standing().finished_deals, 0);
        }
    }
    every_game!(check);
}

#[test]
fn g9_equals_share_the_better_place() {
    fn check<P: Sample>(words: &str, mut places: Vec<u8>) {
        let before = start::<P>("", "places").position.standing();
        assert!(before.seats.iter().all(|seat| seat.place == 1), "all are first before the first deal is finished");
        let standing = finished::<P>(words).position.standing();
        let mut found: Vec<u8> = standing.seats.iter().map(|seat| seat.place).collect();
        found.sort_unstable();
        places.sort_unstable();
        assert_eq!(found, places, "{standing:?}");
    }
    check::<jhyap::Position>("limit=52 halving=NONE", vec![1, 2, 3]);
    check::<pis_yedili::Position>("deals=1", vec![1, 2, 3]);
    check::<seep::Position>("baazi_lead=10", vec![1, 1, 3, 3]);
}

#[test]
fn g10_identical_cards_are_interchangeable() {
    // Two decks: whoever holds both copies of a card has one move with it, not two.
    fn check<P: Sample>(words: &str) {
        let start = P::new_match(options(words), 2, Some(Seat::new(0)), None).unwrap();
        let deal = mv::<P>("deal");
        let deck = start.cards_to_shuffle(&deal).unwrap();
        // In card order the copies lie side by side, so each of the two seats gets one of each; by twos, one gets both.
        let sorted: Vec<Card> = deck.iter().collect();
        let by_twos: CardList = sorted
            .chunks(4)
            .flat_map(|four| match *four {
                [a, b, c, d] => vec![a, c, b, d],
                _ => four.to_vec(),
            })
            .collect();
        let orders = [by_twos];
        let nobody = seed("twins");
        let mut position = start;
        position.play(None, &deal, &mut Shuffles::new(&nobody, &ClientSeed::NONE, &orders), &mut ()).unwrap();
        let hand = shown(&position, Viewer::Seat(position.turn().unwrap()));
        assert_eq!(hand[0], hand[1], "{hand:?}");
        let (moves, _) = legal(&position, None);
        let one: Vec<String> =
            moves.iter().map(ToString::to_string).filter(|text| *text == P::playing(hand[0])).collect();
        assert!(one.len() == 1, "{moves:?}");
        let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
        texts.sort_unstable();
        let all = texts.len();
        texts.dedup();
        assert_eq!(texts.len(), all, "a move is listed twice");
    }
    check::<jhyap::Position>("decks=2 jokers=0");
    check::<pis_yedili::Position>("decks=2");
}

#[test]
fn g10_requests_that_lead_to_the_same_state_are_one_move() {
    let canonical = |position: &jhyap::Position, text: &str| position.check_move(&mv::<jhyap::Position>(text));
    let mut position =
        jhyap::Position::new_match(options("hand_size=6"), 2, Some(Seat::new(0)), Some(Seat::new(1))).unwrap();
    let deck = Cards::decks(1, 2);
    // Every second card is seat 1's: 4S 5S 6S 6H 6D KD.
    let mut order = Vec::new();
    for (own, other) in ["4S", "5S", "6S", "6H", "6D", "KD"].iter().zip(["AC", "2C", "3C", "4C", "5C", "6C"]) {
        order.extend([own, other].map(|text| taash::cards::parse_card(text).unwrap()));
    }
    let mut rest = deck;
    order.iter().for_each(|&card| assert!(rest.remove(card)));
    order.extend(rest);
    let orders = [CardList::new(&order).unwrap()];
    let none = seed("");
    let mut from_order = Shuffles::new(&none, &ClientSeed::NONE, &orders);
    position.play(None, &mv::<jhyap::Position>("deal"), &mut from_order, &mut ()).unwrap();
    for (one, other) in [
        ("discard 6H 6S 6D, take stock", "discard 6D 6H 6S, take stock"),
        ("discard 6S 5S 4S, take stock", "discard 4S 5S 6S, take stock"),
    ] {
        let move_made = canonical(&position, one).unwrap();
        assert_eq!(move_made.to_string(), other);
        assert_eq!(canonical(&position, other), Ok(move_made));
        let mut after = [position.clone(), position.clone()];
        for (position, text) in after.iter_mut().zip([one, other]) {
            position.play(None, &mv::<jhyap::Position>(text), &mut shuffles(&none), &mut ()).unwrap();
        }
        assert_eq!(after[0], after[1]);
        let listed = legal(&position, None).0.iter().filter(|mv| mv.to_string() == other).count();
        assert_eq!(listed, 1);
    }
}
