//! The one place that turns to the game of a match: what each draws of its own messages.

use super::render::{EventText, Style};
use super::{jhyap, pis_yedili, seep};
use crate::wire::pb::engine::{self as pb, Game};

/// How much a player without much thought likes a move.
pub(super) fn weight(game: Game, text: &str) -> i32 {
    match game {
        Game::Jhyap => jhyap::weight(text),
        Game::Seep => seep::weight(text),
        Game::PisYedili => pis_yedili::weight(text),
        Game::Unspecified => 0,
    }
}

/// What events are shown as, those that are shown.
pub(super) fn describe(events: &[pb::Event], style: Style) -> Vec<EventText> {
    use pb::event::Event;
    let texts = events.iter().filter_map(|event| match event.event.as_ref()? {
        Event::Jhyap(event) => jhyap::describe(event, style),
        Event::Seep(event) => seep::describe(event, style),
        Event::PisYedili(event) => pis_yedili::describe(event, style),
    });
    texts.collect()
}

/// The table as a view shows it.
pub(super) fn table(view: &pb::View, style: Style) -> Vec<String> {
    use pb::view::View;
    match &view.view {
        Some(View::Jhyap(view)) => jhyap::table(view, style),
        Some(View::Seep(view)) => seep::table(view, style),
        Some(View::PisYedili(view)) => pis_yedili::table(view, style),
        None => Vec::new(),
    }
}

/// The total of a seat in words.
pub(super) fn standing(game: Game, total: i32) -> String {
    match game {
        Game::Jhyap => jhyap::standing(total),
        Game::Seep => seep::standing(total),
        Game::PisYedili => pis_yedili::standing(total),
        Game::Unspecified => total.to_string(),
    }
}
