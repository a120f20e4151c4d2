//! What a model needs so that scenario files can name it.

use super::{Clock, Model, Plan};
use crate::layout::Layout;
use crate::math::Point;
use crate::scenario::{ScenarioError, Section};

/// A model that scenarios can name: it reads its part of a scenario, and its runs can be recorded
/// and summed up.
pub trait Subject: Model {
    /// A checked scenario of this model.
    type Scenario: Send + Sync + 'static;
    /// What a scenario of this model may expect of its runs besides what all scenarios may.
    type Expected: Default + Send + Sync + 'static;

    /// Reads everything in a scenario that the model itself understands.
    ///
    /// # Errors
    ///
    /// The first value that is missing or wrong, with its place.
    fn read(root: &Section<'_>) -> Result<Self::Scenario, ScenarioError>;

    /// Reads what a scenario expects besides what all scenarios may.
    ///
    /// # Errors
    ///
    /// The first value that is wrong, with its place.
    fn expected(
        expect: &Section<'_>,
        scenario: &Self::Scenario,
    ) -> Result<Self::Expected, ScenarioError> {
        let _ = (expect, scenario);
        Ok(Self::Expected::default())
    }

    /// What a run did otherwise than expected, in words.
    fn disappointed(expected: &Self::Expected, director: &Self::Director) -> Vec<String> {
        let _ = (expected, director);
        Vec::new()
    }

    /// Everything a run starts from; the same scenario gives the same plan each time.
    fn plan(scenario: &Self::Scenario, extras: Extras) -> Plan<Self>;

    /// Whether the scenario runs although it does not give what its algorithm requires.
    fn is_forced(scenario: &Self::Scenario) -> bool {
        let _ = scenario;
        false
    }

    /// What paces the runs of a scenario.
    fn clock(scenario: &Self::Scenario) -> Clock {
        let _ = scenario;
        Clock::Virtual
    }

    /// About how many bytes a run of a scenario takes on the inline engine, without its record: the
    /// robots, the parts and what is pending.
    fn footprint(scenario: &Self::Scenario) -> u64;

    /// How a row of the record is laid out.
    fn layout() -> Layout;

    /// How a row of the operations of a wall-clock run is laid out: the columns that all models
    /// have, and then what [`Model::encode_operation`] appends.
    fn operation_layout() -> Layout {
        Layout::operations()
    }

    /// Whether events of this kind come when a timer says, and not when a Compute ends.
    fn is_timed(kind: Self::Kind) -> bool {
        let _ = kind;
        true
    }

    /// What a line of steering does: the words after the command's name, which is the first.
    ///
    /// # Errors
    ///
    /// What was expected instead, in words.
    fn command(scenario: &Self::Scenario, words: &[&str]) -> Result<Self::Input, String>;

    /// The commands of this model, each with what it does, for people.
    fn commands() -> &'static [(&'static str, &'static str)];

    /// How things stand, for people: a line for each robot.
    fn describe(robots: &[Option<Self::Robot>], director: &Self::Director, now: f64)
    -> Vec<String>;

    /// The positions that an outcome brings along, where [`Extras::frames`] asked for them.
    fn frame(outcome: &Self::Outcome) -> Option<Vec<Point>>;

    /// The hash of what the robot perceived, where [`Extras::percepts`] asked for it.
    fn percept(outcome: &Self::Outcome) -> Option<u64>;

    /// How many robots are done, of how many.
    fn progress(director: &Self::Director) -> (usize, usize);

    /// The figures of a run for people and programs, from the robots before and after it; `now` is
    /// the time of the last event.
    fn figures(
        before: &[Self::Robot],
        after: &[Option<Self::Robot>],
        director: &Self::Director,
        now: f64,
    ) -> Vec<Figure>;
}

/// What the outcomes of a run bring along for its observers. None of it changes the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    /// Ticks of the environment bring the positions.
    pub frames: bool,
    /// Looks bring a hash of what the robot perceived.
    pub percepts: bool,
}

/// One figure of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The key in JSON.
    pub key: &'static str,
    /// The words for people.
    pub label: &'static str,
    /// The value: a number, or a text.
    pub value: serde_json::Value,
}

impl Figure {
    /// A figure.
    pub fn new(
        key: &'static str,
        label: &'static str,
        value: impl Into<serde_json::Value>,
    ) -> Self {
        Figure {
            key,
            label,
            value: value.into(),
        }
    }
}
