//! Pins, partition sets and circuits.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use crate::model::amoebot::body::Body;
use crate::model::amoebot::ports::Port;
use crate::model::amoebot::structure::Occupant;

use super::layout::{self, Pin, Spot, UNIT};
use super::xml::Num;
use super::{PartitionSet, Scene, palette};

/// Two hubs nearer than this are put apart.
const HUBS_APART: f64 = 0.13 * UNIT;
/// How far from the middle of a contracted particle hubs are that are put apart.
const HUBS_AROUND: f64 = 0.17 * UNIT;
/// The radius of a hub.
pub(super) const HUB: f64 = 0.055 * UNIT;
/// The radius of the ring of a beep.
pub(super) const BEEP: f64 = 0.105 * UNIT;

/// What is known of one circuit.
#[derive(Clone, Copy, Debug, Default)]
struct Circuit {
    sets: usize,
    /// Whether one of its sets has several pins.
    joins: bool,
    /// Its place in the order of the circuits that have colours.
    place: Option<usize>,
}

/// The circuits of a scene, and their colours.
#[derive(Clone, Debug)]
pub(super) struct Circuits {
    circuits: BTreeMap<u32, Circuit>,
    /// How many have a colour.
    coloured: usize,
}

impl Circuits {
    /// Finds the circuits that have colours: those of several partition sets, unless they are
    /// merely two single pins that face each other. They are numbered as they come, by particle and
    /// set.
    pub(super) fn of(scene: &Scene<'_>) -> Self {
        let mut circuits: BTreeMap<u32, Circuit> = BTreeMap::new();
        let sets = || {
            scene
                .pins
                .iter()
                .flatten()
                .filter(|set| !set.pins.is_empty())
        };
        for set in sets() {
            let circuit = circuits.entry(set.circuit).or_default();
            circuit.sets += 1;
            circuit.joins |= set.pins.len() > 1;
        }
        let mut coloured = 0;
        for set in sets() {
            let circuit = circuits.entry(set.circuit).or_default();
            if circuit.place.is_none() && circuit.has_colour() {
                circuit.place = Some(coloured);
                coloured += 1;
            }
        }
        Circuits { circuits, coloured }
    }

    /// How many circuits have a colour.
    pub(super) fn coloured(&self) -> usize {
        self.coloured
    }

    /// The attributes of what belongs to a circuit.
    fn style(&self, number: u32) -> Style {
        let place = self.circuits.get(&number).and_then(|circuit| circuit.place);
        Style { number, place }
    }
}

impl Circuit {
    fn has_colour(self) -> bool {
        self.sets > 2 || self.sets == 2 && self.joins
    }
}

/// How what belongs to a circuit is drawn.
#[derive(Clone, Copy, Debug)]
struct Style {
    number: u32,
    place: Option<usize>,
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(place) = self.place else {
            return f.write_str(" class=\"circuit single\"");
        };
        let (colour, is_dashed) = palette::circuit(place);
        let dashes = if is_dashed { " dashed" } else { "" };
        let number = self.number;
        write!(
            f,
            " class=\"circuit{dashes}\" color=\"{colour}\" data-circuit=\"{number}\""
        )
    }
}

/// A partition set with the places of its pins.
struct Drawn {
    pins: Vec<(Pin, Spot)>,
    /// Where its pins meet; `None` where there is one pin only.
    hub: Option<Spot>,
    style: Style,
    beeps: bool,
}

/// Writes the pins, partition sets and circuits of all particles: the links between particles
/// first, then particle by particle.
pub(super) fn write(out: &mut String, scene: &Scene<'_>, circuits: &Circuits) -> fmt::Result {
    let (mut links, mut inner) = (String::new(), String::new());
    for (id, body) in scene.structure.bodies().iter().enumerate() {
        let sets = drawn(scene, circuits, id, body);
        if sets.is_empty() {
            continue;
        }
        write!(inner, "<g data-particle=\"{id}\">")?;
        for set in &sets {
            write_links(&mut links, scene, id as u32, set)?;
            write_set(&mut inner, scene.pins_per_edge, set)?;
        }
        inner += "</g>\n";
    }
    if !links.is_empty() {
        write!(out, "<g class=\"links\">\n{links}</g>\n")?;
    }
    if !inner.is_empty() {
        write!(out, "<g class=\"sets\">\n{inner}</g>\n")?;
    }
    Ok(())
}

fn drawn(scene: &Scene<'_>, circuits: &Circuits, id: usize, body: &Body) -> Vec<Drawn> {
    let per_edge = scene.pins_per_edge;
    let draw = |set: &PartitionSet| {
        let pins = set.pins.iter();
        let pins = pins.filter_map(|&pin| Pin::of(body, pin, per_edge));
        let pins: Vec<_> = pins.map(|pin| (pin, pin.spot(body, per_edge))).collect();
        Drawn {
            hub: (pins.len() > 1).then(|| mean(&pins)),
            pins,
            style: circuits.style(set.circuit),
            beeps: set.beeps,
        }
    };
    let sets = scene.sets(id).iter().map(draw);
    let mut sets: Vec<Drawn> = sets.filter(|set| !set.pins.is_empty()).collect();
    separate(body, &mut sets);
    sets
}

/// A pin, and the hub of its partition set; the distance of neighbouring nodes is 1, and y goes up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PinSpot {
    /// Whose pin.
    pub particle: u32,
    /// Which of the particle's partition sets, counted among those that have pins.
    pub set: u32,
    /// Where the pin is.
    pub at: (f64, f64),
    /// Where the pins of its set meet; the pin itself where there is no other one.
    pub hub: (f64, f64),
    /// The place of its circuit in the order of the circuits that have colours.
    pub circuit: Option<usize>,
    /// Whether its particle beeped on the set.
    pub beeps: bool,
}

/// All pins of a scene, by particle and set.
#[must_use]
pub fn pin_spots(scene: &Scene<'_>) -> Vec<PinSpot> {
    let circuits = Circuits::of(scene);
    let plane = |spot: Spot| (spot.x / UNIT, -spot.y / UNIT);
    let mut spots = Vec::new();
    for (particle, body) in (0u32..).zip(scene.structure.bodies()) {
        let sets = drawn(scene, &circuits, particle as usize, body);
        for (set, drawn) in (0u32..).zip(&sets) {
            spots.extend(drawn.pins.iter().map(|&(_, spot)| PinSpot {
                particle,
                set,
                at: plane(spot),
                hub: plane(drawn.hub.unwrap_or(spot)),
                circuit: drawn.style.place,
                beeps: drawn.beeps,
            }));
        }
    }
    spots
}

/// The middle of some pins.
fn mean(pins: &[(Pin, Spot)]) -> Spot {
    let count = pins.len() as f64;
    let sum = |of: fn(&Spot) -> f64| pins.iter().map(|(_, spot)| of(spot)).sum::<f64>();
    Spot::new(sum(|spot| spot.x) / count, sum(|spot| spot.y) / count)
}

/// Puts the hubs of a particle apart where two of them are nearly in one place: around the middle of
/// a contracted particle, along an expanded one from the tail to the head.
fn separate(body: &Body, sets: &mut [Drawn]) {
    let mut hubs: Vec<&mut Spot> = sets.iter_mut().filter_map(|set| set.hub.as_mut()).collect();
    let near = |at: usize| {
        hubs[..at]
            .iter()
            .any(|hub| hub.distance(*hubs[at]) < HUBS_APART)
    };
    if !(1..hubs.len()).any(near) {
        return;
    }
    let count = hubs.len() as f64;
    let (tail, head) = (Spot::of(body.tail), Spot::of(body.head_node()));
    for (index, hub) in hubs.iter_mut().enumerate() {
        **hub = match body.is_expanded() {
            true => tail.towards(head, (index as f64 + 0.5) / count),
            false => tail.polar(HUBS_AROUND, 180.0 + 360.0 * index as f64 / count),
        };
    }
}

/// The links of the pins of a set to the particles with greater ids.
fn write_links(out: &mut String, scene: &Scene<'_>, id: u32, set: &Drawn) -> fmt::Result {
    let per_edge = scene.pins_per_edge;
    for &(pin, from) in &set.pins {
        let Some(Occupant::Particle(other, half)) = scene.structure.beyond_port(id, pin.port)
        else {
            continue;
        };
        if other <= id || scene.sets(other as usize).is_empty() {
            continue;
        }
        let facing = Pin {
            port: Port::new(pin.port.direction.opposite(), half),
            offset: per_edge - 1 - pin.offset,
        };
        let to = facing.spot(&scene.structure.bodies()[other as usize], per_edge);
        line(out, from, to, set.style)?;
    }
    Ok(())
}

fn write_set(out: &mut String, per_edge: usize, set: &Drawn) -> fmt::Result {
    let radius = layout::pin_radius(per_edge);
    for &(_, spot) in &set.pins {
        if let Some(hub) = set.hub {
            line(out, spot, hub, set.style)?;
        }
        dot(out, "pin", spot, radius, set.style)?;
    }
    if let Some(hub) = set.hub {
        dot(out, "hub", hub, HUB, set.style)?;
    }
    if set.beeps
        && let Some(spot) = set.hub.or(set.pins.first().map(|&(_, spot)| spot))
    {
        beep(out, spot)?;
    }
    Ok(())
}

fn line(out: &mut String, from: Spot, to: Spot, style: Style) -> fmt::Result {
    write!(
        out,
        "<line{style} x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
        Num(from.x),
        Num(from.y),
        Num(to.x),
        Num(to.y)
    )
}

fn dot(out: &mut String, class: &str, at: Spot, radius: f64, style: Style) -> fmt::Result {
    // The class of the dot stands before those of its circuit.
    let style = style
        .to_string()
        .replacen("class=\"", &format!("class=\"{class} "), 1);
    write!(
        out,
        "<circle{style} cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
        Num(at.x),
        Num(at.y),
        Num(radius)
    )
}

/// The sign of a beep.
pub(super) fn beep(out: &mut String, at: Spot) -> fmt::Result {
    let (x, y, radius) = (Num(at.x), Num(at.y), Num(BEEP));
    write!(
        out,
        "<circle class=\"beep\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"
    )
}
