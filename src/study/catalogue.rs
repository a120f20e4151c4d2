//! Everything that there is to choose from, for programs that show it.

use serde_json::{Value, json};

use super::{lists, models, schema, shown_by};

/// The models, the lists of each with their entries, and the schema of scenarios, as one JSON object.
///
/// An entry has `name`, `summary`, `help`, `parameters` and `facts` (pairs of a word and a sentence);
/// where it is explained also `flow`, what happens in each step, and `limits`; and `scenario`, the
/// path of a scenario that shows it, below `scenarios/`.
#[must_use]
pub fn catalogue() -> Value {
    let models: Vec<Value> = models()
        .map(|(name, summary)| json!({ "name": name, "summary": summary }))
        .collect();
    let lists: Vec<Value> = lists()
        .map(|(model, list)| {
            let entries = with_scenarios(model, list.title, (list.catalogue)());
            json!({ "model": model, "name": list.title, "entries": entries })
        })
        .collect();
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "models": models,
        "lists": lists,
        "schema": schema(),
    })
}

/// The entries of a list, each with the scenario that shows it.
pub fn with_scenarios(model: &str, list: &str, mut entries: Value) -> Value {
    for entry in entries.as_array_mut().into_iter().flatten() {
        let name = entry["name"].as_str().unwrap_or_default();
        if let Some(path) = shown_by(model, list, name) {
            entry["scenario"] = path.into();
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_catalogue_has_all_lists_with_what_is_said_of_their_entries() {
        let catalogue = catalogue();
        assert_eq!(catalogue["version"], env!("CARGO_PKG_VERSION"));
        assert_eq!(catalogue["models"].as_array().unwrap().len(), 2);
        assert_eq!(catalogue["schema"], schema());
        let found = catalogue["lists"].as_array().unwrap();
        assert_eq!(found.len(), lists().count());
        let find = |model: &str, list: &str, name: &str| {
            let mut lists = found.iter();
            let list = lists.find(|it| it["model"] == model && it["name"] == list);
            let mut entries = list.unwrap()["entries"].as_array().unwrap().iter();
            entries.find(|entry| entry["name"] == name).unwrap().clone()
        };
        let gathering = find("oblot", "algorithms", "gathering");
        let keys: Vec<_> = gathering.as_object().unwrap().keys().collect();
        let expected = [
            "name",
            "summary",
            "help",
            "parameters",
            "facts",
            "flow",
            "limits",
            "scenario",
        ];
        assert_eq!(keys, expected);
        let steps: Vec<_> = gathering["flow"].as_object().unwrap().keys().collect();
        assert_eq!(steps, ["look", "compute", "move"]);
        assert_eq!(gathering["facts"][0][0], "requires");
        assert!(
            gathering["limits"]
                .as_str()
                .unwrap()
                .contains("several groups")
        );
        assert_eq!(gathering["scenario"], "oblot/gathering.toml");
        let pasc = find("amoebot", "algorithms", "pasc");
        let steps: Vec<_> = pasc["flow"].as_object().unwrap().keys().collect();
        assert_eq!(steps, ["movement", "beep"]);
        assert_eq!(pasc["facts"], json!([]));
        assert!(find("oblot", "schedulers", "ssync")["flow"]["look"].is_string());
        let crash = find("oblot", "faults", "crash");
        assert!(crash["flow"].is_null() && crash["scenario"].is_string());
    }
}
