//! How fair the scheduler was, and how asynchronous.

use std::collections::{BTreeSet, VecDeque};

use serde_json::{Value, json};

use super::{Act, BuildMonitor, Judgement, Monitor, Said, Scene, pair};
use crate::monitor::FigureEntry;
use crate::registry::{Entry, Kind, Parameter};

pub(super) const ENTRY: Entry<BuildMonitor> = Entry {
    name: "fairness",
    summary: "largest gap between activations; measured bounds of asynchrony",
    help: "Measures the k of three models. k-bounded: between two activations of a robot every \
           other one is activated at most k times (Defago, Gradinariu, Messika and Raipin-Parvedy, \
           DISC 2006). k-ASYNC: while a robot is in its cycle every other one is activated at most \
           k times. k-NestA: in addition, the cycles of any two robots are disjoint, or one \
           contains the other (both: Kirkpatrick, Kostitsyna, Navarra, Prencipe and Santoro, \
           Distrib. Comput. 2024). Gives a verdict where a bound is given: whether the schedule \
           keeps all of them.",
    parameters: &[
        Parameter {
            name: "k_async",
            kind: Kind::Whole,
            default: Some("no bound"),
            range: "of at least 0",
            summary: "holds only if the schedule is k-ASYNC for this k",
        },
        Parameter {
            name: "k_bounded",
            kind: Kind::Whole,
            default: Some("no bound"),
            range: "of at least 1",
            summary: "holds only if the schedule is k-bounded for this k",
        },
        Parameter {
            name: "k_nest",
            kind: Kind::Whole,
            default: Some("no bound"),
            range: "of at least 0",
            summary: "holds only if the schedule is k-NestA for this k",
        },
    ],
    build: BuildMonitor {
        figures: &[
            FigureEntry::new(
                "gap",
                "the longest time that an active robot was not activated",
            ),
            FigureEntry::new("gap_robot", "the id of that robot, or null"),
            FigureEntry::new(
                "gap_activations",
                "the most activations of all others, together, between two of a robot",
            ),
            FigureEntry::new("starved", "how many active robots were never activated"),
            FigureEntry::new(
                "k_bounded",
                "the least k for which the schedule is k-bounded",
            ),
            FigureEntry::new("k_async", "the least k for which the schedule is k-ASYNC"),
            FigureEntry::new("nested", "whether all cycles are disjoint or nested"),
            FigureEntry::new(
                "unnested_time",
                "when two cycles first were neither, or null",
            ),
            FigureEntry::new("unnested_robots", "the ids of these two robots, or null"),
            FigureEntry::new(
                "inside",
                "the most activations of all others, together, within one cycle",
            ),
            FigureEntry::new(
                "depth",
                "the most robots in their cycles at once: the depth of nesting",
            ),
        ],
        read: |section, _| {
            Ok(Box::new(Fairness {
                bounds: Bounds {
                    bounded: section.u64("k_bounded").positive().optional()?,
                    asynchronous: section.u64("k_async").optional()?,
                    nest: section.u64("k_nest").optional()?,
                },
                ..Fairness::default()
            }))
        },
    },
};

/// The bounds that the scenario gives.
#[derive(Clone, Copy, Debug, Default)]
struct Bounds {
    bounded: Option<u64>,
    asynchronous: Option<u64>,
    nest: Option<u64>,
}

/// The monitor.
///
/// Activations are numbered from 1 in the order of the events, those of one round in the order of
/// the ids. All counts are of numbers in an interval of them.
#[derive(Clone, Debug, Default)]
struct Fairness {
    bounds: Bounds,
    activations: u64,
    robots: Vec<Clock>,
    /// The last activation of each robot that was activated and takes part: (number, robot).
    last: BTreeSet<(u64, u32)>,
    /// The robots that are in their cycles: (number of the activation, robot).
    open: BTreeSet<(u64, u32)>,
    gap: Option<(f64, u32)>,
    gap_activations: u64,
    bounded: u64,
    asynchronous: u64,
    inside: u64,
    depth: usize,
    /// When two cycles were first neither disjoint nor nested, and of whom.
    unnested: Option<(f64, u32, u32)>,
}

/// The activations of one robot.
#[derive(Clone, Debug)]
struct Clock {
    active: bool,
    /// The number and the time of its last activation.
    last: Option<(u64, f64)>,
    /// The numbers of those of its activations that came after the last activation of some other
    /// robot.
    recent: VecDeque<u64>,
    /// A robot whose cycle ended during this robot's cycle but had started before it, and when:
    /// unless this cycle is over at the same instant, the two are not nested.
    crossed: Option<(f64, u32)>,
}

impl Fairness {
    fn activated(&mut self, robot: u32, now: f64) {
        self.end_gap(robot, now);
        self.activations += 1;
        let number = self.activations;
        let clock = &mut self.robots[robot as usize];
        if let Some((last, _)) = clock.last {
            self.last.remove(&(last, robot));
        }
        clock.active = true;
        clock.last = Some((number, now));
        clock.crossed = None;
        let earliest = |set: &BTreeSet<(u64, u32)>| set.first().map(|&(number, _)| number);
        // The robot itself is in neither set now.
        match earliest(&self.last) {
            Some(oldest) => {
                while clock.recent.front().is_some_and(|&recent| recent < oldest) {
                    clock.recent.pop_front();
                }
                clock.recent.push_back(number);
                self.bounded = self.bounded.max(clock.recent.len() as u64);
            }
            None => clock.recent.clear(),
        }
        if let Some(oldest) = earliest(&self.open) {
            let before = clock.recent.partition_point(|&recent| recent < oldest);
            let within = (clock.recent.len() - before) as u64;
            self.asynchronous = self.asynchronous.max(within);
        }
        self.last.insert((number, robot));
        self.open.insert((number, robot));
        self.depth = self.depth.max(self.open.len());
    }

    /// A robot is activated, retires, or the run ends: that long it was not activated.
    fn end_gap(&mut self, robot: u32, now: f64) {
        let (number, time) = self.robots[robot as usize].last.unwrap_or((0, 0.0));
        let gap = now - time;
        if self.gap.is_none_or(|(largest, _)| gap > largest) {
            self.gap = Some((gap, robot));
        }
        self.gap_activations = self.gap_activations.max(self.activations - number);
    }

    /// A cycle is over.
    fn ended(&mut self, robot: u32, now: f64) {
        let Some((number, start)) = self.robots[robot as usize].last else {
            return;
        };
        if !self.open.remove(&(number, robot)) {
            return;
        }
        self.inside = self.inside.max(self.activations - number);
        self.cross(robot, now);
        if self.unnested.is_some() {
            return;
        }
        for &(_, other) in self.open.range((number, u32::MAX)..) {
            let clock = &mut self.robots[other as usize];
            let strictly_within = clock
                .last
                .is_some_and(|(_, time)| start < time && time < now);
            if strictly_within {
                clock.crossed.get_or_insert((now, robot));
            }
        }
    }

    /// The cycle of a robot goes on until `end` at least. If it started within another one that
    /// was over before, the two are not nested.
    fn cross(&mut self, robot: u32, end: f64) {
        if let Some((time, other)) = self.robots[robot as usize].crossed
            && end > time
            && self.unnested.is_none_or(|(first, ..)| time < first)
        {
            self.unnested = Some((time, other, robot));
        }
    }

    fn retired(&mut self, robot: u32, now: f64) {
        let clock = &mut self.robots[robot as usize];
        if !std::mem::replace(&mut clock.active, false) {
            return;
        }
        clock.recent = VecDeque::new();
        if let Some((number, _)) = clock.last {
            self.last.remove(&(number, robot));
        }
        self.end_gap(robot, now);
    }
}

impl Monitor for Fairness {
    fn judges(&self) -> bool {
        let Bounds {
            bounded,
            asynchronous,
            nest,
        } = self.bounds;
        bounded.or(asynchronous).or(nest).is_some()
    }

    fn begin(&mut self, scene: &Scene) {
        let clock = |robot: u32| Clock {
            active: scene.body(robot).active,
            last: None,
            recent: VecDeque::new(),
            crossed: None,
        };
        self.robots = (0..scene.len() as u32).map(clock).collect();
    }

    fn act(&mut self, scene: &Scene, act: &Act) {
        let now = scene.now();
        if act.starts {
            self.activated(act.robot, now);
        }
        if act.ends {
            self.ended(act.robot, now);
        }
        if act.retires {
            self.retired(act.robot, now);
        }
    }

    fn sample(&mut self, _: &Scene) -> Said {
        vec![
            ("activations", json!(self.activations)),
            ("gap", json!(self.gap.map(|(gap, _)| gap))),
            ("k_bounded", json!(self.bounded)),
            ("k_async", json!(self.asynchronous)),
            ("nested", json!(self.unnested.is_none())),
            ("depth", json!(self.depth)),
        ]
    }

    fn finish(&mut self, scene: &Scene) -> Judgement {
        let now = scene.now();
        for robot in 0..self.robots.len() as u32 {
            if self.robots[robot as usize].active {
                self.end_gap(robot, now);
            }
        }
        for (number, robot) in std::mem::take(&mut self.open) {
            self.inside = self.inside.max(self.activations - number);
            self.cross(robot, now);
        }
        let never = |clock: &&Clock| clock.active && clock.last.is_none();
        let nested = self.unnested.is_none();
        let keeps = |measured: u64, bound: Option<u64>| bound.is_none_or(|k| measured <= k);
        let holds = keeps(self.bounded, self.bounds.bounded)
            && keeps(self.asynchronous, self.bounds.asynchronous)
            && keeps(self.asynchronous, self.bounds.nest)
            && (nested || self.bounds.nest.is_none());
        Judgement {
            holds: self.judges().then_some(holds),
            figures: vec![
                ("gap", json!(self.gap.map_or(0.0, |(gap, _)| gap))),
                ("gap_robot", json!(self.gap.map(|(_, robot)| robot))),
                ("gap_activations", json!(self.gap_activations)),
                ("starved", json!(self.robots.iter().filter(never).count())),
                ("k_bounded", json!(self.bounded)),
                ("k_async", json!(self.asynchronous)),
                ("nested", json!(nested)),
                ("unnested_time", json!(self.unnested.map(|(time, ..)| time))),
                (
                    "unnested_robots",
                    self.unnested.map_or(Value::Null, |(_, a, b)| pair(a, b)),
                ),
                ("inside", json!(self.inside)),
                ("depth", json!(self.depth)),
            ],
        }
    }

    fn copy(&self) -> Box<dyn Monitor> {
        Box::new(self.clone())
    }
}
