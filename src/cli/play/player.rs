//! Who moves: random players, and a person at the keyboard.

use super::Exit;
use super::game;
use super::render::Style;
use crate::wire::pb::engine::{self as pb, Game};
use rand::{Rng, SeedableRng, rngs::ChaCha20Rng};
use sha2::{Digest, Sha256};
use std::io::{BufRead, Write};

/// How many moves are listed before a person asks for all.
const LISTED: usize = 15;

/// Players that prefer good moves and choose among them at random: the same choices for the same seed.
#[derive(Debug)]
pub(super) struct RandomPlayer(ChaCha20Rng);

impl RandomPlayer {
    /// A player whose choices follow from the seed of a match, without telling anything of it.
    pub(super) fn new(seed: &[u8; 32]) -> Self {
        let key = Sha256::new().chain_update(b"taash/play").chain_update(seed).finalize();
        Self(ChaCha20Rng::from_seed(key.into()))
    }

    fn below(&mut self, n: usize) -> usize {
        let n = u32::try_from(n).unwrap_or(u32::MAX).max(1);
        usize::try_from(self.0.next_u32() % n).unwrap_or(0)
    }

    /// One of the moves the player likes best, now and then any.
    pub(super) fn choose<'a>(&mut self, of: Game, moves: &'a [pb::LegalMove]) -> Option<&'a str> {
        let weights: Vec<i32> = moves.iter().map(|legal| game::weight(of, &legal.text)).collect();
        let best = weights.iter().max()?;
        let any = self.below(8) == 0;
        let liked: Vec<&pb::LegalMove> =
            moves.iter().zip(&weights).filter(|&(_, weight)| any || weight == best).map(|(legal, _)| legal).collect();
        liked.get(self.below(liked.len())).map(|legal| legal.text.as_str())
    }
}

/// Lists legal moves with their numbers.
pub(super) fn list(out: &mut impl Write, legal: &pb::LegalMoves, all: bool, style: Style) -> Result<(), Exit> {
    let listed = if all { legal.moves.len() } else { LISTED };
    for (number, legal) in (1..).zip(legal.moves.iter().take(listed)) {
        writeln!(out, "    {number:>3}  {}", style.text(&legal.text))?;
    }
    let more = legal.moves.len().saturating_sub(listed);
    if more > 0 {
        writeln!(out, "         and {more} more: `all` lists them, a text names any of them")?;
    }
    Ok(())
}

/// Asks the person for a move until there is one to try: its text.
pub(super) fn ask(
    out: &mut impl Write,
    input: &mut impl BufRead,
    legal: &pb::LegalMoves,
    style: Style,
) -> Result<String, Exit> {
    loop {
        write!(out, "{} ", style.bold("your move (? for help):"))?;
        out.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            writeln!(out)?;
            return Err(Exit::Quit);
        }
        let line = line.trim();
        match line {
            "" => {}
            "q" | "quit" => return Err(Exit::Quit),
            "all" => list(out, legal, true, style)?,
            "?" | "help" => help(out, legal, style)?,
            _ => match line.parse::<usize>() {
                Ok(number) => match number.checked_sub(1).and_then(|index| legal.moves.get(index)) {
                    Some(legal) => return Ok(legal.text.clone()),
                    None => writeln!(out, "    there is no move {number}; they go from 1 to {}", legal.moves.len())?,
                },
                Err(_) => return Ok(line.to_owned()),
            },
        }
    }
}

fn help(out: &mut impl Write, legal: &pb::LegalMoves, style: Style) -> Result<(), Exit> {
    let example = legal.moves.first().map_or("", |legal| &legal.text);
    writeln!(out, "    a number    makes the move of that number")?;
    writeln!(out, "    a text      makes that move: `{example}`; a short form will do if it fits only one")?;
    writeln!(out, "    all         lists all moves")?;
    writeln!(out, "    ?           this help")?;
    writeln!(out, "    q           leaves the match")?;
    writeln!(out, "    Cards are a rank A23456789TJQK and a suit C D H S; X is a joker.")?;
    list(out, legal, false, style)
}

/// Says why a move was refused.
pub(super) fn refused(out: &mut impl Write, refusal: &pb::Refusal, style: Style) -> Result<(), Exit> {
    let rule = if refusal.rule_id.is_empty() { String::new() } else { format!(" ({})", refusal.rule_id) };
    writeln!(out, "    refused{rule}: {}", refusal.message)?;
    for fault in refusal.faults.iter().filter(|fault| fault.description != refusal.message) {
        writeln!(out, "      {}: {}", fault.field, fault.description)?;
    }
    for candidate in &refusal.candidates {
        writeln!(out, "      {}", style.text(candidate))?;
    }
    Ok(())
}
