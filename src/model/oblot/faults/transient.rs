//! Robots that suddenly are somewhere else, or show another light.

use super::{Afflicted, Affliction, BuildFault, Fault, FaultDice, Transient};
use crate::dice::Draw;
use crate::math::Point;
use crate::model::oblot::Light;
use crate::registry::{Entry, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<BuildFault> = Entry {
    name: "transient",
    summary: "robots are set to another place or light at a time",
    help: "At the time each robot is put to a position, moved by a displacement, or thrown to a \
           point in a box around the origin that is drawn from its own dice; and its light is \
           set. A robot on its way rests where it is put, and where nothing is set, where it is; \
           one that rests or computes goes on as if nothing had happened. From then on it is correct. Several tables strike several times. \
           A robot that has ended stays ended, and the end of the run waits for no strike: with \
           `terminate = false` the check whether an algorithm recovers ends as stalled once it \
           has. Source: the transient faults of self-stabilisation (Dijkstra, Commun. ACM \
           17(11), 1974).",
    parameters: &[
        Parameter {
            name: "time",
            kind: Kind::Number,
            default: None,
            range: "of at least 0",
            summary: "when it strikes, in simulated time",
        },
        Parameter {
            name: "position",
            kind: Kind::Point,
            default: Some("where the robot is"),
            range: "",
            summary: "where the robot is put",
        },
        Parameter {
            name: "displacement",
            kind: Kind::Point,
            default: Some("none"),
            range: "",
            summary: "by how much the robot is moved along x and y",
        },
        Parameter {
            name: "box",
            kind: Kind::Numbers,
            default: Some("none"),
            range: "one number above 0 for the extent along x, one along y",
            summary: "the box around the origin in which the robot is thrown to a random point",
        },
        Parameter {
            name: "light",
            kind: Kind::Word(LIGHTS),
            default: Some("as it is"),
            range: "",
            summary: "the light that the robot shows; one of its algorithm's colours, if it has any",
        },
    ],
    build,
};

/// The words for the lights.
const LIGHTS: &[&str] = &{
    let mut words = [""; Light::ALL.len()];
    let mut place = 0;
    while place < words.len() {
        words[place] = Light::ALL[place].name();
        place += 1;
    }
    words
};

/// Where a robot is put.
#[derive(Clone, Copy, Debug)]
enum Throw {
    Nowhere,
    To(Point),
    By(Point),
    Within { width: f64, height: f64 },
}

#[derive(Clone, Copy, Debug)]
struct Strike {
    time: f64,
    throw: Throw,
    light: Option<Light>,
}

fn build(section: &Section<'_>) -> Result<Box<dyn Fault>, ScenarioError> {
    let time = section.f64("time").non_negative().required()?;
    let light = section.choice::<Light>("light").optional()?;
    let point = |[x, y]: [f64; 2]| Point::new(x, y);
    let position = section.point("position").optional()?.map(point);
    let displacement = section.point("displacement").optional()?.map(point);
    let extent = section.f64("box").positive().list().exactly(2).optional()?;
    let throw = match (position, displacement, extent) {
        (None, None, None) => Throw::Nowhere,
        (Some(to), None, None) => Throw::To(to),
        (None, Some(by), None) => Throw::By(by),
        (None, None, Some(extent)) => Throw::Within {
            width: extent[0],
            height: extent[1],
        },
        (_, displacement, extent) => {
            let surplus = if extent.is_some() {
                "box"
            } else if displacement.is_some() {
                "displacement"
            } else {
                "position"
            };
            let message = "expected one of position, displacement and box, found several";
            return Err(section.refuse(surplus, message));
        }
    };
    Ok(Box::new(Strike { time, throw, light }))
}

impl Fault for Strike {
    fn afflict(&self, _: &Afflicted<'_>, dice: &mut FaultDice<'_>) -> (&'static str, Affliction) {
        let (position, displacement) = match self.throw {
            Throw::Nowhere => (None, None),
            Throw::To(to) => (Some(to), None),
            Throw::By(by) => (None, Some(by)),
            Throw::Within { width, height } => {
                let mut die = dice.die();
                let x = die.uniform(-0.5 * width, 0.5 * width);
                let y = die.uniform(-0.5 * height, 0.5 * height);
                (Some(Point::new(x, y)), None)
            }
        };
        let transient = Transient {
            position,
            displacement,
            light: self.light,
        };
        let affliction = Affliction {
            transients: vec![(self.time, transient)],
            ..Affliction::default()
        };
        (ENTRY.name, affliction)
    }

    fn light(&self) -> Option<Light> {
        self.light
    }
}
