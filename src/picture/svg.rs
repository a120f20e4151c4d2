//! A scene as SVG.

use std::fmt::{self, Write};

use crate::model::amoebot::body::Body;
use crate::model::amoebot::grid::{Chirality, Direction, Node};
use crate::model::amoebot::structure::{Anchor, Object};

use super::circuits::{self, Circuits};
use super::layout::{Frame, RADIUS, ROW, Spot, UNIT, angle};
use super::legend::{self, Legend};
use super::xml::{Escaped, Num};
use super::{Options, Scene, palette};

/// The height of the title.
const TITLE: f64 = 40.0;
/// A picture is shown at most this large, in pixels; the `viewBox` is not limited.
const LARGEST: f64 = 1600.0;
/// How large the hexagon of an object's cell is: its corners touch those of the neighbours.
const HEXAGON: f64 = UNIT * 0.577_350_269_189_625_8;

/// What the classes look like. Strokes of a circuit take its `color`.
const STYLE: &str = "\
text{font-family:'DejaVu Sans',Verdana,sans-serif;fill:#1d2733}\
.title{font-size:17px;font-weight:bold}\
.label{font-size:13px;text-anchor:middle;paint-order:stroke;stroke:#fff;stroke-opacity:.75;\
stroke-width:3px;stroke-linejoin:round}\
.label.light{fill:#fff;stroke:#1d2733}\
.legend text{font-size:13px}\
.grid-lines{fill:none;stroke:#e3e7ec;stroke-width:1}\
.bond{stroke:#8592a1;stroke-width:8;stroke-linecap:round}\
.cell{fill:#c6cbd1;stroke:#c6cbd1;stroke-width:1}\
.outline{stroke:#6f7780;stroke-width:2;stroke-linecap:round}\
.body{fill:#e4ebf3;stroke:#3c4856;stroke-width:2}\
.head{fill:none;stroke:#3c4856;stroke-width:2}\
.head.light{stroke:#fff}\
.circuit{stroke:currentColor;fill:currentColor;stroke-width:3}\
.circuit.single{color:#9aa3ad;stroke-width:1.5}\
.dashed{stroke-dasharray:5 3}\
circle.circuit{stroke:none}\
.hub.circuit{stroke:#fff;stroke-width:1;stroke-dasharray:none}\
.beep{fill:none;stroke:#1d2733;stroke-width:2}\
.compass{stroke:#1d2733;stroke-width:1.5;fill:none}\
.compass.cw{stroke-dasharray:3 2}\
.compass .tip{stroke-dasharray:none}\
.anchor{fill:none;stroke:#b3000c;stroke-width:2;stroke-linecap:round}";

/// The picture of a scene, as an SVG document.
///
/// Elements have classes: `particle` with `contracted` or `expanded` and the id in
/// `data-particle`, `bond`, `object` with `data-object`, `pin`, `hub`, `beep`, `compass` with `ccw`
/// or `cw`, and `anchor`. Lines and dots of a circuit that has a colour have its number in
/// `data-circuit`; two single pins that face each other are grey. A particle is of one size in the
/// units of the `viewBox`, however many there are.
#[must_use]
pub fn svg(scene: &Scene<'_>, options: &Options) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_document(&mut out, scene, options);
    out
}

fn write_document(out: &mut String, scene: &Scene<'_>, options: &Options) -> fmt::Result {
    let circuits = options.circuits.then(|| Circuits::of(scene));
    let frame = Frame::around(scene);
    let legend = options
        .legend
        .then(|| Legend::of(scene, options, circuits.as_ref()));
    let beside = legend.as_ref().map_or(0.0, |_| legend::WIDTH);
    let least = legend.as_ref().map_or(0.0, Legend::height);
    let title = scene.title();
    // The title's letters are about this wide.
    let width = (frame.width + beside).max(30.0 + 10.5 * title.chars().count() as f64);
    let height = frame.height.max(least) + TITLE;
    let (left, top) = (frame.left, frame.top - TITLE);
    let scale = (LARGEST / width.max(height)).min(1.0);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\" width=\"{}\" \
         height=\"{}\">",
        Num(left),
        Num(top),
        Num(width),
        Num(height),
        Num(scale * width),
        Num(scale * height)
    )?;
    let title = Escaped(&title);
    writeln!(out, "<title>{title}</title>\n<style>{STYLE}</style>")?;
    let (x, y) = (Num(left), Num(top));
    let (width, height) = (Num(width), Num(height));
    writeln!(
        out,
        "<rect class=\"paper\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" \
         fill=\"#fff\"/>"
    )?;
    if options.grid {
        write_grid(out, &frame)?;
    }
    let (x, y) = (Num(left + 14.0), Num(top + 26.0));
    writeln!(
        out,
        "<text class=\"title\" x=\"{x}\" y=\"{y}\">{title}</text>"
    )?;
    write_things(out, scene, options, circuits.as_ref())?;
    if let Some(legend) = legend {
        legend.write(out, Spot::new(left + frame.width, frame.top))?;
    }
    out.push_str("</svg>\n");
    Ok(())
}

/// The grid, as a pattern: the picture does not grow with it.
fn write_grid(out: &mut String, frame: &Frame) -> fmt::Result {
    let (unit, row, rows) = (Num(UNIT), Num(ROW), Num(2.0 * ROW));
    writeln!(
        out,
        "<defs><pattern id=\"grid\" patternUnits=\"userSpaceOnUse\" x=\"0\" y=\"0\" \
         width=\"{unit}\" height=\"{rows}\"><path class=\"grid-lines\" d=\"M0 0H{unit}M0 {row}H{unit}\
         M0 {rows}H{unit}M0 0L{unit} {rows}M{unit} 0L0 {rows}\"/></pattern></defs>"
    )?;
    writeln!(
        out,
        "<rect class=\"grid\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"url(#grid)\"/>",
        Num(frame.left),
        Num(frame.top),
        Num(frame.width),
        Num(frame.height)
    )
}

/// All that is in the structure, from below to above.
fn write_things(
    out: &mut String,
    scene: &Scene<'_>,
    options: &Options,
    circuits: Option<&Circuits>,
) -> fmt::Result {
    let structure = scene.structure;
    let mut layer = |class: &str, write: &mut dyn FnMut(&mut String) -> fmt::Result| {
        let mut inner = String::new();
        write(&mut inner)?;
        match inner.is_empty() {
            true => Ok(()),
            false => write!(out, "<g class=\"{class}\">\n{inner}</g>\n"),
        }
    };
    layer("objects", &mut |out| {
        let objects = structure.objects().iter().enumerate();
        objects
            .into_iter()
            .try_for_each(|(id, object)| write_object(out, id, object))
    })?;
    if options.bonds {
        layer("bonds", &mut |out| {
            let mut bonds = scene.bonds.iter();
            bonds.try_for_each(|&(from, to)| write_bond(out, Spot::of(from), Spot::of(to)))
        })?;
    }
    let bodies = || structure.bodies().iter().enumerate();
    layer("particles", &mut |out| {
        bodies().try_for_each(|(id, body)| write_particle(out, id, body, scene.colour(id)))
    })?;
    if let Some(circuits) = circuits {
        layer("circuits", &mut |out| circuits::write(out, scene, circuits))?;
    }
    if options.compass {
        layer("compasses", &mut |out| {
            bodies().try_for_each(|(_, body)| {
                let Body { frame, .. } = body;
                write_compass(
                    out,
                    Spot::of(body.head_node()),
                    frame.compass,
                    frame.chirality,
                )
            })
        })?;
    }
    if options.labels {
        layer("labels", &mut |out| {
            write_labels(out, scene, circuits.is_some())
        })?;
    }
    let anchor = match structure.anchor() {
        Anchor::Particle(id) => structure.bodies().get(id as usize).map(|body| body.tail),
        Anchor::Object(id) => structure.objects().get(id as usize).and_then(first_node),
    };
    match anchor {
        Some(node) => write_anchor(out, Spot::of(node).polar(0.95 * RADIUS, 135.0)),
        None => Ok(()),
    }
}

fn first_node(object: &Object) -> Option<Node> {
    object.nodes().next()
}

pub(super) fn write_bond(out: &mut String, from: Spot, to: Spot) -> fmt::Result {
    let [x1, y1, x2, y2] = [from.x, from.y, to.x, to.y].map(Num);
    writeln!(
        out,
        "<line class=\"bond\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>"
    )
}

fn write_particle(out: &mut String, id: usize, body: &Body, colour: Option<u32>) -> fmt::Result {
    let kind = if body.is_expanded() {
        "expanded"
    } else {
        "contracted"
    };
    write!(out, "<g class=\"particle {kind}\" data-particle=\"{id}\">")?;
    let (tail, head) = (Spot::of(body.tail), body.head);
    write_body(out, tail, head, colour)?;
    out.push_str("</g>\n");
    Ok(())
}

/// A disc, or a bar with round ends and a ring around its head.
pub(super) fn write_body(
    out: &mut String,
    tail: Spot,
    head: Option<Direction>,
    colour: Option<u32>,
) -> fmt::Result {
    let fill = colour.map_or(String::new(), |colour| {
        format!(" style=\"fill:#{:06x}\"", colour & 0xff_ffff)
    });
    let (x, y, radius) = (Num(tail.x), Num(tail.y), Num(RADIUS));
    let Some(direction) = head else {
        return write!(
            out,
            "<circle class=\"body\"{fill} cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"
        );
    };
    let (left, top) = (Num(tail.x - RADIUS), Num(tail.y - RADIUS));
    let (width, height) = (Num(UNIT + 2.0 * RADIUS), Num(2.0 * RADIUS));
    // Clockwise, as y goes downwards.
    let turn = Num(-angle(direction));
    write!(
        out,
        "<rect class=\"body\"{fill} x=\"{left}\" y=\"{top}\" width=\"{width}\" \
         height=\"{height}\" rx=\"{radius}\" transform=\"rotate({turn} {x} {y})\"/>"
    )?;
    let head = tail.polar(UNIT, angle(direction));
    let (x, y, radius) = (Num(head.x), Num(head.y), Num(RADIUS - 4.0));
    let light = light(colour);
    write!(
        out,
        "<circle class=\"head{light}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"
    )
}

/// The class of what is drawn onto a dark colour.
fn light(colour: Option<u32>) -> &'static str {
    match colour.is_some_and(palette::is_dark) {
        true => " light",
        false => "",
    }
}

fn write_object(out: &mut String, id: usize, object: &Object) -> fmt::Result {
    write!(out, "<g class=\"object\" data-object=\"{id}\">")?;
    let mut cells: Vec<Node> = object.nodes().collect();
    for &cell in &cells {
        write_cell(out, Spot::of(cell))?;
    }
    cells.sort_unstable();
    for &cell in &cells {
        for direction in Direction::ALL {
            if cells.binary_search(&cell.step(direction)).is_err() {
                let [from, to] = [-30.0, 30.0]
                    .map(|turn| Spot::of(cell).polar(HEXAGON, angle(direction) + turn));
                let [x1, y1, x2, y2] = [from.x, from.y, to.x, to.y].map(Num);
                write!(
                    out,
                    "<line class=\"outline\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>"
                )?;
            }
        }
    }
    out.push_str("</g>\n");
    Ok(())
}

/// The hexagon of one cell.
pub(super) fn write_cell(out: &mut String, at: Spot) -> fmt::Result {
    out.push_str("<polygon class=\"cell\" points=\"");
    for corner in 0..6_u8 {
        let Spot { x, y } = at.polar(HEXAGON, 30.0 + 60.0 * f64::from(corner));
        let space = if corner == 0 { "" } else { " " };
        write!(out, "{space}{},{}", Num(x), Num(y))?;
    }
    out.push_str("\"/>");
    Ok(())
}

/// An arrow towards what a particle calls east, dashed where it counts clockwise.
pub(super) fn write_compass(
    out: &mut String,
    at: Spot,
    compass: Direction,
    chirality: Chirality,
) -> fmt::Result {
    let class = match chirality {
        Chirality::Ccw => "ccw",
        Chirality::Cw => "cw",
    };
    let angle = angle(compass);
    let (start, tip) = (at.polar(0.08 * UNIT, angle), at.polar(0.31 * UNIT, angle));
    let [left, right] = [150.0, 210.0].map(|turn| tip.polar(0.09 * UNIT, angle + turn));
    let [a, b, c, d] =
        [start, tip, left, right].map(|Spot { x, y }| format!("{} {}", Num(x), Num(y)));
    writeln!(
        out,
        "<g class=\"compass {class}\"><path d=\"M{a}L{b}\"/><path class=\"tip\" d=\"M{c}L{b}L{d}\"/></g>"
    )
}

/// Names beside the middle of the heads where hubs may be there, and numbers of objects.
fn write_labels(out: &mut String, scene: &Scene<'_>, has_circuits: bool) -> fmt::Result {
    for (id, body) in scene.structure.bodies().iter().enumerate() {
        let Spot { x, y } = Spot::of(body.head_node());
        let has_hubs = has_circuits && !scene.sets(id).is_empty();
        let down = if has_hubs { 0.30 * UNIT } else { 4.5 };
        let light = light(scene.colour(id));
        let (x, y, name) = (Num(x), Num(y + down), scene.name(id));
        let name = Escaped(&name);
        writeln!(
            out,
            "<text class=\"label{light}\" x=\"{x}\" y=\"{y}\">{name}</text>"
        )?;
    }
    for (id, object) in scene.structure.objects().iter().enumerate() {
        if let Some(node) = first_node(object) {
            let Spot { x, y } = Spot::of(node);
            let (x, y) = (Num(x), Num(y + 4.5));
            writeln!(
                out,
                "<text class=\"label\" x=\"{x}\" y=\"{y}\">object {id}</text>"
            )?;
        }
    }
    Ok(())
}

/// The sign of the anchor.
pub(super) fn write_anchor(out: &mut String, Spot { x, y }: Spot) -> fmt::Result {
    writeln!(
        out,
        "<path class=\"anchor\" transform=\"translate({} {})\" d=\"M0 -4V8M-4 -1H4M-7 3A7 6 0 0 0 \
         7 3M0 -4A2.5 2.5 0 1 1 0.01 -4\"/>",
        Num(x),
        Num(y)
    )
}
