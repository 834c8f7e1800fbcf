//! Matches played by an independent model of the rulebook (`tests/data/vectors/pis_yedili.jsonl`), step by step.

use serde_json::Value;
use std::ops::ControlFlow;
use taash::cards::{CardList, ClientSeed, Seed, parse_cards};
use taash::games::pis_yedili::{Move, Options, Position};
use taash::games::{OptionKind, OptionSpec, Options as _, PlayError, Position as _, Rule, Seat, Shuffles, TextError};

const VECTORS: &str = include_str!("../../data/vectors/pis_yedili.jsonl");

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn seat(value: &Value) -> Option<Seat> {
    value.as_u64().map(|n| Seat::new(n.try_into().unwrap()))
}

fn options(vector: &Value) -> Options {
    let preset = Options::PRESETS.iter().position(|name| vector["preset"] == *name).unwrap();
    let mut options = Options::preset(preset).unwrap();
    for (name, value) in vector["options"].as_object().unwrap() {
        let OptionSpec { kind, set, .. } = Options::SPECS.iter().find(|spec| spec.name == name).unwrap();
        let value = match (kind, value) {
            (_, Value::Bool(on)) => u16::from(*on),
            (OptionKind::Choice(names), value) => {
                names.iter().position(|name| value == name).unwrap().try_into().unwrap()
            }
            (_, value) => number(value).try_into().unwrap(),
        };
        set(&mut options, value);
    }
    options
}

fn legal(position: &Position) -> Vec<String> {
    let mut moves = Vec::new();
    position.legal_moves(None, &mut |mv| {
        moves.push(mv.to_string());
        ControlFlow::Continue(())
    });
    moves.sort();
    moves
}

/// The rule that refuses a text, as the contract names it.
fn refused_by(position: &Position, text: &str) -> Option<Rule> {
    match Position::parse_move(text) {
        Ok(parsed) => position.check_move(&parsed.literal).err().map(|PlayError { rule, .. }| rule),
        Err(TextError::Malformed(error)) => Some(error.rule),
        Err(TextError::Unparsable(_)) => Some(Rule::G(1)),
    }
}

fn check_results(id: &str, vector: &Value, step: usize, position: &Position) {
    let results = vector["results"].as_array().unwrap();
    let Some(result) = results.iter().find(|result| number(&result["after_step"]) == step as u64) else { return };
    let standing = position.standing();
    let scores: Vec<i32> = standing.seats.iter().map(|seat| seat.last_deal).collect();
    let totals: Vec<i32> = standing.seats.iter().map(|seat| seat.total).collect();
    let winners: Vec<u8> = standing.winners.iter().map(|seat| seat.number()).collect();
    assert_eq!(serde_json::json!(scores), result["scores"], "{id} after {step}");
    assert_eq!(serde_json::json!(totals), result["totals"], "{id} after {step}");
    assert_eq!(serde_json::json!(winners), result["winners"], "{id} after {step}");
    assert_eq!(position.turn(), seat(&result["next_dealer"]), "{id} after {step}");
    if !result["placing"].is_null() {
        let places: Vec<u8> = standing.seats.iter().map(|seat| seat.place).collect();
        assert_eq!(serde_json::json!(places), result["placing"], "{id} after {step}");
    }
}

fn replay(vector: &Value) {
    let id = vector["id"].as_str().unwrap();
    let seats = number(&vector["seats"]).try_into().unwrap();
    let mut position = Position::new_match(options(vector), seats, seat(&vector["dealer"]), None).unwrap();
    let orders: Vec<CardList> = vector["deck_orders"]
        .as_array()
        .unwrap()
        .iter()
        .map(|order| parse_cards(order.as_str().unwrap()).unwrap())
        .collect();
    let (seed, client_seed) = (Seed::new([0; 32]), ClientSeed::NONE);
    let steps = vector["steps"].as_array().unwrap();
    let refused = vector["refused"].as_array().unwrap();
    let mut used = 0;
    for (i, step) in steps.iter().enumerate() {
        if position.deal_number() == 0 {
            // The vectors leave out the first deal: it is part of a new match.
            let mut shuffles = Shuffles::new(&seed, &client_seed, &orders);
            position.play(None, &Move::Deal, &mut shuffles, &mut ()).unwrap();
            used = shuffles.orders_used();
        }
        assert_eq!(position.turn(), seat(&step["seat"]), "{id} step {i}");
        if let Some(expected) = step["legal"].as_array() {
            assert_eq!(serde_json::json!(legal(&position)), serde_json::json!(expected), "{id} step {i}");
        }
        for refusal in refused.iter().filter(|refusal| number(&refusal["step"]) == i as u64) {
            let text = refusal["move"].as_str().unwrap();
            let rule = refused_by(&position, text).unwrap_or_else(|| panic!("{id} step {i}: {text} is allowed"));
            let named = serde_json::json!(rule.to_string());
            let also = refusal["also"].as_array().unwrap();
            assert!(named == refusal["rule"] || also.contains(&named), "{id} step {i}: {text} by {rule}, {refusal}");
        }
        let parsed = Position::parse_move(step["move"].as_str().unwrap()).unwrap();
        let mut shuffles = Shuffles::new(&seed, &client_seed, &orders[used..]);
        position.play(seat(&step["seat"]), &parsed.literal, &mut shuffles, &mut ()).unwrap();
        used += shuffles.orders_used();
        check_results(id, vector, i + 1, &position);
    }
    assert_eq!(used, orders.len(), "{id}: every order is used");
    assert_eq!(position.turn().is_none(), vector["match_over"] == true, "{id}");
}

#[test]
fn vectors_are_replayed() {
    let vectors: Vec<Value> = VECTORS.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(vectors.len() >= 20);
    for vector in &vectors {
        replay(vector);
    }
}
