use super::value::value;
use super::{
    Combination, Event, Move, Options, Score, ScoreLine, Setup, Stage, View, check, event, faults, legal, play, score,
    text,
};
use crate::cards::{Card, Cards};
use crate::games::{
    self, Direction, Fault, Listing, Message, Outcome, Parsed, Phase, PlayError, Seat, Shuffles, Sink, Standing,
    TextError, Viewer,
};
use std::ops::ControlFlow;

/// A valid [`Setup`]: the rules run on this type and rely on what [`from_setup`](games::Position::from_setup) has checked.
///
/// A new match waits for its first deal. Then a player lists the legal moves:
///
/// ```
/// use std::ops::ControlFlow;
/// use taash::cards::{ClientSeed, Seed};
/// use taash::games::jhyap::{Move, Options, Position};
/// use taash::games::{Phase, Position as _, Seat, Shuffles};
///
/// let seed = Seed::new([7; 32]);
/// let mut shuffles = Shuffles::new(&seed, &ClientSeed::NONE, &[]);
/// let mut position = Position::new_match(Options::CLASSIC, 3, Some(Seat::new(0)), Some(Seat::new(1))).unwrap();
/// assert_eq!(position.phase(), Phase::Deal);
/// position.play(None, &Move::Deal, &mut shuffles, &mut ()).unwrap();
/// assert_eq!((position.phase(), position.turn()), (Phase::Turn, Some(Seat::new(1))));
///
/// let mut moves = Vec::new();
/// position.legal_moves(None, &mut |mv| {
///     moves.push(mv);
///     ControlFlow::Continue(())
/// });
/// // Each of the five cards can be discarded, and the stock or the card turned up taken (J7, J12, J21).
/// assert!(moves.len() >= 10);
/// position.play(Some(Seat::new(1)), &moves[0], &mut shuffles, &mut ()).unwrap();
/// ```
///
/// A refused move names its rule and changes nothing:
///
/// ```
/// use taash::games::jhyap::{Options, Position};
/// use taash::games::{Position as _, Rule};
///
/// let position = Position::new_match(Options::CLASSIC, 3, None, None).unwrap();
/// let call = Position::parse_move("call").unwrap().literal;
/// let refused = position.check_move(&call).unwrap_err();
/// assert_eq!(refused.rule, Rule::G(2));
/// assert_eq!(refused.to_string(), "G2: jhyap-deal-due");
/// ```
///
/// A position converts to a [`Setup`] and back without loss:
///
/// ```
/// use taash::games::Position as _;
/// use taash::games::jhyap::{Options, Position};
///
/// let position = Position::new_match(Options::NEPALI, 5, None, None).unwrap();
/// assert_eq!(Position::from_setup(position.to_setup()), Ok(position));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position(pub(super) Setup);

impl Position {
    /// The value of a seat's hand (J4), 0..=91; `None` beyond the seats of the match.
    ///
    /// ```
    /// use taash::cards::{CardList, ClientSeed, Seed, parse_cards};
    /// use taash::games::jhyap::{Move, Options, Position};
    /// use taash::games::{Position as _, Seat, Shuffles};
    ///
    /// let mut position = Position::new_match(Options::CLASSIC, 2, Some(Seat::new(1)), Some(Seat::new(0))).unwrap();
    /// // Cards are dealt one at a time: seat 0 gets the first, the third, and so on.
    /// let first = parse_cards("AC KC 2C KD 3C KH 4C KS X QC").unwrap();
    /// let rest = Options::CLASSIC.deck(2).difference(first.to_cards().unwrap());
    /// let order: CardList = first.as_slice().iter().copied().chain(rest).collect();
    /// let (seed, orders) = (Seed::new([7; 32]), [order]);
    /// let mut shuffles = Shuffles::new(&seed, &ClientSeed::NONE, &orders);
    /// position.play(None, &Move::Deal, &mut shuffles, &mut ()).unwrap();
    /// assert_eq!(position.hand_value(Seat::new(0)), Some(10), "1 + 2 + 3 + 4, and a joker is worth nothing");
    /// assert_eq!(position.hand_value(Seat::new(1)), Some(50));
    /// assert_eq!(position.hand_value(Seat::new(2)), None);
    /// ```
    #[must_use]
    pub fn hand_value(&self, seat: Seat) -> Option<u8> {
        (seat.number() < self.0.seats).then(|| self.value_of(seat))
    }

    /// Whether a seat's hand is worth little enough to call (J30), so that the seat may call in its turn; `false` while no
    /// deal is in progress, for a seat that is out, and beyond the seats of the match.
    ///
    /// ```
    /// use taash::games::jhyap::{Options, Position};
    /// use taash::games::{Position as _, Seat};
    ///
    /// let position = Position::new_match(Options::CLASSIC, 2, None, None).unwrap();
    /// assert!(!position.may_call(Seat::new(0)), "nothing has been dealt");
    /// ```
    #[must_use]
    pub fn may_call(&self, seat: Seat) -> bool {
        self.0.stage.is_playing() && self.is_in(seat) && self.value_of(seat) <= self.0.options.call_limit
    }

    /// The value of the hand of a seat of the match.
    pub(super) fn value_of(&self, seat: Seat) -> u8 {
        value(self.hand(seat), &self.0.options)
    }

    /// The seats of the match.
    pub(super) fn all_seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::all(self.0.seats)
    }

    /// Whether a seat is still in the match.
    pub(super) fn is_in(&self, seat: Seat) -> bool {
        seat.number() < self.0.seats && self.0.out[seat.index()] == 0
    }

    /// How many players are still in the match.
    pub(super) fn survivors(&self) -> usize {
        self.all_seats().filter(|&seat| self.is_in(seat)).count()
    }

    /// The next seat in order of play that is still in the match; the seat itself if there is no other.
    pub(super) fn next_in(&self, seat: Seat) -> Seat {
        let mut next = seat.next(self.0.seats);
        for _ in 0..self.0.seats {
            if self.is_in(next) {
                break;
            }
            next = next.next(self.0.seats);
        }
        next
    }

    /// How many deals have been finished.
    pub(super) const fn finished_deals(&self) -> u32 {
        if self.0.stage.is_playing() { self.0.deal_number - 1 } else { self.0.deal_number }
    }

    /// The discard that a player may take from, once cards have been dealt.
    pub(super) fn previous(&self) -> Combination {
        self.0.previous.expect("a card has been turned up")
    }

    /// The hand of a seat of the match.
    pub(super) const fn hand(&self, seat: Seat) -> Cards {
        self.0.hands[seat.index()]
    }

    /// Who deals next, when a deal is due: `None` if that is still to be drawn (J8, J9).
    pub(super) fn next_dealer(&self) -> Option<Seat> {
        let dealer = self.0.dealer?;
        Some(if self.0.deal_number == 0 { dealer } else { self.next_in(dealer) })
    }

    /// Who begins the next deal, when one is due: `None` if that is still to be drawn (J8, J41).
    pub(super) fn next_starter(&self) -> Option<Seat> {
        let (Some(last), Some(dealer)) = (self.0.last_deal, self.0.dealer) else { return self.0.starter };
        let mut seat = dealer;
        let mut lowest: Option<(u8, Seat)> = None;
        for _ in 0..self.0.seats {
            seat = seat.next(self.0.seats);
            let value = last.hands[seat.index()];
            lowest = match (value, lowest) {
                (Some(value), Some((least, _))) if value >= least => lowest,
                (Some(value), _) => Some((value, seat)),
                (None, _) => lowest,
            };
        }
        let (_, seat) = lowest.expect("at least two players took part in the last deal");
        Some(if self.is_in(seat) { seat } else { self.next_in(seat) })
    }
}

impl games::Position for Position {
    const NAME: &'static str = "jhyap";
    const RULES_VERSION: u8 = 1;
    const RULES: &'static str = include_str!("RULES.md");
    const CATALOGUE: games::Catalogue = super::messages::CATALOGUE;
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
        match self.0.stage {
            Stage::DealDue => Phase::Deal,
            Stage::Turn { .. } => Phase::Turn,
            Stage::Slap { .. } => Phase::Slap,
            Stage::Over => Phase::Over,
        }
    }

    fn turn(&self) -> Option<Seat> {
        match self.0.stage {
            Stage::DealDue => self.next_dealer(),
            Stage::Turn { seat } | Stage::Slap { seat, .. } => Some(seat),
            Stage::Over => None,
        }
    }

    fn cards_to_shuffle(&self, mv: &Move) -> Option<Cards> {
        play::cards_to_shuffle(self, mv)
    }

    fn legal_moves(&self, card: Option<Card>, give: &mut impl FnMut(Move) -> ControlFlow<()>) -> Listing {
        legal::legal_moves(self, card, give)
    }

    fn check_phase(&self, mv: &Move) -> Result<(), PlayError> {
        check::check_phase(self.0.stage, mv)
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
        self.view_for(viewer)
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
