//! Reads recorded runs, in either of the two formats, into one form.
//!
//! The first format holds decimal numbers, events with targets and a packed digest; the second
//! hexadecimal floats, only the settings that differ from its defaults, events without targets and a
//! digest over Python tuples. Their keys do not collide, so one reader accepts the keys of both, and
//! mixtures.

mod config;
mod events;
mod lexical;
mod node;

use super::{ReferenceDigest, ReferenceError, ReferenceRun, Tolerances};
use node::{Node, Place};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Where a recording stops when nothing else is said.
const DEFAULT_MAX_EVENTS: u64 = 20_000;

/// Reads all runs of a file of recorded runs.
///
/// A file holds one run, an object of runs by name, or an array of runs; an object or array under the
/// key `runs` counts as well. A run that does not name itself takes the name of its key or of the
/// file.
///
/// # Errors
///
/// [`ReferenceError`], which names the file, the run and the key, when the file cannot be read, is no
/// JSON, holds no run, or when a run lacks what it needs, holds nonsense or contradicts itself. One
/// bad run refuses the whole file: half a comparison would look like a whole one.
pub fn read_file(path: &Path) -> Result<Vec<ReferenceRun>, ReferenceError> {
    let file = path.display().to_string();
    let stem = path
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned());
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(source) => return Err(ReferenceError::Io { file, source }),
    };
    match std::str::from_utf8(&bytes) {
        Ok(text) => read_named(text, &file, stem.as_deref().unwrap_or("run")),
        Err(error) => Err(ReferenceError::NotText {
            file,
            offset: error.valid_up_to(),
        }),
    }
}

/// Reads all runs of a text, as [`read_file`] does; `file` names the text in errors, and its last
/// part without the extension names a run that has no name.
///
/// # Errors
///
/// As for [`read_file`].
pub fn read_str(text: &str, file: &str) -> Result<Vec<ReferenceRun>, ReferenceError> {
    let stem = Path::new(file)
        .file_stem()
        .map(|stem| stem.to_string_lossy());
    read_named(text, file, stem.as_deref().unwrap_or("run"))
}

fn read_named(text: &str, file: &str, stem: &str) -> Result<Vec<ReferenceRun>, ReferenceError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let value: Value =
        serde_json::from_str(&lexical::quote_odd_numbers(text)).map_err(|error| {
            ReferenceError::NotJson {
                file: file.to_owned(),
                reason: error.to_string(),
            }
        })?;
    let no_run = || ReferenceError::NoRun {
        file: file.to_owned(),
    };
    let runs = named_runs(&value, stem)
        .filter(|runs| !runs.is_empty())
        .ok_or_else(no_run)?;
    runs.iter()
        .map(|(name, run)| read_run(Place { file, run: name }, run))
        .collect()
}

/// The runs of a file with their names; `None` when the file has the shape of none.
fn named_runs<'a>(value: &'a Value, stem: &str) -> Option<Vec<(String, &'a Value)>> {
    let own_name = |run: &Value| run.get("name").and_then(Value::as_str).map(str::to_owned);
    if is_run(value) {
        return Some(vec![(
            own_name(value).unwrap_or_else(|| stem.to_owned()),
            value,
        )]);
    }
    match value {
        Value::Array(runs) => {
            let name = |(index, run)| own_name(run).unwrap_or_else(|| format!("{stem}[{index}]"));
            Some(
                runs.iter()
                    .enumerate()
                    .map(|(index, run)| (name((index, run)), run))
                    .collect(),
            )
        }
        Value::Object(object) => match object.get("runs") {
            Some(runs) if !is_run(runs) => named_runs(runs, stem),
            // Plain values beside the runs are remarks, such as the version of the recorder.
            _ => {
                let runs = object.iter().filter(|(_, run)| !is_remark(run));
                Some(runs.map(|(name, run)| (name.clone(), run)).collect())
            }
        },
        _ => None,
    }
}

fn is_run(value: &Value) -> bool {
    value.get("config").or_else(|| value.get("cfg")).is_some()
}

fn is_remark(value: &Value) -> bool {
    value.is_string() || value.is_number() || value.is_boolean()
}

/// The keys of a run, in groups; which of them are spellings of one key does not matter here.
const RUN_KEYS: &[&[&str]] = &[
    &[
        "config",
        "cfg",
        "name",
        "events_total",
        "events",
        "first_events",
        "ended",
        "terminated",
    ],
    &[
        "end_time",
        "final",
        "digest_sha256",
        "digest",
        "draws",
        "faults",
        "tasks",
        "start",
    ],
    &["initial_positions", "positions"],
    config::MAX_EVENTS,
    // Redundant to the end time, and the draws one by one: known, and not needed.
    &["end_time_dec", "first_draws"],
];

/// Reads one run.
fn read_run(place: Place<'_>, value: &Value) -> Result<ReferenceRun, ReferenceError> {
    let root = Node::root(place, value);
    if !value.is_object() {
        return Err(root.refuse("an object: one recorded run"));
    }
    let mut unused = root.unknown_keys(RUN_KEYS);
    let config = config::read(&root, &mut unused)?;
    let events = events::read_events(&root, config.robots)?;
    let extent = read_extent(&root, &events)?;
    if events.len() as u64 > extent.total {
        let reason = format!(
            "{} events are listed, of {} in all",
            events.len(),
            extent.total
        );
        return Err(place.contradiction("events", reason));
    }
    if extent.total > extent.most {
        let reason = format!(
            "{} events, but the recording stops at {}",
            extent.total, extent.most
        );
        return Err(place.contradiction("events_total", reason));
    }
    Ok(ReferenceRun {
        name: place.run.to_owned(),
        max_events: extent.most,
        events_total: extent.total,
        end_time: root
            .get_present(&["end_time"])
            .map(|time| time.finite())
            .transpose()?,
        ended: extent.ended,
        finals: events::read_finals(&root, place, config.robots)?,
        events,
        digest: read_digest(&root)?,
        draws: read_draws(&root)?,
        tolerances: Tolerances::default(),
        config,
        unused,
    })
}

/// How long a run is, and why it is no longer.
struct Extent {
    most: u64,
    total: u64,
    ended: bool,
}

/// Reads the extent of a run. What is missing follows from the rest: a run that was stopped has as
/// many events as the recorder allowed, and one with fewer came to its end.
fn read_extent(
    root: &Node<'_>,
    events: &[super::ReferenceEvent],
) -> Result<Extent, ReferenceError> {
    let settings = root.get(&["config", "cfg"]);
    let most = root
        .get_present(config::MAX_EVENTS)
        .or_else(|| settings?.get_present(config::MAX_EVENTS))
        .map(|most| most.count(u64::MAX))
        .transpose()?;
    let number = |node: &Node<'_>| node.value().is_number();
    let total = root
        .get_present(&["events_total"])
        .or(root.get(&["events"]).filter(number));
    let ended = root
        .get_present(&["ended", "terminated"])
        .map(|node| node.truth())
        .transpose()?;
    let is_whole = events.last().is_some_and(|event| event.code == -1);
    let total = match total {
        Some(total) => total.count(u64::MAX)?,
        None if is_whole => events.len() as u64,
        None => return Err(root.missing(&["events_total"], "the number of events of the run")),
    };
    let ended = ended.unwrap_or(total < most.unwrap_or(DEFAULT_MAX_EVENTS));
    let implied = if ended {
        DEFAULT_MAX_EVENTS.max(total)
    } else {
        total
    };
    Ok(Extent {
        most: most.unwrap_or(implied),
        total,
        ended,
    })
}

fn read_digest(root: &Node<'_>) -> Result<Option<ReferenceDigest>, ReferenceError> {
    let sha256 = |node: Node<'_>| {
        let text = node.text()?;
        let is_digest = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let refusal = || node.refuse("a SHA-256: 64 hexadecimal digits");
        is_digest
            .then(|| text.to_ascii_lowercase())
            .ok_or_else(refusal)
    };
    if let Some(node) = root.get_present(&["digest_sha256"]) {
        return sha256(node).map(|digest| Some(ReferenceDigest::Packed(digest)));
    }
    let tuples = root.get_present(&["digest"]).map(sha256).transpose()?;
    Ok(tuples.map(ReferenceDigest::Repr))
}

fn read_draws(root: &Node<'_>) -> Result<BTreeMap<String, u64>, ReferenceError> {
    let Some(draws) = root.get_present(&["draws"]) else {
        return Ok(BTreeMap::new());
    };
    let draws = draws.object()?;
    let methods = draws
        .value()
        .as_object()
        .into_iter()
        .flat_map(|object| object.keys());
    methods
        .filter_map(|method| draws.get_present(&[method]).map(|node| (method, node)))
        .map(|(method, node)| Ok((method.clone(), node.count(u64::MAX)?)))
        .collect()
}
