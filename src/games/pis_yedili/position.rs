use super::{
    Event, Move, Options, Score, ScoreLine, Setup, SevenChain, Stage, StockOut, View, check, event, faults, legal,
    messages, play, score, text, view,
};
use crate::cards::{Card, Cards};
use crate::games::{
    self, Direction, Fault, Listing, Message, Outcome, Parsed, Phase, PlayError, Seat, Shuffles, Sink, Standing,
    TextError, Viewer,
};
use std::ops::ControlFlow;

/// A valid [`Setup`]: the rules run on this type and rely on what `faults` has checked.
///
/// A new match waits for its first deal. Then a player lists the legal moves, and makes one:
///
/// ```
/// use std::ops::ControlFlow;
/// use taash::cards::{ClientSeed, Seed, Suit};
/// use taash::games::pis_yedili::{Move, Options, Position};
/// use taash::games::{Phase, Position as _, Seat, Shuffles};
///
/// let seed = Seed::new([7; 32]);
/// let mut shuffles = Shuffles::new(&seed, &ClientSeed::NONE, &[]);
/// let mut position = Position::new_match(Options::CLASSIC, 3, Some(Seat::new(0)), None).unwrap();
/// position.play(None, &Move::Deal, &mut shuffles, &mut ()).unwrap();
/// assert_eq!((position.phase(), position.turn()), (Phase::Opening, Some(Seat::new(1))));
///
/// let mut moves = Vec::new();
/// position.legal_moves(None, &mut |mv| {
///     moves.push(mv);
///     ControlFlow::Continue(())
/// });
/// // The opener plays a club, or draws without one (P6, P7).
/// assert!(moves.iter().all(|mv| match mv {
///     Move::Play { card, .. } => card.suit() == Some(Suit::Clubs),
///     other => *other == Move::Draw,
/// }));
/// position.play(Some(Seat::new(1)), &moves[0], &mut shuffles, &mut ()).unwrap();
/// ```
///
/// A refused move names its rule and changes nothing:
///
/// ```
/// use taash::games::pis_yedili::{Options, Position};
/// use taash::games::{Position as _, Rule};
///
/// let position = Position::new_match(Options::CLASSIC, 3, None, None).unwrap();
/// let draw = Position::parse_move("draw").unwrap().literal;
/// let refused = position.check_move(&draw).unwrap_err();
/// assert_eq!(refused.rule, Rule::G(2));
/// assert_eq!(refused.to_string(), "G2: pis-yedili-deal-due");
/// ```
///
/// A position converts to a [`Setup`] and back without loss:
///
/// ```
/// use taash::games::Position as _;
/// use taash::games::pis_yedili::{Options, Position};
///
/// let position = Position::new_match(Options::TURKISH, 5, None, None).unwrap();
/// assert_eq!(Position::from_setup(position.to_setup()), Ok(position));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position(pub(super) Setup);

impl games::Position for Position {
    const NAME: &'static str = "pis_yedili";
    const RULES_VERSION: u8 = 1;
    const RULES: &'static str = include_str!("RULES.md");
    const CATALOGUE: games::Catalogue = messages::CATALOGUE;
    const DIRECTION: Direction = Direction::Clockwise;

    type Options = Options;
    type Setup = Setup;
    type Move = Move;
    type Event = Event;
    type View = View;
    type Score = Score;

    fn new_match(options: Options, seats: u8, dealer: Option<Seat>, starter: Option<Seat>) -> Result<Self, Vec<Fault>> {
        let result = Self::from_setup(Setup::new(options, seats, dealer));
        if starter.is_none() {
            return result;
        }
        let mut faults = result.err().unwrap_or_default();
        faults.push(Fault::new("starter", &messages::FAULT_STARTER));
        Err(faults)
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
        match self.0.stage {
            Stage::DealDue => Phase::Deal,
            Stage::Opening { .. } => Phase::Opening,
            Stage::Turn { .. } => Phase::Turn,
            Stage::Penalty { .. } => Phase::Penalty,
            Stage::Extra { .. } => Phase::Extra,
            Stage::Over => Phase::Over,
        }
    }

    fn turn(&self) -> Option<Seat> {
        if self.0.stage == Stage::DealDue { self.next_dealer() } else { self.player() }
    }

    fn cards_to_shuffle(&self, mv: &Move) -> Option<Cards> {
        let wanted = match (mv, self.0.stage) {
            (Move::Deal, Stage::DealDue) => return Some(self.deck()),
            (Move::Draw, Stage::Opening { .. } | Stage::Turn { .. }) => 1,
            (Move::Draw, Stage::Penalty { sevens, .. }) => usize::from(self.owed(sevens)),
            (Move::Deal | Move::Draw | Move::Play { .. } | Move::Pass, _) => return None,
        };
        (wanted > self.0.stock.len() && self.can_reshuffle()).then_some(self.0.under)
    }

    fn legal_moves(&self, card: Option<Card>, give: &mut impl FnMut(Move) -> ControlFlow<()>) -> Listing {
        legal::legal_moves(self, card, give)
    }

    fn check_phase(&self, mv: &Move) -> Result<(), PlayError> {
        check::check_phase(self, *mv).map_err(|illegal| illegal.error(self, *mv))
    }

    fn check_move(&self, mv: &Move) -> Result<Move, PlayError> {
        check::check_move(self, *mv).map(|()| *mv).map_err(|illegal| illegal.error(self, *mv))
    }

    fn make(
        &mut self,
        mv: &Move,
        shuffles: &mut Shuffles<'_>,
        events: &mut impl Sink<Event>,
    ) -> Result<Outcome, PlayError> {
        play::make(self, *mv, shuffles, events)
    }

    fn parse_move(text: &str) -> Result<Parsed<Move>, TextError> {
        text::parse_move(text)
    }

    fn fits(parsed: &Move, legal: &Move) -> bool {
        text::fits(*parsed, *legal)
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
        score.lines.iter().map(ScoreLine::message).collect()
    }

    fn event_message(event: &Event) -> Message {
        event::message(event)
    }
}

/// A number of cards as views and events have it.
pub(super) fn count(cards: usize) -> u8 {
    u8::try_from(cards).expect("two decks have 104 cards")
}

// Facts of a position that more than one file needs.
impl Position {
    /// The seat whose turn it is within a deal; `None` when a deal is due and when the match is over.
    pub(super) const fn player(&self) -> Option<Seat> {
        match self.0.stage {
            Stage::Opening { seat, .. }
            | Stage::Turn { seat, .. }
            | Stage::Penalty { seat, .. }
            | Stage::Extra { seat, .. } => Some(seat),
            Stage::DealDue | Stage::Over => None,
        }
    }

    /// How many cards the player has drawn in this turn; a draw for sevens does not count (P25).
    pub(super) const fn drawn(&self) -> u8 {
        match self.0.stage {
            Stage::Opening { drawn, .. } | Stage::Turn { drawn, .. } | Stage::Extra { drawn, .. } => drawn,
            Stage::Penalty { .. } | Stage::DealDue | Stage::Over => 0,
        }
    }

    /// The seat that deals next (P5); `None` if the first dealer is still to be drawn by lot.
    pub(super) fn next_dealer(&self) -> Option<Seat> {
        self.0.dealer.map(|dealer| if self.0.deal_number == 0 { dealer } else { dealer.next(self.0.seats) })
    }

    /// The seat that plays after this one in the current direction (P12, P30).
    pub(super) const fn after(&self, seat: Seat) -> Seat {
        if self.0.reversed { seat.previous(self.0.seats) } else { seat.next(self.0.seats) }
    }

    /// The current direction of play (P30).
    pub(super) const fn direction(&self) -> Direction {
        if self.0.reversed { Direction::CounterClockwise } else { Direction::Clockwise }
    }

    /// All cards in play (P2).
    pub(super) const fn deck(&self) -> Cards {
        Cards::decks(self.0.options.decks_in_play(self.0.seats), 0)
    }

    /// How many cards are owed for that many pending sevens (P22, P24, P53): at most 5 × 2^7, for eight sevens.
    pub(super) const fn owed(&self, sevens: u8) -> u16 {
        let draws = self.0.options.seven_draws as u16;
        match self.0.options.seven_chain {
            SevenChain::Add => draws * sevens as u16,
            SevenChain::Double => (draws << sevens) >> 1,
        }
    }

    /// Whether this seat cannot go out in its turn (P52).
    pub(super) const fn is_barred(&self, seat: Seat) -> bool {
        self.0.barred != 0 && self.0.barred >> seat.number() & 1 == 1
    }

    /// Whether a draw that finds too few cards in the stock shuffles the discards (P40).
    pub(super) fn can_reshuffle(&self) -> bool {
        self.0.options.stock_out == StockOut::Reshuffle && !self.0.under.is_empty()
    }
}
