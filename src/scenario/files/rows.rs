//! Tables in a CSV file: each line is a table, each column a key.

use std::ops::Range;
use std::path;

use super::read_text;
use crate::scenario::document::Document;
use crate::scenario::error::{ErrorKind, Place, ScenarioError, Source};
use crate::scenario::tree::{Entry, Node, Table, Value};

impl Document {
    /// Reads a CSV file as a list of tables under `key`, as if they had been written as `[[key]]`.
    ///
    /// The first line names the columns; `frame.angle` is the key `angle` of a table `frame`. An
    /// empty cell is a key that is not there. Lines that begin with `#` are comments. Errors of the
    /// reading, and of what is read from the tables later, show the place in the CSV file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, names no columns or one of them twice, or has a line with more or
    /// fewer cells than columns.
    pub fn read_rows(path: impl AsRef<path::Path>, key: &str) -> Result<Self, ScenarioError> {
        let (name, text) = read_text(path.as_ref())?;
        Self::parse_rows(&name, &text, key)
    }

    /// Reads CSV from a text; `name` stands for the file in errors.
    ///
    /// # Errors
    ///
    /// As [`read_rows`](Self::read_rows), but for the file.
    pub fn parse_rows(name: &str, text: &str, key: &str) -> Result<Self, ScenarioError> {
        let source = Source::new(name, text.strip_prefix('\u{feff}').unwrap_or(text));
        let refused = |(span, message): (Range<usize>, String)| {
            ScenarioError::new(ErrorKind::Syntax, &source, message).at(Place::Text(span))
        };
        let rows = rows_of(&source.text).map_err(refused)?;
        let whole = Place::Text(0..0);
        let root = Table {
            entries: vec![Entry {
                key: key.to_owned(),
                place: whole.clone(),
                node: Node {
                    value: Value::List(rows),
                    place: whole.clone(),
                },
            }],
        };
        let root = Node {
            value: Value::Table(root),
            place: whole,
        };
        Ok(Self::new(source, root))
    }
}

/// One line of the file: its cells, with their places.
struct Line {
    cells: Vec<(String, Range<usize>)>,
    span: Range<usize>,
}

/// What is wrong, and where.
type Trouble = (Range<usize>, String);

fn rows_of(text: &str) -> Result<Vec<Node>, Trouble> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .comment(Some(b'#'))
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let mut columns: Option<Vec<Column>> = None;
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| {
            let start = error.position().map_or(0, |at| at.byte() as usize);
            (start..start, format!("expected a table, found {error}"))
        })?;
        let start = record.position().map_or(0, |at| at.byte() as usize);
        let line = line_of(text, start, &record);
        match &columns {
            // A line of spaces is no line.
            _ if record.iter().all(str::is_empty) && record.len() == 1 => {}
            None => columns = Some(columns_of(line)?),
            Some(columns) => rows.push(row_of(line, columns)?),
        }
    }
    match columns {
        Some(_) => Ok(rows),
        None => {
            let message = "expected a line with the names of the columns, found nothing";
            Err((0..0, message.to_owned()))
        }
    }
}

/// The cells of a record with their places. Where quotes stand in the line, a cell has the place of
/// the whole line.
fn line_of(text: &str, start: usize, record: &csv::StringRecord) -> Line {
    let mut begin = start.min(text.len());
    // What the reader skipped before the record belongs to its position.
    let raw = loop {
        let rest = &text[begin..];
        let length = rest.find('\n').unwrap_or(rest.len());
        let line = &rest[..length];
        let is_blank = line.trim_matches('\r').is_empty() || line.starts_with('#');
        if !is_blank || begin + length >= text.len() {
            break line;
        }
        begin += length + 1;
    };
    let span = begin..begin + raw.trim_end().len();
    let plain = !raw.contains('"') && raw.split(',').count() == record.len();
    let mut place = begin;
    let cells = record.iter().enumerate().map(|(index, cell)| {
        if !plain {
            return (cell.to_owned(), span.clone());
        }
        let width = raw.split(',').nth(index).map_or(0, str::len);
        let written = &text[place..place + width];
        let lead = written.len() - written.trim_start().len();
        let from = place + lead.min(width);
        place += width + 1;
        (cell.to_owned(), from..from + cell.len())
    });
    Line {
        cells: cells.collect(),
        span: span.clone(),
    }
}

/// A column: the keys that lead to its value, and where it is named.
struct Column {
    keys: Vec<String>,
    place: Place,
}

fn columns_of(line: Line) -> Result<Vec<Column>, Trouble> {
    let mut columns: Vec<Column> = Vec::new();
    for (name, span) in line.cells {
        let keys: Vec<String> = name.split('.').map(str::to_owned).collect();
        if keys.iter().any(String::is_empty) {
            return Err((
                span,
                format!("expected the name of a column, found {name:?}"),
            ));
        }
        // A column cannot be both a value and a table.
        let twice = |other: &&Column| {
            let shared = other.keys.len().min(keys.len());
            other.keys[..shared] == keys[..shared]
        };
        if let Some(other) = columns.iter().find(twice) {
            let message = format!(
                "expected another column than {:?}, found {name:?}",
                other.keys.join(".")
            );
            return Err((span, message));
        }
        let place = Place::Text(span);
        columns.push(Column { keys, place });
    }
    Ok(columns)
}

fn row_of(line: Line, columns: &[Column]) -> Result<Node, Trouble> {
    if line.cells.len() != columns.len() {
        let message = format!(
            "expected {} cells, one for each column, found {}",
            columns.len(),
            line.cells.len()
        );
        return Err((line.span, message));
    }
    let place = Place::Text(line.span);
    let mut row = Table::default();
    for ((cell, span), column) in line.cells.into_iter().zip(columns) {
        if cell.is_empty() {
            continue;
        }
        let leaf = Node {
            value: value_of(&cell),
            place: Place::Text(span),
        };
        put(&mut row, &column.keys, &column.place, &place, leaf);
    }
    Ok(Node {
        value: Value::Table(row),
        place,
    })
}

/// Puts a value under these keys, of which all but the last are those of tables at `row`.
fn put(table: &mut Table, keys: &[String], column: &Place, row: &Place, leaf: Node) {
    match keys {
        [] => {}
        [key] => table.entries.push(Entry {
            key: key.clone(),
            place: column.clone(),
            node: leaf,
        }),
        [key, inner @ ..] => {
            let empty = || Node {
                value: Value::Table(Table::default()),
                place: row.clone(),
            };
            // Columns that are both a value and a table were refused.
            if let Value::Table(table) = &mut table.get_or_insert(key, empty).value {
                put(table, inner, column, row, leaf);
            }
        }
    }
}

/// A cell as a truth value, a number, or text.
fn value_of(cell: &str) -> Value {
    if let Ok(truth) = cell.parse() {
        Value::Bool(truth)
    } else if let Ok(whole) = cell.parse() {
        Value::Integer(whole)
    } else if let Ok(number) = cell.parse() {
        Value::Float(number)
    } else {
        Value::Text(cell.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::Document;
    use crate::scenario::ScenarioError;

    fn read(text: &str) -> Result<String, ScenarioError> {
        let document = Document::parse_rows("rows.csv", text, "rows")?;
        let root = document.root();
        for row in root.tables("rows")? {
            row.usize("robot").at_most(3).required()?;
            row.f64("time").optional()?;
            row.word("stop", &["delta", "never"]).optional()?;
            if let Some(frame) = row.optional_table("frame")? {
                frame.f64("angle").required()?;
                frame.bool("mirrored").or(false)?;
            }
        }
        root.finish()?;
        Ok(document.resolved().to_string())
    }

    fn refused(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn each_line_is_a_table() {
        let text = "\u{feff}robot, time ,stop\r\n0,0.5,delta\r\n\r\n# nothing\r\n 1 , 2,\r\n";
        let tables = "[[rows]]\nrobot = 0\ntime = 0.5\nstop = \"delta\"\n\n\
                      [[rows]]\nrobot = 1\ntime = 2.0\n";
        assert_eq!(read(text).unwrap(), tables);
        assert_eq!(
            read("robot\n2").unwrap(),
            "[[rows]]\nrobot = 2\n",
            "no last line end"
        );
        assert_eq!(read("robot\n").unwrap(), "");
    }

    #[test]
    fn names_with_a_dot_are_tables_in_the_table() {
        let text = "robot,frame.angle,frame.mirrored\n0,0.5,true\n1,,\n";
        let tables = "[[rows]]\nrobot = 0\n\n[rows.frame]\nangle = 0.5\nmirrored = true\n\n\
                      [[rows]]\nrobot = 1\n";
        assert_eq!(read(text).unwrap(), tables);
    }

    #[test]
    fn errors_show_the_cell() {
        insta::assert_snapshot!(refused("robot,time\n0,1.0\n# comment\n  7 ,2.0\n"), @"rows.csv:4:3: rows[1].robot: expected a whole number between 0 and 3, found 7");
        insta::assert_snapshot!(refused("robot,stop\n\n0,\"dleta\"\n"), @r#"
        rows.csv:3:1: rows[0].stop: expected one of "delta", "never", found "dleta"
        help: did you mean "delta"?
        "#);
        insta::assert_snapshot!(refused("time\n1.0\n"), @"rows.csv:2:1: rows[0].robot: missing, expected a whole number between 0 and 3");
        insta::assert_snapshot!(refused("robot,tiem\n1,2.0\n"), @r#"
        rows.csv:1:7: rows[0].tiem: unknown key, expected one of robot, time, stop, frame
        help: did you mean "time"?
        "#);
        insta::assert_snapshot!(refused("robot,time\n1\n"), @"rows.csv:2:1: expected 2 cells, one for each column, found 1");
        insta::assert_snapshot!(refused("robot,robot\n"), @r#"rows.csv:1:7: expected another column than "robot", found "robot""#);
        insta::assert_snapshot!(refused("frame.angle,frame\n"), @r#"rows.csv:1:13: expected another column than "frame.angle", found "frame""#);
        insta::assert_snapshot!(refused("robot,,time\n"), @r#"rows.csv:1:7: expected the name of a column, found """#);
        insta::assert_snapshot!(refused("# only\n\n"), @"rows.csv:1:1: expected a line with the names of the columns, found nothing");
    }

    #[test]
    fn a_file_that_is_missing_is_named() {
        let error = Document::read_rows("nowhere/rows.csv", "rows").unwrap_err();
        assert_eq!(error.to_string(), "nowhere/rows.csv: no such file");
    }
}
