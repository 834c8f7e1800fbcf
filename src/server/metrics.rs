//! Metrics for operators. The handles that every call needs are looked up once, at the start.

use super::admission::{Admission, Permits};
use super::methods::{CallKind, MethodId, Methods};
use super::open_connections::OpenConnections;
use super::outcome::CallOutcome;
use super::process::ProcessCollector;
use super::unsent::UnsentBudget;
use crate::engine::{GameId, TableBudget};
use crate::wire::pb::engine::Reason;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};
use std::sync::Arc;
use std::time::Duration;
use tonic::Code;

/// Histogram buckets in seconds, from the duration of an ordinary call to that of the longest sensible deadline.
const BUCKETS: [f64; 14] =
    [0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.1, 0.25, 1.0, 5.0, 10.0];

/// The label `method` of requests on streams of Play, which are not calls of their own.
const STREAM_REQUEST: &str = "Play/request";

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct CallLabels {
    method: &'static str,
    game: &'static str,
    code: &'static str,
    reason: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct MethodLabels {
    method: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct KindLabels {
    kind: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct GameLabels {
    game: &'static str,
}

/// The results of reloading a changed file: applied, or rejected because it is invalid.
const RESULTS: [&str; 2] = ["taken", "refused"];

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ReloadLabels {
    what: &'static str,
    result: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct KeyLabels {
    key_id: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct FileLabels {
    file: &'static str,
}

/// All metrics of one server.
#[derive(Debug)]
pub(super) struct Metrics {
    registry: Registry,
    calls: Family<CallLabels, Counter>,
    methods: Vec<MethodMetrics>,
    /// Successful requests on streams: without a game, then for each game.
    stream_requests: Vec<Counter>,
    moves: Vec<Counter>,
    reloads: Family<ReloadLabels, Counter>,
    states_opened: Family<KeyLabels, Counter>,
    certificates: Family<FileLabels, Gauge>,
    /// In the order of [`CallKind::LIMITED`].
    shed: [Counter; CallKind::LIMITED.len()],
    /// Counts that others keep; their gauges are set when the metrics are read.
    in_flight: [(Permits, Gauge); CallKind::LIMITED.len()],
    taken: Taken,
    connections: Gauge,
    granted_streams: Gauge,
    unsent: Gauge,
    tables: Gauge,
    tasks: Gauge,
    /// Requests that were not valid messages of their methods.
    pub(super) decode_faults: Counter,
    /// Whether unsealed states are accepted although there are keys.
    pub(super) accepts_unsealed: Gauge,
    /// Requests that are neither gRPC nor gRPC-Web.
    pub(super) not_grpc: Counter,
    /// Handlers that panicked.
    pub(super) panics: Counter,
    /// Connections closed because too many were open in total or from their peer.
    pub(super) connections_refused: Counter,
    /// Idle connections closed so that a new one could be accepted.
    pub(super) connections_made_room: Counter,
    /// Calls and streams refused because too many responses were unread.
    pub(super) responses_shed: Counter,
    /// TLS handshakes that failed or timed out.
    pub(super) handshakes_failed: Counter,
    /// Connections closed because the peer did not read its responses or did not let the connection end.
    pub(super) connections_stalled: Counter,
}

/// Limits whose use is reported.
#[derive(Debug)]
pub(super) struct Taken {
    pub(super) connections: Arc<OpenConnections>,
    pub(super) unsent: Arc<UnsentBudget>,
    pub(super) tables: TableBudget,
}

/// The metrics of one method.
#[derive(Debug)]
struct MethodMetrics {
    label: &'static str,
    /// Successful calls: without a game, then for each game.
    ok: Vec<Counter>,
    seconds: Histogram,
    cancelled: Counter,
}

impl Metrics {
    /// Metrics of the calls of these methods, and of what is taken from these limits.
    pub(super) fn new(methods: &Methods, admission: &Admission, taken: Taken) -> Self {
        let mut registry = Registry::default();
        registry.register_collector(Box::new(ProcessCollector));
        let r = registry.sub_registry_with_prefix("taash");
        let calls = Family::<CallLabels, Counter>::default();
        r.register(
            "calls",
            "Calls answered, by method, game, code and reason of refusal; Play/request counts each request on a stream of \
             Play, and Play counts each stream when it ends",
            calls.clone(),
        );
        let seconds = Family::<MethodLabels, Histogram>::new_with_constructor(|| Histogram::new(BUCKETS));
        r.register_with_unit(
            "call_duration",
            "Time from the arrival of a call's headers to its end, by method",
            Unit::Seconds,
            seconds.clone(),
        );
        let cancelled = Family::<MethodLabels, Counter>::default();
        r.register("calls_cancelled", "Calls that the caller cancelled, by method", cancelled.clone());
        let moves = Family::<GameLabels, Counter>::default();
        r.register("moves_applied", "Moves made by Apply and on streams of Play, by game", moves.clone());
        let in_flight = Family::<KindLabels, Gauge>::default();
        r.register(
            "in_flight",
            "Calls in flight, by kind: call, replay, stream (of Play), reflection (streams), watch (of health); health checks \
             are not counted",
            in_flight.clone(),
        );
        let shed = Family::<KindLabels, Counter>::default();
        r.register("shed", "Calls refused because too many were in flight, by the same kinds", shed.clone());
        let reloads = Family::<ReloadLabels, Counter>::default();
        r.register(
            "reloads",
            "Reloads of changed files, by what they are (certificates, state keys) and result (taken, refused)",
            reloads.clone(),
        );
        for (what, result) in
            ["certificates", "state keys"].into_iter().flat_map(|what| RESULTS.map(|result| (what, result)))
        {
            drop(reloads.get_or_create(&ReloadLabels { what, result }));
        }
        let states_opened = Family::<KeyLabels, Counter>::default();
        r.register(
            "states_opened",
            "Sealed states opened, by key_id, the id of the key that sealed them",
            states_opened.clone(),
        );
        let certificates = Family::<FileLabels, Gauge>::default();
        r.register_with_unit(
            "certificate_expiry_timestamp",
            "When the certificates in use expire, in seconds since 1970, by file (server, client_ca); the earliest of a file",
            Unit::Seconds,
            certificates.clone(),
        );
        let kind_labels = |kind| KindLabels { kind: kind_name(kind) };
        let permits_of = |kind| (admission.permits(kind).clone(), in_flight.get_or_create_owned(&kind_labels(kind)));
        let ok = |method| {
            std::iter::once(None)
                .chain(GameId::ALL.map(Some))
                .map(|game| calls.get_or_create_owned(&call_labels(method, game, Code::Ok, None)))
                .collect()
        };
        let version = [("version", env!("CARGO_PKG_VERSION")), ("commit", env!("TAASH_COMMIT"))];
        r.register("build", "The server software, by version and commit", Info::new(version.to_vec()));

        Self {
            methods: methods
                .labels()
                .map(|label| MethodMetrics {
                    label,
                    ok: ok(label),
                    seconds: seconds.get_or_create_owned(&MethodLabels { method: label }),
                    cancelled: cancelled.get_or_create_owned(&MethodLabels { method: label }),
                })
                .collect(),
            stream_requests: ok(STREAM_REQUEST),
            moves: GameId::ALL.map(|game| moves.get_or_create_owned(&GameLabels { game: game.name() })).to_vec(),
            shed: CallKind::LIMITED.map(|kind| shed.get_or_create_owned(&kind_labels(kind))),
            in_flight: CallKind::LIMITED.map(permits_of),
            tables: gauge(r, "tables", "Tables held by streams of Play"),
            tasks: gauge(r, "tasks", "Live tasks of the async runtime: some for each connection, one for each call"),
            decode_faults: counter(r, "decode_faults", "Requests whose body was not a valid message for the method"),
            accepts_unsealed: gauge(
                r,
                "accepts_unsealed",
                "1 if unsealed states are accepted although there are keys (TAASH_ACCEPT_UNSEALED), which anyone can forge",
            ),
            not_grpc: counter(
                r,
                "not_grpc",
                "Requests that were neither gRPC nor gRPC-Web, answered with HTTP status 415",
            ),
            panics: counter(r, "panics", "Handlers that panicked; each is a bug of the server"),
            connections: gauge(r, "connections", "Open connections"),
            granted_streams: gauge(r, "granted_streams", "HTTP/2 streams that the open connections may have together"),
            unsent: gauge(
                r,
                "unsent_bytes",
                "Bytes of responses that their callers have not read yet, with 1 KiB for each",
            ),
            responses_shed: counter(
                r,
                "responses_shed",
                "Calls and streams refused because too many responses were waiting for their callers to read them",
            ),
            connections_made_room: counter(
                r,
                "connections_made_room",
                "Idle connections closed at the limit so that a new one could be accepted",
            ),
            taken,
            connections_refused: counter(
                r,
                "connections_refused",
                "Connections closed because too many were open in total or from their peer",
            ),
            handshakes_failed: counter(r, "handshakes_failed", "TLS handshakes that failed or timed out"),
            connections_stalled: counter(
                r,
                "connections_stalled",
                "Connections closed because the peer did not read its responses or did not let the connection end",
            ),
            calls,
            reloads,
            states_opened,
            certificates,
            registry,
        }
    }

    /// Counts a call that has been answered.
    pub(super) fn answered(&self, method: MethodId, code: Code, outcome: &CallOutcome, duration: Duration) {
        let metrics = &self.methods[method.index()];
        metrics.seconds.observe(duration.as_secs_f64());
        if code == Code::Ok {
            self.ok(&metrics.ok, outcome);
        } else {
            self.calls.get_or_create(&call_labels(metrics.label, outcome.game, code, outcome.reason)).inc();
        }
    }

    /// Counts a request on a stream that has been answered.
    pub(super) fn stream_request(&self, outcome: &CallOutcome) {
        match outcome.reason {
            None => self.ok(&self.stream_requests, outcome),
            Some(reason) => {
                let labels = call_labels(STREAM_REQUEST, outcome.game, super::status::code(reason), Some(reason));
                self.calls.get_or_create(&labels).inc();
            }
        }
    }

    fn ok(&self, counters: &[Counter], outcome: &CallOutcome) {
        counters[outcome.game.map_or(0, |game| 1 + game.index())].inc();
        if let (Some(game), true) = (outcome.game, outcome.moves > 0) {
            self.moves[game.index()].inc_by(outcome.moves);
        }
    }

    /// Counts a call that was refused because too many of its kind were in flight.
    pub(super) fn shed(&self, kind: CallKind) {
        if let Some(counter) = self.shed.get(kind.index()) {
            counter.inc();
        }
    }

    /// The number of calls of all kinds that were refused because of that.
    pub(super) fn total_shed(&self) -> u64 {
        self.shed.iter().map(Counter::get).sum()
    }

    /// Counts a call that its caller cancelled.
    pub(super) fn cancelled(&self, method: MethodId, duration: Duration) {
        let metrics = &self.methods[method.index()];
        metrics.seconds.observe(duration.as_secs_f64());
        metrics.cancelled.inc();
    }

    /// Counts the reload of a changed file.
    pub(super) fn reloaded(&self, what: &'static str, applied: bool) {
        let result = RESULTS[usize::from(!applied)];
        self.reloads.get_or_create(&ReloadLabels { what, result }).inc();
    }

    /// The counter of states opened with the key of this id.
    pub(super) fn states_opened(&self, key_id: u16) -> Counter {
        self.states_opened.get_or_create_owned(&KeyLabels { key_id })
    }

    /// Reports when the certificates of a file expire, in seconds since 1970.
    pub(super) fn certificate_expires(&self, file: &'static str, seconds: i64) {
        self.certificates.get_or_create(&FileLabels { file }).set(seconds);
    }

    /// All metrics in the OpenMetrics text format.
    pub(super) fn encode(&self) -> String {
        let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        for (permits, gauge) in self.in_flight.iter() {
            gauge.set(number(permits.taken()));
        }
        self.connections.set(number(self.taken.connections.count()));
        self.granted_streams.set(number(self.taken.connections.granted_streams()));
        self.unsent.set(number(self.taken.unsent.taken()));
        self.tables.set(number(self.taken.tables.taken()));
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            self.tasks.set(number(runtime.metrics().num_alive_tasks()));
        }
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = prometheus_client::encoding::text::encode(&mut text, &self.registry);
        text
    }
}

fn counter(registry: &mut Registry, name: &str, help: &str) -> Counter {
    let counter = Counter::default();
    registry.register(name, help, counter.clone());
    counter
}

fn gauge(registry: &mut Registry, name: &str, help: &str) -> Gauge {
    let gauge = Gauge::default();
    registry.register(name, help, gauge.clone());
    gauge
}

const fn kind_name(kind: CallKind) -> &'static str {
    match kind {
        CallKind::Call => "call",
        CallKind::Replay => "replay",
        CallKind::Stream => "stream",
        CallKind::Reflection => "reflection",
        CallKind::Watch => "watch",
        CallKind::Health => "health",
    }
}

fn call_labels(method: &'static str, game: Option<GameId>, code: Code, reason: Option<Reason>) -> CallLabels {
    CallLabels {
        method,
        game: game.map_or("", GameId::name),
        code: code_name(code),
        reason: reason.map_or("", super::status::reason_name),
    }
}

/// The name of a code as the gRPC documentation spells it.
pub(super) const fn code_name(code: Code) -> &'static str {
    match code {
        Code::Ok => "OK",
        Code::Cancelled => "CANCELLED",
        Code::Unknown => "UNKNOWN",
        Code::InvalidArgument => "INVALID_ARGUMENT",
        Code::DeadlineExceeded => "DEADLINE_EXCEEDED",
        Code::NotFound => "NOT_FOUND",
        Code::AlreadyExists => "ALREADY_EXISTS",
        Code::PermissionDenied => "PERMISSION_DENIED",
        Code::ResourceExhausted => "RESOURCE_EXHAUSTED",
        Code::FailedPrecondition => "FAILED_PRECONDITION",
        Code::Aborted => "ABORTED",
        Code::OutOfRange => "OUT_OF_RANGE",
        Code::Unimplemented => "UNIMPLEMENTED",
        Code::Internal => "INTERNAL",
        Code::Unavailable => "UNAVAILABLE",
        Code::DataLoss => "DATA_LOSS",
        Code::Unauthenticated => "UNAUTHENTICATED",
    }
}
