//! The call ListGames.

use super::{
    MAX_CLAIMED_SHUFFLES, MAX_LEGAL_MOVES, MAX_MOVE_TEXT_BYTES, MAX_MOVES, MAX_REPLAY_REQUEST_BYTES, MAX_REPLAY_STEPS,
    MAX_SHUFFLE_ORDERS, MAX_STREAM_TABLES, MAX_VIEWERS,
};
use crate::for_game;
use crate::games::{GameId, OptionKind, Options};
use crate::wire::common::write_direction;
use crate::wire::english;
use crate::wire::game::WireGame;
use crate::wire::pb;
use crate::wire::state::MAX_STATE_BYTES;

/// The limits that the server sets and `ListGames` reports.
///
/// ```
/// use taash::engine::Limits;
///
/// let limits = Limits { max_request_bytes: 8 * 1024, ..Limits::default() };
/// assert_eq!(limits.max_replay_request_bytes(), 1024 * 1024, "a Replay may be longer than other requests");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum request size in bytes, except for Replay.
    pub max_request_bytes: u32,
    /// Maximum response size in bytes.
    pub max_response_bytes: u32,
    /// Maximum duration of a `Play` stream in seconds.
    pub max_stream_seconds: u32,
}

impl Limits {
    /// Maximum size of a Replay request in bytes: 1 MiB, or `max_request_bytes` if that is more.
    #[must_use]
    pub fn max_replay_request_bytes(&self) -> u32 {
        self.max_request_bytes.max(MAX_REPLAY_REQUEST_BYTES)
    }
}

/// Requests up to 64 KiB, responses up to 1 MiB, streams up to 600 seconds.
impl Default for Limits {
    fn default() -> Self {
        Self { max_request_bytes: 64 * 1024, max_response_bytes: 1024 * 1024, max_stream_seconds: 600 }
    }
}

pub(super) fn list_games(limits: &Limits) -> pb::engine::ListGamesResponse {
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    pb::engine::ListGamesResponse {
        games: GameId::ALL.map(|game| for_game!(game, P => info::<P>())).into(),
        limits: Some(pb::engine::Limits {
            max_legal_moves: MAX_LEGAL_MOVES,
            max_moves_per_apply: number(MAX_MOVES),
            max_shuffle_orders: number(MAX_SHUFFLE_ORDERS),
            max_viewers: number(MAX_VIEWERS),
            max_state_bytes: number(MAX_STATE_BYTES),
            max_request_bytes: limits.max_request_bytes,
            max_response_bytes: limits.max_response_bytes,
            max_move_text_bytes: number(MAX_MOVE_TEXT_BYTES),
            max_replay_steps: number(MAX_REPLAY_STEPS),
            max_replay_request_bytes: limits.max_replay_request_bytes(),
            max_claimed_shuffles: number(MAX_CLAIMED_SHUFFLES),
            max_stream_tables: number(MAX_STREAM_TABLES),
            max_stream_seconds: limits.max_stream_seconds,
        }),
        server_version: env!("CARGO_PKG_VERSION").into(),
    }
}

fn info<P: WireGame>() -> pb::engine::GameInfo {
    let presets = P::Options::PRESETS.iter().enumerate().filter_map(|(i, name)| {
        let options = P::write_options(&P::Options::preset(i)?);
        let options = Some(pb::engine::GameOptions { options: Some(options) });
        Some(pb::engine::Preset { name: (*name).into(), options })
    });
    let options = P::Options::SPECS.iter().map(|spec| pb::engine::OptionInfo {
        name: spec.name.into(),
        rule_id: spec.rule.to_string(),
        values: Some(values(spec.kind)),
    });
    let constraints = P::Options::CONSTRAINTS.iter().map(|constraint| pb::engine::OptionConstraint {
        options: constraint.options.iter().map(|&name| name.into()).collect(),
        rule_id: constraint.rule.to_string(),
        text: english(&constraint.statement.into()),
        message_id: constraint.statement.id.into(),
    });
    pb::engine::GameInfo {
        game: P::GAME.into(),
        name: P::NAME.into(),
        min_seats: P::SEATS.0.into(),
        max_seats: P::SEATS.1.into(),
        teams: P::TEAMS.into(),
        direction: write_direction(P::DIRECTION).into(),
        rules_versions: vec![P::RULES_VERSION.into()],
        presets: presets.collect(),
        options: options.collect(),
        constraints: constraints.collect(),
    }
}

fn values(kind: OptionKind) -> pb::engine::option_info::Values {
    use pb::engine::option_info::Values;
    match kind {
        OptionKind::Flag => Values::Flag(pb::engine::OptionFlag {}),
        OptionKind::Number { min, max, or_zero } => {
            Values::Range(pb::engine::OptionRange { min: min.into(), max: max.into(), or_zero })
        }
        OptionKind::OneOf(numbers) => {
            Values::Numbers(pb::engine::OptionNumbers { values: numbers.iter().map(|&number| number.into()).collect() })
        }
        OptionKind::Choice(names) => {
            Values::Choice(pb::engine::OptionChoice { values: names.iter().map(|&name| name.into()).collect() })
        }
    }
}
