//! The structure of the project as tests: who may name whom, what may stand where, and that no rule goes untested.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use taash::for_game;
use taash::games::{GameId, Options, Position};

/// The folders of the games, which are named after them.
fn games() -> [&'static str; GameId::ALL.len()] {
    GameId::ALL.map(GameId::name)
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A source file: its path from the root with `/`, and its text.
struct Source {
    path: String,
    text: String,
}

impl Source {
    /// The lines with their numbers, without comments and without the unit tests at the end.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let code = self.text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let lines = code.lines().enumerate().map(|(i, line)| (i + 1, line));
        lines.map(|(number, line)| (number, line.split("//").next().unwrap_or("")))
    }

    fn is_under(&self, folder: &str) -> bool {
        self.path.starts_with(&format!("{folder}/"))
    }
}

/// All files of a kind under a folder, in order.
fn files(folder: &str, extension: &str) -> Vec<Source> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for path in entries.map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == extension) {
                found.push(Source { path: from_root(&path), text: fs::read_to_string(&path).unwrap() });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

fn from_root(path: &Path) -> String {
    let parts: PathBuf = path.strip_prefix(root()).unwrap().into();
    parts.iter().map(|part| part.to_str().unwrap()).collect::<Vec<_>>().join("/")
}

/// The words of a piece of code: identifiers and numbers.
fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}

/// Where files under a folder name one of these words, or hold one of these pieces, in their code.
fn uses(folder: &str, forbidden: &[&str], pieces: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for source in files(folder, "rs") {
        for (number, code) in source.code() {
            let word = words(code).find(|word| forbidden.contains(word));
            if let Some(what) = word.or_else(|| pieces.iter().copied().find(|piece| code.contains(piece))) {
                found.push(format!("{}:{number}: {what}", source.path));
            }
        }
    }
    found
}

fn assert_none(found: &[String], what: &str) {
    assert!(found.is_empty(), "{what}:\n{}", found.join("\n"));
}

#[test]
fn the_rules_know_no_wire_no_clock_no_io_and_no_floats() {
    let crates = ["tonic", "prost", "tokio", "tracing", "clap", "pb"];
    let habits = ["HashMap", "HashSet", "thread_rng", "StdRng", "f32", "f64", "async", "unsafe"];
    let std = ["std::net", "std::fs", "std::time", "std::io", "std::env", "std::thread", "std::process"];
    let rest = ["print!", "println!", "bytes::", "crate::wire", "crate::server", "crate::cli"];
    for folder in ["src/cards", "src/games"] {
        let found = uses(folder, &[&crates[..], &habits].concat(), &[&std[..], &rest].concat());
        assert_none(&found, "the rules core uses");
    }
}

#[test]
fn cards_know_no_game_and_games_not_each_other() {
    assert_none(&uses("src/cards", &[&["games"], &games()[..]].concat(), &[]), "cards name a game");
    for game in games() {
        let others: Vec<&str> = games().into_iter().filter(|&other| other != game).collect();
        assert_none(&uses(&format!("src/games/{game}"), &others, &[]), "a game names another");
    }
}

/// The files that every game has, each for one job: `src/games/README.md` says which.
const FLOOR_PLAN: [&str; 16] = [
    "RULES.md",
    "check.rs",
    "event.rs",
    "faults.rs",
    "legal.rs",
    "messages.ftl",
    "messages.rs",
    "mod.rs",
    "moves.rs",
    "options.rs",
    "play.rs",
    "position.rs",
    "score.rs",
    "setup.rs",
    "text.rs",
    "view.rs",
];

/// What a game has besides, for what only this game needs.
const OWN_FILES: [(&str, &[&str]); 3] = [
    ("jhyap", &["combination.rs", "value.rs"]),
    ("seep", &["groups.rs", "house.rs", "record.rs", "value.rs"]),
    ("pis_yedili", &["illegal.rs"]),
];

#[test]
fn the_same_job_has_the_same_file_in_every_game() {
    for (game, own) in OWN_FILES {
        let entries = fs::read_dir(root().join("src/games").join(game)).unwrap();
        let found: BTreeSet<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        let missing: Vec<_> = FLOOR_PLAN.iter().chain(own).filter(|&&file| !found.contains(file)).collect();
        let agreed = |file: &String| FLOOR_PLAN.iter().chain(own).any(|agreed| agreed == file);
        let others: Vec<_> = found.iter().filter(|file| !agreed(file)).collect();
        assert!(missing.is_empty() && others.is_empty(), "src/games/{game} lacks {missing:?}, has {others:?} besides");
    }
    assert_eq!(OWN_FILES.map(|(game, _)| game), games(), "a game is missing in the list of own files");
}

/// The layers from the bottom up: each may name those before it, in code and through `crate::`.
const LAYERS: [&str; 6] = ["cards", "games", "wire", "engine", "server", "cli"];

#[test]
fn layers_name_only_the_layers_below() {
    for (i, layer) in LAYERS.into_iter().enumerate() {
        let above: Vec<String> = LAYERS[i + 1..].iter().map(|above| format!("crate::{above}")).collect();
        let above: Vec<&str> = above.iter().map(String::as_str).collect();
        assert_none(&uses(&format!("src/{layer}"), &[], &above), &format!("{layer} names a layer above"));
    }
    let others: Vec<String> = files("src", "rs").into_iter().map(|source| source.path).collect();
    let known = |path: &String| LAYERS.iter().any(|layer| path.starts_with(&format!("src/{layer}/")));
    let found: Vec<String> = others.into_iter().filter(|path| !known(path)).collect();
    assert_eq!(found, ["src/lib.rs", "src/main.rs"], "a file outside the layers");
}

#[test]
fn each_layer_leaves_alone_what_is_another_layers_work() {
    assert_none(&uses("src/wire", &["tokio", "hyper", "axum"], &[]), "the messages know a server's libraries");
    let transport = ["tokio", "tonic", "hyper", "axum", "tracing", "HashSet", "async"];
    assert_none(&uses("src/engine", &transport, &["std::time", "std::net", "std::fs"]), "the engine knows a server");
    assert_none(&uses("src/server", &games(), &["crate::games", "crate::cards"]), "the server names a game or a card");
    let mut found = Vec::new();
    for source in files("src", "rs").iter().filter(|source| !source.is_under("src/wire")) {
        let names_pb = source.code().filter(|(_, code)| words(code).any(|word| word == "OUT_DIR"));
        found.extend(names_pb.map(|(number, _)| format!("{}:{number}", source.path)));
    }
    assert_none(&found, "generated code outside src/wire");
}

#[test]
fn nothing_lies_at_the_top_that_was_not_agreed() {
    let agreed = ["Cargo.toml", "Cargo.lock", "build.rs", "proto", "src", "tests", "deploy", "README.md", "target"];
    let found: Vec<String> = fs::read_dir(root())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| !agreed.contains(&name.as_str()))
        .filter(|name| ![".", "LICENSE", "buf."].iter().any(|start| name.starts_with(start)))
        .collect();
    assert_none(&found, "at the top level");
}

#[test]
fn files_are_short_and_finished() {
    let unfinished = [concat!("TO", "DO"), concat!("FIX", "ME")];
    let (mut long, mut open) = (Vec::new(), Vec::new());
    for source in files("src", "rs").into_iter().chain(files("tests", "rs")) {
        let lines = source.text.lines().count();
        if lines > 550 {
            long.push(format!("{}: {lines} lines", source.path));
        }
        let this_file = source.path == "tests/rules/tidy.rs";
        for (number, line) in source.text.lines().enumerate().filter(|_| !this_file) {
            let marked = words(line).any(|word| unfinished.contains(&word));
            if marked || ["#[ignore", "todo!", "dbg!", "unimplemented!"].iter().any(|mark| line.contains(mark)) {
                open.push(format!("{}:{}: {}", source.path, number + 1, line.trim()));
            }
        }
    }
    assert_none(&long, "too long");
    assert_none(&open, "unfinished");
}

/// The ids that a page of rules gives: `- **J14** …`.
fn ids(page: &str) -> BTreeSet<String> {
    let starts = page.lines().filter_map(|line| line.trim_start().strip_prefix("- **"));
    let ids = starts.filter_map(|rest| rest.split_once("**")).map(|(id, _)| id.to_owned());
    ids.filter(|id| id.ends_with(|c: char| c.is_ascii_digit())).collect()
}

/// Every page of rules with the folder that it is for.
fn pages() -> BTreeMap<String, BTreeSet<String>> {
    let pages = files("src/games", "md").into_iter().filter(|page| page.path.ends_with("/RULES.md"));
    pages.map(|page| (page.path.trim_end_matches("/RULES.md").to_owned(), ids(&page.text))).collect()
}

#[test]
fn every_game_has_its_page_of_rules() {
    let pages = pages();
    for folder in games().map(|game| format!("src/games/{game}")).iter().chain([&"src/games".to_owned()]) {
        let page = pages.get(folder).unwrap_or_else(|| panic!("{folder} has no RULES.md"));
        assert!(page.len() >= 10, "{folder}/RULES.md gives few rules: {page:?}");
    }
}

#[test]
fn every_rule_that_the_code_cites_is_on_its_page() {
    let pages = pages();
    let common = &pages["src/games"];
    let mut found = Vec::new();
    for source in files("src", "rs") {
        let own = games().map(|game| format!("src/games/{game}")).into_iter().find(|folder| source.is_under(folder));
        for (number, code) in source.code() {
            for id in cited(code) {
                let known = match &own {
                    Some(folder) => pages[folder].contains(&id) || common.contains(&id),
                    None => pages.values().any(|page| page.contains(&id)),
                };
                if !known {
                    found.push(format!("{}:{number}: {id}", source.path));
                }
            }
        }
    }
    assert_none(&found, "rules that no page gives");
}

/// The ids in `Rule::J(14)`.
fn cited(code: &str) -> Vec<String> {
    let cites = code.split("Rule::").skip(1);
    let ids = cites.filter_map(|cite| cite.split_once('(')?.1.split_once(')').map(|(n, _)| (&cite[..1], n)));
    ids.filter(|(_, n)| n.parse::<u8>().is_ok()).map(|(letter, n)| format!("{letter}{n}")).collect()
}

#[test]
fn every_rule_has_a_test_of_its_name() {
    let mut names = BTreeSet::new();
    for source in files("tests/rules", "rs") {
        let lines: Vec<&str> = source.text.lines().map(str::trim).collect();
        for pair in lines.windows(2).filter(|pair| pair[0].starts_with("#[test]")) {
            names
                .extend(pair[1].strip_prefix("fn ").and_then(|rest| rest.split_once('_')).map(|(id, _)| id.to_owned()));
        }
    }
    let mut untested = Vec::new();
    for (folder, page) in pages() {
        untested
            .extend(page.iter().filter(|id| !names.contains(&id.to_lowercase())).map(|id| format!("{folder}: {id}")));
    }
    assert_none(&untested, "rules without a test");
}

#[test]
fn every_game_has_presets() {
    fn assert_presets<O: Options>() {
        assert_eq!(O::PRESETS.first(), Some(&"CLASSIC"));
        assert_eq!(O::preset(0), Some(O::default()));
        assert_eq!(O::preset(O::PRESETS.len()), None);
        for index in 0..O::PRESETS.len() {
            assert_eq!(O::preset(index).unwrap().check_ranges(), []);
        }
    }
    for game in GameId::ALL {
        for_game!(game, P => assert_presets::<<P as Position>::Options>());
    }
}
