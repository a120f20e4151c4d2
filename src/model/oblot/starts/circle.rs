//! Robots start in a disc or on a circle.

use super::plane::Figure;
use super::spacing::{self, LENGTHS, Spread};
use super::{BuildStart, Start};
use crate::registry::{Entry, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<BuildStart> = Entry {
    name: "circle",
    summary: "in a disc, on its edge, or in a ring along it",
    help: "Even spacing fills the disc with a sunflower spiral, in which every robot has the same \
           area (Vogel, Math. Biosciences 44, 1979); the edge with a regular polygon, from the x \
           axis counter-clockwise; a ring with circles about as far apart as the robots on them. \
           Gaussian spacing crowds a filled disc around its centre, the edge around the x axis \
           (measured along the edge), and a ring around the circle in its middle. With own dice \
           no robot moves when others are added, save with even and jittered spacing, where the \
           places depend on their number.",
    parameters: &[
        RADIUS,
        spacing::ARRANGEMENT,
        spacing::THICKNESS,
        spacing::SPACING,
        spacing::JITTER,
        spacing::SPREAD,
        spacing::CENTER,
        spacing::ROTATION,
    ],
    build,
};

const RADIUS: Parameter = Parameter {
    name: "radius",
    kind: Kind::Number,
    default: Some("50.0"),
    range: LENGTHS,
    summary: "the radius of the disc",
};

fn build(section: &Section<'_>, places: usize) -> Result<Box<dyn Start>, ScenarioError> {
    let radius = spacing::length(section, "radius", 50.0)?;
    let spread = Spread::read(section, Figure::Disc(radius), places)?;
    Ok(Box::new(spread))
}
