use super::groups;
use super::value::{HouseValue, SEATS};
use crate::cards::CardSet;
use crate::games::Seat;

/// The seats that own a house (S48), as a bit mask: bit `s` is seat `s`.
///
/// ```
/// use taash::games::{Seat, seep::Owners};
///
/// let owners = Owners::only(Seat::new(2)).with(Seat::new(0));
/// assert!(owners.contains(Seat::new(2)) && !owners.contains(Seat::new(1)));
/// assert_eq!((owners.len(), owners.bits()), (2, 0b0101));
/// assert_eq!(owners.iter().collect::<Vec<_>>(), [Seat::new(0), Seat::new(2)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Owners(u8);

impl Owners {
    /// Nobody.
    pub const NONE: Self = Self(0);

    /// Returns the owners of a bit mask. Bits above seat 3 are kept, so that they are found as a fault of the setup.
    #[must_use]
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// The bit mask.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// One owner.
    #[must_use]
    pub const fn only(seat: Seat) -> Self {
        Self::NONE.with(seat)
    }

    /// Returns these owners and one more. A seat above 3 is ignored.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        if seat.number() < SEATS { Self(self.0 | 1 << seat.number()) } else { self }
    }

    /// Whether the seat is an owner.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        seat.number() < SEATS && self.0 & (1 << seat.number()) != 0
    }

    /// Number of owners.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no owner.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The owners in ascending order of their seats.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::all(SEATS).filter(move |&seat| self.contains(seat))
    }
}

/// A house on the floor (S23), or [`House::NONE`] where there is no house of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct House {
    /// Its cards, open to all (S25); empty if there is no house.
    pub cards: CardSet,
    /// Who owns it (S48); nobody if there is no house.
    pub owners: Owners,
}

impl House {
    /// No house.
    pub const NONE: Self = Self { cards: CardSet::EMPTY, owners: Owners::NONE };

    /// Whether there is a house.
    #[must_use]
    pub const fn stands(self) -> bool {
        !self.cards.is_empty()
    }

    /// Whether the house of that value is cemented: its cards sum to twice its value or more (S42).
    #[must_use]
    pub fn is_cemented(self, value: HouseValue) -> bool {
        groups::sum(self.cards) >= 2 * u16::from(value.get())
    }
}

/// A house as everybody sees it (S25).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HouseView {
    /// Its value.
    pub value: HouseValue,
    /// Its cards.
    pub cards: CardSet,
    /// Who owns it (S48).
    pub owners: Owners,
    /// Whether it is cemented (S42).
    pub cemented: bool,
}

impl HouseView {
    pub(super) fn new(value: HouseValue, house: House) -> Self {
        Self { value, cards: house.cards, owners: house.owners, cemented: house.is_cemented(value) }
    }
}
