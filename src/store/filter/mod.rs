//! The language of filters: which runs somebody means.
//!
//! ```text
//! swarm.robots > 50 and end = "stalled"
//! not (scheduler.kind in ("fsync", "ssync") or epochs is missing)
//! algorithm ~ "gather"
//! ```
//!
//! A name is the dotted path of a parameter, a metric, or a column that every run has; any ending of it
//! at a dot will do where only one name ends so. Comparisons are `=` (or `==`), `!=` (or `<>`), `<`,
//! `<=`, `>`, `>=`, `~` (contains, in any case) and `!~`, `in (...)` and `not in (...)`, `is missing` and `is not
//! missing`; a column of yes and no may stand alone. In a path, `faults[0].count` is `faults.0.count`. `~`
//! takes upper and lower case for equal in the letters A to Z only, as the database does. `not` binds more tightly than `and`, and `and` more
//! tightly than `or`. Words may be in any case; texts stand in single or double quotes.
//!
//! There are two truths and no third: a comparison with a missing value is false, and its `not` true.
//!
//! A filter becomes SQL in which every value is a bound parameter and every name comes from the store.

mod lexer;
mod parser;
mod sql;
#[cfg(test)]
mod tests;
mod text;

use std::str::FromStr;

use crate::dataset::Kind;
use crate::scenario::nearest_paths;

pub use sql::Written;

/// Which runs somebody means.
///
/// Shown as text, it is written in one way, whatever spaces, brackets and operators somebody chose;
/// that text means the same filter again. Two filters are equal where that text is.
#[derive(Clone, Debug)]
pub struct Filter {
    /// As it was written, for errors that show where something is.
    text: String,
    root: Node,
}

#[derive(Clone, Debug, PartialEq)]
enum Node {
    /// At least one of these.
    Any(Vec<Node>),
    /// All of these.
    All(Vec<Node>),
    Not(Box<Node>),
    /// Something about one column.
    Test {
        name: Name,
        test: Test,
    },
}

/// A name with its place in the text, which does not count where names are compared.
#[derive(Clone, Debug)]
struct Name {
    place: usize,
    name: String,
}

#[derive(Clone, Debug, PartialEq)]
enum Test {
    Compare(Operator, Value),
    In(Vec<Value>),
    Missing,
    /// A column of yes and no that stands alone.
    Holds,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
    Contains,
}

#[derive(Clone, Debug, PartialEq)]
enum Value {
    Whole(i64),
    Real(f64),
    Text(String),
    Truth(bool),
}

/// A column that a name may mean.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// Its whole name.
    pub name: &'a str,
    /// Where it is found, as SQL.
    pub sql: &'a str,
    /// What its values are.
    pub kind: Kind,
}

/// What is wrong with a filter. As text it has three lines: what was expected and where (characters
/// count from 1), the filter or the part of it around that place, and a mark below the place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the filter, character {}: {what}\n  {shown}\n  {:>width$}", .place + 1, "^", width = .mark + 1)]
pub struct FilterError {
    shown: String,
    /// How many characters of what is shown stand before the mark.
    mark: usize,
    place: usize,
    what: String,
}

/// Why a name means no column.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Nothing has this name, nor a name that ends so.
    #[error("there is no column {name:?}{}", near(.nearest))]
    Unknown {
        /// The name.
        name: String,
        /// The names that are most like it.
        nearest: Vec<String>,
    },
    /// Several names end so.
    #[error("{name:?} may be {}", .names.join(" or "))]
    Ambiguous {
        /// The ending.
        name: String,
        /// The names.
        names: Vec<String>,
    },
}

fn near(nearest: &[String]) -> String {
    match nearest {
        [] => String::new(),
        some => format!("; did you mean {}?", some.join(" or ")),
    }
}

/// Other words for figures: at the end of a run is after it.
const ALIASES: [(&str, &str); 2] = [
    ("diameter_end", "diameter_after"),
    ("diameter_start", "diameter_before"),
];

/// The place of the column that a name means: the one that is called so, or else the only one whose name
/// ends so at a dot.
///
/// The ends of runs have two names more: `diameter_end` is `diameter_after`, `diameter_start` is
/// `diameter_before`.
///
/// # Errors
///
/// A name that no column has, or several.
pub fn resolve(name: &str, known: &[Known<'_>]) -> Result<usize, NameError> {
    // A scenario's own way to name a place in a list: faults[0].kind for faults.0.kind.
    let plain = name.replace('[', ".").replace(']', "");
    let name = plain.as_str();
    if let Some(exact) = known.iter().position(|known| known.name == name) {
        return Ok(exact);
    }
    let ends = |whole: &str| {
        let start = whole.strip_suffix(name);
        start.is_some_and(|start| start.ends_with('.'))
    };
    let mut found = (0..known.len()).filter(|place| ends(known[*place].name));
    match (found.next(), found.next()) {
        (Some(only), None) => Ok(only),
        (Some(_), Some(_)) => {
            let names = known.iter().filter(|known| ends(known.name));
            Err(NameError::Ambiguous {
                name: name.to_owned(),
                names: names.map(|known| known.name.to_owned()).collect(),
            })
        }
        (None, _) => {
            if let Some((_, other)) = ALIASES.iter().find(|(alias, _)| *alias == name) {
                return resolve(other, known);
            }
            let names: Vec<&str> = known.iter().map(|known| known.name).collect();
            let nearest = nearest_paths(name, &names).into_iter().map(str::to_owned);
            Err(NameError::Unknown {
                name: name.to_owned(),
                nearest: nearest.collect(),
            })
        }
    }
}

/// Of a long filter, so many characters are shown on either side of what is wrong.
const SHOWN: usize = 60;

impl FromStr for Filter {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<Self, FilterError> {
        let root = parser::parse(text)?;
        let text = text.to_owned();
        Ok(Filter { text, root })
    }
}

impl FilterError {
    fn at(text: &str, place: usize, what: impl Into<String>) -> Self {
        // In one line, so that the mark is below its place.
        let one_line = |c: char| if c.is_whitespace() { ' ' } else { c };
        let text: Vec<char> = text.chars().map(one_line).collect();
        let (start, end) = match text.len() <= 2 * SHOWN {
            true => (0, text.len()),
            false => (place.saturating_sub(SHOWN), text.len().min(place + SHOWN)),
        };
        let before = if start > 0 { "..." } else { "" };
        let after = if end < text.len() { "..." } else { "" };
        let part: String = text[start..end].iter().collect();
        FilterError {
            shown: format!("{before}{part}{after}"),
            mark: before.len() + place - start,
            place,
            what: what.into(),
        }
    }
}

impl PartialEq for Filter {
    fn eq(&self, other: &Self) -> bool {
        self.root == other.root
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}
