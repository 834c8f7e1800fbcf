use super::{Config, LogFormat};
use tracing_subscriber::EnvFilter;

/// Starts logging to standard error as configured.
///
/// # Errors
/// A sentence that says what is wrong with the filter, or that logging had been started before.
pub fn init(config: &Config) -> Result<(), String> {
    let filter = EnvFilter::try_new(&config.log).map_err(|error| format!("TAASH_LOG: {error}"))?;
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let started = match config.log_format {
        LogFormat::Text => builder.try_init(),
        LogFormat::Json => builder.json().try_init(),
    };
    started.map_err(|error| error.to_string())
}
