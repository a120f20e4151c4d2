//! The flags by which commands name a store, and what they show of it.

use std::path::{Path, PathBuf};

use super::common::Failed;
use crate::dataset::{Dataset, Value};
use crate::store::{Access, Filter, Order, Selection, Store};

/// Which store.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct StoreArgs {
    /// The store; if missing, the one that FORMICARY_STORE names, or formicary.db here.
    #[arg(long, value_name = "FILE", global = true)]
    store: Option<PathBuf>,
}

/// The store where no flag names one.
pub(super) fn usual() -> PathBuf {
    let variable = std::env::var_os("FORMICARY_STORE").filter(|path| !path.is_empty());
    variable.map_or_else(|| "formicary.db".into(), PathBuf::from)
}

impl StoreArgs {
    /// The file of the store.
    pub(super) fn path(&self) -> PathBuf {
        self.store.clone().unwrap_or_else(usual)
    }

    /// Opens it.
    pub(super) fn open(&self, access: Access) -> Result<Store, Failed> {
        Ok(Store::open(&self.path(), access)?)
    }
}

/// Which runs, in which order.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct SelectionArgs {
    /// Which runs: 'swarm.robots > 50 and end = "stalled"'; see `formicary runs --help`.
    #[arg(long = "where", value_name = "FILTER")]
    filter: Option<Filter>,
    /// The runs of this sweep.
    #[arg(long, value_name = "ID")]
    sweep: Option<i64>,
}

impl SelectionArgs {
    /// The filter that both flags make.
    pub(super) fn filter(&self) -> Result<Option<Filter>, Failed> {
        let sweep = self.sweep.map(|id| format!("sweep = {id}"));
        let text = match (sweep, &self.filter) {
            (Some(sweep), Some(filter)) => format!("{sweep} and ({filter})"),
            (Some(sweep), None) => sweep,
            (None, filter) => return Ok(filter.clone()),
        };
        // Both parts are filters, and so is what `and` makes of them.
        text.parse()
            .map(Some)
            .map_err(|error: crate::store::FilterError| Failed::Usage(error.to_string()))
    }

    /// The selection of these columns.
    pub(super) fn selection(&self, columns: &[String]) -> Result<Selection, Failed> {
        Ok(Selection {
            columns: columns.to_vec(),
            filter: self.filter()?,
            ..Selection::default()
        })
    }
}

/// An order as people write it: `events`, or `-events` with the largest first.
pub(super) fn order(text: &str) -> Result<Order, String> {
    let (column, descending) = match text.strip_prefix('-') {
        Some(column) => (column, true),
        None => (text, false),
    };
    match column.is_empty() {
        true => Err("expected the name of a column, with - before it for the largest first".into()),
        false => Ok(Order {
            column: column.to_owned(),
            descending,
        }),
    }
}

/// A data set as a table for people: numbers to the right, everything else to the left.
pub(super) fn table(dataset: &Dataset) -> String {
    let rows = 0..dataset.rows();
    let columns = dataset.columns().iter().map(|column| {
        let numbers =
            (0..dataset.rows()).all(|row| !matches!(column.values.get(row), Value::Text(_)));
        let cells = rows.clone().map(|row| cell(column.values.get(row)));
        let cells: Vec<String> = std::iter::once(column.name.clone()).chain(cells).collect();
        (numbers, cells)
    });
    lines(&columns.collect::<Vec<_>>())
}

/// Columns of cells of which the first is the heading, aligned to the right where that is said.
pub(super) fn lines(columns: &[(bool, Vec<String>)]) -> String {
    let width = |cells: &[String]| {
        cells
            .iter()
            .map(|cell| cell.chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = columns.iter().map(|(_, cells)| width(cells)).collect();
    let rows = columns.first().map_or(0, |(_, cells)| cells.len());
    let mut text = String::new();
    for row in 0..rows {
        let cells = columns
            .iter()
            .zip(&widths)
            .map(|((right, cells), width)| match right {
                true => format!("{:>width$}", cells[row]),
                false => format!("{:<width$}", cells[row]),
            });
        let line = cells.collect::<Vec<_>>().join("  ");
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// A value for people.
pub(super) fn cell(value: Value<'_>) -> String {
    match value {
        Value::Missing => "-".to_owned(),
        Value::Integer(whole) => whole.to_string(),
        Value::Real(real) => short(real),
        Value::Text(text) => text.to_owned(),
        Value::Truth(true) => "yes".to_owned(),
        Value::Truth(false) => "no".to_owned(),
    }
}

/// A number with about six digits.
pub(super) fn short(real: f64) -> String {
    let size = real.abs();
    if size != 0.0 && !(1e-4..1e15).contains(&size) {
        return format!("{real:.5e}");
    }
    let places = match size {
        100_000.0.. => 1,
        1000.0.. => 2,
        10.0.. => 4,
        _ => 6,
    };
    let text = format!("{real:.places$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// The words for a store in messages.
pub(super) fn named(path: &Path) -> String {
    path.display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let cases = [
            (0.0, "0"),
            (1.5, "1.5"),
            (1.0 / 3.0, "0.333333"),
            (1234.5678, "1234.57"),
            (123_456.78, "123456.8"),
            (1e-7, "1.00000e-7"),
            (-2.0, "-2"),
            (1e20, "1.00000e20"),
        ];
        for (number, text) in cases {
            assert_eq!(short(number), text);
        }
    }

    #[test]
    fn an_order_may_be_turned_around() {
        assert_eq!(
            order("-events").map(|order| (order.column, order.descending)),
            Ok(("events".into(), true))
        );
        assert!(order("-").is_err());
    }
}
