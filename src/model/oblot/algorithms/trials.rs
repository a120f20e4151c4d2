//! A driver for the tests of algorithms: robots that look, compute and move in turns or in rounds,
//! without engine and scheduler. What robots see and where moves end comes from the model itself.

use std::sync::Arc;

use super::{ALGORITHMS, Algorithm, AlgorithmDice, Context};
use crate::dice::{Dice, Draw as _, Numpy, Purpose};
use crate::math::{Point, closer, within};
use crate::model::Failure;
use crate::model::oblot::directive::Tie;
use crate::model::oblot::frames::{Agreement, Frame, Frames};
use crate::model::oblot::movement::{Movement, Stop};
use crate::model::oblot::percept::Percept;
use crate::model::oblot::positions::{Appearance, Snapshot, Table};
use crate::model::oblot::scenario::Scenario;
use crate::model::oblot::senses::Senses;
use crate::model::oblot::{Destination, Intent, Light};
use crate::registry;
use crate::scenario::Document;

/// The precision of all trials, unless they say otherwise.
pub(super) const EPSILON: f64 = 1e-5;

/// The algorithm of this name with these parameters, for so many robots.
pub(super) fn built(name: &str, parameters: &str, robots: usize) -> Arc<dyn Algorithm> {
    let document = Document::parse("trial", parameters).unwrap();
    let root = document.root();
    let entry = registry::find(ALGORITHMS, name).unwrap();
    let algorithm = (entry.build.build)(&root, Context::new(5, None, robots)).unwrap();
    root.finish().unwrap();
    algorithm
}

/// Robots at places of the plane.
pub(super) struct Trial {
    pub(super) positions: Vec<Point>,
    pub(super) appearance: Vec<Appearance>,
    pub(super) senses: Senses,
    /// The frame of whoever looks, where it is not drawn.
    pub(super) frame: Option<Frame>,
    /// How each robot that looks draws a frame.
    pub(super) frames: Option<Frames>,
    pub(super) tie: Tie,
    pub(super) movement: Movement,
    pub(super) algorithm: Option<Arc<dyn Algorithm>>,
    dice: Vec<Dice>,
    /// The frames of robots that keep them.
    kept: Vec<Option<Frame>>,
}

impl Trial {
    /// Robots at these places that see everything as it is; their moves are rigid.
    pub(super) fn of(places: &[(f64, f64)]) -> Self {
        let robots = places.len();
        Trial {
            positions: places.iter().map(|&(x, y)| Point::new(x, y)).collect(),
            appearance: vec![Appearance::START; robots],
            senses: Senses::perfect(EPSILON),
            frame: None,
            frames: None,
            tie: Tie::First,
            movement: Movement::Rigid,
            algorithm: None,
            dice: (0..robots as u32).map(|id| Dice::new(1, id)).collect(),
            kept: vec![None; robots],
        }
    }

    /// The same, with this algorithm of the registry.
    pub(super) fn running(places: &[(f64, f64)], name: &str, parameters: &str) -> Self {
        let mut trial = Trial::of(places);
        trial.algorithm = Some(built(name, parameters, places.len()));
        trial
    }

    /// The same, each robot with frames of its own in which nothing agrees.
    pub(super) fn disoriented(mut self, each_activation: bool, seed: u64) -> Self {
        self.frames = Some(Frames {
            agreement: Agreement::Nothing,
            each_activation,
            scale: (0.1, 10.0),
        });
        let ids = 0..self.positions.len() as u32;
        self.dice = ids.map(|id| Dice::new(seed, id)).collect();
        self
    }

    /// The same, with these lights.
    pub(super) fn lit(mut self, lights: &[Light]) -> Self {
        for (appearance, light) in self.appearance.iter_mut().zip(lights) {
            appearance.light = Some(*light);
        }
        self
    }

    pub(super) fn robots(&self) -> usize {
        self.positions.len()
    }

    fn frame_of(&mut self, me: usize) -> Option<Frame> {
        let Some(frames) = self.frames else {
            return self.frame;
        };
        let mut draw = || frames.draw(&mut self.dice[me].on(Purpose::Frame, &mut None));
        if frames.each_activation {
            return Some(draw());
        }
        Some(*self.kept[me].get_or_insert_with(draw))
    }

    /// What a robot perceives now.
    pub(super) fn look(&mut self, me: usize) -> Percept {
        let frame = self.frame_of(me);
        let appearances = self.appearance.iter().copied();
        let robots: Vec<_> = self.positions.iter().copied().zip(appearances).collect();
        let table = Arc::new(Table::new(&robots, 0.0));
        let seen = Percept::new(Snapshot { table, time: 0.0 }, me as u32, None);
        self.senses
            .perceive(&seen, frame, self.tie, &mut self.dice[me], &mut None)
    }

    /// What a robot decides now, its destination as it was named.
    pub(super) fn wish(&mut self, me: usize) -> Result<Intent, Failure> {
        self.compute(me).map(|(intent, _)| intent)
    }

    /// Where a robot wants to go now, in global coordinates.
    pub(super) fn target(&mut self, me: usize) -> Point {
        let (intent, percept) = self.compute(me).unwrap();
        settled(&percept, intent).0
    }

    fn compute(&mut self, me: usize) -> Result<(Intent, Percept), Failure> {
        let percept = self.look(me);
        let algorithm = Arc::clone(self.algorithm.as_ref().unwrap());
        let mut none = None;
        let mut dice = AlgorithmDice::new(&mut self.dice[me], &mut none);
        Ok((algorithm.compute(&percept, &mut dice)?, percept))
    }

    /// One synchronous round: these robots look at one snapshot, compute, and move.
    pub(super) fn round(&mut self, active: &[usize]) {
        let mut decided = Vec::new();
        for &me in active {
            if self.appearance[me].is_active() {
                let (intent, percept) = self.compute(me).unwrap();
                decided.push((me, settled(&percept, intent)));
            }
        }
        for (me, (target, intent)) in decided {
            self.act(me, target, intent, None);
        }
    }

    /// One turn of one robot, which is stopped there on its way; says whether it moved.
    pub(super) fn turn(&mut self, me: usize, stop: Option<Stop>) -> bool {
        if !self.appearance[me].is_active() {
            return false;
        }
        let (intent, percept) = self.compute(me).unwrap();
        let (target, intent) = settled(&percept, intent);
        let before = self.positions[me];
        self.act(me, target, intent, stop);
        self.positions[me] != before
    }

    fn act(&mut self, me: usize, target: Point, intent: Intent, stop: Option<Stop>) {
        if let Some(light) = intent.light {
            self.appearance[me].light = Some(light);
        }
        if intent.done {
            self.appearance[me].terminated = true;
            return;
        }
        let from = self.positions[me];
        if closer(target.x - from.x, target.y - from.y, self.senses.epsilon) {
            return;
        }
        let die = &mut self.dice[me];
        let draw = |low, high| die.on(Purpose::Movement, &mut None).uniform(low, high);
        let length = from.distance(target);
        self.positions[me] = self.movement.end(from, target, length, stop, draw);
    }

    /// Whether all robots are on one point.
    pub(super) fn is_gathered(&self) -> bool {
        let first = self.positions[0];
        let near = |p: &Point| within(p.x - first.x, p.y - first.y, self.senses.epsilon);
        self.positions.iter().all(near)
    }

    /// Whether all robots have ended their algorithm.
    pub(super) fn is_over(&self) -> bool {
        self.appearance.iter().all(|seen| seen.terminated)
    }

    /// The largest distance between two robots.
    pub(super) fn diameter(&self) -> f64 {
        let mut largest: f64 = 0.0;
        for a in &self.positions {
            for b in &self.positions {
                largest = largest.max(a.distance(*b));
            }
        }
        largest
    }
}

fn settled(percept: &Percept, intent: Intent) -> (Point, Intent) {
    match percept.settle(intent).destination {
        Destination::To(target) => (target, intent),
        other => panic!("{other:?} is no point"),
    }
}

/// A random non-empty subset of the robots, in order.
pub(super) fn some_of(robots: usize, die: &mut Numpy) -> Vec<usize> {
    loop {
        let chosen: Vec<_> = (0..robots).filter(|_| die.unit() < 0.5).collect();
        if !chosen.is_empty() {
            return chosen;
        }
    }
}

/// Random places in a square of side 100 around the origin.
pub(super) fn places(robots: usize, die: &mut Numpy) -> Vec<(f64, f64)> {
    let mut coordinate = || die.uniform(-50.0, 50.0);
    (0..robots).map(|_| (coordinate(), coordinate())).collect()
}

/// Checks that a robot decides the same whatever frame it has: each of `robots` wants to go to the
/// same global point as in global coordinates, up to rounding.
#[track_caller]
pub(super) fn assert_same_in_frames(trial: &mut Trial, agreement: Agreement, seed: u64) {
    let frames = Frames {
        agreement,
        each_activation: true,
        scale: (0.1, 10.0),
    };
    let mut die = Numpy::from_seed(seed);
    for me in 0..trial.robots() {
        trial.frame = None;
        let plain = trial.target(me);
        let (wish, size) = (trial.wish(me).unwrap(), trial.diameter() + 1.0);
        for _ in 0..4 {
            trial.frame = Some(frames.draw(&mut die));
            let framed = trial.target(me);
            assert!(
                plain.distance(framed) < 1e-9 * size,
                "robot {me} at {:?}: {plain:?} and {framed:?}",
                trial.positions
            );
            let other = trial.wish(me).unwrap();
            assert_eq!((wish.done, wish.light), (other.done, other.light));
        }
    }
    trial.frame = None;
}

/// The reasons for which a scenario is refused, in which three robots run this algorithm; its other
/// lines stand in `rest`.
pub(super) fn refusal(robots: usize, algorithm: &str, rest: &str) -> Option<String> {
    read(robots, algorithm, rest).err()
}

/// Reads a scenario in which robots run this algorithm; says why it is refused.
pub(super) fn read(robots: usize, algorithm: &str, rest: &str) -> Result<Scenario, String> {
    let text = format!("[swarm]\nrobots = {robots}\nalgorithm = \"{algorithm}\"\n{rest}\n");
    let document = Document::parse("trial.toml", &text).unwrap();
    let root = document.root();
    let scenario = Scenario::read(&root).map_err(|error| error.to_string())?;
    root.finish().map_err(|error| error.to_string())?;
    Ok(scenario)
}

/// Checks that a scenario is refused for this reason and no other, and that force runs it all the
/// same.
#[track_caller]
pub(super) fn assert_refused(robots: usize, algorithm: &str, rest: &str, reason: &str) {
    let refused = refusal(robots, algorithm, rest).unwrap_or_default();
    let expected = format!(
        "swarm.algorithm: this algorithm asks for more than the scenario gives: {reason} (`force \
         = true` runs it all the same)"
    );
    assert!(refused.contains(&expected), "{rest}: {refused}");
    let forced = read(robots, algorithm, &format!("force = true\n{rest}")).unwrap();
    assert!(forced.is_forced());
}
