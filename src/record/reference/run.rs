//! A recorded run, whichever format it came in.

use super::{EventKind, Fault, FaultType, Light, Phase};
use crate::scenario::Seed;
use serde::Serialize;
use std::collections::BTreeMap;

/// A point of the plane: x and y, in units of length.
pub type Point = (f64, f64);

/// A value that one of the two formats may leave out. What is not recorded is not compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Recorded<T> {
    /// The format does not say.
    Unknown,
    /// The recorded value.
    Known(T),
}

impl<T> Recorded<T> {
    /// The value, if it was recorded.
    pub fn known(self) -> Option<T> {
        match self {
            Self::Unknown => None,
            Self::Known(value) => Some(value),
        }
    }
}

/// One recorded run of the original simulator.
#[derive(Debug, Clone, PartialEq)]
pub struct ReferenceRun {
    /// The name of the run: its key in the file, its `name`, or the name of the file.
    pub name: String,
    /// The settings that the run was started with.
    pub config: ReferenceConfig,
    /// The number of events after which the recording stopped at the latest.
    pub max_events: u64,
    /// The number of events of the whole run, at most `max_events`.
    pub events_total: u64,
    /// The time of the last event; `None` when it was not recorded.
    pub end_time: Option<f64>,
    /// Whether the run came to its own end, rather than being stopped.
    pub ended: bool,
    /// The first events of the run, in order. They are a prefix: `events_total` may be larger.
    pub events: Vec<ReferenceEvent>,
    /// The robots at the end, by id; `None` when they were not recorded.
    pub finals: Option<Vec<ReferenceRobot>>,
    /// The digest over all events; `None` when none was recorded.
    pub digest: Option<ReferenceDigest>,
    /// How many random numbers of each method were drawn (`exponential`, `integers` ...); empty when
    /// they were not counted.
    pub draws: BTreeMap<String, u64>,
    /// How far numbers may differ.
    pub tolerances: Tolerances,
    /// What the reader met and did not use, one remark each: unknown keys, start positions whose
    /// number is not that of the robots. Worth showing, because an unknown setting may be the reason
    /// of a mismatch.
    pub unused: Vec<String>,
}

/// The settings of a recorded run.
#[derive(Debug, Clone, PartialEq)]
pub struct ReferenceConfig {
    /// The algorithm by the original's name, such as `GoToCenter`. Any name is read; whether it
    /// exists is for the simulator to say.
    pub algorithm: String,
    /// The number of robots.
    pub robots: usize,
    /// The seed of both generators, the one of the run and the one of the start.
    pub seed: Seed,
    /// The speed of a sound robot, in units of length per unit of time; finite, not negative.
    pub speed: f64,
    /// How far a robot sees, in units of length, the boundary included; `None` without limit.
    pub visibility_radius: Option<f64>,
    /// Whether a robot always reaches its destination.
    pub rigid: bool,
    /// The number of decimal digits that count: points within `10^-precision` are one; at most 300.
    pub precision: u32,
    /// The time between two samples for drawing; finite and positive.
    pub sampling: f64,
    /// The rate of the exponential waits, per unit of time; finite and positive.
    pub lambda: f64,
    /// The number of faulty robots asked for; may exceed the number of robots.
    pub faults: usize,
    /// What the faulty robots suffer from; of no meaning when `faults` is 0.
    pub fault_type: FaultType,
    /// The width of the world around the origin, in units of length; `None` when it is unset (absent,
    /// null or 0).
    pub width: Option<f64>,
    /// The height of the world around the origin, likewise.
    pub height: Option<f64>,
    /// Where the robots start, by id, one point a robot; `None` when the start is to be drawn by
    /// numpy's generator from the same seed, in the box of [`ReferenceConfig::start_box`].
    pub initial_positions: Option<Vec<Point>>,
    /// The remark of how the start was made (`uniform box`, `explicit`), if there is one.
    pub start: Option<String>,
}

impl ReferenceConfig {
    /// The width and height of the box around the origin in which a start is drawn: the world's own
    /// or, where it is unset, 100.
    pub fn start_box(&self) -> (f64, f64) {
        (self.width.unwrap_or(100.0), self.height.unwrap_or(100.0))
    }
}

/// One recorded event.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ReferenceEvent {
    /// The virtual time.
    pub time: f64,
    /// The robot, or -1 for the environment.
    pub id: i32,
    /// What happened.
    pub kind: EventKind,
    /// How it ended: 99 sampled for drawing, 5 crashed, 4 terminated, 3 stays or finished its move, 2
    /// departed, 0 ignored, -1 the run ended.
    pub code: i32,
    /// The robot after the event; `None` where none was recorded, as for samples.
    pub robot: Option<ReferenceBody>,
}

/// A robot right after one of its events.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ReferenceBody {
    /// The x coordinate at the last arrival; not the interpolated one of a robot on its way.
    pub x: f64,
    /// The y coordinate, likewise.
    pub y: f64,
    /// The destination computed last.
    pub target: Recorded<Option<Point>>,
    /// Where the robot stands in its cycle.
    pub state: Phase,
    /// Whether it decided to stay.
    pub frozen: bool,
    /// Whether it has terminated.
    pub terminated: bool,
    /// The colour of its light.
    pub light: Option<Light>,
}

/// A robot at the end of a recorded run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReferenceRobot {
    /// The x coordinate at the last arrival.
    pub x: f64,
    /// The y coordinate at the last arrival.
    pub y: f64,
    /// The destination computed last.
    pub target: Recorded<Option<Point>>,
    /// Where the robot stands in its cycle.
    pub state: Phase,
    /// Whether it decided to stay.
    pub frozen: Recorded<bool>,
    /// Whether it has terminated.
    pub terminated: bool,
    /// The colour of its light.
    pub light: Recorded<Option<Light>>,
    /// The distance travelled, in units of length.
    pub travelled: f64,
    /// The fault it carries, if recorded.
    pub fault: Option<Fault>,
    /// The algorithm or the task colour it follows, if recorded.
    pub task: Option<String>,
    /// Its own speed, in units of length per unit of time, if recorded.
    pub speed: Option<f64>,
    /// The circle it computed last (centre x, centre y, radius), if recorded.
    pub circle: Option<[f64; 3]>,
}

/// The recorded digest over all events of a run: a SHA-256, in lower-case hexadecimal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReferenceDigest {
    /// Over packed little-endian numbers, see [`EventDigest::packed`](super::EventDigest::packed).
    Packed(String),
    /// Over the Python `repr` of tuples, see [`EventDigest::repr`](super::EventDigest::repr).
    Repr(String),
}

/// How far a number may lie from the recorded one: `|a - b| <= t * max(1, |a|, |b|)`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Tolerances {
    /// For the numbers of the listed events.
    pub events: f64,
    /// For the numbers at the end of the run, where small differences have had time to grow.
    pub end: f64,
}

impl Default for Tolerances {
    /// 1e-9 in the events and 1e-6 at the end: what a change of the platform's mathematical library
    /// can explain, and nothing else.
    fn default() -> Self {
        Self {
            events: 1e-9,
            end: 1e-6,
        }
    }
}
