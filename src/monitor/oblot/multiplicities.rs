//! Points at which more than one robot stands.

use serde_json::json;

use super::clusters::clusters;
use super::{BuildMonitor, Judgement, Monitor, OF_ALL, Of, Said, Scene, read_length, read_of};
use crate::monitor::FigureEntry;
use crate::registry::{Entry, Kind, Parameter};

pub(super) const ENTRY: Entry<BuildMonitor> = Entry {
    name: "multiplicities",
    summary: "points with more than one robot, over time",
    help: "Robots at most the tolerance apart stand at one point, as do chains of them. A point with \
           more than one robot is a multiplicity; their number is kappa in the literature on \
           sequential gathering. It gives no verdict; expect bounds on its figures. Changes are \
           counted between two lines of the series, so per = \"event\" counts all. Source: \
           Flocchini, Navarra, Pattanayak, Piselli and Santoro, arXiv:2412.10733.",
    parameters: &[
        OF_ALL,
        Parameter {
            name: "tolerance",
            kind: Kind::Number,
            default: Some("the precision"),
            range: "of at least 0",
            summary: "robots at this distance or less stand at one point; 0: at equal coordinates",
        },
    ],
    build: BuildMonitor {
        figures: &[
            FigureEntry::new("before", "how many multiplicities there are at the start"),
            FigureEntry::new("after", "how many multiplicities there are at the end"),
            FigureEntry::new("most", "how many multiplicities there were at most"),
            FigureEntry::new("largest", "how many robots stood at one point at most"),
            FigureEntry::new("came", "by how much their number rose, all in all"),
            FigureEntry::new("went", "by how much their number fell, all in all"),
        ],
        read: |section, context| {
            Ok(Box::new(Multiplicities {
                of: read_of(section)?,
                tolerance: read_length(section, "tolerance", context.epsilon)?,
                before: 0,
                after: 0,
                most: 0,
                largest: 0,
                came: 0,
                went: 0,
            }))
        },
    },
};

/// The monitor.
#[derive(Clone, Debug)]
struct Multiplicities {
    of: Of,
    tolerance: f64,
    before: usize,
    after: usize,
    most: usize,
    largest: usize,
    came: usize,
    went: usize,
}

impl Multiplicities {
    /// Counts the multiplicities, and returns the size of the largest point and how many robots
    /// stand at a multiplicity.
    fn look(&mut self, scene: &Scene) -> (usize, usize) {
        let sizes = clusters(&scene.positions(self.of), self.tolerance);
        let largest = sizes.iter().copied().max().unwrap_or(0);
        let several = || sizes.iter().filter(|&&size| size > 1);
        self.after = several().count();
        self.most = self.most.max(self.after);
        self.largest = self.largest.max(largest);
        (largest, several().sum())
    }
}

impl Monitor for Multiplicities {
    fn judges(&self) -> bool {
        false
    }

    fn begin(&mut self, scene: &Scene) {
        self.look(scene);
        self.before = self.after;
    }

    fn sample(&mut self, scene: &Scene) -> Said {
        let last = self.after;
        let (largest, robots) = self.look(scene);
        self.came += self.after.saturating_sub(last);
        self.went += last.saturating_sub(self.after);
        vec![
            ("points", json!(self.after)),
            ("largest", json!(largest)),
            ("robots", json!(robots)),
        ]
    }

    fn finish(&mut self, _: &Scene) -> Judgement {
        Judgement {
            holds: None,
            figures: vec![
                ("before", json!(self.before)),
                ("after", json!(self.after)),
                ("most", json!(self.most)),
                ("largest", json!(self.largest)),
                ("came", json!(self.came)),
                ("went", json!(self.went)),
            ],
        }
    }

    fn copy(&self) -> Box<dyn Monitor> {
        Box::new(self.clone())
    }
}
