//! The catalogues of sentences and the pages of rules, as data for clients.

use std::collections::BTreeSet;
use taash::for_game;
use taash::games::{COMMON_RULES, Catalogue, GameId, MessageSpec, Options, Position, messages, rules_of, summary_of};

/// Each catalogue of the core with the prefix of its ids.
fn catalogues() -> Vec<(String, Catalogue)> {
    let common = ("game-".to_owned(), messages::CATALOGUE);
    let prefix = |name: &str| format!("{}-", name.replace('_', "-"));
    let games = GameId::ALL.map(|game| for_game!(game, P => (prefix(P::NAME), P::CATALOGUE)));
    [common].into_iter().chain(games).collect()
}

fn is_kebab_case(id: &str) -> bool {
    let is_word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    id.split('-').all(is_word)
}

#[test]
fn ids_are_unique_and_say_which_catalogue_they_are_of() {
    let mut ids = BTreeSet::new();
    for (prefix, catalogue) in catalogues() {
        for MessageSpec { id, params } in catalogue.entries {
            assert!(id.starts_with(&prefix) && is_kebab_case(id), "{id} is not `{prefix}` and words in kebab case");
            assert!(ids.insert(*id), "{id} stands twice");
            let names: BTreeSet<_> = params.iter().map(|(name, _)| name).collect();
            assert_eq!(names.len(), params.len(), "{id} has a parameter twice");
        }
        assert!(!catalogue.entries.is_empty(), "{prefix}");
    }
}

/// Every constraint is stated by a sentence of its game without parameters, and names options that there are, or the seats.
#[test]
fn constraints_are_stated_and_name_options() {
    fn check<P: Position>() {
        let names: Vec<_> = P::Options::SPECS.iter().map(|spec| spec.name).chain(["seats"]).collect();
        for constraint in P::Options::CONSTRAINTS {
            assert!(constraint.options.iter().all(|option| names.contains(option)), "{constraint:?}");
            assert!(constraint.options.len() > 1, "one option alone has a range: {constraint:?}");
            assert!(P::CATALOGUE.entries.iter().any(|entry| std::ptr::eq(*entry, constraint.statement)));
            assert_eq!(constraint.statement.params, [], "{}", constraint.statement.id);
            for preset in (0..).map_while(P::Options::preset) {
                let kept = (P::SEATS.0..=P::SEATS.1).any(|seats| (constraint.broken)(&preset, seats).is_none());
                assert!(kept, "{}: {preset:?}", constraint.statement.id);
            }
        }
    }
    for game in GameId::ALL {
        for_game!(game, P => check::<P>());
    }
}

/// A fault of a constraint names the first of its options, and its sentence has the value as a parameter or says it.
#[test]
fn options_that_contradict_each_other_are_explained() {
    use taash::games::{Param, jhyap, pis_yedili};
    let explained = |faults: Result<(), Vec<taash::games::Fault>>| {
        let faults = faults.unwrap_err();
        faults.into_iter().map(|fault| (fault.field, fault.message)).collect::<Vec<_>>()
    };
    let classic = jhyap::Options::CLASSIC;
    let uneven = explained(jhyap::Options { limit: 202, ..classic }.check(4));
    assert_eq!((uneven.len(), uneven[0].0.as_str()), (1, "limit"));
    assert_eq!(uneven[0].1.param("value"), Some(&Param::Number(202)));
    let endless = explained(jhyap::Options { call_limit: 0, jokers: 0, ..classic }.check(4));
    assert_eq!((endless.len(), endless[0].0.as_str()), (1, "call_limit"));
    let crowded = pis_yedili::Options { decks: 1, hand_size: 7, ..pis_yedili::Options::CLASSIC };
    let crowded = explained(crowded.check(8));
    assert_eq!((crowded.len(), crowded[0].0.as_str()), (1, "hand_size"));
    let params = ["value", "seats", "needed", "decks", "cards"].map(|name| crowded[0].1.param(name).cloned());
    assert_eq!(params, [7, 8, 57, 1, 52].map(|number: u8| Some(Param::Number(number.into()))));
    let large = explained(classic.check(6));
    assert_eq!((large[0].0.as_str(), large[0].1.id()), ("seats", "jhyap-fault-large-table-off"));
    let nobody = explained(classic.check(9));
    assert_eq!((nobody[0].0.as_str(), nobody[0].1.id()), ("seats", "game-fault-seats-out-of-range"));
}

/// The pages of rules with the names of their games.
fn pages() -> Vec<(&'static str, &'static str)> {
    let games = GameId::ALL.map(|game| (game.name(), for_game!(game, P => P::RULES)));
    [("games", COMMON_RULES)].into_iter().chain(games).collect()
}

#[test]
fn every_rule_of_a_page_is_read_with_its_section_and_text() {
    for (name, page) in pages() {
        let rules = rules_of(page);
        let ids: BTreeSet<_> = rules.iter().map(|rule| rule.id).collect();
        assert_eq!(ids.len(), rules.len(), "{name} gives an id twice");
        let starts = page.lines().map(str::trim_start).filter_map(|line| line.strip_prefix("- **")?.split_once("**"));
        let is_id = |id: &str| id.ends_with(|c: char| c.is_ascii_digit()) && !id.contains(' ');
        let written: BTreeSet<_> = starts.map(|(id, _)| id).filter(|id| is_id(id)).collect();
        assert_eq!(ids, written, "{name}");
        for rule in rules {
            assert!(!rule.section.is_empty() && rule.text.len() > 10, "{name}: {rule:?}");
            assert!(!rule.text.contains('\n'), "{name}: {rule:?}");
        }
    }
}

#[test]
fn every_game_has_a_short_summary_for_players() {
    for game in GameId::ALL {
        let summary = for_game!(game, P => summary_of(P::RULES));
        let words = summary.split_whitespace().count();
        assert!((50..300).contains(&words), "{}: {words} words under `# In short`", game.name());
    }
}
