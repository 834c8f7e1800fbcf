//! What an operator can count. Handles that every call needs are resolved once.

use super::methods::{Kind, MethodId, Methods};
use super::status::Told;
use crate::engine::{GameId, TableBudget};
use crate::wire::pb::engine::Reason;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};
use std::time::Duration;
use tonic::Code;

/// From what an ordinary call takes to the longest deadline that makes sense, in seconds.
const BUCKETS: [f64; 14] =
    [0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.1, 0.25, 1.0, 5.0, 10.0];

/// What the requests on streams of Play are counted under: they are no calls of their own.
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

/// What can come of a changed file.
const RESULTS: [&str; 2] = ["taken", "refused"];

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ReloadLabels {
    what: &'static str,
    result: &'static str,
}

/// All metrics of one server.
#[derive(Debug)]
pub(super) struct Metrics {
    registry: Registry,
    calls: Family<CallLabels, Counter>,
    methods: Vec<MethodMetrics>,
    /// Requests on streams that were answered as asked: without a game, then for each game.
    stream_requests: Vec<Counter>,
    moves: Vec<Counter>,
    reloads: Family<ReloadLabels, Counter>,
    /// In the order of [`Kind::LIMITED`].
    rooms: [Room; Kind::LIMITED.len()],
    tables: (TableBudget, Gauge),
    tasks: Gauge,
    /// Requests that were no message of the contract.
    pub(super) decode_faults: Counter,
    /// Handlers that panicked.
    pub(super) panics: Counter,
    /// Open connections.
    pub(super) connections: Gauge,
    /// Connections closed because too many were open.
    pub(super) connections_refused: Counter,
    /// TLS handshakes that failed or took too long.
    pub(super) handshakes_failed: Counter,
    /// Connections cut because the peer did not take its answers, or kept them from ending.
    pub(super) connections_stalled: Counter,
}

/// The room that there is for calls of one kind.
#[derive(Debug)]
pub(super) struct Room {
    /// How much of it is taken.
    pub(super) in_flight: Gauge,
    /// Calls that found it full.
    pub(super) shed: Counter,
}

/// What the calls of one method need.
#[derive(Debug)]
struct MethodMetrics {
    label: &'static str,
    /// Without a game, then for each game.
    ok: Vec<Counter>,
    seconds: Histogram,
    cancelled: Counter,
}

impl Metrics {
    /// Metrics of calls of these methods, and of the tables taken from that budget.
    pub(super) fn new(methods: &Methods, tables: TableBudget) -> Self {
        let mut registry = Registry::with_prefix("taash");
        let r = &mut registry;
        let calls = Family::<CallLabels, Counter>::default();
        r.register(
            "calls",
            "Calls answered, by method, game, code and reason of refusal; the method Play/request counts what is asked on \
             streams of Play, which are a call of the method Play each, when they end",
            calls.clone(),
        );
        let seconds = Family::<MethodLabels, Histogram>::new_with_constructor(|| Histogram::new(BUCKETS));
        r.register_with_unit(
            "call_duration",
            "Time from a call's headers to its end, by method",
            Unit::Seconds,
            seconds.clone(),
        );
        let cancelled = Family::<MethodLabels, Counter>::default();
        r.register("calls_cancelled", "Calls that the caller gave up before their end, by method", cancelled.clone());
        let moves = Family::<GameLabels, Counter>::default();
        r.register("moves_applied", "Moves made by Apply and on streams of Play, by game", moves.clone());
        let in_flight = Family::<KindLabels, Gauge>::default();
        r.register(
            "in_flight",
            "Under way, by kind: call, replay, stream (of Play), reflection (its streams), watch (of health); health checks \
             are not counted",
            in_flight.clone(),
        );
        let shed = Family::<KindLabels, Counter>::default();
        r.register("shed", "Refused because too many were under way, by the same kinds", shed.clone());
        let reloads = Family::<ReloadLabels, Counter>::default();
        r.register(
            "reloads",
            "Changed files, by what they are (certificates, state keys) and result (taken, refused)",
            reloads.clone(),
        );
        for (what, result) in
            ["certificates", "state keys"].into_iter().flat_map(|what| RESULTS.map(|result| (what, result)))
        {
            drop(reloads.get_or_create(&ReloadLabels { what, result }));
        }
        let room = |kind: Kind| {
            let labels = KindLabels { kind: kind_name(kind) };
            Room { in_flight: in_flight.get_or_create_owned(&labels), shed: shed.get_or_create_owned(&labels) }
        };
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
            rooms: Kind::LIMITED.map(room),
            tables: (tables, gauge(r, "tables", "Tables that streams of Play hold")),
            tasks: gauge(r, "tasks", "Tasks of the server's runtime: some for each connection, one for each call"),
            decode_faults: counter(r, "decode_faults", "Requests that were no message of the contract"),
            panics: counter(r, "panics", "Handlers that panicked; each is a fault of the server"),
            connections: gauge(r, "connections", "Open connections"),
            connections_refused: counter(r, "connections_refused", "Connections closed because too many were open"),
            handshakes_failed: counter(r, "handshakes_failed", "TLS handshakes that failed or took too long"),
            connections_stalled: counter(
                r,
                "connections_stalled",
                "Connections cut because the peer did not take its answers, or kept them from ending",
            ),
            calls,
            reloads,
            registry,
        }
    }

    /// Counts a call that has been answered.
    pub(super) fn answered(&self, method: MethodId, code: Code, told: &Told, took: Duration) {
        let metrics = &self.methods[method.index()];
        metrics.seconds.observe(took.as_secs_f64());
        if code == Code::Ok {
            self.ok(&metrics.ok, told);
        } else {
            self.calls.get_or_create(&call_labels(metrics.label, told.game, code, told.reason)).inc();
        }
    }

    /// Counts a request on a stream that has been answered.
    pub(super) fn stream_request(&self, told: &Told) {
        match told.reason {
            None => self.ok(&self.stream_requests, told),
            Some(reason) => {
                let labels = call_labels(STREAM_REQUEST, told.game, super::status::code(reason), Some(reason));
                self.calls.get_or_create(&labels).inc();
            }
        }
    }

    fn ok(&self, counters: &[Counter], told: &Told) {
        counters[told.game.map_or(0, |game| 1 + game.index())].inc();
        if let (Some(game), true) = (told.game, told.moves > 0) {
            self.moves[game.index()].inc_by(told.moves);
        }
    }

    /// The room for calls of a kind; `None` if there is no end to it.
    pub(super) fn room(&self, kind: Kind) -> Option<&Room> {
        self.rooms.get(Kind::LIMITED.iter().position(|&limited| limited == kind)?)
    }

    /// How many calls found no room.
    pub(super) fn shed(&self) -> u64 {
        self.rooms.iter().map(|room| room.shed.get()).sum()
    }

    /// Counts a call that its caller gave up.
    pub(super) fn cancelled(&self, method: MethodId, took: Duration) {
        let metrics = &self.methods[method.index()];
        metrics.seconds.observe(took.as_secs_f64());
        metrics.cancelled.inc();
    }

    /// Counts a changed file.
    pub(super) fn reloaded(&self, what: &'static str, taken: bool) {
        let result = RESULTS[usize::from(!taken)];
        self.reloads.get_or_create(&ReloadLabels { what, result }).inc();
    }

    /// All of it in the OpenMetrics text form.
    pub(super) fn encode(&self) -> String {
        let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let (tables, gauge) = &self.tables;
        gauge.set(number(tables.taken()));
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            self.tasks.set(number(runtime.metrics().num_alive_tasks()));
        }
        let mut text = String::new();
        // A string takes everything.
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

const fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Call => "call",
        Kind::Replay => "replay",
        Kind::Stream => "stream",
        Kind::Reflection => "reflection",
        Kind::Watch => "watch",
        Kind::Health => "health",
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

/// The name of a code as gRPC's documents write it.
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
