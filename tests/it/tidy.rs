//! The house is tidy: arrows point downwards, every registry entry is shown and documented, and
//! nothing is in the sources that could reach a run from outside.

use std::path::Path;

use formicary::model::amoebot;
use formicary::model::oblot::schedulers::adversaries;
use formicary::model::oblot::{self, algorithms, faults, schedulers, starts};
use formicary::monitor;
use formicary::monitor::oblot::{Context, MONITORS};
use formicary::registry::{self, Entry, Kind};
use formicary::scenario::{Section, check_parameters};
use formicary::study;
use serde_json::Value;

use crate::support::{Shipped, files_below, root};

/// The rooms of the house, from the ground floor to the roof: a room may name rooms of its own
/// floor and of those below.
const FLOORS: &[&[&str]] = &[
    &["math", "layout", "time"],
    &["dice"],
    &["dataset", "registry", "scenario"],
    &["model"],
    &["arbiter"],
    &["engine"],
    &["controller", "monitor", "picture", "record"],
    &["stage"],
    &["study"],
    &["viewer"],
    &["wasm"],
    &["theory"],
    &["store"],
    &["plot", "stats", "sweep"],
    &["experiment"],
    &["serve"],
    &["cli"],
];

/// Crates that only a few places may name.
const CONFINED: &[(&str, &[&str])] = &[
    ("axum", &["src/serve/"]),
    ("hyper", &["src/serve/"]),
    ("hyper_util", &["src/serve/"]),
    ("clap", &["src/cli/"]),
    ("clap_complete", &["src/cli/"]),
    (
        "crossbeam_channel",
        &["src/record/", "src/controller/", "src/store/"],
    ),
    ("ctrlc", &["src/cli/"]),
    ("flate2", &["src/serve/", "src/store/"]),
    ("getrandom", &["src/serve/"]),
    ("indicatif", &["src/cli/"]),
    ("mcap", &["src/record/"]),
    (
        "miette",
        &["src/cli/", "src/scenario/error.rs", "src/scenario/tests/"],
    ),
    ("plotters", &["src/plot/"]),
    ("ractor", TASKS),
    ("rust_embed", &["src/serve/"]),
    ("rusqlite", &["src/store/"]),
    ("terminal_size", &["src/cli/"]),
    ("tokio", TASKS),
    ("tokio_util", &["src/serve/"]),
    ("tracing_subscriber", &["src/cli/"]),
];

/// Where tasks and actors may be used.
const TASKS: &[&str] = &[
    "src/engine/actors/",
    "src/engine/wall.rs",
    "src/engine/wall/",
    "src/controller/",
    "src/serve/",
    "src/cli/",
];

/// What a run must not depend on, and where it may stand all the same: the command line measures
/// real time, and a record closes its chunks by it.
const STRANGERS: &[(&str, &[&str])] = &[
    ("HashMap", &[]),
    ("HashSet", &[]),
    (
        "Instant",
        &[
            "src/cli/",
            "src/controller/",
            "src/engine/wall/",
            "src/record/",
            "src/serve/",
            "src/store/writer.rs",
            "src/sweep/workers.rs",
        ],
    ),
    (
        "SystemTime",
        &[
            "src/cli/",
            "src/record/",
            "src/serve/",
            "src/sweep/kept.rs",
            "src/sweep/workers.rs",
        ],
    ),
];

/// No source file is longer.
const MOST_LINES: usize = 800;

/// A source file.
struct Source {
    /// Its path in the package, with `/` between folders.
    path: String,
    text: String,
}

impl Source {
    fn below(folder: &str) -> Vec<Source> {
        let folder = root().join(folder);
        let read = |path: std::path::PathBuf| Source {
            text: std::fs::read_to_string(&path).unwrap(),
            path: name(&path),
        };
        files_below(&folder, "rs").into_iter().map(read).collect()
    }

    /// The lines that are no comments, with their numbers.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().enumerate();
        lines
            .filter(|(_, line)| !line.trim_start().starts_with("//"))
            .map(|(index, line)| (index + 1, line))
    }

    /// Where the code holds `word` as a whole word.
    fn places<'a>(&'a self, word: &'a str) -> impl Iterator<Item = String> + 'a {
        let found = self.code().filter(move |(_, line)| has_word(line, word));
        found.map(|(number, line)| format!("{}:{number}: {}", self.path, line.trim()))
    }

    /// Whether it holds tests only; they may use what stands above their room.
    fn is_test(&self) -> bool {
        let file = self.path.rsplit('/').next().unwrap_or_default();
        // What tests share, and what `formicary new` writes, is compiled for tests only.
        matches!(file, "tests.rs" | "trial.rs" | "template.rs") || self.path.contains("/tests/")
    }

    /// The room of the house that the file belongs to; none for `lib.rs` and `main.rs`.
    fn room(&self) -> Option<&str> {
        let rest = self.path.strip_prefix("src/")?;
        let room = rest.split('/').next()?;
        let room = room.strip_suffix(".rs").unwrap_or(room);
        (room != "lib" && room != "main").then_some(room)
    }
}

fn name(path: &Path) -> String {
    let path = path.strip_prefix(root()).unwrap_or(path);
    path.to_string_lossy().replace('\\', "/")
}

fn has_word(line: &str, word: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(start, _)| {
        let before = line[..start].chars().next_back();
        let after = line[start + word.len()..].chars().next();
        !before.is_some_and(inside) && !after.is_some_and(inside)
    })
}

fn floor(room: &str) -> Option<usize> {
    FLOORS.iter().position(|floor| floor.contains(&room))
}

fn assert_none(troubles: &[String], what: &str) {
    assert!(troubles.is_empty(), "{what}:\n{}", troubles.join("\n"));
}

#[test]
fn rooms_know_only_rooms_on_their_own_floor_and_below() {
    let mut troubles = Vec::new();
    for source in Source::below("src").iter().filter(|s| !s.is_test()) {
        let Some(room) = source.room() else { continue };
        let Some(own) = floor(room) else {
            troubles.push(format!("{}: a room without a floor", source.path));
            continue;
        };
        for (number, line) in source.code() {
            for rest in line.split("crate::").skip(1) {
                let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_'));
                let other = &rest[..end.unwrap_or(rest.len())];
                if floor(other).is_some_and(|other| other > own) {
                    troubles.push(format!("{}:{number}: {}", source.path, line.trim()));
                }
            }
        }
    }
    assert_none(&troubles, "arrows that point upwards");
}

#[test]
fn crates_for_one_purpose_are_named_in_one_place() {
    let sources = Source::below("src");
    let mut troubles = Vec::new();
    for (word, homes) in CONFINED {
        let path = format!("{word}::");
        for source in &sources {
            if homes.iter().any(|home| source.path.starts_with(home)) {
                continue;
            }
            let names = |line: &str| {
                line.match_indices(&path).any(|(start, _)| {
                    let before = line[..start].chars().next_back();
                    !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':')
                }) || line.trim() == format!("use {word};")
            };
            let found = source.code().filter(|(_, line)| names(line));
            troubles.extend(
                found.map(|(number, line)| format!("{}:{number}: {}", source.path, line.trim())),
            );
        }
    }
    assert_none(&troubles, "crates outside their places");
}

#[test]
fn no_clock_and_no_hash_order_is_near_a_run() {
    let sources = Source::below("src");
    let mut troubles = Vec::new();
    for (word, homes) in STRANGERS {
        for source in &sources {
            if !homes.iter().any(|home| source.path.starts_with(home)) {
                troubles.extend(source.places(word));
            }
        }
    }
    assert_none(&troubles, "what could reach a run from outside");
}

#[test]
fn nothing_is_left_to_do_and_no_test_is_left_out() {
    // Put together here, so that this file does not find itself.
    let unfinished = ["todo", "unimplemented"].map(|word| format!("{word}!"));
    let ignored = format!("#[{}", "ignore");
    let mut troubles = Vec::new();
    for source in Source::below("src").iter().chain(&Source::below("tests")) {
        let found = source.code().filter(|(_, line)| {
            line.trim_start().starts_with(&ignored)
                || unfinished.iter().any(|word| line.contains(word.as_str()))
        });
        troubles.extend(
            found.map(|(number, line)| format!("{}:{number}: {}", source.path, line.trim())),
        );
    }
    assert_none(&troubles, "unfinished");
}

#[test]
fn no_source_file_is_too_long() {
    let long = |source: &Source| {
        let lines = source.text.lines().count();
        (lines > MOST_LINES).then(|| format!("{}: {lines} lines", source.path))
    };
    let all = Source::below("src")
        .into_iter()
        .chain(Source::below("tests"));
    let troubles: Vec<_> = all.filter_map(|source| long(&source)).collect();
    assert_none(&troubles, "more than 800 lines");
}

/// The names of the entries of one registry.
struct Registered {
    model: &'static str,
    registry: &'static str,
    names: Vec<&'static str>,
}

/// All registries of all models.
fn registered() -> Vec<Registered> {
    fn of<C>(model: &'static str, registry: &'static str, entries: &[Entry<C>]) -> Registered {
        let names = registry::names(entries).collect();
        Registered {
            model,
            registry,
            names,
        }
    }
    vec![
        of("amoebot", "algorithm", amoebot::algorithms::ALGORITHMS),
        of("amoebot", "start", amoebot::starts::STARTS),
        of("amoebot", "monitor", monitor::amoebot::MONITORS),
        of("oblot", "algorithm", algorithms::ALGORITHMS),
        of("oblot", "adversary", adversaries::ADVERSARIES),
        of("oblot", "fault", faults::FAULTS),
        of("oblot", "law", schedulers::LAWS),
        of("oblot", "scheduler", schedulers::SCHEDULERS),
        of("oblot", "start", starts::STARTS),
        of("oblot", "monitor", MONITORS),
    ]
}

/// What a resolved scenario names of each registry.
fn named(resolved: &Value) -> Vec<(&'static str, String)> {
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut named = vec![
        ("algorithm", word(&resolved["swarm"]["algorithm"])),
        ("start", word(&resolved["swarm"]["start"])),
        ("scheduler", word(&resolved["scheduler"]["kind"])),
        ("adversary", word(&resolved["scheduler"]["adversary"])),
    ];
    for key in ["wait", "compute", "speed", "turn_gap"] {
        named.push(("law", word(&resolved["scheduler"][key]["law"])));
    }
    for (registry, tables) in [("fault", "faults"), ("monitor", "monitors")] {
        let tables = resolved[tables].as_array().into_iter().flatten();
        named.extend(tables.map(|table| (registry, word(&table["kind"]))));
    }
    named
}

#[test]
fn every_registry_entry_has_a_scenario() {
    let mut shown = Vec::new();
    for scenario in Shipped::all() {
        let study = scenario.study();
        let model = study.about().model;
        let named = named(&study.about().resolved).into_iter();
        shown.extend(named.map(|(registry, name)| (model, registry, name)));
    }
    let mut troubles = Vec::new();
    for Registered {
        model,
        registry,
        names,
    } in registered()
    {
        for name in names {
            if !shown.contains(&(model, registry, name.to_owned())) {
                troubles.push(format!("{model}: {registry} {name}"));
            }
        }
    }
    assert_none(&troubles, "in no file below scenarios/");
}

#[test]
fn every_algorithm_and_scheduler_is_explained_in_whole_sentences() {
    let cycle = ["look", "compute", "move"];
    let mut troubles = Vec::new();
    let mut keep = |result: Result<(), String>| troubles.extend(result.err());
    for entry in algorithms::ALGORITHMS {
        keep(registry::check_explanation(entry, &cycle));
    }
    for entry in schedulers::SCHEDULERS {
        keep(registry::check_explanation(entry, &cycle));
    }
    let alone = [
        "compression",
        "erosion",
        "hexagon_formation",
        "shape_formation",
    ];
    for entry in amoebot::algorithms::ALGORITHMS {
        let steps: &[&str] = match alone.contains(&entry.name) {
            true => &["activation"],
            false => &["movement", "beep"],
        };
        keep(registry::check_explanation(entry, steps));
    }
    assert_none(&troubles, "explanations");
}

#[test]
fn the_scenario_that_shows_an_entry_ships_and_names_it() {
    let mut troubles = Vec::new();
    for Registered {
        model,
        registry,
        names,
    } in registered()
    {
        let title = match registry {
            "adversary" => "adversaries".to_owned(),
            registry => format!("{registry}s"),
        };
        for name in names {
            let Some(path) = study::shown_by(model, &title, name) else {
                troubles.push(format!("{model}: {title}: {name} is shown by nothing"));
                continue;
            };
            let shipped = Shipped::named(path.trim_end_matches(".toml"));
            let study = shipped.study();
            let named = named(&study.about().resolved);
            if study.about().model != model || !named.contains(&(registry, name.to_owned())) {
                troubles.push(format!("{path} does not show the {registry} {name}"));
            }
        }
    }
    assert_none(&troubles, "scenarios that show entries");
    assert_eq!(study::shown_by("oblot", "algorithms", "nothing"), None);
}

#[test]
fn every_scenario_is_in_the_folder_of_its_model() {
    let mut troubles = Vec::new();
    for scenario in Shipped::all() {
        let model = scenario.study().about().model;
        if !scenario.name.starts_with(&format!("{model}/")) {
            troubles.push(format!("{}: {model}", scenario.name));
        }
    }
    assert_none(&troubles, "scenarios in the folder of another model");
}

#[test]
fn every_registry_entry_is_documented() {
    let read = |path: &str| {
        std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    };
    let mut troubles = Vec::new();
    for Registered {
        model,
        registry,
        names,
    } in registered()
    {
        let path = match model {
            "oblot" => "docs/scenario.md".to_owned(),
            model => format!("docs/{model}.md"),
        };
        let text = read(&path);
        for name in names {
            if !(text.contains(&format!("`{name}`")) || text.contains(&format!("\"{name}\""))) {
                troubles.push(format!("{path}: {registry} {name}"));
            }
        }
    }
    assert_none(&troubles, "not documented");
}

/// How many robots there are where an entry is tried out.
const ROBOTS: usize = 2;

/// The required parameters of an entry, as TOML.
fn required<C>(entry: &Entry<C>) -> String {
    let required = entry.parameters.iter().filter(|p| p.is_required());
    let lines = required.map(|parameter| {
        let value = match parameter.kind {
            Kind::Word(words) => return format!("{} = '{}'\n", parameter.name, words[0]),
            Kind::Points => "[[0.0, 0.0], [1.0, 1.0]]",
            Kind::Point => "[0.0, 0.0]",
            Kind::Numbers | Kind::Wholes => "[1, 1]",
            Kind::WholeLists => "[[0], [1]]",
            Kind::Table => "{}",
            Kind::Tables => "[{robot = 0, time = 0.0}]",
            Kind::Number | Kind::Whole => "1",
            Kind::Truth => "true",
            Kind::Text => "'text'",
            Kind::Texts => "['text']",
            Kind::Name | Kind::Names | Kind::NameOrWhole => "'name'",
            Kind::Words(words) => words[0],
            Kind::WordList(_) => "[]",
            Kind::NumberOr(_) | Kind::WholeOr(_) | Kind::Seed => "1",
        };
        format!("{} = {value}\n", parameter.name)
    });
    lines.collect()
}

#[test]
fn registries_are_sorted_and_documented_and_entries_read_what_they_list() {
    assert_eq!(registry::check(algorithms::ALGORITHMS), Ok(()));
    assert_eq!(registry::check(faults::FAULTS), Ok(()));
    assert_eq!(registry::check(schedulers::SCHEDULERS), Ok(()));
    assert_eq!(registry::check(adversaries::ADVERSARIES), Ok(()));
    assert_eq!(registry::check(schedulers::LAWS), Ok(()));
    assert_eq!(registry::check(starts::STARTS), Ok(()));
    assert_eq!(registry::check(MONITORS), Ok(()));
    assert_eq!(registry::check(amoebot::algorithms::ALGORITHMS), Ok(()));
    assert_eq!(registry::check(amoebot::starts::STARTS), Ok(()));
    assert_eq!(registry::check(monitor::amoebot::MONITORS), Ok(()));
    let mut troubles = Vec::new();
    let mut keep = |result: Result<(), String>| troubles.extend(result.err());
    for entry in algorithms::ALGORITHMS {
        let context = algorithms::Context::new(5, None, ROBOTS);
        let build = |section: &Section<'_>| (entry.build.build)(section, context).map(drop);
        keep(check_parameters(entry, &required(entry), build));
    }
    for entry in faults::FAULTS {
        let build = |section: &Section<'_>| (entry.build)(section).map(drop);
        keep(check_parameters(entry, &required(entry), build));
    }
    for entry in schedulers::SCHEDULERS {
        let build = |section: &Section<'_>| (entry.build.build)(section, ROBOTS).map(drop);
        keep(check_parameters(entry, &required(entry), build));
    }
    for entry in adversaries::ADVERSARIES {
        let build = |section: &Section<'_>| (entry.build)(section, ROBOTS).map(drop);
        keep(check_parameters(entry, &required(entry), build));
    }
    for entry in schedulers::LAWS {
        let build = |section: &Section<'_>| (entry.build)(section).map(drop);
        keep(check_parameters(entry, &required(entry), build));
    }
    for entry in starts::STARTS {
        let build = |section: &Section<'_>| (entry.build)(section, ROBOTS).map(drop);
        keep(check_parameters(entry, &required(entry), build));
    }
    for entry in MONITORS {
        let context = Context {
            robots: ROBOTS,
            radius: Some(10.0),
            epsilon: 1e-5,
            correct: &|| ROBOTS,
        };
        let build = |section: &Section<'_>| (entry.build.read)(section, &context).map(drop);
        keep(check_parameters(entry, &required(entry), build));
    }
    assert_none(&troubles, "registries");
}

/// Algorithms with a structure of their own that read a key which starts have too; they read it where
/// the scenario names no start, so that it means one thing at a time. The demonstrations take no start.
const OF_SETTINGS: &[&str] = &[
    "binary_operations: robots",
    "compression: robots",
    "erosion: robots",
    "expanded_circuits: robots",
    "hexagon_formation: robots",
    "hexagon_formation: holes",
    "hexagon_formation: fill_holes",
    "hexagon_formation: prioritise_inner",
    "hexagon_formation: inner_lambda",
    "joint_movement: height",
    "pasc: robots",
    "shape_formation: robots",
    "shape_formation: holes",
    "shape_formation: fill_holes",
    "shape_formation: prioritise_inner",
    "shape_formation: inner_lambda",
];

#[test]
fn tables_are_documented_and_no_key_means_two_things() {
    let tables = study::keys::TABLES
        .iter()
        .chain(amoebot::keys::TABLES)
        .chain(oblot::keys::TABLES)
        .chain(monitor::amoebot::keys::TABLES)
        .chain(monitor::oblot::keys::TABLES);
    let mut of_amoebots = amoebot::keys::TABLES.iter();
    let swarm = of_amoebots.find(|table| table.name == "swarm").unwrap();
    let troubles: Vec<_> = tables
        .filter(|table| !std::ptr::eq(*table, swarm))
        .filter_map(|table| registry::check_table(table).err())
        .collect();
    assert_none(&troubles, "tables");
    let keys_of_starts: Vec<_> = amoebot::starts::STARTS
        .iter()
        .flat_map(|start| start.parameters)
        .map(|parameter| parameter.name)
        .collect();
    let mut both = Vec::new();
    for entry in amoebot::algorithms::ALGORITHMS {
        for parameter in entry.parameters {
            assert!(swarm.parameters().all(|key| key.name != parameter.name));
            if keys_of_starts.contains(&parameter.name) {
                assert!(entry.build.setting.is_some(), "{}", entry.name);
                both.push(format!("{}: {}", entry.name, parameter.name));
            }
        }
    }
    assert_eq!(both, OF_SETTINGS);
}

#[test]
fn every_scenario_says_first_what_it_shows() {
    let mut troubles = Vec::new();
    for scenario in Shipped::all() {
        let text = std::fs::read_to_string(&scenario.path).unwrap();
        let first = text.lines().next().unwrap_or_default();
        let comment = first.strip_prefix("# ").unwrap_or_default();
        if !comment.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()) {
            troubles.push(format!("{}: {first}", scenario.name));
        }
        let command = format!("#   formicary run scenarios/{}.toml", scenario.name);
        if !text.lines().any(|line| line == command) {
            troubles.push(format!("{}: not the line {command:?}", scenario.name));
        }
    }
    assert_none(&troubles, "scenarios that do not begin with their comment");
}
