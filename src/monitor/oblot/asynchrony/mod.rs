//! How asynchronous a run was: its cycles, its gaps and its views, in the terms of the theory.

mod cycles;
mod open;
mod views;

use serde_json::{Value, json};

use self::cycles::Cycles;
use self::views::{Measure, Views};
use super::gaps::Gaps;
use super::{Act, BuildMonitor, Judgement, Monitor, Said, Scene, pair};
use crate::monitor::FigureEntry;
use crate::registry::{Entry, Kind, Parameter};

pub(super) const ENTRY: Entry<BuildMonitor> = Entry {
    name: "asynchrony",
    summary: "measured bounds of asynchrony: activations in cycles, nesting, age of views",
    help: "Measures which asynchronous execution a run was. k-ASYNC: while a robot is in its cycle, \
           from its Look to the end of its move, every other one is activated at most k times \
           (Katreniak, SIROCCO 2011). k-NestA: in addition, the cycles of any two robots are \
           disjoint, or one contains the other (Kirkpatrick, Kostitsyna, Navarra, Prencipe and \
           Santoro, Distrib. Comput. 2024). Besides, how many robots are in their cycles at once, how \
           long active robots are not activated, and how far robots have moved from where they were \
           seen when somebody acts on it (Flocchini, Prencipe and Santoro, Distributed Computing by \
           Oblivious Mobile Robots, 2012). Gives a verdict where a bound is given: whether the \
           schedule keeps all of them.",
    parameters: &[
        Parameter {
            name: "k_async",
            kind: Kind::Whole,
            default: Some("no bound"),
            range: "of at least 0",
            summary: "holds only if the schedule is k-ASYNC for this k",
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
        figures: FIGURES,
        read: |section, context| {
            Ok(Box::new(Asynchrony {
                k_async: section.u64("k_async").optional()?,
                k_nest: section.u64("k_nest").optional()?,
                radius: context.radius,
                cycles: Cycles::default(),
                gaps: Gaps::default(),
                views: Views::default(),
            }))
        },
    },
};

const FIGURES: &[FigureEntry] = &[
    FigureEntry::new("k_async", "the least k for which the schedule is k-ASYNC"),
    FigureEntry::new(
        "k_mean",
        "the mean number of activations of one robot within one cycle of another, or null",
    ),
    FigureEntry::new(
        "inside",
        "the most activations of all others, together, within one cycle",
    ),
    FigureEntry::new("nested", "whether all cycles are disjoint or nested"),
    FigureEntry::new(
        "nested_pairs",
        "how many pairs of cycles overlap, the one within the other",
    ),
    FigureEntry::new(
        "crossing_pairs",
        "how many pairs of cycles overlap, neither within the other",
    ),
    FigureEntry::new("crossing_time", "when two cycles crossed first, or null"),
    FigureEntry::new("crossing_robots", "the ids of these two robots, or null"),
    FigureEntry::new(
        "depth",
        "the deepest nesting: the most cycles each of which lies within the one before",
    ),
    FigureEntry::new("concurrency", "the most robots in their cycles at once"),
    FigureEntry::new(
        "concurrency_mean",
        "how many robots were in their cycles at once, on average over time, or null",
    ),
    FigureEntry::new(
        "gap",
        "the longest time that an active robot was not activated",
    ),
    FigureEntry::new(
        "gap_activations",
        "the most activations of all others, together, between two of a robot",
    ),
    FigureEntry::new("age_max", "the largest age of a view, or null"),
    FigureEntry::new("age_mean", "the mean age of views, or null"),
    FigureEntry::new("age_95", "the 95 % quantile of the ages of views, or null"),
    FigureEntry::new("stale_max", "the largest staleness of a view, or null"),
    FigureEntry::new("stale_mean", "the mean staleness of views, or null"),
    FigureEntry::new(
        "stale_95",
        "the 95 % quantile of the stalenesses of views, or null",
    ),
    FigureEntry::new("drift_max", "the largest drift of a view, or null"),
    FigureEntry::new("drift_mean", "the mean drift of views, or null"),
    FigureEntry::new(
        "drift_95",
        "the 95 % quantile of the drifts of views, or null",
    ),
];

/// The monitor.
#[derive(Clone, Debug)]
struct Asynchrony {
    k_async: Option<u64>,
    k_nest: Option<u64>,
    radius: Option<f64>,
    cycles: Cycles,
    gaps: Gaps,
    views: Views,
}

impl Monitor for Asynchrony {
    fn judges(&self) -> bool {
        self.k_async.or(self.k_nest).is_some()
    }

    fn begin(&mut self, scene: &Scene) {
        self.cycles = Cycles::new(scene.len());
        self.views = Views::new(scene.len(), self.radius);
        self.gaps.begin(scene);
    }

    fn turn(&mut self, scene: &Scene, robot: u32) {
        self.views.turn(scene, robot);
    }

    fn act(&mut self, scene: &Scene, act: &Act) {
        let now = scene.now();
        self.cycles.go_to(now);
        if act.starts {
            self.gaps.activated(act.robot, now);
            self.cycles.started(act.robot);
        }
        self.views.act(scene, act);
        if act.ends {
            self.cycles.ended(act.robot);
        }
        if act.retires {
            self.gaps.retired(act.robot, now);
        }
    }

    fn event(&mut self, _: &Scene) {
        self.cycles.event();
        self.views.event();
    }

    fn sample(&mut self, scene: &Scene) -> Said {
        self.cycles.go_to(scene.now());
        vec![
            ("activations", json!(self.gaps.activations())),
            ("k_async", json!(self.cycles.asynchronous())),
            ("crossing_pairs", json!(self.cycles.crossing())),
            ("depth", json!(self.cycles.depth())),
            ("concurrency", json!(self.cycles.busy())),
        ]
    }

    fn finish(&mut self, scene: &Scene) -> Judgement {
        self.cycles.finish(scene.now());
        self.gaps.finish(scene.now());
        let cycles = &self.cycles;
        let k = cycles.asynchronous();
        let nested = cycles.crossing() == 0;
        let keeps = |bound: Option<u64>| bound.is_none_or(|bound| k <= bound);
        let holds = keeps(self.k_async) && keeps(self.k_nest) && (nested || self.k_nest.is_none());
        let mut figures = vec![
            ("k_async", json!(k)),
            ("k_mean", json!(cycles.mean_asynchronous())),
            ("inside", json!(cycles.inside())),
            ("nested", json!(nested)),
            ("nested_pairs", json!(cycles.nested())),
            ("crossing_pairs", json!(cycles.crossing())),
            (
                "crossing_time",
                json!(cycles.crossed().map(|(time, ..)| time)),
            ),
            (
                "crossing_robots",
                cycles
                    .crossed()
                    .map_or(Value::Null, |(_, one, other)| pair(one, other)),
            ),
            ("depth", json!(cycles.depth())),
            ("concurrency", json!(cycles.busy())),
            ("concurrency_mean", json!(cycles.mean_busy())),
            (
                "gap",
                json!(self.gaps.longest().map_or(0.0, |(gap, _)| gap)),
            ),
            ("gap_activations", json!(self.gaps.most())),
        ];
        let views = [
            (["age_max", "age_mean", "age_95"], self.views.age()),
            (["stale_max", "stale_mean", "stale_95"], self.views.stale()),
            (["drift_max", "drift_mean", "drift_95"], self.views.drift()),
        ];
        for (keys, measure) in views {
            let of = |part: fn(&Measure) -> f64| json!(measure.as_ref().map(part));
            let values = [of(|m| m.max), of(|m| m.mean), of(|m| m.most)];
            figures.extend(keys.into_iter().zip(values));
        }
        Judgement {
            holds: self.judges().then_some(holds),
            figures,
        }
    }

    fn copy(&self) -> Box<dyn Monitor> {
        Box::new(self.clone())
    }
}
