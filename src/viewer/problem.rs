//! What is wrong, as a page is told.

use serde::Serialize;

use crate::scenario::ScenarioError;
use crate::study::StudyError;

/// What is wrong with a command, and where in the scenario, if it is about one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// What was expected and what was found.
    pub message: String,
    /// The line of the scenario's text, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// The key of the scenario that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Advice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

impl Problem {
    /// A problem without a place.
    pub fn new(message: impl Into<String>) -> Self {
        Problem {
            message: message.into(),
            ..Problem::default()
        }
    }
}

impl From<ScenarioError> for Problem {
    fn from(error: ScenarioError) -> Self {
        let path = error.path();
        Problem {
            message: error.message().to_owned(),
            line: error.line(),
            column: error.column(),
            key: (!path.is_empty()).then(|| path.to_owned()),
            help: error.help(),
        }
    }
}

impl From<StudyError> for Problem {
    fn from(error: StudyError) -> Self {
        match error {
            StudyError::Scenario(error) => error.into(),
            error => Problem::new(error.to_string()),
        }
    }
}
