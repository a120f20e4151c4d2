//! How far the run and each robot have come.

use serde_json::json;

use super::{Act, BuildMonitor, Judgement, Monitor, Said, Scene};
use crate::monitor::FigureEntry;
use crate::registry::Entry;

pub(super) const ENTRY: Entry<BuildMonitor> = Entry {
    name: "progress",
    summary: "epochs and rounds; activations, moves and distance of each robot",
    help: "An epoch is over when every active robot has completed a cycle, a round when every \
           active robot has moved (Cord-Landwehr et al., ICALP 2011). Distances include the part \
           of a move that is under way. It gives no verdict; expect bounds on its figures.",
    parameters: &[],
    build: BuildMonitor {
        figures: &[
            FigureEntry::new("epochs", "how many epochs are over"),
            FigureEntry::new("rounds", "how many rounds are over"),
            FigureEntry::new(
                "synchronous_rounds",
                "how many synchronous rounds there were",
            ),
            FigureEntry::new("activations", "how many cycles were started"),
            FigureEntry::new(
                "least_activations",
                "the same for the robot that started fewest",
            ),
            FigureEntry::new(
                "most_activations",
                "the same for the robot that started most",
            ),
            FigureEntry::new("moves", "how many departures there were"),
            FigureEntry::new("least_moves", "the same for the robot that departed least"),
            FigureEntry::new("most_moves", "the same for the robot that departed most"),
            FigureEntry::new(
                "distance",
                "the distance that all robots travelled together",
            ),
            FigureEntry::new(
                "least_distance",
                "the same for the robot that travelled least",
            ),
            FigureEntry::new(
                "most_distance",
                "the same for the robot that travelled most",
            ),
            FigureEntry::new(
                "each",
                "a list of activations, moves and distance of each robot",
            ),
        ],
        read: |_, _| Ok(Box::new(Progress { robots: Vec::new() })),
    },
};

/// The monitor.
#[derive(Clone, Debug)]
struct Progress {
    robots: Vec<Tally>,
}

/// What one robot has done.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    activations: u64,
    moves: u64,
    /// In motions that have ended.
    distance: f64,
}

impl Progress {
    /// The tallies with the motions that are under way.
    fn now(&self, scene: &Scene) -> Vec<Tally> {
        let robots = self.robots.iter().zip(0u32..);
        let now = robots.map(|(tally, robot)| Tally {
            distance: tally.distance + scene.body(robot).motion.covered(scene.now()),
            ..*tally
        });
        now.collect()
    }
}

/// The sum of the tallies, from left to right in the order of the ids.
fn sum(tallies: &[Tally]) -> Tally {
    let add = |sum: Tally, tally: &Tally| Tally {
        activations: sum.activations + tally.activations,
        moves: sum.moves + tally.moves,
        distance: sum.distance + tally.distance,
    };
    tallies.iter().fold(Tally::default(), add)
}

impl Monitor for Progress {
    fn judges(&self) -> bool {
        false
    }

    fn begin(&mut self, scene: &Scene) {
        self.robots = vec![Tally::default(); scene.len()];
    }

    fn turn(&mut self, scene: &Scene, robot: u32) {
        let covered = scene.body(robot).motion.covered(scene.now());
        self.robots[robot as usize].distance += covered;
    }

    fn act(&mut self, _: &Scene, act: &Act) {
        let tally = &mut self.robots[act.robot as usize];
        tally.activations += u64::from(act.starts);
        tally.moves += u64::from(act.departs);
    }

    fn sample(&mut self, scene: &Scene) -> Said {
        let sum = sum(&self.now(scene));
        vec![
            ("epochs", json!(scene.mark().epochs)),
            ("rounds", json!(scene.mark().rounds)),
            ("activations", json!(sum.activations)),
            ("moves", json!(sum.moves)),
            ("distance", json!(sum.distance)),
        ]
    }

    fn finish(&mut self, scene: &Scene) -> Judgement {
        let tallies = self.now(scene);
        let sum = sum(&tallies);
        let least = |of: fn(&Tally) -> u64| tallies.iter().map(of).min();
        let most = |of: fn(&Tally) -> u64| tallies.iter().map(of).max();
        let distances = || tallies.iter().map(|tally| tally.distance);
        let each = tallies
            .iter()
            .map(|tally| json!([tally.activations, tally.moves, tally.distance]));
        let mark = scene.mark();
        Judgement {
            holds: None,
            figures: vec![
                ("epochs", json!(mark.epochs)),
                ("rounds", json!(mark.rounds)),
                ("synchronous_rounds", json!(mark.synchronous_rounds)),
                ("activations", json!(sum.activations)),
                ("least_activations", json!(least(|tally| tally.activations))),
                ("most_activations", json!(most(|tally| tally.activations))),
                ("moves", json!(sum.moves)),
                ("least_moves", json!(least(|tally| tally.moves))),
                ("most_moves", json!(most(|tally| tally.moves))),
                ("distance", json!(sum.distance)),
                ("least_distance", json!(distances().reduce(f64::min))),
                ("most_distance", json!(distances().reduce(f64::max))),
                ("each", each.collect()),
            ],
        }
    }

    fn copy(&self) -> Box<dyn Monitor> {
        Box::new(self.clone())
    }
}
