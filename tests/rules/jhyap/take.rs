//! J21 to J28: what may be taken, the stock, the slap.

use super::table::{Table, card, cards, list};
use taash::games::jhyap::{Options, SetPickup, Stage};
use taash::games::{Phase, Seat};

const CLASSIC: Options = Options::CLASSIC;
const ENDS: Options = Options { set_pickup: SetPickup::Ends, ..CLASSIC };
const SLAP: Options = Options { slap_down: true, ..CLASSIC };

#[test]
fn j21_after_the_discard_exactly_one_card_is_taken() {
    let table = Table::hand(CLASSIC, "2C 3D 3H").stock("QS");
    let mut game = table.game();
    game.play("discard 3D 3H, take stock");
    assert_eq!(game.hand(0), "2C QS");
    let mut game = table.game();
    game.play("discard 2C, take 9C");
    assert_eq!(game.hand(0), "3D 3H 9C");
    assert_eq!(table.refusal("discard 2C, take 5S"), "J22");
}

#[test]
fn j22_only_the_previous_players_discard_can_be_taken_from() {
    let table = Table::new(CLASSIC, &["2C 3D", "7H 8H", "4S JD"]);
    let mut game = table.game();
    game.play("discard 2C, take 9C").play("discard 7H, take 2C");
    assert_eq!(game.refusal("discard 4S, take 9C"), "J22", "a card in another hand");
    game.play("discard 4S, take 7H");
    assert_eq!(game.hand(2), "7H JD");
}

#[test]
fn j22_at_the_first_turn_the_card_turned_up_is_the_previous_discard() {
    let mut game = super::table::Game::start(CLASSIC, 2, 0, 1).order("AC AD 2C 2D 3C 3D 4C 4D 5C 5D KH");
    game.play("deal").play("discard 5C, take KH");
    assert_eq!(game.hand(1), "AC 2C 3C 4C KH");
}

#[test]
fn j22_the_own_discard_cannot_be_taken_back() {
    let table = Table::hand(CLASSIC, "2C 3D 3H");
    assert_eq!(table.refusal("discard 2C, take 2C"), "J22");
    assert_eq!(table.refusal("discard 3D 3H, take 3H"), "J22");
}

#[test]
fn j22_an_identical_card_in_the_previous_discard_can_be_taken() {
    let two_decks = Options { decks: 2, ..CLASSIC };
    let mut game = Table::hand(two_decks, "9C 3D").game();
    game.play("discard 9C, take 9C");
    assert_eq!((game.hand(0), game.previous()), ("3D 9C".into(), "9C".into()));
}

#[test]
fn j23_only_the_ends_of_a_run_can_be_taken() {
    let table = Table::hand(CLASSIC, "2C").previous("6D 7D 8D 9D");
    assert_eq!(table.takes(), ["6D", "9D", "stock"]);
    assert_eq!(table.refusal("discard 2C, take 7D"), "J23");
    assert_eq!(table.refusal("discard 2C, take 8D"), "J23");
    let mut game = table.game();
    game.play("discard 2C, take 9D");
    assert_eq!(game.setup().buried, cards("6D 7D 8D"));
}

#[test]
fn j23_a_joker_at_the_end_of_a_run_can_be_taken() {
    let wild = Options { jokers_wild_in_runs: true, ..CLASSIC };
    assert_eq!(Table::hand(wild, "2C").previous("X 6D X").takes(), ["X", "stock"]);
    let table = Table::hand(wild, "2C").previous("6D X 8D");
    assert_eq!(table.takes(), ["6D", "8D", "stock"]);
    assert_eq!(table.refusal("discard 2C, take X"), "J23");
}

#[test]
fn j24_any_card_of_a_set_can_be_taken() {
    let table = Table::hand(CLASSIC, "2C").previous("7C 7D 7S");
    assert_eq!(table.takes(), ["7C", "7D", "7S", "stock"]);
    let mut game = table.game();
    game.play("discard 2C, take 7D");
    assert_eq!(game.setup().buried, cards("7C 7S"));
}

#[test]
fn j24_the_order_of_a_set_means_nothing_unless_agreed() {
    let table = Table::hand(CLASSIC, "6H 6C 6S");
    for text in ["6S 6H 6C", "6C 6H 6S", "6H 6C 6S"] {
        assert_eq!(table.canonical(&format!("discard {text}, take stock")), "discard 6C 6H 6S, take stock");
    }
    assert_eq!(table.discards(), ["6C", "6H", "6S", "6C 6H", "6C 6S", "6H 6S", "6C 6H 6S"]);
}

#[test]
fn j24_with_ends_only_the_first_and_the_last_can_be_taken() {
    let table = Table::hand(ENDS, "2C").previous("7D 7C 7S");
    assert_eq!(table.takes(), ["7D", "7S", "stock"]);
    assert_eq!(table.refusal("discard 2C, take 7C"), "J24");
}

#[test]
fn j24_with_ends_sets_with_the_same_two_ends_are_one_move() {
    let table = Table::hand(ENDS, "7C 7D 7H 7S");
    let four: Vec<_> = table.discards().into_iter().filter(|text| text.len() > 8).collect();
    assert_eq!(
        four,
        ["7C 7H 7S 7D", "7C 7D 7S 7H", "7C 7D 7H 7S", "7D 7C 7S 7H", "7D 7C 7H 7S", "7H 7C 7D 7S"],
        "one for each pair of ends, the lower first, the middle in card order"
    );
    assert_eq!(table.canonical("discard 7S 7H 7D 7C, take stock"), "discard 7C 7D 7H 7S, take stock");
    assert_eq!(table.canonical("discard 7H 7S 7C 7D, take stock"), "discard 7D 7C 7S 7H, take stock");
    assert_eq!(table.canonical("discard 7S 7C, take stock"), "discard 7C 7S, take stock");
}

#[test]
fn j24_with_ends_and_slaps_the_first_and_the_last_differ() {
    let options = Options { slap_down: true, ..ENDS };
    let table = Table::hand(options, "7C 7D 7S");
    let sets: Vec<_> = table.discards().into_iter().filter(|text| text.len() > 2).collect();
    assert_eq!(
        sets,
        [
            "7C 7D", "7D 7C", "7C 7S", "7S 7C", "7D 7S", "7S 7D", "7C 7S 7D", "7C 7D 7S", "7D 7S 7C", "7D 7C 7S",
            "7S 7D 7C", "7S 7C 7D"
        ]
    );
    assert_eq!(table.canonical("discard 7S 7D 7C, take stock"), "discard 7S 7D 7C, take stock");
    let four = Table::hand(options, "7C 7D 7H 7S");
    assert_eq!(four.canonical("discard 7S 7H 7C 7D, take stock"), "discard 7S 7C 7H 7D, take stock");
}

#[test]
fn j24_with_ends_identical_cards_can_be_both_ends() {
    let options = Options { decks: 2, ..ENDS };
    let sets: Vec<_> = Table::hand(options, "4D 4D 4S").discards().into_iter().filter(|text| text.len() > 2).collect();
    assert_eq!(sets, ["4D 4D", "4D 4S", "4D 4S 4D", "4D 4D 4S"]);
    assert_eq!(Table::hand(options, "2C").previous("4D 4S 4D").takes(), ["4D", "stock"]);
}

#[test]
fn j25_who_discards_the_whole_hand_still_takes_a_card() {
    let table = Table::hand(CLASSIC, "7C 7D 7S").stock("2H");
    let mut game = table.game();
    game.play("discard 7C 7D 7S, take stock");
    assert_eq!((game.hand(0), game.phase(), game.turn()), ("2H".into(), Phase::Turn, Some(1)));
}

#[test]
fn j26_what_is_left_of_the_previous_discard_is_buried() {
    let table = Table::new(CLASSIC, &["2C 3D", "5H 6H"]).previous("7C 7D 7S");
    let mut game = table.game();
    game.play("discard 2C, take 7D");
    assert_eq!(game.setup().buried, cards("7C 7S"));
    assert_eq!(game.refusal("discard 5H, take 7C"), "J22", "a buried card is refused like any other");
    game.play("discard 5H, take stock");
    assert_eq!(game.setup().buried, cards("7C 7S 2C"), "the stock was taken, so all of it is buried");
    assert_eq!(game.refusal("discard 3D, take 2C"), "J22");
}

#[test]
fn j26_a_refusal_does_not_tell_where_a_hidden_card_is() {
    let buried = Table::hand(CLASSIC, "2C 3D").buried("5H");
    let in_stock = Table::hand(CLASSIC, "2C 3D").buried("6H").stock("5H");
    let in_hand = Table::new(CLASSIC, &["2C 3D", "5H KD"]).buried("6H");
    let refused = |table: &Table| table.game().attempt(None, "discard 2C, take 5H").unwrap_err();
    assert_eq!(refused(&buried).to_string(), "J22: jhyap-not-in-previous-discard (card 5H)");
    assert_eq!(refused(&in_stock), refused(&buried));
    assert_eq!(refused(&in_hand), refused(&buried));
}

#[test]
fn j27_an_empty_stock_is_made_of_the_buried_cards_when_it_is_chosen() {
    let table = Table::hand(CLASSIC, "2C 3D").stock("").buried("5H 6H").rest_is_buried();
    let mut game = table.game();
    let buried = game.setup().buried;
    // Taken from the discard: nothing is shuffled.
    game.play("discard 2C, take 9C");
    assert_eq!((game.setup().stock.len(), game.setup().shuffles), (0, 1));

    let mut game = table.game();
    let order: Vec<_> = buried.iter().collect();
    game.give_exact_order(taash::cards::CardList::new(&order).unwrap());
    game.play("discard 2C, take stock");
    let setup = game.setup();
    assert_eq!(setup.stock.len(), buried.len() - 1);
    assert!(setup.hands[0].contains(order[0]), "the first card of the order is the top");
    assert_eq!(setup.buried, cards("9C"), "the previous discard was not among the cards shuffled");
    assert_eq!((game.previous(), setup.shuffles), ("2C".into(), 2));
}

#[test]
fn j27_the_stock_is_not_renewed_before_it_is_chosen() {
    let table = Table::hand(CLASSIC, "2C 3D").stock("QS").rest_is_buried();
    let mut game = table.game();
    game.play("discard 2C, take stock");
    assert_eq!((game.hand(0), game.setup().stock.len()), ("3D QS".into(), 0));
}

#[test]
fn j27_there_is_always_something_to_shuffle() {
    // The fullest table without `large_table`: five hands of seven, one deck without jokers, and an empty stock.
    let options = Options { jokers: 0, decks: 1, hand_size: 7, ..SLAP };
    let hands = [
        "AC AD AH AS 2C 2D 2H",
        "2S 3C 3D 3H 3S 4C 4D",
        "4H 4S 5C 5D 5H 5S 6C",
        "6D 6H 6S 7C 7D 7H 7S",
        "8C 8D 8H 8S 9D 9H 9S",
    ];
    let table = Table::new(options, &hands).previous("TC TD TH TS").rest_is_buried();
    let mut game = table.game();
    assert_eq!(game.setup().buried.len(), 52 - 35 - 4);
    game.play("discard AC, take stock");
    assert_eq!((game.setup().stock.len(), game.setup().buried.len()), (12, 4));
}

#[test]
fn j28_a_drawn_card_of_the_rank_discarded_may_be_slapped() {
    let table = Table::hand(SLAP, "7C 2D 3H").stock("7S");
    let mut game = table.game();
    game.play("discard 7C, take stock");
    assert_eq!(game.setup().stage, Stage::Slap { seat: Seat::new(0), card: card("7S") });
    assert_eq!((game.phase(), game.turn(), game.legal()), (Phase::Slap, Some(0), vec!["keep".into(), "slap".into()]));
    game.play("slap");
    assert_eq!((game.hand(0), game.previous(), game.turn()), ("2D 3H".into(), "7C 7S".into(), Some(1)));
    assert!(game.legal().contains(&"discard KC, take 7C".to_string()));
    assert!(game.legal().contains(&"discard KC, take 7S".to_string()));
}

#[test]
fn j28_the_card_may_be_kept() {
    let mut game = Table::hand(SLAP, "7C 2D 3H").stock("7S").game();
    game.play("discard 7C, take stock").play("keep");
    assert_eq!((game.hand(0), game.previous(), game.turn()), ("2D 3H 7S".into(), "7C".into(), Some(1)));
}

#[test]
fn j28_slaps_are_off_by_default_and_need_the_rank_and_the_stock() {
    let mut game = Table::hand(CLASSIC, "7C 2D 3H").stock("7S").game();
    assert_eq!(game.play("discard 7C, take stock").phase(), Phase::Turn, "off");
    let mut game = Table::hand(SLAP, "7C 2D 3H").stock("8S").game();
    assert_eq!(game.play("discard 7C, take stock").phase(), Phase::Turn, "another rank");
    let mut game = Table::hand(SLAP, "7C 2D 3H").previous("7S").game();
    assert_eq!(game.play("discard 7C, take 7S").phase(), Phase::Turn, "not from the stock");
}

#[test]
fn j28_sets_take_a_slap_and_runs_do_not() {
    let mut game = Table::hand(SLAP, "7C 7D 3H").stock("7S").game();
    game.play("discard 7C 7D, take stock").play("slap");
    assert_eq!(game.previous(), "7C 7D 7S");
    for top in ["5S", "7H", "6S"] {
        let mut game = Table::hand(SLAP, "5D 6D 7D 6H").stock(top).game();
        assert_eq!(game.play("discard 5D 6D 7D, take stock").phase(), Phase::Turn, "{top} on a run");
    }
}

#[test]
fn j28_a_joker_goes_on_jokers() {
    let mut game = Table::hand(SLAP, "X 7D 3H").stock("X").game();
    game.play("discard X, take stock").play("slap");
    assert_eq!(game.previous(), "X X");
    let mut game = Table::hand(SLAP, "7D 3H").stock("X").game();
    assert_eq!(game.play("discard 7D, take stock").phase(), Phase::Turn, "a joker is no seven");
}

#[test]
fn j28_the_slapped_card_is_the_last_of_the_set() {
    let ends = Options { set_pickup: SetPickup::Ends, ..SLAP };
    let mut game = Table::hand(ends, "7D 7S 7H 2D").stock("7C").game();
    game.play("discard 7D 7S 7H, take stock").play("slap");
    assert_eq!(game.previous(), "7D 7H 7S 7C");
    let open = game.view(taash::games::Viewer::Spectator).open_cards;
    assert_eq!(open, list("7D 7C"));
}

#[test]
fn j28_a_slapped_set_is_written_anew() {
    let mut game = Table::hand(SLAP, "7D 7S 3H").stock("7C").game();
    game.play("discard 7D 7S, take stock").play("slap");
    assert_eq!(game.previous(), "7C 7D 7S", "under ANY all of it stands in card order, the slapped card too");
    let ends = Options { set_pickup: SetPickup::Ends, ..SLAP };
    let mut game = Table::hand(ends, "7S 7D 3H").stock("7C").game();
    game.play("discard 7S 7D, take stock").play("slap");
    assert_eq!(game.previous(), "7S 7D 7C", "under ENDS the first stays first, and the slapped card is last");
}

#[test]
fn j28_a_hand_emptied_by_a_slap_can_only_call() {
    let mut game = Table::new(SLAP, &["7C 7D", "KC KD"]).stock("7S QH").game();
    game.play("discard 7C 7D, take stock").play("slap").play("discard KC, take stock");
    assert_eq!(game.legal(), ["call"]);
    assert_eq!(game.refusal("discard 7C, take KC"), "G4");
    game.play("call");
    assert_eq!(game.last_scores(), [0, 20], "a hand of no cards is worth nothing; the other holds KD and QH");
}

#[test]
fn j28_nothing_else_is_done_while_a_slap_is_due() {
    let mut game = Table::hand(SLAP, "7C 2D 3H").stock("7S").game();
    assert_eq!(game.refusal("slap"), "G2");
    assert_eq!(game.refusal("keep"), "G2");
    game.play("discard 7C, take stock");
    for text in ["discard 2D, take stock", "call", "deal"] {
        assert_eq!(game.refusal(text), "G2", "{text}");
    }
    assert_eq!(game.attempt(Some(1), "keep").unwrap_err().rule.to_string(), "G3");
}

#[test]
fn g10_identical_cards_make_one_move() {
    let two_decks = Options { decks: 2, ..CLASSIC };
    let legal = Table::hand(two_decks, "4D 4D KH").previous("7C 7C 7D").legal();
    let takes = |discard: &str| ["7C", "7D", "stock"].map(|take| format!("discard {discard}, take {take}"));
    assert_eq!(legal, [takes("4D 4D"), takes("4D"), takes("KH")].concat());
    let mut game = Table::hand(two_decks, "4D 4D KH").previous("7C 7C 7D").game();
    game.play("discard KH, take 7C");
    assert_eq!(game.setup().buried, cards("7C 7D"), "one of the two stays behind");
}
