//! Monitors of the amoebot model. One file each, one line in [`MONITORS`].
//!
//! They look at the system at the start and at the end of every round.

mod activity;
mod connected;
mod count;
mod history;
pub mod keys;

mod shape;
#[cfg(test)]
mod tests;
mod watch;

use std::fmt::Debug;

use self::watch::{Watch, Watched};
use super::oblot::{Judgement, Said};
use super::{FigureEntry, Known, Monitored, Monitors, Watcher, read_name};
use crate::model::amoebot::Amoebot;
use crate::model::amoebot::books::{Counts, FIGURES};
use crate::model::amoebot::joint::Bond;
use crate::model::amoebot::particle::Particle;
use crate::model::amoebot::scenario::Scenario;
use crate::model::amoebot::view::View;
use crate::registry::{Entry, Facts, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

/// The monitors, by name. A new one is a file of this folder and a line here.
pub static MONITORS: &[Entry<BuildMonitor>] = &[
    activity::ENTRY,
    connected::ENTRY,
    count::ENTRY,
    history::ENTRY,
    shape::ENTRY,
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
pub type ReadMonitor = fn(&Section<'_>, &Scenario) -> Result<Box<dyn Monitor>, ScenarioError>;

/// What a monitor sees at the end of a round.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// Everything as it is.
    pub view: &'a View,
    /// How often something came about so far.
    pub counts: Counts,
    /// How many particles have finished.
    pub finished: usize,
    /// The bonds of the round, as they were before its movement. None at the start, and none where
    /// particles are activated one at a time.
    pub bonds: &'a [Bond],
}

/// Checks one property of a run.
pub trait Monitor: Debug + Send + Sync {
    /// Whether it gives a verdict.
    fn judges(&self) -> bool;

    /// A round is over, or the run is about to start. Says what there is to say of this instant.
    fn round(&mut self, scene: &Scene<'_>) -> Said;

    /// The run has ended.
    fn finish(&mut self, scene: &Scene<'_>) -> Judgement;

    /// A monitor with the same parameters that has seen as much.
    fn copy(&self) -> Box<dyn Monitor>;
}

/// The parameters that all monitors have in common, besides `kind`.
pub static COMMON: &[Parameter] = &[
    Parameter {
        name: "every",
        kind: Kind::Whole,
        default: Some("1"),
        range: "of at least 1",
        summary: "of so many rounds the last has a line in the series, besides the start and the end",
    },
    Parameter {
        name: "name",
        kind: Kind::Text,
        default: Some("the kind"),
        range: "of small letters, digits and _",
        summary: "by which it is called; several of one kind need different names, and none may be \
                  that of a figure of the run",
    },
];

impl Monitored for Amoebot {
    const FIGURES: &'static [&'static str] = FIGURES;

    fn monitors(
        root: &Section<'_>,
        scenario: &Scenario,
    ) -> Result<Box<dyn Monitors<Amoebot>>, ScenarioError> {
        let mut all = Prepared {
            known: Vec::new(),
            watched: Vec::new(),
        };
        for section in root.tables("monitors")? {
            let entry = section.entry("kind", MONITORS).required()?;
            let monitor = (entry.build.read)(&section, scenario)?;
            let name = read_name(&section, entry.name, &all.known, FIGURES)?;
            all.known.push(Known {
                name: name.clone(),
                kind: entry.name,
                judges: monitor.judges(),
                figures: entry.build.figures,
            });
            let every = section.u64("every").positive().or(1)?;
            all.watched
                .push(Watched::new(name, entry.name, every, monitor));
        }
        Ok(Box::new(all))
    }
}

/// The monitors of a scenario before a run.
#[derive(Debug)]
struct Prepared {
    known: Vec<Known>,
    watched: Vec<Watched>,
}

impl Monitors<Amoebot> for Prepared {
    fn known(&self) -> &[Known] {
        &self.known
    }

    fn begin(&self, _: &[Particle]) -> Box<dyn Watcher<Amoebot>> {
        Box::new(Watch::new(self.watched.clone()))
    }
}
