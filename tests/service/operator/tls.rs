use super::keys::Folder;
use super::process::{PATIENCE, Process, health, run, until};
use hyper_util::rt::TokioIo;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use std::net::SocketAddr;
use std::sync::Arc;
use taash::wire::pb::engine as pb;
use taash::wire::pb::engine::engine_service_client::EngineServiceClient;
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto::ring};
use tonic::transport::{Channel, Endpoint, Uri};
use tonic_health::ServingStatus;

/// An authority that signs certificates for `taash`.
pub(super) struct Authority(CertifiedIssuer<'static, KeyPair>);

/// A certificate and its key, both PEM.
pub(super) struct Identity {
    pub(super) certificate: String,
    pub(super) key: String,
}

impl Authority {
    pub(super) fn new() -> Self {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        Self(CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap())
    }

    pub(super) fn sign(&self) -> Identity {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(vec!["taash".to_owned()]).unwrap();
        params.not_after = rcgen::date_time_ymd(2100, 1, 1);
        let certificate = params.signed_by(&key, &self.0).unwrap();
        Identity { certificate: certificate.pem(), key: key.serialize_pem() }
    }

    /// What a caller does that trusts this authority.
    fn caller(&self, identity: Option<&Identity>) -> TlsConnector {
        let mut roots = RootCertStore::empty();
        roots.add(self.0.der().clone()).unwrap();
        let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots);
        let mut config = match identity {
            None => builder.with_no_client_auth(),
            Some(identity) => {
                let chain = vec![CertificateDer::from_pem_slice(identity.certificate.as_bytes()).unwrap()];
                let key = PrivateKeyDer::from_pem_slice(identity.key.as_bytes()).unwrap();
                builder.with_client_auth_cert(chain, key).unwrap()
            }
        };
        config.alpn_protocols = vec![b"h2".to_vec()];
        TlsConnector::from(Arc::new(config))
    }
}

async fn connect(address: SocketAddr, tls: TlsConnector) -> Result<Channel, tonic::transport::Error> {
    let connector = tower::service_fn(move |_: Uri| {
        let tls = tls.clone();
        async move {
            let stream = TcpStream::connect(address).await?;
            tls.connect("taash".try_into().unwrap(), stream).await.map(TokioIo::new)
        }
    });
    Endpoint::from_static("http://taash").connect_with_connector(connector).await
}

async fn is_served(address: SocketAddr, tls: TlsConnector) -> bool {
    match connect(address, tls).await {
        Ok(channel) => EngineServiceClient::new(channel).list_games(pb::ListGamesRequest {}).await.is_ok(),
        Err(_) => false,
    }
}

#[tokio::test]
async fn certificates_are_exchanged_under_a_running_server() {
    let folder = Folder::new("certificates");
    let (old, new) = (Authority::new(), Authority::new());
    let first = old.sign();
    let (cert, key) = (folder.write("cert", &first.certificate), folder.write("key", &first.key));
    let server = Process::start(&[
        "--tls-cert",
        &cert,
        "--tls-key",
        &key,
        "--reload-interval-ms",
        "50",
        "--listen",
        "0.0.0.0:0",
    ]);
    let address = SocketAddr::from(([127, 0, 0, 1], server.calls.port()));
    assert!(!server.log().contains("not under TLS"));
    let mut open = EngineServiceClient::new(connect(address, old.caller(None)).await.unwrap());
    open.list_games(pb::ListGamesRequest {}).await.unwrap();
    assert!(!is_served(address, new.caller(None)).await);
    let expiry = server.metric(r#"taash_certificate_expiry_timestamp_seconds{file="server"}"#).await;
    assert_eq!(expiry, 4_102_444_800.0, "the first second of 2100");

    // A certificate without its key is not taken, and the old pair goes on.
    let second = new.sign();
    folder.write("cert", &second.certificate);
    server.counted(r#"taash_reloads_total{what="certificates",result="refused"}"#, 1.0).await;
    assert!(is_served(address, old.caller(None)).await);
    folder.write("key", &second.key);
    server.counted(r#"taash_reloads_total{what="certificates",result="taken"}"#, 1.0).await;
    assert!(is_served(address, new.caller(None)).await);
    assert!(!is_served(address, old.caller(None)).await);
    open.list_games(pb::ListGamesRequest {}).await.expect("open connections stay");
    assert!(!server.log().contains("PRIVATE KEY"));
}

#[test]
fn a_file_that_is_wrong_ends_the_program_with_64_and_the_name_of_its_variable() {
    let folder = Folder::new("wrong");
    let identity = Authority::new().sign();
    let cert = folder.write("cert", &identity.certificate);
    let key = folder.write("key", &identity.key);
    let other = folder.write("other", &Authority::new().sign().key);
    let names = ["TAASH_TLS_CERT", "TAASH_TLS_KEY", "TAASH_TLS_CLIENT_CA"];
    for (place, variable) in names.into_iter().enumerate() {
        for wrong in ["/does/not/exist", "/", "/dev/null", "/dev/zero", if place == 1 { &cert } else { &key }] {
            let mut files = [&cert, &key, &cert].map(String::as_str);
            files[place] = wrong;
            let output = run(&[], &[0, 1, 2].map(|i| (names[i], files[i])));
            let text = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(64), "{variable} {wrong}: {text}");
            assert!(text.contains(variable), "{variable} is not named in: {text}");
            assert!(!text.contains("PRIVATE"), "{text}");
        }
    }
    let output = run(&["--tls-cert", &cert, "--tls-key", &other], &[]);
    assert_eq!(output.status.code(), Some(64), "a key of another certificate: {output:?}");
}

#[tokio::test]
async fn callers_without_a_certificate_are_not_served_where_one_is_asked_for() {
    let folder = Folder::new("mutual");
    let (servers, callers) = (Authority::new(), Authority::new());
    let identity = servers.sign();
    let cert = folder.write("cert", &identity.certificate);
    let key = folder.write("key", &identity.key);
    let authorities = folder.write("authorities", &callers.0.pem());
    let server = Process::start(&["--tls-cert", &cert, "--tls-key", &key, "--tls-client-ca", &authorities]);
    assert!(is_served(server.calls, servers.caller(Some(&callers.sign()))).await);
    assert!(!is_served(server.calls, servers.caller(None)).await);
    assert!(!is_served(server.calls, servers.caller(Some(&servers.sign()))).await, "of another authority");
    server.counted("taash_handshakes_failed_total", 2.0).await;
}

#[tokio::test]
async fn probes_find_health_in_the_clear_on_the_admin_port() {
    let folder = Folder::new("probes");
    let identity = Authority::new().sign();
    let (cert, key) = (folder.write("cert", &identity.certificate), folder.write("key", &identity.key));
    let server = Process::start(&["--tls-cert", &cert, "--tls-key", &key]);
    assert_eq!(health(server.calls, "").await, None, "calls are under TLS");
    assert_eq!(health(server.admin, "liveness").await, Some(ServingStatus::Serving.into()));
    let probe = run(&["health", "--address", &format!("http://{}", server.admin)], &[]);
    assert_eq!(probe.status.code(), Some(0), "{probe:?}");
}

#[tokio::test]
async fn slow_handshakes_are_closed_and_hold_nobody_up() {
    let folder = Folder::new("slow");
    let authority = Authority::new();
    let identity = authority.sign();
    let (cert, key) = (folder.write("cert", &identity.certificate), folder.write("key", &identity.key));
    let server = Process::start(&["--tls-cert", &cert, "--tls-key", &key, "--handshake-timeout-ms", "2000"]);
    let mut slow = Vec::new();
    for _ in 0..50 {
        slow.push(TcpStream::connect(server.calls).await.unwrap());
    }
    server.counted("taash_connections", 50.0).await;
    assert!(is_served(server.calls, authority.caller(None)).await);
    for stream in &mut slow {
        let ended = tokio::time::timeout(PATIENCE, stream.read(&mut [0; 1])).await.expect("an end");
        assert!(matches!(ended, Ok(0) | Err(_)));
    }
    server.counted("taash_handshakes_failed_total", 50.0).await;
    until("no connection left", async || server.metric("taash_connections").await == 0.0).await;
}
