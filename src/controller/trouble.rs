//! What may go wrong with a controller.

use std::time::Duration;

use crate::model::End;
use crate::model::outside::{Misfit, help};

/// What went wrong with a controller. A run can go on after most of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// A line is no JSON.
    #[error("bad JSON: {why}")]
    BadJson {
        /// What the parser says.
        why: String,
    },
    /// A line holds a word for a number that JSON does not have.
    #[error("bad JSON: {token} is no number in JSON")]
    NoNumber {
        /// The word.
        token: &'static str,
    },
    /// A line is not text.
    #[error("a line is not UTF-8")]
    NotUtf8,
    /// A line is JSON, but no object with a type.
    #[error("expected an object with a \"type\", found {found}")]
    NoMessage {
        /// What it is.
        found: String,
    },
    /// A message of a kind that there is not.
    #[error("unknown type {found:?}, expected one of {expected}{}", help(nearest.as_deref()))]
    UnknownType {
        /// The type.
        found: String,
        /// The known ones.
        expected: String,
        /// The nearest of them.
        nearest: Option<String>,
    },
    /// A field that there is not.
    #[error("{place}: unknown field {found:?}, expected one of {expected}{}", help(nearest.as_deref()))]
    UnknownField {
        /// In which object.
        place: String,
        /// The field.
        found: String,
        /// The known ones.
        expected: String,
        /// The nearest of them.
        nearest: Option<String>,
    },
    /// A field is missing, or its value is of the wrong kind.
    #[error("{place}: {why}")]
    Malformed {
        /// In which object.
        place: String,
        /// What is wrong.
        why: String,
    },
    /// A message that does not belong here.
    #[error("found a message of type {found:?} in the place of {expected:?}")]
    OutOfPlace {
        /// What was expected.
        expected: &'static str,
        /// What came.
        found: String,
    },
    /// The answer to another request.
    #[error("an answer to request {found} in the place of request {expected}")]
    OtherRequest {
        /// The open request.
        expected: u64,
        /// The one that the answer names.
        found: u64,
    },
    /// An intent for a robot that was not asked for.
    #[error("an intent for robot {robot}, which was not asked for")]
    WrongRobot {
        /// The robot.
        robot: u32,
    },
    /// Two intents for one robot.
    #[error("two intents for robot {robot}")]
    RobotTwice {
        /// The robot.
        robot: u32,
    },
    /// No intent for a robot that was asked for.
    #[error("no intent for robot {robot}")]
    RobotMissing {
        /// The robot.
        robot: u32,
    },
    /// An intent that the robot cannot have.
    #[error("the intent for robot {robot}: {misfit}")]
    Misfit {
        /// The robot.
        robot: u32,
        /// What is wrong with it.
        misfit: Misfit,
    },
    /// What its robots perceive cannot be written down.
    #[error("a coordinate of what is perceived is no finite number, and JSON has no word for it")]
    Unwritable,
    /// No answer came in time.
    #[error("no answer within {timeout:?} (controller.timeout)")]
    Late {
        /// The limit.
        timeout: Duration,
    },
    /// It does not even read what it is sent.
    #[error("it reads nothing: {waiting} requests wait for it")]
    Deaf {
        /// How many requests wait.
        waiting: usize,
    },
    /// Its process has ended.
    #[error("its process has ended ({status})")]
    Dead {
        /// The exit status or the signal.
        status: String,
    },
    /// It has closed the connection, or its output.
    #[error("it has closed {what}")]
    Closed {
        /// What it has closed.
        what: &'static str,
    },
    /// It writes more than it is asked for.
    #[error("a flood of output: {what}")]
    Flood {
        /// What there is too much of.
        what: String,
    },
    /// It does not take part.
    #[error("it refuses: {reason}")]
    Refused {
        /// Why.
        reason: String,
    },
    /// It did not say hello in time.
    #[error("it has not said hello within {timeout:?} (controller.handshake)")]
    HandshakeLate {
        /// The limit.
        timeout: Duration,
    },
    /// It speaks another version of the protocol.
    #[error("it speaks version {found} of the protocol, and was offered {offered}")]
    OtherProtocol {
        /// Ours.
        offered: u32,
        /// Its.
        found: u32,
    },
}

/// Why the controllers of a run could not be started.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// There is no such program.
    #[error("controller.command: there is no program {program:?}")]
    NotFound {
        /// The first word of the command.
        program: String,
    },
    /// The program could not be started.
    #[error("cannot start {program:?}: {why}")]
    NotStarted {
        /// The first word of the command.
        program: String,
        /// What the operating system says.
        why: String,
    },
    /// Nobody can connect to the address.
    #[error("cannot listen at {address}: {why}")]
    CannotBind {
        /// The address.
        address: String,
        /// What the operating system says.
        why: String,
    },
    /// Nobody answers at the address.
    #[error("cannot connect to {address}: {why}")]
    CannotConnect {
        /// The address.
        address: String,
        /// What the operating system says.
        why: String,
    },
    /// Nobody has connected in time.
    #[error("nobody has connected to {address} within {timeout:?}")]
    NobodyCame {
        /// The address.
        address: String,
        /// The limit.
        timeout: Duration,
    },
    /// The handshake failed.
    #[error("the controller of {robots}: {trouble}{excerpt}")]
    Handshake {
        /// Its robots, in words.
        robots: String,
        /// What went wrong.
        trouble: Box<Trouble>,
        /// Its last words, each on a line of its own; empty if there are none.
        excerpt: String,
    },
    /// Somebody stopped the run while it waited for its controllers.
    #[error("stopped before the controllers were ready")]
    Stopped(End),
}

impl StartError {
    /// Whether the scenario is at fault, and not what it names.
    #[must_use]
    pub fn is_scenarios_fault(&self) -> bool {
        matches!(self, StartError::NotFound { .. })
    }
}
