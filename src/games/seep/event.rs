use super::house::HouseView;
use super::messages;
use super::record::SweepKind;
use super::score::DealScore;
use super::score::TeamScore;
use super::value::{HouseValue, Team};
use crate::cards::{Card, CardSet, Cards};
use crate::games::{Message, Seat, Viewer};

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
        /// Number of cards cut, 0..=51; 0 if nobody cut (S8).
        cut: u8,
    },
    /// The ten of diamonds or the nine of spades is on the floor; all cards are thrown in and dealt again (S63).
    FloorThrownIn,
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
    /// The rest is dealt (S17); to two players, half of the deck at a time (S62).
    RestDealt {
        /// The cards that each seat gets.
        hands: Vec<Option<CardSet>>,
        /// Number of cards that each seat gets.
        counts: Vec<u8>,
        /// Number of cards left in the stock: 24 in the first half of a deal of two players, else 0.
        stock_count: u8,
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
        /// The seats that have won: two partners, or one of two players.
        winners: Vec<Seat>,
    },
}

/// Returns the event as this viewer may know it (G7).
pub(super) fn seen(event: &Event, viewer: Viewer) -> Event {
    match event {
        Event::Dealt { deal, dealer, bidder, hand, floor, cut } => Event::Dealt {
            cut: *cut,
            deal: *deal,
            dealer: *dealer,
            bidder: *bidder,
            hand: hand.filter(|_| viewer.knows_hand_of(*bidder)),
            floor: floor.filter(|_| viewer == Viewer::Referee),
        },
        Event::RestDealt { hands, counts, stock_count } => {
            let known = (0..).map(Seat::new).zip(hands).map(|(seat, hand)| hand.filter(|_| viewer.knows_hand_of(seat)));
            Event::RestDealt { hands: known.collect(), counts: counts.clone(), stock_count: *stock_count }
        }
        Event::ThrownIn { .. }
        | Event::FloorThrownIn
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

/// Returns the event as a sentence. The parameters are part of what every viewer of the event knows: hands that are dealt
/// are in none of them.
pub(super) fn message(event: &Event) -> Message {
    let by = |spec, seat: Seat, card: Card| Message::new(spec).with("seat", seat).with("card", card);
    let in_house = |message: Message, house: &HouseView| {
        message.with("house", house.value.get()).with("cards", Cards::from(house.cards))
    };
    match event {
        Event::Dealt { deal, dealer, bidder, cut, .. } => {
            let spec = if *cut == 0 { &messages::EVENT_DEALT } else { &messages::EVENT_DEALT_AFTER_CUT };
            let dealt = Message::new(spec).with("deal", *deal).with("dealer", *dealer).with("bidder", *bidder);
            if *cut == 0 { dealt } else { dealt.with("cut", *cut) }
        }
        Event::FloorThrownIn => Message::new(&messages::EVENT_FLOOR_THROWN_IN),
        Event::ThrownIn { seat, hand } => {
            Message::new(&messages::EVENT_THROWN_IN).with("seat", *seat).with("cards", Cards::from(*hand))
        }
        Event::BidMade { seat, value } => {
            Message::new(&messages::EVENT_BID_MADE).with("seat", *seat).with("bid", value.get())
        }
        Event::FloorTurned { floor } => Message::new(&messages::EVENT_FLOOR_TURNED).with("cards", Cards::from(*floor)),
        Event::RestDealt { stock_count: 0, .. } => Message::new(&messages::EVENT_REST_DEALT),
        Event::RestDealt { stock_count, .. } => {
            Message::new(&messages::EVENT_FIRST_HALF_DEALT).with("stock", *stock_count)
        }
        Event::Captured { seat, card, loose, house } => match house {
            None => by(&messages::EVENT_CAPTURED, *seat, *card).with("cards", Cards::from(*loose)),
            Some(house) if loose.is_empty() => {
                by(&messages::EVENT_CAPTURED_HOUSE, *seat, *card).with("house", house.value.get())
            }
            Some(house) => by(&messages::EVENT_CAPTURED_BOTH, *seat, *card)
                .with("cards", Cards::from(*loose))
                .with("house", house.value.get()),
        },
        Event::Swept { seat, kind, points, .. } => match kind {
            SweepKind::Opening => {
                Message::new(&messages::EVENT_SWEPT_OPENING).with("seat", *seat).with("points", *points)
            }
            SweepKind::Ordinary => Message::new(&messages::EVENT_SWEPT).with("seat", *seat).with("points", *points),
            SweepKind::Last => Message::new(&messages::EVENT_SWEPT_LAST).with("seat", *seat),
        },
        Event::Built { seat, card, house, .. } => {
            let spec = if house.cemented { &messages::EVENT_BUILT_CEMENTED } else { &messages::EVENT_BUILT };
            in_house(by(spec, *seat, *card), house)
        }
        Event::Added { seat, card, house, .. } => in_house(by(&messages::EVENT_ADDED, *seat, *card), house),
        Event::Broken { seat, card, broken, house, merged, .. } => {
            let spec = if *merged { &messages::EVENT_BROKEN_MERGED } else { &messages::EVENT_BROKEN };
            in_house(by(spec, *seat, *card).with("from", broken.value.get()), house)
        }
        Event::Thrown { seat, card } => by(&messages::EVENT_THROWN, *seat, *card),
        Event::LastCards { team: Some(team), cards } => {
            Message::new(&messages::EVENT_LAST_CARDS).with("cards", Cards::from(*cards)).with("team", team.number())
        }
        Event::LastCards { team: None, cards } => {
            Message::new(&messages::EVENT_LAST_CARDS_TO_NOBODY).with("cards", Cards::from(*cards))
        }
        Event::DealEnded { score, .. } => Message::new(&messages::EVENT_DEAL_ENDED)
            .with("deal", score.deal)
            .with("even", score.totals[0])
            .with("odd", score.totals[1]),
        Event::MatchEnded { winners } => Message::new(&messages::EVENT_MATCH_ENDED).with("winners", winners.clone()),
    }
}
