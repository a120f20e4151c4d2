//! Finding runs: a filter, an order, and the columns that are wanted, as data sets.

use std::sync::Arc;

use rusqlite::types::{Value as Sql, ValueRef};
use rusqlite::{Row, params_from_iter};

use super::columns::{Room, quoted};
use super::filter::{self, Filter, Known};
use super::runs::COLUMNS;
use super::{Store, StoreError};
use crate::dataset::{Column, Dataset, Head, Kind, Values};

/// What somebody wants to see of the runs.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Which columns, by name or an unambiguous ending of it; all where none is named.
    pub columns: Vec<String>,
    /// Which runs.
    pub filter: Option<Filter>,
    /// In which order; where nothing is said, single runs by their numbers, and then those of sweeps by
    /// their places.
    pub order: Vec<Order>,
    /// How many at most.
    pub limit: Option<u64>,
    /// How many are passed over first.
    pub offset: u64,
}

/// A column by which runs are ordered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// Its name, or an unambiguous ending of it.
    pub column: String,
    /// Whether the largest comes first.
    pub descending: bool,
}

/// A column that can be asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// What it means.
    pub named: Head,
    /// Where it is found, as SQL.
    sql: String,
}

/// So many rows are read at once: a store may hold more than the memory.
const BATCH: usize = 10_000;

impl Store {
    /// The parameters of all scenarios.
    pub(super) fn parameters(&self) -> Vec<&Head> {
        self.columns.of(Room::Scenarios).collect()
    }

    /// All columns that can be asked for: what every run has, then the metrics, then the parameters.
    #[must_use]
    pub fn cells(&self) -> Vec<Cell> {
        let fixed = COLUMNS.iter().map(|(name, kind, unit, help)| Cell {
            named: Head {
                name: (*name).to_owned(),
                kind: *kind,
                unit: (*unit).to_owned(),
                help: (*help).to_owned(),
            },
            sql: place_of(name),
        });
        let grown = |room: Room| {
            self.columns.of(room).map(move |named| Cell {
                named: named.clone(),
                sql: format!("{}.{}", room.table(), quoted(&named.name)),
            })
        };
        let grown = grown(Room::Runs).chain(grown(Room::Scenarios));
        fixed.chain(grown).collect()
    }

    /// What a name means: that of a column, or an unambiguous ending of one.
    ///
    /// # Errors
    ///
    /// A name that nothing has, or that several have.
    pub fn column(&self, name: &str) -> Result<Head, StoreError> {
        Ok(find(name, &self.cells())?.named.clone())
    }

    /// The columns of a selection, in its order.
    ///
    /// # Errors
    ///
    /// A name that nothing has, or that several have.
    pub fn heads(&self, selection: &Selection) -> Result<Vec<Head>, StoreError> {
        let cells = self.cells();
        let wanted = wanted(selection, &cells)?;
        Ok(wanted.into_iter().map(|cell| cell.named.clone()).collect())
    }

    /// How many runs there are that the filter takes.
    ///
    /// # Errors
    ///
    /// A name that nothing has, or that several have; see [`Filter`].
    pub fn count(&self, filter: Option<&Filter>) -> Result<u64, StoreError> {
        let cells = self.cells();
        let mut query = Query::new(&cells);
        query.filter(filter)?;
        let text = query.text("count(*)");
        let mut statement = self.connection.prepare_cached(&text)?;
        let count = statement.query_row(params_from_iter(query.values), |row| row.get::<_, i64>(0));
        Ok(count.map_err(|error| self.named(error))?.unsigned_abs())
    }

    /// The runs that are wanted, as one data set.
    ///
    /// # Errors
    ///
    /// A name that nothing has, or that several have.
    pub fn select(&self, selection: &Selection) -> Result<Dataset, StoreError> {
        let mut all = Vec::new();
        self.each_batch(selection, usize::MAX, |batch| {
            all.push(batch);
            Ok(())
        })?;
        all.pop()
            .ok_or_else(|| StoreError::Unreadable("no columns".to_owned()))
    }

    /// The runs that are wanted, some thousands at a time; at least one batch comes, which may be empty.
    ///
    /// # Errors
    ///
    /// A name that nothing has, or that several have; and whatever `visit` says.
    pub fn visit(
        &self,
        selection: &Selection,
        visit: impl FnMut(Dataset) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        self.each_batch(selection, BATCH, visit)
    }

    fn each_batch(
        &self,
        selection: &Selection,
        size: usize,
        mut visit: impl FnMut(Dataset) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let cells = self.cells();
        let wanted = wanted(selection, &cells)?;
        let mut query = Query::new(&cells);
        let list: Vec<&str> = wanted.iter().map(|cell| query.uses(&cell.sql)).collect();
        let list = list.join(", ");
        query.filter(selection.filter.as_ref())?;
        query.order(selection)?;
        let text = query.text(&list);
        let mut statement = self.connection.prepare(&text)?;
        let mut rows = statement.query(params_from_iter(query.values))?;
        let mut batch = Batch::new(&wanted);
        let mut visited = false;
        while let Some(row) = rows.next().map_err(|error| self.named(error))? {
            batch.push(row)?;
            if batch.rows == size {
                visit(std::mem::replace(&mut batch, Batch::new(&wanted)).into_dataset()?)?;
                visited = true;
            }
        }
        if batch.rows > 0 || !visited {
            visit(batch.into_dataset()?)?;
        }
        Ok(())
    }
}

/// The columns of a selection; all where it names none.
fn wanted<'c>(selection: &Selection, cells: &'c [Cell]) -> Result<Vec<&'c Cell>, StoreError> {
    match selection.columns.as_slice() {
        [] => Ok(cells.iter().collect()),
        names => names.iter().map(|name| find(name, cells)).collect(),
    }
}

/// Where a column is found that every run has.
fn place_of(name: &str) -> String {
    match name {
        "simulation" => "simulations.name".to_owned(),
        "scenario" => "scenarios.hash".to_owned(),
        "model" => "scenarios.model".to_owned(),
        "version" | "engine" | "threads" | "clock" | "platform" => format!("setups.{name}"),
        name => format!("runs.{}", quoted(name)),
    }
}

/// A query in the making.
struct Query<'c> {
    cells: &'c [Cell],
    /// Which tables besides `runs` it needs.
    joins: [(&'static str, &'static str, bool); 3],
    conditions: String,
    values: Vec<Sql>,
    rest: String,
}

impl<'c> Query<'c> {
    fn new(cells: &'c [Cell]) -> Self {
        let join = |prefix, text| (prefix, text, false);
        Query {
            cells,
            joins: [
                join(
                    "scenarios.",
                    " JOIN scenarios ON scenarios.id = runs.scenario",
                ),
                join("setups.", " JOIN setups ON setups.id = runs.setup"),
                join(
                    "simulations.",
                    " LEFT JOIN simulations ON simulations.id = runs.simulation",
                ),
            ],
            conditions: String::new(),
            values: Vec::new(),
            rest: String::new(),
        }
    }

    /// Notes that a place is used, so that its table is there.
    fn uses<'s>(&mut self, sql: &'s str) -> &'s str {
        for (prefix, _, used) in &mut self.joins {
            *used |= sql.starts_with(*prefix);
        }
        sql
    }

    fn filter(&mut self, filter: Option<&Filter>) -> Result<(), StoreError> {
        let Some(filter) = filter else {
            return Ok(());
        };
        let cells = self.cells;
        let known: Vec<Known<'_>> = cells.iter().map(Cell::known).collect();
        let written = filter
            .to_sql(&known)
            .map_err(|error| StoreError::Absent(error.to_string()))?;
        for sql in &written.places {
            self.uses(sql);
        }
        self.conditions = format!(" WHERE {}", written.text);
        self.values.extend(written.parameters);
        Ok(())
    }

    fn order(&mut self, selection: &Selection) -> Result<(), StoreError> {
        let cells = self.cells;
        let mut words = Vec::new();
        for order in &selection.order {
            let cell = find(&order.column, cells)?;
            self.uses(&cell.sql);
            let (column, direction) = (&cell.sql, if order.descending { "DESC" } else { "ASC" });
            // What is missing comes last in either direction.
            words.push(format!("{column} {direction} NULLS LAST"));
        }
        // The numbers of a sweep's runs depend on which was written first, their places do not.
        words.extend(["runs.sweep", "runs.place", "runs.id"].map(str::to_owned));
        self.rest = format!(" ORDER BY {}", words.join(", "));
        if selection.limit.is_some() || selection.offset > 0 {
            let limit = selection
                .limit
                .map_or(-1, |limit| i64::try_from(limit).unwrap_or(-1));
            let offset = i64::try_from(selection.offset).unwrap_or(i64::MAX);
            self.rest += &format!(" LIMIT {limit} OFFSET {offset}");
        }
        Ok(())
    }

    fn text(&self, list: &str) -> String {
        let joins = self.joins.iter().filter(|(_, _, used)| *used);
        let joins: String = joins.map(|(_, text, _)| *text).collect();
        format!(
            "SELECT {list} FROM runs{joins}{}{}",
            self.conditions, self.rest
        )
    }
}

/// The column of this name, or whose name ends so at a dot.
fn find<'c>(name: &str, cells: &'c [Cell]) -> Result<&'c Cell, StoreError> {
    let known: Vec<Known<'_>> = cells.iter().map(Cell::known).collect();
    let place =
        filter::resolve(name, &known).map_err(|error| StoreError::Absent(error.to_string()))?;
    Ok(&cells[place])
}

impl Cell {
    fn known(&self) -> Known<'_> {
        Known {
            name: &self.named.name,
            sql: &self.sql,
            kind: self.named.kind,
        }
    }
}

/// Rows on their way to a data set.
struct Batch<'c> {
    cells: Vec<&'c Cell>,
    columns: Vec<Values>,
    rows: usize,
    /// Texts that came before, which share their memory.
    texts: Vec<Option<Arc<str>>>,
}

impl<'c> Batch<'c> {
    fn new(cells: &[&'c Cell]) -> Self {
        let columns = cells.iter().map(|cell| match cell.named.kind {
            Kind::Truth => Values::Truth(Vec::new()),
            Kind::Integer => Values::Integer(Vec::new()),
            Kind::Real => Values::Real(Vec::new()),
            Kind::Text => Values::Text(Vec::new()),
        });
        Batch {
            cells: cells.to_vec(),
            columns: columns.collect(),
            rows: 0,
            texts: vec![None; cells.len()],
        }
    }

    fn push(&mut self, row: &Row<'_>) -> Result<(), StoreError> {
        for (place, column) in self.columns.iter_mut().enumerate() {
            let value = row.get_ref(place)?;
            match column {
                Values::Truth(values) => values.push(whole(value).map(|truth| truth != 0)),
                Values::Integer(values) => values.push(whole(value)),
                Values::Real(values) => values.push(real(value)),
                Values::Text(values) => values.push(text(value, &mut self.texts[place])),
            }
        }
        self.rows += 1;
        Ok(())
    }

    fn into_dataset(self) -> Result<Dataset, StoreError> {
        let columns = self.cells.iter().zip(self.columns).map(|(cell, values)| {
            let Head {
                name, unit, help, ..
            } = &cell.named;
            Column::new(name, help, values).in_unit(unit)
        });
        let twice = |error: crate::dataset::DatasetError| StoreError::Refused(error.to_string());
        Dataset::new(columns.collect()).map_err(twice)
    }
}

fn whole(value: ValueRef<'_>) -> Option<i64> {
    match value {
        ValueRef::Integer(whole) => Some(whole),
        _ => None,
    }
}

fn real(value: ValueRef<'_>) -> Option<f64> {
    match value {
        ValueRef::Integer(whole) => Some(whole as f64),
        ValueRef::Real(real) => Some(real),
        _ => None,
    }
}

fn text(value: ValueRef<'_>, last: &mut Option<Arc<str>>) -> Option<Arc<str>> {
    let text = match value {
        ValueRef::Null | ValueRef::Blob(_) => return None,
        ValueRef::Integer(whole) => whole.to_string(),
        ValueRef::Real(real) => real.to_string(),
        ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
    };
    match last {
        Some(last) if **last == *text => Some(Arc::clone(last)),
        _ => {
            let text: Arc<str> = text.into();
            *last = Some(Arc::clone(&text));
            Some(text)
        }
    }
}
