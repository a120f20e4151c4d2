//! Figures of a swarm: its diameter, and what a run came to.

use std::collections::BTreeMap;

use super::census::Census;
use super::robot::Robot;
use crate::math::Point;
use crate::model::Figure;

/// The largest distance between two of the points; 0 for fewer than two.
#[must_use]
pub fn diameter(points: &[Point]) -> f64 {
    farthest_pair(points).map_or(0.0, |(a, b)| a.distance(b))
}

/// Two of the points with the largest distance between them, the one with the lesser x (then y)
/// first; none where there are no two different points.
///
/// Only corners of the convex hull can be farthest apart, and there are few of them.
#[must_use]
pub fn farthest_pair(points: &[Point]) -> Option<(Point, Point)> {
    let hull = convex_hull(points);
    let (mut largest, mut pair) = (0.0, None);
    for (i, &a) in hull.iter().enumerate() {
        for &b in &hull[i + 1..] {
            let distance = a.distance(b);
            if distance > largest {
                (largest, pair) = (distance, Some((a, b)));
            }
        }
    }
    let in_order = |(a, b): (Point, Point)| {
        let order = a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y));
        if order.is_le() { (a, b) } else { (b, a) }
    };
    pair.map(in_order)
}

/// The corners of the convex hull, counter-clockwise (Andrew's monotone chain, 1979).
#[must_use]
pub fn convex_hull(points: &[Point]) -> Vec<Point> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let mut hull = half_hull(sorted.iter());
    hull.pop();
    let mut upper = half_hull(sorted.iter().rev());
    upper.pop();
    hull.append(&mut upper);
    hull
}

fn half_hull<'p>(points: impl Iterator<Item = &'p Point>) -> Vec<Point> {
    let mut chain: Vec<Point> = Vec::new();
    for &point in points {
        while let [.., a, b] = chain[..] {
            if (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) > 0.0 {
                break;
            }
            chain.pop();
        }
        chain.push(point);
    }
    chain
}

/// The keys of all figures that a summary may hold.
pub const FIGURES: &[&str] = &[
    "robots",
    "terminated",
    "crashed",
    "activations",
    "moves",
    "epochs",
    "rounds",
    "diameter_before",
    "diameter_after",
    "correct_diameter_after",
    "faulty",
    "travelled",
    "synchronous_rounds",
    "failures",
    "refused_text",
];

/// What a run came to; the keys are among [`FIGURES`].
pub(super) fn figures(
    before: &[Robot],
    after: &[Option<Robot>],
    census: &Census,
    now: f64,
) -> Vec<Figure> {
    let start: Vec<Point> = before.iter().map(Robot::position).collect();
    let robots = || after.iter().flatten();
    let end: Vec<Point> = robots().map(|robot| robot.position_at(now)).collect();
    // Left to right, in the order of the ids.
    let travelled = robots().fold(0.0, |sum, robot| sum + robot.travelled_at(now));
    let crashed = robots()
        .filter(|robot| !robot.appearance().is_live())
        .count();
    let faulty = faulty(before);
    let mut figures = vec![
        Figure::new("robots", "robots", before.len()),
        Figure::new("terminated", "terminated", census.terminated()),
        Figure::new("crashed", "crashed", crashed),
        Figure::new("activations", "activations", census.activations()),
        Figure::new("moves", "moves", census.moves()),
        Figure::new("epochs", "epochs", census.epochs()),
        Figure::new("rounds", "rounds (all moved)", census.rounds()),
        Figure::new("diameter_before", "diameter before", diameter(&start)),
        Figure::new("diameter_after", "diameter after", diameter(&end)),
    ];
    if !faulty.is_empty() {
        let correct: Vec<Point> = robots()
            .filter(|robot| robot.faults().is_empty())
            .map(|robot| robot.position_at(now))
            .collect();
        let diameter = diameter(&correct);
        figures.push(Figure::new(
            "correct_diameter_after",
            "  of the correct robots",
            diameter,
        ));
        figures.push(Figure::new("faulty", "faulty", faulty));
    }
    figures.push(Figure::new("travelled", "distance travelled", travelled));
    if census.synchronous_rounds() > 0 {
        let rounds = census.synchronous_rounds();
        figures.push(Figure::new(
            "synchronous_rounds",
            "synchronous rounds",
            rounds,
        ));
    }
    let failures: Vec<String> = robots()
        .filter_map(|robot| Some(format!("robot {}: {}", robot.id(), robot.failure()?)))
        .collect();
    if !failures.is_empty() {
        figures.push(Figure::new("failures", "failed", failures));
    }
    if let Some(refused) = census.refused() {
        figures.push(Figure::new("refused_text", "last refused order", refused));
    }
    figures
}

/// The ids of the faulty robots, by the word for the fault.
fn faulty(robots: &[Robot]) -> serde_json::Map<String, serde_json::Value> {
    let mut faulty: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for robot in robots {
        for &fault in robot.faults() {
            faulty.entry(fault).or_default().push(robot.id());
        }
    }
    let entries = faulty.into_iter();
    entries
        .map(|(fault, ids)| (fault.to_owned(), ids.into()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(all: &[(f64, f64)]) -> Vec<Point> {
        all.iter().map(|&(x, y)| Point::new(x, y)).collect()
    }

    #[test]
    fn the_diameter_of_few_points() {
        assert_eq!(diameter(&[]), 0.0);
        assert_eq!(diameter(&points(&[(3.0, 4.0)])), 0.0);
        assert_eq!(diameter(&points(&[(0.0, 0.0), (0.0, 0.0)])), 0.0);
        assert_eq!(diameter(&points(&[(0.0, 0.0), (3.0, 4.0)])), 5.0);
        assert_eq!(
            diameter(&points(&[(0.0, 0.0), (1.0, 1.0), (3.0, 4.0), (0.5, 0.5)])),
            5.0
        );
    }

    #[test]
    fn points_on_a_line_have_a_hull_of_two() {
        let line = points(&[(0.0, 0.0), (1.0, 1.0), (2.0, 2.0), (3.0, 3.0)]);
        assert_eq!(convex_hull(&line), points(&[(0.0, 0.0), (3.0, 3.0)]));
    }

    proptest::proptest! {
        #[test]
        fn the_diameter_is_the_largest_distance(
            all in proptest::collection::vec((-9.0..9.0, -9.0..9.0), 0..40),
        ) {
            let all = points(&all);
            let largest = all.iter().flat_map(|a| all.iter().map(|b| a.distance(*b)));
            let largest = largest.fold(0.0, f64::max);
            assert_eq!(diameter(&all), largest);
            if let Some((a, b)) = farthest_pair(&all) {
                assert_eq!(a.distance(b), largest);
                assert!(all.contains(&a) && all.contains(&b));
                assert!((a.x, a.y) < (b.x, b.y));
            } else {
                assert_eq!(largest, 0.0);
            }
        }
    }
}
