//! Seats, cards, deal, bid and opening: S1 to S19.

use super::support::{
    allowed, assert_legal, cards, dealt, legal, opening, order, play, play_with, read, refusal, team, turn,
};
use taash::cards::{Card, CardSet, ClientSeed, Seed};
use taash::games::seep::{Event, Options, Position, Scoring, Stage, Tally, Team};
use taash::games::{Direction, Phase, PlayError, Position as _, Rule, Seat, Shuffles, Viewer};

fn seat(number: u8) -> Seat {
    Seat::new(number)
}

/// A first deal by seat 3, in which seat 0 may bid 11.
fn first_deal() -> Position {
    dealt(Options::CLASSIC, 3, "7H 8C 8D JS 2D 9C JH KC")
}

#[test]
fn s1_four_seats_in_two_teams() {
    assert_eq!(Position::SEATS, (2, 4), "two with an option (S62)");
    assert_eq!([0, 1, 2, 3].map(team), [Team::Even, Team::Odd, Team::Even, Team::Odd]);
    assert!(Team::Odd.seats(4).eq([seat(1), seat(3)]));
    for seats in [0, 2, 3, 5, 255] {
        let faults = Position::new_match(Options::CLASSIC, seats, None, None).unwrap_err();
        assert_eq!(faults[0].field, "seats");
    }
    let faults = Position::new_match(Options::CLASSIC, 4, Some(seat(4)), Some(seat(0))).unwrap_err();
    assert_eq!(faults.iter().map(|fault| fault.field.as_str()).collect::<Vec<_>>(), ["dealer", "starter"]);
}

#[test]
fn s2_an_ace_is_one_and_a_king_thirteen() {
    for (hand, floor) in [("KC", "AD QD"), ("QC", "AD JD"), ("JC", "AD TD"), ("TC", "AD 9D"), ("3C", "AD 2D")] {
        assert!(allowed(&turn(hand, floor).build(), &format!("capture {hand}: {floor}")), "{hand}");
    }
    let position = dealt(Options::CLASSIC, 3, "7H 8C 8D JS 2D 9C JH KC");
    let all = position.to_setup().stock.iter_cards().union(cards("7H 8C 8D JS 2D 9C JH KC"));
    assert_eq!(all, CardSet::DECK);
}

/// The cards of a list as a set.
trait IterCards {
    fn iter_cards(&self) -> CardSet;
}

impl IterCards for taash::cards::CardList {
    fn iter_cards(&self) -> CardSet {
        self.as_slice().iter().copied().collect()
    }
}

#[test]
fn s3_spades_aces_and_the_ten_of_diamonds_make_a_hundred() {
    let all = Tally { spades: 91, aces: 3, ten_of_diamonds: true, cards: 52, ..Tally::default() };
    assert_eq!(Tally::of(CardSet::DECK, Scoring::Hundred), all);
    let some = Tally { spades: 1 + 10 + 13, aces: 2, ten_of_diamonds: false, cards: 7, ..Tally::default() };
    assert_eq!(Tally::of(cards("AS TS KS AH AC TC KD"), Scoring::Hundred), some);
    let options = Options::CLASSIC;
    assert_eq!((options.ten_of_diamonds, options.most_cards_bonus), (6, 0));
}

#[test]
fn s4_play_goes_counter_clockwise() {
    assert_eq!(Position::DIRECTION, Direction::CounterClockwise);
    assert_eq!(first_deal().view(Viewer::Spectator).direction, Direction::CounterClockwise);
}

#[test]
fn s5_the_first_dealer_is_drawn() {
    let mut drawn = [false; 4];
    for byte in 0..40 {
        let mut position = Position::new_match(Options::CLASSIC, 4, None, None).unwrap();
        assert_eq!((position.turn(), position.dealer(), position.phase()), (None, None, Phase::Deal));
        let seed = Seed::new([byte; 32]);
        let mut shuffles = Shuffles::new(&seed, &ClientSeed::NONE, &[]);
        position.play(Some(seat(byte % 4)), &read("deal"), &mut shuffles, &mut ()).unwrap();
        drawn[position.dealer().unwrap().index()] = true;
    }
    assert_eq!(drawn, [true; 4]);
    assert_eq!(first_deal().dealer(), Some(seat(3)));
}

#[test]
fn s9_four_cards_for_the_seat_after_the_dealer_and_four_face_down() {
    let mut position = Position::new_match(Options::CLASSIC, 4, Some(seat(2)), None).unwrap();
    let events = play_with(&mut position, "deal", &[order("7H 8C 8D JS 2D 9C JH KC")]);
    let (hand, floor) = (cards("7H 8C 8D JS"), cards("2D 9C JH KC"));
    let dealt =
        Event::Dealt { deal: 1, dealer: seat(2), bidder: seat(3), hand: Some(hand), floor: Some(floor), cut: 0 };
    assert_eq!(events, [dealt]);
    let setup = position.to_setup();
    assert_eq!((setup.hands[3], setup.floor, setup.stock.len()), (hand, floor, 44));
    assert_eq!(setup.hands[..3], [CardSet::EMPTY; 3]);
    assert_eq!((position.turn(), position.phase()), (Some(seat(3)), Phase::Bid));
}

#[test]
fn s10_the_bid_is_the_value_of_a_card_in_the_hand() {
    let position = dealt(Options::CLASSIC, 3, "9C TD 9H 2S");
    assert_legal(&position, &["bid 9", "bid 10"]);
    assert_eq!(refusal(&position, "bid 11"), "S10");
    assert_eq!(position.check_move(&read("bid 11")).unwrap_err().house, Some(11));
    for malformed in ["bid 8", "bid 14", "bid 0", "bid 99999999999"] {
        assert_eq!(refusal(&position, malformed), "G1", "{malformed}");
    }
}

#[test]
fn s11_a_hand_that_cannot_bid_is_shown_and_thrown_in() {
    let orders = [order("2C 3C 4C 8D KS"), order("AC AD AH AS"), order("2C 3C 4C 9D")];
    let mut position = Position::new_match(Options::CLASSIC, 4, Some(seat(3)), None).unwrap();
    let events = play_with(&mut position, "deal", &orders);
    assert_eq!(events.len(), 5);
    assert_eq!(events[1], Event::ThrownIn { seat: seat(0), hand: cards("2C 3C 4C 8D") });
    assert_eq!(events[3], Event::ThrownIn { seat: seat(0), hand: cards("AC AD AH AS") });
    for (i, hand) in [(0, "2C 3C 4C 8D"), (2, "AC AD AH AS"), (4, "2C 3C 4C 9D")] {
        assert!(matches!(events[i], Event::Dealt { dealer, hand: Some(dealt), deal: 1, .. }
            if dealer == seat(3) && dealt == cards(hand)));
    }
    assert_eq!(position.to_setup().hands[0], cards("2C 3C 4C 9D"));
    // Without further orders the seed goes on, by the index of the shuffle.
    let mut again = Position::new_match(Options::CLASSIC, 4, Some(seat(3)), None).unwrap();
    play_with(&mut again, "deal", &orders[..1]);
    assert_ne!(again.to_setup().hands[0], cards("2C 3C 4C 8D"));
    assert_eq!(again.phase(), Phase::Bid);
}

#[test]
fn s12_the_floor_is_turned_up_by_the_bid() {
    let mut position = first_deal();
    for viewer in [Viewer::Seat(seat(0)), Viewer::Seat(seat(1)), Viewer::Spectator] {
        let floor = position.view(viewer).floor;
        assert_eq!((floor.count, floor.cards), (4, None));
    }
    assert_eq!(position.view(Viewer::Referee).floor.cards, Some(cards("2D 9C JH KC")));
    let events = play(&mut position, "bid 11");
    assert_eq!(events[1], Event::FloorTurned { floor: cards("2D 9C JH KC") });
    assert_eq!(position.view(Viewer::Spectator).floor.cards, Some(cards("2D 9C JH KC")));
}

#[test]
fn s13_the_opening_is_bound_to_the_bid() {
    let position = opening("4C JS QD KH", 13, "9H 2D 7C 8C").build();
    assert_legal(&position, &["build 13 with 4C: 2D 7C", "build 13 with 4C: 9H", "build 13 with JS: 2D", "throw KH"]);
    for text in ["capture JS: 9H 2D", "throw QD", "build 11 with 4C: 7C", "add KH to 13: 9H", "break 9 with 4C"] {
        assert_eq!(refusal(&position, text), "S13", "{text}");
    }
    let capturing = opening("4C JS QD KH", 11, "9H 2D 7C 8C").build();
    assert_legal(&capturing, &["build 11 with 4C: 2D 7C 9H", "build 11 with 4C: 7C", "capture JS: 2D 9H"]);
}

#[test]
fn s14_opening_captures_and_builds_follow_the_ordinary_rules() {
    let position = opening("7C 8C JS JD", 11, "9H 2D JH KC").build();
    assert_eq!(refusal(&position, "capture JS: JH"), "S31");
    assert_eq!(refusal(&position, "capture JS: JH KC"), "S30");
    assert_eq!(refusal(&position, "build 11 with 8C: 2D"), "S27");
    assert_eq!(refusal(&opening("7C 8C 2S JD", 11, "9H 2D TH KC").build(), "build 11 with JD: 9H 2D"), "S26");
    assert!(allowed(&position, "build 11 with JD: 9H 2D"), "the jack of hearts joins by itself");
}

#[test]
fn s15_an_opening_throw_is_refused_if_the_card_could_capture() {
    let position = opening("7C 8C JS JD", 11, "9H 2D 8H KC").build();
    assert_eq!(refusal(&position, "throw JS"), "S15");
    assert!(allowed(&opening("7C 8C JS JD", 11, "9H 3D 4S KC").build(), "throw JS"));
}

#[test]
fn s17_the_rest_is_dealt_in_fours_after_the_opening() {
    let deck = order("7H 8C 8D JS 3D 9C 4H KC");
    let mut position = Position::new_match(Options::CLASSIC, 4, Some(seat(0)), None).unwrap();
    play_with(&mut position, "deal", &[deck]);
    play(&mut position, "bid 11");
    let events = play(&mut position, "throw JS");
    let packets = |starts: &[usize]| -> CardSet {
        starts.iter().flat_map(|&start| deck.as_slice()[start..start + 4].iter().copied()).collect()
    };
    let expected = [packets(&[20, 36, 48]), packets(&[8, 24]), packets(&[12, 28, 40]), packets(&[16, 32, 44])];
    assert_eq!(
        events[1],
        Event::RestDealt { hands: expected.map(Some).to_vec(), counts: vec![12, 8, 12, 12], stock_count: 0 }
    );
    let setup = position.to_setup();
    assert_eq!(setup.hands[1], expected[1].union(cards("7H 8C 8D")));
    assert_eq!(setup.hands.map(CardSet::len), [12, 11, 12, 12]);
    assert!(setup.stock.is_empty());
}

#[test]
fn s18_the_seat_after_the_bidder_moves_next() {
    let mut position = first_deal();
    assert_eq!(position.turn(), Some(seat(0)));
    play(&mut position, "bid 11");
    assert_eq!(position.turn(), Some(seat(0)));
    play(&mut position, "capture JS: 2D 9C JH");
    assert_eq!(position.turn(), Some(seat(1)));
    assert!(matches!(position.to_setup().stage, Stage::Turn { bid } if bid.get() == 11));
}

#[test]
fn s19_forty_eight_plays_empty_every_hand() {
    let mut position = first_deal();
    play(&mut position, "bid 11");
    let mut plays = [0; 4];
    while position.phase() != Phase::Deal && position.phase() != Phase::Over {
        plays[position.turn().unwrap().index()] += 1;
        let first = legal(&position)[0].clone();
        play(&mut position, &first);
    }
    assert_eq!(plays, [12; 4]);
    assert_eq!(position.to_setup().hands, [CardSet::EMPTY; 4]);
}

#[test]
fn moves_out_of_their_phase_are_refused_before_the_hand_is_looked_at() {
    let mut position = Position::new_match(Options::CLASSIC, 4, Some(seat(3)), None).unwrap();
    assert_eq!(refusal(&position, "bid 9"), "G2");
    assert_eq!(refusal(&position, "throw 2C"), "G2");
    play_with(&mut position, "deal", &[order("7H 8C 8D JS")]);
    assert_eq!(refusal(&position, "deal"), "G2");
    assert_eq!(refusal(&position, "throw KC"), "G2");
    play(&mut position, "bid 11");
    assert_eq!(refusal(&position, "bid 11"), "G2");
    assert_eq!(refusal(&position, "deal"), "G2");
    assert_eq!(refusal(&position, "throw KC"), "G4");
    let mut shuffles = Shuffles::new(&super::support::SEED, &ClientSeed::NONE, &[]);
    let error = position.play(Some(seat(1)), &read("throw JS"), &mut shuffles, &mut ()).unwrap_err();
    assert_eq!(error.rule, Rule::G(3));
}

#[test]
fn an_order_that_is_no_permutation_of_the_deck_is_refused() {
    let mut position = Position::new_match(Options::CLASSIC, 4, Some(seat(3)), None).unwrap();
    let before = position.clone();
    let short = taash::cards::CardList::new(&[Card::new(taash::cards::Rank::Ace, taash::cards::Suit::Clubs)]).unwrap();
    for orders in [[short, short], [order("2C 3C 4C 5C"), short]] {
        let mut shuffles = Shuffles::new(&super::support::SEED, &ClientSeed::NONE, &orders);
        let result: Result<_, PlayError> = position.play(None, &read("deal"), &mut shuffles, &mut ());
        assert_eq!(result.unwrap_err().rule, Rule::G(6));
        assert_eq!(position, before);
    }
}
