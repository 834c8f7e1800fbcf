//! The state bytes: a container around the payload.
//!
//! ```text
//! header   magic "TAAS" · format (1 byte; the high bit is set if the state goes back to an unsealed one) · game (1) · rules version (1) · key id (2, little endian; 0 = not sealed)
//! body     not sealed: payload · checksum (8)
//!          sealed:     nonce (12) · encrypted payload · tag (16)
//! ```
//!
//! The header is not encrypted, and format, game and rules version are checked before anything else. The payload of
//! format 1 is: seed (32 bytes), client seed (length and bytes), flags, revision, and the position in the layout of its
//! game. Digest and checksum come from one hash of the payload.
//!
//! Every call validates the state completely: the bytes become a `Setup`, and only `Position::from_setup` turns a setup
//! into a position.

use super::game::WireGame;
use super::messages;
use super::payload::{BadPayload, Reader, Writer};
use super::pb::engine::Reason;
use super::refusal::Refusal;
use super::seal::{KeyRing, SEAL_BYTES};
use crate::cards::{ClientSeed, Seed};
use crate::games::{AnyMatch, Fault, GameId, LastMove, Match, Message, Position};
use crate::{for_any_match, for_game};
use prost::bytes::Bytes;
use std::borrow::Cow;

/// Maximum length of a state in bytes, for every game, option, format and kind of sealing.
pub const MAX_STATE_BYTES: usize = 768;

const MAGIC: &[u8; 4] = b"TAAS";
/// The formats that this code reads and can write.
const FORMATS: std::ops::RangeInclusive<u8> = 1..=NEWEST_FORMAT;
/// The newest format of states.
pub const NEWEST_FORMAT: u8 = 1;
/// Set in the format byte of a sealed state that goes back to an unsealed one, which anyone could have made up. It is in the
/// header and not in the payload, so that the digest of the state stays the same.
const UNSEALED_ORIGIN: u8 = 0x80;
const HEADER_BYTES: usize = 9;
const DIGEST_BYTES: usize = 16;
const CHECKSUM_BYTES: usize = 8;
/// Initial capacity: most states fit, header and seal included.
const USUAL_BYTES: usize = 320;

const AWAITS_CLIENT_SEED: u8 = 1;
const ABANDONED: u8 = 2;
const REVEALED_HIDDEN: u8 = 4;
const USED_RANDOMNESS: u8 = 8;
const ALL_FLAGS: u8 = 15;

/// How states are written and read: with which keys, and whether unsealed states are accepted.
///
/// ```
/// use taash::cards::Seed;
/// use taash::games::{AnyMatch, GameId, Match, Position, seep};
/// use taash::wire::{KeyRing, States, game_of};
///
/// let position = seep::Position::new_match(seep::Options::default(), 4, None, None).unwrap();
/// let any = AnyMatch::Seep(Match::new(position, Seed::new([7; 32])));
/// let ring = KeyRing::parse(&format!("1 {}", "5a".repeat(32)))?;
/// for states in [States::unsealed(), States::sealed(ring, false)] {
///     let bytes = states.save(&any);
///     assert_eq!(states.read(&bytes).unwrap(), any);
///     assert_eq!(game_of(&bytes), Some(GameId::Seep));
/// }
/// # Ok::<(), taash::wire::KeyRingError>(())
/// ```
#[derive(Clone, Debug)]
pub struct States {
    keys: Option<KeyRing>,
    accept_unsealed: bool,
    format: u8,
}

/// Unsealed states in the newest format.
impl Default for States {
    fn default() -> Self {
        Self::unsealed()
    }
}

impl States {
    /// Unsealed states. The checksum detects damage but not forgery, and anyone who has a state can read it.
    #[must_use]
    pub const fn unsealed() -> Self {
        Self { keys: None, accept_unsealed: true, format: NEWEST_FORMAT }
    }

    /// States sealed with the first key of the ring. With `accept_unsealed`, unsealed states are read as well, for a
    /// migration; they stay marked when they are sealed, and without `accept_unsealed` marked states are refused.
    #[must_use]
    pub const fn sealed(keys: KeyRing, accept_unsealed: bool) -> Self {
        Self { keys: Some(keys), accept_unsealed, format: NEWEST_FORMAT }
    }

    /// The same, but writes an older format, so that during a rollout old replicas can read what new ones write. All known
    /// formats are read in any case. Returns `None` if this code does not know the format.
    ///
    /// ```
    /// use taash::wire::{NEWEST_FORMAT, States};
    ///
    /// assert!(States::unsealed().writing(NEWEST_FORMAT).is_some());
    /// assert!(States::unsealed().writing(NEWEST_FORMAT + 1).is_none());
    /// ```
    #[must_use]
    pub fn writing(self, format: u8) -> Option<Self> {
        FORMATS.contains(&format).then_some(Self { format, ..self })
    }

    /// Writes a match as state bytes.
    #[must_use]
    pub fn save(&self, any: &AnyMatch) -> Bytes {
        for_any_match!(any, m => self.write(m).0)
    }

    /// Writes a match as state bytes, with the digest of the state. Both share one allocation.
    pub(crate) fn write<P: WireGame>(&self, the_match: &Match<P>) -> (Bytes, Bytes) {
        let bytes = self.open_text(the_match);
        let hash = PayloadHash::of::<P>(&bytes[HEADER_BYTES..]);
        let mut bytes = self.close(bytes, &hash);
        let end = bytes.len();
        bytes.extend_from_slice(hash.digest());
        let mut state = Bytes::from(bytes);
        let digest = state.split_off(end);
        (state, digest)
    }

    /// Header and payload, not yet sealed and without checksum.
    fn open_text<P: WireGame>(&self, the_match: &Match<P>) -> Vec<u8> {
        let key_id = self.keys.as_ref().map_or(0, KeyRing::sealing_id);
        let origin = if self.keys.is_some() && the_match.unsealed_origin { UNSEALED_ORIGIN } else { 0 };
        let mut bytes = Vec::with_capacity(USUAL_BYTES);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&[self.format | origin, P::ID as u8, P::RULES_VERSION]);
        bytes.extend_from_slice(&key_id.to_le_bytes());
        let mut writer = Writer::after(bytes);
        write_payload(the_match, &mut writer);
        writer.into_bytes()
    }

    /// Seals header and payload, or adds the checksum.
    fn close(&self, mut bytes: Vec<u8>, hash: &PayloadHash) -> Vec<u8> {
        match &self.keys {
            Some(keys) => keys.seal(&mut bytes, HEADER_BYTES),
            None => bytes.extend_from_slice(hash.checksum()),
        }
        bytes
    }

    /// Reads state bytes. The returned match has passed every check.
    ///
    /// # Errors
    /// `STATE_UNREADABLE`, `STATE_VERSION_UNSUPPORTED` or `STATE_INVALID`.
    pub fn read(&self, bytes: &[u8]) -> Result<AnyMatch, Refusal> {
        let header = Header::read(bytes)?;
        let payload = self.payload(bytes, &header);
        let unsealed_origin = self.keys.is_some() && (header.key_id == 0 || header.unsealed_origin);
        for_game!(header.game, P => {
            read_match::<P>(&header, payload).map(|read| AnyMatch::from(Match { unsealed_origin, ..read }))
        })
    }

    /// Verifies the body and decrypts it if it is sealed.
    fn payload<'a>(&self, bytes: &'a [u8], header: &Header) -> Result<Cow<'a, [u8]>, Refusal> {
        let &Header { game, rules_version, key_id, unsealed_origin } = header;
        let (clear, body) = bytes.split_at(HEADER_BYTES);
        match &self.keys {
            None if key_id != 0 => Err(Refusal::unreadable("sealed", &messages::STATE_SEALED)),
            Some(_) if key_id == 0 && !self.accept_unsealed => {
                Err(Refusal::unreadable("unsealed", &messages::STATE_UNSEALED))
            }
            Some(_) if unsealed_origin && !self.accept_unsealed => {
                Err(Refusal::unreadable("unsealed_origin", &messages::STATE_UNSEALED_ORIGIN))
            }
            None | Some(_) if key_id == 0 => {
                let length = body.len().checked_sub(CHECKSUM_BYTES).ok_or_else(cut_off)?;
                let (payload, checksum) = body.split_at(length);
                if PayloadHash::new(game, rules_version, payload).checksum() == checksum {
                    Ok(Cow::Borrowed(payload))
                } else {
                    Err(Refusal::unreadable("checksum", &messages::STATE_CHECKSUM))
                }
            }
            None => Err(cut_off()),
            Some(keys) if !keys.has(key_id) => {
                Err(Refusal::unreadable("unknown_key", Message::new(&messages::STATE_KEY_UNKNOWN).with("key", key_id)))
            }
            Some(_) if body.len() < SEAL_BYTES => Err(cut_off()),
            Some(keys) => keys
                .open(key_id, clear, body)
                .map(Cow::Owned)
                .ok_or_else(|| Refusal::unreadable("tag", &messages::STATE_TAG)),
        }
    }
}

fn cut_off() -> Refusal {
    Refusal::unreadable("truncated", &messages::STATE_CUT_OFF)
}

fn unsupported(message: Message) -> Refusal {
    Refusal::new(Reason::StateVersionUnsupported, message)
}

/// The unencrypted header, without magic and format.
struct Header {
    game: GameId,
    rules_version: u8,
    key_id: u16,
    unsealed_origin: bool,
}

impl Header {
    fn read(bytes: &[u8]) -> Result<Self, Refusal> {
        let foreign = || Refusal::unreadable("format", &messages::STATE_FOREIGN);
        if bytes.len() > MAX_STATE_BYTES {
            let message = Message::new(&messages::STATE_TOO_LONG)
                .with("bytes", messages::count(bytes.len()))
                .with("most", messages::count(MAX_STATE_BYTES));
            return Err(Refusal::unreadable("format", message));
        }
        let known = bytes.len().min(MAGIC.len());
        if bytes[..known] != MAGIC[..known] {
            return Err(foreign());
        }
        match bytes.get(MAGIC.len()) {
            None => return Err(cut_off()),
            Some(0) => return Err(foreign()),
            Some(format) if FORMATS.contains(&(format & !UNSEALED_ORIGIN)) => {}
            Some(&format) => {
                return Err(unsupported(Message::new(&messages::STATE_FORMAT_UNKNOWN).with("format", format)));
            }
        }
        let Some(&[format, game, rules_version, key_low, key_high]) = bytes.get(MAGIC.len()..HEADER_BYTES) else {
            return Err(cut_off());
        };
        let (key_id, unsealed_origin) = (u16::from_le_bytes([key_low, key_high]), format & UNSEALED_ORIGIN != 0);
        if key_id == 0 && unsealed_origin {
            return Err(foreign());
        }
        let Some(game) = GameId::from_number(game) else {
            return Err(unsupported(Message::new(&messages::STATE_GAME_UNKNOWN).with("game", game)));
        };
        Ok(Self { game, rules_version, key_id, unsealed_origin })
    }
}

/// The game in the header of state bytes, for metrics. Nothing else is checked.
#[must_use]
pub fn game_of(state: &[u8]) -> Option<GameId> {
    state.strip_prefix(MAGIC).and_then(|behind| behind.get(1)).and_then(|&game| GameId::from_number(game))
}

/// The digest of the state of a match. It does not depend on format or key.
pub(crate) fn digest<P: WireGame>(the_match: &Match<P>) -> Bytes {
    let mut writer = Writer::after(Vec::with_capacity(USUAL_BYTES));
    write_payload(the_match, &mut writer);
    Bytes::copy_from_slice(PayloadHash::of::<P>(&writer.into_bytes()).digest())
}

/// BLAKE3 of a payload, keyed by the game and the rules version. The payload is always in the layout of format 1, so that
/// equal states have equal digests in every format. BLAKE3 costs a fraction of SHA-256 where the processor has no
/// instructions for that.
struct PayloadHash([u8; 32]);

impl PayloadHash {
    fn new(game: GameId, rules_version: u8, payload: &[u8]) -> Self {
        let mut key = *b"taash/v1/digest\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";
        key[30..].copy_from_slice(&[game as u8, rules_version]);
        Self(*blake3::keyed_hash(&key, payload).as_bytes())
    }

    fn of<P: WireGame>(payload: &[u8]) -> Self {
        Self::new(P::ID, P::RULES_VERSION, payload)
    }

    fn digest(&self) -> &[u8] {
        &self.0[..DIGEST_BYTES]
    }

    /// The checksum of an unsealed state: the bytes after the digest. It covers the whole header too: game and rules
    /// version are in the key, and no other byte of the header of an unsealed state can vary.
    fn checksum(&self) -> &[u8] {
        &self.0[DIGEST_BYTES..][..CHECKSUM_BYTES]
    }
}

fn write_payload<P: WireGame>(the_match: &Match<P>, to: &mut Writer) {
    let Match { position, seed, client_seed, awaits_client_seed, revision, last_move, abandoned, unsealed_origin: _ } =
        the_match;
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
        let message = Message::new(&messages::STATE_RULES_UNKNOWN).with("version", header.rules_version);
        return Err(unsupported(message));
    }
    let parts =
        read_payload::<P>(&payload?).map_err(|BadPayload| Refusal::unreadable("format", &messages::STATE_LAYOUT))?;
    parts.into_match()
}

/// A payload with a valid layout, whose values are not yet checked.
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
            let fault = Fault::new("awaits_client_seed", &messages::STATE_AWAITS);
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
            unsealed_origin: false,
        })
    }
}
