//! Robots start in a polygon or on its edge.

use super::plane::Figure;
use super::plane::polygon::{NoPolygon, Polygon};
use super::spacing::{self, LENGTHS, MOST, Spread};
use super::{BuildStart, Start};
use crate::math::Point;
use crate::registry::{Entry, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<BuildStart> = Entry {
    name: "polygon",
    summary: "in a polygon, on its edge, or in a ring along it",
    help: "A regular polygon with a corner on the x axis, or any polygon whose edges do not cross. \
           Even spacing fills it with rows along x, from below, that are about as far apart as the \
           robots in them; each row gets robots in proportion to its length. It goes round the \
           edge from the first corner counter-clockwise, and fills a ring with polygons about as \
           far apart as the robots on them. Gaussian spacing crowds a filled polygon around its \
           centre of gravity, the edge around the first corner (measured along the edge), and a \
           ring around the polygon in its middle. A polygon with inward corners has no ring. With \
           own dice no robot moves when others are added, save with even and jittered spacing, \
           where the places depend on their number.",
    parameters: &[
        SIDES,
        RADIUS,
        CORNERS,
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

const SIDES: Parameter = Parameter {
    name: "sides",
    kind: Kind::Whole,
    default: Some("6"),
    range: "between 3 and 1000",
    summary: "how many sides a regular polygon has",
};

const RADIUS: Parameter = Parameter {
    name: "radius",
    kind: Kind::Number,
    default: Some("50.0"),
    range: LENGTHS,
    summary: "how far the corners of a regular polygon are from its centre",
};

const CORNERS: Parameter = Parameter {
    name: "corners",
    kind: Kind::Points,
    default: Some("those of a regular polygon"),
    range: "",
    summary: "3 to 1000 corners in their order, in place of sides and radius",
};

const MOST_CORNERS: usize = 1000;

fn build(section: &Section<'_>, places: usize) -> Result<Box<dyn Start>, ScenarioError> {
    let corners = section
        .points("corners")
        .in_range(3..=MOST_CORNERS)
        .optional()?;
    let polygon = match corners {
        Some(corners) => {
            for key in ["sides", "radius"] {
                if section.has(key) {
                    let message = format!("expected either {key} or corners, found both");
                    return Err(section.refuse(key, message));
                }
            }
            of_corners(section, &corners)?
        }
        None => {
            let sides = section.usize("sides").in_range(3..=MOST_CORNERS).or(6)?;
            Polygon::regular(sides, spacing::length(section, "radius", 50.0)?)
        }
    };
    Ok(Box::new(Spread::read(
        section,
        Figure::Polygon(polygon),
        places,
    )?))
}

fn of_corners(section: &Section<'_>, corners: &[[f64; 2]]) -> Result<Polygon, ScenarioError> {
    let refused = |message: String| section.refuse("corners", message);
    if let Some(far) = corners.iter().flatten().find(|x| x.abs() > MOST) {
        return Err(refused(format!(
            "expected coordinates between -1e9 and 1e9, found {far:e}"
        )));
    }
    let points = corners.iter().map(|&[x, y]| Point::new(x, y)).collect();
    Polygon::new(points).map_err(|error| {
        refused(match error {
            NoPolygon::Twice(first, second) => format!(
                "expected each corner once, found the corners {first} and {second} at one point"
            ),
            NoPolygon::Crossing(first, second) => format!(
                "expected edges that do not cross, found that those from the corners {first} and \
                 {second} do (counted from 0)"
            ),
            NoPolygon::Flat => "expected corners that are not on one line".to_owned(),
        })
    })
}
