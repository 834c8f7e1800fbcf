//! Every sentence of Pis Yedili has an entry of the catalogue, with values for all its parameters.

use super::table::{Game, seat, table};
use crate::support::{Dice, legal, seed, shuffles};
use std::collections::BTreeSet;
use taash::cards::{CardSet, Suit};
use taash::games::pis_yedili::{
    Ace, Event, JackOnAce, Move, OpeningCard, Options, Position, SevenChain, StockOut, Undeclared,
};
use taash::games::{Message, Param, Position as _, Viewer};

fn assert_complete(message: &Message, met: &mut BTreeSet<&'static str>) {
    assert!(message.is_complete(), "{message}");
    assert!(message.id() == "game-match-over" || Position::CATALOGUE.entries.contains(&message.spec()), "{message}");
    met.insert(message.id());
}

/// The entries whose ids begin with one of these.
fn entries<'a>(prefixes: &'a [&str]) -> impl Iterator<Item = &'static str> + 'a {
    let ids = Position::CATALOGUE.entries.iter().map(|entry| entry.id);
    ids.filter(|id| prefixes.iter().any(|prefix| id.starts_with(prefix)))
}

/// Options under which, together, everything happens that can happen.
fn kinds_of_options() -> [Options; 6] {
    let barring = Options {
        declare_last: true,
        undeclared: Undeclared::NoFinish,
        opening_card: OpeningCard::Plain,
        jack_on_ace: JackOnAce::Any,
        seven_chain: SevenChain::Double,
        opener_extra: true,
        ..Options::CLASSIC
    };
    let strict =
        Options { draw_only_if_stuck: true, jack_must_change_suit: true, declare_last: true, ..Options::CLASSIC };
    let scarce = Options { decks: 1, hand_size: 10, stock_out: StockOut::Reshuffle, ..Options::CLASSIC };
    let all_draw = Options { ace: Ace::AllDraw, stock_out: StockOut::End, ..Options::TURKISH };
    [Options::CLASSIC, Options::TURKISH, barring, strict, scarce, all_draw]
}

/// Plays random matches and shows every position to `before`, and every event of the move made there to `told`.
fn play(matches: u32, mut before: impl FnMut(&Position, &mut Dice), mut told: impl FnMut(&Event)) {
    for number in 0..matches {
        let mut dice = Dice::new("messages of pis_yedili", number);
        let options = *dice.pick(&kinds_of_options());
        let seats = u8::try_from(2 + dice.below(4)).unwrap();
        let seed = seed(&format!("messages {number}"));
        let mut position = Position::new_match(options, seats, None, None).unwrap();
        for _ in 0..300 {
            before(&position, &mut dice);
            let (moves, _) = legal(&position, None);
            let Some(mv) = moves.get(dice.below(moves.len().max(1))) else { break };
            let mut events = Vec::new();
            position.play(None, mv, &mut shuffles(&seed), &mut events).unwrap();
            events.iter().for_each(&mut told);
        }
    }
}

#[test]
fn every_entry_has_a_template_and_every_template_an_entry() {
    let lines = Position::CATALOGUE.english.lines();
    let ids = lines.filter(|line| line.starts_with("pis-yedili-"));
    let templates: BTreeSet<&str> = ids.filter_map(|line| line.split_once(" =").map(|(id, _)| id)).collect();
    let ids: BTreeSet<&str> = entries(&["pis-yedili-"]).collect();
    assert_eq!(templates, ids);
    assert_eq!(ids.len(), Position::CATALOGUE.entries.len(), "no id twice");
}

#[test]
fn all_events_and_score_lines_are_told_by_complete_messages() {
    let mut met = BTreeSet::new();
    play(
        400,
        |_, _| (),
        |event| {
            for viewer in [Viewer::Seat(seat(0)), Viewer::Spectator, Viewer::Referee] {
                let seen = Position::seen(event, viewer).unwrap();
                assert_complete(&Position::event_message(&seen), &mut met);
            }
            if let Event::DealEnded { result, hands, .. } = event {
                let seats = u8::try_from(hands.len()).unwrap();
                result.lines(seats).iter().for_each(|line| assert_complete(&line.message(), &mut met));
            }
        },
    );
    let missing: Vec<&str> =
        entries(&["pis-yedili-event-", "pis-yedili-score-"]).filter(|id| !met.contains(id)).collect();
    assert_eq!(missing, Vec::<&str>::new(), "never told");
}

#[test]
fn all_refusals_are_told_by_complete_messages() {
    let mut met = BTreeSet::new();
    let namings = [None, Some(Suit::Clubs), Some(Suit::Diamonds), Some(Suit::Hearts), Some(Suit::Spades)];
    play(
        400,
        |position, dice| {
            let card = *dice.pick(&CardSet::DECK.iter().collect::<Vec<_>>());
            let held = position.turn().map(|seat| position.to_setup().hands[seat.index()]).unwrap_or_default();
            let cards: Vec<_> = held.iter().chain([card]).collect();
            let plays =
                cards.iter().map(|&card| Move::Play { card, naming: *dice.pick(&namings), last: dice.once_in(4) });
            let moves: Vec<Move> = plays.chain([Move::Draw, Move::Pass, Move::Deal]).collect();
            for refusal in moves.iter().filter_map(|mv| position.check_move(mv).err()) {
                assert_complete(&refusal.message, &mut met);
            }
        },
        |_| (),
    );
    let refusals = entries(&["pis-yedili-"]).filter(|id| {
        !["event-", "score-", "fault-", "constraint-"].iter().any(|kind| id["pis-yedili-".len()..].starts_with(kind))
    });
    // These refuse a text before it becomes a move.
    let texts = ["pis-yedili-joker", "pis-yedili-move-unparsable"];
    let missing: Vec<&str> = refusals.filter(|id| !met.contains(id) && !texts.contains(id)).collect();
    assert_eq!(missing, Vec::<&str>::new(), "never told");
}

#[test]
fn refusals_carry_what_a_player_counts() {
    let param = |game: &Game, text: &str, name| {
        let mv = Position::parse_move(text).unwrap().literal;
        game.position.check_move(&mv).unwrap_err().message.param(name).cloned()
    };
    let sevens = table(3).hand(2, "4C 5C").top("7C").under("7D").penalty(2, 2).start();
    assert_eq!(param(&sevens, "play 4C", "owed"), Some(Param::Number(6)));
    assert_eq!(param(&sevens, "pass", "owed"), Some(Param::Number(6)));
    let jack = table(3).hand(1, "6D 9S").top("JC").named(Suit::Hearts).start();
    assert_eq!(param(&jack, "play 6D", "suit"), Some(Param::Suit(Suit::Hearts)));
    let limit = table(3).options(|o| o.draw_limit = 2).hand(1, "6D 9S").top("KC").drawn(1, 2).start();
    assert_eq!(param(&limit, "draw", "limit"), Some(Param::Number(2)));
    let three = table(3).options(|o| o.declare_last = true).hand(1, "6D 9S 2H").top("6C").start();
    assert_eq!(param(&three, "play 6D, last", "left"), Some(Param::Number(2)));
}
