//! How close robots come to each other.

use serde_json::{Value, json};

use super::{
    BuildMonitor, Judgement, Monitor, OF_ALL, Of, Said, Scene, check_pairs, pair, read_of,
};
use crate::math::{Point, hypot, within};
use crate::monitor::FigureEntry;
use crate::registry::Entry;

pub(super) const ENTRY: Entry<BuildMonitor> = Entry {
    name: "distance",
    summary: "smallest distance of two robots, also on paths that cross",
    help: "The smallest distance that two robots ever have, at any instant of the run. Robots move \
           straight and at constant speed, so the smallest distance of a pair between two changes \
           of its motions has a closed form: the foot of the perpendicular in the motion of the \
           one relative to the other. It gives no verdict; expect a bound on its figure.",
    parameters: &[OF_ALL],
    build: BuildMonitor {
        figures: &[
            FigureEntry::new(
                "smallest",
                "the smallest distance of two robots, or null for fewer than two",
            ),
            FigureEntry::new("time", "when two robots were first so close, or null"),
            FigureEntry::new("robots", "the ids of these two, or null"),
        ],
        read: |section, context| {
            check_pairs(section, context)?;
            let of = read_of(section)?;
            Ok(Box::new(Distance { of, closest: None }))
        },
    },
};

/// The monitor.
#[derive(Clone, Debug)]
struct Distance {
    of: Of,
    closest: Option<Closest>,
}

/// The closest passage so far.
#[derive(Clone, Copy, Debug)]
struct Closest {
    distance: f64,
    time: f64,
    robots: (u32, u32),
}

impl Distance {
    /// Looks how close a pair has come since one of the two last changed its motion.
    fn measure(&mut self, scene: &Scene, one: u32, other: u32) {
        let passage = scene.passage(one, other);
        let Point { x, y } = passage.nearest;
        let time = || scene.instant(one, other, passage.part);
        let nearer = match self.closest {
            None => true,
            // At equal distances the earlier passage counts, which may be told later.
            Some(closest) if within(x, y, closest.distance) => {
                hypot(x, y) < closest.distance || time() < closest.time
            }
            Some(_) => false,
        };
        if nearer {
            self.closest = Some(Closest {
                distance: hypot(x, y),
                time: time(),
                robots: (one, other),
            });
        }
    }
}

impl Monitor for Distance {
    fn judges(&self) -> bool {
        false
    }

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

    fn sample(&mut self, scene: &Scene) -> Said {
        vec![("distance", json!(closest_pair(&scene.positions(self.of))))]
    }

    fn finish(&mut self, scene: &Scene) -> Judgement {
        scene.each_pair(self.of, |one, other| self.measure(scene, one, other));
        let closest = self.closest;
        Judgement {
            holds: None,
            figures: vec![
                ("smallest", json!(closest.map(|closest| closest.distance))),
                ("time", json!(closest.map(|closest| closest.time))),
                (
                    "robots",
                    closest.map_or(Value::Null, |closest| {
                        pair(closest.robots.0, closest.robots.1)
                    }),
                ),
            ],
        }
    }

    fn copy(&self) -> Box<dyn Monitor> {
        Box::new(self.clone())
    }
}

/// The smallest distance of two of the points; `None` for fewer than two. Sorted by x, a point
/// need be compared only with those that are closer along x than the closest pair.
fn closest_pair(points: &[Point]) -> Option<f64> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let mut least: Option<f64> = None;
    for (index, a) in sorted.iter().enumerate() {
        for b in &sorted[index + 1..] {
            match least {
                Some(least) if b.x - a.x >= least => break,
                Some(least) if !within(a.x - b.x, a.y - b.y, least) => {}
                _ => least = Some(a.distance(*b)),
            }
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::closest_pair;
    use crate::math::Point;

    proptest! {
        #[test]
        fn the_closest_pair_is_that_of_all_pairs(
            all in proptest::collection::vec((-9.0..9.0_f64, -9.0..9.0_f64), 0..30),
        ) {
            let all: Vec<_> = all.iter().map(|&(x, y)| Point::new(x, y)).collect();
            let pairs = (0..all.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
            let least = pairs.map(|(i, j)| all[i].distance(all[j])).reduce(f64::min);
            prop_assert_eq!(closest_pair(&all), least);
        }
    }

    #[test]
    fn coincident_points_are_at_distance_zero() {
        let twice = [
            Point::new(3.0, 1.0),
            Point::new(0.0, 0.0),
            Point::new(3.0, 1.0),
        ];
        assert_eq!(closest_pair(&twice), Some(0.0));
        assert_eq!(closest_pair(&twice[..1]), None);
    }
}
