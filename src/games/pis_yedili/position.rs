use super::{Event, Move, Options, Score, Setup, View, faults, text, view};
use crate::cards::{Card, Cards};
use crate::games::{
    self, Direction, Fault, Listing, Outcome, Parsed, Phase, PlayError, Seat, Shuffles, Sink, Standing,
};
use std::ops::ControlFlow;

/// A [`Setup`] that breaks no invariant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position(Setup);

impl games::Position for Position {
    const NAME: &'static str = "pis_yedili";
    const RULES_VERSION: u8 = 1;
    const SEATS: (u8, u8) = (2, 8);
    const DIRECTION: Direction = Direction::Clockwise;

    type Options = Options;
    type Setup = Setup;
    type Move = Move;
    type Event = Event;
    type View = View;
    type Score = Score;

    fn new_match(options: Options, seats: u8, dealer: Option<Seat>, starter: Option<Seat>) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        if starter.is_some() {
            faults.push(Fault::new("starter", "the seat after the dealer opens (P6)"));
        }
        match Self::from_setup(Setup::new(options, seats, dealer)) {
            Ok(position) if faults.is_empty() => Ok(position),
            Ok(_) => Err(faults),
            Err(others) => Err(others.into_iter().chain(faults).collect()),
        }
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
        self.0.cards_to_shuffle(*mv)
    }

    fn legal_moves(&self, card: Option<Card>, give: &mut impl FnMut(Move) -> ControlFlow<()>) -> Listing {
        self.0.list(card, give)
    }

    fn check_phase(&self, mv: &Move) -> Result<(), PlayError> {
        self.0.verify_phase(*mv).map_err(|refusal| refusal.of(*mv))
    }

    fn check_move(&self, mv: &Move) -> Result<Move, PlayError> {
        self.0.verify(*mv).map(|()| *mv).map_err(|refusal| refusal.of(*mv))
    }

    fn make(
        &mut self,
        mv: &Move,
        shuffles: &mut Shuffles<'_>,
        events: &mut impl Sink<Event>,
    ) -> Result<Outcome, PlayError> {
        self.0.make(*mv, shuffles, events)
    }

    fn parse_move(text: &str) -> Result<Parsed<Move>, games::TextError> {
        text::parse(text)
    }

    fn fits(parsed: &Move, legal: &Move) -> bool {
        text::fits(*parsed, *legal)
    }

    fn standing(&self) -> Standing {
        self.0.standing()
    }

    fn score(&self) -> Score {
        self.0.score()
    }

    fn view(&self, viewer: games::Viewer) -> View {
        view::view(&self.0, viewer)
    }

    fn seen(event: &Event, viewer: games::Viewer) -> Option<Event> {
        Some(view::seen(event, viewer))
    }
}
