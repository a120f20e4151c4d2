//! What one robot makes of a snapshot.

use std::num::NonZeroU64;

use xxhash_rust::xxh3::Xxh3Default;

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

    /// How long a length of 1 appears to the robot. All robots share one unit of length.
    #[must_use]
    pub fn scale(&self) -> f64 {
        1.0
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

    /// The positions of the visible robots that have not crashed, the looking one included, in the
    /// order of their ids.
    #[must_use]
    pub fn live(&self) -> Vec<Point> {
        let mut live = Vec::with_capacity(self.most());
        self.visit(|id, position| {
            if self.appearance(id).is_live() {
                live.push(position);
            }
            true
        });
        live
    }

    /// The visible robots that have not crashed, the looking one included, in the order of their
    /// ids.
    #[must_use]
    pub fn live_robots(&self) -> Vec<Seen> {
        let mut robots = self.robots();
        robots.retain(|robot| robot.appearance.is_live());
        robots
    }

    /// How much room to make for what is visible: all of it where everything is.
    fn most(&self) -> usize {
        match self.sight.radius {
            None => self.snapshot.table.len(),
            Some(_) => 0,
        }
    }

    /// What is seen of a robot besides its position.
    #[inline]
    #[must_use]
    pub fn appearance(&self, id: usize) -> Appearance {
        self.snapshot.table.appearance(id)
    }

    /// A hash of everything in this view: two views with one hash are taken for equal. It is the
    /// 64-bit XXH3 over the robots in order (id u32, position f64 x and y, phase u8, frozen and
    /// terminated u8, light u8, little-endian); 0 counts as 1.
    #[must_use]
    pub fn hash(&self) -> NonZeroU64 {
        let mut hash = Xxh3Default::new();
        self.visit(|id, position| {
            let seen = self.appearance(id);
            let mut bytes = [0; 23];
            bytes[..4].copy_from_slice(&(id as u32).to_le_bytes());
            bytes[4..12].copy_from_slice(&position.x.to_le_bytes());
            bytes[12..20].copy_from_slice(&position.y.to_le_bytes());
            bytes[20] = seen.phase as u8;
            bytes[21] = u8::from(seen.frozen) | u8::from(seen.terminated) << 1;
            bytes[22] = seen.light.map_or(0, |light| light as u8);
            hash.update(&bytes);
            true
        });
        NonZeroU64::new(hash.digest()).unwrap_or(NonZeroU64::MIN)
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
