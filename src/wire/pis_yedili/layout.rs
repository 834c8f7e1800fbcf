//! The layout of a Pis Yedili position in the state bytes.

use super::super::options;
use super::super::payload::{BadPayload, Reader, Writer};
use crate::cards::Suit;
use crate::games::Seat;
use crate::games::pis_yedili::{DealResult, Ending, Setup, Stage};

pub(super) fn encode(setup: &Setup, to: &mut Writer) {
    options::encode(&setup.options, to);
    to.byte(setup.seats);
    to.number(setup.deal_number);
    to.number(setup.shuffles);
    to.optional_seat(setup.dealer);
    encode_stage(setup.stage, to);
    // Bits 0 to 2: the named suit, 1 to 4, or 0 for none. Bit 3: whether the direction is reversed. Bit 4: whether the byte
    // of the barred seats follows, which is then not 0.
    let named = setup.named.map_or(0, |suit| suit as u8 + 1);
    to.byte(named | u8::from(setup.reversed) << 3 | u8::from(setup.barred != 0) << 4);
    if setup.barred != 0 {
        to.byte(setup.barred);
    }
    for i in 0..usize::from(setup.seats.min(Seat::MAX)) {
        to.cards(setup.hands[i]);
        to.number(setup.totals[i]);
    }
    to.list(&setup.stock);
    to.optional_card(setup.top);
    to.cards(setup.under);
    encode_last_deal(setup.last_deal.as_ref(), setup.seats, to);
}

pub(super) fn decode(from: &mut Reader<'_>) -> Result<Setup, BadPayload> {
    let options = options::decode(from)?;
    let seats = from.byte()?;
    if seats > Seat::MAX {
        return Err(BadPayload);
    }
    let mut setup = Setup::new(options, seats, None);
    setup.deal_number = from.number()?;
    setup.shuffles = from.number()?;
    setup.dealer = from.optional_seat()?;
    setup.stage = decode_stage(from)?;
    let named = from.byte()?;
    setup.named = match named & 7 {
        0 => None,
        suit @ 1..=4 => Some(Suit::ALL[usize::from(suit - 1)]),
        _ => return Err(BadPayload),
    };
    setup.reversed = named >> 3 & 1 == 1;
    match named >> 4 {
        0 => {}
        1 => setup.barred = Some(from.byte()?).filter(|&barred| barred != 0).ok_or(BadPayload)?,
        _ => return Err(BadPayload),
    }
    for i in 0..usize::from(seats) {
        setup.hands[i] = from.cards()?;
        setup.totals[i] = from.number()?;
    }
    setup.stock = from.list()?;
    setup.top = from.optional_card()?;
    setup.under = from.cards()?;
    setup.last_deal = decode_last_deal(seats, from)?;
    Ok(setup)
}

fn encode_stage(stage: Stage, to: &mut Writer) {
    match stage {
        Stage::DealDue => to.byte(0),
        Stage::Opening { seat, opened, drawn } => to.raw(&[1, seat.number(), opened, drawn]),
        Stage::Turn { seat, drawn } => to.raw(&[2, seat.number(), drawn]),
        Stage::Penalty { seat, sevens } => to.raw(&[3, seat.number(), sevens]),
        Stage::Extra { seat, drawn, undeclared } => to.raw(&[4, seat.number(), drawn, u8::from(undeclared)]),
        Stage::Over => to.byte(5),
    }
}

fn decode_stage(from: &mut Reader<'_>) -> Result<Stage, BadPayload> {
    Ok(match from.byte()? {
        0 => Stage::DealDue,
        1 => Stage::Opening { seat: from.seat()?, opened: from.byte()?, drawn: from.byte()? },
        2 => Stage::Turn { seat: from.seat()?, drawn: from.byte()? },
        3 => Stage::Penalty { seat: from.seat()?, sevens: from.byte()? },
        4 => Stage::Extra { seat: from.seat()?, drawn: from.byte()?, undeclared: from.flag()? },
        5 => Stage::Over,
        _ => return Err(BadPayload),
    })
}

fn encode_last_deal(last: Option<&DealResult>, seats: u8, to: &mut Writer) {
    let Some(last) = last else { return to.byte(0) };
    match last.ending {
        Ending::WentOut { winner, last_card } => to.raw(&[1, winner.number(), last_card.index()]),
        Ending::StockOut => to.byte(2),
    }
    last.hands.iter().take(usize::from(seats)).for_each(|&points| to.number(points.into()));
}

fn decode_last_deal(seats: u8, from: &mut Reader<'_>) -> Result<Option<DealResult>, BadPayload> {
    let ending = match from.byte()? {
        0 => return Ok(None),
        1 => Ending::WentOut { winner: from.seat()?, last_card: from.card()? },
        2 => Ending::StockOut,
        _ => return Err(BadPayload),
    };
    let mut hands = [0; 8];
    for points in hands.iter_mut().take(usize::from(seats)) {
        *points = from.number_u16()?;
    }
    Ok(Some(DealResult { ending, hands }))
}
