//! A scene as PNG, drawn by `tiny-skia` with smooth edges.

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Path, PathBuilder, Pixmap, Rect, Stroke, StrokeDash,
    Transform,
};
use ttf_parser::OutlineBuilder;

use super::PlotError;
use super::font::Font;
use super::scene::{Anchor, Item, Outline, Paint, Pen, Point, Scene, Shape, Text};

/// The largest number of pixels of an image.
const MOST_PIXELS: f64 = 1e8;

/// Draws a scene `scale` times as large as it is.
pub(super) fn write(scene: &Scene, scale: f64) -> Result<Vec<u8>, PlotError> {
    let [width, height] = scene.size.map(|length| (length * scale).round());
    let refused = || PlotError::Scale(scale);
    if !(scale > 0.0 && width >= 1.0 && height >= 1.0 && width * height <= MOST_PIXELS) {
        return Err(refused());
    }
    let mut canvas = Canvas {
        pixels: Pixmap::new(width as u32, height as u32).ok_or_else(refused)?,
        base: Transform::from_scale(scale as f32, scale as f32),
        font: Font::new(),
    };
    canvas.pixels.fill(colour(scene.ground.into()));
    for item in scene.layers.iter().flat_map(|layer| &layer.items) {
        match item {
            Item::Shape(shape) => canvas.draw(shape),
            Item::Text(text) => canvas.text(text),
            Item::Part(_) => (),
        }
    }
    canvas
        .pixels
        .encode_png()
        .map_err(|error| PlotError::Encode(error.to_string()))
}

struct Canvas {
    pixels: Pixmap,
    base: Transform,
    font: Font,
}

impl Canvas {
    fn draw(&mut self, shape: &Shape) {
        // A shape without any extent has no path, and nothing to draw.
        let Some(path) = outline(&shape.outline) else {
            return;
        };
        if let Some(fill) = shape.fill {
            self.fill(&path, fill, self.base);
        }
        if let Some(pen) = &shape.pen {
            let stroke = stroke(pen);
            self.pixels
                .stroke_path(&path, &paint(pen.paint), &stroke, self.base, None);
        }
    }

    fn text(&mut self, text: &Text) {
        let width = self.font.width(&text.words, text.size);
        let back = match text.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
        let units = self.font.units();
        let mut letters = Letters {
            builder: PathBuilder::new(),
            unit: text.size / units,
            right: 0.0,
        };
        for (right, glyph) in self.font.letters(&text.words) {
            letters.right = right * text.size - back;
            self.font.outline(glyph, &mut letters);
        }
        let Some(path) = letters.builder.finish() else {
            return;
        };
        let [x, y] = text.at.map(|at| at as f32);
        let place = self.base.pre_translate(x, y).pre_rotate(text.turn as f32);
        self.fill(&path, text.colour.into(), place);
    }

    fn fill(&mut self, path: &Path, fill: Paint, place: Transform) {
        self.pixels
            .fill_path(path, &paint(fill), FillRule::Winding, place, None);
    }
}

fn outline(outline: &Outline) -> Option<Path> {
    match outline {
        Outline::Lines(lines) => {
            let mut builder = PathBuilder::new();
            for line in lines {
                run(&mut builder, line);
                if let [point] = line.as_slice() {
                    // A line without length has to be one, or its round caps are not drawn.
                    builder.line_to(point[0] as f32 + 0.01, point[1] as f32);
                }
            }
            builder.finish()
        }
        Outline::Polygon(points) => {
            let mut builder = PathBuilder::new();
            run(&mut builder, points);
            builder.close();
            builder.finish()
        }
        Outline::Circle([x, y], radius) => {
            PathBuilder::from_circle(*x as f32, *y as f32, *radius as f32)
        }
        Outline::Box(area) => {
            let [left, top] = [area.left as f32, area.top as f32];
            let area = Rect::from_ltrb(left, top, area.right as f32, area.bottom as f32)?;
            Some(PathBuilder::from_rect(area))
        }
    }
}

fn run(builder: &mut PathBuilder, points: &[Point]) {
    for (place, point) in points.iter().enumerate() {
        let [x, y] = point.map(|at| at as f32);
        if place == 0 {
            builder.move_to(x, y);
        } else {
            builder.line_to(x, y);
        }
    }
}

fn stroke(pen: &Pen) -> Stroke {
    let dash: Vec<f32> = pen.dash.iter().map(|length| *length as f32).collect();
    Stroke {
        width: pen.width as f32,
        line_cap: if dash.is_empty() {
            LineCap::Round
        } else {
            LineCap::Butt
        },
        line_join: LineJoin::Round,
        dash: StrokeDash::new(dash, 0.0),
        ..Stroke::default()
    }
}

fn paint(paint: Paint) -> tiny_skia::Paint<'static> {
    let mut made = tiny_skia::Paint::default();
    made.set_color(colour(paint));
    made
}

fn colour(paint: Paint) -> Color {
    let cover = (paint.cover.clamp(0.0, 1.0) * 255.0).round() as u8;
    Color::from_rgba8(paint.colour.0, paint.colour.1, paint.colour.2, cover)
}

/// Takes the outline of a glyph, whose y points upwards.
struct Letters {
    builder: PathBuilder,
    unit: f64,
    right: f64,
}

impl Letters {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        let [x, y] = [x, y].map(|part| f64::from(part) * self.unit);
        ((self.right + x) as f32, -y as f32)
    }
}

impl OutlineBuilder for Letters {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.builder.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.builder.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.builder.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.builder.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.builder.close();
    }
}
