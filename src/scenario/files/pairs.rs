//! Pairs of numbers from a file.

use std::fs;
use std::io;
use std::path::Path;

use super::text_of;

/// The points of a file with `x,y` in each line. The first line may hold words instead, and lines
/// that are empty or begin with `#` are left out.
///
/// Read by hand, because no number needs the quotes of a CSV file, and every line counts in errors.
///
/// # Errors
///
/// What is wrong, in words: the file, the line, what was expected and what was found.
pub(crate) fn read(path: &Path) -> Result<Vec<[f64; 2]>, String> {
    let name = path.display();
    let bytes = fs::read(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => format!("{name}: no such file"),
        _ => format!("{name} cannot be read: {error}"),
    })?;
    let text =
        text_of(bytes).map_err(|(line, _)| format!("expected UTF-8 in {name}, line {line}"))?;
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

fn read_point(cells: &[&str]) -> Option<[f64; 2]> {
    let number = |cell: &str| cell.parse().ok().filter(|number: &f64| number.is_finite());
    match cells {
        [x, y] => Some([number(x)?, number(y)?]),
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
    use std::fs;

    /// What a file with this text says, its folder taken out of errors.
    fn read(text: &[u8]) -> Result<Vec<[f64; 2]>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("p.csv");
        fs::write(&path, text).unwrap();
        super::read(&path).map_err(|message| message.replace(&path.display().to_string(), "p.csv"))
    }

    #[test]
    fn a_file_holds_a_point_in_each_line() {
        let two = Ok(vec![[0.0, -1.5], [1e3, 2.0]]);
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
}
