//! Opaque robots: one hides what lies behind it.

use std::collections::VecDeque;
use std::f64::consts::TAU;

use crate::math::{Point, atan2};
use crate::model::oblot::percept::Seen;

/// How robots hide what lies behind them.
///
/// A robot is hidden if another one is nearer to the observer by more than `epsilon` and lies in
/// the same direction, up to `tolerance`. Robots on the observer's own point (within `epsilon`)
/// hide nobody and are always visible; so is everybody on the point of the nearest robot of a
/// direction, because none of them is nearer than the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Obstruction {
    /// Directions that differ by at most this are one, in radians; at least 0.
    pub tolerance: f64,
    /// Distances that differ by at most this are one, in the scenario's unit.
    pub epsilon: f64,
}

/// A robot somewhere around the observer.
#[derive(Clone, Copy, Debug)]
struct Bearing {
    angle: f64,
    distance: f64,
    place: usize,
}

impl Obstruction {
    /// The robots that an observer at `here` sees, in their order.
    #[must_use]
    pub fn visible(&self, here: Point, robots: Vec<Seen>) -> Vec<Seen> {
        let mut around: Vec<Bearing> = Vec::with_capacity(robots.len());
        for (place, seen) in robots.iter().enumerate() {
            let Point { x, y } = seen.position;
            let distance = here.distance(seen.position);
            if distance > self.epsilon {
                let angle = atan2(y - here.y, x - here.x);
                around.push(Bearing {
                    angle,
                    distance,
                    place,
                });
            }
        }
        around.sort_by(|a, b| a.angle.total_cmp(&b.angle));
        let mut hidden = vec![false; robots.len()];
        for (bearing, nearest) in around.iter().zip(self.nearest_in_direction(&around)) {
            hidden[bearing.place] = nearest + self.epsilon < bearing.distance;
        }
        let visible = robots.into_iter().zip(hidden);
        visible
            .filter(|(_, hidden)| !hidden)
            .map(|(seen, _)| seen)
            .collect()
    }

    /// For each bearing the least distance in its direction. `around` is sorted by angle.
    ///
    /// A window slides once around the circle; the candidates for its minimum wait in a queue with
    /// increasing distances, so that the whole costs no more than the sorting.
    fn nearest_in_direction(&self, around: &[Bearing]) -> Vec<f64> {
        let n = around.len();
        // The circle unrolled three times, so that windows may reach over both ends.
        let at = |k: usize| {
            let bearing = around[k % n];
            (bearing.angle + TAU * (k / n) as f64 - TAU, bearing.distance)
        };
        let mut nearest = Vec::with_capacity(n);
        let mut queue: VecDeque<(f64, f64)> = VecDeque::new();
        let mut next = 0;
        for k in n..2 * n {
            let (angle, _) = at(k);
            while next < 3 * n && at(next).0 <= angle + self.tolerance {
                let (entering, distance) = at(next);
                while queue.back().is_some_and(|&(_, other)| other >= distance) {
                    queue.pop_back();
                }
                queue.push_back((entering, distance));
                next += 1;
            }
            while queue
                .front()
                .is_some_and(|&(leaving, _)| leaving < angle - self.tolerance)
            {
                queue.pop_front();
            }
            // The bearing itself is in its window, so the queue is not empty.
            nearest.push(queue.front().map_or(f64::INFINITY, |&(_, least)| least));
        }
        nearest
    }
}
