//! Straight motions at constant speed, and how close two of them come.

use crate::math::Point;

/// A robot's motion: straight and at constant speed from one point and instant to another, and
/// then at rest there. A resting robot is a motion that has ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// When it starts, in simulated time.
    pub start: f64,
    /// Where it starts.
    pub from: Point,
    /// When it ends; not before it starts.
    pub end: f64,
    /// Where it ends.
    pub to: Point,
}

impl Motion {
    /// A robot that rests at a point from this instant on.
    #[must_use]
    pub fn rest(time: f64, at: Point) -> Self {
        Motion {
            start: time,
            from: at,
            end: time,
            to: at,
        }
    }

    /// Where the robot is at `time`, which is not before the start. A motion that takes no time
    /// has ended at once.
    #[must_use]
    pub fn at(&self, time: f64) -> Point {
        if time >= self.end {
            return self.to;
        }
        if time <= self.start {
            return self.from;
        }
        let part = (time - self.start) / (self.end - self.start);
        Point::new(
            self.from.x + part * (self.to.x - self.from.x),
            self.from.y + part * (self.to.y - self.from.y),
        )
    }

    /// How far the robot has come at `time`.
    #[must_use]
    pub fn covered(&self, time: f64) -> f64 {
        self.from.distance(self.at(time))
    }

    /// Where the robot is at the two ends of a stretch of time in which its motion does not
    /// change. A motion that takes no time covers its whole path in a stretch that begins with it.
    fn ends(&self, begin: f64, end: f64) -> (Point, Point) {
        let first = if begin <= self.start {
            self.from
        } else {
            self.at(begin)
        };
        (first, self.at(end))
    }
}

/// How two robots pass each other in a stretch of time in which neither motion changes. All three
/// are vectors from one robot to the other, whose lengths are distances.
///
/// The one moves past the other along a straight line, so the distance is a convex function of
/// time: it is largest at an end of the stretch, and smallest at an end or at the foot of the
/// perpendicular.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passage {
    /// At the begin of the stretch.
    pub first: Point,
    /// At its end.
    pub last: Point,
    /// Where they are closest.
    pub nearest: Point,
    /// When they are closest: the part of the stretch, from 0 to 1.
    pub part: f64,
}

impl Passage {
    /// How two robots pass each other from `begin` to `end`. Each of the motions has started by
    /// `begin`.
    #[must_use]
    pub fn of(one: &Motion, other: &Motion, begin: f64, end: f64) -> Self {
        let (a, b) = one.ends(begin, end);
        let (c, d) = other.ends(begin, end);
        let first = Point::new(c.x - a.x, c.y - a.y);
        let last = Point::new(d.x - b.x, d.y - b.y);
        let (dx, dy) = (last.x - first.x, last.y - first.y);
        let square = dx * dx + dy * dy;
        let foot = -(first.x * dx + first.y * dy) / square;
        // Where the squares leave the range of numbers, or nothing moves, no foot is found.
        let part = if square > 0.0 && square.is_finite() && foot > 0.0 {
            foot.min(1.0)
        } else {
            0.0
        };
        let nearest = if part >= 1.0 {
            last
        } else {
            Point::new(first.x + part * dx, first.y + part * dy)
        };
        Passage {
            first,
            last,
            nearest,
            part,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Motion, Passage};
    use crate::math::{Point, hypot};

    fn motion(start: f64, from: (f64, f64), end: f64, to: (f64, f64)) -> Motion {
        Motion {
            start,
            from: Point::new(from.0, from.1),
            end,
            to: Point::new(to.0, to.1),
        }
    }

    #[test]
    fn a_motion_starts_goes_straight_and_ends() {
        let motion = motion(1.0, (0.0, 0.0), 3.0, (4.0, 2.0));
        assert_eq!(motion.at(1.0), Point::new(0.0, 0.0));
        assert_eq!(motion.at(1.5), Point::new(1.0, 0.5));
        assert_eq!(motion.at(3.0), Point::new(4.0, 2.0));
        assert_eq!(motion.at(9.0), Point::new(4.0, 2.0));
        assert_eq!(motion.covered(2.0), 5.0_f64.sqrt());
    }

    #[test]
    fn paths_that_cross_at_one_instant_meet() {
        let one = motion(0.0, (-1.0, 0.0), 2.0, (1.0, 0.0));
        let other = motion(0.0, (0.0, -1.0), 2.0, (0.0, 1.0));
        let passage = Passage::of(&one, &other, 0.0, 2.0);
        assert_eq!((passage.part, passage.nearest), (0.5, Point::new(0.0, 0.0)));
        // The other one is there a whole unit later.
        let late = motion(0.0, (0.0, -1.0), 4.0, (0.0, 1.0));
        let passage = Passage::of(&one, &late, 0.0, 2.0);
        assert!(
            hypot(passage.nearest.x, passage.nearest.y) > 0.4,
            "{passage:?}"
        );
    }

    #[test]
    fn robots_that_rest_or_move_side_by_side_keep_their_distance() {
        let (one, other) = (
            Motion::rest(0.0, Point::new(0.0, 0.0)),
            Motion::rest(1.0, Point::new(3.0, 4.0)),
        );
        let passage = Passage::of(&one, &other, 1.0, 7.0);
        let apart = Point::new(3.0, 4.0);
        assert_eq!(
            (passage.first, passage.last, passage.nearest),
            (apart, apart, apart)
        );
        let one = motion(0.0, (0.0, 0.0), 2.0, (2.0, 0.0));
        let other = motion(0.0, (0.0, 1.0), 2.0, (2.0, 1.0));
        assert_eq!(
            Passage::of(&one, &other, 0.5, 2.0).nearest,
            Point::new(0.0, 1.0)
        );
    }

    #[test]
    fn a_motion_that_takes_no_time_passes_all_points_of_its_path() {
        let hop = motion(5.0, (-1.0, 0.0), 5.0, (3.0, 0.0));
        let other = Motion::rest(0.0, Point::new(0.0, 0.25));
        let passage = Passage::of(&hop, &other, 5.0, 5.0);
        assert_eq!(
            (passage.part, passage.nearest),
            (0.25, Point::new(0.0, 0.25))
        );
        assert_eq!(passage.last, Point::new(-3.0, 0.25));
    }

    #[test]
    fn squares_out_of_range_leave_the_ends() {
        let one = motion(0.0, (-1e200, 0.0), 1.0, (1e200, 0.0));
        let other = Motion::rest(0.0, Point::new(0.0, 0.0));
        let passage = Passage::of(&one, &other, 0.0, 1.0);
        assert_eq!((passage.part, passage.nearest), (0.0, passage.first));
    }

    fn any_motion() -> impl Strategy<Value = Motion> {
        let point = || (-9.0..9.0_f64, -9.0..9.0_f64);
        (0.0..3.0_f64, point(), 0.001..4.0_f64, point())
            .prop_map(|(start, from, takes, to)| motion(start, from, start + takes, to))
    }

    proptest! {
        /// The closed form is not above any sample, and some sample comes close to it.
        #[test]
        fn the_smallest_distance_is_that_of_the_closest_sample(
            one in any_motion(),
            other in any_motion(),
            stretch in 0.0..4.0_f64,
        ) {
            let begin = one.start.max(other.start);
            // A stretch in which neither motion changes: both go on, or one has ended before.
            let ends = [one.end, other.end].into_iter().filter(|&end| end > begin);
            let end = ends.fold(begin + stretch, f64::min);
            let passage = Passage::of(&one, &other, begin, end);
            let smallest = hypot(passage.nearest.x, passage.nearest.y);
            const SAMPLES: u32 = 4_000;
            let mut least = f64::INFINITY;
            let mut largest = 0.0_f64;
            for i in 0..=SAMPLES {
                let time = begin + (end - begin) * f64::from(i) / f64::from(SAMPLES);
                let distance = one.at(time).distance(other.at(time));
                least = least.min(distance);
                largest = largest.max(distance);
            }
            // In one sample's time they come no closer than both of them move.
            let speed = |motion: &Motion| {
                let takes = motion.end - motion.start;
                if takes > 0.0 { motion.from.distance(motion.to) / takes } else { 0.0 }
            };
            let step = (speed(&one) + speed(&other)) * (end - begin) / f64::from(SAMPLES);
            prop_assert!(smallest <= least + 1e-9, "{smallest} above {least}");
            prop_assert!(least <= smallest + step + 1e-9, "{smallest} far below {least}");
            let farthest = hypot(passage.first.x, passage.first.y)
                .max(hypot(passage.last.x, passage.last.y));
            prop_assert!((farthest - largest).abs() <= 1e-9, "{farthest}, not {largest}");
        }
    }
}
