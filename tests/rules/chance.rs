//! Shuffles and draws are fair: chi-square tests over many of them, from a fixed seed.

use taash::cards::{Cards, ClientSeed, Purpose, RandomStream, Seed, shuffle};

const SEED: Seed = Seed::new([0x5a; 32]);

#[test]
fn every_place_is_equally_likely_for_every_card() {
    // 52 × 52 cells, 20 000 shuffles: chi-square with 51 × 51 degrees of freedom has mean 2601 and deviation 72.
    const SHUFFLES: u32 = 20_000;
    let mut seen = vec![[0_u32; 52]; 52];
    for deal in 1..=SHUFFLES {
        let mut stream = RandomStream::new(&SEED, &ClientSeed::NONE, Purpose::Shuffle, deal, 0);
        for (place, card) in shuffle(Cards::decks(1, 0), &mut stream).as_slice().iter().enumerate() {
            seen[place][usize::from(card.index())] += 1;
        }
    }
    let expected = f64::from(SHUFFLES) / 52.0;
    let chi_square: f64 = seen.iter().flatten().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
    assert!((2300.0..2900.0).contains(&chi_square), "chi-square {chi_square}");
}

#[test]
fn small_numbers_are_unbiased() {
    // 6 does not divide 2^32.
    let mut stream = RandomStream::new(&SEED, &ClientSeed::NONE, Purpose::Dealer, 0, 0);
    let mut seen = [0_u32; 6];
    for _ in 0..60_000 {
        seen[stream.below(6) as usize] += 1;
    }
    let chi_square: f64 = seen.iter().map(|&n| (f64::from(n) - 10_000.0).powi(2) / 10_000.0).sum();
    assert!(chi_square < 20.5, "five degrees of freedom, one in a thousand: {chi_square}");
    assert_eq!((stream.below(1), stream.below(0)), (0, 0));
}
