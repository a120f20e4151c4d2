//! How fair the scheduler was.

use std::collections::{BTreeSet, VecDeque};

use serde_json::json;

use super::gaps::Gaps;
use super::{Act, BuildMonitor, Judgement, Monitor, Said, Scene};
use crate::monitor::FigureEntry;
use crate::registry::{Entry, Kind, Parameter};

pub(super) const ENTRY: Entry<BuildMonitor> = Entry {
    name: "fairness",
    summary: "largest gap between activations; measured bound of fairness",
    help: "Measures how long robots wait to be activated, and the k of the k-bounded model: between \
           two activations of a robot every other one is activated at most k times (Defago, \
           Gradinariu, Messika and Raipin-Parvedy, DISC 2006). Gives a verdict where a bound is \
           given: whether the schedule keeps it. What cycles have to do with each other is measured \
           by the monitor `asynchrony`.",
    parameters: &[Parameter {
        name: "k_bounded",
        kind: Kind::Whole,
        default: Some("no bound"),
        range: "of at least 1",
        summary: "holds only if the schedule is k-bounded for this k",
    }],
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
        ],
        read: |section, _| {
            Ok(Box::new(Fairness {
                bound: section.u64("k_bounded").positive().optional()?,
                ..Fairness::default()
            }))
        },
    },
};

/// The monitor. All counts are of numbers of activations in an interval of them.
#[derive(Clone, Debug, Default)]
struct Fairness {
    bound: Option<u64>,
    gaps: Gaps,
    /// The last activation of each robot that was activated and takes part: (number, robot).
    last: BTreeSet<(u64, u32)>,
    /// Of each robot the numbers of those of its activations that came after the last activation
    /// of some other robot.
    recent: Vec<VecDeque<u64>>,
    bounded: u64,
}

impl Fairness {
    fn activated(&mut self, robot: u32, now: f64) {
        if let Some(last) = self.gaps.last(robot) {
            self.last.remove(&(last, robot));
        }
        let number = self.gaps.activated(robot, now);
        let recent = &mut self.recent[robot as usize];
        // The robot itself is not among them now.
        match self.last.first() {
            Some(&(oldest, _)) => {
                while recent.front().is_some_and(|&recent| recent < oldest) {
                    recent.pop_front();
                }
                recent.push_back(number);
                self.bounded = self.bounded.max(recent.len() as u64);
            }
            None => recent.clear(),
        }
        self.last.insert((number, robot));
    }

    fn retired(&mut self, robot: u32, now: f64) {
        if !self.gaps.retired(robot, now) {
            return;
        }
        self.recent[robot as usize] = VecDeque::new();
        if let Some(number) = self.gaps.last(robot) {
            self.last.remove(&(number, robot));
        }
    }
}

impl Monitor for Fairness {
    fn judges(&self) -> bool {
        self.bound.is_some()
    }

    fn begin(&mut self, scene: &Scene) {
        self.gaps.begin(scene);
        self.recent = vec![VecDeque::new(); scene.len()];
    }

    fn act(&mut self, scene: &Scene, act: &Act) {
        let now = scene.now();
        if act.starts {
            self.activated(act.robot, now);
        }
        if act.retires {
            self.retired(act.robot, now);
        }
    }

    fn sample(&mut self, _: &Scene) -> Said {
        vec![
            ("activations", json!(self.gaps.activations())),
            ("gap", json!(self.gaps.longest().map(|(gap, _)| gap))),
            ("k_bounded", json!(self.bounded)),
        ]
    }

    fn finish(&mut self, scene: &Scene) -> Judgement {
        self.gaps.finish(scene.now());
        let longest = self.gaps.longest();
        Judgement {
            holds: self.bound.map(|bound| self.bounded <= bound),
            figures: vec![
                ("gap", json!(longest.map_or(0.0, |(gap, _)| gap))),
                ("gap_robot", json!(longest.map(|(_, robot)| robot))),
                ("gap_activations", json!(self.gaps.most())),
                ("starved", json!(self.gaps.starved())),
                ("k_bounded", json!(self.bounded)),
            ],
        }
    }

    fn copy(&self) -> Box<dyn Monitor> {
        Box::new(self.clone())
    }
}
