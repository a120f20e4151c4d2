//! How one row of the event log is laid out in bytes.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The number format of a column. Every format is little-endian.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ColumnKind {
    /// A 64-bit floating-point number. The bytes `ff ff ff ff ff ff ff ff` mean "none".
    F64,
    /// A signed 64-bit integer.
    I64,
    /// An unsigned 64-bit integer.
    U64,
    /// A signed 32-bit integer.
    I32,
    /// An unsigned 32-bit integer.
    U32,
    /// A signed byte.
    I8,
    /// An unsigned byte.
    U8,
}

impl ColumnKind {
    /// How many bytes a number of this kind takes.
    pub const fn bytes(self) -> usize {
        match self {
            ColumnKind::F64 | ColumnKind::I64 | ColumnKind::U64 => 8,
            ColumnKind::I32 | ColumnKind::U32 => 4,
            ColumnKind::I8 | ColumnKind::U8 => 1,
        }
    }

    /// True for [`ColumnKind::F64`].
    pub(crate) const fn is_float(self) -> bool {
        matches!(self, ColumnKind::F64)
    }
}

/// One column of a [`Layout`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Column {
    /// The name, unique in its layout.
    pub name: String,
    /// The number format.
    pub kind: ColumnKind,
    /// Where the number begins, in bytes from the beginning of the row.
    pub offset: usize,
    /// The words for the values that have one (an event kind, an outcome), by value. Empty for
    /// plain numbers.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub words: BTreeMap<i64, String>,
}

/// Tells the first row of an event from the rows that follow it.
///
/// A synchronous phase is one event with many rows: its own, then one for each robot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Follower {
    /// The column that tells; of kind [`ColumnKind::U8`].
    pub column: String,
    /// A row belongs to the event of the row before it if any of these bits is set in the column.
    pub bits: u8,
}

/// How one packed row of a model's event log is laid out.
///
/// All rows of one model have one size. A record carries the layout of its rows, so that it can be
/// read without the model that wrote it.
///
/// ```
/// use formicary::record::{ColumnKind, Layout};
///
/// let layout = Layout::new()
///     .column("time", ColumnKind::F64)
///     .column("kind", ColumnKind::U8)
///     .words(&[(1, "LOOK"), (2, "MOVE")]);
/// let mut row = 0.5_f64.to_le_bytes().to_vec();
/// row.push(1);
/// assert_eq!(layout.row_bytes(), row.len());
/// assert_eq!(layout.line(&row), "time=0.5 kind=LOOK");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Layout {
    row_bytes: usize,
    columns: Vec<Column>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    follower: Option<Follower>,
}

/// Names that a column may not have, because the text formats use them beside the columns.
const RESERVED: [&str; 3] = ["channel", "event", "rows"];

/// The columns with which every row of an operation begins.
const OPERATION_COLUMNS: [(&str, ColumnKind); 5] = [
    ("seq", ColumnKind::U64),
    ("stamp", ColumnKind::F64),
    ("due", ColumnKind::F64),
    ("id", ColumnKind::I32),
    ("kind", ColumnKind::U8),
];

impl Layout {
    /// An empty layout, to be filled column by column.
    pub fn new() -> Self {
        Self::default()
    }

    /// The beginning of every layout of operations (see `docs/record.md`): `seq`, the number of
    /// the event (u64); `stamp`, the instant at which the event was taken (f64); `due`, the instant
    /// for which it had been planned (f64); `id`, whose event it was (i32); `kind`, of which kind
    /// (u8). A model gives words to the kinds, and appends what else a replay of it needs.
    ///
    /// ```
    /// use formicary::record::Layout;
    ///
    /// let layout = Layout::operations().words(&[(2, "LOOK")]);
    /// assert_eq!((layout.row_bytes(), layout.check_operations()), (29, Ok(())));
    /// ```
    #[must_use]
    pub fn operations() -> Self {
        let columns = OPERATION_COLUMNS.iter();
        columns.fold(Self::new(), |layout, &(name, kind)| {
            layout.column(name, kind)
        })
    }

    /// Appends a column right behind the last one.
    #[must_use]
    pub fn column(mut self, name: &str, kind: ColumnKind) -> Self {
        let offset = self.row_bytes;
        self.row_bytes += kind.bytes();
        self.columns.push(Column {
            name: name.to_owned(),
            kind,
            offset,
            words: BTreeMap::new(),
        });
        self
    }

    /// Gives words to values of the last column. Without a column it does nothing.
    #[must_use]
    pub fn words(mut self, words: &[(i64, &str)]) -> Self {
        if let Some(column) = self.columns.last_mut() {
            column
                .words
                .extend(words.iter().map(|&(value, word)| (value, word.to_owned())));
        }
        self
    }

    /// Says which rows belong to the event of the row before them: those with any of `bits` set in
    /// `column`. Without this every row is an event of its own.
    #[must_use]
    pub fn follower(mut self, column: &str, bits: u8) -> Self {
        self.follower = Some(Follower {
            column: column.to_owned(),
            bits,
        });
        self
    }

    /// The size of a row in bytes.
    pub fn row_bytes(&self) -> usize {
        self.row_bytes
    }

    /// The columns in order.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Checks what the builder does not: that there are rows at all, that names and words are
    /// unique, that every column lies within the row and that the follower column exists.
    ///
    /// # Errors
    ///
    /// A sentence that says what is wrong.
    pub fn check(&self) -> Result<(), String> {
        if self.row_bytes == 0 || self.row_bytes > MAX_ROW_BYTES {
            return Err(format!(
                "a row takes 1 to {MAX_ROW_BYTES} bytes, not {}",
                self.row_bytes
            ));
        }
        for (i, column) in self.columns.iter().enumerate() {
            let name = &column.name;
            if RESERVED.contains(&name.as_str()) {
                return Err(format!("a column may not be called `{name}`"));
            }
            if self.columns.iter().take(i).any(|other| other.name == *name) {
                return Err(format!("two columns are called `{name}`"));
            }
            let end = column.offset.checked_add(column.kind.bytes());
            if end.is_none_or(|end| end > self.row_bytes) {
                return Err(format!("the column `{name}` does not lie within the row"));
            }
            check_words(column)?;
        }
        self.check_follower()
    }

    /// Checks, besides what [`check`](Layout::check) does, that this is a layout of operations: that
    /// it begins as [`operations`](Layout::operations) says, and that every operation is one row.
    ///
    /// # Errors
    ///
    /// A sentence that says what is wrong.
    pub fn check_operations(&self) -> Result<(), String> {
        self.check()?;
        if self.follower.is_some() {
            return Err("an operation has no further rows, so it needs no `follower`".to_owned());
        }
        let mut offset = 0;
        for (i, (name, kind)) in OPERATION_COLUMNS.into_iter().enumerate() {
            let fits = |column: &Column| {
                column.name == name && column.kind == kind && column.offset == offset
            };
            if !self.columns.get(i).is_some_and(fits) {
                return Err(format!(
                    "column {} of an operation must be `{name}` ({kind:?}) at byte {offset}",
                    i + 1
                ));
            }
            offset += kind.bytes();
        }
        Ok(())
    }

    fn check_follower(&self) -> Result<(), String> {
        let Some(follower) = &self.follower else {
            return Ok(());
        };
        match self
            .columns
            .iter()
            .find(|column| column.name == follower.column)
        {
            Some(column) if column.kind == ColumnKind::U8 && follower.bits != 0 => Ok(()),
            Some(_) => Err(format!(
                "`{}` cannot tell the rows of an event: that takes a byte column and a bit",
                follower.column
            )),
            None => Err(format!("there is no column `{}`", follower.column)),
        }
    }

    /// The test for [`starts_event`](Layout::starts_event), looked up once for many rows.
    pub(crate) fn row_test(&self) -> RowTest {
        let Some(follower) = &self.follower else {
            return RowTest::default();
        };
        let column = self
            .columns
            .iter()
            .find(|column| column.name == follower.column);
        column.map_or_else(RowTest::default, |column| RowTest {
            offset: column.offset,
            bits: follower.bits,
        })
    }

    /// True if the row begins an event, false if it belongs to the event of the row before it.
    pub fn starts_event(&self, row: &[u8]) -> bool {
        self.row_test().starts_event(row)
    }

    /// The virtual time of a row: its column `time`, if the layout has one of kind
    /// [`ColumnKind::F64`].
    pub fn time(&self, row: &[u8]) -> Option<f64> {
        self.float("time", row)
    }

    /// The number of the event that an operation belongs to: the column `seq` of a layout of
    /// operations.
    pub(crate) fn operation_number(row: &[u8]) -> Option<u64> {
        Some(u64::from_le_bytes(*row.first_chunk()?))
    }

    /// The instant at which an operation was taken: its column `stamp`.
    pub(crate) fn operation_stamp(&self, row: &[u8]) -> Option<f64> {
        self.float("stamp", row)
    }

    /// The number in a column of kind [`ColumnKind::F64`], where the layout has one of this name
    /// and the row holds something there.
    fn float(&self, name: &str, row: &[u8]) -> Option<f64> {
        let column = self.columns.iter().find(|column| column.name == name)?;
        match column.cell(row)? {
            Cell::F64(number) => Some(number),
            _ => None,
        }
    }

    /// The cells of a row with their column names. Columns that lie behind the end of a short row
    /// are left out.
    pub fn decode<'a>(&'a self, row: &[u8]) -> Vec<(&'a str, Cell<'a>)> {
        self.columns
            .iter()
            .filter_map(|c| Some((c.name.as_str(), c.cell(row)?)))
            .collect()
    }

    /// A row in one line for people: `time=0.5 id=3 kind=LOOK`. Cells that hold nothing are left
    /// out.
    pub fn line(&self, row: &[u8]) -> String {
        let cells = self.decode(row);
        let cells = cells.iter().filter(|(_, cell)| *cell != Cell::None);
        cells
            .map(|(name, cell)| format!("{name}={cell}"))
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// Tells the first row of an event from its followers: a byte of the row and the bits that make it
/// a follower. Without bits every row begins an event.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct RowTest {
    offset: usize,
    bits: u8,
}

impl RowTest {
    #[inline]
    pub(crate) fn starts_event(self, row: &[u8]) -> bool {
        row.get(self.offset)
            .is_none_or(|byte| byte & self.bits == 0)
    }
}

/// A row longer than this is a mistake or damage.
const MAX_ROW_BYTES: usize = 4096;

fn check_words(column: &Column) -> Result<(), String> {
    if !column.words.is_empty() && column.kind == ColumnKind::F64 {
        return Err(format!(
            "the column `{}` has words, but is not whole",
            column.name
        ));
    }
    let mut seen: Vec<&str> = column.words.values().map(String::as_str).collect();
    seen.sort_unstable();
    match seen.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!(
            "the column `{}` has the word `{}` twice",
            column.name, pair[0]
        )),
        None => Ok(()),
    }
}

/// One decoded number of a row.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell<'a> {
    /// A floating-point column in which all bytes are `ff`: there is nothing.
    None,
    /// A floating-point number, perhaps infinite or not a number.
    F64(f64),
    /// A signed integer without a word.
    I64(i64),
    /// An unsigned integer without a word.
    U64(u64),
    /// An integer that has a word.
    Word(Cow<'a, str>),
}

impl fmt::Display for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::None => Ok(()),
            Cell::F64(number) => write!(f, "{number:?}"),
            Cell::I64(number) => write!(f, "{number}"),
            Cell::U64(number) => write!(f, "{number}"),
            Cell::Word(word) => f.write_str(word),
        }
    }
}

impl Column {
    /// The cell of this column in a row, or `None` if the row is too short.
    pub fn cell(&self, row: &[u8]) -> Option<Cell<'_>> {
        let signed = match self.number(row)? {
            Number::F64(bits) if bits == u64::MAX => return Some(Cell::None),
            Number::F64(bits) => return Some(Cell::F64(f64::from_bits(bits))),
            Number::Signed(number) => Some(number),
            Number::Unsigned(number) => i64::try_from(number).ok(),
        };
        if let Some(word) = signed.and_then(|number| self.words.get(&number)) {
            return Some(Cell::Word(Cow::Borrowed(word)));
        }
        match self.number(row)? {
            Number::Unsigned(number) => Some(Cell::U64(number)),
            Number::Signed(number) => Some(Cell::I64(number)),
            Number::F64(_) => None,
        }
    }

    /// The bare number of this column in a row, or `None` if the row is too short.
    pub(crate) fn number(&self, row: &[u8]) -> Option<Number> {
        let bytes = row.get(self.offset..)?;
        Some(match self.kind {
            ColumnKind::F64 => Number::F64(u64::from_le_bytes(*bytes.first_chunk()?)),
            ColumnKind::I64 => Number::Signed(i64::from_le_bytes(*bytes.first_chunk()?)),
            ColumnKind::U64 => Number::Unsigned(u64::from_le_bytes(*bytes.first_chunk()?)),
            ColumnKind::I32 => Number::Signed(i32::from_le_bytes(*bytes.first_chunk()?).into()),
            ColumnKind::U32 => Number::Unsigned(u32::from_le_bytes(*bytes.first_chunk()?).into()),
            ColumnKind::I8 => Number::Signed(i8::from_le_bytes(*bytes.first_chunk()?).into()),
            ColumnKind::U8 => Number::Unsigned((*bytes.first()?).into()),
        })
    }

    /// Writes a number into a row. Returns false, and leaves the row alone, if the number is out
    /// of the column's range or the row too short.
    pub(crate) fn set(&self, row: &mut [u8], number: Number) -> bool {
        let bytes = match self.kind {
            ColumnKind::F64 => match number {
                Number::F64(bits) => Some(bits.to_le_bytes()),
                _ => None,
            },
            ColumnKind::I64 => number.whole::<i64>().map(i64::to_le_bytes),
            ColumnKind::U64 => number.whole::<u64>().map(u64::to_le_bytes),
            ColumnKind::I32 => number.whole::<i32>().map(|n| i64::from(n).to_le_bytes()),
            ColumnKind::U32 => number.whole::<u32>().map(|n| u64::from(n).to_le_bytes()),
            ColumnKind::I8 => number.whole::<i8>().map(|n| i64::from(n).to_le_bytes()),
            ColumnKind::U8 => number.whole::<u8>().map(|n| u64::from(n).to_le_bytes()),
        };
        // The low bytes of a little-endian 64-bit number are the narrower number itself.
        let size = self.kind.bytes();
        let place = row
            .get_mut(self.offset..)
            .and_then(|rest| rest.get_mut(..size));
        match (bytes, place) {
            (Some(bytes), Some(place)) => {
                place.copy_from_slice(&bytes[..size]);
                true
            }
            _ => false,
        }
    }
}

/// A number on its way in or out of a row, without its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Number {
    /// The bits of a floating-point number.
    F64(u64),
    /// A signed whole number.
    Signed(i64),
    /// An unsigned whole number.
    Unsigned(u64),
}

impl Number {
    fn whole<T: TryFrom<i64> + TryFrom<u64>>(self) -> Option<T> {
        match self {
            Number::F64(_) => None,
            Number::Signed(number) => T::try_from(number).ok(),
            Number::Unsigned(number) => T::try_from(number).ok(),
        }
    }
}
