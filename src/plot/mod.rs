//! Plots: charts of plain data as SVG and PNG.
//!
//! A [`Chart`] is one of six kinds, each with a file of its own: [`Trajectories`], [`Series`],
//! [`Distribution`], [`Heat`], [`Survival`] and [`Scatter`]. It holds its data, which also can be
//! taken from a [`Dataset`](crate::dataset::Dataset); a [`Style`] says how large and on which
//! ground it is drawn; [`svg`] and [`png`] draw it.
//!
//! A chart becomes a scene (shapes and texts in named layers), of which both formats are written, so
//! that they show the same. No general plotting library is used for that, since the known ones
//! round to whole pixels, have no names for what they draw, put legends over the data and measure
//! texts by fonts that a machine may have or not. Here texts are measured by an embedded font,
//! coordinates are real numbers, and every layer is a group of the SVG with an id. The same data
//! gives the same bytes of SVG on every machine.
//!
//! All kinds keep the same rules. Values that are no finite numbers are left out and counted in a
//! note under the picture. Groups stand in their natural order (`n=9` before `n=10`). The colours
//! are those of Okabe and Ito, and groups also differ in their dashes or marks. The legend stands
//! to the right of the data.

mod axis;
pub mod columns;
mod data;
mod distribution;
mod font;
mod frame;
mod heat;
mod legend;
mod mark;
mod numbers;
mod order;
mod palette;
mod png;
mod scale;
mod scatter;
mod scene;
mod series;
mod survival;
mod svg;
mod trajectories;

pub use data::Centre;
pub use distribution::{Distribution, Form, Sample};
pub use heat::{Cell, Heat, Level};
pub use scatter::{Cloud, Fit, FitPoint, Scatter};
pub use series::{AfterEnd, Many, Run, RunGroup, Series, Shape};
pub use survival::{Curve, Step, Survival};
pub use trajectories::{Robot, Trajectories};

use self::font::Font;
use self::palette::Theme;
use self::scene::Scene;
use crate::dataset::Column;

/// A chart with its data.
#[derive(Clone, Debug, PartialEq)]
pub enum Chart {
    /// The ways of robots in the plane.
    Trajectories(Trajectories),
    /// Values over time, of one run or of many.
    Series(Series),
    /// How values are distributed, per group.
    Distribution(Distribution),
    /// A value over two parameters.
    Heat(Heat),
    /// Shares that have not ended yet, over time.
    Survival(Survival),
    /// Points, and fits through them.
    Scatter(Scatter),
}

/// What an axis shows, and how.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// What its values are, with their unit in brackets.
    pub label: String,
    /// Whether values are placed by their logarithms; those that are not positive are left out then.
    pub log: bool,
}

/// How a chart is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// The width in pixels, from 200 to 10,000.
    pub width: f64,
    /// The height in pixels, from 150 to 10,000.
    pub height: f64,
    /// Whether the ground is dark instead of white.
    pub dark: bool,
    /// What stands above the chart.
    pub title: Option<String>,
    /// What stands below the title in smaller letters.
    pub subtitle: Option<String>,
    /// Notes to stand under the chart, one a line, before those of the chart itself.
    pub notes: Vec<String>,
}

/// Why a chart cannot be drawn.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlotError {
    /// There are no values that can be drawn; in words what is missing.
    #[error("nothing to draw: {0}")]
    Empty(String),
    /// The size is none that a picture can have: its width and height.
    #[error(
        "a picture has a width from 200 to 10,000 pixels and a height from 150 to 10,000, \
         not {0} × {1}"
    )]
    Size(f64, f64),
    /// What stands around the data leaves no room for it.
    #[error("in {0} × {1} pixels the labels leave no room for the data; a larger picture does")]
    Small(f64, f64),
    /// The scale of an image is not positive, or makes it too large.
    #[error(
        "an image drawn {0} times as large would have no pixels or more than a hundred million"
    )]
    Scale(f64),
    /// Two lists that belong together have different lengths.
    #[error("{what} has {times} times and {values} values")]
    Lengths {
        /// Whose lists they are.
        what: String,
        /// How many times there are.
        times: usize,
        /// How many values there are.
        values: usize,
    },
    /// Times that should rise do not.
    #[error("{what} has the time {next} after the time {time}")]
    Order {
        /// Whose times they are.
        what: String,
        /// The larger time, which comes first.
        time: f64,
        /// The smaller time, which comes next.
        next: f64,
    },
    /// A time since the beginning is before it.
    #[error("{what} has the time {time}, which is before 0")]
    Negative {
        /// Whose time it is.
        what: String,
        /// The time.
        time: f64,
    },
    /// Two values claim one cell of a heat map.
    #[error("there are two values for {x} and {y}")]
    Twice {
        /// The level along x.
        x: String,
        /// The level along y.
        y: String,
    },
    /// There is no such column.
    #[error("there is no column {name:?}{}", did_you_mean(.nearest))]
    Column {
        /// The name that was asked for.
        name: String,
        /// The most similar name that there is.
        nearest: Option<String>,
    },
    /// A column that has to hold numbers holds texts.
    #[error("the column {0:?} holds texts, and numbers are needed")]
    Texts(String),
    /// The image could not be written.
    #[error("the image could not be encoded: {0}")]
    Encode(String),
}

fn did_you_mean(nearest: &Option<String>) -> String {
    match nearest {
        Some(name) => format!("; the nearest is {name:?}"),
        None => String::new(),
    }
}

impl Axis {
    /// A linear axis.
    pub fn new(label: impl Into<String>) -> Self {
        Axis {
            label: label.into(),
            log: false,
        }
    }

    /// A linear axis of the values of a column: its name and unit.
    #[must_use]
    pub fn of(column: &Column) -> Self {
        Axis::new(column.label())
    }

    /// The same, logarithmic.
    #[must_use]
    pub fn log(mut self) -> Self {
        self.log = true;
        self
    }
}

impl Default for Style {
    /// 800 × 500 pixels on white.
    fn default() -> Self {
        Style {
            width: 800.0,
            height: 500.0,
            dark: false,
            title: None,
            subtitle: None,
            notes: Vec::new(),
        }
    }
}

/// What all charts draw with.
struct Brush<'a> {
    font: Font,
    theme: Theme,
    style: &'a Style,
}

/// Draws a chart as SVG 1.1: the same bytes for the same chart and style.
///
/// The picture has the role of an image, with a title and a description in words for those who
/// cannot see it. Each layer is a group with an id and an equal class: `grid`, those of the chart,
/// `axis-x`, `axis-y`, and where they have something to show `legend`, `heading` and `notes`.
///
/// # Errors
///
/// There is nothing to draw, the data contradicts itself, or the size is not possible.
pub fn svg(chart: &Chart, style: &Style) -> Result<String, PlotError> {
    Ok(svg::write(&scene(chart, style)?))
}

/// Draws a chart as PNG, `scale` times as large as its style says: 2 gives an image for screens with
/// small pixels, and 4.17 one of 400 dots per inch where a pixel of the style is 1/96 inch.
///
/// # Errors
///
/// As for [`svg`]; also where the image would have no pixels or more than a hundred million.
pub fn png(chart: &Chart, style: &Style, scale: f64) -> Result<Vec<u8>, PlotError> {
    png::write(&scene(chart, style)?, scale)
}

fn scene(chart: &Chart, style: &Style) -> Result<Scene, PlotError> {
    let (width, height) = (style.width, style.height);
    if !((200.0..=1e4).contains(&width) && (150.0..=1e4).contains(&height)) {
        return Err(PlotError::Size(width, height));
    }
    let brush = Brush {
        font: Font::new(),
        theme: Theme::new(style.dark),
        style,
    };
    match chart {
        Chart::Trajectories(chart) => chart.scene(&brush),
        Chart::Series(chart) => chart.scene(&brush),
        Chart::Distribution(chart) => chart.scene(&brush),
        Chart::Heat(chart) => chart.scene(&brush),
        Chart::Survival(chart) => chart.scene(&brush),
        Chart::Scatter(chart) => chart.scene(&brush),
    }
}

#[cfg(test)]
mod tests;
