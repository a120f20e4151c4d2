//! How large the swarm is, and whether its hull ever grows.

use serde_json::json;

use super::{Act, BuildMonitor, Judgement, Monitor, OF_ALL, Of, Said, Scene, Step, read_of};
use crate::math::Point;
use crate::model::oblot::measure::{convex_hull, diameter};
use crate::monitor::FigureEntry;
use crate::registry::{Entry, Kind, Parameter};

pub(super) const ENTRY: Entry<BuildMonitor> = Entry {
    name: "diameter",
    summary: "largest distance of two robots; whether the hull never grows",
    help: "Holds if the convex hull of all positions and pending targets never grows by more than \
           the tolerance. Every target, and every position at a line of the series, is compared \
           with the hull at the line before. For algorithms whose targets lie in the hull of what \
           is seen this holds under every scheduler. Source: Cohen and Peleg, SIAM J. Comput. \
           34(6), 2005.",
    parameters: &[
        OF_ALL,
        Parameter {
            name: "tolerance",
            kind: Kind::Number,
            default: Some("1e-9"),
            range: "of at least 0",
            summary: "how far a point may lie outside the hull, as rounding puts it there",
        },
    ],
    build: BuildMonitor {
        figures: &[
            FigureEntry::new("before", "the diameter at the start"),
            FigureEntry::new("after", "the diameter at the end"),
            FigureEntry::new("growth", "how far a point lay outside the hull at most"),
            FigureEntry::new(
                "time",
                "when the hull first grew by more than the tolerance, or null",
            ),
        ],
        read: |section, _| {
            Ok(Box::new(Diameter {
                of: read_of(section)?,
                tolerance: section.f64("tolerance").non_negative().or(1e-9)?,
                before: 0.0,
                after: 0.0,
                hull: Vec::new(),
                growth: 0.0,
                grew: None,
            }))
        },
    },
};

/// The monitor.
#[derive(Clone, Debug)]
struct Diameter {
    of: Of,
    tolerance: f64,
    before: f64,
    after: f64,
    /// The hull at the last line of the series.
    hull: Vec<Point>,
    growth: f64,
    grew: Option<f64>,
}

impl Diameter {
    fn compare(&mut self, point: Point, time: f64) {
        let outside = distance_outside(&self.hull, point);
        self.growth = self.growth.max(outside);
        if outside > self.tolerance {
            self.grew.get_or_insert(time);
        }
    }
}

impl Monitor for Diameter {
    fn begin(&mut self, scene: &Scene) {
        let positions = scene.positions(self.of);
        self.before = diameter(&positions);
        self.hull = convex_hull(&positions);
    }

    fn act(&mut self, scene: &Scene, act: &Act) {
        if !scene.is_of(act.robot, self.of) {
            return;
        }
        if let Some(target) = act.target {
            self.compare(target, scene.now());
        }
        if let Step::Jumps(to) | Step::Hops(to) = act.step {
            self.compare(to, scene.now());
        }
    }

    fn sample(&mut self, scene: &Scene) -> Said {
        let mut points = scene.positions(self.of);
        self.after = diameter(&points);
        let ids = scene.ids(self.of).iter();
        points.extend(ids.filter_map(|&robot| scene.body(robot).target));
        let hull = convex_hull(&points);
        for &corner in &hull {
            self.compare(corner, scene.now());
        }
        let area = area(&hull);
        self.hull = hull;
        vec![("diameter", json!(self.after)), ("area", json!(area))]
    }

    fn finish(&mut self, _: &Scene) -> Judgement {
        Judgement {
            holds: Some(self.grew.is_none()),
            figures: vec![
                ("before", json!(self.before)),
                ("after", json!(self.after)),
                ("growth", json!(self.growth)),
                ("time", json!(self.grew)),
            ],
        }
    }

    fn copy(&self) -> Box<dyn Monitor> {
        Box::new(self.clone())
    }
}

/// How far a point lies outside a convex polygon whose corners come counter-clockwise; 0 inside.
/// One or two corners are a point or a segment.
fn distance_outside(hull: &[Point], point: Point) -> f64 {
    let edges = || (0..hull.len()).map(|i| (hull[i], hull[(i + 1) % hull.len()]));
    let left = |(a, b): (Point, Point)| {
        (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) >= 0.0
    };
    if hull.len() > 2 && edges().all(left) {
        return 0.0;
    }
    let distances = edges().map(|(a, b)| distance_to_segment(a, b, point));
    // There is no hull without a robot, and then nothing grows.
    distances.reduce(f64::min).unwrap_or(0.0)
}

fn distance_to_segment(a: Point, b: Point, point: Point) -> f64 {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let square = dx * dx + dy * dy;
    let foot = ((point.x - a.x) * dx + (point.y - a.y) * dy) / square;
    if !(square > 0.0 && square.is_finite()) || foot <= 0.0 {
        return a.distance(point).min(b.distance(point));
    }
    if foot >= 1.0 {
        return b.distance(point);
    }
    Point::new(a.x + foot * dx, a.y + foot * dy).distance(point)
}

/// The area of a polygon whose corners come counter-clockwise.
fn area(hull: &[Point]) -> f64 {
    let Some(&origin) = hull.first() else {
        return 0.0;
    };
    let twice = hull.windows(2).fold(0.0, |sum, edge| {
        let (a, b) = (edge[0], edge[1]);
        sum + (a.x - origin.x) * (b.y - origin.y) - (a.y - origin.y) * (b.x - origin.x)
    });
    0.5 * twice
}

#[cfg(test)]
mod tests {
    use super::{area, distance_outside};
    use crate::math::Point;
    use crate::model::oblot::measure::convex_hull;

    #[test]
    fn points_lie_inside_on_the_edge_or_outside() {
        let square: Vec<_> = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]
            .map(|(x, y)| Point::new(x, y))
            .to_vec();
        let outside = |x, y| distance_outside(&square, Point::new(x, y));
        assert_eq!(outside(1.0, 3.0), 0.0);
        assert_eq!(outside(4.0, 2.0), 0.0);
        assert_eq!(outside(0.0, 0.0), 0.0);
        assert_eq!(outside(2.0, 5.0), 1.0);
        assert_eq!(outside(7.0, 8.0), 5.0);
        assert_eq!(area(&square), 16.0);
    }

    #[test]
    fn a_point_and_a_segment_are_hulls_too() {
        let point = [Point::new(1.0, 1.0)];
        assert_eq!(distance_outside(&point, Point::new(1.0, 1.0)), 0.0);
        assert_eq!(distance_outside(&point, Point::new(4.0, 5.0)), 5.0);
        let line =
            convex_hull(&[(0.0, 0.0), (2.0, 0.0), (4.0, 0.0)].map(|(x, y)| Point::new(x, y)));
        assert_eq!(distance_outside(&line, Point::new(3.0, 0.0)), 0.0);
        assert_eq!(distance_outside(&line, Point::new(3.0, -2.0)), 2.0);
        assert_eq!(distance_outside(&line, Point::new(6.0, 0.0)), 2.0);
        assert_eq!((area(&line), area(&[])), (0.0, 0.0));
        assert_eq!(distance_outside(&[], Point::new(6.0, 0.0)), 0.0);
    }
}
