//! Registries: static slices that say what there is to choose from.
//!
//! Algorithms, schedulers, faults, starts and monitors are each one slice of [`Entry`]. What
//! people and programs can read about them (`formicary list`, the words that a scenario may use,
//! the documentation) comes from these slices, so a new entry is one new line.
//!
//! Names are lower-case words joined by underscores, and a slice is sorted by them: [`check`]
//! tells, and [`check_parameters`](crate::scenario::check_parameters) whether an entry reads what it
//! lists; each slice has a test that asks them.

use std::fmt::Write;

use serde_json::json;

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

/// What else there is to say about an entry, from what makes it: pairs of a word and a sentence.
pub trait Facts {
    /// The facts, in the order in which people see them.
    fn facts(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }
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
    /// A list of lists of whole numbers.
    WholeLists,
    /// A table of its own.
    Table,
    /// A list of tables.
    Tables,
}

impl Kind {
    /// The kind, for people.
    pub fn describe(self) -> String {
        match self {
            Self::Number => "number".to_owned(),
            Self::Whole => "whole number".to_owned(),
            Self::Truth => "true or false".to_owned(),
            Self::Text => "text".to_owned(),
            Self::Word(words) => words.join(" | "),
            Self::Numbers => "list of numbers".to_owned(),
            Self::Wholes => "list of whole numbers".to_owned(),
            Self::Point => "point [x, y]".to_owned(),
            Self::Points => "list of points [x, y]".to_owned(),
            Self::WholeLists => "list of lists of whole numbers".to_owned(),
            Self::Table => "table".to_owned(),
            Self::Tables => "list of tables".to_owned(),
        }
    }

    /// The kind as a JSON Schema, without the range.
    pub fn to_schema(self) -> serde_json::Value {
        let number = json!({ "type": "number" });
        let point = json!({ "type": "array", "items": number, "minItems": 2, "maxItems": 2 });
        match self {
            Self::Number => number,
            Self::Whole => json!({ "type": "integer" }),
            Self::Truth => json!({ "type": "boolean" }),
            Self::Text => json!({ "type": "string" }),
            Self::Word(words) => json!({ "enum": words }),
            Self::Numbers => json!({ "type": "array", "items": number }),
            Self::Wholes => json!({ "type": "array", "items": { "type": "integer" } }),
            Self::Point => point,
            Self::Points => json!({ "type": "array", "items": point }),
            Self::WholeLists => json!({ "type": "array", "items": Self::Wholes.to_schema() }),
            Self::Table => json!({ "type": "object" }),
            Self::Tables => json!({ "type": "array", "items": { "type": "object" } }),
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

/// The entries for people, in aligned columns: one line each, or, if `long`, with help and
/// parameters as well.
pub fn describe<C: Facts>(entries: &[Entry<C>], long: bool) -> String {
    let width = names(entries).map(str::len).max().unwrap_or(0);
    let mut text = String::new();
    for (position, entry) in entries.iter().enumerate() {
        if long && position > 0 {
            text.push('\n');
        }
        put(
            &mut text,
            format_args!("{:width$}  {}\n", entry.name, entry.summary),
        );
        if long {
            describe_in_full(&mut text, entry);
        }
    }
    text
}

fn describe_in_full<C: Facts>(text: &mut String, entry: &Entry<C>) {
    for line in entry.help.lines() {
        put(text, format_args!("{}\n", format!("    {line}").trim_end()));
    }
    for (word, sentence) in entry.build.facts() {
        put(text, format_args!("    {word}: {sentence}\n"));
    }
    let rows: Vec<[String; 3]> = entry.parameters.iter().map(Parameter::columns).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let [first, second] = [0, 1].map(|column| width(column).unwrap_or(0));
    if !rows.is_empty() && !entry.help.is_empty() {
        text.push('\n');
    }
    for [name, kind, summary] in &rows {
        put(
            text,
            format_args!("    {name:first$}  {kind:second$}  {summary}\n"),
        );
    }
}

impl Parameter {
    /// Whether the key has to be there: always, or where no other stands in its place.
    pub fn is_required(&self) -> bool {
        self.default.is_none() || self.unless().is_some()
    }

    /// The key that may stand in the place of this one, one of the two being required.
    fn unless(&self) -> Option<&'static str> {
        self.default?.strip_prefix("required without ")
    }

    /// The values it takes, in words: kind and range.
    pub fn values(&self) -> String {
        let kind = self.kind.describe();
        match self.range {
            "" => kind,
            range if range.starts_with("one ") => format!("{kind}, {range}"),
            range => format!("{kind} {range}"),
        }
    }

    /// Name; values and default; summary.
    fn columns(&self) -> [String; 3] {
        let kind = self.values();
        let kind = match self.default {
            Some(default) => format!("{kind} (default {default})"),
            None => format!("{kind} (required)"),
        };
        [self.name.to_owned(), kind, self.summary.to_owned()]
    }

    fn to_json(self) -> serde_json::Value {
        json!({
            "name": self.name,
            "kind": self.kind.describe(),
            "range": self.range,
            "default": self.default,
            "summary": self.summary,
            "schema": self.kind.to_schema(),
        })
    }
}

/// The entries as a JSON array of objects with `name`, `summary`, `help`, `parameters` and their
/// [facts](Facts).
pub fn to_json<C: Facts>(entries: &[Entry<C>]) -> serde_json::Value {
    let object = |entry: &Entry<C>| {
        let facts = entry.build.facts().into_iter();
        let facts: serde_json::Map<_, _> = facts
            .map(|(word, sentence)| (word.to_owned(), sentence.into()))
            .collect();
        let mut object = json!({
            "name": entry.name,
            "summary": entry.summary,
            "help": entry.help,
            "parameters": entry.parameters.iter().map(|p| p.to_json()).collect::<Vec<_>>(),
        });
        if let Some(object) = object.as_object_mut() {
            object.extend(facts);
        }
        object
    };
    entries.iter().map(object).collect()
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
        for (position, parameter) in entry.parameters.iter().enumerate() {
            let name = format!("{}.{}", entry.name, parameter.name);
            check_word(parameter.name)?;
            check_line(&name, "summary", parameter.summary)?;
            if entry.parameters[..position]
                .iter()
                .any(|other| other.name == parameter.name)
            {
                return Err(format!("{name} is there twice"));
            }
        }
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

/// Writes to a string, which cannot fail.
fn put(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    let _ = text.write_fmt(arguments);
}

#[cfg(test)]
mod tests {
    impl super::Facts for u8 {}

    use super::{Entry, Kind, Parameter, check, describe, find, to_json};

    const COUNT: Parameter = Parameter {
        name: "count",
        kind: Kind::Whole,
        default: None,
        range: "of at least 1",
        summary: "how many robots crash",
    };

    const CRASH: Entry<u8> = Entry {
        name: "crash",
        summary: "Robots stop for ever",
        help: "Some robots crash at a moment.\n\nSource: folklore.",
        parameters: &[
            COUNT,
            Parameter {
                name: "when",
                kind: Kind::Word(&["start", "random"]),
                default: Some("\"start\""),
                range: "",
                summary: "when they crash",
            },
        ],
        build: 1,
    };

    const OMISSION: Entry<u8> = Entry {
        name: "omission",
        summary: "Robots miss movements",
        help: "A robot may stay where it is.",
        parameters: &[],
        build: 2,
    };

    static FAULTS: [Entry<u8>; 2] = [CRASH, OMISSION];

    #[test]
    fn entries_are_found_by_name() {
        assert_eq!(find(&FAULTS, "omission").map(|entry| entry.build), Some(2));
        assert!(find(&FAULTS, "omissions").is_none());
    }

    #[test]
    fn the_list_is_aligned() {
        insta::assert_snapshot!(describe(&FAULTS, false), @"
        crash     Robots stop for ever
        omission  Robots miss movements
        ");
        assert_eq!(describe::<u8>(&[], true), "");
    }

    #[test]
    fn the_long_list_says_all() {
        insta::assert_snapshot!(describe(&FAULTS, true), @r#"
        crash     Robots stop for ever
            Some robots crash at a moment.

            Source: folklore.

            count  whole number of at least 1 (required)  how many robots crash
            when   start | random (default "start")       when they crash

        omission  Robots miss movements
            A robot may stay where it is.
        "#);
    }

    #[test]
    fn json_says_all() {
        let json = to_json(&FAULTS);
        assert_eq!(json[1]["name"], "omission");
        insta::assert_snapshot!(json[0], @r#"{"name":"crash","summary":"Robots stop for ever","help":"Some robots crash at a moment.\n\nSource: folklore.","parameters":[{"name":"count","kind":"whole number","range":"of at least 1","default":null,"summary":"how many robots crash","schema":{"type":"integer"}},{"name":"when","kind":"start | random","range":"","default":"\"start\"","summary":"when they crash","schema":{"enum":["start","random"]}}]}"#);
        let points = serde_json::json!({
            "type": "array",
            "items": {
                "type": "array", "items": { "type": "number" }, "minItems": 2, "maxItems": 2,
            },
        });
        assert_eq!(Kind::Points.to_schema(), points);
    }

    #[test]
    fn a_good_registry_passes() {
        assert_eq!(check(&FAULTS), Ok(()));
        assert_eq!(check::<u8>(&[]), Ok(()));
    }

    #[test]
    fn a_bad_registry_is_told_why() {
        let bad = |entries: &[Entry<u8>]| check(entries).unwrap_err();
        insta::assert_snapshot!(bad(&[OMISSION, CRASH]), @"crash has to stand before omission, and only once");
        insta::assert_snapshot!(bad(&[CRASH, CRASH]), @"crash has to stand before crash, and only once");
        insta::assert_snapshot!(bad(&[Entry { name: "Crash", ..CRASH }]), @r#""Crash" is not a lower-case word with underscores"#);
        insta::assert_snapshot!(bad(&[Entry { name: "", ..CRASH }]), @r#""" is not a lower-case word with underscores"#);
        insta::assert_snapshot!(bad(&[Entry { summary: "", ..CRASH }]), @"crash has no summary");
        insta::assert_snapshot!(bad(&[Entry { summary: "One.", ..CRASH }]), @"the summary of crash ends with a full stop");
        insta::assert_snapshot!(bad(&[Entry { summary: "One\ntwo", ..CRASH }]), @"the summary of crash has more than one line");
        insta::assert_snapshot!(bad(&[Entry { help: " ", ..CRASH }]), @"crash has no help");
        insta::assert_snapshot!(bad(&[Entry { parameters: &[COUNT, COUNT], ..CRASH }]), @"crash.count is there twice");
        let unsaid = &[Parameter {
            summary: "",
            ..COUNT
        }];
        insta::assert_snapshot!(bad(&[Entry { parameters: unsaid, ..CRASH }]), @"crash.count has no summary");
    }
}
