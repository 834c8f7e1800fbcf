//! Seep on the terminal.

use super::render::{EventText, Line, Style, count_of, signed};
use crate::wire::pb::seep::{self as pb, ScoreItem, SweepKind, event::Kind};

/// How much the simple player prefers a move: captures first, then houses.
pub(super) fn weight(text: &str) -> i32 {
    match text.split(' ').next() {
        Some("capture") => 3,
        Some("build" | "add") => 2,
        Some("break") => 1,
        _ => 0,
    }
}

fn team(team: u32, style: Style) -> String {
    match style.person {
        Some(seat) if seat % 2 == team => "your team".to_owned(),
        Some(_) => "the other team".to_owned(),
        None => format!("team {team}"),
    }
}

/// The capture value of a card.
const fn value(card: i32) -> i32 {
    (card - 1) / 4 + 1
}

/// Splits cards into groups that each sum to a value, so that a person sees which cards belong together.
fn groups(cards: &[i32], sum: i32) -> Option<Vec<Vec<i32>>> {
    let Some((&first, rest)) = cards.split_last() else { return Some(Vec::new()) };
    complete(&mut vec![first], rest, &mut Vec::new(), sum - value(first), sum)
}

/// Completes a group that still lacks `missing` with cards of `from`, the last first, then groups the other cards.
fn complete(group: &mut Vec<i32>, from: &[i32], left: &mut Vec<i32>, missing: i32, sum: i32) -> Option<Vec<Vec<i32>>> {
    if missing == 0 {
        let rest: Vec<i32> = from.iter().copied().chain(left.iter().rev().copied()).collect();
        let mut found = groups(&rest, sum)?;
        found.push(group.clone());
        return Some(found);
    }
    let (&card, from) = from.split_last()?;
    if value(card) <= missing {
        group.push(card);
        if let Some(found) = complete(group, from, left, missing - value(card), sum) {
            return Some(found);
        }
        group.pop();
    }
    left.push(card);
    let found = complete(group, from, left, missing, sum);
    left.pop();
    found
}

/// The cards by the groups that they form: `5C+8D, KH`.
fn grouped(cards: &[i32], sum: u32, style: Style) -> String {
    let sum = i32::try_from(sum).unwrap_or(0);
    match groups(cards, sum) {
        Some(groups) => groups.iter().map(|group| style.sum(group)).collect::<Vec<_>>().join(", "),
        None => style.cards(cards),
    }
}

/// A house with its owners, its cards in the groups that they form.
fn house(house: &pb::House, style: Style) -> String {
    let kind = if house.cemented { "cemented house" } else { "house" };
    format!("{kind} {} ({}): {}", house.value, style.seats(&house.owners), grouped(&house.cards, house.value, style))
}

fn absorbed(cards: &[i32], style: Style) -> String {
    if cards.is_empty() { String::new() } else { format!(", {} joined automatically", style.cards(cards)) }
}

/// How many cards were cut, if any (S8).
fn cut(cards: u32) -> String {
    if cards == 0 { String::new() } else { format!(", {} cut", count_of(cards, "card")) }
}

/// What an event is shown as.
pub(super) fn describe(event: &pb::Event, style: Style) -> Option<EventText> {
    let note = |text: String| Some(EventText::Note(text));
    match event.kind.as_ref()? {
        Kind::Dealt(dealt) => Some(EventText::Lines(vec![
            String::new(),
            style.heading(&format!("Deal {}", dealt.deal)),
            format!("    dealer {}, bidder {}{}", style.seat(dealt.dealer), style.seat(dealt.bidder), cut(dealt.cut)),
        ])),
        Kind::ThrownIn(thrown) => Some(EventText::Lines(vec![format!(
            "    {} cannot bid with {}: dealt again",
            style.seat(thrown.seat),
            style.cards(&thrown.cards)
        )])),
        Kind::FloorThrownIn(_) => Some(EventText::Lines(vec![
            "    the floor holds the ten of diamonds or the nine of spades: dealt again".to_owned(),
        ])),
        // The text of the move says the same.
        Kind::BidMade(_) | Kind::Thrown(_) => None,
        Kind::FloorTurned(turned) => note(format!("the floor is {}", style.cards(&turned.cards))),
        Kind::RestDealt(dealt) if dealt.stock_count > 0 => {
            note(format!("the hands are filled up, {} left", count_of(dealt.stock_count, "card")))
        }
        Kind::RestDealt(_) => note("the rest is dealt".to_owned()),
        Kind::Captured(captured) => {
            let sum = value(captured.card).unsigned_abs();
            let mut taken = Vec::new();
            if !captured.loose.is_empty() {
                taken.push(grouped(&captured.loose, sum, style));
            }
            if let Some(taken_house) = &captured.house {
                taken.push(house(taken_house, style));
            }
            note(format!("{} took {}", style.card(captured.card), taken.join(" and ")))
        }
        Kind::Swept(swept) => {
            let when = match swept.kind() {
                SweepKind::Unspecified | SweepKind::Ordinary => "sweep",
                SweepKind::Opening => "opening sweep",
                SweepKind::Last => "sweep by the last card",
            };
            note(style.bold(&format!("{when}! {} for {}", signed(swept.points), team(swept.team, style))))
        }
        Kind::Built(built) => note(told_house(built.house.as_ref(), &built.absorbed, style)),
        Kind::Added(added) => note(told_house(added.house.as_ref(), &added.absorbed, style)),
        Kind::Broken(broken) => {
            let merged = if broken.merged { "merged into " } else { "" };
            note(format!("{merged}{}", told_house(broken.house.as_ref(), &broken.absorbed, style)))
        }
        Kind::LastCards(last) if last.cards.is_empty() => None,
        Kind::LastCards(last) => {
            let to = last.team.map_or_else(|| "nobody".to_owned(), |of| team(of, style));
            note(format!("last cards {} to {to}", style.cards(&last.cards)))
        }
        Kind::DealEnded(ended) => Some(EventText::Lines(deal_ended(ended, style))),
        Kind::MatchEnded(_) => None,
    }
}

fn told_house(now: Option<&pb::House>, joined: &[i32], style: Style) -> String {
    let Some(now) = now else { return String::new() };
    format!("{}{}", house(now, style), absorbed(joined, style))
}

fn deal_ended(ended: &pb::DealEnded, style: Style) -> Vec<String> {
    let Some(score) = &ended.score else { return Vec::new() };
    let mut lines = vec![String::new(), style.bold(&format!("  Score of deal {}", score.deal))];
    let piles = ended.piles.iter().map(|pile| format!("{} {}", team(pile.team, style), count_of(pile.count, "card")));
    lines.push(style.row("captured", &piles.collect::<Vec<_>>().join(", ")));
    lines.push(String::new());
    let sheet: Vec<Line<'_>> = score
        .lines
        .iter()
        .map(|line| Line {
            who: team(line.team, style),
            what: match line.item() {
                ScoreItem::Unspecified => "",
                ScoreItem::Spades => "spades",
                ScoreItem::Aces if line.rule_id == "S63" => "aces",
                ScoreItem::Aces => "other aces",
                ScoreItem::TenOfDiamonds => "ten of diamonds",
                ScoreItem::NineOfSpades => "nine of spades",
                ScoreItem::TwoOfSpades => "two of spades",
                ScoreItem::MostCards => "more cards",
                ScoreItem::AllPoints => "all points",
                ScoreItem::Sweep => "sweep",
                ScoreItem::OpeningSweep => "opening sweep",
                ScoreItem::LastSweep => "sweep by the last card",
                ScoreItem::DealTotal => "= score of the deal",
                ScoreItem::Difference => "to the running difference",
                ScoreItem::Reset => "difference back to 0",
                ScoreItem::Baazi => "baazi won",
            },
            points: line.points,
            rule: &line.rule_id,
        })
        .collect();
    lines.extend(style.sheet(&sheet));
    let standing = ended.teams.iter().map(|score| {
        format!(
            "{} {}, difference {}",
            team(score.team, style),
            count_of(score.baazis, "baazi"),
            signed(score.difference)
        )
    });
    lines.push(style.row("standing", &standing.collect::<Vec<_>>().join("; ")));
    lines
}

/// The table as a view shows it.
pub(super) fn table(view: &pb::View, style: Style) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(floor) = &view.floor {
        let cards = match (floor.shown, floor.count) {
            (_, 0) => "empty".to_owned(),
            (true, _) => style.cards(&floor.cards),
            (false, count) => format!("{} face down", count_of(count, "card")),
        };
        let bid = if view.bid == 0 { String::new() } else { format!("   (bid {})", view.bid) };
        lines.push(style.row("floor", &format!("{cards}{bid}")));
    }
    lines.extend(view.houses.iter().map(|standing| {
        let cemented = if standing.cemented { ", cemented" } else { "" };
        let of = format!(
            "{} ({}{cemented})",
            grouped(&standing.cards, standing.value, style),
            style.seats(&standing.owners)
        );
        style.row(&format!("house {}", standing.value), &of)
    }));
    lines.extend(view.hands.iter().map(|hand| {
        style.hand(hand.seat, hand.count, hand.shown.then_some(hand.cards.as_slice()), view.turn == Some(hand.seat))
    }));
    let piles = view.piles.iter().zip(&view.sweeps).map(|(pile, sweeps)| {
        let number = sweeps.ordinary + u32::from(sweeps.opening) + u32::from(sweeps.last);
        let sweeps = if number == 0 { String::new() } else { format!(" and {}", count_of(number, "sweep")) };
        format!("{} {}{sweeps}", team(pile.team, style), count_of(pile.count, "card"))
    });
    lines.push(style.row("captured", &piles.collect::<Vec<_>>().join(", ")));
    lines
}

/// The final standing of a seat.
pub(super) fn standing(total: i32) -> String {
    count_of(u32::try_from(total).unwrap_or(0), "baazi")
}
