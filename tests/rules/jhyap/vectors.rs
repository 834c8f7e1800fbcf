//! Matches played by an independent model of the rules: every legal list, refusal and result must agree.

use serde_json::Value;
use std::ops::ControlFlow;
use taash::cards::{CardList, ClientSeed, Seed, parse_cards};
use taash::games::jhyap::{Options, Position};
use taash::games::{
    OptionKind, Options as _, PlayError, Position as _, Reading, Rule, Seat, Shuffles, TextError, jhyap,
};

const FILE: &str = include_str!("../../data/vectors/jhyap.jsonl");

/// The options of a vector: a preset, and what differs from it.
pub(crate) fn options(preset: &str, differing: &Value) -> Options {
    let index = Options::PRESETS.iter().position(|name| *name == preset).unwrap();
    let mut options = Options::preset(index).unwrap();
    for (name, value) in differing.as_object().unwrap() {
        let spec = Options::SPECS.iter().find(|spec| spec.name == name).unwrap();
        let number = match (spec.kind, value) {
            (OptionKind::Flag, Value::Bool(on)) => u16::from(*on),
            (OptionKind::Choice(names), Value::String(text)) => {
                u16::try_from(names.iter().position(|name| name == text).unwrap()).unwrap()
            }
            (_, value) => u16::try_from(value.as_u64().unwrap()).unwrap(),
        };
        assert!(spec.kind.accepts(number), "{name}");
        (spec.set)(&mut options, number);
    }
    options
}

fn seat(value: &Value) -> Option<Seat> {
    value.as_u64().map(|n| Seat::new(u8::try_from(n).unwrap()))
}

fn numbers(value: &Value) -> Vec<i64> {
    value.as_array().unwrap().iter().map(|n| n.as_i64().unwrap_or(0)).collect()
}

struct Replay {
    position: Position,
    orders: Vec<CardList>,
    used: usize,
}

impl Replay {
    fn new(vector: &Value) -> Self {
        let seats = u8::try_from(vector["seats"].as_u64().unwrap()).unwrap();
        let options = options(vector["preset"].as_str().unwrap(), &vector["options"]);
        let position = Position::new_match(options, seats, seat(&vector["dealer"]), seat(&vector["starter"])).unwrap();
        let orders = vector["deck_orders"].as_array().unwrap();
        let orders = orders.iter().map(|order| parse_cards(order.as_str().unwrap()).unwrap()).collect();
        let mut replay = Self { position, orders, used: 0 };
        // The first deal is no step of the vector.
        replay.play(None, "deal").unwrap();
        replay
    }

    fn play(&mut self, seat: Option<Seat>, text: &str) -> Result<(), PlayError> {
        let parsed = match Position::parse_move(text) {
            Ok(parsed) => parsed,
            Err(TextError::Malformed(error)) => return Err(error),
            Err(error @ TextError::Unparsable(_)) => panic!("{text}: {error}"),
        };
        assert_eq!(parsed.reading, Reading::Exact, "{text}");
        let seed = Seed::new([7; 32]);
        let mut shuffles = Shuffles::new(&seed, &ClientSeed::NONE, &self.orders[self.used..]);
        let before = self.position.clone();
        let result = self.position.play(seat, &parsed.literal, &mut shuffles, &mut ());
        assert!(result.is_ok() || before == self.position, "a refused move changes nothing");
        self.used += shuffles.orders_used();
        Position::from_setup(self.position.to_setup()).unwrap();
        result.map(drop)
    }

    fn legal(&self) -> Vec<String> {
        let mut texts = Vec::new();
        let _ = self.position.legal_moves(None, &mut |mv: jhyap::Move| {
            texts.push(mv.to_string());
            ControlFlow::Continue(())
        });
        texts.sort();
        texts
    }

    fn assert_result(&self, result: &Value, id: &str) {
        let standing = self.position.standing();
        let scores: Vec<i64> = standing.seats.iter().map(|seat| seat.last_deal.into()).collect();
        assert_eq!(scores, numbers(&result["scores"]), "{id}: scores");
        let totals: Vec<i64> = standing.seats.iter().map(|seat| seat.total.into()).collect();
        assert_eq!(totals, numbers(&result["totals"]), "{id}: totals");
        assert_eq!(self.position.turn(), seat(&result["next_dealer"]), "{id}: dealer");
        let view = self.position.view(taash::games::Viewer::Spectator);
        assert_eq!(view.next_starter, seat(&result["next_starter"]), "{id}: starter");
        assert_eq!(self.position.score().caller, seat(&result["caller"]), "{id}: caller");
        let winners: Vec<i64> = standing.winners.iter().map(|seat| seat.number().into()).collect();
        assert_eq!(winners, numbers(&result["winners"]), "{id}: winners");
        let out = view.standing.iter().filter(|seat| seat.eliminated).map(|seat| seat.seat.number().into());
        assert_eq!(out.collect::<Vec<i64>>(), numbers(&result["eliminated"]), "{id}: eliminated");
        if !result["placing"].is_null() {
            let places: Vec<i64> = standing.seats.iter().map(|seat| seat.place.into()).collect();
            assert_eq!(places, numbers(&result["placing"]), "{id}: placing");
        }
    }
}

fn is_named(rule: Rule, refused: &Value) -> bool {
    let name = rule.to_string();
    refused["rule"] == name.as_str() || refused["also"].as_array().unwrap().iter().any(|also| *also == name.as_str())
}

fn replay(vector: &Value) {
    let id = vector["id"].as_str().unwrap();
    let mut replay = Replay::new(vector);
    let refused = vector["refused"].as_array().unwrap();
    let results = vector["results"].as_array().unwrap();
    for (i, step) in vector["steps"].as_array().unwrap().iter().enumerate() {
        let id = format!("{id} step {i}");
        assert_eq!(replay.position.turn(), seat(&step["seat"]), "{id}: turn");
        if let Some(legal) = step["legal"].as_array() {
            let legal: Vec<&str> = legal.iter().map(|text| text.as_str().unwrap()).collect();
            assert_eq!(replay.legal(), legal, "{id}");
        }
        for refused in refused.iter().filter(|refused| refused["step"] == i) {
            let error = replay.play(None, refused["move"].as_str().unwrap()).unwrap_err();
            assert!(is_named(error.rule, refused), "{id}: {refused} was refused by {error}");
        }
        let text = step["move"].as_str().unwrap();
        replay.play(seat(&step["seat"]), text).unwrap_or_else(|error| panic!("{id}: {text}: {error}"));
        for result in results.iter().filter(|result| result["after_step"] == i + 1) {
            replay.assert_result(result, &id);
        }
    }
    assert_eq!(replay.position.phase() == taash::games::Phase::Over, vector["match_over"].as_bool().unwrap(), "{id}");
}

#[test]
fn every_vector_agrees() {
    let mut count = 0;
    for line in FILE.lines() {
        replay(&serde_json::from_str(line).unwrap());
        count += 1;
    }
    assert_eq!(count, 24);
}
