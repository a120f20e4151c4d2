//! How many groups the robots form.

use serde_json::json;

use super::clusters::clusters;
use super::{BuildMonitor, Judgement, Monitor, OF_ALL, Of, Said, Scene, read_length, read_of};
use crate::monitor::FigureEntry;
use crate::registry::{Entry, Kind, Parameter};

pub(super) const ENTRY: Entry<BuildMonitor> = Entry {
    name: "groups",
    summary: "how many groups of robots there are",
    help: "Two robots are in one group if a chain of robots leads from one to the other in which \
           each is at most epsilon from the next (single linkage). It gives no verdict; expect a \
           bound on its figures.",
    parameters: &[
        OF_ALL,
        Parameter {
            name: "epsilon",
            kind: Kind::Number,
            default: Some("the precision"),
            range: "of at least 0",
            summary: "robots at this distance or less are in one group",
        },
    ],
    build: BuildMonitor {
        figures: &[
            FigureEntry::new("before", "how many groups there are at the start"),
            FigureEntry::new("after", "how many groups there are at the end"),
            FigureEntry::new(
                "largest",
                "how many robots the largest group has at the end",
            ),
            FigureEntry::new("most", "how many groups there were at most"),
        ],
        read: |section, context| {
            Ok(Box::new(Groups {
                of: read_of(section)?,
                epsilon: read_length(section, "epsilon", context.epsilon)?,
                before: 0,
                after: 0,
                largest: 0,
                most: 0,
            }))
        },
    },
};

/// The monitor.
#[derive(Clone, Debug)]
struct Groups {
    of: Of,
    epsilon: f64,
    before: usize,
    after: usize,
    largest: usize,
    most: usize,
}

impl Groups {
    fn look(&mut self, scene: &Scene) {
        let sizes = clusters(&scene.positions(self.of), self.epsilon);
        self.after = sizes.len();
        self.largest = sizes.iter().copied().max().unwrap_or(0);
        self.most = self.most.max(self.after);
    }
}

impl Monitor for Groups {
    fn judges(&self) -> bool {
        false
    }

    fn begin(&mut self, scene: &Scene) {
        self.look(scene);
        self.before = self.after;
    }

    fn sample(&mut self, scene: &Scene) -> Said {
        self.look(scene);
        vec![
            ("groups", json!(self.after)),
            ("largest", json!(self.largest)),
        ]
    }

    fn finish(&mut self, _: &Scene) -> Judgement {
        Judgement {
            holds: None,
            figures: vec![
                ("before", json!(self.before)),
                ("after", json!(self.after)),
                ("largest", json!(self.largest)),
                ("most", json!(self.most)),
            ],
        }
    }

    fn copy(&self) -> Box<dyn Monitor> {
        Box::new(self.clone())
    }
}
