//! What one robot makes of a snapshot.

use std::num::NonZeroU64;
use std::sync::Arc;

use xxhash_rust::xxh3::Xxh3Default;

use super::directive::Tie;
use super::frames::Frame;
use super::intent::{Destination, Intent};
use super::positions::{Appearance, Snapshot};
use crate::math::{Point, within};

/// One robot's view at the instant of its Look: itself and the robots it sees.
///
/// It comes in two kinds. Where a robot sees the plain global picture, positions are interpolated
/// while they are read and nothing is copied. Where it sees less of it, or in another way (fewer
/// robots, a frame of its own, noise, no multiplicities), the picture is a list.
///
/// Robots come in the order of their ids.
#[derive(Clone, Debug)]
pub struct Percept {
    snapshot: Snapshot,
    me: usize,
    /// Where the looking robot is, in the coordinates of this percept.
    here: Point,
    view: View,
}

#[derive(Clone, Debug)]
enum View {
    /// All robots, in global coordinates.
    All,
    /// The robots at most so far away, in global coordinates.
    Disc(f64),
    /// These.
    List(Arc<Picture>),
}

/// A picture that differs from the plain global one.
#[derive(Clone, Debug)]
struct Picture {
    robots: Vec<Seen>,
    /// The looking robot's own frame, and where its origin is in global coordinates.
    frame: Option<(Frame, Point)>,
    tie: Tie,
}

/// One visible robot, or one visible point where several robots are not told apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    /// Its id. Oblivious robots are anonymous: algorithms use it for nothing but to name a
    /// [`Destination`] and to tell the looking robot from the others.
    pub id: usize,
    /// Where it is, in the coordinates of the percept.
    pub position: Point,
    /// What else is seen of it.
    pub appearance: Appearance,
    /// How many robots are here, as far as the looking robot can tell: with weak detection 2
    /// stands for "more than one", without detection it is 1.
    pub robots: u32,
    /// Where it is in global coordinates, as perceived. Only destinations that name it use this.
    pub place: Point,
}

impl Percept {
    /// The plain global view of robot `me`, in which it sees robots at a distance of at most
    /// `radius`, if there is one.
    #[must_use]
    pub fn new(snapshot: Snapshot, me: u32, radius: Option<f64>) -> Self {
        let me = me as usize;
        let here = snapshot.table.position(me, snapshot.time);
        let view = radius.map_or(View::All, View::Disc);
        Percept {
            snapshot,
            me,
            here,
            view,
        }
    }

    /// The plain global view of robot `me`, which sees those of `candidates` that are at a distance
    /// of at most `radius`. Everybody so near has to be a candidate, once.
    #[must_use]
    pub(super) fn among(snapshot: Snapshot, me: u32, radius: f64, candidates: &[u32]) -> Self {
        let plain = Percept::new(snapshot, me, None);
        let Snapshot { table, time } = &plain.snapshot;
        let here = plain.here;
        let mut robots = Vec::with_capacity(16);
        for &id in candidates {
            let id = id as usize;
            let position = table.position(id, *time);
            if within(here.x - position.x, here.y - position.y, radius) {
                robots.push(Seen {
                    id,
                    position,
                    appearance: table.appearance(id),
                    robots: 1,
                    place: position,
                });
            }
        }
        robots.sort_unstable_by_key(|seen| seen.id);
        Percept {
            view: View::List(Arc::new(Picture {
                robots,
                frame: None,
                tie: Tie::First,
            })),
            ..plain
        }
    }

    /// The same instant, with this picture in the place of what is seen. The looking robot has to
    /// be in it, and the robots have to be in the order of their ids.
    #[must_use]
    pub(super) fn with(&self, robots: Vec<Seen>, frame: Option<Frame>, tie: Tie) -> Self {
        debug_assert!(robots.is_sorted_by_key(|seen| seen.id));
        let here = frame.map_or(self.here, |frame| frame.inward(self.here, self.here));
        Percept {
            snapshot: self.snapshot.clone(),
            me: self.me,
            here,
            view: View::List(Arc::new(Picture {
                robots,
                frame: frame.map(|frame| (frame, self.here)),
                tie,
            })),
        }
    }

    /// The same view without some robots; nobody loses sight of itself. The ids are in increasing
    /// order.
    #[must_use]
    pub(super) fn without(&self, hidden: &[u32]) -> Self {
        let me = self.me;
        let mut robots = self.robots();
        robots.retain(|seen| seen.id == me || hidden.binary_search(&(seen.id as u32)).is_err());
        self.with(robots, None, self.tie())
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

    /// How many units of this percept make one unit of the scenario. Lengths that a scenario
    /// gives to an algorithm have to be multiplied with it.
    #[must_use]
    pub fn scale(&self) -> f64 {
        match &self.view {
            View::List(picture) => picture.frame.map_or(1.0, |(frame, _)| frame.scale()),
            _ => 1.0,
        }
    }

    /// The instant of the Look.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.snapshot.time
    }

    /// The whole world at this instant, whatever the looking robot sees of it: for adversaries
    /// that know everything.
    #[must_use]
    pub(super) fn world(&self) -> &Snapshot {
        &self.snapshot
    }

    /// Whether this is the plain global view of all robots.
    #[must_use]
    pub(super) fn is_plain(&self) -> bool {
        matches!(self.view, View::All)
    }

    /// The looking robot's own frame, and where its origin is in global coordinates; `None` where
    /// it uses the global ones.
    #[must_use]
    pub fn frame(&self) -> Option<(Frame, Point)> {
        match &self.view {
            View::List(picture) => picture.frame,
            _ => None,
        }
    }

    /// Whether the looking robot sees the one with this id. It always sees itself.
    #[must_use]
    pub fn sees(&self, id: usize) -> bool {
        match &self.view {
            View::All => id < self.snapshot.table.len(),
            View::Disc(radius) => {
                let Snapshot { table, time } = &self.snapshot;
                id < table.len() && {
                    let at = table.position(id, *time);
                    within(self.here.x - at.x, self.here.y - at.y, *radius)
                }
            }
            View::List(picture) => picture.get(id).is_some(),
        }
    }

    /// Which of several equally good choices is to be taken.
    #[must_use]
    pub fn tie(&self) -> Tie {
        match &self.view {
            View::List(picture) => picture.tie,
            _ => Tie::First,
        }
    }

    /// Visits the positions of the visible robots, the looking one included, until `visit`
    /// returns `false`; says whether it came to the end.
    #[inline]
    pub fn visit(&self, mut visit: impl FnMut(usize, Point) -> bool) -> bool {
        let Snapshot { table, time } = &self.snapshot;
        match &self.view {
            View::All => table.visit(*time, |id, x, y| visit(id, Point::new(x, y))),
            View::Disc(radius) => {
                let (here, radius) = (self.here, *radius);
                table.visit(*time, |id, x, y| {
                    !within(here.x - x, here.y - y, radius) || visit(id, Point::new(x, y))
                })
            }
            View::List(picture) => {
                let mut robots = picture.robots.iter();
                robots.all(|seen| visit(seen.id, seen.position))
            }
        }
    }

    /// The visible robots, the looking one included, in the order of their ids.
    #[must_use]
    pub fn robots(&self) -> Vec<Seen> {
        if let View::List(picture) = &self.view {
            return picture.robots.clone();
        }
        let mut seen = Vec::new();
        self.visit(|id, position| {
            seen.push(Seen {
                id,
                position,
                appearance: self.appearance(id),
                robots: 1,
                place: position,
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
        match &self.view {
            View::All => self.snapshot.table.len(),
            View::Disc(_) => 0,
            View::List(picture) => picture.robots.len(),
        }
    }

    /// What is seen of a visible robot besides its position.
    #[inline]
    #[must_use]
    pub fn appearance(&self, id: usize) -> Appearance {
        match &self.view {
            View::List(picture) => picture
                .get(id)
                .map_or(Appearance::START, |seen| seen.appearance),
            _ => self.snapshot.table.appearance(id),
        }
    }

    /// What an intent comes to: its destination becomes a point in global coordinates.
    #[must_use]
    pub fn settle(&self, intent: Intent) -> Intent {
        let target = match intent.destination {
            Destination::Stay => self.origin(),
            Destination::To(point) => match &self.view {
                View::List(picture) => picture
                    .frame
                    .map_or(point, |(frame, origin)| frame.outward(origin, point)),
                _ => point,
            },
            Destination::Onto(id) => self.place(id),
            Destination::Midway(id) => {
                let (here, there) = (self.origin(), self.place(id));
                Point::new(
                    here.x + 0.5 * (there.x - here.x),
                    here.y + 0.5 * (there.y - here.y),
                )
            }
        };
        Intent {
            destination: Destination::To(target),
            ..intent
        }
    }

    /// Where the looking robot is in global coordinates.
    fn origin(&self) -> Point {
        match &self.view {
            View::List(picture) => picture.frame.map_or(self.here, |(_, origin)| origin),
            _ => self.here,
        }
    }

    /// Where a seen robot is in global coordinates; a number that names nobody counts as the
    /// robot itself.
    fn place(&self, id: usize) -> Point {
        match &self.view {
            View::List(picture) => picture.get(id).map_or(self.origin(), |seen| seen.place),
            _ if id < self.snapshot.table.len() => {
                self.snapshot.table.position(id, self.snapshot.time)
            }
            _ => self.here,
        }
    }

    /// How much memory it may take, with the table that it keeps from being changed in place, in
    /// bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let list = match &self.view {
            View::List(picture) => picture.robots.len() * size_of::<Seen>(),
            View::All | View::Disc(_) => 0,
        };
        self.snapshot.table.bytes() + list
    }

    /// A hash of everything in this view: two views with one hash are taken for equal. It is the
    /// 64-bit XXH3 over the robots in order (id u32, position f64 x and y, phase u8, frozen and
    /// terminated u8, light u8, and where robots are not told apart their number as u32,
    /// little-endian); 0 counts as 1.
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
        if let View::List(picture) = &self.view {
            let several = picture.robots.iter().filter(|seen| seen.robots > 1);
            several.for_each(|seen| hash.update(&seen.robots.to_le_bytes()));
        }
        NonZeroU64::new(hash.digest()).unwrap_or(NonZeroU64::MIN)
    }

    /// How many visible robots are neither crashed nor terminated, the looking one included.
    #[must_use]
    pub fn active(&self) -> usize {
        match &self.view {
            View::All => self.snapshot.table.active(),
            View::List(picture) => {
                let active = |seen: &&Seen| seen.appearance.is_active();
                picture.robots.iter().filter(active).count()
            }
            View::Disc(_) => {
                let mut active = 0;
                self.visit(|id, _| {
                    active += usize::from(self.appearance(id).is_active());
                    true
                });
                active
            }
        }
    }
}

impl Picture {
    fn get(&self, id: usize) -> Option<&Seen> {
        let place = self.robots.binary_search_by_key(&id, |seen| seen.id);
        place.ok().map(|place| &self.robots[place])
    }
}
