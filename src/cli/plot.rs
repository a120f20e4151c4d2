//! `formicary plot`: charts of runs and of records, as SVG or PNG.

mod records;

use std::path::{Path, PathBuf};

use clap::Subcommand;

use super::common::{Exit, Failed, tell};
use super::storing::{SelectionArgs, StoreArgs, named};
use crate::plot::columns::{Figure, Kind};
use crate::plot::{self, Chart, Style};
use crate::stats::fit::Model;
use crate::store::Access;

/// Draws charts as SVG or PNG; the extension of the file chooses.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  formicary plot trajectories run.mcap -o ways.svg
  formicary plot series run.mcap --monitor diameter -o diameter.png
  formicary plot box --y epochs --by swarm.robots -o epochs.svg
  formicary plot heat --x swarm.robots --y scheduler.rate --value epochs -o heat.svg
  formicary plot survival --ends terminated --by scheduler.rate -o survival.svg
  formicary plot scatter --x swarm.robots --y activations --fit power --log-x --log-y -o growth.svg")]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// The ways of the robots of a record.
    Trajectories {
        /// The record, .mcap or .jsonl.
        record: PathBuf,
        #[command(flatten)]
        page: Page,
    },
    /// What a monitor said over time, of one record or of many: median and band.
    Series(records::SeriesArgs),
    /// Quartiles and whiskers of a column for each group.
    Box(Columns),
    /// Densities of a column for each group.
    Violin(Columns),
    /// Shares of values up to each value, for each group.
    Ecdf(Columns),
    /// The median of a column for each pair of values of two others.
    Heat(Columns),
    /// The share of runs that have not come to an end yet.
    Survival(Columns),
    /// A point for each run.
    Scatter(Columns),
}

/// The picture.
#[derive(Clone, Debug, clap::Args)]
struct Page {
    /// The file: .svg or .png.
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// What stands above the chart.
    #[arg(long)]
    title: Option<String>,
    /// The width, in pixels.
    #[arg(long, value_name = "PIXELS", default_value_t = 800.0)]
    width: f64,
    /// The height, in pixels.
    #[arg(long, value_name = "PIXELS", default_value_t = 500.0)]
    height: f64,
    /// How many pixels of a PNG one pixel is.
    #[arg(long, value_name = "FACTOR", default_value_t = 2.0)]
    scale: f64,
    /// On a dark ground.
    #[arg(long)]
    dark: bool,
    /// Does not say what was written.
    #[arg(long, short)]
    quiet: bool,
}

/// A chart of columns of the store.
#[derive(Clone, Debug, clap::Args)]
struct Columns {
    /// The column along x.
    #[arg(long, value_name = "COLUMN")]
    x: Option<String>,
    /// The column along y, or whose distribution is shown.
    #[arg(long, value_name = "COLUMN")]
    y: Option<String>,
    /// The column whose median a heat map shows.
    #[arg(long, value_name = "COLUMN")]
    value: Option<String>,
    /// The column whose values make groups.
    #[arg(long, value_name = "COLUMN")]
    by: Option<String>,
    /// The ends that a survival curve is about, separated by commas.
    #[arg(long, value_name = "ENDS", value_delimiter = ',')]
    ends: Vec<String>,
    /// The law that is fitted through the points of a scatter plot.
    #[arg(long, value_enum, value_name = "LAW")]
    fit: Option<super::stats::Law>,
    /// A logarithmic x axis.
    #[arg(long)]
    log_x: bool,
    /// A logarithmic y axis.
    #[arg(long)]
    log_y: bool,
    #[command(flatten)]
    which: SelectionArgs,
    #[command(flatten)]
    store: StoreArgs,
    #[command(flatten)]
    page: Page,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failed> {
    match &args.command {
        Command::Trajectories { record, page } => {
            page.check()?;
            page.write(&records::trajectories(record)?)
        }
        Command::Series(series) => {
            series.page.check()?;
            series.page.write(&records::series(series)?)
        }
        Command::Box(columns) => columns.draw(Kind::Box),
        Command::Violin(columns) => columns.draw(Kind::Violin),
        Command::Ecdf(columns) => columns.draw(Kind::Ecdf),
        Command::Heat(columns) => columns.draw(Kind::Heat),
        Command::Survival(columns) => columns.draw(Kind::Survival),
        Command::Scatter(columns) => columns.draw(Kind::Scatter),
    }
}

impl Columns {
    fn draw(&self, kind: Kind) -> Result<Exit, Failed> {
        self.page.check()?;
        let store = self.store.open(Access::Read)?;
        let figure = Figure {
            kind,
            x: self.x.clone(),
            y: self.y.clone(),
            value: self.value.clone(),
            by: self.by.clone(),
            ends: self.ends.clone(),
            fit: self.fit.map(Model::from),
            log_x: self.log_x,
            log_y: self.log_y,
        };
        let figure = figure.try_renamed(&mut |name| store.column(name).map(|named| named.name))?;
        let columns = figure.columns();
        if columns.is_empty() {
            let text = format!(
                "{} of what? --y names a column",
                crate::scenario::Word::word(kind)
            );
            return Err(Failed::Usage(text));
        }
        let data = store.select(&self.which.selection(&columns)?)?;
        let chart = figure
            .draw(&data)
            .map_err(|error| Failed::Usage(error.to_string()))?;
        self.page.write(&chart)
    }
}

impl Page {
    fn is_svg(&self) -> bool {
        let extension = self.output.extension().unwrap_or_default();
        extension.eq_ignore_ascii_case("svg")
    }

    /// Refuses a file whose format nobody knows, before anything is computed.
    fn check(&self) -> Result<(), Failed> {
        let extension = self.output.extension().unwrap_or_default();
        match self.is_svg() || extension.eq_ignore_ascii_case("png") {
            true => Ok(()),
            false => {
                let text = format!("{}: expected a file .svg or .png", named(&self.output));
                Err(Failed::Usage(text))
            }
        }
    }

    fn write(&self, chart: &Chart) -> Result<Exit, Failed> {
        let style = Style {
            width: self.width,
            height: self.height,
            dark: self.dark,
            title: self.title.clone(),
            ..Style::default()
        };
        let bytes = match self.is_svg() {
            true => plot::svg(chart, &style).map(String::into_bytes),
            false => plot::png(chart, &style, self.scale),
        };
        let bytes = bytes.map_err(|error| Failed::Usage(error.to_string()))?;
        write(&self.output, &bytes)?;
        if !self.quiet {
            tell(&format!("{}: {} bytes", named(&self.output), bytes.len()));
        }
        Ok(Exit::Expected)
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failed> {
    std::fs::write(path, bytes).map_err(|error| Failed::Usage(format!("{}: {error}", named(path))))
}
