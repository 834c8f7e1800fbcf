//! The layout of a Jhyap position in the state bytes.

use super::super::options;
use super::super::payload::{BadPayload, Reader, Writer};
use crate::games::jhyap::{Combination, LastDeal, MAX_SEATS, Setup, Stage};

pub(super) fn encode(setup: &Setup, to: &mut Writer) {
    options::encode(&setup.options, to);
    to.byte(setup.seats);
    to.number(setup.deal_number);
    to.optional_seat(setup.dealer);
    to.optional_seat(setup.starter);
    for i in 0..seats_of(setup.seats) {
        to.number(setup.totals[i].into());
        to.byte(setup.out[i]);
        to.cards(setup.hands[i]);
    }
    encode_last_deal(setup.last_deal.as_ref(), setup.seats, to);
    match setup.stage {
        Stage::DealDue => to.byte(0),
        Stage::Turn { seat } => {
            to.byte(1);
            to.seat(seat);
        }
        Stage::Slap { seat, card } => {
            to.byte(2);
            to.seat(seat);
            to.card(card);
        }
        Stage::Over => to.byte(3),
    }
    to.list(&setup.stock);
    let previous = setup.previous.as_ref().map_or(&[][..], Combination::cards);
    to.byte(u8::try_from(previous.len()).unwrap_or(0));
    previous.iter().for_each(|&card| to.card(card));
    to.cards(setup.buried);
    to.number(setup.turns.into());
    to.number(setup.shuffles);
}

pub(super) fn decode(from: &mut Reader<'_>) -> Result<Setup, BadPayload> {
    let options = options::decode(from)?;
    let seats = from.byte()?;
    if usize::from(seats) > MAX_SEATS {
        return Err(BadPayload);
    }
    let mut setup = Setup::new(options, seats, None, None);
    setup.deal_number = from.number()?;
    setup.dealer = from.optional_seat()?;
    setup.starter = from.optional_seat()?;
    for i in 0..seats_of(seats) {
        setup.totals[i] = from.number_u16()?;
        setup.out[i] = from.byte()?;
        setup.hands[i] = from.cards()?;
    }
    setup.last_deal = decode_last_deal(seats, from)?;
    setup.stage = match from.byte()? {
        0 => Stage::DealDue,
        1 => Stage::Turn { seat: from.seat()? },
        2 => Stage::Slap { seat: from.seat()?, card: from.card()? },
        3 => Stage::Over,
        _ => return Err(BadPayload),
    };
    setup.stock = from.list()?;
    let previous = from.list()?;
    if !previous.is_empty() {
        setup.previous = Some(Combination::new(previous.as_slice()).map_err(|_| BadPayload)?);
    }
    setup.buried = from.cards()?;
    setup.turns = from.number_u16()?;
    setup.shuffles = from.number()?;
    Ok(setup)
}

fn seats_of(seats: u8) -> usize {
    usize::from(seats).min(MAX_SEATS)
}

/// In the low seven bits of a seat's byte, where the hand value stands: the seat took no part in the deal. The high bit
/// says whether the total was halved.
const NO_VALUE: u8 = 0x7f;

fn encode_last_deal(last: Option<&LastDeal>, seats: u8, to: &mut Writer) {
    to.flag(last.is_some());
    let Some(last) = last else { return };
    to.optional_seat(last.caller);
    for i in 0..seats_of(seats) {
        to.byte(last.hands[i].unwrap_or(NO_VALUE) & NO_VALUE | u8::from(last.halved[i]) << 7);
    }
}

fn decode_last_deal(seats: u8, from: &mut Reader<'_>) -> Result<Option<LastDeal>, BadPayload> {
    if !from.flag()? {
        return Ok(None);
    }
    let mut last = LastDeal { caller: from.optional_seat()?, hands: [None; MAX_SEATS], halved: [false; MAX_SEATS] };
    for i in 0..seats_of(seats) {
        let byte = from.byte()?;
        last.hands[i] = Some(byte & NO_VALUE).filter(|&value| value != NO_VALUE);
        last.halved[i] = byte >> 7 == 1;
    }
    Ok(Some(last))
}
