//! Robots at given points, wherever they lie, however they are turned and scaled.

use super::{Centred, length, root_mean_square, times, times_conjugate};
use crate::math::{Point, atan2};

/// How many matchings are tried further.
const TRIED: usize = 4;
/// The most rounds in which a matching is improved.
const ROUNDS: usize = 10;
/// Up to so many robots the best matching for a given place of the pattern is found.
const MATCHED: usize = 64;
/// Points closer to the centre of gravity than this, in parts of the size, lie at it.
const CENTRAL: f64 = 1e-6;

/// The points of a pattern.
#[derive(Clone, Debug)]
pub(super) struct Targets {
    /// The pattern as given and, where that counts as well, mirrored; relative to the centre.
    versions: Vec<Vec<Point>>,
}

/// Which target each robot is matched with, and the turn and scale that fit best.
#[derive(Clone, Debug)]
struct Matching {
    targets: Vec<Point>,
    fit: Point,
    squares: f64,
}

impl Matching {
    /// `targets` are those of the robots in the order of their ids. The best similarity is a
    /// product of complex numbers (Umeyama, IEEE T-PAMI 13(4), 1991, in the plane).
    fn new(robots: &[Point], targets: Vec<Point>) -> Self {
        let pairs = || robots.iter().zip(&targets);
        let (sum, norm) =
            pairs().fold((Point::default(), 0.0), |(sum, norm), (&robot, &target)| {
                let turn = times_conjugate(robot, target);
                let square = target.x * target.x + target.y * target.y;
                (Point::new(sum.x + turn.x, sum.y + turn.y), norm + square)
            });
        let fit = if norm > 0.0 {
            Point::new(sum.x / norm, sum.y / norm)
        } else {
            Point::default()
        };
        let squares = pairs().fold(0.0, |sum, (&robot, &target)| {
            sum + squared_distance(robot, times(fit, target))
        });
        Matching {
            targets,
            fit,
            squares,
        }
    }

    /// The largest distance of a robot from its place.
    fn largest(&self, robots: &[Point]) -> f64 {
        let pairs = robots.iter().zip(&self.targets);
        pairs
            .map(|(robot, &target)| robot.distance(times(self.fit, target)))
            .fold(0.0, f64::max)
    }

    /// The same pattern in the same place, with robots and targets matched anew.
    fn rematched(&self, robots: &[Point]) -> Matching {
        let places: Vec<Point> = self
            .targets
            .iter()
            .map(|&target| times(self.fit, target))
            .collect();
        let chosen = if robots.len() <= MATCHED {
            best_matching(robots, &places)
        } else {
            nearest_free(robots, &places)
        };
        let targets = chosen.into_iter().map(|place| self.targets[place]);
        Matching::new(robots, targets.collect())
    }
}

impl Targets {
    /// The pattern of these points; mirrored as well if `mirror`.
    pub(super) fn new(points: &[Point], mirror: bool) -> Self {
        let given = Centred::new(points).points;
        let mirrored: Vec<_> = given.iter().map(|p| Point::new(p.x, -p.y)).collect();
        let mut versions = vec![given];
        if mirror {
            versions.push(mirrored);
        }
        Targets { versions }
    }

    /// The residual of the best matching found.
    ///
    /// For a given matching the similarity is optimal; for a given similarity and up to 64 robots
    /// the matching is. Both are improved in turn, from those matchings of robots and targets in
    /// the order of their angles around the centre of gravity that fit best. Robots that form the
    /// pattern are found so; elsewhere the residual is an upper bound.
    pub(super) fn residual(&self, robots: &Centred) -> f64 {
        let points = &robots.points;
        if robots.size == 0.0 {
            let extended = self
                .versions
                .first()
                .map_or(0.0, |targets| root_mean_square(targets));
            return if extended > 0.0 { 1.0 } else { 0.0 };
        }
        let mut matchings: Vec<Matching> = self
            .versions
            .iter()
            .flat_map(|targets| by_angle(points, targets))
            .collect();
        matchings.sort_by(|a, b| a.squares.total_cmp(&b.squares));
        matchings.truncate(TRIED);
        let improved = matchings.into_iter().map(|matching| {
            let improved = improve(points, matching);
            improved.largest(points)
        });
        robots.relative(improved.fold(f64::INFINITY, f64::min))
    }
}

/// Improves a matching until it gets no better.
fn improve(robots: &[Point], mut matching: Matching) -> Matching {
    for _ in 0..ROUNDS {
        let next = matching.rematched(robots);
        if next.squares.is_nan() || next.squares >= matching.squares {
            break;
        }
        matching = next;
    }
    matching
}

/// The best matchings of robots and targets that keep the order of their angles around the centre.
/// Targets at the centre have no angle: the robots closest to it have them.
fn by_angle(robots: &[Point], targets: &[Point]) -> Vec<Matching> {
    let n = robots.len();
    let central = CENTRAL * root_mean_square(targets);
    let by_length = |points: &[Point]| {
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by(|&a, &b| length(points[a]).total_cmp(&length(points[b])));
        order
    };
    let (robot_order, target_order) = (by_length(robots), by_length(targets));
    let inner = targets.iter().filter(|&&t| length(t) <= central).count();
    let by_angle = |points: &[Point], order: &[usize]| {
        let angle = |index: usize| atan2(points[index].y, points[index].x);
        let mut order: Vec<(f64, usize)> = order.iter().map(|&i| (angle(i), i)).collect();
        // Those at one angle stay in the order of their lengths.
        order.sort_by(|a, b| a.0.total_cmp(&b.0));
        order
            .into_iter()
            .map(|(_, index)| index)
            .collect::<Vec<_>>()
    };
    let outer_robots = by_angle(robots, &robot_order[inner..]);
    let outer_targets = by_angle(targets, &target_order[inner..]);
    let outer = outer_robots.len();
    // The larger the sum of the products, the better the fit: the rest of the squares is the same
    // for all shifts.
    let fit = |shift: usize| {
        let pairs = outer_robots.iter().enumerate();
        let sum = pairs.fold(Point::default(), |sum, (k, &robot)| {
            let target = targets[outer_targets[(k + shift) % outer]];
            let turn = times_conjugate(robots[robot], target);
            Point::new(sum.x + turn.x, sum.y + turn.y)
        });
        sum.x * sum.x + sum.y * sum.y
    };
    let mut shifts: Vec<(f64, usize)> = (0..outer).map(|shift| (fit(shift), shift)).collect();
    shifts.sort_by(|a, b| b.0.total_cmp(&a.0));
    if shifts.is_empty() {
        shifts.push((0.0, 0));
    }
    let matching = |&(_, shift): &(f64, usize)| {
        let mut chosen = vec![Point::default(); n];
        for (&robot, &target) in robot_order.iter().zip(&target_order).take(inner) {
            chosen[robot] = targets[target];
        }
        for (k, &robot) in outer_robots.iter().enumerate() {
            chosen[robot] = targets[outer_targets[(k + shift) % outer]];
        }
        Matching::new(robots, chosen)
    };
    shifts.iter().take(TRIED).map(matching).collect()
}

fn squared_distance(a: Point, b: Point) -> f64 {
    let (x, y) = (a.x - b.x, a.y - b.y);
    x * x + y * y
}

/// For each robot the nearest place that is still free, in the order of the ids.
fn nearest_free(robots: &[Point], places: &[Point]) -> Vec<usize> {
    let mut free: Vec<usize> = (0..places.len()).collect();
    let nearest = |robot: &Point| {
        let distances = free
            .iter()
            .map(|&place| squared_distance(*robot, places[place]));
        let found = distances.enumerate().min_by(|a, b| a.1.total_cmp(&b.1));
        // There is a place for each robot.
        free.remove(found.map_or(0, |(index, _)| index))
    };
    robots.iter().map(nearest).collect()
}

/// The place of each robot such that the sum of the squared distances is least: the Hungarian
/// method (Kuhn, Naval Research Logistics Quarterly 2, 1955) with potentials, in the form that adds
/// one robot after the other along a shortest augmenting path.
fn best_matching(robots: &[Point], places: &[Point]) -> Vec<usize> {
    let n = robots.len();
    let cost = |robot: usize, place: usize| squared_distance(robots[robot], places[place]);
    // Robots and places count from 1; the place 0 stands for the robot that is being added.
    let mut robot_potential = vec![0.0; n + 1];
    let mut place_potential = vec![0.0; n + 1];
    let mut owner = vec![0; n + 1];
    for robot in 1..=n {
        owner[0] = robot;
        let mut place = 0;
        let mut least = vec![f64::INFINITY; n + 1];
        let mut before = vec![0; n + 1];
        let mut visited = vec![false; n + 1];
        while owner[place] != 0 {
            visited[place] = true;
            let mover = owner[place];
            let (mut step, mut next) = (f64::INFINITY, 0);
            for other in 1..=n {
                if visited[other] {
                    continue;
                }
                let reduced =
                    cost(mover - 1, other - 1) - robot_potential[mover] - place_potential[other];
                if reduced < least[other] {
                    (least[other], before[other]) = (reduced, place);
                }
                if least[other] < step || next == 0 {
                    (step, next) = (least[other], other);
                }
            }
            for other in 0..=n {
                if visited[other] {
                    robot_potential[owner[other]] += step;
                    place_potential[other] -= step;
                } else {
                    least[other] -= step;
                }
            }
            place = next;
        }
        while place != 0 {
            owner[place] = owner[before[place]];
            place = before[place];
        }
    }
    let mut chosen = vec![0; n];
    for place in 1..=n {
        chosen[owner[place] - 1] = place - 1;
    }
    chosen
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Targets, best_matching, nearest_free, squared_distance};
    use crate::math::{Point, cos, sin};
    use crate::monitor::oblot::pattern::Centred;

    fn points(all: &[(f64, f64)]) -> Vec<Point> {
        all.iter().map(|&(x, y)| Point::new(x, y)).collect()
    }

    fn residual(pattern: &[Point], robots: &[Point], mirror: bool) -> f64 {
        Targets::new(pattern, mirror).residual(&Centred::new(robots))
    }

    /// Turned, scaled, moved, perhaps mirrored, and in another order.
    fn similar(
        pattern: &[Point],
        turn: f64,
        scale: f64,
        by: (f64, f64),
        mirror: bool,
        skip: usize,
    ) -> Vec<Point> {
        let (c, s) = (scale * cos(turn), scale * sin(turn));
        let place = |p: &Point| {
            let y = if mirror { -p.y } else { p.y };
            Point::new(by.0 + c * p.x - s * y, by.1 + s * p.x + c * y)
        };
        let mut placed: Vec<_> = pattern.iter().map(place).collect();
        let n = placed.len();
        placed.rotate_left(skip % n);
        placed.reverse();
        placed
    }

    #[test]
    fn the_letter_f_is_not_its_mirror_image() {
        let f = points(&[(0.0, 0.0), (0.0, 1.0), (0.0, 2.0), (1.0, 2.0), (0.7, 1.0)]);
        let mirrored = similar(&f, 0.3, 5.0, (7.0, -2.0), true, 2);
        assert!(residual(&f, &mirrored, true) < 1e-12);
        assert!(residual(&f, &mirrored, false) > 0.1);
        let turned = similar(&f, 2.0, 0.1, (7.0, -2.0), false, 3);
        assert!(residual(&f, &turned, false) < 1e-12);
    }

    #[test]
    fn points_at_the_centre_and_equal_points_are_matched() {
        let cross = points(&[
            (0.0, 0.0),
            (1.0, 0.0),
            (-1.0, 0.0),
            (0.0, 1.0),
            (0.0, -1.0),
            (0.0, 0.0),
        ]);
        let robots = similar(&cross, 0.8, 3.0, (5.0, 5.0), false, 1);
        assert!(residual(&cross, &robots, true) < 1e-12);
        // Only one robot at the centre, two at an end of the cross.
        let other = points(&[
            (1.0, 0.0),
            (1.0, 0.0),
            (-1.0, 0.0),
            (0.0, 1.0),
            (0.0, -1.0),
            (0.0, 0.0),
        ]);
        assert!(residual(&cross, &other, true) > 0.3);
    }

    #[test]
    fn gathered_robots_form_a_point_only() {
        let one = points(&[(3.0, 3.0), (3.0, 3.0)]);
        let two = points(&[(0.0, 0.0), (1.0, 0.0)]);
        assert_eq!(residual(&two, &one, true), 1.0);
        assert_eq!(residual(&one, &one, true), 0.0);
        assert!(residual(&one, &two, true) >= 1.0);
        assert!(residual(&two, &two, true) < 1e-15);
        assert_eq!(residual(&[], &[], true), 0.0);
    }

    /// The least sum of all matchings.
    fn exhaustive(robots: &[Point], places: &[Point], taken: &mut Vec<usize>) -> f64 {
        let robot = taken.len();
        if robot == robots.len() {
            return 0.0;
        }
        let mut least = f64::INFINITY;
        for place in 0..places.len() {
            if !taken.contains(&place) {
                taken.push(place);
                let rest = exhaustive(robots, places, taken);
                taken.pop();
                least = least.min(squared_distance(robots[robot], places[place]) + rest);
            }
        }
        least
    }

    fn some_points(n: usize) -> impl Strategy<Value = Vec<Point>> {
        let point = (-9.0..9.0_f64, -9.0..9.0_f64).prop_map(|(x, y)| Point::new(x, y));
        proptest::collection::vec(point, n)
    }

    proptest! {
        #[test]
        fn the_hungarian_method_is_best(
            (robots, places) in (1_usize..7).prop_flat_map(|n| (some_points(n), some_points(n))),
        ) {
            let sum = |chosen: &[usize]| {
                let pairs = chosen.iter().enumerate();
                pairs.map(|(robot, &place)| squared_distance(robots[robot], places[place])).sum::<f64>()
            };
            let chosen = best_matching(&robots, &places);
            let mut sorted = chosen.clone();
            sorted.sort_unstable();
            prop_assert_eq!(sorted, (0..robots.len()).collect::<Vec<_>>());
            let best = exhaustive(&robots, &places, &mut Vec::new());
            prop_assert!((sum(&chosen) - best).abs() < 1e-9, "{} is not {best}", sum(&chosen));
            let mut greedy = nearest_free(&robots, &places);
            prop_assert!(sum(&greedy) >= best - 1e-9);
            greedy.sort_unstable();
            prop_assert_eq!(greedy, (0..robots.len()).collect::<Vec<_>>());
        }

        #[test]
        fn a_similar_set_has_no_residual(
            pattern in (2_usize..90).prop_flat_map(some_points),
            turn in 0.0..6.3_f64,
            scale in 0.01..100.0_f64,
            by in (-100.0..100.0_f64, -100.0..100.0_f64),
            mirror in any::<bool>(),
            skip in 0_usize..90,
        ) {
            let robots = similar(&pattern, turn, scale, by, mirror, skip);
            let exact = residual(&pattern, &robots, true);
            prop_assert!(exact < 1e-9, "{exact}");
        }
    }
}
