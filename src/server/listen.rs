//! Where the server listens: TCP addresses and Unix sockets.

use std::fmt;
use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use tokio::net::{TcpListener, TcpStream, UnixListener, UnixStream};
use tokio_util::either::Either;

/// The error number for an address family that the system does not support.
const EAFNOSUPPORT: i32 = 97;

/// An address to listen on.
///
/// ```
/// use taash::server::ListenAddress;
///
/// assert!(matches!("[::1]:50051".parse(), Ok(ListenAddress::Tcp(_))));
/// assert!(matches!("unix:/run/taash/calls".parse(), Ok(ListenAddress::Unix(_))));
/// assert!("unix:".parse::<ListenAddress>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListenAddress {
    /// An IP address and a port; port 0 picks a free port.
    Tcp(SocketAddr),
    /// The path of a Unix socket, written as `unix:/path`.
    Unix(PathBuf),
}

impl ListenAddress {
    /// Whether only this machine can reach the address.
    #[must_use]
    pub fn is_local(&self) -> bool {
        match self {
            Self::Tcp(address) => address.ip().is_loopback(),
            Self::Unix(_) => true,
        }
    }
}

impl FromStr for ListenAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.strip_prefix("unix:") {
            Some(path) if !path.is_empty() => Ok(Self::Unix(path.into())),
            _ => text.parse().map(Self::Tcp).map_err(|_| "expected an address and a port, or `unix:/path`".to_owned()),
        }
    }
}

impl fmt::Display for ListenAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp(address) => address.fmt(f),
            Self::Unix(path) => write!(f, "unix:{}", path.display()),
        }
    }
}

/// A connection that was accepted.
pub(super) type Stream = Either<TcpStream, UnixStream>;

/// A socket that the server listens on. The file of a Unix socket is removed when this is dropped.
#[derive(Debug)]
pub struct Listener {
    socket: Either<TcpListener, (UnixListener, SocketFile)>,
}

impl From<TcpListener> for Listener {
    fn from(listener: TcpListener) -> Self {
        Self { socket: Either::Left(listener) }
    }
}

impl Listener {
    /// Listens on an address. `[::]` is every address, of IPv4 too; on a machine without IPv6 it is every address of IPv4.
    /// A Unix socket gets these permission bits, and replaces a socket file on which no process listens any more.
    ///
    /// # Errors
    /// The error of the system; [`io::ErrorKind::AddrInUse`] if another process listens on the Unix socket, and
    /// [`io::ErrorKind::AlreadyExists`] if the path is a file of another kind.
    pub async fn bind(address: &ListenAddress, socket_mode: u32) -> io::Result<Self> {
        match address {
            ListenAddress::Tcp(address) => Ok(bind_tcp(*address).await?.into()),
            ListenAddress::Unix(path) => Ok(Self { socket: Either::Right(bind_unix(path, socket_mode).await?) }),
        }
    }

    /// The address with the port that was picked.
    ///
    /// # Errors
    /// The error of the system.
    pub fn address(&self) -> io::Result<ListenAddress> {
        match &self.socket {
            Either::Left(listener) => listener.local_addr().map(ListenAddress::Tcp),
            Either::Right((_, file)) => Ok(ListenAddress::Unix(file.path.clone())),
        }
    }

    pub(super) async fn accept(&self) -> io::Result<Stream> {
        match &self.socket {
            Either::Left(listener) => listener.accept().await.map(|(stream, _)| Either::Left(stream)),
            Either::Right((listener, _)) => listener.accept().await.map(|(stream, _)| Either::Right(stream)),
        }
    }
}

async fn bind_tcp(address: SocketAddr) -> io::Result<TcpListener> {
    match TcpListener::bind(address).await {
        Err(error) if lacks_ipv6(&error) && address.ip() == Ipv6Addr::UNSPECIFIED => {
            TcpListener::bind((Ipv4Addr::UNSPECIFIED, address.port())).await
        }
        bound => bound,
    }
}

/// Whether the system has no IPv6 at all.
fn lacks_ipv6(error: &io::Error) -> bool {
    // EAFNOSUPPORT has no kind of its own; a system whose IPv6 is switched off by sysctl has no address to give.
    error.raw_os_error() == Some(EAFNOSUPPORT) || error.kind() == io::ErrorKind::AddrNotAvailable
}

async fn bind_unix(path: &Path, mode: u32) -> io::Result<(UnixListener, SocketFile)> {
    match std::fs::symlink_metadata(path) {
        Ok(found) if !found.file_type().is_socket() => {
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, "the file exists and is not a socket"));
        }
        Ok(_) if UnixStream::connect(path).await.is_ok() => return Err(io::ErrorKind::AddrInUse.into()),
        Ok(_) | Err(_) => {}
    }
    // Bound under another name, so that nobody can connect before the permission bits are set.
    let mut new = path.as_os_str().to_owned();
    new.push(".new");
    let new = PathBuf::from(new);
    match std::fs::remove_file(&new) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let listener = UnixListener::bind(&new)?;
    std::fs::set_permissions(&new, std::fs::Permissions::from_mode(mode))?;
    std::fs::rename(&new, path)?;
    let found = std::fs::symlink_metadata(path)?;
    Ok((listener, SocketFile { path: path.to_owned(), inode: (found.dev(), found.ino()) }))
}

/// Removes the file of a Unix socket, unless another process has put its own there.
#[derive(Debug)]
struct SocketFile {
    path: PathBuf,
    /// Device and inode.
    inode: (u64, u64),
}

impl Drop for SocketFile {
    fn drop(&mut self) {
        let is_ours = std::fs::symlink_metadata(&self.path).is_ok_and(|found| (found.dev(), found.ino()) == self.inode);
        if is_ours && let Err(error) = std::fs::remove_file(&self.path) {
            tracing::warn!("cannot remove {}: {error}", self.path.display());
        }
    }
}
