//! The loop of a match: one call a turn, and what each answer brings on the terminal.

use super::Stop;
use super::game;
use super::player::{self, Chance};
use super::render::{Ink, Told, count_of};
use super::setup::Setup;
use super::source::{Source, Trouble};
use crate::wire::pb::common::Phase;
use crate::wire::pb::engine as pb;
use std::io::{BufRead, Write};
use std::time::Duration;

/// A table in the terminal.
#[derive(Debug)]
pub(super) struct Table<O, I> {
    pub(super) source: Source,
    pub(super) ink: Ink,
    pub(super) delay: Duration,
    pub(super) max_moves: u32,
    pub(super) out: O,
    pub(super) input: I,
}

/// What an answer brings, whichever call it answers.
struct Moment {
    state: prost::bytes::Bytes,
    status: pb::Status,
    legal: pb::LegalMoves,
    update: pb::ViewerUpdate,
}

impl From<pb::NewGameResponse> for Moment {
    fn from(answer: pb::NewGameResponse) -> Self {
        Self {
            state: answer.state,
            status: answer.status.unwrap_or_default(),
            legal: answer.legal_moves.unwrap_or_default(),
            update: answer.views.into_iter().next().unwrap_or_default(),
        }
    }
}

impl From<pb::ApplyResponse> for Moment {
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
    pub(super) fn play(mut self, setup: Setup, seed: [u8; 32]) -> Result<(), Stop> {
        let seats = setup.request.seats;
        let mut chance = Chance::new(&seed);
        let request = pb::NewGameRequest { include: Some(self.include()), ..setup.request };
        let mut moment = Moment::from(self.source.new_game(request, seed)?);
        let name = setup.game.name.replace('_', " ");
        writeln!(self.out, "{}", self.ink.bold(&format!("Taash: {name} with {seats} seats")))?;
        if setup.game.teams == 2 {
            writeln!(self.out, "    team 0 is seats 0 and 2, team 1 is seats 1 and 3")?;
        }
        if let Some(seat) = self.ink.person {
            writeln!(self.out, "    you are seat {seat}")?;
        }
        self.tell(None, &moment.update.events)?;
        let mut since_table = 0;
        let mut deal = 0;
        for made in 0_u32.. {
            if moment.status.match_over {
                break;
            }
            if made == self.max_moves {
                return Err(Stop::Failed(format!("the match is not over after {made} moves (--max-moves)")));
            }
            // A new deal shows the table at once, then each round does; a person sees it at each own turn.
            let new_deal = moment.status.deal_number != deal;
            let dealing = moment.status.phase() == Phase::Deal;
            let round = new_deal || since_table >= seats;
            if self.ink.person.is_none() && round && !dealing {
                self.show_table(&moment)?;
                since_table = 0;
                deal = moment.status.deal_number;
            }
            since_table += 1;
            moment = self.turn(&moment, setup.game.game(), &mut chance)?;
        }
        self.end(&setup.game, &moment)
    }

    /// The legal moves, and the view of whoever looks: the person alone, or the referee.
    fn include(&self) -> pb::Include {
        use pb::viewer::Viewer;
        let viewer = self.ink.person.map_or(Viewer::Referee(pb::Referee {}), Viewer::Seat);
        pb::Include { legal_moves: true, viewers: vec![pb::Viewer { viewer: Some(viewer) }], ..Default::default() }
    }

    /// One move, by whoever is to move.
    fn turn(&mut self, before: &Moment, of: pb::Game, chance: &mut Chance) -> Result<Moment, Stop> {
        let Some(seat) = before.legal.seat else {
            return Err(Stop::Failed("nobody is to move, and the match is not over".to_owned()));
        };
        // A deal is no decision: the table deals by itself.
        let dealing = before.status.phase() == Phase::Deal;
        let asks = self.ink.person == Some(seat) && !dealing;
        if asks {
            writeln!(self.out)?;
            self.show_table(before)?;
            player::list(&mut self.out, &before.legal, false, self.ink)?;
        }
        loop {
            let text = if asks {
                player::ask(&mut self.out, &mut self.input, &before.legal, self.ink)?
            } else {
                let chosen = chance.choose(of, &before.legal.moves);
                chosen.ok_or_else(|| Stop::Failed("there is no legal move".to_owned()))?.to_owned()
            };
            let request = pb::ApplyRequest {
                state: before.state.clone(),
                moves: vec![pb::Move { r#move: Some(pb::r#move::Move::Text(text.clone())) }],
                seat: Some(seat),
                expected_revision: Some(before.status.revision),
                include: Some(self.include()),
                ..Default::default()
            };
            match self.source.apply(request) {
                Ok(answer) => {
                    let after = Moment::from(answer);
                    let said = if dealing { None } else { Some((seat, text.as_str())) };
                    self.tell(said, &after.update.events)?;
                    if !asks && !self.delay.is_zero() {
                        self.out.flush()?;
                        std::thread::sleep(self.delay);
                    }
                    return Ok(after);
                }
                Err(Trouble::Refused(refusal)) if asks => player::refused(&mut self.out, &refusal, self.ink)?,
                Err(trouble) => return Err(trouble.into()),
            }
        }
    }

    /// Writes a move with what came of it.
    fn tell(&mut self, said: Option<(u32, &str)>, events: &[pb::Event]) -> Result<(), Stop> {
        let (mut notes, mut lines) = (Vec::new(), Vec::new());
        for told in game::tell(events, self.ink) {
            match told {
                Told::Note(note) => notes.push(note),
                Told::Lines(more) => lines.extend(more),
            }
        }
        if let Some((seat, text)) = said {
            writeln!(self.out, "{}", self.ink.moved(seat, text, &notes))?;
        }
        for line in lines {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    fn show_table(&mut self, moment: &Moment) -> Result<(), Stop> {
        let Some(view) = &moment.update.view else { return Ok(()) };
        for line in game::table(view, self.ink) {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    /// The winners, the standing and the seed.
    fn end(&mut self, game: &pb::GameInfo, moment: &Moment) -> Result<(), Stop> {
        let score = self.source.score(pb::ScoreRequest { state: moment.state.clone(), text: false })?;
        writeln!(self.out, "\n{}", self.ink.heading("The match is over"))?;
        let verb =
            if score.winners.len() == 1 && self.ink.person != score.winners.first().copied() { "wins" } else { "win" };
        writeln!(self.out, "    {}", self.ink.bold(&format!("{} {verb}", self.ink.seats(&score.winners))))?;
        let mut standing = score.seats;
        standing.sort_by_key(|seat| (seat.place, seat.seat));
        for seat in standing {
            let total = game::standing(game.game(), seat.total);
            writeln!(self.out, "    {}. {:<8} {total}", seat.place, self.ink.seat(seat.seat))?;
        }
        let seed: String = score.seed.unwrap_or_default().iter().map(|byte| format!("{byte:02x}")).collect();
        writeln!(
            self.out,
            "    {} moves in {}, seed {seed}",
            moment.status.revision,
            count_of(score.finished_deals, "deal")
        )?;
        self.out.flush()?;
        Ok(())
    }
}
