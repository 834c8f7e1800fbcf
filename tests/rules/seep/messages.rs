//! Every sentence of Seep has an entry of the catalogue with values for all its parameters.

use super::brute_force::playouts;
use super::support::{below, moves, random, read};
use std::collections::BTreeSet;
use taash::cards::{Card, CardSet, ClientSeed, Seed};
use taash::games::seep::{Event, HouseValue, Move, Position};
use taash::games::{Message, Position as _, Shuffles};

fn assert_complete(message: &Message, met: &mut BTreeSet<&'static str>) {
    assert!(message.is_complete(), "{message}");
    assert!(Position::CATALOGUE.entries.contains(&message.spec()), "{message}");
    met.insert(message.id());
}

#[test]
fn every_entry_has_a_template_and_every_template_an_entry() {
    let ids: Vec<&str> = Position::CATALOGUE.entries.iter().map(|entry| entry.id).collect();
    let lines = Position::CATALOGUE.english.lines();
    let templates: Vec<&str> =
        lines.filter(|line| line.starts_with("seep-")).filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(templates, ids, "in the same order");
}

#[test]
fn events_and_score_lines_are_told_by_complete_messages() {
    let mut met = BTreeSet::new();
    playouts(4000, 40, |position| {
        let seed = Seed::new([4; 32]);
        for mv in moves(position).into_iter().step_by(7) {
            let (mut next, mut events) = (position.clone(), Vec::new());
            next.play(None, &mv, &mut Shuffles::new(&seed, &ClientSeed::NONE, &[]), &mut events).unwrap();
            for event in &events {
                assert_complete(&Position::event_message(event), &mut met);
                if let Event::DealEnded { score, .. } = event {
                    score.lines.iter().for_each(|line| assert_complete(&line.message(), &mut met));
                }
            }
        }
    });
    let kind = |prefix: &str| met.iter().filter(|id| id.starts_with(prefix)).count();
    assert!(kind("seep-event-") >= 17, "{met:?}");
    assert!(kind("seep-score-") >= 8, "{met:?}");
}

#[test]
fn refusals_are_told_by_complete_messages() {
    let (mut met, mut stream) = (BTreeSet::new(), random(41));
    playouts(4100, 60, |position| {
        let setup = position.to_setup();
        let hand: Vec<Card> =
            position.turn().map(|seat| setup.hands[seat.index()].iter().collect()).unwrap_or_default();
        let refused = ["deal", "bid 9", "throw 2C"].map(read).into_iter().chain((0..20).filter_map(|_| {
            let card = *hand.get(below(&mut stream, hand.len().max(1)))?;
            let value = HouseValue::ALL[below(&mut stream, 5)];
            let loose: CardSet = setup.floor.iter().filter(|_| stream.below(3) == 1).collect();
            Some(match stream.below(6) {
                0 => Move::Capture { card, loose, house: stream.below(2) == 1 },
                1 => Move::Build { card, value, loose },
                2 => Move::Add { card, value, loose },
                3 => Move::Break { card, value, loose },
                4 => Move::Capture { card, loose: setup.houses[value.index()].cards, house: true },
                _ => Move::Throw { card },
            })
        }));
        for mv in refused.collect::<Vec<_>>() {
            if let Err(refusal) = position.check_move(&mv)
                && refusal.message.id() != "game-match-over"
            {
                assert_complete(&refusal.message, &mut met);
            }
        }
    });
    assert!(met.len() >= 24, "{met:?}");
}
