//! What one robot makes of a snapshot.

use super::positions::{Appearance, Snapshot};
use crate::math::{Point, within};

/// How far a robot sees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sight {
    /// Robots at a distance of at most this are visible; `None` sees everything.
    pub radius: Option<f64>,
}

/// One robot's view at the instant of its Look: itself and the robots it sees.
///
/// Positions are interpolated while they are read and come in the order of the robots' ids.
#[derive(Clone, Debug)]
pub struct Percept {
    snapshot: Snapshot,
    me: usize,
    here: Point,
    sight: Sight,
}

/// One visible robot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    /// Its id. Oblivious robots are anonymous: algorithms use it for nothing but to tell the
    /// looking robot from the others.
    pub id: usize,
    /// Where it is.
    pub position: Point,
    /// What else is seen of it.
    pub appearance: Appearance,
}

impl Percept {
    /// The view of robot `me`.
    #[must_use]
    pub fn new(snapshot: Snapshot, me: u32, sight: Sight) -> Self {
        let me = me as usize;
        let here = snapshot.table.position(me, snapshot.time);
        Percept {
            snapshot,
            me,
            here,
            sight,
        }
    }

    /// Where the looking robot is.
    #[must_use]
    pub fn here(&self) -> Point {
        self.here
    }

    /// The id of the looking robot.
    #[must_use]
    pub fn me(&self) -> usize {
        self.me
    }

    /// The instant of the Look.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.snapshot.time
    }

    /// Visits the positions of the visible robots, the looking one included, until `visit`
    /// returns `false`; says whether it came to the end.
    #[inline]
    pub fn visit(&self, mut visit: impl FnMut(usize, Point) -> bool) -> bool {
        let Snapshot { table, time } = &self.snapshot;
        match self.sight.radius {
            None => table.visit(*time, |id, x, y| visit(id, Point::new(x, y))),
            Some(radius) => {
                let here = self.here;
                table.visit(*time, |id, x, y| {
                    !within(here.x - x, here.y - y, radius) || visit(id, Point::new(x, y))
                })
            }
        }
    }

    /// The visible robots, the looking one included, in the order of their ids.
    #[must_use]
    pub fn robots(&self) -> Vec<Seen> {
        let mut seen = Vec::new();
        self.visit(|id, position| {
            seen.push(Seen {
                id,
                position,
                appearance: self.appearance(id),
            });
            true
        });
        seen
    }

    /// What is seen of a robot besides its position.
    #[inline]
    #[must_use]
    pub fn appearance(&self, id: usize) -> Appearance {
        self.snapshot.table.appearance(id)
    }

    /// How many visible robots are neither crashed nor terminated, the looking one included.
    #[must_use]
    pub fn active(&self) -> usize {
        if self.sight.radius.is_none() {
            return self.snapshot.table.active();
        }
        let mut active = 0;
        self.visit(|id, _| {
            active += usize::from(self.appearance(id).is_active());
            true
        });
        active
    }
}
