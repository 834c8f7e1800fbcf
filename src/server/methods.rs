//! The methods that this server knows. They are the only values of the label `method`.

use crate::wire::pb;
use prost::Message;

/// The engine's service.
pub(super) const ENGINE: &str = "taash.engine.v1.EngineService";
const HEALTH: &str = "grpc.health.v1.Health";
const REFLECTION: [&str; 2] = ["grpc.reflection.v1.ServerReflection", "grpc.reflection.v1alpha.ServerReflection"];

/// A method, by its index in [`Methods`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MethodId(usize);

impl MethodId {
    pub(super) const fn index(self) -> usize {
        self.0
    }
}

/// The kind of a call: each kind but health checks has a limit of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CallKind {
    /// A unary call.
    Call,
    /// A call of Replay, whose request may be sixteen times as long.
    Replay,
    /// A stream of Play.
    Stream,
    /// A stream of server reflection.
    Reflection,
    /// A stream of health status (`Health/Watch`).
    Watch,
    /// A health check. It is never refused, so that probes see a busy server as healthy.
    Health,
}

impl CallKind {
    /// All kinds, in the order of their declaration.
    pub(super) const ALL: [Self; 6] =
        [Self::Call, Self::Replay, Self::Stream, Self::Reflection, Self::Watch, Self::Health];
    /// The kinds whose calls in flight are limited, in the same order.
    pub(super) const LIMITED: [Self; 5] = [Self::Call, Self::Replay, Self::Stream, Self::Reflection, Self::Watch];

    /// The index of the kind in [`Self::ALL`].
    pub(super) const fn index(self) -> usize {
        self as usize
    }

    /// Whether the response is a stream that stays open until the caller or the server ends it.
    pub(super) const fn streams(self) -> bool {
        matches!(self, Self::Stream | Self::Reflection | Self::Watch)
    }
}

/// A method.
#[derive(Debug)]
pub(super) struct Method {
    pub(super) label: &'static str,
    pub(super) kind: CallKind,
    /// Whether it is a method of the engine's service.
    pub(super) engine: bool,
}

/// All methods: the engine's, those of the other services, and one for all unknown methods.
#[derive(Debug)]
pub(super) struct Methods {
    methods: Vec<Method>,
}

/// The methods that follow the engine's, in this order.
const OTHERS: [Method; 4] = [
    Method { label: "Health/Check", kind: CallKind::Health, engine: false },
    Method { label: "Health/Watch", kind: CallKind::Watch, engine: false },
    Method { label: "Reflection", kind: CallKind::Reflection, engine: false },
    Method { label: "unknown", kind: CallKind::Call, engine: false },
];

impl Methods {
    /// Reads the engine's methods from its descriptor.
    pub(super) fn new() -> Self {
        let files = prost_types::FileDescriptorSet::decode(pb::FILE_DESCRIPTOR_SET).unwrap_or_default().file;
        let services =
            files.into_iter().filter(|file| ENGINE.starts_with(file.package())).flat_map(|file| file.service);
        let engine = services.flat_map(|service| service.method).map(|method| Method {
            // Leaked once in the life of the process, because labels are `&'static str`.
            label: String::leak(method.name().to_owned()),
            kind: match method.name() {
                _ if method.server_streaming() => CallKind::Stream,
                "Replay" => CallKind::Replay,
                _ => CallKind::Call,
            },
            engine: true,
        });
        Self { methods: engine.chain(OTHERS).collect() }
    }

    /// The method of a path such as `/taash.engine.v1.EngineService/Apply`.
    pub(super) fn find(&self, path: &str) -> MethodId {
        let other = |index: usize| MethodId(self.methods.len() - OTHERS.len() + index);
        let Some((service, name)) = path.strip_prefix('/').and_then(|path| path.split_once('/')) else {
            return other(3);
        };
        if service == ENGINE {
            let found = self.methods.iter().position(|method| method.engine && method.label == name);
            return found.map_or(other(3), MethodId);
        }
        match (service, name) {
            (HEALTH, "Check") => other(0),
            (HEALTH, "Watch") => other(1),
            (service, _) if REFLECTION.contains(&service) => other(2),
            _ => other(3),
        }
    }

    pub(super) fn get(&self, id: MethodId) -> &Method {
        &self.methods[id.0]
    }

    pub(super) fn labels(&self) -> impl Iterator<Item = &'static str> {
        self.methods.iter().map(|method| method.label)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_indexed_in_order() {
        for (index, kind) in CallKind::ALL.into_iter().enumerate() {
            assert_eq!(kind.index(), index, "{kind:?}");
        }
        assert_eq!(CallKind::ALL[..CallKind::LIMITED.len()], CallKind::LIMITED);
    }

    #[test]
    fn paths_find_their_method_and_nothing_else_becomes_a_label() {
        let methods = Methods::new();
        let label = |path| methods.get(methods.find(path)).label;
        assert_eq!(label("/taash.engine.v1.EngineService/Apply"), "Apply");
        assert_eq!(label("/grpc.health.v1.Health/Check"), "Health/Check");
        assert_eq!(label("/grpc.reflection.v1.ServerReflection/ServerReflectionInfo"), "Reflection");
        for path in ["/taash.engine.v1.EngineService/unknown", "/other.Service/Apply", "/Apply", "Apply", "", "/"] {
            assert_eq!(label(path), "unknown", "{path}");
        }
        let kind = |path| methods.get(methods.find(path)).kind;
        assert_eq!(kind("/taash.engine.v1.EngineService/Apply"), CallKind::Call);
        assert_eq!(kind("/taash.engine.v1.EngineService/Play"), CallKind::Stream);
        assert_eq!(kind("/grpc.health.v1.Health/Watch"), CallKind::Watch);
    }
}
