//! The keys that seal states, from a file that is reloaded when it changes.

use super::config::{ConfigError, Secrets};
use super::metrics::Metrics;
use super::reload::{WatchedFiles, read};
use crate::engine::{Engine, Limits};
use crate::wire::{KeyRing, States};
use arc_swap::ArcSwap;
use std::sync::Arc;

const VARIABLE: &str = "TAASH_STATE_KEYS";

/// Makes the engine with the keys of the file, if one is configured, and what reloads the keys when the file changes.
pub(super) fn load(
    secrets: &Secrets,
    limits: Limits,
    metrics: &Arc<Metrics>,
) -> Result<(Arc<ArcSwap<Engine>>, Option<WatchedFiles>), ConfigError> {
    let format = secrets.write_format;
    let engine = move |states: States| -> Result<Engine, ConfigError> {
        let states =
            states.writing(format).ok_or_else(|| ConfigError::new("TAASH_WRITE_FORMAT", "unknown state format"))?;
        Ok(Engine::new(limits, states))
    };
    let Some(file) = &secrets.state_keys else {
        return Ok((Arc::new(ArcSwap::from_pointee(engine(States::unsealed())?)), None));
    };
    let content = read(file).map_err(|error| ConfigError::new(VARIABLE, format!("{}: {error}", file.display())))?;
    let accept_unsealed = secrets.accept_unsealed;
    let metrics = Arc::clone(metrics);
    let make = move |content: &[u8]| -> Result<Engine, ConfigError> {
        let text =
            std::str::from_utf8(content).map_err(|_| ConfigError::new(VARIABLE, "the file is not valid UTF-8"))?;
        let keys = KeyRing::parse(text).map_err(|error| ConfigError::new(VARIABLE, error.to_string()))?;
        let keys = keys.counting(|id| {
            let opened = metrics.states_opened(id);
            move || {
                opened.inc();
            }
        });
        engine(States::sealed(keys, accept_unsealed))
    };
    let engine = Arc::new(ArcSwap::from_pointee(make(&content)?));
    let reloaded = Arc::clone(&engine);
    let apply = move |contents: &[Vec<u8>]| {
        reloaded.store(Arc::new(make(&contents.concat())?));
        Ok(())
    };
    Ok((engine, Some(WatchedFiles::new("state keys", vec![file.clone()], &[content], apply))))
}
