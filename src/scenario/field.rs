//! One key of a table: how its value is read, checked and written back.

use super::error::{ErrorKind, Place, ScenarioError};
use super::nearest::nearest;
use super::section::Section;
use super::tree::Node;

/// How one kind of value is read from a scenario, and written into the resolved one.
///
/// The rules are made by the getters of a [`Section`]; what no rule can say, because it depends on
/// other values, is checked afterwards and refused by [`Section::refuse`].
pub trait Rule {
    /// What a reader gets.
    type Value;
    /// What a reader gives as the default: usually the value itself, the word where the value is
    /// an entry of a registry.
    type Default;

    /// What is expected, for people: `a number above 0`.
    fn expected(&self) -> String;

    /// What is expected of several at once, for people: `numbers above 0`.
    fn expected_many(&self) -> String {
        format!("entries, each {}", self.expected())
    }

    /// Reads a value and checks it.
    ///
    /// # Errors
    ///
    /// The value is not what the rule expects.
    fn read(&self, found: &Node) -> Result<Self::Value, Refusal>;

    /// Writes a value so that reading it gives the same value again.
    fn write(&self, value: &Self::Value) -> toml::Value;

    /// Writes a default, which is then read and checked as if it had been given.
    fn write_default(&self, default: Self::Default) -> toml::Value;
}

/// Why a rule refused a value.
#[derive(Clone, Debug)]
pub struct Refusal(Box<Details>);

#[derive(Clone, Debug)]
struct Details {
    /// The way from the value that was read to the part that was refused, innermost first.
    indices: Vec<usize>,
    place: Place,
    expected: String,
    found: String,
    nearest: Option<String>,
}

impl Refusal {
    /// `found` is not what was expected.
    pub(crate) fn new(expected: impl Into<String>, found: &Node) -> Self {
        Self(Box::new(Details {
            indices: Vec::new(),
            place: found.place.clone(),
            expected: expected.into(),
            found: found.found(),
            nearest: None,
        }))
    }

    /// `found` is none of these words, nor anything else that was expected.
    pub(crate) fn word<const N: usize>(
        expected: impl Into<String>,
        found: &Node,
        words: [&'static str; N],
    ) -> Self {
        let near = found.text().and_then(|text| nearest(text, words));
        Self::new(expected, found).near(near)
    }

    /// The same refusal, naming the nearest valid word.
    pub(crate) fn near(mut self, nearest: Option<&str>) -> Self {
        self.0.nearest = nearest.map(str::to_owned);
        self
    }

    /// The same refusal, seen from the list of which the value is entry `index`.
    pub(crate) fn within(mut self, index: usize) -> Self {
        self.0.indices.push(index);
        self
    }

    fn into_error(self, section: &Section<'_>, key: &str) -> ScenarioError {
        let Details {
            indices,
            place,
            expected,
            found,
            nearest,
        } = *self.0;
        let path = indices
            .iter()
            .rev()
            .fold(section.path().key(key), |path, &i| path.index(i));
        let message = match place {
            Place::Default => format!("expected {expected}, found the default {found}"),
            _ => format!("expected {expected}, found {found}"),
        };
        let place = match place {
            Place::Default => section.place().clone(),
            place => place,
        };
        ScenarioError::new(ErrorKind::Value, section.source(), message)
            .at(place)
            .about(path)
            .near(nearest.as_deref())
    }
}

/// One key of a table, about to be read: made by a getter such as [`Section::f64`], narrowed by
/// methods such as `positive`, and read by [`required`](Self::required), [`or`](Self::or) or
/// [`optional`](Self::optional).
#[derive(Clone, Debug)]
#[must_use = "nothing is read before `required`, `or` or `optional`"]
pub struct Field<'s, R> {
    pub(crate) section: &'s Section<'s>,
    pub(crate) key: &'s str,
    pub(crate) rule: R,
}

impl<R: Rule> Field<'_, R> {
    /// Reads a value that has to be there.
    ///
    /// # Errors
    ///
    /// The key is missing, or its value is not what is expected. If the table holds another key
    /// of nearly this name that nothing has read so far, the error points there.
    pub fn required(self) -> Result<R::Value, ScenarioError> {
        match self.find() {
            Some(node) => self.accept(node),
            None => Err(self.missing()),
        }
    }

    /// Reads a value, or takes the default where the key is missing.
    ///
    /// # Errors
    ///
    /// The value is not what is expected; nor may the default be.
    pub fn or(self, default: R::Default) -> Result<R::Value, ScenarioError> {
        match self.find() {
            Some(node) => self.accept(node),
            None => {
                let written = self.rule.write_default(default);
                self.accept(&Node::from_default(&written))
            }
        }
    }

    /// Reads a value if there is one.
    ///
    /// # Errors
    ///
    /// There is a value, but it is not what is expected.
    pub fn optional(self) -> Result<Option<R::Value>, ScenarioError> {
        self.find().map(|node| self.accept(node)).transpose()
    }

    /// Reads a value if there is one, and leaves it out of the resolved scenario, where the reader
    /// puts something else in its place: the content of a file that the value names.
    ///
    /// # Errors
    ///
    /// There is a value, but it is not what is expected.
    pub fn replaced_in_resolved(self) -> Result<Option<R::Value>, ScenarioError> {
        let refused = |refusal: Refusal| refusal.into_error(self.section, self.key);
        let value = self.find().map(|node| self.rule.read(node));
        value.transpose().map_err(refused)
    }

    fn find(&self) -> Option<&Node> {
        self.section.ask(self.key)
    }

    fn accept(&self, node: &Node) -> Result<R::Value, ScenarioError> {
        let value = self.check(node)?;
        self.keep(&value);
        Ok(value)
    }

    /// Reads and checks a value without making it part of the resolved scenario.
    pub(crate) fn check(&self, node: &Node) -> Result<R::Value, ScenarioError> {
        let refused = |refusal: Refusal| refusal.into_error(self.section, self.key);
        self.rule.read(node).map_err(refused)
    }

    /// Makes a value that comes from elsewhere part of the resolved scenario, as if the scenario had
    /// given it.
    pub fn keep(&self, value: &R::Value) {
        self.section.record(self.key, self.rule.write(value));
    }

    fn missing(&self) -> ScenarioError {
        let message = format!("missing, expected {}", self.rule.expected());
        self.section.missing(self.key, &message)
    }
}

impl Section<'_> {
    /// The error of a key that has to be there and is not: at a key of nearly its name, if there
    /// is one that nothing has read, or else at the head of the table.
    pub(crate) fn missing(&self, key: &str, message: &str) -> ScenarioError {
        let error = |message: &str| {
            ScenarioError::new(ErrorKind::Missing, self.source(), message)
                .about(self.path().key(key))
        };
        let unread = self.unread();
        match nearest(key, unread.iter().map(|entry| entry.key.as_str())) {
            Some(slip) => {
                let place = unread.iter().find(|entry| entry.key == slip);
                let place = place.map_or(self.place(), |entry| &entry.place);
                error(&format!("{message}, found the key {slip:?}"))
                    .at(place.clone())
                    .near(Some(key))
            }
            None => error(message).at(self.place().clone()),
        }
    }
}
