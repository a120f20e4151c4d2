//! The report of an experiment, as Markdown.

use std::fmt::Write as _;

use serde_json::Value;
use xxhash_rust::xxh3::xxh3_128;

use super::file::Experiment;
use crate::dataset::{self, Dataset};

/// What a report is made of.
pub(super) struct Report<'r> {
    pub(super) experiment: &'r Experiment,
    pub(super) swept: &'r [Swept],
    pub(super) tabled: &'r [Tabled],
    pub(super) drawn: &'r [Drawn],
}

/// A sweep that was carried out.
pub(super) struct Swept {
    pub(super) name: String,
    /// Its number in the store.
    pub(super) id: i64,
    pub(super) hash: String,
    /// The first variant as text.
    pub(super) text: String,
    pub(super) variation: Value,
    pub(super) seeds: String,
    pub(super) variants: u64,
    pub(super) ends: Vec<(String, u64)>,
    /// Its runs by their places: varied parameters, seed, end, time, events, digest.
    pub(super) runs: Dataset,
}

/// A table that was computed.
pub(super) struct Tabled {
    pub(super) title: String,
    pub(super) text: String,
    pub(super) json: Value,
}

/// A plot that was drawn.
pub(super) struct Drawn {
    pub(super) title: String,
    /// Its file, relative to the report.
    pub(super) file: String,
}

impl Report<'_> {
    pub(super) fn markdown(&self) -> String {
        let Experiment { title, about, .. } = self.experiment;
        let mut text = format!("# {title}\n\n");
        if !about.trim().is_empty() {
            text += &format!("{}\n\n", about.trim());
        }
        for plot in self.drawn {
            text += &format!("## {}\n\n![{}]({})\n\n", plot.title, plot.title, plot.file);
        }
        for (number, table) in (1..).zip(self.tabled) {
            text += &format!("## {}\n\n```text\n{}```\n\n", table.title, table.text);
            text += &format!("The same for programs: `tables/{number:02}.json`.\n\n");
        }
        text += "## How it was made\n\n";
        let version = env!("CARGO_PKG_VERSION");
        text += &format!(
            "Formicary {version}, on the inline engine. Everything here follows from the scenarios and the seeds \
             below: whoever runs them again comes to the same digests. All runs are in `runs.db`; \
             `formicary runs replay ID --store runs.db` repeats one of them.\n\n"
        );
        for swept in self.swept {
            swept.write(&mut text);
        }
        text
    }
}

impl Swept {
    /// What was run, and what came of each run.
    fn write(&self, text: &mut String) {
        let ends = self
            .ends
            .iter()
            .map(|(end, count)| format!("{count} {end}"));
        let ends: Vec<String> = ends.collect();
        // Writing to a String never fails.
        let _ = writeln!(text, "### Sweep {}\n", self.name);
        let rows = [
            ("hash", self.hash.clone()),
            ("variants", self.variants.to_string()),
            ("seeds", self.seeds.clone()),
            ("runs", self.runs.rows().to_string()),
            ("ends", ends.join(", ")),
            ("digest of all digests", self.digest()),
        ];
        let _ = writeln!(text, "| | |\n|---|---|");
        for (label, value) in rows {
            let _ = writeln!(text, "| {label} | {value} |");
        }
        let _ = writeln!(text, "\nVaried: `{}`\n", self.variation["vary"]);
        let _ = writeln!(text, "The first variant:\n\n```toml\n{}```\n", self.text);
        let _ = writeln!(text, "Every run:\n");
        let names: Vec<&str> = self
            .runs
            .columns()
            .iter()
            .map(|column| column.name.as_str())
            .collect();
        let _ = writeln!(text, "| {} |", names.join(" | "));
        let _ = writeln!(text, "|{}", "---|".repeat(names.len()));
        for row in 0..self.runs.rows() {
            let cells = self
                .runs
                .columns()
                .iter()
                .map(|column| cell(column.values.get(row)));
            let cells: Vec<String> = cells.collect();
            let _ = writeln!(text, "| {} |", cells.join(" | "));
        }
        text.push('\n');
    }

    /// A hash over the digests of all runs, in the order of their places.
    fn digest(&self) -> String {
        let column = self.runs.column("digest");
        let digests = (0..self.runs.rows())
            .map(|row| column.map_or(String::new(), |column| cell(column.values.get(row))));
        let all: String = digests.map(|digest| digest + "\n").collect();
        format!("{:032x}", xxh3_128(all.as_bytes()))
    }
}

fn cell(value: dataset::Value<'_>) -> String {
    match value {
        dataset::Value::Missing => "-".to_owned(),
        dataset::Value::Integer(whole) => whole.to_string(),
        dataset::Value::Real(real) => real.to_string(),
        dataset::Value::Text(text) => text.replace('|', "\\|"),
        dataset::Value::Truth(truth) => if truth { "yes" } else { "no" }.to_owned(),
    }
}
