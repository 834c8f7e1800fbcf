//! Seats, hands and the other shared messages of `taash.common.v1`, to and from the core.

use super::cards::write_cards;
use super::messages::out_of_range;
use super::pb::common as msg;
use crate::cards::Card;
use crate::games::{Direction, Fault, Phase, Seat, SeatStanding};

pub(crate) fn write_seat(seat: Seat) -> u32 {
    u32::from(seat.number())
}

pub(crate) fn write_seats(seats: &[Seat]) -> Vec<u32> {
    seats.iter().copied().map(write_seat).collect()
}

/// Reads a seat number. The caller checks whether the table has this seat, once the table is known.
pub(crate) fn read_seat(number: u32, field: &str, faults: &mut Vec<Fault>) -> Option<Seat> {
    match u8::try_from(number) {
        Ok(number) if number < Seat::MAX => Some(Seat::new(number)),
        _ => {
            faults.push(Fault::new(field, out_of_range(number, 0, Seat::MAX - 1)));
            None
        }
    }
}

pub(crate) const fn write_phase(phase: Phase) -> msg::Phase {
    match phase {
        Phase::Deal => msg::Phase::Deal,
        Phase::Bid => msg::Phase::Bid,
        Phase::Opening => msg::Phase::Opening,
        Phase::Turn => msg::Phase::Turn,
        Phase::Penalty => msg::Phase::Penalty,
        Phase::Extra => msg::Phase::Extra,
        Phase::Slap => msg::Phase::Slap,
        Phase::Over => msg::Phase::Over,
    }
}

pub(crate) const fn write_direction(direction: Direction) -> msg::Direction {
    match direction {
        Direction::Clockwise => msg::Direction::Clockwise,
        Direction::CounterClockwise => msg::Direction::CounterClockwise,
    }
}

/// Writes a hand: its cards only if this viewer sees them.
pub(crate) fn write_hand(seat: Seat, count: u8, cards: Option<impl IntoIterator<Item = Card>>) -> msg::Hand {
    msg::Hand {
        seat: write_seat(seat),
        count: count.into(),
        shown: cards.is_some(),
        cards: cards.map(write_cards).unwrap_or_default(),
    }
}

pub(crate) fn write_match_ended(winners: &[Seat]) -> msg::MatchEnded {
    msg::MatchEnded { winners: write_seats(winners) }
}

pub(crate) fn write_standing((seat, standing): (Seat, &SeatStanding)) -> msg::SeatStanding {
    msg::SeatStanding {
        seat: write_seat(seat),
        place: standing.place.into(),
        total: standing.total,
        last_deal: standing.last_deal,
    }
}
