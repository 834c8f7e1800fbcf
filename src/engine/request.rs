//! Reads the fields of requests and reports all faults together (G1).

use super::moves::Query;
use super::{MAX_LEGAL_MOVES, MAX_MOVE_TEXT_BYTES, MAX_MOVES, MAX_SHUFFLE_ORDERS, MAX_VIEWERS};
use crate::cards::{Card, CardList, ClientSeed};
use crate::for_variant;
use crate::games::{Fault, GameId, Message, Position, Seat, Viewer};
use crate::wire::cards::{read_card, read_cards};
use crate::wire::common::read_seat;
use crate::wire::game::{Listed, RequestMove, WireGame};
use crate::wire::messages::{self, count, out_of_range};
use crate::wire::pb;
use crate::wire::refusal::Refusal;
use prost::bytes::Bytes;

/// Collects the faults of the fields of a request.
#[derive(Debug, Default)]
pub(super) struct Fields {
    faults: Vec<Fault>,
    over_limit: Option<(&'static str, usize)>,
}

/// What the response includes, read from `include`.
#[derive(Debug, Default)]
pub(super) struct Included {
    pub(super) legal_moves: Option<Query>,
    pub(super) viewers: Vec<Viewer>,
    /// Whether each event has a sentence.
    pub(super) text: bool,
}

/// The fields of a choice with one field for each game, after `first` if there is one.
pub(super) fn alternatives(first: &str) -> String {
    let names = GameId::ALL.map(GameId::name);
    [first].into_iter().filter(|first| !first.is_empty()).chain(names).collect::<Vec<_>>().join(", ")
}

impl Fields {
    pub(super) fn fault(&mut self, field: impl Into<String>, message: impl Into<Message>) {
        self.faults.push(Fault::new(field, message));
    }

    /// Takes over faults of options or of a position below that prefix. The seats are a field of the request itself.
    pub(super) fn faults(&mut self, prefix: &str, faults: Vec<Fault>) {
        let path = |field: &str| if field == "seats" { field.into() } else { format!("{prefix}{field}") };
        self.faults.extend(faults.into_iter().map(|fault| Fault::new(path(&fault.field), fault.message)));
    }

    /// Reads the cut of a call, 0 if it has none, by the rules of this game (Seep S8).
    pub(super) fn cut<P: Position>(&mut self, cut: Option<u32>) -> u8 {
        let cut = cut.unwrap_or(0);
        match u8::try_from(cut) {
            Ok(cut) if cut <= P::MAX_CUT => return cut,
            _ if P::MAX_CUT == 0 => self.fault("cut", Message::new(&messages::NO_CUT).with("game", P::NAME)),
            _ => self.fault("cut", out_of_range(cut, 0, P::MAX_CUT)),
        }
        0
    }

    /// Refuses the call if there is a fault.
    pub(super) fn end(self) -> Result<(), Refusal> {
        if !self.faults.is_empty() {
            return Err(Refusal::fields(self.faults));
        }
        match self.over_limit {
            Some((detail, limit)) => Err(Refusal::limit(detail, limit)),
            None => Ok(()),
        }
    }

    /// Whether a count is within a limit of this server. If it is not, [`Fields::end`] refuses the call with the limit, or
    /// with the faults if there are any.
    pub(super) fn within(&mut self, count: usize, limit: usize, detail: &'static str) -> bool {
        let within = count <= limit;
        if !within {
            self.over_limit.get_or_insert((detail, limit));
        }
        within
    }

    pub(super) fn bytes<const N: usize>(&mut self, bytes: &[u8], field: &str) -> Option<[u8; N]> {
        let read = bytes.try_into().ok();
        if read.is_none() {
            let message = Message::new(&messages::LENGTH).with("bytes", count(bytes.len())).with("length", count(N));
            self.fault(field, message);
        }
        read
    }

    pub(super) fn client_seed(&mut self, bytes: &[u8], at_least: usize, field: &str) -> Option<ClientSeed> {
        let seed = ClientSeed::new(bytes).filter(|_| bytes.len() >= at_least);
        if seed.is_none() {
            let message = Message::new(&messages::LENGTH_RANGE).with("bytes", count(bytes.len()));
            self.fault(field, message.with("min", count(at_least)).with("max", 32_u8));
        }
        seed
    }

    pub(super) fn optional_client_seed(&mut self, bytes: Option<&Bytes>, field: &str) -> Option<ClientSeed> {
        self.client_seed(bytes?, 1, field)
    }

    pub(super) fn cards(&mut self, cards: &[i32], field: &str) -> Option<CardList> {
        read_cards(cards, field, &mut self.faults)
    }

    pub(super) fn state(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            self.fault("state", &messages::MISSING);
        }
    }

    pub(super) fn limit(&mut self, limit: Option<u32>, field: &str) -> u32 {
        let limit = limit.unwrap_or(MAX_LEGAL_MOVES);
        if !(1..=MAX_LEGAL_MOVES).contains(&limit) {
            self.fault(field, out_of_range(limit, 1, MAX_LEGAL_MOVES));
        }
        limit
    }

    pub(super) fn optional_card(&mut self, number: i32, field: &str) -> Option<Card> {
        if number == 0 { None } else { read_card(number, field, &mut self.faults) }
    }

    pub(super) fn seat(&mut self, seat: Option<u32>, field: &str) -> Option<Seat> {
        read_seat(seat?, field, &mut self.faults)
    }

    /// Checks that the table has the seat.
    pub(super) fn at_table(&mut self, seat: Option<Seat>, seats: u8, field: &str) {
        if let Some(seat) = seat.filter(|seat| seat.number() >= seats) {
            self.fault(field, out_of_range(seat.number(), 0, seats.saturating_sub(1)));
        }
    }

    pub(super) fn viewer_at_table(&mut self, viewer: Viewer, seats: u8, field: &str) {
        match viewer {
            Viewer::Seat(seat) => self.at_table(Some(seat), seats, field),
            Viewer::Spectator | Viewer::Referee => {}
        }
    }

    pub(super) fn viewer(&mut self, viewer: Option<&pb::engine::Viewer>, field: &str) -> Option<Viewer> {
        use pb::engine::viewer::Viewer as Kind;
        match viewer.and_then(|viewer| viewer.viewer.as_ref()) {
            Some(Kind::Seat(seat)) => read_seat(*seat, &format!("{field}.seat"), &mut self.faults).map(Viewer::Seat),
            Some(Kind::Spectator(_)) => Some(Viewer::Spectator),
            Some(Kind::Referee(_)) => Some(Viewer::Referee),
            None => {
                self.fault(field, messages::missing_choice("seat, spectator, referee"));
                None
            }
        }
    }

    pub(super) fn include(&mut self, include: Option<&pb::engine::Include>) -> Included {
        let Some(include) = include else { return Included::default() };
        let limit = self.limit(include.limit, "include.limit");
        let legal_moves = include.legal_moves.then_some(Query { limit, card: None, count_only: false });
        let mut viewers = Vec::new();
        if self.within(include.viewers.len(), MAX_VIEWERS, "viewers") {
            for (i, viewer) in include.viewers.iter().enumerate() {
                viewers.extend(self.viewer(Some(viewer), &format!("include.viewers[{i}]")));
            }
        }
        Included { legal_moves, viewers, text: include.text }
    }

    pub(super) fn include_at_table(&mut self, include: &Included, seats: u8) {
        for (i, &viewer) in include.viewers.iter().enumerate() {
            self.viewer_at_table(viewer, seats, &format!("include.viewers[{i}].seat"));
        }
    }

    pub(super) fn orders(&mut self, orders: &[pb::engine::ShuffleOrder]) -> Vec<CardList> {
        if !self.within(orders.len(), MAX_SHUFFLE_ORDERS, "shuffle_orders") {
            return Vec::new();
        }
        let mut lists = Vec::with_capacity(orders.len());
        for (i, order) in orders.iter().enumerate() {
            lists.extend(self.cards(&order.cards, &format!("shuffle_orders[{i}].cards")));
        }
        lists
    }

    pub(super) fn moves(&mut self, moves: &[pb::engine::Move]) -> Vec<RequestMove> {
        if moves.is_empty() {
            self.fault("moves", &messages::NO_MOVES);
        }
        let mut read = Vec::with_capacity(moves.len().min(MAX_MOVES));
        if self.within(moves.len(), MAX_MOVES, "moves_per_apply") {
            for (i, mv) in moves.iter().enumerate() {
                read.extend(self.one_move(mv, i));
            }
        }
        read
    }

    fn one_move(&mut self, mv: &pb::engine::Move, index: usize) -> Option<RequestMove> {
        use pb::engine::r#move::Move as Kind;
        let Some(mv) = &mv.r#move else {
            self.fault(format!("moves[{index}]"), messages::missing_choice(&alternatives("text")));
            return None;
        };
        for_variant!(mv, Kind, P, mv => self.typed::<P>(mv, index).map(P::request_move);
            Kind::Text(text) if text.len() > MAX_MOVE_TEXT_BYTES => {
                let message = Message::new(&messages::LENGTH_RANGE).with("bytes", count(text.len()));
                self.fault(format!("moves[{index}].text"), message.with("min", 0_u8).with("max", count(MAX_MOVE_TEXT_BYTES)));
                None
            }
            Kind::Text(text) => Some(RequestMove::Text(text.clone())),
        )
    }

    fn typed<P: WireGame>(&mut self, mv: &P::PbMove, index: usize) -> Option<P::Move> {
        P::read_move(mv).map_err(|faults| self.faults(&format!("moves[{index}].{}.", P::NAME), faults)).ok()
    }
}
