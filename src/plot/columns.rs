//! Which columns of a data set make which chart, as people say it: on the command line and in the files of
//! experiments.

use super::survival::Curve;
use super::{
    Axis, Centre, Chart, Distribution, Fit, Form, Heat, PlotError, Scatter, Step, Survival,
};
use crate::dataset::{Dataset, Value};
use crate::scenario::Word;
use crate::stats::fit::{Model, fit};
use crate::stats::groups::{column, groups};
use crate::stats::survival::{Lifetime, kaplan_meier};

/// What kind of chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Quartiles and whiskers of `y` for each group of `by`.
    Box,
    /// The estimated density of `y` for each group of `by`.
    Violin,
    /// The share of values of `y` up to each value, for each group of `by`.
    Ecdf,
    /// The median of `value` for each pair of `x` and `y`.
    Heat,
    /// The share of runs that have not come to one of `ends` yet, for each group of `by`.
    Survival,
    /// A point (`x`, `y`) for each run.
    Scatter,
}

/// A chart in terms of columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// What kind.
    pub kind: Kind,
    /// The column along x.
    pub x: Option<String>,
    /// The column along y, or whose distribution is shown.
    pub y: Option<String>,
    /// The column whose median a heat map shows.
    pub value: Option<String>,
    /// The column whose values make groups.
    pub by: Option<String>,
    /// The ends whose time a survival curve is about.
    pub ends: Vec<String>,
    /// The law that is fitted through the points of a scatter plot.
    pub fit: Option<Model>,
    /// Whether the x axis is logarithmic.
    pub log_x: bool,
    /// Whether the y axis, or that of the distributed values, is logarithmic.
    pub log_y: bool,
}

impl Word for Kind {
    const ALL: &'static [Self] = &[
        Kind::Box,
        Kind::Violin,
        Kind::Ecdf,
        Kind::Heat,
        Kind::Survival,
        Kind::Scatter,
    ];

    fn word(self) -> &'static str {
        match self {
            Kind::Box => "box",
            Kind::Violin => "violin",
            Kind::Ecdf => "ecdf",
            Kind::Heat => "heat",
            Kind::Survival => "survival",
            Kind::Scatter => "scatter",
        }
    }
}

/// The confidence of the bands of survival curves.
const CONFIDENCE: f64 = 0.95;

impl Figure {
    /// A chart of this kind of which nothing else is said yet.
    #[must_use]
    pub fn new(kind: Kind) -> Self {
        Figure {
            kind,
            x: None,
            y: None,
            value: None,
            by: None,
            ends: Vec::new(),
            fit: None,
            log_x: false,
            log_y: false,
        }
    }

    /// The columns that are needed, each once.
    #[must_use]
    pub fn columns(&self) -> Vec<String> {
        let own = [&self.x, &self.y, &self.value, &self.by];
        let mut columns: Vec<String> = Vec::new();
        let survival = match self.kind {
            Kind::Survival => vec![self.time(), "end".to_owned()],
            _ => Vec::new(),
        };
        for name in own.into_iter().flatten().cloned().chain(survival) {
            if !columns.contains(&name) {
                columns.push(name);
            }
        }
        columns
    }

    /// The same with other names for its columns.
    ///
    /// # Errors
    ///
    /// What `rename` says of one.
    pub fn try_renamed<E>(
        &self,
        rename: &mut impl FnMut(&str) -> Result<String, E>,
    ) -> Result<Self, E> {
        let mut renamed = self.clone();
        let own = [
            &mut renamed.x,
            &mut renamed.y,
            &mut renamed.value,
            &mut renamed.by,
        ];
        for name in own.into_iter().flatten() {
            *name = rename(name)?;
        }
        Ok(renamed)
    }

    /// The chart of these columns.
    ///
    /// # Errors
    ///
    /// A column that is needed and not named, or not there, or that holds the wrong kind of values.
    pub fn draw(&self, data: &Dataset) -> Result<Chart, PlotError> {
        let by = self.by.as_deref();
        match self.kind {
            Kind::Box => self.distribution(data, Form::Box),
            Kind::Violin => self.distribution(data, Form::Violin),
            Kind::Ecdf => self.distribution(data, Form::Ecdf),
            Kind::Heat => {
                let (x, y) = (self.need(&self.x, "x")?, self.need(&self.y, "y")?);
                let value = self.need(&self.value, "value")?;
                let mut heat = Heat::of(data, x, y, value, Centre::Median)?;
                heat.value.log = self.log_y;
                Ok(Chart::Heat(heat))
            }
            Kind::Survival => self.survival(data),
            Kind::Scatter => {
                let (x, y) = (self.need(&self.x, "x")?, self.need(&self.y, "y")?);
                let mut scatter = Scatter::of(data, x, y, by)?;
                scatter.x.log = self.log_x;
                scatter.y.log = self.log_y;
                self.fit(&mut scatter);
                Ok(Chart::Scatter(scatter))
            }
        }
    }

    fn need<'a>(&self, name: &'a Option<String>, what: &str) -> Result<&'a str, PlotError> {
        let missing = || {
            let kind = self.kind.word();
            PlotError::Empty(format!(
                "a chart of the kind {kind} needs a column for {what}"
            ))
        };
        name.as_deref().ok_or_else(missing)
    }

    fn distribution(&self, data: &Dataset, form: Form) -> Result<Chart, PlotError> {
        let y = self.need(&self.y, "y")?;
        // Groups stand along x, so either word will do.
        let by = self.by.as_deref().or(self.x.as_deref());
        let mut distribution = Distribution::of(data, y, by, form)?;
        distribution.value.log = self.log_y;
        Ok(Chart::Distribution(distribution))
    }

    /// The column of the times of survival curves.
    fn time(&self) -> String {
        self.x.clone().unwrap_or_else(|| "time".to_owned())
    }

    fn survival(&self, data: &Dataset) -> Result<Chart, PlotError> {
        if self.ends.is_empty() {
            let what = "a survival curve needs the ends that it is about, such as terminated";
            return Err(PlotError::Empty(what.to_owned()));
        }
        let wrong = |error: crate::stats::StatsError| PlotError::Empty(error.to_string());
        let (time, end) = (self.time(), column(data, "end").map_err(wrong)?);
        let time = column(data, &time).map_err(wrong)?;
        let by: Vec<String> = self.by.iter().cloned().collect();
        let mut curves = Vec::new();
        for group in groups(data, &by).map_err(wrong)? {
            let lifetimes = group.rows.iter().filter_map(|row| {
                let Value::Text(word) = end.values.get(*row) else {
                    return None;
                };
                Some(Lifetime {
                    time: time.values.number(*row)?,
                    observed: self.ends.iter().any(|end| end == word),
                })
            });
            let lifetimes: Vec<Lifetime> = lifetimes.collect();
            let estimate = kaplan_meier(&lifetimes, CONFIDENCE).map_err(wrong)?;
            let name = group.key.first().map_or(String::new(), ToString::to_string);
            let of = |observed: bool| {
                let times = lifetimes.iter().filter(move |one| one.observed == observed);
                times.map(|one| one.time).collect()
            };
            let steps = estimate.into_iter().flat_map(|curve| curve.steps);
            curves.push(Curve {
                name,
                steps: steps.map(step).collect(),
                ended: of(true),
                censored: of(false),
            });
        }
        Ok(Chart::Survival(Survival {
            time: Axis::of(time),
            share: format!("share of runs not {}", self.ends.join(" or ")),
            by: self.by.clone().unwrap_or_default(),
            curves,
        }))
    }

    /// Fits the law through the points of each cloud; a cloud that it cannot be fitted to has no line.
    fn fit(&self, scatter: &mut Scatter) {
        let Some(model) = self.fit else { return };
        let log = scatter.x.log;
        for cloud in &mut scatter.clouds {
            let finite = cloud
                .points
                .iter()
                .filter(|[x, y]| x.is_finite() && y.is_finite());
            let points: Vec<(f64, f64)> = finite.map(|[x, y]| (*x, *y)).collect();
            let Ok(found) = fit(model, &points, CONFIDENCE) else {
                continue;
            };
            let xs = || points.iter().map(|(x, _)| *x);
            let ends = [
                xs().fold(f64::INFINITY, f64::min),
                xs().fold(f64::NEG_INFINITY, f64::max),
            ];
            let (a, b) = (found.a.estimate, found.b.estimate);
            let label = match model {
                Model::Logarithm => format!("{a:.3} + {b:.3} ln n"),
                Model::Power | Model::PowerLeastSquares => format!("{a:.3} n^{b:.3}"),
            };
            let line = |x: f64| [f64::NAN, found.at(x), f64::NAN];
            cloud.fit = Some(Fit::sampled(label, ends, log, line));
        }
    }
}

fn step(step: crate::stats::survival::Step) -> Step {
    let (low, high) = step
        .interval
        .map_or((f64::NAN, f64::NAN), |one| (one.low, one.high));
    Step {
        time: step.time,
        share: step.survival,
        low,
        high,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::{Column, Values};
    use crate::plot::{Style, svg};

    fn data() -> Dataset {
        let rows = || 0..60_i64;
        let real =
            |of: &dyn Fn(i64) -> f64| Values::Real(rows().map(|row| Some(of(row))).collect());
        let whole =
            |of: &dyn Fn(i64) -> i64| Values::Integer(rows().map(|row| Some(of(row))).collect());
        let ends = rows().map(|row| Some(if row % 7 == 0 { "time" } else { "terminated" }.into()));
        Dataset::new(vec![
            Column::new("n", "size", whole(&|row| 4 << (row % 4))),
            Column::new("rate", "rate", whole(&|row| 1 + row % 3)),
            Column::new("time", "time", real(&|row| 10.0 + row as f64)),
            Column::new(
                "epochs",
                "epochs",
                real(&|row| (row % 4 + 1) as f64 * 2.0 + row as f64 / 60.0),
            ),
            Column::new("end", "end", Values::Text(ends.collect())),
        ])
        .expect("a data set")
    }

    fn drawn(figure: &Figure) -> Result<String, String> {
        let chart = figure.draw(&data()).map_err(|error| error.to_string())?;
        svg(&chart, &Style::default()).map_err(|error| error.to_string())
    }

    fn figure(kind: Kind, x: &str, y: &str) -> Figure {
        let named = |name: &str| (!name.is_empty()).then(|| name.to_owned());
        Figure {
            x: named(x),
            y: named(y),
            ..Figure::new(kind)
        }
    }

    #[test]
    fn every_kind_is_drawn_from_columns() {
        for kind in [Kind::Box, Kind::Violin, Kind::Ecdf] {
            let text = drawn(&figure(kind, "n", "epochs")).expect("a picture");
            assert!(text.contains("epochs"), "{kind:?}");
        }
        let heat = Figure {
            value: Some("epochs".into()),
            ..figure(Kind::Heat, "n", "rate")
        };
        assert!(
            drawn(&heat)
                .expect("a picture")
                .contains("median of epochs")
        );
        assert_eq!(heat.columns(), ["n", "rate", "epochs"]);
        let survival = Figure {
            ends: vec!["terminated".into()],
            by: Some("rate".into()),
            ..Figure::new(Kind::Survival)
        };
        assert!(
            drawn(&survival)
                .expect("a picture")
                .contains("share of runs not terminated")
        );
        assert_eq!(survival.columns(), ["rate", "time", "end"]);
        let scatter = Figure {
            fit: Some(Model::Power),
            log_x: true,
            log_y: true,
            ..figure(Kind::Scatter, "n", "epochs")
        };
        assert!(drawn(&scatter).expect("a picture").contains("n^"));
    }

    #[test]
    fn what_is_missing_is_named() {
        let words = |figure: Figure| drawn(&figure).expect_err("a refusal");
        assert!(words(Figure::new(Kind::Box)).contains("needs a column for y"));
        assert!(words(figure(Kind::Heat, "n", "rate")).contains("needs a column for value"));
        assert!(words(Figure::new(Kind::Survival)).contains("needs the ends"));
        assert!(words(figure(Kind::Scatter, "n", "epoch")).contains("epochs"));
        assert!(words(figure(Kind::Scatter, "n", "end")).contains("texts"));
    }
}
