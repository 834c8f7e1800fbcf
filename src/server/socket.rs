use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep};
use tokio_rustls::server::TlsStream;

/// What every HTTP/2 connection begins with is this long, and every HTTP/1 request that makes sense is longer.
const GREETING_BYTES: usize = 24;
/// How long a peer may go on sending to a connection that has ended.
const LINGER: Duration = Duration::from_secs(1);

/// A connection in the clear or under TLS, which fails if the peer does not greet in time.
///
/// It does not offer vectored writes: the HTTP/2 layer then copies small answers behind their frame heads and writes both
/// with one system call.
///
/// At its end it takes what its peer still sends, for a while. A socket that is closed with something unread is reset, and
/// a peer whose connection is reset loses the last answers too.
pub(super) struct Socket {
    io: Io,
    greeting: Option<Greeting>,
    /// Set once nothing more can be written.
    linger: Option<Pin<Box<Sleep>>>,
}

enum Io {
    Plain(TcpStream),
    Tls(Box<TlsStream<TcpStream>>),
}

struct Greeting {
    seen: usize,
    deadline: Pin<Box<Sleep>>,
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

impl Socket {
    pub(super) fn plain(stream: TcpStream, greet_by: Instant) -> Self {
        Self::new(Io::Plain(stream), greet_by)
    }

    pub(super) fn tls(stream: TlsStream<TcpStream>, greet_by: Instant) -> Self {
        Self::new(Io::Tls(Box::new(stream)), greet_by)
    }

    fn new(io: Io, greet_by: Instant) -> Self {
        let greeting = Greeting { seen: 0, deadline: Box::pin(tokio::time::sleep_until(greet_by)) };
        Self { io, greeting: Some(greeting), linger: None }
    }

    /// Takes and forgets what comes in, until the peer has closed its side too.
    fn poll_linger(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let linger = self.linger.get_or_insert_with(|| Box::pin(tokio::time::sleep(LINGER)));
        if linger.as_mut().poll(cx).is_ready() {
            return Poll::Ready(());
        }
        let mut scrap = [0; 4096];
        loop {
            let mut buf = ReadBuf::new(&mut scrap);
            let read = io!(Pin::new(&mut *self), stream => stream.poll_read(cx, &mut buf));
            if ready!(read).is_err() || buf.filled().is_empty() {
                return Poll::Ready(());
            }
        }
    }
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

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.linger.is_none() {
            ready!(io!(self.as_mut(), stream => stream.poll_shutdown(cx)))?;
        }
        self.poll_linger(cx).map(Ok)
    }

    fn is_write_vectored(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rcgen::{CertifiedKey, generate_simple_self_signed};
    use std::sync::Arc;
    use tokio::net::TcpListener;
    use tokio_rustls::rustls::pki_types::PrivateKeyDer;
    use tokio_rustls::rustls::{ClientConfig, RootCertStore, ServerConfig, crypto::ring};
    use tokio_rustls::{TlsAcceptor, TlsConnector};

    async fn pair() -> (TcpStream, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (one, other) = tokio::join!(TcpStream::connect(listener.local_addr().unwrap()), listener.accept());
        (one.unwrap(), other.unwrap().0)
    }

    /// What stands below would take vectored writes, each frame head with a system call of its own for its data.
    #[tokio::test]
    async fn small_answers_are_written_with_their_frame_heads() {
        let greet_by = Instant::now() + Duration::from_secs(60);
        let (_peer, plain) = pair().await;
        assert!(plain.is_write_vectored());
        assert!(!Socket::plain(plain, greet_by).is_write_vectored());

        let CertifiedKey { cert, signing_key } = generate_simple_self_signed(["taash".to_owned()]).unwrap();
        let key = PrivateKeyDer::try_from(signing_key.serialize_der()).unwrap();
        let provider = Arc::new(ring::default_provider());
        let server = ServerConfig::builder_with_provider(Arc::clone(&provider)).with_safe_default_protocol_versions();
        let server = server.unwrap().with_no_client_auth().with_single_cert(vec![cert.der().clone()], key).unwrap();
        let mut roots = RootCertStore::empty();
        roots.add(cert.der().clone()).unwrap();
        let client = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
        let client = TlsConnector::from(Arc::new(client.with_root_certificates(roots).with_no_client_auth()));
        let (peer, accepted) = pair().await;
        let acceptor = TlsAcceptor::from(Arc::new(server));
        let (peer, tls) = tokio::join!(client.connect("taash".try_into().unwrap(), peer), acceptor.accept(accepted));
        let (_peer, tls) = (peer.unwrap(), tls.unwrap());
        assert!(tls.is_write_vectored());
        assert!(!Socket::tls(tls, greet_by).is_write_vectored());
    }
}
