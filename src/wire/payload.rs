//! Reads and writes the payload of a state, in a compact binary layout. Numbers have a variable length (LEB128: seven bits
//! in each byte, low bits first). A card is its index in card order.

use crate::cards::{Card, CardList, CardSet, Cards};
use crate::games::Seat;

/// The payload does not have the layout of its format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BadPayload;

/// The byte of an absent seat.
const NO_SEAT: u8 = 0xff;

/// Writes a payload.
#[derive(Debug, Default)]
pub(crate) struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    /// A writer that appends to these bytes.
    pub(crate) const fn after(bytes: Vec<u8>) -> Self {
        Self { bytes }
    }

    /// All bytes, including those the writer started with.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    pub(crate) fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    pub(crate) fn flag(&mut self, flag: bool) {
        self.bytes.push(u8::from(flag));
    }

    pub(crate) fn raw(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// A number in as many groups of seven bits as it needs.
    pub(crate) fn number(&mut self, mut number: u32) {
        while number >= 0x80 {
            #[expect(clippy::cast_possible_truncation, reason = "the low seven bits")]
            self.bytes.push((number as u8 & 0x7f) | 0x80);
            number >>= 7;
        }
        #[expect(clippy::cast_possible_truncation, reason = "below 128")]
        self.bytes.push(number as u8);
    }

    /// A signed number in zigzag encoding: small numbers of either sign are short.
    pub(crate) fn signed(&mut self, number: i32) {
        #[expect(clippy::cast_sign_loss, reason = "zigzag: the bits are what is meant")]
        self.number(((number << 1) ^ (number >> 31)) as u32);
    }

    pub(crate) fn seat(&mut self, seat: Seat) {
        self.bytes.push(seat.number());
    }

    pub(crate) fn optional_seat(&mut self, seat: Option<Seat>) {
        self.bytes.push(seat.map_or(NO_SEAT, Seat::number));
    }

    pub(crate) fn card(&mut self, card: Card) {
        self.bytes.push(card.index());
    }

    /// A card as one more than its index, or 0 for none.
    pub(crate) fn optional_card(&mut self, card: Option<Card>) {
        self.bytes.push(card.map_or(0, |card| card.index() + 1));
    }

    /// A list of cards: its length, then one byte for each card.
    pub(crate) fn list(&mut self, list: &CardList) {
        self.bytes.push(length(list.len()));
        self.bytes.extend(list.as_slice().iter().map(|card| card.index()));
    }

    /// A multiset of cards, as a list in card order.
    pub(crate) fn cards(&mut self, cards: Cards) {
        let at = self.bytes.len();
        self.bytes.push(0);
        for card in cards.naturals() {
            self.card(card);
            if cards.pairs().contains(card) {
                self.card(card);
            }
        }
        for _ in 0..cards.jokers() {
            self.card(Card::JOKER);
        }
        // Counting the bytes afterwards costs less than counting bits before.
        self.bytes[at] = length(self.bytes.len() - at - 1);
    }

    /// A set of cards as seven bytes of bits.
    pub(crate) fn set(&mut self, set: CardSet) {
        self.bytes.extend_from_slice(&set.bits().to_le_bytes()[..7]);
    }
}

/// Lists hold at most 108 cards, and multisets 104 naturals and 255 jokers, of which 108 in valid positions.
fn length(cards: usize) -> u8 {
    u8::try_from(cards).unwrap_or(u8::MAX)
}

/// Reads a payload. Never panics, and never reads beyond its end.
#[derive(Debug)]
pub(crate) struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// Whether everything has been read.
    pub(crate) const fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    pub(crate) fn raw(&mut self, length: usize) -> Result<&'a [u8], BadPayload> {
        let (head, rest) = self.rest.split_at_checked(length).ok_or(BadPayload)?;
        self.rest = rest;
        Ok(head)
    }

    pub(crate) fn byte(&mut self) -> Result<u8, BadPayload> {
        let (&first, rest) = self.rest.split_first().ok_or(BadPayload)?;
        self.rest = rest;
        Ok(first)
    }

    pub(crate) fn flag(&mut self) -> Result<bool, BadPayload> {
        match self.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(BadPayload),
        }
    }

    /// A number. Longer forms of it are refused, so that each value has one encoding.
    pub(crate) fn number(&mut self) -> Result<u32, BadPayload> {
        let mut number = 0_u32;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.byte()?;
            let bits = u32::from(byte & 0x7f);
            if shift == 28 && bits > 0x0f {
                return Err(BadPayload);
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                return if byte == 0 && shift > 0 { Err(BadPayload) } else { Ok(number) };
            }
        }
        Err(BadPayload)
    }

    pub(crate) fn number_u16(&mut self) -> Result<u16, BadPayload> {
        u16::try_from(self.number()?).map_err(|_| BadPayload)
    }

    pub(crate) fn signed(&mut self) -> Result<i32, BadPayload> {
        let number = self.number()?;
        #[expect(clippy::cast_possible_wrap, reason = "zigzag: the bits are what is meant")]
        Ok(((number >> 1) as i32) ^ -((number & 1) as i32))
    }

    pub(crate) fn seat(&mut self) -> Result<Seat, BadPayload> {
        self.byte().map(Seat::new)
    }

    pub(crate) fn optional_seat(&mut self) -> Result<Option<Seat>, BadPayload> {
        Ok(Some(self.byte()?).filter(|&number| number != NO_SEAT).map(Seat::new))
    }

    pub(crate) fn card(&mut self) -> Result<Card, BadPayload> {
        Card::from_index(self.byte()?).ok_or(BadPayload)
    }

    /// A card as one more than its index, or 0 for none.
    pub(crate) fn optional_card(&mut self) -> Result<Option<Card>, BadPayload> {
        match self.byte()?.checked_sub(1) {
            None => Ok(None),
            Some(index) => Card::from_index(index).map(Some).ok_or(BadPayload),
        }
    }

    pub(crate) fn list(&mut self) -> Result<CardList, BadPayload> {
        let length = usize::from(self.byte()?);
        let mut list = CardList::EMPTY;
        for &index in self.raw(length)? {
            if !list.push(Card::from_index(index).ok_or(BadPayload)?) {
                return Err(BadPayload);
            }
        }
        Ok(list)
    }

    /// A multiset of cards. Any other order is refused.
    pub(crate) fn cards(&mut self) -> Result<Cards, BadPayload> {
        let length = usize::from(self.byte()?);
        let mut cards = Cards::EMPTY;
        let mut last = 0;
        for &index in self.raw(length)? {
            if index < last || !cards.insert(Card::from_index(index).ok_or(BadPayload)?) {
                return Err(BadPayload);
            }
            last = index;
        }
        Ok(cards)
    }

    pub(crate) fn set(&mut self) -> Result<CardSet, BadPayload> {
        let mut bits = [0; 8];
        bits[..7].copy_from_slice(self.raw(7)?);
        let bits = u64::from_le_bytes(bits);
        let set = CardSet::from_bits(bits);
        if set.bits() == bits { Ok(set) } else { Err(BadPayload) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_read_back(number: u32, signed: i32) {
            let mut writer = Writer::default();
            writer.number(number);
            writer.signed(signed);
            let bytes = writer.into_bytes();
            let mut reader = Reader::new(&bytes);
            prop_assert_eq!(reader.number(), Ok(number));
            prop_assert_eq!(reader.signed(), Ok(signed));
            prop_assert!(reader.is_at_end());
        }

        /// No two payloads mean the same: what can be read is what would be written. Sorted cards of few kinds, so that
        /// many inputs can be read, and some for a reason that is nearly right cannot.
        #[test]
        fn whatever_reads_is_written_the_same(mut cards in proptest::collection::vec(0..54_u8, 0..9), sorted: bool) {
            if sorted {
                cards.sort_unstable();
            }
            let bytes = [&[u8::try_from(cards.len()).unwrap()], &cards[..]].concat();
            let written = |write: &dyn Fn(&mut Writer)| {
                let mut writer = Writer::default();
                write(&mut writer);
                writer.into_bytes()
            };
            if let Ok(read) = Reader::new(&bytes).cards() {
                prop_assert_eq!(&written(&|to| to.cards(read)), &bytes);
            } else {
                let fits = Cards::try_from(&*cards.iter().filter_map(|&i| Card::from_index(i)).collect::<Vec<_>>());
                prop_assert!(!cards.is_sorted() || cards.contains(&53) || fits.is_err());
            }
            match Reader::new(&bytes).list() {
                Ok(read) => prop_assert_eq!(&written(&|to| to.list(&read)), &bytes),
                Err(BadPayload) => prop_assert!(cards.contains(&53)),
            }
        }

        #[test]
        fn sets_read_back(bits: u64) {
            let set = CardSet::from_bits(bits);
            let mut writer = Writer::default();
            writer.set(set);
            let mut bytes = writer.into_bytes();
            prop_assert_eq!(Reader::new(&bytes).set(), Ok(set));
            bytes[6] |= 0x10;
            prop_assert_eq!(Reader::new(&bytes).set(), Err(BadPayload), "there is no 53rd natural card");
        }
    }

    #[test]
    fn longer_forms_of_a_number_are_refused() {
        assert_eq!(Reader::new(&[0x80, 0x00]).number(), Err(BadPayload));
        assert_eq!(Reader::new(&[0xff, 0xff, 0xff, 0xff, 0x1f]).number(), Err(BadPayload));
        assert_eq!(Reader::new(&[0xff, 0xff, 0xff, 0xff, 0x0f]).number(), Ok(u32::MAX));
    }
}
