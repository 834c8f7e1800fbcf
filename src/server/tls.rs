//! TLS, with certificates from files that are reloaded when they change.

use super::config::{ConfigError, Secrets};
use super::metrics::Metrics;
use super::reload::{WatchedFiles, read};
use arc_swap::ArcSwap;
use std::path::Path;
use std::sync::Arc;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::WebPkiClientVerifier;
use tokio_rustls::rustls::{RootCertStore, ServerConfig, crypto::ring};
use x509_parser::prelude::{FromDer, X509Certificate};

/// The TLS configuration of new connections. A reload does not affect open connections.
#[derive(Clone, Debug)]
pub(super) struct Tls {
    config: Arc<ArcSwap<ServerConfig>>,
}

impl Tls {
    /// Reads the files and returns the configuration with what reloads it; `None` if TLS is not configured.
    pub(super) fn load(secrets: &Secrets, metrics: &Arc<Metrics>) -> Result<Option<(Self, WatchedFiles)>, ConfigError> {
        let Secrets { tls_cert: Some(cert), tls_key: Some(key), tls_client_ca, .. } = secrets else { return Ok(None) };
        let mut files = vec![(CERT, cert.clone()), (KEY, key.clone())];
        files.extend(tls_client_ca.iter().map(|ca| (CLIENT_CA, ca.clone())));
        let contents = files.iter().map(|(variable, file)| read_file(variable, file)).collect::<Result<Vec<_>, _>>()?;
        let tls = Self { config: Arc::new(ArcSwap::from_pointee(configure(&contents)?)) };
        report_expiry(&contents, metrics);
        let (config, metrics) = (Arc::clone(&tls.config), Arc::clone(metrics));
        let apply = move |contents: &[Vec<u8>]| {
            config.store(Arc::new(configure(contents)?));
            report_expiry(contents, &metrics);
            Ok(())
        };
        let files = files.into_iter().map(|(_, file)| file).collect();
        Ok(Some((tls, WatchedFiles::new("certificates", files, &contents, apply))))
    }

    pub(super) fn current(&self) -> Arc<ServerConfig> {
        self.config.load_full()
    }
}

const CERT: &str = "TAASH_TLS_CERT";
const KEY: &str = "TAASH_TLS_KEY";
const CLIENT_CA: &str = "TAASH_TLS_CLIENT_CA";

fn read_file(variable: &'static str, file: &Path) -> Result<Vec<u8>, ConfigError> {
    read(file).map_err(|error| ConfigError::new(variable, format!("{}: {error}", file.display())))
}

/// Makes the configuration from the contents of the files: certificate chain, private key and, optionally, client CAs.
fn configure(contents: &[Vec<u8>]) -> Result<ServerConfig, ConfigError> {
    let [chain, key, authorities @ ..] = contents else {
        return Err(ConfigError::new(CERT, "a certificate and a private key are required"));
    };
    let chain = certificates(CERT, chain)?;
    let key = PrivateKeyDer::from_pem_slice(key)
        .map_err(|error| ConfigError::new(KEY, format!("no valid private key: {error}")))?;
    let provider = Arc::new(ring::default_provider());
    let builder = ServerConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(|error| ConfigError::new(CERT, error.to_string()))?;
    let builder = match authorities.first() {
        None => builder.with_no_client_auth(),
        Some(authorities) => {
            let refused = |error: &dyn std::fmt::Display| ConfigError::new(CLIENT_CA, error.to_string());
            let mut roots = RootCertStore::empty();
            for authority in certificates(CLIENT_CA, authorities)? {
                roots.add(authority).map_err(|error| refused(&error))?;
            }
            let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider)
                .build()
                .map_err(|error| refused(&error))?;
            builder.with_client_cert_verifier(verifier)
        }
    };
    let mut config = builder
        .with_single_cert(chain, key)
        .map_err(|error| ConfigError::new(CERT, format!("the certificate does not match the private key: {error}")))?;
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(config)
}

/// Reports until when the certificates in use are valid: of a file with several, the one that expires first.
fn report_expiry(contents: &[Vec<u8>], metrics: &Metrics) {
    for (what, pem) in [("server", contents.first()), ("client_ca", contents.get(2))] {
        let ends = pem.and_then(|pem| certificates(CERT, pem).ok()?.iter().filter_map(not_after).min());
        if let Some(seconds) = ends {
            metrics.certificate_expires(what, seconds);
        }
    }
}

/// When a certificate expires, in seconds since 1970. `None` if rustls reads it but x509-parser does not.
fn not_after(certificate: &CertificateDer<'_>) -> Option<i64> {
    let (_, parsed) = X509Certificate::from_der(certificate).ok()?;
    Some(parsed.validity().not_after.timestamp())
}

fn certificates(variable: &'static str, pem: &[u8]) -> Result<Vec<CertificateDer<'static>>, ConfigError> {
    let certificates = CertificateDer::pem_slice_iter(pem)
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| ConfigError::new(variable, format!("no valid certificate: {error}")))?;
    if certificates.is_empty() {
        return Err(ConfigError::new(variable, "no certificate in the file"));
    }
    Ok(certificates)
}
