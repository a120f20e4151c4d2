//! Carrying an experiment out into a folder.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::file::{Experiment, PlotSpec, SweepSpec, TableSpec};
use super::report::{Drawn, Report, Swept, Tabled};
use super::{ExperimentError, page};
use crate::dataset::Dataset;
use crate::plot::{self, Style};
use crate::stats::report::{Options, report};
use crate::store::{Access, Filter, Order, Selection, Store};
use crate::sweep::{Control, Progress, SweepError, Sweeping, carry_out};

/// What is being done, for whoever shows it.
#[derive(Clone, Debug)]
pub enum Stage {
    /// A sweep, by its name.
    Sweep(String, Progress),
    /// A table, by its title: resamples drawn, and of how many.
    Table(String, u64, u64),
    /// A plot, by its title.
    Plot(String),
}

/// Carries an experiment out into a folder, which is made where it is missing: `runs.db`, `tables`, `plots`,
/// `report.md` and `report.html`. What is there from before is used: finished runs are not run again.
///
/// # Errors
///
/// What is wrong with a sweep, a table or a plot, and what cannot be written.
pub fn reproduce(
    experiment: &Experiment,
    folder: &Path,
    workers: usize,
    control: &Control,
    told: impl Fn(Stage) + Clone + Send + 'static,
) -> Result<Vec<PathBuf>, ExperimentError> {
    for name in ["tables", "plots"] {
        let path = folder.join(name);
        std::fs::create_dir_all(&path).map_err(|error| file_error(&path, error))?;
    }
    let mut store = Store::open(&folder.join("runs.db"), Access::Create)?;
    let mut swept = Vec::new();
    for sweep in &experiment.sweeps {
        let (next, one) = run(experiment, sweep, store, workers, control, told.clone())?;
        store = next;
        swept.push(one);
    }
    let mut files = Files {
        folder,
        written: Vec::new(),
    };
    let mut tabled = Vec::new();
    for (number, table) in (1..).zip(&experiment.tables) {
        let one = tabulate(&store, &swept, table, control, &told)?;
        let json = format!("{:#}\n", one.json);
        files.write(&format!("tables/{number:02}.json"), json.as_bytes())?;
        tabled.push(one);
    }
    let mut drawn = Vec::new();
    for (number, plot) in (1..).zip(&experiment.plots) {
        told(Stage::Plot(plot.title.clone()));
        drawn.push(draw(&store, &swept, plot, number, &mut files)?);
    }
    let report = Report {
        experiment,
        swept: &swept,
        tabled: &tabled,
        drawn: &drawn,
    };
    let text = report.markdown();
    files.write("report.md", text.as_bytes())?;
    files.write(
        "report.html",
        page::html(&experiment.title, &text).as_bytes(),
    )?;
    Ok(files.written)
}

/// The files of the folder.
struct Files<'f> {
    folder: &'f Path,
    written: Vec<PathBuf>,
}

impl Files<'_> {
    fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), ExperimentError> {
        let path = self.folder.join(name);
        std::fs::write(&path, bytes).map_err(|error| file_error(&path, error))?;
        self.written.push(path);
        Ok(())
    }
}

fn file_error(path: &Path, error: std::io::Error) -> ExperimentError {
    let path = path.display().to_string();
    ExperimentError::File { path, error }
}

/// Runs a sweep, or what is left of it.
fn run(
    experiment: &Experiment,
    sweep: &SweepSpec,
    store: Store,
    workers: usize,
    control: &Control,
    told: impl Fn(Stage) + Send + 'static,
) -> Result<(Store, Swept), ExperimentError> {
    let name = sweep.name.clone();
    let wrong = |error| ExperimentError::Sweep {
        name: name.clone(),
        error: Box::new(error),
    };
    let mut plan = sweep.file.clone().plan(&experiment.folder).map_err(wrong)?;
    plan.check().map_err(wrong)?;
    let sweeping = Sweeping {
        name: name.clone(),
        simulation: None,
        workers,
    };
    let shown = name.clone();
    let carried = carry_out(&plan, store, &sweeping, control, move |progress| {
        told(Stage::Sweep(shown.clone(), progress.clone()));
    });
    let (store, progress) = match carried {
        Err(SweepError::Stopped) => return Err(ExperimentError::Stopped),
        other => other.map_err(wrong)?,
    };
    if control.is_stopped() {
        return Err(ExperimentError::Stopped);
    }
    let kept = store.sweep(progress.sweep)?;
    let paths: Vec<String> = plan.point(0).into_iter().map(|(path, _)| path).collect();
    let selection = Selection {
        columns: paths
            .iter()
            .cloned()
            .chain(COLUMNS.map(str::to_owned))
            .collect(),
        filter: filter(progress.sweep, None)?,
        order: vec![Order {
            column: "place".to_owned(),
            descending: false,
        }],
        ..Selection::default()
    };
    let runs = store.select(&selection)?;
    let swept = Swept {
        name,
        id: progress.sweep,
        hash: plan.hash(),
        text: plan.text().to_owned(),
        variation: plan.variation(),
        seeds: plan.seeds().to_string(),
        variants: plan.points(),
        ends: kept.ends,
        runs,
    };
    Ok((store, swept))
}

/// What the report says of each run, after its parameters.
const COLUMNS: [&str; 5] = ["seed", "end", "time", "events", "digest"];

/// The runs of a sweep that a further filter takes.
fn filter(sweep: i64, further: Option<&str>) -> Result<Option<Filter>, ExperimentError> {
    let text = match further {
        Some(further) => format!("sweep = {sweep} and ({further})"),
        None => format!("sweep = {sweep}"),
    };
    let filter = text.parse::<Filter>();
    let filter = filter.map_err(|error| crate::store::StoreError::Refused(error.to_string()))?;
    Ok(Some(filter))
}

/// The columns of these names of a sweep, and what their whole names are.
fn select(
    store: &Store,
    swept: &[Swept],
    sweep: &str,
    further: Option<&str>,
    columns: Vec<String>,
) -> Result<Dataset, ExperimentError> {
    let id = swept
        .iter()
        .find(|one| one.name == sweep)
        .map_or(0, |one| one.id);
    let selection = Selection {
        columns,
        filter: filter(id, further)?,
        ..Selection::default()
    };
    Ok(store.select(&selection)?)
}

fn tabulate(
    store: &Store,
    swept: &[Swept],
    table: &TableSpec,
    control: &Control,
    told: &impl Fn(Stage),
) -> Result<Tabled, ExperimentError> {
    let options = whole(store, &table.options)?;
    let data = select(
        store,
        swept,
        &table.sweep,
        table.filter.as_deref(),
        options.columns(),
    )?;
    let computed = report(&data, &options, &mut |done, all| {
        told(Stage::Table(table.title.clone(), done, all));
        match control.is_stopped() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    let computed = computed.map_err(|error| {
        let (title, error) = (table.title.clone(), Box::new(error));
        ExperimentError::Table { title, error }
    })?;
    Ok(Tabled {
        title: table.title.clone(),
        text: computed.to_text(WIDTH),
        json: serde_json::to_value(&computed).unwrap_or_default(),
    })
}

/// How wide the tables of a report are, in characters.
const WIDTH: usize = 110;

/// The options with the whole names of all columns.
fn whole(store: &Store, options: &Options) -> Result<Options, ExperimentError> {
    Ok(options
        .clone()
        .try_renamed(&mut |name| store.column(name).map(|named| named.name))?)
}

fn draw(
    store: &Store,
    swept: &[Swept],
    plot: &PlotSpec,
    number: usize,
    files: &mut Files<'_>,
) -> Result<Drawn, ExperimentError> {
    let figure = plot
        .figure
        .try_renamed(&mut |name| store.column(name).map(|named| named.name))?;
    let data = select(
        store,
        swept,
        &plot.sweep,
        plot.filter.as_deref(),
        figure.columns(),
    )?;
    let wrong = |error| {
        let (title, error) = (plot.title.clone(), Box::new(error));
        ExperimentError::Plot { title, error }
    };
    let style = Style {
        title: Some(plot.title.clone()),
        ..Style::default()
    };
    let chart = figure.draw(&data).map_err(wrong)?;
    let svg = plot::svg(&chart, &style).map_err(wrong)?;
    let png = plot::png(&chart, &style, 2.0).map_err(wrong)?;
    let name = format!("plots/{number:02}");
    files.write(&format!("{name}.svg"), svg.as_bytes())?;
    files.write(&format!("{name}.png"), &png)?;
    Ok(Drawn {
        title: plot.title.clone(),
        file: format!("{name}.svg"),
    })
}
