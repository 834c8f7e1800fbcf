//! Conversions of Seep between its messages and the core; the state bytes are in `layout`.

mod layout;
#[cfg(test)]
mod tests;

use super::cards::{read_card, read_cards, write_card, write_cards, write_list};
use super::common::{write_direction, write_hand, write_match_ended, write_phase, write_seat};
use super::game::WireGame;
use super::options;
use super::payload::{BadPayload, Reader, Writer};
use super::pb::{self, common, seep as msg};
use crate::cards::{Card, CardSet};
use crate::games::seep::{
    DealScore, Event, HouseValue, HouseView, Known, Move, Position, Score, ScoreItem, ScoreLine, Setup, SweepKind,
    Team, TeamScore, View, house_value, loose_cards, messages,
};
use crate::games::{Fault, PlayError, Seat};
use std::fmt::Display;

impl WireGame for Position {
    type PbMove = msg::Move;

    fn read_move(mv: &msg::Move) -> Result<Move, Vec<Fault>> {
        MoveReader::default().read(mv)
    }

    fn write_move(mv: &Move) -> pb::engine::legal_move::Move {
        use msg::r#move::Kind;
        let kind = match *mv {
            Move::Deal => Kind::Deal(common::Deal {}),
            Move::Bid { value } => Kind::Bid(msg::Bid { value: value.get().into() }),
            Move::Throw { card } => Kind::ThrowCard(msg::Throw { card: write_card(card) }),
            Move::Capture { card, loose, house } => {
                Kind::Capture(msg::Capture { card: write_card(card), loose: write_cards(loose), house })
            }
            Move::Build { card, value, loose } => {
                Kind::Build(msg::Build { card: write_card(card), value: value.get().into(), loose: write_cards(loose) })
            }
            Move::Add { card, value, loose } => {
                Kind::Add(msg::Add { card: write_card(card), value: value.get().into(), loose: write_cards(loose) })
            }
            Move::Break { card, value, loose } => Kind::BreakHouse(msg::Break {
                card: write_card(card),
                value: value.get().into(),
                loose: write_cards(loose),
            }),
        };
        pb::engine::legal_move::Move::Seep(msg::Move { kind: Some(kind) })
    }

    fn write_event(event: &Event) -> pb::engine::event::Event {
        pb::engine::event::Event::Seep(msg::Event { kind: Some(write_event(event)) })
    }

    fn write_view(view: &View) -> pb::engine::view::View {
        let seats = view.options.seats();
        let hands = Seat::all(seats).zip(&view.hands).map(|(seat, hand)| write_hand(seat, hand.count, hand.cards));
        let piles = Team::ALL.into_iter().zip(view.piles).map(|(team, pile)| write_pile(team, pile));
        let sweeps = Team::ALL.into_iter().zip(view.sweeps).zip(view.sweep_points);
        let sweeps = sweeps.map(|((team, sweeps), points)| msg::Sweeps {
            points,
            team: team.number().into(),
            opening: sweeps.opening,
            ordinary: sweeps.ordinary.into(),
            last: sweeps.last,
        });
        pb::engine::view::View::Seep(msg::View {
            phase: write_phase(view.phase).into(),
            deal_number: view.deal_number,
            dealer: view.dealer.map(write_seat),
            turn: view.turn.map(write_seat),
            direction: write_direction(view.direction).into(),
            hands: hands.collect(),
            stock_count: view.stock_count.into(),
            stock: view.stock.as_ref().map(write_list).unwrap_or_default(),
            bid: view.bid.map_or(0, |bid| bid.get().into()),
            floor: Some(write_floor(view.floor.count, view.floor.cards)),
            houses: view.houses.iter().map(write_house).collect(),
            piles: piles.collect(),
            sweeps: sweeps.collect(),
            last_capture: view.last_capture.zip(view.last_captor).map(|(capture, seat)| msg::LastCapture {
                seat: write_seat(seat),
                card: write_card(capture.card),
                cards: write_cards(capture.cards),
            }),
            last_captor: view.last_captor.map(write_seat),
            plays: view.plays.into(),
            options: Some(options::write(&view.options)),
            finished_deals: view.finished_deals,
            standing: view.standing.iter().map(write_team).collect(),
            winners: view.winner.map(|winner| write_winners(winner, seats)).unwrap_or_default(),
        })
    }

    fn write_score(score: &Score) -> pb::engine::score::Score {
        pb::engine::score::Score::Seep(msg::Score {
            finished_deals: score.finished_deals,
            teams: score.teams.iter().map(write_team).collect(),
            last_deal: score.last_deal.as_ref().map(write_deal_score),
            winners: score.winner.map(|winner| write_winners(winner, score.seats)).unwrap_or_default(),
        })
    }

    fn encode(setup: &Setup, to: &mut Writer) {
        layout::encode(setup, to);
    }

    fn decode(from: &mut Reader<'_>) -> Result<Setup, BadPayload> {
        layout::decode(from)
    }
}

/// Reads a move, and collects everything that is wrong with it.
#[derive(Default)]
struct MoveReader {
    faults: Vec<Fault>,
}

impl MoveReader {
    fn read(mut self, mv: &msg::Move) -> Result<Move, Vec<Fault>> {
        use msg::r#move::Kind;
        let read = match &mv.kind {
            Some(Kind::Deal(_)) => Some(Move::Deal),
            Some(Kind::Bid(bid)) => self.value(bid.value, "bid.value").map(|value| Move::Bid { value }),
            Some(Kind::ThrowCard(throw)) => self.card(throw.card, "throw_card").map(|card| Move::Throw { card }),
            Some(Kind::Capture(capture)) => {
                let (card, loose) = (self.card(capture.card, "capture"), self.loose(&capture.loose, "capture"));
                card.zip(loose).map(|(card, loose)| Move::Capture { card, loose, house: capture.house })
            }
            Some(Kind::Build(build)) => self
                .house(build.card, build.value, &build.loose, "build")
                .map(|(card, value, loose)| Move::Build { card, value, loose }),
            Some(Kind::Add(add)) => self
                .house(add.card, add.value, &add.loose, "add")
                .map(|(card, value, loose)| Move::Add { card, value, loose }),
            Some(Kind::BreakHouse(broken)) => self
                .house(broken.card, broken.value, &broken.loose, "break_house")
                .map(|(card, value, loose)| Move::Break { card, value, loose }),
            None => {
                self.faults.push(Fault::new("kind", &messages::KIND_MISSING));
                None
            }
        };
        let faults = self.faults;
        read.filter(|_| faults.is_empty()).ok_or(faults)
    }

    fn card(&mut self, number: i32, kind: &str) -> Option<Card> {
        let card = read_card(number, format_args!("{kind}.card"), &mut self.faults)?;
        if card.is_joker() {
            self.faults.push(Fault::new(format!("{kind}.card"), &messages::JOKER));
        }
        Some(card)
    }

    fn value(&mut self, number: u32, field: impl Display) -> Option<HouseValue> {
        let read = house_value(number);
        self.kept(read, field)
    }

    fn loose(&mut self, numbers: &[i32], kind: &str) -> Option<CardSet> {
        let list = read_cards(numbers, format_args!("{kind}.loose"), &mut self.faults)?;
        self.kept(loose_cards(list.as_slice()), format_args!("{kind}.loose"))
    }

    fn house(&mut self, card: i32, value: u32, loose: &[i32], kind: &str) -> Option<(Card, HouseValue, CardSet)> {
        let card = self.card(card, kind);
        let value = self.value(value, format_args!("{kind}.value"));
        let loose = self.loose(loose, kind);
        Some((card?, value?, loose?))
    }

    /// Returns what could be read, or adds a fault of the field, whose name is written only then.
    fn kept<T>(&mut self, read: Result<T, PlayError>, field: impl Display) -> Option<T> {
        read.map_err(|error| self.faults.push(Fault::new(field.to_string(), error.message))).ok()
    }
}

fn write_event(event: &Event) -> msg::event::Kind {
    use msg::event::Kind;
    match event {
        Event::Dealt { deal, dealer, bidder, hand, floor, cut } => Kind::Dealt(msg::Dealt {
            cut: (*cut).into(),
            deal: *deal,
            dealer: write_seat(*dealer),
            bidder: write_seat(*bidder),
            hand: Some(write_hand(*bidder, 4, *hand)),
            floor: Some(write_floor(4, *floor)),
            stock_count: 44,
        }),
        Event::ThrownIn { seat, hand } => {
            Kind::ThrownIn(msg::ThrownIn { seat: write_seat(*seat), cards: write_cards(*hand) })
        }
        Event::FloorThrownIn => Kind::FloorThrownIn(msg::FloorThrownIn {}),
        Event::BidMade { seat, value } => {
            Kind::BidMade(msg::BidMade { seat: write_seat(*seat), value: value.get().into() })
        }
        Event::FloorTurned { floor } => Kind::FloorTurned(msg::FloorTurned { cards: write_cards(*floor) }),
        Event::RestDealt { hands, counts, stock_count } => Kind::RestDealt(msg::RestDealt {
            hands: (0..)
                .map(Seat::new)
                .zip(hands.iter().zip(counts))
                .map(|(seat, (&hand, &count))| write_hand(seat, count, hand))
                .collect(),
            stock_count: (*stock_count).into(),
        }),
        Event::Captured { seat, card, loose, house } => Kind::Captured(msg::Captured {
            seat: write_seat(*seat),
            card: write_card(*card),
            loose: write_cards(*loose),
            house: house.as_ref().map(write_house),
        }),
        Event::Swept { seat, team, kind, points } => Kind::Swept(msg::Swept {
            seat: write_seat(*seat),
            team: team.number().into(),
            kind: write_sweep_kind(*kind).into(),
            points: *points,
        }),
        Event::Built { seat, card, loose, absorbed, house } => Kind::Built(msg::Built {
            seat: write_seat(*seat),
            card: write_card(*card),
            loose: write_cards(*loose),
            absorbed: write_cards(*absorbed),
            house: Some(write_house(house)),
        }),
        Event::Added { seat, card, loose, absorbed, house } => Kind::Added(msg::Added {
            seat: write_seat(*seat),
            card: write_card(*card),
            loose: write_cards(*loose),
            absorbed: write_cards(*absorbed),
            house: Some(write_house(house)),
        }),
        Event::Broken { seat, card, loose, absorbed, broken, house, merged } => Kind::Broken(msg::Broken {
            seat: write_seat(*seat),
            card: write_card(*card),
            loose: write_cards(*loose),
            absorbed: write_cards(*absorbed),
            broken: Some(write_house(broken)),
            house: Some(write_house(house)),
            merged: *merged,
        }),
        Event::Thrown { seat, card } => Kind::Thrown(msg::Thrown { seat: write_seat(*seat), card: write_card(*card) }),
        Event::LastCards { team, cards } => {
            Kind::LastCards(msg::LastCards { team: team.map(|team| team.number().into()), cards: write_cards(*cards) })
        }
        Event::DealEnded { score, piles, teams } => Kind::DealEnded(msg::DealEnded {
            score: Some(write_deal_score(score)),
            piles: Team::ALL
                .into_iter()
                .zip(piles)
                .map(|(team, &pile)| write_pile(team, Known { count: pile.len(), cards: Some(pile) }))
                .collect(),
            teams: teams.iter().map(write_team).collect(),
        }),
        Event::MatchEnded { winners } => Kind::MatchEnded(write_match_ended(winners)),
    }
}

const fn write_sweep_kind(kind: SweepKind) -> msg::SweepKind {
    match kind {
        SweepKind::Opening => msg::SweepKind::Opening,
        SweepKind::Ordinary => msg::SweepKind::Ordinary,
        SweepKind::Last => msg::SweepKind::Last,
    }
}

fn write_floor(count: u8, cards: Option<CardSet>) -> msg::Floor {
    msg::Floor { count: count.into(), cards: cards.map(write_cards).unwrap_or_default(), shown: cards.is_some() }
}

fn write_pile(team: Team, pile: Known) -> msg::Pile {
    msg::Pile {
        team: team.number().into(),
        count: pile.count.into(),
        cards: pile.cards.map(write_cards).unwrap_or_default(),
        shown: pile.cards.is_some(),
    }
}

fn write_house(house: &HouseView) -> msg::House {
    msg::House {
        value: house.value.get().into(),
        cards: write_cards(house.cards),
        owners: house.owners.iter().map(write_seat).collect(),
        cemented: house.cemented,
    }
}

fn write_winners(team: Team, seats: u8) -> Vec<u32> {
    team.seats(seats).map(write_seat).collect()
}

fn write_team(score: &TeamScore) -> msg::TeamScore {
    msg::TeamScore {
        team: score.team.number().into(),
        place: score.place.into(),
        baazis: score.baazis.into(),
        difference: score.difference,
        last_deal: score.last_deal,
    }
}

fn write_deal_score(score: &DealScore) -> msg::DealScore {
    msg::DealScore {
        deal: score.deal,
        lines: score.lines.iter().map(write_line).collect(),
        baazi: score
            .baazi
            .map(|baazi| msg::BaaziWon { team: baazi.team.number().into(), rule_id: baazi.rule.to_string() }),
    }
}

fn write_line(line: &ScoreLine) -> msg::ScoreLine {
    msg::ScoreLine {
        item: match line.item {
            ScoreItem::Spades => msg::ScoreItem::Spades,
            ScoreItem::Aces => msg::ScoreItem::Aces,
            ScoreItem::TenOfDiamonds => msg::ScoreItem::TenOfDiamonds,
            ScoreItem::NineOfSpades => msg::ScoreItem::NineOfSpades,
            ScoreItem::TwoOfSpades => msg::ScoreItem::TwoOfSpades,
            ScoreItem::MostCards => msg::ScoreItem::MostCards,
            ScoreItem::AllPoints => msg::ScoreItem::AllPoints,
            ScoreItem::Sweep(SweepKind::Ordinary) => msg::ScoreItem::Sweep,
            ScoreItem::Sweep(SweepKind::Opening) => msg::ScoreItem::OpeningSweep,
            ScoreItem::Sweep(SweepKind::Last) => msg::ScoreItem::LastSweep,
            ScoreItem::DealTotal => msg::ScoreItem::DealTotal,
            ScoreItem::Difference => msg::ScoreItem::Difference,
            ScoreItem::Reset => msg::ScoreItem::Reset,
            ScoreItem::Baazi => msg::ScoreItem::Baazi,
        }
        .into(),
        rule_id: line.rule.to_string(),
        points: line.points,
        team: line.team.number().into(),
    }
}
