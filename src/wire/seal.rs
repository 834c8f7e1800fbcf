//! Sealing: deterministic authenticated encryption of the payload.
//!
//! AES-256-GCM-SIV, with the unencrypted header as associated data. The nonce is an HMAC of header and payload, so that the
//! same position, format and key give the same bytes on every replica and every retry, without a counter. Each key of the
//! ring gives two subkeys, one for the cipher and one for the nonce.

use aes_gcm_siv::aead::{AeadInOut, KeyInit};
use aes_gcm_siv::{Aes256GcmSiv, Nonce, Tag};
use hmac::{Hmac, Mac};
use sha2::Sha256;
use std::fmt;
use std::sync::Arc;

/// The bytes that sealing adds to a payload: nonce and tag.
pub(super) const SEAL_BYTES: usize = NONCE_BYTES + TAG_BYTES;
const NONCE_BYTES: usize = 12;
const TAG_BYTES: usize = 16;
/// Maximum number of keys in a ring: enough for any rotation.
const MAX_KEYS: usize = 64;

/// Why a key file is invalid. The message gives line numbers, never the content of a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyRingError {
    /// A line is not an id and a key.
    #[error("line {0}: write an id from 1 to 65535, a space, and 64 hexadecimal digits")]
    Line(usize),
    /// Two lines have the same id.
    #[error("line {0}: the id is already used by an earlier line")]
    DuplicateId(usize),
    /// The file has no key.
    #[error("no key: write an id from 1 to 65535, a space, and 64 hexadecimal digits on a line")]
    Empty,
    /// The file has too many keys.
    #[error("more than 64 keys")]
    TooMany,
}

/// The keys for states: the first key seals, and all keys open. To rotate, add the new key at the end, then move it to the
/// front, then remove the old one.
///
/// ```
/// use taash::wire::{KeyRing, KeyRingError};
///
/// let digits = "5a".repeat(32);
/// assert!(KeyRing::parse(&format!("# the key of March\n7 {digits}\n")).is_ok());
/// assert_eq!(KeyRing::parse("7 5a").unwrap_err(), KeyRingError::Line(1));
/// ```
#[derive(Clone)]
pub struct KeyRing {
    keys: Vec<Key>,
}

#[derive(Clone)]
struct Key {
    id: u16,
    cipher: Aes256GcmSiv,
    nonces: Hmac<Sha256>,
    opened: Option<Arc<dyn Fn() + Send + Sync>>,
}

impl Key {
    fn new(id: u16, secret: &[u8; 32]) -> Option<Self> {
        let sub_key = |purpose: &[u8]| -> Option<[u8; 32]> {
            let mac = <Hmac<Sha256> as KeyInit>::new_from_slice(secret).ok()?;
            Some(mac.chain_update(purpose).finalize().into_bytes().into())
        };
        Some(Self {
            id,
            cipher: Aes256GcmSiv::new_from_slice(&sub_key(b"taash/v1/state/cipher")?).ok()?,
            nonces: <Hmac<Sha256> as KeyInit>::new_from_slice(&sub_key(b"taash/v1/state/nonce")?).ok()?,
            opened: None,
        })
    }
}

impl KeyRing {
    /// Parses a key file. Each line has a key: an id from 1 to 65535, a space, and 64 hexadecimal digits. Blank lines and
    /// lines that start with `#` are ignored.
    ///
    /// # Errors
    /// [`KeyRingError`].
    pub fn parse(text: &str) -> Result<Self, KeyRingError> {
        let mut keys: Vec<Key> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let key = parse_line(line).ok_or(KeyRingError::Line(number))?;
            if keys.iter().any(|other| other.id == key.id) {
                return Err(KeyRingError::DuplicateId(number));
            }
            if keys.len() == MAX_KEYS {
                return Err(KeyRingError::TooMany);
            }
            keys.push(key);
        }
        if keys.is_empty() { Err(KeyRingError::Empty) } else { Ok(Self { keys }) }
    }

    /// Calls a function each time a key opens a state: `counter` returns the function for the key of an id. An operator
    /// who knows that a key opens nothing any more can retire it.
    #[must_use]
    pub fn counting<F: Fn() + Send + Sync + 'static>(mut self, counter: impl Fn(u16) -> F) -> Self {
        for key in &mut self.keys {
            key.opened = Some(Arc::new(counter(key.id)));
        }
        self
    }

    /// The id of the key that seals.
    pub(super) fn sealing_id(&self) -> u16 {
        self.keys.first().map_or(0, |key| key.id)
    }

    /// Whether there is a key of that id.
    pub(super) fn has(&self, id: u16) -> bool {
        self.keys.iter().any(|key| key.id == id)
    }

    /// Seals the payload after the header: replaces it with nonce, ciphertext and tag.
    pub(super) fn seal(&self, container: &mut Vec<u8>, header_bytes: usize) {
        let Some(key) = self.keys.first() else { return };
        let mac = key.nonces.clone().chain_update(&*container).finalize().into_bytes();
        let mut nonce = Nonce::default();
        nonce.copy_from_slice(&mac[..NONCE_BYTES]);
        let (header, payload) = container.split_at_mut(header_bytes);
        // The cipher refuses only payloads of gigabytes; should it ever, nothing goes out in the clear.
        let Ok(tag) = key.cipher.encrypt_inout_detached(&nonce, header, payload.into()) else {
            container.clear();
            return;
        };
        container.splice(header_bytes..header_bytes, nonce.iter().copied());
        container.extend_from_slice(&tag);
    }

    /// Decrypts the body after the header. Returns `None` if the tag is wrong: the key is another or the bytes are altered.
    pub(super) fn open(&self, id: u16, header: &[u8], sealed: &[u8]) -> Option<Vec<u8>> {
        let key = self.keys.iter().find(|key| key.id == id)?;
        let (nonce, rest) = sealed.split_at_checked(NONCE_BYTES)?;
        let (text, tag) = rest.split_at_checked(rest.len().checked_sub(TAG_BYTES)?)?;
        let mut payload = text.to_vec();
        let nonce = Nonce::try_from(nonce).ok()?;
        let tag = Tag::try_from(tag).ok()?;
        key.cipher.decrypt_inout_detached(&nonce, header, payload.as_mut_slice().into(), &tag).ok()?;
        if let Some(opened) = &key.opened {
            opened();
        }
        Some(payload)
    }
}

fn parse_line(line: &str) -> Option<Key> {
    let (id, digits) = line.split_once(char::is_whitespace)?;
    let id = id.parse().ok().filter(|&id: &u16| id > 0)?;
    let digits = digits.trim().as_bytes();
    if digits.len() != 64 {
        return None;
    }
    let mut secret = [0; 32];
    for (byte, pair) in secret.iter_mut().zip(digits.chunks_exact(2)) {
        let digit = |c: u8| char::from(c).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Key::new(id, &secret)
}

/// Tells the ids alone.
impl fmt::Debug for KeyRing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.keys.iter().map(|key| key.id)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(text: &str) -> KeyRing {
        KeyRing::parse(text).unwrap()
    }

    fn key_line(id: u16, digit: char) -> String {
        format!("{id} {}\n", String::from(digit).repeat(64))
    }

    #[test]
    fn sealing_is_deterministic_and_opens_with_any_key_of_the_ring() {
        let old = ring(&key_line(1, 'a'));
        let rotated = ring(&format!("# newest first\n{}\n{}", key_line(2, 'b'), key_line(1, 'a')));
        let mut first = b"headerpayload".to_vec();
        let mut second = first.clone();
        old.seal(&mut first, 6);
        old.seal(&mut second, 6);
        assert_eq!(first, second);
        assert_eq!(first.len(), 13 + SEAL_BYTES);
        assert_eq!(rotated.open(1, b"header", &first[6..]).as_deref(), Some(&b"payload"[..]));
        assert_eq!(rotated.open(2, b"header", &first[6..]), None);
        assert_eq!(rotated.open(1, b"Header", &first[6..]), None, "the header is authenticated");
        assert_eq!((old.sealing_id(), rotated.sealing_id()), (1, 2));
    }

    #[test]
    fn each_state_that_a_key_opens_is_counted_and_no_other() {
        use std::sync::atomic::{AtomicU32, Ordering};
        let counts: [Arc<AtomicU32>; 3] = Default::default();
        let ring = ring(&(key_line(1, 'a') + &key_line(2, 'b'))).counting(|id| {
            let count = Arc::clone(&counts[usize::from(id)]);
            move || {
                count.fetch_add(1, Ordering::Relaxed);
            }
        });
        let mut sealed = b"headerpayload".to_vec();
        ring.seal(&mut sealed, 6);
        assert!(ring.open(1, b"header", &sealed[6..]).is_some());
        assert!(ring.open(1, b"header", &sealed[6..]).is_some());
        assert!(ring.open(1, b"Header", &sealed[6..]).is_none());
        assert!(ring.open(2, b"header", &sealed[6..]).is_none());
        assert_eq!(counts.map(|count| count.load(Ordering::Relaxed)), [0, 2, 0]);
    }

    #[test]
    fn another_payload_has_another_nonce() {
        let ring = ring(&key_line(7, '3'));
        let (mut a, mut b) = (b"h1".to_vec(), b"h2".to_vec());
        ring.seal(&mut a, 1);
        ring.seal(&mut b, 1);
        assert_ne!(a[1..13], b[1..13]);
    }

    #[test]
    fn a_bad_key_file_is_refused_by_line_without_its_content() {
        let error = |text: &str| KeyRing::parse(text).unwrap_err();
        assert_eq!(error("# nothing\n\n"), KeyRingError::Empty);
        for bad in ["x", "0 00", "1 zz", "70000 00", "1"] {
            assert_eq!(error(&format!("\n{bad}")), KeyRingError::Line(2), "{bad}");
        }
        assert_eq!(error(&format!("0 {}", "a".repeat(64))), KeyRingError::Line(1));
        assert_eq!(error(&(key_line(1, 'a') + &key_line(1, 'b'))), KeyRingError::DuplicateId(2));
        let many: String = (1..=65).map(|id| key_line(id, 'c')).collect();
        assert_eq!(error(&many), KeyRingError::TooMany);
        assert!(!format!("{:?}", ring(&key_line(9, 'e'))).contains('e'));
    }
}
