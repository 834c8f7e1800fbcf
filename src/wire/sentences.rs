//! Sentences in English, made from the catalogue's Fluent templates.

use super::cards::{write_card, write_cards, write_suit};
use super::common::{write_seat, write_seats};
use super::messages;
use super::pb::common as msg;
use crate::for_game;
use crate::games::{self, Catalogue, GameId, Message, Param, Position};
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use fluent_syntax::ast::{Entry, Pattern};
use fluent_syntax::serializer;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Every catalogue: of the contract, of what all games share, and of each game.
#[must_use]
pub fn catalogues() -> Vec<Catalogue> {
    let games = GameId::ALL.map(|game| for_game!(game, P => <P as Position>::CATALOGUE));
    [messages::CATALOGUE, games::messages::CATALOGUE].into_iter().chain(games).collect()
}

/// The sentence in English.
#[must_use]
pub fn english(message: &Message) -> String {
    static SENTENCES: LazyLock<Sentences> = LazyLock::new(|| Sentences::new(&catalogues()));
    SENTENCES.english(message)
}

/// The parameters of a sentence, in the order in which its entry declares them.
pub(crate) fn write_params(message: &Message) -> Vec<msg::MessageParam> {
    let declared = message.spec().params.iter();
    declared.filter_map(|&(name, _)| message.param(name).map(|value| write_param(name, value))).collect()
}

fn write_param(name: &str, value: &Param) -> msg::MessageParam {
    use msg::message_param::Value;
    let value = match value {
        Param::Number(number) => {
            let fits = (*number).clamp(i32::MIN.into(), i32::MAX.into());
            Value::Number(i32::try_from(fits).expect("the number has been brought into range"))
        }
        Param::Card(card) => Value::Card(write_card(*card)),
        Param::Cards(cards) => Value::Cards(msg::CardList { cards: write_cards(cards.iter()) }),
        Param::Seat(seat) => Value::Seat(write_seat(*seat)),
        Param::Seats(seats) => Value::Seats(msg::SeatList { seats: write_seats(seats) }),
        Param::Suit(suit) => Value::Suit(write_suit(*suit)),
        Param::Word(word) => Value::Word(word.clone()),
    };
    msg::MessageParam { name: name.to_owned(), value: Some(value) }
}

/// The sentence with its id and its parameters.
pub(crate) fn write_sentence(message: &Message) -> msg::Sentence {
    msg::Sentence { text: english(message), message_id: message.id().into(), params: write_params(message) }
}

/// The templates of all catalogues that it was made from, ready to be filled in.
pub struct Sentences {
    bundle: FluentBundle<FluentResource>,
}

impl std::fmt::Debug for Sentences {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sentences").finish_non_exhaustive()
    }
}

impl Sentences {
    /// Reads the templates. They are compiled in, so a fault in one is a fault of this code; a test reads them all.
    ///
    /// # Panics
    /// If a template does not follow Fluent's syntax, or two catalogues have one id.
    #[must_use]
    pub fn new(catalogues: &[Catalogue]) -> Self {
        let english = "en".parse().expect("`en` is a language");
        let mut bundle = FluentBundle::new_concurrent(vec![english]);
        // Marks around parameters are for texts that mix directions of writing.
        bundle.set_use_isolating(false);
        for catalogue in catalogues {
            bundle.add_resource(resource(catalogue.english)).expect("an id stands in one catalogue, once");
        }
        Self { bundle }
    }

    /// The sentence in English. A message that no catalogue has gives its id.
    #[must_use]
    pub fn english(&self, message: &Message) -> String {
        let Some(pattern) = self.bundle.get_message(message.id()).and_then(|found| found.value()) else {
            debug_assert!(false, "{} has no template", message.id());
            return message.id().to_owned();
        };
        let mut args = FluentArgs::with_capacity(message.params().len());
        for (name, value) in message.params() {
            args.set(*name, written(value));
        }
        let mut errors = Vec::new();
        let text = self.bundle.format_pattern(pattern, Some(&args), &mut errors);
        debug_assert!(errors.is_empty(), "{}: {errors:?}", message.id());
        text.into_owned()
    }
}

/// The template of each id of a catalogue, in Fluent syntax.
///
/// # Panics
/// If a template does not follow Fluent's syntax.
#[must_use]
pub fn templates(catalogue: &Catalogue) -> BTreeMap<String, String> {
    let resource = resource(catalogue.english);
    let messages = resource.entries().filter_map(|entry| match entry {
        Entry::Message(message) => message.value.as_ref().map(|pattern| (message.id.name.to_owned(), source(pattern))),
        Entry::Term(_)
        | Entry::Comment(_)
        | Entry::GroupComment(_)
        | Entry::ResourceComment(_)
        | Entry::Junk { .. } => None,
    });
    messages.collect()
}

fn resource(source: &str) -> FluentResource {
    FluentResource::try_new(source.to_owned()).expect("compiled-in templates follow Fluent's syntax")
}

fn source(pattern: &Pattern<&str>) -> String {
    let message = fluent_syntax::ast::Message {
        id: fluent_syntax::ast::Identifier { name: "x" },
        value: Some(pattern.clone()),
        attributes: Vec::new(),
        comment: None,
    };
    let resource = fluent_syntax::ast::Resource { body: vec![Entry::Message(message)] };
    serializer::serialize(&resource).trim_start_matches("x =").trim().to_owned()
}

/// A parameter as a template gets it: cards and suits as canonical text, seats and numbers as numbers.
fn written(value: &Param) -> FluentValue<'static> {
    match value {
        Param::Number(number) => FluentValue::from(*number),
        Param::Seat(seat) => FluentValue::from(seat.number()),
        Param::Card(_) | Param::Cards(_) | Param::Seats(_) | Param::Suit(_) | Param::Word(_) => {
            FluentValue::from(value.to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::parse_cards;
    use std::collections::BTreeSet;

    crate::messages! {
        /// Messages of this test.
        const ALL;
        /// Counts.
        COUNTED = "test-counted" { count: Number };
        /// Cards.
        SHOWN = "test-shown" { cards: Cards, seat: Seat };
    }

    const CATALOGUE: Catalogue = Catalogue {
        entries: ALL,
        english: "test-counted = { $count ->\n    [one] one card\n   *[other] { $count } cards\n}\ntest-shown = seat { $seat } shows { $cards }\n",
    };

    #[test]
    fn sentences_are_filled_in_and_numbers_agree() {
        let sentences = Sentences::new(&[CATALOGUE]);
        let counted = |count: u8| sentences.english(&Message::new(&COUNTED).with("count", count));
        assert_eq!([counted(1), counted(20)], ["one card", "20 cards"]);
        let cards = parse_cards("9C TD").unwrap().to_cards().unwrap();
        let shown = Message::new(&SHOWN).with("cards", cards).with("seat", crate::games::Seat::new(3));
        assert_eq!(sentences.english(&shown), "seat 3 shows 9C TD");
    }

    #[test]
    fn templates_are_given_as_they_are_written() {
        let templates = templates(&CATALOGUE);
        assert_eq!(templates["test-shown"], "seat { $seat } shows { $cards }");
        assert!(templates["test-counted"].contains("[one] one card"));
    }

    /// The parameters that a template uses, in order of their names.
    fn used(template: &str) -> BTreeSet<&str> {
        let rest = template.split('$').skip(1);
        rest.map(|rest| rest.split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap()).collect()
    }

    #[test]
    fn every_entry_has_a_template_that_uses_its_parameters_and_there_are_no_others() {
        for catalogue in catalogues() {
            let templates = templates(&catalogue);
            let ids: BTreeSet<&str> = catalogue.entries.iter().map(|entry| entry.id).collect();
            assert_eq!(ids, templates.keys().map(String::as_str).collect(), "entries, and templates of their ids");
            for entry in catalogue.entries {
                let declared: BTreeSet<&str> = entry.params.iter().map(|(name, _)| *name).collect();
                let template = &templates[entry.id];
                assert_eq!(used(template), declared, "{}: {template}", entry.id);
                assert!(template.contains("->") || !template.contains('\n'), "{} is not one line", entry.id);
            }
        }
    }

    #[test]
    fn no_two_entries_of_a_catalogue_say_the_same() {
        for catalogue in catalogues() {
            let mut said = BTreeMap::new();
            for (id, template) in templates(&catalogue) {
                if let Some(other) = said.insert(template, id.clone()) {
                    panic!("{other} and {id} have one template");
                }
            }
        }
    }

    #[test]
    fn ids_of_the_contract_begin_with_call() {
        assert!(messages::CATALOGUE.entries.iter().all(|entry| entry.id.starts_with("call-")));
        let mut ids = BTreeSet::new();
        assert!(catalogues().iter().flat_map(|catalogue| catalogue.entries).all(|entry| ids.insert(entry.id)));
    }
}
