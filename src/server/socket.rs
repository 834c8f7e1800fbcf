//! The byte stream of a connection, in plaintext or under TLS.

use super::authority::{AuthorityRepair, PREFACE};
use super::listen::Stream;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};
use tokio_rustls::server::TlsStream;
use tokio_util::either::Either;

/// The length of the HTTP/2 client preface. Every meaningful HTTP/1 request is longer.
const PREFACE_BYTES: usize = PREFACE.len();
/// How long a closed connection goes on discarding what its peer still sends.
const LINGER: Duration = Duration::from_secs(1);

/// A connection in plaintext or under TLS. Reads fail if the peer does not send the connection preface in time.
///
/// It does not offer vectored writes, so the HTTP/2 layer copies a small response behind its frame header and writes both
/// with one system call.
///
/// On shutdown it discards what the peer still sends, for up to a second: closing a socket with unread data resets the
/// connection, and a reset may destroy responses that the peer has not read yet.
pub(super) struct Socket {
    io: Either<Stream, Box<TlsStream<Stream>>>,
    /// `None` once the preface has arrived.
    preface: Option<Preface>,
    /// `None` once nothing is to be repaired.
    authority: Option<Box<AuthorityRepair>>,
    /// Set once the write side is shut down.
    linger: Option<Pin<Box<Sleep>>>,
}

struct Preface {
    bytes_read: usize,
    deadline: Pin<Box<Sleep>>,
}

impl Socket {
    pub(super) fn plain(stream: Stream, preface_deadline: Instant) -> Self {
        Self::new(Either::Left(stream), preface_deadline)
    }

    pub(super) fn tls(stream: TlsStream<Stream>, preface_deadline: Instant) -> Self {
        Self::new(Either::Right(Box::new(stream)), preface_deadline)
    }

    fn new(io: Either<Stream, Box<TlsStream<Stream>>>, preface_deadline: Instant) -> Self {
        let preface = Preface { bytes_read: 0, deadline: Box::pin(tokio::time::sleep_until(preface_deadline)) };
        Self { io, preface: Some(preface), authority: Some(Box::default()), linger: None }
    }

    /// Reads and discards until the peer closes its side, or the time is over.
    fn poll_linger(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let linger = self.linger.get_or_insert_with(|| Box::pin(tokio::time::sleep(LINGER)));
        if linger.as_mut().poll(cx).is_ready() {
            return Poll::Ready(());
        }
        let mut discarded = [0; 4096];
        loop {
            let mut buf = ReadBuf::new(&mut discarded);
            let read = Pin::new(&mut self.io).poll_read(cx, &mut buf);
            if ready!(read).is_err() || buf.filled().is_empty() {
                return Poll::Ready(());
            }
        }
    }
}

impl AsyncRead for Socket {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let read = Pin::new(&mut self.io).poll_read(cx, buf);
        if let Some(authority) = &mut self.authority
            && !authority.repair(&mut buf.filled_mut()[before..])
        {
            self.authority = None;
        }
        if let Some(preface) = &mut self.preface {
            preface.bytes_read += buf.filled().len() - before;
            if preface.bytes_read >= PREFACE_BYTES {
                self.preface = None;
            } else if preface.deadline.as_mut().poll(cx).is_ready() {
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
        }
        read
    }
}

impl AsyncWrite for Socket {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.io).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.linger.is_none() {
            ready!(Pin::new(&mut self.io).poll_shutdown(cx))?;
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
    use tokio::net::{TcpListener, TcpStream};
    use tokio_rustls::rustls::pki_types::PrivateKeyDer;
    use tokio_rustls::rustls::{ClientConfig, RootCertStore, ServerConfig, crypto::ring};
    use tokio_rustls::{TlsAcceptor, TlsConnector};

    async fn pair() -> (TcpStream, Stream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (one, other) = tokio::join!(TcpStream::connect(listener.local_addr().unwrap()), listener.accept());
        (one.unwrap(), Either::Left(other.unwrap().0))
    }

    /// The streams below offer vectored writes, with which each frame's payload takes a system call of its own.
    #[tokio::test]
    async fn small_responses_are_written_with_their_frame_headers() {
        let preface_deadline = Instant::now() + Duration::from_secs(60);
        let (_peer, plain) = pair().await;
        assert!(plain.is_write_vectored());
        assert!(!Socket::plain(plain, preface_deadline).is_write_vectored());

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
        assert!(!Socket::tls(tls, preface_deadline).is_write_vectored());
    }
}
