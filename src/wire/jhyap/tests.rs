//! What is written reads back, what is malformed is refused with the field's name, and a full table stays small.

use super::super::testing::{self, decoded, encoded, extremes, fields, legal};
use super::*;
use crate::cards::{Card, Cards, parse_card, parse_cards};
use crate::games::jhyap::{LastDeal, Options, Stage};
use crate::games::{OptionKind, Options as _, Position as _, Seat, Viewer};

/// Passes on every position of a random match with the events that led to it.
fn walk(options: Options, seats: u8, seed: u8, look: impl FnMut(&Position, &[Event])) {
    testing::walk(Position::new_match(options, seats, None, None).unwrap(), seed, 300, look);
}

/// The presets, and a full table at which deals are long and end without a call.
fn tables() -> [(Options, u8); 4] {
    let crowded = Options { large_table: true, call_limit: 0, max_turns: 60, slap_down: true, ..Options::CLASSIC };
    [(Options::CLASSIC, 4), (Options::ISRAELI, 3), (Options::NEPALI, 5), (crowded, 8)]
}

fn options_message(options: &Options) -> msg::Options {
    let pb::engine::game_options::Options::Jhyap(message) = Position::write_options(options) else {
        panic!("options of another game")
    };
    message
}

fn move_message(mv: &Move) -> msg::Move {
    let pb::engine::legal_move::Move::Jhyap(message) = Position::write_move(mv) else {
        panic!("a move of another game")
    };
    message
}

fn event_message(event: &Event) -> msg::event::Kind {
    let pb::engine::event::Event::Jhyap(message) = Position::write_event(event) else {
        panic!("an event of another game")
    };
    message.kind.unwrap()
}

fn view_message(position: &Position, viewer: Viewer) -> msg::View {
    let pb::engine::view::View::Jhyap(message) = Position::write_view(&position.view(viewer)) else {
        panic!("a view of another game")
    };
    message
}

#[test]
fn setups_and_moves_read_back_along_random_matches() {
    let (mut slaps, mut finished) = (0, 0);
    for (seed, (options, seats)) in (1..).zip(tables()) {
        walk(options, seats, seed, |position, _| {
            let setup = position.to_setup();
            assert_eq!(decoded::<Position>(&encoded::<Position>(&setup)), Ok(setup));
            slaps += usize::from(matches!(setup.stage, Stage::Slap { .. }));
            finished += usize::from(setup.last_deal.is_some());
            for mv in legal(position) {
                assert_eq!(Position::read_move(&move_message(&mv)), Ok(mv), "{mv}");
            }
        });
    }
    assert!(slaps > 0 && finished > 0, "{slaps} choices to slap, {finished} positions after a deal");
}

/// Every card lies in a list or in a multiset, one byte each, and every number is as long as it can be.
#[test]
fn a_full_table_fits_into_a_state() {
    let mut setup = Setup::new(Options { large_table: true, ..Options::CLASSIC }, 8, Some(Seat::new(7)), None);
    for spec in Options::SPECS {
        let OptionKind::Number { max, .. } = spec.kind else { continue };
        (spec.set)(&mut setup.options, max);
    }
    let mut cards: Vec<Card> = Cards::decks(2, 2).iter().collect();
    assert_eq!(cards.len(), 108);
    for hand in &mut setup.hands {
        *hand = Cards::try_from(&*cards.split_off(cards.len() - 6)).unwrap();
    }
    setup.previous = Some(Combination::new(&cards.split_off(cards.len() - Combination::MAX)).unwrap());
    setup.buried = Cards::try_from(&*cards.split_off(26)).unwrap();
    setup.stock = cards.into_iter().collect();
    assert_eq!((setup.stock.len(), setup.buried.len()), (26, 26), "long stock and discards");
    setup.stage = Stage::Slap { seat: Seat::new(7), card: Card::JOKER };
    setup.last_deal = Some(LastDeal { caller: Some(Seat::new(7)), hands: [Some(126); 8], halved: [true; 8] });
    (setup.deal_number, setup.shuffles, setup.turns) = (u32::MAX, u32::MAX, u16::MAX);
    (setup.totals, setup.out) = ([u16::MAX; 8], [7; 8]);
    let bytes = encoded::<Position>(&setup);
    assert_eq!(decoded::<Position>(&bytes), Ok(setup));
    let envelope = 120;
    assert!(bytes.len() + envelope <= crate::wire::MAX_STATE_BYTES, "{} bytes", bytes.len());
}

#[test]
fn altered_bytes_are_refused_or_read_as_what_writes_them() {
    let (mut refused, mut read) = (0, 0);
    walk(Options::ISRAELI, 4, 7, |position, _| {
        let bytes = encoded::<Position>(&position.to_setup());
        for i in 0..bytes.len() {
            assert_eq!(decoded::<Position>(&bytes[..i]), Err(BadPayload), "cut off at {i}");
            for value in [0, 1, 5, 0x12, 0x35, 0x7f, 0x80, 0xff] {
                let mut altered = bytes.clone();
                altered[i] = value;
                let Ok(setup) = decoded::<Position>(&altered) else {
                    refused += 1;
                    continue;
                };
                read += 1;
                assert_eq!(encoded::<Position>(&setup), altered, "byte {i}");
                // Validation does not panic.
                let _ = Position::from_setup(setup);
            }
        }
    });
    assert!(refused > 1000 && read > 1000, "{refused} refused, {read} read");
}

#[test]
fn options_read_back_from_message_and_payload() {
    for base in [Options::CLASSIC, Options::ISRAELI, Options::NEPALI] {
        for spec in Options::SPECS {
            for value in extremes(spec.kind) {
                let mut options = base;
                (spec.set)(&mut options, value);
                assert_eq!((spec.get)(&options), value, "{}", spec.name);
                let message = options_message(&options);
                assert_eq!(Position::read_options(&message), Ok(options), "{} {value}", spec.name);
                // Every field is present, so the preset does not matter.
                let on_nepali = msg::Options { preset: Some(msg::Preset::Nepali.into()), ..message };
                assert_eq!(Position::read_options(&on_nepali), Ok(options), "{} {value}", spec.name);
                let setup = Setup::new(options, 2, None, None);
                assert_eq!(decoded::<Position>(&encoded::<Position>(&setup)), Ok(setup), "{} {value}", spec.name);
            }
        }
    }
}

#[test]
fn absent_options_are_those_of_the_preset() {
    let of_preset = |preset| Position::read_options(&msg::Options { preset, ..Default::default() });
    assert_eq!(of_preset(None), Ok(Options::CLASSIC));
    assert_eq!(of_preset(Some(msg::Preset::Unspecified.into())), Ok(Options::CLASSIC));
    assert_eq!(of_preset(Some(msg::Preset::Israeli.into())), Ok(Options::ISRAELI));
    assert_eq!(of_preset(Some(msg::Preset::Nepali.into())), Ok(Options::NEPALI));
    let wrong =
        msg::Options { preset: Some(4), decks: Some(256), tie: Some(3), limit: Some(1 << 16), ..Default::default() };
    assert_eq!(fields(Position::read_options(&wrong).unwrap_err()), ["preset", "decks", "tie", "limit"]);
}

#[test]
fn all_faults_of_a_move_are_found() {
    let read = |cards, take| {
        let kind = msg::r#move::Kind::Discard(msg::Discard { cards, take });
        Position::read_move(&msg::Move { kind: Some(kind) }).map_err(fields)
    };
    let numbers =
        |cards: &str| parse_cards(cards).unwrap().as_slice().iter().copied().map(write_card).collect::<Vec<_>>();
    let joker = write_card(Card::JOKER);
    for card in [0, joker + 1, -1, i32::MIN, i32::MAX] {
        let expected = ["discard.cards[1]", "discard.card"].map(str::to_owned).to_vec();
        assert_eq!(read(vec![joker, card], Some(msg::discard::Take::Card(card))), Err(expected), "card {card}");
    }
    assert_eq!(read(vec![], None), Err(["discard.cards", "discard.take"].map(str::to_owned).to_vec()));
    assert_eq!(read(vec![joker; 9], Some(msg::discard::Take::Stock(msg::Stock {}))), Err(vec!["discard.cards".into()]));
    assert_eq!(Position::read_move(&msg::Move { kind: None }).map_err(fields), Err(vec!["kind".to_owned()]));
    // The order of the cards is the order laid.
    let laid = read(numbers("6S 4S 5S"), Some(msg::discard::Take::Card(write_card(parse_card("9C").unwrap()))));
    assert_eq!(laid.unwrap().to_string(), "discard 6S 4S 5S, take 9C");
}

#[test]
fn messages_tell_each_viewer_what_the_core_tells() {
    let mut hidden = 0;
    for (seed, (options, seats)) in (1..).zip(tables()) {
        walk(options, seats, seed, |position, events| {
            for viewer in [Viewer::Seat(Seat::new(1)), Viewer::Spectator, Viewer::Referee] {
                let (view, message) = (position.view(viewer), view_message(position, viewer));
                assert_eq!(message.options.map(|options| Position::read_options(&options)), Some(Ok(view.options)));
                assert_eq!(message.hands.len(), view.hands.len());
                for (known, hand) in view.hands.iter().zip(&message.hands) {
                    assert_eq!((hand.seat, hand.count), (known.seat.number().into(), known.count.into()));
                    assert_eq!(hand.shown, known.cards.is_some());
                    assert_eq!(hand.cards.len(), known.cards.map_or(0, |cards| cards.len()));
                }
                let referee = viewer == Viewer::Referee;
                assert_eq!(message.stock.len(), if referee { view.stock_count.into() } else { 0 });
                assert_eq!(message.buried.len(), if referee { view.buried_count.into() } else { 0 });
                assert_ne!(message.phase(), common::Phase::Unspecified);
                for event in events.iter().filter_map(|event| Position::seen(event, viewer)) {
                    if let (Event::Drew { card, .. }, msg::event::Kind::Drew(drew)) = (&event, event_message(&event)) {
                        assert_eq!(drew.card, card.map_or(0, write_card));
                        hidden += usize::from(drew.card == 0);
                    }
                }
            }
        });
    }
    assert!(hidden > 0, "a card was drawn that somebody may not know");
}

#[test]
fn the_lines_of_a_score_add_up_in_the_message() {
    let mut deals = 0;
    for (seed, (options, seats)) in (1..).zip(tables()) {
        walk(options, seats, seed, |position, _| {
            let pb::engine::score::Score::Jhyap(score) = Position::write_score(&position.score()) else {
                panic!("a score of another game")
            };
            deals = deals.max(score.finished_deals);
            for seat in &score.seats {
                let lines = score.lines.iter().filter(|line| line.seat == seat.seat);
                // A halving is a line, and not part of what the deal scored.
                let scored = lines.filter(|line| line.item() != msg::ScoreItem::Halving);
                assert_eq!(scored.map(|line| line.points).sum::<i32>(), seat.last_deal);
            }
        });
    }
    assert!(deals > 0);
}
