//! A scene as text.

use crate::model::amoebot::grid::{Direction, Node};
use crate::model::amoebot::structure::Anchor;

use super::circuits::Circuits;
use super::{Scene, layout};

/// A picture has at most this many characters; a larger one is not drawn.
const MOST: i64 = 10_000_000;

/// The picture of a scene as lines of text.
///
/// The first line is the title. Each node is the name of the particle whose head is there, `o` for
/// a tail, `#` for an object, or a dot; `*` follows the anchor. An expanded particle is joined by
/// `=`, `//` or `\\`, a bond is `-`, `/` or `\`. What signs mean, the line below the picture says. A
/// structure whose picture would have more than ten million characters is not drawn.
#[must_use]
pub fn text(scene: &Scene<'_>) -> String {
    let mut out = scene.title() + "\n\n";
    match Canvas::of(scene) {
        Some(mut canvas) => {
            canvas.draw(scene);
            canvas.write(&mut out);
        }
        None if layout::nodes(scene).next().is_none() => out += "nothing is here\n",
        None => out += "the structure is too large for a picture made of text\n",
    }
    out + "\n" + &legend(scene)
}

/// What the signs mean that are in the picture, and what no sign shows.
fn legend(scene: &Scene<'_>) -> String {
    let structure = scene.structure;
    let mut signs = vec!["*: anchor"];
    if structure.bodies().iter().any(|body| body.is_expanded()) {
        signs.push("o: tail");
        signs.push("= // \\\\: expanded particle");
    }
    if !scene.bonds.is_empty() {
        signs.push("- / \\: bond");
    }
    if !structure.objects().is_empty() {
        signs.push("#: object");
    }
    let mut legend = signs.join(", ") + "\n";
    let circuits = Circuits::of(scene).coloured();
    if circuits > 0 {
        legend += &format!("circuits: {circuits}\n");
    }
    let sent = |&id: &usize| scene.sets(id).iter().any(|set| set.beeps);
    let beeping = (0..structure.bodies().len()).filter(sent);
    let beeping: Vec<_> = beeping.map(|id| scene.name(id)).collect();
    if !beeping.is_empty() {
        legend += &format!("sent a beep: {}\n", beeping.join(", "));
    }
    legend
}

/// Characters in rows.
struct Canvas {
    rows: Vec<Vec<char>>,
    /// The columns from a node to its neighbour in the east: a multiple of 4.
    spacing: i64,
    /// The column of what is farthest in the west, in half steps.
    west: i64,
    /// The row of coordinates at the top.
    north: i64,
    /// How far names may reach to the left of the first column.
    pad: i64,
}

/// How far in the east a node is, in half steps.
fn east(node: Node) -> i64 {
    2 * i64::from(node.x) + i64::from(node.y)
}

impl Canvas {
    /// An empty canvas for a scene; `None` where there is nothing, or too much.
    fn of(scene: &Scene<'_>) -> Option<Self> {
        let nodes = || layout::nodes(scene);
        let (west, last) = (nodes().map(east).min()?, nodes().map(east).max()?);
        let ys = || nodes().map(|node| i64::from(node.y));
        let (south, north) = (ys().min()?, ys().max()?);
        let names = 0..scene.structure.bodies().len();
        let longest = names.map(|id| scene.name(id).chars().count()).max();
        // One more for the sign of the anchor, and one between two names.
        let spacing = ((longest.unwrap_or(1) + 2).div_ceil(4) * 4) as i64;
        let (width, height) = (
            (last - west) * spacing / 2 + 2 * spacing + 1,
            2 * (north - south) + 1,
        );
        let rows = width.checked_mul(height).filter(|&all| all <= MOST)?;
        debug_assert!(rows > 0, "there is a node");
        Some(Canvas {
            rows: vec![vec![' '; width as usize]; height as usize],
            spacing,
            west,
            north,
            pad: spacing,
        })
    }

    /// The row and the column of a node.
    fn place(&self, node: Node) -> (i64, i64) {
        let row = 2 * (self.north - i64::from(node.y));
        (row, self.pad + (east(node) - self.west) * self.spacing / 2)
    }

    /// Puts characters into a row, as far as they are within the canvas.
    fn put(&mut self, row: i64, column: i64, text: &str) {
        let row = usize::try_from(row).ok();
        let Some(row) = row.and_then(|row| self.rows.get_mut(row)) else {
            return;
        };
        for (column, c) in (column..).zip(text.chars()) {
            let column = usize::try_from(column).ok();
            if let Some(place) = column.and_then(|column| row.get_mut(column)) {
                *place = c;
            }
        }
    }

    fn draw(&mut self, scene: &Scene<'_>) {
        self.draw_dots();
        for &(from, to) in scene.bonds {
            self.join(from, to, ["-", "/", "\\"]);
        }
        let structure = scene.structure;
        for body in structure.bodies().iter().filter(|body| body.is_expanded()) {
            self.join(body.tail, body.head_node(), ["=", "//", "\\\\"]);
        }
        for (id, body) in structure.bodies().iter().enumerate() {
            let name = scene.name(id);
            let is_anchor = structure.anchor() == Anchor::Particle(id as u32);
            if body.is_expanded() {
                self.name(body.tail, "o", false);
            }
            self.name(body.head_node(), &name, is_anchor);
        }
        for (id, object) in (0..).zip(structure.objects()) {
            for (index, node) in object.nodes().enumerate() {
                let is_anchor = index == 0 && structure.anchor() == Anchor::Object(id);
                self.name(node, "#", is_anchor);
            }
        }
    }

    /// A dot on every node.
    fn draw_dots(&mut self) {
        let (spacing, pad) = (self.spacing as usize, self.pad as usize);
        for (below, row) in self.rows.iter_mut().step_by(2).enumerate() {
            // Nodes of every other row are half a step further in the east.
            let is_odd = (self.north - below as i64 - self.west).rem_euclid(2) == 1;
            let first = pad - if is_odd { spacing / 2 } else { 0 };
            let last = row.len().saturating_sub(pad / 2);
            for place in (first..last).step_by(spacing) {
                row[place] = '.';
            }
        }
    }

    /// Joins two neighbouring nodes; what is not neighbouring is left alone.
    fn join(&mut self, from: Node, to: Node, [flat, up, down]: [&str; 3]) {
        let Some(direction) = from.direction_to(to) else {
            return;
        };
        let (lower, direction) = match direction {
            Direction::E | Direction::Nne | Direction::Nnw => (from, direction),
            _ => (to, direction.opposite()),
        };
        let (row, column) = self.place(lower);
        let quarter = self.spacing / 4;
        match direction {
            Direction::E => {
                let between = flat.repeat(self.spacing as usize - 1);
                self.put(row, column + 1, &between);
            }
            Direction::Nne => self.put(row - 1, column + quarter, up),
            _ => {
                let width = down.chars().count() as i64;
                self.put(row - 1, column - quarter - width + 1, down);
            }
        }
    }

    /// Writes what is on a node around its place.
    fn name(&mut self, node: Node, name: &str, is_anchor: bool) {
        let (row, column) = self.place(node);
        let width = name.chars().count() as i64;
        let start = column - (width - 1) / 2;
        self.put(row, start, name);
        if is_anchor {
            self.put(row, start + width, "*");
        }
    }

    fn write(&self, out: &mut String) {
        for row in &self.rows {
            let line: String = row.iter().collect();
            *out += line.trim_end();
            out.push('\n');
        }
    }
}
