//! Monitors of the OBLOT model. One file each, one line in [`MONITORS`].
//!
//! | file | what it is about |
//! |---|---|
//! | `timeline` | committed events become facts about single robots, in order and complete |
//! | [`Scene`] | what every monitor sees: motions, cycles, pending targets |
//! | `motion` | closed forms for straight motions |
//! | `watch` | hands the facts to the monitors and has them speak when it is time |
//!
//! Every rule about events is applied once, in the timeline and the scene; a monitor sees their
//! results only.

mod asynchrony;
mod clusters;
mod collisions;
mod connectivity;
mod diameter;
mod distance;
mod edges;
mod fairness;
mod gaps;
mod gathered;
mod groups;
pub mod keys;
mod motion;
mod multiplicities;
mod pairs;
mod pattern;
mod progress;
mod scene;
#[cfg(test)]
mod tests;
mod timeline;
mod watch;

use std::fmt::Debug;

use serde_json::Value;

use self::watch::{Occasion, Watch, Watched};
use super::{FigureEntry, Known, Monitored, Monitors, Watcher, read_name};
use crate::model::Extras;
use crate::model::oblot::robot::Robot;
use crate::model::oblot::scenario::Scenario;
use crate::model::oblot::{Oblot, measure};
use crate::registry::{Entry, Facts, Kind, Parameter};
use crate::scenario::{ScenarioError, Section, Word};

pub use motion::{Motion, Passage};
pub use scene::{Body, Of, Scene};
pub use timeline::{Act, Mark, Step};
pub use watch::COMMON;

/// The monitors, by name. A new one is a file of this folder and a line here.
pub static MONITORS: &[Entry<BuildMonitor>] = &[
    asynchrony::ENTRY,
    collisions::ENTRY,
    connectivity::ENTRY,
    diameter::ENTRY,
    distance::ENTRY,
    edges::ENTRY,
    fairness::ENTRY,
    gathered::ENTRY,
    groups::ENTRY,
    multiplicities::ENTRY,
    pattern::ENTRY,
    progress::ENTRY,
];

/// How a monitor is made, and what it finds.
#[derive(Clone, Copy, Debug)]
pub struct BuildMonitor {
    /// The figures, in the order in which they are found.
    pub figures: &'static [FigureEntry],
    /// Reads the parameters.
    pub read: ReadMonitor,
}

impl Facts for BuildMonitor {
    fn facts(&self) -> Vec<(&'static str, String)> {
        let names: Vec<_> = self.figures.iter().map(|figure| figure.key).collect();
        vec![("figures", names.join(", "))]
    }
}

/// Reads the parameters of a monitor.
pub type ReadMonitor = fn(&Section<'_>, &Context<'_>) -> Result<Box<dyn Monitor>, ScenarioError>;

/// What monitors know of the scenario that they belong to.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// How many robots there are.
    pub robots: usize,
    /// How far robots see; `None` where they see everything.
    pub radius: Option<f64>,
    /// The precision: points closer than this count as one.
    pub epsilon: f64,
    /// How many robots have no fault. To know it, a run has to be planned.
    pub correct: &'a dyn Fn() -> usize,
}

impl Debug for Context<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Context")
            .field("robots", &self.robots)
            .field("radius", &self.radius)
            .field("epsilon", &self.epsilon)
            .finish_non_exhaustive()
    }
}

/// Named values: what a monitor says of an instant, or its figures.
pub type Said = Vec<(&'static str, Value)>;

/// What a monitor found.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// Whether the property holds; `None` without a verdict.
    pub holds: Option<bool>,
    /// The figures, in the order in which the entry lists them.
    pub figures: Said,
}

/// Checks one property of a run.
///
/// The methods are called in the order of the run; the scene is always that of the instant.
pub trait Monitor: Debug + Send + Sync {
    /// Whether it gives a verdict.
    fn judges(&self) -> bool {
        true
    }

    /// The run is about to start.
    fn begin(&mut self, scene: &Scene);

    /// The motion of a robot is about to change: up to now it is as the scene says.
    fn turn(&mut self, scene: &Scene, robot: u32) {
        let _ = (scene, robot);
    }

    /// Something has happened to a robot.
    fn act(&mut self, scene: &Scene, act: &Act) {
        let _ = (scene, act);
    }

    /// An event is over.
    fn event(&mut self, scene: &Scene) {
        let _ = scene;
    }

    /// What it says of this instant.
    fn sample(&mut self, scene: &Scene) -> Said;

    /// The run has ended; the scene is that of the last event.
    fn finish(&mut self, scene: &Scene) -> Judgement;

    /// A monitor with the same parameters that has seen as much.
    fn copy(&self) -> Box<dyn Monitor>;
}

impl Monitored for Oblot {
    const FIGURES: &'static [&'static str] = measure::FIGURES;

    fn monitors(
        root: &Section<'_>,
        scenario: &Scenario,
    ) -> Result<Box<dyn Monitors<Oblot>>, ScenarioError> {
        let correct = || {
            let plan = scenario.plan(Extras::default());
            let robots = plan.robots.iter();
            robots.filter(|robot| robot.faults().is_empty()).count()
        };
        let context = Context {
            robots: scenario.robots(),
            radius: scenario.radius(),
            epsilon: scenario.epsilon(),
            correct: &correct,
        };
        let mut all = Prepared {
            known: Vec::new(),
            watched: Vec::new(),
            epsilon: context.epsilon,
        };
        for section in root.tables("monitors")? {
            let entry = section.entry("kind", MONITORS).required()?;
            let monitor = (entry.build.read)(&section, &context)?;
            let name = read_name(&section, entry.name, &all.known, measure::FIGURES)?;
            all.known.push(Known {
                name: name.clone(),
                kind: entry.name,
                judges: monitor.judges(),
                figures: entry.build.figures,
            });
            let occasion = Occasion::read(&section)?;
            all.watched
                .push(Watched::new(name, entry.name, occasion, monitor));
        }
        Ok(Box::new(all))
    }
}

/// The monitors of a scenario before a run.
#[derive(Debug)]
struct Prepared {
    known: Vec<Known>,
    watched: Vec<Watched>,
    epsilon: f64,
}

impl Monitors<Oblot> for Prepared {
    fn known(&self) -> &[Known] {
        &self.known
    }

    fn begin(&self, robots: &[Robot]) -> Box<dyn Watcher<Oblot>> {
        Box::new(Watch::new(self.watched.clone(), robots, self.epsilon))
    }
}

impl Word for Of {
    const ALL: &'static [Self] = &[Of::All, Of::Correct];

    fn word(self) -> &'static str {
        match self {
            Of::All => "all",
            Of::Correct => "correct",
        }
    }
}

/// The parameter `of` with a default.
const fn of_parameter(default: &'static str) -> Parameter {
    Parameter {
        name: "of",
        kind: Kind::Word(&["all", "correct"]),
        default: Some(default),
        range: "",
        summary: "which robots it is about: all, or those without a fault",
    }
}

const OF_ALL: Parameter = of_parameter("\"all\"");

fn read_of(section: &Section<'_>) -> Result<Of, ScenarioError> {
    section.choice::<Of>("of").or(Of::All)
}

/// The radius of a monitor: its own, or that of the robots.
fn read_radius(section: &Section<'_>, context: &Context<'_>) -> Result<f64, ScenarioError> {
    match section
        .f64("radius")
        .non_negative()
        .optional()?
        .or(context.radius)
    {
        Some(radius) => Ok(radius),
        None => {
            let message = "missing, expected a radius (the visibility of the robots has no limit)";
            Err(section.refuse("radius", message))
        }
    }
}

/// The parameter of [`read_radius`].
const RADIUS: Parameter = Parameter {
    name: "radius",
    kind: Kind::Number,
    default: Some("the visibility radius"),
    range: "of at least 0",
    summary: "two robots see each other up to this distance; required where they see everything",
};

/// A length that has the precision of the run, or a multiple of it, for its default.
fn read_length(section: &Section<'_>, key: &str, default: f64) -> Result<f64, ScenarioError> {
    let length = section.f64(key).non_negative().optional()?;
    Ok(length.unwrap_or(default))
}

/// Refuses more robots than a monitor of pairs can hold.
fn check_pairs(section: &Section<'_>, context: &Context<'_>) -> Result<(), ScenarioError> {
    if context.robots <= pairs::MOST_ROBOTS {
        return Ok(());
    }
    let message = format!(
        "expected at most {} robots for a monitor of all pairs, found {}",
        pairs::MOST_ROBOTS,
        context.robots
    );
    Err(section.refuse("kind", message))
}

/// The names of two robots.
fn pair(one: u32, other: u32) -> Value {
    [one.min(other), one.max(other)].to_vec().into()
}
