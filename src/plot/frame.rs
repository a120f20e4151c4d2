//! The frame: what stands around the data, and where the data stands.

use super::axis::{
    LABEL, Labels, Side, SideKind, beside_width, crisp, draw_below, draw_beside, grid,
};
use super::legend::Legend;
use super::palette::Colour;
use super::scene::{Anchor, Area, Layer, Outline, Pen, Point, Scene, Text};
use super::{Brush, PlotError};

/// The space at the borders of the picture in pixels.
const BORDER: f64 = 14.0;
/// The space between the data and the legend.
const GAP: f64 = 22.0;
/// The sizes of letters in pixels, and the heights of their lines.
const TITLE: f64 = 16.0;
const SUBTITLE: f64 = 12.5;
const NOTE: f64 = 11.0;
const TITLE_LINE: f64 = 24.0;
const SUBTITLE_LINE: f64 = 19.0;
const NOTE_LINE: f64 = 15.0;
/// The largest share of the width that the legend may have.
const LEGEND_SHARE: f64 = 0.32;
/// How many times as large a scale becomes to fill its room.
const MOST_GROWTH: f64 = 2.0;
/// The least width and height of the data in pixels.
const LEAST: Point = [90.0, 60.0];

/// What a chart wants around its data.
pub(super) struct Plan {
    pub(super) x: Side,
    pub(super) y: Side,
    pub(super) legend: Legend,
    /// Whether a unit of x is as long as one of y; for two linear scales. The scale with more room
    /// than it needs grows, up to [`MOST_GROWTH`] times; if that is not enough, the data stands in
    /// less room.
    pub(super) equal: bool,
    /// Whether the data has a line on all four sides.
    pub(super) boxed: bool,
    /// The height of what the chart itself draws below the label of the x axis.
    pub(super) below: f64,
    /// The least space to the left of the data.
    pub(super) left: f64,
    /// Notes under everything.
    pub(super) notes: Vec<String>,
}

/// A plan for a picture of a given size: now all places are known.
pub(super) struct Frame<'a> {
    brush: &'a Brush<'a>,
    plan: Plan,
    words: Words,
    labels: (Labels, Labels),
    /// Where the data stands.
    pub(super) area: Area,
    legend_width: f64,
}

/// What stands above and below everything, broken into lines that fit.
struct Words {
    /// The lines of the title and the subtitle, with the size of their letters and their height.
    heading: Vec<(String, f64, f64)>,
    notes: Vec<String>,
}

impl Plan {
    /// A plan with two axes and nothing else.
    pub(super) fn new(x: Side, y: Side) -> Self {
        Plan {
            x,
            y,
            legend: Legend::default(),
            equal: false,
            boxed: false,
            below: 0.0,
            left: 0.0,
            notes: Vec::new(),
        }
    }
}

impl Plan {
    /// Lets one of two linear scales grow so that they fill an area with units of the same length.
    fn fill(&mut self, area: Area) {
        if let (SideKind::Numbers(x), SideKind::Numbers(y)) = (&mut self.x.kind, &mut self.y.kind) {
            let (wide, high) = (area.width() / x.span(), area.height() / y.span());
            *x = x.widened((wide / high).clamp(1.0, MOST_GROWTH));
            *y = y.widened((high / wide).clamp(1.0, MOST_GROWTH));
        }
    }
}

impl<'a> Frame<'a> {
    /// Finds the place of everything.
    pub(super) fn new(brush: &'a Brush<'a>, mut plan: Plan) -> Result<Self, PlotError> {
        let style = brush.style;
        plan.notes.splice(0..0, style.notes.iter().cloned());
        let legend_width = plan.legend.width(brush).min(LEGEND_SHARE * style.width);
        let beside = if legend_width > 0.0 {
            legend_width + GAP
        } else {
            0.0
        };
        let words = Words::new(brush, &plan.notes);
        let [heading, notes] = words.heights();
        let mut area = Area {
            left: BORDER + 50.0,
            top: BORDER + heading,
            right: style.width - BORDER - beside,
            bottom: style.height - BORDER - notes - 40.0,
        };
        // How much room labels need depends on which there are, and which there are on how much room
        // there is. A third look at it is enough, as labels change but little.
        let mut labels = None;
        for pass in 0..3 {
            let below = plan.x.below(brush, area.width().max(1.0));
            let beyond = below.beyond(brush, area.width());
            let label = if plan.x.label.is_empty() {
                0.0
            } else {
                LABEL + 8.0
            };
            area.bottom =
                crisp(style.height - BORDER - notes - plan.below - label - below.height(brush));
            let next = plan.y.beside(brush, area.height().max(1.0));
            let before = below.before(brush, area.width());
            let beside_data = beside_width(brush, &plan.y, &next).max(before);
            area.left = crisp((BORDER + beside_data).max(plan.left));
            area.right = crisp(style.width - BORDER - beside - (beyond - beside).max(0.0));
            labels = Some((below, next));
            if pass == 0 && plan.equal {
                plan.fill(area);
            }
        }
        if area.width() < LEAST[0] || area.height() < LEAST[1] {
            return Err(PlotError::Small(style.width, style.height));
        }
        if let (true, SideKind::Numbers(x), SideKind::Numbers(y)) =
            (plan.equal, &plan.x.kind, &plan.y.kind)
        {
            let unit = (area.width() / x.span()).min(area.height() / y.span());
            let spare = [
                area.width() - unit * x.span(),
                area.height() - unit * y.span(),
            ];
            area.left += spare[0] / 2.0;
            area.right -= spare[0] / 2.0;
            area.bottom -= spare[1];
            labels = None;
        }
        let labels = labels.unwrap_or_else(|| {
            (
                plan.x.below(brush, area.width()),
                plan.y.beside(brush, area.height()),
            )
        });
        Ok(Frame {
            brush,
            plan,
            words,
            labels,
            area,
            legend_width,
        })
    }

    /// Where a value of the x axis stands.
    pub(super) fn x(&self, value: f64) -> f64 {
        self.area.left + along(&self.plan.x, value) * self.area.width()
    }

    /// Where a value of the y axis stands.
    pub(super) fn y(&self, value: f64) -> f64 {
        self.area.bottom - along(&self.plan.y, value) * self.area.height()
    }

    /// Where a point stands.
    pub(super) fn at(&self, [x, y]: [f64; 2]) -> Point {
        [self.x(x), self.y(y)]
    }

    /// The values of the x axis that have labels.
    pub(super) fn labelled(&self) -> impl Iterator<Item = f64> {
        self.labels.0.values()
    }

    /// Where what the chart draws below the label of the x axis begins.
    pub(super) fn below(&self) -> f64 {
        let label = if self.plan.x.label.is_empty() {
            0.0
        } else {
            LABEL + 8.0
        };
        self.area.bottom + self.labels.0.height(self.brush) + label
    }

    /// The picture: the frame around these layers. `description` says in sentences what is shown.
    pub(super) fn picture(self, layers: Vec<Layer>, kind: &str, description: String) -> Scene {
        let Frame {
            brush, plan, area, ..
        } = &self;
        let (below, beside) = &self.labels;
        let mut all = vec![grid(brush, *area, (&plan.x, below), (&plan.y, beside))];
        all.extend(layers);
        if plan.boxed {
            let mut border = Layer::new("border");
            let pen = Pen::solid(brush.theme.soft, 1.0);
            border.shape(Outline::Box(*area), None, Some(pen));
            all.push(border);
        }
        all.push(draw_below(brush, *area, &plan.x, below));
        all.push(draw_beside(brush, *area, &plan.y, beside));
        if self.legend_width > 0.0 {
            let at = [area.right + GAP, area.top];
            all.push(
                plan.legend
                    .draw(brush, at, [self.legend_width, area.height()]),
            );
        }
        all.extend(self.heading());
        all.extend(self.notes());
        Scene {
            size: [brush.style.width, brush.style.height],
            ground: brush.theme.ground,
            title: brush.style.title.clone().unwrap_or_else(|| kind.to_owned()),
            description: [vec![description], plan.notes.clone()].concat().join(" "),
            layers: all,
        }
    }

    fn heading(&self) -> Option<Layer> {
        let lines = &self.words.heading;
        let mut layer = Layer::new("heading");
        let mut bottom = BORDER;
        for (words, size, line) in lines {
            bottom += line;
            let theme = &self.brush.theme;
            let colour = if *size == TITLE {
                theme.ink
            } else {
                theme.soft
            };
            layer.text(level(words, [BORDER, bottom - 0.4 * size], *size, colour));
        }
        (!lines.is_empty()).then_some(layer)
    }

    fn notes(&self) -> Option<Layer> {
        let lines = &self.words.notes;
        let mut layer = Layer::new("notes");
        for (place, words) in lines.iter().enumerate() {
            let up = (lines.len() - 1 - place) as f64 * NOTE_LINE;
            let at = [BORDER, self.brush.style.height - BORDER - up];
            layer.text(level(words, at, NOTE, self.brush.theme.soft));
        }
        (!lines.is_empty()).then_some(layer)
    }
}

impl Words {
    fn new(brush: &Brush<'_>, notes: &[String]) -> Self {
        let (style, font) = (brush.style, &brush.font);
        let most = style.width - 2.0 * BORDER;
        let above = [
            (&style.title, TITLE, TITLE_LINE),
            (&style.subtitle, SUBTITLE, SUBTITLE_LINE),
        ];
        let heading = above.into_iter().flat_map(|(words, size, line)| {
            let lines = words
                .iter()
                .flat_map(move |words| font.wrapped(words, size, most, 2));
            lines.map(move |words| (words, size, line))
        });
        Words {
            heading: heading.collect(),
            notes: notes
                .iter()
                .flat_map(|note| font.wrapped(note, NOTE, most, 4))
                .collect(),
        }
    }

    /// The height of the heading, and that of the notes, with the space to the chart.
    fn heights(&self) -> [f64; 2] {
        let space = |height: f64| if height > 0.0 { height + 8.0 } else { 0.0 };
        let heading = self.heading.iter().map(|(_, _, line)| line).sum();
        [space(heading), space(self.notes.len() as f64 * NOTE_LINE)]
    }
}

fn along(side: &Side, value: f64) -> f64 {
    match &side.kind {
        SideKind::Numbers(scale) => scale.place(value),
        SideKind::Names { names, .. } => (value + 0.5) / names.len() as f64,
    }
}

fn level(words: &str, at: Point, size: f64, colour: Colour) -> Text {
    Text {
        at,
        words: words.to_owned(),
        size,
        colour,
        anchor: Anchor::Start,
        turn: 0.0,
    }
}
