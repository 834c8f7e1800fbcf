//! Pis Yedili between its messages, its state layout and the core.

use super::cards::{read_card, read_suit, write_card, write_cards, write_list, write_seat, write_suit};
use super::game::{RequestMove, WireGame};
use super::options::{OptionsReader, write_choice};
use super::payload::{BadPayload, Reader, Writer};
use super::pb::{self, pis_yedili as msg};
use crate::cards::{Card, Cards, Suit};
use crate::games::pis_yedili::{
    Ace, DealResult, DrawReason, Eight, Ending, Event, Move, Opening, Options, Position, Score, ScoreItem, ScoreLine,
    SeatView, Setup, Stage, StockOut, Ten, View,
};
use crate::games::{Direction, Fault, GameId, Phase, Seat, SeatStanding};

impl WireGame for Position {
    const ID: GameId = GameId::PisYedili;
    const GAME: pb::engine::Game = pb::engine::Game::PisYedili;
    type PbOptions = msg::Options;
    type PbMove = msg::Move;

    fn read_options(options: &msg::Options) -> Result<Options, Vec<Fault>> {
        OptionsReader::new(options.preset)
            .number("decks", options.decks)
            .number("hand_size", options.hand_size)
            .choice("opening", options.opening)
            .flag("draw_only_if_stuck", options.draw_only_if_stuck)
            .flag("jack_must_change_suit", options.jack_must_change_suit)
            .number("draw_limit", options.draw_limit)
            .number("seven_draws", options.seven_draws)
            .flag("play_after_penalty", options.play_after_penalty)
            .choice("eight", options.eight)
            .choice("ten", options.ten)
            .flag("ten_skips_with_two", options.ten_skips_with_two)
            .choice("ace", options.ace)
            .choice("stock_out", options.stock_out)
            .number("deals", options.deals)
            .number("target", options.target)
            .flag("declare_last", options.declare_last)
            .end()
    }

    fn write_options(options: &Options) -> pb::engine::game_options::Options {
        pb::engine::game_options::Options::PisYedili(write_options(options))
    }

    fn read_move(mv: &msg::Move) -> Result<Move, Vec<Fault>> {
        let mut faults = Vec::new();
        let read = match &mv.kind {
            Some(msg::r#move::Kind::Play(play)) => {
                let card = read_card(play.card, "play.card", &mut faults);
                if card.is_some_and(Card::is_joker) {
                    faults.push(Fault::new("play.card", "Pis Yedili is played without jokers"));
                }
                let naming = play.naming.and_then(|suit| read_suit(suit, "play.naming", &mut faults));
                card.map(|card| Move::Play { card, naming, last: play.last })
            }
            Some(msg::r#move::Kind::Draw(_)) => Some(Move::Draw),
            Some(msg::r#move::Kind::Pass(_)) => Some(Move::Pass),
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
        let kind = match *mv {
            Move::Play { card, naming, last } => {
                Kind::Play(msg::Play { card: write_card(card), naming: naming.map(write_suit), last })
            }
            Move::Draw => Kind::Draw(msg::Draw {}),
            Move::Pass => Kind::Pass(msg::Pass {}),
            Move::Deal => Kind::Deal(msg::Deal {}),
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
            direction: write_direction(view.direction),
            hands: view.seats.iter().map(write_seat_hand).collect(),
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
            undeclared: view.undeclared,
            decks: view.decks.into(),
            options: Some(write_options(&view.options)),
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
            seats: Seat::all(seats).zip(&score.seats).map(write_seat_standing).collect(),
            last_deal: score.last_deal.as_ref().map(|result| write_result(result, seats)),
            lines: score.lines.iter().map(write_line).collect(),
            winners: write_seats(&score.winners),
        })
    }

    fn own_move(mv: &RequestMove) -> Option<&Move> {
        match mv {
            RequestMove::PisYedili(mv) => Some(mv),
            RequestMove::Text(_) | RequestMove::Jhyap(_) | RequestMove::Seep(_) => None,
        }
    }

    fn encode(setup: &Setup, to: &mut Writer) {
        encode_options(&setup.options, to);
        to.byte(setup.seats);
        to.number(setup.deal_number);
        to.number(setup.shuffles);
        to.optional_seat(setup.dealer);
        encode_stage(setup.stage, to);
        // A suit is 1 to 4, and whether the direction is reversed stands above it.
        to.byte(setup.named.map_or(0, |suit| suit as u8 + 1) | u8::from(setup.reversed) << 3);
        for i in 0..usize::from(setup.seats.min(Seat::MAX)) {
            to.cards(setup.hands[i]);
            to.number(setup.totals[i]);
        }
        to.list(&setup.stock);
        to.optional_card(setup.top);
        to.cards(setup.under);
        encode_last_deal(setup.last_deal.as_ref(), setup.seats, to);
    }

    fn decode(from: &mut Reader<'_>) -> Result<Setup, BadPayload> {
        let options = decode_options(from)?;
        let seats = from.byte()?;
        if seats > Seat::MAX {
            return Err(BadPayload);
        }
        let mut setup = Setup::new(options, seats, None);
        setup.deal_number = from.number()?;
        setup.shuffles = from.number()?;
        setup.dealer = from.optional_seat()?;
        setup.stage = decode_stage(from)?;
        let named = from.byte()?;
        setup.reversed = named >> 3 == 1;
        setup.named = match named & 7 {
            0 if named >> 3 <= 1 => None,
            suit @ 1..=4 if named >> 3 <= 1 => Some(Suit::ALL[usize::from(suit - 1)]),
            _ => return Err(BadPayload),
        };
        for i in 0..usize::from(seats) {
            setup.hands[i] = from.cards()?;
            setup.totals[i] = from.number()?;
        }
        setup.stock = from.list()?;
        setup.top = from.optional_card()?;
        setup.under = from.cards()?;
        setup.last_deal = decode_last_deal(seats, from)?;
        Ok(setup)
    }
}

fn seats_of(count: usize) -> u8 {
    u8::try_from(count).unwrap_or(Seat::MAX)
}

fn write_options(options: &Options) -> msg::Options {
    msg::Options {
        preset: None,
        decks: Some(options.decks.into()),
        hand_size: Some(options.hand_size.into()),
        opening: write_choice(options, "opening"),
        draw_only_if_stuck: Some(options.draw_only_if_stuck),
        jack_must_change_suit: Some(options.jack_must_change_suit),
        draw_limit: Some(options.draw_limit.into()),
        seven_draws: Some(options.seven_draws.into()),
        play_after_penalty: Some(options.play_after_penalty),
        eight: write_choice(options, "eight"),
        ten: write_choice(options, "ten"),
        ten_skips_with_two: Some(options.ten_skips_with_two),
        ace: write_choice(options, "ace"),
        stock_out: write_choice(options, "stock_out"),
        deals: Some(options.deals.into()),
        target: Some(options.target.into()),
        declare_last: Some(options.declare_last),
    }
}

fn write_event(event: &Event) -> msg::event::Kind {
    use msg::event::Kind;
    match event {
        Event::Dealt { deal, dealer, opener, hands, hand_size, stock } => Kind::Dealt(msg::Dealt {
            deal: *deal,
            dealer: write_seat(*dealer),
            opener: write_seat(*opener),
            hands: (0..).zip(hands).map(|(seat, hand)| write_hand(seat, u32::from(*hand_size), *hand)).collect(),
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
        Event::Reshuffled { stock } => Kind::Reshuffled(msg::Reshuffled { stock_count: (*stock).into() }),
        Event::Skipped { seat } => Kind::Skipped(msg::Skipped { seat: write_seat(*seat) }),
        Event::Reversed { direction } => Kind::Reversed(msg::Reversed { direction: write_direction(*direction) }),
        Event::SevensPending { seat, sevens, owed } => Kind::SevensPending(msg::SevensPending {
            seat: write_seat(*seat),
            sevens: (*sevens).into(),
            owed: (*owed).into(),
        }),
        Event::ExtraCard { seat } => Kind::ExtraCard(msg::ExtraCard { seat: write_seat(*seat) }),
        Event::StockRanOut { seat, missing } => {
            Kind::StockRanOut(msg::StockRanOut { seat: write_seat(*seat), missing: (*missing).into() })
        }
        Event::DealEnded { deal, result, hands, totals } => {
            let seats = seats_of(hands.len());
            Kind::DealEnded(msg::DealEnded {
                deal: *deal,
                result: Some(write_result(result, seats)),
                hands: (0..)
                    .zip(hands)
                    .map(|(seat, &hand)| write_hand(seat, u32::try_from(hand.len()).unwrap_or(0), Some(hand)))
                    .collect(),
                lines: result.lines(seats).iter().map(write_line).collect(),
                totals: totals.clone(),
            })
        }
        Event::MatchEnded { winners } => Kind::MatchEnded(msg::MatchEnded { winners: write_seats(winners) }),
    }
}

const fn write_reason(reason: DrawReason) -> msg::DrawReason {
    match reason {
        DrawReason::Opening => msg::DrawReason::Opening,
        DrawReason::Turn => msg::DrawReason::Turn,
        DrawReason::Penalty => msg::DrawReason::Penalty,
        DrawReason::Undeclared => msg::DrawReason::Undeclared,
    }
}

const fn write_phase(phase: Phase) -> msg::Phase {
    match phase {
        Phase::Deal => msg::Phase::Deal,
        Phase::Opening => msg::Phase::Opening,
        Phase::Turn => msg::Phase::Turn,
        Phase::Penalty => msg::Phase::Penalty,
        Phase::Extra => msg::Phase::Extra,
        Phase::Over => msg::Phase::Over,
        Phase::Bid | Phase::Slap => msg::Phase::Unspecified,
    }
}

fn write_direction(direction: Direction) -> i32 {
    match direction {
        Direction::Clockwise => msg::Direction::Clockwise,
        Direction::CounterClockwise => msg::Direction::CounterClockwise,
    }
    .into()
}

fn write_seats(seats: &[Seat]) -> Vec<u32> {
    seats.iter().copied().map(write_seat).collect()
}

fn write_hand(seat: u32, count: u32, cards: Option<Cards>) -> msg::Hand {
    msg::Hand { seat, count, cards: cards.map(write_cards).unwrap_or_default(), shown: cards.is_some() }
}

fn write_seat_hand(seat: &SeatView) -> msg::Hand {
    write_hand(write_seat(seat.seat), seat.count.into(), seat.cards)
}

fn write_seat_view(view: &SeatView) -> msg::SeatScore {
    msg::SeatScore {
        seat: write_seat(view.seat),
        place: view.place.into(),
        total: i32::try_from(view.total).unwrap_or(i32::MAX),
        last_deal: view.last_deal,
    }
}

fn write_seat_standing((seat, standing): (Seat, &SeatStanding)) -> msg::SeatScore {
    msg::SeatScore {
        seat: write_seat(seat),
        place: standing.place.into(),
        total: standing.total,
        last_deal: standing.last_deal,
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

/// Four bytes of small values and flags, then the numbers. The core's choices are numbered from 0.
fn encode_options(options: &Options, to: &mut Writer) {
    to.byte(
        options.decks & 3 | (options.hand_size & 15) << 2 | (options.opening as u8) << 6 | (options.eight as u8) << 7,
    );
    to.byte(options.draw_limit & 7 | (options.seven_draws & 7) << 3 | (options.ace as u8) << 6);
    to.byte(
        u8::from(options.draw_only_if_stuck)
            | u8::from(options.jack_must_change_suit) << 1
            | u8::from(options.play_after_penalty) << 2
            | u8::from(options.ten_skips_with_two) << 3
            | u8::from(options.declare_last) << 4
            | (options.ten as u8) << 5
            | (options.stock_out as u8) << 6,
    );
    to.byte(options.deals);
    to.number(options.target.into());
}

fn decode_options(from: &mut Reader<'_>) -> Result<Options, BadPayload> {
    let (first, second, flags) = (from.byte()?, from.byte()?, from.byte()?);
    let flag = |bit: u8| flags >> bit & 1 == 1;
    if flag(7) {
        return Err(BadPayload);
    }
    Ok(Options {
        decks: first & 3,
        hand_size: first >> 2 & 15,
        opening: if first >> 6 & 1 == 1 { Opening::All } else { Opening::First },
        eight: if first >> 7 == 1 { Eight::None } else { Eight::Skip },
        draw_limit: second & 7,
        seven_draws: second >> 3 & 7,
        ace: match second >> 6 {
            0 => Ace::Extra,
            1 => Ace::Skip,
            2 => Ace::None,
            _ => return Err(BadPayload),
        },
        draw_only_if_stuck: flag(0),
        jack_must_change_suit: flag(1),
        play_after_penalty: flag(2),
        ten_skips_with_two: flag(3),
        declare_last: flag(4),
        ten: if flag(5) { Ten::None } else { Ten::Reverse },
        stock_out: if flag(6) { StockOut::Reshuffle } else { StockOut::End },
        deals: from.byte()?,
        target: from.number_u16()?,
    })
}

fn encode_stage(stage: Stage, to: &mut Writer) {
    match stage {
        Stage::DealDue => to.byte(0),
        Stage::Opening { seat, opened, drawn } => to.raw(&[1, seat.number(), opened, drawn]),
        Stage::Turn { seat, drawn } => to.raw(&[2, seat.number(), drawn]),
        Stage::Penalty { seat, sevens } => to.raw(&[3, seat.number(), sevens]),
        Stage::Extra { seat, drawn, undeclared } => to.raw(&[4, seat.number(), drawn, u8::from(undeclared)]),
        Stage::Over => to.byte(5),
    }
}

fn decode_stage(from: &mut Reader<'_>) -> Result<Stage, BadPayload> {
    Ok(match from.byte()? {
        0 => Stage::DealDue,
        1 => Stage::Opening { seat: from.seat()?, opened: from.byte()?, drawn: from.byte()? },
        2 => Stage::Turn { seat: from.seat()?, drawn: from.byte()? },
        3 => Stage::Penalty { seat: from.seat()?, sevens: from.byte()? },
        4 => Stage::Extra { seat: from.seat()?, drawn: from.byte()?, undeclared: from.flag()? },
        5 => Stage::Over,
        _ => return Err(BadPayload),
    })
}

fn encode_last_deal(last: Option<&DealResult>, seats: u8, to: &mut Writer) {
    let Some(last) = last else { return to.byte(0) };
    match last.ending {
        Ending::WentOut { winner, last_card } => to.raw(&[1, winner.number(), last_card.index()]),
        Ending::StockOut => to.byte(2),
    }
    last.hands.iter().take(usize::from(seats)).for_each(|&points| to.number(points.into()));
}

fn decode_last_deal(seats: u8, from: &mut Reader<'_>) -> Result<Option<DealResult>, BadPayload> {
    let ending = match from.byte()? {
        0 => return Ok(None),
        1 => Ending::WentOut { winner: from.seat()?, last_card: from.card()? },
        2 => Ending::StockOut,
        _ => return Err(BadPayload),
    };
    let mut hands = [0; 8];
    for points in hands.iter_mut().take(usize::from(seats)) {
        *points = from.number_u16()?;
    }
    Ok(Some(DealResult { ending, hands }))
}

#[cfg(test)]
mod tests;
