use super::check::JACKS;
use super::position::count;
use super::{Move, Position, Stage, messages as m};
use crate::games::{MessageSpec, Param, PlayError, Rule, messages as common};

/// Why a move is illegal. One byte, because the listing checks draws and passes too: only a caller who asks for a
/// [`PlayError`] pays for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Illegal {
    MatchOver,
    DealDue,
    DealNotOver,
    NotInHand,
    OpeningNoClub,
    OpenerHasClub,
    OpenerPasses,
    OpeningJackNames,
    OpeningNotPlain,
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
    CannotGoOut,
}

impl Illegal {
    const fn rule(self) -> Rule {
        use Rule::{G, P};
        match self {
            Self::MatchOver => G(5),
            Self::DealDue | Self::DealNotOver => G(2),
            Self::NotInHand => G(4),
            Self::OpeningNoClub => P(6),
            Self::OpenerHasClub | Self::OpenerPasses => P(7),
            Self::OpeningJackNames | Self::OpeningNotPlain => P(8),
            Self::FirstDiscardNoClub => P(11),
            Self::NotStuck => P(13),
            Self::Mismatch => P(14),
            Self::JackWithoutSuit | Self::SuitWithoutJack => P(15),
            Self::SuitUnchanged => P(16),
            Self::AgainstNamedSuit => P(17),
            Self::PassWithoutDraw | Self::DrawLimit => P(19),
            Self::PassOnSevens => P(22),
            Self::AgainstSeven => P(23),
            Self::ExtraMismatch => P(32),
            Self::DrawForExtra => P(33),
            Self::ExtraJack => P(36),
            Self::LastJackNames => P(38),
            Self::PenaltyWithSeven | Self::EmptyStockWithCard | Self::EmptyStockAfterDraw => P(40),
            Self::Declaration => P(49),
            Self::CannotGoOut => P(52),
        }
    }

    fn spec(self, position: &Position, mv: Move) -> &'static MessageSpec {
        match self {
            Self::MatchOver => &common::MATCH_OVER,
            Self::DealDue => &m::DEAL_DUE,
            Self::DealNotOver => &m::DEAL_NOT_OVER,
            Self::NotInHand => &m::CARD_NOT_IN_HAND,
            Self::OpeningNoClub => &m::OPENING_NOT_A_CLUB,
            Self::OpenerHasClub => &m::OPENER_HOLDS_CLUB,
            Self::OpenerPasses => &m::OPENER_PASSES,
            Self::OpeningJackNames => &m::OPENING_JACK_NAMES,
            Self::OpeningNotPlain => &m::OPENING_CARD_NOT_PLAIN,
            Self::FirstDiscardNoClub => &m::FIRST_DISCARD_NOT_A_CLUB,
            Self::NotStuck => &m::DRAW_NOT_STUCK,
            Self::Mismatch => &m::CARD_DOES_NOT_MATCH,
            Self::JackWithoutSuit => &m::JACK_NAMES_NO_SUIT,
            Self::SuitWithoutJack => &m::CARD_NAMES_A_SUIT,
            Self::SuitUnchanged => &m::SUIT_UNCHANGED,
            Self::AgainstNamedSuit if matches!(mv, Move::Play { card, .. } if JACKS.contains(card)) => &m::JACK_ON_JACK,
            Self::AgainstNamedSuit => &m::CARD_NOT_OF_NAMED_SUIT,
            Self::PassWithoutDraw => &m::PASS_WITHOUT_DRAW,
            Self::DrawLimit => &m::DRAW_LIMIT_REACHED,
            Self::PassOnSevens => &m::PASS_ON_SEVENS,
            Self::AgainstSeven => &m::ONLY_SEVEN_ANSWERS,
            Self::ExtraMismatch => &m::EXTRA_CARD_DOES_NOT_MATCH,
            Self::DrawForExtra => &m::DRAW_AFTER_ACE,
            Self::ExtraJack => &m::EXTRA_JACK_OF_OTHER_SUIT,
            Self::LastJackNames => &m::LAST_JACK_NAMES,
            Self::PenaltyWithSeven => &m::PENALTY_WITH_SEVEN,
            Self::EmptyStockWithCard => &m::EMPTY_STOCK_WITH_CARD,
            Self::EmptyStockAfterDraw => &m::EMPTY_STOCK_AFTER_DRAW,
            Self::Declaration if !position.0.options.declare_last => &m::DECLARATION_OFF,
            Self::Declaration if position.left_in_hand() != 1 => &m::DECLARATION_NOT_ONE_LEFT,
            Self::Declaration => &m::DECLARATION_WITHOUT_STOCK,
            Self::CannotGoOut => &m::CANNOT_GO_OUT,
        }
    }

    /// The refusal of the move, with the card concerned and the parameters of the message: what the move names, what lies
    /// open, and the number of the mover's cards.
    #[cold]
    pub(super) fn error(self, position: &Position, mv: Move) -> PlayError {
        let (rule, spec) = (self.rule(), self.spec(position, mv));
        let mut error = PlayError::new(rule, spec);
        for &(name, _) in spec.params {
            error = error.with(name, self.param(name, position, mv));
        }
        match mv {
            Move::Play { card, .. } if !matches!(rule, Rule::G(2 | 5)) => error.card(card),
            Move::Play { .. } | Move::Deal | Move::Draw | Move::Pass => error,
        }
    }

    fn param(self, name: &str, position: &Position, mv: Move) -> Param {
        match (name, mv, position.0.stage) {
            ("card", Move::Play { card, .. }, _) => card.into(),
            ("suit", Move::Play { naming: Some(suit), .. }, _) if self == Self::SuitUnchanged => suit.into(),
            ("suit", ..) => position.0.named.expect("a suit is to be followed").into(),
            ("top", ..) => position.0.top.expect("the card is compared with the top card").into(),
            ("limit", ..) => position.0.options.draw_limit.into(),
            ("owed", _, Stage::Penalty { sevens, .. }) => position.owed(sevens).into(),
            ("left", ..) => position.left_in_hand().into(),
            _ => unreachable!("refusals have no other parameter"),
        }
    }
}

impl Position {
    /// How many cards a play leaves the player.
    fn left_in_hand(&self) -> u8 {
        let seat = self.player().expect("a play is checked only in a turn");
        count(self.0.hands[seat.index()].len()).saturating_sub(1)
    }
}
