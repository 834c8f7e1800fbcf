use super::{CourtValues, Options};
use crate::cards::{CardSet, Cards, Rank};

/// For each binary digit of a card's value, the cards that have it: a sum of values is then a few counts of bits.
type Digits = [CardSet; 4];

const TENS: Digits = digits(10);
const ELEVEN_TWELVE_THIRTEEN: Digits = digits(13);

const fn digits(most: u8) -> Digits {
    let mut digits = [CardSet::EMPTY; 4];
    let mut i = 0;
    while i < Rank::ALL.len() {
        let rank = Rank::ALL[i];
        let value = if rank.number() < most { rank.number() } else { most };
        let mut digit = 0;
        while digit < 4 {
            if value >> digit & 1 == 1 {
                digits[digit] = digits[digit].union(CardSet::rank(rank));
            }
            digit += 1;
        }
        i += 1;
    }
    digits
}

/// What a hand is worth (J4): jokers nothing. At most 255, which no hand of a valid position comes near.
pub(super) fn value(cards: Cards, options: &Options) -> u8 {
    let digits = match options.court_values {
        CourtValues::Tens => &TENS,
        CourtValues::ElevenTwelveThirteen => &ELEVEN_TWELVE_THIRTEEN,
    };
    let mut sum = 0_u16;
    for (power, &digit) in digits.iter().enumerate() {
        let count = cards.naturals().intersection(digit).len() + cards.pairs().intersection(digit).len();
        sum += u16::from(count) << power;
    }
    u8::try_from(sum).unwrap_or(u8::MAX)
}
