//! Runs what a recorded run of the original simulator was configured for, and compares the two.
//!
//! The settings of the record become an ordinary scenario with numpy's random numbers, which is
//! [read](scenario()) and checked as any other, executed on either engine, and watched: each committed
//! event and each robot at the end is handed to a [`Comparison`], whose [`Report`] says whether both
//! are the same run.

mod settings;

use crate::arbiter::{Committed, RunError};
use crate::engine::{Engine, Flow, Observer, Simulation};
use crate::model::Extras;
use crate::model::oblot::robot::Robot;
use crate::model::oblot::{Kind, Light, Oblot, Outcome, Phase, RobotOutcome};
use crate::model::{End, Event};
use crate::record::reference::{self, Comparison, EventKind, ReferenceRun, Report};
use crate::record::reference::{SeenEvent, SeenRobot};
use crate::scenario::ScenarioError;

pub use settings::{algorithm, document, scenario};

/// Why a recorded run could not be compared.
#[derive(Debug, thiserror::Error)]
pub enum NotCompared {
    /// It is a run of an algorithm that does not exist here.
    #[error("the algorithm {0} does not exist here")]
    NoAlgorithm(String),
    /// Its settings are beyond what a scenario may say.
    #[error("its settings make no scenario: {0}")]
    Refused(#[from] ScenarioError),
    /// Our run failed.
    #[error("our run failed: {0}")]
    Failed(#[from] RunError),
}

/// Executes the settings of a recorded run and compares the two runs to the end.
///
/// Where the recorded run came to its own end, ours may go on for as long as the recorder would have
/// allowed; where the recorded run was stopped, ours is stopped after as many events.
///
/// # Errors
///
/// [`NotCompared`]. A run that differs is no error; its report says so.
pub fn compare(run: &ReferenceRun, engine: Engine) -> Result<Report, NotCompared> {
    let plan = scenario(run)?.plan(Extras::default());
    let mut simulation = Simulation::new(plan, engine)?;
    let (watcher, end) = simulation.run(Watcher(Comparison::new(run.clone())));
    let ended = end? == End::Terminated;
    let state = simulation.state()?;
    let robots: Vec<SeenRobot> = state.robots.iter().flatten().map(seen_robot).collect();
    let Watcher(comparison) = watcher;
    Ok(comparison.finish(ended, simulation.status().time, &robots))
}

/// Shows each committed event to the comparison.
#[derive(Debug)]
struct Watcher(Comparison);

impl Observer<Oblot> for Watcher {
    fn committed(&mut self, committed: &Committed<'_, Oblot>) -> Flow {
        let event = committed.event;
        for (id, outcome) in committed.results {
            self.0.event(&match outcome {
                Outcome::Tick(_) => SeenEvent::visualize(event.time),
                Outcome::Robot(outcome) => seen_event(event, *id, outcome, committed.ended),
            });
        }
        Flow::Continue
    }
}

/// The event of a robot in the words and codes of the original. The event with which a run ends
/// because all robots are done has the code -1 there.
fn seen_event(
    event: &Event<Oblot>,
    id: i32,
    outcome: &RobotOutcome,
    ended: Option<End>,
) -> SeenEvent {
    let RobotOutcome {
        code,
        position,
        target,
        appearance,
        ..
    } = *outcome;
    let is_last = ended == Some(End::Terminated);
    SeenEvent {
        time: event.time,
        id,
        kind: event_kind(event.kind),
        code: if is_last { -1 } else { code as i32 },
        x: position.x,
        y: position.y,
        target: target.map(|target| (target.x, target.y)),
        state: phase(appearance.phase),
        frozen: appearance.frozen,
        terminated: appearance.terminated,
        light: appearance.light.and_then(light),
    }
}

fn seen_robot(robot: &Robot) -> SeenRobot {
    let (position, appearance) = (robot.position(), robot.appearance());
    SeenRobot {
        x: position.x,
        y: position.y,
        target: robot.target().map(|target| (target.x, target.y)),
        state: phase(appearance.phase),
        frozen: appearance.frozen,
        terminated: appearance.terminated,
        light: appearance.light.and_then(light),
        travelled: robot.travelled(),
    }
}

fn event_kind(kind: Kind) -> EventKind {
    match kind {
        Kind::Crash => EventKind::Crash,
        // The original has no departures, rounds and transient faults apart from Looks, and no event for the end of
        // a robot. Neither has the scenario that is made here.
        Kind::Look | Kind::Move | Kind::Round | Kind::Fault => EventKind::Look,
        Kind::Visualize => EventKind::Visualize,
        Kind::Wait | Kind::Terminated => EventKind::Wait,
    }
}

fn phase(phase: Phase) -> reference::Phase {
    match phase {
        Phase::Wait => reference::Phase::Wait,
        Phase::Look => reference::Phase::Look,
        Phase::Move => reference::Phase::Move,
        Phase::Crash => reference::Phase::Crash,
    }
}

/// The light of the original; it has no colours but those of the phases.
fn light(light: Light) -> Option<reference::Light> {
    match light {
        Light::Blue => Some(reference::Light::Blue),
        Light::Red => Some(reference::Light::Red),
        Light::Green => Some(reference::Light::Green),
        _ => None,
    }
}
