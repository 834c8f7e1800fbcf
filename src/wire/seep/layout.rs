//! The layout of a Seep position in the state bytes.

use super::super::options;
use super::super::payload::{BadPayload, Reader, Writer};
use crate::cards::CardSet;
use crate::games::seep::{
    DealRecord, House, HouseValue, LastCapture, Options, Owners, Setup, Stage, SweepValue, SweepValues, Sweeps, Tally,
};

pub(super) fn encode(setup: &Setup, to: &mut Writer) {
    options::encode(&setup.options, to);
    match setup.stage {
        Stage::DealDue => to.byte(0),
        Stage::Bid => to.byte(1),
        Stage::Over => to.byte(2),
        Stage::Opening { bid } => to.byte(bid.get()),
        Stage::Turn { bid } => to.byte(bid.get() | 0x10),
    }
    to.number(setup.deal_number);
    to.optional_seat(setup.dealer);
    encode_places(setup, to);
    to.list(&setup.stock);
    setup.houses.iter().for_each(|house| to.byte(house.owners.bits()));
    setup.sweeps.iter().for_each(|&sweeps| encode_sweeps(sweeps, &setup.options, to));
    to.optional_card(setup.last_capture.map(|capture| capture.card));
    if let Some(capture) = setup.last_capture {
        to.set(capture.cards);
    }
    to.optional_seat(setup.last_captor);
    encode_last_deal(setup.last_deal.as_ref(), &setup.options, to);
    to.signed(setup.difference);
    to.raw(&setup.baazis);
}

pub(super) fn decode(from: &mut Reader<'_>) -> Result<Setup, BadPayload> {
    let mut setup = Setup::new(options::decode(from)?, None);
    setup.stage = match from.byte()? {
        0 => Stage::DealDue,
        1 => Stage::Bid,
        2 => Stage::Over,
        bid @ 0x09..=0x0d => Stage::Opening { bid: HouseValue::new(bid).ok_or(BadPayload)? },
        bid => Stage::Turn { bid: bid.checked_sub(0x10).and_then(HouseValue::new).ok_or(BadPayload)? },
    };
    setup.deal_number = from.number()?;
    setup.dealer = from.optional_seat()?;
    decode_places(from, &mut setup)?;
    setup.stock = from.list()?;
    for house in &mut setup.houses {
        house.owners = Owners::from_bits(from.byte()?);
    }
    let options = setup.options;
    setup.sweeps = [decode_sweeps(from, &options)?, decode_sweeps(from, &options)?];
    if let Some(card) = from.optional_card()? {
        setup.last_capture = Some(LastCapture { card, cards: from.set()? });
    }
    setup.last_captor = from.optional_seat()?;
    setup.last_deal = decode_last_deal(from, &options)?;
    setup.difference = from.signed()?;
    setup.baazis = [from.byte()?, from.byte()?];
    Ok(setup)
}

/// Number of places that a card can be in, by four bits: 0 to 3 the hands, 4 the floor, 5 to 9 the houses by value, 10 and
/// 11 the piles.
const PLACES: usize = 12;
/// The place of a card that is in the stock, where the order counts, or missing.
const ELSEWHERE: u8 = 15;

fn encode_places(setup: &Setup, to: &mut Writer) {
    let mut places = [ELSEWHERE; 52];
    let houses = setup.houses.iter().map(|house| house.cards);
    let sets = setup.hands.into_iter().chain([setup.floor]).chain(houses).chain(setup.piles);
    for (place, set) in (0..).zip(sets) {
        for card in set {
            places[usize::from(card.index())] = place;
        }
    }
    for pair in places.chunks_exact(2) {
        to.byte(pair[0] | pair[1] << 4);
    }
}

fn decode_places(from: &mut Reader<'_>, setup: &mut Setup) -> Result<(), BadPayload> {
    let mut sets = [0_u64; 16];
    for (pair, &byte) in (0..).zip(from.raw(26)?) {
        sets[usize::from(byte & 15)] |= 1 << (2 * pair);
        sets[usize::from(byte >> 4)] |= 2 << (2 * pair);
    }
    if sets[PLACES..usize::from(ELSEWHERE)].iter().any(|&set| set != 0) {
        return Err(BadPayload);
    }
    let set = |place: usize| CardSet::from_bits(sets[place]);
    setup.hands = [set(0), set(1), set(2), set(3)];
    setup.floor = set(4);
    for (i, house) in setup.houses.iter_mut().enumerate() {
        *house = House { cards: set(5 + i), owners: Owners::NONE };
    }
    setup.piles = [set(10), set(11)];
    Ok(())
}

/// Number of bytes of the values of sweeps.
const SWEEP_VALUES: usize = 7;

/// The values follow where they count (S63).
fn encode_sweeps(sweeps: Sweeps, options: &Options, to: &mut Writer) {
    to.byte(u8::from(sweeps.opening) | u8::from(sweeps.last) << 1 | sweeps.ordinary << 2);
    if options.sweep_value == SweepValue::Card {
        to.raw(&sweeps.values.bits().to_le_bytes()[..SWEEP_VALUES]);
    }
}

fn decode_sweeps(from: &mut Reader<'_>, options: &Options) -> Result<Sweeps, BadPayload> {
    let byte = from.byte()?;
    let mut bits = [0; 8];
    if options.sweep_value == SweepValue::Card {
        bits[..SWEEP_VALUES].copy_from_slice(from.raw(SWEEP_VALUES)?);
    }
    let values = SweepValues::from_bits(u64::from_le_bytes(bits));
    Ok(Sweeps { opening: byte & 1 == 1, last: byte >> 1 & 1 == 1, ordinary: byte >> 2, values })
}

/// The other aces and what counts only if a team has it, in one byte.
fn encode_flags(tally: Tally) -> u8 {
    let flags = [tally.ace_of_spades, tally.two_of_spades, tally.nine_of_spades];
    let flags = flags.iter().rev().fold(0, |bits, &flag| bits << 1 | u8::from(flag));
    u8::from(tally.ten_of_diamonds) | tally.aces << 1 | flags << 4
}

fn encode_last_deal(last: Option<&DealRecord>, options: &Options, to: &mut Writer) {
    to.flag(last.is_some());
    let Some(last) = last else { return };
    for (tally, &sweeps) in last.tallies.iter().zip(&last.sweeps) {
        to.byte(tally.spades);
        to.byte(encode_flags(*tally));
        to.byte(tally.cards);
        encode_sweeps(sweeps, options, to);
    }
    to.signed(last.difference_before);
}

fn decode_last_deal(from: &mut Reader<'_>, options: &Options) -> Result<Option<DealRecord>, BadPayload> {
    if !from.flag()? {
        return Ok(None);
    }
    let mut team = || -> Result<(Tally, Sweeps), BadPayload> {
        let (spades, flags, cards) = (from.byte()?, from.byte()?, from.byte()?);
        if flags >> 7 != 0 {
            return Err(BadPayload);
        }
        let flag = |bit: u8| flags >> bit & 1 == 1;
        let tally = Tally {
            spades,
            aces: flags >> 1 & 0b111,
            ten_of_diamonds: flag(0),
            cards,
            ace_of_spades: flag(4),
            two_of_spades: flag(5),
            nine_of_spades: flag(6),
        };
        Ok((tally, decode_sweeps(from, options)?))
    };
    let (even, odd) = (team()?, team()?);
    let difference_before = from.signed()?;
    Ok(Some(DealRecord { tallies: [even.0, odd.0], sweeps: [even.1, odd.1], difference_before }))
}
