//! Whether robots that saw each other at the start go on doing so.

use serde_json::{Value, json};

use super::pairs::Pairs;
use super::{
    BuildMonitor, Judgement, Monitor, OF_ALL, Of, RADIUS, Said, Scene, check_pairs, pair, read_of,
    read_radius,
};
use crate::math::{Point, hypot, within};
use crate::monitor::FigureEntry;
use crate::registry::{Entry, Kind, Parameter};

pub(super) const ENTRY: Entry<BuildMonitor> = Entry {
    name: "edges",
    summary: "visibility edges of the start that are lost on the way",
    help: "An edge is a pair of robots within the radius of each other at the start. It is lost \
           once the two are farther apart than the radius and the tolerance, at any instant of the \
           run: two straight motions are farthest apart where one of them starts or ends, so \
           looking there is exact. Holds if no edge is lost. Source: Ando, Oasa, Suzuki and \
           Yamashita, IEEE T-RA 15(5), 1999.",
    parameters: &[
        OF_ALL,
        RADIUS,
        Parameter {
            name: "tolerance",
            kind: Kind::Number,
            default: Some("1e-9"),
            range: "of at least 0",
            summary: "how much longer than the radius an edge may become, by rounding",
        },
    ],
    build: BuildMonitor {
        figures: &[
            FigureEntry::new("edges", "how many edges there are at the start"),
            FigureEntry::new("lost", "how many of them were lost"),
            FigureEntry::new("longest", "the largest length that one of them ever had"),
            FigureEntry::new("time", "when the first one was found lost, or null"),
            FigureEntry::new("robots", "the ids of its two robots, or null"),
        ],
        read: |section, context| {
            check_pairs(section, context)?;
            Ok(Box::new(Edges {
                of: read_of(section)?,
                radius: read_radius(section, context)?,
                tolerance: section.f64("tolerance").non_negative().or(1e-9)?,
                edges: Pairs::default(),
                lost: Pairs::default(),
                longest: 0.0,
                first: None,
            }))
        },
    },
};

/// The monitor.
#[derive(Clone, Debug)]
struct Edges {
    of: Of,
    radius: f64,
    tolerance: f64,
    edges: Pairs,
    lost: Pairs,
    longest: f64,
    /// When the first edge was found lost, and between whom.
    first: Option<(f64, u32, u32)>,
}

impl Edges {
    /// Looks how long an edge has been since one of the two last changed its motion.
    fn measure(&mut self, scene: &Scene, one: u32, other: u32) {
        let passage = scene.passage(one, other);
        for (Point { x, y }, part) in [(passage.first, 0.0), (passage.last, 1.0)] {
            if within(x, y, self.longest) {
                continue;
            }
            self.longest = hypot(x, y);
            if self.longest > self.radius + self.tolerance {
                let time = scene.instant(one, other, part);
                self.first.get_or_insert((time, one, other));
            }
        }
        let limit = self.radius + self.tolerance;
        let is_lost = |Point { x, y }: Point| !within(x, y, limit);
        if is_lost(passage.first) || is_lost(passage.last) {
            self.lost.insert(one, other);
        }
    }
}

impl Monitor for Edges {
    fn begin(&mut self, scene: &Scene) {
        self.edges = Pairs::none_of(scene.len());
        self.lost = Pairs::none_of(scene.len());
        let (edges, radius) = (&mut self.edges, self.radius);
        scene.each_pair(self.of, |one, other| {
            let (a, b) = (scene.position(one), scene.position(other));
            if within(a.x - b.x, a.y - b.y, radius) {
                edges.insert(one, other);
            }
        });
    }

    fn turn(&mut self, scene: &Scene, robot: u32) {
        // The set is not changed meanwhile, only looked at.
        let edges = std::mem::take(&mut self.edges);
        for other in edges.of(robot) {
            self.measure(scene, robot, other);
        }
        self.edges = edges;
    }

    fn sample(&mut self, _: &Scene) -> Said {
        vec![
            ("lost", json!(self.lost.len())),
            ("longest", json!(self.longest)),
        ]
    }

    fn finish(&mut self, scene: &Scene) -> Judgement {
        let edges = std::mem::take(&mut self.edges);
        for &robot in scene.ids(self.of) {
            for other in edges.of(robot).filter(|&other| other > robot) {
                self.measure(scene, robot, other);
            }
        }
        Judgement {
            holds: Some(self.lost.len() == 0),
            figures: vec![
                ("edges", json!(edges.len())),
                ("lost", json!(self.lost.len())),
                ("longest", json!(self.longest)),
                ("time", json!(self.first.map(|(time, ..)| time))),
                (
                    "robots",
                    self.first.map_or(Value::Null, |(_, a, b)| pair(a, b)),
                ),
            ],
        }
    }

    fn copy(&self) -> Box<dyn Monitor> {
        Box::new(self.clone())
    }
}
