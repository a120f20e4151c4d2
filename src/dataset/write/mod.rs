//! Data sets as files: CSV, JSON lines and Parquet.
//!
//! | format | missing value | unit and meaning of a column | NaN | infinities |
//! |---|---|---|---|---|
//! | CSV | empty field; an empty text is `""` | not in the file | `NaN` | `inf`, `-inf` |
//! | JSON lines | `null` | not in the file | `null` | `"inf"`, `"-inf"` |
//! | Parquet | null | metadata `unit` and `help` of the field | NaN | infinities |
//!
//! All formats have the columns in their order and under their names. Numbers have the shortest digits
//! that read back to the same bits. A [`Writer`] takes its rows in batches, and keeps no more than one
//! of them and, for Parquet, one compressed row group.

mod csv;
mod format;
mod jsonl;
#[cfg(feature = "parquet")]
mod parquet;
#[cfg(test)]
mod tests;

use std::io::{self, Write};

pub use format::{Format, FormatError};

use super::{Column, Dataset, Head};

/// Writes a data set to a file, batch by batch. Where the file is wanted afterwards, a `&mut` of it will
/// do.
#[derive(Debug)]
pub struct Writer<W: Write + Send> {
    heads: Vec<Head>,
    sink: Sink<W>,
    rows: u64,
}

#[derive(Debug)]
enum Sink<W: Write + Send> {
    Csv(csv::Csv<W>),
    JsonLines(jsonl::JsonLines<W>),
    #[cfg(feature = "parquet")]
    Parquet(Box<parquet::Parquet<W>>),
}

/// Why a data set was not written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The file could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// This build cannot write the format.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A batch does not have the columns that the file has.
    #[error("batch from row {row}: {what}")]
    Columns {
        /// The row of the file, from 0, that the batch would have begun.
        row: u64,
        /// What was expected and what was found.
        what: String,
    },
    /// The heads are no columns of a data set.
    #[error("{0}")]
    Heads(String),
    /// The Parquet library refused.
    #[error("Parquet: {0}")]
    Parquet(String),
}

impl<W: Write + Send> Writer<W> {
    /// A writer of columns with these heads. CSV gets its heading at once, even if no row follows.
    ///
    /// # Errors
    ///
    /// No column, two columns of one name, a format that this build lacks, or a file that cannot be
    /// written.
    pub fn create(file: W, format: Format, heads: &[Head]) -> Result<Self, WriteError> {
        check_heads(heads)?;
        let sink = match format {
            Format::Csv => Sink::Csv(csv::Csv::create(file, heads)?),
            Format::JsonLines => Sink::JsonLines(jsonl::JsonLines::create(file)),
            #[cfg(feature = "parquet")]
            Format::Parquet => Sink::Parquet(Box::new(parquet::Parquet::create(file, heads)?)),
            #[cfg(not(feature = "parquet"))]
            Format::Parquet => return Err(FormatError::Absent(Format::Parquet).into()),
        };
        let heads = heads.to_vec();
        let rows = 0;
        Ok(Writer { heads, sink, rows })
    }

    /// Writes all rows of a batch, which has the columns of the file in the same order.
    ///
    /// # Errors
    ///
    /// Other columns than those of the file (nothing is written then), or a file that cannot be
    /// written.
    pub fn write(&mut self, batch: &Dataset) -> Result<(), WriteError> {
        self.check(batch.columns())?;
        match &mut self.sink {
            Sink::Csv(csv) => csv.write(batch)?,
            Sink::JsonLines(lines) => lines.write(batch)?,
            #[cfg(feature = "parquet")]
            Sink::Parquet(parquet) => parquet.write(batch)?,
        }
        self.rows += batch.rows() as u64;
        Ok(())
    }

    /// How many rows have been written.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Ends the file and flushes it. Without it, a Parquet file cannot be read, and of the others the end
    /// may be missing.
    ///
    /// # Errors
    ///
    /// A file that cannot be written.
    pub fn finish(self) -> Result<(), WriteError> {
        match self.sink {
            Sink::Csv(csv) => csv.finish()?,
            Sink::JsonLines(lines) => lines.finish()?,
            #[cfg(feature = "parquet")]
            Sink::Parquet(parquet) => parquet.finish()?,
        }
        Ok(())
    }

    fn check(&self, columns: &[Column]) -> Result<(), WriteError> {
        let refused = |what: String| {
            let row = self.rows;
            Err(WriteError::Columns { row, what })
        };
        if columns.len() != self.heads.len() {
            let (expected, found) = (self.heads.len(), columns.len());
            return refused(format!("expected {expected} columns, found {found}"));
        }
        for (head, column) in self.heads.iter().zip(columns) {
            if head.name != column.name {
                let (expected, found) = (&head.name, &column.name);
                return refused(format!("expected the column {expected:?}, found {found:?}"));
            }
            let (expected, found) = (head.kind.word(), column.values.kind().word());
            if expected != found {
                let name = &head.name;
                return refused(format!(
                    "{name}: expected values of the kind {expected}, found {found}"
                ));
            }
        }
        Ok(())
    }
}

/// Refuses what no format can say.
fn check_heads(heads: &[Head]) -> Result<(), WriteError> {
    if heads.is_empty() {
        return Err(WriteError::Heads("expected at least one column".to_owned()));
    }
    for (place, head) in heads.iter().enumerate() {
        if heads[..place].iter().any(|other| other.name == head.name) {
            return Err(WriteError::Heads(format!(
                "two columns are called {:?}",
                head.name
            )));
        }
    }
    Ok(())
}
