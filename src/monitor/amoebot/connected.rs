//! Whether the particles stay connected.

use serde_json::json;

use super::{BuildMonitor, Judgement, Monitor, Said, Scene};
use crate::model::amoebot::structure::Structure;
use crate::monitor::FigureEntry;
use crate::registry::Entry;

pub(super) const ENTRY: Entry<BuildMonitor> = Entry {
    name: "connected",
    summary: "whether the particles are connected at the end of every round",
    help: "Objects do not connect particles. The series has the number of connected \
           parts.",
    parameters: &[],
    build: BuildMonitor {
        figures: FIGURES,
        read: |_, _| Ok(Box::new(Connected::default())),
    },
};

const FIGURES: &[FigureEntry] = &[
    FigureEntry::new("parts", "how many connected parts there are at the end"),
    FigureEntry::new(
        "first_apart",
        "the first round at whose end there were several, or none",
    ),
];

#[derive(Clone, Debug, Default)]
struct Connected {
    first_apart: Option<u64>,
}

/// How many connected parts the particles make.
fn parts(structure: &Structure) -> usize {
    let mut seen = vec![false; structure.bodies().len()];
    let mut parts = 0;
    let mut stack = Vec::new();
    for first in 0..seen.len() {
        if std::mem::replace(&mut seen[first], true) {
            continue;
        }
        parts += 1;
        stack.push(first as u32);
        while let Some(particle) = stack.pop() {
            for (_, other, _) in structure.neighbours(particle) {
                if !std::mem::replace(&mut seen[other as usize], true) {
                    stack.push(other);
                }
            }
        }
    }
    parts
}

impl Monitor for Connected {
    fn judges(&self) -> bool {
        true
    }

    fn round(&mut self, scene: &Scene<'_>) -> Said {
        let parts = parts(&scene.view.structure);
        if parts > 1 {
            self.first_apart.get_or_insert(scene.counts.rounds);
        }
        vec![("parts", json!(parts))]
    }

    fn finish(&mut self, scene: &Scene<'_>) -> Judgement {
        Judgement {
            holds: Some(self.first_apart.is_none()),
            figures: vec![
                ("parts", json!(parts(&scene.view.structure))),
                ("first_apart", json!(self.first_apart)),
            ],
        }
    }

    fn copy(&self) -> Box<dyn Monitor> {
        Box::new(self.clone())
    }
}
