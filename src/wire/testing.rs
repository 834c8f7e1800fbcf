//! What the tests of every game's conversions need: random matches, and values that are written and read back.

use super::game::WireGame;
use super::payload::{BadPayload, Reader, Writer};
use crate::cards::{ClientSeed, Purpose, RandomStream, Seed};
use crate::games::{Fault, Match, OptionKind, Position};
use std::ops::ControlFlow;

/// Passes on every position of a random match, at most `steps` moves long, the first and the last included, with the
/// events that led to it.
pub(super) fn walk<P: Position>(position: P, seed: u8, steps: u32, mut look: impl FnMut(&P, &[P::Event])) {
    let seed = Seed::new([seed; 32]);
    let mut dice = RandomStream::new(&seed, &ClientSeed::NONE, Purpose::Shuffle, u32::MAX, 0);
    let mut the_match = Match::new(position, seed);
    look(&the_match.position, &[]);
    for _ in 0..steps {
        let moves = legal(&the_match.position);
        let Some(count) = u32::try_from(moves.len()).ok().filter(|&count| count > 0) else { return };
        let mut events = Vec::new();
        the_match.play(None, &moves[dice.below(count) as usize], &[], &mut events).unwrap();
        look(&the_match.position, &events);
    }
}

pub(super) fn legal<P: Position>(position: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    let _ = position.legal_moves(None, &mut |mv| {
        moves.push(mv);
        ControlFlow::Continue(())
    });
    moves
}

pub(super) fn encoded<P: WireGame>(setup: &P::Setup) -> Vec<u8> {
    let mut writer = Writer::default();
    P::encode(setup, &mut writer);
    writer.into_bytes()
}

/// The setup that the bytes encode, if they encode one and nothing follows it.
pub(super) fn decoded<P: WireGame>(bytes: &[u8]) -> Result<P::Setup, BadPayload> {
    let mut reader = Reader::new(bytes);
    let setup = P::decode(&mut reader)?;
    if reader.is_at_end() { Ok(setup) } else { Err(BadPayload) }
}

/// The first and last values of an option, or all of its choices.
pub(super) fn extremes(kind: OptionKind) -> Vec<u16> {
    match kind {
        OptionKind::Flag => vec![0, 1],
        OptionKind::Number { min, max, or_zero: true } => vec![0, min, max],
        OptionKind::Number { min, max, or_zero: false } => vec![min, max],
        OptionKind::OneOf(numbers) => numbers.to_vec(),
        OptionKind::Choice(names) => (0..u16::try_from(names.len()).unwrap()).collect(),
    }
}

pub(super) fn fields(faults: Vec<Fault>) -> Vec<String> {
    faults.into_iter().map(|fault| fault.field).collect()
}
