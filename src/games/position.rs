use super::{Catalogue, Fault, Message, MessageSpec, Options, PlayError, Seat, Shuffles, Viewer, messages};
use crate::cards::{Card, Cards};
use std::fmt::{Debug, Display};
use std::ops::ControlFlow;

/// What the match waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The next dealer's `deal`.
    Deal,
    /// A bid (Seep S10).
    Bid,
    /// The first play of a deal, under rules of its own (Seep S13, Pis Yedili P6).
    Opening,
    /// An ordinary turn.
    Turn,
    /// An answer to pending sevens (Pis Yedili P22).
    Penalty,
    /// The extra card after an ace, or declining it (Pis Yedili P33).
    Extra,
    /// Laying the card just drawn, or keeping it (Jhyap J28).
    Slap,
    /// Nothing: the match is over.
    Over,
}

/// Which way round the table the order of play goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// To the left of each player.
    Clockwise,
    /// To the right of each player.
    CounterClockwise,
}

/// What a move did besides its events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Whether a viewer at the table learned a card that its holder did not choose to show: a card drawn, hands shown at
    /// the end of a deal, a floor turned up.
    pub revealed_hidden: bool,
}

/// Receives events as they happen. A `Vec` keeps them, `()` drops them.
pub trait Sink<E> {
    /// Receives an event.
    fn push(&mut self, event: E);
}

impl<E> Sink<E> for Vec<E> {
    fn push(&mut self, event: E) {
        Self::push(self, event);
    }
}

impl<E> Sink<E> for () {
    fn push(&mut self, _: E) {}
}

/// How a listing of legal moves ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// Every legal move was given.
    Complete,
    /// The receiver stopped the listing, or the limit on work was reached; there may be more.
    Cut,
}

/// How a move was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Nothing is left open: the move is judged as it stands.
    Exact,
    /// A whole move that may also be the short form of a longer one: `capture JS`. Taken as it stands if legal.
    Open,
    /// Something is missing, and `Parsed::literal` holds a stand-in for it: `discard 4S`, or a bare card where several kinds
    /// of moves play one. It means the only legal move that fits.
    Incomplete,
}

/// A move as read from a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed<M> {
    /// The move as written.
    pub literal: M,
    /// Whether more could be meant than is written.
    pub reading: Reading,
}

/// Why a text is not a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// The text follows no form of a move of this game. The message says which forms there are, and quotes at most
    /// [`TextError::QUOTED`] characters of the word where reading ended.
    #[error("{0}")]
    Unparsable(Message),
    /// The form is right, a value is not (G1): an empty combination, a bid of 8.
    #[error(transparent)]
    Malformed(PlayError),
}

impl TextError {
    /// How many characters of a text an error quotes at most, whatever the caller sent.
    pub const QUOTED: usize = 12;

    /// The error of a text that is not understood at this word; empty if the text ends where more is needed. The entry says
    /// which forms there are, and has the parameter `text`.
    #[must_use]
    pub fn unparsable(forms: &'static MessageSpec, word: &str) -> Self {
        Self::Unparsable(Message::new(forms).with("text", word.chars().take(Self::QUOTED).collect::<String>()))
    }
}

/// One seat's standing in the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatStanding {
    /// The place, 1 for the best; equals share the better place (G9).
    pub place: u8,
    /// What counts in the match: the total of points (Jhyap, Pis Yedili), the baazis won by the team (Seep).
    pub total: i32,
    /// The score of the last finished deal, 0 before the first and for a seat that did not take part.
    pub last_deal: i32,
}

/// The standing after the last finished deal (G8), in the terms that all games share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Number of finished deals.
    pub finished_deals: u32,
    /// Each seat's standing.
    pub seats: Vec<SeatStanding>,
    /// The winners of the match, none until it is over.
    pub winners: Vec<Seat>,
}

/// A position of one game: everything that the rules need, always valid.
///
/// A value of an implementing type is always valid: it comes from [`Position::new_match`], from
/// [`Position::from_setup`], which checks everything, or from [`Position::play`]. Until the match is over there is a
/// legal move.
pub trait Position: Clone + Debug + Eq + Sized {
    /// The name of the game in requests, texts and files: `jhyap`.
    const NAME: &'static str;
    /// The rules of the game in words, as Markdown: its `RULES.md`. [`rules_of`](super::rules_of) reads the rules out of
    /// it, [`summary_of`](super::summary_of) the summary for players.
    const RULES: &'static str;
    /// The sentences of the game.
    const CATALOGUE: Catalogue;
    /// The version of the rules that this code plays.
    const RULES_VERSION: u8;
    /// The fewest and the most seats.
    const SEATS: (u8, u8) = <Self::Options as Options>::SEATS;
    /// How many teams there are: 0 where everybody plays for themselves; with 2, seat s is in team s % 2.
    const TEAMS: u8 = 0;
    /// Maximum number of cards that may be cut before a deal; 0 for a game without a cut ([`Shuffles::with_cut`]).
    const MAX_CUT: u8 = 0;
    /// Which way the order of play goes round the table at the start of a deal.
    const DIRECTION: Direction;

    /// Whether cards can be shuffled again within a deal (J27, P44). If not, each shuffle has all cards of the deck.
    const RESHUFFLES: bool = true;

    /// The options of the game.
    type Options: Options;
    /// The position as plain data, valid or not.
    type Setup: Clone + Debug + Eq;
    /// A move. `Display` writes its canonical text.
    type Move: Clone + Debug + Eq + Display;
    /// Something that happened in a move, with all that the referee may know.
    type Event: Clone + Debug + Eq;
    /// What a viewer may know.
    type View: Clone + Debug + Eq;
    /// The standing in the game's own terms, with the rule behind each line.
    type Score: Clone + Debug + Eq;

    /// A match that waits for its first deal. A dealer, or in Jhyap a starter, that is not given is drawn then.
    ///
    /// # Errors
    /// All faults of options, seats, dealer and starter (G1).
    fn new_match(
        options: Self::Options,
        seats: u8,
        dealer: Option<Seat>,
        starter: Option<Seat>,
    ) -> Result<Self, Vec<Fault>>;

    /// Returns the position if the setup is valid.
    ///
    /// # Errors
    /// All faults. The work is bounded whatever the setup holds.
    fn from_setup(setup: Self::Setup) -> Result<Self, Vec<Fault>>;

    /// The position as plain data. [`Position::from_setup`] returns the same position from it.
    fn to_setup(&self) -> Self::Setup;

    /// The options of the match.
    fn options(&self) -> &Self::Options;

    /// How many seats the match began with.
    fn seats(&self) -> u8;

    /// The number of the current deal, from 1; 0 before the first.
    fn deal_number(&self) -> u32;

    /// The dealer of the deal that is going on or has just ended; before a deal, who will deal it; `None` if that is
    /// still to be drawn.
    fn dealer(&self) -> Option<Seat>;

    /// The move that deals.
    fn deal_move() -> Self::Move;

    /// What the match waits for.
    fn phase(&self) -> Phase;

    /// Whose move it is; `None` when the match is over, or when a dealer is still to be drawn (any seat may then deal).
    fn turn(&self) -> Option<Seat>;

    /// The cards that this move would shuffle first, if it shuffles any; the move may still be illegal for a later
    /// reason. G6 is checked against them.
    fn cards_to_shuffle(&self, mv: &Self::Move) -> Option<Cards>;

    /// Calls `give` with every legal move once, in canonical form and order; with `card`, only with those that play this
    /// card. Stops when `give` breaks. The work is bounded at every position.
    fn legal_moves(&self, card: Option<Card>, give: &mut impl FnMut(Self::Move) -> ControlFlow<()>) -> Listing;

    /// Checks G5 and G2 alone: does the match go on, and is this kind of move due?
    ///
    /// # Errors
    /// G5 or G2.
    fn check_phase(&self, mv: &Self::Move) -> Result<(), PlayError>;

    /// Checks a move of the seat whose turn it is, and returns its canonical form. It decides alone which moves are legal:
    /// [`Position::legal_moves`] lists exactly the moves that it accepts, unless the listing is cut.
    ///
    /// # Errors
    /// The first of G5, G2, G4 and the rules of the game that forbids the move.
    fn check_move(&self, mv: &Self::Move) -> Result<Self::Move, PlayError>;

    /// Makes a move that [`Position::check_move`] has accepted and put in canonical form. [`Position::play`] is the
    /// checked way. With any other move the result is unspecified: a position that is not valid, or a panic.
    ///
    /// # Errors
    /// G6 alone; the position is then unspecified, and the caller drops it.
    fn make(
        &mut self,
        mv: &Self::Move,
        shuffles: &mut Shuffles<'_>,
        events: &mut impl Sink<Self::Event>,
    ) -> Result<Outcome, PlayError>;

    /// Makes a move if the rules allow it. `seat` is who makes it, `None` for whoever's turn it is.
    ///
    /// # Errors
    /// The first rule broken in the order G5, G2, G3, G6, G4, then the game's; the position is unchanged, and the
    /// caller drops events pushed until then.
    fn play(
        &mut self,
        seat: Option<Seat>,
        mv: &Self::Move,
        shuffles: &mut Shuffles<'_>,
        events: &mut impl Sink<Self::Event>,
    ) -> Result<Outcome, PlayError> {
        self.check_phase(mv)?;
        if let (Some(seat), Some(turn)) = (seat, self.turn())
            && seat != turn
        {
            return Err(PlayError::new(super::Rule::G(3), &messages::NOT_THE_TURN)
                .with("seat", seat)
                .with("turn", turn));
        }
        if let Some(cards) = self.cards_to_shuffle(mv) {
            shuffles.check_next(cards)?;
        }
        let canonical = self.check_move(mv)?;
        let mut next = self.clone();
        let outcome = next.make(&canonical, shuffles, events)?;
        *self = next;
        Ok(outcome)
    }

    /// Reads a move in canonical or tolerant form. It need not be legal, but it is well formed (G1).
    ///
    /// The tolerant form takes either case, other ways to write a card (`10d`, `T♦`), any white space or none, and a comma or
    /// none: `take9C`. A card alone means the legal move that plays it, if there is only one.
    ///
    /// # Errors
    /// [`TextError`].
    fn parse_move(text: &str) -> Result<Parsed<Self::Move>, TextError>;

    /// Whether a legal move is one that an open or incomplete text could mean.
    fn fits(parsed: &Self::Move, legal: &Self::Move) -> bool;

    /// The standing at any time, in the terms that all games share (G8).
    fn standing(&self) -> Standing;

    /// The standing at any time in the game's own terms (G8).
    fn score(&self) -> Self::Score;

    /// The sentences of the score lines of the last finished deal, as entries of [`Position::CATALOGUE`] with their
    /// parameters, in the order in which the score lists the lines.
    fn score_messages(score: &Self::Score) -> Vec<Message>;

    /// What this viewer may know of the position (G7), built by naming what is shown.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// What this viewer may know of an event (G7): the event with what it may not know left out, or nothing.
    fn seen(event: &Self::Event, viewer: Viewer) -> Option<Self::Event>;

    /// The sentence that tells an event, as an entry of [`Position::CATALOGUE`] with its parameters.
    ///
    /// The event may be one that [`Position::seen`] has returned: where it leaves something out, the sentence does so too,
    /// by an entry of its own. The sentence is complete: every parameter of the entry has its value.
    fn event_message(event: &Self::Event) -> Message;
}
