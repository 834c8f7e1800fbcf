//! What holds at every position of matches played at random with random options.

use super::brute_force::{playouts, random_options};
use super::support::{SEED, below, moves, random};
use taash::cards::{CardSet, ClientSeed};
use taash::games::seep::{Event, HouseValue, Move, Options, Position, ScoreItem, Scoring, Stage, Sweeps, Tally, Team};
use taash::games::{Phase, Position as _, Seat, Shuffles, Viewer};

#[test]
fn every_position_keeps_the_invariants() {
    playouts(3000, 120, |position| {
        let setup = position.to_setup();
        assert_eq!(Position::from_setup(setup).as_ref(), Ok(position));
        for (value, house) in position.standing_houses() {
            assert!(house.owners.iter().all(|seat| !setup.hands[seat.index()].intersection(value.keys()).is_empty()));
            assert!(setup.floor.intersection(value.keys()).is_empty());
            let sum: u32 = house.cards.iter().map(|card| u32::from(card.number())).sum();
            assert_eq!(sum % u32::from(value.get()), 0);
            assert!(house.owners.len() == 1 || sum >= 2 * u32::from(value.get()));
        }
        assert!(setup.floor.len() <= 16);
        if position.phase() != Phase::Over {
            assert!(!moves(position).is_empty());
        }
    });
}

/// Plays a match to its end and shows every event.
fn whole_match(number: u32, options: Options, mut hear: impl FnMut(&Position, &Event)) -> Position {
    let mut stream = random(number);
    let mut position = Position::new_match(options, options.seats(), None, None).unwrap();
    while position.phase() != Phase::Over {
        let list = moves(&position);
        let mv = list[below(&mut stream, list.len())];
        let mut events = Vec::new();
        let mut shuffles = Shuffles::new(&SEED, &ClientSeed::NONE, &[]);
        position.play(position.turn(), &mv, &mut shuffles, &mut events).unwrap();
        for event in &events {
            hear(&position, event);
        }
    }
    position
}

#[test]
fn matches_end_and_their_scores_add_up() {
    for number in 0..40 {
        let options = random_options(number);
        let (mut difference, mut baazis, mut ended) = (0, [0_i32; 2], 0);
        let position = whole_match(number, options, |position, event| {
            let Event::DealEnded { score, piles, teams } = event else { return };
            ended += 1;
            assert_eq!(piles[0].union(piles[1]), CardSet::DECK);
            for team in Team::ALL {
                let of = |wanted: fn(ScoreItem) -> bool| -> i32 {
                    score.lines.iter().filter(|l| l.team == team && wanted(l.item)).map(|l| l.points).sum()
                };
                let counted = of(|item| {
                    !matches!(item, ScoreItem::DealTotal | ScoreItem::Difference | ScoreItem::Reset | ScoreItem::Baazi)
                });
                let total = of(|item| item == ScoreItem::DealTotal);
                assert_eq!((counted, total), (score.totals[team.index()], score.totals[team.index()]));
                baazis[team.index()] += of(|item| item == ScoreItem::Baazi);
                let change = of(|item| matches!(item, ScoreItem::Difference | ScoreItem::Reset));
                let sign = if team == Team::Even { 1 } else { -1 };
                assert_eq!(score.difference, difference + sign * change);
                assert_eq!(teams[team.index()].difference, sign * score.difference);
            }
            difference = score.difference;
            assert_eq!(position.score().last_deal.as_ref(), Some(score));
        });
        assert_eq!(ended, position.standing().finished_deals);
        assert_eq!(position.to_setup().baazis.map(i32::from), baazis);
        assert_eq!(position.standing().winners.len(), usize::from(options.seats() / 2));
    }
}

#[test]
fn points_sum_to_a_hundred_and_the_sweeps() {
    for number in 0..40 {
        whole_match(100 + number, Options::CLASSIC, |position, event| {
            if let Event::DealEnded { score, piles, .. } = event {
                let sweeps: i32 = position
                    .to_setup()
                    .sweeps
                    .iter()
                    .map(|sweeps: &Sweeps| 50 * i32::from(sweeps.ordinary) + 25 * i32::from(sweeps.opening))
                    .sum();
                assert_eq!(score.totals[0] + score.totals[1], 100 + sweeps);
                let tallies = piles.map(|pile| Tally::of(pile, Scoring::Hundred));
                assert_eq!(tallies[0].spades + tallies[1].spades, 91);
            }
        });
    }
}

#[test]
fn what_viewers_hear_and_see_tells_no_hidden_card() {
    let nobody = [Viewer::Spectator, Viewer::Seat(Seat::new(1))];
    for number in 0..15 {
        whole_match(200 + number, Options::CASUAL, |position, event| {
            assert_eq!(Position::seen(event, Viewer::Referee).as_ref(), Some(event));
            for viewer in nobody {
                let seen = Position::seen(event, viewer).unwrap();
                if let Event::Dealt { hand, floor, bidder, .. } = seen {
                    assert_eq!(floor, None);
                    assert_eq!(hand.is_some(), viewer == Viewer::Seat(bidder));
                } else if let Event::RestDealt { hands, counts, .. } = seen {
                    let known: Vec<bool> = hands.iter().map(Option::is_some).collect();
                    assert_eq!(known, [false, viewer == nobody[1], false, false]);
                    assert_eq!(counts.iter().sum::<u8>(), 44);
                } else {
                    assert_eq!(&seen, event);
                }
            }
            let view = position.view(Viewer::Seat(Seat::new(3)));
            let between = matches!(position.to_setup().stage, Stage::DealDue | Stage::Over);
            for (seat, hand) in view.hands.iter().enumerate() {
                assert_eq!(hand.cards.is_some(), seat == 3 || between);
                assert_eq!(hand.count, position.to_setup().hands[seat].len());
            }
            assert!(view.stock.is_none());
            assert!(view.piles.iter().all(|pile| pile.cards.is_some() == between));
        });
    }
}

/// Two positions that differ only in what a viewer cannot know look alike to that viewer, and refuse the same moves in the
/// same words.
#[test]
fn views_depend_on_nothing_hidden() {
    playouts(4000, 40, |position| {
        let setup = position.to_setup();
        let (Stage::Turn { .. }, Some(viewer)) = (setup.stage, position.turn()) else { return };
        if position.seats() == 2 {
            return;
        }
        let [one, other] = [viewer.next(4), viewer.next(4).next(4)];
        let mut swapped = setup;
        // Cards without a duty change hands.
        let free = |seat: Seat| {
            let held = setup.hands[seat.index()];
            held.iter().find(|card| card.number() < 9)
        };
        let (Some(a), Some(b)) = (free(one), free(other)) else { return };
        swapped.hands[one.index()].remove(a);
        swapped.hands[one.index()].insert(b);
        swapped.hands[other.index()].remove(b);
        swapped.hands[other.index()].insert(a);
        let swapped = Position::from_setup(swapped).unwrap();
        assert_eq!(swapped.view(Viewer::Seat(viewer)), position.view(Viewer::Seat(viewer)));
        assert_eq!(swapped.view(Viewer::Spectator), position.view(Viewer::Spectator));
        assert_ne!(swapped.view(Viewer::Referee), position.view(Viewer::Referee));
        assert_eq!(moves(&swapped), moves(position));
        // Nor does a refusal tell more.
        let cards = [one, other, viewer].map(|seat| setup.hands[seat.index()].first());
        for card in cards.into_iter().flatten() {
            for value in HouseValue::ALL {
                for loose in [setup.floor, CardSet::EMPTY, setup.houses[value.index()].cards, CardSet::of(a)] {
                    for mv in [
                        Move::Capture { card, loose, house: true },
                        Move::Build { card, value, loose },
                        Move::Add { card, value, loose },
                        Move::Break { card, value, loose },
                        Move::Throw { card },
                    ] {
                        assert_eq!(swapped.check_move(&mv), position.check_move(&mv), "{mv}");
                    }
                }
            }
        }
    });
}
