use super::Move;
use crate::games::{PlayError, Rule};

/// Why a move is refused: one byte, so that judging costs nothing but the judging. A caller gets a [`PlayError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    MatchOver,
    DealDue,
    DealNotOver,
    NotInHand,
    OpeningNoClub,
    OpenerHasClub,
    OpenerPasses,
    OpeningJackNames,
    FirstDiscardNoClub,
    NotStuck,
    Mismatch,
    JackWithoutSuit,
    SuitWithoutJack,
    SuitUnchanged,
    AgainstNamedSuit,
    PassWithoutDraw,
    DrawLimit,
    PassOnSevens,
    AgainstSeven,
    ExtraMismatch,
    DrawForExtra,
    ExtraJack,
    LastJackNames,
    PenaltyWithSeven,
    EmptyStockWithCard,
    EmptyStockAfterDraw,
    Declaration,
}

impl Refusal {
    const fn rule_and_reason(self) -> (Rule, &'static str) {
        use Rule::{G, P};
        match self {
            Self::MatchOver => (G(5), "the match is over"),
            Self::DealDue => (G(2), "a deal is due"),
            Self::DealNotOver => (G(2), "the deal is not over"),
            Self::NotInHand => (G(4), "the card is not in the hand"),
            Self::OpeningNoClub => (P(6), "the opening card is a club"),
            Self::OpenerHasClub => (P(7), "with a club in hand the opener may not draw"),
            Self::OpenerPasses => (P(7), "an opener draws until a club comes, and then plays it"),
            Self::OpeningJackNames => (P(8), "an opening jack names no suit"),
            Self::FirstDiscardNoClub => (P(11), "everybody's first discard is a club"),
            Self::NotStuck => (P(13), "only who has no card to play may draw"),
            Self::Mismatch => (P(14), "the card matches neither the rank nor the suit"),
            Self::JackWithoutSuit => (P(15), "a jack names a suit"),
            Self::SuitWithoutJack => (P(15), "only a jack names a suit"),
            Self::SuitUnchanged => (P(16), "a jack names another suit than the one to be matched"),
            Self::AgainstNamedSuit => (P(17), "on a jack goes a card of the named suit that is no jack"),
            Self::PassWithoutDraw => (P(19), "only who has drawn in this turn may pass"),
            Self::DrawLimit => (P(19), "no more cards may be drawn in this turn"),
            Self::PassOnSevens => (P(22), "pending sevens are answered by a 7 or by drawing"),
            Self::AgainstSeven => (P(23), "only a 7 may be played against a 7"),
            Self::ExtraMismatch => (P(32), "the extra card matches the ace's rank or suit"),
            Self::DrawForExtra => (P(33), "after an ace one plays an extra card or passes"),
            Self::ExtraJack => (P(36), "a jack as the extra card is of the ace's suit"),
            Self::LastJackNames => (P(38), "a jack that is the last card names no suit"),
            Self::PenaltyWithSeven => (P(40), "the stock cannot serve the penalty, and there is a 7 to play"),
            Self::EmptyStockWithCard => (P(40), "the stock is empty, and there is a card to play"),
            Self::EmptyStockAfterDraw => (P(40), "the stock is empty, and after a draw one may pass"),
            Self::Declaration => {
                (P(49), "only a play that leaves one card is declared, under declare_last and with cards in the stock")
            }
        }
    }

    /// The refusal of that move, in full.
    #[cold]
    pub(super) fn of(self, mv: Move) -> PlayError {
        let (rule, reason) = self.rule_and_reason();
        let error = PlayError::new(rule, reason);
        match mv {
            Move::Play { card, .. } if !matches!(rule, Rule::G(2 | 5)) => error.card(card),
            Move::Play { .. } | Move::Deal | Move::Draw | Move::Pass => error,
        }
    }
}
