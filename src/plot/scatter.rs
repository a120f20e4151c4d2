//! Points, and fits through them.

use super::axis::Side;
use super::frame::{Frame, Plan};
use super::legend::Key;
use super::mark::Mark;
use super::order::{Sieve, naturally};
use super::scale::{Room, Scale};
use super::scene::{Layer, Pen, Point, Scene};
use super::{Axis, Brush, PlotError};

/// Points in groups, each with a fitted line and its band if there is one.
#[derive(Clone, Debug, PartialEq)]
pub struct Scatter {
    /// The axis of x.
    pub x: Axis,
    /// The axis of y.
    pub y: Axis,
    /// What the groups differ by, as a heading of the legend; empty for none.
    pub by: String,
    /// The groups; drawn in the natural order of their names.
    pub clouds: Vec<Cloud>,
}

/// Points that belong together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cloud {
    /// What they have in common; empty for a group that needs no name.
    pub name: String,
    /// The points by x and y, in any order.
    pub points: Vec<[f64; 2]>,
    /// The line fitted to them.
    pub fit: Option<Fit>,
}

/// A fitted line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fit {
    /// What it is, such as its formula with the fitted numbers; in the legend.
    pub label: String,
    /// The line from the left to the right.
    pub line: Vec<FitPoint>,
}

/// A point of a fitted line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitPoint {
    /// Where it is.
    pub x: f64,
    /// The fitted value.
    pub y: f64,
    /// The lower end of the band; NaN for none.
    pub low: f64,
    /// The upper end of the band; NaN for none.
    pub high: f64,
}

/// At how many places [`Fit::sampled`] asks for the line.
const SAMPLES: u32 = 128;

impl Fit {
    /// A line given by a function: of x, the lower end of the band, the value and the upper end.
    ///
    /// It is asked at 129 places from `low` to `high`, which are even on a linear axis or, with
    /// `log`, on a logarithmic one (`low` has to be positive then).
    pub fn sampled(
        label: impl Into<String>,
        [low, high]: [f64; 2],
        log: bool,
        line: impl Fn(f64) -> [f64; 3],
    ) -> Self {
        let scale = Scale::covering([low, high], log, Room::None);
        let ends = scale.map(|scale| (scale, scale.inner(low), scale.inner(high)));
        let line = &line;
        let points = ends.iter().flat_map(|(scale, first, last)| {
            (0..=SAMPLES).map(move |place| {
                let share = f64::from(place) / f64::from(SAMPLES);
                let x = match place {
                    0 => low,
                    SAMPLES => high,
                    _ => scale.outer(first + share * (last - first)),
                };
                let [low, y, high] = line(x);
                FitPoint { x, y, low, high }
            })
        });
        Fit {
            label: label.into(),
            line: points.collect(),
        }
    }
}

/// A group without what cannot be drawn.
struct Ready<'a> {
    name: &'a str,
    points: Vec<[f64; 2]>,
    line: Vec<FitPoint>,
    label: &'a str,
}

impl Scatter {
    pub(super) fn scene(&self, brush: &Brush<'_>) -> Result<Scene, PlotError> {
        let log = [self.x.log, self.y.log];
        let mut sieve = Sieve::default();
        let clouds: Vec<Ready<'_>> = naturally(self.clouds.iter().map(|c| c.name.as_str()))
            .into_iter()
            .map(|place| self.clouds[place].ready(&mut sieve, log))
            .filter(|cloud| !(cloud.points.is_empty() && cloud.line.is_empty()))
            .collect();
        let lines = || clouds.iter().flat_map(|cloud| &cloud.line);
        let points = || clouds.iter().flat_map(|cloud| &cloud.points);
        let xs = points()
            .map(|point| point[0])
            .chain(lines().map(|point| point.x));
        let ends = lines().flat_map(|point| [point.y, point.low, point.high]);
        let ys = points().map(|point| point[1]).chain(ends);
        let scales = Scale::covering(xs, log[0], Room::FromZero).zip(Scale::covering(
            ys,
            log[1],
            Room::FromZero,
        ));
        let Some((x, y)) = scales else {
            return Err(PlotError::Empty("no point can be drawn".into()));
        };
        let mut plan = Plan::new(
            Side::numbers(&self.x.label, x),
            Side::numbers(&self.y.label, y),
        );
        plan.notes = sieve.notes();
        self.legend(brush, &mut plan, &clouds);
        let frame = Frame::new(brush, plan)?;
        let layers = layers(brush, &frame, &clouds);
        let words = format!(
            "{} over {}: {} points and {} fitted lines.",
            self.y.label,
            self.x.label,
            points().count(),
            clouds.iter().filter(|cloud| !cloud.line.is_empty()).count(),
        );
        Ok(frame.picture(layers, "Points", words))
    }

    fn legend(&self, brush: &Brush<'_>, plan: &mut Plan, clouds: &[Ready<'_>]) {
        let legend = &mut plan.legend;
        if clouds.iter().any(|cloud| !cloud.name.is_empty()) {
            legend.heading(&self.by);
        }
        for (place, cloud) in clouds.iter().enumerate() {
            let pen = brush.theme.pen(place, 2.0);
            let colour = pen.paint.colour;
            let edge = Pen::solid(colour, 1.2);
            // Points alone and without a name need no explanation.
            let told = !cloud.name.is_empty() || !cloud.line.is_empty();
            if told && !cloud.points.is_empty() {
                let name = if cloud.name.is_empty() {
                    "data"
                } else {
                    cloud.name
                };
                let mark = Mark::of_group(place);
                legend.entry(Key::Mark(mark, colour.thin(0.3), edge), name);
            }
            if !cloud.line.is_empty() {
                let banded = cloud.line.iter().any(|point| !point.low.is_nan());
                let band = banded.then(|| colour.thin(0.2));
                let label = if cloud.label.is_empty() {
                    "fit"
                } else {
                    cloud.label
                };
                legend.entry(Key::Line(pen, band), label);
            }
        }
    }
}

impl Cloud {
    fn ready(&self, sieve: &mut Sieve, log: [bool; 2]) -> Ready<'_> {
        let points = self.points.iter().copied();
        let points = points
            .filter(|point| sieve.keeps_both(*point, log))
            .collect();
        let line = self.fit.iter().flat_map(|fit| &fit.line).copied();
        let line = line
            .filter(|point| sieve.keeps_both([point.x, point.y], log))
            .collect();
        Ready {
            name: &self.name,
            points,
            line,
            label: self.fit.as_ref().map_or("", |fit| &fit.label),
        }
    }
}

fn layers(brush: &Brush<'_>, frame: &Frame<'_>, clouds: &[Ready<'_>]) -> Vec<Layer> {
    let mut bands = Layer::new("bands");
    let mut lines = Layer::new("lines");
    let mut points = Layer::new("points");
    for (place, cloud) in clouds.iter().enumerate() {
        let pen = brush.theme.pen(place, 2.0);
        let colour = pen.paint.colour;
        if !cloud.line.is_empty() {
            bands.part(cloud.name);
            bands.polygon(&around(frame, &cloud.line), colour.thin(0.2));
            lines.part(cloud.name);
            let line: Vec<Point> = cloud
                .line
                .iter()
                .map(|point| frame.at([point.x, point.y]))
                .collect();
            lines.line(&line, pen);
        }
        points.part(cloud.name);
        let mark = Mark::of_group(place);
        // Where points are many, they let each other be seen.
        let (cover, edge) = if cloud.points.len() > 300 {
            (0.15, 0.5)
        } else {
            (0.3, 1.0)
        };
        for point in &cloud.points {
            let edge = Pen::solid(colour.thin(edge), 1.1);
            mark.draw(&mut points, frame.at(*point), 3.2, colour.thin(cover), edge);
        }
    }
    vec![bands, lines, points]
}

/// The outline of the band of a line. An end that cannot be drawn stands at the border of the data
/// where the band leaves it (below zero on a logarithmic axis), or on the line if there is no band.
fn around(frame: &Frame<'_>, line: &[FitPoint]) -> Vec<Point> {
    let end = |point: &FitPoint, value: f64| {
        let y = frame.y(if value.is_nan() { point.y } else { value });
        let y = if y.is_nan() { frame.area.bottom } else { y };
        [frame.x(point.x), y.clamp(frame.area.top, frame.area.bottom)]
    };
    let high = line.iter().map(|point| end(point, point.high));
    let low = line.iter().map(|point| end(point, point.low));
    high.chain(low.rev()).collect()
}
