//! Every random choice of a match, each from a stream of its own.
//!
//! The stream of a choice is the ChaCha20 key stream (RFC 8439: nonce zero, block counter from zero, words little
//! endian) under the key
//!
//! ```text
//! SHA-256( "taash/v1/draw" ‖ seed (32 bytes) ‖ length of the client seed (1 byte) ‖ client seed
//!          ‖ purpose (1 byte) ‖ deal (4 bytes, big endian) ‖ index (4 bytes, big endian) )
//! ```
//!
//! A number below `n` is the first 32-bit word `w` of the stream with `w < 2^32 − (2^32 mod n)`, modulo `n`; other
//! words are skipped. A shuffle starts from the cards in card order, copies side by side, and for `i` from the
//! last place down to 1 swaps the cards at `i` and at a number below `i + 1`. The first card is the top.
//!
//! The same text stands in `taash/engine/v1/engine.proto`, for callers who check a deal without this crate. Nothing of
//! it may ever change: matches in progress depend on it.

use super::{CardList, Cards};
use rand::{Rng, SeedableRng, rngs::ChaCha20Rng};
use sha2::{Digest, Sha256};
use std::fmt;

/// The secret 256 bits from which every shuffle of a match follows. Its `Debug` output shows none of them.
///
/// ```
/// use taash::cards::Seed;
///
/// let seed = Seed::new([7; 32]);
/// assert_eq!(format!("{seed:?}"), "Seed(..)");
/// assert_ne!(seed.commitment(), Seed::new([8; 32]).commitment());
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// The seed of these bytes.
    #[must_use]
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The bytes of the seed. They are secret while the match goes on.
    #[must_use]
    pub const fn expose(&self) -> &[u8; 32] {
        &self.0
    }

    /// The commitment to this seed: SHA-256 of `"taash/v1/commitment"` and the seed. It reveals nothing about the seed, and
    /// no other seed has it.
    #[must_use]
    pub fn commitment(&self) -> [u8; 32] {
        Sha256::new().chain_update(b"taash/v1/commitment").chain_update(self.0).finalize().into()
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(..)")
    }
}

/// What the callers' side adds to the seed: 1 to 32 bytes of its choice, or nothing. Its `Debug` output shows none of
/// them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ClientSeed {
    len: u8,
    bytes: [u8; 32],
}

impl ClientSeed {
    /// No client seed.
    pub const NONE: Self = Self { len: 0, bytes: [0; 32] };

    /// The client seed of these bytes, `None` for more than 32. No bytes are the same as no client seed.
    #[must_use]
    pub fn new(bytes: &[u8]) -> Option<Self> {
        let mut seed = Self::NONE;
        seed.bytes.get_mut(..bytes.len())?.copy_from_slice(bytes);
        seed.len = u8::try_from(bytes.len()).ok()?;
        Some(seed)
    }

    /// The bytes, none if there is no client seed.
    #[must_use]
    pub fn expose(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }
}

impl fmt::Debug for ClientSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ClientSeed(..)")
    }
}

/// What a random choice is for; the number goes into the key of its stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Purpose {
    /// Who deals first: a number below the number of seats; deal 0, index 0.
    Dealer = 1,
    /// Who begins the first deal (J8): a number below the number of seats; deal 0, index 0.
    Starter = 2,
    /// A shuffle: deals count from 1, and the index counts the shuffles of the deal from 0, given orders included.
    Shuffle = 3,
}

/// The stream of random numbers for one choice.
#[derive(Debug)]
pub struct RandomStream(ChaCha20Rng);

impl RandomStream {
    /// The stream of a choice; the same arguments give the same stream everywhere.
    #[must_use]
    pub fn new(seed: &Seed, client_seed: &ClientSeed, purpose: Purpose, deal: u32, index: u32) -> Self {
        let key = Sha256::new()
            .chain_update(b"taash/v1/draw")
            .chain_update(seed.0)
            .chain_update([client_seed.len])
            .chain_update(client_seed.expose())
            .chain_update([purpose as u8])
            .chain_update(deal.to_be_bytes())
            .chain_update(index.to_be_bytes())
            .finalize();
        Self(ChaCha20Rng::from_seed(key.into()))
    }

    /// A number below `n`, each equally likely; 0 if `n` is 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        if n == 0 {
            return 0;
        }
        loop {
            let word = self.0.next_u32();
            // The words from 2^32 − (2^32 mod n) on would favour the small remainders. They are among the last n.
            if word < n.wrapping_neg() || word <= u32::MAX - n.wrapping_neg() % n {
                return word % n;
            }
        }
    }
}

/// The cards in a random order; the first is the top.
///
/// ```
/// use taash::cards::{Cards, ClientSeed, Purpose, RandomStream, Seed, shuffle};
///
/// let stream = || RandomStream::new(&Seed::new([7; 32]), &ClientSeed::NONE, Purpose::Shuffle, 1, 0);
/// let order = shuffle(Cards::decks(1, 0), &mut stream());
/// assert_eq!(order, shuffle(Cards::decks(1, 0), &mut stream()), "the same in every run, on every machine");
/// assert_eq!(order.to_cards(), Some(Cards::decks(1, 0)));
/// ```
pub fn shuffle(cards: Cards, stream: &mut RandomStream) -> CardList {
    let mut list = CardList::from(cards);
    let order = list.as_mut_slice();
    for i in (1..order.len()).rev() {
        let bound = u32::try_from(i + 1).unwrap_or(u32::MAX);
        order.swap(i, stream.below(bound) as usize);
    }
    list
}

/// Pinned figures. They come from a second implementation of the scheme, in another language; if one of them changes,
/// matches in progress would go on with other cards.
#[cfg(test)]
mod tests {
    use super::*;

    fn seed() -> Seed {
        Seed::new(std::array::from_fn(|i| u8::try_from(i).unwrap()))
    }

    fn order(cards: Cards, client_seed: &[u8], deal: u32, index: u32) -> String {
        let client_seed = ClientSeed::new(client_seed).unwrap();
        shuffle(cards, &mut RandomStream::new(&seed(), &client_seed, Purpose::Shuffle, deal, index)).to_string()
    }

    #[test]
    fn shuffles_are_pinned() {
        let deck = Cards::decks(1, 0);
        assert_eq!(
            order(deck, b"", 1, 0),
            "8C QC 6C 5D 5C QS 6S 4C JH AC 2H 2C 9C AD 2D 7H TS 7C \
             6D 4D QH 2S 8H JC JD 3D 3C TD 5S 8D KD KH 3S AH 9D 8S \
             KC TH 5H KS AS 7D 3H TC 6H 4H JS 9H 4S 9S QD 7S"
        );
        assert_eq!(
            order(deck, b"client", 1, 0),
            "JH 3C TC 2S KS 8H QH 5S 4S 3D JC 6S 5H 4H 9S 3H 6C 5D \
             8C JS 2H 8S 8D TS 9D TH JD AC AD KH QD 4C 2C 4D 9H 2D \
             3S AS KC KD 7C 5C AH QS 6D 9C 7S TD 7H 7D QC 6H"
        );
        assert_eq!(
            order(Cards::decks(2, 2), b"", 2, 1),
            "6S 2H 5H X 3S 5S KS 2S 2D TH 5D 9D QS JD AS 4S 8S KD \
             JC 5C KH AH QD 4H 8H 6C 7C 8C X 6H KC 9S X 6D 8H 7C \
             QS 4D AD 2C AC 3D 6H 6C QC 7H KH JH TS 8D AH 3H AD TD \
             TS JS 9S 3H 9C 7S QH 7D TC AC 3C 4C 6S X 6D 3S JD 8D \
             2D 3D 9H QD 3C 5H 7D 2S 9D JH 8S QC 8C 2H 7S KD 4S 7H \
             KS KC AS 2C 4C 9H 5D 4D QH JS 5S 4H 9C TD JC TH 5C TC"
        );
    }

    #[test]
    fn draws_and_the_commitment_are_pinned() {
        let drawn = |purpose| -> Vec<u32> {
            (2..=8).map(|n| RandomStream::new(&seed(), &ClientSeed::NONE, purpose, 0, 0).below(n)).collect()
        };
        assert_eq!(drawn(Purpose::Dealer), [0, 0, 2, 0, 0, 6, 6]);
        assert_eq!(drawn(Purpose::Starter), [0, 1, 2, 0, 4, 6, 6]);
        let commitment: String = seed().commitment().iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(commitment, "48e7e75a6c427c3dcbb068a20ca3f9bed8dfb263655007d4936885c12aa9f2fb");
    }

    #[test]
    fn seeds_are_not_printed() {
        let shown = format!("{:?} {:?}", seed(), ClientSeed::new(b"secret").unwrap());
        assert_eq!(shown, "Seed(..) ClientSeed(..)");
        assert_eq!(ClientSeed::new(&[0; 33]), None);
    }
}
