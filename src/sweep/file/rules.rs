//! How the values of a sweep file are read.

use super::{RANGE, bytes};
use crate::scenario::{Node, Refusal, Rule, nearest};
use crate::sweep::variation::Law;

/// The first key of a table that is there because a path with dots stands in no quotes.
pub(super) struct Unquoted;

impl Rule for Unquoted {
    type Value = Option<String>;
    type Default = Option<String>;

    fn expected(&self) -> String {
        "values".to_owned()
    }

    fn read(&self, found: &Node) -> Result<Option<String>, Refusal> {
        let keys = found.keys().unwrap_or_default();
        let foreign = keys.iter().all(|key| nearest(key, RANGE).is_none());
        Ok(keys
            .first()
            .filter(|_| foreign)
            .map(|key| (*key).to_owned()))
    }

    fn write(&self, value: &Option<String>) -> toml::Value {
        value.clone().unwrap_or_default().into()
    }

    fn write_default(&self, default: Option<String>) -> toml::Value {
        self.write(&default)
    }
}

/// Values as a file has them: in one text, or each as the word that means it.
pub(super) enum Written {
    Text(String),
    Words(Vec<String>),
}

/// The values of a parameter, not yet taken apart where they stand in a text.
pub(super) struct Listed;

impl Listed {
    /// The words of a list, or of one value; `None` where one is a date.
    fn words(found: &Node) -> Option<Vec<String>> {
        match found.entries() {
            Some(entries) => entries.iter().map(Node::word).collect(),
            None => found.word().map(|word| vec![word]),
        }
    }
}

impl Rule for Listed {
    type Value = Written;
    type Default = Written;

    fn expected(&self) -> String {
        "values: a list, or a text such as \"10..100:10\" or \"1,2,5\"".to_owned()
    }

    fn read(&self, found: &Node) -> Result<Written, Refusal> {
        if let Some(text) = found.text() {
            return Ok(Written::Text(text.to_owned()));
        }
        let words = Self::words(found).map(Written::Words);
        words.ok_or_else(|| Refusal::new(self.expected(), found))
    }

    fn write(&self, value: &Written) -> toml::Value {
        match value {
            Written::Text(text) => text.clone().into(),
            Written::Words(words) => words.clone().into(),
        }
    }

    fn write_default(&self, default: Written) -> toml::Value {
        self.write(&default)
    }
}

/// One value of a parameter.
pub(super) struct Single;

impl Rule for Single {
    type Value = String;
    type Default = String;

    fn expected(&self) -> String {
        "a value".to_owned()
    }

    fn read(&self, found: &Node) -> Result<String, Refusal> {
        found
            .word()
            .ok_or_else(|| Refusal::new(self.expected(), found))
    }

    fn write(&self, value: &String) -> toml::Value {
        value.clone().into()
    }

    fn write_default(&self, default: String) -> toml::Value {
        default.into()
    }
}

/// From what a parameter is drawn.
pub(super) struct Drawn;

impl Rule for Drawn {
    type Value = Law;
    type Default = Law;

    fn expected(&self) -> String {
        "{ from = 1.0, to = 2.0 }, with scale = \"log\" where the logarithm is to be uniform (two whole \
         numbers give whole numbers), or a list of values to choose from"
            .to_owned()
    }

    fn read(&self, found: &Node) -> Result<Law, Refusal> {
        let refused = || Refusal::new(self.expected(), found);
        if found.entries().is_some() {
            return Listed::words(found).map(Law::Choice).ok_or_else(refused);
        }
        let keys = found.keys().ok_or_else(refused)?;
        if let Some(unknown) = keys.iter().find(|key| !RANGE.contains(key)) {
            return Err(refused().near(nearest(unknown, RANGE)));
        }
        let number = |key: &str| found.at(key).and_then(Node::number).ok_or_else(refused);
        let (from, to) = (number("from")?, number("to")?);
        let scale = found.at("scale").map(|scale| scale.text().unwrap_or("?"));
        let whole = |key: &str| found.at(key).and_then(Node::whole);
        match (scale, whole("from").zip(whole("to"))) {
            (None | Some("linear"), Some((from, to))) => Ok(Law::Whole { from, to }),
            (None | Some("linear"), None) => Ok(Law::Uniform { from, to }),
            (Some("log"), _) => Ok(Law::Logarithmic { from, to }),
            _ => Err(refused()),
        }
    }

    fn write(&self, value: &Law) -> toml::Value {
        format!("{value:?}").into()
    }

    fn write_default(&self, default: Law) -> toml::Value {
        self.write(&default)
    }
}

/// Seeds: a text as of `--seeds`, a number, or a list of numbers; not yet read.
pub(super) struct Seeded;

impl Rule for Seeded {
    type Value = String;
    type Default = String;

    fn expected(&self) -> String {
        "seeds such as \"0..999\" or [1, 5, 9]".to_owned()
    }

    fn read(&self, found: &Node) -> Result<String, Refusal> {
        let text = found.text().map(str::to_owned);
        let words = || Listed::words(found).map(|words| words.join(","));
        text.or_else(words)
            .ok_or_else(|| Refusal::new(self.expected(), found))
    }

    fn write(&self, value: &String) -> toml::Value {
        value.clone().into()
    }

    fn write_default(&self, default: String) -> toml::Value {
        self.write(&default)
    }
}

/// A number of bytes.
pub(super) struct Bytes;

impl Rule for Bytes {
    type Value = u64;
    type Default = u64;

    fn expected(&self) -> String {
        "a size such as \"512MiB\" or \"2GiB\"".to_owned()
    }

    fn read(&self, found: &Node) -> Result<u64, Refusal> {
        let words = found.word().unwrap_or_default();
        bytes(&words).map_err(|_| Refusal::new(self.expected(), found))
    }

    fn write(&self, value: &u64) -> toml::Value {
        value.to_string().into()
    }

    fn write_default(&self, default: u64) -> toml::Value {
        self.write(&default)
    }
}
