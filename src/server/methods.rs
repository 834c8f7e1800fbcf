//! The methods that this server knows: the only values of the label `method`.

use crate::wire::pb;
use prost::Message;

/// The engine's service.
pub(super) const ENGINE: &str = "taash.engine.v1.EngineService";
const HEALTH: &str = "grpc.health.v1.Health";
const REFLECTION: [&str; 2] = ["grpc.reflection.v1.ServerReflection", "grpc.reflection.v1alpha.ServerReflection"];

/// A method, by its place in [`Methods`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MethodId(usize);

impl MethodId {
    pub(super) const fn index(self) -> usize {
        self.0
    }
}

/// What admission counts a call as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A request and an answer.
    Call,
    /// A call that may bring a request sixteen times as long.
    Replay,
    /// A stream of the engine's.
    Stream,
    /// A stream of questions about the contract.
    Reflection,
    /// A stream of what probes are told.
    Watch,
    /// Never refused, so that probes see a busy server as healthy.
    Health,
}

impl Kind {
    /// The kinds that there is so much room for and no more.
    pub(super) const LIMITED: [Self; 5] = [Self::Call, Self::Replay, Self::Stream, Self::Reflection, Self::Watch];

    /// Whether the answer goes on as long as the caller likes.
    pub(super) const fn streams(self) -> bool {
        matches!(self, Self::Stream | Self::Reflection | Self::Watch)
    }
}

/// A method.
#[derive(Debug)]
pub(super) struct Method {
    pub(super) label: &'static str,
    pub(super) kind: Kind,
    /// Whether the engine answers it.
    pub(super) engine: bool,
}

/// All methods: the engine's, then one for each other service, and one for everything unknown.
#[derive(Debug)]
pub(super) struct Methods {
    methods: Vec<Method>,
}

/// The methods that are not the engine's, in their order behind it.
const OTHERS: [Method; 4] = [
    Method { label: "Health/Check", kind: Kind::Health, engine: false },
    Method { label: "Health/Watch", kind: Kind::Watch, engine: false },
    Method { label: "Reflection", kind: Kind::Reflection, engine: false },
    Method { label: "unknown", kind: Kind::Call, engine: false },
];

impl Methods {
    /// Reads the engine's methods from its descriptor.
    pub(super) fn new() -> Self {
        let files = prost_types::FileDescriptorSet::decode(pb::FILE_DESCRIPTOR_SET).unwrap_or_default().file;
        let services =
            files.into_iter().filter(|file| ENGINE.starts_with(file.package())).flat_map(|file| file.service);
        let engine = services.flat_map(|service| service.method).map(|method| Method {
            // Once for the life of the process: labels are copied all the time.
            label: String::leak(method.name().to_owned()),
            kind: match method.name() {
                _ if method.server_streaming() => Kind::Stream,
                "Replay" => Kind::Replay,
                _ => Kind::Call,
            },
            engine: true,
        });
        Self { methods: engine.chain(OTHERS).collect() }
    }

    /// The method of a path such as `/taash.engine.v1.EngineService/Apply`.
    pub(super) fn find(&self, path: &str) -> MethodId {
        let behind = |place: usize| MethodId(self.methods.len() - OTHERS.len() + place);
        let Some((service, name)) = path.strip_prefix('/').and_then(|path| path.split_once('/')) else {
            return behind(3);
        };
        if service == ENGINE {
            let found = self.methods.iter().position(|method| method.engine && method.label == name);
            return found.map_or(behind(3), MethodId);
        }
        match (service, name) {
            (HEALTH, "Check") => behind(0),
            (HEALTH, "Watch") => behind(1),
            (service, _) if REFLECTION.contains(&service) => behind(2),
            _ => behind(3),
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
        assert_eq!(kind("/taash.engine.v1.EngineService/Apply"), Kind::Call);
        assert_eq!(kind("/taash.engine.v1.EngineService/Play"), Kind::Stream);
        assert_eq!(kind("/grpc.health.v1.Health/Watch"), Kind::Watch);
    }
}
