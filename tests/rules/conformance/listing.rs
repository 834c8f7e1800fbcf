//! The list of legal moves, the check of a move, and the moves that brute force finds are the same.

use super::game::Game;
use super::walk::{Extent, Step, walk};
use crate::support::{Dice, legal, shuffles};
use std::ops::ControlFlow;
use taash::cards::Card;
use taash::games::{Listing, Message, Reading, Rule, TextError, messages};

/// Every listed move is accepted and canonical; every accepted move is listed.
pub(crate) fn the_list_is_what_the_check_accepts<P: Game>(extent: Extent) {
    walk::<P>(
        "listing",
        extent,
        |step, dice| {
            if dice.once_in(4) {
                assert_list_is_canonical(step);
            }
            if dice.once_in(6) {
                assert_brute_force_agrees(step, dice);
            }
            if dice.once_in(16) {
                assert_filter(step, dice);
                assert_stops(step, dice);
            }
        },
        |_| {},
    );
}

fn assert_list_is_canonical<P: Game>(step: &Step<'_, P>) {
    for mv in step.legal {
        assert_eq!(step.before.check_move(mv).as_ref(), Ok(mv), "listed, but not as the check wants it");
        assert_eq!(step.before.check_phase(mv), Ok(()));
    }
    for (i, mv) in step.legal.iter().enumerate().take(200) {
        assert!(!step.legal[..i].contains(mv), "{mv} is listed twice");
    }
}

fn assert_brute_force_agrees<P: Game>(step: &Step<'_, P>, dice: &mut Dice) {
    let Some(every) = step.before.every_move(dice) else { return };
    if !step.complete {
        return;
    }
    let mut accepted = vec![false; step.legal.len()];
    for mv in &every {
        let canonical = match step.before.check_move(mv) {
            Ok(canonical) => canonical,
            Err(error) => {
                assert_told::<P>(&error.message);
                continue;
            }
        };
        let place = step.legal.iter().position(|listed| *listed == canonical);
        accepted[place.unwrap_or_else(|| panic!("{mv} is accepted as {canonical}, which is not listed"))] = true;
    }
    for (mv, accepted) in step.legal.iter().zip(accepted) {
        assert!(accepted, "{mv} is listed, but brute force does not find it");
    }
}

/// A message is complete, and an entry of the catalogue of the game or of that of all games.
pub(crate) fn assert_told<P: Game>(message: &Message) {
    assert!(message.is_complete(), "{message} lacks a parameter");
    let mut entries = P::CATALOGUE.entries.iter().chain(messages::CATALOGUE.entries);
    assert!(entries.any(|entry| std::ptr::eq(*entry, message.spec())), "{} is in no catalogue", message.id());
}

/// The filter by a card gives those that play it, in the same order.
fn assert_filter<P: Game>(step: &Step<'_, P>, dice: &mut Dice) {
    let hand = step.before.turn().map(|seat| P::hand(&step.before.to_setup(), seat)).unwrap_or_default();
    let mut cards: Vec<Card> = hand.naturals().iter().collect();
    cards.extend([Card::JOKER, dice.any_card()]);
    for card in cards {
        let (filtered, _) = legal(step.before, Some(card));
        let expected: Vec<P::Move> = step.legal.iter().filter(|mv| step.before.plays(mv, card)).cloned().collect();
        assert_eq!(filtered, expected, "the moves that play {card}");
    }
}

/// The listing ends when the receiver has enough.
fn assert_stops<P: Game>(step: &Step<'_, P>, dice: &mut Dice) {
    let enough = 1 + dice.below(step.legal.len());
    let mut given = Vec::new();
    let listing = step.before.legal_moves(None, &mut |mv| {
        given.push(mv);
        if given.len() < enough { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!(given, step.legal[..enough]);
    assert_eq!(listing, Listing::Cut, "stopped at {enough} of {}", step.legal.len());
}

/// No two legal moves lead to the same position (G10).
pub(crate) fn no_two_legal_moves_are_the_same_move<P: Game>(extent: Extent) {
    walk::<P>(
        "effects",
        extent,
        |step, dice| {
            if !dice.once_in(4) {
                return;
            }
            // A long list is sampled by a window: neighbours in the order are the likeliest to be alike.
            let first = dice.below(step.legal.len());
            let mut reached: Vec<(&P::Move, P)> = Vec::new();
            for mv in step.legal.iter().cycle().skip(first).take(step.legal.len().min(60)) {
                let mut next = step.before.clone();
                next.play(None, mv, &mut shuffles(step.seed), &mut ()).unwrap();
                assert_ne!(&next, step.before, "{mv} changes nothing");
                if let Some((other, _)) = reached.iter().find(|(_, position)| *position == next) {
                    panic!("{other} and {mv} lead to the same position");
                }
                reached.push((mv, next));
            }
        },
        |_| {},
    );
}

/// Texts of moves are read back as these moves, in other spellings too.
pub(crate) fn texts_read_back<P: Game>(extent: Extent) {
    walk::<P>(
        "texts",
        extent,
        |step, dice| {
            if !dice.once_in(4) {
                return;
            }
            for _ in 0..4 {
                let mv = dice.pick(step.legal);
                assert_text::<P>(mv);
                assert!(P::fits(mv, mv), "{mv} could mean itself");
            }
            if let Some(every) = step.before.every_move(dice) {
                let mv = dice.pick(&every);
                if !is_malformed::<P>(&mv.to_string()) {
                    assert_text::<P>(mv);
                }
            }
            assert_garbled::<P>(&dice.pick(step.legal).to_string(), dice);
        },
        |_| {},
    );
}

/// Whether the text has a form, but a value that no position allows (G1), such as a joker where there are none.
fn is_malformed<P: Game>(text: &str) -> bool {
    matches!(P::parse_move(text), Err(TextError::Malformed(error)) if error.rule == Rule::G(1))
}

fn assert_text<P: Game>(mv: &P::Move) {
    let text = mv.to_string();
    for spelling in spellings(&text) {
        let parsed = P::parse_move(&spelling).unwrap_or_else(|e| panic!("{spelling:?}: {e}"));
        assert_eq!(&parsed.literal, mv, "{spelling:?}");
        assert_ne!(parsed.reading, Reading::Incomplete, "{spelling:?}");
    }
}

/// A text with some characters changed is refused, or read as something that can be written and read again.
fn assert_garbled<P: Game>(text: &str, dice: &mut Dice) {
    const MARKS: [char; 16] =
        ['A', 'x', '1', '0', 'T', 's', '♠', '\u{fe0f}', ',', ':', ' ', '\t', '\0', 'ß', '-', '😀'];
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..=dice.below(3) {
        let place = dice.below(text.len() + 1);
        match dice.below(4) {
            0 if place < text.len() => _ = text.remove(place),
            1 if place < text.len() => text[place] = *dice.pick(&MARKS),
            2 => text.truncate(place),
            _ => text.insert(place, *dice.pick(&MARKS)),
        }
    }
    let text: String = text.into_iter().collect();
    if let Ok(parsed) = P::parse_move(&text) {
        let again = P::parse_move(&parsed.literal.to_string()).map(|parsed| parsed.literal);
        assert_eq!(again, Ok(parsed.literal), "{text:?}");
    }
}

/// The text itself, and other ways to write it.
fn spellings(text: &str) -> Vec<String> {
    let mut spellings = vec![
        text.to_owned(),
        text.to_lowercase(),
        text.to_uppercase(),
        format!("  {}\t", text.replace(' ', "  ")),
        text.replace(',', " , ").replace(':', " :  "),
        text.replace([',', ' '], ""),
        text.replace(',', " "),
    ];
    // `T` stands for 10 and the last letter for a suit only in a word that is a card.
    let reworded = |card: &dyn Fn(&str) -> String| {
        let words = text.split(' ').map(|word| {
            let bare = word.trim_end_matches([',', ':']);
            let is_card = bare.len() == 2 && bare.ends_with(['C', 'D', 'H', 'S']) && bare != "TO";
            if is_card { format!("{}{}", card(bare), &word[bare.len()..]) } else { word.to_owned() }
        });
        words.collect::<Vec<_>>().join(" ")
    };
    spellings.push(reworded(&|card| card.replace('T', "10")));
    spellings.push(reworded(&|card| {
        let symbol = match &card[1..] {
            "C" => "♣",
            "D" => "♦",
            "H" => "♥\u{fe0f}",
            _ => "♠",
        };
        format!("{}{symbol}", &card[..1])
    }));
    spellings.dedup();
    spellings
}
