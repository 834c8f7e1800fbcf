//! J30 to J39 and J49: the call, and what a deal scores.

use super::table::{Table, seat};
use taash::games::jhyap::{Options, ScoreItem, Tie};
use taash::games::{Options as _, Phase, Viewer};

const CLASSIC: Options = Options::CLASSIC;
const BEATEN: Options = Options { tie: Tie::CallerBeaten, ..CLASSIC };

/// The scores of a deal in which the first player calls.
fn scores(options: Options, hands: &[&str]) -> Vec<u16> {
    Table::new(options, hands).game().play("call").last_scores()
}

/// The lines of that deal: seat, item, rule, points.
fn lines(options: Options, hands: &[&str]) -> Vec<(u8, ScoreItem, String, i32)> {
    let mut game = Table::new(options, hands).game();
    let score = game.play("call").score();
    score.lines.iter().map(|line| (line.seat.number(), line.item, line.rule.to_string(), line.points)).collect()
}

#[test]
fn j30_a_hand_of_five_or_less_may_call() {
    assert_eq!(Table::hand(CLASSIC, "2C 3D X").game().play("call").phase(), Phase::Deal);
    let six = Table::hand(CLASSIC, "2C 4D");
    assert_eq!(six.refusal("call"), "J30");
    assert!(!six.legal().contains(&"call".into()));
}

#[test]
fn j30_call_limit_moves_the_bound() {
    let seven = Options { call_limit: 7, ..CLASSIC };
    assert!(Table::hand(seven, "3C 4D").legal().contains(&"call".into()));
    assert_eq!(Table::hand(seven, "3C 5D").refusal("call"), "J30");
    let none = Options { call_limit: 0, ..CLASSIC };
    assert!(Table::hand(none, "X X").legal().contains(&"call".into()));
    assert_eq!(Table::hand(none, "X AC").refusal("call"), "J30");
    assert!(Options { call_limit: 50, ..CLASSIC }.check(4).is_ok());
    assert!(Options { call_limit: 51, ..CLASSIC }.check(4).is_err());
}

#[test]
fn j30_a_limit_that_no_hand_could_meet_is_refused() {
    let never = Options { call_limit: 0, jokers: 0, ..CLASSIC };
    assert_eq!(never.check(4).unwrap_err()[0].field, "call_limit");
    assert!(Options { max_turns: 10, ..never }.check(4).is_ok());
}

#[test]
fn j30_a_call_is_the_whole_of_a_turn() {
    let mut game = Table::hand(CLASSIC, "2C 3D").game();
    game.play("discard 3D, take stock");
    assert_eq!(game.turn(), Some(1), "no call after a discard");
}

#[test]
fn j31_calling_is_never_compulsory() {
    let legal = Table::hand(CLASSIC, "AC").legal();
    assert_eq!(legal, ["call", "discard AC, take 9C", "discard AC, take stock"]);
}

#[test]
fn j32_a_call_ends_the_deal_and_shows_all_hands() {
    let mut game = Table::new(CLASSIC, &["2C", "KD QD", "JH"]).game();
    let hidden = game.view(Viewer::Spectator);
    assert!(hidden.hands.iter().all(|hand| hand.cards.is_none()));
    game.play("call");
    let shown = game.view(Viewer::Spectator);
    let hands: Vec<_> = shown.hands.iter().map(|hand| hand.cards.unwrap().to_string()).collect();
    assert_eq!(
        (hands, shown.caller, shown.phase),
        (vec!["2C".into(), "QD KD".into(), "JH".into()], Some(seat(0)), Phase::Deal)
    );
    assert!(game.outcome.revealed_hidden);
    assert_eq!(game.legal(), ["deal"]);
}

#[test]
fn j37_a_caller_whom_nobody_beats_scores_nothing() {
    assert_eq!(scores(CLASSIC, &["2C 2D", "5C", "KC QC", "JD 3S"]), [0, 5, 20, 13]);
    assert_eq!(
        lines(CLASSIC, &["2C 2D", "5C"]),
        [(0, ScoreItem::SafeCall, "J37".into(), 0), (1, ScoreItem::Hand, "J37".into(), 5)]
    );
}

#[test]
fn j38_a_beaten_caller_scores_thirty_and_the_hand() {
    assert_eq!(scores(CLASSIC, &["5C", "4C", "KC", "2H"]), [35, 4, 10, 2]);
    assert_eq!(
        lines(CLASSIC, &["5C", "4C"]),
        [
            (0, ScoreItem::Penalty, "J38".into(), 30),
            (0, ScoreItem::Hand, "J38".into(), 5),
            (1, ScoreItem::Hand, "J38".into(), 4)
        ]
    );
}

#[test]
fn j38_the_penalty_can_be_another() {
    for (penalty, score) in [(0, 5), (25, 30), (100, 105)] {
        assert_eq!(scores(Options { penalty, ..CLASSIC }, &["5C", "4C"]), [score, 4]);
    }
    assert!(Options { penalty: 101, ..CLASSIC }.check(2).is_err());
}

#[test]
fn j38_with_undercutters_the_lowest_who_beat_the_caller_score_nothing() {
    let options = Options { undercutter_scores_zero: true, ..CLASSIC };
    assert_eq!(scores(options, &["5C", "3C", "3D", "4H", "KC"]), [35, 0, 0, 4, 10]);
    assert_eq!(scores(options, &["5C", "6C", "7D"]), [0, 6, 7], "nobody beat the caller");
    assert_eq!(lines(options, &["5C", "3C"])[2], (1, ScoreItem::Undercut, "J38".into(), 0));
    let both = Options { undercutter_scores_zero: true, ..BEATEN };
    assert_eq!(scores(both, &["5C", "5D", "KC"]), [35, 0, 10], "an equal hand beats the caller here");
}

#[test]
fn j39_an_equal_hand_does_not_beat_the_caller() {
    assert_eq!(scores(CLASSIC, &["5C", "5D", "JC"]), [0, 5, 10]);
    assert_eq!(lines(CLASSIC, &["5C", "5D"])[0], (0, ScoreItem::SafeCall, "J39".into(), 0));
    assert_eq!(scores(BEATEN, &["5C", "5D", "JC"]), [35, 5, 10]);
    assert_eq!(lines(BEATEN, &["5C", "5D"])[0], (0, ScoreItem::Penalty, "J39".into(), 30));
    assert_eq!(scores(BEATEN, &["5C", "6D"]), [0, 6]);
}

#[test]
fn j49_after_the_most_turns_the_deal_ends_without_a_call() {
    let options = Options { max_turns: 10, ..CLASSIC };
    let mut game = Table::new(options, &["2C", "5C 3D", "KC"]).turns(9).stock("AH").game();
    game.play("discard 2C, take stock");
    assert_eq!((game.phase(), game.last_scores()), (Phase::Deal, vec![1, 8, 10]));
    assert_eq!(game.score().caller, None);
    let rules: Vec<_> = game.score().lines.iter().map(|line| (line.item, line.rule.to_string())).collect();
    assert_eq!(rules, vec![(ScoreItem::Hand, "J49".to_string()); 3]);
    assert_eq!(game.next_starter(), Some(0), "the lowest hand, as usual");
    let mut game = Table::new(options, &["2C", "5C 3D", "KC"]).turns(8).game();
    assert_eq!(game.play("discard 2C, take stock").phase(), Phase::Turn);
    assert!(
        Options { max_turns: 9, ..CLASSIC }.check(2).is_err()
            && Options { max_turns: 10_001, ..CLASSIC }.check(2).is_err()
    );
}

#[test]
fn j49_the_choice_to_slap_comes_before_the_end() {
    let options = Options { max_turns: 10, slap_down: true, ..CLASSIC };
    let mut game = Table::new(options, &["7C 2D", "KC"]).turns(9).stock("7S").game();
    assert_eq!(game.play("discard 7C, take stock").phase(), Phase::Slap);
    assert_eq!(game.play("slap").last_scores(), [2, 10]);
    let mut game = Table::new(options, &["7C 2D", "KC"]).turns(9).stock("7S").game();
    assert_eq!(game.play("discard 7C, take stock").play("keep").last_scores(), [9, 10]);
    assert!(game.outcome.revealed_hidden, "all hands are shown");
}

#[test]
fn j49_without_the_option_turns_are_not_counted() {
    let mut game = Table::new(CLASSIC, &["2C 3D", "KC"]).game();
    game.play("discard 2C, take stock").play("discard KC, take stock");
    assert_eq!(game.setup().turns, 0);
}
