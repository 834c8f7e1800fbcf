//! Matches played by an independent model of the rules: every legal list, refusal and result must agree.

use serde_json::Value;
use std::ops::ControlFlow;
use taash::cards::{CardList, ClientSeed, Seed, parse_cards};
use taash::games::seep::{Options, Position};
use taash::games::{
    OptionKind, Options as _, Phase, PlayError, Position as _, Reading, Rule, Seat, Shuffles, TextError,
};

const FILE: &str = include_str!("../../data/vectors/seep.jsonl");

/// The options of a vector: a preset, and what differs from it.
fn options(preset: &str, differing: &Value) -> Options {
    let index = Options::PRESETS.iter().position(|name| *name == preset).unwrap();
    let mut options = Options::preset(index).unwrap();
    for (name, value) in differing.as_object().unwrap() {
        let spec = Options::SPECS.iter().find(|spec| spec.name == name).unwrap();
        let number = match (spec.kind, value) {
            (OptionKind::Choice(names), Value::String(text)) => {
                u16::try_from(names.iter().position(|name| name == text).unwrap()).unwrap()
            }
            (_, value) => u16::try_from(value.as_u64().unwrap()).unwrap(),
        };
        assert!(spec.kind.accepts(number), "{name}");
        (spec.set)(&mut options, number);
        assert_eq!((spec.get)(&options), number, "{name}");
    }
    options
}

fn seat(value: &Value) -> Option<Seat> {
    value.as_u64().map(|n| Seat::new(u8::try_from(n).unwrap()))
}

fn numbers(value: &Value) -> Vec<i64> {
    value.as_array().unwrap().iter().map(|n| n.as_i64().unwrap()).collect()
}

struct Replay {
    position: Position,
    orders: Vec<CardList>,
    used: usize,
}

impl Replay {
    fn new(vector: &Value) -> Self {
        let options = options(vector["preset"].as_str().unwrap(), &vector["options"]);
        let position = Position::new_match(options, 4, seat(&vector["dealer"]), None).unwrap();
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
        if parsed.reading != Reading::Exact {
            assert!(!text.contains(':'), "{text}");
        }
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
        let _ = self.position.legal_moves(None, &mut |mv| {
            texts.push(mv.to_string());
            ControlFlow::Continue(())
        });
        texts.sort();
        texts
    }

    fn assert_result(&self, result: &Value, id: &str) {
        let standing = self.position.standing();
        let score = self.position.score();
        let last = score.last_deal.unwrap();
        assert_eq!(last.totals.map(i64::from).to_vec(), numbers(&result["scores"]), "{id}: scores");
        assert_eq!(i64::from(score.teams[0].difference), result["difference"].as_i64().unwrap(), "{id}: difference");
        assert_eq!(score.teams.map(|team| i64::from(team.baazis)).to_vec(), numbers(&result["baazis"]), "{id}: baazis");
        let won = last.baazi.map(|won| i64::from(won.team.number()));
        assert_eq!(won, result["baazi"].as_i64(), "{id}: baazi");
        let rule = last.baazi.map(|won| won.rule.to_string());
        assert_eq!(rule.as_deref(), result["baazi_rule"].as_str(), "{id}: rule of the baazi");
        assert_eq!(self.position.turn(), seat(&result["next_dealer"]), "{id}: dealer");
        let winners: Vec<i64> = standing.winners.iter().map(|seat| seat.number().into()).collect();
        assert_eq!(winners, numbers(&result["winners"]), "{id}: winners");
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
    assert_eq!(replay.position.phase() == Phase::Over, vector["match_over"].as_bool().unwrap(), "{id}");
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
