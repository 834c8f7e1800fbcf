use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep};
use tokio_rustls::server::TlsStream;

/// What every HTTP/2 connection begins with is this long, and every HTTP/1 request that makes sense is longer.
const GREETING_BYTES: usize = 24;

/// A connection in the clear or under TLS, which fails if the peer does not greet in time.
///
/// It does not offer vectored writes: the HTTP/2 layer then copies small answers behind their frame heads and writes both
/// with one system call.
pub(super) struct Socket {
    io: Io,
    greeting: Option<Greeting>,
}

enum Io {
    Plain(TcpStream),
    Tls(Box<TlsStream<TcpStream>>),
}

struct Greeting {
    seen: usize,
    deadline: Pin<Box<Sleep>>,
}

impl Socket {
    pub(super) fn plain(stream: TcpStream, greet_by: Instant) -> Self {
        Self::new(Io::Plain(stream), greet_by)
    }

    pub(super) fn tls(stream: TlsStream<TcpStream>, greet_by: Instant) -> Self {
        Self::new(Io::Tls(Box::new(stream)), greet_by)
    }

    fn new(io: Io, greet_by: Instant) -> Self {
        Self { io, greeting: Some(Greeting { seen: 0, deadline: Box::pin(tokio::time::sleep_until(greet_by)) }) }
    }
}

/// Calls the same method of whichever stream it is.
macro_rules! io {
    ($self:expr, $stream:ident => $call:expr) => {
        match &mut $self.get_mut().io {
            Io::Plain(stream) => {
                let $stream = Pin::new(stream);
                $call
            }
            Io::Tls(stream) => {
                let $stream = Pin::new(stream.as_mut());
                $call
            }
        }
    };
}

impl AsyncRead for Socket {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let read = io!(self.as_mut(), stream => stream.poll_read(cx, buf));
        if let Some(greeting) = &mut self.greeting {
            greeting.seen += buf.filled().len() - before;
            if greeting.seen >= GREETING_BYTES {
                self.greeting = None;
            } else if greeting.deadline.as_mut().poll(cx).is_ready() {
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
        }
        read
    }
}

impl AsyncWrite for Socket {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        io!(self, stream => stream.poll_write(cx, bytes))
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        io!(self, stream => stream.poll_flush(cx))
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        io!(self, stream => stream.poll_shutdown(cx))
    }

    fn is_write_vectored(&self) -> bool {
        false
    }
}
