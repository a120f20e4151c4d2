//! The file of an experiment.

use std::path::PathBuf;

use crate::plot::columns::{Figure, Kind};
use crate::scenario::{Document, ScenarioError, Section, Word};
use crate::stats::fit::Model;
use crate::stats::report::{FitOptions, Options, SurvivalOptions};
use crate::sweep::file::SweepFile;

/// An experiment that was read.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// What it is called.
    pub title: String,
    /// What it asks, and whatever else there is to say before the figures: paragraphs of Markdown.
    pub about: String,
    /// The folder that its scenarios are relative to.
    pub folder: PathBuf,
    /// The sweeps.
    pub sweeps: Vec<SweepSpec>,
    /// The tables of statistics.
    pub tables: Vec<TableSpec>,
    /// The plots.
    pub plots: Vec<PlotSpec>,
}

/// One sweep of an experiment.
#[derive(Clone, Debug)]
pub struct SweepSpec {
    /// The name by which tables and plots call it.
    pub name: String,
    /// What is varied.
    pub file: SweepFile,
}

/// One table of an experiment.
#[derive(Clone, Debug)]
pub struct TableSpec {
    /// What it shows.
    pub title: String,
    /// The sweep whose runs it is about.
    pub sweep: String,
    /// A further filter.
    pub filter: Option<String>,
    /// What is computed.
    pub options: Options,
}

/// One plot of an experiment.
#[derive(Clone, Debug)]
pub struct PlotSpec {
    /// What it shows.
    pub title: String,
    /// The sweep whose runs it is about.
    pub sweep: String,
    /// A further filter.
    pub filter: Option<String>,
    /// Which columns make which chart.
    pub figure: Figure,
}

impl Experiment {
    /// Reads the file of an experiment.
    ///
    /// # Errors
    ///
    /// The first value that is missing or wrong, or the first key that nobody knows, with its place.
    pub fn read(document: &Document) -> Result<Self, ScenarioError> {
        let root = document.root();
        let title = root.str("title").non_empty().required()?;
        let about = root.str("about").or(String::new())?;
        let mut sweeps: Vec<SweepSpec> = Vec::new();
        for table in root.tables("sweep")? {
            let file = SweepFile::read_table(&table)?;
            let name = table.str("name").non_empty().required()?;
            if sweeps.iter().any(|sweep| sweep.name == name) {
                return Err(table.refuse("name", format!("there is a sweep {name:?} already")));
            }
            sweeps.push(SweepSpec { name, file });
        }
        if sweeps.is_empty() {
            return Err(root.refuse("sweep", "expected at least one [[sweep]]"));
        }
        let tables = root.tables("table")?;
        let tables = tables.iter().map(|table| TableSpec::read(table, &sweeps));
        let plots = root.tables("plot")?;
        let plots = plots.iter().map(|table| PlotSpec::read(table, &sweeps));
        let experiment = Experiment {
            title,
            about,
            folder: document.folder().to_owned(),
            tables: tables.collect::<Result<_, _>>()?,
            plots: plots.collect::<Result<_, _>>()?,
            sweeps,
        };
        root.finish()?;
        Ok(experiment)
    }
}

/// The sweep that a table or a plot is about: the only one, if none is named.
fn read_sweep(table: &Section<'_>, sweeps: &[SweepSpec]) -> Result<String, ScenarioError> {
    let name = table.str("sweep").non_empty().optional()?;
    let names: Vec<&str> = sweeps.iter().map(|sweep| sweep.name.as_str()).collect();
    match (name, names.as_slice()) {
        (Some(name), _) if names.contains(&name.as_str()) => Ok(name),
        (None, [only]) => Ok((*only).to_owned()),
        (name, _) => {
            let found = name.map_or("none".to_owned(), |name| format!("{name:?}"));
            let message = format!(
                "expected one of the sweeps {}, found {found}",
                names.join(", ")
            );
            Err(table.refuse("sweep", message))
        }
    }
}

impl TableSpec {
    fn read(table: &Section<'_>, sweeps: &[SweepSpec]) -> Result<Self, ScenarioError> {
        let texts = |key: &str| -> Result<Vec<String>, ScenarioError> {
            Ok(table
                .str(key)
                .list()
                .or_one()
                .optional()?
                .unwrap_or_default())
        };
        let survival = texts("survival")?;
        let models = table.choice::<Law>("fit").list().or_one().optional()?;
        let against = table.str("against").non_empty().optional()?;
        let fit = match (models, against) {
            (Some(models), Some(against)) => Some(FitOptions {
                models: models.into_iter().map(Law::model).collect(),
                against,
                points: Default::default(),
            }),
            (None, None) => None,
            (Some(_), None) => {
                return Err(table.refuse("against", "expected the column of the sizes beside fit"));
            }
            (None, Some(_)) => return Err(table.refuse("fit", "expected laws beside against")),
        };
        let usual = Options::default();
        Ok(TableSpec {
            title: table.str("title").non_empty().required()?,
            sweep: read_sweep(table, sweeps)?,
            filter: table.str("where").non_empty().optional()?,
            options: Options {
                by: texts("by")?,
                metrics: texts("metrics")?,
                survival: (!survival.is_empty()).then(|| SurvivalOptions {
                    time: "time".to_owned(),
                    end: "end".to_owned(),
                    ends: survival,
                }),
                pairs: table.bool("pairs").or(false)?,
                paired_by: texts("paired_by")?,
                fit,
                resamples: table
                    .u32("resamples")
                    .at_most(1_000_000)
                    .or(usual.resamples)?,
                ..usual
            },
        })
    }
}

impl PlotSpec {
    fn read(table: &Section<'_>, sweeps: &[SweepSpec]) -> Result<Self, ScenarioError> {
        let kind = table.choice::<Kind>("kind").required()?;
        let text = |key: &str| table.str(key).non_empty().optional();
        let ends = table.str("ends").list().or_one().optional()?;
        Ok(PlotSpec {
            title: table.str("title").non_empty().required()?,
            sweep: read_sweep(table, sweeps)?,
            filter: text("where")?,
            figure: Figure {
                kind,
                x: text("x")?,
                y: text("y")?,
                value: text("value")?,
                by: text("by")?,
                ends: ends.unwrap_or_default(),
                fit: table.choice::<Law>("fit").optional()?.map(Law::model),
                log_x: table.bool("log_x").or(false)?,
                log_y: table.bool("log_y").or(false)?,
            },
        })
    }
}

/// The words for laws of growth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Law {
    Logarithm,
    Power,
    PowerLeastSquares,
}

impl Law {
    fn model(self) -> Model {
        match self {
            Law::Logarithm => Model::Logarithm,
            Law::Power => Model::Power,
            Law::PowerLeastSquares => Model::PowerLeastSquares,
        }
    }
}

impl Word for Law {
    const ALL: &'static [Self] = &[Law::Logarithm, Law::Power, Law::PowerLeastSquares];

    fn word(self) -> &'static str {
        match self {
            Law::Logarithm => "logarithm",
            Law::Power => "power",
            Law::PowerLeastSquares => "power-least-squares",
        }
    }
}
