//! The loop of a match: one call a turn, and what each answer brings on the terminal.

use super::Exit;
use super::backend::{Backend, CallError};
use super::game;
use super::player::{self, RandomPlayer};
use super::render::{EventText, Style, count_of};
use super::setup::Setup;
use crate::wire::pb::common::Phase;
use crate::wire::pb::engine as pb;
use std::io::{BufRead, Write};
use std::time::Duration;

/// A table in the terminal.
#[derive(Debug)]
pub(super) struct Table<O, I> {
    pub(super) backend: Backend,
    pub(super) style: Style,
    pub(super) delay: Duration,
    pub(super) max_moves: u32,
    pub(super) out: O,
    pub(super) input: I,
}

/// The part of a response that the next turn needs, the same for NewGame and Apply.
struct Turn {
    state: prost::bytes::Bytes,
    status: pb::Status,
    legal: pb::LegalMoves,
    update: pb::ViewerUpdate,
}

impl From<pb::NewGameResponse> for Turn {
    fn from(answer: pb::NewGameResponse) -> Self {
        Self {
            state: answer.state,
            status: answer.status.unwrap_or_default(),
            legal: answer.legal_moves.unwrap_or_default(),
            update: answer.views.into_iter().next().unwrap_or_default(),
        }
    }
}

impl From<pb::ApplyResponse> for Turn {
    fn from(answer: pb::ApplyResponse) -> Self {
        Self {
            state: answer.state,
            status: answer.status.unwrap_or_default(),
            legal: answer.legal_moves.unwrap_or_default(),
            update: answer.views.into_iter().next().unwrap_or_default(),
        }
    }
}

impl<O: Write, I: BufRead> Table<O, I> {
    /// Plays a match to its end.
    pub(super) fn play(mut self, setup: Setup, seed: [u8; 32]) -> Result<(), Exit> {
        let seats = setup.request.seats;
        let mut random_player = RandomPlayer::new(&seed);
        let request = pb::NewGameRequest { include: Some(self.include()), ..setup.request };
        let mut turn = Turn::from(self.backend.new_game(request, seed)?);
        let name = setup.game.name.replace('_', " ");
        writeln!(self.out, "{}", self.style.bold(&format!("Taash: {name} with {seats} seats")))?;
        if setup.game.teams == 2 {
            writeln!(self.out, "    team 0 is seats 0 and 2, team 1 is seats 1 and 3")?;
        }
        if let Some(seat) = self.style.person {
            writeln!(self.out, "    you are seat {seat}")?;
        }
        self.describe(None, &turn.update.events)?;
        let mut since_table = 0;
        let mut deal = 0;
        for made in 0_u32.. {
            if turn.status.match_over {
                break;
            }
            if made == self.max_moves {
                return Err(Exit::Failed(format!("the match is not over after {made} moves (--max-moves)")));
            }
            // A new deal shows the table at once, then each round does; a person sees it at each own turn.
            let new_deal = turn.status.deal_number != deal;
            let dealing = turn.status.phase() == Phase::Deal;
            let round = new_deal || since_table >= seats;
            if self.style.person.is_none() && round && !dealing {
                self.show_table(&turn)?;
                since_table = 0;
                deal = turn.status.deal_number;
            }
            since_table += 1;
            turn = self.turn(&turn, setup.game.game(), &mut random_player)?;
        }
        self.end(&setup.game, &turn)
    }

    /// The legal moves, and the view of whoever looks: the person alone, or the referee.
    fn include(&self) -> pb::Include {
        use pb::viewer::Viewer;
        let viewer = self.style.person.map_or(Viewer::Referee(pb::Referee {}), Viewer::Seat);
        pb::Include { legal_moves: true, viewers: vec![pb::Viewer { viewer: Some(viewer) }], ..Default::default() }
    }

    /// One move, by whoever is to move.
    fn turn(&mut self, before: &Turn, of: pb::Game, random_player: &mut RandomPlayer) -> Result<Turn, Exit> {
        let Some(seat) = before.legal.seat else {
            return Err(Exit::Failed("nobody is to move, and the match is not over".to_owned()));
        };
        // A deal is no decision: the table deals by itself.
        let dealing = before.status.phase() == Phase::Deal;
        let asks = self.style.person == Some(seat) && !dealing;
        if asks {
            writeln!(self.out)?;
            self.show_table(before)?;
            player::list(&mut self.out, &before.legal, false, self.style)?;
        }
        loop {
            let text = if asks {
                player::ask(&mut self.out, &mut self.input, &before.legal, self.style)?
            } else {
                let chosen = random_player.choose(of, &before.legal.moves);
                chosen.ok_or_else(|| Exit::Failed("there is no legal move".to_owned()))?.to_owned()
            };
            let request = pb::ApplyRequest {
                state: before.state.clone(),
                moves: vec![pb::Move { r#move: Some(pb::r#move::Move::Text(text.clone())) }],
                seat: Some(seat),
                expected_revision: Some(before.status.revision),
                include: Some(self.include()),
                ..Default::default()
            };
            match self.backend.apply(request) {
                Ok(answer) => {
                    let after = Turn::from(answer);
                    let said = if dealing { None } else { Some((seat, text.as_str())) };
                    self.describe(said, &after.update.events)?;
                    if !asks && !self.delay.is_zero() {
                        self.out.flush()?;
                        std::thread::sleep(self.delay);
                    }
                    return Ok(after);
                }
                Err(CallError::Refused(refusal)) if asks => player::refused(&mut self.out, &refusal, self.style)?,
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Writes a move with what came of it.
    fn describe(&mut self, said: Option<(u32, &str)>, events: &[pb::Event]) -> Result<(), Exit> {
        let (mut notes, mut lines) = (Vec::new(), Vec::new());
        for texts in game::describe(events, self.style) {
            match texts {
                EventText::Note(note) => notes.push(note),
                EventText::Lines(more) => lines.extend(more),
            }
        }
        if let Some((seat, text)) = said {
            writeln!(self.out, "{}", self.style.moved(seat, text, &notes))?;
        }
        for line in lines {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    fn show_table(&mut self, turn: &Turn) -> Result<(), Exit> {
        let Some(view) = &turn.update.view else { return Ok(()) };
        for line in game::table(view, self.style) {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    /// The winners, the standing and the seed.
    fn end(&mut self, game: &pb::GameInfo, turn: &Turn) -> Result<(), Exit> {
        let score = self.backend.score(pb::ScoreRequest { state: turn.state.clone(), text: false })?;
        writeln!(self.out, "\n{}", self.style.heading("The match is over"))?;
        let verb = if score.winners.len() == 1 && self.style.person != score.winners.first().copied() {
            "wins"
        } else {
            "win"
        };
        writeln!(self.out, "    {}", self.style.bold(&format!("{} {verb}", self.style.seats(&score.winners))))?;
        let mut standing = score.seats;
        standing.sort_by_key(|seat| (seat.place, seat.seat));
        for seat in standing {
            let total = game::standing(game.game(), seat.total);
            writeln!(self.out, "    {}. {:<8} {total}", seat.place, self.style.seat(seat.seat))?;
        }
        let seed: String = score.seed.unwrap_or_default().iter().map(|byte| format!("{byte:02x}")).collect();
        writeln!(
            self.out,
            "    {} moves in {}, seed {seed}",
            turn.status.revision,
            count_of(score.finished_deals, "deal")
        )?;
        self.out.flush()?;
        Ok(())
    }
}
