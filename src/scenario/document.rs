//! A scenario as it was written: its text, the values in it, and the overrides on top.

use std::cell::RefCell;
use std::path;
use std::sync::Arc;

use toml::de::DeTable;

use super::error::{ErrorKind, Place, ScenarioError, Source};
use super::files::{Confinement, read_text};
use super::ledger::Ledger;
use super::path::{Path, Step};
use super::resolved::{self, Resolved};
use super::section::Section;
use super::tree::{Node, Table, Value};

/// A scenario as it was written, not yet checked: a TOML file, or its text, or the resolved
/// scenario of a record, with the overrides of the command line on top.
///
/// Its values are read through [`root`](Self::root). What was read, defaults included, is kept
/// as the [`resolved`](Self::resolved) scenario.
#[derive(Clone, Debug)]
pub struct Document {
    source: Source,
    root: Node,
    /// The folder of the file; empty where there is none.
    folder: path::PathBuf,
    /// Which files it may name, where that is not left to whoever wrote it.
    confined: Option<Confinement>,
    ledger: RefCell<Ledger>,
}

impl Document {
    /// Reads a TOML file.
    ///
    /// # Errors
    ///
    /// The file does not exist (the error then names the nearest file beside it), cannot be read,
    /// is a directory, is not UTF-8 or is not TOML.
    pub fn read(path: impl AsRef<path::Path>) -> Result<Self, ScenarioError> {
        let path = path.as_ref();
        let (name, text) = read_text(path)?;
        let mut document = Self::parse(&name, &text)?;
        document.folder = path.parent().unwrap_or(path::Path::new("")).to_owned();
        Ok(document)
    }

    /// Reads TOML from a text; `name` stands for the file in errors.
    ///
    /// A byte order mark at the start is skipped.
    ///
    /// # Errors
    ///
    /// The text is not TOML, gives a key twice, or holds a number beyond the range of TOML.
    pub fn parse(name: &str, text: &str) -> Result<Self, ScenarioError> {
        let source = Source::new(name, text.strip_prefix('\u{feff}').unwrap_or(text));
        let refused = |(place, message): (Place, String)| {
            ScenarioError::new(ErrorKind::Syntax, &source, message).at(place)
        };
        let parsed = DeTable::parse(&source.text)
            .map_err(|error| refused(syntax_error(&source.text, &error)))?;
        let table = Table::from_toml(parsed.get_ref()).map_err(refused)?;
        let root = Node {
            value: Value::Table(table),
            place: Place::Text(0..0),
        };
        Ok(Self::new(source, root))
    }

    /// A document of these values, whose places are in `source`.
    pub(crate) fn new(source: Source, root: Node) -> Self {
        Self {
            source,
            root,
            folder: path::PathBuf::new(),
            confined: None,
            ledger: RefCell::default(),
        }
    }

    /// Reads the resolved scenario of a record; `name` stands for the file in errors.
    ///
    /// The JSON is first written as TOML, and lines and columns are those of that text.
    ///
    /// # Errors
    ///
    /// The JSON is not an object, or it holds `null`, which TOML cannot express.
    pub fn from_json(name: &str, json: &serde_json::Value) -> Result<Self, ScenarioError> {
        let table = resolved::table_from_json(json).map_err(|(path, message)| {
            ScenarioError::new(ErrorKind::Syntax, &Source::new(name, ""), message).about(path)
        })?;
        Self::parse(name, &table.to_string())
    }

    /// Applies one `--set path=value`; the argument is what follows `--set`.
    ///
    /// The path goes through tables and lists: `swarm.robots`, `faults[0].count` or
    /// `faults.0.count`. Tables that are missing on the way are made, and an index one past the
    /// end of a list adds an entry. The value is read as TOML; text that is no TOML value is taken
    /// as it stands, so that `scheduler.kind=fsync` needs no quotes. Later overrides win.
    ///
    /// # Errors
    ///
    /// There is no `=`, the path is malformed, goes through something that is not a table or a
    /// list, or past the end of a list. A path to a key that nothing reads is refused when the
    /// reading is [finished](Section::finish).
    pub fn set(&mut self, assignment: &str) -> Result<(), ScenarioError> {
        let flag = format!("--set {assignment}");
        match assignment.split_once('=') {
            Some((path, value)) => self.set_by(&flag, path, value),
            None => {
                let message = format!("expected path=value, found {assignment:?}");
                let place = Place::Flag(flag.into());
                Err(ScenarioError::new(ErrorKind::Override, &self.source, message).at(place))
            }
        }
    }

    /// Sets the value at a path, as [`set`](Self::set) does, on behalf of another flag, which
    /// errors will quote as it is given here: `document.set_by("--seed 7", "seed", "7")`.
    ///
    /// # Errors
    ///
    /// As [`set`](Self::set), but for the `=`.
    pub fn set_by(&mut self, flag: &str, path: &str, value: &str) -> Result<(), ScenarioError> {
        let flag: Arc<str> = flag.into();
        let place = Place::Flag(Arc::clone(&flag));
        let refused = |message| {
            ScenarioError::new(ErrorKind::Override, &self.source, message).at(place.clone())
        };
        let path = Path::parse(path).map_err(refused)?;
        let target = descend(&mut self.root, &path, &place).map_err(refused)?;
        *target = Node::from_flag(value, &flag);
        self.ledger.take();
        Ok(())
    }

    /// The top level of the scenario, to be read.
    pub fn root(&self) -> Section<'_> {
        Section::root(self)
    }

    /// What has been read so far, defaults included: exactly what a run uses, once all is read.
    pub fn resolved(&self) -> Resolved {
        self.ledger.borrow().resolved().clone()
    }

    /// The name of the file, as it was given.
    pub fn name(&self) -> &str {
        &self.source.name
    }

    /// The text, as it was read.
    pub fn text(&self) -> &str {
        &self.source.text
    }

    /// The folder that paths in the scenario are relative to: that of its file, or the present
    /// one.
    pub(crate) fn folder(&self) -> &path::Path {
        &self.folder
    }

    /// Has the scenario name no files but those below this folder, with paths that are relative to
    /// the folder `beside` within it; without a folder, no files at all. For scenarios that come from
    /// somewhere else.
    pub fn confine(&mut self, within: Option<&path::Path>, beside: &path::Path) {
        self.confined = Some(Confinement::new(within, beside));
    }

    /// How many robots the scenario has, as far as can be said before it is read: 0 where it names no
    /// number.
    #[must_use]
    pub fn robots(&self) -> u64 {
        let key = |node: &Node, key: &str| match &node.value {
            Value::Table(table) => table.get(key).map(|entry| entry.node.clone()),
            _ => None,
        };
        let robots = key(&self.root, "swarm").and_then(|swarm| key(&swarm, "robots"));
        match robots.map(|robots| robots.value) {
            Some(Value::Integer(robots)) => u64::try_from(robots).unwrap_or(0),
            // It is refused when it is read, unless it is a whole number that is written as 1e6.
            Some(Value::Float(robots)) => robots as u64,
            _ => 0,
        }
    }

    pub(crate) fn confined(&self) -> Option<&Confinement> {
        self.confined.as_ref()
    }

    pub(crate) fn source(&self) -> &Source {
        &self.source
    }

    pub(crate) fn root_node(&self) -> &Node {
        &self.root
    }

    pub(crate) fn ledger(&self) -> &RefCell<Ledger> {
        &self.ledger
    }
}

impl Source {
    pub(crate) fn new(name: &str, text: &str) -> Self {
        Self {
            name: name.into(),
            text: text.into(),
        }
    }
}

/// The value at a path, which is made, with the tables on the way, where it is missing.
///
/// Returns what is wrong with the path if it leads nowhere.
fn descend<'n>(root: &'n mut Node, path: &Path, place: &Place) -> Result<&'n mut Node, String> {
    let empty = |value| Node {
        value,
        place: place.clone(),
    };
    let mut node = root;
    let mut here = Path::default();
    for (position, step) in path.steps().iter().enumerate() {
        let found = node.found();
        // What is made here is replaced at the end of the path; on the way, the step that follows
        // says whether a table or a list is needed.
        let missing = || match path.steps().get(position + 1) {
            Some(Step::Index(_)) => empty(Value::List(Vec::new())),
            _ => empty(Value::Table(Table::default())),
        };
        node = match (step, &mut node.value) {
            (Step::Key(key), Value::Table(table)) => table.get_or_insert(key, missing),
            (Step::Index(index), Value::List(entries)) => {
                let length = entries.len();
                if *index > length {
                    return Err(format!(
                        "expected an index up to {length}, as {here} is {found}"
                    ));
                }
                if *index == length {
                    entries.push(missing());
                }
                &mut entries[*index]
            }
            (Step::Key(_), _) => {
                return Err(format!("expected {here} to be a table, found {found}"));
            }
            (Step::Index(_), _) if position == 0 => {
                return Err("expected a path that starts with a key".to_owned());
            }
            (Step::Index(_), _) => {
                return Err(format!("expected {here} to be a list, found {found}"));
            }
        };
        here = here.then(step.clone());
    }
    Ok(node)
}

/// Where a text is no TOML, and why: in the words of the `toml` crate, which says what its grammar
/// expects, save for the slips that are common enough to deserve plainer ones.
fn syntax_error(text: &str, error: &toml::de::Error) -> (Place, String) {
    let span = error.span().unwrap_or_default();
    let found = text.get(span.clone()).unwrap_or_default().trim();
    let message = match error.message() {
        "duplicate key" => format!("the key {found} is given twice"),
        unquoted if unquoted.starts_with("string values must be quoted") => match found {
            "" => "expected a value, found nothing".to_owned(),
            found => format!("expected a value (text in quotes), found {found}"),
        },
        message => message.split_whitespace().collect::<Vec<_>>().join(" "),
    };
    (Place::Text(span), message)
}
