//! Apache Parquet.

use std::io::Write;
use std::ops::Range;
use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, StringArray};
use arrow_schema::{ArrowError, DataType, Field, Metadata, Schema};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;

use super::WriteError;
use crate::dataset::{Dataset, Head, Kind, Value, Values};

/// So many rows become one row group, which is kept in memory until it is full.
const ROWS_IN_GROUP: usize = 128 * 1024;
/// So many rows of a batch are copied at once.
const ROWS_AT_ONCE: usize = 8 * 1024;
/// No row is added to what is copied at once when its texts have so many bytes.
const BYTES_AT_ONCE: usize = 64 << 20;
/// A text has at most so many bytes.
const LONGEST: usize = 1 << 30;
/// The level of Zstandard at which its own tool compresses.
const LEVEL: i32 = 3;

/// A Parquet file.
pub(super) struct Parquet<W: Write + Send> {
    schema: Arc<Schema>,
    writer: ArrowWriter<W>,
}

impl<W: Write + Send> std::fmt::Debug for Parquet<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Parquet")
            .field("schema", &self.schema)
            .finish_non_exhaustive()
    }
}

impl<W: Write + Send> Parquet<W> {
    pub(super) fn create(file: W, heads: &[Head]) -> Result<Self, WriteError> {
        let fields: Vec<Field> = heads.iter().map(field).collect();
        let schema = Arc::new(Schema::new(fields));
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(LEVEL)?))
            .set_max_row_group_row_count(Some(ROWS_IN_GROUP))
            .build();
        let writer = ArrowWriter::try_new(file, Arc::clone(&schema), Some(properties))?;
        Ok(Parquet { schema, writer })
    }

    pub(super) fn write(&mut self, batch: &Dataset) -> Result<(), WriteError> {
        let mut start = 0;
        while start < batch.rows() {
            let rows = start..part(batch, start)?;
            start = rows.end;
            let arrays = batch
                .columns()
                .iter()
                .map(|column| array(&column.values, rows.clone()));
            let part = RecordBatch::try_new(Arc::clone(&self.schema), arrays.collect())?;
            self.writer.write(&part)?;
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<(), WriteError> {
        // It flushes the file as well.
        self.writer.finish()?;
        Ok(())
    }
}

/// A nullable field; what has no unit has no such metadata.
fn field(head: &Head) -> Field {
    let kind = match head.kind {
        Kind::Truth => DataType::Boolean,
        Kind::Integer => DataType::Int64,
        Kind::Real => DataType::Float64,
        Kind::Text => DataType::Utf8,
    };
    let notes = [("unit", &head.unit), ("help", &head.help)];
    let notes = notes.into_iter().filter(|(_, note)| !note.is_empty());
    let notes = notes.map(|(key, note)| (key.to_owned(), note.clone()));
    Field::new(&head.name, kind, true).with_metadata(notes.collect::<Metadata>())
}

/// Where the part of a batch ends that begins at a row and is copied at once.
///
/// It has at least one row, and its texts stay far below the two thousand million bytes that an array
/// of texts can hold.
fn part(batch: &Dataset, start: usize) -> Result<usize, WriteError> {
    let (mut end, mut bytes) = (start, 0);
    while end < batch.rows() && end - start < ROWS_AT_ONCE && bytes < BYTES_AT_ONCE {
        for column in batch.columns() {
            if let Value::Text(text) = column.values.get(end) {
                if text.len() > LONGEST {
                    let what = format!("{}: a text is longer than {LONGEST} bytes", column.name);
                    return Err(WriteError::Parquet(what));
                }
                bytes += text.len();
            }
        }
        end += 1;
    }
    Ok(end)
}

fn array(values: &Values, rows: Range<usize>) -> ArrayRef {
    match values {
        Values::Truth(values) => Arc::new(values[rows].iter().copied().collect::<BooleanArray>()),
        Values::Integer(values) => Arc::new(values[rows].iter().copied().collect::<Int64Array>()),
        Values::Real(values) => Arc::new(values[rows].iter().copied().collect::<Float64Array>()),
        Values::Text(values) => Arc::new(
            values[rows]
                .iter()
                .map(Option::as_deref)
                .collect::<StringArray>(),
        ),
    }
}

impl From<ParquetError> for WriteError {
    fn from(error: ParquetError) -> Self {
        match error {
            ParquetError::External(cause) => match cause.downcast::<std::io::Error>() {
                Ok(error) => WriteError::Io(*error),
                Err(cause) => WriteError::Parquet(cause.to_string()),
            },
            ParquetError::General(what) => WriteError::Parquet(what),
            other => WriteError::Parquet(other.to_string()),
        }
    }
}

impl From<ArrowError> for WriteError {
    fn from(error: ArrowError) -> Self {
        WriteError::Parquet(error.to_string())
    }
}
