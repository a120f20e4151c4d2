//! Shares that have not ended yet, over time.

use super::axis::{Side, TICK};
use super::frame::{Frame, Plan};
use super::legend::Key;
use super::numbers::stairs;
use super::order::{Sieve, called, naturally};
use super::scale::{Room, Scale};
use super::scene::{Anchor, Layer, Pen, Point, Scene, Text};
use super::{Axis, Brush, PlotError};

/// Survival curves: step lines from 1 downwards with bands, an upright stroke where runs were cut
/// short, and below the axis how many runs are still at risk.
#[derive(Clone, Debug, PartialEq)]
pub struct Survival {
    /// The axis of the time.
    pub time: Axis,
    /// What the share is one of, such as "share of runs still going".
    pub share: String,
    /// What the curves differ by; empty for a single curve.
    pub by: String,
    /// The curves; drawn in the natural order of their names.
    pub curves: Vec<Curve>,
}

/// A survival curve, as Kaplan and Meier (1958) estimate it or otherwise.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// What its runs have in common.
    pub name: String,
    /// Its steps, with rising times. Before the first the share is 1.
    pub steps: Vec<Step>,
    /// The times of all runs that ended, in any order.
    pub ended: Vec<f64>,
    /// The times at which runs were cut short before they ended, in any order.
    pub censored: Vec<f64>,
}

/// A step of a survival curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The time from which on the share holds.
    pub time: f64,
    /// The share that has not ended, from 0 to 1.
    pub share: f64,
    /// The lower end of its interval; NaN for none.
    pub low: f64,
    /// The upper end of its interval; NaN for none.
    pub high: f64,
}

/// The height of a line of the table of runs at risk in pixels.
const LINE: f64 = 16.0;
/// The most that the names beside the table are wide.
const NAMES: f64 = 130.0;
/// The heading of the table.
const AT_RISK: &str = "runs at risk";
/// Half of the length of the stroke of a run that was cut short.
const STROKE: f64 = 4.5;

/// A curve without what cannot be drawn.
struct Ready<'a> {
    name: &'a str,
    steps: Vec<Step>,
    ended: Vec<f64>,
    censored: Vec<f64>,
}

impl Survival {
    pub(super) fn scene(&self, brush: &Brush<'_>) -> Result<Scene, PlotError> {
        let mut sieve = Sieve::default();
        let mut curves = Vec::new();
        for place in naturally(self.curves.iter().map(|curve| curve.name.as_str())) {
            let curve = self.curves[place].ready(&mut sieve, self.time.log)?;
            if !(curve.ended.is_empty() && curve.censored.is_empty()) {
                curves.push(curve);
            }
        }
        // Without a logarithm, time begins at 0.
        let origin = Some(0.0).filter(|_| !self.time.log && !curves.is_empty());
        let times = curves.iter().flat_map(Ready::times).chain(origin);
        let Some(x) = Scale::covering(times, self.time.log, self.room()) else {
            return Err(PlotError::Empty(
                "no curve has a run whose time can be drawn".into(),
            ));
        };
        let y = Scale::between(0.0, 1.02);
        let mut plan = Plan::new(
            Side::numbers(&self.time.label, x),
            Side::numbers(&self.share, y),
        );
        plan.notes = sieve.notes();
        let lines = curves.len() + usize::from(headed(&curves));
        plan.below = LINE * lines as f64 + 14.0;
        let names = curves.iter().map(|curve| curve.name).chain([AT_RISK]);
        let names = names.map(|name| brush.font.width(name, TICK));
        plan.left = names.fold(0.0, f64::max).min(NAMES) + 14.0 + 26.0;
        self.legend(brush, &mut plan, &curves);
        let frame = Frame::new(brush, plan)?;
        let layers = self.layers(brush, &frame, &curves);
        let runs: usize = curves.iter().map(|curve| curve.times().count()).sum();
        let cut: usize = curves.iter().map(|curve| curve.censored.len()).sum();
        let words = format!(
            "{} over {}: {} curves of {runs} runs, of which {cut} were cut short.",
            self.share,
            self.time.label,
            curves.len(),
        );
        Ok(frame.picture(layers, "Survival curves", words))
    }

    fn room(&self) -> Room {
        if self.time.log {
            Room::Both
        } else {
            Room::FromZero
        }
    }

    fn legend(&self, brush: &Brush<'_>, plan: &mut Plan, curves: &[Ready<'_>]) {
        let legend = &mut plan.legend;
        if curves.len() > 1 || curves.iter().any(|curve| !curve.name.is_empty()) {
            legend.heading(&self.by);
            for (place, curve) in curves.iter().enumerate() {
                let pen = brush.theme.pen(place, 2.0);
                legend.entry(Key::Line(pen, None), called(curve.name));
            }
        }
        let neutral = brush.theme.neutral;
        let banded = |step: &Step| !step.low.is_nan() && !step.high.is_nan();
        if curves.iter().flat_map(|curve| &curve.steps).any(banded) {
            legend.entry(Key::Area(neutral.thin(0.3), None), "95 % interval");
        }
        if curves.iter().any(|curve| !curve.censored.is_empty()) {
            legend.entry(Key::Upright(Pen::solid(neutral, 1.6)), "cut short");
        }
    }

    fn layers(&self, brush: &Brush<'_>, frame: &Frame<'_>, curves: &[Ready<'_>]) -> Vec<Layer> {
        let mut bands = Layer::new("bands");
        let mut lines = Layer::new("lines");
        let mut strokes = Layer::new("censored");
        for (place, curve) in curves.iter().enumerate() {
            let pen = brush.theme.pen(place, 2.0);
            let colour = pen.paint.colour;
            bands.part(curve.name);
            let [low, share, high] = [
                |step: &Step| step.low,
                |step: &Step| step.share,
                |step: &Step| step.high,
            ]
            .map(|part| curve.placed(frame, part));
            let around: Vec<Point> = high.into_iter().chain(low.into_iter().rev()).collect();
            bands.polygon(&around, colour.thin(0.18));
            lines.part(curve.name);
            lines.line(&share, pen);
            strokes.part(curve.name);
            for time in &curve.censored {
                let [x, y] = frame.at([*time, curve.share_at(*time)]);
                let upright = [[x, y - STROKE], [x, y + STROKE]];
                strokes.line(&upright, Pen::solid(colour, 1.6));
            }
        }
        vec![bands, lines, strokes, at_risk(brush, frame, curves)]
    }
}

impl Curve {
    fn ready(&self, sieve: &mut Sieve, log: bool) -> Result<Ready<'_>, PlotError> {
        for pair in self.steps.windows(2) {
            if pair[1].time < pair[0].time {
                return Err(PlotError::Order {
                    what: format!("the curve {:?}", self.name),
                    time: pair[0].time,
                    next: pair[1].time,
                });
            }
        }
        let times = self.steps.iter().map(|step| step.time);
        let mut times = times.chain(self.ended.iter().chain(&self.censored).copied());
        if let Some(time) = times.find(|time| *time < 0.0) {
            let what = format!("the curve {:?}", self.name);
            return Err(PlotError::Negative { what, time });
        }
        let steps = self.steps.iter().copied();
        let steps = steps.filter(|step| sieve.keeps_both([step.time, step.share], [log, false]));
        let steps = steps.collect();
        let mut kept = |times: &[f64]| {
            times
                .iter()
                .copied()
                .filter(|time| sieve.keeps(*time, log))
                .collect()
        };
        Ok(Ready {
            name: &self.name,
            steps,
            ended: kept(&self.ended),
            censored: kept(&self.censored),
        })
    }
}

impl Ready<'_> {
    fn times(&self) -> impl Iterator<Item = f64> {
        self.ended.iter().chain(&self.censored).copied()
    }

    /// The share at a time, which includes a step at the time itself.
    fn share_at(&self, time: f64) -> f64 {
        let after = self.steps.partition_point(|step| step.time <= time);
        after
            .checked_sub(1)
            .map_or(1.0, |place| self.steps[place].share)
    }

    /// The step line of a part of the steps from the beginning of the axis to the last time. Where a
    /// step has no interval, the part is the share itself.
    fn placed(&self, frame: &Frame<'_>, part: fn(&Step) -> f64) -> Vec<Point> {
        let mut points = vec![[frame.area.left, frame.y(1.0)]];
        for step in &self.steps {
            let value = Some(part(step))
                .filter(|value| value.is_finite())
                .unwrap_or(step.share);
            points.push(frame.at([step.time, value.clamp(0.0, 1.0)]));
        }
        let end = frame.x(self.times().fold(f64::MIN, f64::max));
        match points.last().copied() {
            Some([x, y]) if x < end => points.push([end, y]),
            _ => (),
        }
        stairs(&points)
    }
}

/// Whether the table has a line for its heading: a single curve without a name needs none.
fn headed(curves: &[Ready<'_>]) -> bool {
    !matches!(curves, [curve] if curve.name.is_empty())
}

/// The table of how many runs have neither ended nor been cut short before each labelled time.
fn at_risk(brush: &Brush<'_>, frame: &Frame<'_>, curves: &[Ready<'_>]) -> Layer {
    let mut layer = Layer::new("at-risk");
    let names = frame.area.left - 22.0;
    let mut y = frame.below() + 20.0;
    let write = |layer: &mut Layer, x: f64, y: f64, words: String, colour, anchor| {
        layer.text(Text {
            at: [x, y],
            words,
            size: TICK,
            colour,
            anchor,
            turn: 0.0,
        });
    };
    write(
        &mut layer,
        names,
        y,
        AT_RISK.to_owned(),
        brush.theme.ink,
        Anchor::End,
    );
    for (place, curve) in curves.iter().enumerate() {
        if headed(curves) {
            y += LINE;
        }
        layer.part(curve.name);
        let name = brush.font.shortened(curve.name, TICK, NAMES);
        let colour = brush.theme.group(place);
        write(&mut layer, names, y, name, colour, Anchor::End);
        for time in frame.labelled() {
            let count = curve.times().filter(|end| *end >= time).count().to_string();
            let x = frame.x(time);
            write(&mut layer, x, y, count, brush.theme.soft, Anchor::Middle);
        }
    }
    layer
}
