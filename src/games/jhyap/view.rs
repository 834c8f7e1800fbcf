use super::event::shown;
use super::play::count;
use super::{Combination, Hand, Options, Position, SeatScore, Stage};
use crate::cards::{Card, CardList, Cards};
use crate::games::{Direction, Phase, Position as _, Seat, Viewer};

/// What a player would count: the value of a hand that the viewer may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandValue {
    /// Whose hand.
    pub seat: Seat,
    /// The value of the hand (J4), 0..=91.
    pub value: u8,
    /// Whether that is little enough to call (J30), so that the seat may call in its turn; `false` when the deal has ended.
    pub may_call: bool,
}

/// What a viewer may know of a position (G7).
///
/// ```
/// use taash::cards::{ClientSeed, Seed};
/// use taash::games::jhyap::{Move, Options, Position};
/// use taash::games::{Position as _, Seat, Shuffles, Viewer};
///
/// let seed = Seed::new([7; 32]);
/// let mut shuffles = Shuffles::new(&seed, &ClientSeed::NONE, &[]);
/// let mut position = Position::new_match(Options::CLASSIC, 2, None, None).unwrap();
/// position.play(None, &Move::Deal, &mut shuffles, &mut ()).unwrap();
///
/// let view = position.view(Viewer::Seat(Seat::new(0)));
/// assert!(view.hands[0].cards.is_some(), "your own hand");
/// assert!(view.hands[1].cards.is_none() && view.hands[1].count == 5, "the other player's hand");
/// assert_eq!(view.hand_values.iter().map(|hand| hand.seat).collect::<Vec<_>>(), [Seat::new(0)]);
/// assert!(view.stock.is_none() && view.stock_count == 43);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The viewer.
    pub viewer: Viewer,
    /// The options of the match.
    pub options: Options,
    /// What the match waits for.
    pub phase: Phase,
    /// The number of the current or last deal, from 1; 0 before the first deal.
    pub deal_number: u32,
    /// The dealer of that deal; before the first deal, who will deal it, `None` if the dealer is to be drawn (J8).
    pub dealer: Option<Seat>,
    /// The player to move.
    pub turn: Option<Seat>,
    /// While a deal is due, who begins it, `None` if the starter is to be drawn (J8, J41).
    pub next_starter: Option<Seat>,
    /// Which way the order of play goes round the table.
    pub direction: Direction,
    /// The hand of each seat: how many cards, and which if the viewer may know.
    pub hands: Vec<Hand>,
    /// The value of each hand of the deal that the viewer may see, by seat: during a deal that of the viewer's own hand, for the
    /// referee of all; when the deal has ended, of all for everybody.
    pub hand_values: Vec<HandValue>,
    /// Number of cards in the stock.
    pub stock_count: u8,
    /// The stock, its top card first; only for the referee.
    pub stock: Option<CardList>,
    /// The previous discard in the order laid, `None` before the first deal.
    pub previous: Option<Combination>,
    /// The cards of the previous discard that may be taken, each kind once, in the order laid (J23, J24); empty unless
    /// a turn is due.
    pub open_cards: CardList,
    /// Number of buried cards (J26).
    pub buried_count: u8,
    /// The buried cards; only for the referee.
    pub buried: Option<Cards>,
    /// While a slap choice is due (J28), the drawn card if the viewer may know it; its rank is that of the previous
    /// discard.
    pub slap_card: Option<Card>,
    /// If `max_turns` is set (J49), the number of turns completed in this deal; otherwise 0.
    pub turns: u16,
    /// Who called in the deal that ended last; `None` during a deal.
    pub caller: Option<Seat>,
    /// Number of finished deals.
    pub finished_deals: u32,
    /// The standing of each seat after the last finished deal (G8).
    pub standing: Vec<SeatScore>,
    /// The winners, none until the match is over.
    pub winners: Vec<Seat>,
}

impl Position {
    fn hand_values(&self, viewer: Viewer) -> Vec<HandValue> {
        let dealt = self.0.deal_number > 0;
        let playing = self.0.stage.is_playing();
        let took_part = |seat: Seat| match self.0.last_deal {
            Some(last) if !playing => last.hands[seat.index()].is_some(),
            _ => self.is_in(seat),
        };
        let shown = |&seat: &Seat| dealt && took_part(seat) && (!playing || viewer.knows_hand_of(seat));
        let value = |seat| HandValue { seat, value: self.value_of(seat), may_call: self.may_call(seat) };
        self.all_seats().filter(shown).map(value).collect()
    }

    pub(super) fn view_for(&self, viewer: Viewer) -> View {
        let referee = viewer == Viewer::Referee;
        let playing = self.0.stage.is_playing();
        let open = match (self.0.stage, self.0.previous) {
            (Stage::Turn { .. }, Some(previous)) => {
                previous.open_cards(&self.0.options).as_slice().iter().copied().collect()
            }
            _ => CardList::EMPTY,
        };
        View {
            viewer,
            options: self.0.options,
            phase: self.phase(),
            deal_number: self.0.deal_number,
            dealer: self.0.dealer,
            turn: self.turn(),
            next_starter: if self.0.stage == Stage::DealDue { self.next_starter() } else { None },
            direction: Direction::Clockwise,
            hands: self.all_seats().map(|seat| shown(self.open_hand(seat), viewer, !playing)).collect(),
            hand_values: self.hand_values(viewer),
            stock_count: self.stock_count(),
            stock: referee.then(|| self.0.stock.as_slice().iter().rev().copied().collect()),
            previous: self.0.previous,
            open_cards: open,
            buried_count: count(self.0.buried.len()),
            buried: referee.then_some(self.0.buried),
            slap_card: match self.0.stage {
                Stage::Slap { seat, card } => viewer.knows_hand_of(seat).then_some(card),
                Stage::DealDue | Stage::Turn { .. } | Stage::Over => None,
            },
            turns: self.0.turns,
            caller: if playing { None } else { self.0.last_deal.and_then(|last| last.caller) },
            finished_deals: self.finished_deals(),
            standing: self.seat_scores(),
            winners: self.winners(),
        }
    }
}
