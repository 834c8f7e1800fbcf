//! Repairs the `:authority` of clients built on gRPC's C core. With a list of addresses as their target, such as
//! `ipv4:10.0.0.1:1,10.0.0.2:1`, they send `10.0.0.1:1,10.0.0.2:1`, or the same with percent escapes, which is not a valid
//! authority. The HTTP/2 layer resets such calls without an explanation. The server does not use the authority, so it is safe
//! to replace the invalid characters.
//!
//! The bytes of a connection are inspected up to the end of the first header block, and further only if something had to be
//! repaired there. A character is replaced by one of the same length in place, so lengths and the state of the header
//! compression (HPACK, RFC 7541) stay valid. Values in Huffman code are left alone: the C core does not use it here.

/// The HTTP/2 client preface.
pub(super) const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

const FRAME_HEAD_BYTES: usize = 9;
const HEADERS: u8 = 1;
const CONTINUATION: u8 = 9;
const END_HEADERS: u8 = 4;
const PADDED: u8 = 8;
const PRIORITY: u8 = 32;
const PRIORITY_BYTES: usize = 5;

const AUTHORITY: &[u8] = b":authority";
/// The index of `:authority` in the static table of HPACK.
const AUTHORITY_INDEX: usize = 1;

/// Repairs the authorities of one connection.
#[derive(Debug, Default)]
pub(super) struct AuthorityRepair {
    /// Bytes of the preface seen.
    preface: usize,
    head: [u8; FRAME_HEAD_BYTES],
    head_bytes: usize,
    /// Whether the next byte is the length of the padding.
    pad_length: bool,
    /// Bytes to skip before the fragment of a header block, of that fragment, and to skip after it.
    skip: usize,
    fragment: usize,
    padding: usize,
    block: Block,
}

impl AuthorityRepair {
    /// Repairs bytes as they arrive. Returns whether the next bytes have to be inspected too.
    pub(super) fn repair(&mut self, bytes: &mut [u8]) -> bool {
        let mut at = 0;
        while at < bytes.len() {
            if self.preface < PREFACE.len() {
                if bytes[at] != PREFACE[self.preface] {
                    return false;
                }
                self.preface += 1;
            } else if self.pad_length {
                self.pad_length = false;
                self.padding = usize::from(bytes[at]);
                let Some(fragment) = self.fragment.checked_sub(1 + self.padding) else { return false };
                self.fragment = fragment;
                if fragment == 0 {
                    self.skip += std::mem::take(&mut self.padding);
                }
            } else if self.skip > 0 {
                let skipped = self.skip.min(bytes.len() - at);
                self.skip -= skipped;
                at += skipped;
                continue;
            } else if self.fragment > 0 {
                self.fragment -= 1;
                if !self.block.next(&mut bytes[at]) {
                    return false;
                }
                if self.fragment == 0 {
                    self.skip = std::mem::take(&mut self.padding);
                    if self.head[4] & END_HEADERS != 0 && !self.block.repaired {
                        return false;
                    }
                }
            } else {
                self.head[self.head_bytes] = bytes[at];
                self.head_bytes += 1;
                if self.head_bytes == FRAME_HEAD_BYTES {
                    self.begin_frame();
                }
            }
            at += 1;
        }
        true
    }

    fn begin_frame(&mut self) {
        self.head_bytes = 0;
        let [high, middle, low, kind, flags, ..] = self.head;
        let length = u32::from_be_bytes([0, high, middle, low]) as usize;
        (self.skip, self.fragment) = match kind {
            HEADERS if flags & PRIORITY != 0 => (PRIORITY_BYTES, length.saturating_sub(PRIORITY_BYTES)),
            HEADERS | CONTINUATION => (0, length),
            _ => (length, 0),
        };
        self.pad_length = kind == HEADERS && flags & PADDED != 0;
    }
}

/// A header block in HPACK, byte by byte.
#[derive(Debug, Default)]
struct Block {
    step: Step,
    /// The number being read, or the bytes left of a string.
    number: usize,
    /// How far to shift the next bits of the number; `None` at its first byte.
    shift: Option<u32>,
    has_value: bool,
    is_huffman: bool,
    /// The bytes of the name that agree with `:authority` so far; `None` if it is another name.
    agrees: Option<usize>,
    is_authority: bool,
    /// Whether the value has had a character that no authority has.
    is_invalid: bool,
    /// Whether a value has been repaired in the connection.
    repaired: bool,
}

#[derive(Clone, Copy, Debug, Default)]
enum Step {
    #[default]
    Field,
    NameLength,
    Name,
    ValueLength,
    Value,
}

impl Block {
    /// Takes a byte, and replaces it if it is an invalid one of an authority. Returns whether the block is valid so far.
    fn next(&mut self, byte: &mut u8) -> bool {
        match self.step {
            Step::Field => {
                let prefix = match *byte {
                    _ if self.shift.is_some() => 0,
                    0x80.. => 7,
                    0x40.. => 6,
                    0x20.. => 5,
                    _ => 4,
                };
                if self.shift.is_none() {
                    self.has_value = prefix == 6 || prefix == 4;
                }
                let Some(read) = self.read_number(*byte, prefix) else { return false };
                if read {
                    self.is_authority = self.number == AUTHORITY_INDEX;
                    self.step = match (self.has_value, self.number) {
                        (false, _) => Step::Field,
                        (true, 0) => Step::NameLength,
                        (true, _) => Step::ValueLength,
                    };
                }
            }
            Step::NameLength | Step::ValueLength => {
                if self.shift.is_none() {
                    self.is_huffman = *byte & 0x80 != 0;
                }
                let Some(read) = self.read_number(*byte, 7) else { return false };
                if read {
                    self.begin_string();
                }
            }
            Step::Name => {
                self.agrees = self.agrees.filter(|&at| AUTHORITY.get(at) == Some(byte)).map(|at| at + 1);
                self.number -= 1;
                if self.number == 0 {
                    self.is_authority = !self.is_huffman && self.agrees == Some(AUTHORITY.len());
                    self.step = Step::ValueLength;
                }
            }
            Step::Value => {
                if self.is_authority && !self.is_huffman {
                    self.repair(byte);
                }
                self.number -= 1;
                if self.number == 0 {
                    self.step = Step::Field;
                }
            }
        }
        true
    }

    fn begin_string(&mut self) {
        (self.agrees, self.is_invalid) = (Some(0), false);
        self.step = match (self.step, self.number) {
            (Step::NameLength, 0) => Step::ValueLength,
            (Step::NameLength, _) => Step::Name,
            (_, 0) => Step::Field,
            (_, _) => Step::Value,
        };
    }

    fn repair(&mut self, byte: &mut u8) {
        self.is_invalid |= matches!(byte, b',' | b'%');
        if self.is_invalid && !matches!(byte, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.') {
            *byte = b'-';
            self.repaired = true;
        }
    }

    /// Reads a byte of a number whose first byte holds that many bits of it. Returns whether that was the last byte, and `None`
    /// if the number is larger than any length.
    fn read_number(&mut self, byte: u8, prefix: u32) -> Option<bool> {
        let ended = match self.shift {
            None => {
                let most = (1_usize << prefix) - 1;
                self.number = usize::from(byte) & most;
                self.shift = Some(0);
                self.number < most
            }
            Some(shift) => {
                self.number += usize::from(byte & 0x7f) << shift;
                self.shift = Some(shift + 7);
                byte & 0x80 == 0
            }
        };
        if ended {
            self.shift = None;
        }
        (self.shift.is_none_or(|shift| shift <= 21)).then_some(ended)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(kind: u8, flags: u8, payload: &[u8]) -> Vec<u8> {
        let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
        [&length[1..], &[kind, flags, 0, 0, 0, 1], payload].concat()
    }

    fn string(text: &str) -> Vec<u8> {
        assert!(text.len() < 127);
        [&[u8::try_from(text.len()).unwrap()], text.as_bytes()].concat()
    }

    /// What becomes of a connection that sends this; the result does not depend on how the bytes arrive.
    fn repaired(frames: &[Vec<u8>]) -> (Vec<u8>, bool) {
        let sent = [PREFACE, &frames.concat()].concat();
        let mut results = [1, 7, sent.len()].map(|step| {
            let mut bytes = sent.clone();
            let mut repair = AuthorityRepair::default();
            let goes_on = bytes.chunks_mut(step).all(|chunk| repair.repair(chunk));
            (bytes, goes_on)
        });
        results[0].0.drain(..PREFACE.len());
        assert_eq!(results[1].0[PREFACE.len()..], results[0].0);
        assert_eq!(results[2].0[PREFACE.len()..], results[0].0);
        std::mem::take(&mut results[0])
    }

    const LIST: &str = "10.0.0.1:50051,10.0.0.2:50051";
    const REPAIRED: &str = "10.0.0.1:50051-10.0.0.2-50051";

    /// A header block in which `:authority` has its name from the static table, or as text.
    fn block(named: bool, authority: &str) -> Vec<u8> {
        let name = if named { [vec![0x40], string(":authority")].concat() } else { vec![0x41] };
        // An indexed field, a change of the table's size, and a field without indexing before it; another one behind it.
        [vec![0x83, 0x3f, 0xe1, 0x1f], [vec![0x04], string("/a,b")].concat(), name, string(authority), vec![0x86]]
            .concat()
    }

    #[test]
    fn an_authority_that_is_a_list_becomes_valid_and_nothing_else_changes() {
        for named in [false, true] {
            for (sent, expected) in [
                (LIST, REPAIRED),
                ("10.0.0.1:1%2C10.0.0.2:1", "10.0.0.1:1-2C10.0.0.2-1"),
                ("[::1]:1,[::2]:2", "[::1]:1----2--2"),
                ("%2Ftmp%2Ftaash", "-2Ftmp-2Ftaash"),
            ] {
                let settings = frame(4, 0, &[0, 3, 0, 0, 0, 100]);
                let (bytes, goes_on) = repaired(&[
                    settings.clone(),
                    frame(HEADERS, END_HEADERS, &block(named, sent)),
                    frame(0, 1, b"a,b"),
                ]);
                let valid = [settings, frame(HEADERS, END_HEADERS, &block(named, expected)), frame(0, 1, b"a,b")];
                assert_eq!(bytes, valid.concat(), "{sent}");
                assert!(goes_on, "the client may send it again");
                assert!(expected.parse::<hyper::http::uri::Authority>().is_ok(), "{expected}");
            }
        }
    }

    #[test]
    fn a_block_in_several_frames_with_padding_and_priority_is_repaired() {
        let (sent, valid) = (block(true, LIST), block(true, REPAIRED));
        let split = |block: &[u8]| {
            let (start, end) = block.split_at(30);
            let padded = [&[3, 0, 0, 0, 0, 16], start, &[0; 3]].concat();
            [frame(HEADERS, PADDED | PRIORITY, &padded), frame(CONTINUATION, END_HEADERS, end)]
        };
        assert_eq!(repaired(&split(&sent)).0, split(&valid).concat());
        let again = [frame(HEADERS, END_HEADERS, &sent), frame(HEADERS, END_HEADERS, &sent)];
        assert_eq!(
            repaired(&again).0[9 + sent.len()..],
            frame(HEADERS, END_HEADERS, &valid),
            "in every block from then on"
        );
    }

    #[test]
    fn a_connection_with_a_valid_authority_is_inspected_no_further() {
        for authority in ["taash:50051", "[::1]:50051", ""] {
            let frames = [frame(HEADERS, END_HEADERS, &block(false, authority)), frame(0, 1, &[0; 5])];
            assert_eq!(repaired(&frames), (frames.concat(), false), "{authority}");
        }
        let mut http1 = *b"GET / HTTP/1.1\r\n\r\n";
        assert!(!AuthorityRepair::default().repair(&mut http1));
    }

    #[test]
    fn invalid_blocks_are_left_to_the_http_layer() {
        for block in [&[0x7f, 0xff, 0xff, 0xff, 0xff, 0xff][..], &[0x41, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff]] {
            let frames = [frame(HEADERS, END_HEADERS, block)];
            assert_eq!(repaired(&frames), (frames.concat(), false));
        }
        let padded = [frame(HEADERS, END_HEADERS | PADDED, &[200, 0])];
        assert_eq!(repaired(&padded), (padded.concat(), false));
    }
}
