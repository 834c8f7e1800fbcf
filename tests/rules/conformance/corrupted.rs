//! Setups that somebody has tampered with are refused with faults, or are positions like any other.

use super::game::Game;
use super::listing::assert_told;
use super::piles::disturb;
use super::sound::assert_sound;
use super::walk::{Extent, play_out, walk};
use crate::support::{Dice, legal};
use taash::games::{Match, Viewer};

/// `from_setup` never panics, and what it accepts can be played and looked at.
pub(crate) fn tampered_setups_are_refused_or_playable<P: Game>(extent: Extent) {
    let (mut refused, mut accepted) = (0_u32, 0_u32);
    walk::<P>(
        "tampered",
        extent,
        |step, dice| {
            if !dice.once_in(3) {
                return;
            }
            for _ in 0..6 {
                let mut setup = step.after.to_setup();
                for _ in 0..=dice.below(4) {
                    if dice.once_in(2) {
                        disturb(&mut P::piles(&mut setup), dice);
                    } else {
                        P::corrupt(&mut setup, dice);
                    }
                }
                let spoiled = format!("{setup:?}");
                let mut tampered = Tampered { setup: Some(&spoiled) };
                match P::from_setup(setup.clone()) {
                    Err(faults) => {
                        refused += 1;
                        assert!(!faults.is_empty(), "refused without a fault");
                        assert!(faults.iter().all(|fault| !fault.field.is_empty()));
                        faults.iter().for_each(|fault| assert_told::<P>(&fault.message));
                    }
                    Ok(position) => {
                        assert_eq!(position.to_setup(), setup, "accepted, but changed");
                        if &position != step.after {
                            accepted += 1;
                            assert_playable(&position, dice);
                        }
                    }
                }
                tampered.setup = None;
            }
        },
        |_| {},
    );
    assert!(!extent.is_wide() || refused.min(accepted) > 50, "{refused} setups refused, {accepted} accepted");
}

fn assert_playable<P: Game>(position: &P, dice: &mut Dice) {
    let seed = crate::support::seed("tampered");
    play_out(position, &seed, 120, dice, |position| {
        assert_sound(position);
        let _ = (position.view(Viewer::Spectator), position.score());
        assert_eq!(Match::new(position.clone(), seed).turn(), position.turn());
    });
    let (moves, _) = legal(position, None);
    for mv in moves.iter().take(100) {
        assert_eq!(position.check_move(mv).as_ref(), Ok(mv));
    }
}

/// Tells of the setup when the test panics while it is looked at.
struct Tampered<'a> {
    setup: Option<&'a str>,
}

impl Drop for Tampered<'_> {
    fn drop(&mut self) {
        if let (true, Some(setup)) = (std::thread::panicking(), self.setup) {
            #[expect(clippy::print_stderr, reason = "the harness shows it with the failed test")]
            {
                eprintln!("tampered setup: {setup}");
            }
        }
    }
}
