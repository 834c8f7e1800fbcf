//! A server in this process on a free port, and what the tests need to talk to it.

use prost::Message;
use taash::server::{Config, run};
use taash::wire::pb::engine::{self as pb, Reason, engine_service_client::EngineServiceClient};
use tokio::net::TcpListener;
use tokio_util::sync::{CancellationToken, DropGuard};
use tonic::transport::Channel;
use tonic::{Code, Status};
use tonic_types::StatusExt;

/// A running server; it stops when this is dropped.
pub struct Server {
    pub address: String,
    _stop: DropGuard,
}

impl Server {
    pub async fn start() -> Self {
        Self::with(&[]).await
    }

    /// A server with these arguments.
    pub async fn with(arguments: &[&str]) -> Self {
        let config = config(arguments);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let stop = CancellationToken::new();
        let stopped = stop.clone();
        tokio::spawn(async move { run(listener, stopped, &config).await.unwrap() });
        Self { address, _stop: stop.drop_guard() }
    }

    pub async fn channel(&self) -> Channel {
        Channel::from_shared(self.address.clone()).unwrap().connect().await.unwrap()
    }

    pub async fn client(&self) -> EngineServiceClient<Channel> {
        EngineServiceClient::new(self.channel().await).max_decoding_message_size(2 * 1024 * 1024)
    }
}

/// The configuration that these arguments give.
pub fn config(arguments: &[&str]) -> Config {
    #[derive(clap::Parser)]
    struct Arguments {
        #[command(flatten)]
        config: Config,
    }
    let arguments = std::iter::once("taash").chain(arguments.iter().copied());
    <Arguments as clap::Parser>::try_parse_from(arguments).unwrap().config
}

/// A refusal as a caller finds it, after checking that its three forms agree.
pub struct Refused {
    pub code: Code,
    pub reason: Reason,
    pub refusal: pb::Refusal,
}

/// Takes a refusal apart.
pub fn refused(status: &Status) -> Refused {
    let details = tonic_types::pb::Status::decode(status.details()).unwrap();
    let last = details.details.last().expect("a refusal carries details");
    assert_eq!(last.type_url, "type.googleapis.com/taash.engine.v1.Refusal");
    let refusal = pb::Refusal::decode(last.value.as_slice()).unwrap();
    let info = status.get_details_error_info().unwrap();
    assert_eq!(info.domain, "taash");
    assert_eq!(format!("REASON_{}", info.reason), refusal.reason().as_str_name());
    let fields: Vec<String> = status
        .get_details_bad_request()
        .map(|bad| bad.field_violations.into_iter().map(|violation| violation.field).collect())
        .unwrap_or_default();
    if refusal.reason() == Reason::FieldInvalid {
        let faults: Vec<String> = refusal.faults.iter().map(|fault| fault.field.clone()).collect();
        assert_eq!(fields, faults);
    }
    assert!(status.message().len() + status.details().len() < 4096, "headers have to hold it");
    Refused { code: status.code(), reason: refusal.reason(), refusal }
}

/// A move as text.
pub fn text(text: &str) -> pb::Move {
    pb::Move { r#move: Some(pb::r#move::Move::Text(text.to_owned())) }
}

/// The fields at fault, in the order given.
pub fn fields(refused: &Refused) -> Vec<&str> {
    refused.refusal.faults.iter().map(|fault| fault.field.as_str()).collect()
}
