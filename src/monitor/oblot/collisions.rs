//! Robots that run into each other.

use serde_json::{Value, json};

use super::{
    BuildMonitor, Judgement, Monitor, OF_ALL, Of, Said, Scene, check_pairs, pair, read_length,
    read_of,
};
use crate::math::within;
use crate::monitor::FigureEntry;
use crate::registry::{Entry, Kind, Parameter};

pub(super) const ENTRY: Entry<BuildMonitor> = Entry {
    name: "collisions",
    summary: "robots that come together while one of them moves",
    help: "A collision is an approach of two robots that were farther apart than the tolerance, to \
           the tolerance or less, while at least one of them moves: where they meet, or where \
           their paths cross at one instant. It has the closed form of the smallest distance. A \
           pair that parts and meets again collides again. Robots that start together, or that a \
           fault puts together, have not collided. Holds if there is none. Source: Pagli, Prencipe \
           and Viglietta, Distrib. Comput. 28, 2015 (gathering close by, without collisions).",
    parameters: &[
        OF_ALL,
        Parameter {
            name: "tolerance",
            kind: Kind::Number,
            default: Some("the precision"),
            range: "of at least 0",
            summary: "robots at this distance or less have collided",
        },
    ],
    build: BuildMonitor {
        figures: &[
            FigureEntry::new("collisions", "how often two robots collided"),
            FigureEntry::new("time", "when the first collision was closest, or null"),
            FigureEntry::new("robots", "the ids of its two robots, or null"),
        ],
        read: |section, context| {
            check_pairs(section, context)?;
            Ok(Box::new(Collisions {
                of: read_of(section)?,
                tolerance: read_length(section, "tolerance", context.epsilon)?,
                collisions: 0,
                first: None,
            }))
        },
    },
};

/// The monitor.
#[derive(Clone, Debug)]
struct Collisions {
    of: Of,
    tolerance: f64,
    collisions: u64,
    /// When the first collision was closest, and of whom.
    first: Option<(f64, u32, u32)>,
}

impl Collisions {
    /// Looks whether a pair has come together since one of the two last changed its motion.
    ///
    /// The distance is convex in that time, so a pair that was apart at its begin comes together
    /// at most once; and one that was together then came together before.
    fn measure(&mut self, scene: &Scene, one: u32, other: u32) {
        let passage = scene.passage(one, other);
        let together = within(passage.nearest.x, passage.nearest.y, self.tolerance);
        if !together || within(passage.first.x, passage.first.y, self.tolerance) {
            return;
        }
        self.collisions += 1;
        let time = scene.instant(one, other, passage.part);
        // An earlier one may be told later.
        if self.first.is_none_or(|(first, ..)| time < first) {
            self.first = Some((time, one, other));
        }
    }
}

impl Monitor for Collisions {
    fn begin(&mut self, _: &Scene) {}

    fn turn(&mut self, scene: &Scene, robot: u32) {
        if !scene.is_of(robot, self.of) {
            return;
        }
        for &other in scene.ids(self.of) {
            if other != robot {
                self.measure(scene, robot, other);
            }
        }
    }

    fn sample(&mut self, _: &Scene) -> Said {
        vec![("collisions", json!(self.collisions))]
    }

    fn finish(&mut self, scene: &Scene) -> Judgement {
        scene.each_pair(self.of, |one, other| self.measure(scene, one, other));
        Judgement {
            holds: Some(self.collisions == 0),
            figures: vec![
                ("collisions", json!(self.collisions)),
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
