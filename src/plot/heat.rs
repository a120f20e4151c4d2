//! A value over two parameters.

use std::cmp::Ordering;

use super::axis::{Side, SideKind};
use super::font::centred;
use super::frame::{Frame, Plan};
use super::legend::{Bar, Key, hatched};
use super::order::natural;
use super::palette::viridis;
use super::scale::{Room, Scale, readable, usable};
use super::scene::{Anchor, Area, Layer, Outline, Pen, Scene, Text};
use super::{Axis, Brush, PlotError};

/// A heat map: a cell for each pair of levels, coloured by viridis.
///
/// The levels stand evenly, numbers by their size and then texts in their natural order. Values are
/// written into their cells where all of them fit. Cells without a value that can be drawn are
/// hatched.
#[derive(Clone, Debug, PartialEq)]
pub struct Heat {
    /// The name and unit of the parameter along x.
    pub x: String,
    /// The name and unit of the parameter along y.
    pub y: String,
    /// What the colours stand for.
    pub value: Axis,
    /// The cells, in any order.
    pub cells: Vec<Cell>,
}

/// A cell of a heat map.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Its level along x.
    pub x: Level,
    /// Its level along y.
    pub y: Level,
    /// Its value; NaN for none.
    pub value: f64,
}

/// A level of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Level {
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
}

/// The size of the letters in cells, and the space around them, in pixels.
const LETTERS: f64 = 11.0;
const SPACE: f64 = 4.0;

impl Level {
    /// The level as its axis shows it.
    fn label(&self) -> String {
        match self {
            Level::Number(value) => {
                let exact = format!("{}", crate::math::canonical_zero(*value));
                match exact.len() <= 7 {
                    true => exact.replace('-', "−"),
                    false => readable(*value, 6),
                }
            }
            Level::Text(text) => text.clone(),
        }
    }

    fn order(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Level::Number(a), Level::Number(b)) => {
                crate::math::canonical_zero(*a).total_cmp(&crate::math::canonical_zero(*b))
            }
            (Level::Text(a), Level::Text(b)) => natural(a, b),
            (Level::Number(_), Level::Text(_)) => Ordering::Less,
            (Level::Text(_), Level::Number(_)) => Ordering::Greater,
        }
    }
}

/// The levels of cells and their values, row by row from the bottom.
struct Table<'a> {
    x: Vec<&'a Level>,
    y: Vec<&'a Level>,
    values: Vec<Option<f64>>,
}

impl Heat {
    pub(super) fn scene(&self, brush: &Brush<'_>) -> Result<Scene, PlotError> {
        let table = self.table()?;
        let values = table.values.iter().copied().flatten();
        let Some(scale) = Scale::covering(values, self.value.log, Room::None) else {
            return Err(PlotError::Empty(
                "no cell has a value that can be drawn".into(),
            ));
        };
        let mut plan = Plan::new(side(&self.x, &table.x), side(&self.y, &table.y));
        plan.boxed = true;
        plan.legend.bar = Some(Bar {
            label: self.value.label.clone(),
            scale,
        });
        let missing = table.values.iter().filter(|value| value.is_none()).count();
        if missing > 0 {
            let key = Key::Hatched(
                brush.theme.grid.into(),
                Pen::solid(brush.theme.neutral, 1.0),
            );
            plan.legend.entry(key, "no value");
        }
        let words = format!(
            "{} by {} ({} levels) and {} ({} levels); {missing} cells have no value.",
            self.value.label,
            self.x,
            table.x.len(),
            self.y,
            table.y.len(),
        );
        let frame = Frame::new(brush, plan)?;
        let layers = layers(brush, &frame, &table, &scale);
        Ok(frame.picture(layers, "Heat map", words))
    }

    fn table(&self) -> Result<Table<'_>, PlotError> {
        let levels = |level: fn(&Cell) -> &Level| {
            let mut levels: Vec<&Level> = self.cells.iter().map(level).collect();
            levels.sort_by(|a, b| a.order(b));
            levels.dedup_by(|a, b| a.order(b).is_eq());
            levels
        };
        let (x, y) = (levels(|cell| &cell.x), levels(|cell| &cell.y));
        let mut seen = vec![false; x.len() * y.len()];
        let mut values = vec![None; seen.len()];
        for cell in &self.cells {
            let at = |levels: &[&Level], level: &Level| {
                levels.partition_point(|other| other.order(level).is_lt())
            };
            let place = at(&y, &cell.y) * x.len() + at(&x, &cell.x);
            if std::mem::replace(&mut seen[place], true) {
                return Err(PlotError::Twice {
                    x: cell.x.label(),
                    y: cell.y.label(),
                });
            }
            values[place] = Some(cell.value).filter(|value| usable(*value, self.value.log));
        }
        Ok(Table { x, y, values })
    }
}

fn side(label: &str, levels: &[&Level]) -> Side {
    Side {
        label: label.to_owned(),
        kind: SideKind::Names {
            names: levels.iter().map(|level| vec![level.label()]).collect(),
            ordinal: levels.iter().all(|level| matches!(level, Level::Number(_))),
        },
    }
}

fn layers(brush: &Brush<'_>, frame: &Frame<'_>, table: &Table<'_>, scale: &Scale) -> Vec<Layer> {
    let mut cells = Layer::new("cells");
    let mut missing = Layer::new("missing");
    let mut words = Layer::new("values");
    let width = frame.area.width() / table.x.len() as f64;
    let height = frame.area.height() / table.y.len() as f64;
    let labels: Vec<String> = table
        .values
        .iter()
        .map(|value| value.map_or_else(String::new, |value| readable(value, 3)))
        .collect();
    let widest = labels
        .iter()
        .map(|label| brush.font.width(label, LETTERS))
        .fold(0.0, f64::max);
    let written = widest + 2.0 * SPACE <= width && LETTERS + 2.0 * SPACE <= height;
    for (place, (value, label)) in table.values.iter().zip(labels).enumerate() {
        let (column, row) = (place % table.x.len(), place / table.x.len());
        let middle = frame.at([column as f64, row as f64]);
        let area = Area::around(middle, width / 2.0, height / 2.0);
        let Some(value) = value else {
            let pen = Pen::solid(brush.theme.neutral, 1.0);
            hatched(&mut missing, area, brush.theme.grid.into(), pen);
            continue;
        };
        let colour = viridis(scale.place(*value));
        // A border of the same colour closes the gaps that smooth edges leave between cells.
        let edge = Pen::solid(colour, 0.5);
        cells.shape(Outline::Box(area), Some(colour.into()), Some(edge));
        if written {
            words.text(Text {
                at: centred(middle, LETTERS),
                words: label,
                size: LETTERS,
                colour: colour.reader(),
                anchor: Anchor::Middle,
                turn: 0.0,
            });
        }
    }
    vec![cells, missing, words]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(x: Level, y: f64, value: f64) -> Cell {
        Cell {
            x,
            y: Level::Number(y),
            value,
        }
    }

    #[test]
    fn levels_are_sorted_and_gaps_are_seen() {
        let text = |text: &str| Level::Text(text.into());
        let mut heat = Heat {
            x: "x".into(),
            y: "y".into(),
            value: Axis::new("value"),
            cells: vec![
                cell(text("n10"), 2.0, 1.0),
                cell(text("n9"), -0.0, 2.0),
                cell(Level::Number(3.0), 0.0, f64::NAN),
                cell(Level::Number(-1.5), 2.0, 4.0),
            ],
        };
        let table = heat.table().expect("a table");
        let labels: Vec<String> = table.x.iter().map(|level| level.label()).collect();
        assert_eq!(labels, ["−1.5", "3", "n9", "n10"]);
        let bottom = [None, None, Some(2.0), None];
        let top = [Some(4.0), None, None, Some(1.0)];
        assert_eq!(table.values, [bottom, top].concat());
        heat.cells.push(cell(text("n9"), 0.0, 7.0));
        let error = heat.table().err().expect("two values");
        assert_eq!(error.to_string(), "there are two values for n9 and 0");
    }
}
