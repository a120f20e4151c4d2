//! Has the monitors of a run see what happens, and speak when it is time.

use serde_json::{Map, Value};

use super::scene::Scene;
use super::timeline::{Fact, Mark, Timeline, What};
use super::{Judgement, Monitor};
use crate::arbiter::Committed;
use crate::model::oblot::Oblot;
use crate::model::oblot::census::Census;
use crate::model::oblot::robot::Robot;
use crate::monitor::{Finding, Line, Listener, Watcher};
use crate::registry::{Kind, Parameter};
use crate::scenario::{ScenarioError, Section, Word};

/// When a monitor speaks, besides the start and the end of the run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Occasion {
    /// At the multiples of this time.
    Every(f64),
    /// When this happens.
    Per(Per),
}

/// What a monitor speaks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Per {
    /// Every Visualize tick.
    Tick,
    /// The end of every epoch.
    Epoch,
    /// Every event but the ticks.
    Event,
}

impl Word for Per {
    const ALL: &'static [Self] = &[Per::Tick, Per::Epoch, Per::Event];

    fn word(self) -> &'static str {
        match self {
            Per::Tick => "tick",
            Per::Epoch => "epoch",
            Per::Event => "event",
        }
    }
}

/// The parameters that all monitors have in common, besides `kind`.
pub static COMMON: &[Parameter] = &[
    Parameter {
        name: "every",
        kind: Kind::Number,
        default: Some("at the ticks"),
        range: "above 0",
        summary: "the time between two looks, in place of per: at its multiples, whatever happens \
                  there",
    },
    Parameter {
        name: "name",
        kind: Kind::Text,
        default: Some("the kind"),
        range: "of small letters, digits and _",
        summary: "by which it is called; several of one kind need different names, and none may be \
                  that of a figure of the run",
    },
    Parameter {
        name: "per",
        kind: Kind::Word(&["tick", "epoch", "event"]),
        default: Some("\"tick\""),
        range: "",
        summary: "what the monitor looks at the robots at, besides the start and the end: every \
                  Visualize tick, the end of every epoch, every event but the ticks. These are the \
                  lines of its series",
    },
];

impl Occasion {
    pub(super) fn read(section: &Section<'_>) -> Result<Self, ScenarioError> {
        match section.f64("every").positive().optional()? {
            Some(_) if section.has("per") => {
                let message = "expected either every or per, found both";
                Err(section.refuse("per", message))
            }
            Some(every) => Ok(Occasion::Every(every)),
            None => section
                .choice::<Per>("per")
                .or(Per::Tick)
                .map(Occasion::Per),
        }
    }
}

/// A monitor with its name.
#[derive(Debug)]
pub(super) struct Watched {
    name: String,
    kind: &'static str,
    occasion: Occasion,
    /// How many multiples of the time of its [`Occasion::Every`] have been.
    multiples: u64,
    monitor: Box<dyn Monitor>,
}

impl Clone for Watched {
    fn clone(&self) -> Self {
        Watched {
            name: self.name.clone(),
            kind: self.kind,
            occasion: self.occasion,
            multiples: self.multiples,
            monitor: self.monitor.copy(),
        }
    }
}

impl Watched {
    pub(super) fn new(
        name: String,
        kind: &'static str,
        occasion: Occasion,
        monitor: Box<dyn Monitor>,
    ) -> Self {
        Watched {
            name,
            kind,
            occasion,
            multiples: 0,
            monitor,
        }
    }

    /// The next multiple of its time.
    fn next(&self) -> Option<f64> {
        match self.occasion {
            // A product, because a sum would gather errors.
            Occasion::Every(every) => Some((self.multiples + 1) as f64 * every),
            Occasion::Per(_) => None,
        }
    }

    fn speak(&mut self, scene: &Scene, at: &'static str, door: &mut dyn Listener) {
        let mut value = Map::new();
        value.insert("monitor".to_owned(), self.name.clone().into());
        value.insert("at".to_owned(), at.into());
        let said = self.monitor.sample(scene).into_iter();
        value.extend(said.map(|(key, said)| (key.to_owned(), said)));
        door.hear(Line {
            event: scene.mark().event,
            time: scene.now(),
            value: Value::Object(value),
        });
    }
}

/// The monitors of one run.
#[derive(Debug)]
pub(super) struct Watch {
    timeline: Timeline,
    scene: Scene,
    monitors: Vec<Watched>,
    began: bool,
}

impl Watch {
    pub(super) fn new(mut monitors: Vec<Watched>, robots: &[Robot], epsilon: f64) -> Self {
        let scene = Scene::new(robots);
        for watched in &mut monitors {
            watched.monitor.begin(&scene);
        }
        Watch {
            timeline: Timeline::new(robots, epsilon),
            scene,
            monitors,
            began: false,
        }
    }

    fn begin(&mut self, door: &mut dyn Listener) {
        if !std::mem::replace(&mut self.began, true) {
            self.all_speak("start", door);
        }
    }

    fn all_speak(&mut self, at: &'static str, door: &mut dyn Listener) {
        for watched in &mut self.monitors {
            watched.speak(&self.scene, at, door);
        }
    }

    fn take_facts(&mut self, door: &mut dyn Listener) {
        while let Some(fact) = self.timeline.take() {
            self.go_to(fact.time, door);
            self.happen(&fact, door);
        }
    }

    /// Has those speak whose time comes before this instant, in the order of their times.
    fn go_to(&mut self, time: f64, door: &mut dyn Listener) {
        while !door.is_leaving() {
            let due = self.monitors.iter_mut().filter_map(|watched| {
                let next = watched.next().filter(|&next| next < time)?;
                Some((next, watched))
            });
            // Of several at one instant the first comes first.
            let Some((next, watched)) = due.min_by(|one, other| one.0.total_cmp(&other.0)) else {
                break;
            };
            watched.multiples += 1;
            self.scene.go_to(next);
            watched.speak(&self.scene, "every", door);
        }
        self.scene.go_to(time);
    }

    fn happen(&mut self, fact: &Fact, door: &mut dyn Listener) {
        match &fact.what {
            What::Act(act) => {
                let monitors = &mut self.monitors;
                self.scene.apply(act, |scene, robot| {
                    for watched in &mut *monitors {
                        watched.monitor.turn(scene, robot);
                    }
                });
                for watched in &mut self.monitors {
                    watched.monitor.act(&self.scene, act);
                }
            }
            What::Mark(mark) => self.mark(mark, door),
        }
    }

    fn mark(&mut self, mark: &Mark, door: &mut dyn Listener) {
        let epoch = mark.epochs > self.scene.mark().epochs;
        self.scene.note(*mark);
        for watched in &mut self.monitors {
            watched.monitor.event(&self.scene);
            let per = match watched.occasion {
                Occasion::Per(per) => per,
                Occasion::Every(_) => continue,
            };
            let due = match per {
                Per::Tick => mark.tick,
                Per::Epoch => epoch,
                Per::Event => !mark.tick,
            };
            if due {
                watched.speak(&self.scene, per.word(), door);
            }
        }
    }
}

impl Watcher<Oblot> for Watch {
    fn committed(&mut self, committed: &Committed<'_, Oblot>, door: &mut dyn Listener) {
        self.begin(door);
        self.timeline.committed(committed);
        self.take_facts(door);
    }

    fn finish(
        &mut self,
        robots: Option<&[Option<Robot>]>,
        _: Option<&Census>,
        time: f64,
        door: &mut dyn Listener,
    ) -> Vec<Finding> {
        self.begin(door);
        self.timeline.finish(robots, time);
        self.take_facts(door);
        // A run whose robots cannot be asked is judged as far as their motions are known.
        let end = self.timeline.blocked_at().unwrap_or(time);
        self.go_to(end, door);
        self.all_speak("end", door);
        let findings = self.monitors.iter_mut().map(|watched| {
            let Judgement { holds, figures } = watched.monitor.finish(&self.scene);
            Finding {
                name: watched.name.clone(),
                kind: watched.kind,
                holds,
                figures,
            }
        });
        findings.collect()
    }
}
