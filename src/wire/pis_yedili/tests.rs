//! What is written reads back, and what is malformed is refused with the field's name.

use super::super::testing::{self, decoded, encoded, extremes, fields, legal};
use super::*;
use crate::games::pis_yedili::{Ace, Eight, Options, SevenChain, Stage, Undeclared};
use crate::games::{OptionKind, Options as _, Position as _, Viewer};

/// Options of several kinds of matches: both presets, a target, all that makes a deal long, and the variants.
fn kinds_of_options() -> [Options; 6] {
    let target = Options { target: 300, ace: Ace::Skip, eight: Eight::None, ..Options::CLASSIC };
    let long = Options { decks: 2, hand_size: 10, seven_draws: 5, play_after_penalty: true, ..Options::TURKISH };
    let barring = Options {
        declare_last: true,
        undeclared: Undeclared::NoFinish,
        seven_chain: SevenChain::Double,
        opener_extra: true,
        ..Options::CLASSIC
    };
    let all_draw = Options { ace: Ace::AllDraw, undeclared_draws: 5, ..Options::TURKISH };
    [Options::CLASSIC, Options::TURKISH, target, long, barring, all_draw]
}

/// Plays a random match and passes on every position, the first and the last included, with the events that led to it.
fn along(options: Options, seats: u8, seed: u8, look: impl FnMut(&Position, &[Event])) {
    // Without reshuffles every deal ends; with them, random play can take long.
    testing::walk(Position::new_match(options, seats, None, None).unwrap(), seed, 1500, look);
}

fn options_message(options: &Options) -> msg::Options {
    let pb::engine::game_options::Options::PisYedili(message) = Position::write_options(options) else {
        panic!("options of another game")
    };
    message
}

fn move_message(mv: &Move) -> msg::Move {
    let pb::engine::legal_move::Move::PisYedili(message) = Position::write_move(mv) else {
        panic!("a move of another game")
    };
    message
}

fn event_message(event: &Event) -> msg::event::Kind {
    let pb::engine::event::Event::PisYedili(message) = Position::write_event(event) else {
        panic!("an event of another game")
    };
    message.kind.unwrap()
}

fn view_message(position: &Position, viewer: Viewer) -> msg::View {
    let pb::engine::view::View::PisYedili(message) = Position::write_view(&position.view(viewer)) else {
        panic!("a view of another game")
    };
    message
}

fn score_message(position: &Position) -> msg::Score {
    let pb::engine::score::Score::PisYedili(message) = Position::write_score(&position.score()) else {
        panic!("a score of another game")
    };
    message
}

/// Every option at its last value.
fn extreme_numbers() -> Options {
    let mut options = Options::CLASSIC;
    for spec in Options::SPECS {
        let last = match spec.kind {
            OptionKind::Flag => 1,
            OptionKind::Number { max, .. } => max,
            OptionKind::OneOf(numbers) => *numbers.last().unwrap(),
            OptionKind::Choice(names) => u16::try_from(names.len() - 1).unwrap(),
        };
        (spec.set)(&mut options, last);
    }
    options
}

/// Every option at each of its extreme values, the rest as in either preset.
fn extreme_options() -> Vec<Options> {
    let mut all = vec![Options::CLASSIC, Options::TURKISH];
    for base in [Options::CLASSIC, Options::TURKISH] {
        for spec in Options::SPECS {
            for value in extremes(spec.kind) {
                let mut options = base;
                (spec.set)(&mut options, value);
                assert_eq!((spec.get)(&options), value, "{}", spec.name);
                all.push(options);
            }
        }
    }
    all
}

#[test]
fn a_setup_reads_back_along_random_matches() {
    for (n, options) in (1..).zip(kinds_of_options()) {
        for seats in [2, 3, 4, 5, 8] {
            along(options, seats, n, |position, _| {
                let setup = position.to_setup();
                assert_eq!(decoded::<Position>(&encoded::<Position>(&setup)), Ok(setup));
            });
        }
    }
}

#[test]
fn four_seats_with_one_deck_are_short() {
    for seed in 1..=10 {
        for options in [Options::CLASSIC, Options::TURKISH] {
            along(options, 4, seed, |position, _| {
                let length = encoded::<Position>(&position.to_setup()).len();
                assert!(length <= 95, "{length} bytes");
            });
        }
    }
}

#[test]
fn a_debt_of_640_cards_fits_into_a_state() {
    let mut setup = Setup::new(Options { seven_chain: SevenChain::Double, ..extreme_numbers() }, 8, Some(Seat::new(7)));
    setup.deal_number = u32::MAX;
    setup.shuffles = u32::MAX;
    setup.totals = [u32::MAX; 8];
    setup.stage = Stage::Penalty { seat: Seat::new(7), sevens: 8 };
    setup.barred = u8::MAX;
    // All 104 cards lie somewhere, in a list or in a multiset, one byte each.
    setup.stock = Cards::decks(2, 0).iter().collect();
    setup.last_deal = Some(DealResult { ending: Ending::StockOut, hands: [u16::MAX; 8] });
    assert_eq!(decoded::<Position>(&encoded::<Position>(&setup)), Ok(setup));
    let envelope = 120;
    assert!(encoded::<Position>(&setup).len() + envelope <= 768, "{} bytes", encoded::<Position>(&setup).len());
}

#[test]
fn a_byte_of_barred_seats_is_not_zero() {
    let mut setup = Setup::new(Options::CLASSIC, 8, None);
    let mut bytes = encoded::<Position>(&setup);
    setup.barred = 0x81;
    let barred = encoded::<Position>(&setup);
    assert_eq!((decoded::<Position>(&barred), barred.len()), (Ok(setup), bytes.len() + 1));
    let at = (0..bytes.len()).find(|&i| bytes[i] != barred[i]).unwrap();
    bytes[at] |= 1 << 4;
    bytes.insert(at + 1, 0);
    assert_eq!(decoded::<Position>(&bytes), Err(BadPayload));
    bytes[at] |= 1 << 5;
    assert_eq!(decoded::<Position>(&bytes), Err(BadPayload));
}

#[test]
fn the_largest_numbers_read_back() {
    let mut setup = Setup::new(Options::CLASSIC, 8, Some(Seat::new(7)));
    setup.deal_number = u32::MAX;
    setup.shuffles = u32::MAX;
    setup.totals = [u32::MAX; 8];
    setup.stage = Stage::Opening { seat: Seat::new(7), opened: u8::MAX, drawn: u8::MAX };
    setup.last_deal = Some(DealResult { ending: Ending::StockOut, hands: [u16::MAX; 8] });
    assert_eq!(decoded::<Position>(&encoded::<Position>(&setup)), Ok(setup));
}

#[test]
fn bytes_that_were_altered_are_refused_or_read_as_what_writes_them() {
    along(Options::TURKISH, 4, 7, |position, _| {
        let bytes = encoded::<Position>(&position.to_setup());
        for i in 0..bytes.len() {
            assert_eq!(decoded::<Position>(&bytes[..i]), Err(BadPayload), "cut off at {i}");
            for value in [0, 1, 5, 6, 8, 0x12, 0x35, 0x7f, 0x80, 0xc0, 0xff] {
                let mut altered = bytes.clone();
                altered[i] = value;
                if let Ok(setup) = decoded::<Position>(&altered) {
                    assert_eq!(encoded::<Position>(&setup), altered, "byte {i}");
                    // Validation does not panic.
                    let _ = Position::from_setup(setup);
                }
            }
        }
    });
}

#[test]
fn options_read_back_from_message_and_payload() {
    for options in extreme_options() {
        let message = options_message(&options);
        assert_eq!(Position::read_options(&message), Ok(options));
        // Every field is present, so the preset does not matter.
        let on_turkish = msg::Options { preset: Some(msg::Preset::Turkish.into()), ..message };
        assert_eq!(Position::read_options(&on_turkish), Ok(options));
        let setup = Setup::new(options, 2, None);
        assert_eq!(decoded::<Position>(&encoded::<Position>(&setup)), Ok(setup));
    }
}

#[test]
fn absent_options_are_those_of_the_preset() {
    let of_preset = |preset| Position::read_options(&msg::Options { preset, ..Default::default() });
    assert_eq!(of_preset(None), Ok(Options::CLASSIC));
    assert_eq!(of_preset(Some(0)), Ok(Options::CLASSIC));
    assert_eq!(of_preset(Some(msg::Preset::Classic.into())), Ok(Options::CLASSIC));
    assert_eq!(of_preset(Some(msg::Preset::Turkish.into())), Ok(Options::TURKISH));
    let unspecified = msg::Options { preset: Some(2), opening: Some(0), stock_out: Some(0), ..Default::default() };
    assert_eq!(Position::read_options(&unspecified), Ok(Options::TURKISH));
    let single = msg::Options { ace: Some(msg::Ace::None.into()), target: Some(500), ..Default::default() };
    let expected = Options { ace: Ace::None, target: 500, ..Options::CLASSIC };
    assert_eq!(Position::read_options(&single), Ok(expected));
}

#[test]
fn every_option_that_does_not_fit_is_a_fault_by_its_name() {
    let wrong = msg::Options {
        preset: Some(3),
        decks: Some(256),
        hand_size: Some(u32::MAX),
        opening: Some(3),
        draw_limit: Some(1 << 16),
        seven_draws: Some(300),
        eight: Some(-1),
        ten: Some(3),
        ace: Some(5),
        stock_out: Some(i32::MIN),
        deals: Some(256),
        target: Some(65_536),
        opening_card: Some(3),
        jack_on_ace: Some(3),
        undeclared: Some(3),
        undeclared_draws: Some(0),
        seven_chain: Some(3),
        ..Default::default()
    };
    let expected = [
        "preset",
        "decks",
        "hand_size",
        "opening",
        "draw_limit",
        "seven_draws",
        "eight",
        "ten",
        "ace",
        "stock_out",
        "deals",
        "target",
        "opening_card",
        "jack_on_ace",
        "undeclared",
        "undeclared_draws",
        "seven_chain",
    ];
    assert_eq!(fields(Position::read_options(&wrong).unwrap_err()), expected);
}

#[test]
fn legal_moves_read_back() {
    for (n, options) in (1..).zip(kinds_of_options()) {
        along(options, 3, n, |position, _| {
            for mv in legal(position) {
                assert_eq!(Position::read_move(&move_message(&mv)), Ok(mv));
            }
        });
    }
}

#[test]
fn malformed_moves_tell_every_fault() {
    let read = |card, naming| {
        let kind = msg::r#move::Kind::Play(msg::Play { card, naming, last: false });
        Position::read_move(&msg::Move { kind: Some(kind) }).map_err(fields)
    };
    let joker = write_card(Card::JOKER);
    for card in [0, joker, joker + 1, -1, i32::MIN, i32::MAX] {
        assert_eq!(read(card, None), Err(vec!["play.card".to_owned()]), "card {card}");
        assert_eq!(read(card, Some(5)), Err(vec!["play.card".to_owned(), "play.naming".to_owned()]), "card {card}");
    }
    assert_eq!(read(1, Some(-1)), Err(vec!["play.naming".to_owned()]));
    let lowest = Card::from_index(0).unwrap();
    assert_eq!(read(1, Some(0)), Ok(Move::play(lowest)));
    assert_eq!(Position::read_move(&msg::Move { kind: None }).map_err(fields), Err(vec!["kind".to_owned()]));
}

#[test]
fn messages_say_what_the_core_says() {
    along(Options::TURKISH, 4, 3, |position, events| {
        for viewer in [Viewer::Seat(Seat::new(1)), Viewer::Spectator, Viewer::Referee] {
            let (view, message) = (position.view(viewer), view_message(position, viewer));
            assert_eq!(message.options.map(|options| Position::read_options(&options)), Some(Ok(view.options)));
            for (seat, hand) in view.seats.iter().zip(&message.hands) {
                assert_eq!((hand.seat, hand.count), (seat.seat.number().into(), seat.count.into()));
                assert_eq!(hand.shown, seat.cards.is_some());
                assert_eq!(hand.cards.len(), if hand.shown { usize::from(seat.count) } else { 0 });
            }
            let referee = viewer == Viewer::Referee;
            assert_eq!(message.stock.len(), if referee { usize::from(view.stock_count) } else { 0 });
            assert_eq!(message.under.len(), if referee { usize::from(view.under_count) } else { 0 });
            assert_ne!(message.phase(), common::Phase::Unspecified);
            assert_eq!(message.own_points, view.own_points.map(u32::from));
            let barred = view.seats.iter().filter(|seat| seat.barred).map(|seat| u32::from(seat.seat.number()));
            assert_eq!(message.barred, barred.collect::<Vec<_>>());
            for event in events.iter().filter_map(|event| Position::seen(event, viewer)) {
                if let (Event::Drew { cards, count, .. }, msg::event::Kind::Drew(drew)) =
                    (&event, event_message(&event))
                {
                    assert_eq!((drew.shown, drew.count), (cards.is_some(), u32::from(*count)));
                    assert_eq!(drew.cards.len(), if drew.shown { usize::from(*count) } else { 0 });
                }
            }
        }
        // The lines of the last deal add up to its score.
        let score = score_message(position);
        for seat in &score.seats {
            let lines = score.lines.iter().filter(|line| line.seat == seat.seat);
            assert_eq!(lines.map(|line| line.points).sum::<i32>(), seat.last_deal);
        }
        assert_eq!(score.last_deal.is_some(), score.finished_deals > 0);
    });
}
