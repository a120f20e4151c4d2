//! What our own simulator reports of a run that is compared with a recorded one.

use super::{EventKind, Light, Phase, Point, ReferenceBody, ReferenceEvent};
use serde::Serialize;

/// One event as it was seen in our own simulator. All values are those after the event.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SeenEvent {
    /// The virtual time.
    pub time: f64,
    /// The robot, or -1 for the environment.
    pub id: i32,
    /// What happened.
    pub kind: EventKind,
    /// How it ended, in the codes of [`ReferenceEvent::code`].
    pub code: i32,
    /// The x coordinate of the robot at its last arrival. This and all that follow are ignored for a
    /// [`EventKind::Visualize`].
    pub x: f64,
    /// The y coordinate, likewise.
    pub y: f64,
    /// The destination computed last.
    pub target: Option<Point>,
    /// Where the robot stands in its cycle.
    pub state: Phase,
    /// Whether it decided to stay.
    pub frozen: bool,
    /// Whether it has terminated.
    pub terminated: bool,
    /// The colour of its light.
    pub light: Option<Light>,
}

impl SeenEvent {
    /// The environment's sample for drawing at `time`, with code 99.
    pub fn visualize(time: f64) -> Self {
        Self {
            time,
            id: -1,
            kind: EventKind::Visualize,
            code: 99,
            x: 0.0,
            y: 0.0,
            target: None,
            state: Phase::Wait,
            frozen: false,
            terminated: false,
            light: None,
        }
    }

    /// Whether the event belongs to a robot, so that the values of a robot mean something.
    pub fn is_of_a_robot(&self) -> bool {
        self.kind != EventKind::Visualize
    }
}

impl From<&ReferenceEvent> for SeenEvent {
    /// The recorded event as if it had been seen; what was not recorded is filled with nothing.
    fn from(event: &ReferenceEvent) -> Self {
        let &ReferenceEvent {
            time,
            id,
            kind,
            code,
            robot,
        } = event;
        let blank = Self {
            id,
            kind,
            code,
            ..Self::visualize(time)
        };
        robot.map_or(blank, |body| {
            let ReferenceBody {
                x,
                y,
                state,
                frozen,
                terminated,
                light,
                ..
            } = body;
            let target = body.target.known().flatten();
            Self {
                x,
                y,
                target,
                state,
                frozen,
                terminated,
                light,
                ..blank
            }
        })
    }
}

/// One robot as it stood in our own simulator when the run was over.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SeenRobot {
    /// The x coordinate at the last arrival.
    pub x: f64,
    /// The y coordinate at the last arrival.
    pub y: f64,
    /// The destination computed last.
    pub target: Option<Point>,
    /// Where the robot stands in its cycle.
    pub state: Phase,
    /// Whether it decided to stay.
    pub frozen: bool,
    /// Whether it has terminated.
    pub terminated: bool,
    /// The colour of its light.
    pub light: Option<Light>,
    /// The distance travelled, in units of length.
    pub travelled: f64,
}
