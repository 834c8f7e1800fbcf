//! Pis Yedili on the terminal.

use super::render::{EventText, Line, Style, count_of};
use crate::wire::pb::common::Direction;
use crate::wire::pb::pis_yedili::{self as pb, DrawReason, Ending, ScoreItem, event::Kind};

/// What a player without much thought prefers: to play a card, declared if it leaves one, and jacks late.
pub(super) fn weight(text: &str) -> i32 {
    match text.strip_prefix("play ") {
        Some(_) if text.ends_with(", last") => 4,
        Some(card) if card.starts_with('J') => 2,
        Some(_) => 3,
        None => i32::from(text == "pass"),
    }
}

/// What an event is shown as.
pub(super) fn describe(event: &pb::Event, style: Style) -> Option<EventText> {
    let note = |text: String| Some(EventText::Note(text));
    match event.kind.as_ref()? {
        Kind::Dealt(dealt) => Some(EventText::Lines(vec![
            String::new(),
            style.heading(&format!("Deal {}", dealt.deal)),
            format!("    dealer {}, {} opens", style.seat(dealt.dealer), style.seat(dealt.opener)),
        ])),
        Kind::Played(played) => {
            let named =
                if played.named == 0 { String::new() } else { format!("{} to follow, ", style.suit(played.named)) };
            note(format!("{named}{} left", played.left))
        }
        Kind::Drew(drew) => {
            // Cards drawn for an ace are those of other players than the one who moves.
            let who =
                if drew.reason() == DrawReason::Ace { format!("{} ", style.seat(drew.seat)) } else { String::new() };
            let what = if drew.shown { style.cards(&drew.cards) } else { count_of(drew.count, "card") };
            let why = match drew.reason() {
                DrawReason::Unspecified | DrawReason::Turn => "",
                DrawReason::Opening => " to open with a club",
                DrawReason::Penalty => " for sevens",
                DrawReason::Undeclared => " for not declaring the last card",
                DrawReason::Ace => " for the ace",
            };
            note(format!("{who}drew {what}{why}"))
        }
        // The text of the move says it.
        Kind::Passed(_) => None,
        Kind::Reshuffled(shuffled) => note(format!("discards shuffled into a stock of {}", shuffled.stock_count)),
        Kind::Skipped(skipped) => note(format!("skipped {}", style.seat(skipped.seat))),
        Kind::Reversed(_) => note("direction of play reversed".to_owned()),
        Kind::SevensPending(pending) => {
            let owe = if style.person == Some(pending.seat) { "owe" } else { "owes" };
            note(format!("{} {owe} {} or a 7", style.seat(pending.seat), count_of(pending.owed, "card")))
        }
        Kind::ExtraCard(_) => note("one more card may be played".to_owned()),
        Kind::NewTurn(turn) => {
            let has = if style.person == Some(turn.seat) { "have" } else { "has" };
            note(format!("{} {has} a new turn", style.seat(turn.seat)))
        }
        Kind::Barred(barred) => {
            note(format!("{}: last card not declared, cannot go out in the next turn", style.seat(barred.seat)))
        }
        Kind::StockRanOut(_) => note("the stock has run out".to_owned()),
        Kind::DealEnded(ended) => Some(EventText::Lines(deal_ended(ended, style))),
        Kind::MatchEnded(_) => None,
    }
}

fn deal_ended(ended: &pb::DealEnded, style: Style) -> Vec<String> {
    let how = match &ended.result {
        Some(result) => {
            let winners = style.seats(&result.winners);
            match result.ending() {
                Ending::Unspecified => String::new(),
                Ending::WentOut if result.multiplier > 1 => {
                    format!(": {winners} went out with {}, times {}", style.card(result.last_card), result.multiplier)
                }
                Ending::WentOut => format!(": {winners} went out with {}", style.card(result.last_card)),
                Ending::StockOut => format!(": no stock left, lowest hand {winners}"),
            }
        }
        None => String::new(),
    };
    let mut lines = vec![String::new(), format!("{}{how}", style.bold(&format!("  Score of deal {}", ended.deal)))];
    lines.extend(ended.hands.iter().map(|hand| style.hand(hand.seat, hand.count, Some(&hand.cards), false)));
    lines.push(String::new());
    let sheet: Vec<Line<'_>> = ended
        .lines
        .iter()
        .map(|line| Line {
            who: style.seat(line.seat),
            what: match line.item() {
                ScoreItem::Unspecified => "",
                ScoreItem::Hand => "cards in hand",
                ScoreItem::LastSeven => "twice more for the last 7",
                ScoreItem::LastJack => "once more for the last jack",
                ScoreItem::WentOut => "went out",
                ScoreItem::LowestHand => "lowest hand",
                ScoreItem::LowestHandShared => "lowest hand, shared",
            },
            points: line.points,
            rule: &line.rule_id,
        })
        .collect();
    lines.extend(style.sheet(&sheet));
    let totals = (0..).zip(&ended.totals).map(|(seat, total)| format!("{} {total}", style.seat(seat)));
    lines.push(style.row("totals", &totals.collect::<Vec<_>>().join(", ")));
    lines
}

/// The table as a view shows it.
pub(super) fn table(view: &pb::View, style: Style) -> Vec<String> {
    let mut middle =
        if view.top == 0 { "no card played yet".to_owned() } else { format!("top {}", style.card(view.top)) };
    if view.named != 0 {
        middle.push_str(&format!(" ({} to follow)", style.suit(view.named)));
    }
    middle.push_str(&format!(", stock {}", view.stock_count));
    middle.push_str(match view.direction() {
        Direction::Unspecified => "",
        Direction::Clockwise => ", play goes up the seats",
        Direction::CounterClockwise => ", play goes down the seats",
    });
    if view.owed > 0 {
        middle.push_str(&format!(", {} owed for {}", count_of(view.owed, "card"), count_of(view.sevens, "seven")));
    }
    if !view.barred.is_empty() {
        middle.push_str(&format!(", {} cannot go out in the next turn", style.seats(&view.barred)));
    }
    let mut lines = vec![style.row("table", &middle)];
    lines.extend(view.hands.iter().map(|hand| {
        style.hand(hand.seat, hand.count, hand.shown.then_some(hand.cards.as_slice()), view.turn == Some(hand.seat))
    }));
    lines
}

/// The final standing of a seat.
pub(super) fn standing(total: i32) -> String {
    count_of(u32::try_from(total).unwrap_or(0), "point")
}
