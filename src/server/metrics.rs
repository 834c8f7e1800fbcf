//! What an operator can count. Handles that every call needs are resolved once.

use super::methods::{MethodId, Methods};
use super::status::Told;
use crate::games::GameId;
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
    moves: Vec<Counter>,
    reloads: Family<ReloadLabels, Counter>,
    /// Calls under way, streams and health apart.
    pub(super) calls_in_flight: Gauge,
    /// Open streams, health watches apart.
    pub(super) streams_in_flight: Gauge,
    /// Calls refused because too many were under way.
    pub(super) calls_shed: Counter,
    /// Streams refused because too many were open.
    pub(super) streams_shed: Counter,
    /// Requests that were no message of the contract.
    pub(super) decode_faults: Counter,
    /// Handlers that panicked.
    pub(super) panics: Counter,
    /// Open connections.
    pub(super) connections: Gauge,
    /// Connections closed because too many were open.
    pub(super) connections_refused: Counter,
    /// Connections that failed to greet, or did not in time.
    pub(super) handshakes_failed: Counter,
    /// Connections closed because the peer did not take its answers.
    pub(super) connections_stalled: Counter,
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
    pub(super) fn new(methods: &Methods) -> Self {
        let mut registry = Registry::with_prefix("taash");
        let r = &mut registry;
        let calls = Family::<CallLabels, Counter>::default();
        r.register("calls", "Calls answered, by method, game, code and reason", calls.clone());
        let seconds = Family::<MethodLabels, Histogram>::new_with_constructor(|| Histogram::new(BUCKETS));
        r.register_with_unit("call_duration", "Time from a call's headers to its end", Unit::Seconds, seconds.clone());
        let cancelled = Family::<MethodLabels, Counter>::default();
        r.register("calls_cancelled", "Calls that the caller gave up before their end", cancelled.clone());
        let moves = Family::<GameLabels, Counter>::default();
        r.register("moves_applied", "Moves made by Apply", moves.clone());
        let in_flight = Family::<KindLabels, Gauge>::default();
        r.register("in_flight", "Calls and streams under way, health apart", in_flight.clone());
        let shed = Family::<KindLabels, Counter>::default();
        r.register("shed", "Calls and streams refused because too many were under way", shed.clone());
        let reloads = Family::<ReloadLabels, Counter>::default();
        r.register("reloads", "Changed files of certificates and keys, by what came of it", reloads.clone());
        let version = [("version", env!("CARGO_PKG_VERSION")), ("commit", env!("TAASH_COMMIT"))];
        r.register("build", "The server software", Info::new(version.to_vec()));

        Self {
            methods: methods
                .labels()
                .map(|label| MethodMetrics {
                    label,
                    ok: std::iter::once(None)
                        .chain(GameId::ALL.map(Some))
                        .map(|game| calls.get_or_create_owned(&call_labels(label, game, Code::Ok, None)))
                        .collect(),
                    seconds: seconds.get_or_create_owned(&MethodLabels { method: label }),
                    cancelled: cancelled.get_or_create_owned(&MethodLabels { method: label }),
                })
                .collect(),
            moves: GameId::ALL.map(|game| moves.get_or_create_owned(&GameLabels { game: game.name() })).to_vec(),
            calls_in_flight: in_flight.get_or_create_owned(&KindLabels { kind: "call" }),
            streams_in_flight: in_flight.get_or_create_owned(&KindLabels { kind: "stream" }),
            calls_shed: shed.get_or_create_owned(&KindLabels { kind: "call" }),
            streams_shed: shed.get_or_create_owned(&KindLabels { kind: "stream" }),
            decode_faults: counter(r, "decode_faults", "Requests that were no message of the contract"),
            panics: counter(r, "panics", "Handlers that panicked; each is a fault of the server"),
            connections: {
                let gauge = Gauge::default();
                r.register("connections", "Open connections", gauge.clone());
                gauge
            },
            connections_refused: counter(r, "connections_refused", "Connections closed because too many were open"),
            handshakes_failed: counter(r, "handshakes_failed", "TLS handshakes that failed or took too long"),
            connections_stalled: counter(
                r,
                "connections_stalled",
                "Connections closed because the peer did not take its answers",
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
            metrics.ok[told.game.map_or(0, |game| 1 + place(game))].inc();
            if let (Some(game), true) = (told.game, told.moves > 0) {
                self.moves[place(game)].inc_by(told.moves);
            }
        } else {
            self.calls.get_or_create(&call_labels(metrics.label, told.game, code, told.reason)).inc();
        }
    }

    /// Counts a call that its caller gave up.
    pub(super) fn cancelled(&self, method: MethodId, took: Duration) {
        let metrics = &self.methods[method.index()];
        metrics.seconds.observe(took.as_secs_f64());
        metrics.cancelled.inc();
    }

    /// Counts a changed file.
    pub(super) fn reloaded(&self, what: &'static str, taken: bool) {
        let result = if taken { "taken" } else { "refused" };
        self.reloads.get_or_create(&ReloadLabels { what, result }).inc();
    }

    /// All of it in the OpenMetrics text form.
    pub(super) fn encode(&self) -> String {
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

/// The place of a game among [`GameId::ALL`].
fn place(game: GameId) -> usize {
    GameId::ALL.iter().position(|&other| other == game).unwrap_or_default()
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
