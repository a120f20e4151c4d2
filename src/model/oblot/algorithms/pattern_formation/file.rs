//! Patterns from files.

use std::fs;
use std::io;
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
///
/// Read by hand, because no number needs the quotes of a CSV file, and every line counts in errors.
fn read_points(path: &Path) -> Result<Vec<Point>, String> {
    let name = path.display();
    let bytes = fs::read(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => format!("{name}: no such file"),
        _ => format!("{name} cannot be read: {error}"),
    })?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + valid.iter().filter(|&&byte| byte == b'\n').count();
        format!("expected UTF-8 in {name}, line {line}")
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let mut points = Vec::new();
    let mut may_be_heading = true;
    for (line, number) in text.lines().zip(1..) {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let cells: Vec<&str> = line.split(',').map(cell).collect();
        match read_point(&cells) {
            Some(point) => points.push(point),
            None if may_be_heading && is_heading(&cells) => {}
            None => {
                return Err(format!(
                    "expected two finite numbers x,y, found {line:?} in {name}, line {number}"
                ));
            }
        }
        may_be_heading = false;
    }
    Ok(points)
}

/// A cell without the spaces and the quotes around it.
fn cell(text: &str) -> &str {
    let text = text.trim();
    let inner = text
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    inner.unwrap_or(text)
}

fn read_point(cells: &[&str]) -> Option<Point> {
    let number = |cell: &str| cell.parse().ok().filter(|number: &f64| number.is_finite());
    match cells {
        [x, y] => Some(Point::new(number(x)?, number(y)?)),
        _ => None,
    }
}

/// Whether a line names two columns, and holds no number.
fn is_heading(cells: &[&str]) -> bool {
    let is_word = |cell: &&str| {
        let is_number = cell.parse::<f64>().is_ok();
        cell.starts_with(|c: char| c.is_alphabetic()) && !is_number
    };
    cells.len() == 2 && cells.iter().all(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Document;

    /// What a file with this text says, its folder taken out of errors.
    fn read(text: &[u8]) -> Result<Vec<(f64, f64)>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("p.csv");
        fs::write(&path, text).unwrap();
        let points = read_points(&path);
        let points = points.map(|points| points.iter().map(|point| (point.x, point.y)).collect());
        points.map_err(|message| message.replace(&path.display().to_string(), "p.csv"))
    }

    #[test]
    fn a_file_holds_a_point_in_each_line() {
        let two = Ok(vec![(0.0, -1.5), (1e3, 2.0)]);
        for text in [
            "0,-1.5\n1e3,2\n",
            "x,y\n0,-1.5\n1e3,2",
            "# a pattern\n x , y \r\n 0, -1.5\r\n\r\n# halfway\n1e3 ,2\r\n",
            "\u{feff}\"x\", \"y\"\n\"0\",\"-1.5\"\n1e3,2\n",
        ] {
            assert_eq!(read(text.as_bytes()), two, "{text:?}");
        }
        assert_eq!(read(b""), Ok(Vec::new()));
        assert_eq!(read(b"x,y\n"), Ok(Vec::new()));
    }

    #[test]
    fn lines_that_are_no_points_are_named() {
        let refused = |text: &str| read(text.as_bytes()).unwrap_err();
        insta::assert_snapshot!(refused("0,1\n2\n"), @r#"expected two finite numbers x,y, found "2" in p.csv, line 2"#);
        insta::assert_snapshot!(refused("x,y\n\n# more\n0,1,2\n"), @r#"expected two finite numbers x,y, found "0,1,2" in p.csv, line 4"#);
        insta::assert_snapshot!(refused("0,1\nx,y\n"), @r#"expected two finite numbers x,y, found "x,y" in p.csv, line 2"#);
        insta::assert_snapshot!(refused("x,1\n"), @r#"expected two finite numbers x,y, found "x,1" in p.csv, line 1"#);
        insta::assert_snapshot!(refused("0,nan\n"), @r#"expected two finite numbers x,y, found "0,nan" in p.csv, line 1"#);
        insta::assert_snapshot!(refused("inf,inf\n"), @r#"expected two finite numbers x,y, found "inf,inf" in p.csv, line 1"#);
        insta::assert_snapshot!(refused("0;1\n"), @r#"expected two finite numbers x,y, found "0;1" in p.csv, line 1"#);
        insta::assert_snapshot!(read(b"0,1\n\xff,2\n").unwrap_err(), @"expected UTF-8 in p.csv, line 2");
    }

    #[test]
    fn there_is_a_point_for_each_robot_and_the_scenario_keeps_them() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("p.csv"), "0,1\n2.5,3\n").unwrap();
        let name = folder.path().join("scenario.toml");
        let text = "pattern_file = 'p.csv'";
        let document = Document::parse(name.to_str().unwrap(), text).unwrap();
        let points = vec![Point::new(0.0, 1.0), Point::new(2.5, 3.0)];
        assert_eq!(super::read(&document.root(), 2).unwrap(), Some(points));
        let resolved = document.resolved().to_string();
        assert_eq!(resolved, "pattern_points = [[0.0, 1.0], [2.5, 3.0]]\n");
        let message = super::read(&document.root(), 3).unwrap_err().to_string();
        let path = folder.path().join("p.csv");
        let expected = "pattern_file: expected 3 points (one for each robot), found 2 in ";
        assert!(
            message.ends_with(&format!("{expected}{}", path.display())),
            "{message}"
        );
        let missing = Document::parse("x.toml", "").unwrap();
        assert_eq!(super::read(&missing.root(), 3).unwrap(), None);
    }
}
