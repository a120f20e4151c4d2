//! The visibility: who sees what.

mod obstruction;

use super::directive::Tie;
use super::percept::{Percept, Seen};
use super::{Oblot, Request};
use crate::model::Answer;

pub use obstruction::Obstruction;

/// How far a robot sees, and what hides from it. A robot always sees itself.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sight {
    /// Robots at a distance of at most this are visible; `None` sees everything.
    pub radius: Option<f64>,
    /// Only so many of the others are visible, the nearest ones; of equally near ones those with
    /// the lowest ids.
    pub nearest: Option<usize>,
    /// How robots hide what lies behind them, where they do.
    pub obstruction: Option<Obstruction>,
}

impl Sight {
    /// What a robot sees of those within the radius.
    #[must_use]
    pub fn view(&self, percept: Percept) -> Percept {
        let all_visible = percept.world().table.vanished() == 0;
        if self.nearest.is_none() && self.obstruction.is_none() && all_visible {
            return percept;
        }
        let mut robots = percept.robots();
        robots.retain(|seen| seen.id == percept.me() || !seen.appearance.vanished);
        if let Some(obstruction) = &self.obstruction {
            robots = obstruction.visible(percept.here(), robots);
        }
        if let Some(count) = self.nearest {
            robots = nearest(&percept, robots, count);
        }
        percept.with(robots, None, Tie::First)
    }
}

/// The looking robot and the `count` nearest others, in the order of the ids.
fn nearest(percept: &Percept, mut robots: Vec<Seen>, count: usize) -> Vec<Seen> {
    let (me, here) = (percept.me(), percept.here());
    // The looking robot sorts before all others, whoever stands on the same point.
    let key = |seen: &Seen| (seen.id != me, here.distance(seen.position));
    robots.sort_by(|a, b| {
        let ((a_other, a_far), (b_other, b_far)) = (key(a), key(b));
        a_other.cmp(&b_other).then(a_far.total_cmp(&b_far))
    });
    robots.truncate(count.saturating_add(1));
    robots.sort_by_key(|seen| seen.id);
    robots
}

/// The environment part that decides what a robot sees. It is a view over the position tracker:
/// it turns a Look into a request for a snapshot through the robot's eyes.
#[derive(Clone, Debug)]
pub struct Visibility {
    sight: Sight,
}

impl Visibility {
    /// All robots see equally far.
    #[must_use]
    pub fn new(sight: Sight) -> Self {
        Visibility { sight }
    }

    pub(super) fn answer(&mut self, request: Request) -> Answer<Oblot> {
        Answer::Forward(match request {
            Request::Look { robot, time } => Request::Snapshot {
                robot,
                time,
                sight: self.sight,
            },
            other => other,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::math::Point;
    use crate::model::oblot::positions::{Appearance, Snapshot, Table};

    /// The ids that robot 0 sees.
    fn seen(points: &[(f64, f64)], sight: Sight) -> Vec<usize> {
        let robots: Vec<_> = points
            .iter()
            .map(|&(x, y)| (Point::new(x, y), Appearance::START))
            .collect();
        let table = Arc::new(Table::new(&robots, 1e-5));
        let snapshot = Snapshot { table, time: 0.0 };
        let percept = sight.view(Percept::new(snapshot, 0, sight.radius));
        percept.robots().iter().map(|seen| seen.id).collect()
    }

    fn opaque(tolerance: f64) -> Sight {
        Sight {
            obstruction: Some(Obstruction {
                tolerance,
                epsilon: 1e-5,
            }),
            ..Sight::default()
        }
    }

    #[test]
    fn the_nearest_are_seen_and_of_equally_near_ones_the_first() {
        let points = [(0.0, 0.0), (3.0, 0.0), (0.0, 1.0), (1.0, 0.0), (-1.0, 0.0)];
        let nearest = |count| {
            let sight = Sight {
                nearest: Some(count),
                ..Sight::default()
            };
            seen(&points, sight)
        };
        assert_eq!(nearest(1), [0, 2]);
        assert_eq!(nearest(2), [0, 2, 3]);
        assert_eq!(nearest(9), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn a_robot_sees_itself_whoever_shares_its_point() {
        let sight = Sight {
            nearest: Some(1),
            radius: Some(0.0),
            ..Sight::default()
        };
        assert_eq!(seen(&[(1.0, 1.0), (1.0, 1.0), (1.0, 1.0)], sight), [0, 1]);
    }

    #[test]
    fn a_robot_hides_what_lies_behind_it() {
        let row = [(0.0, 0.0), (2.0, 2.0), (1.0, 1.0), (-3.0, -3.0), (2.0, 2.1)];
        assert_eq!(seen(&row, opaque(1e-9)), [0, 2, 3, 4]);
        // A wider direction hides the robot beside the row, too.
        assert_eq!(seen(&row, opaque(0.1)), [0, 2, 3]);
    }

    #[test]
    fn robots_on_one_point_hide_nobody_of_it_and_those_beside_the_observer_hide_nobody() {
        let points = [(0.0, 0.0), (0.0, 0.0), (2.0, 0.0), (2.0, 0.0), (5.0, 0.0)];
        assert_eq!(seen(&points, opaque(1e-9)), [0, 1, 2, 3]);
    }

    #[test]
    fn directions_meet_where_the_circle_closes() {
        // Just above and just below the direction of -x, where the angle jumps from pi to -pi.
        let points = [(0.0, 0.0), (-1.0, 1e-12), (-4.0, -1e-12)];
        assert_eq!(seen(&points, opaque(1e-9)), [0, 1]);
    }

    #[test]
    fn the_window_agrees_with_looking_at_all_pairs() {
        use crate::dice::{Draw as _, Numpy};
        let mut numpy = Numpy::from_seed(4);
        for _ in 0..200 {
            let tolerance = numpy.uniform(0.0, 0.3);
            let mut points = vec![(0.0, 0.0)];
            for _ in 0..12 {
                points.push((
                    numpy.uniform(-3.0, 3.0).floor(),
                    numpy.uniform(-3.0, 3.0).floor(),
                ));
            }
            let bearing =
                |&(x, y): &(f64, f64)| (crate::math::atan2(y, x), crate::math::hypot(x, y));
            let hidden = |point: &(f64, f64)| {
                let (angle, distance) = bearing(point);
                points.iter().skip(1).any(|other| {
                    let (its, near) = bearing(other);
                    let turn = (its - angle).abs();
                    let turn = turn.min(std::f64::consts::TAU - turn);
                    near > 1e-5 && turn <= tolerance && near + 1e-5 < distance
                })
            };
            let visible = points.iter().enumerate();
            let expected: Vec<usize> = visible
                .filter(|(_, point)| bearing(point).1 <= 1e-5 || !hidden(point))
                .map(|(id, _)| id)
                .collect();
            assert_eq!(seen(&points, opaque(tolerance)), expected);
        }
    }
}
