//! The names of registry entries, and whether an entry reads what it says.

use std::fmt;

use super::document::Document;
use super::error::ScenarioError;
use super::field::{Refusal, Rule};
use super::section::Section;
use super::tree::Node;
use super::words::{find_word, one_of};
use crate::registry::{self, Entry, Parameter};

/// Reads the name of an entry of a registry; see [`Section::entry`](super::Section::entry).
pub struct Registered<C: 'static>(pub(crate) &'static [Entry<C>]);

impl<C> Rule for Registered<C> {
    type Value = &'static Entry<C>;
    type Default = &'static str;

    fn expected(&self) -> String {
        one_of(registry::names(self.0))
    }

    fn read(&self, found: &Node) -> Result<&'static Entry<C>, Refusal> {
        find_word(found, self.0.iter().map(|entry| (entry.name, entry)))
    }

    fn write(&self, value: &&'static Entry<C>) -> toml::Value {
        value.name.into()
    }

    fn write_default(&self, default: &'static str) -> toml::Value {
        default.into()
    }
}

impl<C> Clone for Registered<C> {
    fn clone(&self) -> Self {
        Self(self.0)
    }
}

impl<C> fmt::Debug for Registered<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(registry::names(self.0)).finish()
    }
}

/// Checks that an entry reads exactly the parameters that it lists, with the defaults that it
/// lists; for the tests of registries.
///
/// `required` is TOML that gives the parameters without a default, and `read` calls the entry's
/// constructor. A parameter that may be left out without any value taking its place has words for
/// a default, such as `no limit`, which are not TOML.
///
/// # Errors
///
/// The first parameter that is read but not listed, listed but not read, or has another default.
pub fn check_parameters<C>(
    entry: &Entry<C>,
    required: &str,
    read: impl FnOnce(&Section<'_>) -> Result<(), ScenarioError>,
) -> Result<(), String> {
    let document = Document::parse(entry.name, required).map_err(|error| error.to_string())?;
    let root = document.root();
    read(&root)
        .and_then(|()| root.finish())
        .map_err(|error| error.to_string())?;
    let resolved = document.resolved();
    let known = document
        .ledger()
        .borrow()
        .known(root.path())
        .unwrap_or_default()
        .to_vec();
    if let Some(key) = known
        .iter()
        .find(|key| !entry.parameters.iter().any(|p| p.name == *key))
    {
        return Err(format!(
            "{} reads {key}, which it does not list",
            entry.name
        ));
    }
    for parameter in entry.parameters {
        let name = format!("{}.{}", entry.name, parameter.name);
        if !known.iter().any(|key| key == parameter.name) {
            return Err(format!("{name} is listed, but not read"));
        }
        if !root.keys().contains(&parameter.name) {
            check_default(&name, parameter, resolved.get(parameter.name))?;
        }
    }
    Ok(())
}

fn check_default(
    name: &str,
    parameter: &Parameter,
    taken: Option<&toml::Value>,
) -> Result<(), String> {
    let value = parameter
        .default
        .and_then(|listed| listed.parse::<toml::Value>().ok());
    if value.as_ref() == taken && parameter.default.is_some() {
        return Ok(());
    }
    let taken = taken.map_or("no default".to_owned(), |taken| {
        format!("the default {taken}")
    });
    let listed = parameter.default.unwrap_or("none, as if it were required");
    Err(format!("{name} has {taken}, but lists {listed}"))
}

#[cfg(test)]
mod tests {
    use super::super::{ScenarioError, Section};
    use super::check_parameters;
    use crate::registry::{Entry, Kind, Parameter};

    fn entry(default: Option<&'static str>) -> Entry<()> {
        let parameter = |name, default| Parameter {
            name,
            kind: Kind::Whole,
            default,
            range: "",
            summary: "x",
        };
        let parameters = [
            parameter("count", default),
            parameter("limit", Some("no limit")),
        ];
        Entry {
            name: "crash",
            summary: "x",
            help: "x",
            parameters: Box::leak(Box::new(parameters)),
            build: (),
        }
    }

    fn read(section: &Section<'_>) -> Result<(), ScenarioError> {
        section.u32("count").or(3)?;
        section.u32("limit").optional()?;
        Ok(())
    }

    #[test]
    fn what_is_listed_is_what_is_read() {
        assert_eq!(check_parameters(&entry(Some("3")), "", read), Ok(()));
        assert_eq!(check_parameters(&entry(None), "count = 7", read), Ok(()));
    }

    #[test]
    fn what_differs_is_said() {
        let refused = |default, required, read: fn(&Section<'_>) -> Result<(), ScenarioError>| {
            check_parameters(&entry(default), required, read).unwrap_err()
        };
        let more =
            |section: &Section<'_>| read(section).and(section.bool("more").or(true)).map(drop);
        let silent = |section: &Section<'_>| {
            section.u32("limit").optional()?;
            section.u32("count").optional().map(drop)
        };
        let less = |section: &Section<'_>| section.u32("count").or(3).map(drop);
        insta::assert_snapshot!(refused(Some("4"), "", read), @"crash.count has the default 3, but lists 4");
        insta::assert_snapshot!(refused(Some("three"), "", read), @"crash.count has the default 3, but lists three");
        insta::assert_snapshot!(refused(None, "", read), @"crash.count has the default 3, but lists none, as if it were required");
        insta::assert_snapshot!(refused(Some("3"), "", silent), @"crash.count has no default, but lists 3");
        insta::assert_snapshot!(refused(None, "", silent), @"crash.count has no default, but lists none, as if it were required");
        insta::assert_snapshot!(refused(Some("3"), "", more), @"crash reads more, which it does not list");
        insta::assert_snapshot!(refused(Some("3"), "", less), @"crash.limit is listed, but not read");
        insta::assert_snapshot!(refused(Some("3"), "cuont = 1", read), @r#"
        crash:1:1: cuont: unknown key, expected one of count, limit
        help: did you mean "count"?
        "#);
    }
}
