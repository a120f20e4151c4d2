//! Charts of the columns of a data set.

use super::numbers::quantile;
use super::{
    AfterEnd, Axis, Cell, Cloud, Distribution, Form, Heat, Level, Many, PlotError, Robot, Run,
    RunGroup, Sample, Scatter, Series, Shape, Trajectories,
};
use crate::dataset::{Column, Dataset, Value, Values};

/// What stands for many values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Centre {
    /// The value in their middle.
    #[default]
    Median,
    /// Their sum divided by their number.
    Mean,
}

/// How similar a name has to be to be proposed (Jaro and Winkler; 1 for equal names).
const SIMILAR: f64 = 0.7;

impl Trajectories {
    /// The ways of robots: of each row the robot and its place, in the order of time.
    ///
    /// # Errors
    ///
    /// There is no such column, or one of the places holds texts.
    pub fn of(data: &Dataset, robot: &str, x: &str, y: &str) -> Result<Self, PlotError> {
        let (names, x, y) = (column(data, robot)?, numbers(data, x)?, numbers(data, y)?);
        let robots = grouped(data, Some(names))
            .into_iter()
            .map(|(name, rows)| Robot {
                name,
                points: rows
                    .iter()
                    .map(|row| [number(x, *row), number(y, *row)])
                    .collect(),
                faults: Vec::new(),
            });
        Ok(Trajectories {
            robots: robots.collect(),
            x: Axis::of(x),
            y: Axis::of(y),
            coloured: 8,
        })
    }
}

impl Series {
    /// A value over time. Rows with the same `run` are one run (all, without it), and runs with the
    /// same `by` are one group.
    ///
    /// # Errors
    ///
    /// There is no such column, or the times or values are texts.
    pub fn of(
        data: &Dataset,
        time: &str,
        value: &str,
        run: Option<&str>,
        by: Option<&str>,
    ) -> Result<Self, PlotError> {
        let (time, value) = (numbers(data, time)?, numbers(data, value)?);
        let run = run.map(|name| column(data, name)).transpose()?;
        let by = by.map(|name| column(data, name)).transpose()?;
        let groups = grouped(data, by).into_iter().map(|(name, rows)| RunGroup {
            name,
            runs: split(rows, run)
                .into_iter()
                .map(|(name, rows)| Run {
                    name,
                    times: rows.iter().map(|row| number(time, *row)).collect(),
                    values: rows.iter().map(|row| number(value, *row)).collect(),
                })
                .collect(),
        });
        Ok(Series {
            groups: groups.collect(),
            time: Axis::of(time),
            value: Axis::of(value),
            by: by.map_or_else(String::new, Column::label),
            shape: Shape::default(),
            after_end: AfterEnd::default(),
            many: Many::default(),
        })
    }
}

impl Distribution {
    /// The values of a column, in groups of equal values of another one. Missing values belong to
    /// none.
    ///
    /// # Errors
    ///
    /// There is no such column, or the values are texts.
    pub fn of(
        data: &Dataset,
        value: &str,
        by: Option<&str>,
        form: Form,
    ) -> Result<Self, PlotError> {
        let value = numbers(data, value)?;
        let by = by.map(|name| column(data, name)).transpose()?;
        let samples = grouped(data, by).into_iter().map(|(name, rows)| Sample {
            name,
            values: rows
                .iter()
                .filter_map(|row| value.values.number(*row))
                .collect(),
        });
        Ok(Distribution {
            samples: samples.collect(),
            form,
            value: Axis::of(value),
            by: by.map_or_else(String::new, Column::label),
        })
    }
}

impl Heat {
    /// The median or mean of a value for each pair of levels. Values that are missing or no finite
    /// numbers are left out; a pair without any other has no value.
    ///
    /// # Errors
    ///
    /// There is no such column, or the values are texts.
    pub fn of(
        data: &Dataset,
        x: &str,
        y: &str,
        value: &str,
        centre: Centre,
    ) -> Result<Self, PlotError> {
        let (x, y, value) = (column(data, x)?, column(data, y)?, numbers(data, value)?);
        let mut cells = Vec::new();
        for (_, rows) in grouped(data, Some(x)) {
            for (_, rows) in split(rows, Some(y)) {
                let Some(first) = rows.first() else {
                    continue;
                };
                let values = rows.iter().filter_map(|row| value.values.number(*row));
                cells.push(Cell {
                    x: level(x, *first),
                    y: level(y, *first),
                    value: centre.reduce(values.filter(|value| value.is_finite()).collect()),
                });
            }
        }
        let word = match centre {
            Centre::Median => "median",
            Centre::Mean => "mean",
        };
        Ok(Heat {
            x: x.label(),
            y: y.label(),
            value: Axis::new(format!("{word} of {}", value.label())),
            cells,
        })
    }
}

impl Scatter {
    /// Points of two columns, in groups of equal values of a third.
    ///
    /// # Errors
    ///
    /// There is no such column, or x or y holds texts.
    pub fn of(data: &Dataset, x: &str, y: &str, by: Option<&str>) -> Result<Self, PlotError> {
        let (x, y) = (numbers(data, x)?, numbers(data, y)?);
        let by = by.map(|name| column(data, name)).transpose()?;
        let clouds = grouped(data, by).into_iter().map(|(name, rows)| Cloud {
            name,
            points: rows
                .iter()
                .map(|row| [number(x, *row), number(y, *row)])
                .collect(),
            fit: None,
        });
        Ok(Scatter {
            clouds: clouds.collect(),
            x: Axis::of(x),
            y: Axis::of(y),
            by: by.map_or_else(String::new, Column::label),
        })
    }
}

impl Centre {
    /// The centre of values, none of which is NaN; NaN without any.
    fn reduce(self, values: Vec<f64>) -> f64 {
        match self {
            Centre::Median => quantile(&super::numbers::sorted(values), 0.5),
            // 0 / 0 is NaN, as it should be.
            Centre::Mean => values.iter().sum::<f64>() / values.len() as f64,
        }
    }
}

/// The column of this name.
fn column<'a>(data: &'a Dataset, name: &str) -> Result<&'a Column, PlotError> {
    data.column(name).ok_or_else(|| {
        let scored = data.columns().iter().map(|column| {
            (
                strsim::jaro_winkler(name, &column.name),
                column.name.as_str(),
            )
        });
        // Of equally similar names the first.
        let best = scored.fold(None, |best: Option<(f64, &str)>, next| match best {
            Some(best) if best.0 >= next.0 => Some(best),
            _ => Some(next),
        });
        PlotError::Column {
            name: name.to_owned(),
            nearest: best
                .filter(|(score, _)| *score >= SIMILAR)
                .map(|(_, name)| name.to_owned()),
        }
    })
}

/// The column of this name, if it holds no texts.
fn numbers<'a>(data: &'a Dataset, name: &str) -> Result<&'a Column, PlotError> {
    let column = column(data, name)?;
    match &column.values {
        Values::Text(_) => Err(PlotError::Texts(name.to_owned())),
        Values::Integer(_) | Values::Real(_) | Values::Truth(_) => Ok(column),
    }
}

/// The number of a row; NaN where it is missing.
fn number(column: &Column, row: usize) -> f64 {
    column.values.number(row).unwrap_or(f64::NAN)
}

/// What a value is called as a group or as a level.
fn word(column: &Column, row: usize) -> String {
    match column.values.get(row) {
        Value::Missing => "none".to_owned(),
        Value::Integer(value) => value.to_string(),
        Value::Real(value) => crate::math::canonical_zero(value).to_string(),
        Value::Text(text) => text.to_owned(),
        Value::Truth(true) => "yes".to_owned(),
        Value::Truth(false) => "no".to_owned(),
    }
}

fn level(column: &Column, row: usize) -> Level {
    match column.values.get(row) {
        Value::Integer(value) => Level::Number(value as f64),
        Value::Real(value) if value.is_finite() => Level::Number(value),
        _ => Level::Text(word(column, row)),
    }
}

/// All rows of a data set by the values of a column.
fn grouped(data: &Dataset, by: Option<&Column>) -> Vec<(String, Vec<usize>)> {
    split((0..data.rows()).collect(), by)
}

/// Rows by the values of a column, which also are their names; one group without a name if there is
/// no column. Rows keep their order.
fn split(rows: Vec<usize>, by: Option<&Column>) -> Vec<(String, Vec<usize>)> {
    let Some(by) = by else {
        return vec![(String::new(), rows)];
    };
    let mut groups: std::collections::BTreeMap<String, Vec<usize>> = Default::default();
    for row in rows {
        groups.entry(word(by, row)).or_default().push(row);
    }
    groups.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data() -> Dataset {
        let real = |values: &[f64]| Values::Real(values.iter().copied().map(Some).collect());
        let text =
            |values: &[&str]| Values::Text(values.iter().map(|t| Some((*t).into())).collect());
        let mut events = real(&[1.0, 3.0, 8.0, 5.0, f64::NAN]);
        if let Values::Real(values) = &mut events {
            values.push(None);
        }
        Dataset::new(vec![
            Column::new(
                "robots",
                "",
                Values::Integer([2, 2, 2, 10, 10, 4].map(Some).into()),
            ),
            Column::new("kind", "", text(&["a", "a", "a", "b", "b", "a"])),
            Column::new("events", "", events).in_unit("1"),
            Column::new("time", "", real(&[0.0, 1.0, 2.0, 0.0, 1.0, 0.0])).in_unit("s"),
        ])
        .expect("a data set")
    }

    #[test]
    fn columns_are_found_by_name() {
        let error = Distribution::of(&data(), "event", None, Form::Box).expect_err("no column");
        let words = "there is no column \"event\"; the nearest is \"events\"";
        assert_eq!(error.to_string(), words);
        let error = Scatter::of(&data(), "zzz", "events", None).expect_err("no column");
        assert_eq!(error.to_string(), "there is no column \"zzz\"");
        let error = Scatter::of(&data(), "kind", "events", None).expect_err("texts");
        assert_eq!(
            error.to_string(),
            "the column \"kind\" holds texts, and numbers are needed"
        );
    }

    #[test]
    fn rows_are_grouped() {
        let chart = Distribution::of(&data(), "events", Some("kind"), Form::Box).expect("a chart");
        assert_eq!(
            (chart.value.label.as_str(), chart.by.as_str()),
            ("events (1)", "kind")
        );
        assert_eq!(
            chart.samples[0].values,
            [1.0, 3.0, 8.0],
            "a missing value belongs to none"
        );
        assert_eq!(chart.samples[1].values.len(), 2);
        let series = Series::of(&data(), "time", "events", Some("robots"), Some("kind"));
        let series = series.expect("a chart");
        let runs: Vec<usize> = series.groups.iter().map(|group| group.runs.len()).collect();
        assert_eq!(runs, [2, 1]);
        let ways = Trajectories::of(&data(), "kind", "time", "events").expect("a chart");
        assert_eq!(ways.robots[1].points[0], [0.0, 5.0]);
        let all = Scatter::of(&data(), "time", "events", None).expect("a chart");
        assert_eq!((all.clouds.len(), all.clouds[0].points.len()), (1, 6));
    }

    #[test]
    fn cells_are_medians_or_means() {
        let values = |centre| {
            let heat = Heat::of(&data(), "robots", "kind", "events", centre).expect("a chart");
            heat.cells
                .into_iter()
                .map(|cell| (cell.x, cell.value))
                .collect::<Vec<_>>()
        };
        let medians = values(Centre::Median);
        assert_eq!(
            medians[0],
            (Level::Number(10.0), 5.0),
            "a value that is none is left out"
        );
        assert_eq!(medians[1], (Level::Number(2.0), 3.0));
        assert!(medians[2].1.is_nan());
        let means = values(Centre::Mean);
        assert_eq!(means[1], (Level::Number(2.0), 4.0));
        assert!(means[2].1.is_nan());
    }
}
