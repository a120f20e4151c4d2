//! Values over time, of one run or of many.

use super::axis::Side;
use super::frame::{Frame, Plan};
use super::legend::{Key, Legend};
use super::numbers::quantile;
use super::numbers::{sorted, stairs};
use super::order::{Sieve, called, naturally};
use super::palette::MOST_GROUPS;
use super::scale::{Room, Scale};
use super::scene::{Layer, Paint, Pen, Point, Scene};
use super::{Axis, Brush, PlotError};

/// Values over time, such as those of a monitor.
///
/// A group of one run is drawn as its line. A group of several runs is drawn as the median of them
/// and two bands, from the 5 % to the 95 % quantile and from the first to the third quartile (type
/// 7), at all times at which one of its runs has a value; where these are more than 512, at 513
/// times evenly (or, on a logarithmic axis, by their logarithms) from the first to the last.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The axis of the time.
    pub time: Axis,
    /// The axis of the values.
    pub value: Axis,
    /// What the groups differ by, as a heading of the legend; empty for none.
    pub by: String,
    /// The groups; drawn in the natural order of their names.
    pub groups: Vec<RunGroup>,
    /// How values continue between their times.
    pub shape: Shape,
    /// What runs do in the bands after they ended.
    pub after_end: AfterEnd,
    /// How many runs of a group are drawn.
    pub many: Many,
}

/// Runs that belong together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunGroup {
    /// What they have in common; empty for a group that needs no name.
    pub name: String,
    /// The runs.
    pub runs: Vec<Run>,
}

/// The values of one run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// Which run it is, for errors.
    pub name: String,
    /// The times, which never fall. Of values of equal times the last counts.
    pub times: Vec<f64>,
    /// The value from each time on. Those that cannot be drawn are left out: the value before holds
    /// on in a step line, and a line goes straight to the next.
    pub values: Vec<f64>,
}

/// How a value continues until the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// It holds: a step line.
    #[default]
    Steps,
    /// It changes evenly: a straight line.
    Lines,
}

/// What a run does in the band of its group after its last time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AfterEnd {
    /// It holds its last value: right where a run ends because nothing changes any more.
    #[default]
    Holds,
    /// It leaves: the median and the bands are those of the runs that still go.
    Leaves,
}

/// How the runs of a group of several are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Many {
    /// As their median and two bands.
    #[default]
    Bands,
    /// Each as a thin line.
    Each,
}

/// The quantiles that make the bands and the median.
const QUANTILES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];
/// How many times a band has at most before it is computed on a grid of its own.
const MOST_TIMES: usize = 512;
/// How much the wide and the narrow band cover what is behind them.
const WIDE: f64 = 0.16;
const NARROW: f64 = 0.26;

/// A group without what cannot be drawn.
struct Ready<'a> {
    name: &'a str,
    runs: Vec<Vec<[f64; 2]>>,
    band: Vec<Row>,
}

/// The quantiles at a time.
struct Row {
    time: f64,
    quantiles: [f64; 5],
}

impl Series {
    pub(super) fn scene(&self, brush: &Brush<'_>) -> Result<Scene, PlotError> {
        let mut sieve = Sieve::default();
        let groups = self.ready(&mut sieve)?;
        let times = groups
            .iter()
            .flat_map(|group| group.runs.iter().flatten())
            .map(|p| p[0]);
        let banded = groups.iter().flat_map(|group| &group.band);
        let single = groups.iter().filter(|group| group.band.is_empty());
        let values = single
            .flat_map(|group| group.runs.iter().flatten().map(|point| point[1]))
            .chain(banded.flat_map(|row| row.quantiles));
        let scales = Scale::covering(times, self.time.log, Room::None).zip(Scale::covering(
            values,
            self.value.log,
            Room::FromZero,
        ));
        let Some((x, y)) = scales else {
            return Err(PlotError::Empty(
                "no run has a value that can be drawn".into(),
            ));
        };
        let mut plan = Plan::new(
            Side::numbers(&self.time.label, x),
            Side::numbers(&self.value.label, y),
        );
        plan.legend = self.legend(brush, &groups);
        plan.notes = sieve.notes();
        plan.notes.extend(self.ends(&groups));
        let frame = Frame::new(brush, plan)?;
        let layers = self.layers(brush, &frame, &groups);
        Ok(frame.picture(layers, "Values over time", self.words(&groups)))
    }

    fn ready(&self, sieve: &mut Sieve) -> Result<Vec<Ready<'_>>, PlotError> {
        let mut ready = Vec::new();
        for place in naturally(self.groups.iter().map(|group| group.name.as_str())) {
            let group = &self.groups[place];
            let mut runs = Vec::new();
            for run in &group.runs {
                let points = run.points(sieve, [self.time.log, self.value.log])?;
                if !points.is_empty() {
                    runs.push(points);
                }
            }
            let mut band = Vec::new();
            if runs.len() > 1 && self.many == Many::Bands {
                band = self.band(&runs);
            }
            let name = &group.name;
            if !runs.is_empty() {
                ready.push(Ready { name, runs, band });
            }
        }
        Ok(ready)
    }

    /// The quantiles of runs at all times of the grid.
    fn band(&self, runs: &[Vec<[f64; 2]>]) -> Vec<Row> {
        // For each run, which of its points comes next: times only rise.
        let mut next = vec![0; runs.len()];
        let row = |time: f64| {
            let mut values = Vec::with_capacity(runs.len());
            for (run, next) in runs.iter().zip(&mut next) {
                while run.get(*next).is_some_and(|point| point[0] <= time) {
                    *next += 1;
                }
                values.extend(self.value_at(run, *next, time));
            }
            let values = sorted(values);
            (!values.is_empty()).then(|| Row {
                time,
                quantiles: QUANTILES.map(|p| quantile(&values, p)),
            })
        };
        self.grid(runs).into_iter().filter_map(row).collect()
    }

    /// The value of a run at a time, where `next` is the first of its points after it.
    fn value_at(&self, run: &[[f64; 2]], next: usize, time: f64) -> Option<f64> {
        let [since, value] = *run.get(next.checked_sub(1)?)?;
        match (run.get(next), self.shape) {
            (None, _) if self.after_end == AfterEnd::Holds || since == time => Some(value),
            (None, _) => None,
            (Some(_), Shape::Steps) => Some(value),
            (Some([until, then]), Shape::Lines) => {
                let share = (time - since) / (until - since);
                Some(value + share * (then - value))
            }
        }
    }

    /// The times of a band.
    fn grid(&self, runs: &[Vec<[f64; 2]>]) -> Vec<f64> {
        let mut times = sorted(runs.iter().flatten().map(|point| point[0]).collect());
        times.dedup();
        let scale = Scale::covering(times.iter().copied(), self.time.log, Room::None);
        let (Some(scale), Some(first), Some(last), true) = (
            scale,
            times.first().copied(),
            times.last().copied(),
            times.len() > MOST_TIMES,
        ) else {
            return times;
        };
        let [low, high] = [first, last].map(|time| scale.inner(time));
        let inner = |place: usize| low + (high - low) * place as f64 / MOST_TIMES as f64;
        let between = (1..MOST_TIMES).map(|place| scale.outer(inner(place)));
        [first].into_iter().chain(between).chain([last]).collect()
    }

    fn legend(&self, brush: &Brush<'_>, groups: &[Ready<'_>]) -> Legend {
        let mut legend = Legend::default();
        let named = groups.iter().any(|group| !group.name.is_empty());
        if named {
            legend.heading(&self.by);
            for (place, group) in groups.iter().enumerate() {
                let pen = brush.theme.pen(place, 2.0);
                let band = (!group.band.is_empty()).then(|| pen.paint.colour.thin(NARROW));
                legend.entry(Key::Line(pen, band), called(group.name));
            }
        }
        if groups.iter().any(|group| !group.band.is_empty()) {
            let colour = if named {
                brush.theme.neutral
            } else {
                brush.theme.group(0)
            };
            if named {
                legend.heading("across the runs");
            }
            legend.entry(Key::Line(Pen::solid(colour, 2.0), None), "median");
            // The narrow band lies on the wide one.
            let both = 1.0 - (1.0 - WIDE) * (1.0 - NARROW);
            legend.entry(Key::Area(colour.thin(both), None), "quartiles");
            legend.entry(Key::Area(colour.thin(WIDE), None), "5 % to 95 %");
        }
        legend
    }

    /// What happens to runs that end before others of their group.
    fn ends(&self, groups: &[Ready<'_>]) -> Option<String> {
        let ending = |group: &&Ready<'_>| {
            let mut ends = group
                .runs
                .iter()
                .filter_map(|run| run.last())
                .map(|point| point[0]);
            let first = ends.next();
            !group.band.is_empty() && ends.any(|end| Some(end) != first)
        };
        groups.iter().any(|group| ending(&group)).then(|| {
            match self.after_end {
                AfterEnd::Holds => {
                    "Runs that ended hold their last value until the last of their group ends."
                }
                AfterEnd::Leaves => "Bands are those of the runs that have not ended.",
            }
            .to_owned()
        })
    }

    fn layers(&self, brush: &Brush<'_>, frame: &Frame<'_>, groups: &[Ready<'_>]) -> Vec<Layer> {
        let mut bands = Layer::new("bands");
        let mut lines = Layer::new("lines");
        for (place, group) in groups.iter().enumerate() {
            let mut pen = brush.theme.pen(place, 2.0);
            let colour = pen.paint.colour;
            lines.part(group.name);
            if group.band.is_empty() {
                if group.runs.len() > 1 {
                    pen = Pen {
                        width: 1.0,
                        paint: colour.thin(0.6),
                        ..pen
                    };
                }
                for run in &group.runs {
                    lines.line(&self.drawn(frame, run), pen);
                }
                continue;
            }
            bands.part(group.name);
            for (low, high, cover) in [(0, 4, WIDE), (1, 3, NARROW)] {
                self.draw_band(
                    &mut bands,
                    frame,
                    &group.band,
                    [low, high],
                    colour.thin(cover),
                );
            }
            let median: Vec<[f64; 2]> = group
                .band
                .iter()
                .map(|row| [row.time, row.quantiles[2]])
                .collect();
            lines.line(&self.drawn(frame, &median), pen);
        }
        vec![bands, lines]
    }

    fn draw_band(
        &self,
        layer: &mut Layer,
        frame: &Frame<'_>,
        band: &[Row],
        ends: [usize; 2],
        fill: Paint,
    ) {
        let [low, high] = ends.map(|end| {
            let edge: Vec<[f64; 2]> = band
                .iter()
                .map(|row| [row.time, row.quantiles[end]])
                .collect();
            self.drawn(frame, &edge)
        });
        let around: Vec<Point> = high.into_iter().chain(low.into_iter().rev()).collect();
        layer.polygon(&around, fill);
    }

    /// The points of the line through these values in the picture.
    fn drawn(&self, frame: &Frame<'_>, points: &[[f64; 2]]) -> Vec<Point> {
        let placed: Vec<Point> = points.iter().map(|point| frame.at(*point)).collect();
        match self.shape {
            Shape::Steps => stairs(&placed),
            Shape::Lines => placed,
        }
    }

    fn words(&self, groups: &[Ready<'_>]) -> String {
        let runs: usize = groups.iter().map(|group| group.runs.len()).sum();
        let mut words = format!("{} over {}.", self.value.label, self.time.label);
        words.push_str(&match (groups.len(), runs) {
            (1, 1) => " One run.".to_owned(),
            (1, runs) => format!(" {runs} runs."),
            (groups, runs) => format!(" {runs} runs in {groups} groups."),
        });
        if groups.len() > MOST_GROUPS {
            words.push_str(" Groups beyond the 48th look like the first ones.");
        }
        words
    }
}

impl Run {
    /// The points that can be drawn, with rising times.
    fn points(&self, sieve: &mut Sieve, log: [bool; 2]) -> Result<Vec<[f64; 2]>, PlotError> {
        let what = || match self.name.as_str() {
            "" => "a run".to_owned(),
            name => format!("the run {name:?}"),
        };
        let (times, values) = (self.times.len(), self.values.len());
        if times != values {
            let what = what();
            return Err(PlotError::Lengths {
                what,
                times,
                values,
            });
        }
        let mut points: Vec<[f64; 2]> = Vec::with_capacity(times);
        for (time, value) in self.times.iter().zip(&self.values) {
            if !sieve.keeps_both([*time, *value], log) {
                continue;
            }
            match points.last_mut() {
                Some(last) if last[0] > *time => {
                    return Err(PlotError::Order {
                        what: what(),
                        time: last[0],
                        next: *time,
                    });
                }
                Some(last) if last[0] == *time => last[1] = *value,
                _ => points.push([*time, *value]),
            }
        }
        Ok(points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(shape: Shape, after_end: AfterEnd) -> Series {
        Series {
            time: Axis::new("time"),
            value: Axis::new("value"),
            by: String::new(),
            groups: Vec::new(),
            shape,
            after_end,
            many: Many::Bands,
        }
    }

    fn medians(series: &Series, runs: &[Vec<[f64; 2]>]) -> Vec<[f64; 2]> {
        series
            .band(runs)
            .iter()
            .map(|row| [row.time, row.quantiles[2]])
            .collect()
    }

    #[test]
    fn bands_are_those_of_the_runs_at_each_time() {
        let runs = [vec![[0.0, 0.0], [2.0, 4.0]], vec![[1.0, 10.0], [4.0, 20.0]]];
        let holds = medians(&series(Shape::Steps, AfterEnd::Holds), &runs);
        assert_eq!(holds, [[0.0, 0.0], [1.0, 5.0], [2.0, 7.0], [4.0, 12.0]]);
        let leaves = medians(&series(Shape::Steps, AfterEnd::Leaves), &runs);
        assert_eq!(leaves, [[0.0, 0.0], [1.0, 5.0], [2.0, 7.0], [4.0, 20.0]]);
        let lines = medians(&series(Shape::Lines, AfterEnd::Leaves), &runs);
        let second: f64 = 10.0 + 10.0 / 3.0;
        assert!(
            (lines[2][1] - (4.0 + second) / 2.0).abs() < 1e-12,
            "{lines:?}"
        );
        assert_eq!((lines[1], lines[3]), ([1.0, 6.0], [4.0, 20.0]));
    }

    #[test]
    fn many_times_become_an_even_grid() {
        let run: Vec<[f64; 2]> = (0..2000).map(|i| [f64::from(i), f64::from(i)]).collect();
        let band = series(Shape::Steps, AfterEnd::Holds).band(&[run.clone(), run]);
        assert_eq!(band.len(), MOST_TIMES + 1);
        assert_eq!((band[0].time, band[512].time), (0.0, 1999.0));
        let middle = &band[256];
        assert_eq!((middle.time, middle.quantiles), (999.5, [999.0; 5]));
    }

    #[test]
    fn times_may_not_fall_and_lists_have_one_length() {
        let mut sieve = Sieve::default();
        let run = Run {
            name: "7".into(),
            times: vec![0.0, 2.0, 2.0, f64::NAN, 1.0],
            values: vec![1.0, 2.0, 3.0, 4.0, 5.0],
        };
        let error = run
            .points(&mut sieve, [false; 2])
            .expect_err("times that fall");
        assert_eq!(
            error.to_string(),
            "the run \"7\" has the time 1 after the time 2"
        );
        let good = Run {
            times: vec![0.0, 2.0, 2.0, f64::NAN, 3.0],
            ..run.clone()
        };
        let points = good.points(&mut sieve, [false; 2]).expect("points");
        assert_eq!(points, [[0.0, 1.0], [2.0, 3.0], [3.0, 5.0]]);
        let short = Run {
            name: String::new(),
            times: vec![],
            ..run
        };
        let error = short.points(&mut sieve, [false; 2]).expect_err("too short");
        assert_eq!(error.to_string(), "a run has 0 times and 5 values");
    }
}
