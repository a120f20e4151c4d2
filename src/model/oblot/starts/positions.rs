//! Robots start where the scenario says.

use super::{BuildStart, Refused, Start, StartDice};
use crate::math::Point;
use crate::registry::{Entry, Kind, Parameter};
use crate::scenario::{ScenarioError, Section, read_points};

pub(super) const ENTRY: Entry<BuildStart> = Entry {
    name: "positions",
    summary: "at the positions listed in the scenario or in a file",
    help: "One point for each robot, in the order of the ids. Several robots may start at one \
           point. A file holds one point in each line, x and y, separated by commas (`.csv`) or \
           tabs (`.tsv`), after a line with the names of the columns if there is one; where that \
           names more columns than x and y, the others are not read. Or it is JSON (`.json`), a \
           list of points [x, y] or of objects with x and y. The resolved scenario, and so a \
           record, holds the points themselves and needs the file no more.",
    parameters: &[
        Parameter {
            name: "positions",
            kind: Kind::Points,
            default: Some("required without positions_file"),
            range: "one point per robot",
            summary: "where each robot starts",
        },
        Parameter {
            name: "positions_file",
            kind: Kind::Text,
            default: Some("in place of positions"),
            range: "",
            summary: "a CSV, TSV or JSON file with these points; its path is relative to the \
                      scenario's file",
        },
    ],
    build,
};

fn build(section: &Section<'_>, places: usize) -> Result<Box<dyn Start>, ScenarioError> {
    let file = section
        .str("positions_file")
        .non_empty()
        .replaced_in_resolved()?;
    let field = section.points("positions").exactly(places);
    let points = match file {
        Some(_) if section.has("positions") => {
            let message = "expected either positions or a file with them, found both";
            return Err(section.refuse("positions_file", message));
        }
        Some(file) => {
            let refused = |message| section.refuse("positions_file", message);
            let points = read_points(&section.beside("positions_file", &file)?).map_err(refused)?;
            if points.len() != places {
                return Err(refused(format!(
                    "expected {places} points, one for each {}, found {} in {file}",
                    if section.has("multiplicities") {
                        "place"
                    } else {
                        "robot"
                    },
                    points.len()
                )));
            }
            // The points stand in the resolved scenario as if it had listed them.
            field.or(points)?
        }
        None => field.required()?,
    };
    let points = points.into_iter().map(|[x, y]| Point::new(x, y)).collect();
    Ok(Box::new(Positions { points }))
}

#[derive(Clone, Debug)]
struct Positions {
    points: Vec<Point>,
}

impl Start for Positions {
    fn draw(&self, place: usize, _: &mut StartDice) -> Result<Point, Refused> {
        Ok(self.points[place])
    }

    fn is_drawn(&self) -> bool {
        false
    }
}
