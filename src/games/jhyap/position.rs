use super::{Event, Move, Options, Score, Setup, View, faults, legal, text, view};
use crate::cards::{Card, Cards};
use crate::games::{
    self, Direction, Fault, Listing, Outcome, Parsed, Phase, PlayError, Seat, Shuffles, Sink, Standing, TextError,
    Viewer,
};
use std::ops::ControlFlow;

/// A position of Jhyap that breaks no invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position(Setup);

impl games::Position for Position {
    const NAME: &'static str = "jhyap";
    const RULES_VERSION: u8 = 1;
    const SEATS: (u8, u8) = (2, 5);
    const DIRECTION: Direction = Direction::Clockwise;

    type Options = Options;
    type Setup = Setup;
    type Move = Move;
    type Event = Event;
    type View = View;
    type Score = Score;

    fn new_match(options: Options, seats: u8, dealer: Option<Seat>, starter: Option<Seat>) -> Result<Self, Vec<Fault>> {
        Self::from_setup(Setup::new(options, seats, dealer, starter))
    }

    fn from_setup(setup: Setup) -> Result<Self, Vec<Fault>> {
        let faults = faults::faults(&setup);
        if faults.is_empty() { Ok(Self(setup)) } else { Err(faults) }
    }

    fn to_setup(&self) -> Setup {
        self.0
    }

    fn options(&self) -> &Options {
        &self.0.options
    }

    fn seats(&self) -> u8 {
        self.0.seats
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
        legal::cards_to_shuffle(&self.0, mv)
    }

    fn legal_moves(&self, card: Option<Card>, give: &mut impl FnMut(Move) -> ControlFlow<()>) -> Listing {
        legal::legal_moves(&self.0, card, give)
    }

    fn check_phase(&self, mv: &Move) -> Result<(), PlayError> {
        legal::check_phase(&self.0, mv)
    }

    fn check_move(&self, mv: &Move) -> Result<Move, PlayError> {
        legal::check_move(&self.0, mv)
    }

    fn make(
        &mut self,
        mv: &Move,
        shuffles: &mut Shuffles<'_>,
        events: &mut impl Sink<Event>,
    ) -> Result<Outcome, PlayError> {
        self.0.make(mv, shuffles, events)
    }

    fn parse_move(text: &str) -> Result<Parsed<Move>, TextError> {
        text::parse_move(text)
    }

    fn fits(parsed: &Move, legal: &Move) -> bool {
        text::fits(parsed, legal)
    }

    fn standing(&self) -> Standing {
        self.0.standing()
    }

    fn score(&self) -> Score {
        self.0.score()
    }

    fn view(&self, viewer: Viewer) -> View {
        self.0.view(viewer)
    }

    fn seen(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(view::seen(event, viewer))
    }
}
