use super::event::{self, Event};
use super::groups::Work;
use super::moves::Move;
use super::options::Options;
use super::score::{self, Score};
use super::setup::{Setup, Stage};
use super::value::SEATS;
use super::view::{self, View};
use super::{check, deal, legal, play, text, validate};
use crate::cards::{Card, Cards};
use crate::games::{
    self, Direction, Fault, Listing, Options as _, Outcome, Parsed, Phase, PlayError, Seat, Shuffles, Sink, Standing,
    TextError, Viewer,
};
use std::ops::ControlFlow;

/// A position of Seep that breaks no invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position(Setup);

impl Position {
    /// The position as plain data, without copying it.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.0
    }

    /// [`games::Position::legal_moves`], counting its steps: little more than [`super::WORK_LIMIT`] at most.
    pub fn legal_moves_counted(
        &self,
        card: Option<Card>,
        work: &mut Work,
        give: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> Listing {
        legal::list(&self.0, card, work, give)
    }
}

impl games::Position for Position {
    const NAME: &'static str = "seep";
    const RULES_VERSION: u8 = 1;
    const SEATS: (u8, u8) = (SEATS, SEATS);
    const TEAMS: u8 = 2;
    const DIRECTION: Direction = Direction::CounterClockwise;

    type Options = Options;
    type Setup = Setup;
    type Move = Move;
    type Event = Event;
    type View = View;
    type Score = Score;

    fn new_match(options: Options, seats: u8, dealer: Option<Seat>, starter: Option<Seat>) -> Result<Self, Vec<Fault>> {
        let mut faults = options.check(seats).err().unwrap_or_default();
        if dealer.is_some_and(|dealer| dealer.number() >= SEATS) {
            faults.push(Fault::new("dealer", "no such seat"));
        }
        if starter.is_some() {
            faults.push(Fault::new("starter", "in Seep the seat after the dealer begins (S9)"));
        }
        if faults.is_empty() { Ok(Self(Setup::new(options, dealer))) } else { Err(faults) }
    }

    fn from_setup(setup: Setup) -> Result<Self, Vec<Fault>> {
        let faults = validate::faults(&setup);
        if faults.is_empty() { Ok(Self(setup)) } else { Err(faults) }
    }

    fn to_setup(&self) -> Setup {
        self.0
    }

    fn options(&self) -> &Options {
        &self.0.options
    }

    fn seats(&self) -> u8 {
        SEATS
    }

    fn deal_number(&self) -> u32 {
        self.0.deal_number
    }

    fn dealer(&self) -> Option<Seat> {
        self.0.dealer
    }

    fn deal_move() -> Move {
        Move::Deal
    }

    fn phase(&self) -> Phase {
        self.0.phase()
    }

    fn turn(&self) -> Option<Seat> {
        self.0.turn()
    }

    fn cards_to_shuffle(&self, mv: &Move) -> Option<Cards> {
        (*mv == Move::Deal && self.0.stage == Stage::Deal).then(deal::deck)
    }

    fn legal_moves(&self, card: Option<Card>, give: &mut impl FnMut(Move) -> ControlFlow<()>) -> Listing {
        self.legal_moves_counted(card, &mut Work::default(), give)
    }

    fn check_phase(&self, mv: &Move) -> Result<(), PlayError> {
        check::check_phase(self.0.stage, mv)
    }

    fn check_move(&self, mv: &Move) -> Result<Move, PlayError> {
        check::check_move(&self.0, mv)
    }

    fn make(
        &mut self,
        mv: &Move,
        shuffles: &mut Shuffles<'_>,
        events: &mut impl Sink<Event>,
    ) -> Result<Outcome, PlayError> {
        play::make(&mut self.0, mv, shuffles, events)
    }

    fn parse_move(text: &str) -> Result<Parsed<Move>, TextError> {
        text::parse(text)
    }

    fn fits(parsed: &Move, legal: &Move) -> bool {
        text::fits(parsed, legal)
    }

    fn standing(&self) -> Standing {
        score::standing(&self.0)
    }

    fn score(&self) -> Score {
        score::score(&self.0)
    }

    fn view(&self, viewer: Viewer) -> View {
        view::view(&self.0, viewer)
    }

    fn seen(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(event::seen(event, viewer))
    }
}
