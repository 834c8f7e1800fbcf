//! Sentences that can be translated, rules by id, and the golden JSON of both lists.

use crate::support::{GAMES, Server, all_viewers, choose, fields, new_game, refused, text};
use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage, MessageDescriptor};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use taash::engine::Engine;
use taash::wire::pb;
use taash::wire::pb::common::{MessageParam, message_param::Value};
use taash::wire::pb::engine::{self as msg, Game, MessageKind, MessageParamKind, Reason};
use tonic::Code;

fn listed() -> msg::ListMessagesResponse {
    Engine::default().list_messages(&msg::ListMessagesRequest {})
}

/// The names behind `$` in a template.
fn variables(template: &str) -> BTreeSet<String> {
    let after = template.split('$').skip(1);
    let end = |c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '-');
    after.map(|rest| rest.split(end).next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn every_sentence_has_one_id_and_a_template_with_exactly_its_parameters() {
    let listed = listed();
    let mut ids = BTreeSet::new();
    let mut templates = BTreeMap::new();
    for message in &listed.messages {
        assert!(ids.insert(message.id.clone()), "{} is listed twice", message.id);
        let declared: BTreeSet<String> = message.params.iter().map(|param| param.name.clone()).collect();
        assert_eq!(variables(&message.template), declared, "{}: {}", message.id, message.template);
        assert!(!message.template.is_empty(), "{}", message.id);
        let same = templates.insert((message.game, message.kind, message.template.clone()), message.id.clone());
        assert_eq!(same, None, "{} says the same", message.id);
    }
    let in_files = listed.files.iter().flat_map(|file| file.content.lines());
    let in_files =
        in_files.filter_map(|line| line.split_once(" = ").or_else(|| line.split_once(" =")).map(|(id, _)| id));
    let in_files: BTreeSet<String> =
        in_files.filter(|id| !id.starts_with([' ', '#', '['])).map(ToOwned::to_owned).collect();
    assert_eq!(in_files, ids, "the files have the same ids");
    let names: Vec<_> = listed.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["call", "game", "jhyap", "seep", "pis_yedili"]);
}

fn kind_of(param: &MessageParam) -> MessageParamKind {
    match param.value.as_ref().expect("a parameter has a value") {
        Value::Number(_) => MessageParamKind::Number,
        Value::Card(_) => MessageParamKind::Card,
        Value::Cards(_) => MessageParamKind::Cards,
        Value::Seat(_) => MessageParamKind::Seat,
        Value::Seats(_) => MessageParamKind::Seats,
        Value::Suit(_) => MessageParamKind::Suit,
        Value::Word(_) => MessageParamKind::Word,
    }
}

/// Checks that a sentence is one of the list, with its parameters in the order of the list.
fn check(
    messages: &BTreeMap<String, msg::MessageInfo>,
    kind: MessageKind,
    id: &str,
    params: &[MessageParam],
    text: &str,
) {
    let info = messages.get(id).unwrap_or_else(|| panic!("{id:?} is not listed: {text}"));
    assert_eq!(info.kind(), kind, "{id}");
    let given: Vec<_> = params.iter().map(|param| (param.name.as_str(), kind_of(param))).collect();
    let declared: Vec<_> = info.params.iter().map(|param| (param.name.as_str(), param.kind())).collect();
    assert_eq!(given, declared, "{id}");
    assert!(!text.is_empty() && !text.contains(['{', '$']), "{id}: {text}");
}

/// Whole matches, with a refused move at each step: every event, every refusal and every score line has a sentence.
#[test]
fn every_event_refusal_and_score_line_of_a_match_is_a_listed_sentence() {
    let engine = Engine::default();
    let messages: BTreeMap<_, _> = listed().messages.into_iter().map(|message| (message.id.clone(), message)).collect();
    let include = Some(msg::Include { text: true, viewers: all_viewers(4), ..Default::default() });
    let odd = [
        "call",
        "slap",
        "keep",
        "deal",
        "draw",
        "pass",
        "bid 9",
        "discard 4S 5S, take 9C",
        "throw 9C",
        "play 7C",
        "capture JS",
        "build 13 with 7C: 6D",
        "play JH naming S",
        "discard 2C 2D, take stock",
        "take",
        "break 9 with 2C",
    ];
    for game in GAMES {
        let begun = engine.new_game(&msg::NewGameRequest { include: include.clone(), ..new_game(game, 5) }, || [0; 32]);
        let begun = begun.unwrap();
        let mut events: Vec<msg::Event> = begun.views.into_iter().flat_map(|view| view.events).collect();
        let (mut state, mut met) = (begun.state, BTreeSet::new());
        for step in 0..2500 {
            let listed = engine.legal_moves(&msg::LegalMovesRequest { state: state.clone(), ..Default::default() });
            let legal = listed.unwrap().legal_moves.unwrap();
            let wrong = msg::ApplyRequest {
                state: state.clone(),
                moves: vec![text(odd[step % odd.len()])],
                seat: Some((step / 7 % 4).try_into().unwrap()),
                ..Default::default()
            };
            if let Err(refusal) = engine.apply(&wrong) {
                let refusal = refusal.message();
                check(&messages, MessageKind::Refusal, &refusal.message_id, &refusal.params, &refusal.message);
                for fault in &refusal.faults {
                    // A malformed text has the sentence of its refusal.
                    let same = fault.message_id == refusal.message_id;
                    let kind = if same { MessageKind::Refusal } else { MessageKind::Fault };
                    check(&messages, kind, &fault.message_id, &fault.params, &fault.description);
                }
                met.insert(refusal.message_id.clone());
            }
            for event in events.drain(..) {
                check(&messages, MessageKind::Event, &event.message_id, &event.params, &event.text);
                met.insert(event.message_id);
            }
            if legal.moves.is_empty() {
                break;
            }
            let mv = text(&legal.moves[choose(9, step, legal.moves.len())].text);
            let request = msg::ApplyRequest { state, moves: vec![mv], include: include.clone(), ..Default::default() };
            let applied = engine.apply(&request).unwrap();
            events.extend(applied.views.into_iter().flat_map(|view| view.events));
            state = applied.state;
        }
        let score = engine.score(&msg::ScoreRequest { state: state.clone(), text: true }).unwrap();
        assert!(!score.line_texts.is_empty(), "{game:?}: a deal was scored");
        for line in &score.line_texts {
            check(&messages, MessageKind::Score, &line.message_id, &line.params, &line.text);
        }
        assert!(engine.score(&msg::ScoreRequest { state, text: false }).unwrap().line_texts.is_empty());
        assert!(met.len() > 12, "{game:?}: {met:?}");
    }
}

#[test]
fn events_have_sentences_only_if_they_are_asked_for() {
    let engine = Engine::default();
    for game in GAMES {
        let include = Some(msg::Include { viewers: all_viewers(4), ..Default::default() });
        let begun = engine.new_game(&msg::NewGameRequest { include, ..new_game(game, 5) }, || [0; 32]).unwrap();
        let events = begun.events.iter().chain(begun.views.iter().flat_map(|view| &view.events));
        for event in events {
            assert!(event.text.is_empty() && event.message_id.is_empty() && event.params.is_empty());
        }
    }
}

#[tokio::test]
async fn rules_are_listed_by_id_and_refusals_name_them() {
    let server = Server::start().await;
    let mut client = server.client().await;
    let all = client.list_rules(msg::ListRulesRequest::default()).await.unwrap().into_inner();
    assert_eq!(all.games.iter().map(|game| game.game()).collect::<Vec<_>>(), GAMES);
    assert!((1..=10).all(|n| all.common_rules.iter().any(|rule| rule.id == format!("G{n}"))));
    for rules in &all.games {
        let words = rules.summary.split_whitespace().count();
        assert!((50..300).contains(&words), "{:?}: {words} words", rules.game());
        assert!(rules.rules.iter().all(|rule| !rule.section.is_empty() && !rule.text.contains('\n')));
        let one = msg::ListRulesRequest { game: rules.game, rules_version: Some(rules.rules_version) };
        let one = client.list_rules(one).await.unwrap().into_inner();
        assert_eq!((&one.games[..], &one.common_rules), (std::slice::from_ref(rules), &all.common_rules));
    }
    let status = client.list_rules(msg::ListRulesRequest { game: 99, ..Default::default() }).await.unwrap_err();
    assert_eq!(fields(&refused(&status)), ["game"]);
    let newer = msg::ListRulesRequest { rules_version: Some(99), ..Default::default() };
    let refusal = refused(&client.list_rules(newer).await.unwrap_err());
    assert_eq!((refusal.code, refusal.reason), (Code::FailedPrecondition, Reason::StateVersionUnsupported));
}

#[tokio::test]
async fn the_catalogue_states_the_constraints_between_options() {
    let server = Server::start().await;
    let mut client = server.client().await;
    let games = client.list_games(msg::ListGamesRequest {}).await.unwrap().into_inner().games;
    let templates: BTreeMap<_, _> =
        listed().messages.into_iter().map(|message| (message.id, message.template)).collect();
    let mut count = 0;
    for game in games {
        let known: BTreeSet<_> = game.options.iter().map(|option| option.name.as_str()).chain(["seats"]).collect();
        for constraint in &game.constraints {
            assert!(!constraint.options.is_empty());
            assert!(constraint.options.iter().all(|name| known.contains(name.as_str())), "{constraint:?}");
            assert_eq!(templates[&constraint.message_id], constraint.text);
            count += 1;
        }
    }
    assert!(count >= 3, "{count} constraints");

    // A fault names value, range and the other option, and its field is the first option of the constraint.
    let halving = pb::jhyap::Options { limit: Some(402), ..Default::default() };
    let options = Some(msg::new_game_request::Options::Jhyap(halving));
    let request = msg::NewGameRequest { options, ..new_game(Game::Jhyap, 1) };
    let refusal = refused(&client.new_game(request).await.unwrap_err());
    assert_eq!(fields(&refusal), ["jhyap.limit"]);
    let fault = &refusal.refusal.faults[0];
    assert!(fault.description.contains("402") && fault.description.contains("halving"), "{}", fault.description);
}

/// The descriptor of a message of the engine.
fn descriptor(name: &str) -> MessageDescriptor {
    let pool = DescriptorPool::decode(pb::FILE_DESCRIPTOR_SET).unwrap();
    pool.get_message_by_name(&format!("taash.engine.v1.{name}")).unwrap()
}

/// Compares a response with its proto3 JSON in `tests/data/contract`. `TAASH_BLESS=1` writes the file anew.
fn assert_golden(file: &str, name: &str, message: &impl Message) {
    let dynamic = DynamicMessage::decode(descriptor(name), message.encode_to_vec().as_slice()).unwrap();
    let json = serde_json::to_string_pretty(&dynamic).unwrap() + "\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/contract").join(file);
    if std::env::var_os("TAASH_BLESS").is_some_and(|value| value == "1") {
        std::fs::write(&path, &json).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = golden.lines().zip(json.lines()).position(|(old, new)| old != new);
    assert!(
        golden == json,
        "{file} differs from line {:?} on; TAASH_BLESS=1 writes it anew",
        differs.map(|line| line + 1)
    );
}

#[test]
fn the_lists_of_sentences_and_rules_are_as_they_were() {
    assert_golden("list_messages.json", "ListMessagesResponse", &listed());
    let rules = Engine::default().list_rules(&msg::ListRulesRequest::default()).unwrap();
    assert_golden("list_rules.json", "ListRulesResponse", &rules);
}

/// The record of a match, as `proto/README.md` shows it.
#[test]
fn a_record_in_json_is_a_replay() {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("proto/README.md")).unwrap();
    let record = page.split("```json").find(|block| block.contains("newGame")).expect("the page shows a record");
    let record = record.split("```").next().unwrap();
    let dynamic =
        DynamicMessage::deserialize(descriptor("ReplayRequest"), &mut serde_json::Deserializer::from_str(record));
    let request: msg::ReplayRequest = dynamic.unwrap().transcode_to().unwrap();
    let replayed = Engine::default().replay(&request, || panic!("the record has its seed")).unwrap();
    assert_eq!((replayed.refusal, replayed.steps.len()), (None, request.steps.len() + 1));
}
