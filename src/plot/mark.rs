//! Marks for single points, of shapes that can be told apart.

use super::palette::Colour;
use super::scene::{Layer, Outline, Paint, Pen, Point};

/// The shape of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Circle,
    Square,
    Triangle,
    Diamond,
    Down,
    Pentagon,
    Hexagon,
    Star,
    /// Two crossing strokes; looks the same filled and hollow.
    Cross,
}

/// The marks of groups, in their order.
const GROUPS: [Mark; 8] = [
    Mark::Circle,
    Mark::Square,
    Mark::Triangle,
    Mark::Diamond,
    Mark::Down,
    Mark::Pentagon,
    Mark::Hexagon,
    Mark::Star,
];

impl Mark {
    /// The mark of a group by its place.
    pub(super) fn of_group(place: usize) -> Self {
        // As with the dashes of lines: where the colours start again, the marks are moved on.
        GROUPS[(place + place / GROUPS.len()) % GROUPS.len()]
    }

    /// Draws the mark with this radius in pixels.
    pub(super) fn draw(self, layer: &mut Layer, at: Point, radius: f64, fill: Paint, edge: Pen) {
        let outline = match self {
            Mark::Circle => Outline::Circle(at, radius),
            Mark::Square => ring(at, radius * 1.2, 4, 45.0, 1.0),
            Mark::Triangle => ring(at, radius * 1.3, 3, 0.0, 1.0),
            Mark::Diamond => ring(at, radius * 1.25, 4, 0.0, 1.0),
            Mark::Down => ring(at, radius * 1.3, 3, 180.0, 1.0),
            Mark::Pentagon => ring(at, radius * 1.15, 5, 0.0, 1.0),
            Mark::Hexagon => ring(at, radius * 1.1, 6, 30.0, 1.0),
            Mark::Star => ring(at, radius * 1.4, 10, 0.0, 0.45),
            Mark::Cross => {
                let [x, y] = at;
                let stroke = |sign: f64| {
                    vec![
                        [x - radius, y - sign * radius],
                        [x + radius, y + sign * radius],
                    ]
                };
                layer.lines(vec![stroke(1.0), stroke(-1.0)], edge);
                return;
            }
        };
        layer.shape(outline, Some(fill), Some(edge));
    }

    /// Draws the mark in one colour; hollow shows the ground inside.
    pub(super) fn plain(
        self,
        layer: &mut Layer,
        at: Point,
        radius: f64,
        colour: Colour,
        inside: Option<Colour>,
    ) {
        let fill = inside.unwrap_or(colour).into();
        self.draw(layer, at, radius, fill, Pen::solid(colour, 1.4));
    }
}

/// A polygon around a point with its first corner `turn` degrees clockwise from the top; every
/// second corner is `waist` times as far away as the others.
fn ring([x, y]: Point, radius: f64, corners: u32, turn: f64, waist: f64) -> Outline {
    let corner = |place: u32| {
        let degrees = turn + 360.0 * f64::from(place) / f64::from(corners);
        let angle = degrees.to_radians();
        let far = if place.is_multiple_of(2) {
            radius
        } else {
            radius * waist
        };
        [
            x + far * crate::math::sin(angle),
            y - far * crate::math::cos(angle),
        ]
    };
    Outline::Polygon((0..corners).map(corner).collect())
}
