//! The listing of legal moves: exactly what the judge accepts, in the order of [`Move`], each once.
//!
//! A search goes through the sets of loose cards that can be taken or used, rank by rank from the king down. It only
//! follows branches in which the sum can still become a multiple of the house's value. Where no group of the value may
//! be left behind, as in every capture, it drops a branch as soon as one is.

use super::check::Mover;
use super::groups::{Sums, Work, splits};
use super::moves::Move;
use super::options::{AbsorbSums, Capture, Throws};
use super::position::Position;
use super::setup::Stage;
use super::value::HouseValue;
use crate::cards::{Card, CardSet, Rank};
use crate::games::Listing;
use std::ops::ControlFlow;

/// Maximum number of search steps of one listing, which ends with [`Listing::Cut`] if it would need more. No known
/// position needs half as many where a capture takes all that it can (S31).
pub const WORK_LIMIT: u32 = 500_000;

/// What is called with each move.
type Receiver<'a> = &'a mut dyn FnMut(Move) -> ControlFlow<()>;

/// Calls `give` with each legal move, or with each that plays the card `filter`, and counts the steps.
pub(super) fn legal_moves(position: &Position, filter: Option<Card>, work: &mut Work, give: Receiver<'_>) -> Listing {
    let flow = match position.setup.stage {
        Stage::DealDue if filter.is_none() => give(Move::Deal),
        Stage::Bid if filter.is_none() => bids(Mover::of(position).hand(), give),
        Stage::DealDue | Stage::Bid | Stage::Over => ControlFlow::Continue(()),
        Stage::Opening { bid } => Plays::new(Mover::of(position), Some(bid), filter, work).list(give),
        Stage::Turn { .. } => Plays::new(Mover::of(position), None, filter, work).list(give),
    };
    if flow.is_break() { Listing::Cut } else { Listing::Complete }
}

/// S10.
fn bids(hand: CardSet, give: Receiver<'_>) -> ControlFlow<()> {
    HouseValue::ALL
        .into_iter()
        .filter(|value| !hand.intersection(value.keys()).is_empty())
        .try_for_each(|value| give(Move::Bid { value }))
}

/// The plays of one turn.
struct Plays<'a> {
    mover: Mover<'a>,
    /// In the opening, the value bid, to which the play is bound (S13).
    bid: Option<HouseValue>,
    /// The cards of the hand, or the one that the caller asked for.
    cards: CardSet,
    /// Those of `cards` that may do more than capture (S49).
    free: CardSet,
    /// The sums that some of the loose cards have.
    sums: Sums,
    work: &'a mut Work,
}

impl<'a> Plays<'a> {
    fn new(mover: Mover<'a>, bid: Option<HouseValue>, filter: Option<Card>, work: &'a mut Work) -> Self {
        let cards = mover.hand().intersection(filter.map_or(CardSet::DECK, CardSet::of));
        let free = cards.difference(mover.bound_cards());
        Self { mover, bid, cards, free, sums: Sums::of(mover.floor()), work }
    }

    fn list(&mut self, give: Receiver<'_>) -> ControlFlow<()> {
        self.captures(give)?;
        self.builds(give)?;
        if self.bid.is_none() {
            self.adds(give)?;
            self.breaks(give)?;
        }
        self.throws(give)
    }

    /// Those of the cards that may capture or be thrown: in the opening, those of the value bid (S13).
    fn matching(&self, cards: CardSet) -> CardSet {
        self.bid.map_or(cards, |bid| cards.intersection(bid.keys()))
    }

    /// A search for the sets of loose cards that split into groups of a value.
    fn search(&mut self, value: u8, played: CardSet, leave_none: bool) -> Search<'_> {
        Search::new(self.mover.floor(), value, played, leave_none, self.work)
    }

    fn leaves_none(&self) -> bool {
        self.mover.position.setup.options.absorb_sums == AbsorbSums::Mandatory
    }

    /// S61: each set of loose cards that splits into groups, without and with the house.
    fn chosen_captures(&mut self, card: Card, house: bool, give: Receiver<'_>) -> ControlFlow<()> {
        let (value, floor) = (card.number(), self.mover.floor());
        let singles = floor.intersection(CardSet::rank(Rank::ALL[usize::from(value - 1)])).bits();
        // The last key of an own house takes the house (S49).
        let house_may_stay = self.free.contains(card);
        let mut taken = 0_u64;
        loop {
            let mut give = |below: CardSet| {
                let loose = below.union(CardSet::from_bits(taken));
                if house_may_stay && !loose.is_empty() {
                    give(Move::Capture { card, loose, house: false })?;
                }
                if house { give(Move::Capture { card, loose, house }) } else { ControlFlow::Continue(()) }
            };
            let below = floor.difference(CardSet::from_bits(singles));
            Search::new(below, value, CardSet::EMPTY, false, self.work).run(&mut give)?;
            if taken == singles {
                return ControlFlow::Continue(());
            }
            // The next greater mask within the loose cards of the value.
            taken = taken.wrapping_sub(singles) & singles;
        }
    }

    /// S30 to S32, S61.
    fn captures(&mut self, give: Receiver<'_>) -> ControlFlow<()> {
        let any = self.mover.position.setup.options.capture == Capture::Any;
        for card in self.matching(self.cards) {
            let value = card.number();
            let house = self.mover.house_of(value).is_some();
            if any && self.sums.contain(value) {
                self.chosen_captures(card, house, give)?;
            } else if self.sums.contain(value) {
                let mut give = |loose| give(Move::Capture { card, loose, house });
                self.search(value, CardSet::EMPTY, true).run(&mut give)?;
            } else if house {
                give(Move::Capture { card, loose: CardSet::EMPTY, house })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// S26 to S29.
    fn builds(&mut self, give: Receiver<'_>) -> ControlFlow<()> {
        for card in self.free {
            for value in HouseValue::ALL {
                if self.bid.is_some_and(|bid| bid != value)
                    || self.mover.position.house(value).stands()
                    || !self.mover.keeps_key(value, card)
                {
                    continue;
                }
                self.with_groups(card, value, &mut |loose| {
                    // The card alone does not make a house (S28).
                    if loose.is_empty() { ControlFlow::Continue(()) } else { give(Move::Build { card, value, loose }) }
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// S41 to S47.
    fn adds(&mut self, give: Receiver<'_>) -> ControlFlow<()> {
        let position = self.mover.position;
        for card in self.free {
            for (value, house) in position.standing_houses() {
                if self.mover.key_rule_for_adding(house).is_some() && !self.mover.keeps_key(value, card) {
                    continue;
                }
                self.with_groups(card, value, &mut |loose| give(Move::Add { card, value, loose }))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls `give` with each set of loose cards that splits into groups of the value together with the card.
    fn with_groups(
        &mut self,
        card: Card,
        value: HouseValue,
        give: &mut dyn FnMut(CardSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (number, value) = (card.number(), value.get());
        if number > value || !self.sums.contain(value - number) {
            return ControlFlow::Continue(());
        }
        let played = if number == value { CardSet::EMPTY } else { CardSet::of(card) };
        let leave_none = self.leaves_none();
        self.search(value, played, leave_none).run(give)
    }

    /// S35 to S40.
    fn breaks(&mut self, give: Receiver<'_>) -> ControlFlow<()> {
        let position = self.mover.position;
        for card in self.free {
            for (value, house) in position.standing_houses() {
                let Some(raised) = value.raised_by(card) else { continue };
                if house.owners.contains(self.mover.seat)
                    || house.is_cemented(value)
                    || !self.mover.keeps_key(raised, card)
                {
                    continue;
                }
                let leave_none = self.leaves_none();
                self.search(raised.get(), CardSet::EMPTY, leave_none)
                    .run(&mut |loose| give(Move::Break { card, value, loose }))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// S21, S60.
    fn throws(&self, give: Receiver<'_>) -> ControlFlow<()> {
        let last_resort = self.mover.position.setup.options.throws == Throws::LastResort;
        self.matching(self.free)
            .iter()
            .filter(|card| !self.mover.can_capture(card.number()))
            .filter(|&card| !(last_resort && self.mover.goes_into_a_house(card)))
            .try_for_each(|card| give(Move::Throw { card }))
    }
}

/// A search for the sets of loose cards that split into groups of a value, with the card played in one of the groups if
/// the move is a build or an addition. Every loose card of the value itself is in each of them (S29, S31).
struct Search<'a> {
    value: u8,
    /// The loose cards below the value, each of which may be chosen or not, as bits.
    choice: u64,
    /// The loose cards of the value, which are always chosen.
    singles: CardSet,
    /// The card played, if it is part of a group; empty if it is not, or is a group by itself.
    played: CardSet,
    /// Whether no group of the value may be left on the floor.
    leave_none: bool,
    /// Bit s of `sums[r]` is set if some of the cards of the ranks up to `r` sum to s modulo the value.
    sums: [u16; 13],
    /// `most_missing[r]`: the most that `Path::missing` may be when all cards of rank `r` and above have been decided.
    most_missing: [i16; 13],
    /// How many sets have been found.
    given: u32,
    work: &'a mut Work,
}

/// The choices made from the highest rank down to some rank.
#[derive(Clone, Copy)]
struct Path {
    /// The cards chosen.
    chosen: u64,
    /// Their sum, including the card played, modulo the value.
    sum: u8,
    /// How much the chosen cards above half the value lack to be whole groups, less the sum of the other chosen cards.
    missing: i16,
    /// The sums that some of the cards not chosen have.
    left: Sums,
}

impl<'a> Search<'a> {
    fn new(floor: CardSet, value: u8, played: CardSet, leave_none: bool, work: &'a mut Work) -> Self {
        let choice = floor.bits() & ((1 << (4 * (value - 1))) - 1);
        let singles = CardSet::from_bits(floor.bits() & 0b1111 << (4 * (value - 1)));
        let (mut sums, mut totals) = ([1; 13], [0; 13]);
        for rank in 1..value {
            let n = ones(nibble(choice, rank));
            let mut reached = sums[usize::from(rank - 1)];
            for _ in 0..n {
                reached |= (reached << rank | reached >> (value - rank)) & ((1 << value) - 1);
            }
            sums[usize::from(rank)] = reached;
            totals[usize::from(rank)] = totals[usize::from(rank - 1)] + i16::from(n * rank);
        }
        let card = played.first().map_or(0, Card::number);
        let mut most_missing = [0; 13];
        for rank in 1..value {
            most_missing[usize::from(rank)] = most_missing_at(rank, value, card, &totals);
        }
        Self { value, choice, singles, played, leave_none, sums, most_missing, given: 0, work }
    }

    /// Calls `give` with the sets in ascending order of their bits.
    fn run(mut self, give: &mut dyn FnMut(CardSet) -> ControlFlow<()>) -> ControlFlow<()> {
        let sum = self.played.first().map_or(0, Card::number);
        let path = Path { chosen: 0, sum, missing: 0, left: Sums::NONE };
        if self.can_end(self.value - 1, sum) {
            self.descend(self.value - 1, path, give)
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Whether some cards of the ranks up to `rank` can bring this sum to a multiple of the value.
    const fn can_end(&self, rank: u8, sum: u8) -> bool {
        let missing = if sum == 0 { 0 } else { self.value - sum };
        self.sums[rank as usize] >> missing & 1 == 1
    }

    /// Chooses among the cards of the ranks up to `rank`.
    fn descend(&mut self, rank: u8, path: Path, give: &mut dyn FnMut(CardSet) -> ControlFlow<()>) -> ControlFlow<()> {
        self.work.step();
        if self.work.units > WORK_LIMIT {
            return ControlFlow::Break(());
        }
        let below = self.choice & ((1 << (4 * rank)) - 1);
        if below == 0 {
            let loose = CardSet::from_bits(path.chosen);
            return if splits(loose.union(self.played), self.value, self.work) {
                self.given += 1;
                give(loose.union(self.singles))
            } else {
                ControlFlow::Continue(())
            };
        }
        let rank = top_rank(below);
        let there = nibble(below, rank);
        let mut taken = 0;
        // Bit n: a choice of n cards of this rank has led to no set, so no other choice of n suits does.
        let mut barren = 0_u8;
        loop {
            let n = ones(taken);
            if barren >> n & 1 == 0 {
                let before = self.given;
                let next = self.choose(path, rank, taken, there);
                if self.is_open(rank, next) {
                    self.descend(rank - 1, next, give)?;
                }
                if self.given == before {
                    barren |= 1 << n;
                }
            }
            if taken == there {
                return ControlFlow::Continue(());
            }
            // The next greater mask within `there`.
            taken = taken.wrapping_sub(there) & there;
        }
    }

    /// Whether the cards below `rank` may complete the groups of the path; `false` only if they cannot.
    const fn is_open(&self, rank: u8, path: Path) -> bool {
        self.can_end(rank - 1, path.sum)
            && path.missing <= self.most_missing[rank as usize]
            && !(self.leave_none && path.left.contain(self.value))
    }

    /// The path with the cards `taken` of a rank chosen, and the others of `there` left.
    fn choose(&self, path: Path, rank: u8, taken: u64, there: u64) -> Path {
        let n = ones(taken);
        let lacks = if is_high(rank, self.value) { self.value - rank } else { 0 };
        let missing = path.missing + i16::from(n) * if lacks > 0 { i16::from(lacks) } else { -i16::from(rank) };
        let mut left = path.left;
        if self.leave_none {
            for _ in n..ones(there) {
                left = left.and(rank);
            }
        }
        let chosen = path.chosen | taken << (4 * (rank - 1));
        Path { chosen, sum: (path.sum + rank * n) % self.value, missing, left }
    }
}

/// Whether two cards of the rank are more than a group of the value can hold.
const fn is_high(rank: u8, value: u8) -> bool {
    2 * rank > value
}

/// The most that the chosen cards from `rank` up may lack: each high card is completed by lower cards, none of which
/// exceeds what it lacks. `totals[r]` is the sum of the cards up to rank `r`; `card` is the number of the card played,
/// or 0.
fn most_missing_at(rank: u8, value: u8, card: u8, totals: &[i16; 13]) -> i16 {
    let played_is_high = is_high(card, value);
    if is_high(rank, value) {
        let filled_up_to = value - rank;
        let played_fills = if card <= filled_up_to { card } else { 0 };
        let played_lacks = if played_is_high && card >= rank { value - card } else { 0 };
        totals[usize::from(filled_up_to)] + i16::from(played_fills) - i16::from(played_lacks)
    } else {
        totals[usize::from(rank - 1)] + if played_is_high { -i16::from(value - card) } else { i16::from(card) }
    }
}

const fn nibble(cards: u64, rank: u8) -> u64 {
    cards >> (4 * (rank - 1)) & 0b1111
}

const fn ones(nibble: u64) -> u8 {
    #[expect(clippy::cast_possible_truncation, reason = "at most 4")]
    let n = nibble.count_ones() as u8;
    n
}

/// The highest rank of some cards.
const fn top_rank(cards: u64) -> u8 {
    #[expect(clippy::cast_possible_truncation, reason = "at most 16")]
    let rank = (67 - cards.leading_zeros()) as u8 / 4;
    rank
}
