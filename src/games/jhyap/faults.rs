use super::value::value;
use super::{LastDeal, MAX_SEATS, Setup, Stage};
use crate::cards::{Card, Cards};
use crate::games::{Fault, Options as _, Seat};

/// Everything wrong with a setup. The work does not depend on what it holds.
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

struct Faults<'a> {
    setup: &'a Setup,
    list: Vec<Fault>,
}

impl Faults<'_> {
    fn add(&mut self, field: impl Into<String>, reason: &'static str) {
        self.list.push(Fault::new(field, reason));
    }

    fn check(&mut self, holds: bool, field: &'static str, reason: &'static str) {
        if !holds {
            self.add(field, reason);
        }
    }

    fn seats(&mut self) {
        let setup = self.setup;
        let there = |seat: Option<Seat>| seat.is_none_or(|seat| seat.number() < setup.seats);
        self.check(there(setup.dealer), "dealer", "no such seat");
        self.check(there(setup.starter), "starter", "no such seat");
        self.check(there(setup.last_deal.and_then(|last| last.caller)), "last_deal.caller", "no such seat");
        match setup.stage {
            Stage::Turn { seat } | Stage::Slap { seat, .. } => {
                self.check(setup.is_in(seat), "stage.seat", "no such seat in the match");
            }
            Stage::DealDue | Stage::Over => {}
        }
    }

    fn beyond_the_seats(&mut self) {
        for i in usize::from(self.setup.seats).min(MAX_SEATS)..MAX_SEATS {
            let setup = self.setup;
            let last = setup.last_deal.is_none_or(|last| last.hands[i].is_none() && !last.halved[i]);
            if !setup.hands[i].is_empty() || setup.totals[i] != 0 || setup.out[i] != 0 || !last {
                self.add(format!("seats[{i}]"), "beyond the seats of the match");
            }
        }
    }

    fn before_the_first_deal(&mut self) {
        let setup = self.setup;
        let fresh = Setup::new(setup.options, setup.seats, setup.dealer, setup.starter);
        self.check(setup.stage == fresh.stage, "stage", "only a deal can be due before the first deal");
        self.check(setup.totals == fresh.totals, "totals", "points before the first deal");
        self.check(setup.out == fresh.out, "out", "somebody is out before the first deal");
        self.check(setup.last_deal.is_none(), "last_deal", "a finished deal before the first deal");
        self.check(setup.hands == fresh.hands, "hands", "cards before the first deal");
        self.check(setup.stock.is_empty(), "stock", "cards before the first deal");
        self.check(setup.previous.is_none(), "previous", "cards before the first deal");
        self.check(setup.buried.is_empty(), "buried", "cards before the first deal");
        self.check(setup.turns == 0, "turns", "turns before the first deal");
        self.check(setup.shuffles == 0, "shuffles", "shuffles before the first deal");
    }

    /// Every card of the deck is in exactly one place.
    fn cards(&mut self) {
        let setup = self.setup;
        let piles = [setup.stock.to_cards(), setup.previous.map_or(Some(Cards::EMPTY), |laid| laid.to_cards())];
        let piles = piles.into_iter().chain([Some(setup.buried)]).chain(setup.hands.map(Some));
        let all = piles.into_iter().try_fold(Cards::EMPTY, |all, pile| all.sum(pile?));
        self.check(all == Some(setup.options.deck(setup.seats)), "cards", "not each card of the deck exactly once");
    }

    fn hands(&mut self) {
        let setup = self.setup;
        let least = usize::from(!setup.options.slap_down);
        for seat in setup.all_seats() {
            let len = setup.hand(seat).len();
            let took_part = self.takes_part(seat);
            let most = if took_part { usize::from(setup.options.hand_size) } else { 0 };
            if len > most || (took_part && len < least) {
                self.add(format!("hands[{seat}]"), "a number of cards that cannot be");
            }
        }
        let dealt = setup.dealer.is_some_and(|dealer| self.takes_part(dealer));
        self.check(dealt, "dealer", "no dealer, or one who did not take part");
        self.check(setup.starter.is_none(), "starter", "named, although the first deal has been dealt");
        self.check(setup.shuffles > 0, "shuffles", "none, although cards have been dealt");
    }

    /// Whether a seat takes part in the deal that is going on, or took part in the one that has just ended.
    fn takes_part(&self, seat: Seat) -> bool {
        if self.setup.is_playing() {
            return self.setup.is_in(seat);
        }
        self.setup.last_deal.is_some_and(|last| last.hands.get(seat.index()).is_some_and(Option::is_some))
    }

    fn previous(&mut self) {
        let setup = self.setup;
        let Some(previous) = setup.previous else {
            return self.add("previous", "no previous discard");
        };
        let most = usize::from(setup.options.hand_size) + usize::from(setup.options.slap_down);
        let lies = previous.judge(&setup.options) == Ok(previous) && previous.cards().len() <= most;
        self.check(lies, "previous", "no combination, or one that is not laid like this");
        if previous.cards().len() == most && setup.options.slap_down {
            let slapped = previous.is_one_rank() && !matches!(setup.stage, Stage::Slap { .. });
            self.check(slapped, "previous", "longer than a hand");
        }
    }

    fn stage(&mut self) {
        let setup = self.setup;
        match setup.stage {
            Stage::Slap { seat, card } => self.slap(seat, card),
            Stage::Turn { .. } | Stage::DealDue | Stage::Over => {}
        }
        let over = setup.stage == Stage::Over;
        self.check(over == (setup.survivors() < 2), "stage", "over, and players are left, or not over without any");
    }

    fn slap(&mut self, seat: Seat, card: Card) {
        let setup = self.setup;
        self.check(setup.options.slap_down, "stage", "a slap in a match without slaps");
        self.check(setup.hand(seat).contains(card), "stage.card", "the card is not in the hand");
        let fits = setup.previous.is_some_and(|previous| previous.takes_slap(card));
        self.check(fits, "stage.card", "the card does not fit the discard");
    }

    fn turns(&mut self) {
        let setup = self.setup;
        let most = setup.options.max_turns;
        let by_turns = !setup.is_playing() && setup.last_deal.is_some_and(|last| last.caller.is_none());
        let holds = match (most, by_turns) {
            (0, false) => setup.turns == 0,
            (0, true) => false,
            (_, false) => setup.turns < most,
            (_, true) => setup.turns == most,
        };
        self.check(holds, "turns", "a number of turns that cannot be");
    }

    fn standing(&mut self) {
        let setup = self.setup;
        if (setup.finished_deals() > 0) != setup.last_deal.is_some() {
            return self.add("last_deal", "missing, or there although no deal has been finished");
        }
        self.waves();
        for seat in setup.all_seats() {
            if !self.total_can_be(seat) {
                self.add(format!("totals[{seat}]"), "a total that cannot be");
            }
        }
        let Some(last) = setup.last_deal else { return };
        self.caller(&last);
        for seat in setup.all_seats() {
            let hand = last.hands.get(seat.index()).copied().flatten();
            if hand.is_some_and(|hand| !self.hand_can_be(seat, hand)) {
                self.add(format!("last_deal.hands[{seat}]"), "a value that cannot be");
            }
        }
    }

    fn hand_can_be(&self, seat: Seat, hand: u8) -> bool {
        let setup = self.setup;
        let lies = setup.is_playing() || value(setup.hand(seat), &setup.options) == hand;
        lies && hand <= setup.options.max_hand_value()
    }

    /// Eliminations are numbered without a gap, and those of the last deal took part in it, all of them.
    fn waves(&mut self) {
        let setup = self.setup;
        let most = setup.out.iter().copied().max().unwrap_or_default();
        let gap = (1..=most).take(MAX_SEATS + 1).any(|wave| !setup.out.contains(&wave));
        self.check(!gap && usize::from(most) <= MAX_SEATS, "out", "a number is left out");
        let Some(last) = setup.last_deal else {
            return self.check(most == 0, "out", "somebody is out, and no deal has been finished");
        };
        let by_last = setup.all_seats().any(|seat| self.took_part(&last, seat) && !setup.is_in(seat));
        for seat in setup.all_seats() {
            let out = setup.out.get(seat.index()).copied().unwrap_or_default();
            if self.took_part(&last, seat) != (out == 0 || (by_last && out == most)) {
                self.add(format!("last_deal.hands[{seat}]"), "missing, or there although the seat was out");
            }
        }
        let players = setup.all_seats().filter(|&seat| self.took_part(&last, seat)).count();
        self.check(players > 1, "last_deal.hands", "fewer than two players");
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
        self.check(holds, "last_deal.caller", "nobody, or a seat that could not call");
    }

    /// Whether a total follows, by the scores of the last deal, from one that can have been before it.
    fn total_can_be(&self, seat: Seat) -> bool {
        let (setup, options) = (self.setup, &self.setup.options);
        let total = setup.totals.get(seat.index()).copied().map_or(0, u32::from);
        let (limit, most) = (u32::from(options.limit), options.max_deal_score());
        let stands = |total: u32| total <= limit && (!options.halves(total) || options.halves(total * 2));
        if setup.is_in(seat) != (total <= limit) || (total <= limit && !stands(total)) || total > limit + most {
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
        let earlier = u64::from(setup.finished_deals().saturating_sub(1)) * u64::from(most);
        reached.checked_sub(score).is_some_and(|before| stands(before) && u64::from(before) <= earlier)
    }
}
