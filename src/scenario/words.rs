//! Text, truth values and words.

use std::fmt;
use std::marker::PhantomData;

use super::field::{Field, Refusal, Rule};
use super::nearest::nearest;
use super::tree::{Node, Value};

/// Reads `true` or `false`; see [`Section::bool`](super::Section::bool).
#[derive(Clone, Debug)]
pub struct Truth;

impl Rule for Truth {
    type Value = bool;
    type Default = bool;

    fn expected(&self) -> String {
        "true or false".to_owned()
    }

    fn read(&self, found: &Node) -> Result<bool, Refusal> {
        match found.value {
            Value::Bool(value) => Ok(value),
            _ => Err(Refusal::new(self.expected(), found)),
        }
    }

    fn write(&self, value: &bool) -> toml::Value {
        toml::Value::Boolean(*value)
    }

    fn write_default(&self, default: bool) -> toml::Value {
        self.write(&default)
    }
}

/// Reads text; see [`Section::str`](super::Section::str).
#[derive(Clone, Debug, Default)]
pub struct Text {
    non_empty: bool,
}

impl Field<'_, Text> {
    /// At least one character that is not a space.
    pub fn non_empty(mut self) -> Self {
        self.rule.non_empty = true;
        self
    }
}

impl Rule for Text {
    type Value = String;
    type Default = String;

    fn expected(&self) -> String {
        if self.non_empty {
            "text that is not empty"
        } else {
            "text in quotes"
        }
        .to_owned()
    }

    fn read(&self, found: &Node) -> Result<String, Refusal> {
        match &found.value {
            Value::Text(text) if !(self.non_empty && text.trim().is_empty()) => Ok(text.clone()),
            _ => Err(Refusal::new(self.expected(), found)),
        }
    }

    fn write(&self, value: &String) -> toml::Value {
        toml::Value::String(value.clone())
    }

    fn write_default(&self, default: String) -> toml::Value {
        toml::Value::String(default)
    }
}

/// Reads one of some words; see [`Section::word`](super::Section::word).
#[derive(Clone, Debug)]
pub struct OneOf(pub(crate) &'static [&'static str]);

impl Rule for OneOf {
    type Value = &'static str;
    type Default = &'static str;

    fn expected(&self) -> String {
        one_of(self.0.iter().copied())
    }

    fn read(&self, found: &Node) -> Result<&'static str, Refusal> {
        find_word(found, self.0.iter().map(|&word| (word, word)))
    }

    fn write(&self, value: &&'static str) -> toml::Value {
        (*value).into()
    }

    fn write_default(&self, default: &'static str) -> toml::Value {
        default.into()
    }
}

/// An enum whose values have words in scenarios.
///
/// ```
/// use formicary::scenario::Word;
///
/// #[derive(Clone, Copy)]
/// enum OnPanic { Stop, CrashFault }
///
/// impl Word for OnPanic {
///     const ALL: &'static [Self] = &[Self::Stop, Self::CrashFault];
///
///     fn word(self) -> &'static str {
///         match self {
///             Self::Stop => "stop",
///             Self::CrashFault => "crash-fault",
///         }
///     }
/// }
/// ```
pub trait Word: Copy + 'static {
    /// All values, in the order in which people see them.
    const ALL: &'static [Self];

    /// The word of this value; no two values share one.
    fn word(self) -> &'static str;
}

/// Reads one of the words of an enum; see [`Section::choice`](super::Section::choice).
pub struct Choice<T>(PhantomData<T>);

impl<T: Word> Rule for Choice<T> {
    type Value = T;
    type Default = T;

    fn expected(&self) -> String {
        one_of(T::ALL.iter().map(|value| value.word()))
    }

    fn read(&self, found: &Node) -> Result<T, Refusal> {
        find_word(found, T::ALL.iter().map(|&value| (value.word(), value)))
    }

    fn write(&self, value: &T) -> toml::Value {
        value.word().into()
    }

    fn write_default(&self, default: T) -> toml::Value {
        self.write(&default)
    }
}

impl<T> Default for Choice<T> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<T> Clone for Choice<T> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<T> fmt::Debug for Choice<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Choice")
    }
}

/// `one of` these words, in quotes.
pub(crate) fn one_of<'w>(words: impl Iterator<Item = &'w str>) -> String {
    let quoted: Vec<String> = words.map(|word| format!("\"{word}\"")).collect();
    match &quoted[..] {
        [] => "nothing, as there is no valid word".to_owned(),
        [word] => word.clone(),
        words => format!("one of {}", words.join(", ")),
    }
}

/// The value whose word was found.
pub(crate) fn find_word<T>(
    found: &Node,
    words: impl Iterator<Item = (&'static str, T)> + Clone,
) -> Result<T, Refusal> {
    let names = words.clone().map(|(word, _)| word);
    let Value::Text(text) = &found.value else {
        return Err(Refusal::new(one_of(names), found));
    };
    let value = words
        .into_iter()
        .find(|(word, _)| word == text)
        .map(|(_, value)| value);
    let refused = || Refusal::new(one_of(names.clone()), found).near(nearest(text, names.clone()));
    value.ok_or_else(refused)
}
