//! The two axes: which labels fit, and how they are drawn.

use super::Brush;
use super::font::{MIDDLE, centred};
use super::scale::{Scale, Tick};
use super::scene::{Anchor, Area, Layer, Pen, Text};
use crate::math;

/// The sizes of the letters in pixels: of labels of axes and of their ticks.
pub(super) const LABEL: f64 = 13.0;
pub(super) const TICK: f64 = 12.0;
/// The height of a line of labels of ticks.
const LINE: f64 = 15.0;
/// How far ticks reach out, and the space between them and their labels.
const REACH: f64 = 5.0;
const SPACE: f64 = 4.0;
/// How many degrees labels are turned that are too long to stand level.
const TURN: f64 = 40.0;
/// The most that a turned label, and one beside the vertical axis, is long.
const LONGEST_TURNED: f64 = 130.0;
const LONGEST_BESIDE: f64 = 150.0;

/// What runs along a side of the data.
#[derive(Clone, Debug)]
pub(super) struct Side {
    /// What it is; empty for none.
    pub(super) label: String,
    pub(super) kind: SideKind,
}

#[derive(Clone, Debug)]
pub(super) enum SideKind {
    /// Numbers on a scale.
    Numbers(Scale),
    /// Names in places of equal width, the first at the left or at the bottom. Each has one line or
    /// two. Those that are `ordinal` can be left out where they do not fit, as their order tells
    /// what they are.
    Names {
        names: Vec<Vec<String>>,
        ordinal: bool,
    },
}

/// The labels that stand along a side.
#[derive(Clone, Debug)]
pub(super) struct Labels {
    marks: Vec<Spot>,
    /// Whether the labels are turned.
    turned: bool,
}

/// A label along a side.
#[derive(Clone, Debug)]
struct Spot {
    /// Where along the side, from 0 to 1.
    place: f64,
    /// What stands there: the number, or the place of the name.
    value: f64,
    lines: Vec<String>,
}

impl Side {
    /// A side of numbers.
    pub(super) fn numbers(label: &str, scale: Scale) -> Self {
        Side {
            label: label.to_owned(),
            kind: SideKind::Numbers(scale),
        }
    }

    /// The labels below an axis of this length: never so many that they overlap.
    pub(super) fn below(&self, brush: &Brush<'_>, length: f64) -> Labels {
        let width = |words: &String| brush.font.width(words, TICK);
        match &self.kind {
            SideKind::Numbers(scale) => {
                let mut most = (length / 50.0).clamp(2.0, 20.0) as usize;
                loop {
                    let marks = ticks(scale, most);
                    let ends: Vec<(f64, f64)> = marks
                        .iter()
                        .map(|spot| (spot.place * length, spot.width(brush) / 2.0))
                        .collect();
                    let fits = ends
                        .windows(2)
                        .all(|pair| pair[0].0 + pair[0].1 + 10.0 <= pair[1].0 - pair[1].1);
                    if fits || most == 2 {
                        let turned = false;
                        return Labels { marks, turned };
                    }
                    most -= 1;
                }
            }
            SideKind::Names { names, ordinal } => {
                let band = length / names.len() as f64;
                let widest = names.iter().flatten().map(width).fold(0.0, f64::max) + 8.0;
                if widest <= band || *ordinal {
                    let stride = (widest / band).ceil().max(1.0) as usize;
                    return named(names, stride, false);
                }
                let stride = (LINE / band).ceil().max(1.0) as usize;
                let joined = joined(brush, names, LONGEST_TURNED);
                named(&joined, stride, true)
            }
        }
    }

    /// The labels beside an axis of this length.
    pub(super) fn beside(&self, brush: &Brush<'_>, length: f64) -> Labels {
        match &self.kind {
            SideKind::Numbers(scale) => Labels {
                marks: ticks(scale, (length / 38.0).clamp(2.0, 20.0) as usize),
                turned: false,
            },
            SideKind::Names { names, .. } => {
                let band = length / names.len() as f64;
                let stride = (LINE / band).ceil().max(1.0) as usize;
                let joined = joined(brush, names, LONGEST_BESIDE);
                named(&joined, stride, false)
            }
        }
    }

    fn minor(&self) -> Vec<f64> {
        match &self.kind {
            SideKind::Numbers(scale) => scale
                .minor()
                .into_iter()
                .map(|value| scale.place(value))
                .collect(),
            SideKind::Names { .. } => Vec::new(),
        }
    }

    fn is_numbers(&self) -> bool {
        matches!(self.kind, SideKind::Numbers(_))
    }
}

impl Spot {
    /// The width of its widest line.
    fn width(&self, brush: &Brush<'_>) -> f64 {
        let widths = self.lines.iter().map(|words| brush.font.width(words, TICK));
        widths.fold(0.0, f64::max)
    }
}

fn ticks(scale: &Scale, most: usize) -> Vec<Spot> {
    let spot = |tick: Tick| Spot {
        place: scale.place(tick.value),
        value: tick.value,
        lines: vec![tick.label],
    };
    scale.ticks(most).into_iter().map(spot).collect()
}

/// Names with their lines joined to one that is no longer than `most`: the first line is shortened.
fn joined(brush: &Brush<'_>, names: &[Vec<String>], most: f64) -> Vec<Vec<String>> {
    let one = |lines: &Vec<String>| {
        let (name, rest) = lines.split_first()?;
        let rest: String = rest.iter().map(|line| format!(", {line}")).collect();
        let most = most - brush.font.width(&rest, TICK);
        Some(brush.font.shortened(name, TICK, most) + &rest)
    };
    names
        .iter()
        .map(|lines| one(lines).into_iter().collect())
        .collect()
}

/// Every `stride`th name in the middle of its place.
fn named(names: &[Vec<String>], stride: usize, turned: bool) -> Labels {
    let count = names.len() as f64;
    let marks = names
        .iter()
        .enumerate()
        .step_by(stride)
        .map(|(place, lines)| Spot {
            place: (place as f64 + 0.5) / count,
            value: place as f64,
            lines: lines.clone(),
        })
        .collect();
    Labels { marks, turned }
}

impl Labels {
    /// How far the labels reach down from an axis above them.
    pub(super) fn height(&self, brush: &Brush<'_>) -> f64 {
        let labels = if self.turned {
            let turned = TURN.to_radians();
            self.widest(brush) * math::sin(turned) + TICK * math::cos(turned)
        } else {
            let lines = self
                .marks
                .iter()
                .map(|spot| spot.lines.len())
                .max()
                .unwrap_or(0);
            lines as f64 * LINE
        };
        REACH + SPACE + labels
    }

    /// How far the labels reach to the left from an axis beside them.
    pub(super) fn widest(&self, brush: &Brush<'_>) -> f64 {
        self.marks
            .iter()
            .map(|spot| spot.width(brush))
            .fold(0.0, f64::max)
    }

    /// How far the labels below an axis of this length reach beyond its left end.
    pub(super) fn before(&self, brush: &Brush<'_>, length: f64) -> f64 {
        let share = if self.turned {
            math::cos(TURN.to_radians())
        } else {
            0.5
        };
        let ends = self.marks.iter();
        let ends = ends.map(|spot| share * spot.width(brush) - spot.place * length);
        ends.fold(0.0, f64::max)
    }

    /// How far the labels below an axis of this length reach beyond its right end.
    pub(super) fn beyond(&self, brush: &Brush<'_>, length: f64) -> f64 {
        if self.turned {
            return 0.0;
        }
        let ends = self
            .marks
            .iter()
            .map(|spot| spot.place * length + spot.width(brush) / 2.0 - length);
        ends.fold(0.0, f64::max)
    }

    /// The places of the labels along the side, from 0 to 1.
    fn places(&self) -> impl Iterator<Item = f64> {
        self.marks.iter().map(|spot| spot.place)
    }

    /// What stands at the labels: numbers, or the places of names.
    pub(super) fn values(&self) -> impl Iterator<Item = f64> {
        self.marks.iter().map(|spot| spot.value)
    }
}

/// How far a label of an axis beside the data stands from the labels of its ticks.
pub(super) fn beside_width(brush: &Brush<'_>, side: &Side, labels: &Labels) -> f64 {
    let label = if side.label.is_empty() {
        0.0
    } else {
        LABEL + 12.0
    };
    REACH + SPACE + labels.widest(brush) + label
}

/// Lines of the grid through all labels of axes with numbers.
pub(super) fn grid(
    brush: &Brush<'_>,
    area: Area,
    x: (&Side, &Labels),
    y: (&Side, &Labels),
) -> Layer {
    let mut layer = Layer::new("grid");
    let pen = Pen::solid(brush.theme.grid, 1.0);
    if x.0.is_numbers() {
        for place in x.1.places() {
            let x = crisp(area.left + place * area.width());
            layer.line(&[[x, area.top], [x, area.bottom]], pen);
        }
    }
    if y.0.is_numbers() {
        for place in y.1.places() {
            let y = crisp(area.bottom - place * area.height());
            layer.line(&[[area.left, y], [area.right, y]], pen);
        }
    }
    layer
}

/// Draws the axis below the data. The label stands `LABEL` pixels below those of the ticks.
pub(super) fn draw_below(brush: &Brush<'_>, area: Area, side: &Side, labels: &Labels) -> Layer {
    let mut layer = Layer::new("axis-x");
    let pen = Pen::solid(brush.theme.soft, 1.0);
    let base = area.bottom;
    layer.part("line");
    layer.line(&[[area.left, base], [area.right, base]], pen);
    layer.part("ticks");
    for place in side.minor() {
        let x = crisp(area.left + place * area.width());
        layer.line(&[[x, base], [x, base + REACH - 2.0]], pen);
    }
    for Spot { place, lines, .. } in &labels.marks {
        let x = area.left + place * area.width();
        layer.line(&[[crisp(x), base], [crisp(x), base + REACH]], pen);
        let top = base + REACH + SPACE;
        for (line, words) in lines.iter().enumerate() {
            let (at, anchor, turn) = if labels.turned {
                ([x + TICK * MIDDLE, top + TICK * 0.6], Anchor::End, -TURN)
            } else {
                (
                    [x, top + TICK * 0.85 + LINE * line as f64],
                    Anchor::Middle,
                    0.0,
                )
            };
            layer.text(Text {
                at,
                words: words.clone(),
                size: TICK,
                colour: brush.theme.soft,
                anchor,
                turn,
            });
        }
    }
    if !side.label.is_empty() {
        layer.part("label");
        let most = brush.style.width - 2.0 * LABEL;
        layer.text(Text {
            at: [
                (area.left + area.right) / 2.0,
                base + labels.height(brush) + LABEL + 4.0,
            ],
            words: brush.font.shortened(&side.label, LABEL, most),
            size: LABEL,
            colour: brush.theme.ink,
            anchor: Anchor::Middle,
            turn: 0.0,
        });
    }
    layer
}

/// Draws the axis to the left of the data.
pub(super) fn draw_beside(brush: &Brush<'_>, area: Area, side: &Side, labels: &Labels) -> Layer {
    let mut layer = Layer::new("axis-y");
    let pen = Pen::solid(brush.theme.soft, 1.0);
    let base = area.left;
    layer.part("line");
    layer.line(&[[base, area.bottom], [base, area.top]], pen);
    layer.part("ticks");
    for place in side.minor() {
        let y = crisp(area.bottom - place * area.height());
        layer.line(&[[base, y], [base - REACH + 2.0, y]], pen);
    }
    for Spot { place, lines, .. } in &labels.marks {
        let y = area.bottom - place * area.height();
        layer.line(&[[base, crisp(y)], [base - REACH, crisp(y)]], pen);
        for words in lines {
            layer.text(Text {
                at: centred([base - REACH - SPACE, y], TICK),
                words: words.clone(),
                size: TICK,
                colour: brush.theme.soft,
                anchor: Anchor::End,
                turn: 0.0,
            });
        }
    }
    if !side.label.is_empty() {
        layer.part("label");
        let x = base - REACH - SPACE - labels.widest(brush) - 10.0;
        layer.text(Text {
            at: [x, (area.top + area.bottom) / 2.0],
            words: brush.font.shortened(&side.label, LABEL, area.height()),
            size: LABEL,
            colour: brush.theme.ink,
            anchor: Anchor::Middle,
            turn: -90.0,
        });
    }
    layer
}

/// The nearest middle of a pixel, where lines one pixel wide are sharp.
pub(super) fn crisp(at: f64) -> f64 {
    at.floor() + 0.5
}
