//! Faults: what each rule says, what whole runs come to, and what is refused.

mod byzantine;
mod composition;
mod crashes;
mod motion;
mod perception;
mod refusals;
mod split;
mod stalls;
mod transients;

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Afflicted, Affliction, Attempt, FAULTS, FaultDice, Restless, Sensing, Verdict};
use crate::arbiter::{Committed, RunError};
use crate::dice::Dice;
use crate::engine::{Engine, Flow, Observer, Simulation, State};
use crate::math::Point;
use crate::model::oblot::percept::Percept;
use crate::model::oblot::positions::{Appearance, Snapshot, Table};
use crate::model::oblot::robot::{Quirks, Robot};
use crate::model::oblot::scenario::Scenario;
use crate::model::oblot::{Code, Kind, Oblot, Outcome};
use crate::model::{End, Extras};
use crate::registry;
use crate::scenario::{Document, ScenarioError};

/// Every kind of fault in most of its ways, as TOML without the robots that have it.
pub(crate) const SAMPLES: &[&str] = &[
    "kind = \"actuation\"\nerror = \"invert\"",
    "kind = \"actuation\"\nerror = \"rotate\"\nangle = 0.75",
    "kind = \"actuation\"\nerror = \"overshoot\"\nfactor = 1.25",
    "kind = \"actuation\"\nerror = \"random\"\ndeviation = 0.5",
    "kind = \"byzantine\"",
    "kind = \"byzantine\"\nreach = 2.0",
    "kind = \"byzantine_flee\"\nreach = 3.0",
    "kind = \"byzantine_follow\"",
    "kind = \"byzantine_follow\"\nreach = 5.0",
    "kind = \"byzantine_frozen\"",
    "kind = \"byzantine_mirror\"",
    "kind = \"byzantine_mirror\"\nof = \"centroid\"\nreach = 9.0",
    "kind = \"byzantine_oscillate\"\npoints = [[0.0, 0.0], [5.0, 1.0]]",
    "kind = \"byzantine_scripted\"\npoints = [[0.0, 0.0], [5.0, 1.0], [5.0, 1.0]]",
    "kind = \"byzantine_scripted\"\npoints = [[0.0, 0.0], [5.0, 1.0]]\nthen = \"repeat\"",
    "kind = \"byzantine_split\"",
    "kind = \"byzantine_split\"\nreach = 4.0",
    "kind = \"crash\"",
    "kind = \"crash\"\ntime = 2.5",
    "kind = \"crash\"\nactivation = 2",
    "kind = \"crash\"\nduring = \"move\"\ndeparture = 2\nfraction = 0.25",
    "kind = \"crash\"\nvisible = false",
    "kind = \"crash\"\nactivation = 3\nvisible = false",
    "kind = \"delay\"",
    "kind = \"delay\"\ntime = 1.0\nuntil = 6.0",
    "kind = \"intermittent\"\neffect = \"omission\"",
    "kind = \"intermittent\"\neffect = \"stop\"\nresolve = 0.5",
    "kind = \"intermittent\"\neffect = \"sensing\"\nloss = 0.75",
    "kind = \"intermittent\"\neffect = \"invert\"",
    "kind = \"intermittent\"\neffect = \"rotate\"\nprobability = 0.5",
    "kind = \"intermittent\"\neffect = \"overshoot\"",
    "kind = \"intermittent\"\neffect = \"random\"",
    "kind = \"mixed\"",
    "kind = \"mobility\"",
    "kind = \"mobility\"\ntime = 1.5",
    "kind = \"mobility\"\nactivation = 2",
    "kind = \"omission\"",
    "kind = \"sensing\"",
    "kind = \"sensing\"\nloss = 0.0\nradius = 30.0",
    "kind = \"transient\"\ntime = 2.0\nposition = [1.0, 2.0]",
    "kind = \"transient\"\ntime = 3.0\ndisplacement = [1.0, -2.0]\nlight = \"red\"",
    "kind = \"transient\"\ntime = 1.0\nbox = [40.0, 20.0]",
];

#[test]
fn there_is_a_sample_of_every_kind() {
    let kind = |sample: &str| {
        let document = Document::parse("sample.toml", sample).unwrap();
        let root = document.root();
        root.entry("kind", FAULTS).required().unwrap().name
    };
    let kinds: BTreeSet<_> = SAMPLES.iter().map(|sample| kind(sample)).collect();
    assert_eq!(kinds, registry::names(FAULTS).collect());
}

// ---------------------------------------------------------------------------------------------
// One rule

const HERE: Point = Point::new(1.0, 1.0);

/// One robot with one fault, and the dice for it.
struct Patient {
    affliction: Affliction,
    dice: Dice,
}

impl Patient {
    /// The first of one robot with this fault.
    fn new(fault: &str) -> Self {
        Patient::number(fault, 0, &[0])
    }

    /// One of several robots with this fault.
    fn number(fault: &str, index: usize, all: &[usize]) -> Self {
        let document = Document::parse("fault.toml", fault).unwrap();
        let root = document.root();
        let entry = root.entry("kind", FAULTS).required().unwrap();
        let fault = (entry.build)(&root).unwrap_or_else(|error| panic!("{error}"));
        root.finish().unwrap();
        let mut dice = Dice::new(5, all[index] as u32);
        let robot = Afflicted {
            index,
            id: all[index],
            all,
            robots: 9,
            quirks: Quirks::ALL,
        };
        let (name, affliction) = fault.afflict(&robot, &mut FaultDice::new(&mut dice, &mut None));
        assert_eq!(name, entry.name);
        Patient { affliction, dice }
    }

    fn look(&mut self, percept: &Percept) -> Sensing {
        let rule = self.affliction.rule.as_mut().unwrap();
        rule.judge_look(percept, &mut FaultDice::new(&mut self.dice, &mut None))
    }

    /// What becomes of the wish to go from [`HERE`] to this point.
    fn intent(&mut self, time: f64, x: f64, y: f64) -> Verdict {
        let attempt = Attempt {
            from: HERE,
            to: Point::new(x, y),
            time,
        };
        let rule = self.affliction.rule.as_mut().unwrap();
        rule.judge_intent(attempt, &mut FaultDice::new(&mut self.dice, &mut None))
    }

    fn restless(&self) -> Restless {
        self.affliction.restless
    }

    /// Whether anything was drawn from its dice.
    fn drew(&self) -> bool {
        self.dice.touched().next().is_some()
    }
}

fn seen(robots: &[(Point, Appearance)], me: u32, radius: Option<f64>) -> Percept {
    let table = Arc::new(Table::new(robots, 1e-5));
    Percept::new(Snapshot { table, time: 7.0 }, me, radius)
}

/// What the first of some resting robots sees, which is at [`HERE`].
fn from_here(others: &[(f64, f64)]) -> Percept {
    let others = others.iter().map(|&(x, y)| Point::new(x, y));
    let robots: Vec<_> = std::iter::once(HERE)
        .chain(others)
        .map(|at| (at, Appearance::START))
        .collect();
    seen(&robots, 0, None)
}

fn answer(x: f64, y: f64) -> Sensing {
    Sensing::Answer(Point::new(x, y))
}

fn instead(x: f64, y: f64) -> Verdict {
    Verdict::Instead(Point::new(x, y))
}

// ---------------------------------------------------------------------------------------------
// Whole runs

fn read(text: &str) -> Result<Scenario, ScenarioError> {
    let document = Document::parse("test.toml", text)?;
    let root = document.root();
    let scenario = Scenario::read(&root)?;
    root.finish()?;
    Ok(scenario)
}

/// Robots on the x axis that gather, without ticks.
fn on_a_line(xs: &[f64], rest: &str) -> Scenario {
    let positions: Vec<_> = xs.iter().map(|x| format!("[{x:?}, 0.0]")).collect();
    let text = format!(
        "[swarm]\nrobots = {}\nalgorithm = \"gathering\"\nstart = \"positions\"\n\
         positions = [{}]\n{rest}",
        xs.len(),
        positions.join(", "),
    );
    read(&text).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

/// The same in synchronous rounds.
fn rounds_of(xs: &[f64], rest: &str) -> Scenario {
    on_a_line(
        xs,
        &format!("[scheduler]\nkind = \"fsync\"\nvisualize = inf\n{rest}"),
    )
}

/// One robot's part in an event: time, id, kind, code and where it rested last.
type Line = (f64, i32, Kind, Code, f64);

#[derive(Default)]
struct Log(Vec<Line>);

impl Observer<Oblot> for Log {
    fn committed(&mut self, committed: &Committed<'_, Oblot>) -> Flow {
        let event = committed.event;
        for (id, outcome) in committed.results {
            if let Outcome::Robot(outcome) = outcome {
                let x = outcome.position.x;
                self.0.push((event.time, *id, event.kind, outcome.code, x));
            }
        }
        Flow::Continue
    }
}

/// What a run came to.
struct Ran {
    end: Result<End, RunError>,
    lines: Vec<Line>,
    state: State<Oblot>,
}

impl Ran {
    fn robot(&self, id: usize) -> &Robot {
        self.state.robots[id].as_ref().unwrap()
    }

    fn x(&self, id: usize) -> f64 {
        self.robot(id).position().x
    }

    /// The events of one robot.
    fn of(&self, id: i32) -> Vec<(f64, Kind, Code, f64)> {
        let lines = self.lines.iter().filter(|line| line.1 == id);
        lines
            .map(|&(t, _, kind, code, x)| (t, kind, code, x))
            .collect()
    }
}

fn run(scenario: &Scenario) -> Ran {
    let plan = scenario.plan(Extras::default());
    let mut simulation = Simulation::new(plan, Engine::Inline { threads: 1 }).unwrap();
    let (Log(lines), end) = simulation.run(Log::default());
    let state = simulation.state().unwrap();
    Ran { end, lines, state }
}
