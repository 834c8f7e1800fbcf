use super::event::{self, Event};
use super::groups::Work;
use super::house::House;
use super::moves::Move;
use super::options::Options;
use super::score::{self, Score, ScoreLine, next_dealer};
use super::setup::{Setup, Stage};
use super::value::{HouseValue, PLAYS, seat_after};
use super::view::{self, View};
use super::{check, faults, legal, messages, play, text};
use crate::cards::{Card, CardSet, Cards};
use crate::games::{
    self, Direction, Fault, Listing, Message, Options as _, Outcome, Parsed, Phase, PlayError, Seat, Shuffles, Sink,
    Standing, TextError, Viewer,
};
use std::ops::ControlFlow;

/// The cards of a deal: one deck.
pub(super) const fn deck() -> Cards {
    Cards::decks(1, 0)
}

/// A valid position of Seep: a match before its first deal, a setup without faults, or what a legal move made of one.
///
/// What all games have in common is in [`games::Position`]; the methods here are Seep's own.
///
/// A new match, its first deal, a bid, and the legal moves of the opening:
///
/// ```
/// use std::ops::ControlFlow;
/// use taash::cards::{ClientSeed, Seed};
/// use taash::games::seep::{Move, Options, Position};
/// use taash::games::{Phase, Position as _, Seat, Shuffles};
///
/// let mut position = Position::new_match(Options::CLASSIC, 4, Some(Seat::new(3)), None).unwrap();
/// let seed = Seed::new([1; 32]);
/// let mut shuffles = Shuffles::new(&seed, &ClientSeed::NONE, &[]);
/// position.play(None, &Move::Deal, &mut shuffles, &mut ()).unwrap();
/// assert_eq!((position.phase(), position.turn()), (Phase::Bid, Some(Seat::new(0))));
///
/// let bid = Position::parse_move("bid 13").unwrap().literal;
/// position.play(Some(Seat::new(0)), &bid, &mut shuffles, &mut ()).unwrap();
/// assert_eq!(position.phase(), Phase::Opening);
///
/// let mut moves = Vec::new();
/// let _ = position.legal_moves(None, &mut |mv| {
///     moves.push(mv.to_string());
///     ControlFlow::Continue(())
/// });
/// assert_eq!(moves, ["capture KC: KD", "build 13 with 9D: 4S KD"]);
/// ```
///
/// A refused move names the rule that it breaks, and leaves the position as it is:
///
/// ```
/// # use taash::cards::{ClientSeed, Seed};
/// # use taash::games::seep::{Move, Options, Position};
/// # use taash::games::{Position as _, Rule, Seat, Shuffles};
/// # let mut position = Position::new_match(Options::CLASSIC, 4, Some(Seat::new(3)), None).unwrap();
/// # let seed = Seed::new([1; 32]);
/// # let mut shuffles = Shuffles::new(&seed, &ClientSeed::NONE, &[]);
/// # position.play(None, &Move::Deal, &mut shuffles, &mut ()).unwrap();
/// let bid = Position::parse_move("bid 11").unwrap().literal;
/// let refusal = position.play(None, &bid, &mut shuffles, &mut ()).unwrap_err();
/// assert_eq!((refusal.rule, refusal.house), (Rule::S(10), Some(11)), "there is no jack in the hand");
/// assert_eq!(position.bid(), None);
/// ```
///
/// A position as plain data, and back:
///
/// ```
/// use taash::games::seep::{Options, Position};
/// use taash::games::Position as _;
///
/// let position = Position::new_match(Options::CASUAL, 4, None, None).unwrap();
/// assert_eq!(Position::from_setup(position.to_setup()), Ok(position));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) setup: Setup,
}

impl Position {
    /// The house of that value, [`House::NONE`] if there is none.
    #[must_use]
    pub const fn house(&self, value: HouseValue) -> House {
        self.setup.houses[value.index()]
    }

    /// The houses on the floor, in ascending order of their values (S24).
    ///
    /// ```
    /// # use taash::cards::{ClientSeed, Seed};
    /// # use taash::games::seep::{Options, Position};
    /// # use taash::games::{Position as _, Seat, Shuffles};
    /// # let mut position = Position::new_match(Options::CLASSIC, 4, Some(Seat::new(3)), None).unwrap();
    /// # let seed = Seed::new([1; 32]);
    /// # let mut shuffles = Shuffles::new(&seed, &ClientSeed::NONE, &[]);
    /// for text in ["deal", "bid 13", "build 13 with 9D: 4S KD"] {
    ///     let mv = Position::parse_move(text).unwrap().literal;
    ///     position.play(None, &mv, &mut shuffles, &mut ()).unwrap();
    /// }
    /// let (value, house) = position.standing_houses().next().unwrap();
    /// assert_eq!((value.get(), house.cards.to_string().as_str()), (13, "4S 9D KD"));
    /// assert!(house.is_cemented(value) && house.owners.contains(Seat::new(0)));
    /// ```
    pub fn standing_houses(&self) -> impl Iterator<Item = (HouseValue, House)> {
        HouseValue::ALL.into_iter().zip(self.setup.houses).filter(|(_, house)| house.stands())
    }

    /// The bidder of the current or last deal (S9), `None` before the first deal.
    #[must_use]
    pub fn bidder(&self) -> Option<Seat> {
        self.setup.dealer.filter(|_| self.setup.deal_number > 0).map(|dealer| dealer.next(self.setup.options.seats()))
    }

    /// The value bid in the current deal (S10), `None` before the bid and between deals.
    #[must_use]
    pub const fn bid(&self) -> Option<HouseValue> {
        match self.setup.stage {
            Stage::Opening { bid } | Stage::Turn { bid } => Some(bid),
            Stage::DealDue | Stage::Bid | Stage::Over => None,
        }
    }

    /// The value bid that the play due is bound to: in the opening (S13), `None` otherwise.
    pub(super) const fn due_bid(&self) -> Option<HouseValue> {
        match self.setup.stage {
            Stage::Opening { bid } => Some(bid),
            Stage::Turn { .. } | Stage::DealDue | Stage::Bid | Stage::Over => None,
        }
    }

    /// Number of cards played in the current deal, 0..=47 (S19); 0 between deals.
    #[must_use]
    pub fn plays(&self) -> u8 {
        match self.setup.stage {
            Stage::Turn { .. } => {
                let in_hands = self.setup.hands.iter().map(|hand| hand.len()).sum::<u8>();
                PLAYS
                    - in_hands
                    - u8::try_from(self.setup.stock.len()).expect("two players leave 24 cards in the stock")
            }
            Stage::DealDue | Stage::Bid | Stage::Opening { .. } | Stage::Over => 0,
        }
    }

    /// Lists like [`games::Position::legal_moves`], and adds the steps of the search to `work`: at most
    /// [`WORK_LIMIT`](super::WORK_LIMIT), and the few that find out whether the last set of cards splits into groups.
    pub fn legal_moves_counted(
        &self,
        card: Option<Card>,
        work: &mut Work,
        give: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> Listing {
        legal::legal_moves(self, card, work, give)
    }

    pub(super) const fn hand(&self, seat: Seat) -> CardSet {
        self.setup.hands[seat.index()]
    }

    /// Whether there is neither a loose card nor a house (S52).
    pub(super) fn floor_is_empty(&self) -> bool {
        self.setup.floor.is_empty() && self.standing_houses().next().is_none()
    }

    /// Whether no deal is in progress.
    pub(super) const fn is_between_deals(&self) -> bool {
        matches!(self.setup.stage, Stage::DealDue | Stage::Over)
    }

    /// Number of finished deals.
    pub(super) const fn finished_deals(&self) -> u32 {
        if self.is_between_deals() { self.setup.deal_number } else { self.setup.deal_number - 1 }
    }
}

impl games::Position for Position {
    const NAME: &'static str = "seep";
    const RULES_VERSION: u8 = 1;
    const RULES: &'static str = include_str!("RULES.md");
    const RESHUFFLES: bool = false;
    const CATALOGUE: games::Catalogue = messages::CATALOGUE;
    const TEAMS: u8 = 2;
    const MAX_CUT: u8 = Shuffles::MAX_CUT;
    const DIRECTION: Direction = Direction::CounterClockwise;

    type Options = Options;
    type Setup = Setup;
    type Move = Move;
    type Event = Event;
    type View = View;
    type Score = Score;

    fn new_match(options: Options, seats: u8, dealer: Option<Seat>, starter: Option<Seat>) -> Result<Self, Vec<Fault>> {
        let mut faults = options.check(seats).err().unwrap_or_default();
        if dealer.is_some_and(|dealer| dealer.number() >= options.seats()) {
            faults.push(Fault::new("dealer", faults::no_such_seat(options.seats())));
        }
        if starter.is_some() {
            faults.push(Fault::new("starter", &messages::NO_STARTER));
        }
        if faults.is_empty() { Ok(Self { setup: Setup::new(options, dealer) }) } else { Err(faults) }
    }

    fn from_setup(setup: Setup) -> Result<Self, Vec<Fault>> {
        let faults = faults::faults(&setup);
        if faults.is_empty() { Ok(Self { setup }) } else { Err(faults) }
    }

    fn to_setup(&self) -> Setup {
        self.setup
    }

    fn options(&self) -> &Options {
        &self.setup.options
    }

    fn seats(&self) -> u8 {
        self.setup.options.seats()
    }

    fn deal_number(&self) -> u32 {
        self.setup.deal_number
    }

    fn dealer(&self) -> Option<Seat> {
        self.setup.dealer
    }

    fn deal_move() -> Move {
        Move::Deal
    }

    fn phase(&self) -> Phase {
        match self.setup.stage {
            Stage::DealDue => Phase::Deal,
            Stage::Bid => Phase::Bid,
            Stage::Opening { .. } => Phase::Opening,
            Stage::Turn { .. } => Phase::Turn,
            Stage::Over => Phase::Over,
        }
    }

    fn turn(&self) -> Option<Seat> {
        match self.setup.stage {
            Stage::DealDue => match (self.setup.dealer, &self.setup.last_deal) {
                (Some(dealer), Some(record)) => Some(next_dealer(&self.setup.options, dealer, record)),
                (dealer, _) => dealer,
            },
            Stage::Bid | Stage::Opening { .. } => self.bidder(),
            Stage::Turn { .. } => {
                self.bidder().map(|bidder| seat_after(bidder, self.plays(), self.setup.options.seats()))
            }
            Stage::Over => None,
        }
    }

    fn cards_to_shuffle(&self, mv: &Move) -> Option<Cards> {
        (*mv == Move::Deal && self.setup.stage == Stage::DealDue).then(deck)
    }

    fn legal_moves(&self, card: Option<Card>, give: &mut impl FnMut(Move) -> ControlFlow<()>) -> Listing {
        self.legal_moves_counted(card, &mut Work::default(), give)
    }

    fn check_phase(&self, mv: &Move) -> Result<(), PlayError> {
        check::check_phase(self.setup.stage, mv)
    }

    fn check_move(&self, mv: &Move) -> Result<Move, PlayError> {
        check::check_move(self, mv)
    }

    fn make(
        &mut self,
        mv: &Move,
        shuffles: &mut Shuffles<'_>,
        events: &mut impl Sink<Event>,
    ) -> Result<Outcome, PlayError> {
        play::make(self, mv, shuffles, events)
    }

    fn parse_move(text: &str) -> Result<Parsed<Move>, TextError> {
        text::parse_move(text)
    }

    fn fits(parsed: &Move, legal: &Move) -> bool {
        text::fits(parsed, legal)
    }

    fn standing(&self) -> Standing {
        score::standing(self)
    }

    fn score(&self) -> Score {
        score::score(self)
    }

    fn view(&self, viewer: Viewer) -> View {
        view::view(self, viewer)
    }

    fn seen(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(event::seen(event, viewer))
    }

    fn score_messages(score: &Score) -> Vec<Message> {
        score.last_deal.iter().flat_map(|deal| &deal.lines).map(ScoreLine::message).collect()
    }

    fn event_message(event: &Event) -> Message {
        event::message(event)
    }
}
