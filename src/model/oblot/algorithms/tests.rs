//! Scenes for the tests of algorithms, and what holds for all algorithms.

use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::arbiter::RunError;
use crate::dice::Numpy;
use crate::engine::{Engine, Simulation};
use crate::model::oblot::positions::{Appearance, Snapshot, Table};
use crate::model::oblot::robot::Robot;
use crate::model::oblot::scenario::Scenario;
use crate::model::oblot::{Destination, Light, Phase};
use crate::model::{End, Extras};
use crate::scenario::Document;

/// Robots at rest, as one of them sees them.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    robots: Vec<(Point, Appearance)>,
    radius: Option<f64>,
    precision: u32,
}

impl Scene {
    /// Robots that have looked before, with unlimited visibility and five decimal places.
    pub(super) fn of(points: &[(f64, f64)]) -> Self {
        let appearance = Appearance {
            light: Some(Light::Green),
            ..Appearance::START
        };
        let robot = |&(x, y): &(f64, f64)| (Point::new(x, y), appearance);
        Scene {
            robots: points.iter().map(robot).collect(),
            radius: None,
            precision: 5,
        }
    }

    /// The same with one robot crashed.
    pub(super) fn crashed(mut self, id: usize) -> Self {
        self.robots[id].1.phase = Phase::Crash;
        self
    }

    /// The same with robots that see so far.
    pub(super) fn seeing(mut self, radius: f64) -> Self {
        self.radius = Some(radius);
        self
    }

    /// The same with so many decimal places.
    pub(super) fn precise(mut self, precision: u32) -> Self {
        self.precision = precision;
        self
    }

    /// The same before anybody has looked.
    pub(super) fn fresh(mut self) -> Self {
        for (_, appearance) in &mut self.robots {
            appearance.light = None;
        }
        self
    }

    pub(super) fn context(&self) -> Context {
        Context::new(self.precision, self.radius, self.robots.len())
    }

    pub(super) fn percept(&self, me: u32) -> Percept {
        let context = self.context();
        let snapshot = Snapshot {
            table: Arc::new(Table::new(&self.robots, context.epsilon)),
            time: 1.0,
        };
        Percept::new(snapshot, me, self.radius)
    }

    /// What a robot decides, with the dice of some seed.
    fn compute(&self, algorithm: &dyn Algorithm, me: u32, seed: u64) -> Intent {
        let (mut dice, mut shared) = (Dice::new(seed, me), None);
        let mut dice = AlgorithmDice::new(&mut dice, &mut shared);
        let percept = self.percept(me);
        percept.settle(algorithm.compute(&percept, &mut dice).unwrap())
    }

    /// What a robot decides, and where it goes as a pair.
    pub(super) fn decide(&self, algorithm: &dyn Algorithm, me: u32) -> ((f64, f64), bool) {
        let intent = self.compute(algorithm, me, 7);
        let target = target(intent);
        ((target.x, target.y), intent.done)
    }
}

/// Where a settled intent leads.
fn target(intent: Intent) -> Point {
    match intent.destination {
        Destination::To(target) => target,
        other => panic!("{other:?} is not settled"),
    }
}

/// Whether two points are one but for the last digits.
pub(super) fn near((x, y): (f64, f64), (a, b): (f64, f64)) -> bool {
    (x - a).abs() < 1e-9 && (y - b).abs() < 1e-9
}

/// An algorithm as a scenario with these further lines has it.
pub(super) fn build(
    name: &str,
    context: Context,
    rest: &str,
) -> Result<Arc<dyn Algorithm>, ScenarioError> {
    let document = Document::parse("folder/test.toml", rest).unwrap();
    let entry = crate::registry::find(ALGORITHMS, name).unwrap();
    let root = document.root();
    let algorithm = (entry.build.build)(&root, context)?;
    root.finish()?;
    Ok(algorithm)
}

/// The algorithms of the original simulator, which take robots as they are; the others ask for more
/// of a scene, and have tests of their own.
const ORIGINAL: &[&str] = &[
    "circle_formation",
    "gathering",
    "go_to_center",
    "pattern_formation",
    "sec",
    "spreading",
    "two_task",
];

/// All of them, with the parameters that they can do without.
fn all(context: Context) -> impl Iterator<Item = (&'static str, Arc<dyn Algorithm>)> {
    ORIGINAL
        .iter()
        .copied()
        .map(move |name| (name, build(name, context, "").unwrap()))
}

/// Where robots may be: near each other, at one place, far away, and where no arithmetic reaches.
fn somewhere() -> impl Strategy<Value = f64> {
    let odd = [
        0.0,
        -0.0,
        1e-320,
        1e-9,
        1e150,
        1e300,
        -1e300,
        1.7e308,
        -1.7e308,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
    ];
    prop_oneof![
        -10.0..10.0,
        prop::sample::select(odd.to_vec()),
        any::<f64>()
    ]
}

proptest! {
    #[test]
    fn no_algorithm_panics_wherever_the_robots_are(
        points in prop::collection::vec((somewhere(), somewhere()), 1..9),
        crashed in prop::option::of(1_usize..9),
        radius in prop::option::of(prop_oneof![0.0..30.0, Just(1e300)]),
        precision in 0_u32..31,
    ) {
        let mut scene = Scene::of(&points).precise(precision);
        scene.radius = radius;
        if let Some(crashed) = crashed.filter(|&id| id < points.len()) {
            scene = scene.crashed(crashed);
        }
        for (_, algorithm) in all(scene.context()) {
            scene.decide(&*algorithm, 0);
        }
    }

    #[test]
    fn targets_are_points_where_the_robots_are(
        points in prop::collection::vec((-1e9..1e9, -1e9..1e9), 2..9),
        radius in prop::option::of(0.0..2e9),
    ) {
        let mut scene = Scene::of(&points);
        scene.radius = radius;
        for (name, algorithm) in all(scene.context()) {
            let ((x, y), _) = scene.decide(&*algorithm, 0);
            prop_assert!(x.is_finite() && y.is_finite(), "{name}");
        }
    }

    #[test]
    fn who_decides_deterministically_does_so_whatever_it_draws(
        points in prop::collection::vec((-1e3..1e3, -1e3..1e3), 2..12),
        seeds: [u64; 2],
    ) {
        let scene = Scene::of(&points);
        for (name, algorithm) in all(scene.context()) {
            prop_assert!(algorithm.is_deterministic());
            let [a, b] = seeds.map(|seed| scene.compute(&*algorithm, 0, seed));
            prop_assert_eq!(a.done, b.done);
            prop_assert!(target(a).distance(target(b)) < 1e-4, "{name}: {a:?} {b:?}");
        }
    }
}

#[test]
fn a_robot_alone_stays_where_it_is() {
    let scene = Scene::of(&[(3.0, -4.0)]);
    for (name, algorithm) in all(scene.context()) {
        let (target, done) = scene.decide(&*algorithm, 0);
        assert_eq!(target, (3.0, -4.0), "{name}");
        assert_eq!(done, name != "spreading", "{name}");
    }
}

#[test]
fn robots_at_one_place_stay_together_but_where_they_spread() {
    let scene = Scene::of(&[(3.0, -4.0); 5]);
    for (name, algorithm) in all(scene.context()) {
        let (target, done) = scene.decide(&*algorithm, 2);
        assert_eq!(target == (3.0, -4.0), name != "spreading", "{name}");
        assert_eq!(done, name != "spreading", "{name}");
    }
}

#[test]
fn tasks_are_drawn_robot_by_robot() {
    let two_task = TwoTask::new(Context::new(5, None, 3));
    // numpy: default_rng(42).random(3) is 0.774, 0.439, 0.859.
    let mut shared = Some(Box::new(Numpy::from_seed(42)));
    let mut tasks = Vec::new();
    for id in 0..3 {
        let mut dice = Dice::new_shared(id);
        let task = two_task.assign(&mut AlgorithmDice::new(&mut dice, &mut shared));
        tasks.push(format!("{:?}", task.unwrap()));
    }
    assert!(tasks[0].starts_with("Gathering {"), "{tasks:?}");
    assert!(tasks[1].starts_with("Sec {"), "{tasks:?}");
    assert!(tasks[2].starts_with("Gathering {"), "{tasks:?}");
    // One draw of 64 bits for each.
    let mut three = Numpy::from_seed(42);
    for _ in 0..3 {
        crate::dice::Draw::u64(&mut three);
    }
    assert_eq!(*shared.unwrap(), three);
}

#[test]
fn about_half_of_the_robots_have_each_task() {
    let two_task = TwoTask::new(Context::new(5, None, 1_000));
    let circles = (0..1_000).filter(|&id| {
        let mut dice = Dice::new(1, id);
        let task = two_task.assign(&mut AlgorithmDice::new(&mut dice, &mut None));
        format!("{task:?}").contains("Sec")
    });
    let circles = circles.count();
    assert!((450..550).contains(&circles), "{circles}");
}

#[test]
fn nobody_else_hands_out_algorithms() {
    for (name, algorithm) in all(Context::new(5, None, 3)) {
        let mut dice = Dice::new(1, 0);
        let own = algorithm.assign(&mut AlgorithmDice::new(&mut dice, &mut None));
        assert_eq!(own.is_some(), name == "two_task", "{name}");
    }
}

/// Runs robots far away from each other for a while.
fn run(name: &str, far: &str, scheduler: &str) -> Result<End, RunError> {
    let text = format!(
        "seed = 1\n[swarm]\nrobots = 4\nalgorithm = \"{name}\"\nstart = \"positions\"\n\
         positions = [[{far}, 0], [0, {far}], [-{far}, 1], [1, 1]]\nspeed = 0.0\n\
         [scheduler]\nkind = \"{scheduler}\"\n[limits]\nevents = 300\n"
    );
    let document = Document::parse("far.toml", &text).unwrap();
    let scenario = Scenario::read(&document.root()).unwrap();
    let plan = scenario.plan(Extras::default());
    let mut simulation = Simulation::new(plan, Engine::Inline { threads: 1 }).unwrap();
    simulation.run(()).1
}

#[test]
fn runs_with_robots_beyond_all_arithmetic_end_and_say_why() {
    for &name in ORIGINAL {
        for far in ["1e16", "1e100", "1e200", "1e300", "1.7e308"] {
            for scheduler in ["async", "fsync"] {
                match run(name, far, scheduler) {
                    Ok(_) => {}
                    Err(error) => {
                        let told = error.to_string();
                        let known = told.contains("is not a point");
                        assert!(known && far != "1e16", "{name} {far} {scheduler}: {told}");
                    }
                }
            }
        }
    }
}

#[test]
fn robots_of_two_tasks_keep_theirs() {
    let tasks = |robots: usize| {
        let text = format!("seed = 3\n[swarm]\nrobots = {robots}\nalgorithm = \"two_task\"\n");
        let document = Document::parse("tasks.toml", &text).unwrap();
        let plan = Scenario::read(&document.root())
            .unwrap()
            .plan(Extras::default());
        let is_circle = |robot: &Robot| format!("{robot:?}").contains("BuiltIn(Sec");
        plan.robots.iter().map(is_circle).collect::<Vec<_>>()
    };
    let twenty = tasks(20);
    assert!(twenty.contains(&true) && twenty.contains(&false));
    // With own dice a robot's task does not depend on the others.
    assert_eq!(tasks(40)[..20], twenty);
}
