use super::{CourtValues, Options};
use crate::cards::Cards;

/// The values of the 52 natural cards in card order.
type Values = [u8; 52];

const TENS: Values = values(10);
const ELEVEN_TWELVE_THIRTEEN: Values = values(13);

const fn values(most: u8) -> Values {
    let mut values = [0; 52];
    let mut rank = 0;
    while rank < 13 {
        let number = rank + 1;
        let value = if number < most { number } else { most };
        let mut suit = 0;
        while suit < 4 {
            values[(4 * rank + suit) as usize] = value;
            suit += 1;
        }
        rank += 1;
    }
    values
}

/// The value of a hand (J4); jokers are worth 0. The sum saturates at 255, which no hand of a valid position reaches: a setup may have any cards.
pub(super) fn value(cards: Cards, options: &Options) -> u8 {
    let values = match options.court_values {
        CourtValues::Tens => &TENS,
        CourtValues::ElevenTwelveThirteen => &ELEVEN_TWELVE_THIRTEEN,
    };
    let mut sum = 0_u8;
    for set in [cards.naturals(), cards.pairs()] {
        for card in set {
            sum = sum.saturating_add(values[usize::from(card.index())]);
        }
    }
    sum
}
