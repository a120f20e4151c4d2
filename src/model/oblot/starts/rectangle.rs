//! Robots start in a rectangle or on its edge.

use super::plane::Figure;
use super::plane::polygon::Polygon;
use super::spacing::{self, LENGTHS, Spread};
use super::{BuildStart, Start};
use crate::registry::{Entry, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<BuildStart> = Entry {
    name: "rectangle",
    summary: "in a rectangle, on its edge, or in a ring along it",
    help: "Even spacing fills the rectangle with rows along x, from below, that are about as far \
           apart as the robots in them: a grid where the number of robots allows one, and else \
           some rows have one robot more. It goes round the edge from the lower left corner \
           counter-clockwise, and fills a ring with rectangles about as far apart as the robots \
           on them. Gaussian spacing crowds a filled rectangle around its centre, the edge around \
           the lower left corner (measured along the edge), and a ring around the rectangle in its \
           middle. With own dice no robot moves when others are added, save with even and jittered \
           spacing, where the places depend on their number.",
    parameters: &[
        WIDTH,
        HEIGHT,
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

const WIDTH: Parameter = Parameter {
    name: "width",
    kind: Kind::Number,
    default: Some("100.0"),
    range: LENGTHS,
    summary: "the extent along x, before the rotation",
};

const HEIGHT: Parameter = Parameter {
    name: "height",
    kind: Kind::Number,
    default: Some("50.0"),
    range: LENGTHS,
    summary: "the extent along y, before the rotation",
};

fn build(section: &Section<'_>, places: usize) -> Result<Box<dyn Start>, ScenarioError> {
    let width = spacing::length(section, "width", 100.0)?;
    let height = spacing::length(section, "height", 50.0)?;
    let figure = Figure::Polygon(Polygon::rectangle(width, height));
    Ok(Box::new(Spread::read(section, figure, places)?))
}
