//! The reader of one table, which remembers what it was asked.

use super::document::Document;
use super::error::{ErrorKind, Place, ScenarioError, Source};
use super::field::{Field, Rule};
use super::lists::{List, Point};
use super::nearest::nearest;
use super::numbers::{Float, Integer};
use super::path::Path;
use super::registered::Registered;
use super::seed::SmallSeed;
use super::tree::{Entry, Node, Table, Value};
use super::words::{Choice, OneOf, Text, Truth, Word};
use crate::registry;

/// One table of a scenario, to be read key by key.
///
/// A getter names the key and the kind of its value; what it returns narrows the range and reads
/// the value: `section.f64("speed").positive().or(1.0)?`. The first error ends the reading.
/// Every value that is read becomes part of the [resolved](Document::resolved) scenario, and
/// [`finish`](Self::finish) refuses the keys that nothing asked for. A table may be opened more
/// than once, by readers that each need some of its keys: what one of them asked for is known to
/// all.
///
/// A table that is missing reads as an empty one, so that all its defaults apply.
#[derive(Clone, Debug)]
pub struct Section<'d> {
    pub(super) document: &'d Document,
    table: Option<&'d Table>,
    place: &'d Place,
    path: Path,
}

impl<'d> Section<'d> {
    /// The top level of a document.
    pub(crate) fn root(document: &'d Document) -> Self {
        Self::open(document, document.root_node(), Path::default())
    }

    /// The table at `path`; what is not a table reads as an empty one.
    fn open(document: &'d Document, node: &'d Node, path: Path) -> Self {
        let table = match &node.value {
            Value::Table(table) => Some(table),
            _ => None,
        };
        let mut ledger = document.ledger().borrow_mut();
        ledger.open(&path);
        ledger.record(&path, toml::Value::Table(toml::Table::new()));
        Self {
            document,
            table,
            place: &node.place,
            path,
        }
    }

    /// A number; whole numbers are taken too. NaN is always refused, infinities unless they are
    /// [allowed](Field::or_infinite).
    pub fn f64<'s>(&'s self, key: &'s str) -> Field<'s, Float> {
        self.field(key, Float::default())
    }

    /// A whole number from 0 to 2^63-1, the largest that TOML can write.
    pub fn u64<'s>(&'s self, key: &'s str) -> Field<'s, Integer<u64>> {
        self.field(key, Integer::new(0, i64::MAX))
    }

    /// A whole number from 0 to 2^32-1.
    pub fn u32<'s>(&'s self, key: &'s str) -> Field<'s, Integer<u32>> {
        self.field(key, Integer::new(0, u32::MAX.into()))
    }

    /// A count or an index: a whole number from 0 to 2^32-1 on every machine, so that a scenario
    /// is valid on all of them or on none.
    pub fn usize<'s>(&'s self, key: &'s str) -> Field<'s, Integer<usize>> {
        self.field(key, Integer::new(0, u32::MAX.into()))
    }

    /// A whole number from -2^63 to 2^63-1.
    pub fn i64<'s>(&'s self, key: &'s str) -> Field<'s, Integer<i64>> {
        self.field(key, Integer::new(i64::MIN, i64::MAX))
    }

    /// A whole number from -2^31 to 2^31-1, such as a coordinate of a grid.
    pub fn i32<'s>(&'s self, key: &'s str) -> Field<'s, Integer<i32>> {
        self.field(key, Integer::new(i32::MIN.into(), i32::MAX.into()))
    }

    /// `true` or `false`.
    pub fn bool<'s>(&'s self, key: &'s str) -> Field<'s, Truth> {
        self.field(key, Truth)
    }

    /// Text.
    pub fn str<'s>(&'s self, key: &'s str) -> Field<'s, Text> {
        self.field(key, Text::default())
    }

    /// One of the given words.
    pub fn word<'s>(&'s self, key: &'s str, words: &'static [&'static str]) -> Field<'s, OneOf> {
        self.field(key, OneOf(words))
    }

    /// One of the words of an enum.
    pub fn choice<'s, T: Word>(&'s self, key: &'s str) -> Field<'s, Choice<T>> {
        self.field(key, Choice::default())
    }

    /// The name of an entry of a registry. The default of [`Field::or`] is a name too.
    ///
    /// The entry's parameters are read by its constructor, from this section or another, and so
    /// keep their places: `(entry.build)(&section)?`.
    pub fn entry<'s, C>(
        &'s self,
        key: &'s str,
        entries: &'static [registry::Entry<C>],
    ) -> Field<'s, Registered<C>> {
        self.field(key, Registered(entries))
    }

    /// A point `[x, y]` of finite numbers.
    pub fn point<'s>(&'s self, key: &'s str) -> Field<'s, Point<Float>> {
        self.field(key, Point(Float::default()))
    }

    /// A list of points `[x, y]` of finite numbers.
    pub fn points<'s>(&'s self, key: &'s str) -> Field<'s, List<Point<Float>>> {
        self.point(key).list()
    }

    /// A list of points `[x, y]` of a grid, whole numbers from -2^31 to 2^31-1.
    pub fn grid_points<'s>(&'s self, key: &'s str) -> Field<'s, List<Point<Integer<i32>>>> {
        let coordinate = Integer::new(i32::MIN.into(), i32::MAX.into());
        self.field(key, Point(coordinate)).list()
    }

    /// A seed: a whole number from 0 to 2^64-1, above 2^63-1 written in quotes because TOML has no
    /// larger numbers. [`any_size`](Field::any_size) takes larger ones too.
    pub fn seed<'s>(&'s self, key: &'s str) -> Field<'s, SmallSeed> {
        self.field(key, SmallSeed)
    }

    /// A value that is read by a rule of one's own.
    pub fn field<'s, R: Rule>(&'s self, key: &'s str, rule: R) -> Field<'s, R> {
        Field {
            section: self,
            key,
            rule,
        }
    }

    /// The table under a key; a missing one reads as an empty one.
    ///
    /// # Errors
    ///
    /// The value is not a table.
    pub fn table(&self, key: &str) -> Result<Section<'d>, ScenarioError> {
        Ok(self.optional_table(key)?.unwrap_or_else(|| {
            let path = self.path.key(key);
            self.document.ledger().borrow_mut().open(&path);
            Section {
                document: self.document,
                table: None,
                place: self.place,
                path,
            }
        }))
    }

    /// The table under a key, which has to be there.
    ///
    /// # Errors
    ///
    /// The key is missing, or its value is not a table.
    pub fn required_table(&self, key: &str) -> Result<Section<'d>, ScenarioError> {
        let table = self.optional_table(key)?;
        table.ok_or_else(|| self.missing(key, "missing, expected a table"))
    }

    /// The table under a key, if there is one.
    ///
    /// # Errors
    ///
    /// The value is not a table.
    pub fn optional_table(&self, key: &str) -> Result<Option<Section<'d>>, ScenarioError> {
        match self.ask(key) {
            None => Ok(None),
            Some(node) => self.open_table(node, self.path.key(key)).map(Some),
        }
    }

    /// The tables under a key, `[[key]]` in the file; none if the key is missing.
    ///
    /// # Errors
    ///
    /// The value is not a list of tables.
    pub fn tables(&self, key: &str) -> Result<Vec<Section<'d>>, ScenarioError> {
        let Some(node) = self.ask(key) else {
            return Ok(Vec::new());
        };
        let path = self.path.key(key);
        let Value::List(entries) = &node.value else {
            return Err(self.refused("a list of tables", node, &path));
        };
        entries
            .iter()
            .enumerate()
            .map(|(index, entry)| self.open_table(entry, path.index(index)))
            .collect()
    }

    /// Whether a key is given; it then counts as read.
    pub fn has(&self, key: &str) -> bool {
        self.ask(key).is_some()
    }

    /// The keys that are given, in the order of the file; for tables whose keys are names that the
    /// scenario chooses.
    pub fn keys(&self) -> Vec<&'d str> {
        self.entries()
            .iter()
            .map(|entry| entry.key.as_str())
            .collect()
    }

    /// The error of a value that is right by itself but not together with others, at the place of
    /// `key`, or of the table where the key is missing.
    ///
    /// The message says what was expected and what was found: `expected at most 20 (the number of
    /// robots), found 30`.
    pub fn refuse(&self, key: &str, message: impl Into<String>) -> ScenarioError {
        let place = self
            .table
            .and_then(|table| table.get(key))
            .map(|entry| &entry.node.place);
        ScenarioError::new(ErrorKind::Value, self.document.source(), message)
            .at(place.unwrap_or(self.place).clone())
            .about(self.path.key(key))
    }

    /// Checks that every key of this table, and of the tables that were opened within it, was
    /// asked for by some reader. Called once, on the root, when all is read.
    ///
    /// # Errors
    ///
    /// The first key in the file that nothing asked for, with the known keys and the nearest of
    /// them.
    pub fn finish(&self) -> Result<(), ScenarioError> {
        for entry in self.entries() {
            self.check_known(entry)?;
            match &entry.node.value {
                Value::Table(_) => self.finish_below(&entry.node, self.path.key(&entry.key))?,
                Value::List(nodes) => {
                    for (index, node) in nodes.iter().enumerate() {
                        self.finish_below(node, self.path.key(&entry.key).index(index))?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn finish_below(&self, node: &'d Node, path: Path) -> Result<(), ScenarioError> {
        let opened = self.document.ledger().borrow().known(&path).is_some();
        match &node.value {
            Value::Table(_) if opened => Self::open(self.document, node, path).finish(),
            _ => Ok(()),
        }
    }

    fn check_known(&self, entry: &Entry) -> Result<(), ScenarioError> {
        let ledger = self.document.ledger().borrow();
        let known = ledger.known(&self.path).unwrap_or_default();
        if known.contains(&entry.key) {
            return Ok(());
        }
        let message = match known {
            [] => "unknown key, expected none".to_owned(),
            known => format!("unknown key, expected one of {}", known.join(", ")),
        };
        Err(
            ScenarioError::new(ErrorKind::Unknown, self.source(), message)
                .at(entry.place.clone())
                .about(self.path.key(&entry.key))
                .near(nearest(&entry.key, known.iter().map(String::as_str))),
        )
    }

    /// The value of a key, which from now on is known.
    pub(crate) fn ask(&self, key: &str) -> Option<&'d Node> {
        self.document.ledger().borrow_mut().ask(&self.path, key);
        self.table?.get(key).map(|entry| &entry.node)
    }

    /// Makes a value part of the resolved scenario.
    pub(crate) fn record(&self, key: &str, value: toml::Value) {
        self.document
            .ledger()
            .borrow_mut()
            .record(&self.path.key(key), value);
    }

    /// The entries that nothing has asked for so far.
    pub(crate) fn unread(&self) -> Vec<&'d Entry> {
        let ledger = self.document.ledger().borrow();
        let known = ledger.known(&self.path).unwrap_or_default();
        self.entries()
            .iter()
            .filter(|entry| !known.contains(&entry.key))
            .collect()
    }

    /// Where this table stands.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The head of this table.
    pub(crate) fn place(&self) -> &'d Place {
        self.place
    }

    pub(crate) fn source(&self) -> &'d Source {
        self.document.source()
    }

    fn entries(&self) -> &'d [Entry] {
        self.table.map_or(&[], |table| &table.entries)
    }

    fn open_table(&self, node: &'d Node, path: Path) -> Result<Section<'d>, ScenarioError> {
        match node.value {
            Value::Table(_) => Ok(Self::open(self.document, node, path)),
            _ => Err(self.refused("a table", node, &path)),
        }
    }

    fn refused(&self, expected: &str, node: &Node, path: &Path) -> ScenarioError {
        let message = format!("expected {expected}, found {}", node.found());
        ScenarioError::new(ErrorKind::Value, self.source(), message)
            .at(node.place.clone())
            .about(path)
    }
}
