//! Options as messages and in the state bytes, both written from [`Options::SPECS`] alone.
//!
//! All fields of an options message are numbers, flags or enums, which protobuf encodes as varints. So a message is read and
//! written through its encoding, field by field, with the number of the option as the number of the field. An enum value is
//! one more than the core's number, since 0 means the preset's value.

use super::messages;
use super::payload::{BadPayload, Reader, Writer};
use crate::games::{Fault, Message as Sentence, OptionKind, Options};
use prost::Message;
use prost::encoding::{WireType, decode_key, decode_varint, encode_key, encode_varint};

/// The number of the field that names a preset.
const PRESET: u32 = 1;
/// What ends the options in the state bytes, where the number of an option would stand.
const END: u8 = 0;

/// Reads an options message: the values of the preset it names, and those of the fields it sets.
///
/// # Errors
/// All values that their options do not take, and an unknown preset. Values that do not go together are not checked here.
pub(crate) fn read<O: Options>(message: &impl Message) -> Result<O, Vec<Fault>> {
    let bytes = message.encode_to_vec();
    let mut faults = Vec::new();
    let preset = fields(&bytes).find(|&(number, _)| number == PRESET).map_or(0, |(_, value)| value);
    // 0 is the first preset, as 1 is.
    let named = usize::try_from(preset.saturating_sub(1)).ok().and_then(O::preset);
    if named.is_none() {
        let last = u32::try_from(O::PRESETS.len()).unwrap_or(u32::MAX);
        let message = Sentence::new(&messages::PRESET_UNKNOWN).with("value", signed(preset)).with("max", last);
        faults.push(Fault::new("preset", message));
    }
    let mut options = named.unwrap_or_default();
    for (number, value) in fields(&bytes).filter(|&(number, _)| number != PRESET) {
        let spec = O::SPECS.iter().find(|spec| u32::from(spec.number) == number);
        let spec = spec.expect("every field of an options message is an option, which a test compares");
        let is_choice = matches!(spec.kind, OptionKind::Choice(_));
        if is_choice && value == 0 {
            continue;
        }
        match u16::try_from(value - u64::from(is_choice)) {
            Ok(value) if spec.kind.accepts(value) => (spec.set)(&mut options, value),
            Ok(_) | Err(_) => faults.push(spec.fault(signed(value))),
        }
    }
    if faults.is_empty() { Ok(options) } else { Err(faults) }
}

/// The numbers and values of the fields of an encoded options message.
fn fields(mut bytes: &[u8]) -> impl Iterator<Item = (u32, u64)> {
    std::iter::from_fn(move || {
        let (number, wire_type) = decode_key(&mut bytes).ok()?;
        debug_assert_eq!(wire_type, WireType::Varint, "field {number}");
        Some((number, decode_varint(&mut bytes).ok()?))
    })
}

/// The value of a varint as text: negative values of enums fill all 64 bits.
#[expect(clippy::cast_possible_wrap, reason = "protobuf writes negative numbers so")]
const fn signed(value: u64) -> i64 {
    value as i64
}

/// Writes an options message with every field but the preset, which the values make needless.
pub(crate) fn write<O: Options, M: Message + Default>(options: &O) -> M {
    let mut bytes = Vec::with_capacity(4 * O::SPECS.len());
    for spec in O::SPECS {
        let is_choice = matches!(spec.kind, OptionKind::Choice(_));
        encode_key(spec.number.into(), WireType::Varint, &mut bytes);
        encode_varint(u64::from((spec.get)(options)) + u64::from(is_choice), &mut bytes);
    }
    M::decode(&*bytes).expect("varints make a valid options message")
}

/// Writes options into the state bytes: the number and the value of each option that differs from its default, in order.
///
/// An option that is added later therefore has its default in older states, and leaves the bytes and digests of matches
/// that do not use it as they are. For the same reason a default never changes within a rules version.
pub(crate) fn encode<O: Options>(options: &O, to: &mut Writer) {
    let default = O::default();
    if *options != default {
        for spec in O::SPECS {
            let value = (spec.get)(options);
            if value != (spec.get)(&default) {
                to.byte(spec.number);
                to.number(value.into());
            }
        }
    }
    to.byte(END);
}

/// Reads what [`encode`] wrote, and nothing else: equal options have one encoding.
pub(crate) fn decode<O: Options>(from: &mut Reader<'_>) -> Result<O, BadPayload> {
    let mut options = O::default();
    let mut specs = O::SPECS.iter();
    loop {
        let number = from.byte()?;
        if number == END {
            return Ok(options);
        }
        // The search goes on behind the last option found, so the numbers have to ascend.
        let spec = specs.find(|spec| spec.number == number).ok_or(BadPayload)?;
        let value = from.number_u16()?;
        if value == (spec.get)(&options) || !spec.kind.accepts(value) {
            return Err(BadPayload);
        }
        (spec.set)(&mut options, value);
    }
}

#[cfg(test)]
mod tests;
