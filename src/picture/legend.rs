//! What the signs of a picture mean: those that are in it.

use std::fmt::{self, Write};

use crate::model::amoebot::grid::{Chirality, Direction};
use crate::model::amoebot::structure::Anchor;

use super::circuits::{self, Circuits};
use super::layout::Spot;
use super::svg::{write_anchor, write_body, write_bond, write_cell, write_compass};
use super::xml::{Escaped, Num};
use super::{Options, Scene, palette};

/// The width of a legend.
pub(super) const WIDTH: f64 = 300.0;
/// The height of a line.
const LINE: f64 = 30.0;
/// How much smaller signs are than in the picture.
const SCALE: f64 = 0.45;
/// The middle of a sign.
const MIDDLE: f64 = 13.5;

/// A sign that is explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Contracted,
    Expanded,
    Bond,
    Object,
    Circuit,
    Single,
    Beep,
    Compass(Chirality),
    Anchor,
}

/// The legend of a picture.
#[derive(Clone, Debug)]
pub(super) struct Legend {
    lines: Vec<(Sign, String)>,
}

impl Legend {
    pub(super) fn of(scene: &Scene<'_>, options: &Options, circuits: Option<&Circuits>) -> Self {
        let structure = scene.structure;
        let bodies = structure.bodies();
        let sets = || scene.pins.iter().flatten();
        let coloured = circuits.map_or(0, Circuits::coloured);
        let turned = |chirality| {
            options.compass && bodies.iter().any(|body| body.frame.chirality == chirality)
        };
        let anchor = match structure.anchor() {
            Anchor::Particle(id) => (id as usize) < bodies.len(),
            Anchor::Object(id) => (id as usize) < structure.objects().len(),
        };
        let (ccw, cw) = (Chirality::Ccw, Chirality::Cw);
        let all = [
            (
                Sign::Contracted,
                bodies.iter().any(|body| !body.is_expanded()),
                "contracted particle",
            ),
            (
                Sign::Expanded,
                bodies.iter().any(|b| b.is_expanded()),
                "expanded particle, ring at the head",
            ),
            (Sign::Bond, options.bonds && !scene.bonds.is_empty(), "bond"),
            (Sign::Object, !structure.objects().is_empty(), "object"),
            (Sign::Circuit, coloured > 0, "circuit"),
            (
                Sign::Single,
                circuits.is_some() && sets().any(|s| !s.pins.is_empty()),
                "single pin",
            ),
            (
                Sign::Beep,
                circuits.is_some() && sets().any(|set| set.beeps),
                "sent a beep",
            ),
            (
                Sign::Compass(ccw),
                turned(ccw),
                "its east; counts counter-clockwise",
            ),
            (Sign::Compass(cw), turned(cw), "its east; counts clockwise"),
            (Sign::Anchor, anchor, "anchor"),
        ];
        let shown = all.into_iter().filter(|&(_, is_there, _)| is_there);
        let line = |(sign, _, text): (Sign, bool, &str)| match sign {
            Sign::Circuit if coloured > 1 => (sign, format!("circuits: {coloured}")),
            sign => (sign, text.to_owned()),
        };
        Legend {
            lines: shown.map(line).collect(),
        }
    }

    pub(super) fn height(&self) -> f64 {
        LINE * (self.lines.len() as f64 + 0.5)
    }

    pub(super) fn write(&self, out: &mut String, corner: Spot) -> fmt::Result {
        out.push_str("<g class=\"legend\">\n");
        for (index, (sign, text)) in self.lines.iter().enumerate() {
            let at = Spot::new(corner.x + 20.0, corner.y + LINE * (index as f64 + 0.5));
            let (x, y) = (Num(at.x), Num(at.y));
            write!(out, "<g transform=\"translate({x} {y})\">")?;
            write_sign(out, *sign)?;
            let (x, y) = (Num(at.x + 44.0), Num(at.y + 4.5));
            let text = Escaped(text);
            writeln!(out, "</g><text x=\"{x}\" y=\"{y}\">{text}</text>")?;
        }
        out.push_str("</g>\n");
        Ok(())
    }
}

/// A sign in the first column of a line: particles, bonds and cells smaller than they are in the
/// picture, all else in its own size.
fn write_sign(out: &mut String, sign: Sign) -> fmt::Result {
    let middle = Spot::new(MIDDLE, 0.0);
    match sign {
        Sign::Contracted | Sign::Expanded | Sign::Bond | Sign::Object => {
            write!(out, "<g transform=\"scale({SCALE})\">")?;
            write_small(out, sign)?;
            out.write_str("</g>")
        }
        Sign::Circuit => {
            let (colour, _) = palette::circuit(0);
            write!(
                out,
                "<g color=\"{colour}\"><line class=\"circuit\" x1=\"0\" y1=\"0\" x2=\"27\" \
                 y2=\"0\"/><circle class=\"circuit\" cx=\"{MIDDLE}\" cy=\"0\" r=\"4\"/></g>"
            )
        }
        Sign::Single => {
            write!(
                out,
                "<circle class=\"circuit single\" cx=\"{MIDDLE}\" cy=\"0\" r=\"2.4\"/>"
            )
        }
        Sign::Beep => circuits::beep(out, middle),
        Sign::Compass(chirality) => {
            write_compass(out, Spot::new(2.0, 0.0), Direction::E, chirality)
        }
        Sign::Anchor => write_anchor(out, middle),
    }
}

/// A sign in the measures of the picture.
fn write_small(out: &mut String, sign: Sign) -> fmt::Result {
    let (left, middle, right) = (
        Spot::new(0.0, 0.0),
        Spot::new(30.0, 0.0),
        Spot::new(60.0, 0.0),
    );
    match sign {
        Sign::Contracted => write_body(out, middle, None, None),
        Sign::Expanded => write_body(out, left, Some(Direction::E), None),
        Sign::Object => write_cell(out, middle),
        _ => write_bond(out, left, right),
    }
}
