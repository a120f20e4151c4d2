//! Points from a CSV, TSV or JSON file.

use std::fmt;
use std::path::Path;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};

use super::{read_file, text_of};

/// Reads the points of a file, in the format that its extension names.
///
/// # Errors
///
/// What is wrong, in words: the file, the line, what was expected and what was found.
pub(crate) fn read(path: &Path) -> Result<Vec<[f64; 2]>, String> {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let parse: fn(&str) -> Result<Vec<[f64; 2]>, Trouble> = match &*extension.to_lowercase() {
        "csv" => |text| columns(text, b','),
        "tsv" => |text| columns(text, b'\t'),
        "json" => json,
        _ => {
            return Err(format!(
                "expected a file .csv, .tsv or .json, found {}",
                path.display()
            ));
        }
    };
    let name = path.display();
    let bytes = read_file(path).map_err(|unreadable| match unreadable.nearest {
        Some(near) => format!("{name}: {} (did you mean {near:?}?)", unreadable.message),
        None => format!("{name}: {}", unreadable.message),
    })?;
    let text = text_of(bytes).map_err(|(line, byte)| {
        format!("{name}:{line}: expected UTF-8, found the byte 0x{byte:02x}")
    })?;
    parse(&text).map_err(|Trouble { line, message }| format!("{name}:{line}: {message}"))
}

/// What is wrong in a file.
struct Trouble {
    line: u64,
    message: String,
}

/// The two columns of a table that hold the coordinates.
#[derive(Clone, Copy)]
struct Columns {
    places: [usize; 2],
    /// How many columns there are.
    width: usize,
}

fn columns(text: &str, delimiter: u8) -> Result<Vec<[f64; 2]>, Trouble> {
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let mut columns = None;
    let mut points = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| Trouble {
            line: error.position().map_or(1, csv::Position::line),
            message: format!("expected a table, found {error}"),
        })?;
        let trouble = |message| Trouble {
            line: record.position().map_or(1, csv::Position::line),
            message,
        };
        // A last line of spaces is no line.
        if record.iter().all(str::is_empty) {
            continue;
        }
        let Some(known) = columns else {
            let numbers = record.iter().any(|cell| cell.parse::<f64>().is_ok());
            let found = if numbers {
                Columns {
                    places: [0, 1],
                    width: 2,
                }
            } else {
                heading(&record).map_err(trouble)?
            };
            columns = Some(found);
            if numbers {
                points.push(point(&record, found).map_err(trouble)?);
            }
            continue;
        };
        points.push(point(&record, known).map_err(trouble)?);
    }
    Ok(points)
}

/// The columns x and y among the names of the first line.
fn heading(record: &csv::StringRecord) -> Result<Columns, String> {
    let place = |name: &str| {
        let mut cells = record.iter();
        cells.position(|cell| cell.eq_ignore_ascii_case(name))
    };
    match (place("x"), place("y")) {
        (Some(x), Some(y)) => Ok(Columns {
            places: [x, y],
            width: record.len(),
        }),
        _ => Err(format!(
            "expected two numbers, or names of columns of which one is x and one is y, found {}",
            shown(record)
        )),
    }
}

fn point(record: &csv::StringRecord, columns: Columns) -> Result<[f64; 2], String> {
    let Columns { places, width } = columns;
    if record.len() != width {
        let expected = match width {
            2 => "two numbers, x and y".to_owned(),
            width => format!("{width} columns"),
        };
        return Err(format!("expected {expected}, found {}", shown(record)));
    }
    let mut point = [0.0; 2];
    for (coordinate, place) in point.iter_mut().zip(places) {
        let cell = &record[place];
        *coordinate = match cell.parse::<f64>() {
            Ok(value) if value.is_finite() => value,
            Ok(_) => return Err(format!("expected a finite number, found {cell}")),
            Err(_) => return Err(format!("expected a number, found {cell:?}")),
        };
    }
    Ok(point)
}

/// The cells of a line, cut short where there are many.
fn shown(record: &csv::StringRecord) -> String {
    const SHOWN: usize = 4;
    let cells: Vec<String> = record.iter().map(|cell| format!("{cell:?}")).collect();
    match cells.len() {
        more if more > SHOWN => format!("{more} columns, {}, ...", cells[..SHOWN].join(", ")),
        1 => cells[0].clone(),
        _ => cells.join(", "),
    }
}

fn json(text: &str) -> Result<Vec<[f64; 2]>, Trouble> {
    let points: Vec<JsonPoint> = serde_json::from_str(text).map_err(|error| {
        let message = error.to_string();
        // The place stands in front of our messages.
        let place = format!(" at line {} column {}", error.line(), error.column());
        let message = message.strip_suffix(&place).unwrap_or(&message);
        let message = message.replace("expected f64", "expected a number");
        Trouble {
            line: error.line() as u64,
            message: format!("expected a list of points; {message}"),
        }
    })?;
    Ok(points.into_iter().map(|point| point.0).collect())
}

/// A point `[x, y]` or `{"x": .., "y": ..}`.
struct JsonPoint([f64; 2]);

impl<'de> Deserialize<'de> for JsonPoint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(JsonPointVisitor)
    }
}

struct JsonPointVisitor;

impl<'de> Visitor<'de> for JsonPointVisitor {
    type Value = JsonPoint;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a point [x, y] or {\"x\": .., \"y\": ..}")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<JsonPoint, A::Error> {
        use serde::de::Error;
        let mut point = [0.0; 2];
        for (index, coordinate) in point.iter_mut().enumerate() {
            let entry = entries.next_element()?;
            *coordinate = entry.ok_or_else(|| A::Error::invalid_length(index, &self))?;
        }
        match entries.next_element::<serde::de::IgnoredAny>()? {
            None => Ok(JsonPoint(point)),
            Some(_) => Err(A::Error::invalid_length(3, &self)),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<JsonPoint, A::Error> {
        use serde::de::Error;
        let (mut x, mut y) = (None, None);
        while let Some(key) = members.next_key::<String>()? {
            match key.as_str() {
                "x" => x = Some(members.next_value()?),
                "y" => y = Some(members.next_value()?),
                // As in a table, other members are not read.
                _ => drop(members.next_value::<serde::de::IgnoredAny>()?),
            }
        }
        let x = x.ok_or_else(|| A::Error::missing_field("x"))?;
        let y = y.ok_or_else(|| A::Error::missing_field("y"))?;
        Ok(JsonPoint([x, y]))
    }
}

#[cfg(test)]
mod tests;
