//! JSON lines: an object in each line.

use std::io::{self, BufWriter, Write};

use serde::{Serialize, Serializer};

use crate::dataset::{Dataset, Value};

/// A file of JSON lines.
#[derive(Debug)]
pub(super) struct JsonLines<W: Write> {
    file: BufWriter<W>,
}

/// A row of a data set as a JSON object, its members in the order of the columns.
struct Row<'d> {
    batch: &'d Dataset,
    row: usize,
}

/// A value as JSON.
struct Cell<'d>(Value<'d>);

impl<W: Write> JsonLines<W> {
    pub(super) fn create(file: W) -> Self {
        let file = BufWriter::new(file);
        JsonLines { file }
    }

    pub(super) fn write(&mut self, batch: &Dataset) -> io::Result<()> {
        for row in 0..batch.rows() {
            serde_json::to_writer(&mut self.file, &Row { batch, row })?;
            self.file.write_all(b"\n")?;
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let columns = self.batch.columns().iter();
        serializer
            .collect_map(columns.map(|column| (&column.name, Cell(column.values.get(self.row)))))
    }
}

impl Serialize for Cell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Missing => serializer.serialize_unit(),
            Value::Integer(whole) => serializer.serialize_i64(whole),
            // JSON has no infinities; the words are those of resolved scenarios.
            Value::Real(f64::INFINITY) => serializer.serialize_str("inf"),
            Value::Real(f64::NEG_INFINITY) => serializer.serialize_str("-inf"),
            // NaN becomes null.
            Value::Real(real) => serializer.serialize_f64(real),
            Value::Text(text) => serializer.serialize_str(text),
            Value::Truth(truth) => serializer.serialize_bool(truth),
        }
    }
}
