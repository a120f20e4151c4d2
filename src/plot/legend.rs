//! The legend: a column to the right of the data.

use super::Brush;
use super::font::centred;
use super::mark::Mark;
use super::palette::{Colour, viridis};
use super::scale::{Scale, Tick};
use super::scene::{Anchor, Area, Layer, Outline, Paint, Pen, Point, Text};

/// The size of the letters of a legend in pixels.
const LETTERS: f64 = 12.0;
/// The height of a line.
const LINE: f64 = 19.0;
/// The width of the keys, and of the space between a key and its label.
const KEY: f64 = 26.0;
const GAP: f64 = 8.0;
/// The space above a heading.
const SECTION: f64 = 8.0;
/// The width of a colour bar.
const BAR: f64 = 16.0;

/// What stands in the legend.
#[derive(Clone, Debug, Default)]
pub(super) struct Legend {
    /// A colour bar above all entries.
    pub(super) bar: Option<Bar>,
    /// The entries from the top.
    pub(super) entries: Vec<Entry>,
}

/// A line of the legend.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) key: Key,
    pub(super) label: String,
}

/// What an entry explains.
#[derive(Clone, Debug)]
pub(super) enum Key {
    /// Nothing: the label is a heading.
    Heading,
    /// A line, and behind it a band of such a paint if there is one.
    Line(Pen, Option<Paint>),
    /// A filled area with an edge.
    Area(Paint, Option<Pen>),
    /// An area with strokes across it.
    Hatched(Paint, Pen),
    /// A mark: its fill and its edge.
    Mark(Mark, Paint, Pen),
    /// A mark with a line through it.
    Both(Pen, Mark, Paint, Pen),
    /// A short upright stroke on a line.
    Upright(Pen),
}

/// A colour bar.
#[derive(Clone, Debug)]
pub(super) struct Bar {
    pub(super) label: String,
    pub(super) scale: Scale,
}

impl Legend {
    /// Adds a line.
    pub(super) fn entry(&mut self, key: Key, label: impl Into<String>) {
        let label = label.into();
        self.entries.push(Entry { key, label });
    }

    /// Adds a heading unless it is empty.
    pub(super) fn heading(&mut self, label: &str) {
        if !label.is_empty() {
            self.entry(Key::Heading, label);
        }
    }

    /// The height of its lines: headings other than the first stand a little lower.
    fn lines_height(&self) -> f64 {
        self.entries
            .iter()
            .enumerate()
            .map(|(place, entry)| LINE + entry.above(place))
            .sum()
    }

    /// The width that it would like to have; 0 where it is empty.
    pub(super) fn width(&self, brush: &Brush<'_>) -> f64 {
        let lines = self.entries.iter().map(|entry| {
            let key = if matches!(entry.key, Key::Heading) {
                0.0
            } else {
                KEY + GAP
            };
            key + brush.font.width(&entry.label, LETTERS)
        });
        let bar = self.bar.iter().map(|bar| {
            let ticks = bar.scale.ticks(8);
            let widths = ticks
                .iter()
                .map(|tick| brush.font.width(&tick.label, LETTERS));
            // The label stands upright to the right of the numbers.
            BAR + 10.0 + widths.fold(0.0, f64::max) + 10.0 + LETTERS
        });
        lines.chain(bar).fold(0.0, f64::max).ceil()
    }

    /// How many entries are shown in this height: all, or as many as leave a line to say how many
    /// there are besides.
    fn shown(&self, height: f64) -> usize {
        if self.lines_height() <= height {
            return self.entries.len();
        }
        let mut rest = height - LINE;
        let fits = |(place, entry): &(usize, &Entry)| {
            rest -= LINE + entry.above(*place);
            rest >= 0.0
        };
        self.entries.iter().enumerate().take_while(fits).count()
    }

    /// Draws it with its top left corner at a point.
    pub(super) fn draw(&self, brush: &Brush<'_>, [left, top]: Point, size: Point) -> Layer {
        let mut layer = Layer::new("legend");
        let [width, height] = size;
        let below = self.lines_height();
        let mut y = top;
        if let Some(bar) = &self.bar {
            let room = (height - below - 14.0).max(60.0);
            bar.draw(
                brush,
                &mut layer,
                Area {
                    left,
                    top,
                    right: left + BAR,
                    bottom: top + room,
                },
            );
            y += room + 14.0;
        }
        let shown = self.shown(top + height - y);
        for (place, entry) in self.entries[..shown].iter().enumerate() {
            y += entry.above(place);
            let middle = y + LINE / 2.0;
            let indent = if matches!(entry.key, Key::Heading) {
                0.0
            } else {
                KEY + GAP
            };
            layer.part(&entry.label);
            key(&mut layer, &entry.key, [left, middle], brush.theme.ground);
            let words = brush.font.shortened(&entry.label, LETTERS, width - indent);
            let text = words_at(brush, [left + indent, middle], words);
            let colour = if indent > 0.0 {
                text.colour
            } else {
                brush.theme.soft
            };
            layer.text(Text { colour, ..text });
            y += LINE;
        }
        if shown < self.entries.len() {
            layer.part("more");
            let words = format!("… and {} more", self.entries.len() - shown);
            layer.text(words_at(brush, [left, y + LINE / 2.0], words));
        }
        layer
    }
}

impl Entry {
    /// The space above it.
    fn above(&self, place: usize) -> f64 {
        if place > 0 && matches!(self.key, Key::Heading) {
            SECTION
        } else {
            0.0
        }
    }
}

fn words_at(brush: &Brush<'_>, at: Point, words: String) -> Text {
    Text {
        at: centred(at, LETTERS),
        words,
        size: LETTERS,
        colour: brush.theme.ink,
        anchor: Anchor::Start,
        turn: 0.0,
    }
}

/// Draws the key whose left end is at a point.
fn key(layer: &mut Layer, key: &Key, [left, y]: Point, ground: Colour) {
    let middle = [left + KEY / 2.0, y];
    let area = Area::around(middle, KEY / 2.0, 6.0);
    let line = [[left, y], [left + KEY, y]];
    match key {
        Key::Heading => (),
        Key::Line(pen, band) => {
            if let Some(band) = band {
                layer.shape(Outline::Box(area), Some(*band), None);
            }
            layer.line(&line, *pen);
        }
        Key::Area(fill, pen) => layer.shape(Outline::Box(area), Some(*fill), *pen),
        Key::Hatched(fill, pen) => hatched(layer, area, *fill, *pen),
        Key::Mark(mark, fill, edge) => mark.draw(layer, middle, 4.0, *fill, *edge),
        Key::Both(pen, mark, fill, edge) => {
            layer.line(&line, *pen);
            mark.draw(layer, middle, 4.0, ground.into(), *edge);
            mark.draw(layer, middle, 4.0, *fill, *edge);
        }
        Key::Upright(pen) => {
            layer.line(&line, *pen);
            let upright = Pen { dash: &[], ..*pen };
            layer.line(&[[middle[0], y - 5.0], [middle[0], y + 5.0]], upright);
        }
    }
}

/// An area with strokes from the lower left to the upper right, six pixels apart.
pub(super) fn hatched(layer: &mut Layer, area: Area, fill: Paint, pen: Pen) {
    layer.shape(Outline::Box(area), Some(fill), None);
    let mut strokes = Vec::new();
    // A stroke is where x + y is a multiple of the distance, measured from the picture's corner, so
    // that strokes of neighbouring areas meet.
    let distance = 6.0;
    let mut sum = ((area.left + area.top) / distance).ceil() * distance;
    while sum < area.right + area.bottom {
        let low = (sum - area.bottom).max(area.left);
        let high = (sum - area.top).min(area.right);
        if high > low {
            strokes.push(vec![[low, sum - low], [high, sum - high]]);
        }
        sum += distance;
    }
    if !strokes.is_empty() {
        layer.lines(strokes, pen);
    }
}

impl Bar {
    fn draw(&self, brush: &Brush<'_>, layer: &mut Layer, area: Area) {
        let theme = &brush.theme;
        layer.part("bar");
        let steps = 64;
        let step = area.height() / f64::from(steps);
        for place in 0..steps {
            let bottom = area.bottom - f64::from(place) * step;
            // Each reaches half a step into the next, or fine lines of the ground show between.
            let top = (bottom - 1.5 * step).max(area.top);
            let colour = viridis((f64::from(place) + 0.5) / f64::from(steps));
            layer.shape(
                Outline::Box(Area {
                    top,
                    bottom,
                    ..area
                }),
                Some(colour.into()),
                None,
            );
        }
        let edge = Pen::solid(theme.soft, 1.0);
        layer.shape(Outline::Box(area), None, Some(edge));
        let ticks = self.scale.ticks((area.height() / 34.0) as usize);
        let mut widest: f64 = 0.0;
        for Tick { value, label } in ticks {
            let y = area.bottom - self.scale.place(value) * area.height();
            layer.line(&[[area.right, y], [area.right + 4.0, y]], edge);
            widest = widest.max(brush.font.width(&label, LETTERS));
            layer.text(words_at(brush, [area.right + 7.0, y], label));
        }
        let x = area.right + 10.0 + widest + 10.0 + LETTERS / 2.0;
        layer.text(Text {
            at: [x, (area.top + area.bottom) / 2.0],
            words: brush.font.shortened(&self.label, LETTERS, area.height()),
            size: LETTERS,
            colour: theme.ink,
            anchor: Anchor::Middle,
            turn: -90.0,
        });
    }
}
