//! Jhyap between its messages, its state layout and the core.

use super::cards::{read_card, read_cards, write_card, write_cards, write_list};
use super::common::{write_direction, write_hand, write_match_ended, write_phase, write_seat, write_seats};
use super::game::WireGame;
use super::options;
use super::payload::{BadPayload, Reader, Writer};
use super::pb::{self, common, jhyap as msg};
use crate::games::Fault;
use crate::games::jhyap::{
    Combination, Event, LastDeal, MAX_SEATS, Move, Position, Score, ScoreItem, ScoreLine, SeatScore, Setup, Stage,
    Take, View,
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
                faults.push(Fault::new("kind", "required: the kind of move"));
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
        options::encode(&setup.options, to);
        to.byte(setup.seats);
        to.number(setup.deal_number);
        to.optional_seat(setup.dealer);
        to.optional_seat(setup.starter);
        for i in 0..seats_of(setup.seats) {
            to.number(setup.totals[i].into());
            to.byte(setup.out[i]);
            to.cards(setup.hands[i]);
        }
        encode_last_deal(setup.last_deal.as_ref(), setup.seats, to);
        match setup.stage {
            Stage::DealDue => to.byte(0),
            Stage::Turn { seat } => {
                to.byte(1);
                to.seat(seat);
            }
            Stage::Slap { seat, card } => {
                to.byte(2);
                to.seat(seat);
                to.card(card);
            }
            Stage::Over => to.byte(3),
        }
        to.list(&setup.stock);
        let previous = setup.previous.as_ref().map_or(&[][..], Combination::cards);
        to.byte(u8::try_from(previous.len()).unwrap_or(0));
        previous.iter().for_each(|&card| to.card(card));
        to.cards(setup.buried);
        to.number(setup.turns.into());
        to.number(setup.shuffles);
    }

    fn decode(from: &mut Reader<'_>) -> Result<Setup, BadPayload> {
        let options = options::decode(from)?;
        let seats = from.byte()?;
        if usize::from(seats) > MAX_SEATS {
            return Err(BadPayload);
        }
        let mut setup = Setup::new(options, seats, None, None);
        setup.deal_number = from.number()?;
        setup.dealer = from.optional_seat()?;
        setup.starter = from.optional_seat()?;
        for i in 0..seats_of(seats) {
            setup.totals[i] = from.number_u16()?;
            setup.out[i] = from.byte()?;
            setup.hands[i] = from.cards()?;
        }
        setup.last_deal = decode_last_deal(seats, from)?;
        setup.stage = match from.byte()? {
            0 => Stage::DealDue,
            1 => Stage::Turn { seat: from.seat()? },
            2 => Stage::Slap { seat: from.seat()?, card: from.card()? },
            3 => Stage::Over,
            _ => return Err(BadPayload),
        };
        setup.stock = from.list()?;
        let previous = from.list()?;
        if !previous.is_empty() {
            setup.previous = Some(Combination::new(previous.as_slice()).map_err(|_| BadPayload)?);
        }
        setup.buried = from.cards()?;
        setup.turns = from.number_u16()?;
        setup.shuffles = from.number()?;
        Ok(setup)
    }
}

fn seats_of(seats: u8) -> usize {
    usize::from(seats).min(MAX_SEATS)
}

fn read_discard(discard: &msg::Discard, faults: &mut Vec<Fault>) -> Option<Move> {
    let cards = read_cards(&discard.cards, "discard.cards", faults).and_then(|list| {
        Combination::new(list.as_slice()).map_err(|error| faults.push(Fault::new("discard.cards", error.reason))).ok()
    });
    let take = match discard.take {
        Some(msg::discard::Take::Stock(_)) => Some(Take::Stock),
        Some(msg::discard::Take::Card(card)) => read_card(card, "discard.card", faults).map(Take::Card),
        None => {
            faults.push(Fault::new("discard.take", "required: the stock or a card"));
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

/// A seat's hand value in the low seven bits, or this where it took no part; whether the total was halved in the high one.
const NO_VALUE: u8 = 0x7f;

fn encode_last_deal(last: Option<&LastDeal>, seats: u8, to: &mut Writer) {
    to.flag(last.is_some());
    let Some(last) = last else { return };
    to.optional_seat(last.caller);
    for i in 0..seats_of(seats) {
        to.byte(last.hands[i].unwrap_or(NO_VALUE) & NO_VALUE | u8::from(last.halved[i]) << 7);
    }
}

fn decode_last_deal(seats: u8, from: &mut Reader<'_>) -> Result<Option<LastDeal>, BadPayload> {
    if !from.flag()? {
        return Ok(None);
    }
    let mut last = LastDeal { caller: from.optional_seat()?, hands: [None; MAX_SEATS], halved: [false; MAX_SEATS] };
    for i in 0..seats_of(seats) {
        let byte = from.byte()?;
        last.hands[i] = Some(byte & NO_VALUE).filter(|&value| value != NO_VALUE);
        last.halved[i] = byte >> 7 == 1;
    }
    Ok(Some(last))
}
