//! Sweeps, the score of a deal, the running difference, baazis and the next dealer: S6, S7, S52 to S59.

use super::support::{Table, cards, opening, play, turn};
use taash::games::seep::{
    BaaziWon, DealRecord, DealScore, Event, Options, Position, ScoreItem, ScoreLine, SweepKind, Sweeps, Tally, Team,
};
use taash::games::{Phase, Position as _, Rule, Seat, Standing};

/// The spades that are worth this much together, greedily from the king down.
fn spades(points: u8) -> String {
    let mut left = points;
    let mut held = Vec::new();
    for (number, rank) in "KQJT98765432A".chars().enumerate() {
        let worth = 13 - u8::try_from(number).unwrap();
        if worth <= left {
            left -= worth;
            held.push(format!("{rank}S"));
        }
    }
    assert_eq!(left, 0);
    held.join(" ")
}

/// Before the last play of a deal, which is seat 0's: a two is thrown beside a five, and both go to team 1. Team 0 has
/// these cards, team 1 all others.
fn last_play(pile: &str) -> Table {
    turn("2C", "5H").pile(0, pile)
}

/// Sets the running difference before the deal, after two level deals.
fn with_difference(mut table: Table, difference: i32) -> Table {
    let tally = |spades, aces, ten_of_diamonds| Tally { spades, aces, ten_of_diamonds, cards: 26, ..Tally::default() };
    table.setup.deal_number = 3;
    table.setup.difference = difference;
    let mut level = [tally(47, 3, false), tally(44, 0, true)];
    if table.setup.options.ten_of_diamonds == 2 {
        level[0].spades -= 2;
        level[1].spades += 2;
    }
    table.setup.last_deal =
        Some(DealRecord { tallies: level, sweeps: [Sweeps::NONE; 2], difference_before: difference });
    table
}

fn ordinary(n: u8) -> Sweeps {
    Sweeps { ordinary: n, ..Sweeps::NONE }
}

/// Plays the last card, and returns the position and the score.
fn ended(table: Table) -> (Position, DealScore) {
    let mut position = table.build();
    let events = play(&mut position, "throw 2C");
    let score = position.score().last_deal.unwrap();
    assert!(events.iter().any(|event| matches!(event, Event::DealEnded { score: told, .. } if *told == score)));
    (position, score)
}

fn line(team: Team, item: ScoreItem, rule: u8, points: i32) -> ScoreLine {
    ScoreLine { team, item, rule: Rule::S(rule), points }
}

fn won(team: Team, rule: u8) -> Option<BaaziWon> {
    Some(BaaziWon { team, rule: Rule::S(rule) })
}

#[test]
fn s3_score_lines_and_the_options_of_card_points() {
    let pile = "KS QS AH AC TD 3C 3D 3H 4C 4D 4H 6C 6D 6H 7C 7D 7H 8C 8D 8H 9C 9D 9H JC JD JH QC";
    let (_, score) = ended(last_play(pile));
    use ScoreItem::{Aces, DealTotal, Difference, MostCards, Spades, TenOfDiamonds};
    use Team::{Even, Odd};
    let lines = [
        line(Even, Spades, 3, 25),
        line(Even, Aces, 3, 2),
        line(Even, TenOfDiamonds, 3, 6),
        line(Even, DealTotal, 55, 33),
        line(Odd, Spades, 3, 66),
        line(Odd, Aces, 3, 1),
        line(Odd, DealTotal, 55, 67),
        line(Even, Difference, 57, -34),
        line(Odd, Difference, 57, 34),
    ];
    assert_eq!(score.lines, lines);
    // 27 cards against 25, those of S54 with the 25.
    let casual = |pile| {
        ended(last_play(pile).options(|options| {
            options.ten_of_diamonds = 2;
            options.most_cards_bonus = 4;
        }))
        .1
    };
    let score = casual(pile);
    assert_eq!(score.totals, [25 + 2 + 2 + 4, 67]);
    assert_eq!(score.lines[3], line(Even, MostCards, 3, 4));
    let level = casual(&pile[..pile.len() - 3]);
    assert_eq!(level.totals, [29, 67], "26 each: nobody");
    assert_eq!(casual(&pile[..pile.len() - 6]).totals, [29, 71]);
}

#[test]
fn s6_the_dealer_goes_on_until_the_own_team_is_ahead() {
    // Seat 0 deals; team 0 has 50 of 100 and the difference decides.
    let level = format!("{} AH", spades(49));
    let next = |difference: i32| {
        let table = with_difference(last_play(&level), difference);
        ended(table).0.turn().unwrap().number()
    };
    assert_eq!([next(-30), next(0), next(1)], [0, 0, 1]);
}

#[test]
fn s7_after_a_baazi_the_partner_of_that_player_deals() {
    let table = |pile: &str, difference| {
        let table = last_play(pile).options(|options| options.baazis = 3);
        ended(with_difference(table, difference)).0.turn().unwrap().number()
    };
    // 78 to 22 added to 60: ahead, so seat 1 is named, and seat 3 deals.
    assert_eq!(table(&spades(78), 60), 3);
    // 22 to 78 and 60 behind: seat 0 is named, and seat 2 deals.
    assert_eq!(table(&spades(22), -60), 2);
    // Lost by the minimum, and ahead all the same with this deal in the difference: 98 and 5 to 95 is ahead by 8.
    assert_eq!(table(&spades(5), 98), 3);
}

#[test]
fn s52_a_sweep_leaves_neither_card_nor_house() {
    let swept = |table: Table, text| play(&mut table.build(), text).iter().any(|e| matches!(e, Event::Swept { .. }));
    assert!(swept(turn("8C 2D", "AD 7D"), "capture 8C: AD 7D"));
    assert!(swept(turn("9C 2D", "").house(9, "6C 3D", &[1]), "capture 9C: house"));
    assert!(!swept(turn("8C 2D", "AD 7D KH"), "capture 8C: AD 7D"));
    assert!(!swept(turn("8C 2D", "AD 7D").house(9, "6C 3D", &[1]), "capture 8C: AD 7D"));
}

#[test]
fn s53_the_worth_of_a_sweep_depends_on_when_it_is_made() {
    let kind = |table: Table, text: &str| {
        let mut position = table.build();
        let events = play(&mut position, text);
        let swept = events.iter().find_map(|event| {
            if let Event::Swept { kind, points, .. } = event { Some((*kind, *points)) } else { None }
        });
        (swept.unwrap(), position.to_setup().sweeps[0])
    };
    let (swept, _) = kind(opening("KS 3H 2C 4D", 13, "QH AC 7D 6D"), "capture KS: QH AC 7D 6D");
    assert_eq!(swept, (SweepKind::Opening, 25));
    let (swept, counted) = kind(turn("8C 2D", "AD 7D"), "capture 8C: AD 7D");
    assert_eq!((swept, counted), ((SweepKind::Ordinary, 50), ordinary(1)));
    let (swept, counted) = kind(turn("8C", "AD 7D"), "capture 8C: AD 7D");
    assert_eq!((swept, counted.last), ((SweepKind::Last, 0), true));
    let options = |options: &mut Options| {
        options.sweep_points = 13;
        options.opening_sweep_points = 100;
    };
    let table = opening("KS 3H 2C 4D", 13, "QH AC 7D 6D").options(options);
    assert_eq!(kind(table, "capture KS: QH AC 7D 6D").0.1, 100);
    assert_eq!(kind(turn("8C 2D", "AD 7D").options(options), "capture 8C: AD 7D").0.1, 13);
}

#[test]
fn s54_the_last_loose_cards_go_to_the_team_that_captured_last() {
    let mut position = last_play("KS QS").build();
    let before = position.to_setup().piles;
    let events = play(&mut position, "throw 2C");
    assert_eq!(events[1], Event::LastCards { team: Some(Team::Odd), cards: cards("2C 5H") });
    assert_eq!(position.to_setup().piles, [before[0], before[1].union(cards("2C 5H"))]);
    assert_eq!(position.to_setup().sweeps, [Sweeps::NONE; 2], "no sweep");
    // A capture with the last card: the captor's team gets the rest.
    let mut position = turn("8C", "AD 7D KH").pile(0, "KS QS").build();
    let events = play(&mut position, "capture 8C: AD 7D");
    assert_eq!(events[1], Event::LastCards { team: Some(Team::Even), cards: cards("KH") });
}

#[test]
fn s55_captured_points_and_sweeps_are_the_deal_score() {
    let (_, score) = ended(last_play(&spades(40)).sweeps(0, ordinary(2)));
    assert_eq!(score.totals, [140, 60]);
    let sweeps: Vec<_> = score.lines.iter().filter(|line| matches!(line.item, ScoreItem::Sweep(_))).collect();
    assert_eq!(sweeps.len(), 2, "one line each");
    assert!(sweeps.iter().all(|line| line.points == 50 && line.rule == Rule::S(53) && line.team == Team::Even));
}

#[test]
fn s56_a_team_below_the_minimum_loses_the_baazi() {
    let (position, score) = ended(with_difference(last_play(&spades(8)), 60));
    assert_eq!((score.totals, score.baazi, score.difference), ([8, 92], won(Team::Odd, 56), 0));
    use ScoreItem::{Baazi, Reset};
    let tail = [line(Team::Even, Reset, 56, -60), line(Team::Odd, Reset, 56, 60), line(Team::Odd, Baazi, 56, 1)];
    assert_eq!(score.lines[score.lines.len() - 3..], tail);
    assert_eq!(position.phase(), Phase::Over);
    assert_eq!(ended(last_play(&spades(9))).1.baazi, None);
    // Without a minimum the difference counts.
    let none = |options: &mut Options| options.minimum = 0;
    assert_eq!(ended(last_play(&spades(8)).options(none)).1.difference, -84);
    // Both below: the differences add up.
    let both = |options: &mut Options| options.minimum = 50;
    let mut table = with_difference(last_play(&spades(45)).options(both), 7);
    table.setup.options.ten_of_diamonds = 2;
    let table = with_difference(table, 7);
    let (_, score) = ended(table);
    assert_eq!((score.totals, score.baazi, score.difference), ([45, 51], won(Team::Odd, 56), 0));
    let (_, score) = ended(with_difference(
        last_play(&spades(47)).options(|options| {
            options.minimum = 50;
            options.ten_of_diamonds = 2;
        }),
        7,
    ));
    assert_eq!((score.totals, score.baazi, score.difference), ([47, 49], None, 5));
}

#[test]
fn s57_a_lead_of_a_hundred_wins_a_baazi() {
    let after = |points, before| {
        let (_, score) = ended(with_difference(last_play(&spades(points)), before));
        (score.baazi, score.difference)
    };
    // 70 to 30.
    assert_eq!(after(70, 59), (None, 99));
    assert_eq!(after(70, 60), (won(Team::Even, 57), 0));
    assert_eq!(after(70, 90), (won(Team::Even, 57), 0), "the surplus is dropped");
    assert_eq!(after(30, -60), (won(Team::Odd, 57), 0));
    let (_, score) = ended(last_play(&spades(70)).options(|options| options.baazi_lead = 40));
    assert_eq!(score.baazi, won(Team::Even, 57));
    use ScoreItem::{Baazi, Difference, Reset};
    let tail = [
        line(Team::Even, Difference, 57, 40),
        line(Team::Even, Reset, 57, -40),
        line(Team::Even, Baazi, 57, 1),
        line(Team::Odd, Difference, 57, -40),
        line(Team::Odd, Reset, 57, 40),
    ];
    assert_eq!(score.lines[score.lines.len() - 5..], tail);
}

#[test]
fn s58_the_match_ends_with_the_agreed_number_of_baazis() {
    let with_baazis = |baazis, won: [u8; 2]| {
        let mut table = with_difference(last_play(&spades(70)), 60).options(|options| options.baazis = baazis);
        table.setup.baazis = won;
        ended(table).0
    };
    let over = with_baazis(1, [0, 0]);
    assert_eq!((over.phase(), over.turn()), (Phase::Over, None));
    let Standing { winners, seats, finished_deals } = over.standing();
    assert_eq!((winners, finished_deals), (vec![Seat::new(0), Seat::new(2)], 3));
    assert_eq!(seats.iter().map(|seat| seat.place).collect::<Vec<_>>(), [1, 3, 1, 3]);
    assert_eq!(seats.iter().map(|seat| seat.last_deal).collect::<Vec<_>>(), [70, 30, 70, 30]);
    let error = over.check_move(&super::support::read("deal")).unwrap_err();
    assert_eq!(error.rule, Rule::G(5));
    let on = with_baazis(2, [0, 1]);
    assert_eq!((on.phase(), on.to_setup().baazis), (Phase::Deal, [1, 1]));
    assert_eq!(on.standing().seats[1].place, 1, "level");
    assert!(on.standing().winners.is_empty());
    assert_eq!(with_baazis(2, [1, 1]).phase(), Phase::Over);
}

#[test]
fn s59_twice_the_lead_is_one_baazi() {
    // 90 and five sweeps against 10: a difference of 330.
    let table = last_play(&spades(90)).sweeps(0, ordinary(5)).options(|options| options.baazis = 3);
    let (position, score) = ended(table);
    assert_eq!(score.totals, [340, 10]);
    assert_eq!((position.to_setup().baazis, position.to_setup().difference), ([1, 0], 0));
}

#[test]
fn se9_a_hundred_and_twenty_seven_to_twenty_three() {
    let table = last_play(&format!("{} AH TD", spades(70))).sweeps(0, ordinary(1));
    let (position, score) = ended(table);
    assert_eq!((score.totals, score.baazi), ([127, 23], won(Team::Even, 57)));
    assert_eq!(position.to_setup().difference, 0);
}

#[test]
fn se10_the_last_play_empties_the_floor() {
    let mut position = turn("8C", "AS 7S").pile(0, "KS QS").build();
    let events = play(&mut position, "capture 8C: AS 7S");
    let kind = SweepKind::Last;
    assert_eq!(events[1], Event::Swept { seat: Seat::new(0), team: Team::Even, kind, points: 0 });
    let score = position.score().last_deal.unwrap();
    assert_eq!(score.totals, [13 + 12 + 1 + 7, 67]);
    assert!(score.lines.contains(&line(Team::Even, ScoreItem::Sweep(kind), 53, 0)));
}

#[test]
fn se11_eight_points_lose_and_five_with_a_sweep_do_not() {
    assert_eq!(ended(last_play(&spades(8))).1.baazi, won(Team::Odd, 56));
    let (_, score) = ended(last_play("4S AS").sweeps(0, ordinary(1)));
    assert_eq!((score.totals, score.baazi), ([55, 95], None));
}

#[test]
fn the_standing_waits_for_the_end_of_the_deal() {
    let mut position = with_difference(turn("8C 2D", "AD 7D"), 33).build();
    let before = (position.standing(), position.score());
    play(&mut position, "capture 8C: AD 7D");
    assert_eq!((position.standing(), position.score()), before, "G8");
    assert_eq!(before.1.teams.map(|team| team.difference), [33, -33]);
    assert_eq!(before.1.teams.map(|team| team.last_deal), [50, 50]);
    assert_eq!(before.1.last_deal.unwrap().deal, 2);
    let fresh = Position::new_match(Options::CLASSIC, 4, None, None).unwrap();
    assert_eq!(fresh.score().last_deal, None);
    assert!(fresh.standing().seats.iter().all(|seat| (seat.place, seat.total, seat.last_deal) == (1, 0, 0)));
}
