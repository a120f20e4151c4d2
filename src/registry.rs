//! Registries: static slices that say what there is to choose from.
//!
//! Algorithms, schedulers, faults, starts and monitors are each one slice of [`Entry`]. What
//! people and programs can read about them (`formicary list`, the words that a scenario may use,
//! the documentation) comes from these slices, so a new entry is one new line.
//!
//! Names are lower-case words joined by underscores, and a slice is sorted by them: [`check`]
//! tells, and [`check_parameters`](crate::scenario::check_parameters) whether an entry reads what it
//! lists; each slice has a test that asks them.
//!
//! The keys that a scenario has whatever it chooses are described in the same way: a [`Table`] is a
//! list of [`Parameter`]s, and of the keys that name entries.

mod schema;
#[cfg(test)]
mod tests;
mod text;

use serde_json::json;

pub use schema::scenarios;
pub use text::describe;

/// One thing to choose: what it is called, what it does, what can be set, and how it is made.
///
/// The constructor's type `C` differs from registry to registry; most are function pointers that
/// read their parameters from a [`Section`](crate::scenario::Section).
#[derive(Clone, Copy, Debug)]
pub struct Entry<C> {
    /// The word by which scenarios choose it.
    pub name: &'static str,
    /// What it does, in one line without a full stop.
    pub summary: &'static str,
    /// What it does in full, with the source it is taken from.
    pub help: &'static str,
    /// What can be set.
    pub parameters: &'static [Parameter],
    /// How it is made.
    pub build: C,
}

/// What else there is to say about an entry, from what makes it.
pub trait Facts {
    /// The facts, in the order in which people see them: pairs of a word and a sentence.
    fn facts(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// What it does step by step, where that is written down.
    fn explanation(&self) -> Option<&Explanation> {
        None
    }
}

/// An entry explained to whoever looks at a run of it: what happens in each step, and what it cannot
/// do. In whole sentences.
#[derive(Clone, Copy, Debug)]
pub struct Explanation {
    /// The steps in their order, each with the word for it: `look`, `compute` and `move` of a robot,
    /// `movement` and `beep` of a particle, or its one `activation`.
    pub flow: &'static [(&'static str, &'static str)],
    /// What it cannot do, and what nobody knows of it.
    pub limits: &'static str,
}

/// One key that an entry reads from its scenario.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// The key.
    pub name: &'static str,
    /// What kind of value it takes.
    pub kind: Kind,
    /// The value where the key is missing, as TOML, or in words where nothing takes its place
    /// (`no limit`); `None` if the key is required.
    ///
    /// Two sorts of words say how two keys of a table go together: `required without x`, where one
    /// of this key and `x` has to be there but not both; `in place of x`, where not both may be.
    pub default: Option<&'static str>,
    /// The valid range, in words: `above 0`; empty if there is no limit.
    pub range: &'static str,
    /// What it means, with its unit, in one line without a full stop.
    pub summary: &'static str,
}

/// What kind of value a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A number.
    Number,
    /// A whole number.
    Whole,
    /// `true` or `false`.
    Truth,
    /// Text.
    Text,
    /// A list of texts.
    Texts,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A list of numbers.
    Numbers,
    /// A list of whole numbers.
    Wholes,
    /// A point `[x, y]`.
    Point,
    /// A list of points `[x, y]`.
    Points,
    /// The name of an entry of a registry; a [`Choice`] of the table says which one.
    Name,
    /// A name that the scenario gave to something, or a list of such names.
    Names,
    /// A name that the scenario gave to something, or its number.
    NameOrWhole,
    /// One of these words, or a list of them.
    Words(&'static [&'static str]),
    /// A list of these words.
    WordList(&'static [&'static str]),
    /// A number, or one of these words.
    NumberOr(&'static [&'static str]),
    /// A whole number, or one of these words.
    WholeOr(&'static [&'static str]),
    /// A list of lists of whole numbers.
    WholeLists,
    /// A table of its own.
    Table,
    /// A list of tables.
    Tables,
    /// A seed: a whole number, in quotes where it is too large for TOML.
    Seed,
}

/// One table of a scenario: the keys that it has whatever the scenario chooses.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// Its name; empty for the top level.
    pub name: &'static str,
    /// Whether there may be several of them: `[[name]]`.
    pub repeated: bool,
    /// What it is about, in one line without a full stop.
    pub summary: &'static str,
    /// Its keys, in groups.
    pub keys: &'static [&'static [Parameter]],
    /// The keys that name entries, whose parameters stand in this table too. A choice may be among
    /// the parameters of another one's entries.
    pub choices: &'static [Choice],
    /// The tables that stand under keys of this one, of the kinds [`Kind::Table`] and
    /// [`Kind::Tables`]. A table of which nothing is said here may hold anything.
    pub inner: &'static [Table],
}

/// A registry whose entries people can have listed, whatever their type.
#[derive(Clone, Copy, Debug)]
pub struct List {
    /// What the entries are: `algorithms`.
    pub title: &'static str,
    /// One line for each entry; with a width for long lines, all there is to say.
    pub describe: fn(Option<usize>) -> String,
    /// The entries as JSON.
    pub to_json: fn() -> serde_json::Value,
    /// The entries as JSON, their facts as pairs in the order in which people see them.
    pub catalogue: fn() -> serde_json::Value,
}

/// A key that names an entry of a registry.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The key.
    pub key: &'static str,
    /// The entries, without their constructors: `|| registry::erase(FAULTS)`.
    pub entries: fn() -> Vec<Entry<()>>,
}

impl Table {
    /// Its keys, in order.
    pub fn parameters(&self) -> impl Iterator<Item = &'static Parameter> {
        self.keys.iter().copied().flatten()
    }
}

/// The entries without their constructors, so that registries of different types are of one.
pub fn erase<C>(entries: &[Entry<C>]) -> Vec<Entry<()>> {
    let erased = |entry: &Entry<C>| Entry {
        name: entry.name,
        summary: entry.summary,
        help: entry.help,
        parameters: entry.parameters,
        build: (),
    };
    entries.iter().map(erased).collect()
}

impl Kind {
    /// The kind, for people.
    pub fn describe(self) -> String {
        let either = |words: &[&str]| words.join(" | ");
        match self {
            Self::Number => "number".to_owned(),
            Self::Whole => "whole number".to_owned(),
            Self::Truth => "true or false".to_owned(),
            Self::Text => "text".to_owned(),
            Self::Texts => "list of texts".to_owned(),
            Self::Word(words) => either(words),
            Self::Numbers => "list of numbers".to_owned(),
            Self::Wholes => "list of whole numbers".to_owned(),
            Self::Point => "point [x, y]".to_owned(),
            Self::Points => "list of points [x, y]".to_owned(),
            Self::WholeLists => "list of lists of whole numbers".to_owned(),
            Self::Table => "table".to_owned(),
            Self::Tables => "list of tables".to_owned(),
            Self::Name => "name".to_owned(),
            Self::Names => "name, or a list of names".to_owned(),
            Self::NameOrWhole => "name, or whole number".to_owned(),
            Self::Words(words) => format!("{}, or a list of these", either(words)),
            Self::WordList(words) => format!("list of {}", either(words)),
            Self::NumberOr(words) => format!("number, or {}", either(words)),
            Self::WholeOr(words) => format!("whole number, or {}", either(words)),
            Self::Seed => "whole number from 0 to 2^64-1".to_owned(),
        }
    }
}

/// The entry of this name.
pub fn find<'e, C>(entries: &'e [Entry<C>], name: &str) -> Option<&'e Entry<C>> {
    entries.iter().find(|entry| entry.name == name)
}

/// The names of all entries, in their order.
pub fn names<C>(entries: &[Entry<C>]) -> impl Iterator<Item = &'static str> + '_ {
    entries.iter().map(|entry| entry.name)
}

impl Parameter {
    /// A parameter in one line, for long lists of keys.
    pub const fn line(
        name: &'static str,
        kind: Kind,
        default: Option<&'static str>,
        range: &'static str,
        summary: &'static str,
    ) -> Self {
        Self {
            name,
            kind,
            default,
            range,
            summary,
        }
    }

    /// Whether the key has to be there: always, or where no other stands in its place.
    pub fn is_required(&self) -> bool {
        self.default.is_none() || self.unless().is_some()
    }

    /// Whether what stands for a default says when the key has to be there, or may not.
    fn words_say_no_default(&self) -> bool {
        let begins = |with| self.default.is_some_and(|words| words.starts_with(with));
        begins("required ") || begins("in place of ")
    }

    /// The other key, where one of this one and that one has to be there.
    pub(crate) fn unless(&self) -> Option<&'static str> {
        self.default?.strip_prefix("required without ")
    }

    /// The other key, where not both may be there.
    pub(crate) fn in_place_of(&self) -> Option<&'static str> {
        self.default?.strip_prefix("in place of ")
    }

    /// The values it takes, in words: kind and range.
    pub fn values(&self) -> String {
        let kind = self.kind.describe();
        match self.range {
            "" => kind,
            range if range.starts_with("one ") || range.starts_with("each ") => {
                format!("{kind}, {range}")
            }
            range => format!("{kind} {range}"),
        }
    }

    fn to_json(self) -> serde_json::Value {
        json!({
            "name": self.name,
            "kind": self.kind.describe(),
            "range": self.range,
            "default": self.default,
            "summary": self.summary,
            "schema": self.to_schema(),
        })
    }
}

/// The entries as a JSON array of objects with `name`, `summary`, `help`, `parameters`, their
/// [facts](Facts) and, where they are explained, `flow` and `limits`.
pub fn to_json<C: Facts>(entries: &[Entry<C>]) -> serde_json::Value {
    let object = |entry: &Entry<C>| {
        let facts = entry.build.facts().into_iter();
        let facts = facts.map(|(word, sentence)| (word.to_owned(), sentence.into()));
        described(entry, facts)
    };
    entries.iter().map(object).collect()
}

/// The same, with all facts under `facts`: pairs of a word and a sentence.
pub fn catalogue<C: Facts>(entries: &[Entry<C>]) -> serde_json::Value {
    let object = |entry: &Entry<C>| {
        let facts = json!(entry.build.facts());
        described(entry, [("facts".to_owned(), facts)])
    };
    entries.iter().map(object).collect()
}

fn described<C: Facts>(
    entry: &Entry<C>,
    facts: impl IntoIterator<Item = (String, serde_json::Value)>,
) -> serde_json::Value {
    let parameters: Vec<_> = entry.parameters.iter().map(|p| p.to_json()).collect();
    let mut object = serde_json::Map::new();
    object.insert("name".to_owned(), entry.name.into());
    object.insert("summary".to_owned(), entry.summary.into());
    object.insert("help".to_owned(), entry.help.into());
    object.insert("parameters".to_owned(), parameters.into());
    object.extend(facts);
    if let Some(Explanation { flow, limits }) = entry.build.explanation() {
        let flow = flow.iter();
        let flow: serde_json::Map<_, _> = flow
            .map(|(step, sentence)| ((*step).to_owned(), (*sentence).into()))
            .collect();
        object.insert("flow".to_owned(), flow.into());
        object.insert("limits".to_owned(), (*limits).into());
    }
    object.into()
}

/// Checks that an entry is explained in these steps, in whole sentences.
///
/// # Errors
///
/// The first thing that is wrong, in words.
pub fn check_explanation<C: Facts>(entry: &Entry<C>, steps: &[&str]) -> Result<(), String> {
    let name = entry.name;
    let Some(Explanation { flow, limits }) = entry.build.explanation() else {
        return Err(format!("{name} is not explained"));
    };
    let found: Vec<_> = flow.iter().map(|(step, _)| *step).collect();
    if found != steps {
        return Err(format!(
            "{name} is explained in {found:?}, not in {steps:?}"
        ));
    }
    let sentences = flow.iter().copied().chain([("limits", *limits)]);
    for (what, text) in sentences {
        let begins = text.starts_with(|first: char| first.is_uppercase());
        if !begins || !text.ends_with('.') || text.contains('\n') || text.contains("  ") {
            return Err(format!(
                "{name}: {what}: expected whole sentences, found {text:?}"
            ));
        }
    }
    Ok(())
}

/// A text without its links, of which the words remain: `[laws](#laws)` leads somewhere in a
/// document only.
fn without_links(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(middle) = rest.find("](") {
        let start = rest[..middle].rfind('[').unwrap_or(middle);
        let end = rest[middle..].find(')');
        plain += &rest[..start];
        plain += rest[start..middle].trim_start_matches('[');
        rest = end.map_or("", |end| &rest[middle + end + 1..]);
    }
    plain + rest
}

/// Checks a table: keys are words, everything is documented, no key is there twice, and what names
/// entries is a choice.
///
/// # Errors
///
/// The first thing that is wrong, in words.
pub fn check_table(table: &Table) -> Result<(), String> {
    let name = if table.name.is_empty() {
        "the top level"
    } else {
        table.name
    };
    check_line(name, "summary", table.summary)?;
    check_keys(name, &table.parameters().copied().collect::<Vec<_>>())?;
    for parameter in table.parameters() {
        let chosen = table.choices.iter().any(|c| c.key == parameter.name);
        if chosen != (parameter.kind == Kind::Name) {
            let key = parameter.name;
            return Err(format!("{name}.{key} is either a name or no choice"));
        }
    }
    for choice in table.choices {
        let others = table.choices.iter().filter(|c| c.key != choice.key);
        let entries = others.flat_map(|other| (other.entries)());
        let mut keys = table
            .parameters()
            .chain(entries.flat_map(|entry| entry.parameters));
        if !keys.any(|key| key.name == choice.key) {
            return Err(format!("{name} has no key {}", choice.key));
        }
        for entry in (choice.entries)() {
            check_apart(table, choice, &entry)?;
        }
    }
    table.inner.iter().try_for_each(check_table)
}

/// Checks that no parameter of an entry is a key of its table, or a parameter of an entry that may
/// be chosen beside it: one value would mean two things.
fn check_apart(table: &Table, choice: &Choice, entry: &Entry<()>) -> Result<(), String> {
    let has = |key: &str| entry.parameters.iter().any(|p| p.name == key);
    if let Some(key) = table.parameters().find(|key| has(key.name)) {
        return Err(format!(
            "{} and {} both have the key {}",
            table.name, entry.name, key.name
        ));
    }
    for other in table.choices.iter().filter(|c| c.key != choice.key) {
        for beside in (other.entries)() {
            if let Some(key) = beside.parameters.iter().find(|key| has(key.name)) {
                return Err(format!(
                    "{} and {} both have the key {}",
                    entry.name, beside.name, key.name
                ));
            }
        }
    }
    Ok(())
}

fn check_keys(owner: &str, keys: &[Parameter]) -> Result<(), String> {
    for (position, parameter) in keys.iter().enumerate() {
        let name = format!("{owner}.{}", parameter.name);
        check_word(parameter.name)?;
        check_line(&name, "summary", parameter.summary)?;
        let twice = |other: &Parameter| other.name == parameter.name;
        if keys[..position].iter().any(twice) {
            return Err(format!("{name} is there twice"));
        }
        let other = parameter.unless().or(parameter.in_place_of());
        if let Some(other) = other
            && !keys.iter().any(|key| key.name == other)
        {
            return Err(format!(
                "{name} stands in the place of {other}, which is not there"
            ));
        }
    }
    Ok(())
}

/// Checks a registry: names are words in strict order, everything is documented, and no parameter
/// is there twice.
///
/// # Errors
///
/// The first thing that is wrong, in words.
pub fn check<C>(entries: &[Entry<C>]) -> Result<(), String> {
    for pair in entries.windows(2) {
        let [first, second] = [pair[0].name, pair[1].name];
        if first >= second {
            return Err(format!(
                "{second} has to stand before {first}, and only once"
            ));
        }
    }
    for entry in entries {
        check_line(entry.name, "summary", entry.summary)?;
        check_word(entry.name)?;
        if entry.help.trim().is_empty() {
            return Err(format!("{} has no help", entry.name));
        }
        check_keys(entry.name, entry.parameters)?;
    }
    Ok(())
}

fn check_word(name: &str) -> Result<(), String> {
    let letters = name
        .chars()
        .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    match letters && name.starts_with(|c: char| c.is_ascii_lowercase()) {
        true => Ok(()),
        false => Err(format!(
            "{name:?} is not a lower-case word with underscores"
        )),
    }
}

fn check_line(name: &str, what: &str, line: &str) -> Result<(), String> {
    match line {
        "" => Err(format!("{name} has no {what}")),
        line if line.contains('\n') => Err(format!("the {what} of {name} has more than one line")),
        line if line.ends_with('.') => Err(format!("the {what} of {name} ends with a full stop")),
        _ => Ok(()),
    }
}
