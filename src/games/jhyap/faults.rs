use super::messages;
use super::value::value;
use super::{LastDeal, MAX_SEATS, Setup, Stage};
use crate::cards::{Card, Cards};
use crate::games::{Fault, Message, Options as _, Seat};

/// Returns all faults of a setup, none if it is valid. The work is bounded, whatever the setup holds.
pub(super) fn faults(setup: &Setup) -> Vec<Fault> {
    let mut found = Faults { setup, list: setup.options.check(setup.seats).err().unwrap_or_default() };
    found.seats();
    found.beyond_the_seats();
    if setup.deal_number == 0 {
        found.before_the_first_deal();
    } else {
        found.cards();
        found.hands();
        found.previous();
        found.stage();
        found.turns();
        found.standing();
    }
    found.list
}

/// The seats of a setup, at most as many as there are places for.
fn all_seats(setup: &Setup) -> impl Iterator<Item = Seat> + Clone + use<> {
    Seat::all(setup.seats).take(MAX_SEATS)
}

/// Whether a seat is in the match, and has not been eliminated.
fn is_in(setup: &Setup, seat: Seat) -> bool {
    seat.number() < setup.seats && setup.out.get(seat.index()) == Some(&0)
}

/// How many players have not been eliminated.
fn survivors(setup: &Setup) -> u8 {
    all_seats(setup).map(|seat| u8::from(is_in(setup, seat))).sum()
}

/// How many deals have been finished.
const fn finished_deals(setup: &Setup) -> u32 {
    if setup.stage.is_playing() { setup.deal_number.saturating_sub(1) } else { setup.deal_number }
}

struct Faults<'a> {
    setup: &'a Setup,
    list: Vec<Fault>,
}

impl Faults<'_> {
    fn add(&mut self, field: impl Into<String>, message: impl Into<Message>) {
        self.list.push(Fault::new(field, message));
    }

    fn check(&mut self, holds: bool, field: &'static str, message: impl Into<Message>) {
        if !holds {
            self.add(field, message);
        }
    }

    fn seats(&mut self) {
        let setup = self.setup;
        let there = |seat: Option<Seat>| seat.is_none_or(|seat| seat.number() < setup.seats);
        let caller = setup.last_deal.and_then(|last| last.caller);
        for (field, seat) in [("dealer", setup.dealer), ("starter", setup.starter), ("last_deal.caller", caller)] {
            self.check(there(seat), field, Message::new(&messages::NO_SUCH_SEAT).with("seats", setup.seats));
        }
        match setup.stage {
            Stage::Turn { seat } | Stage::Slap { seat, .. } => {
                self.check(is_in(setup, seat), "stage.seat", &messages::SEAT_NOT_IN_MATCH);
            }
            Stage::DealDue | Stage::Over => {}
        }
    }

    fn beyond_the_seats(&mut self) {
        for i in usize::from(self.setup.seats).min(MAX_SEATS)..MAX_SEATS {
            let setup = self.setup;
            let last = setup.last_deal.is_none_or(|last| last.hands[i].is_none() && !last.halved[i]);
            if !setup.hands[i].is_empty() || setup.totals[i] != 0 || setup.out[i] != 0 || !last {
                self.add(format!("seats[{i}]"), Message::new(&messages::BEYOND_SEATS).with("seats", setup.seats));
            }
        }
    }

    fn before_the_first_deal(&mut self) {
        let setup = self.setup;
        let fresh = Setup::new(setup.options, setup.seats, setup.dealer, setup.starter);
        for (field, holds) in [
            ("stage", setup.stage == fresh.stage),
            ("totals", setup.totals == fresh.totals),
            ("out", setup.out == fresh.out),
            ("last_deal", setup.last_deal.is_none()),
            ("hands", setup.hands == fresh.hands),
            ("stock", setup.stock.is_empty()),
            ("previous", setup.previous.is_none()),
            ("buried", setup.buried.is_empty()),
            ("turns", setup.turns == 0),
            ("shuffles", setup.shuffles == 0),
        ] {
            self.check(holds, field, &messages::BEFORE_FIRST_DEAL);
        }
    }

    /// Every card of the deck is in exactly one place.
    fn cards(&mut self) {
        let setup = self.setup;
        let piles = [setup.stock.to_cards(), setup.previous.map_or(Some(Cards::EMPTY), |laid| laid.to_cards())];
        let piles = piles.into_iter().chain([Some(setup.buried)]).chain(setup.hands.map(Some));
        let all = piles.into_iter().try_fold(Cards::EMPTY, |all, pile| all.sum(pile?));
        self.check(all == Some(setup.options.deck(setup.seats)), "cards", &messages::CARDS);
        self.check(!setup.stock.is_empty() || !setup.buried.is_empty(), "stock", &messages::NOTHING_TO_DRAW);
    }

    fn hands(&mut self) {
        let setup = self.setup;
        let fewest = u8::from(!setup.options.slap_down);
        for seat in all_seats(setup) {
            let len = setup.hands[seat.index()].len();
            let took_part = self.takes_part(seat);
            let (fewest, most) = if took_part { (fewest, setup.options.hand_size) } else { (0, 0) };
            if len < usize::from(fewest) || len > usize::from(most) {
                let message = Message::new(&messages::HAND_SIZE).with("fewest", fewest).with("most", most);
                self.add(format!("hands[{seat}]"), message);
            }
        }
        let dealt = setup.dealer.is_some_and(|dealer| self.takes_part(dealer));
        self.check(dealt, "dealer", &messages::DEALER);
        self.check(setup.starter.is_none(), "starter", &messages::STARTER);
        self.check(setup.shuffles > 0, "shuffles", &messages::SHUFFLES);
    }

    /// Whether a seat takes part in the current deal, or took part in the one that has just ended.
    fn takes_part(&self, seat: Seat) -> bool {
        if self.setup.stage.is_playing() {
            return is_in(self.setup, seat);
        }
        self.setup.last_deal.is_some_and(|last| last.hands.get(seat.index()).is_some_and(Option::is_some))
    }

    fn previous(&mut self) {
        let setup = self.setup;
        let Some(previous) = setup.previous else {
            return self.add("previous", &messages::NO_PREVIOUS);
        };
        let most = usize::from(setup.options.hand_size) + usize::from(setup.options.slap_down);
        let lies = previous.check(&setup.options) == Ok(previous) && previous.cards().len() <= most;
        self.check(lies, "previous", &messages::PREVIOUS);
        if previous.cards().len() == most && setup.options.slap_down {
            let slapped = previous.is_one_rank() && !matches!(setup.stage, Stage::Slap { .. });
            self.check(slapped, "previous", &messages::PREVIOUS_TOO_LONG);
        }
    }

    fn stage(&mut self) {
        let setup = self.setup;
        match setup.stage {
            Stage::Slap { seat, card } => self.slap(seat, card),
            Stage::Turn { .. } | Stage::DealDue | Stage::Over => {}
        }
        let players = survivors(setup);
        let fits = (setup.stage == Stage::Over) == (players < 2);
        self.check(fits, "stage", Message::new(&messages::STAGE).with("players", players));
    }

    fn slap(&mut self, seat: Seat, card: Card) {
        let setup = self.setup;
        self.check(setup.options.slap_down, "stage", &messages::SLAP_OFF);
        self.check(
            setup.hands.get(seat.index()).is_some_and(|hand| hand.contains(card)),
            "stage.card",
            &messages::SLAP_NOT_IN_HAND,
        );
        let fits = setup.previous.is_some_and(|previous| previous.takes_slap(card));
        self.check(fits, "stage.card", &messages::SLAP_RANK);
    }

    fn turns(&mut self) {
        let setup = self.setup;
        let most = setup.options.max_turns;
        let by_turns = !setup.stage.is_playing() && setup.last_deal.is_some_and(|last| last.caller.is_none());
        let holds = match (most, by_turns) {
            (0, false) => setup.turns == 0,
            (0, true) => false,
            (_, false) => setup.turns < most,
            (_, true) => setup.turns == most,
        };
        self.check(holds, "turns", &messages::TURNS);
    }

    fn standing(&mut self) {
        let setup = self.setup;
        if (finished_deals(setup) > 0) != setup.last_deal.is_some() {
            return self.add("last_deal", &messages::LAST_DEAL);
        }
        self.waves();
        for seat in all_seats(setup) {
            if !self.total_can_be(seat) {
                self.add(format!("totals[{seat}]"), &messages::TOTAL);
            }
        }
        let Some(last) = setup.last_deal else { return };
        self.caller(&last);
        for seat in all_seats(setup) {
            let hand = last.hands.get(seat.index()).copied().flatten();
            if hand.is_some_and(|hand| !self.hand_can_be(seat, hand)) {
                let message = Message::new(&messages::HAND_VALUE).with("most", setup.options.max_hand_value());
                self.add(format!("last_deal.hands[{seat}]"), message);
            }
        }
    }

    fn hand_can_be(&self, seat: Seat, hand: u8) -> bool {
        let setup = self.setup;
        let lies = setup.stage.is_playing() || value(setup.hands[seat.index()], &setup.options) == hand;
        lies && hand <= setup.options.max_hand_value()
    }

    /// Eliminations are numbered without a gap, and those of the last deal took part in it, all of them.
    fn waves(&mut self) {
        let setup = self.setup;
        let most = setup.out.iter().copied().max().unwrap_or_default();
        let gap = (1..=most).take(MAX_SEATS + 1).any(|wave| !setup.out.contains(&wave));
        self.check(!gap && usize::from(most) <= MAX_SEATS, "out", &messages::OUT_GAP);
        let Some(last) = setup.last_deal else {
            return self.check(most == 0, "out", &messages::OUT_TOO_EARLY);
        };
        let by_last = all_seats(setup).any(|seat| self.took_part(&last, seat) && !is_in(setup, seat));
        for seat in all_seats(setup) {
            let out = setup.out.get(seat.index()).copied().unwrap_or_default();
            if self.took_part(&last, seat) != (out == 0 || (by_last && out == most)) {
                self.add(format!("last_deal.hands[{seat}]"), &messages::LAST_HAND);
            }
        }
        let players = all_seats(setup).filter(|&seat| self.took_part(&last, seat)).count();
        self.check(players > 1, "last_deal.hands", &messages::LAST_PLAYERS);
    }

    fn took_part(&self, last: &LastDeal, seat: Seat) -> bool {
        last.hands.get(seat.index()).is_some_and(Option::is_some)
    }

    fn caller(&mut self, last: &LastDeal) {
        let setup = self.setup;
        let holds = match last.caller {
            None => setup.options.max_turns > 0,
            Some(seat) => {
                let hand = last.hands.get(seat.index()).copied().flatten();
                hand.is_some_and(|hand| hand <= setup.options.call_limit)
            }
        };
        self.check(holds, "last_deal.caller", &messages::LAST_CALLER);
    }

    /// Whether a total follows from a possible total before the last deal and from what that deal scored.
    fn total_can_be(&self, seat: Seat) -> bool {
        let (setup, options) = (self.setup, &self.setup.options);
        let total = setup.totals.get(seat.index()).copied().map_or(0, u32::from);
        let (limit, most) = (u32::from(options.limit), options.max_deal_score());
        let stands = |total: u32| total <= limit && (!options.halves(total) || options.halves(total * 2));
        if is_in(setup, seat) != (total <= limit) || (total <= limit && !stands(total)) || total > limit + most {
            return false;
        }
        let Some(last) = setup.last_deal else { return total == 0 };
        let halved = last.halved.get(seat.index()) == Some(&true);
        if !self.took_part(&last, seat) {
            return !halved;
        }
        let score = u32::from(last.score(seat, options));
        let reached = if halved { total * 2 } else { total };
        if halved != (score > 0 && options.halves(reached)) {
            return false;
        }
        let earlier = u64::from(finished_deals(setup).saturating_sub(1)) * u64::from(most);
        reached.checked_sub(score).is_some_and(|before| stands(before) && u64::from(before) <= earlier)
    }
}
