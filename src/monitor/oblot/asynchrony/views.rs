//! How old views are when robots act on them.

use std::collections::{BTreeSet, VecDeque};

use crate::math::{Point, within};
use crate::monitor::oblot::{Act, Motion, Scene};

/// The views of a run: what robots saw at their Looks, until they act on it.
///
/// Where others were at a Look is looked up when the robot acts: their motions are kept as far back
/// as the oldest view under way.
#[derive(Clone, Debug, Default)]
pub(super) struct Views {
    radius: Option<f64>,
    /// The number of the present event.
    event: u64,
    /// The Look whose view a robot computes on.
    looks: Vec<Option<Look>>,
    /// The same: (number of the event, robot).
    under_way: BTreeSet<(u64, u32)>,
    past: Vec<VecDeque<Past>>,
    /// The event in which each robot's motion changed last. Where that was before a Look, nothing
    /// has to be looked up; the many robots of which this holds are passed over quickly.
    changed: Vec<u64>,
    /// How many cycles acted at once.
    fresh: u64,
    age: Vec<f64>,
    stale: Vec<f64>,
    drift: Vec<f64>,
}

/// A Look.
#[derive(Clone, Copy, Debug)]
struct Look {
    event: u64,
    time: f64,
}

/// How a robot moved until an event.
#[derive(Clone, Copy, Debug)]
struct Past {
    motion: Motion,
    until: u64,
}

/// A measure of all cycles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Measure {
    /// The largest.
    pub(super) max: f64,
    /// The mean.
    pub(super) mean: f64,
    /// The smallest value that 95 % of all reach at most.
    pub(super) most: f64,
}

impl Views {
    /// The views of so many robots, which see so far.
    pub(super) fn new(robots: usize, radius: Option<f64>) -> Self {
        Views {
            radius,
            looks: vec![None; robots],
            past: vec![VecDeque::new(); robots],
            changed: vec![0; robots],
            ..Views::default()
        }
    }

    /// The motion of a robot is about to change.
    pub(super) fn turn(&mut self, scene: &Scene, robot: u32) {
        // Members of a round that are still to come see the world as it was before this event.
        let oldest = self.under_way.first().map_or(self.event, |&(look, _)| look);
        self.changed[robot as usize] = self.event;
        let past = &mut self.past[robot as usize];
        while past.front().is_some_and(|past| past.until < oldest) {
            past.pop_front();
        }
        past.push_back(Past {
            motion: scene.body(robot).motion,
            until: self.event,
        });
    }

    /// Something has happened to a robot.
    pub(super) fn act(&mut self, scene: &Scene, act: &Act) {
        if act.starts {
            self.forget(act.robot);
            if act.decides {
                self.fresh += 1;
            } else if !act.ends {
                self.under_way.insert((self.event, act.robot));
                self.looks[act.robot as usize] = Some(Look {
                    event: self.event,
                    time: scene.now(),
                });
            }
        } else if act.decides {
            if let Some(look) = self.forget(act.robot) {
                self.measure(scene, act.robot, look);
            }
        } else if act.ends {
            // It crashed before it came to act.
            self.forget(act.robot);
        }
    }

    /// An event is over.
    pub(super) fn event(&mut self) {
        self.event += 1;
    }

    fn forget(&mut self, robot: u32) -> Option<Look> {
        let look = self.looks[robot as usize].take()?;
        self.under_way.remove(&(look.event, robot));
        Some(look)
    }

    /// A robot acts on what it saw at a Look.
    fn measure(&mut self, scene: &Scene, robot: u32, look: Look) {
        let here = self.place(scene, robot, look);
        let (mut most, mut sum, mut seen) = (0.0_f64, 0.0, 0_u64);
        for other in (0..scene.len() as u32).filter(|&other| other != robot) {
            let there = self.place(scene, other, look);
            let (dx, dy) = (there.x - here.x, there.y - here.y);
            if self.radius.is_none_or(|radius| within(dx, dy, radius)) {
                let now = scene.position(other);
                let moved = if now == there {
                    0.0
                } else {
                    there.distance(now)
                };
                most = most.max(moved);
                sum += moved;
                seen += 1;
            }
        }
        self.age.push(scene.now() - look.time);
        self.stale.push(most);
        self.drift.push(sum / seen.max(1) as f64);
    }

    /// Where a robot was at a Look, before anything else that the event of the Look brought.
    fn place(&self, scene: &Scene, robot: u32, look: Look) -> Point {
        let mut motion = &scene.body(robot).motion;
        if self.changed[robot as usize] >= look.event {
            // The view is seldom old, so the search begins with the last motion.
            let past = self.past[robot as usize].iter().rev();
            for past in past.take_while(|past| past.until >= look.event) {
                motion = &past.motion;
            }
        }
        motion.at(look.time)
    }

    /// How old the views were, in time.
    pub(super) fn age(&self) -> Option<Measure> {
        measure(self.age.clone(), self.fresh)
    }

    /// How far the robot that moved farthest of those seen had moved.
    pub(super) fn stale(&self) -> Option<Measure> {
        measure(self.stale.clone(), self.fresh)
    }

    /// How far those seen had moved on average.
    pub(super) fn drift(&self) -> Option<Measure> {
        measure(self.drift.clone(), self.fresh)
    }
}

/// The measure of these values, none of which is negative, and of so many zeros.
fn measure(mut values: Vec<f64>, zeros: u64) -> Option<Measure> {
    let total = zeros + values.len() as u64;
    if total == 0 {
        return None;
    }
    let sum = values.iter().fold(0.0, |sum, value| sum + value);
    let max = values.iter().copied().fold(0.0, f64::max);
    // By rank, from 1; zeros are the smallest.
    let rank = (95 * total).div_ceil(100);
    let most = match rank.checked_sub(zeros + 1) {
        Some(index) => {
            *values
                .select_nth_unstable_by(index as usize, f64::total_cmp)
                .1
        }
        None => 0.0,
    };
    Some(Measure {
        max,
        mean: sum / total as f64,
        most,
    })
}

#[cfg(test)]
mod tests {
    use super::{Measure, measure};

    #[test]
    fn quantiles_are_values_that_were_there() {
        let values = |count: u32| (1..=count).rev().map(f64::from).collect::<Vec<_>>();
        assert_eq!(measure(Vec::new(), 0), None);
        let zero = Measure {
            max: 0.0,
            mean: 0.0,
            most: 0.0,
        };
        assert_eq!(measure(Vec::new(), 3), Some(zero));
        // Of 100 values the 95th, of 20 the 19th, of 19 and fewer the last.
        for (count, zeros, most) in [
            (100, 0, 95.0),
            (20, 0, 19.0),
            (19, 0, 19.0),
            (1, 0, 1.0),
            (60, 40, 55.0),
            (5, 95, 0.0),
            (6, 94, 1.0),
        ] {
            let found = measure(values(count), zeros).unwrap();
            assert_eq!(found.most, most, "{count} values, {zeros} zeros");
            assert_eq!(found.max, f64::from(count));
            let sum = f64::from(count * (count + 1) / 2);
            assert_eq!(found.mean, sum / (f64::from(count) + zeros as f64));
        }
    }
}
