//! Files that may change under a running server. They are looked at from time to time, and at once on SIGHUP: a mounted
//! secret changes by a swap of links, which looking sees and no watch on a file does.

use super::config::ConfigError;
use super::metrics::Metrics;
use sha2::{Digest, Sha256};
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// The longest file that is read: a wrong path must not fill the memory.
const MAX_FILE_BYTES: u64 = 1024 * 1024;

/// Takes the contents of changed files, or says why not.
type Take = dyn Fn(&[Vec<u8>]) -> Result<(), ConfigError> + Send + Sync;

/// Files whose contents are taken together.
pub(super) struct Watched {
    what: &'static str,
    files: Vec<PathBuf>,
    /// Of the contents last looked at, taken or not: contents in memory would be secrets without need.
    fingerprint: [u8; 32],
    take: Box<Take>,
}

impl fmt::Debug for Watched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watched").field("what", &self.what).finish_non_exhaustive()
    }
}

impl Watched {
    pub(super) fn new(
        what: &'static str,
        files: Vec<PathBuf>,
        contents: &[Vec<u8>],
        take: impl Fn(&[Vec<u8>]) -> Result<(), ConfigError> + Send + Sync + 'static,
    ) -> Self {
        Self { what, files, fingerprint: fingerprint(contents), take: Box::new(take) }
    }

    /// Takes the files if they have changed. What cannot be taken leaves things as they were.
    fn look(&mut self, metrics: &Metrics) {
        let contents = match self.files.iter().map(|file| read(file)).collect::<io::Result<Vec<_>>>() {
            Ok(contents) => contents,
            Err(error) => {
                tracing::warn!("{}: a file cannot be read, going on with the old: {error}", self.what);
                return;
            }
        };
        let fingerprint = fingerprint(&contents);
        if self.fingerprint == fingerprint {
            return;
        }
        self.fingerprint = fingerprint;
        let taken = (self.take)(&contents);
        metrics.reloaded(self.what, taken.is_ok());
        match taken {
            Ok(()) => tracing::info!("{}: changed files taken", self.what),
            Err(error) => tracing::error!("{}: changed files refused, going on with the old: {error}", self.what),
        }
    }
}

/// Hears SIGHUP from now on, which would end the process otherwise.
pub(super) fn hangups() -> io::Result<Signal> {
    signal(SignalKind::hangup())
}

/// Looks at the files for ever.
pub(super) async fn watch(mut watched: Vec<Watched>, every: Duration, mut asked: Signal, metrics: Arc<Metrics>) {
    loop {
        // Without the stream's end, which a signal does not have, one of the two always comes.
        tokio::select! {
            () = tokio::time::sleep(every) => {}
            _ = asked.recv() => {}
        }
        let metrics = Arc::clone(&metrics);
        let looked = tokio::task::spawn_blocking(move || {
            for files in &mut watched {
                files.look(&metrics);
            }
            watched
        });
        match looked.await {
            Ok(back) => watched = back,
            Err(_) => return,
        }
    }
}

fn fingerprint(contents: &[Vec<u8>]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for content in contents {
        hash.update(Sha256::digest(content));
    }
    hash.finalize().into()
}

/// Reads a file of a sensible length.
pub(super) fn read(file: &Path) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    File::open(file)?.take(MAX_FILE_BYTES + 1).read_to_end(&mut content)?;
    if content.len() as u64 > MAX_FILE_BYTES {
        return Err(io::Error::other("longer than 1 MiB"));
    }
    Ok(content)
}
