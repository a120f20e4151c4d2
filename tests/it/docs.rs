//! The documents say what the program does: names, keys, defaults and links are compared.

#![cfg(test)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use formicary::layout::Layout;
use formicary::model::Subject;
use formicary::model::amoebot::{self, Amoebot};
use formicary::model::oblot::algorithms::ALGORITHMS;
use formicary::model::oblot::faults::FAULTS;
use formicary::model::oblot::schedulers::adversaries::ADVERSARIES;
use formicary::model::oblot::schedulers::{LAWS, SCHEDULERS};
use formicary::model::oblot::starts::STARTS;
use formicary::model::oblot::{self, Oblot};
use formicary::monitor;
use formicary::monitor::oblot::MONITORS;
use formicary::record::FORMATS;
use formicary::registry::{Entry, Kind, Parameter, Table};
use formicary::scenario::Document;
use formicary::study::{Study, keys, models};

const SCENARIO: &str = "docs/scenario.md";
const AMOEBOT: &str = "docs/amoebot.md";
const RECORD: &str = "docs/record.md";
const MONITORING: &str = "docs/monitors.md";

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn document(path: &str) -> String {
    let text = fs::read_to_string(root().join(path)).unwrap();
    // A text that git gave the line ends of another system is the same text.
    text.replace('\r', "")
}

/// The headings of a Markdown text: their level, their line and where they begin. Lines in fenced
/// blocks are none.
fn headings(text: &str) -> Vec<(usize, &str, usize)> {
    let mut headings = Vec::new();
    let (mut start, mut fenced) = (0, false);
    for line in text.split_inclusive('\n') {
        let level = line.bytes().take_while(|&byte| byte == b'#').count();
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced && level > 0 {
            headings.push((level, line.trim_end(), start));
        }
        start += line.len();
    }
    headings
}

/// The part of a Markdown text under the one heading that is or begins with `wanted`, up to the
/// next heading of its level or above.
fn chapter<'t>(text: &'t str, wanted: &str) -> &'t str {
    let mut all = headings(text).into_iter();
    let found = all.find(|(_, line, _)| line.starts_with(wanted));
    let Some((level, _, start)) = found else {
        panic!("there is no heading {wanted:?}");
    };
    let end = all.find(|&(other, _, _)| other <= level);
    &text[start..end.map_or(text.len(), |(_, _, end)| end)]
}

/// The first fenced block of a language in a Markdown text.
fn block<'t>(text: &'t str, language: &str) -> &'t str {
    let fence = format!("```{language}\n");
    let start = text.find(&fence).unwrap() + fence.len();
    let end = text[start..].find("```").unwrap();
    &text[start..start + end]
}

/// Whether some table of the text has a row for this key, alone or beside others.
fn has_row(text: &str, key: &str) -> bool {
    let name = format!("`{key}`");
    let mut first_cells = text.lines().filter_map(|line| {
        let row = line.strip_prefix("| ")?;
        Some(row.split(" | ").next().unwrap_or(row))
    });
    first_cells.any(|cell| cell.split(", ").any(|word| word == name))
}

/// The row of a key in its table.
fn row(parameter: &Parameter) -> String {
    let Parameter {
        name,
        default,
        summary,
        ..
    } = parameter;
    // Words stand in quotes, because a bar would end the cell.
    let quoted = |words: &[&str]| {
        let quoted = words.iter().map(|word| format!("`\"{word}\"`"));
        quoted.collect::<Vec<_>>().join(", ")
    };
    let values = match parameter.kind {
        Kind::Word(words) => quoted(words),
        Kind::Words(words) => format!("{}, or a list of these", quoted(words)),
        Kind::WordList(words) => format!("list of {}", quoted(words)),
        Kind::Truth => "`true`, `false`".to_owned(),
        _ => parameter.values(),
    };
    let default = default.unwrap_or("required");
    format!("| `{name}` | {values} | {default} | {summary} |")
}

/// A row without what only a document has: code in backticks, and links.
fn plain(row: &str) -> String {
    let mut plain = String::new();
    let mut rest = row;
    while let Some(end) = rest.find("](") {
        let start = rest[..end].rfind('[').unwrap_or(end);
        let after = rest[end..]
            .find(')')
            .map_or(rest.len(), |close| end + close + 1);
        plain += &rest[..start];
        plain += &rest[start + 1..end];
        rest = &rest[after..];
    }
    plain += rest;
    plain.replace('`', "")
}

/// Checks that a chapter has these rows and no others.
fn check_rows(chapter: &str, keys: &[Parameter], what: &str) {
    let rows: Vec<String> = chapter
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(plain)
        .collect();
    let expected: Vec<String> = keys.iter().map(|key| plain(&row(key))).collect();
    for row in &expected {
        assert!(
            rows.contains(row),
            "{SCENARIO} lacks, at {what}:\n{row}\nand has\n{}",
            rows.join("\n")
        );
    }
    for row in &rows {
        assert!(
            expected.contains(row),
            "{SCENARIO} has, at {what}, what the program has not: {row}"
        );
    }
}

fn check_entries<C>(text: &str, title: &str, entries: &[Entry<C>]) {
    let registry = chapter(text, &format!("### {title}"));
    let documented = registry.lines().filter(|line| line.starts_with("#### "));
    let expected = |entry: &Entry<C>| format!("#### `{}`: {}", entry.name, entry.summary);
    assert_eq!(
        documented.collect::<Vec<_>>(),
        entries.iter().map(expected).collect::<Vec<_>>(),
        "{SCENARIO}, {title}",
    );
    for entry in entries {
        let text = chapter(registry, &format!("#### `{}`:", entry.name));
        assert!(
            text.contains(&format!("\n{}\n", entry.help)),
            "{SCENARIO} says otherwise: {}: {}",
            entry.name,
            entry.help
        );
        check_rows(text, entry.parameters, entry.name);
    }
}

#[test]
fn every_entry_and_parameter_is_documented() {
    let text = document(SCENARIO);
    check_entries(&text, "Algorithms", ALGORITHMS);
    check_entries(&text, "Schedulers", SCHEDULERS);
    check_entries(&text, "Adversaries", ADVERSARIES);
    check_entries(&text, "Laws", LAWS);
    check_entries(&text, "Faults", FAULTS);
    check_entries(&text, "Starts", STARTS);
    check_entries(&text, "Monitors", MONITORS);
}

#[test]
fn every_model_is_documented() {
    let text = document(SCENARIO);
    let rows: Vec<_> = chapter(&text, "### Models")
        .lines()
        .filter(|line| line.starts_with("| `"))
        .collect();
    let expected = models().map(|(name, summary)| format!("| `{name}` | {summary} |"));
    assert_eq!(rows, expected.collect::<Vec<_>>(), "{SCENARIO}");
}

/// The rows of keys as a table; nothing where there are none.
fn table_of(keys: &[Parameter], first: &str) -> String {
    if keys.is_empty() {
        return String::new();
    }
    let rows: Vec<String> = keys.iter().map(row).collect();
    format!(
        "\n| {first} | kind | default | meaning |\n|---|---|---|---|\n{}\n",
        rows.join("\n")
    )
}

/// The chapter of a registry.
fn chapter_of<C>(title: &str, about: &str, entries: &[Entry<C>]) -> String {
    let mut text = format!("### {title}\n\n{about}\n\n");
    for Entry {
        name,
        summary,
        help,
        parameters,
        ..
    } in entries
    {
        let table = table_of(parameters, "parameter");
        text += &format!("#### `{name}`: {summary}\n\n{help}\n{table}\n");
    }
    text
}

/// The reference at the end of the document of amoebots.
fn reference_of_amoebots() -> String {
    let mut text =
        "## Every key\n\nBesides `model`, `[record]` and the keys of `[expect]` that every \
                    model has, which are in [scenario.md](scenario.md#every-key).\n\n"
            .to_owned();
    let monitors = monitor::amoebot::keys::TABLES;
    for table in amoebot::keys::TABLES.iter().chain(monitors) {
        let heading = match (table.name, table.repeated) {
            ("", _) => "The top level".to_owned(),
            (name, true) => format!("`[[{name}]]`"),
            (name, false) => format!("`[{name}]`"),
        };
        let summary = table.summary[..1].to_uppercase() + &table.summary[1..];
        let keys: Vec<Parameter> = table.parameters().copied().collect();
        text += &format!("### {heading}\n\n{summary}.\n{}\n", table_of(&keys, "key"));
    }
    text += "## What there is to choose from\n\n";
    text += &chapter_of(
        "Algorithms",
        "`[swarm] algorithm`; parameters stand in `[swarm]`.",
        amoebot::algorithms::ALGORITHMS,
    );
    text += &chapter_of(
        "Starts",
        "`[swarm] start`; parameters stand in `[swarm]`.",
        amoebot::starts::STARTS,
    );
    text += &chapter_of(
        "Monitors",
        "`[[monitors]] kind`; parameters stand in the same table.",
        monitor::amoebot::MONITORS,
    );
    text += "### Figures of monitors\n\nWhat `[expect.figures]` may name, after the name of the \
             monitor; and the summary of a run shows it.\n\n| figure | meaning |\n|---|---|\n";
    for entry in monitor::amoebot::MONITORS {
        for figure in entry.build.figures {
            text += &format!("| `{}.{}` | {} |\n", entry.name, figure.key, figure.summary);
        }
    }
    text
}

/// With `FORMICARY_BLESS=1` the reference is written anew.
#[test]
fn the_reference_of_amoebots_is_what_the_program_says() {
    let text = document(AMOEBOT);
    let (before, _) = text.split_once("## Every key\n").unwrap();
    let expected = before.to_owned() + &reference_of_amoebots();
    if std::env::var_os("FORMICARY_BLESS").is_some() {
        fs::write(root().join(AMOEBOT), &expected).unwrap();
        return;
    }
    for (line, expected) in text.lines().zip(expected.lines()) {
        assert_eq!(
            line, expected,
            "{AMOEBOT} (FORMICARY_BLESS=1 writes it anew)"
        );
    }
    assert_eq!(
        text.len(),
        expected.len(),
        "{AMOEBOT} (FORMICARY_BLESS=1 writes it anew)"
    );
}

/// All fenced blocks of a language in a Markdown text.
fn blocks<'t>(text: &'t str, language: &str) -> Vec<&'t str> {
    let fence = format!("```{language}\n");
    let parts = text.split(fence.as_str()).skip(1);
    parts.filter_map(|part| part.split("```").next()).collect()
}

#[test]
fn every_scenario_in_the_document_of_amoebots_runs_as_it_says() {
    let text = document(AMOEBOT);
    let blocks = blocks(&text, "toml");
    assert!(!blocks.is_empty());
    for block in blocks {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("example.toml");
        fs::write(&path, block).unwrap();
        let run = Command::new(env!("CARGO_BIN_EXE_formicary"))
            .args(["run", path.to_str().unwrap()])
            .output()
            .unwrap();
        assert!(run.status.success(), "{block}\n{run:?}");
    }
}

#[test]
fn every_figure_of_a_monitor_is_documented_with_its_source() {
    let text = document(MONITORING);
    for entry in MONITORS {
        let title = entry.name[..1].to_uppercase() + &entry.name[1..];
        let section = chapter(&text, &format!("## {title}"));
        let rows: Vec<_> = section
            .lines()
            .filter(|line| line.starts_with("| `"))
            .collect();
        for figure in entry.build.figures {
            let row = format!("| `{}` | {} |", figure.key, figure.summary);
            assert!(rows.contains(&row.as_str()), "{MONITORING} lacks: {row}");
        }
        assert!(
            section.contains("verdict") || section.contains("**Holds**"),
            "{title}"
        );
    }
}

/// Where the first heading below that of a chapter begins.
fn headings_after(chapter: &str) -> usize {
    let mut below = headings(chapter).into_iter().skip(1);
    below.next().map_or(chapter.len(), |(_, _, start)| start)
}

#[test]
fn every_key_of_turns_and_steps_is_documented() {
    let text = document(SCENARIO);
    let chapter = plain(chapter(&text, "#### Turns and steps"));
    let scheduler = tables().find(|table| table.name == "scheduler").unwrap();
    for name in ["turns", "steps"] {
        let table = scheduler.inner.iter().find(|inner| inner.name == name);
        for key in table.unwrap().parameters() {
            let found = chapter.lines().find_map(|line| {
                let cells: Vec<&str> = line.trim_matches(['|', ' ']).split(" | ").collect();
                let here = cells[0] == key.name && cells.get(1)?.contains(name);
                here.then(|| {
                    (
                        cells[cells.len() - 2].to_owned(),
                        cells[cells.len() - 1].to_owned(),
                    )
                })
            });
            let default = key.default.unwrap_or("required").to_owned();
            let expected = (default, plain(key.summary));
            assert_eq!(found, Some(expected), "{SCENARIO}: {name}, {}", key.name);
        }
    }
}

/// All tables of a scenario of OBLOT.
fn tables() -> impl Iterator<Item = &'static Table> {
    let monitors = monitor::oblot::keys::TABLES;
    keys::TABLES
        .iter()
        .chain(oblot::keys::TABLES)
        .chain(monitors)
}

#[test]
fn every_key_is_documented_and_every_documented_key_is_one() {
    let text = document(SCENARIO);
    let chapter_of_keys = chapter(&text, "## Every key");
    let (top, tables): (Vec<&Table>, Vec<&Table>) =
        tables().partition(|table| table.name.is_empty());
    let keys: Vec<Parameter> = top
        .iter()
        .flat_map(|table| table.parameters())
        .copied()
        .collect();
    check_rows(
        chapter(chapter_of_keys, "### The top level"),
        &keys,
        "the top level",
    );
    let mut headings = vec!["### The top level".to_owned()];
    for table in &tables {
        let heading = match table.repeated {
            true => format!("### `[[{}]]`", table.name),
            false => format!("### `[{}]`", table.name),
        };
        let keys: Vec<Parameter> = table.parameters().copied().collect();
        let chapter = chapter(chapter_of_keys, &heading);
        let end = headings_after(chapter);
        check_rows(&chapter[..end], &keys, table.name);
        headings.push(heading);
    }
    for line in chapter_of_keys
        .lines()
        .filter(|line| line.starts_with("### "))
    {
        assert!(
            headings.iter().any(|heading| heading == line),
            "{SCENARIO}: no table {line}"
        );
    }
}

#[test]
fn the_full_example_is_a_scenario() {
    let text = document(SCENARIO);
    let example = block(chapter(&text, "## An example"), "toml");
    let study = Study::read(&Document::parse("example.toml", example).unwrap());
    assert_eq!(study.unwrap().about().seed, "42");
}

#[test]
fn every_key_that_run_prints_is_documented() {
    let text = document(SCENARIO);
    let chapter = chapter(&text, "## The JSON of a run");
    let run = Command::new(env!("CARGO_BIN_EXE_formicary"))
        .current_dir(root())
        .args(["run", "scenarios/oblot/gathering.toml", "--events", "10"])
        .args(["--set", "expect.end=[\"events\"]", "--json"])
        .output()
        .unwrap();
    assert!(run.status.success());
    let printed: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    for key in printed.as_object().unwrap().keys() {
        assert!(has_row(chapter, key), "{SCENARIO} lacks the JSON key {key}");
    }
}

#[test]
fn every_format_and_column_of_records_is_documented() {
    let text = document(RECORD);
    for format in FORMATS {
        let row = format!("| `.{}` | {} |", format.extension, format.summary);
        assert!(text.contains(&row), "{RECORD} lacks: {row}");
    }
    check_columns(&text, &Oblot::layout());
    check_columns(&text, &Oblot::operation_layout());
    check_columns(chapter(&text, "### Rows of amoebot"), &Amoebot::layout());
    for layout in [Oblot::layout(), Amoebot::layout()] {
        assert!(text.contains(&format!("rows of {} bytes", layout.row_bytes())));
    }
}

/// Checks that a text describes all columns of a layout, with the words for values.
fn check_columns(text: &str, layout: &Layout) {
    for column in layout.columns() {
        let kind = serde_json::to_value(column.kind).unwrap();
        let row = format!(
            "| `{}` | {} | {} |",
            column.name,
            column.offset,
            kind.as_str().unwrap()
        );
        assert!(text.contains(&row), "{RECORD} lacks: {row}");
        for (value, word) in &column.words {
            let pair = format!("{value} {word}");
            assert!(text.contains(&pair), "{RECORD} lacks: {pair}");
        }
    }
}

/// The targets of the links in a Markdown text that are neither addresses nor places in it.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let starts = text.match_indices("](").map(|(start, _)| start + 2);
    let targets = starts.filter_map(|start| text[start..].split(')').next());
    targets.filter(|target| !target.contains("://"))
}

/// The places that headings make, as they are written in links.
fn anchors(text: &str) -> Vec<String> {
    let anchor = |(_, line, _): (usize, &str, usize)| {
        let title = line.trim_start_matches('#').trim().to_lowercase();
        let kept = title
            .chars()
            .filter(|&c| c.is_alphanumeric() || " -_".contains(c));
        kept.collect::<String>().replace(' ', "-")
    };
    headings(text).into_iter().map(anchor).collect()
}

#[test]
fn links_between_documents_lead_somewhere() {
    let mut documents: Vec<PathBuf> = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"]
        .map(PathBuf::from)
        .to_vec();
    for entry in fs::read_dir(root().join("docs")).unwrap() {
        let path = Path::new("docs").join(entry.unwrap().file_name());
        if path.extension().is_some_and(|extension| extension == "md") {
            documents.push(path);
        }
    }
    for path in documents {
        let text = document(path.to_str().unwrap());
        for target in links(&text) {
            let (file, place) = target.split_once('#').unwrap_or((target, ""));
            let file = match file {
                "" => path.clone(),
                file => path.parent().unwrap().join(file),
            };
            let shown = path.display();
            assert!(
                root().join(&file).exists(),
                "{shown}: {target} leads nowhere"
            );
            if !place.is_empty() {
                let there = anchors(&document(file.to_str().unwrap()));
                let known = there.iter().any(|anchor| anchor == place);
                assert!(known, "{shown}: {target} leads nowhere");
            }
        }
    }
}

/// The words in backticks of a Markdown text.
fn code_words(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn every_test_behind_a_guarantee_exists() {
    let text = document("docs/guarantees.md");
    let is_path = |word: &&str| word.ends_with(".rs");
    let is_name = |word: &&str| {
        let snake = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        word.matches('_').count() > 2 && word.chars().all(snake)
    };
    let mut file = String::new();
    for word in code_words(&text) {
        if is_path(&word) {
            file = document(word);
        } else if is_name(&word) {
            let there = file.contains(&format!("fn {word}("));
            assert!(
                there,
                "docs/guarantees.md names a test that is not there: {word}"
            );
        }
    }
}
