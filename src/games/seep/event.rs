use super::house::HouseView;
use super::record::{DealScore, SweepKind};
use super::score::TeamScore;
use super::value::{HouseValue, Team};
use crate::cards::{Card, CardSet};
use crate::games::{Seat, Viewer};

/// Something that happened in a move.
///
/// [`Position::seen`](crate::games::Position::seen) leaves out what a viewer may not know: hands, and a floor that is
/// face down, are `None` then.
///
/// ```
/// # use taash::cards::{ClientSeed, Seed};
/// # use taash::games::seep::{Event, Move, Options, Position};
/// # use taash::games::{Position as _, Seat, Shuffles, Viewer};
/// # let mut position = Position::new_match(Options::CLASSIC, 4, Some(Seat::new(3)), None).unwrap();
/// # let seed = Seed::new([1; 32]);
/// # let mut shuffles = Shuffles::new(&seed, &ClientSeed::NONE, &[]);
/// let mut events = Vec::new();
/// position.play(None, &Move::Deal, &mut shuffles, &mut events).unwrap();
///
/// let shows_hand = |viewer| matches!(Position::seen(&events[0], viewer), Some(Event::Dealt { hand: Some(_), .. }));
/// assert!(shows_hand(Viewer::Seat(Seat::new(0))), "the bidder's own hand");
/// assert!(!shows_hand(Viewer::Seat(Seat::new(1))) && !shows_hand(Viewer::Spectator));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A deal begins: four cards for the bidder, four face down on the floor (S9).
    Dealt {
        /// The number of the deal, from 1.
        deal: u32,
        /// The dealer.
        dealer: Seat,
        /// Who bids and plays first: the seat after the dealer.
        bidder: Seat,
        /// The bidder's four cards.
        hand: Option<CardSet>,
        /// The four cards on the floor.
        floor: Option<CardSet>,
    },
    /// The bidder cannot bid and shows the hand; all cards are thrown in and dealt again (S11).
    ThrownIn {
        /// The bidder.
        seat: Seat,
        /// The hand shown.
        hand: CardSet,
    },
    /// A value is bid (S10).
    BidMade {
        /// The bidder.
        seat: Seat,
        /// The value.
        value: HouseValue,
    },
    /// The floor is turned up (S12).
    FloorTurned {
        /// Its cards.
        floor: CardSet,
    },
    /// The rest is dealt (S17).
    RestDealt {
        /// The cards that each seat gets.
        hands: [Option<CardSet>; 4],
        /// Number of cards that each seat gets.
        counts: [u8; 4],
    },
    /// A card captures (S30).
    Captured {
        /// Who plays.
        seat: Seat,
        /// The card played.
        card: Card,
        /// The loose cards taken.
        loose: CardSet,
        /// The house taken, as it was.
        house: Option<HouseView>,
    },
    /// The capture has left neither a loose card nor a house (S52).
    Swept {
        /// Who plays.
        seat: Seat,
        /// The team for which the sweep counts.
        team: Team,
        /// When in the deal it was made.
        kind: SweepKind,
        /// The points that it is worth (S53).
        points: i32,
    },
    /// A house is built (S26).
    Built {
        /// Who plays; the only owner.
        seat: Seat,
        /// The card played.
        card: Card,
        /// The loose cards that are in it now, including those absorbed.
        loose: CardSet,
        /// Those of them that joined automatically (S29).
        absorbed: CardSet,
        /// The house.
        house: HouseView,
    },
    /// Cards are added to a house, which is cemented from then on (S41, S42).
    Added {
        /// Who plays.
        seat: Seat,
        /// The card played.
        card: Card,
        /// The loose cards added, including those absorbed.
        loose: CardSet,
        /// Those of them that joined automatically (S29).
        absorbed: CardSet,
        /// The house after it, with its owners (S44 to S46).
        house: HouseView,
    },
    /// A house is broken (S35).
    Broken {
        /// Who plays.
        seat: Seat,
        /// The card played.
        card: Card,
        /// The loose cards that joined, including those absorbed.
        loose: CardSet,
        /// Those of them that joined automatically (S29).
        absorbed: CardSet,
        /// The house before; the duty of its owner has ended (S37).
        broken: HouseView,
        /// The house after it, with its owners (S37, S39).
        house: HouseView,
        /// Whether it merged with a house of the new value (S38).
        merged: bool,
    },
    /// A card is thrown (S21).
    Thrown {
        /// Who plays.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// The loose cards left at the end of the deal go to the team that captured last (S54).
    LastCards {
        /// The team; `None` if nobody captured.
        team: Option<Team>,
        /// The cards.
        cards: CardSet,
    },
    /// The deal is over and scored; the piles are shown (S25, S55).
    DealEnded {
        /// The score of the deal.
        score: DealScore,
        /// The captured cards of each team.
        piles: [CardSet; 2],
        /// The standing of each team after it.
        teams: [TeamScore; 2],
    },
    /// The match is over (S58).
    MatchEnded {
        /// The two seats that have won.
        winners: [Seat; 2],
    },
}

/// Returns the event as this viewer may know it (G7).
pub(super) fn seen(event: &Event, viewer: Viewer) -> Event {
    match event {
        Event::Dealt { deal, dealer, bidder, hand, floor } => Event::Dealt {
            deal: *deal,
            dealer: *dealer,
            bidder: *bidder,
            hand: hand.filter(|_| viewer.knows_hand_of(*bidder)),
            floor: floor.filter(|_| viewer == Viewer::Referee),
        },
        Event::RestDealt { hands, counts } => {
            let mut known = [None; 4];
            for seat in Seat::all(super::value::SEATS).filter(|&seat| viewer.knows_hand_of(seat)) {
                known[seat.index()] = hands[seat.index()];
            }
            Event::RestDealt { hands: known, counts: *counts }
        }
        Event::ThrownIn { .. }
        | Event::BidMade { .. }
        | Event::FloorTurned { .. }
        | Event::Captured { .. }
        | Event::Swept { .. }
        | Event::Built { .. }
        | Event::Added { .. }
        | Event::Broken { .. }
        | Event::Thrown { .. }
        | Event::LastCards { .. }
        | Event::DealEnded { .. }
        | Event::MatchEnded { .. } => event.clone(),
    }
}
