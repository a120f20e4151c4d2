//! How far a move comes.

use crate::math::Point;

/// Where a robot is stopped on its way. Wherever that is, it is never before the least distance of
/// the scenario, and a destination that is nearer than that is reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stop {
    /// Nowhere: it reaches its destination.
    Never,
    /// As early as it may be.
    AtDelta,
    /// Anywhere from there to the destination, drawn uniformly.
    Uniform,
    /// After this part of its way, 0 to 1.
    Fraction(f64),
}

/// Whether moves end where they should.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Movement {
    /// Every move ends at its target.
    Rigid,
    /// The non-rigid movement of the original simulator: the robot rests where it is when the time
    /// for its whole way is over, which is its target up to rounding.
    Original,
    /// The adversary may stop a robot after it went a distance of `delta` (Flocchini, Prencipe
    /// and Santoro, 2012).
    NonRigid {
        /// The least distance that a robot comes, above 0.
        delta: f64,
        /// Where robots are stopped of whom the scheduler says nothing.
        stop: Stop,
    },
}

impl Movement {
    /// Where a move from `from` to `to`, `length` away, ends; `order` is what the scheduler says.
    /// `draw` draws a number between two others uniformly, and is asked at most once.
    #[must_use]
    pub fn end(
        self,
        from: Point,
        to: Point,
        length: f64,
        order: Option<Stop>,
        draw: impl FnOnce(f64, f64) -> f64,
    ) -> Point {
        let Movement::NonRigid { delta, stop } = self else {
            return to;
        };
        let reach = match order.unwrap_or(stop) {
            Stop::Never => return to,
            // A destination that is so near is reached, so no draw is needed for it.
            _ if length <= delta => return to,
            Stop::AtDelta => delta,
            Stop::Uniform => draw(delta, length),
            Stop::Fraction(part) => (part * length).max(delta),
        };
        if reach >= length {
            return to;
        }
        let part = reach / length;
        Point::new(
            from.x + part * (to.x - from.x),
            from.y + part * (to.y - from.y),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Draw as _, Numpy};

    const FROM: Point = Point::new(0.0, 0.0);
    const TO: Point = Point::new(0.0, 10.0);

    fn end(stop: Stop, order: Option<Stop>, length: f64) -> f64 {
        let movement = Movement::NonRigid { delta: 2.0, stop };
        let to = Point::new(0.0, length);
        movement
            .end(FROM, to, length, order, |_, _| {
                unreachable!("nothing is drawn")
            })
            .y
    }

    #[test]
    fn rigid_moves_reach_their_target_whatever_anybody_says() {
        for movement in [Movement::Rigid, Movement::Original] {
            let end = movement.end(FROM, TO, 10.0, Some(Stop::AtDelta), |low, _| low);
            assert_eq!(end, TO);
        }
    }

    #[test]
    fn nobody_is_stopped_before_delta() {
        assert_eq!(end(Stop::AtDelta, None, 10.0), 2.0);
        assert_eq!(end(Stop::Fraction(0.1), None, 10.0), 2.0);
        assert_eq!(end(Stop::Fraction(0.5), None, 10.0), 5.0);
        assert_eq!(end(Stop::Fraction(1.0), None, 10.0), 10.0);
        assert_eq!(end(Stop::Never, None, 10.0), 10.0);
        assert_eq!(end(Stop::AtDelta, None, 2.0), 2.0);
        assert_eq!(end(Stop::AtDelta, None, 1.5), 1.5);
    }

    #[test]
    fn the_scheduler_has_the_last_word() {
        assert_eq!(end(Stop::AtDelta, Some(Stop::Never), 10.0), 10.0);
        assert_eq!(end(Stop::Never, Some(Stop::Fraction(0.25)), 10.0), 2.5);
    }

    #[test]
    fn a_uniform_stop_lies_between_delta_and_the_target() {
        let movement = Movement::NonRigid {
            delta: 2.0,
            stop: Stop::Uniform,
        };
        let mut numpy = Numpy::from_seed(3);
        for _ in 0..1000 {
            let draw = |low, high| numpy.uniform(low, high);
            let end = movement.end(FROM, TO, 10.0, None, draw).y;
            assert!((2.0..=10.0).contains(&end), "{end}");
        }
    }
}
