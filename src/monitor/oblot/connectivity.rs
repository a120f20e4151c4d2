//! Whether the visibility graph stays connected.

use serde_json::json;

use super::clusters::clusters;
use super::{
    BuildMonitor, Judgement, Monitor, OF_ALL, Of, RADIUS, Said, Scene, read_of, read_radius,
};
use crate::monitor::FigureEntry;
use crate::registry::Entry;

pub(super) const ENTRY: Entry<BuildMonitor> = Entry {
    name: "connectivity",
    summary: "connected components of the visibility graph",
    help: "In the visibility graph two robots are joined that are within the radius of each \
           other. Holds if it has one component at the start, at every line of the series and at \
           the end. Source: Ando, Oasa, Suzuki and Yamashita, IEEE T-RA 15(5), 1999.",
    parameters: &[OF_ALL, RADIUS],
    build: BuildMonitor {
        figures: &[
            FigureEntry::new("before", "how many components there are at the start"),
            FigureEntry::new("after", "how many components there are at the end"),
            FigureEntry::new("most", "how many components there were at most"),
            FigureEntry::new("time", "when there was more than one first, or null"),
        ],
        read: |section, context| {
            Ok(Box::new(Connectivity {
                of: read_of(section)?,
                radius: read_radius(section, context)?,
                before: 0,
                after: 0,
                most: 0,
                parted: None,
            }))
        },
    },
};

/// The monitor.
#[derive(Clone, Debug)]
struct Connectivity {
    of: Of,
    radius: f64,
    before: usize,
    after: usize,
    most: usize,
    /// When there was more than one component first.
    parted: Option<f64>,
}

impl Connectivity {
    fn look(&mut self, scene: &Scene) {
        self.after = clusters(&scene.positions(self.of), self.radius).len();
        self.most = self.most.max(self.after);
        if self.after > 1 {
            self.parted.get_or_insert(scene.now());
        }
    }
}

impl Monitor for Connectivity {
    fn begin(&mut self, scene: &Scene) {
        self.look(scene);
        self.before = self.after;
    }

    fn sample(&mut self, scene: &Scene) -> Said {
        self.look(scene);
        vec![("components", json!(self.after))]
    }

    fn finish(&mut self, _: &Scene) -> Judgement {
        Judgement {
            holds: Some(self.parted.is_none()),
            figures: vec![
                ("before", json!(self.before)),
                ("after", json!(self.after)),
                ("most", json!(self.most)),
                ("time", json!(self.parted)),
            ],
        }
    }

    fn copy(&self) -> Box<dyn Monitor> {
        Box::new(self.clone())
    }
}
