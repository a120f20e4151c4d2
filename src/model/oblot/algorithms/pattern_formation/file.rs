//! Patterns from files.

use std::fs::File;
use std::path::Path;

use crate::math::Point;
use crate::scenario::{ScenarioError, Section};

/// The key that names the file.
const KEY: &str = "pattern_file";

/// The points of the file that the scenario names, if it names one; they become the scenario's
/// points, so that a record needs no file.
pub(super) fn read(
    section: &Section<'_>,
    robots: usize,
) -> Result<Option<Vec<Point>>, ScenarioError> {
    let Some(path) = section.file(KEY)? else {
        return Ok(None);
    };
    let refused = |message: String| section.refuse(KEY, message);
    let name = path.display();
    let points = read_points(&path).map_err(refused)?;
    if points.len() != robots {
        return Err(refused(format!(
            "expected {robots} points (one for each robot), found {} in {name}",
            points.len()
        )));
    }
    let pairs = points.iter().map(|point| [point.x, point.y]).collect();
    section.points("pattern_points").keep(&pairs);
    Ok(Some(points))
}

/// The points of a file with `x,y` in each line. The first line may hold words instead, and lines
/// that are empty or begin with `#` are left out.
fn read_points(path: &Path) -> Result<Vec<Point>, String> {
    let name = path.display();
    let file = File::open(path).map_err(|error| format!("{name} cannot be read: {error}"))?;
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .comment(Some(b'#'))
        .trim(csv::Trim::All)
        .from_reader(file);
    let mut points = Vec::new();
    for (number, line) in reader.records().enumerate() {
        let line = line.map_err(|error| format!("{name} cannot be read: {error}"))?;
        let cells: Vec<&str> = line.iter().collect();
        match read_point(&cells) {
            Some(point) => points.push(point),
            None if number == 0 && is_heading(&cells) => {}
            None => {
                let at = line.position().map_or(0, csv::Position::line);
                let found = cells.join(",");
                return Err(format!(
                    "expected two finite numbers x,y, found {found:?} in {name}, line {at}"
                ));
            }
        }
    }
    Ok(points)
}

fn read_point(cells: &[&str]) -> Option<Point> {
    let number = |cell: &str| cell.parse().ok().filter(|number: &f64| number.is_finite());
    match cells {
        [x, y] => Some(Point::new(number(x)?, number(y)?)),
        _ => None,
    }
}

/// Whether a line names two columns.
fn is_heading(cells: &[&str]) -> bool {
    let is_word = |cell: &&str| cell.starts_with(|c: char| c.is_alphabetic());
    cells.len() == 2 && cells.iter().all(is_word) && !cells.iter().any(|cell| is_number(cell))
}

fn is_number(cell: &str) -> bool {
    cell.parse::<f64>().is_ok()
}
