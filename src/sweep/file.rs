//! Sweep files: what is varied, how, and with which seeds, as TOML.
//!
//! ```toml
//! scenario = "gathering.toml"
//! seeds = "0..99"
//! set = ["limits.time=5000"]
//!
//! [limits]
//! seconds = 10
//! memory = "2GiB"
//!
//! # Each table [[vary]] multiplies the points so far. A grid has all combinations of its values.
//! [[vary]]
//! "swarm.robots" = "10..100:10"
//! "scheduler.rate" = [1, 2, 5]
//!
//! [[vary]]
//! kind = "latin"
//! points = 50
//! seed = 1
//! "swarm.width" = { from = 10.0, to = 1000.0, scale = "log" }
//! ```
//!
//! The kinds are `grid` (the default), `zip` (lists of one length, side by side), `list` (points one by
//! one: `list = [{ "swarm.robots" = 5 }, ...]`), `random` (so many `points`, each value drawn by itself)
//! and `latin` (a Latin hypercube). Two whole numbers as the ends of a range give whole numbers, and a
//! list instead of a range gives one of its values. Instead of `seeds` there may be `repetitions` from
//! `first_seed` (0 if missing) on.

mod rules;

use std::path::{Path, PathBuf};
use std::time::Duration;

use rules::{Bytes, Drawn, Listed, Seeded, Single, Unquoted, Written};

use super::variation::{Point, Variation, values};
use super::{Limits, Plan, SweepError};
use crate::model::End;
use crate::scenario::{Document, ScenarioError, Section, Seeds, nearest};
use crate::study::Study;

/// A sweep file that was read.
#[derive(Clone, Debug, Default)]
pub struct SweepFile {
    scenario: PathBuf,
    /// What people call the sweep.
    pub name: Option<String>,
    /// What is set for all runs, each `path=value`.
    pub set: Vec<String>,
    /// The seeds; the scenario's own if missing.
    pub seeds: Option<Seeds>,
    /// What one run may take.
    pub limits: Limits,
    /// The limit of simulated time of each run, as text.
    pub time: Option<String>,
    /// The limit of events of each run, as text.
    pub events: Option<String>,
    /// What is varied.
    pub variation: Variation,
}

/// The ways in which parameters vary together.
const KINDS: &[&str] = &["grid", "latin", "list", "random", "zip"];
/// The keys of a table `[[vary]]` that are no parameters.
const OWN: [&str; 4] = ["kind", "points", "seed", "list"];
/// The keys of a table from which numbers are drawn.
const RANGE: [&str; 3] = ["from", "to", "scale"];
/// A run may take ten years at most.
const MOST_SECONDS: f64 = 10.0 * 366.0 * 86_400.0;
/// So many points are drawn at most.
const MOST_POINTS: u32 = 1_000_000;

impl SweepFile {
    /// Whether a document is a sweep file, and no scenario: it names one.
    #[must_use]
    pub fn is_one(document: &Document) -> bool {
        // What is asked for becomes a known key, of which a scenario's errors would speak.
        let document = document.clone();
        let root = document.root();
        root.has("scenario") && !root.has("model")
    }

    /// Reads a sweep file.
    ///
    /// # Errors
    ///
    /// The first value that is missing or wrong, or the first key that nobody knows, with its place.
    pub fn read(document: &Document) -> Result<Self, ScenarioError> {
        let root = document.root();
        let file = Self::read_table(&root)?;
        root.finish()?;
        Ok(file)
    }

    /// Reads the keys of a sweep file from a table. Keys that are left over are refused by whoever opened
    /// the document.
    ///
    /// # Errors
    ///
    /// The first value that is missing or wrong, with its place.
    pub fn read_table(root: &Section<'_>) -> Result<Self, ScenarioError> {
        let scenario: String = root.str("scenario").non_empty().required()?;
        let limits = root.table("limits")?;
        let seconds = limits
            .f64("seconds")
            .positive()
            .at_most(MOST_SECONDS)
            .optional()?;
        let time = limits.f64("time").positive().optional()?;
        let mut file = SweepFile {
            scenario: scenario.into(),
            name: root.str("name").non_empty().optional()?,
            set: root.str("set").list().optional()?.unwrap_or_default(),
            seeds: read_seeds(root)?,
            limits: Limits {
                seconds: seconds.map(Duration::from_secs_f64),
                memory: limits.field("memory", Bytes).optional()?,
            },
            time: time.map(|time| format!("{time:?}")),
            events: limits
                .u64("events")
                .optional()?
                .map(|events| events.to_string()),
            variation: Variation::none(),
        };
        for table in root.tables("vary")? {
            file.vary(&table)?;
        }
        Ok(file)
    }

    /// The plan that the file describes, where it stands in this folder.
    ///
    /// # Errors
    ///
    /// A scenario that is not valid, and what [`Plan::new`] refuses.
    pub fn plan(self, folder: &Path) -> Result<Plan, SweepError> {
        let document = Document::read(folder.join(&self.scenario))?;
        self.plan_of(document)
    }

    /// The same for a scenario that is at hand.
    ///
    /// # Errors
    ///
    /// As [`plan`](Self::plan).
    pub fn plan_of(self, mut document: Document) -> Result<Plan, SweepError> {
        for assignment in &self.set {
            document.set(assignment)?;
        }
        let limits = [
            (End::Time, "limits.time", &self.time),
            (End::Events, "limits.events", &self.events),
        ];
        for (_, path, value) in &limits {
            if let Some(value) = value {
                document.set_by(&format!("{path}={value}"), path, value)?;
            }
        }
        let wanted = limits.iter().filter(|(.., value)| value.is_some());
        let wanted: Vec<End> = wanted.map(|(end, ..)| *end).collect();
        let seeds = match self.seeds {
            Some(seeds) => seeds,
            None => own_seed(&document)?,
        };
        let plan = Plan::new(document, self.variation, seeds, self.limits)?;
        Ok(plan.wanting(wanted))
    }

    fn vary(&mut self, table: &Section<'_>) -> Result<(), ScenarioError> {
        let kind = table.word("kind", KINDS).or("grid")?;
        let keys = table.keys();
        if keys.contains(&"seed") && !["random", "latin"].contains(&kind) {
            let what = "expected the seeds of the runs at the top, such as seeds = \"0..999\"";
            return Err(table.refuse("seed", what));
        }
        let paths: Vec<&str> = keys.into_iter().filter(|key| !OWN.contains(key)).collect();
        check_paths(table, &paths)?;
        let added = match kind {
            "list" => {
                let points = table.tables("list")?;
                let points = points.iter().map(read_point).collect::<Result<_, _>>()?;
                // No parameter stands beside the list.
                return match paths.first() {
                    Some(path) => {
                        Err(table.refuse(path, "expected parameters in the points of list only"))
                    }
                    None => self
                        .variation
                        .list(points)
                        .map_err(|what| table.refuse("list", what)),
                };
            }
            _ if paths.is_empty() => Err(NO_PARAMETER.to_owned()),
            "random" | "latin" => {
                let points = table.u32("points").in_range(1..=MOST_POINTS).required()?;
                let seed = table.seed("seed").or(0)?;
                let laws = paths
                    .iter()
                    .map(|path| Ok(((*path).to_owned(), table.field(path, Drawn).required()?)));
                let laws = laws.collect::<Result<Vec<_>, ScenarioError>>()?;
                self.variation.sample(laws, points, seed, kind == "latin")
            }
            _ => {
                let lists = paths
                    .iter()
                    .map(|path| Ok(((*path).to_owned(), listed(table, path)?)));
                let lists = lists.collect::<Result<Vec<_>, ScenarioError>>()?;
                match kind {
                    "zip" => self.variation.zip(lists),
                    _ => lists
                        .into_iter()
                        .try_for_each(|(path, values)| self.variation.cross(&path, values)),
                }
            }
        };
        added.map_err(|what| table.refuse(paths.first().copied().unwrap_or("kind"), what))
    }
}

/// What is wrong with a table that varies nothing.
const NO_PARAMETER: &str =
    "expected a parameter to vary, such as \"swarm.robots\" = \"10..100:10\"";

/// Refuses what was hardly meant as the path of a parameter: an own key of the table with a slip, and
/// a path that TOML took apart because it stands in no quotes.
fn check_paths(table: &Section<'_>, paths: &[&str]) -> Result<(), ScenarioError> {
    for path in paths {
        if let Some(own) = nearest(path, OWN) {
            let what = format!(
                "unknown key, expected a path such as \"swarm.robots\" or {}",
                OWN.join(", ")
            );
            return Err(table.refuse(path, what).near(Some(own)));
        }
        if let Some(inner) = table.field(path, Unquoted).optional()?.flatten() {
            let what = format!("expected a path with dots in quotes: \"{path}.{inner}\"");
            return Err(table.refuse(path, what));
        }
    }
    Ok(())
}

/// `seeds`, or `repetitions` from `first_seed` on.
fn read_seeds(root: &Section<'_>) -> Result<Option<Seeds>, ScenarioError> {
    let seeds = root
        .field("seeds", Seeded)
        .optional()?
        .map(|text| text.parse());
    let seeds = seeds
        .transpose()
        .map_err(|what: String| root.refuse("seeds", what))?;
    let repetitions = root.u64("repetitions").positive().optional()?;
    let first = root.seed("first_seed").optional()?;
    match (seeds, repetitions) {
        (Some(_), Some(_)) => {
            Err(root.refuse("repetitions", "expected seeds or repetitions, found both"))
        }
        (_, None) if first.is_some() => {
            Err(root.refuse("first_seed", "expected repetitions beside it"))
        }
        (seeds, None) => Ok(seeds),
        (None, Some(count)) => {
            let seeds = Seeds::from_first(first.unwrap_or(0), count);
            let refused = || root.refuse("repetitions", "expected seeds below 2^64");
            seeds.map(Some).ok_or_else(refused)
        }
    }
}

/// The seed of a scenario, where nothing else is asked for.
fn own_seed(document: &Document) -> Result<Seeds, SweepError> {
    let study = Study::read(document)?;
    let seed = &study.about().seed;
    seed.parse().map_err(|_| {
        SweepError::Refused(format!(
            "a sweep takes seeds below 2^64, and the scenario has {seed}: --seeds 0..99"
        ))
    })
}

fn read_point(point: &Section<'_>) -> Result<Point, ScenarioError> {
    let cells = point
        .keys()
        .into_iter()
        .map(|path| Ok((path.to_owned(), point.field(path, Single).required()?)));
    cells.collect()
}

/// How many bytes a text such as `512MiB`, `2 GB` or `1000000` means.
///
/// # Errors
///
/// What was expected instead, in words.
pub fn bytes(text: &str) -> Result<u64, String> {
    const UNITS: [(&str, u64); 10] = [
        ("kib", 1 << 10),
        ("mib", 1 << 20),
        ("gib", 1 << 30),
        ("tib", 1 << 40),
        ("kb", 1_000),
        ("mb", 1_000_000),
        ("gb", 1_000_000_000),
        ("tb", 1_000_000_000_000),
        ("b", 1),
        ("", 1),
    ];
    let lower = text.trim().to_lowercase();
    let digits = lower.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == ' ');
    let unit = lower[digits.len()..].trim();
    let unit = UNITS.iter().find(|(name, _)| *name == unit);
    let size = unit.zip(digits.parse::<u64>().ok());
    let size = size.and_then(|((_, unit), count)| count.checked_mul(*unit));
    size.filter(|size| *size > 0)
        .ok_or_else(|| format!("expected a size such as 512MiB or 2GiB, found {text:?}"))
}

/// The values that are written under a path: a text as of `--vary`, one value, or a list.
fn listed(table: &Section<'_>, path: &str) -> Result<Vec<String>, ScenarioError> {
    match table.field(path, Listed).required()? {
        Written::Text(text) => values(&text).map_err(|what| table.refuse(path, what)),
        Written::Words(words) => Ok(words),
    }
}

#[cfg(test)]
mod tests;
