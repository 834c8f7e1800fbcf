use super::illegal::Illegal;
use super::{Ace, Eight, JackOnAce, Move, OpeningCard, Options, Position, Stage, Ten};
use crate::cards::{Card, CardSet, Cards, Rank, Suit};
use crate::games::Seat;

pub(super) const JACKS: CardSet = CardSet::rank(Rank::Jack);

/// The cards of the same rank or suit, for each card.
const LIKE: [CardSet; Card::KINDS] = {
    let mut like = [CardSet::EMPTY; Card::KINDS];
    let mut all = CardSet::DECK;
    while let Some(card) = all.first() {
        if let (Some(rank), Some(suit)) = (card.rank(), card.suit()) {
            like[card.index() as usize] = CardSet::rank(rank).union(CardSet::suit(suit));
        }
        all.remove(card);
    }
    like
};

/// The clubs that always have an effect.
const SPECIAL_CLUBS: CardSet = club(Rank::Seven).union(club(Rank::Jack));

const fn club(rank: Rank) -> CardSet {
    CardSet::of(Card::new(rank, Suit::Clubs))
}

impl Options {
    /// The cards that open a deal (P6, P50).
    pub(super) const fn opening_cards(&self) -> CardSet {
        let mut cards = CardSet::suit(Suit::Clubs);
        if matches!(self.opening_card, OpeningCard::Plain) {
            cards = cards.difference(SPECIAL_CLUBS);
            if !matches!(self.eight, Eight::None) {
                cards = cards.difference(club(Rank::Eight));
            }
            if !matches!(self.ten, Ten::None) {
                cards = cards.difference(club(Rank::Ten));
            }
            if !matches!(self.ace, Ace::None) {
                cards = cards.difference(club(Rank::Ace));
            }
        }
        cards
    }
}

/// Checks G5 and G2.
pub(super) const fn check_phase(position: &Position, mv: Move) -> Result<(), Illegal> {
    match (position.0.stage, mv) {
        (Stage::Over, _) => Err(Illegal::MatchOver),
        (Stage::DealDue, Move::Deal) => Ok(()),
        (Stage::DealDue, _) => Err(Illegal::DealDue),
        (_, Move::Deal) => Err(Illegal::DealNotOver),
        (_, Move::Play { .. } | Move::Draw | Move::Pass) => Ok(()),
    }
}

/// Checks everything except G3 and G6.
pub(super) fn check_move(position: &Position, mv: Move) -> Result<(), Illegal> {
    let Some(seat) = position.player() else { return check_phase(position, mv) };
    let hand = position.0.hands[seat.index()];
    match mv {
        Move::Play { card, naming, last } => position.check_play(seat, hand, card, naming, last),
        Move::Draw => position.check_draw(|| !position.playable_from(seat, hand).is_empty()),
        Move::Pass => position.check_pass(),
        Move::Deal => Err(Illegal::DealNotOver),
    }
}

/// Whether a hand has more than one card. Cheaper than counting them.
pub(super) const fn is_several(hand: Cards) -> bool {
    let kinds = hand.naturals().bits();
    kinds & kinds.wrapping_sub(1) != 0 || !hand.pairs().is_empty()
}

// The listing asks the same questions as the check: which cards match (`playable`), whether a jack names a suit and
// which, whether the player may declare, draw or pass. So what is accepted and what is listed cannot differ.
impl Position {
    /// The cards that can be played now, whoever holds them. Matching is decided here alone (P6, P11, P14, P15, P17,
    /// P23, P32, P36).
    pub(super) const fn playable(&self) -> CardSet {
        let like = match self.0.top {
            Some(card) => LIKE[card.index() as usize],
            None => CardSet::EMPTY,
        };
        match self.0.stage {
            Stage::Turn { .. } => match self.0.named {
                Some(suit) => CardSet::suit(suit).difference(JACKS),
                None => like.union(JACKS),
            },
            Stage::Extra { .. } => match self.0.options.jack_on_ace {
                JackOnAce::Suit => like,
                JackOnAce::Any => like.union(JACKS),
            },
            Stage::Penalty { .. } => CardSet::rank(Rank::Seven),
            Stage::Opening { .. } => self.0.options.opening_cards(),
            Stage::DealDue | Stage::Over => CardSet::EMPTY,
        }
    }

    /// The cards of this hand that its player, whose turn it is, can play: those that match, and none that would be the last
    /// card of a player who cannot go out (P52).
    #[inline]
    pub(super) const fn playable_from(&self, seat: Seat, hand: Cards) -> CardSet {
        if self.is_barred(seat) && !is_several(hand) {
            return CardSet::EMPTY;
        }
        hand.naturals().intersection(self.playable())
    }

    fn check_play(&self, seat: Seat, hand: Cards, card: Card, naming: Option<Suit>, last: bool) -> Result<(), Illegal> {
        if !hand.naturals().contains(card) {
            return Err(Illegal::NotInHand);
        }
        if last && !self.may_declare(hand) {
            return Err(Illegal::Declaration);
        }
        if naming.is_some() && !JACKS.contains(card) {
            return Err(Illegal::SuitWithoutJack);
        }
        if !self.playable().contains(card) {
            return Err(self.mismatch(card));
        }
        if JACKS.contains(card) {
            self.check_naming(hand, naming)?;
        }
        if self.is_barred(seat) && !is_several(hand) { Err(Illegal::CannotGoOut) } else { Ok(()) }
    }

    /// Why a card that is not playable is not.
    fn mismatch(&self, card: Card) -> Illegal {
        match self.0.stage {
            Stage::Opening { .. } if card.suit() == Some(Suit::Clubs) => Illegal::OpeningNotPlain,
            Stage::Opening { opened: 0, .. } => Illegal::OpeningNoClub,
            Stage::Opening { .. } => Illegal::FirstDiscardNoClub,
            Stage::Penalty { .. } => Illegal::AgainstSeven,
            Stage::Extra { .. } if JACKS.contains(card) => Illegal::ExtraJack,
            Stage::Extra { .. } => Illegal::ExtraMismatch,
            Stage::Turn { .. } if self.0.named.is_some() => Illegal::AgainstNamedSuit,
            Stage::Turn { .. } => Illegal::Mismatch,
            Stage::DealDue | Stage::Over => unreachable!("a card, a draw or a pass is checked only in a turn"),
        }
    }

    /// Whether a jack names a suit: not as an opening card (P8), and not as the last card of the hand (P38).
    pub(super) const fn jack_names(&self, hand: Cards) -> bool {
        !matches!(self.0.stage, Stage::Opening { .. }) && is_several(hand)
    }

    /// The suit that a jack cannot name, if there is one (P16).
    pub(super) const fn barred_suit(&self) -> Option<Suit> {
        match self.0.top {
            Some(card) if self.0.options.jack_must_change_suit => card.suit(),
            _ => None,
        }
    }

    /// Checks the suit that a playable jack names (P8, P15, P16, P38).
    fn check_naming(&self, hand: Cards, naming: Option<Suit>) -> Result<(), Illegal> {
        match naming {
            None if self.jack_names(hand) => Err(Illegal::JackWithoutSuit),
            None => Ok(()),
            Some(suit) if self.jack_names(hand) => {
                if self.barred_suit() == Some(suit) {
                    Err(Illegal::SuitUnchanged)
                } else {
                    Ok(())
                }
            }
            Some(_) if is_several(hand) => Err(Illegal::OpeningJackNames),
            Some(_) => Err(Illegal::LastJackNames),
        }
    }

    /// Whether a play from this hand can be declared, because it leaves one card (P49).
    pub(super) const fn may_declare(&self, hand: Cards) -> bool {
        self.0.options.declare_last && hand.len() == 2 && !self.0.stock.is_empty()
    }

    /// Checks a draw by a player who can play a card or not (P7, P13, P19, P33, P40).
    #[inline]
    pub(super) fn check_draw(&self, can_play: impl Fn() -> bool) -> Result<(), Illegal> {
        match self.0.stage {
            Stage::Turn { drawn, .. } => self.check_draw_in_turn(drawn, can_play),
            Stage::Opening { .. } if can_play() => Err(Illegal::OpenerHasClub),
            Stage::Penalty { sevens, .. } if can_play() && self.runs_out(self.owed(sevens)) => {
                Err(Illegal::PenaltyWithSeven)
            }
            Stage::Opening { .. } | Stage::Penalty { .. } => Ok(()),
            Stage::Extra { .. } => Err(Illegal::DrawForExtra),
            Stage::DealDue | Stage::Over => unreachable!("a card, a draw or a pass is checked only in a turn"),
        }
    }

    fn check_draw_in_turn(&self, drawn: u8, can_play: impl Fn() -> bool) -> Result<(), Illegal> {
        let limit = self.0.options.draw_limit;
        if limit != 0 && drawn >= limit {
            return Err(Illegal::DrawLimit);
        }
        if !self.runs_out(1) {
            return if self.0.options.draw_only_if_stuck && can_play() { Err(Illegal::NotStuck) } else { Ok(()) };
        }
        // This draw would end the deal. Only a player who can do nothing else may make it.
        if drawn > 0 {
            Err(Illegal::EmptyStockAfterDraw)
        } else if can_play() {
            Err(Illegal::EmptyStockWithCard)
        } else {
            Ok(())
        }
    }

    /// Whether a draw of that many cards ends the deal, as even a reshuffle does not bring enough (P40).
    fn runs_out(&self, wanted: u16) -> bool {
        let wanted = usize::from(wanted);
        let stock = self.0.stock.len();
        stock < wanted && (!self.can_reshuffle() || stock + self.0.under.len() < wanted)
    }

    /// Checks a pass (P7, P19, P22, P33).
    pub(super) fn check_pass(&self) -> Result<(), Illegal> {
        match self.0.stage {
            Stage::Opening { drawn: 0, .. } | Stage::Turn { drawn: 0, .. } => Err(Illegal::PassWithoutDraw),
            Stage::Opening { .. } => Err(Illegal::OpenerPasses),
            Stage::Penalty { .. } => Err(Illegal::PassOnSevens),
            Stage::Turn { .. } | Stage::Extra { .. } => Ok(()),
            Stage::DealDue | Stage::Over => unreachable!("a card, a draw or a pass is checked only in a turn"),
        }
    }
}
