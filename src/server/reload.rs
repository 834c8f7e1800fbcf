//! Reloads files that change while the server runs. They are polled, and checked at once on SIGHUP. Polling works with
//! mounted Kubernetes secrets, which change by a swap of symbolic links that a watch on the file does not report.

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

/// Maximum size of a file in bytes, so that a wrong path cannot fill the memory.
const MAX_FILE_BYTES: u64 = 1024 * 1024;

/// The fingerprint while a file is missing, unreadable or too long.
const UNREADABLE: [u8; 32] = [0; 32];

/// Applies the contents of changed files, or returns why they are invalid.
type Apply = dyn Fn(&[Vec<u8>]) -> Result<(), ConfigError> + Send + Sync;

/// Files whose contents are applied together.
pub(super) struct WatchedFiles {
    what: &'static str,
    files: Vec<PathBuf>,
    /// A hash of the contents last read, whether they were applied or not. The contents may be secret and are not kept.
    fingerprint: [u8; 32],
    apply: Box<Apply>,
}

impl fmt::Debug for WatchedFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WatchedFiles").field("what", &self.what).finish_non_exhaustive()
    }
}

impl WatchedFiles {
    pub(super) fn new(
        what: &'static str,
        files: Vec<PathBuf>,
        contents: &[Vec<u8>],
        apply: impl Fn(&[Vec<u8>]) -> Result<(), ConfigError> + Send + Sync + 'static,
    ) -> Self {
        Self { what, files, fingerprint: fingerprint(contents), apply: Box::new(apply) }
    }

    /// Applies the files if they have changed. If that fails, the previous contents stay in use. A file that cannot be read
    /// is a change like any other, so it is counted and logged once.
    fn check(&mut self, metrics: &Metrics) {
        let read = self.files.iter().map(|file| read(file)).collect::<io::Result<Vec<_>>>();
        let fingerprint = read.as_deref().map_or(UNREADABLE, fingerprint);
        if self.fingerprint == fingerprint {
            return;
        }
        self.fingerprint = fingerprint;
        let applied = read
            .map_err(|error| error.to_string())
            .and_then(|contents| (self.apply)(&contents).map_err(|error| error.to_string()));
        metrics.reloaded(self.what, applied.is_ok());
        match applied {
            Ok(()) => tracing::info!("{}: changed files are in use", self.what),
            Err(error) => {
                tracing::error!(
                    "{}: changed files cannot be used; the previous contents stay in use: {error}",
                    self.what
                );
            }
        }
    }
}

/// Starts handling SIGHUP, which would otherwise end the process.
pub(super) fn sighup() -> io::Result<Signal> {
    signal(SignalKind::hangup())
}

/// Checks the files at each interval and at each SIGHUP, without end.
pub(super) async fn watch(
    mut watched: Vec<WatchedFiles>,
    interval: Duration,
    mut sighup: Signal,
    metrics: Arc<Metrics>,
) {
    loop {
        tokio::select! {
            () = tokio::time::sleep(interval) => {}
            _ = sighup.recv() => {}
        }
        let metrics = Arc::clone(&metrics);
        let checked = tokio::task::spawn_blocking(move || {
            for files in &mut watched {
                files.check(&metrics);
            }
            watched
        });
        match checked.await {
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

/// Reads a file of at most 1 MiB.
pub(super) fn read(file: &Path) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    File::open(file)?.take(MAX_FILE_BYTES + 1).read_to_end(&mut content)?;
    if content.len() as u64 > MAX_FILE_BYTES {
        return Err(io::Error::other("the file is larger than 1 MiB"));
    }
    Ok(content)
}
