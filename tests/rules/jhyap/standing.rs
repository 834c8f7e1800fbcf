//! J41 to J48: the next starter, totals, halving, elimination, places.

use super::table::{Table, card};
use taash::cards::Card;
use taash::games::jhyap::{Halving, Options, ScoreItem, Tie};
use taash::games::{Options as _, Phase, Position as _};

const CLASSIC: Options = Options::CLASSIC;

/// A hand worth that much, of cards of no rank below two.
fn worth(points: u16, suit: char) -> String {
    if points == 0 {
        return "X".into();
    }
    let tens = ["K", "Q", "J", "T"].iter().take(usize::from(points / 10)).map(|rank| format!("{rank}{suit}"));
    let rest = match points % 10 {
        0 => None,
        1 => Some(format!("A{suit}")),
        n => Some(format!("{n}{suit}")),
    };
    tens.chain(rest).collect::<Vec<_>>().join(" ")
}

/// The totals after a deal in which the first calls with 0 and the others hold that much.
fn after(options: Options, totals: &[u16], hands: &[u16]) -> Vec<u16> {
    let texts: Vec<String> = hands.iter().zip("CDHS".chars()).map(|(&points, suit)| worth(points, suit)).collect();
    let mut all = vec!["X"];
    all.extend(texts.iter().map(String::as_str));
    Table::new(options, &all).previous("9S").totals(totals).game().play("call").totals()
}

#[test]
fn j41_the_lowest_hand_begins_the_next_deal() {
    let mut game = Table::new(CLASSIC, &["5C", "AC", "KC"]).game();
    assert_eq!(game.play("call").next_starter(), Some(1));
}

#[test]
fn j41_of_equal_hands_the_first_after_the_dealer_begins() {
    for (dealer, starter) in [(0, 1), (1, 2), (2, 3), (3, 1)] {
        let mut game = Table::new(CLASSIC, &["5C", "4C", "4D", "4H"]).dealer(dealer).game();
        assert_eq!(game.play("call").next_starter(), Some(starter), "dealer {dealer}");
    }
}

#[test]
fn j41_if_the_lowest_is_eliminated_the_next_surviving_seat_begins() {
    // Seat 1 has the lowest hand, and its 4 points put it out.
    let table = Table::new(CLASSIC, &["5C", "4C", "KD"]).totals(&[0, 198, 0]);
    let mut game = table.game();
    game.play("call");
    assert_eq!((game.totals(), game.next_starter()), (vec![35, 202, 10], Some(2)));
    game.play("deal");
    assert_eq!(game.turn(), Some(2));
}

#[test]
fn j42_totals_carry_over() {
    assert_eq!(after(CLASSIC, &[10, 20, 31], &[12, 5]), [10, 32, 36]);
}

#[test]
fn j43_exactly_the_limit_and_exactly_its_half_are_halved() {
    assert_eq!(after(CLASSIC, &[0, 188, 88], &[12, 12]), [0, 100, 50]);
    assert_eq!(after(CLASSIC, &[0, 187, 87], &[12, 12]), [0, 199, 99]);
    assert_eq!(after(CLASSIC, &[0, 138, 38], &[12, 12]), [0, 150, 50], "other multiples of fifty stay");
    let short = Options { limit: 100, ..CLASSIC };
    assert_eq!(after(short, &[0, 88, 38], &[12, 12]), [0, 50, 25], "the figures go with the limit");
}

#[test]
fn j43_every_fifty_halves_multiples_of_fifty_up_to_the_limit() {
    let options = Options { halving: Halving::EveryFifty, ..CLASSIC };
    assert_eq!(after(options, &[0, 138, 88, 188], &[12, 12, 12]), [0, 75, 50, 100]);
    assert_eq!(after(options, &[0, 38], &[12]), [0, 50], "from a hundred up");
    let higher = Options { limit: 240, ..options };
    assert_eq!(after(higher, &[0, 188, 238, 0], &[12, 12, 12]), [0, 100, 250, 12], "250 is past the limit: out");
}

#[test]
fn j43_halving_can_be_off() {
    let options = Options { halving: Halving::None, ..CLASSIC };
    assert_eq!(after(options, &[0, 188, 88], &[12, 12]), [0, 200, 100]);
}

#[test]
fn j43_a_halving_is_a_line_of_its_own() {
    let mut game = Table::new(CLASSIC, &["X", "KD 2D"]).totals(&[0, 188]).game();
    game.play("call");
    let line = *game.score().lines.last().unwrap();
    assert_eq!(
        (line.seat.number(), line.item, line.rule.to_string(), line.points),
        (1, ScoreItem::Halving, "J43".into(), -100)
    );
    assert_eq!(game.last_scores(), [0, 12], "the score of the deal is not touched");
}

#[test]
fn j44_a_total_is_halved_once_a_deal() {
    assert_eq!(after(CLASSIC, &[0, 188], &[12]), [0, 100], "not on to 50");
}

#[test]
fn j44_a_player_who_scores_nothing_is_not_halved() {
    let mut game = Table::new(CLASSIC, &["X", "KD"]).totals(&[100, 0]).game();
    assert_eq!(game.play("call").totals(), [100, 10]);
    assert_eq!(after(CLASSIC, &[0, 100], &[0]), [0, 100]);
}

#[test]
fn j45_a_total_above_the_limit_eliminates() {
    let mut game = Table::new(CLASSIC, &["X", "KD AD", "KH"]).previous("9S").totals(&[0, 190, 180]).game();
    game.play("call");
    assert_eq!(game.totals(), [0, 201, 190]);
    let out: Vec<_> = game.score().seats.iter().map(|seat| seat.eliminated).collect();
    assert_eq!((out, game.phase()), (vec![false, true, false], Phase::Deal));
    game.play("deal");
    assert_eq!(game.hand(1), "", "no cards for the eliminated");
}

#[test]
fn j45_the_limit_itself_does_not_eliminate() {
    let options = Options { halving: Halving::None, ..CLASSIC };
    let mut game = Table::new(options, &["X", "KD"]).totals(&[0, 190]).game();
    assert_eq!((game.play("call").phase(), game.totals()), (Phase::Deal, vec![0, 200]));
}

#[test]
fn j45_the_limit_is_from_52_to_1000_and_fits_the_halving() {
    let limits = |options: Options| {
        (50..=1002).filter(|&limit| Options { limit, ..options }.check(2).is_ok()).collect::<Vec<_>>()
    };
    let fours: Vec<u16> = (52..=1000).step_by(4).collect();
    assert_eq!(limits(CLASSIC), fours);
    assert_eq!(limits(Options { halving: Halving::None, ..CLASSIC }), (52..=1000).collect::<Vec<_>>());
    assert_eq!(limits(Options { halving: Halving::EveryFifty, ..CLASSIC }), (52..=1000).collect::<Vec<_>>());
}

#[test]
fn j46_the_last_player_left_wins() {
    let mut game = Table::new(CLASSIC, &["X", "KD AD"]).previous("9S").totals(&[150, 195]).game();
    game.play("call");
    assert_eq!((game.phase(), game.winners(), game.turn()), (Phase::Over, vec![0], None));
    assert_eq!(game.legal(), Vec::<String>::new());
    for text in ["deal", "call", "discard X, take stock", "slap"] {
        assert_eq!(game.refusal(text), "G5", "{text}");
    }
}

#[test]
fn j47_if_all_go_out_at_once_the_lowest_total_wins() {
    // The caller is beaten by both, who go out as well.
    let mut game = Table::new(CLASSIC, &["5C", "4C", "KD 3D"]).totals(&[199, 198, 198]).game();
    game.play("call");
    assert_eq!((game.totals(), game.winners()), (vec![234, 202, 211], vec![1]));
    assert_eq!(game.places(), [3, 1, 2]);
}

#[test]
fn j47_equals_share_the_win() {
    let mut game = Table::new(CLASSIC, &["5C", "4C", "4D"]).totals(&[199, 198, 198]).game();
    game.play("call");
    assert_eq!((game.phase(), game.winners(), game.places()), (Phase::Over, vec![1, 2], vec![3, 1, 1]));
}

#[test]
fn j48_later_elimination_ranks_higher() {
    let hands = ["X", "", "", "KD AD"];
    let mut game = Table::new(CLASSIC, &hands).previous("9S").totals(&[60, 201, 240, 195]).out(&[2, 1]).game();
    assert_eq!(game.places(), [1, 3, 4, 2], "seat 2 went out first; the others by their totals");
    game.play("call");
    assert_eq!(game.totals(), [60, 201, 240, 206]);
    assert_eq!((game.places(), game.winners()), (vec![1, 3, 4, 2], vec![0]));
}

#[test]
fn j48_in_the_same_deal_the_lower_total_ranks_higher() {
    let hands = ["X", "KD AD", "KH 2H", "KS AS"];
    let mut game = Table::new(CLASSIC, &hands).previous("9S").totals(&[0, 195, 195, 195]).game();
    game.play("call");
    assert_eq!((game.totals(), game.places()), (vec![0, 206, 207, 206], vec![1, 2, 4, 2]));
}

#[test]
fn j48_between_deals_players_are_placed_by_their_totals() {
    let mut game = Table::new(CLASSIC, &["X", "KD", "KH", "5S"]).previous("9S").game();
    assert_eq!(game.places(), [1, 1, 1, 1], "nothing is scored yet");
    assert_eq!(game.play("call").places(), [1, 3, 3, 2]);
}

#[test]
fn g8_scores_in_a_deal_are_those_after_the_last_one() {
    let mut game = Table::new(CLASSIC, &["X", "KD", "KH"]).game();
    let before = game.score();
    assert_eq!((before.finished_deals, before.lines.len()), (0, 0));
    game.play("call");
    let after = game.score();
    assert_eq!(after.finished_deals, 1);
    game.play("deal");
    assert_eq!(game.score(), after);
    let text = game.legal()[0].clone();
    game.play(&text);
    assert_eq!((game.score(), game.position.deal_number()), (after, 2));
}

#[test]
fn j42_lines_add_up_to_every_change_of_a_total() {
    let presets = [Options::CLASSIC, Options::ISRAELI, Options::NEPALI, Options { tie: Tie::CallerBeaten, ..CLASSIC }];
    for options in presets {
        let x = if options.jokers > 0 { Card::JOKER } else { card("AC") };
        let hand = x.to_string();
        for totals in [[88, 40, 36, 66], [38, 48, 0, 99]] {
            let table = Table::new(options, &["2D", &hand, "KD 2S", "7D AD"]);
            let mut game = if options.tie == Tie::CallerSafe { table.totals(&totals) } else { table }.game();
            let before = game.totals();
            let score = game.play("call").score();
            for seat in &score.seats {
                let sum = |halvings: bool| -> i32 {
                    let own = score.lines.iter().filter(|line| line.seat == seat.seat);
                    let kind = own.filter(|line| (line.item == ScoreItem::Halving) == halvings);
                    kind.map(|line| line.points).sum()
                };
                let (deal, all) = (sum(false), sum(false) + sum(true));
                assert_eq!(deal, i32::from(seat.last_deal));
                assert_eq!(all, i32::from(seat.total) - i32::from(before[seat.seat.index()]));
            }
        }
    }
}

#[test]
fn g9_equals_share_the_better_place() {
    let mut game = Table::new(CLASSIC, &["X", "KD", "KH", "JS 5S"]).game();
    assert_eq!(game.play("call").places(), [1, 2, 2, 4]);
}
