use super::house::House;
use super::options::Options;
use super::record::{DealRecord, Sweeps, next_dealer};
use super::value::{HouseValue, PLAYS, SEATS};
use crate::cards::{Card, CardList, CardSet};
use crate::games::{self, Seat};

/// What the match waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Stage {
    /// The next deal. The table stays as it was at the end of the last one.
    #[default]
    Deal,
    /// The bid (S10); the floor is face down.
    Bid,
    /// The bidder's first play (S13).
    Opening {
        /// The value bid.
        bid: HouseValue,
    },
    /// An ordinary turn (S20).
    Turn {
        /// The value bid at the beginning of the deal.
        bid: HouseValue,
    },
    /// Nothing: the match is over.
    Over,
}

/// What the last play captured (S25).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastCapture {
    /// The card played.
    pub card: Card,
    /// The cards it took, without the card played.
    pub cards: CardSet,
}

/// A position as plain data, valid or not. Whose turn it is follows from the number of cards in the hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The options of the match.
    pub options: Options,
    /// What the match waits for.
    pub stage: Stage,
    /// The number of the deal that is going on or has just ended, 0 before the first.
    pub deal_number: u32,
    /// Its dealer; before the first deal who will deal it, `None` if that is to be drawn (S5).
    pub dealer: Option<Seat>,
    /// The cards in the hands.
    pub hands: [CardSet; 4],
    /// The cards not dealt yet, the first being the top: 44 before the opening is over, then none (S9, S17).
    pub stock: CardList,
    /// The loose cards on the floor; face down until the bid (S12).
    pub floor: CardSet,
    /// The houses by value, 9 first.
    pub houses: [House; 5],
    /// The captured cards of each team (S34).
    pub piles: [CardSet; 2],
    /// The sweeps of each team in this deal (S52).
    pub sweeps: [Sweeps; 2],
    /// What the last play captured, `None` if it captured nothing (S25).
    pub last_capture: Option<LastCapture>,
    /// Who captured last in this deal (S54).
    pub last_captor: Option<Seat>,
    /// What the last finished deal came to, `None` before the first.
    pub last_deal: Option<DealRecord>,
    /// The running difference after the last finished deal, from the side of seats 0 and 2 (S57).
    pub difference: i32,
    /// The baazis won by each team (S58).
    pub baazis: [u8; 2],
}

impl Setup {
    /// A match before its first deal.
    #[must_use]
    pub const fn new(options: Options, dealer: Option<Seat>) -> Self {
        Self {
            options,
            stage: Stage::Deal,
            deal_number: 0,
            dealer,
            hands: [CardSet::EMPTY; 4],
            stock: CardList::EMPTY,
            floor: CardSet::EMPTY,
            houses: [House::NONE; 5],
            piles: [CardSet::EMPTY; 2],
            sweeps: [Sweeps::NONE; 2],
            last_capture: None,
            last_captor: None,
            last_deal: None,
            difference: 0,
            baazis: [0; 2],
        }
    }

    /// The house of that value.
    #[must_use]
    pub const fn house(&self, value: HouseValue) -> House {
        self.houses[value.index()]
    }

    /// The houses that stand, by value.
    pub fn standing_houses(&self) -> impl Iterator<Item = (HouseValue, House)> {
        HouseValue::ALL.into_iter().zip(self.houses).filter(|(_, house)| house.stands())
    }

    /// The bidder of the deal that is going on or has just ended (S9).
    #[must_use]
    pub fn bidder(&self) -> Option<Seat> {
        if self.deal_number == 0 { None } else { self.seated_dealer().map(|dealer| dealer.next(SEATS)) }
    }

    /// The dealer, if it is a seat of this game.
    fn seated_dealer(&self) -> Option<Seat> {
        self.dealer.filter(|dealer| dealer.number() < SEATS)
    }

    /// The value bid in the deal that is going on.
    #[must_use]
    pub const fn bid(&self) -> Option<HouseValue> {
        match self.stage {
            Stage::Opening { bid } | Stage::Turn { bid } => Some(bid),
            Stage::Deal | Stage::Bid | Stage::Over => None,
        }
    }

    /// How many cards have been played in the deal that is going on (S19).
    #[must_use]
    pub fn plays(&self) -> u8 {
        match self.stage {
            Stage::Turn { .. } => {
                PLAYS.saturating_sub(self.hands.iter().fold(0, |n: u8, hand| n.saturating_add(hand.len())))
            }
            Stage::Deal | Stage::Bid | Stage::Opening { .. } | Stage::Over => 0,
        }
    }

    /// How many deals have been finished.
    #[must_use]
    pub const fn finished_deals(&self) -> u32 {
        match self.stage {
            Stage::Deal | Stage::Over => self.deal_number,
            Stage::Bid | Stage::Opening { .. } | Stage::Turn { .. } => self.deal_number.saturating_sub(1),
        }
    }

    /// Whose move it is; `None` when the match is over and when the first dealer is to be drawn.
    #[must_use]
    pub fn turn(&self) -> Option<Seat> {
        match self.stage {
            Stage::Deal => match (self.seated_dealer(), &self.last_deal) {
                (Some(dealer), Some(record)) => Some(next_dealer(&self.options, dealer, record)),
                (dealer, _) => dealer,
            },
            Stage::Bid | Stage::Opening { .. } => self.bidder(),
            Stage::Turn { .. } => {
                self.bidder().map(|bidder| Seat::new((bidder.number() + self.plays() % SEATS) % SEATS))
            }
            Stage::Over => None,
        }
    }

    /// The stage in the terms that all games share.
    #[must_use]
    pub const fn phase(&self) -> games::Phase {
        match self.stage {
            Stage::Deal => games::Phase::Deal,
            Stage::Bid => games::Phase::Bid,
            Stage::Opening { .. } => games::Phase::Opening,
            Stage::Turn { .. } => games::Phase::Turn,
            Stage::Over => games::Phase::Over,
        }
    }
}
