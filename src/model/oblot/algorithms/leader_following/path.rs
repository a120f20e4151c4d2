//! The leader's path, along which it goes without remembering how far it came.

use crate::math::Point;

/// A path of straight segments that nowhere touches itself; without any corner, no path at all.
#[derive(Clone, Debug)]
pub(super) struct LeaderPath {
    corners: Vec<Point>,
    /// Corners and segments that are closer than this are one.
    epsilon: f64,
}

impl LeaderPath {
    /// The path with these corners.
    ///
    /// # Errors
    ///
    /// Why no robot without memory could go along it, in words: two corners in a row are one, or
    /// the path touches itself.
    pub(super) fn new(corners: Vec<Point>, epsilon: f64) -> Result<Self, String> {
        let path = LeaderPath { corners, epsilon };
        let segments = path.segments().count();
        let short = |&(a, b): &(Point, Point)| a.distance(b) <= 2.0 * epsilon;
        if let Some(first) = path.segments().position(|segment| short(&segment)) {
            let next = first + 1;
            return Err(format!(
                "expected corners farther apart than twice the precision, found {first} and {next} \
                 closer (corners count from 0)"
            ));
        }
        for first in 0..segments {
            for second in first + 1..segments {
                if path.touch(first, second) {
                    return Err(format!(
                        "expected a path that does not touch itself, found the segments {first} \
                         and {second} in touch (segments count from 0): a robot without memory \
                         cannot tell on which of them it is"
                    ));
                }
            }
        }
        Ok(path)
    }

    fn segments(&self) -> impl DoubleEndedIterator<Item = (Point, Point)> + '_ {
        self.corners.windows(2).map(|pair| (pair[0], pair[1]))
    }

    fn segment(&self, number: usize) -> (Point, Point) {
        (self.corners[number], self.corners[number + 1])
    }

    /// Whether two segments touch, `first` before `second`; the corner between two in a row is no
    /// touch.
    fn touch(&self, first: usize, second: usize) -> bool {
        let ((a, b), (c, d)) = (self.segment(first), self.segment(second));
        let near = |point, (from, to)| distance_to(point, from, to) <= 2.0 * self.epsilon;
        if second == first + 1 {
            return near(a, (c, d)) || near(d, (a, b));
        }
        near(a, (c, d))
            || near(b, (c, d))
            || near(c, (a, b))
            || near(d, (a, b))
            || cross(a, b, c, d)
    }

    /// The corner to which a leader at `here` goes: the end of the segment that is nearest to it,
    /// of the last one of equally near ones. `None` at the end of the path.
    pub(super) fn next_corner(&self, here: Point) -> Option<Point> {
        let last = *self.corners.last()?;
        if here.distance(last) <= self.epsilon {
            return None;
        }
        let far = |&(a, b): &(Point, Point)| distance_to(here, a, b);
        let least = self
            .segments()
            .map(|segment| far(&segment))
            .reduce(f64::min);
        let Some(least) = least else {
            // A single corner.
            return Some(last);
        };
        // A leader at a corner is on two segments, and goes on along the second.
        let mut nearest = self.segments().rev();
        let nearest = nearest.find(|segment| far(segment) <= least + self.epsilon);
        nearest.map(|(_, end)| end)
    }
}

/// The distance of a point from a segment.
fn distance_to(point: Point, a: Point, b: Point) -> f64 {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let square = dx * dx + dy * dy;
    if square == 0.0 {
        return point.distance(a);
    }
    let along = ((point.x - a.x) * dx + (point.y - a.y) * dy) / square;
    let part = along.clamp(0.0, 1.0);
    point.distance(Point::new(a.x + part * dx, a.y + part * dy))
}

/// Whether two segments cross, so that each has its ends on both sides of the other.
fn cross(a: Point, b: Point, c: Point, d: Point) -> bool {
    let side = |from: Point, to: Point, point: Point| {
        let turn = (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x);
        turn > 0.0
    };
    side(a, b, c) != side(a, b, d) && side(c, d, a) != side(c, d, b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(corners: &[(f64, f64)]) -> Result<LeaderPath, String> {
        let corners = corners.iter().map(|&(x, y)| Point::new(x, y));
        LeaderPath::new(corners.collect(), 1e-5)
    }

    fn next(path: &LeaderPath, x: f64, y: f64) -> Option<(f64, f64)> {
        path.next_corner(Point::new(x, y)).map(|at| (at.x, at.y))
    }

    #[test]
    fn a_leader_goes_to_the_end_of_the_segment_on_which_it_is() {
        let path = path(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]).unwrap();
        assert_eq!(next(&path, 0.0, 0.0), Some((10.0, 0.0)));
        assert_eq!(next(&path, 5.0, 1e-7), Some((10.0, 0.0)));
        // At a corner, and a little before it.
        assert_eq!(next(&path, 10.0, 0.0), Some((10.0, 10.0)));
        assert_eq!(next(&path, 10.0 - 0.9e-5, 0.0), Some((10.0, 10.0)));
        assert_eq!(next(&path, 10.0 - 1.1e-5, 0.0), Some((10.0, 0.0)));
        assert_eq!(next(&path, 10.0, 7.0), Some((10.0, 10.0)));
        // Off the path: the nearest segment, and the last one of equally near ones.
        assert_eq!(next(&path, -3.0, -4.0), Some((10.0, 0.0)));
        assert_eq!(next(&path, 7.0, 7.0), Some((0.0, 10.0)));
        assert_eq!(next(&path, 5.0, 5.0), Some((0.0, 10.0)));
        // At the end.
        assert_eq!(next(&path, 0.0, 10.0), None);
        assert_eq!(next(&path, 0.9e-5, 10.0), None);
        assert_eq!(next(&path, -0.0, 10.1), Some((0.0, 10.0)));
    }

    #[test]
    fn a_path_may_be_a_point_or_nothing() {
        assert_eq!(next(&path(&[]).unwrap(), 3.0, 4.0), None);
        let point = path(&[(1.0, 2.0)]).unwrap();
        assert_eq!(next(&point, 3.0, 4.0), Some((1.0, 2.0)));
        assert_eq!(next(&point, 1.0, 2.0), None);
    }

    #[test]
    fn a_path_that_touches_itself_is_refused() {
        let refused = |corners: &[(f64, f64)]| path(corners).err().unwrap_or_default();
        let twice = refused(&[(0.0, 0.0), (1.0, 0.0), (1.0, 0.0), (2.0, 0.0)]);
        assert!(twice.contains("found 1 and 2 closer"), "{twice}");
        for (corners, pair) in [
            // Crossing.
            (
                vec![(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, -4.0)],
                "0 and 2",
            ),
            // Back along the way that it came.
            (vec![(0.0, 0.0), (4.0, 0.0), (1.0, 0.0)], "0 and 1"),
            (vec![(0.0, 0.0), (4.0, 0.0), (-1.0, 0.0)], "0 and 1"),
            // A ring.
            (
                vec![(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 0.0)],
                "0 and 2",
            ),
            // A corner on an earlier segment.
            (
                vec![(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 1e-5)],
                "0 and 2",
            ),
        ] {
            let words = refused(&corners);
            let expected = format!("found the segments {pair} in touch");
            assert!(words.contains(&expected), "{corners:?}: {words}");
        }
        // Sharp turns and near misses are no touch.
        assert!(path(&[(0.0, 0.0), (4.0, 0.0), (0.0, 0.1), (4.0, 0.2)]).is_ok());
        assert!(path(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 1e-4)]).is_ok());
    }
}
