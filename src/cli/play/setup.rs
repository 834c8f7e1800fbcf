//! Makes a NewGame request from the arguments of the command line. All it knows of the games comes from ListGames and the
//! message descriptors.

use crate::wire::pb::FILE_DESCRIPTOR_SET;
use crate::wire::pb::engine::{self as pb, option_info::Values};
use prost_reflect::{DescriptorPool, DynamicMessage, Kind, ReflectMessage, Value};

/// A match to start.
#[derive(Debug)]
pub(super) struct Setup {
    /// The catalogue entry of the game.
    pub(super) game: pb::GameInfo,
    /// The request that starts the match, without its seed and `include`.
    pub(super) request: pb::NewGameRequest,
}

/// Reads the arguments.
///
/// # Errors
/// Names what is unknown or out of range, and lists what is available.
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
        fields.set_enum("preset", &wanted)?;
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
    let request = pb::NewGameRequest { seats, ..fields.into_request(&game.name)? };
    Ok(Setup { game, request })
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

/// The options message of a game, set field by field by name.
struct Fields {
    message: DynamicMessage,
}

impl Fields {
    /// The options message of a game that has no option set.
    fn of(game: &str) -> Result<Self, String> {
        let pool = DescriptorPool::decode(FILE_DESCRIPTOR_SET).map_err(|error| error.to_string())?;
        let descriptor = pool.get_message_by_name(&format!("taash.{game}.v1.Options"));
        let descriptor = descriptor.ok_or_else(|| format!("this taash does not know {game}"))?;
        Ok(Self { message: DynamicMessage::new(descriptor) })
    }

    /// Sets an option to a value that the catalogue allows.
    fn set(&mut self, info: &pb::OptionInfo, value: &str) -> Result<(), String> {
        let number = value.parse::<u32>().ok();
        let wrong = || format!("{} is {}, not {value:?}", info.name, describe(info));
        let value = match &info.values {
            Some(Values::Flag(_)) => match value.to_lowercase().as_str() {
                "on" | "true" | "yes" | "1" => Some(Value::Bool(true)),
                "off" | "false" | "no" | "0" => Some(Value::Bool(false)),
                _ => None,
            },
            Some(Values::Range(range)) => {
                number.filter(|n| (range.min..=range.max).contains(n) || (range.or_zero && *n == 0)).map(Value::U32)
            }
            Some(Values::Numbers(numbers)) => number.filter(|n| numbers.values.contains(n)).map(Value::U32),
            Some(Values::Choice(choice)) => {
                let wanted = upper(value);
                if !choice.values.contains(&wanted) {
                    return Err(wrong());
                }
                return self.set_enum(&info.name, &wanted);
            }
            None => None,
        };
        self.set_field(&info.name, value.ok_or_else(wrong)?)
    }

    /// Sets a field to a value of its enum, named without the prefix that all values of the enum share.
    fn set_enum(&mut self, field: &str, value: &str) -> Result<(), String> {
        let unknown = || format!("this taash does not know {field} {value}");
        let kind = self.message.descriptor().get_field_by_name(field).map(|field| field.kind());
        let number = kind.as_ref().and_then(Kind::as_enum).and_then(|values| {
            let zero = values.get_value(0)?;
            let prefix = zero.name().strip_suffix("UNSPECIFIED")?;
            values.get_value_by_name(&format!("{prefix}{value}")).map(|value| value.number())
        });
        self.set_field(field, Value::EnumNumber(number.ok_or_else(unknown)?))
    }

    fn set_field(&mut self, field: &str, value: Value) -> Result<(), String> {
        let set = self.message.try_set_field_by_name(field, value);
        set.map_err(|error| format!("this taash does not know the option {field}: {error}"))
    }

    /// The request that starts a match of the game with these options.
    fn into_request(self, game: &str) -> Result<pb::NewGameRequest, String> {
        let pool = self.message.descriptor().parent_pool().clone();
        let request = pool.get_message_by_name("taash.engine.v1.NewGameRequest");
        let mut request = DynamicMessage::new(request.ok_or("this taash has no NewGame")?);
        let set = request.try_set_field_by_name(game, Value::Message(self.message));
        set.map_err(|error| format!("this taash does not know {game}: {error}"))?;
        request.transcode_to().map_err(|error| error.to_string())
    }
}
