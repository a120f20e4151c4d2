//! How well the robots form a pattern.
//!
//! | file | pattern |
//! |---|---|
//! | `circle` | all robots on one circle |
//! | `line` | all robots on one line |
//! | `points` | given points, up to similarity |
//! | `polygon` | a regular polygon with one robot at each corner |

mod circle;
mod line;
mod points;
mod polygon;

use serde_json::json;

use self::points::Targets;
use super::{BuildMonitor, Context, Judgement, Monitor, Of, Said, Scene, of_parameter};
use crate::math::{Point, hypot};
use crate::model::oblot::measure::diameter;
use crate::monitor::FigureEntry;
use crate::registry::{Entry, Kind, Parameter};
use crate::scenario::{ScenarioError, Section};

pub(super) const ENTRY: Entry<BuildMonitor> = Entry {
    name: "pattern",
    summary: "how far the robots are from a pattern",
    help: "The residual is the largest distance of a robot from its place in the pattern, where the \
           pattern is moved, turned and scaled to fit best, in parts of the robots' size: the root \
           of their mean squared distance from their centre of gravity. For a point it is the \
           largest distance of two robots, as a length. Holds if the residual is at most the \
           tolerance at the end. Robots that all stand at one point form no circle, no polygon and \
           no set of points (residual 1). Sources: Suzuki and Yamashita, SIAM J. Comput. 28(4), \
           1999; Umeyama, IEEE T-PAMI 13(4), 1991 (best similarity).",
    parameters: &[
        Parameter {
            name: "mirror",
            kind: Kind::Truth,
            default: Some("true with points"),
            range: "",
            summary: "whether a mirrored set of points counts as well",
        },
        of_parameter("\"correct\""),
        Parameter {
            name: "pattern",
            kind: Kind::Word(WORDS),
            default: None,
            range: "",
            summary: "the pattern: a circle, a line, a point, given points, a regular polygon",
        },
        Parameter {
            name: "points",
            kind: Kind::Points,
            default: Some("none"),
            range: "one point per robot",
            summary: "the points, where they are the pattern; several may be equal",
        },
        Parameter {
            name: "tolerance",
            kind: Kind::Number,
            default: Some("0.001, for a point twice the precision"),
            range: "of at least 0",
            summary: "the largest residual of robots that form the pattern",
        },
    ],
    build: BuildMonitor {
        figures: &[
            FigureEntry::new("residual", "the residual at the end"),
            FigureEntry::new("least", "the least residual at a line of the series"),
            FigureEntry::new(
                "time",
                "at which line the pattern was formed first, or null",
            ),
        ],
        read,
    },
};

const WORDS: &[&str] = &["circle", "line", "point", "points", "polygon"];

fn read(section: &Section<'_>, context: &Context<'_>) -> Result<Box<dyn Monitor>, ScenarioError> {
    let of = section.choice::<Of>("of").or(Of::Correct)?;
    let word = section.word("pattern", WORDS).required()?;
    if word != "points" {
        for key in ["points", "mirror"] {
            if section.has(key) {
                let message = "expected only with pattern = \"points\"";
                return Err(section.refuse(key, message));
            }
        }
    }
    let shape = match word {
        "circle" => Shape::Circle,
        "line" => Shape::Line,
        "point" => Shape::Point,
        "points" => Shape::Points(read_points(section, context, of)?),
        _ => Shape::Polygon,
    };
    let tolerance = section.f64("tolerance").non_negative().optional()?;
    let usual = match shape {
        Shape::Point => 2.0 * context.epsilon,
        _ => 1e-3,
    };
    Ok(Box::new(Pattern {
        of,
        shape,
        tolerance: tolerance.unwrap_or(usual),
        residual: 0.0,
        least: f64::INFINITY,
        formed: None,
    }))
}

fn read_points(
    section: &Section<'_>,
    context: &Context<'_>,
    of: Of,
) -> Result<Targets, ScenarioError> {
    let points = section.points("points").required()?;
    let mirror = section.bool("mirror").or(true)?;
    let robots = match of {
        Of::All => context.robots,
        Of::Correct => (context.correct)(),
    };
    if points.len() != robots {
        let message = format!(
            "expected {robots} points (one for each robot it is about), found {}",
            points.len()
        );
        return Err(section.refuse("points", message));
    }
    let points: Vec<_> = points.into_iter().map(|[x, y]| Point::new(x, y)).collect();
    Ok(Targets::new(&points, mirror))
}

/// A pattern.
#[derive(Clone, Debug)]
enum Shape {
    Circle,
    Line,
    Point,
    Points(Targets),
    Polygon,
}

impl Shape {
    fn residual(&self, positions: &[Point]) -> f64 {
        let robots = || Centred::new(positions);
        match self {
            Shape::Circle => circle::residual(&robots()),
            Shape::Line => line::residual(&robots()),
            Shape::Point => diameter(positions),
            Shape::Points(targets) => targets.residual(&robots()),
            Shape::Polygon => polygon::residual(&robots()),
        }
    }
}

/// Points relative to their centre of gravity.
#[derive(Clone, Debug)]
struct Centred {
    points: Vec<Point>,
    /// The root of their mean squared distance from it.
    size: f64,
}

impl Centred {
    fn new(points: &[Point]) -> Self {
        let n = points.len().max(1) as f64;
        let sum = points.iter().fold(Point::default(), |sum, point| {
            Point::new(sum.x + point.x, sum.y + point.y)
        });
        let (x, y) = (sum.x / n, sum.y / n);
        let points: Vec<_> = points
            .iter()
            .map(|point| Point::new(point.x - x, point.y - y))
            .collect();
        // The centre of equal points may differ from them by rounding.
        let all_equal = points.windows(2).all(|pair| pair[0] == pair[1]);
        let size = if all_equal {
            0.0
        } else {
            root_mean_square(&points)
        };
        Centred { points, size }
    }

    /// A length in parts of the size, which is not 0.
    fn relative(&self, length: f64) -> f64 {
        length / self.size
    }
}

fn root_mean_square(points: &[Point]) -> f64 {
    let squares = points.iter().fold(0.0, |sum, point| {
        sum + point.x * point.x + point.y * point.y
    });
    (squares / points.len().max(1) as f64).sqrt()
}

/// The product of two points as complex numbers.
fn times(a: Point, b: Point) -> Point {
    Point::new(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x)
}

/// The product of a point with the conjugate of another: the turn and stretch that lead from the
/// second to the first, times its squared length.
fn times_conjugate(a: Point, b: Point) -> Point {
    times(a, Point::new(b.x, -b.y))
}

fn length(point: Point) -> f64 {
    hypot(point.x, point.y)
}

/// The monitor.
#[derive(Clone, Debug)]
struct Pattern {
    of: Of,
    shape: Shape,
    tolerance: f64,
    residual: f64,
    least: f64,
    formed: Option<f64>,
}

impl Monitor for Pattern {
    fn begin(&mut self, _: &Scene) {}

    fn sample(&mut self, scene: &Scene) -> Said {
        self.residual = self.shape.residual(&scene.positions(self.of));
        self.least = self.least.min(self.residual);
        if self.residual <= self.tolerance {
            self.formed.get_or_insert(scene.now());
        }
        vec![("residual", json!(self.residual))]
    }

    fn finish(&mut self, _: &Scene) -> Judgement {
        Judgement {
            holds: Some(self.residual <= self.tolerance),
            figures: vec![
                ("residual", json!(self.residual)),
                ("least", json!(self.least)),
                ("time", json!(self.formed)),
            ],
        }
    }

    fn copy(&self) -> Box<dyn Monitor> {
        Box::new(self.clone())
    }
}
