//! The call VerifyDeals.

use super::MAX_CLAIMED_SHUFFLES;
use super::request::Fields;
use crate::cards::{CardList, ClientSeed, Purpose, RandomStream, Seed, shuffle};
use crate::games::{Seat, Shuffles};
use crate::wire::pb;
use crate::wire::refusal::Refusal;

pub(super) fn verify_deals(
    request: &pb::engine::VerifyDealsRequest,
) -> Result<pb::engine::VerifyDealsResponse, Refusal> {
    let mut fields = Fields::default();
    let commitment = fields.bytes32(&request.seed_commitment, "seed_commitment");
    let seed = fields.bytes32(&request.seed, "seed").map(Seed::new);
    let client_seed = fields.client_seed(&request.client_seed, 0, "client_seed");
    let shuffles = claimed_shuffles(&mut fields, &request.shuffles);
    if let Some(draw) = &request.draw {
        if !(1..=u32::from(Seat::MAX)).contains(&draw.seats) {
            fields.fault("draw.seats", format!("{} is out of range 1..={}", draw.seats, Seat::MAX));
        }
        for (seat, field) in [(draw.dealer, "draw.dealer"), (draw.starter, "draw.starter")] {
            let seats = draw.seats.max(1);
            if let Some(seat) = seat.filter(|&seat| seat >= seats) {
                fields.fault(field, format!("{seat} is out of range 0..={}", seats - 1));
            }
        }
    }
    fields.end()?;
    let (Some(commitment), Some(seed), Some(client_seed)) = (commitment, seed, client_seed) else {
        return Err(Refusal::fields(Vec::new()));
    };
    let commitment_valid = seed.commitment() == commitment;
    let draw_valid = request.draw.as_ref().is_none_or(|draw| is_drawn(&seed, &client_seed, draw));
    let shuffles_valid: Vec<bool> = shuffles.iter().map(|claimed| claimed.follows_from(&seed, &client_seed)).collect();
    Ok(pb::engine::VerifyDealsResponse {
        valid: commitment_valid && draw_valid && shuffles_valid.iter().all(|&valid| valid),
        commitment_valid,
        shuffles_valid,
        draw_valid,
    })
}

struct Claimed {
    deal: u32,
    index: u32,
    order: CardList,
}

impl Claimed {
    fn follows_from(&self, seed: &Seed, client_seed: &ClientSeed) -> bool {
        let stream = || RandomStream::new(seed, client_seed, Purpose::Shuffle, self.deal, self.index);
        self.order.to_cards().is_some_and(|cards| shuffle(cards, &mut stream()) == self.order)
    }
}

fn claimed_shuffles(fields: &mut Fields, claims: &[pb::engine::ClaimedShuffle]) -> Vec<Claimed> {
    if !fields.within(claims.len(), MAX_CLAIMED_SHUFFLES, "claimed_shuffles") {
        return Vec::new();
    }
    let mut claimed = Vec::with_capacity(claims.len());
    for (i, claim) in claims.iter().enumerate() {
        if claim.deal == 0 {
            fields.fault(format!("shuffles[{i}].deal"), "is 0; deals are numbered from 1");
        }
        if claim.cards.is_empty() {
            fields.fault(format!("shuffles[{i}].cards"), "is empty; allowed: 1 to 108 cards");
        }
        if let Some(order) = fields.cards(&claim.cards, &format!("shuffles[{i}].cards")) {
            claimed.push(Claimed { deal: claim.deal, index: claim.index, order });
        }
    }
    claimed
}

fn is_drawn(seed: &Seed, client_seed: &ClientSeed, draw: &pb::engine::ClaimedDraw) -> bool {
    let seats = u8::try_from(draw.seats).unwrap_or(0);
    let mut shuffles = Shuffles::new(seed, client_seed, &[]);
    let mut fits = |claim: Option<u32>, purpose| {
        claim.is_none_or(|claim| claim == u32::from(shuffles.seat(purpose, seats).number()))
    };
    fits(draw.dealer, Purpose::Dealer) && fits(draw.starter, Purpose::Starter)
}
