//! Comma-separated values, after RFC 4180.
//!
//! Written by hand, because the quotes are what tells an empty text from a missing value, and the crate
//! `csv` decides about quotes by what a field holds alone.

use std::io::{self, BufWriter, Write};

use crate::dataset::{Dataset, Head, Value};

/// Words that readers of CSV take for a missing value or a number, in lower case; a text that is one
/// of them is quoted.
const SPECIAL: [&str; 12] = [
    "", "#n/a", "-", "-inf", "-nan", "<na>", "inf", "n/a", "na", "nan", "none", "null",
];

/// A file of comma-separated values.
#[derive(Debug)]
pub(super) struct Csv<W: Write> {
    file: BufWriter<W>,
    /// Whether a row is one field: an empty one is then quoted, because readers pass over empty lines.
    single: bool,
}

impl<W: Write> Csv<W> {
    pub(super) fn create(file: W, heads: &[Head]) -> io::Result<Self> {
        let mut file = BufWriter::new(file);
        for (place, head) in heads.iter().enumerate() {
            begin(&mut file, place)?;
            text(&mut file, &head.name)?;
        }
        file.write_all(b"\n")?;
        let single = heads.len() == 1;
        Ok(Csv { file, single })
    }

    pub(super) fn write(&mut self, batch: &Dataset) -> io::Result<()> {
        let file = &mut self.file;
        for row in 0..batch.rows() {
            for (place, column) in batch.columns().iter().enumerate() {
                begin(file, place)?;
                match column.values.get(row) {
                    Value::Missing if self.single => file.write_all(b"\"\"")?,
                    Value::Missing => {}
                    Value::Integer(whole) => write!(file, "{whole}")?,
                    // The shortest digits that read back; with a point, so that a column of reals
                    // stays one.
                    Value::Real(real) => write!(file, "{real:?}")?,
                    Value::Truth(truth) => write!(file, "{truth}")?,
                    Value::Text(words) => text(file, words)?,
                }
            }
            file.write_all(b"\n")?;
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// The comma before all fields but the first.
fn begin(file: &mut impl Write, place: usize) -> io::Result<()> {
    if place > 0 {
        file.write_all(b",")?;
    }
    Ok(())
}

/// A text, in quotes where it would otherwise be taken for something else.
fn text(file: &mut impl Write, text: &str) -> io::Result<()> {
    if needs_quotes(text) {
        write!(file, "\"{}\"", text.replace('"', "\"\""))
    } else {
        file.write_all(text.as_bytes())
    }
}

fn needs_quotes(text: &str) -> bool {
    text.contains([',', '"', '\n', '\r'])
        || text.trim().len() < text.len()
        || SPECIAL.contains(&text.to_lowercase().as_str())
}
