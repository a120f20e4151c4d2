//! Monitors on stories that were worked out by hand, and on real runs.

mod approaches;
mod asynchrony;
mod fairness;
mod gathering;
mod parameters;
mod runs;
mod series;
mod shape;
mod timeline;

use serde_json::Value;

use crate::arbiter::Committed;
use crate::math::Point;
use crate::model::oblot::census::Census;
use crate::model::oblot::positions::Appearance;
use crate::model::oblot::robot::Robot;
use crate::model::oblot::scenario::Scenario;
use crate::model::oblot::{Code, Event, Kind, Oblot, Outcome, Phase, RobotOutcome};
use crate::model::{Director as _, Extras, Members, PartId, Plan, Target};
use crate::monitor::{Finding, Line, Listener, Monitored as _, Monitors, Watcher};
use crate::scenario::{Document, ScenarioError};

/// A run of which every event is told by hand.
struct Story {
    watcher: Box<dyn Watcher<Oblot>>,
    census: Census,
    robots: Vec<Option<Robot>>,
    /// Where each robot rests, or rested last.
    at: Vec<Point>,
    lines: Lines,
    number: u64,
    now: f64,
}

/// Keeps what monitors say.
#[derive(Default)]
struct Lines(Vec<Line>);

impl Listener for Lines {
    fn hear(&mut self, line: Line) {
        self.0.push(line);
    }
}

/// The text of a scenario with robots at these points.
fn text(points: &[(f64, f64)], rest: &str) -> String {
    let points: Vec<_> = points
        .iter()
        .map(|(x, y)| format!("[{x:?}, {y:?}]"))
        .collect();
    format!(
        "seed = 0\n[swarm]\nrobots = {}\nalgorithm = 'gathering'\nstart = 'positions'\n\
         positions = [{}]\n{rest}",
        points.len(),
        points.join(", ")
    )
}

/// The plan of a scenario, and its monitors.
type Prepared = (Plan<Oblot>, Box<dyn Monitors<Oblot>>);

fn prepare(text: &str) -> Result<Prepared, ScenarioError> {
    let document = Document::parse("story.toml", text)?;
    let root = document.root();
    let scenario = Scenario::read(&root)?;
    let monitors = Oblot::monitors(&root, &scenario)?;
    root.finish()?;
    Ok((scenario.plan(Extras::default()), monitors))
}

impl Story {
    /// Robots at these points; `rest` holds the monitors and whatever else the scenario says.
    #[track_caller]
    fn new(points: &[(f64, f64)], rest: &str) -> Self {
        let text = text(points, rest);
        let (plan, monitors) = prepare(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        Story {
            watcher: monitors.begin(&plan.robots),
            census: plan.director,
            at: plan.robots.iter().map(Robot::position).collect(),
            robots: plan.robots.into_iter().map(Some).collect(),
            lines: Lines::default(),
            number: 0,
            now: 0.0,
        }
    }

    fn commit(&mut self, time: f64, target: Target, kind: Kind, results: &[(i32, Outcome)]) {
        assert!(time >= self.now, "events come in the order of their times");
        self.now = time;
        let event = Event {
            number: self.number,
            time,
            due: time,
            target,
            kind,
            payload: Default::default(),
        };
        self.number += 1;
        let mut wakes = Vec::new();
        let ended = self.census.committed(&event, results, &mut wakes);
        let committed = Committed {
            event: &event,
            results,
            rows: &[],
            operation: None,
            director: &self.census,
            ended,
        };
        self.watcher.committed(&committed, &mut self.lines);
    }

    /// What became of an event of a robot that has this target.
    fn outcome(&self, robot: u32, what: &Did) -> Outcome {
        let (code, phase, target) = match *what {
            Did::Leaves(target) => (Code::Moving, Phase::Move, Some(target)),
            Did::Hops(target) => (Code::Resting, Phase::Wait, Some(target)),
            Did::Stays => (Code::Resting, Phase::Wait, Some((0.0, 0.0))),
            Did::Computes => (Code::Computing, Phase::Look, None),
            Did::Struck(_, phase) => (Code::Struck, phase, Some((0.0, 0.0))),
            Did::Ends => (Code::Terminated, Phase::Wait, Some((0.0, 0.0))),
            Did::Arrives(_) => (Code::Resting, Phase::Wait, Some((0.0, 0.0))),
            Did::Crashes(_) => (Code::Crashed, Phase::Crash, None),
            Did::Ignores => (Code::Ignored, Phase::Wait, None),
        };
        Outcome::Robot(RobotOutcome {
            code,
            position: self.at[robot as usize],
            target: target.map(|(x, y)| Point::new(x, y)),
            appearance: Appearance {
                phase,
                frozen: matches!(what, Did::Stays),
                terminated: matches!(what, Did::Ends),
                ..Appearance::START
            },
            aside: None,
        })
    }

    fn robot(&mut self, time: f64, kind: Kind, robot: u32, did: Did) -> &mut Self {
        if let Did::Hops(to) | Did::Arrives(to) | Did::Crashes(Some(to)) | Did::Struck(to, _) = did
        {
            self.at[robot as usize] = Point::new(to.0, to.1);
        }
        let results = [(robot as i32, self.outcome(robot, &did))];
        self.commit(time, Target::Robot(robot), kind, &results);
        self
    }

    /// A Look.
    fn looks(&mut self, time: f64, robot: u32, did: Did) -> &mut Self {
        self.robot(time, Kind::Look, robot, did)
    }

    /// A robot looks and leaves.
    fn leaves(&mut self, time: f64, robot: u32, target: (f64, f64)) -> &mut Self {
        self.looks(time, robot, Did::Leaves(target))
    }

    /// A robot looks, and goes on computing.
    fn computes(&mut self, time: f64, robot: u32) -> &mut Self {
        self.looks(time, robot, Did::Computes)
    }

    /// The Compute of a robot is over.
    fn acts(&mut self, time: f64, robot: u32, did: Did) -> &mut Self {
        self.robot(time, Kind::Move, robot, did)
    }

    /// A robot arrives, which need not be at its target.
    fn arrives(&mut self, time: f64, robot: u32, at: (f64, f64)) -> &mut Self {
        self.robot(time, Kind::Wait, robot, Did::Arrives(at))
    }

    /// A robot looks and stays.
    fn stays(&mut self, time: f64, robot: u32) -> &mut Self {
        self.looks(time, robot, Did::Stays)
    }

    /// A robot crashes, on its way at a point.
    fn crashes(&mut self, time: f64, robot: u32, at: Option<(f64, f64)>) -> &mut Self {
        self.robot(time, Kind::Crash, robot, Did::Crashes(at))
    }

    /// A synchronous round in which each robot does something.
    fn round(&mut self, time: f64, did: &[Did]) -> &mut Self {
        let results: Vec<_> = (0u32..)
            .zip(did)
            .map(|(robot, did)| {
                if let Did::Hops(to) = *did {
                    self.at[robot as usize] = Point::new(to.0, to.1);
                }
                (robot as i32, self.outcome(robot, did))
            })
            .collect();
        self.commit(time, Target::Phase(Members::All), Kind::Round, &results);
        self
    }

    /// A Visualize tick.
    fn ticks(&mut self, time: f64) -> &mut Self {
        let part = Target::Part(PartId(1));
        self.commit(time, part, Kind::Visualize, &[(-1, Outcome::Tick(None))]);
        self
    }

    /// The run ends with its last event.
    fn end(&mut self) -> Vec<Finding> {
        let (robots, now) = (std::mem::take(&mut self.robots), self.now);
        self.watcher
            .finish(Some(&robots), None, now, &mut self.lines)
    }

    /// The finding of the only monitor.
    fn finding(&mut self) -> Finding {
        let mut findings = self.end();
        assert_eq!(findings.len(), 1, "the story has one monitor");
        findings.remove(0)
    }

    /// What was said, without the name of the monitor.
    fn said(&self) -> Vec<(u64, f64, Value)> {
        let line = |line: &Line| {
            let mut value = line.value.clone();
            value.as_object_mut().unwrap().remove("monitor");
            (line.event, line.time, value)
        };
        self.lines.0.iter().map(line).collect()
    }
}

/// What a robot does in an event.
#[derive(Clone, Copy)]
enum Did {
    /// Leaves for a target.
    Leaves((f64, f64)),
    /// Is at its target at once.
    Hops((f64, f64)),
    Stays,
    Computes,
    Ends,
    /// Its move ends here.
    Arrives((f64, f64)),
    /// Crashes, on its way at a point.
    Crashes(Option<(f64, f64)>),
    /// A transient fault puts it here, and leaves it in this phase.
    Struck((f64, f64), Phase),
    Ignores,
}

/// What a monitor finds of robots whose cycles are from one time to another, one cycle of a robot
/// after the other.
fn cycles(robots: usize, monitor: &str, cycles: &[(u32, f64, f64)]) -> Finding {
    let points: Vec<_> = (0..robots).map(|i| (10.0 * i as f64, 0.0)).collect();
    let mut story = Story::new(&points, &format!("[[monitors]]\n{monitor}"));
    let start = |&(robot, start, _): &(u32, f64, f64)| (start, 1, robot);
    let end = |&(robot, _, end): &(u32, f64, f64)| (end, 0, robot);
    let mut events: Vec<_> = cycles
        .iter()
        .map(start)
        .chain(cycles.iter().map(end))
        .collect();
    events.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    for (time, starts, robot) in events {
        let at = (10.0 * f64::from(robot), 0.0);
        if starts == 1 {
            story.leaves(time, robot, (at.0, 1.0));
        } else {
            story.arrives(time, robot, at);
        }
    }
    story.finding()
}

/// A figure of a finding.
#[track_caller]
fn figure(finding: &Finding, key: &str) -> Value {
    let found = finding.figure(key);
    found
        .unwrap_or_else(|| panic!("no {key} in {finding:?}"))
        .clone()
}

/// A figure that is a number.
#[track_caller]
fn number(finding: &Finding, key: &str) -> f64 {
    let value = figure(finding, key);
    value.as_f64().unwrap_or_else(|| panic!("{key} is {value}"))
}

#[test]
fn monitors_list_the_figures_that_they_find_in_their_order() {
    let mut story = Story::new(
        &[(0.0, 0.0), (1.0, 0.0)],
        "[visibility]\nradius = 5.0\n[[monitors]]\nkind = 'asynchrony'\n\
         [[monitors]]\nkind = 'collisions'\n[[monitors]]\nkind = 'connectivity'\n\
         [[monitors]]\nkind = 'diameter'\n[[monitors]]\nkind = 'distance'\n\
         [[monitors]]\nkind = 'edges'\n[[monitors]]\nkind = 'fairness'\n\
         [[monitors]]\nkind = 'gathered'\n[[monitors]]\nkind = 'groups'\n\
         [[monitors]]\nkind = 'multiplicities'\n\
         [[monitors]]\nkind = 'pattern'\npattern = 'line'\n[[monitors]]\nkind = 'progress'\n",
    );
    let findings = story.end();
    assert_eq!(findings.len(), super::MONITORS.len());
    for (entry, finding) in super::MONITORS.iter().zip(&findings) {
        assert_eq!(entry.name, finding.kind);
        let listed: Vec<_> = entry
            .build
            .figures
            .iter()
            .map(|figure| figure.key)
            .collect();
        let found: Vec<_> = finding.figures.iter().map(|(key, _)| *key).collect();
        assert_eq!(listed, found, "{}", entry.name);
    }
}
