//! The ways of robots in the plane.

use super::axis::Side;
use super::frame::{Frame, Plan};
use super::legend::{Key, Legend};
use super::mark::Mark;
use super::order::{Sieve, called, naturally};
use super::palette::Colour;
use super::scale::Scale;
use super::scene::{Layer, Pen, Scene};
use super::{Axis, Brush, PlotError};

/// The ways of robots, each from a hollow to a filled mark. A unit of x is as long as one of y.
#[derive(Clone, Debug, PartialEq)]
pub struct Trajectories {
    /// The axis of x; always linear.
    pub x: Axis,
    /// The axis of y; always linear.
    pub y: Axis,
    /// The robots; drawn in the natural order of their names.
    pub robots: Vec<Robot>,
    /// How many robots, the first ones, have colours of their own, at most 8. The others are drawn
    /// behind them in one colour.
    pub coloured: usize,
}

/// The way of one robot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Robot {
    /// Which robot it is.
    pub name: String,
    /// Its places in the order of time. A place that cannot be drawn is a gap in the line.
    pub points: Vec<[f64; 2]>,
    /// Where something went wrong with it.
    pub faults: Vec<[f64; 2]>,
}

/// The most robots with colours of their own: as many as there are colours.
const MOST_COLOURED: usize = 8;

/// The smaller extent of the data is drawn as at least this share of the larger one, so that a swarm
/// on a line is no picture without height.
const LEAST_SHARE: f64 = 0.25;

/// A robot without what cannot be drawn.
struct Ready<'a> {
    name: &'a str,
    lines: Vec<Vec<[f64; 2]>>,
    faults: Vec<[f64; 2]>,
}

impl Trajectories {
    pub(super) fn scene(&self, brush: &Brush<'_>) -> Result<Scene, PlotError> {
        let mut sieve = Sieve::default();
        let order = naturally(self.robots.iter().map(|robot| robot.name.as_str()));
        let robots: Vec<Ready<'_>> = order
            .into_iter()
            .map(|place| self.robots[place].ready(&mut sieve))
            .filter(|robot| !robot.lines.is_empty())
            .collect();
        let Some([x, y]) = scales(&robots) else {
            return Err(PlotError::Empty(
                "no robot has a place that can be drawn".into(),
            ));
        };
        let coloured = self.coloured.min(MOST_COLOURED).min(robots.len());
        let mut plan = Plan::new(
            Side::numbers(&self.x.label, x),
            Side::numbers(&self.y.label, y),
        );
        plan.equal = true;
        plan.boxed = true;
        plan.legend = legend(brush, &robots, coloured);
        plan.notes = sieve.notes();
        let frame = Frame::new(brush, plan)?;
        let layers = layers(brush, &frame, &robots, coloured);
        let words = format!(
            "{} over {}: the ways of {} robots from hollow to filled marks.",
            self.y.label,
            self.x.label,
            robots.len()
        );
        Ok(frame.picture(layers, "Trajectories", words))
    }
}

impl Robot {
    fn ready(&self, sieve: &mut Sieve) -> Ready<'_> {
        let mut lines = vec![Vec::new()];
        for point in &self.points {
            match (sieve.keeps_both(*point, [false; 2]), lines.last_mut()) {
                (true, Some(line)) => line.push(*point),
                _ => lines.push(Vec::new()),
            }
        }
        lines.retain(|line| !line.is_empty());
        let faults = self.faults.iter().copied();
        Ready {
            name: &self.name,
            lines,
            faults: faults
                .filter(|point| sieve.keeps_both(*point, [false; 2]))
                .collect(),
        }
    }
}

/// Scales for x and y around all points, neither much shorter than the other.
fn scales(robots: &[Ready<'_>]) -> Option<[Scale; 2]> {
    let all = || {
        robots
            .iter()
            .flat_map(|robot| robot.lines.iter().flatten().chain(&robot.faults))
    };
    let first = *all().next()?;
    let (low, high) = all().fold((first, first), |(low, high), point| {
        (
            [low[0].min(point[0]), low[1].min(point[1])],
            [high[0].max(point[0]), high[1].max(point[1])],
        )
    });
    let spans = [high[0] - low[0], high[1] - low[1]];
    let longest = spans[0].max(spans[1]);
    let largest = low
        .into_iter()
        .chain(high)
        .fold(0.0, |most: f64, end| most.max(end.abs()));
    // All in one place: a tenth of its distance from the origin, or 1 there.
    let longest = match longest > 1e-9 * largest {
        true => longest,
        false if largest > 0.0 => 0.1 * largest,
        false => 1.0,
    };
    Some([0, 1].map(|axis| {
        let half = 0.54 * spans[axis].max(LEAST_SHARE * longest);
        let middle = low[axis] + spans[axis] / 2.0;
        Scale::between(middle - half, middle + half)
    }))
}

fn colour(brush: &Brush<'_>, place: usize, coloured: usize) -> Colour {
    if place < coloured {
        brush.theme.group(place)
    } else {
        brush.theme.neutral
    }
}

fn mark(place: usize, coloured: usize) -> Mark {
    if place < coloured {
        Mark::of_group(place)
    } else {
        Mark::Circle
    }
}

fn fault_pen(brush: &Brush<'_>) -> Pen {
    Pen::solid(brush.theme.ink, 2.0)
}

fn legend(brush: &Brush<'_>, robots: &[Ready<'_>], coloured: usize) -> Legend {
    let mut legend = Legend::default();
    for (place, robot) in robots[..coloured].iter().enumerate() {
        let colour = brush.theme.group(place);
        let pen = Pen::solid(colour, 1.6);
        let mark = Mark::of_group(place);
        legend.entry(
            Key::Both(pen, mark, colour.into(), Pen::solid(colour, 1.4)),
            called(robot.name),
        );
    }
    let neutral = brush.theme.neutral;
    let label = match (robots.len() - coloured, coloured) {
        (0, _) => None,
        (1, 0) => Some("1 robot".to_owned()),
        (n, 0) => Some(format!("{n} robots")),
        (1, _) => Some("1 other robot".to_owned()),
        (n, _) => Some(format!("{n} other robots")),
    };
    if let Some(label) = label {
        legend.entry(Key::Line(Pen::solid(neutral, 1.2), None), label);
    }
    let edge = Pen::solid(brush.theme.ink, 1.4);
    legend.entry(
        Key::Mark(Mark::Circle, brush.theme.ground.into(), edge),
        "start",
    );
    legend.entry(Key::Mark(Mark::Circle, brush.theme.ink.into(), edge), "end");
    if robots.iter().any(|robot| !robot.faults.is_empty()) {
        let ground = brush.theme.ground.into();
        legend.entry(Key::Mark(Mark::Cross, ground, fault_pen(brush)), "fault");
    }
    legend
}

fn layers(
    brush: &Brush<'_>,
    frame: &Frame<'_>,
    robots: &[Ready<'_>],
    coloured: usize,
) -> Vec<Layer> {
    let mut ways = Layer::new("ways");
    let mut marks = Layer::new("marks");
    let mut faults = Layer::new("faults");
    // The coloured ones come last, in front of the others; the first of them in front of all.
    for (place, robot) in robots.iter().enumerate().rev() {
        let colour = colour(brush, place, coloured);
        let (width, radius, cover) = if place < coloured {
            (1.6, 4.0, 1.0)
        } else {
            (1.2, 2.6, 0.7)
        };
        let pen = Pen::solid(colour.thin(cover), width);
        ways.part(robot.name);
        let placed = |line: &Vec<[f64; 2]>| line.iter().map(|at| frame.at(*at)).collect();
        ways.lines(robot.lines.iter().map(placed).collect(), pen);
        marks.part(robot.name);
        let mark = mark(place, coloured);
        let start = robot.lines.first().and_then(|line| line.first());
        let end = robot.lines.last().and_then(|line| line.last());
        for (at, inside) in [(start, Some(brush.theme.ground)), (end, None)] {
            if let Some(at) = at {
                mark.plain(&mut marks, frame.at(*at), radius, colour, inside);
            }
        }
        if !robot.faults.is_empty() {
            faults.part(robot.name);
        }
        for at in &robot.faults {
            let ground = brush.theme.ground;
            let halo = Pen::solid(ground, 4.5);
            Mark::Cross.draw(&mut faults, frame.at(*at), 4.5, ground.into(), halo);
            Mark::Cross.draw(
                &mut faults,
                frame.at(*at),
                4.5,
                ground.into(),
                fault_pen(brush),
            );
        }
    }
    vec![ways, marks, faults]
}
