//! Patterns from files.

use crate::math::Point;
use crate::scenario::{ScenarioError, Section, read_pairs};

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
    let pairs = read_pairs(&path).map_err(refused)?;
    if pairs.len() != robots {
        return Err(refused(format!(
            "expected {robots} points (one for each robot), found {} in {name}",
            pairs.len()
        )));
    }
    section.points("pattern_points").keep(&pairs);
    let points = pairs.into_iter().map(|[x, y]| Point::new(x, y));
    Ok(Some(points.collect()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::scenario::Document;

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
