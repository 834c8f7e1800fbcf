//! The program under test, and the callers that the tests need.

use hyper::Request;
use prost::bytes::Bytes;
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use taash::wire::pb::engine::engine_service_client::EngineServiceClient;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tonic::transport::Channel;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::{HealthCheckRequest, health_client::HealthClient};

/// Much longer than anything takes on a busy machine: it ends tests that would hang.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);

/// The address of a server that does not listen at one.
const NOWHERE: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::UNSPECIFIED), 0);

/// A running `taash serve` on free ports; it is killed when this is dropped.
pub(super) struct Process {
    child: Child,
    pub(super) calls: SocketAddr,
    pub(super) admin: SocketAddr,
    log: Arc<Mutex<String>>,
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_taash"));
    for (variable, _) in std::env::vars().filter(|(variable, _)| variable.starts_with("TAASH_")) {
        command.env_remove(variable);
    }
    command.args(arguments);
    command
}

/// Runs the program to its end.
pub(super) fn run(arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    command(arguments).envs(variables.iter().copied()).stdin(Stdio::null()).output().unwrap()
}

impl Process {
    pub(super) fn start(arguments: &[&str]) -> Self {
        Self::start_with(arguments, &[])
    }

    /// A server with arguments and variables of the environment.
    pub(super) fn start_with(arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let (child, log, [calls, admin]) = Self::spawn(["127.0.0.1:0"; 2], arguments, variables);
        let calls = calls.split([' ', ';']).find_map(|word| word.parse().ok());
        let admin = admin.split('/').find_map(|word| word.parse().ok());
        let mut process = Self { child, calls: NOWHERE, admin: NOWHERE, log };
        let (Some(calls), Some(admin)) = (calls, admin) else { panic!("the server did not start: {}", process.log()) };
        (process.calls, process.admin) = (calls, admin);
        process
    }

    /// A server at addresses that are no addresses of TCP.
    pub(super) fn start_at(calls: &str, admin: &str, arguments: &[&str]) -> Self {
        let (child, log, lines) = Self::spawn([calls, admin], arguments, &[]);
        let process = Self { child, calls: NOWHERE, admin: NOWHERE, log };
        assert!(lines[0].contains(calls), "the server did not start: {}", process.log());
        process
    }

    /// Starts a server. Returns its log, and the two lines in which it says where it listens.
    fn spawn(
        [calls, admin]: [&str; 2],
        arguments: &[&str],
        variables: &[(&str, &str)],
    ) -> (Child, Arc<Mutex<String>>, [String; 2]) {
        let mut child = command(&["serve"])
            .args(arguments)
            .envs(variables.iter().copied())
            .envs([("TAASH_LISTEN", calls), ("TAASH_ADMIN_LISTEN", admin)])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let log = Arc::new(Mutex::new(String::new()));
        let mut stderr = child.stderr.take().unwrap();
        let written = Arc::clone(&log);
        std::thread::spawn(move || {
            let mut chunk = [0; 4096];
            while let Ok(length @ 1..) = stderr.read(&mut chunk) {
                written.lock().unwrap().push_str(&String::from_utf8_lossy(&chunk[..length]));
            }
        });
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut next = || lines.next().and_then(Result::ok).unwrap_or_default();
        (child, log, [next(), next()])
    }

    pub(super) fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    /// Waits until the log holds a text.
    pub(super) async fn logged(&self, text: &str) {
        until(text, async || self.log().contains(text)).await;
    }

    pub(super) fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([&format!("-{name}"), &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }

    /// Waits until the process has ended.
    pub(super) async fn ended(&mut self) -> ExitStatus {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(begun.elapsed() < PATIENCE, "still running; its log: {}", self.log());
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// What the process holds in memory, in KiB.
    pub(super) fn memory_kib(&self) -> u64 {
        self.memory("VmRSS:")
    }

    /// The most that it has held so far, in KiB.
    pub(super) fn peak_memory_kib(&self) -> u64 {
        self.memory("VmHWM:")
    }

    fn memory(&self, name: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }

    /// How many threads serve calls, beside the one that began.
    pub(super) fn worker_threads(&self) -> usize {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).unwrap();
        let names = tasks.map(|task| std::fs::read_to_string(task.unwrap().path().join("comm")).unwrap_or_default());
        names.filter(|name| name.contains("worker")).count()
    }

    pub(super) async fn channel(&self) -> Channel {
        Channel::from_shared(format!("http://{}", self.calls)).unwrap().connect().await.unwrap()
    }

    pub(super) async fn client(&self) -> EngineServiceClient<Channel> {
        EngineServiceClient::new(self.channel().await).max_decoding_message_size(2 * 1024 * 1024)
    }

    pub(super) async fn health(&self, name: &str) -> Option<ServingStatus> {
        health(self.calls, name).await
    }

    /// The status and the body of a page of the admin port.
    pub(super) async fn page(&self, path: &str) -> (u16, String) {
        let request = format!("GET {path} HTTP/1.1\r\nhost: admin\r\nconnection: close\r\n\r\n");
        let answer = exchange(self.admin, request.as_bytes()).await;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }

    /// A value among the metrics; 0 if nothing has been counted there.
    pub(super) async fn metric(&self, name: &str) -> f64 {
        let (_, text) = self.page("/metrics").await;
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.map_or(0.0, |value| value.parse().unwrap())
    }

    /// Waits until a value among the metrics is at least this.
    pub(super) async fn counted(&self, name: &str, at_least: f64) {
        until(name, async || self.metric(name).await >= at_least).await;
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Asks for a condition until it holds.
pub(super) async fn until(what: &str, condition: impl AsyncFn() -> bool) {
    let begun = Instant::now();
    while !condition().await {
        assert!(begun.elapsed() < PATIENCE, "waited in vain for: {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

pub(super) async fn health(address: SocketAddr, name: &str) -> Option<ServingStatus> {
    let channel = Channel::from_shared(format!("http://{address}")).unwrap().connect().await.ok()?;
    let request = HealthCheckRequest { service: name.to_owned() };
    HealthClient::new(channel).check(request).await.ok().map(|answer| answer.into_inner().status())
}

/// Sends bytes and reads until the other side closes, in whatever way.
pub(super) async fn exchange(address: SocketAddr, bytes: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    let mut answer = Vec::new();
    let _ = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut answer)).await.expect("an end");
    answer
}

/// A connection on which a test decides itself when a request goes on and when an answer is read.
#[derive(Clone)]
pub(super) struct Connection {
    sender: h2::client::SendRequest<Bytes>,
    address: SocketAddr,
}

/// A call whose request has begun and not ended.
pub(super) struct OpenCall {
    pub(super) body: h2::SendStream<Bytes>,
    answer: h2::client::ResponseFuture,
}

/// How a call ended.
#[derive(Debug)]
pub(super) struct Ended {
    pub(super) code: tonic::Code,
    pub(super) status: tonic::Status,
}

impl Connection {
    pub(super) async fn open(address: SocketAddr) -> Self {
        Self::with_window(address, 65_535).await
    }

    /// A connection whose streams may bring that many bytes before the test reads; it answers PING all the time.
    pub(super) async fn with_window(address: SocketAddr, bytes: u32) -> Self {
        let stream = TcpStream::connect(address).await.unwrap();
        let (sender, connection) =
            h2::client::Builder::new().initial_window_size(bytes).handshake(stream).await.unwrap();
        tokio::spawn(connection);
        Self { sender, address }
    }

    /// Begins a call of the engine without a body yet.
    pub(super) async fn begin(&self, method: &str, headers: &[(&'static str, &str)]) -> OpenCall {
        self.begin_at(&format!("taash.engine.v1.EngineService/{method}"), headers).await
    }

    /// Begins a call of any service without a body yet.
    pub(super) async fn begin_at(&self, path: &str, headers: &[(&'static str, &str)]) -> OpenCall {
        let mut request = Request::post(format!("http://{}/{path}", self.address))
            .header("content-type", "application/grpc")
            .header("te", "trailers");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let mut sender = self.sender.clone().ready().await.unwrap();
        let (answer, body) = sender.send_request(request.body(()).unwrap(), false).unwrap();
        OpenCall { body, answer }
    }
}

/// Makes that many calls at once, opening another connection where the last takes no more calls. Every call that
/// could be sent has to be answered. Ends when no connection can be opened or `enough` says so; returns the number of
/// calls and of connections.
pub(super) async fn call_on(address: SocketAddr, at_once: u32, enough: impl Fn(u32) -> bool) -> (u32, u32) {
    let (mut calls, mut connections) = (0, 0);
    let begun = Instant::now();
    while !enough(connections) {
        assert!(begun.elapsed() < PATIENCE, "{calls} calls on {connections} connections, and no end");
        let Ok(stream) = TcpStream::connect(address).await else { break };
        let Ok((sender, connection)) = h2::client::handshake(stream).await else { continue };
        tokio::spawn(connection);
        connections += 1;
        if !answered(&sender, address, true).await {
            continue;
        }
        calls += 1;
        let mut callers = tokio::task::JoinSet::new();
        for _ in 0..at_once {
            let sender = sender.clone();
            callers.spawn(async move {
                let mut calls = 0;
                while answered(&sender, address, false).await {
                    assert!(begun.elapsed() < PATIENCE, "{calls} calls on one connection, and no end");
                    calls += 1;
                }
                calls
            });
        }
        calls += callers.join_all().await.iter().sum::<u32>();
    }
    (calls, connections)
}

/// Whether the connection has taken and answered a call. One that the server has taken has to be answered.
async fn answered(sender: &h2::client::SendRequest<Bytes>, address: SocketAddr, first: bool) -> bool {
    let Ok(mut sender) = sender.clone().ready().await else { return false };
    let request = Request::post(format!("http://{address}/taash.engine.v1.EngineService/ListGames"));
    let request = request.header("content-type", "application/grpc").header("te", "trailers");
    let Ok((answer, mut body)) = sender.send_request(request.body(()).unwrap(), false) else { return false };
    if body.send_data(Bytes::from_static(&[0; 5]), true).is_err() {
        return false;
    }
    match (OpenCall { body, answer }).ended_or_not().await {
        Ok(ended) => assert_eq!(ended.code, tonic::Code::Ok, "a call that was sent is answered"),
        // The server says that it has not touched the call, or had not even answered the greeting: every client sends
        // such a call again by itself.
        Err(error) if first || (error.is_go_away() && error.reason() == Some(h2::Reason::NO_ERROR)) => return false,
        Err(error) => panic!("a call has failed: {error}"),
    }
    true
}

impl OpenCall {
    /// Ends the request with this message.
    pub(super) fn finish(&mut self, message: &[u8]) {
        self.write(message, true);
    }

    /// Sends a message that is not the last.
    pub(super) fn send(&mut self, message: &[u8]) {
        self.write(message, false);
    }

    fn write(&mut self, message: &[u8], last: bool) {
        let length = u32::try_from(message.len()).unwrap();
        let frame = [&[0], &length.to_be_bytes()[..], message].concat();
        self.body.send_data(frame.into(), last).unwrap();
    }

    pub(super) async fn ended(self) -> Ended {
        self.ended_or_not().await.unwrap()
    }

    pub(super) async fn ended_or_not(self) -> Result<Ended, h2::Error> {
        tokio::time::timeout(PATIENCE, self.read()).await.expect("an answer")
    }

    async fn read(self) -> Result<Ended, h2::Error> {
        let (head, mut body) = self.answer.await?.into_parts();
        while let Some(chunk) = body.data().await {
            let chunk = chunk?;
            let _ = body.flow_control().release_capacity(chunk.len());
        }
        let headers = match body.trailers().await? {
            Some(trailers) => trailers,
            None => head.headers,
        };
        let status = tonic::Status::from_header_map(&headers).expect("a status");
        Ok(Ended { code: status.code(), status })
    }
}
