//! The call ListRules.

use super::new_game::check_rules_version;
use super::request::Fields;
use crate::for_game;
use crate::games::{COMMON_RULES, GameId, Message, rules_of, summary_of};
use crate::wire::game::WireGame;
use crate::wire::messages;
use crate::wire::pb;
use crate::wire::refusal::Refusal;

pub(super) fn list_rules(request: &pb::engine::ListRulesRequest) -> Result<pb::engine::ListRulesResponse, Refusal> {
    let asked = u8::try_from(request.game).ok().and_then(GameId::from_number);
    let mut fields = Fields::default();
    if asked.is_none() && request.game != 0 {
        fields.fault("game", Message::new(&messages::UNKNOWN_VALUE).with("value", request.game));
    }
    fields.end()?;
    let games = GameId::ALL.into_iter().filter(|&game| asked.is_none_or(|asked| asked == game));
    Ok(pb::engine::ListRulesResponse {
        games: games
            .map(|game| for_game!(game, P => rules::<P>(request.rules_version)))
            .collect::<Result<_, Refusal>>()?,
        common_rules: write_rules(COMMON_RULES),
    })
}

fn rules<P: WireGame>(version: Option<u32>) -> Result<pb::engine::GameRules, Refusal> {
    check_rules_version::<P>(version)?;
    Ok(pb::engine::GameRules {
        game: P::GAME.into(),
        rules_version: P::RULES_VERSION.into(),
        summary: summary_of(P::RULES),
        rules: write_rules(P::RULES),
    })
}

fn write_rules(page: &'static str) -> Vec<pb::engine::RuleInfo> {
    let rules = rules_of(page).into_iter();
    rules
        .map(|rule| pb::engine::RuleInfo { id: rule.id.into(), section: rule.section.into(), text: rule.text })
        .collect()
}
