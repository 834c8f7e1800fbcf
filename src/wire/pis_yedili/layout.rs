//! The layout of a Pis Yedili position in the state bytes.

use super::super::payload::{BadPayload, Reader, Writer};
use crate::cards::Suit;
use crate::games::Seat;
use crate::games::pis_yedili::{Ace, DealResult, Eight, Ending, Opening, Options, Setup, Stage, StockOut, Ten};

pub(super) fn encode(setup: &Setup, to: &mut Writer) {
    encode_options(&setup.options, to);
    to.byte(setup.seats);
    to.number(setup.deal_number);
    to.number(setup.shuffles);
    to.optional_seat(setup.dealer);
    encode_stage(setup.stage, to);
    // Bits 0 to 2: the named suit, 1 to 4, or 0 for none. Bit 3: whether the direction is reversed.
    to.byte(setup.named.map_or(0, |suit| suit as u8 + 1) | u8::from(setup.reversed) << 3);
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
    let options = decode_options(from)?;
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
    setup.reversed = named >> 3 == 1;
    setup.named = match named & 7 {
        0 if named >> 3 <= 1 => None,
        suit @ 1..=4 if named >> 3 <= 1 => Some(Suit::ALL[usize::from(suit - 1)]),
        _ => return Err(BadPayload),
    };
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

/// Three bytes of packed fields, then `deals` as a byte and `target` as a number. Choices are numbered as in the core.
fn encode_options(options: &Options, to: &mut Writer) {
    to.byte(
        options.decks & 3 | (options.hand_size & 15) << 2 | (options.opening as u8) << 6 | (options.eight as u8) << 7,
    );
    to.byte(options.draw_limit & 7 | (options.seven_draws & 7) << 3 | (options.ace as u8) << 6);
    to.byte(
        u8::from(options.draw_only_if_stuck)
            | u8::from(options.jack_must_change_suit) << 1
            | u8::from(options.play_after_penalty) << 2
            | u8::from(options.ten_skips_with_two) << 3
            | u8::from(options.declare_last) << 4
            | (options.ten as u8) << 5
            | (options.stock_out as u8) << 6,
    );
    to.byte(options.deals);
    to.number(options.target.into());
}

fn decode_options(from: &mut Reader<'_>) -> Result<Options, BadPayload> {
    let (first, second, flags) = (from.byte()?, from.byte()?, from.byte()?);
    let flag = |bit: u8| flags >> bit & 1 == 1;
    if flag(7) {
        return Err(BadPayload);
    }
    Ok(Options {
        decks: first & 3,
        hand_size: first >> 2 & 15,
        opening: if first >> 6 & 1 == 1 { Opening::All } else { Opening::First },
        eight: if first >> 7 == 1 { Eight::None } else { Eight::Skip },
        draw_limit: second & 7,
        seven_draws: second >> 3 & 7,
        ace: match second >> 6 {
            0 => Ace::Extra,
            1 => Ace::Skip,
            2 => Ace::None,
            _ => return Err(BadPayload),
        },
        draw_only_if_stuck: flag(0),
        jack_must_change_suit: flag(1),
        play_after_penalty: flag(2),
        ten_skips_with_two: flag(3),
        declare_last: flag(4),
        ten: if flag(5) { Ten::None } else { Ten::Reverse },
        stock_out: if flag(6) { StockOut::Reshuffle } else { StockOut::End },
        deals: from.byte()?,
        target: from.number_u16()?,
    })
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
