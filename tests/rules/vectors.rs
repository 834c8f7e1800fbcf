//! Matches that an independent model of the rulebooks has played: turns, legal moves, refusals and results must agree.
//!
//! The files are `tests/data/vectors/<game>.jsonl`, one match per line: how it begins, the order of the cards for each
//! shuffle, the steps (the first deal is part of the beginning), moves that are refused before a step with the rules that
//! may refuse them, and the result after each deal. Moves are canonical texts, so that nothing but the rules is needed to
//! replay a match.

use crate::support::{data_path, legal, options};
use serde_json::Value;
use taash::cards::{CardList, ClientSeed, Seed, parse_cards};
use taash::games::{
    GameId, Listing, Phase, PlayError, Position, Reading, Rule, Seat, Shuffles, TextError, Viewer, jhyap, pis_yedili,
    seep,
};

/// What a result says in the terms of one game.
trait Model: Position {
    /// Asserts the parts of a result that other games do not have.
    fn assert_own_result(&self, result: &Value, at: &str);
}

impl Model for jhyap::Position {
    fn assert_own_result(&self, result: &Value, at: &str) {
        let view = self.view(Viewer::Spectator);
        assert_eq!(view.next_starter, seat(&result["next_starter"]), "{at}: starter");
        assert_eq!(self.score().caller, seat(&result["caller"]), "{at}: caller");
        let out = view.standing.iter().filter(|seat| seat.eliminated).map(|seat| seat.seat.number().into());
        assert_eq!(out.collect::<Vec<i64>>(), numbers(&result["eliminated"]), "{at}: eliminated");
    }
}

impl Model for pis_yedili::Position {
    fn assert_own_result(&self, _: &Value, _: &str) {}
}

impl Model for seep::Position {
    fn assert_own_result(&self, result: &Value, at: &str) {
        let score = self.score();
        assert_eq!(i64::from(score.teams[0].difference), result["difference"].as_i64().unwrap(), "{at}: difference");
        assert_eq!(score.teams.map(|team| i64::from(team.baazis)).to_vec(), numbers(&result["baazis"]), "{at}: baazis");
        let baazi = score.last_deal.unwrap().baazi;
        assert_eq!(baazi.map(|won| i64::from(won.team.number())), result["baazi"].as_i64(), "{at}: baazi");
        let rule = baazi.map(|won| won.rule.to_string());
        assert_eq!(rule.as_deref(), result["baazi_rule"].as_str(), "{at}: rule of the baazi");
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("{value} is not a list"))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is not a text"))
}

fn seat(value: &Value) -> Option<Seat> {
    value.as_u64().map(|number| Seat::new(u8::try_from(number).unwrap()))
}

/// Numbers; a seat that did not take part in the deal has `null` instead of 0.
fn numbers(value: &Value) -> Vec<i64> {
    list(value).iter().map(|number| if number.is_null() { 0 } else { number.as_i64().unwrap() }).collect()
}

/// The preset and the options that differ from it, in words that [`options`] reads.
fn option_words(vector: &Value) -> String {
    let differing = vector["options"].as_object().unwrap().iter().map(|(name, value)| {
        let number = value.as_bool().map(|on| u8::from(on).to_string());
        let value = number.or_else(|| value.as_str().map(str::to_owned)).unwrap_or_else(|| value.to_string());
        format!(" {name}={value}")
    });
    format!("preset={}{}", text(&vector["preset"]), differing.collect::<String>())
}

struct Replay<P> {
    position: P,
    orders: Vec<CardList>,
    used: usize,
}

impl<P: Model> Replay<P> {
    fn new(vector: &Value) -> Self {
        let options = options(&option_words(vector));
        let seats = u8::try_from(vector["seats"].as_u64().unwrap()).unwrap();
        let position = P::new_match(options, seats, seat(&vector["dealer"]), seat(&vector["starter"])).unwrap();
        let orders = list(&vector["deck_orders"]).iter().map(|order| parse_cards(text(order)).unwrap()).collect();
        let mut replay = Self { position, orders, used: 0 };
        replay.play(None, "deal").unwrap();
        replay
    }

    /// Makes the move of a text, or leaves everything as it was.
    fn play(&mut self, seat: Option<Seat>, text: &str) -> Result<(), PlayError> {
        let parsed = match P::parse_move(text) {
            Ok(parsed) => parsed,
            Err(TextError::Malformed(error)) => return Err(error),
            Err(error @ TextError::Unparsable(_)) => panic!("{text}: {error}"),
        };
        assert_ne!(parsed.reading, Reading::Incomplete, "{text}");
        let seed = Seed::new([7; 32]);
        let mut shuffles = Shuffles::new(&seed, &ClientSeed::NONE, &self.orders[self.used..]);
        let before = self.position.clone();
        let result = self.position.play(seat, &parsed.literal, &mut shuffles, &mut ());
        assert!(result.is_ok() || before == self.position, "a refused move changes nothing");
        self.used += shuffles.orders_used();
        P::from_setup(self.position.to_setup()).unwrap();
        result.map(drop)
    }

    fn assert_refused(&mut self, refusal: &Value, at: &str) {
        let Err(error) = self.play(None, text(&refusal["move"])) else { panic!("{at}: {refusal} is legal") };
        assert!(allows(refusal, error.rule), "{at}: {refusal} was refused by {error}");
    }

    fn assert_legal(&self, expected: &[Value], at: &str) {
        let (moves, listing) = legal(&self.position, None);
        assert_eq!(listing, Listing::Complete, "{at}");
        let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
        texts.sort();
        assert_eq!(texts, expected, "{at}");
    }

    fn assert_result(&self, result: &Value, at: &str) {
        let standing = self.position.standing();
        let by_seat: Vec<i64> = standing.seats.iter().map(|seat| seat.last_deal.into()).collect();
        // One score per seat, or per team: the teams' first seats come first.
        let scores = numbers(&result["scores"]);
        assert_eq!(by_seat[..scores.len()], scores, "{at}: scores");
        if let Some(totals) = result.get("totals") {
            let by_seat: Vec<i64> = standing.seats.iter().map(|seat| seat.total.into()).collect();
            assert_eq!(by_seat, numbers(totals), "{at}: totals");
        }
        if !result["placing"].is_null() {
            let places: Vec<i64> = standing.seats.iter().map(|seat| seat.place.into()).collect();
            assert_eq!(places, numbers(&result["placing"]), "{at}: placing");
        }
        assert_eq!(self.position.turn(), seat(&result["next_dealer"]), "{at}: dealer");
        let winners: Vec<i64> = standing.winners.iter().map(|seat| seat.number().into()).collect();
        assert_eq!(winners, numbers(&result["winners"]), "{at}: winners");
        self.position.assert_own_result(result, at);
    }
}

/// Whether the model gives this rule as a reason: several may be broken at once.
fn allows(refusal: &Value, rule: Rule) -> bool {
    let name = rule.to_string();
    refusal["rule"] == name.as_str() || list(&refusal["also"]).iter().any(|also| *also == name.as_str())
}

fn replay<P: Model>(vector: &Value) {
    let id = text(&vector["id"]);
    let mut replay = Replay::<P>::new(vector);
    let steps = list(&vector["steps"]);
    for number in 0..=steps.len() {
        let at = format!("{id} step {number}");
        for refusal in list(&vector["refused"]).iter().filter(|refusal| refusal["step"] == number) {
            replay.assert_refused(refusal, &at);
        }
        let Some(step) = steps.get(number) else { continue };
        assert_eq!(replay.position.turn(), seat(&step["seat"]), "{at}: turn");
        if let Some(expected) = step["legal"].as_array() {
            replay.assert_legal(expected, &at);
        }
        let mv = text(&step["move"]);
        replay.play(seat(&step["seat"]), mv).unwrap_or_else(|error| panic!("{at}: {mv}: {error}"));
        for result in list(&vector["results"]).iter().filter(|result| result["after_step"] == number + 1) {
            replay.assert_result(result, &at);
        }
    }
    assert_eq!(replay.used, replay.orders.len(), "{id}: every order is used");
    assert_eq!(replay.position.phase() == Phase::Over, vector["match_over"] == true, "{id}");
}

fn replay_all<P: Model>() {
    let text = std::fs::read_to_string(data_path(&format!("vectors/{}.jsonl", P::NAME))).unwrap();
    let vectors: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(vectors.len(), 24, "{}", P::NAME);
    vectors.iter().for_each(replay::<P>);
}

#[test]
fn every_match_of_the_model_is_replayed() {
    for game in GameId::ALL {
        match game {
            GameId::Jhyap => replay_all::<jhyap::Position>(),
            GameId::Seep => replay_all::<seep::Position>(),
            GameId::PisYedili => replay_all::<pis_yedili::Position>(),
        }
    }
}
