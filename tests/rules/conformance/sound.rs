//! Every position of a random match keeps the invariants, and every move keeps its promises.

use super::game::{Game, cards_of};
use super::walk::{Extent, Step, another_seat, deal_of, walk};
use crate::support::{Dice, legal, shuffles};
use taash::games::{Match, Options, Phase, Rule, Standing};

/// Cards, turns, refusals, standings, the end: at every step.
pub(crate) fn every_position_is_sound<P: Game>(extent: Extent) {
    let mut moves_in_deal = 0;
    let (mut phases, mut kinds) = (Vec::new(), vec![0_u32; P::KINDS]);
    walk::<P>(
        "sound",
        extent,
        |step, dice| {
            let (before, after) = (step.before, step.after);
            if before.phase() == Phase::Deal {
                moves_in_deal = 0;
            }
            moves_in_deal += 1;
            kinds[P::kind(step.mv)] += 1;
            if !phases.contains(&after.phase()) {
                phases.push(after.phase());
            }
            assert_sound(after);
            assert_progress(before, after);
            if let Some(most) = P::moves_in_a_deal(after.options(), after.seats()) {
                assert!(moves_in_deal <= most, "the deal takes more than {most} moves");
            }
            if dice.once_in(8) {
                assert_refusals(step, dice);
            }
            if dice.once_in(8) {
                assert_errors_change_nothing(step, dice);
            }
        },
        |record| {
            if record.end.phase() == Phase::Over {
                assert_over(&record.end, &record.moves);
            }
        },
    );
    if extent.is_wide() {
        assert!(P::PHASES.iter().all(|phase| phases.contains(phase)), "only {phases:?} were seen");
        assert!(kinds.iter().all(|&made| made > 50), "how often each kind of move was made: {kinds:?}");
    }
}

/// What holds at every position.
pub(crate) fn assert_sound<P: Game>(position: &P) {
    let setup = position.to_setup();
    let deck = P::deck(position.options(), position.seats());
    if position.deal_number() > 0 {
        assert_eq!(cards_of::<P>(&setup), Some(deck), "cards are not conserved");
    }
    position.assert_own_invariants();
    assert!(position.options().check(position.seats()).is_ok());
    assert!((P::SEATS.0..=P::SEATS.1).contains(&position.seats()));
    match position.phase() {
        Phase::Over => assert_eq!(position.turn(), None),
        Phase::Deal => assert!(position.turn().is_some() || position.dealer().is_none()),
        Phase::Bid | Phase::Opening | Phase::Turn | Phase::Penalty | Phase::Extra | Phase::Slap => {
            assert!(position.turn().is_some() && position.dealer().is_some() && position.deal_number() > 0);
        }
    }
    assert!(position.turn().is_none_or(|seat| seat.number() < position.seats()));
    assert_standing(position);
    let again = P::from_setup(setup.clone()).unwrap_or_else(|faults| panic!("{faults:?}"));
    assert_eq!(&again, position, "the setup does not give the position back");
    assert_eq!(again.to_setup(), setup);
}

/// Places as 1, 1, 3 (G9); winners when the match is over, all of them first, and none before.
fn assert_standing<P: Game>(position: &P) {
    let standing = position.standing();
    assert_eq!(standing.seats.len(), usize::from(position.seats()));
    for seat in &standing.seats {
        let better = standing.seats.iter().filter(|other| other.place < seat.place).count();
        assert_eq!(usize::from(seat.place), better + 1, "places: {standing:?}");
    }
    if position.phase() == Phase::Over {
        let first: Vec<usize> = (0..standing.seats.len()).filter(|&i| standing.seats[i].place == 1).collect();
        let winners: Vec<usize> = standing.winners.iter().map(|seat| seat.index()).collect();
        assert_eq!(winners, first, "winners: {standing:?}");
    } else {
        assert!(standing.winners.is_empty());
    }
    if standing.finished_deals == 0 {
        let zeros = standing.seats.iter().all(|seat| (seat.place, seat.total, seat.last_deal) == (1, 0, 0));
        assert!(zeros, "before the first finished deal: {standing:?}");
    }
}

/// What a move does to the numbers of deals and to the standing (G8).
fn assert_progress<P: Game>(before: &P, after: &P) {
    let (was, is): (Standing, Standing) = (before.standing(), after.standing());
    let deals = u32::from(before.phase() == Phase::Deal);
    assert_eq!(after.deal_number(), before.deal_number() + deals);
    assert!(deals == 0 || after.phase() != Phase::Deal, "a deal is over as soon as it is dealt");
    let ended = matches!(after.phase(), Phase::Deal | Phase::Over);
    assert_eq!(is.finished_deals, was.finished_deals + u32::from(ended));
    assert_eq!(is.finished_deals + u32::from(!ended), after.deal_number());
    if ended {
        after.assert_scored(before);
    } else {
        assert_eq!(is, was, "the standing tells of the deal in progress");
        assert_eq!(after.score(), before.score(), "the score tells of the deal in progress");
    }
}

/// G3 for another seat, G2 for a move out of its phase.
fn assert_refusals<P: Game>(step: &Step<'_, P>, dice: &mut Dice) {
    let mut position = step.before.clone();
    if let Some(seat) = another_seat(step.before, dice) {
        let mv = dice.pick(step.legal);
        let refusal = position.play(Some(seat), mv, &mut shuffles(step.seed), &mut ()).unwrap_err();
        assert_eq!(refusal.rule, Rule::G(3), "{mv} by {seat:?}");
    }
    let deal = deal_of::<P>();
    if step.before.phase() == Phase::Deal {
        let Some(mv) = some_play(step.after, dice) else { return };
        let refusal = position.play(None, &mv, &mut shuffles(step.seed), &mut ()).unwrap_err();
        assert_eq!(refusal.rule, Rule::G(2), "{mv} before the deal");
    } else {
        for seat in [None, another_seat(step.before, dice)] {
            let refusal = position.play(seat, &deal, &mut shuffles(step.seed), &mut ()).unwrap_err();
            assert_eq!(refusal.rule, Rule::G(2), "deal in the middle of a deal");
        }
        assert_eq!(position.cards_to_shuffle(&deal), None, "a deal that is not due shuffles nothing");
    }
    assert_eq!(&position, step.before, "a refusal changed the position");
}

fn some_play<P: Game>(position: &P, dice: &mut Dice) -> Option<P::Move> {
    let (moves, _) = legal(position, None);
    (!moves.is_empty() && position.phase() != Phase::Deal).then(|| dice.pick(&moves).clone())
}

/// Any move at all is either made or changes nothing; `play` and the check agree.
fn assert_errors_change_nothing<P: Game>(step: &Step<'_, P>, dice: &mut Dice) {
    let Some(moves) = step.before.every_move(dice) else { return };
    for _ in 0..8 {
        let mv = dice.pick(&moves);
        let mut position = step.before.clone();
        let played = position.play(None, mv, &mut shuffles(step.seed), &mut ());
        assert_eq!(played.is_ok(), step.before.check_move(mv).is_ok(), "{mv}");
        if let Err(refusal) = played {
            assert_eq!(&position, step.before, "{mv}");
            assert_eq!(step.before.check_move(mv), Err(refusal), "{mv}");
        } else {
            assert_ne!(&position, step.before, "{mv} changes nothing");
        }
    }
}

/// Nothing can be played any more (G5), whoever tries, and nothing changes.
fn assert_over<P: Game>(end: &P, moves: &[P::Move]) {
    assert_eq!(legal(end, None).0, []);
    let seed = crate::support::seed("over");
    for mv in moves.iter().rev().take(30).chain([&deal_of::<P>()]) {
        let mut position = end.clone();
        for seat in taash::games::Seat::all(end.seats()).map(Some).chain([None]) {
            let refusal = position.play(seat, mv, &mut shuffles(&seed), &mut ()).unwrap_err();
            assert_eq!(refusal.rule, Rule::G(5), "{mv}");
        }
        assert_eq!(end.check_move(mv).unwrap_err().rule, Rule::G(5));
        assert_eq!(end.check_phase(mv).unwrap_err().rule, Rule::G(5));
        assert_eq!(&position, end);
    }
    let mut abandoned = Match::new(end.clone(), seed);
    abandoned.abandoned = true;
    assert_eq!(abandoned.turn(), None);
}
