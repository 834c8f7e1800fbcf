//! Pis Yedili: conversions between its messages, its state bytes and the core.

mod layout;
#[cfg(test)]
mod tests;

use super::cards::{read_card, read_suit, write_card, write_cards, write_list, write_suit};
use super::common::{
    write_direction, write_hand, write_match_ended, write_phase, write_seat, write_seats, write_standing,
};
use super::game::WireGame;
use super::messages::missing_choice;
use super::options;
use super::payload::{BadPayload, Reader, Writer};
use super::pb::{self, common, pis_yedili as msg};
use crate::cards::{Card, Cards};
use crate::games::pis_yedili::{
    DealResult, DrawReason, Ending, Event, Move, Position, Score, ScoreItem, ScoreLine, SeatView, Setup, View, messages,
};
use crate::games::{Fault, Seat};

impl WireGame for Position {
    type PbMove = msg::Move;

    fn read_move(mv: &msg::Move) -> Result<Move, Vec<Fault>> {
        let mut faults = Vec::new();
        let read = match &mv.kind {
            Some(msg::r#move::Kind::Play(play)) => {
                let card = read_card(play.card, "play.card", &mut faults);
                if card.is_some_and(Card::is_joker) {
                    faults.push(Fault::new("play.card", &messages::JOKER));
                }
                let naming = play.naming.and_then(|suit| read_suit(suit, "play.naming", &mut faults));
                card.map(|card| Move::Play { card, naming, last: play.last })
            }
            Some(msg::r#move::Kind::Draw(_)) => Some(Move::Draw),
            Some(msg::r#move::Kind::Pass(_)) => Some(Move::Pass),
            Some(msg::r#move::Kind::Deal(_)) => Some(Move::Deal),
            None => {
                faults.push(Fault::new("kind", missing_choice("play, draw, pass, deal")));
                None
            }
        };
        read.filter(|_| faults.is_empty()).ok_or(faults)
    }

    fn write_move(mv: &Move) -> pb::engine::legal_move::Move {
        use msg::r#move::Kind;
        let kind = match *mv {
            Move::Play { card, naming, last } => {
                Kind::Play(msg::Play { card: write_card(card), naming: naming.map(write_suit), last })
            }
            Move::Draw => Kind::Draw(msg::Draw {}),
            Move::Pass => Kind::Pass(msg::Pass {}),
            Move::Deal => Kind::Deal(common::Deal {}),
        };
        pb::engine::legal_move::Move::PisYedili(msg::Move { kind: Some(kind) })
    }

    fn write_event(event: &Event) -> pb::engine::event::Event {
        pb::engine::event::Event::PisYedili(msg::Event { kind: Some(write_event(event)) })
    }

    fn write_view(view: &View) -> pb::engine::view::View {
        let seats = seats_of(view.seats.len());
        pb::engine::view::View::PisYedili(msg::View {
            phase: write_phase(view.phase).into(),
            deal_number: view.deal_number,
            dealer: view.dealer.map(write_seat),
            turn: view.turn.map(write_seat),
            direction: write_direction(view.direction).into(),
            hands: view.seats.iter().map(|seat| write_hand(seat.seat, seat.count, seat.cards)).collect(),
            stock_count: view.stock_count.into(),
            stock: view.stock.as_ref().map(write_list).unwrap_or_default(),
            top: view.top.map_or(0, write_card),
            named: view.named.map_or(0, write_suit),
            under_count: view.under_count.into(),
            under: view.under.map(write_cards).unwrap_or_default(),
            sevens: view.sevens.into(),
            owed: view.owed.into(),
            drawn: view.drawn.into(),
            opened: view.opened.into(),
            own_points: view.own_points.map(u32::from),
            barred: view.seats.iter().filter(|seat| seat.barred).map(|seat| write_seat(seat.seat)).collect(),
            undeclared: view.undeclared,
            decks: view.decks.into(),
            options: Some(options::write(&view.options)),
            finished_deals: view.finished_deals,
            standing: view.seats.iter().map(write_seat_view).collect(),
            last_deal: view.last_deal.as_ref().map(|result| write_result(result, seats)),
            winners: write_seats(&view.winners),
        })
    }

    fn write_score(score: &Score) -> pb::engine::score::Score {
        let seats = seats_of(score.seats.len());
        pb::engine::score::Score::PisYedili(msg::Score {
            finished_deals: score.finished_deals,
            seats: Seat::all(seats).zip(&score.seats).map(write_standing).collect(),
            last_deal: score.last_deal.as_ref().map(|result| write_result(result, seats)),
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

fn card_count(hand: Cards) -> u8 {
    u8::try_from(hand.len()).expect("two decks have 104 cards")
}

fn seats_of(count: usize) -> u8 {
    u8::try_from(count).expect("a table has at most 8 seats")
}

fn write_event(event: &Event) -> msg::event::Kind {
    use msg::event::Kind;
    match event {
        Event::Dealt { deal, dealer, opener, hands, hand_size, opener_size, stock } => Kind::Dealt(msg::Dealt {
            deal: *deal,
            dealer: write_seat(*dealer),
            opener: write_seat(*opener),
            hands: Seat::all(seats_of(hands.len()))
                .zip(hands)
                .map(|(seat, hand)| write_hand(seat, if seat == *opener { *opener_size } else { *hand_size }, *hand))
                .collect(),
            stock_count: (*stock).into(),
        }),
        Event::Played { seat, card, named, declared, left } => Kind::Played(msg::Played {
            seat: write_seat(*seat),
            card: write_card(*card),
            named: named.map_or(0, write_suit),
            declared: *declared,
            left: (*left).into(),
        }),
        Event::Drew { seat, reason, count, cards, stock } => Kind::Drew(msg::Drew {
            seat: write_seat(*seat),
            reason: write_reason(*reason).into(),
            count: (*count).into(),
            cards: cards.map(write_cards).unwrap_or_default(),
            shown: cards.is_some(),
            stock_count: (*stock).into(),
        }),
        Event::Passed { seat } => Kind::Passed(msg::Passed { seat: write_seat(*seat) }),
        Event::Reshuffled { stock } => Kind::Reshuffled(common::Reshuffled { stock_count: (*stock).into() }),
        Event::Skipped { seat } => Kind::Skipped(msg::Skipped { seat: write_seat(*seat) }),
        Event::Reversed { direction } => {
            Kind::Reversed(msg::Reversed { direction: write_direction(*direction).into() })
        }
        Event::SevensPending { seat, sevens, owed } => Kind::SevensPending(msg::SevensPending {
            seat: write_seat(*seat),
            sevens: (*sevens).into(),
            owed: (*owed).into(),
        }),
        Event::ExtraCard { seat } => Kind::ExtraCard(msg::ExtraCard { seat: write_seat(*seat) }),
        Event::NewTurn { seat } => Kind::NewTurn(msg::NewTurn { seat: write_seat(*seat) }),
        Event::Barred { seat } => Kind::Barred(msg::Barred { seat: write_seat(*seat) }),
        Event::StockRanOut { seat, missing } => {
            Kind::StockRanOut(msg::StockRanOut { seat: write_seat(*seat), missing: (*missing).into() })
        }
        Event::DealEnded { deal, result, hands, totals } => {
            let seats = seats_of(hands.len());
            Kind::DealEnded(msg::DealEnded {
                deal: *deal,
                result: Some(write_result(result, seats)),
                hands: Seat::all(seats)
                    .zip(hands)
                    .map(|(seat, &hand)| write_hand(seat, card_count(hand), Some(hand)))
                    .collect(),
                lines: result.lines(seats).iter().map(write_line).collect(),
                totals: totals.clone(),
            })
        }
        Event::MatchEnded { winners } => Kind::MatchEnded(write_match_ended(winners)),
    }
}

const fn write_reason(reason: DrawReason) -> msg::DrawReason {
    match reason {
        DrawReason::Opening => msg::DrawReason::Opening,
        DrawReason::Turn => msg::DrawReason::Turn,
        DrawReason::Penalty => msg::DrawReason::Penalty,
        DrawReason::Undeclared => msg::DrawReason::Undeclared,
        DrawReason::Ace => msg::DrawReason::Ace,
    }
}

fn write_seat_view(view: &SeatView) -> common::SeatStanding {
    common::SeatStanding {
        seat: write_seat(view.seat),
        place: view.place.into(),
        total: i32::try_from(view.total).expect("a match ends far below this total (P47)"),
        last_deal: view.last_deal,
    }
}

fn write_result(result: &DealResult, seats: u8) -> msg::DealResult {
    let (ending, last_card) = match result.ending {
        Ending::WentOut { last_card, .. } => (msg::Ending::WentOut, write_card(last_card)),
        Ending::StockOut => (msg::Ending::StockOut, 0),
    };
    msg::DealResult {
        ending: ending.into(),
        winners: result.winners(seats).map(write_seat).collect(),
        last_card,
        hand_points: result.hands.iter().take(usize::from(seats)).map(|&points| points.into()).collect(),
        multiplier: result.multiplier().into(),
    }
}

fn write_line(line: &ScoreLine) -> msg::ScoreLine {
    msg::ScoreLine {
        item: match line.item {
            ScoreItem::Hand => msg::ScoreItem::Hand,
            ScoreItem::LastSeven => msg::ScoreItem::LastSeven,
            ScoreItem::LastJack => msg::ScoreItem::LastJack,
            ScoreItem::WentOut => msg::ScoreItem::WentOut,
            ScoreItem::LowestHand => msg::ScoreItem::LowestHand,
            ScoreItem::LowestHandShared => msg::ScoreItem::LowestHandShared,
        }
        .into(),
        rule_id: line.rule.to_string(),
        points: line.points,
        seat: write_seat(line.seat),
    }
}
