//! Where things are in a picture. The unit is that of the `viewBox`; y goes downwards.

use crate::math;
use crate::model::amoebot::body::Body;
use crate::model::amoebot::grid::{Chirality, Direction, Node};
use crate::model::amoebot::ports::Port;

use super::Scene;

/// The distance of neighbouring nodes.
pub(super) const UNIT: f64 = 60.0;
/// The distance of neighbouring rows.
pub(super) const ROW: f64 = UNIT * 0.866_025_403_784_438_6;
/// The radius of a contracted particle, and half the width of an expanded one.
pub(super) const RADIUS: f64 = 0.37 * UNIT;
/// What is left free around the outermost nodes.
const MARGIN: f64 = 0.9 * UNIT;

/// The widest angle between two pins of an edge, in degrees.
const WIDEST_STEP: f64 = 16.0;
/// The widest angle between the outermost pins of an edge.
const WIDEST_FAN: f64 = 44.0;

/// A place in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spot {
    pub(super) x: f64,
    pub(super) y: f64,
}

impl Spot {
    pub(super) fn new(x: f64, y: f64) -> Self {
        Spot { x, y }
    }

    /// The place of a node.
    pub(super) fn of(node: Node) -> Self {
        let (x, y) = (f64::from(node.x), f64::from(node.y));
        Spot::new(UNIT * (x + y / 2.0), -ROW * y)
    }

    /// The place at this distance, at an angle in degrees, counter-clockwise from the east.
    pub(super) fn polar(self, radius: f64, degrees: f64) -> Self {
        let angle = degrees.to_radians();
        Spot::new(
            self.x + radius * math::cos(angle),
            self.y - radius * math::sin(angle),
        )
    }

    /// The place a part of the way to another one.
    pub(super) fn towards(self, other: Spot, part: f64) -> Self {
        Spot::new(
            self.x + part * (other.x - self.x),
            self.y + part * (other.y - self.y),
        )
    }

    pub(super) fn distance(self, other: Spot) -> f64 {
        math::hypot(self.x - other.x, self.y - other.y)
    }
}

/// The angle of a direction, in degrees.
pub(super) fn angle(direction: Direction) -> f64 {
    60.0 * f64::from(direction.index())
}

/// The angle between two neighbouring pins of an edge.
fn step(per_edge: usize) -> f64 {
    match per_edge {
        0 | 1 => 0.0,
        pins => WIDEST_STEP.min(WIDEST_FAN / (pins - 1) as f64),
    }
}

/// The radius of the dot of a pin.
pub(super) fn pin_radius(per_edge: usize) -> f64 {
    let between = match per_edge {
        0 | 1 => UNIT,
        pins => RADIUS * step(pins).to_radians(),
    };
    (0.04 * UNIT).min(0.4 * between)
}

/// A pin in the global frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pin {
    pub(super) port: Port,
    /// Counted counter-clockwise.
    pub(super) offset: usize,
}

impl Pin {
    /// A pin that a particle gives in its own frame; `None` where it has no such pin.
    pub(super) fn of(body: &Body, (port, offset): (Port, usize), per_edge: usize) -> Option<Self> {
        let port = body.to_global(port);
        body.label(port)?;
        let last = per_edge.checked_sub(1)?;
        let offset = match body.frame.chirality {
            _ if offset > last => return None,
            Chirality::Ccw => offset,
            Chirality::Cw => last - offset,
        };
        Some(Pin { port, offset })
    }

    /// Where it is: on the edge of the particle.
    pub(super) fn spot(self, body: &Body, per_edge: usize) -> Spot {
        let middle = (per_edge as f64 - 1.0) / 2.0;
        let turn = step(per_edge) * (self.offset as f64 - middle);
        let node = Spot::of(body.node(self.port.half));
        node.polar(RADIUS, angle(self.port.direction) + turn)
    }
}

/// The rectangle that a picture shows, without title and legend.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Frame {
    /// The frame around all nodes of a scene.
    pub(super) fn around(scene: &Scene<'_>) -> Self {
        let mut spots = nodes(scene).map(Spot::of);
        let first = spots.next().unwrap_or(Spot::new(0.0, 0.0));
        let (mut low, mut high) = (first, first);
        for spot in spots {
            low = Spot::new(low.x.min(spot.x), low.y.min(spot.y));
            high = Spot::new(high.x.max(spot.x), high.y.max(spot.y));
        }
        Frame {
            left: low.x - MARGIN,
            top: low.y - MARGIN,
            width: high.x - low.x + 2.0 * MARGIN,
            height: high.y - low.y + 2.0 * MARGIN,
        }
    }
}

/// All nodes of the particles and objects.
pub(super) fn nodes<'a>(scene: &Scene<'a>) -> impl Iterator<Item = Node> + use<'a> {
    let structure = scene.structure;
    let particles = structure.bodies().iter().flat_map(Body::nodes);
    particles.chain(structure.objects().iter().flat_map(|object| object.nodes()))
}
