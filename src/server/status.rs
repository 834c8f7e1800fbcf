//! The one map from a refusal to a gRPC status, for refusals by the engine and by the layers around it.

use super::outcome::CallOutcome;
use crate::engine::GameId;
use crate::wire::Refusal;
use crate::wire::pb::engine::Reason;
use prost::Message;
use std::collections::BTreeMap;
use std::sync::Arc;
use tonic::{Code, Status};
use tonic_types::pb as rpc;

/// The domain of every `ErrorInfo`.
const DOMAIN: &str = "taash";
/// The type URL of the typed refusal among the details.
const REFUSAL_TYPE: &str = "type.googleapis.com/taash.engine.v1.Refusal";

/// `google.rpc.ErrorInfo` with its metadata in the order of the keys, so that equal refusals have equal bytes.
#[derive(Clone, PartialEq, Message)]
struct ErrorInfo {
    #[prost(string, tag = "1")]
    reason: String,
    #[prost(string, tag = "2")]
    domain: String,
    #[prost(btree_map = "string, string", tag = "3")]
    metadata: BTreeMap<String, String>,
}

/// The code of a reason, as the comments of `Reason` in the proto list them.
pub(super) const fn code(reason: Reason) -> Code {
    match reason {
        Reason::FieldInvalid
        | Reason::StateUnreadable
        | Reason::StateInvalid
        | Reason::GameMismatch
        | Reason::MoveUnparsable
        | Reason::MoveAmbiguous
        | Reason::ShuffleOrderInvalid => Code::InvalidArgument,
        Reason::StateVersionUnsupported
        | Reason::MatchOver
        | Reason::WrongPhase
        | Reason::NotYourTurn
        | Reason::CardNotInHand
        | Reason::RuleBroken => Code::FailedPrecondition,
        Reason::StaleState => Code::Aborted,
        Reason::LimitExceeded => Code::ResourceExhausted,
        Reason::Unavailable => Code::Unavailable,
        Reason::Internal | Reason::Unspecified => Code::Internal,
    }
}

/// The name of a reason as `ErrorInfo` gives it.
pub(super) fn reason_name(reason: Reason) -> &'static str {
    reason.as_str_name().trim_start_matches("REASON_")
}

/// Makes the status of a refusal. Its details are `ErrorInfo`, `BadRequest` if fields are invalid, and the typed refusal.
pub(super) fn refuse(refusal: &Refusal, game: Option<GameId>) -> Status {
    let message = refusal.message();
    let reason = refusal.reason();
    let code = code(reason);
    let mut metadata = BTreeMap::new();
    let mut add = |key: &str, value: String| {
        if !value.is_empty() {
            metadata.insert(key.to_owned(), value);
        }
    };
    add("rule_id", message.rule_id.clone());
    add("detail", message.detail.clone());
    add("move_index", message.move_index.map(|index| index.to_string()).unwrap_or_default());
    let info = ErrorInfo { reason: reason_name(reason).to_owned(), domain: DOMAIN.to_owned(), metadata };
    let mut details = vec![any("type.googleapis.com/google.rpc.ErrorInfo", &info)];
    if reason == Reason::FieldInvalid {
        let field_violations = message
            .faults
            .iter()
            .map(|fault| rpc::bad_request::FieldViolation {
                field: fault.field.clone(),
                description: fault.description.clone(),
                reason: "FIELD_INVALID".to_owned(),
                localized_message: None,
            })
            .collect();
        details.push(any("type.googleapis.com/google.rpc.BadRequest", &rpc::BadRequest { field_violations }));
    }
    details.push(any(REFUSAL_TYPE, message));
    let text = refusal.to_string();
    let status = rpc::Status { code: code.into(), message: text.clone(), details };
    let mut status = Status::with_details(code, text, status.encode_to_vec().into());
    status.set_source(Arc::new(CallOutcome { game, reason: Some(reason), moves: 0 }));
    status
}

fn any(type_url: &str, message: &impl Message) -> prost_types::Any {
    prost_types::Any { type_url: type_url.to_owned(), value: message.encode_to_vec() }
}
