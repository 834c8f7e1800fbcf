//! The conversions of Jhyap between its messages, its state layout and the core.

mod layout;
#[cfg(test)]
mod tests;

use super::cards::{read_card, read_cards, write_card, write_cards, write_list};
use super::common::{write_direction, write_hand, write_match_ended, write_phase, write_seat, write_seats};
use super::game::WireGame;
use super::options;
use super::payload::{BadPayload, Reader, Writer};
use super::pb::{self, common, jhyap as msg};
use crate::games::Fault;
use crate::games::jhyap::{
    Combination, Event, HandValue, Move, Position, Score, ScoreItem, ScoreLine, SeatScore, Setup, Take, View, messages,
};

impl WireGame for Position {
    type PbMove = msg::Move;

    fn read_move(mv: &msg::Move) -> Result<Move, Vec<Fault>> {
        let mut faults = Vec::new();
        let read = match &mv.kind {
            Some(msg::r#move::Kind::Discard(discard)) => read_discard(discard, &mut faults),
            Some(msg::r#move::Kind::Call(_)) => Some(Move::Call),
            Some(msg::r#move::Kind::Slap(_)) => Some(Move::Slap),
            Some(msg::r#move::Kind::Keep(_)) => Some(Move::Keep),
            Some(msg::r#move::Kind::Deal(_)) => Some(Move::Deal),
            None => {
                faults.push(Fault::new("kind", &messages::KIND_MISSING));
                None
            }
        };
        read.filter(|_| faults.is_empty()).ok_or(faults)
    }

    fn write_move(mv: &Move) -> pb::engine::legal_move::Move {
        use msg::r#move::Kind;
        let kind = match mv {
            Move::Discard { cards, take } => Kind::Discard(msg::Discard {
                cards: write_cards(cards.cards().iter().copied()),
                take: Some(match take {
                    Take::Stock => msg::discard::Take::Stock(msg::Stock {}),
                    Take::Card(card) => msg::discard::Take::Card(write_card(*card)),
                }),
            }),
            Move::Call => Kind::Call(msg::Call {}),
            Move::Slap => Kind::Slap(msg::Slap {}),
            Move::Keep => Kind::Keep(msg::Keep {}),
            Move::Deal => Kind::Deal(common::Deal {}),
        };
        pb::engine::legal_move::Move::Jhyap(msg::Move { kind: Some(kind) })
    }

    fn write_event(event: &Event) -> pb::engine::event::Event {
        pb::engine::event::Event::Jhyap(msg::Event { kind: Some(write_event(event)) })
    }

    fn write_view(view: &View) -> pb::engine::view::View {
        pb::engine::view::View::Jhyap(msg::View {
            phase: write_phase(view.phase).into(),
            deal_number: view.deal_number,
            dealer: view.dealer.map(write_seat),
            turn: view.turn.map(write_seat),
            direction: write_direction(view.direction).into(),
            hands: view.hands.iter().map(|hand| write_hand(hand.seat, hand.count, hand.cards)).collect(),
            stock_count: view.stock_count.into(),
            stock: view.stock.as_ref().map(write_list).unwrap_or_default(),
            previous: view.previous.map(|laid| write_cards(laid.cards().iter().copied())).unwrap_or_default(),
            open_cards: write_list(&view.open_cards),
            buried_count: view.buried_count.into(),
            buried: view.buried.map(write_cards).unwrap_or_default(),
            slap_card: view.slap_card.map_or(0, write_card),
            next_starter: view.next_starter.map(write_seat),
            caller: view.caller.map(write_seat),
            turns: view.turns.into(),
            options: Some(options::write(&view.options)),
            finished_deals: view.finished_deals,
            standing: view.standing.iter().map(write_seat_score).collect(),
            winners: write_seats(&view.winners),
            hand_values: view.hand_values.iter().map(write_hand_value).collect(),
        })
    }

    fn write_score(score: &Score) -> pb::engine::score::Score {
        pb::engine::score::Score::Jhyap(msg::Score {
            finished_deals: score.finished_deals,
            seats: score.seats.iter().map(write_seat_score).collect(),
            caller: score.caller.map(write_seat),
            lines: score.lines.iter().map(write_line).collect(),
            winners: write_seats(&score.winners),
        })
    }

    fn encode(setup: &Setup, to: &mut Writer) {
        layout::encode(setup, to);
    }

    fn decode(from: &mut Reader<'_>) -> Result<Setup, BadPayload> {
        layout::decode(from)
    }
}

fn read_discard(discard: &msg::Discard, faults: &mut Vec<Fault>) -> Option<Move> {
    let cards = read_cards(&discard.cards, "discard.cards", faults).and_then(|list| {
        Combination::new(list.as_slice()).map_err(|error| faults.push(Fault::new("discard.cards", error.message))).ok()
    });
    let take = match discard.take {
        Some(msg::discard::Take::Stock(_)) => Some(Take::Stock),
        Some(msg::discard::Take::Card(card)) => read_card(card, "discard.card", faults).map(Take::Card),
        None => {
            faults.push(Fault::new("discard.take", &messages::TAKE_MISSING));
            None
        }
    };
    Some(Move::Discard { cards: cards?, take: take? })
}

fn write_event(event: &Event) -> msg::event::Kind {
    use msg::event::Kind;
    match event {
        Event::Dealt { deal, dealer, starter, hands, turned_up, stock_count } => Kind::Dealt(msg::Dealt {
            deal: *deal,
            dealer: write_seat(*dealer),
            starter: write_seat(*starter),
            hands: hands.iter().map(|hand| write_hand(hand.seat, hand.count, hand.cards)).collect(),
            turned_up: write_card(*turned_up),
            stock_count: (*stock_count).into(),
        }),
        Event::Discarded { seat, cards } => Kind::Discarded(msg::Discarded {
            seat: write_seat(*seat),
            cards: write_cards(cards.cards().iter().copied()),
        }),
        Event::Reshuffled { stock_count } => {
            Kind::Reshuffled(common::Reshuffled { stock_count: (*stock_count).into() })
        }
        Event::Drew { seat, card } => {
            Kind::Drew(msg::Drew { seat: write_seat(*seat), card: card.map_or(0, write_card) })
        }
        Event::Took { seat, card } => Kind::Took(msg::Took { seat: write_seat(*seat), card: write_card(*card) }),
        Event::SlapOffered { seat } => Kind::SlapOffered(msg::SlapOffered { seat: write_seat(*seat) }),
        Event::Slapped { seat, card } => {
            Kind::Slapped(msg::Slapped { seat: write_seat(*seat), card: write_card(*card) })
        }
        Event::Kept { seat } => Kind::Kept(msg::Kept { seat: write_seat(*seat) }),
        Event::Called { seat } => Kind::Called(msg::Called { seat: write_seat(*seat) }),
        Event::DealEnded { deal, caller, hands, lines, totals, eliminated } => Kind::DealEnded(msg::DealEnded {
            deal: *deal,
            caller: caller.map(write_seat),
            hands: hands.iter().map(|hand| write_hand(hand.seat, hand.count, hand.cards)).collect(),
            lines: lines.iter().map(write_line).collect(),
            totals: totals.iter().map(|&total| total.into()).collect(),
            eliminated: write_seats(eliminated),
        }),
        Event::MatchEnded { winners } => Kind::MatchEnded(write_match_ended(winners)),
    }
}

fn write_hand_value(hand: &HandValue) -> msg::HandValue {
    msg::HandValue { seat: write_seat(hand.seat), value: hand.value.into(), may_call: hand.may_call }
}

fn write_seat_score(score: &SeatScore) -> msg::SeatScore {
    msg::SeatScore {
        seat: write_seat(score.seat),
        place: score.place.into(),
        total: score.total.into(),
        last_deal: score.last_deal.into(),
        eliminated: score.eliminated,
    }
}

fn write_line(line: &ScoreLine) -> msg::ScoreLine {
    msg::ScoreLine {
        item: match line.item {
            ScoreItem::Hand => msg::ScoreItem::Hand,
            ScoreItem::SafeCall => msg::ScoreItem::SafeCall,
            ScoreItem::Penalty => msg::ScoreItem::Penalty,
            ScoreItem::Undercut => msg::ScoreItem::Undercut,
            ScoreItem::Halving => msg::ScoreItem::Halving,
        }
        .into(),
        rule_id: line.rule.to_string(),
        points: line.points,
        seat: write_seat(line.seat),
    }
}
