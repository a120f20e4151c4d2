//! The messages, version 1: one JSON object a line, UTF-8, each with its `type`.
//!
//! The types are generic over what a model says (see [`Remote`](crate::model::outside::Remote)), so
//! that the schema of one model's messages can be made from them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The version of the protocol that this program speaks.
pub const PROTOCOL: u32 = 1;

/// What this program sends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Message<A, S, R> {
    /// The first message: what the run is.
    Hello(Hello<A>),
    /// Robots that are to compute.
    Compute(Compute<S, R>),
    /// The last message: the run is over.
    Bye {},
}

/// The first message to a controller.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Hello<A> {
    /// The version of the protocol.
    pub protocol: u32,
    /// The version of this program.
    pub formicary: String,
    /// The model of the run.
    pub model: String,
    /// The name of the scenario.
    pub scenario: String,
    /// The robots that this controller answers for, in increasing order.
    pub robots: Vec<u32>,
    /// How many seconds of real time an answer may take; null without a limit.
    pub timeout: Option<f64>,
    /// What the model says of the run.
    #[serde(flatten)]
    pub about: A,
}

/// Robots that are to compute, all on one snapshot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Compute<S, R> {
    /// The number of the request, which the answer repeats.
    pub id: u64,
    /// The number of the event in which the robots compute; on the wall clock, where Compute lies
    /// between two events, that of the Look.
    pub event: u64,
    /// The instant, in simulated time.
    pub time: f64,
    /// The snapshot that they share; null where no robot perceives a part of it as it is.
    pub snapshot: Option<S>,
    /// The robots, in increasing order of their ids.
    pub robots: Vec<R>,
}

/// What a controller sends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Reply<I> {
    /// Its first message: it is ready.
    Hello(Greeting),
    /// Its first message: it does not take part.
    Refuse(Refusal),
    /// The answer to a request.
    Intents(Intents<I>),
}

/// The first message of a controller that takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Greeting {
    /// The version of the protocol that it speaks; it has to be the one that was offered.
    pub protocol: u32,
    /// What it is called, for people.
    #[serde(default)]
    pub name: String,
    /// What it can do.
    #[serde(default)]
    pub capabilities: Vec<Capability>,
}

/// What a controller can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Capability {
    /// It takes several robots in one request.
    Batch,
}

/// The first message of a controller that does not take part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Refusal {
    /// Why, for people.
    pub reason: String,
}

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Intents<I> {
    /// The number of the request.
    pub id: u64,
    /// What the robots decide, one entry for each robot of the request, in any order.
    pub intents: Vec<I>,
}

/// The kinds of message of a controller.
pub const KINDS: &[&str] = &["hello", "refuse", "intents"];
/// The fields of its greeting.
pub const GREETING: &[&str] = &["type", "protocol", "name", "capabilities"];
/// The fields of its refusal.
pub const REFUSAL: &[&str] = &["type", "reason"];
/// The fields of an answer.
pub const INTENTS: &[&str] = &["type", "id", "intents"];
