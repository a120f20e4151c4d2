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
//! [[vary]]
//! "swarm.robots" = "10..100:10"
//! "scheduler.rate" = [1, 2, 5]
//!
//! [[vary]]
//! kind = "latin"
//! points = 50
//! "swarm.width" = { from = 10.0, to = 1000.0, scale = "log" }
//! ```

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::variation::{Law, Point, Variation, values};
use super::{Limits, Plan, SweepError};
use crate::model::End;
use crate::scenario::{Document, Node, Refusal, Rule, ScenarioError, Section, Seeds};
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
/// So many points are drawn at most.
const MOST_POINTS: u32 = 1_000_000;

impl SweepFile {
    /// Whether a document is a sweep file, and no scenario: it names one.
    #[must_use]
    pub fn is_one(document: &Document) -> bool {
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
        let seconds = limits.f64("seconds").positive().optional()?;
        let time = limits.f64("time").positive().optional()?;
        let mut file = SweepFile {
            scenario: scenario.into(),
            name: root.str("name").non_empty().optional()?,
            set: root.str("set").list().optional()?.unwrap_or_default(),
            seeds: read_seeds(root)?,
            limits: Limits {
                seconds: seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
                memory: limits.field("memory", Bytes).optional()?,
            },
            time: time.map(|time| time.to_string()),
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
        let paths: Vec<&str> = keys.into_iter().filter(|key| !OWN.contains(key)).collect();
        let added = match kind {
            "list" => {
                let points = table.tables("list")?;
                let points = points.iter().map(read_point).collect::<Result<_, _>>()?;
                self.variation.list(points)
            }
            "random" | "latin" => {
                let points = table.u32("points").in_range(1..=MOST_POINTS).required()?;
                let seed = table.u64("seed").or(0)?;
                let laws = paths
                    .iter()
                    .map(|path| Ok(((*path).to_owned(), table.field(path, Drawn).required()?)));
                let laws = laws.collect::<Result<Vec<_>, ScenarioError>>()?;
                self.variation.sample(laws, points, seed, kind == "latin")
            }
            _ => {
                let lists = paths
                    .iter()
                    .map(|path| Ok(((*path).to_owned(), table.field(path, Listed).required()?)));
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

/// `seeds`, or `repetitions` from `first_seed` on.
fn read_seeds(root: &Section<'_>) -> Result<Option<Seeds>, ScenarioError> {
    let seeds = root.field("seeds", Seeded).optional()?;
    let repetitions = root.u64("repetitions").positive().optional()?;
    let first = root.u64("first_seed").optional()?;
    match (seeds, repetitions) {
        (Some(_), Some(_)) => {
            Err(root.refuse("repetitions", "expected seeds or repetitions, found both"))
        }
        (seeds, None) if first.is_some() => {
            let _ = seeds;
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

/// Refuses a text for what was said of it, in the words of rules.
fn refused(what: &str, found: &Node) -> Refusal {
    let expected = match what.strip_prefix("expected ") {
        Some(rest) => rest.split(", found").next().unwrap_or(rest).to_owned(),
        None => format!("something else ({what})"),
    };
    Refusal::new(expected, found)
}

/// The values of a parameter: a text as of `--vary`, one value, or a list.
struct Listed;

impl Rule for Listed {
    type Value = Vec<String>;
    type Default = Vec<String>;

    fn expected(&self) -> String {
        "values: a list, or a text such as \"10..100:10\" or \"1,2,5\"".to_owned()
    }

    fn read(&self, found: &Node) -> Result<Vec<String>, Refusal> {
        if let Some(text) = found.text() {
            return values(text).map_err(|what| refused(&what, found));
        }
        let entries = found.entries();
        let entries = entries.map_or_else(|| vec![found], |entries| entries.iter().collect());
        let words = entries.iter().map(|entry| entry.word());
        let words = words.collect::<Option<Vec<_>>>();
        words.ok_or_else(|| Refusal::new(self.expected(), found))
    }

    fn write(&self, value: &Vec<String>) -> toml::Value {
        toml::Value::from(value.clone())
    }

    fn write_default(&self, default: Vec<String>) -> toml::Value {
        self.write(&default)
    }
}

/// One value of a parameter.
struct Single;

impl Rule for Single {
    type Value = String;
    type Default = String;

    fn expected(&self) -> String {
        "a value".to_owned()
    }

    fn read(&self, found: &Node) -> Result<String, Refusal> {
        found
            .word()
            .ok_or_else(|| Refusal::new(self.expected(), found))
    }

    fn write(&self, value: &String) -> toml::Value {
        value.clone().into()
    }

    fn write_default(&self, default: String) -> toml::Value {
        default.into()
    }
}

/// From what a parameter is drawn.
struct Drawn;

impl Rule for Drawn {
    type Value = Law;
    type Default = Law;

    fn expected(&self) -> String {
        "{ from = 1.0, to = 2.0 }, with scale = \"log\" where the logarithm is to be uniform (two whole \
         numbers give whole numbers), or a list of values to choose from"
            .to_owned()
    }

    fn read(&self, found: &Node) -> Result<Law, Refusal> {
        let refused = || Refusal::new(self.expected(), found);
        if found.entries().is_some() {
            return Listed.read(found).map(Law::Choice);
        }
        let keys = found.keys().ok_or_else(refused)?;
        if keys
            .iter()
            .any(|key| !["from", "to", "scale"].contains(key))
        {
            return Err(refused());
        }
        let number = |key: &str| found.at(key).and_then(Node::number).ok_or_else(refused);
        let (from, to) = (number("from")?, number("to")?);
        let scale = found.at("scale").map(|scale| scale.text().unwrap_or("?"));
        let whole = |key: &str| found.at(key).and_then(Node::whole);
        match (scale, whole("from").zip(whole("to"))) {
            (None | Some("linear"), Some((from, to))) => Ok(Law::Whole { from, to }),
            (None | Some("linear"), None) => Ok(Law::Uniform { from, to }),
            (Some("log"), _) => Ok(Law::Logarithmic { from, to }),
            _ => Err(refused()),
        }
    }

    fn write(&self, value: &Law) -> toml::Value {
        format!("{value:?}").into()
    }

    fn write_default(&self, default: Law) -> toml::Value {
        self.write(&default)
    }
}

/// Seeds: a text as of `--seeds`, or a list of numbers.
struct Seeded;

impl Rule for Seeded {
    type Value = Seeds;
    type Default = Seeds;

    fn expected(&self) -> String {
        "seeds such as \"0..999\" or [1, 5, 9]".to_owned()
    }

    fn read(&self, found: &Node) -> Result<Seeds, Refusal> {
        let words = match found.text() {
            Some(text) => Some(text.to_owned()),
            None => Listed.read(found).ok().map(|words| words.join(",")),
        };
        let words = words.ok_or_else(|| Refusal::new(self.expected(), found))?;
        words.parse().map_err(|what: String| refused(&what, found))
    }

    fn write(&self, value: &Seeds) -> toml::Value {
        value.to_string().into()
    }

    fn write_default(&self, default: Seeds) -> toml::Value {
        self.write(&default)
    }
}

/// A number of bytes.
struct Bytes;

impl Rule for Bytes {
    type Value = u64;
    type Default = u64;

    fn expected(&self) -> String {
        "a size such as \"512MiB\" or \"2GiB\"".to_owned()
    }

    fn read(&self, found: &Node) -> Result<u64, Refusal> {
        let words = found.word().unwrap_or_default();
        bytes(&words).map_err(|_| Refusal::new(self.expected(), found))
    }

    fn write(&self, value: &u64) -> toml::Value {
        value.to_string().into()
    }

    fn write_default(&self, default: u64) -> toml::Value {
        self.write(&default)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<SweepFile, String> {
        let document = Document::parse("sweep.toml", text).unwrap();
        assert!(SweepFile::is_one(&document));
        SweepFile::read(&document).map_err(|error| error.to_string())
    }

    #[test]
    fn blocks_vary_as_their_kind_says() {
        let text = "scenario = 'a.toml'\nseeds = '0..9'\nset = ['limits.time=5']\nname = 'x'\n\
            [limits]\nseconds = 1.5\nmemory = '2GiB'\nevents = 100\n\
            [[vary]]\n'swarm.robots' = '10..20:10'\n'scheduler.kind' = ['fsync', 'ssync']\n\
            [[vary]]\nkind = 'zip'\n'a.b' = [1, 2]\n'a.c' = [true, 0.5]\n\
            [[vary]]\nkind = 'list'\nlist = [{ 'd.e' = 1 }, { 'd.e' = 'x' }]\n\
            [[vary]]\nkind = 'latin'\npoints = 3\nseed = 1\n'f.g' = { from = 1.0, to = 8.0, scale = 'log' }\n\
            'f.h' = { from = 1, to = 3 }\n'f.i' = ['u', 'v']\n";
        let file = read(text).unwrap();
        assert_eq!(file.variation.points(), Some(4 * 2 * 2 * 3));
        let paths: Vec<_> = file.variation.paths().collect();
        let wanted = [
            "swarm.robots",
            "scheduler.kind",
            "a.b",
            "a.c",
            "d.e",
            "f.g",
            "f.h",
            "f.i",
        ];
        assert_eq!(paths, wanted);
        let first = file.variation.point(0);
        let values: Vec<_> = first
            .iter()
            .take(5)
            .map(|(_, value)| value.as_str())
            .collect();
        assert_eq!(values, ["10", "fsync", "1", "true", "1"]);
        assert_eq!(file.limits.memory, Some(2 << 30));
        assert_eq!(file.limits.seconds, Some(Duration::from_millis(1500)));
        assert_eq!(file.events.as_deref(), Some("100"));
        assert_eq!(file.seeds.unwrap().count(), 10);
        assert_eq!(file.scenario, Path::new("a.toml"));
        let more = read("scenario = 'a.toml'\nrepetitions = 5\nfirst_seed = 3\n").unwrap();
        assert_eq!(more.seeds.unwrap().to_string(), "3..7");
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let cases = [
            ("seedss = 1", "sweep.toml:2:1: seedss: unknown key"),
            (
                "seeds = '5..1'",
                "sweep.toml:2:9: seeds: expected a last seed of at least 5, found \"5..1\"",
            ),
            (
                "seeds = '1'\nrepetitions = 2",
                "expected seeds or repetitions, found both",
            ),
            ("first_seed = 2", "expected repetitions beside it"),
            (
                "[limits]\nmemory = '2 apples'",
                "expected a size such as \"512MiB\" or \"2GiB\"",
            ),
            ("[[vary]]\nkind = 'gird'", "did you mean \"grid\"?"),
            ("[[vary]]\n'a' = '5..1'", "the range 5..1 is empty"),
            ("[[vary]]\n'a' = []", "expected at least one value"),
            (
                "[[vary]]\nkind = 'zip'\n'a' = [1]\n'b' = [1, 2]",
                "expected lists of one length",
            ),
            (
                "[[vary]]\nkind = 'latin'\n'a' = { from = 1, to = 2 }",
                "vary[0].points: missing",
            ),
            (
                "[[vary]]\nkind = 'random'\npoints = 2\n'a' = { from = 1 }",
                "expected { from = 1.0, to = 2.0 }",
            ),
            (
                "[[vary]]\nkind = 'random'\npoints = 2\n'a' = 5",
                "expected { from = 1.0, to = 2.0 }",
            ),
            (
                "[[vary]]\nkind = 'random'\npoints = 2\n'a' = { from = 2.0, to = 1.0 }",
                "from <= to",
            ),
        ];
        for (text, words) in cases {
            let found = read(&format!("scenario = 'a.toml'\n{text}\n")).unwrap_err();
            assert!(found.contains(words), "{text}: {found}");
        }
    }

    #[test]
    fn sizes_have_units() {
        for (text, size) in [
            ("512MiB", 512 << 20),
            ("2 gb", 2_000_000_000),
            ("17", 17),
            ("1KiB", 1024),
        ] {
            assert_eq!(bytes(text), Ok(size), "{text}");
        }
        for text in ["", "MiB", "-1", "1.5GiB", "1 apple", "0", "99999999999TB"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }
}
