#![expect(unreachable_pub, reason = "the macros declare public items")]

use super::super::payload::{BadPayload, Reader, Writer};
use super::super::pb;
use super::{decode, encode, read, write};
use crate::for_game;
use crate::games::options::{choice, options};
use crate::games::{GameId, OptionKind, Options, Position};
use crate::wire::english;
use crate::wire::game::WireGame;
use prost::Message;
use prost_types::FileDescriptorSet;
use prost_types::field_descriptor_proto::Type;

choice! {
    /// Three ways.
    pub enum Way {
        /// The default.
        Left = "LEFT",
        /// Another.
        Right = "RIGHT",
        /// Yet another.
        Straight = "STRAIGHT",
    }
}

/// The options of a game in its first version, and in a later one that has two more.
mod first {
    use crate::games::options::options;

    options! {
        /// The options.
        pub struct Options;
        presets CLASSIC;
        seats 2..=4, rule J(1);
        constraints &[];

        /// A number.
        limit: u16 = 200, values [52..=1000], rule J(45), number 3;
        /// A flag.
        open: bool = true, values [on or off], rule J(1), number 5;
    }
}

options! {
    /// The options.
    pub struct Later;
    presets CLASSIC;
    seats 2..=4, rule J(1);
    constraints &[];

    /// An option whose number a first version left free.
    way: Way = Way::Right, values [choice], rule J(2), number 2;
    /// A number.
    limit: u16 = 200, values [52..=1000], rule J(45), number 3;
    /// A flag.
    open: bool = true, values [on or off], rule J(1), number 5;
    /// A later option.
    rounds: u8 = 9, values [0 or 4..=9], rule J(3), number 6;
}

fn encoded<O: Options>(options: &O) -> Vec<u8> {
    let mut to = Writer::default();
    encode(options, &mut to);
    to.into_bytes()
}

fn decoded<O: Options>(bytes: &[u8]) -> Result<O, BadPayload> {
    let mut from = Reader::new(bytes);
    let options = decode(&mut from)?;
    assert!(from.is_at_end(), "{bytes:?}");
    Ok(options)
}

#[test]
fn an_option_added_later_leaves_the_bytes_of_older_states_and_reads_as_its_default() {
    for limit in [52, 200, 1000] {
        for open in [false, true] {
            let old = encoded(&first::Options { limit, open });
            let later = Later { limit, open, ..Later::CLASSIC };
            assert_eq!(decoded(&old), Ok(later));
            assert_eq!(encoded(&later), old, "the digest is that of the same bytes");
        }
    }
    assert_eq!(encoded(&Later::CLASSIC), [0]);
    let changed = Later { way: Way::Straight, limit: 300, open: false, rounds: 0 };
    assert_eq!(encoded(&changed), [2, 2, 3, 0xac, 2, 5, 0, 6, 0, 0]);
    assert_eq!(decoded::<Later>(&encoded(&changed)), Ok(changed));
}

#[test]
fn options_have_one_encoding() {
    let wrong: [(&str, &[u8]); 9] = [
        ("nothing", &[]),
        ("no end", &[5, 0]),
        ("a default written out", &[5, 1, 0]),
        ("the default of a choice", &[2, 1, 0]),
        ("a wrong order", &[5, 0, 2, 2, 0]),
        ("an option twice", &[5, 0, 5, 0, 0]),
        ("an unknown number", &[4, 1, 0]),
        ("a value out of range", &[6, 3, 0]),
        ("a value out of range of its type", &[6, 0x84, 2, 0]),
    ];
    for (what, bytes) in wrong {
        assert_eq!(Reader::new(bytes).is_at_end(), bytes.is_empty());
        assert_eq!(decode::<Later>(&mut Reader::new(bytes)), Err(BadPayload), "{what}");
    }
}

/// Every option of every game on its own at every end of its range, and a preset of each game.
#[test]
fn options_of_games_read_back_from_messages_and_bytes() {
    fn check<P: WireGame>() {
        for index in 0..P::Options::PRESETS.len() {
            for spec in P::Options::SPECS {
                for value in 0..=1001 {
                    let mut options = P::Options::preset(index).unwrap();
                    (spec.set)(&mut options, value);
                    assert_eq!(decoded(&encoded(&options)), Ok(options), "{} {} {value}", P::NAME, spec.name);
                    let message: P::PbOptions = write(&options);
                    assert_eq!(read(&message), Ok(options), "{} {} {value}", P::NAME, spec.name);
                }
            }
        }
    }
    for game in GameId::ALL {
        for_game!(game, P => check::<P>());
    }
}

#[test]
fn faults_name_the_value_and_the_range() {
    let message = pb::jhyap::Options {
        preset: Some(-1),
        decks: Some(3),
        tie: Some(-7),
        halving: Some(4),
        limit: Some(70_000),
        ..Default::default()
    };
    let faults = read::<crate::games::jhyap::Options>(&message).unwrap_err();
    let faults: Vec<String> =
        faults.iter().map(|fault| format!("{}: {}", fault.field, english(&fault.message))).collect();
    let expected = [
        "preset: is -1, not 0..=3",
        "decks: is 3, not 0 or 1..=2 (J3)",
        "tie: is -7, not one of CALLER_SAFE, CALLER_BEATEN (J39)",
        "halving: is 4, not one of AT_LIMIT_AND_HALF, EVERY_FIFTY, NONE (J43)",
        "limit: is 70000, not 52..=1000 (J45)",
    ];
    assert_eq!(faults, expected);
}

/// The options message of each game has a field for each option and no others, with the same number, name and values.
#[test]
fn the_proto_and_the_options_are_the_same() {
    fn check<P: Position>(files: &FileDescriptorSet) {
        let package = format!("taash.{}.v1", P::NAME);
        let file = files.file.iter().find(|file| file.package() == package).unwrap();
        let message = file.message_type.iter().find(|message| message.name() == "Options").unwrap();
        let names = |of: &str| {
            let of = of.rsplit('.').next().unwrap();
            let values = &file.enum_type.iter().find(|known| known.name() == of).unwrap().value;
            let prefix = values[0].name().strip_suffix("UNSPECIFIED").unwrap();
            assert!(values.iter().zip(0..).all(|(value, number)| value.number() == number), "{of} has gaps");
            values[1..].iter().map(|value| value.name().strip_prefix(prefix).unwrap().to_owned()).collect::<Vec<_>>()
        };
        let (preset, fields) = message.field.split_first().unwrap();
        assert_eq!((preset.name(), preset.number(), preset.r#type()), ("preset", 1, Type::Enum));
        assert_eq!(names(preset.type_name()), P::Options::PRESETS);
        assert_eq!(fields.len(), P::Options::SPECS.len(), "{package}");
        for (field, spec) in fields.iter().zip(P::Options::SPECS) {
            assert_eq!((field.name(), field.number()), (spec.name, spec.number.into()), "{package}");
            assert!(field.proto3_optional(), "{package}.{}", spec.name);
            match spec.kind {
                OptionKind::Flag => assert_eq!(field.r#type(), Type::Bool, "{package}.{}", spec.name),
                OptionKind::Choice(expected) => assert_eq!(names(field.type_name()), expected),
                OptionKind::Number { .. } | OptionKind::OneOf(_) => {
                    assert_eq!(field.r#type(), Type::Uint32, "{package}.{}", spec.name);
                }
            }
        }
    }
    let files = FileDescriptorSet::decode(pb::FILE_DESCRIPTOR_SET).unwrap();
    for game in GameId::ALL {
        for_game!(game, P => check::<P>(&files));
    }
}
