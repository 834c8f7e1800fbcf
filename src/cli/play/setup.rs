//! From the words of the command line to a NewGame, with the catalogue of ListGames as the only knowledge of games.

use crate::wire::pb::engine::{self as pb, new_game_request::Options, option_info::Values};
use crate::wire::pb::{FILE_DESCRIPTOR_SET, jhyap, pis_yedili, seep};
use prost::Message;
use prost::encoding::{WireType, encode_key, encode_varint};
use prost_types::{EnumDescriptorProto, FileDescriptorProto, FileDescriptorSet};

/// A match to be started.
#[derive(Debug)]
pub(super) struct Setup {
    /// The game as the catalogue has it.
    pub(super) game: pb::GameInfo,
    /// What starts it, but for its seed and what the answer should carry.
    pub(super) request: pb::NewGameRequest,
}

/// Reads the words.
///
/// # Errors
/// What is unknown, and what there is.
pub(super) fn read(
    catalogue: pb::ListGamesResponse,
    game: Option<&str>,
    seats: Option<u32>,
    preset: Option<&str>,
    options: &[String],
) -> Result<Setup, String> {
    let names: Vec<String> = catalogue.games.iter().map(describe_game).collect();
    let there_are = format!("there are: {}", names.join(", "));
    let Some(asked) = game else { return Err(format!("which game? {there_are}")) };
    let asked_name = asked.to_lowercase().replace('-', "_");
    let game = catalogue.games.into_iter().find(|game| game.name == asked_name);
    let Some(game) = game else { return Err(format!("no game {asked:?}; {there_are}")) };
    let seats = seats.unwrap_or_else(|| 4.clamp(game.min_seats, game.max_seats.max(game.min_seats)));
    if !(game.min_seats..=game.max_seats).contains(&seats) {
        return Err(format!("{} has {} seats, not {seats}", game.name, range(game.min_seats, game.max_seats)));
    }
    let mut fields = Fields::of(&game.name)?;
    if let Some(preset) = preset {
        let names: Vec<&str> = game.presets.iter().map(|preset| preset.name.as_str()).collect();
        let wanted = upper(preset);
        if !names.contains(&wanted.as_str()) {
            return Err(format!("no preset {preset:?} in {}; there are: {}", game.name, names.join(", ")));
        }
        fields.choose("preset", &wanted)?;
    }
    for option in options {
        let Some((name, value)) = option.split_once('=') else {
            return Err(format!("--option {option}: give it as name=value; {}", describe_options(&game)));
        };
        let (name, value) = (name.trim().to_lowercase().replace('-', "_"), value.trim());
        let Some(info) = game.options.iter().find(|info| info.name == name) else {
            return Err(format!("no option {name:?} in {}; {}", game.name, describe_options(&game)));
        };
        fields.set(info, value)?;
    }
    let options = Some(fields.finish(game.game())?);
    Ok(Setup { game, request: pb::NewGameRequest { seats, options, ..Default::default() } })
}

fn upper(name: &str) -> String {
    name.to_uppercase().replace('-', "_")
}

fn range(min: u32, max: u32) -> String {
    if min == max { min.to_string() } else { format!("{min} to {max}") }
}

fn describe_game(game: &pb::GameInfo) -> String {
    format!("{} ({} seats)", game.name, range(game.min_seats, game.max_seats))
}

fn describe_options(game: &pb::GameInfo) -> String {
    let options: Vec<String> =
        game.options.iter().map(|info| format!("\n  {} = {} ({})", info.name, describe(info), info.rule_id)).collect();
    format!("there are:{}", options.concat())
}

fn describe(info: &pb::OptionInfo) -> String {
    match &info.values {
        Some(Values::Flag(_)) => "on or off".to_owned(),
        Some(Values::Range(range)) => {
            format!("{}{} to {}", if range.or_zero && range.min > 0 { "0, or " } else { "" }, range.min, range.max)
        }
        Some(Values::Numbers(numbers)) => {
            let numbers: Vec<String> = numbers.values.iter().map(u32::to_string).collect();
            numbers.join(" or ")
        }
        Some(Values::Choice(choice)) => choice.values.join(" or "),
        None => "unknown to this taash".to_owned(),
    }
}

/// The options message of a game as it is written, field by field by name.
struct Fields {
    file: FileDescriptorProto,
    bytes: Vec<u8>,
}

impl Fields {
    fn of(game: &str) -> Result<Self, String> {
        let unknown = || format!("this taash does not know {game}");
        let files = FileDescriptorSet::decode(FILE_DESCRIPTOR_SET).map_err(|error| error.to_string())?.file;
        let package = format!("taash.{game}.v1");
        let file = files.into_iter().find(|file| file.package() == package).ok_or_else(unknown)?;
        Ok(Self { file, bytes: Vec::new() })
    }

    /// Sets an option to a value of the kind that the catalogue tells.
    fn set(&mut self, info: &pb::OptionInfo, value: &str) -> Result<(), String> {
        let number = value.parse::<u32>().ok();
        let wrong = || format!("{} is {}, not {value:?}", info.name, describe(info));
        let number = match &info.values {
            Some(Values::Flag(_)) => match value.to_lowercase().as_str() {
                "on" | "true" | "yes" | "1" => Some(1),
                "off" | "false" | "no" | "0" => Some(0),
                _ => None,
            },
            Some(Values::Range(range)) => {
                number.filter(|n| (range.min..=range.max).contains(n) || (range.or_zero && *n == 0))
            }
            Some(Values::Numbers(numbers)) => number.filter(|n| numbers.values.contains(n)),
            Some(Values::Choice(choice)) => {
                let wanted = upper(value);
                if !choice.values.contains(&wanted) {
                    return Err(wrong());
                }
                return self.choose(&info.name, &wanted);
            }
            None => None,
        };
        self.write(&info.name, number.ok_or_else(wrong)?.into())
    }

    /// Sets a field to a value of its enum.
    fn choose(&mut self, field: &str, value: &str) -> Result<(), String> {
        let number = self.enum_of(field).and_then(|of| {
            let prefix = of.value.first()?.name().strip_suffix("UNSPECIFIED")?;
            of.value.iter().find(|known| known.name().strip_prefix(prefix) == Some(value))
        });
        let number = number.and_then(|known| u64::try_from(known.number()).ok());
        self.write(field, number.ok_or_else(|| format!("this taash does not know {field} {value}"))?)
    }

    fn enum_of(&self, field: &str) -> Option<&EnumDescriptorProto> {
        let options = self.file.message_type.iter().find(|message| message.name() == "Options")?;
        let field = options.field.iter().find(|known| known.name() == field)?;
        let name = field.type_name().rsplit('.').next()?;
        self.file.enum_type.iter().find(|known| known.name() == name)
    }

    fn write(&mut self, field: &str, value: u64) -> Result<(), String> {
        let options = self.file.message_type.iter().find(|message| message.name() == "Options");
        let known = options.and_then(|options| options.field.iter().find(|known| known.name() == field));
        let number = known.and_then(|known| u32::try_from(known.number()).ok());
        encode_key(
            number.ok_or_else(|| format!("this taash does not know the option {field}"))?,
            WireType::Varint,
            &mut self.bytes,
        );
        encode_varint(value, &mut self.bytes);
        Ok(())
    }

    fn finish(&self, game: pb::Game) -> Result<Options, String> {
        let bytes = self.bytes.as_slice();
        match game {
            pb::Game::Jhyap => jhyap::Options::decode(bytes).map(Options::Jhyap),
            pb::Game::Seep => seep::Options::decode(bytes).map(Options::Seep),
            pb::Game::PisYedili => pis_yedili::Options::decode(bytes).map(Options::PisYedili),
            pb::Game::Unspecified => return Err("this taash does not know the game".to_owned()),
        }
        .map_err(|error| error.to_string())
    }
}
