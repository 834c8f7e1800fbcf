//! The client: keeps a number of calls in flight, checks every answer, and notes how long each took.

use super::raw::RawCodec;
use super::workload::Call;
use prost::bytes::Bytes;
use std::cell::Cell;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio_stream::Stream;
use tonic::Request;
use tonic::client::Grpc;
use tonic::codegen::http::uri::PathAndQuery;
use tonic::transport::Channel;

pub(crate) const APPLY: &str = "/taash.engine.v1.EngineService/Apply";
pub(crate) const PLAY: &str = "/taash.engine.v1.EngineService/Play";

/// How long to go on: a number of calls, or a duration.
#[derive(Clone, Copy)]
pub(crate) enum Until {
    Calls(usize),
    Time(Duration),
}

/// What a slice came to.
#[derive(Default)]
pub(crate) struct Slice {
    pub(crate) calls: usize,
    /// Nanoseconds of each call, sorted.
    pub(crate) latencies: Vec<u64>,
}

impl Slice {
    pub(crate) fn quantile(&self, q: f64) -> f64 {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an index")]
        let index = (self.latencies.len().saturating_sub(1) as f64 * q) as usize;
        self.latencies[index] as f64
    }
}

pub(crate) async fn connect(address: &str) -> Channel {
    Channel::from_shared(address.to_owned()).unwrap().connect().await.unwrap()
}

/// Unary calls on one connection. The calls are made in turn, from the beginning after the last.
pub(crate) async fn unary(
    channel: &Channel,
    path: &'static str,
    calls: &Rc<Vec<Call>>,
    in_flight: usize,
    until: Until,
) -> Slice {
    let path = PathAndQuery::from_static(path);
    let next = Rc::new(Cell::new(0));
    let end = Instant::now() + if let Until::Time(time) = until { time } else { Duration::from_secs(600) };
    let most = if let Until::Calls(calls) = until { calls } else { usize::MAX };
    let mut workers = JoinSet::new();
    for _ in 0..in_flight {
        let (path, next, calls) = (path.clone(), next.clone(), calls.clone());
        let mut grpc = Grpc::new(channel.clone());
        workers.spawn_local(async move {
            let mut latencies = Vec::new();
            loop {
                let i = next.get();
                let start = Instant::now();
                if i >= most || start >= end {
                    return latencies;
                }
                next.set(i + 1);
                let call = &calls[i % calls.len()];
                grpc.ready().await.unwrap();
                let answer = grpc.unary(Request::new(call.request.clone()), path.clone(), RawCodec).await.unwrap();
                assert!(*answer.get_ref() == call.answer, "a wrong answer to call {i} of {path}");
                latencies.push(u64::try_from(start.elapsed().as_nanos()).unwrap());
            }
        });
    }
    let mut slice = Slice::default();
    while let Some(latencies) = workers.join_next().await {
        slice.latencies.extend(latencies.unwrap());
    }
    slice.calls = slice.latencies.len();
    slice.latencies.sort_unstable();
    slice
}

/// The requests of a stream, as they are sent.
struct Requests(mpsc::UnboundedReceiver<Bytes>);

impl Stream for Requests {
    type Item = Bytes;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Bytes>> {
        self.0.poll_recv(cx)
    }
}

/// One stream with a request of each table in flight. A table that has played its match to the end begins anew.
pub(crate) async fn stream(channel: &Channel, tables: &[Vec<Call>], until: Until) -> Slice {
    let (send, requests) = mpsc::unbounded_channel();
    let mut at = vec![0; tables.len()];
    let mut order = std::collections::VecDeque::new();
    for (table, calls) in tables.iter().enumerate() {
        send.send(calls[0].request.clone()).unwrap();
        order.push_back(table);
    }
    let mut grpc = Grpc::new(channel.clone());
    grpc.ready().await.unwrap();
    let mut answers = grpc
        .streaming(Request::new(Requests(requests)), PathAndQuery::from_static(PLAY), RawCodec)
        .await
        .unwrap()
        .into_inner();
    let start = Instant::now();
    let mut slice = Slice::default();
    while let Some(answer) = answers.message().await.unwrap() {
        let table: usize = order.pop_front().expect("no answer without a request");
        assert!(answer == tables[table][at[table]].answer, "a wrong answer to move {} of table {table}", at[table]);
        slice.calls += 1;
        let over = match until {
            Until::Calls(calls) => slice.calls >= calls,
            Until::Time(time) => start.elapsed() >= time,
        };
        if over {
            break;
        }
        at[table] = (at[table] + 1) % tables[table].len();
        send.send(tables[table][at[table]].request.clone()).unwrap();
        order.push_back(table);
    }
    slice
}
