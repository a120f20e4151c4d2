//! What the cycles of robots have to do with each other.

use std::collections::VecDeque;

use super::open::{Heights, Open};

/// The cycles of a run.
///
/// Activations are counted by events: those of one event are simultaneous, those of another one are
/// before or after, also at one instant. What cycles have to do with each other is a matter of time:
/// everything that happens at one instant is put together when the instant is over.
#[derive(Clone, Debug, Default)]
pub(super) struct Cycles {
    instant: f64,
    robots: Vec<Clock>,
    open: Open,
    heights: Heights,
    /// The number of the present event.
    event: u64,
    /// How many activations there were before this event, and those of this event.
    before: u64,
    activated: Vec<u32>,
    /// How many activations there were at this instant, and of how many robots.
    now: u64,
    present: usize,
    /// How many cycles that began at this instant are open.
    fresh: u64,
    /// The cycles that ended at this instant.
    ended: Vec<Ended>,
    cycles: u64,
    asynchronous: u64,
    inside: u64,
    /// Over all cycles.
    all_inside: u64,
    overlapping: u64,
    crossing: u64,
    crossed: Option<(f64, u32, u32)>,
    depth: usize,
    busy: usize,
    /// The time that all robots together were in their cycles.
    busy_time: f64,
}

/// The activations of one robot.
#[derive(Clone, Debug, Default)]
struct Clock {
    /// The events of those of its activations that lie in the open cycle of some other robot.
    recent: VecDeque<u64>,
    /// The cycle that is open.
    cycle: Option<Begun>,
    /// When it was activated last.
    last: Option<f64>,
}

/// A cycle that has begun.
#[derive(Clone, Copy, Debug)]
struct Begun {
    start: f64,
    /// The number of the event.
    event: u64,
    /// How many activations there were before that event.
    before: u64,
}

/// A cycle that is over.
#[derive(Clone, Copy, Debug)]
struct Ended {
    robot: u32,
    start: f64,
    /// How often others were activated in it.
    inside: u64,
}

impl Cycles {
    /// The cycles of so many robots.
    pub(super) fn new(robots: usize) -> Self {
        Cycles {
            robots: vec![Clock::default(); robots],
            open: Open::new(robots),
            ..Cycles::default()
        }
    }

    /// Time goes on: everything before this instant has been told.
    pub(super) fn go_to(&mut self, now: f64) {
        if now > self.instant {
            self.close_instant();
            self.busy_time += self.open.len() as f64 * (now - self.instant);
            self.instant = now;
        }
    }

    /// A robot is activated at the present instant.
    pub(super) fn started(&mut self, robot: u32) {
        // A robot that looks again has ended what it was about.
        self.ended(robot);
        let now = self.instant;
        let clock = &mut self.robots[robot as usize];
        if clock.last.replace(now) != Some(now) {
            self.present += 1;
        }
        clock.cycle = Some(Begun {
            start: now,
            event: self.event,
            before: self.before,
        });
        self.activated.push(robot);
        self.cycles += 1;
        self.now += 1;
        self.fresh += 1;
        self.open.push(robot, now);
    }

    /// The cycle of a robot, if it is in one, is over at the present instant.
    pub(super) fn ended(&mut self, robot: u32) {
        let clock = &mut self.robots[robot as usize];
        let Some(begun) = clock.cycle.take() else {
            return;
        };
        // Activations of this event come too late for it, and its own does not count.
        let inside = if begun.event < self.event {
            self.before - begun.before - 1
        } else {
            0
        };
        let start = begun.start;
        if start >= self.instant {
            self.fresh -= 1;
        }
        self.open.remove(robot);
        self.ended.push(Ended {
            robot,
            start,
            inside,
        });
    }

    /// The present event is over: counts its activations in the cycles that go on.
    pub(super) fn event(&mut self) {
        let first = self.open.first();
        for &robot in &self.activated {
            let oldest = match first {
                // If the robot itself has been longest in its cycle, the others began with it.
                Some(own) if own == robot && self.open.len() == 1 => None,
                other => other.and_then(|other| self.robots[other as usize].cycle),
            };
            let recent = &mut self.robots[robot as usize].recent;
            let Some(Begun { event: oldest, .. }) = oldest else {
                recent.clear();
                continue;
            };
            while recent.front().is_some_and(|&event| event < oldest) {
                recent.pop_front();
            }
            recent.push_back(self.event);
            self.asynchronous = self.asynchronous.max(recent.len() as u64);
        }
        self.before += self.activated.len() as u64;
        self.activated.clear();
        self.event += 1;
    }

    /// The run has ended. What is open ends with it, after all that happened.
    pub(super) fn finish(&mut self, now: f64) {
        self.go_to(now);
        self.event();
        self.count_present();
        let open: Vec<u32> = self.open.robots().collect();
        for robot in open {
            if let Some(begun) = self.robots[robot as usize].cycle.take() {
                self.ended.push(Ended {
                    robot,
                    start: begun.start,
                    inside: self.before - begun.before - 1,
                });
            }
        }
        // All of them are over now, and pairs have been counted when their later cycle began.
        self.open = Open::new(self.robots.len());
        self.end_cycles();
    }

    /// Everything of this instant has been told.
    fn close_instant(&mut self) {
        self.count_present();
        let fresh = self.fresh;
        let old = self.open.len() as u64 - fresh;
        // A cycle that begins overlaps those that go on, and those that begin with it and go on.
        self.overlapping += self.now * old + fresh * fresh.saturating_sub(1) / 2;
        for &Ended { robot, start, .. } in &self.ended {
            if start >= self.instant {
                continue;
            }
            let crossing = self.open.after(start) as u64 - fresh;
            self.crossing += crossing;
            if crossing > 0 && self.crossed.is_none() {
                let other = self.open.first_after(start);
                self.crossed = other.map(|other| (self.instant, robot, other));
            }
        }
        self.end_cycles();
        (self.now, self.present, self.fresh) = (0, 0, 0);
    }

    /// Counts the robots that are in their cycles at this instant: those that go on, and those that
    /// were activated.
    fn count_present(&mut self) {
        let old = self.open.len() - self.fresh as usize;
        self.busy = self.busy.max(old + self.present);
    }

    /// Looks how the cycles that ended at this instant are nested.
    fn end_cycles(&mut self) {
        let mut ended = std::mem::take(&mut self.ended);
        for &Ended { inside, .. } in &ended {
            self.inside = self.inside.max(inside);
            self.all_inside += inside;
        }
        ended.sort_by(|one, other| other.start.total_cmp(&one.start));
        let lasting = ended.iter().filter(|cycle| cycle.start < self.instant);
        for &Ended { start, .. } in lasting {
            self.depth = self.depth.max(self.heights.end(start));
        }
        if ended.iter().any(|cycle| cycle.start >= self.instant) {
            self.heights.instant(self.instant);
            self.depth = self.depth.max(1);
        }
        ended.clear();
        self.ended = ended;
    }

    /// The most activations of one robot in one cycle of another.
    pub(super) fn asynchronous(&self) -> u64 {
        self.asynchronous
    }

    /// The mean number of activations of one robot in one cycle of another.
    pub(super) fn mean_asynchronous(&self) -> Option<f64> {
        let others = self.robots.len().saturating_sub(1) as u64;
        let pairs = self.cycles * others;
        (pairs > 0).then(|| self.all_inside as f64 / pairs as f64)
    }

    /// The most activations of all others, together, in one cycle.
    pub(super) fn inside(&self) -> u64 {
        self.inside
    }

    /// How many pairs of cycles overlap and are nested; those of cycles that are open count as
    /// nested so far.
    pub(super) fn nested(&self) -> u64 {
        self.overlapping - self.crossing
    }

    /// How many pairs of cycles cross.
    pub(super) fn crossing(&self) -> u64 {
        self.crossing
    }

    /// When two cycles crossed first, and of whom.
    pub(super) fn crossed(&self) -> Option<(f64, u32, u32)> {
        self.crossed
    }

    /// The longest chain of cycles each of which lies within the one before.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    /// The most robots that were in their cycles at once.
    pub(super) fn busy(&self) -> usize {
        self.busy
    }

    /// How many robots were in their cycles at once, on average over the time so far.
    pub(super) fn mean_busy(&self) -> Option<f64> {
        (self.instant > 0.0).then(|| self.busy_time / self.instant)
    }
}
