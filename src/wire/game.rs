use super::payload::{BadPayload, Reader, Writer};
use super::{options, pb};
use crate::games::{self, Fault, GameId, Position};
use crate::{for_each_game, for_variant};

/// The messages of a game and the layout of its state.
///
/// Writing never fails, because the values of the core are valid. Reading a request reports all faults, with the path of each
/// field relative to the message.
pub(crate) trait WireGame: Listed {
    /// The game's move in a request.
    type PbMove;

    /// Reads options: the values of the preset, and of the fields that are set.
    fn read_options(options: &Self::PbOptions) -> Result<Self::Options, Vec<Fault>> {
        options::read(options)
    }
    /// Writes options with every field but the preset.
    fn write_options(options: &Self::Options) -> pb::engine::game_options::Options {
        Self::game_options(options::write(options))
    }
    /// Reads a move that is well formed (G1).
    fn read_move(mv: &Self::PbMove) -> Result<Self::Move, Vec<Fault>>;
    /// Writes a move.
    fn write_move(mv: &Self::Move) -> pb::engine::legal_move::Move;
    /// Writes an event completely. The caller has removed what the viewer may not see, with `Position::seen`.
    fn write_event(event: &Self::Event) -> pb::engine::event::Event;
    /// Writes a view.
    fn write_view(view: &Self::View) -> pb::engine::view::View;
    /// Writes a score.
    fn write_score(score: &Self::Score) -> pb::engine::score::Score;

    /// Writes a position in the payload's layout. Equal setups give equal bytes.
    fn encode(setup: &Self::Setup, to: &mut Writer);
    /// Reads what [`WireGame::encode`] wrote. It checks the layout only, not the position.
    fn decode(from: &mut Reader<'_>) -> Result<Self::Setup, BadPayload>;
}

/// What the list of games says of a game.
pub(crate) trait Listed: Position {
    /// The game.
    const ID: GameId;
    /// The game in the messages of the engine.
    const GAME: pb::engine::Game;
    /// The options in the game's messages.
    type PbOptions: prost::Message + Default;
    /// Wraps options of this game.
    fn game_options(options: Self::PbOptions) -> pb::engine::game_options::Options;
    /// Wraps a move of this game.
    fn request_move(mv: Self::Move) -> RequestMove;
    /// The move if it is one of this game.
    fn own_move(mv: &RequestMove) -> Option<&Self::Move>;
}

macro_rules! define_listed {
    ($($Game:ident $game:ident $number:literal $letter:ident $title:literal;)+) => {
        /// A move of a request, read without the state.
        #[derive(Clone, Debug)]
        pub(crate) enum RequestMove {
            Text(String),
            $($Game(games::$game::Move),)+
        }

        $(
            impl Listed for games::$game::Position {
                const ID: GameId = GameId::$Game;
                const GAME: pb::engine::Game = pb::engine::Game::$Game;
                type PbOptions = pb::$game::Options;

                fn game_options(options: Self::PbOptions) -> pb::engine::game_options::Options {
                    pb::engine::game_options::Options::$Game(options)
                }

                fn request_move(mv: Self::Move) -> RequestMove {
                    RequestMove::$Game(mv)
                }

                fn own_move(mv: &RequestMove) -> Option<&Self::Move> {
                    if let RequestMove::$Game(mv) = mv { Some(mv) } else { None }
                }
            }
        )+

        impl From<GameId> for pb::engine::Game {
            fn from(game: GameId) -> Self {
                match game {
                    $(GameId::$Game => Self::$Game,)+
                }
            }
        }
    };
}

for_each_game!(define_listed);

/// The game that a request for a new match names.
#[must_use]
pub fn game_asked(request: &pb::engine::NewGameRequest) -> Option<GameId> {
    use pb::engine::new_game_request::Options;
    Some(for_variant!(request.options.as_ref()?, Options, P, _options => P::ID))
}
