use super::sentences::{english, write_params};
use super::{messages, pb};
use crate::games::{Fault, Message, MessageSpec, PlayError, Rule};
use prost::Message as _;
use std::fmt;

/// Limits of a refusal: the number of faults, the bytes of one fault and of all faults, and the bytes of faults in the text,
/// which only counts the rest. The details contain field and description of a fault twice, and the text is sent twice as
/// well. With these limits message and details together stay below 4 KiB.
const MAX_FAULTS: usize = 20;
const MAX_FAULT_BYTES: usize = 120;
const MAX_FAULTS_BYTES: usize = 3000;
const MAX_TEXT_BYTES: usize = 200;
/// Maximum number of moves that the refusal of an ambiguous text lists, and maximum bytes of their texts together.
const MAX_CANDIDATES: usize = 10;
const MAX_CANDIDATE_BYTES: usize = 1000;

/// Why a call is refused, with all that a caller needs to explain it to a user. It contains nothing secret.
///
/// ```
/// use taash::wire::{Refusal, States};
///
/// let refusal: Refusal = States::unsealed().read(b"TAAS").unwrap_err();
/// assert_eq!(refusal.message().detail, "truncated");
/// assert_eq!(refusal.to_string(), "the state is cut off");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal(pub(crate) Box<pb::engine::Refusal>);

impl Refusal {
    pub(crate) fn new(reason: pb::engine::Reason, message: impl Into<Message>) -> Self {
        Self(Box::new(pb::engine::Refusal { reason: reason.into(), ..Default::default() })).says(&message.into())
    }

    /// The same refusal with that sentence.
    pub(crate) fn says(mut self, message: &Message) -> Self {
        self.0.message = english(message);
        self.0.message_id = message.id().into();
        self.0.params = write_params(message);
        self
    }

    /// A refusal for invalid fields of the request, all together.
    pub(crate) fn fields(faults: Vec<Fault>) -> Self {
        Self::new(pb::engine::Reason::FieldInvalid, &messages::FIELDS_INVALID).rule(Rule::G(1)).with_faults(faults)
    }

    /// A refusal for one invalid field of the request.
    pub(crate) fn field(field: impl Into<String>, message: impl Into<Message>) -> Self {
        Self::fields(vec![Fault::new(field, message)])
    }

    /// A refusal for a state that is not a valid position, with all its faults.
    pub(crate) fn invalid_state(faults: Vec<Fault>) -> Self {
        Self::new(pb::engine::Reason::StateInvalid, &messages::STATE_INVALID).with_faults(faults)
    }

    /// A refusal for bytes that cannot be read as a state.
    pub(crate) fn unreadable(detail: &'static str, message: impl Into<Message>) -> Self {
        Self::new(pb::engine::Reason::StateUnreadable, message).detail(detail)
    }

    /// A refusal that a retry, possibly on another replica, can avoid.
    pub(crate) fn unavailable(message: &'static MessageSpec) -> Self {
        Self::new(pb::engine::Reason::Unavailable, message)
    }

    /// A refusal because of a limit of this server.
    pub(crate) fn limit(detail: &'static str, limit: usize) -> Self {
        let limit = u32::try_from(limit).unwrap_or(u32::MAX);
        let message = Message::new(&messages::LIMIT_EXCEEDED).with("name", detail).with("limit", limit);
        let mut refusal = Self::new(pb::engine::Reason::LimitExceeded, message).detail(detail);
        refusal.0.limit = limit;
        refusal
    }

    pub(crate) fn rule(mut self, rule: Rule) -> Self {
        self.0.rule_id = rule.to_string();
        self
    }

    pub(crate) fn detail(mut self, detail: &'static str) -> Self {
        self.0.detail = detail.into();
        self
    }

    /// The same refusal, with the fault paths below that field of the request.
    pub(crate) fn below(mut self, field: &str) -> Self {
        for fault in &mut self.0.faults {
            fault.field = format!("{field}.{}", fault.field);
        }
        self
    }

    pub(crate) fn at_move(mut self, index: usize) -> Self {
        self.0.move_index = u32::try_from(index).ok();
        self
    }

    pub(crate) fn with_candidates(mut self, candidates: impl IntoIterator<Item = String>) -> Self {
        let mut room = MAX_CANDIDATE_BYTES;
        for text in candidates.into_iter().take(MAX_CANDIDATES) {
            if text.len() > room {
                break;
            }
            room -= text.len();
            self.0.candidates.push(text);
        }
        self
    }

    fn with_faults(mut self, faults: Vec<Fault>) -> Self {
        let mut bytes = 0;
        self.0.faults = faults
            .into_iter()
            .take(MAX_FAULTS)
            .map(|Fault { field, message }| {
                let mut fault = pb::engine::FieldFault {
                    field,
                    description: english(&message),
                    message_id: message.id().into(),
                    params: write_params(&message),
                };
                fault.field.truncate(floor_boundary(&fault.field, MAX_FAULT_BYTES / 2));
                fault.description.truncate(floor_boundary(&fault.description, MAX_FAULT_BYTES));
                fault
            })
            .take_while(|fault| {
                // Here, and again as a field violation with two tags and lengths for each of three messages.
                bytes += fault.encoded_len() + fault.field.len() + fault.description.len() + 12;
                bytes <= MAX_FAULTS_BYTES
            })
            .collect();
        self
    }

    /// The kind of refusal.
    #[must_use]
    pub fn reason(&self) -> pb::engine::Reason {
        self.0.reason()
    }

    /// The message that is sent to the caller.
    #[must_use]
    pub fn message(&self) -> &pb::engine::Refusal {
        &self.0
    }
}

fn floor_boundary(text: &str, at_most: usize) -> usize {
    if text.len() <= at_most {
        return text.len();
    }
    (0..=at_most).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0)
}

impl From<PlayError> for Refusal {
    fn from(error: PlayError) -> Self {
        use pb::engine::Reason;
        let reason = match error.rule {
            Rule::G(1) => Reason::FieldInvalid,
            Rule::G(2) => Reason::WrongPhase,
            Rule::G(3) => Reason::NotYourTurn,
            Rule::G(4) => Reason::CardNotInHand,
            Rule::G(5) => Reason::MatchOver,
            Rule::G(6) => Reason::ShuffleOrderInvalid,
            Rule::G(_) | Rule::J(_) | Rule::S(_) | Rule::P(_) => Reason::RuleBroken,
        };
        let mut refusal = Self::new(reason, error.message).rule(error.rule);
        refusal.0.cards = error.cards.as_slice().iter().map(|&card| super::cards::write_card(card)).collect();
        refusal.0.house = error.house.map_or(0, u32::from);
        refusal
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.rule_id.is_empty() {
            write!(f, "{}: ", self.0.rule_id)?;
        }
        f.write_str(&self.0.message)?;
        let mut written = 0;
        for (i, fault) in self.0.faults.iter().enumerate() {
            written += fault.field.len() + fault.description.len();
            if written > MAX_TEXT_BYTES {
                return write!(f, "; and {} more", self.0.faults.len() - i);
            }
            write!(f, "; {}: {}", fault.field, fault.description)?;
        }
        Ok(())
    }
}

impl std::error::Error for Refusal {}
