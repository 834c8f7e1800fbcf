use super::piles::{Pile, all_cards};
use crate::support::Dice;
use taash::cards::{Card, Cards};
use taash::games::{OptionKind, Options, Phase, Position, Seat, Viewer};

/// What the suite has to know of a game beyond the trait that the game implements.
pub(crate) trait Game: Position {
    /// How many kinds of moves [`Game::kind`] tells apart.
    const KINDS: usize;

    /// The phases that the game has; random matches have to come through all of them.
    const PHASES: &'static [Phase];

    /// The cards that a match is played with.
    fn deck(options: &Self::Options, seats: u8) -> Cards;

    /// Every place where cards lie.
    fn piles(setup: &mut Self::Setup) -> Vec<&mut dyn Pile>;

    /// The places whose cards this viewer cannot see.
    fn hidden_piles(setup: &mut Self::Setup, viewer: Viewer) -> Vec<&mut dyn Pile>;

    /// Sets right what names a card that has changed places with another.
    fn mend(_: &mut Self::Setup) {}

    /// The hand of a seat.
    fn hand(setup: &Self::Setup, seat: Seat) -> Cards;

    /// What a view says of a hand: how many cards, and which if it shows them.
    fn hand_in_view(view: &Self::View, seat: Seat) -> (usize, Option<Cards>);

    /// The most moves that a deal can take, `None` where the rules have no bound.
    fn moves_in_a_deal(options: &Self::Options, seats: u8) -> Option<u32>;

    /// Which kind of move this is, below [`Game::KINDS`]: random players have a favourite.
    fn kind(mv: &Self::Move) -> usize;

    /// Whether the move plays this card, which is what the filter of a listing goes by.
    fn plays(&self, mv: &Self::Move, card: Card) -> bool;

    /// The cards that the mover chooses to show with this move.
    fn shown_by(&self, mv: &Self::Move) -> Vec<Card>;

    /// Every move that can be written about this position, by brute force and with as little knowledge of the rules
    /// as possible. `None` where there are too many.
    fn every_move(&self, dice: &mut Dice) -> Option<Vec<Self::Move>>;

    /// Spoils one thing in a setup that is not cards, perhaps so that it stays valid.
    fn corrupt(setup: &mut Self::Setup, dice: &mut Dice);

    /// Asserts what is always true of this game's positions.
    fn assert_own_invariants(&self);

    /// Asserts that the deal that `self` has just ended was scored as the rulebook says, worked out here anew.
    fn assert_scored(&self, before: &Self);
}

/// All cards of a setup, wherever they lie; `None` when a natural card is there three times.
pub(crate) fn cards_of<P: Game>(setup: &P::Setup) -> Option<Cards> {
    all_cards(&P::piles(&mut setup.clone()))
}

/// All who can look at a position.
pub(crate) fn viewers<P: Position>(position: &P) -> Vec<Viewer> {
    let mut viewers = at_the_table(position);
    viewers.push(Viewer::Referee);
    viewers
}

/// All who can look at a position but the referee.
pub(crate) fn at_the_table<P: Position>(position: &P) -> Vec<Viewer> {
    let mut viewers: Vec<Viewer> = Seat::all(position.seats()).map(Viewer::Seat).collect();
    viewers.push(Viewer::Spectator);
    viewers
}

/// Options and seats that go together: a preset, or random values.
pub(crate) fn random_options<P: Position>(number: u32, dice: &mut Dice) -> (P::Options, u8) {
    let (fewest, most) = P::SEATS;
    let seats = fewest + u8::try_from(dice.below(usize::from(most - fewest) + 1)).unwrap();
    let presets = P::Options::PRESETS.len();
    let preset = P::Options::preset(number as usize % presets).unwrap();
    // A preset is not for every number of seats.
    let for_preset = (seats..=most).chain(fewest..seats).find(|&seats| preset.check(seats).is_ok()).unwrap();
    if number.is_multiple_of(3) {
        return (preset, for_preset);
    }
    for _ in 0..100 {
        let mut options = preset;
        for spec in P::Options::SPECS {
            if dice.once_in(3) {
                (spec.set)(&mut options, random_value(spec.kind, dice));
            }
        }
        if options.check(seats).is_ok() {
            return (options, seats);
        }
    }
    (preset, for_preset)
}

/// A value that the kind accepts: any, often one at an end.
fn random_value(kind: OptionKind, dice: &mut Dice) -> u16 {
    match kind {
        OptionKind::OneOf(numbers) => *dice.pick(numbers),
        OptionKind::Flag => u16::from(dice.once_in(2)),
        OptionKind::Choice(names) => u16::try_from(dice.below(names.len())).unwrap(),
        OptionKind::Number { min, max, or_zero } => match dice.below(6) {
            0 => max,
            1 => min,
            2 if or_zero => 0,
            3 => min + u16::try_from(dice.below(usize::from(max - min).min(10) + 1)).unwrap(),
            _ => min + u16::try_from(dice.below(usize::from(max - min) + 1)).unwrap(),
        },
    }
}
