//! Jhyap on the terminal.

use super::render::{EventText, Line, Style, count_of};
use crate::wire::pb::jhyap::{self as pb, ScoreItem, event::Kind};

/// What a player without much thought prefers: to call, to slap, to be rid of much and to take little.
pub(super) fn weight(text: &str) -> i32 {
    let rank = |card: &str| card.chars().next().and_then(|rank| "XA23456789TJQK".find(rank));
    let value = |card: &str| rank(card).and_then(|value| i32::try_from(value).ok()).unwrap_or(0);
    match text.strip_prefix("discard ").and_then(|rest| rest.split_once(", take ")) {
        Some((cards, taken)) => {
            let taken = if taken == "stock" { 6 } else { value(taken) };
            cards.split(' ').map(value).sum::<i32>() - taken
        }
        None if text == "keep" => 0,
        None => 1000,
    }
}

/// What an event is shown as.
pub(super) fn describe(event: &pb::Event, style: Style) -> Option<EventText> {
    let note = |text: String| Some(EventText::Note(text));
    match event.kind.as_ref()? {
        Kind::Dealt(dealt) => Some(EventText::Lines(vec![
            String::new(),
            style.heading(&format!("Deal {}", dealt.deal)),
            format!(
                "    dealer {}, {} begins, {} turned up",
                style.seat(dealt.dealer),
                style.seat(dealt.starter),
                style.card(dealt.turned_up)
            ),
        ])),
        // The text of the move says it.
        Kind::Discarded(_) | Kind::Slapped(_) | Kind::Kept(_) | Kind::Called(_) | Kind::Took(_) => None,
        Kind::Reshuffled(shuffled) => note(format!("buried cards shuffled into a stock of {}", shuffled.stock_count)),
        Kind::Drew(drew) if drew.card == 0 => note("drew a card".to_owned()),
        Kind::Drew(drew) => note(format!("drew {}", style.card(drew.card))),
        Kind::SlapOffered(_) => note("it may be slapped down".to_owned()),
        Kind::DealEnded(ended) => Some(EventText::Lines(deal_ended(ended, style))),
        Kind::MatchEnded(_) => None,
    }
}

fn deal_ended(ended: &pb::DealEnded, style: Style) -> Vec<String> {
    let how = match ended.caller {
        Some(caller) => format!("called by {}", style.seat(caller)),
        None => "the turn limit is reached".to_owned(),
    };
    let mut lines = vec![String::new(), style.bold(&format!("  Score of deal {}: {how}", ended.deal))];
    lines.extend(ended.hands.iter().map(|hand| style.hand(hand.seat, hand.count, Some(&hand.cards), false)));
    lines.push(String::new());
    let sheet: Vec<Line<'_>> = ended
        .lines
        .iter()
        .map(|line| Line {
            who: style.seat(line.seat),
            what: match line.item() {
                ScoreItem::Unspecified => "",
                ScoreItem::Hand => "hand",
                ScoreItem::SafeCall => "call that nobody beat",
                ScoreItem::Penalty => "penalty for a beaten call",
                ScoreItem::Undercut => "lowest hand beats the call",
                ScoreItem::Halving => "total halved",
            },
            points: line.points,
            rule: &line.rule_id,
        })
        .collect();
    lines.extend(style.sheet(&sheet));
    let totals = (0..).zip(&ended.totals).map(|(seat, total)| format!("{} {total}", style.seat(seat)));
    lines.push(style.row("totals", &totals.collect::<Vec<_>>().join(", ")));
    if !ended.eliminated.is_empty() {
        lines.push(style.row("out", &style.seats(&ended.eliminated)));
    }
    lines
}

/// The table as a view shows it.
pub(super) fn table(view: &pb::View, style: Style) -> Vec<String> {
    let laid: Vec<String> = view.previous.iter().map(|&card| style.card(card)).collect();
    let mut middle = format!("discard {}", laid.join(" "));
    if view.open_cards.len() < view.previous.len() && !view.open_cards.is_empty() {
        middle.push_str(&format!(" (open {})", style.cards(&view.open_cards)));
    }
    middle.push_str(&format!(", stock {}, buried {}", view.stock_count, view.buried_count));
    let mut lines = vec![style.row("table", &middle)];
    let out = |seat| view.standing.iter().any(|standing| standing.seat == seat && standing.eliminated);
    let hands = view.hands.iter().filter(|hand| !out(hand.seat));
    lines.extend(hands.map(|hand| {
        style.hand(hand.seat, hand.count, hand.shown.then_some(hand.cards.as_slice()), view.turn == Some(hand.seat))
    }));
    if let [own] = view.hand_values.as_slice() {
        let call = if own.may_call { ", may call" } else { "" };
        lines.push(style.row("worth", &format!("{}{call}", own.value)));
    }
    if view.slap_card != 0 {
        lines.push(style.row("drawn", &style.card(view.slap_card)));
    }
    lines
}

/// The final standing of a seat.
pub(super) fn standing(total: i32) -> String {
    count_of(u32::try_from(total).unwrap_or(0), "point")
}
