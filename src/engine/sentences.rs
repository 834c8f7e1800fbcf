//! The call ListMessages.

use crate::for_game;
use crate::games::{self, Catalogue, GameId, MessageSpec, ParamKind, Position};
use crate::wire::pb::engine as msg;
use crate::wire::{messages, templates};
use std::sync::LazyLock;

pub(super) fn list_messages() -> msg::ListMessagesResponse {
    static LISTED: LazyLock<msg::ListMessagesResponse> = LazyLock::new(list);
    LISTED.clone()
}

/// The name of a catalogue's file, the game if only one uses it, and the catalogue.
type Named = (&'static str, Option<GameId>, Catalogue);

fn named() -> impl Iterator<Item = Named> {
    let shared = [("call", None, messages::CATALOGUE), ("game", None, games::messages::CATALOGUE)];
    let games = GameId::ALL.map(|game| (game.name(), Some(game), for_game!(game, P => <P as Position>::CATALOGUE)));
    shared.into_iter().chain(games)
}

fn list() -> msg::ListMessagesResponse {
    msg::ListMessagesResponse {
        messages: named().flat_map(infos).collect(),
        files: named()
            .map(|(name, _, catalogue)| msg::MessageFile { name: name.into(), content: catalogue.english.into() })
            .collect(),
    }
}

fn infos((name, game, catalogue): Named) -> Vec<msg::MessageInfo> {
    let prefix = format!("{}-", name.replace('_', "-"));
    let templates = templates(&catalogue);
    let info = |spec: &&MessageSpec| msg::MessageInfo {
        id: spec.id.into(),
        kind: kind(spec.id.strip_prefix(&prefix).unwrap_or(spec.id)).into(),
        template: templates.get(spec.id).cloned().unwrap_or_default(),
        params: spec.params.iter().map(param).collect(),
        game: game.map_or(msg::Game::Unspecified, msg::Game::from).into(),
    };
    catalogue.entries.iter().map(info).collect()
}

/// The kind of a sentence, which its id names after the catalogue.
fn kind(id: &str) -> msg::MessageKind {
    match id.split_once('-').map(|(first, _)| first) {
        Some("fault") => msg::MessageKind::Fault,
        Some("event") => msg::MessageKind::Event,
        Some("constraint") => msg::MessageKind::Constraint,
        Some("score") => msg::MessageKind::Score,
        _ => msg::MessageKind::Refusal,
    }
}

fn param(&(name, kind): &(&str, ParamKind)) -> msg::MessageParamInfo {
    let kind = match kind {
        ParamKind::Number => msg::MessageParamKind::Number,
        ParamKind::Card => msg::MessageParamKind::Card,
        ParamKind::Cards => msg::MessageParamKind::Cards,
        ParamKind::Seat => msg::MessageParamKind::Seat,
        ParamKind::Seats => msg::MessageParamKind::Seats,
        ParamKind::Suit => msg::MessageParamKind::Suit,
        ParamKind::Word => msg::MessageParamKind::Word,
    };
    msg::MessageParamInfo { name: name.into(), kind: kind.into() }
}
