//! `formicary sim`: named scenarios in a store.

use std::path::{Path, PathBuf};
use std::process::Command as Process;

use clap::Subcommand;
use serde_json::json;

use super::common::{Exit, Failed, print};
use super::storing::{StoreArgs, lines};
use crate::scenario::Document;
use crate::store::{Access, NewSimulation, Simulation, Store};
use crate::study::{Study, explain};

/// Names scenarios and keeps them, with all their versions, in a store.
///
/// Wherever a command takes a scenario file, `sim:NAME` takes the last version of a named scenario, and
/// `sim:NAME@2` the second.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  formicary sim add gather scenarios/oblot/gathering.toml --note 'the base of chapter 2'
  formicary run sim:gather --store formicary.db
  formicary sim edit gather --set swarm.robots=200
  formicary sweep sim:gather@1 --seeds 0..99
  formicary sim list")]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    store: StoreArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Keeps a scenario under a new name.
    Add {
        /// The name: letters, digits, -, _ and dots.
        name: String,
        /// The scenario file.
        scenario: PathBuf,
        /// Sets a field of the scenario; repeatable.
        #[arg(long = "set", value_name = "PATH=VALUE")]
        set: Vec<String>,
        /// What there is to say of it.
        #[arg(long, default_value = "")]
        note: String,
    },
    /// Lists the named scenarios.
    List {
        /// All versions, and not only the last of each.
        #[arg(long)]
        all: bool,
        /// Prints a JSON array.
        #[arg(long)]
        json: bool,
    },
    /// Prints a named scenario.
    Show {
        /// The name, or name@version.
        name: String,
        /// Prints one JSON object, with the resolved scenario.
        #[arg(long)]
        json: bool,
    },
    /// Makes a new version: from a file, by assignments, or in the editor that VISUAL or EDITOR names.
    Edit {
        /// The name.
        name: String,
        /// The file with the new version.
        #[arg(long, value_name = "FILE")]
        file: Option<PathBuf>,
        /// Sets a field of the last version; repeatable.
        #[arg(long = "set", value_name = "PATH=VALUE")]
        set: Vec<String>,
        /// What there is to say of it; the last note if missing.
        #[arg(long)]
        note: Option<String>,
    },
    /// Removes a named scenario with all its versions; its runs stay, without the name.
    Remove {
        /// The name.
        name: String,
        /// Removes its runs as well.
        #[arg(long)]
        with_runs: bool,
        /// Removes it although it has runs.
        #[arg(long)]
        yes: bool,
    },
}

pub(super) fn run(args: &Args) -> Result<Exit, Failed> {
    match &args.command {
        Command::Add {
            name,
            scenario,
            set,
            note,
        } => {
            // Before there is a store for what cannot be kept.
            NewSimulation::check_name(name)?;
            let mut store = args.store.open(Access::Create)?;
            let document = Document::read(scenario)?;
            let version = keep(&mut store, name, document, set, note, false)?;
            print(&format!("{name}, version {version}\n"))?;
        }
        Command::List { all, json } => list(&args.store.open(Access::Read)?, *all, *json)?,
        Command::Show { name, json } => show(&args.store.open(Access::Read)?, name, *json)?,
        Command::Edit {
            name,
            file,
            set,
            note,
        } => {
            let mut store = args.store.open(Access::Write)?;
            let last = store.simulation(name, None)?;
            let document = match (file, set.is_empty()) {
                (Some(file), _) => Document::read(file)?,
                (None, false) => Document::parse(name, &last.simulation.text)?,
                (None, true) => Document::parse(name, &edited(&last)?)?,
            };
            let note = note.as_ref().unwrap_or(&last.simulation.note);
            let version = keep(&mut store, name, document, set, note, true)?;
            print(&format!("{name}, version {version}\n"))?;
        }
        Command::Remove {
            name,
            with_runs,
            yes,
        } => {
            let mut store = args.store.open(Access::Write)?;
            store.simulation(name, None)?;
            let all = store.simulations()?;
            let runs = all.iter().filter(|one| one.simulation.name == *name);
            let runs: u64 = runs.map(|one| one.runs).sum();
            if runs > 0 && !yes {
                let fate = if *with_runs {
                    "which go too"
                } else {
                    "which stay, without the name"
                };
                return Err(Failed::Usage(format!(
                    "{name} has {runs} runs, {fate}; --yes removes it"
                )));
            }
            store.remove_simulation(name, *with_runs)?;
            print(&format!("removed {name}\n"))?;
        }
    }
    Ok(Exit::Expected)
}

/// The document that a command's scenario means: a file, or `sim:NAME`, or `sim:NAME@VERSION`; with the
/// number of the named scenario.
pub(super) fn document(path: &Path, store: &Path) -> Result<(Document, Option<i64>), Failed> {
    let text = path.to_string_lossy();
    let Some(name) = text.strip_prefix("sim:") else {
        return Ok((Document::read(path)?, None));
    };
    let store = Store::open(store, Access::Read)?;
    let found = find(&store, name)?;
    let mut document = Document::parse(&text, &found.simulation.text)?;
    // What is in a store is whole without any file.
    document.confine(None, Path::new(""));
    Ok((document, Some(found.id)))
}

/// The number that the named scenario of a command has in this store, if the scenario is one.
pub(super) fn number(path: &Path, store: &Store) -> Result<Option<i64>, Failed> {
    let text = path.to_string_lossy();
    let name = text.strip_prefix("sim:");
    name.map(|name| Ok(find(store, name)?.id)).transpose()
}

fn find(store: &Store, name: &str) -> Result<Simulation, Failed> {
    let (name, version) = match name.rsplit_once('@') {
        None => (name, None),
        Some((name, version)) => {
            let expected = || {
                Failed::Usage(format!(
                    "expected a version such as {name}@2, found {version:?}"
                ))
            };
            (name, Some(version.parse().map_err(|_| expected())?))
        }
    };
    Ok(store.simulation(name, version)?)
}

/// Keeps a scenario as a version of a named one.
fn keep(
    store: &mut Store,
    name: &str,
    mut document: Document,
    set: &[String],
    note: &str,
    edits: bool,
) -> Result<u64, Failed> {
    for assignment in set {
        document.set(assignment)?;
    }
    let study = Study::read(&document)?;
    // The words of the file where they say all, so that its comments stay.
    let mut own = Document::parse(name, document.text())?;
    own.confine(None, Path::new(""));
    let same = Study::read(&own).is_ok_and(|own| own.about().resolved == study.about().resolved);
    let text = match same {
        true => document.text().to_owned(),
        false => study.about().text.clone(),
    };
    let model = study.about().model;
    let about = |path: &str| Some((String::new(), explain(model, path)?.to_owned()));
    let scenario = store.keep_scenario(&study.about().resolved, &about)?;
    let simulation = NewSimulation {
        name: name.to_owned(),
        scenario,
        text,
        note: note.to_owned(),
    };
    Ok(store.add_simulation(&simulation, edits)?)
}

fn list(store: &Store, all: bool, json: bool) -> Result<(), Failed> {
    let mut found = store.simulations()?;
    if !all {
        // By name and version: the last of each name is followed by another name.
        let names: Vec<String> = found
            .iter()
            .map(|one| one.simulation.name.clone())
            .collect();
        let mut place = 0;
        found.retain(|one| {
            place += 1;
            names.get(place) != Some(&one.simulation.name)
        });
    }
    if json {
        let all: serde_json::Value = found.iter().map(to_json).collect();
        return print(&format!("{all:#}\n"));
    }
    let column = |right: bool, heading: &str, cell: &dyn Fn(&Simulation) -> String| {
        let cells = std::iter::once(heading.to_owned()).chain(found.iter().map(cell));
        (right, cells.collect())
    };
    print(&lines(&[
        column(false, "name", &|one| one.simulation.name.clone()),
        column(true, "version", &|one| one.version.to_string()),
        column(true, "runs", &|one| one.runs.to_string()),
        column(false, "model", &|one| one.model.clone()),
        column(false, "added", &|one| one.added.clone()),
        column(false, "note", &|one| one.simulation.note.clone()),
    ]))
}

fn to_json(one: &Simulation) -> serde_json::Value {
    json!({
        "name": one.simulation.name,
        "version": one.version,
        "runs": one.runs,
        "model": one.model,
        "added": one.added,
        "note": one.simulation.note,
    })
}

fn show(store: &Store, name: &str, json: bool) -> Result<(), Failed> {
    let found = find(store, name)?;
    if !json {
        let text = found.simulation.text;
        let end = if text.ends_with('\n') { "" } else { "\n" };
        return print(&format!("{text}{end}"));
    }
    let mut object = to_json(&found);
    object["text"] = found.simulation.text.clone().into();
    object["resolved"] = store.scenario(found.simulation.scenario)?;
    print(&format!("{object:#}\n"))
}

/// The text of a named scenario as somebody has changed it in an editor.
fn edited(last: &Simulation) -> Result<String, Failed> {
    let editor = ["VISUAL", "EDITOR"]
        .iter()
        .find_map(|name| std::env::var(name).ok());
    let editor = editor
        .filter(|editor| !editor.trim().is_empty())
        .ok_or_else(|| {
            let what = "expected --file, --set, or an editor in VISUAL or EDITOR";
            Failed::Usage(what.to_owned())
        })?;
    let file = tempfile::Builder::new()
        .prefix(&last.simulation.name)
        .suffix(".toml")
        .tempfile()?;
    std::fs::write(file.path(), &last.simulation.text)?;
    // An editor may come with flags, as `code --wait`.
    let mut words = editor.split_whitespace();
    let program = words.next().unwrap_or("vi");
    let status = Process::new(program).args(words).arg(file.path()).status();
    let status =
        status.map_err(|error| Failed::Usage(format!("cannot start {program}: {error}")))?;
    let text = std::fs::read_to_string(file.path())?;
    match (status.success(), text == last.simulation.text) {
        (false, _) => Err(Failed::Usage(format!(
            "{program} ended with {status}; nothing is changed"
        ))),
        (true, true) => Err(Failed::Usage("nothing is changed".to_owned())),
        (true, false) => Ok(text),
    }
}
