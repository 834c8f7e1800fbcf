//! HTTP/2 by hand, for peers that no library wants to be.

use super::process::PATIENCE;
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub(super) const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
pub(super) const HEADERS: u8 = 1;
pub(super) const RST_STREAM: u8 = 3;
pub(super) const SETTINGS: u8 = 4;
pub(super) const GOAWAY: u8 = 7;
const ENGINE: &str = "taash.engine.v1.EngineService";
/// The id of a setting.
pub(super) const INITIAL_WINDOW_SIZE: u16 = 4;
const END_STREAM: u8 = 1;
const END_HEADERS: u8 = 4;
const ACK: u8 = 1;

/// The bytes of a frame.
pub(super) fn bytes_of(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    let head = [&length[1..], &[kind, flags], &stream.to_be_bytes()].concat();
    [&head, payload].concat()
}

/// The bytes that begin a call of a service; with a body they are a whole request.
pub(super) fn call_bytes(
    stream: u32,
    service: &str,
    method: &str,
    more: &[(&str, &str)],
    body: Option<&[u8]>,
) -> Vec<u8> {
    call_bytes_to("taash", stream, service, method, more, body)
}

fn call_bytes_to(
    authority: &str,
    stream: u32,
    service: &str,
    method: &str,
    more: &[(&str, &str)],
    body: Option<&[u8]>,
) -> Vec<u8> {
    let path = format!("/{service}/{method}");
    let mut block = Vec::new();
    let usual = [
        (":method", "POST"),
        (":scheme", "http"),
        (":path", path.as_str()),
        (":authority", authority),
        ("content-type", "application/grpc"),
        ("te", "trailers"),
    ];
    for (name, value) in usual.iter().chain(more) {
        // A literal without indexing, both strings as they are.
        block.push(0);
        for text in [name, value] {
            block.push(u8::try_from(text.len()).unwrap());
            block.extend_from_slice(text.as_bytes());
        }
    }
    let mut bytes = bytes_of(HEADERS, END_HEADERS, stream, &block);
    if let Some(body) = body {
        bytes.extend(bytes_of(0, END_STREAM, stream, body));
    }
    bytes
}

/// A frame as it came.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) kind: u8,
    pub(super) payload: Vec<u8>,
}

/// A peer that answers nothing by itself: no PING, no GOAWAY, no window.
pub(super) struct RawPeer {
    stream: TcpStream,
    /// What it calls the server.
    pub(super) authority: &'static str,
}

impl RawPeer {
    /// Connects and greets with these settings: pairs of an id and a value.
    pub(super) async fn greet(address: SocketAddr, settings: &[(u16, u32)]) -> Self {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(PREFACE).await.unwrap();
        let payload: Vec<u8> =
            settings.iter().flat_map(|(id, value)| [&id.to_be_bytes()[..], &value.to_be_bytes()].concat()).collect();
        let mut peer = Self { stream, authority: "taash" };
        assert!(peer.send(SETTINGS, 0, 0, &payload).await);
        assert!(peer.send(SETTINGS, ACK, 0, &[]).await);
        peer
    }

    /// Says whether the frame could be sent.
    pub(super) async fn send(&mut self, kind: u8, flags: u8, stream: u32, payload: &[u8]) -> bool {
        self.write(&bytes_of(kind, flags, stream, payload)).await
    }

    /// Says whether the bytes could be sent. They go out with one system call if the other side takes them.
    pub(super) async fn write(&mut self, bytes: &[u8]) -> bool {
        self.stream.write_all(bytes).await.is_ok()
    }

    /// Begins a call; with a body it is a whole request.
    pub(super) async fn call(&mut self, stream: u32, method: &str, more: &[(&str, &str)], body: Option<&[u8]>) -> bool {
        let authority = self.authority;
        self.write(&call_bytes_to(authority, stream, ENGINE, method, more, body)).await
    }

    /// The next frame; `None` once the connection is closed.
    pub(super) async fn frame(&mut self) -> Option<Frame> {
        tokio::time::timeout(PATIENCE, self.read()).await.expect("a frame or the end")
    }

    async fn read(&mut self) -> Option<Frame> {
        let mut head = [0; 9];
        self.stream.read_exact(&mut head).await.ok()?;
        let mut payload = vec![0; usize::try_from(u32::from_be_bytes([0, head[0], head[1], head[2]])).unwrap()];
        self.stream.read_exact(&mut payload).await.ok()?;
        Some(Frame { kind: head[3], payload })
    }

    /// Reads to the end of the connection. Returns the error code of the last GOAWAY, if there was one.
    pub(super) async fn last_words(&mut self) -> Option<u32> {
        let mut code = None;
        while let Some(frame) = self.frame().await {
            if frame.kind == GOAWAY {
                code = frame.payload.get(4..8).map(|code| u32::from_be_bytes(code.try_into().unwrap()));
            }
        }
        code
    }
}
