//! The outcome of a call, for metrics and logs.

use super::status::reason_name;
use crate::engine::GameId;
use crate::wire::pb::engine::Reason;
use std::error::Error;
use std::fmt;
use tonic::Status;

/// What metrics and logs record of a call. It travels inside the server as an extension of the response, or as the source
/// of a [`Status`], and is never sent to the caller.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CallOutcome {
    pub(super) game: Option<GameId>,
    pub(super) reason: Option<Reason>,
    pub(super) moves: u64,
}

/// Required to be the source of a status.
impl fmt::Display for CallOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason.map_or("no refusal", reason_name))
    }
}

impl Error for CallOutcome {}

impl CallOutcome {
    /// The outcome that a status carries, if this server's own code made the status.
    pub(super) fn of(status: &Status) -> Option<Self> {
        status.source().and_then(|source| source.downcast_ref::<Self>()).copied()
    }
}
