//! Whether the correct robots gather.

use serde_json::json;

use super::{BuildMonitor, Judgement, Monitor, Of, Said, Scene, read_length};
use crate::math::{Point, within};
use crate::model::oblot::measure::{convex_hull, diameter};
use crate::monitor::FigureEntry;
use crate::registry::{Entry, Kind, Parameter};

pub(super) const ENTRY: Entry<BuildMonitor> = Entry {
    name: "gathered",
    summary: "whether all correct robots end at one point",
    help: "Holds if at the end all robots without a fault are within the tolerance of each other; \
           also if there are none. The default tolerance is twice the precision, because robots \
           within the precision of one target may be so far apart. Whether they are gathered is \
           looked at after every event.",
    parameters: &[Parameter {
        name: "tolerance",
        kind: Kind::Number,
        default: Some("twice the precision"),
        range: "of at least 0",
        summary: "the largest distance of two robots that have gathered",
    }],
    build: BuildMonitor {
        figures: &[
            FigureEntry::new(
                "diameter",
                "the largest distance of two correct robots at the end",
            ),
            FigureEntry::new(
                "time",
                "after which event they were gathered first, or null",
            ),
        ],
        read: |section, context| {
            Ok(Box::new(Gathered {
                tolerance: read_length(section, "tolerance", 2.0 * context.epsilon)?,
                apart: None,
                first: None,
            }))
        },
    },
};

/// The monitor.
#[derive(Clone, Debug)]
struct Gathered {
    tolerance: f64,
    /// Two robots that were too far apart when they were looked at last. As long as they are,
    /// nobody else need be looked at.
    apart: Option<(u32, u32)>,
    /// When all were gathered first.
    first: Option<f64>,
}

impl Gathered {
    fn look(&mut self, scene: &Scene) {
        if self.first.is_some() {
            return;
        }
        let near = |a: Point, b: Point| within(a.x - b.x, a.y - b.y, self.tolerance);
        if let Some((one, other)) = self.apart
            && !near(scene.position(one), scene.position(other))
        {
            return;
        }
        let positions = scene.positions(Of::Correct);
        let ids = scene.ids(Of::Correct);
        let far = |from: Point| positions.iter().position(|&at| !near(at, from));
        // A robot that is far from the first one is soon found. If there is none, two corners of
        // the hull may be far apart all the same.
        let found = positions.first().and_then(|&first| {
            far(first).map(|other| (0, other)).or_else(|| {
                let corners = convex_hull(&positions);
                let mut pairs = corners
                    .iter()
                    .filter_map(|&corner| Some((corner, far(corner)?)));
                let (corner, other) = pairs.next()?;
                let one = positions.iter().position(|&at| at == corner)?;
                Some((one, other))
            })
        });
        match found {
            Some((one, other)) => self.apart = Some((ids[one], ids[other])),
            None => self.first = Some(scene.now()),
        }
    }
}

impl Monitor for Gathered {
    fn begin(&mut self, scene: &Scene) {
        self.look(scene);
    }

    fn event(&mut self, scene: &Scene) {
        self.look(scene);
    }

    fn sample(&mut self, scene: &Scene) -> Said {
        let diameter = diameter(&scene.positions(Of::Correct));
        vec![
            ("gathered", json!(diameter <= self.tolerance)),
            ("diameter", json!(diameter)),
        ]
    }

    fn finish(&mut self, scene: &Scene) -> Judgement {
        self.look(scene);
        let diameter = diameter(&scene.positions(Of::Correct));
        Judgement {
            holds: Some(diameter <= self.tolerance),
            figures: vec![("diameter", json!(diameter)), ("time", json!(self.first))],
        }
    }

    fn copy(&self) -> Box<dyn Monitor> {
        Box::new(self.clone())
    }
}
