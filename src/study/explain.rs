//! What a parameter means, by its path.

use super::MODELS;
use super::keys::TABLES;
use crate::registry::{Parameter, Table};

/// What the parameter at a dotted path means in scenarios of a model, in a line; places in lists do not
/// matter. `None` where nobody says.
#[must_use]
pub fn explain(model: &str, path: &str) -> Option<&'static str> {
    let model = MODELS.iter().find(|entry| entry.name == model)?;
    let words: Vec<&str> = path
        .split('.')
        .filter(|word| word.parse::<u32>().is_err())
        .collect();
    let tables = model.build.tables.iter().copied().flatten().chain(TABLES);
    let (key, tables_of_key) = words.split_last()?;
    let mut tables: Vec<&Table> = tables
        .filter(|table| table.name == tables_of_key.first().copied().unwrap_or(""))
        .collect();
    for name in tables_of_key.iter().skip(1) {
        tables = tables
            .iter()
            .flat_map(|table| table.inner)
            .filter(|inner| inner.name == *name)
            .collect();
    }
    tables.into_iter().find_map(|table| within(table, key))
}

/// A key of a table, or of one of the entries that it may choose.
fn within(table: &Table, key: &str) -> Option<&'static str> {
    let own = |parameter: &&Parameter| parameter.name == key;
    let fixed = table.parameters().find(own);
    let fixed = fixed.map(|parameter| parameter.summary);
    fixed.or_else(|| {
        let entries = table.choices.iter().flat_map(|choice| (choice.entries)());
        let mut parameters = entries.flat_map(|entry| entry.parameters);
        parameters.find(own).map(|parameter| parameter.summary)
    })
}

#[cfg(test)]
mod tests {
    use super::explain;

    #[test]
    fn parameters_are_found_by_their_paths() {
        let words = |path: &str| explain("oblot", path).unwrap_or("nothing");
        assert_eq!(
            words("swarm.robots"),
            "how many robots; their ids count from 0"
        );
        assert!(words("scheduler.rate").contains("mean number of activations"));
        assert!(words("faults.0.count").contains("chosen by the seed"));
        assert!(words("seed").contains("random numbers"));
        assert_eq!(words("swarm.nothing"), "nothing");
        assert_eq!(explain("nothing", "swarm.robots"), None);
    }
}
