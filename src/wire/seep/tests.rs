//! What is written reads back; what is malformed is refused with the field's name.

use super::super::game::WireGame;
use super::super::payload::BadPayload;
use super::super::pb::{self, common, seep as msg};
use super::super::testing::{decoded, encoded, extremes, fields, legal};
use crate::cards::{Card, Seed};
use crate::games::seep::{Event, Move, Options, Position, Setup, Stage};
use crate::games::{Match, OptionKind, Options as _, Position as _, Seat, Viewer};
use msg::r#move::Kind;

/// The most bytes of a position: before the opening the order of 44 cards is a byte each.
const MOST_BYTES: usize = 110;

/// Options under which a match takes several deals, and the first captures are seen with every rule.
fn long_match(seed: u8) -> Options {
    let mut options = Options::preset(usize::from(seed % 2)).unwrap();
    options.baazis = 2;
    if seed.is_multiple_of(3) {
        options.absorb_sums = crate::games::seep::AbsorbSums::Mandatory;
    }
    options
}

/// Plays a random match, at most `deals` deals of it, and shows each position with the events that led to it.
fn walk(seed: u8, deals: u32, mut look: impl FnMut(&Position, &[Event])) {
    let dealer = seed.is_multiple_of(2).then(|| Seat::new(seed / 2 % 4));
    let position = Position::new_match(long_match(seed), 4, dealer, None).unwrap();
    let mut the_match = Match::new(position, Seed::new([seed; 32]));
    look(&the_match.position, &[]);
    let mut random = u64::from(seed) + 1;
    loop {
        let moves = legal(&the_match.position);
        let finished = the_match.position.standing().finished_deals;
        if moves.is_empty() || finished >= deals {
            return;
        }
        // Knuth's MMIX generator; the high bits are the good ones.
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let choice = usize::try_from(random >> 33).unwrap() % moves.len();
        let mut events = Vec::new();
        the_match.play(None, &moves[choice], &[], &mut events).unwrap();
        look(&the_match.position, &events);
    }
}

fn pb_move(mv: &Move) -> msg::Move {
    let pb::engine::legal_move::Move::Seep(mv) = Position::write_move(mv) else {
        panic!("a move of another game");
    };
    mv
}

fn pb_options(options: &Options) -> msg::Options {
    let pb::engine::game_options::Options::Seep(options) = Position::write_options(options) else {
        panic!("options of another game");
    };
    options
}

fn faulty_fields(kind: Kind) -> Vec<String> {
    fields(Position::read_move(&msg::Move { kind: Some(kind) }).unwrap_err())
}

#[test]
fn positions_read_back_and_stay_small() {
    let (mut longest, mut over, mut records) = (0, 0, 0);
    for seed in 0..24 {
        walk(seed, 9, |position, _| {
            let setup = position.to_setup();
            let bytes = encoded::<Position>(&setup);
            longest = longest.max(bytes.len());
            let read = decoded::<Position>(&bytes).unwrap();
            assert_eq!(read, setup);
            assert_eq!(encoded::<Position>(&read), bytes);
            assert_eq!(&Position::from_setup(read).unwrap(), position);
            over += usize::from(setup.stage == Stage::Over);
            records += usize::from(setup.last_deal.is_some());
        });
    }
    assert!(longest <= MOST_BYTES, "{longest} bytes");
    assert!(over > 0 && records > 0, "{over} matches over, {records} positions with a finished deal");
}

/// Bytes that the values of sweeps and the options of a variant add (S63).
const MOST_BYTES_OF_A_VARIANT: usize = 50;

#[test]
fn positions_of_variants_read_back_and_stay_small() {
    let two_players = Options { two_players: true, baazis: 3, ..Options::PUNJAB };
    for options in [Options { baazis: 3, ..Options::PUNJAB }, two_players] {
        let position = Position::new_match(options, options.seats(), None, None).unwrap();
        let (mut the_match, mut longest, mut swept) = (Match::new(position, Seed::new([3; 32])), 0, false);
        for choice in 0..1000 {
            let moves = legal(&the_match.position);
            let Some(mv) = moves.get(choice * 7 % moves.len().max(1)) else { break };
            the_match.play(None, mv, &[], &mut ()).unwrap();
            let setup = the_match.position.to_setup();
            let bytes = encoded::<Position>(&setup);
            longest = longest.max(bytes.len());
            assert_eq!(decoded::<Position>(&bytes), Ok(setup));
            swept |= setup.sweeps.iter().any(|sweeps| sweeps.values.bits() != 0);
            let view = pb_view(&the_match.position, Viewer::Spectator);
            assert_eq!(view.hands.len(), usize::from(options.seats()));
            let points = view.sweeps.iter().map(|sweeps| sweeps.points).collect::<Vec<_>>();
            assert_eq!(points, setup.sweeps.map(|sweeps| sweeps.points(&options)));
        }
        assert!(longest <= MOST_BYTES + MOST_BYTES_OF_A_VARIANT, "{longest} bytes");
        assert!(swept, "a sweep was kept");
    }
}

#[test]
fn options_at_their_limits_are_kept_in_the_layout() {
    for spec in Options::SPECS {
        for value in extremes(spec.kind) {
            let mut setup = Setup::new(Options::default(), Some(Seat::new(3)));
            (spec.set)(&mut setup.options, value);
            assert_eq!((spec.get)(&setup.options), value, "{}", spec.name);
            assert_eq!(decoded::<Position>(&encoded::<Position>(&setup)), Ok(setup), "{} {value}", spec.name);
        }
    }
}

#[test]
fn equal_bytes_mean_equal_setups_and_no_others() {
    let mut setups: Vec<(Setup, Vec<u8>)> = Vec::new();
    walk(5, 2, |position, _| setups.push((position.to_setup(), encoded::<Position>(&position.to_setup()))));
    for (i, (setup, bytes)) in setups.iter().enumerate() {
        for (other, other_bytes) in &setups[..i] {
            assert_eq!(setup == other, bytes == other_bytes);
        }
    }
}

/// Whatever reads is written the same again, and nothing panics: not even in the core's checks.
#[test]
fn changed_bytes_are_refused_or_read_back() {
    let (mut refused, mut read) = (0, 0);
    walk(7, 2, |position, _| {
        let bytes = encoded::<Position>(&position.to_setup());
        for length in 0..bytes.len() {
            assert_eq!(decoded::<Position>(&bytes[..length]), Err(BadPayload), "cut off after {length}");
        }
        for place in 0..bytes.len() {
            for change in [0x01, 0x10, 0x80, 0xff] {
                let mut changed = bytes.clone();
                changed[place] ^= change;
                match decoded::<Position>(&changed) {
                    Err(BadPayload) => refused += 1,
                    Ok(setup) => {
                        read += 1;
                        assert_eq!(encoded::<Position>(&setup), changed);
                        let _ = Position::from_setup(setup);
                    }
                }
            }
        }
    });
    assert!(refused > 1000 && read > 1000, "{refused} refused, {read} read");
}

#[test]
fn options_of_every_preset_and_at_every_limit_read_back() {
    for (number, preset) in (1..).zip((0..Options::PRESETS.len()).map(|i| Options::preset(i).unwrap())) {
        let named = msg::Options { preset: Some(number), ..Default::default() };
        assert_eq!(Position::read_options(&named), Ok(preset));
        assert_eq!(Position::read_options(&pb_options(&preset)), Ok(preset));
        for spec in Options::SPECS {
            for value in extremes(spec.kind) {
                let mut options = preset;
                (spec.set)(&mut options, value);
                let written = pb_options(&options);
                assert_eq!(Position::read_options(&written), Ok(options), "{} {value}", spec.name);
                // The fields win over whichever preset they come with.
                let both = msg::Options { preset: Some(msg::Preset::Casual.into()), ..written };
                assert_eq!(Position::read_options(&both), Ok(options), "{} {value}", spec.name);
            }
        }
    }
}

#[test]
fn options_are_written_with_every_field() {
    let expected = msg::Options {
        preset: None,
        ten_of_diamonds: Some(2),
        most_cards_bonus: Some(4),
        absorb_sums: Some(msg::AbsorbSums::Optional.into()),
        sweep_points: Some(50),
        opening_sweep_points: Some(50),
        minimum: Some(9),
        baazi_lead: Some(100),
        baazis: Some(1),
        throws: Some(msg::Throws::UnlessCapture.into()),
        capture: Some(msg::Capturing::All.into()),
        two_players: Some(false),
        scoring: Some(msg::Scoring::Hundred.into()),
        sweep_value: Some(msg::SweepValue::Fixed.into()),
        floor_check: Some(false),
        all_points: Some(0),
    };
    assert_eq!(pb_options(&Options::CASUAL), expected);
}

#[test]
fn absent_options_are_the_presets() {
    assert_eq!(Position::read_options(&msg::Options::default()), Ok(Options::CLASSIC));
    let zeros = msg::Options { preset: Some(0), absorb_sums: Some(0), ..Default::default() };
    assert_eq!(Position::read_options(&zeros), Ok(Options::CLASSIC));
    let differs = msg::Options { preset: Some(2), minimum: Some(0), ..Default::default() };
    assert_eq!(Position::read_options(&differs), Ok(Options { minimum: 0, ..Options::CASUAL }));
    let punjab = msg::Options { preset: Some(msg::Preset::Punjab.into()), ..Default::default() };
    assert_eq!(Position::read_options(&punjab), Ok(Options::PUNJAB));
}

const fn is_a_number(kind: OptionKind) -> bool {
    matches!(kind, OptionKind::Number { .. } | OptionKind::OneOf(_))
}

#[test]
fn all_options_that_cannot_be_read_are_faults() {
    for unknown in [-1, 4, i32::MIN, i32::MAX] {
        let options = msg::Options { preset: Some(unknown), absorb_sums: Some(unknown), ..Default::default() };
        assert_eq!(fields(Position::read_options(&options).unwrap_err()), ["preset", "absorb_sums"]);
    }
    let options = msg::Options {
        ten_of_diamonds: Some(256 + 6),
        most_cards_bonus: Some(256),
        sweep_points: Some(u32::MAX),
        opening_sweep_points: Some(300),
        // This one fits the core's type and is out of range all the same.
        minimum: Some(51),
        baazi_lead: Some(0x1_0000 + 100),
        baazis: Some(256 + 1),
        all_points: Some(256 + 60),
        ..Default::default()
    };
    let mut found = fields(Position::read_options(&options).unwrap_err());
    found.sort();
    let mut expected: Vec<_> =
        Options::SPECS.iter().filter(|spec| is_a_number(spec.kind)).map(|spec| spec.name).collect();
    expected.sort_unstable();
    assert_eq!(found, expected);
}

#[test]
fn legal_moves_read_back() {
    let mut kinds = [false; 7];
    for seed in 0..16 {
        walk(seed, 3, |position, _| {
            for mv in legal(position) {
                kinds[match mv {
                    Move::Deal => 0,
                    Move::Bid { .. } => 1,
                    Move::Throw { .. } => 2,
                    Move::Capture { .. } => 3,
                    Move::Build { .. } => 4,
                    Move::Add { .. } => 5,
                    Move::Break { .. } => 6,
                }] = true;
                assert_eq!(Position::read_move(&pb_move(&mv)), Ok(mv), "{mv}");
            }
        });
    }
    assert_eq!(kinds, [true; 7], "every kind of move was met");
}

/// The number of a card in a message.
fn number(text: &str) -> i32 {
    i32::from(crate::cards::parse_card(text).unwrap().index()) + 1
}

#[test]
fn loose_cards_are_read_in_any_order() {
    let loose = vec![number("JH"), number("2D"), number("9D")];
    let mv = msg::Move { kind: Some(Kind::Capture(msg::Capture { card: number("JS"), loose, house: false })) };
    assert_eq!(Position::read_move(&mv).unwrap().to_string(), "capture JS: 2D 9D JH");
}

#[test]
fn malformed_moves_are_faults_of_their_fields() {
    assert_eq!(fields(Position::read_move(&msg::Move { kind: None }).unwrap_err()), ["kind"]);
    for value in [0, 8, 14, 256 + 9, u32::MAX] {
        assert_eq!(faulty_fields(Kind::Bid(msg::Bid { value })), ["bid.value"]);
    }
    let joker = i32::from(Card::JOKER.index()) + 1;
    for card in [0, -1, i32::MIN, joker, joker + 1, 256 + 1, i32::MAX] {
        assert_eq!(faulty_fields(Kind::ThrowCard(msg::Throw { card })), ["throw_card.card"]);
    }
    let ace = number("AC");
    let capture = |loose| Kind::Capture(msg::Capture { card: number("9C"), loose, house: true });
    assert_eq!(faulty_fields(capture(vec![ace, number("8C"), ace])), ["capture.loose"]);
    assert_eq!(faulty_fields(capture(vec![ace, joker])), ["capture.loose"]);
    assert_eq!(faulty_fields(capture(vec![ace; 1000])), ["capture.loose"]);
    assert_eq!(faulty_fields(capture(vec![ace, 0])), ["capture.loose[1]"]);
}

#[test]
fn all_faults_of_a_move_are_found() {
    let (card, value, loose) = (0, 14, vec![-7]);
    let named = |kind: &str| ["card", "value", "loose[0]"].map(|field| format!("{kind}.{field}"));
    assert_eq!(faulty_fields(Kind::Build(msg::Build { card, value, loose: loose.clone() })), named("build"));
    assert_eq!(faulty_fields(Kind::Add(msg::Add { card, value, loose: loose.clone() })), named("add"));
    assert_eq!(faulty_fields(Kind::BreakHouse(msg::Break { card, value, loose: loose.clone() })), named("break_house"));
    let capture = Kind::Capture(msg::Capture { card, loose, house: false });
    assert_eq!(faulty_fields(capture), ["capture.card", "capture.loose[0]"]);
}

fn pb_view(position: &Position, viewer: Viewer) -> msg::View {
    let pb::engine::view::View::Seep(view) = Position::write_view(&position.view(viewer)) else {
        panic!("a view of another game");
    };
    view
}

#[test]
fn views_tell_what_the_core_tells() {
    for seed in 0..6 {
        walk(seed, 3, |position, _| {
            let setup = position.to_setup();
            for viewer in [Viewer::Spectator, Viewer::Referee, Viewer::Seat(Seat::new(2))] {
                let view = pb_view(position, viewer);
                let core = position.view(viewer);
                assert_eq!((view.hands.len(), view.piles.len(), view.sweeps.len()), (4, 2, 2));
                for (seat, (hand, known)) in (0..).zip(view.hands.iter().zip(core.hands)) {
                    assert_eq!((hand.seat, hand.count), (seat, known.count.into()));
                    assert_eq!(hand.shown, known.cards.is_some());
                    assert_eq!(hand.cards.len(), known.cards.map_or(0, |cards| cards.len().into()));
                }
                assert_eq!(view.options, Some(pb_options(&setup.options)));
                assert_eq!(view.bid, position.bid().map_or(0, |bid| bid.get().into()));
                assert_eq!(view.last_capture.is_some(), setup.last_capture.is_some());
                assert_eq!(view.stock.len(), if viewer == Viewer::Referee { setup.stock.len() } else { 0 });
                assert_eq!(view.winners.len(), if setup.stage == Stage::Over { 2 } else { 0 });
                assert_ne!(view.phase, i32::from(common::Phase::Unspecified));
            }
        });
    }
}

fn pb_event(event: &Event) -> msg::event::Kind {
    let pb::engine::event::Event::Seep(event) = Position::write_event(event) else {
        panic!("an event of another game");
    };
    event.kind.unwrap()
}

#[test]
fn a_deal_is_counted_for_all_and_shown_to_the_bidder_alone() {
    let mut dealt = 0;
    walk(2, 2, |_, events| {
        for event in events {
            let Event::Dealt { bidder, .. } = event else { continue };
            dealt += 1;
            for (viewer, hand_shown, floor_shown) in [
                (Viewer::Seat(*bidder), true, false),
                (Viewer::Seat(bidder.next(4)), false, false),
                (Viewer::Spectator, false, false),
                (Viewer::Referee, true, true),
            ] {
                let msg::event::Kind::Dealt(written) = pb_event(&Position::seen(event, viewer).unwrap()) else {
                    panic!("another kind of event");
                };
                let (hand, floor) = (written.hand.unwrap(), written.floor.unwrap());
                assert_eq!((hand.seat, hand.count, floor.count), (bidder.number().into(), 4, 4));
                assert_eq!((hand.shown, floor.shown), (hand_shown, floor_shown));
                assert_eq!(hand.cards.len(), if hand_shown { 4 } else { 0 });
                assert_eq!(floor.cards.len(), if floor_shown { 4 } else { 0 });
                assert_eq!(written.stock_count, 44);
            }
        }
    });
    assert!(dealt >= 2, "{dealt}");
}

#[test]
fn the_lines_of_a_score_add_up_in_the_message() {
    let mut deals = 0;
    for seed in 0..6 {
        walk(seed, 4, |position, events| {
            let pb::engine::score::Score::Seep(score) = Position::write_score(&position.score()) else {
                panic!("a score of another game");
            };
            assert_eq!(score.last_deal.is_some(), score.finished_deals > 0);
            for event in events {
                let msg::event::Kind::DealEnded(ended) = pb_event(event) else { continue };
                deals += 1;
                assert_eq!(ended.score, score.last_deal);
                assert_eq!(ended.teams, score.teams);
                assert_eq!(ended.piles.iter().map(|pile| pile.cards.len()).sum::<usize>(), 52);
                let lines = &score.last_deal.as_ref().unwrap().lines;
                for team in &score.teams {
                    let own = || lines.iter().filter(|line| line.team == team.team);
                    let parts = own().filter(|line| line.item < msg::ScoreItem::DealTotal.into());
                    assert_eq!(parts.map(|line| line.points).sum::<i32>(), team.last_deal);
                    assert!(own().any(|line| line.rule_id == "S55" && line.points == team.last_deal));
                }
            }
        });
    }
    assert!(deals > 6, "{deals}");
}
