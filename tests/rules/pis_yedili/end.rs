//! P38 to P48: the end of a deal and of the match, and the stock that runs out.

use super::table::{Game, Table, card, cards, seat, table};
use taash::cards::Suit;
use taash::games::pis_yedili::{
    DealResult, Ending, Event, Options, Position, ScoreItem, Stage, StockOut, card_points, hand_points,
};
use taash::games::{Phase, Position as _, Rule};

/// A table whose stock is these cards (top first), with all the rest under the top card.
fn nearly_dry(seats: u8, stock_out: StockOut, stock: &str) -> Table {
    table(seats).options(|o| o.stock_out = stock_out).stock(stock).dry()
}

/// A table that reshuffles, with these cards alone in the stock and under the top; the rest is in the last seat's hand.
fn hoard(
    seats: u8,
    options: impl FnOnce(&mut Options),
    stock: &str,
    under: &str,
    table_of: impl Fn(Table) -> Table,
) -> Game {
    let mut setup = table_of(table(seats).options(options).under(under)).fill();
    setup.stock = taash::cards::parse_cards(stock).unwrap();
    setup.stock.as_mut_slice().reverse();
    let mut left = taash::cards::Cards::decks(setup.options.decks_in_play(seats), 0);
    for pile in setup.hands.into_iter().chain([cards(stock), cards(under), setup.top.unwrap().into()]) {
        left = left.difference(pile);
    }
    let last = usize::from(seats) - 1;
    setup.hands[last] = setup.hands[last].sum(left).unwrap();
    Game::new(Position::from_setup(setup).unwrap())
}

#[test]
fn p38_the_first_empty_hand_ends_the_deal_at_once() {
    let mut game = table(3).hand(1, "4C").hand(2, "9D 2H").hand(0, "KS").top("9C").start();
    game.play("play 4C");
    assert_eq!((game.phase(), game.turn(), game.scores()), (Phase::Deal, 1, vec![10, 0, 11]));
    let Event::DealEnded { deal, result, hands, totals } = &game.events[1] else { panic!() };
    assert_eq!((*deal, result.ending), (1, Ending::WentOut { winner: seat(1), last_card: card("4C") }));
    assert_eq!(hands, &[cards("KS"), cards(""), cards("9D 2H")], "shown to all");
    assert_eq!(totals, &[10, 0, 11]);
    assert!(game.outcome.revealed_hidden);
}

#[test]
fn p38_a_last_card_has_no_effect() {
    let mut ace = table(3).hand(1, "AC").top("9C").start();
    assert_eq!(ace.play("play AC").phase(), Phase::Deal);
    let mut seven = table(3).hand(1, "7C").hand(2, "4D").top("9C").start();
    assert_eq!(seven.play("play 7C").phase(), Phase::Deal);
    assert_eq!(seven.hand(2), cards("4D"), "nobody draws");
    let mut jack = table(3).hand(1, "JH").top("9C").start();
    assert_eq!(jack.legal(), ["play JH", "draw"]);
    assert_eq!(jack.refused("play JH naming S"), "P38");
    assert_eq!(jack.play("play JH").setup().named, None);
    let mut extra = table(3).hand(1, "JH").top("AH").extra(1).start();
    assert_eq!(extra.legal(), ["play JH", "pass"]);
    assert_eq!(extra.play("play JH").phase(), Phase::Deal);
}

#[test]
fn p39_others_score_their_hands_times_3_or_2() {
    let after = |last: &str, top| {
        let mut game = table(3).hand(1, last).hand(2, "9D 2H").hand(0, "KS AD").top(top).start();
        game.play(&format!("play {last}"));
        (game.scores(), game.setup().last_deal.unwrap().multiplier())
    };
    assert_eq!(after("4C", "9C"), (vec![25, 0, 11], 1));
    assert_eq!(after("7C", "9C"), (vec![75, 0, 33], 3));
    assert_eq!(after("JC", "9C"), (vec![50, 0, 22], 2));
}

#[test]
fn p40_drawing_from_an_empty_stock_ends_the_deal_of_who_can_do_nothing() {
    let mut game = nearly_dry(3, StockOut::End, "").hand(1, "4D 5H").hand(2, "6S").hand(0, "8S 9S").top("QC").start();
    assert_eq!(game.legal(), ["draw"]);
    game.play("draw");
    assert_eq!(game.events[0], Event::StockRanOut { seat: seat(1), missing: 1 });
    assert_eq!((game.phase(), game.scores()), (Phase::Deal, vec![17, 9, 0]));
    assert_eq!(game.setup().last_deal.unwrap().ending, Ending::StockOut);
    assert!(game.outcome.revealed_hidden, "hands are shown");
}

#[test]
fn p40_with_a_card_to_play_an_empty_stock_cannot_be_drawn_from() {
    let game = nearly_dry(3, StockOut::End, "").hand(1, "4C 5H").top("QC").start();
    assert_eq!((game.legal(), game.refused("draw")), (vec!["play 4C".into()], "P40".into()));
    let jack = nearly_dry(3, StockOut::End, "").hand(1, "JS 5H").top("QC").start();
    assert_eq!((jack.legal().len(), jack.refused("draw")), (4, "P40".into()));
    let stuck = nearly_dry(3, StockOut::End, "").options(|o| o.draw_only_if_stuck = true).hand(1, "4C 5H").top("QC");
    assert_eq!(stuck.start().refused("draw"), "P40", "the specific rule");
}

#[test]
fn p40_who_has_drawn_passes_when_the_stock_is_empty() {
    let mut game = nearly_dry(3, StockOut::End, "6D").hand(1, "4D 5H").hand(2, "6S 6H").top("QC").start();
    game.play("draw");
    assert_eq!((game.legal(), game.refused("draw")), (vec!["pass".into()], "P40".into()));
    game.play("pass");
    assert_eq!((game.turn(), game.legal()), (2, vec!["draw".into()]), "seat 2 has not drawn in this turn");
    let limited = nearly_dry(3, StockOut::End, "").options(|o| o.draw_limit = 1).hand(1, "4D 5H").top("QC");
    assert_eq!(limited.drawn(1, 1).start().refused("draw"), "P19", "the limit comes first");
}

#[test]
fn p40_a_penalty_that_the_stock_cannot_serve_ends_the_deal() {
    let mut game = nearly_dry(3, StockOut::End, "2D 3D").hand(1, "4D 5H").hand(2, "6S").top("7C").penalty(1, 1).start();
    game.play("draw");
    assert_eq!(game.hand(1), cards("4D 5H 2D 3D"), "what is left is drawn first");
    assert_eq!(game.events[1], Event::StockRanOut { seat: seat(1), missing: 1 });
    assert_eq!((game.phase(), game.scores()[1]), (Phase::Deal, 14));
}

#[test]
fn p40_holding_a_7_such_a_penalty_may_not_be_drawn() {
    let game = nearly_dry(3, StockOut::End, "2D 3D").hand(1, "7D 5H").top("7C").penalty(1, 1).start();
    assert_eq!((game.legal(), game.refused("draw")), (vec!["play 7D".into()], "P40".into()));
    let served = nearly_dry(3, StockOut::End, "2D 3D 4D").hand(1, "7D 5H").top("7C").penalty(1, 1).start();
    assert_eq!(served.legal(), ["play 7D", "draw"], "three are enough");
}

#[test]
fn p40_a_penalty_that_takes_the_very_last_card_goes_on() {
    let mut game = nearly_dry(3, StockOut::End, "2D 3D 4D").hand(1, "5H").hand(2, "6S").top("7C").penalty(1, 1).start();
    game.play("draw");
    assert_eq!((game.phase(), game.turn(), game.legal()), (Phase::Turn, 2, vec!["draw".into()]));
}

#[test]
fn p40_after_a_penalty_that_emptied_the_stock_the_turn_that_follows_may_end_the_deal() {
    let start = |hand| {
        let table = nearly_dry(3, StockOut::End, "2D 3D 4D").options(|o| o.play_after_penalty = true);
        table.hand(1, hand).top("7C").penalty(1, 1).start()
    };
    let mut stuck = start("5H");
    assert_eq!(stuck.play("draw").legal(), ["draw"]);
    assert_eq!(stuck.play("draw").phase(), Phase::Deal);
    assert_eq!(start("5C").play("draw").legal(), ["play 5C"]);
}

#[test]
fn p40_reshuffle_turns_all_discards_but_the_top_into_the_stock() {
    let reshuffle = |o: &mut Options| o.stock_out = StockOut::Reshuffle;
    let mut game = hoard(3, reshuffle, "", "2D 3S 9C", |t| t.hand(1, "4D 5H").hand(0, "6S").top("QC"));
    let mv = taash::games::pis_yedili::Move::Draw;
    assert_eq!(game.position.cards_to_shuffle(&mv), Some(cards("2D 3S 9C")));
    game = game.order("3S 9C 2D");
    game.play("draw");
    assert_eq!(game.events[0], Event::Reshuffled { stock: 3 });
    assert_eq!((game.hand(1), game.stock()), (cards("4D 5H 3S"), "9C 2D".to_owned()));
    assert_eq!((game.setup().under, game.setup().top, game.setup().shuffles), (cards(""), Some(card("QC")), 2));
    assert_eq!(game.play("draw").hand(1), cards("4D 5H 3S 9C"));
    assert_eq!(game.play("play 9C").setup().under, cards("QC"));
}

#[test]
fn p40_reshuffle_in_the_middle_of_a_penalty() {
    let reshuffle = |o: &mut Options| o.stock_out = StockOut::Reshuffle;
    let mut game = hoard(3, reshuffle, "KS", "2D 3S 9C", |t| t.hand(1, "7D 5H").hand(0, "6S").top("7C").penalty(1, 1));
    assert_eq!(game.legal(), ["play 7D", "draw"], "four cards can be had");
    game = game.order("3S 9C 2D");
    game.play("draw");
    assert_eq!((game.hand(1), game.stock()), (cards("7D 5H KS 3S 9C"), "2D".to_owned()));
    assert_eq!((game.events.len(), game.turn()), (3, 2), "drew one, reshuffled, drew two");
}

#[test]
fn p40_without_discards_to_reshuffle_the_deal_ends() {
    let reshuffle = |o: &mut Options| o.stock_out = StockOut::Reshuffle;
    let mut turn = hoard(3, reshuffle, "", "", |t| t.hand(1, "4D 5H").hand(0, "6S").top("QC"));
    assert_eq!(turn.legal(), ["draw"]);
    assert_eq!(turn.play("draw").phase(), Phase::Deal);
    let short = |hand| hoard(3, reshuffle, "KS", "2D", move |t| t.hand(1, hand).hand(0, "6S").top("7C").penalty(1, 1));
    assert_eq!(short("7D 5H").refused("draw"), "P40");
    let mut penalty = short("5H");
    assert_eq!(penalty.position.cards_to_shuffle(&taash::games::pis_yedili::Move::Draw), Some(cards("2D")));
    penalty.play("draw");
    assert_eq!((penalty.phase(), penalty.hand(1)), (Phase::Deal, cards("5H KS 2D")));
}

#[test]
fn p41_the_winner_of_a_dry_deal_scores_0_and_the_others_their_hands_once() {
    let mut game = nearly_dry(3, StockOut::End, "").hand(1, "4D JS").hand(2, "6S").hand(0, "7S").top("QC").start();
    assert_eq!(game.legal().len(), 4, "the jack must be played");
    game.play("play JS naming H").play("draw");
    assert_eq!((game.scores(), game.setup().last_deal.unwrap().multiplier()), (vec![20, 0, 6], 1));
    let items: Vec<_> = game.position.score().lines.iter().map(|line| (line.item, line.rule, line.points)).collect();
    assert_eq!(items[1], (ScoreItem::LowestHand, Rule::P(41), 0));
}

#[test]
fn p42_equal_lowest_hands_all_win() {
    let mut game =
        nearly_dry(4, StockOut::End, "").hand(1, "6D").hand(2, "6S").hand(0, "8S").hand(3, "2D 4H").top("QC");
    game = game.turn(1);
    let mut game = game.start();
    game.play("draw");
    assert_eq!(game.scores(), [8, 0, 0, 0]);
    let lines = game.position.score().lines;
    assert_eq!(lines.iter().filter(|line| line.item == ScoreItem::LowestHandShared).count(), 3);
    assert!(lines.iter().all(|line| line.rule == Rule::P(if line.points == 0 { 42 } else { 45 })));
}

#[test]
fn p44_after_a_reshuffle_the_top_card_and_its_named_suit_stay() {
    let reshuffle = |o: &mut Options| o.stock_out = StockOut::Reshuffle;
    let top = |t: Table| t.hand(1, "4D 5D").hand(0, "6S").top("JC").named(Suit::Hearts);
    let mut game = hoard(3, reshuffle, "", "2D 3S 9H", top).order("2D 9H 3S");
    game.play("draw");
    assert_eq!((game.setup().top, game.setup().named), (Some(card("JC")), Some(Suit::Hearts)));
    assert_eq!(game.legal(), ["draw", "pass"]);
    assert_eq!(game.play("draw").legal(), ["play 9H", "draw", "pass"]);
}

#[test]
fn p44_a_given_order_must_be_of_the_discards() {
    let reshuffle = |o: &mut Options| o.stock_out = StockOut::Reshuffle;
    let game = hoard(3, reshuffle, "", "2D 3S 9C", |t| t.hand(1, "4D 5H").hand(0, "6S").top("QC"));
    let orders = [taash::cards::parse_cards("2D 3S QC").unwrap()];
    let (seed, none) = (taash::cards::Seed::new([0; 32]), taash::cards::ClientSeed::NONE);
    let mut shuffles = taash::games::Shuffles::new(&seed, &none, &orders);
    let mut position = game.position;
    let error = position.play(None, &taash::games::pis_yedili::Move::Draw, &mut shuffles, &mut ()).unwrap_err();
    assert_eq!((error.rule, position), (Rule::G(6), game.position));
}

#[test]
fn p45_points_of_the_cards() {
    let ranks = ["AC", "2D", "3H", "4S", "5C", "6D", "7H", "8S", "9C", "TD", "JH", "QS", "KC"];
    let points: Vec<u16> = ranks.iter().map(|text| card_points(card(text))).collect();
    assert_eq!(points, [15, 2, 3, 4, 5, 6, 20, 8, 9, 10, 25, 10, 10]);
    assert_eq!(hand_points(taash::cards::Cards::decks(1, 0)), 508);
    assert_eq!(hand_points(cards("7H 7H JS")), 65, "both of two decks");
}

#[test]
fn p46_the_winner_of_a_deal_scores_0() {
    let mut game = table(2).hand(1, "4C").hand(0, "QD").top("9C").start();
    game.play("play 4C");
    let lines = game.position.score().lines;
    assert_eq!((lines[1].item, lines[1].rule, lines[1].points), (ScoreItem::WentOut, Rule::P(46), 0));
    assert_eq!(game.scores(), [10, 0]);
}

/// Seat 1 is about to go out in the last deal of the match so far, seats 0 and 2 holding a king and a 9.
fn last_deal(options: impl FnOnce(&mut Options), deal_number: u32, totals: [u32; 3]) -> Game {
    let mut setup = table(3).options(options).hand(0, "KS").hand(1, "4C").hand(2, "9D").top("QC").fill();
    setup.deal_number = deal_number;
    setup.totals[..3].copy_from_slice(&totals);
    if deal_number > 1 {
        let ending = Ending::WentOut { winner: seat(0), last_card: card("5D") };
        setup.last_deal = Some(DealResult { ending, hands: [0, 8, 2, 0, 0, 0, 0, 0] });
    }
    Game::new(Position::from_setup(setup).unwrap())
}

#[test]
fn p47_after_4_deals_the_lowest_total_wins() {
    let mut third = last_deal(|_| {}, 3, [50, 30, 20]);
    assert_eq!(third.play("play 4C").phase(), Phase::Deal);
    let mut fourth = last_deal(|_| {}, 4, [50, 30, 20]);
    fourth.play("play 4C");
    assert_eq!((fourth.phase(), fourth.totals(), fourth.position.turn()), (Phase::Over, vec![60, 30, 29], None));
    assert_eq!(fourth.events.last(), Some(&Event::MatchEnded { winners: vec![seat(2)] }));
    let standing = fourth.position.standing();
    assert_eq!((standing.finished_deals, standing.winners), (4, vec![seat(2)]));
    assert_eq!(standing.seats.iter().map(|seat| seat.place).collect::<Vec<_>>(), [3, 2, 1]);
    assert_eq!(fourth.legal(), Vec::<String>::new());
    assert_eq!((fourth.refused("draw"), fourth.refused("deal")), ("G5".into(), "G5".into()));
}

#[test]
fn p47_deals_says_how_many() {
    let mut one = last_deal(|o| o.deals = 1, 1, [0, 0, 0]);
    assert_eq!(one.play("play 4C").phase(), Phase::Over);
    let mut five = last_deal(|o| o.deals = 5, 4, [50, 30, 20]);
    assert_eq!(five.play("play 4C").phase(), Phase::Deal);
}

#[test]
fn p47_with_a_target_the_match_ends_when_a_total_reaches_it() {
    let phase = |target, totals| {
        let mut game = last_deal(|o| (o.target, o.deals) = (target, 1), 9, totals);
        game.play("play 4C").phase()
    };
    assert_eq!(phase(100, [89, 30, 20]), Phase::Deal, "99 is not enough, however many deals");
    assert_eq!(phase(100, [90, 30, 20]), Phase::Over, "reached");
    assert_eq!(phase(100, [97, 30, 20]), Phase::Over, "passed");
}

#[test]
fn p48_equal_lowest_totals_share_the_win() {
    let mut game = last_deal(|_| {}, 4, [50, 29, 20]);
    game.play("play 4C");
    let standing = game.position.standing();
    assert_eq!((game.totals(), standing.winners), (vec![60, 29, 29], vec![seat(1), seat(2)]));
    assert_eq!(standing.seats.iter().map(|seat| seat.place).collect::<Vec<_>>(), [3, 1, 1], "G9");
}

#[test]
fn a_match_over_is_a_position_too() {
    let mut game = last_deal(|_| {}, 4, [50, 29, 20]);
    game.play("play 4C");
    assert_eq!(game.setup().stage, Stage::Over);
    assert_eq!(Position::from_setup(game.setup()), Ok(game.position));
}
