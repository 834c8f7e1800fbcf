//! The cut and the options: S8, S60 to S63, with the figures of their examples worked out by hand.

use super::support::{
    SEED, Table, allowed, assert_legal, cards, dealt, legal, moves, order, play, play_with, random, read, refusal,
    turn, value,
};
use super::support::{below, opening};
use taash::cards::{CardList, CardSet, ClientSeed, parse_cards};
use taash::games::seep::{
    AbsorbSums, Capture, DealRecord, Event, Options, Position, ScoreItem, Scoring, Setup, Stage, SweepKind, SweepValue,
    SweepValues, Sweeps, Tally, Team, Throws,
};
use taash::games::{Match, Options as _, Phase, Position as _, Rule, Seat, Shuffles, Viewer};

/// AC to KC, AD to KD, AH to KH, AS to KS.
fn by_suit() -> CardList {
    let of_suit = |suit: char| "A23456789TJQK".chars().map(move |rank| format!("{rank}{suit}"));
    let all: Vec<String> = "CDHS".chars().flat_map(of_suit).collect();
    parse_cards(&all.join(" ")).unwrap()
}

/// A first deal by seat 3 from these orders, cut.
fn cut_deal(orders: &[CardList], cut: u8) -> (Position, Vec<Event>) {
    let mut position = Position::new_match(Options::CLASSIC, 4, Some(Seat::new(3)), None).unwrap();
    let mut events = Vec::new();
    let mut shuffles = Shuffles::new(&SEED, &ClientSeed::NONE, orders).with_cut(cut);
    position.play(None, &read("deal"), &mut shuffles, &mut events).unwrap();
    (position, events)
}

#[test]
fn s8_a_cut_puts_the_top_cards_below_the_rest() {
    let order = order("7H 8C 8D JS 2D 9C JH KC");
    let (uncut, _) = cut_deal(&[order], 0);
    assert_eq!(uncut.to_setup().hands[0], cards("7H 8C 8D JS"));
    let (cut, events) = cut_deal(&[order], 3);
    assert_eq!(cut.to_setup().hands[0], cards("JS 2D 9C JH"));
    assert_eq!(cut.to_setup().stock.as_slice()[41..], parse_cards("7H 8C 8D").unwrap().as_slice()[..]);
    for viewer in [Viewer::Spectator, Viewer::Seat(Seat::new(2)), Viewer::Referee] {
        let seen = Position::seen(&events[0], viewer).unwrap();
        assert!(matches!(seen, Event::Dealt { cut: 3, .. }), "the deal's event tells it to all");
    }
    // An order from the seed is cut too.
    let (from_seed, _) = cut_deal(&[], 0);
    let (cut, _) = cut_deal(&[], 51);
    let setup = from_seed.to_setup();
    let hand: CardSet = cut.to_setup().hands[0];
    assert_eq!(hand.difference(setup.hands[0]).len(), 1, "the bottom card comes first, then the top cards");
}

#[test]
fn s8_the_orders_of_redeals_are_cut_too() {
    // Cut at 4, both orders begin with their fifth card: 2C 3C 4C 5C cannot bid.
    let low = order("KC KD KH KS 2C 3C 4C 5C");
    let high = order("2C 3C 4C 5C KC KD KH KS");
    let (position, events) = cut_deal(&[low, high], 4);
    assert!(matches!(events[1], Event::ThrownIn { hand, .. } if hand == cards("2C 3C 4C 5C")));
    assert!(matches!(events[2], Event::Dealt { cut: 4, .. }));
    assert_eq!(position.to_setup().hands[0], cards("KC KD KH KS"));
}

#[test]
fn s8_a_match_takes_the_cut_with_the_call_that_deals() {
    let position = Position::new_match(Options::CLASSIC, 4, Some(Seat::new(3)), None).unwrap();
    let mut the_match = Match::new(position, SEED);
    let mut events = Vec::new();
    let order = order("7H 8C 8D JS 2D 9C JH KC");
    assert_eq!(the_match.start_after_cut(&[order], 3, &mut events), Ok(1));
    assert_eq!(the_match.position.to_setup().hands[0], cards("JS 2D 9C JH"));
    let before = the_match.position.clone();
    the_match.play_after_cut(None, &read("bid 11"), &[], 20, &mut events).unwrap();
    assert_eq!(the_match.position.to_setup().stock, before.to_setup().stock, "unused where nothing is dealt");
}

#[test]
fn se13_six_cards_cut_from_a_sorted_deck() {
    let (mut position, _) = cut_deal(&[by_suit()], 6);
    let setup = position.to_setup();
    assert_eq!((setup.hands[0], setup.floor), (cards("7C 8C 9C TC"), cards("JC QC KC AD")));
    play(&mut position, "bid 10");
    play(&mut position, "throw TC");
    assert!(cards("3C 4C 5C 6C").is_subset(position.to_setup().hands[3]), "the dealer's last packet");
}

fn last_resort(table: Table) -> Position {
    table.options(|options| options.throws = Throws::LastResort).build()
}

#[test]
fn s60_a_card_with_another_legal_move_is_not_thrown() {
    // 4C builds 13 with 9D and KC kept; 2D and 6H have no move.
    let table = || turn("4C KC 2D 6H", "9D 3S");
    assert!(allowed(&table().build(), "throw 4C"));
    let position = last_resort(table());
    assert_legal(&position, &["build 13 with 4C: 9D", "throw KC", "throw 2D", "throw 6H"]);
    assert_eq!(refusal(&position, "throw 4C"), "S60");
    // A card that could capture is refused by S21, whatever else it could do.
    assert_eq!(refusal(&last_resort(turn("3C KC 9C", "3S TD")), "throw 3C"), "S21");
    // Without a king kept, 4C has no move.
    assert!(allowed(&last_resort(turn("4C 2D 6H", "9D 3S")), "throw 4C"));
}

#[test]
fn s60_adding_and_breaking_count_and_so_do_the_duties() {
    // QD can be added to the partner's 12 without a queen kept; it can capture it too.
    let added = last_resort(turn("4C 2D", "8H").house(12, "9C 3D", &[2]));
    assert_eq!(refusal(&added, "throw 4C"), "S60", "4C and 8H join the partner's 12");
    assert!(allowed(&added, "throw 2D"));
    let broken = last_resort(turn("2C JS 5H", "").house(9, "6C 3D", &[1]));
    assert_eq!(refusal(&broken, "throw 2C"), "S60", "2C breaks 9 to 11");
    let cemented = last_resort(turn("2C JS 5H", "").house(9, "6C 3D 5C 4D", &[1]));
    assert!(allowed(&cemented, "throw 2C"), "a cemented house is not broken");
    let own = last_resort(turn("2C 9S JS", "").house(9, "6C 3D", &[0]));
    assert!(allowed(&own, "throw 2C"), "nor is the own house");
    assert_eq!(refusal(&own, "throw 9S"), "S21", "the key of the own house");
}

#[test]
fn s60_the_opening_throw_has_no_other_move() {
    let position =
        opening("7H 8C 8D JS", 11, "2D 3C 4H KC").options(|options| options.throws = Throws::LastResort).build();
    assert!(allowed(&position, "throw JS"));
    let captures =
        opening("7H 8C JD JS", 11, "2D 9C 4H KC").options(|options| options.throws = Throws::LastResort).build();
    assert_eq!(refusal(&captures, "throw JS"), "S15");
}

#[test]
fn se14_the_three_of_se7_can_break_and_is_not_thrown() {
    let table = turn("3C QD 7H", "").house(9, "5C 4D", &[1]).house(12, "8C 4H", &[2]);
    assert_legal(&last_resort(table), &["break 9 with 3C", "capture QD: house", "add QD to 12", "throw 7H"]);
}

fn any(table: Table) -> Position {
    table.options(|options| options.capture = Capture::Any).build()
}

#[test]
fn s61_the_house_or_groups_or_both_at_choice() {
    let position = any(turn("TH QS", "4C 6D").house(10, "7C 3D", &[1]));
    assert_legal(&position, &["capture TH: 4C 6D", "capture TH: house", "capture TH: 4C 6D, house", "throw QS"]);
    assert_eq!(refusal(&position, "capture TH:"), "S30", "nothing at all");
    assert_eq!(refusal(&position, "capture TH: 4C"), "S30", "no group");
    assert_eq!(refusal(&position, "throw TH"), "S21", "it could capture");
    let mut position = position;
    play(&mut position, "capture TH: 4C 6D");
    assert!(position.house(value(10)).stands(), "the house is left");
}

#[test]
fn s61_the_last_key_takes_the_own_house() {
    let table = |hand: &str| turn(hand, "4C 6D").house(10, "7C 3D", &[0]);
    let position = any(table("TH QS"));
    assert_legal(&position, &["capture TH: house", "capture TH: 4C 6D, house", "throw QS"]);
    assert_eq!(refusal(&position, "capture TH: 4C 6D"), "S49");
    assert!(allowed(&any(table("TH TS QS")), "capture TH: 4C 6D"), "another ten is kept");
}

#[test]
fn s61_building_still_takes_the_singles() {
    let position = any(turn("4C KC 2D", "9D KD"));
    assert_eq!(
        position.check_move(&read("build 13 with 4C: 9D")),
        Ok(read("build 13 with 4C: 9D KD")),
        "S29 as before"
    );
}

#[test]
fn se15_an_eight_over_five_cards_has_seven_captures() {
    let captures = |position: &Position| -> Vec<String> {
        legal(position).into_iter().filter(|text| text.starts_with("capture")).collect()
    };
    let floor = "AC 3C 5C 7C 8C";
    assert_eq!(
        captures(&any(turn("8H", floor))),
        [
            "capture 8H: 3C 5C",
            "capture 8H: 3C 5C 8C",
            "capture 8H: 8C",
            "capture 8H: AC 3C 5C 7C",
            "capture 8H: AC 3C 5C 7C 8C",
            "capture 8H: AC 7C",
            "capture 8H: AC 7C 8C",
        ]
    );
    assert_eq!(captures(&turn("8H", floor).build()), ["capture 8H: AC 3C 5C 7C 8C"]);
}

fn two() -> Options {
    Options { two_players: true, ..Options::CLASSIC }
}

#[test]
fn s62_the_seats_belong_to_the_option() {
    for (options, seats, right) in [(two(), 2, true), (two(), 4, false), (Options::CLASSIC, 2, false)] {
        let check = options.check(seats);
        assert_eq!(check.is_ok(), right);
        if let Err(faults) = check {
            assert_eq!(faults.iter().map(|fault| fault.field.as_str()).collect::<Vec<_>>(), ["seats"]);
        }
    }
    assert!(two().check(3).is_err() && Options::CLASSIC.check(3).is_err());
    let dealer = Position::new_match(two(), 2, Some(Seat::new(2)), None).unwrap_err();
    assert_eq!(dealer[0].field, "dealer");
}

/// A deal of two players, seat 0 dealing, played at random to the end.
fn two_player_deal(number: u32, mut look: impl FnMut(u8, Option<Seat>, &Position, &[Event])) {
    let mut position = dealt(two(), 0, "7H 8C 8D JS 2D 9C JH KC");
    play(&mut position, "bid 11");
    let mut stream = random(number);
    for number in 1..=48 {
        let list = moves(&position);
        let mv = list[below(&mut stream, list.len())];
        let mover = position.turn();
        let events = play(&mut position, &mv.to_string());
        look(number, mover, &position, &events);
    }
}

#[test]
fn s62_half_of_the_deck_is_a_stock() {
    for number in 0..20 {
        two_player_deal(number, |play, _, position, events| {
            let setup = position.to_setup();
            let rest = events.iter().find_map(|event| {
                let Event::RestDealt { counts, stock_count, .. } = event else { return None };
                Some((counts.clone(), *stock_count))
            });
            match play {
                1 => {
                    assert_eq!(rest, Some((vec![12, 8], 24)), "bidder 4 + 8, dealer 12");
                    assert_eq!([setup.hands[0].len(), setup.hands[1].len()], [12, 11]);
                    assert_eq!(position.view(Viewer::Spectator).stock_count, 24, "its number is open");
                }
                24 => {
                    assert_eq!(rest, Some((vec![12, 12], 0)));
                    assert_eq!(position.standing_houses().count(), 0, "S49");
                    assert_eq!(position.turn(), Some(Seat::new(1)), "the bidder moves");
                }
                _ => assert_eq!(rest, None),
            }
            assert_eq!(setup.hands[2..], [CardSet::EMPTY; 2]);
            assert_eq!(position.phase() == Phase::Turn, play < 48);
        });
    }
}

#[test]
fn s62_the_stock_is_dealt_in_fours_from_the_bidder_on() {
    let order = order("7H 8C 8D JS 2D 9C JH KC");
    let stock = &order.as_slice()[28..];
    two_player_deal(3, |play, _, position, _| {
        if play == 24 {
            let packet = |n: usize| stock[4 * n..4 * n + 4].iter().copied().collect::<CardSet>();
            let hands = position.to_setup().hands;
            assert_eq!(hands[1], packet(0).union(packet(2)).union(packet(4)));
            assert_eq!(hands[0], packet(1).union(packet(3)).union(packet(5)));
        }
    });
}

#[test]
fn s62_each_player_is_a_team_and_places_are_one_and_two() {
    let mut options = two();
    options.baazi_lead = 10;
    options.minimum = 0;
    let mut position = Position::new_match(options, 2, Some(Seat::new(0)), None).unwrap();
    let mut stream = random(5);
    let mut events = Vec::new();
    while position.phase() != Phase::Over {
        let list = moves(&position);
        let mv = list[below(&mut stream, list.len())];
        events = play(&mut position, &mv.to_string());
    }
    let standing = position.standing();
    assert_eq!(standing.winners.len(), 1);
    let mut places: Vec<u8> = standing.seats.iter().map(|seat| seat.place).collect();
    assert_eq!(places[standing.winners[0].index()], 1);
    places.sort_unstable();
    assert_eq!(places, [1, 2]);
    assert_eq!(events.last(), Some(&Event::MatchEnded { winners: standing.winners }));
}

#[test]
fn s62_positions_of_two_players_are_checked() {
    let fields = |spoil: fn(&mut Setup)| -> Vec<String> {
        let mut position = dealt(two(), 0, "7H 8C 8D JS 2D 9C JH KC");
        play(&mut position, "bid 11");
        play(&mut position, "capture JS: 2D 9C JH");
        let mut setup = position.to_setup();
        spoil(&mut setup);
        Position::from_setup(setup).err().unwrap_or_default().into_iter().map(|fault| fault.field).collect()
    };
    assert_eq!(fields(|_| ()), [""; 0]);
    let moved = fields(|setup| {
        let card = setup.hands[0].first().unwrap();
        setup.hands[0].remove(card);
        setup.hands[2].insert(card);
    });
    assert_eq!(moved, ["hands", "hands[0]"]);
    let all_dealt = fields(|setup| {
        let stock: Vec<_> = setup.stock.as_slice().to_vec();
        setup.stock = CardList::EMPTY;
        stock.into_iter().enumerate().for_each(|(i, card)| setup.hands[i % 2].insert(card));
    });
    assert!(all_dealt.contains(&"hands".to_owned()), "{all_dealt:?}");
    assert!(fields(|setup| setup.options.two_players = false).contains(&"stock".to_owned()));
}

#[test]
fn se16_four_four_twenty_and_twenty_four_cards() {
    let position = dealt(two(), 0, "7H 8C 8D JS 2D 9C JH KC");
    let setup = position.to_setup();
    assert_eq!((setup.hands[1].len(), setup.floor.len(), setup.stock.len()), (4, 4, 44));
    two_player_deal(9, |play, mover, _, _| {
        let expected = match play {
            1 | 25 => Some(1),
            24 | 48 => Some(0),
            _ => None,
        };
        assert!(expected.is_none_or(|seat| mover == Some(Seat::new(seat))), "play {play}");
    });
    // 36 points for seat 0, 64 for seat 1: it leads by 28, and the dealer, who is behind, deals again.
    let tally = |spades, aces, ten_of_diamonds| Tally { spades, aces, ten_of_diamonds, cards: 26, ..Tally::default() };
    let mut setup = Setup::new(two(), Some(Seat::new(0)));
    setup.deal_number = 1;
    setup.stage = Stage::DealDue;
    let even = "KS QS TS AH";
    setup.piles[0] = cards(even).union(cards("2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2D 3D 4D 5D 6D 7D 8D 9D JD QD"));
    setup.piles[1] = CardSet::DECK.difference(setup.piles[0]);
    setup.last_captor = Some(Seat::new(0));
    let tallies = [tally(35, 1, false), tally(56, 2, true)];
    setup.last_deal = Some(DealRecord { tallies, sweeps: [Sweeps::NONE; 2], difference_before: 0 });
    setup.difference = -28;
    let position = Position::from_setup(setup).unwrap();
    assert_eq!(position.score().last_deal.unwrap().totals, [36, 64]);
    assert_eq!(position.turn(), Some(Seat::new(0)));
}

#[test]
fn s63_the_preset() {
    let expected = Options {
        scoring: Scoring::Thirty,
        sweep_value: SweepValue::Card,
        floor_check: true,
        all_points: 60,
        minimum: 0,
        baazi_lead: 30,
        ..Options::CLASSIC
    };
    assert_eq!(Options::PUNJAB, expected);
    let index = Options::PRESETS.iter().position(|name| *name == "PUNJAB").unwrap();
    assert_eq!(Options::preset(index), Some(expected));
}

/// Before the last play of a deal, which is seat 0's: a two is thrown beside a five, and both go to team 1.
fn last_play(pile: &str, options: Options) -> Table {
    let mut table = turn("2C", "5H").pile(0, pile);
    table.setup.options = options;
    table
}

/// A line of a score: team, item, rule, points.
type Line = (u8, ScoreItem, Rule, i32);

/// Plays the last card. Returns the lines, the totals and who won a baazi.
fn lines(table: Table) -> (Vec<Line>, [i32; 2], Option<Team>) {
    let mut position = table.build();
    play(&mut position, "throw 2C");
    let score = position.score().last_deal.unwrap();
    let lines = score.lines.iter().map(|line| (line.team.number(), line.item, line.rule, line.points)).collect();
    (lines, score.totals, score.baazi.map(|won| won.team))
}

#[test]
fn s63_thirty_points_and_sixty_for_all() {
    // TD 12, 9S 9, 2S 1, four aces, and 27 of 52 cards: 4.
    let all = "TD 9S 2S AC AD AH AS 3C 3D 3H 4C 4D 4H 5C 5D 6C 6D 6H 7C 7D 7H 8C 8D 8H 9C 9D 9H";
    let (lines, totals, _) = lines(last_play(all, Options::PUNJAB));
    assert_eq!(totals, [60, 0]);
    let s63 = Rule::S(63);
    assert_eq!(
        lines[..7],
        [
            (0, ScoreItem::TenOfDiamonds, s63, 12),
            (0, ScoreItem::NineOfSpades, s63, 9),
            (0, ScoreItem::TwoOfSpades, s63, 1),
            (0, ScoreItem::Aces, s63, 4),
            (0, ScoreItem::MostCards, s63, 4),
            (0, ScoreItem::AllPoints, s63, 30),
            (0, ScoreItem::DealTotal, Rule::S(55), 60),
        ]
    );
    let none = Options { all_points: 0, ..Options::PUNJAB };
    assert_eq!(self::lines(last_play(all, none)).1, [30, 0]);
    // Under HUNDRED the option is idle, and so are the others' values under THIRTY.
    let idle = Options { ten_of_diamonds: 2, most_cards_bonus: 4, sweep_points: 7, ..none };
    assert_eq!(self::lines(last_play(all, idle)).1, [30, 0]);
    let hundred = Options { scoring: Scoring::Hundred, ..Options::PUNJAB };
    assert_eq!(self::lines(last_play(all, hundred)).1, [1 + 2 + 9 + 3 + 6, 79]);
}

#[test]
fn s63_nobody_gets_the_most_cards_at_26_each() {
    let half = "TD 9S 2S AC AD AH AS 3C 3D 3H 4C 4D 4H 5C 5D 6C 6D 6H 7C 7D 7H 8C 8D 8H 9C 9D";
    assert_eq!(lines(last_play(half, Options::PUNJAB)).1, [26, 0]);
}

#[test]
fn s63_a_sweep_is_worth_the_card() {
    let swept = |table: Table, text: &str| {
        let mut position = table.options(|options| options.sweep_value = SweepValue::Card).build();
        let events = play(&mut position, text);
        let told = events.iter().find_map(|event| {
            let Event::Swept { kind, points, .. } = event else { return None };
            Some((*kind, *points))
        });
        (told.unwrap(), position.view(Viewer::Spectator).sweep_points)
    };
    assert_eq!(
        swept(opening("KS 3H 2C 4D", 13, "QH AC 7D 6D"), "capture KS: QH AC 7D 6D"),
        ((SweepKind::Opening, 13), [13, 0])
    );
    assert_eq!(swept(turn("8C 2D", "AD 7D"), "capture 8C: AD 7D"), ((SweepKind::Ordinary, 8), [8, 0]));
    assert_eq!(swept(turn("8C", "AD 7D"), "capture 8C: AD 7D").0, (SweepKind::Last, 0));
}

#[test]
fn s63_a_floor_with_the_ten_of_diamonds_or_the_nine_of_spades_is_dealt_again() {
    let mut position = Position::new_match(Options::PUNJAB, 4, Some(Seat::new(3)), None).unwrap();
    // The second hand cannot bid either: the floor is looked at first, and no hand is shown.
    let orders = [order("7H 8C 8D JS TD 9C JH KC"), order("2C 3C 4C 5C 9S 9C JH KC"), order("7H 8C 8D JS 2D 9C JH KC")];
    let events = play_with(&mut position, "deal", &orders);
    assert_eq!(events.len(), 5);
    assert!(matches!(events[1], Event::FloorThrownIn) && matches!(events[3], Event::FloorThrownIn));
    assert_eq!(position.to_setup().floor, cards("2D 9C JH KC"));
    let off = dealt(Options { floor_check: false, ..Options::PUNJAB }, 3, "7H 8C 8D JS TD 9C JH KC");
    assert_eq!(off.to_setup().floor, cards("TD 9C JH KC"));
    let mut setup = off.to_setup();
    setup.options.floor_check = true;
    assert_eq!(Position::from_setup(setup).unwrap_err()[0].field, "floor");
}

#[test]
fn se17_thirty_nine_to_three() {
    // 28 cards of team 0 and a sweep with a queen: 12 + 9 + 1 + 1 + 4 = 27, and 12.
    let pile = "TD 9S AS AH 3C 3D 3H 4C 4D 4H 5C 5D 6C 6D 6H 7C 7D 7H 8C 8D 8H 9C 9D 9H TC TH QC QH";
    assert_eq!(cards(pile).len(), 28);
    let mut table = last_play(pile, Options::PUNJAB);
    let queen = SweepValues::from_bits(1 << (4 * 11));
    table = table.sweeps(0, Sweeps { ordinary: 1, values: queen, ..Sweeps::NONE });
    let (lines, totals, baazi) = lines(table);
    assert_eq!(totals, [39, 3], "2S AC AD for the others");
    assert!(lines.contains(&(0, ScoreItem::Sweep(SweepKind::Ordinary), Rule::S(63), 12)));
    assert_eq!(baazi, Some(Team::Even), "a lead of 36");
}

#[test]
fn s63_values_of_sweeps_belong_to_cards_of_the_pile() {
    let with = |bits: u64, option: SweepValue| {
        let mut table = turn("8C 2D 3D", "AD").pile(0, "QC QD 2C 3C").options(|options| options.sweep_value = option);
        table = table.sweeps(0, Sweeps { ordinary: 1, values: SweepValues::from_bits(bits), ..Sweeps::NONE });
        Position::from_setup(table.complete()).is_ok()
    };
    let value = |value: u32| 1 << (4 * (value - 1));
    assert!(with(value(12), SweepValue::Card));
    assert!(!with(value(13), SweepValue::Card), "no king in the pile");
    assert!(!with(2 * value(12), SweepValue::Card), "two values for one sweep");
    assert!(!with(0, SweepValue::Card));
    assert!(with(0, SweepValue::Fixed));
    assert!(!with(value(12), SweepValue::Fixed), "values where they do not count");
}

#[test]
fn s29_a_request_without_the_singles_is_taken_as_it_stands() {
    // KD joins by itself. 8S 5C would fit too and stay out.
    let table = || turn("7C KC 2H", "6D KD 8S 5C");
    assert_eq!(table().build().check_move(&read("build 13 with 7C: 6D")), Ok(read("build 13 with 7C: 6D KD")));
    let mandatory = table().options(|options| options.absorb_sums = AbsorbSums::Mandatory).build();
    assert_eq!(refusal(&mandatory, "build 13 with 7C: 6D"), "S29");
}

#[test]
fn s35_cards_that_are_not_loose_or_no_groups() {
    let position = turn("2C JS 5H", "4D").house(9, "6C 3D", &[1]).house(13, "9H 4S", &[3]).build();
    assert_eq!(refusal(&position, "break 9 with 2C: JD"), "S35", "not on the floor");
    assert_eq!(refusal(&position, "break 9 with 2C: 4D"), "S35", "no group of 11");
    assert_eq!(refusal(&position, "break 9 with 2C: 9H"), "S33", "in a house");
    assert_eq!(refusal(&position, "capture JS: JD"), "S30");
    assert_eq!(refusal(&position, "build 11 with 5H: JD"), "S26");
    assert_eq!(refusal(&position, "add 2C to 9: JD"), "S41");
}

#[test]
fn g1_a_joker_typed_as_text() {
    let turn = turn("2C JS 5H", "4D").build();
    let bid = dealt(Options::CLASSIC, 3, "7H 8C 8D JS 2D 9C JH KC");
    for position in [turn, bid] {
        for text in ["throw X", "capture X: 4D", "build 11 with X: 4D", "add X to 9", "break 9 with X", "capture JS: X"]
        {
            assert_eq!(refusal(&position, text), "G1", "{text}");
        }
    }
}
