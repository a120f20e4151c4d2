//! Robots start on a line.

use super::plane::curve::Curve;
use super::spacing::{self, Arrangement, LENGTHS, Spread};
use super::{BuildStart, Start};
use crate::math::Point;
use crate::registry::{Entry, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<BuildStart> = Entry {
    name: "line",
    summary: "on a line",
    help: "Even spacing puts a robot on each end and the others between them, in the order of \
           their ids; one robot alone is in the middle. Gaussian spacing crowds them around the \
           middle. A line has neither an edge nor a ring. With own dice no robot moves when others \
           are added, save with even and jittered spacing, where the places depend on their \
           number.",
    parameters: &[
        LENGTH,
        spacing::FILLED,
        spacing::SPACING,
        spacing::JITTER,
        spacing::SPREAD,
        spacing::CENTER,
        spacing::ROTATION,
    ],
    build,
};

const LENGTH: Parameter = Parameter {
    name: "length",
    kind: Kind::Number,
    default: Some("100.0"),
    range: LENGTHS,
    summary: "how long the line is; it is along x before the rotation",
};

fn build(section: &Section<'_>, places: usize) -> Result<Box<dyn Start>, ScenarioError> {
    let half = spacing::length(section, "length", 100.0)? / 2.0;
    Arrangement::read_filled(section, "a line has neither an edge nor a ring")?;
    let line = Curve::line(Point::new(-half, 0.0), Point::new(half, 0.0));
    Ok(Box::new(Spread::read_along(section, line, places)?))
}
