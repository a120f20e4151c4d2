//! A picture as a list of shapes and texts in named layers, from which both formats are written.

use super::palette::Colour;

/// A point of the picture in pixels: x to the right, y downwards.
pub(super) type Point = [f64; 2];

/// Points closer to their predecessor than this, in pixels, change nothing that can be seen.
const LEAST_STEP: f64 = 0.05;

/// What is drawn, from the back to the front.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    /// Its size in pixels.
    pub(super) size: Point,
    /// What is behind everything.
    pub(super) ground: Colour,
    /// Its title, for those who hear the picture.
    pub(super) title: String,
    /// What it shows, in sentences.
    pub(super) description: String,
    /// The layers, from the back to the front.
    pub(super) layers: Vec<Layer>,
}

/// Shapes that belong together.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    /// What they are, such as `axis-x`: the class of a group in SVG, unique in a picture.
    pub(super) class: &'static str,
    /// The parts, each of which may say in words whose it is.
    pub(super) items: Vec<Item>,
}

/// One thing that is drawn.
#[derive(Clone, Debug)]
pub(super) enum Item {
    /// A shape.
    Shape(Shape),
    /// A line of text.
    Text(Text),
    /// What follows, up to the next of its kind, belongs to what has this name.
    Part(String),
}

/// An outline, filled, stroked or both.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub(super) outline: Outline,
    pub(super) fill: Option<Paint>,
    pub(super) pen: Option<Pen>,
}

/// What a shape looks like.
#[derive(Clone, Debug)]
pub(super) enum Outline {
    /// Lines through points, each line a list of its own.
    Lines(Vec<Vec<Point>>),
    /// A polygon.
    Polygon(Vec<Point>),
    /// A circle by its centre and radius.
    Circle(Point, f64),
    /// A rectangle.
    Box(Area),
}

/// A colour and how much it covers, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Paint {
    pub(super) colour: Colour,
    pub(super) cover: f64,
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pen {
    pub(super) paint: Paint,
    /// In pixels.
    pub(super) width: f64,
    /// Lengths in pixels drawn and left out in turn; empty for a solid line.
    pub(super) dash: &'static [f64],
}

/// Where a text stands with respect to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A line of text.
#[derive(Clone, Debug)]
pub(super) struct Text {
    /// On its base line.
    pub(super) at: Point,
    pub(super) words: String,
    /// The size of its letters in pixels.
    pub(super) size: f64,
    pub(super) colour: Colour,
    pub(super) anchor: Anchor,
    /// Degrees clockwise around `at`.
    pub(super) turn: f64,
}

/// A rectangle of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Area {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

impl Area {
    pub(super) fn width(&self) -> f64 {
        self.right - self.left
    }

    pub(super) fn height(&self) -> f64 {
        self.bottom - self.top
    }

    /// The rectangle around a point.
    pub(super) fn around([x, y]: Point, half_width: f64, half_height: f64) -> Self {
        Area {
            left: x - half_width,
            top: y - half_height,
            right: x + half_width,
            bottom: y + half_height,
        }
    }
}

impl From<Colour> for Paint {
    fn from(colour: Colour) -> Self {
        Paint { colour, cover: 1.0 }
    }
}

impl Pen {
    /// A solid line.
    pub(super) fn solid(paint: impl Into<Paint>, width: f64) -> Self {
        Pen {
            paint: paint.into(),
            width,
            dash: &[],
        }
    }
}

impl Layer {
    pub(super) fn new(class: &'static str) -> Self {
        Layer {
            class,
            items: Vec::new(),
        }
    }

    /// Says whose the following items are.
    pub(super) fn part(&mut self, name: &str) {
        self.items.push(Item::Part(name.to_owned()));
    }

    /// A line through points. Points that are too close to be told apart are left out.
    pub(super) fn line(&mut self, points: &[Point], pen: Pen) {
        self.lines(vec![points.to_vec()], pen);
    }

    /// Lines that are one shape.
    pub(super) fn lines(&mut self, lines: Vec<Vec<Point>>, pen: Pen) {
        let lines = lines.iter().map(|line| thinned(line)).collect();
        self.shape(Outline::Lines(lines), None, Some(pen));
    }

    pub(super) fn shape(&mut self, outline: Outline, fill: Option<Paint>, pen: Option<Pen>) {
        self.items.push(Item::Shape(Shape { outline, fill, pen }));
    }

    /// A filled polygon without a border.
    pub(super) fn polygon(&mut self, points: &[Point], fill: Paint) {
        self.shape(Outline::Polygon(thinned(points)), Some(fill), None);
    }

    pub(super) fn text(&mut self, text: Text) {
        self.items.push(Item::Text(text));
    }
}

/// The points without those that are too close to the one before (the last always stays) and those
/// inside of a level or upright line, as step lines have many.
fn thinned(points: &[Point]) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::with_capacity(points.len());
    for (place, point) in points.iter().enumerate() {
        let last = place + 1 == points.len();
        let far = kept.last().is_none_or(|[x, y]| {
            (point[0] - x).abs() >= LEAST_STEP || (point[1] - y).abs() >= LEAST_STEP
        });
        let stays = last && kept.len() > 1;
        if !far && !stays {
            continue;
        }
        let inside = matches!(kept[..], [.., before, middle] if between(before, middle, *point));
        if !far || inside {
            kept.pop();
        }
        kept.push(*point);
    }
    kept
}

/// Whether a point lies on the level or upright line between two others.
fn between(before: Point, middle: Point, after: Point) -> bool {
    let on = |along: usize, across: usize| {
        before[across] == middle[across]
            && middle[across] == after[across]
            && (middle[along] - before[along]) * (after[along] - middle[along]) >= 0.0
    };
    on(0, 1) || on(1, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_that_nobody_can_tell_apart_are_left_out() {
        let points = [[0.0, 0.0], [0.01, 0.0], [1.0, 0.0], [1.0, 2.0], [1.0, 2.01]];
        assert_eq!(thinned(&points), [[0.0, 0.0], [1.0, 0.0], [1.0, 2.01]]);
        assert_eq!(thinned(&[[3.0, 3.0], [3.0, 3.0]]), [[3.0, 3.0]]);
        assert!(thinned(&[]).is_empty());
        let steps = [
            [0.0, 0.0],
            [1.0, 0.0],
            [2.0, 0.0],
            [2.0, 1.0],
            [2.0, 3.0],
            [2.0, 2.0],
        ];
        assert_eq!(
            thinned(&steps),
            [[0.0, 0.0], [2.0, 0.0], [2.0, 3.0], [2.0, 2.0]]
        );
    }
}
