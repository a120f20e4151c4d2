//! Robots start in a square or on its edge.

use super::plane::Figure;
use super::plane::polygon::Polygon;
use super::spacing::{self, LENGTHS, Spread};
use super::{BuildStart, Start};
use crate::registry::{Entry, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<BuildStart> = Entry {
    name: "square",
    summary: "in a square, on its edge, or in a ring along it",
    help: "Arrangements and spacings are those of `rectangle`.",
    parameters: &[
        SIDE,
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

const SIDE: Parameter = Parameter {
    name: "side",
    kind: Kind::Number,
    default: Some("100.0"),
    range: LENGTHS,
    summary: "how long each side is",
};

fn build(section: &Section<'_>, places: usize) -> Result<Box<dyn Start>, ScenarioError> {
    let side = spacing::length(section, "side", 100.0)?;
    let figure = Figure::Polygon(Polygon::rectangle(side, side));
    Ok(Box::new(Spread::read(section, figure, places)?))
}
