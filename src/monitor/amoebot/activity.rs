//! Figures of every round.

use serde_json::json;

use super::{BuildMonitor, Judgement, Monitor, Said, Scene};
use crate::model::amoebot::body::Body;
use crate::model::amoebot::books::Counts;
use crate::monitor::FigureEntry;
use crate::registry::Entry;

pub(super) const ENTRY: Entry<BuildMonitor> = Entry {
    name: "activity",
    summary: "how much happens in each round, and how large the structure is",
    help: "The series has the moves, the particles that beep, the circuits, the particles that are \
           expanded and that have finished, and the extent of the structure in steps along x and y. \
           It gives no verdict.",
    parameters: &[],
    build: BuildMonitor {
        figures: FIGURES,
        read: |_, _| Ok(Box::new(Activity::default())),
    },
};

const FIGURES: &[FigureEntry] = &[
    FigureEntry::new("most_moves", "the most moves in a round"),
    FigureEntry::new("most_beeps", "the most particles that beeped in a round"),
    FigureEntry::new("most_circuits", "the most circuits in a round"),
    FigureEntry::new(
        "largest",
        "the largest extent along x or y at the end of a round, in steps",
    ),
];

#[derive(Clone, Debug, Default)]
struct Activity {
    /// The counts at the end of the last round.
    before: Counts,
    most_moves: u64,
    most_beeps: u64,
    most_circuits: u64,
    largest: u32,
}

/// The extent along x and along y, in steps.
pub(super) fn extent(bodies: &[Body]) -> [u32; 2] {
    let nodes = || bodies.iter().flat_map(Body::nodes);
    let extent = |(least, greatest): (Option<i32>, Option<i32>)| match (least, greatest) {
        (Some(least), Some(greatest)) => greatest.abs_diff(least),
        _ => 0,
    };
    let (x, y) = (|| nodes().map(|node| node.x), || nodes().map(|node| node.y));
    [
        extent((x().min(), x().max())),
        extent((y().min(), y().max())),
    ]
}

impl Monitor for Activity {
    fn judges(&self) -> bool {
        false
    }

    fn round(&mut self, scene: &Scene<'_>) -> Said {
        let counts = scene.counts;
        // A cut of the history or a conflict takes back what was counted.
        let moves = counts.moves.saturating_sub(self.before.moves);
        let beeps = counts.beeps.saturating_sub(self.before.beeps);
        self.before = counts;
        let bodies = scene.view.structure.bodies();
        let [width, height] = extent(bodies);
        self.most_moves = self.most_moves.max(moves);
        self.most_beeps = self.most_beeps.max(beeps);
        self.most_circuits = self.most_circuits.max(counts.circuits);
        self.largest = self.largest.max(width).max(height);
        let expanded = bodies.iter().filter(|body| body.is_expanded()).count();
        vec![
            ("moves", json!(moves)),
            ("beeps", json!(beeps)),
            ("circuits", json!(counts.circuits)),
            ("expanded", json!(expanded)),
            ("finished", json!(scene.finished)),
            ("conflicts", json!(counts.conflicts)),
            ("collisions", json!(counts.collisions)),
            ("width", json!(width)),
            ("height", json!(height)),
        ]
    }

    fn finish(&mut self, _: &Scene<'_>) -> Judgement {
        Judgement {
            holds: None,
            figures: vec![
                ("most_moves", json!(self.most_moves)),
                ("most_beeps", json!(self.most_beeps)),
                ("most_circuits", json!(self.most_circuits)),
                ("largest", json!(self.largest)),
            ],
        }
    }

    fn copy(&self) -> Box<dyn Monitor> {
        Box::new(self.clone())
    }
}
