//! How values are distributed, per group.

use super::axis::{Side, SideKind};
use super::frame::{Frame, Plan};
use super::legend::{Key, Legend};
use super::mark::Mark;
use super::numbers::{BoxPlot, bandwidth, density, sorted, stairs};
use super::order::{Sieve, called, naturally};
use super::palette::Colour;
use super::scale::{Room, Scale};
use super::scene::{Area, Layer, Outline, Pen, Point, Scene};
use super::{Axis, Brush, PlotError};

/// The values of groups, side by side or, as distribution functions, in one another.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    /// What is drawn of the values.
    pub form: Form,
    /// The axis of the values: y, but x for distribution functions.
    pub value: Axis,
    /// What the groups differ by; empty for a single group.
    pub by: String,
    /// The groups; drawn in the natural order of their names. Those without a value that can be
    /// drawn are left out, and named in a note.
    pub samples: Vec<Sample>,
}

/// The values of one group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    /// What the values have in common.
    pub name: String,
    /// The values in any order.
    pub values: Vec<f64>,
}

/// What is drawn of values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Box plots: quartiles (type 7), whiskers to the last values within 1.5 times the distance of
    /// the quartiles, and the values beyond them as points (Tukey 1977).
    #[default]
    Box,
    /// Densities by a Gaussian kernel with Silverman's bandwidth, on the logarithms of the values
    /// where the axis is logarithmic, from the least to the largest value and all equally wide; with
    /// the box plot inside. Values that do not differ have no density, only their box.
    Violin,
    /// Empirical distribution functions: the share of the values that are at most x.
    Ecdf,
}

/// The share of the place of a group that its box or violin fills, and the most in pixels.
const FILLED: f64 = 0.62;
const WIDEST: f64 = 90.0;
/// How wide a box inside a violin is, in pixels.
const INNER: f64 = 9.0;
/// At how many places a density is computed.
const POINTS: usize = 128;

/// A group without what cannot be drawn; its values sorted.
struct Ready<'a> {
    name: &'a str,
    values: Vec<f64>,
}

impl Distribution {
    pub(super) fn scene(&self, brush: &Brush<'_>) -> Result<Scene, PlotError> {
        let mut sieve = Sieve::default();
        let mut empty = Vec::new();
        let mut groups = Vec::new();
        for place in naturally(self.samples.iter().map(|sample| sample.name.as_str())) {
            let Sample { name, values } = &self.samples[place];
            let kept = values
                .iter()
                .copied()
                .filter(|value| sieve.keeps(*value, self.value.log));
            let values = sorted(kept.collect());
            if values.is_empty() {
                empty.push(name.as_str());
            } else {
                groups.push(Ready { name, values });
            }
        }
        let all = groups.iter().flat_map(|group| group.values.iter().copied());
        let room = if self.form == Form::Ecdf {
            Room::Both
        } else {
            Room::FromZero
        };
        let Some(scale) = Scale::covering(all, self.value.log, room) else {
            return Err(PlotError::Empty(
                "no group has a value that can be drawn".into(),
            ));
        };
        let mut notes = sieve.notes();
        if !empty.is_empty() {
            notes.push(format!("Without values: {}.", empty.join(", ")));
        }
        match self.form {
            Form::Ecdf => self.functions(brush, &groups, scale, notes),
            Form::Box | Form::Violin => self.side_by_side(brush, &groups, scale, notes),
        }
    }

    fn side_by_side(
        &self,
        brush: &Brush<'_>,
        groups: &[Ready<'_>],
        scale: Scale,
        notes: Vec<String>,
    ) -> Result<Scene, PlotError> {
        let counts: Vec<usize> = groups.iter().map(|group| group.values.len()).collect();
        let equal = counts.windows(2).all(|pair| pair[0] == pair[1]) && counts.len() > 1;
        let names = groups
            .iter()
            .zip(&counts)
            .map(|(group, count)| {
                let count = format!("n = {count}");
                match group.name {
                    "" => vec![count],
                    name if equal => vec![name.to_owned()],
                    name => vec![brush.font.shortened(name, super::axis::TICK, 180.0), count],
                }
            })
            .collect();
        let kind = SideKind::Names {
            names,
            ordinal: false,
        };
        let label = match (equal, self.by.as_str()) {
            (false, by) => by.to_owned(),
            (true, "") => format!("n = {} each", counts[0]),
            (true, by) => format!("{by}, n = {} each", counts[0]),
        };
        let x = Side { label, kind };
        let mut plan = Plan::new(x, Side::numbers(&self.value.label, scale));
        plan.notes = notes;
        plan.legend = self.legend(brush, groups);
        let frame = Frame::new(brush, plan)?;
        let mut violins = Layer::new("violins");
        let mut boxes = Layer::new("boxes");
        let mut outliers = Layer::new("outliers");
        let band = frame.area.width() / groups.len() as f64;
        let width = (FILLED * band).min(WIDEST);
        for (place, group) in groups.iter().enumerate() {
            let Some(plot) = BoxPlot::new(&group.values) else {
                continue;
            };
            let colour = brush.theme.group(place);
            let middle = frame.x(place as f64);
            boxes.part(group.name);
            if self.form == Form::Violin {
                violins.part(group.name);
                violin(
                    &mut violins,
                    &frame,
                    &scale,
                    &group.values,
                    [middle, width],
                    colour,
                );
                slim_box(brush, &mut boxes, &frame, &plot, middle);
                continue;
            }
            wide_box(&mut boxes, &frame, &plot, [middle, width], colour);
            if !plot.outliers.is_empty() {
                outliers.part(group.name);
            }
            for value in &plot.outliers {
                let at = [middle, frame.y(*value)];
                let edge = Pen::solid(colour, 1.2);
                Mark::Circle.draw(&mut outliers, at, 2.8, colour.thin(0.25), edge);
            }
        }
        let (kind, layers) = match self.form {
            Form::Violin => ("Densities", vec![violins, boxes]),
            _ => ("Box plots", vec![boxes, outliers]),
        };
        Ok(frame.picture(layers, kind, self.words(groups)))
    }

    /// What the parts of a box or a violin mean.
    fn legend(&self, brush: &Brush<'_>, groups: &[Ready<'_>]) -> Legend {
        let mut legend = Legend::default();
        let colour = brush.theme.neutral;
        let edge = Pen::solid(colour, 1.4);
        if self.form == Form::Violin {
            legend.entry(Key::Area(colour.thin(0.3), Some(edge)), "density");
            let ink = brush.theme.ink;
            let inside = brush.theme.ground.into();
            legend.entry(
                Key::Mark(Mark::Circle, inside, Pen::solid(ink, 1.2)),
                "median",
            );
            legend.entry(Key::Area(ink.into(), None), "quartiles");
            legend.entry(Key::Line(Pen::solid(ink, 1.4), None), "within 1.5 IQR");
            return legend;
        }
        legend.entry(Key::Line(Pen::solid(colour, 3.0), None), "median");
        legend.entry(Key::Area(colour.thin(0.3), Some(edge)), "quartiles");
        legend.entry(Key::Line(edge, None), "within 1.5 IQR");
        let beyond = |group: &Ready<'_>| {
            BoxPlot::new(&group.values).is_some_and(|plot| !plot.outliers.is_empty())
        };
        if groups.iter().any(beyond) {
            let edge = Pen::solid(colour, 1.2);
            legend.entry(Key::Mark(Mark::Circle, colour.thin(0.25), edge), "outliers");
        }
        legend
    }

    fn functions(
        &self,
        brush: &Brush<'_>,
        groups: &[Ready<'_>],
        scale: Scale,
        notes: Vec<String>,
    ) -> Result<Scene, PlotError> {
        let share = Scale::between(0.0, 1.02);
        let mut plan = Plan::new(
            Side::numbers(&self.value.label, scale),
            Side::numbers("share of values up to this", share),
        );
        plan.notes = notes;
        if groups.len() > 1 || groups.iter().any(|group| !group.name.is_empty()) {
            plan.legend.heading(&self.by);
            for (place, group) in groups.iter().enumerate() {
                let label = format!("{} (n = {})", called(group.name), group.values.len());
                plan.legend
                    .entry(Key::Line(brush.theme.pen(place, 2.0), None), label);
            }
        }
        let frame = Frame::new(brush, plan)?;
        let mut lines = Layer::new("lines");
        for (place, group) in groups.iter().enumerate() {
            lines.part(group.name);
            lines.line(&steps(&frame, &group.values), brush.theme.pen(place, 2.0));
        }
        Ok(frame.picture(vec![lines], "Distribution functions", self.words(groups)))
    }

    fn words(&self, groups: &[Ready<'_>]) -> String {
        let values: usize = groups.iter().map(|group| group.values.len()).sum();
        let what = match self.form {
            Form::Box => "Box plots",
            Form::Violin => "Densities",
            Form::Ecdf => "Distribution functions",
        };
        let label = &self.value.label;
        match groups.len() {
            1 => format!("{what} of {label}: {values} values."),
            n => format!("{what} of {label}: {values} values in {n} groups."),
        }
    }
}

/// The distribution function of sorted values, from the least to the largest.
fn steps(frame: &Frame<'_>, values: &[f64]) -> Vec<Point> {
    let count = values.len() as f64;
    let first = values
        .iter()
        .take(1)
        .map(|value| [frame.x(*value), frame.y(0.0)]);
    let mut points: Vec<Point> = first.collect();
    for (place, value) in values.iter().enumerate() {
        if values.get(place + 1) != Some(value) {
            points.push([frame.x(*value), frame.y((place + 1) as f64 / count)]);
        }
    }
    stairs(&points)
}

fn violin(
    layer: &mut Layer,
    frame: &Frame<'_>,
    scale: &Scale,
    values: &[f64],
    [middle, width]: [f64; 2],
    colour: Colour,
) {
    let inner: Vec<f64> = values.iter().map(|value| scale.inner(*value)).collect();
    let Some(bandwidth) = bandwidth(&inner) else {
        return;
    };
    let density = density(&inner, bandwidth, POINTS);
    let most = density
        .iter()
        .fold(0.0, |most: f64, [_, density]| most.max(*density));
    let side = |sign: f64| {
        let place = move |[at, density]: &[f64; 2]| {
            let half = sign * width / 2.0 * density / most;
            [middle + half, frame.y(scale.outer(*at))]
        };
        density.iter().map(place)
    };
    let around: Vec<Point> = side(-1.0).chain(side(1.0).rev()).collect();
    let edge = Pen::solid(colour, 1.4);
    layer.shape(Outline::Polygon(around), Some(colour.thin(0.3)), Some(edge));
}

/// The box plot inside a violin: a thin line, a thick one, and a point.
fn slim_box(brush: &Brush<'_>, layer: &mut Layer, frame: &Frame<'_>, plot: &BoxPlot, middle: f64) {
    let ink = brush.theme.ink;
    let [low, high] = plot.whiskers.map(|value| [middle, frame.y(value)]);
    layer.line(&[low, high], Pen::solid(ink, 1.4));
    let area = Area {
        left: middle - INNER / 2.0,
        right: middle + INNER / 2.0,
        top: frame.y(plot.quartiles[2]),
        bottom: frame.y(plot.quartiles[0]),
    };
    layer.shape(Outline::Box(area), Some(ink.into()), None);
    let at = [middle, frame.y(plot.quartiles[1])];
    Mark::Circle.draw(
        layer,
        at,
        3.2,
        brush.theme.ground.into(),
        Pen::solid(ink, 1.2),
    );
}

fn wide_box(
    layer: &mut Layer,
    frame: &Frame<'_>,
    plot: &BoxPlot,
    [middle, width]: [f64; 2],
    colour: Colour,
) {
    let pen = Pen::solid(colour, 1.4);
    let [left, right] = [middle - width / 2.0, middle + width / 2.0];
    let [first, median, third] = plot.quartiles.map(|value| frame.y(value));
    let [low, high] = plot.whiskers.map(|value| frame.y(value));
    for (from, to) in [(first, low), (third, high)] {
        let cap = width / 5.0;
        let end = vec![[middle - cap, to], [middle + cap, to]];
        layer.lines(vec![vec![[middle, from], [middle, to]], end], pen);
    }
    let area = Area {
        left,
        right,
        top: third,
        bottom: first,
    };
    layer.shape(Outline::Box(area), Some(colour.thin(0.3)), Some(pen));
    // Its round ends stay inside of the box.
    layer.line(
        &[[left + 1.5, median], [right - 1.5, median]],
        Pen::solid(colour, 3.0),
    );
}
