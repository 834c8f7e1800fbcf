use super::{Outcome, Phase, PlayError, Position, Rule, Seat, Shuffles, Sink, messages};
use crate::cards::{CardList, ClientSeed, Seed};
use std::fmt;

/// What the last move revealed: a platform needs it to decide whether to offer an undo.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastMove {
    /// Some viewer learned a card that its holder did not choose to show.
    pub revealed_hidden: bool,
    /// Cards were shuffled, or a seat was drawn.
    pub used_randomness: bool,
}

/// A match: a position, and what every match has whatever the game.
///
/// ```
/// use taash::cards::Seed;
/// use taash::games::{Match, Phase, Position as _, Seat, jhyap};
///
/// let position = jhyap::Position::new_match(jhyap::Options::CLASSIC, 2, Some(Seat::new(0)), Some(Seat::new(1))).unwrap();
/// let mut game = Match::new(position, Seed::new([7; 32]));
/// game.start(&[], &mut ()).unwrap();
/// assert_eq!((game.phase(), game.turn(), game.revision), (Phase::Turn, Some(Seat::new(1)), 0));
///
/// // A refused move names the rule, and changes nothing.
/// let before = game.clone();
/// let refusal = game.play(Some(Seat::new(0)), &jhyap::Move::Call, &[], &mut ()).unwrap_err();
/// assert_eq!((refusal.rule.to_string(), refusal.message.id()), ("G3".to_owned(), "game-not-the-turn"));
/// assert_eq!(game, before);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Match<P> {
    /// The position.
    pub position: P,
    /// The source of all randomness.
    pub seed: Seed,
    /// What the caller adds to the seed.
    pub client_seed: ClientSeed,
    /// Whether the first deal still waits for a client seed.
    pub awaits_client_seed: bool,
    /// How many moves have been made.
    pub revision: u32,
    /// What the last move did.
    pub last_move: LastMove,
    /// Whether the match was ended without a winner.
    pub abandoned: bool,
    /// Whether the match was read from a state that anyone could have made up, although the server seals its states.
    pub unsealed_origin: bool,
}

/// Shows neither cards nor seeds, so that a match can be logged.
impl<P: Position> fmt::Debug for Match<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Match")
            .field("game", &P::NAME)
            .field("phase", &self.phase())
            .field("deal", &self.position.deal_number())
            .field("revision", &self.revision)
            .finish_non_exhaustive()
    }
}

impl<P: Position> Match<P> {
    /// A match of that position, before its first deal.
    pub const fn new(position: P, seed: Seed) -> Self {
        Self {
            position,
            seed,
            client_seed: ClientSeed::NONE,
            awaits_client_seed: false,
            revision: 0,
            last_move: LastMove { revealed_hidden: false, used_randomness: false },
            abandoned: false,
            unsealed_origin: false,
        }
    }

    /// What the match waits for.
    pub fn phase(&self) -> Phase {
        if self.abandoned { Phase::Over } else { self.position.phase() }
    }

    /// Whose move it is.
    pub fn turn(&self) -> Option<Seat> {
        if self.abandoned { None } else { self.position.turn() }
    }

    /// Makes the first deal, which belongs to the start of the match and does not count as a move. Returns how many of the
    /// orders were used.
    ///
    /// # Errors
    /// G6, or G2 if there has been a deal; the match is unchanged.
    pub fn start(&mut self, orders: &[CardList], events: &mut impl Sink<P::Event>) -> Result<usize, PlayError> {
        self.start_after_cut(orders, 0, events)
    }

    /// Makes the first deal like [`Match::start`], from orders cut at `cut` cards; see [`Shuffles::with_cut`].
    ///
    /// # Errors
    /// As [`Match::start`].
    pub fn start_after_cut(
        &mut self,
        orders: &[CardList],
        cut: u8,
        events: &mut impl Sink<P::Event>,
    ) -> Result<usize, PlayError> {
        let used = self.play_after_cut(None, &P::deal_move(), orders, cut, events)?;
        self.revision = 0;
        Ok(used)
    }

    /// Ends the match without a winner.
    ///
    /// # Errors
    /// G5 if it is over.
    pub fn abandon(&mut self) -> Result<(), PlayError> {
        if self.phase() == Phase::Over {
            return Err(over());
        }
        self.abandoned = true;
        self.awaits_client_seed = false;
        // The seed, and with it every card, may be revealed from here on: an undo would not be fair.
        self.last_move = LastMove { revealed_hidden: true, used_randomness: false };
        self.revision = self.revision.saturating_add(1);
        Ok(())
    }

    /// Makes a move. Returns how many of the orders were used.
    ///
    /// # Errors
    /// As [`Position::play`]; the match is unchanged, and the caller drops events pushed until then.
    pub fn play(
        &mut self,
        seat: Option<Seat>,
        mv: &P::Move,
        orders: &[CardList],
        events: &mut impl Sink<P::Event>,
    ) -> Result<usize, PlayError> {
        self.play_after_cut(seat, mv, orders, 0, events)
    }

    /// Makes a move like [`Match::play`]; if it deals, the orders are cut at `cut` cards. See [`Shuffles::with_cut`].
    ///
    /// # Errors
    /// As [`Match::play`].
    pub fn play_after_cut(
        &mut self,
        seat: Option<Seat>,
        mv: &P::Move,
        orders: &[CardList],
        cut: u8,
        events: &mut impl Sink<P::Event>,
    ) -> Result<usize, PlayError> {
        if self.abandoned {
            return Err(over());
        }
        let mut shuffles = Shuffles::new(&self.seed, &self.client_seed, orders).with_cut(cut);
        let Outcome { revealed_hidden } = self.position.play(seat, mv, &mut shuffles, events)?;
        self.last_move = LastMove { revealed_hidden, used_randomness: shuffles.drawn() };
        self.revision = self.revision.saturating_add(1);
        Ok(shuffles.orders_used())
    }
}

const fn over() -> PlayError {
    PlayError::new(Rule::G(5), &messages::MATCH_OVER)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Options, jhyap};

    #[test]
    fn a_match_is_printed_without_cards_and_seeds() {
        let options = jhyap::Options::preset(0).unwrap();
        let position = jhyap::Position::new_match(options, 2, None, None).unwrap();
        let mut the_match = Match::new(position, Seed::new([0x61; 32]));
        the_match.start(&[], &mut ()).unwrap();
        let shown = format!("{the_match:?}");
        assert_eq!(shown, r#"Match { game: "jhyap", phase: Turn, deal: 1, revision: 0, .. }"#);
    }
}
