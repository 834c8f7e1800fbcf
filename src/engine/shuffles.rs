//! The calls DeriveShuffles and VerifyDeals: what follows from the seeds of a match.

use super::MAX_CLAIMED_SHUFFLES;
use super::request::{Fields, alternatives};
use crate::cards::{CardList, Cards, ClientSeed, Purpose, RandomStream, Seed, shuffle};
use crate::for_variant;
use crate::games::{Options, Seat, Shuffles};
use crate::wire::cards::write_list;
use crate::wire::common::write_seat;
use crate::wire::game::WireGame;
use crate::wire::messages::{self, out_of_range};
use crate::wire::pb::{self, engine::game_options::Options as Chosen};
use crate::wire::refusal::Refusal;
use prost::bytes::Bytes;

pub(super) fn derive(
    request: &pb::engine::DeriveShufflesRequest,
) -> Result<pb::engine::DeriveShufflesResponse, Refusal> {
    let mut fields = Fields::default();
    let seeds = Seeds::read(&mut fields, &request.seed, &request.client_seed);
    let table = Table::read(&mut fields, request.seats, request.options.as_ref());
    let mut wanted = Vec::new();
    if fields.within(request.shuffles.len(), MAX_CLAIMED_SHUFFLES, "claimed_shuffles") {
        for (i, query) in request.shuffles.iter().enumerate() {
            wanted.extend(read_query(&mut fields, query, table.as_ref(), &format!("shuffles[{i}]")));
        }
    }
    fields.end()?;
    let (Some(seeds), Some(table)) = (seeds, table) else { return Err(Refusal::fields(Vec::new())) };
    let order = |&(deal, index, cards): &(u32, u32, Cards)| pb::engine::ShuffleOrder {
        cards: write_list(&seeds.order(cards, deal, index)),
    };
    Ok(pb::engine::DeriveShufflesResponse {
        seed_commitment: Bytes::copy_from_slice(&seeds.seed.commitment()),
        orders: wanted.iter().map(order).collect(),
        dealer: write_seat(seeds.seat(Purpose::Dealer, table.seats)),
        starter: table.draws_starter.then(|| write_seat(seeds.seat(Purpose::Starter, table.seats))),
    })
}

pub(super) fn verify(request: &pb::engine::VerifyDealsRequest) -> Result<pb::engine::VerifyDealsResponse, Refusal> {
    let mut fields = Fields::default();
    let commitment: Option<[u8; 32]> = fields.bytes(&request.seed_commitment, "seed_commitment");
    let seeds = Seeds::read(&mut fields, &request.seed, &request.client_seed);
    let table = Table::read(&mut fields, request.seats, request.options.as_ref());
    let claims = read_claims(&mut fields, &request.shuffles);
    let draw = request.draw.unwrap_or_default();
    if let Some(table) = &table {
        for (seat, field) in [(draw.dealer, "draw.dealer"), (draw.starter, "draw.starter")] {
            if let Some(seat) = seat.filter(|&seat| seat >= table.seats.into()) {
                fields.fault(field, out_of_range(seat, 0, table.seats - 1));
            }
        }
        if draw.starter.is_some() && !table.draws_starter {
            fields.fault("draw.starter", &messages::NO_STARTER);
        }
    }
    fields.end()?;
    let (Some(commitment), Some(seeds), Some(table)) = (commitment, seeds, table) else {
        return Err(Refusal::fields(Vec::new()));
    };
    let drawn =
        |claim: Option<u32>, purpose| claim.is_none_or(|claim| claim == write_seat(seeds.seat(purpose, table.seats)));
    let commitment_valid = seeds.seed.commitment() == commitment;
    let draw_valid = drawn(draw.dealer, Purpose::Dealer) && drawn(draw.starter, Purpose::Starter);
    let follows = |claim: &Claim| {
        let cards = claim.order.to_cards().filter(|&cards| table.shuffles(cards, claim.index));
        cards.is_some_and(|cards| seeds.order(cards, claim.deal, claim.index) == claim.order)
    };
    let shuffles_valid: Vec<bool> = claims.iter().map(follows).collect();
    Ok(pb::engine::VerifyDealsResponse {
        valid: commitment_valid && draw_valid && shuffles_valid.iter().all(|&valid| valid),
        commitment_valid,
        shuffles_valid,
        draw_valid,
    })
}

/// The seeds of a match that is over.
struct Seeds {
    seed: Seed,
    client_seed: ClientSeed,
}

impl Seeds {
    fn read(fields: &mut Fields, seed: &[u8], client_seed: &[u8]) -> Option<Self> {
        let seed = fields.bytes(seed, "seed").map(Seed::new);
        let client_seed = fields.client_seed(client_seed, 0, "client_seed");
        Some(Self { seed: seed?, client_seed: client_seed? })
    }

    fn order(&self, cards: Cards, deal: u32, index: u32) -> CardList {
        shuffle(cards, &mut RandomStream::new(&self.seed, &self.client_seed, Purpose::Shuffle, deal, index))
    }

    fn seat(&self, purpose: Purpose, seats: u8) -> Seat {
        Shuffles::new(&self.seed, &self.client_seed, &[]).seat(purpose, seats)
    }
}

/// What game, options and number of seats decide.
struct Table {
    seats: u8,
    deck: Cards,
    reshuffles: bool,
    draws_starter: bool,
}

impl Table {
    fn read(fields: &mut Fields, seats: u32, options: Option<&pb::engine::GameOptions>) -> Option<Self> {
        let Some(options) = options.and_then(|options| options.options.as_ref()) else {
            fields.fault("options", messages::missing_choice(&alternatives("")));
            return None;
        };
        for_variant!(options, Chosen, P, options => Self::of::<P>(fields, seats, options))
    }

    fn of<P: WireGame>(fields: &mut Fields, given: u32, options: &P::PbOptions) -> Option<Self> {
        let (fewest, most) = P::SEATS;
        let seats = u8::try_from(given).unwrap_or(u8::MAX).clamp(fewest, most);
        if u32::from(seats) != given {
            fields.fault("seats", out_of_range(given, fewest, most));
        }
        let options = P::read_options(options).and_then(|options| options.check(seats).map(|()| options));
        let options = options.map_err(|faults| fields.faults(&format!("options.{}.", P::NAME), faults)).ok()?;
        let waiting = P::new_match(options, seats, None, None).map_err(|faults| fields.faults("", faults)).ok()?;
        Some(Self {
            seats,
            deck: waiting.cards_to_shuffle(&P::deal_move())?,
            reshuffles: P::RESHUFFLES,
            // A game that draws no starter takes none either.
            draws_starter: P::new_match(options, seats, None, Some(Seat::new(0))).is_ok(),
        })
    }

    /// Whether the shuffle of that index within a deal can have had these cards.
    fn shuffles(&self, cards: Cards, index: u32) -> bool {
        if self.is_whole(index) { cards == self.deck } else { cards.is_subset(self.deck) }
    }

    /// Whether the shuffle of that index within a deal has all cards.
    const fn is_whole(&self, index: u32) -> bool {
        index == 0 || !self.reshuffles
    }
}

/// A shuffle that is asked for: deal, index and cards.
fn read_query(
    fields: &mut Fields,
    query: &pb::engine::ShuffleQuery,
    table: Option<&Table>,
    path: &str,
) -> Option<(u32, u32, Cards)> {
    check_deal(fields, query.deal, path);
    let given = fields.cards(&query.cards, &format!("{path}.cards"))?;
    let table = table?;
    if given.as_slice().is_empty() && !table.is_whole(query.index) {
        fields.fault(format!("{path}.cards"), &messages::NO_CARDS);
        return None;
    }
    let cards = if given.as_slice().is_empty() { Some(table.deck) } else { given.to_cards() };
    let cards = cards.filter(|&cards| table.shuffles(cards, query.index));
    if cards.is_none() {
        fields.fault(format!("{path}.cards"), &messages::NOT_OF_THE_DECK);
    }
    Some((query.deal, query.index, cards?))
}

/// A shuffle that somebody claims.
struct Claim {
    deal: u32,
    index: u32,
    order: CardList,
}

fn read_claims(fields: &mut Fields, claims: &[pb::engine::ClaimedShuffle]) -> Vec<Claim> {
    if !fields.within(claims.len(), MAX_CLAIMED_SHUFFLES, "claimed_shuffles") {
        return Vec::new();
    }
    let mut read = Vec::with_capacity(claims.len());
    for (i, claim) in claims.iter().enumerate() {
        check_deal(fields, claim.deal, &format!("shuffles[{i}]"));
        if claim.cards.is_empty() {
            fields.fault(format!("shuffles[{i}].cards"), &messages::NO_CARDS);
        }
        if let Some(order) = fields.cards(&claim.cards, &format!("shuffles[{i}].cards")) {
            read.push(Claim { deal: claim.deal, index: claim.index, order });
        }
    }
    read
}

fn check_deal(fields: &mut Fields, deal: u32, path: &str) {
    if deal == 0 {
        fields.fault(format!("{path}.deal"), out_of_range(deal, 1, u32::MAX));
    }
}
