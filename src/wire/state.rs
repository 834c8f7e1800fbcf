//! The state bytes: a container around the payload.
//!
//! ```text
//! header   magic "TAAS" · format (1 byte) · game (1) · rules version (1) · key id (2, little endian; 0 = not sealed)
//! body     not sealed: payload · CRC-32 of header and payload (4, little endian)
//!          sealed:     nonce (12) · encrypted payload · tag (16)
//! ```
//!
//! Format and rules version stand in the clear and are judged first. The payload of format 1 is: seed (32 bytes), client
//! seed (length and bytes), flags, revision, and the game's own position. A state is trusted for nothing: what is read
//! becomes a `Setup`, and only `Position::from_setup` makes a position of it.

use super::game::WireGame;
use super::payload::{BadPayload, Reader, Writer};
use super::pb::engine::Reason;
use super::refusal::Refusal;
use super::seal::{KeyRing, SEAL_BYTES};
use crate::cards::{ClientSeed, Seed};
use crate::games::{AnyMatch, Fault, GameId, LastMove, Match, Position};
use crate::{for_any_match, for_game};
use bytes::Bytes;
use std::borrow::Cow;

/// The longest state, whatever the game, the options, the format and the sealing.
pub const MAX_STATE_BYTES: usize = 768;

const MAGIC: &[u8; 4] = b"TAAS";
/// The formats that can be read, and of which one is written.
const FORMATS: std::ops::RangeInclusive<u8> = 1..=NEWEST_FORMAT;
/// The newest format of states.
pub const NEWEST_FORMAT: u8 = 1;
const HEADER_BYTES: usize = 9;
const CHECKSUM_BYTES: usize = 4;
/// Most states with their header and seal fit without growing.
const USUAL_BYTES: usize = 320;

const AWAITS_CLIENT_SEED: u8 = 1;
const ABANDONED: u8 = 2;
const REVEALED_HIDDEN: u8 = 4;
const USED_RANDOMNESS: u8 = 8;
const ALL_FLAGS: u8 = 15;

/// How states are written and read: with which keys, and whether states without a seal are taken all the same.
#[derive(Clone, Debug)]
pub struct States {
    keys: Option<KeyRing>,
    accept_unsealed: bool,
    format: u8,
}

/// States that nothing seals, in the newest format.
impl Default for States {
    fn default() -> Self {
        Self::unsealed()
    }
}

impl States {
    /// States that nothing seals: accidents are noticed, forgery is not, and whoever holds one can read it.
    #[must_use]
    pub const fn unsealed() -> Self {
        Self { keys: None, accept_unsealed: true, format: NEWEST_FORMAT }
    }

    /// States sealed with the first key of the ring. With `accept_unsealed`, states without a seal are read as well: for
    /// the time of a migration.
    #[must_use]
    pub const fn sealed(keys: KeyRing, accept_unsealed: bool) -> Self {
        Self { keys: Some(keys), accept_unsealed, format: NEWEST_FORMAT }
    }

    /// The same, but writing an older format, so that every replica of a rollout can read what the new ones write. All
    /// formats are read in any case. `None` for a format that this code does not know.
    #[must_use]
    pub fn writing(self, format: u8) -> Option<Self> {
        FORMATS.contains(&format).then_some(Self { format, ..self })
    }

    /// Writes a match as state bytes.
    #[must_use]
    pub fn save(&self, any: &AnyMatch) -> Bytes {
        self.close(for_any_match!(any, m => self.open_text(m))).into()
    }

    /// Writes a match as state bytes, with the digest of the state. Both share their memory, which lasts as long as the
    /// answer that they are for.
    pub(crate) fn write<P: WireGame>(&self, the_match: &Match<P>) -> (Bytes, Bytes) {
        let bytes = self.open_text(the_match);
        let digest = digest_of::<P>(&bytes[HEADER_BYTES..]);
        let mut bytes = self.close(bytes);
        let end = bytes.len();
        bytes.extend_from_slice(&digest);
        let mut state = Bytes::from(bytes);
        let digest = state.split_off(end);
        (state, digest)
    }

    /// Header and payload, as yet without seal or checksum.
    fn open_text<P: WireGame>(&self, the_match: &Match<P>) -> Vec<u8> {
        let key_id = self.keys.as_ref().map_or(0, KeyRing::sealing_id);
        let mut bytes = Vec::with_capacity(USUAL_BYTES);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&[self.format, P::ID as u8, P::RULES_VERSION]);
        bytes.extend_from_slice(&key_id.to_le_bytes());
        let mut writer = Writer::behind(bytes);
        write_payload(the_match, &mut writer);
        writer.into_bytes()
    }

    /// Seals header and payload, or adds the checksum.
    fn close(&self, mut bytes: Vec<u8>) -> Vec<u8> {
        match &self.keys {
            Some(keys) => keys.seal(&mut bytes, HEADER_BYTES),
            None => {
                let checksum = crc32fast::hash(&bytes);
                bytes.extend_from_slice(&checksum.to_le_bytes());
            }
        }
        bytes
    }

    /// Reads state bytes; the match that comes out has passed every check.
    ///
    /// # Errors
    /// `STATE_UNREADABLE`, `STATE_VERSION_UNSUPPORTED` or `STATE_INVALID`.
    pub fn read(&self, bytes: &[u8]) -> Result<AnyMatch, Refusal> {
        let header = Header::read(bytes)?;
        let payload = self.payload(bytes, header.key_id);
        for_game!(header.game, P => read_match::<P>(&header, payload).map(AnyMatch::from))
    }

    /// Checks the body, and opens it if it is sealed.
    fn payload<'a>(&self, bytes: &'a [u8], key_id: u16) -> Result<Cow<'a, [u8]>, Refusal> {
        let (header, body) = bytes.split_at(HEADER_BYTES);
        match &self.keys {
            None if key_id != 0 => {
                Err(Refusal::unreadable("sealed", "the state is sealed, and this server has no keys"))
            }
            Some(_) if key_id == 0 && !self.accept_unsealed => {
                Err(Refusal::unreadable("unsealed", "the state is not sealed, and this server takes sealed ones only"))
            }
            None | Some(_) if key_id == 0 => {
                let length = body.len().checked_sub(CHECKSUM_BYTES).ok_or_else(cut_off)?;
                let (payload, checksum) = body.split_at(length);
                if crc32fast::hash(&bytes[..HEADER_BYTES + length]).to_le_bytes() == checksum {
                    Ok(Cow::Borrowed(payload))
                } else {
                    Err(Refusal::unreadable("checksum", "the state has been altered or cut off"))
                }
            }
            None => Err(cut_off()),
            Some(keys) if !keys.has(key_id) => {
                Err(Refusal::unreadable("unknown_key", "the state is sealed with a key that this server does not have"))
            }
            Some(_) if body.len() < SEAL_BYTES => Err(cut_off()),
            Some(keys) => keys
                .open(key_id, header, body)
                .map(Cow::Owned)
                .ok_or_else(|| Refusal::unreadable("tag", "the state has been altered or cut off")),
        }
    }
}

fn cut_off() -> Refusal {
    Refusal::unreadable("truncated", "the state is cut off")
}

fn unsupported(message: &'static str) -> Refusal {
    Refusal::new(Reason::StateVersionUnsupported, message)
}

/// The clear header, as far as it is the same for all games.
struct Header {
    game: GameId,
    rules_version: u8,
    key_id: u16,
}

impl Header {
    fn read(bytes: &[u8]) -> Result<Self, Refusal> {
        let foreign = || Refusal::unreadable("format", "the bytes are no state");
        if bytes.len() > MAX_STATE_BYTES {
            return Err(Refusal::unreadable("format", "the bytes are longer than any state"));
        }
        let known = bytes.len().min(MAGIC.len());
        if bytes[..known] != MAGIC[..known] {
            return Err(foreign());
        }
        match bytes.get(MAGIC.len()) {
            None => return Err(cut_off()),
            Some(0) => return Err(foreign()),
            Some(format) if FORMATS.contains(format) => {}
            Some(_) => return Err(unsupported("the state has a format of a newer server")),
        }
        let Some(&[game, rules_version, key_low, key_high]) = bytes.get(MAGIC.len() + 1..HEADER_BYTES) else {
            return Err(cut_off());
        };
        let Some(game) = GameId::from_number(game) else {
            return Err(unsupported("the state is of a game that this server does not know"));
        };
        Ok(Self { game, rules_version, key_id: u16::from_le_bytes([key_low, key_high]) })
    }
}

/// The game that state bytes claim to be of, for counting: nothing else of them is looked at.
#[must_use]
pub fn game_of(state: &[u8]) -> Option<GameId> {
    state.strip_prefix(MAGIC).and_then(|behind| behind.get(1)).and_then(|&game| GameId::from_number(game))
}

/// The digest of a match's state, whatever its bytes were.
pub(crate) fn digest<P: WireGame>(the_match: &Match<P>) -> Bytes {
    let mut writer = Writer::behind(Vec::with_capacity(USUAL_BYTES));
    write_payload(the_match, &mut writer);
    Bytes::copy_from_slice(&digest_of::<P>(&writer.into_bytes()))
}

/// BLAKE3 of the payload in the layout of format 1, which stays the measure of equality whatever formats come, keyed by
/// the game and the rules version; the first half of it. It costs a fraction of SHA-256 where the processor has no
/// instructions for that.
fn digest_of<P: WireGame>(payload: &[u8]) -> [u8; 16] {
    let mut key = *b"taash/v1/digest\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
    key[30..].copy_from_slice(&[P::ID as u8, P::RULES_VERSION]);
    let hash = blake3::keyed_hash(&key, payload);
    let mut digest = [0; 16];
    digest.copy_from_slice(&hash.as_bytes()[..16]);
    digest
}

fn write_payload<P: WireGame>(the_match: &Match<P>, to: &mut Writer) {
    let Match { position, seed, client_seed, awaits_client_seed, revision, last_move, abandoned } = the_match;
    to.raw(seed.expose());
    to.byte(u8::try_from(client_seed.expose().len()).unwrap_or(0));
    to.raw(client_seed.expose());
    let flags = [
        (*awaits_client_seed, AWAITS_CLIENT_SEED),
        (*abandoned, ABANDONED),
        (last_move.revealed_hidden, REVEALED_HIDDEN),
        (last_move.used_randomness, USED_RANDOMNESS),
    ];
    to.byte(flags.into_iter().map(|(set, flag)| if set { flag } else { 0 }).sum());
    to.number(*revision);
    P::encode(&position.to_setup(), to);
}

fn read_match<P: WireGame>(header: &Header, payload: Result<Cow<'_, [u8]>, Refusal>) -> Result<Match<P>, Refusal> {
    if header.rules_version != P::RULES_VERSION {
        return Err(unsupported("the state has a rules version that this server does not play"));
    }
    let parts = read_payload::<P>(&payload?)
        .map_err(|BadPayload| Refusal::unreadable("format", "the state does not have the layout of its format"))?;
    parts.into_match()
}

/// A payload whose layout is right, and nothing else yet.
struct Parts<P: Position> {
    seed: Seed,
    client_seed: ClientSeed,
    flags: u8,
    revision: u32,
    setup: P::Setup,
}

fn read_payload<P: WireGame>(payload: &[u8]) -> Result<Parts<P>, BadPayload> {
    let mut from = Reader::new(payload);
    let seed = Seed::new(from.raw(32)?.try_into().map_err(|_| BadPayload)?);
    let length = from.byte()?;
    let client_seed = ClientSeed::new(from.raw(usize::from(length))?).ok_or(BadPayload)?;
    let flags = from.byte()?;
    if flags & !ALL_FLAGS != 0 {
        return Err(BadPayload);
    }
    let revision = from.number()?;
    let setup = P::decode(&mut from)?;
    if !from.is_at_end() {
        return Err(BadPayload);
    }
    Ok(Parts { seed, client_seed, flags, revision, setup })
}

impl<P: WireGame> Parts<P> {
    fn into_match(self) -> Result<Match<P>, Refusal> {
        let position = P::from_setup(self.setup).map_err(Refusal::invalid_state)?;
        let awaits_client_seed = self.flags & AWAITS_CLIENT_SEED != 0;
        if awaits_client_seed && (position.deal_number() != 0 || !self.client_seed.expose().is_empty()) {
            let fault = Fault::new("awaits_client_seed", "only before the first deal, and without a client seed");
            return Err(Refusal::invalid_state(vec![fault]));
        }
        Ok(Match {
            position,
            seed: self.seed,
            client_seed: self.client_seed,
            awaits_client_seed,
            revision: self.revision,
            last_move: LastMove {
                revealed_hidden: self.flags & REVEALED_HIDDEN != 0,
                used_randomness: self.flags & USED_RANDOMNESS != 0,
            },
            abandoned: self.flags & ABANDONED != 0,
        })
    }
}
