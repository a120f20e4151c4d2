//! The rounds in which the portals along one axis find their parents.
//!
//! A portal is a row of particles along the axis, as long as it goes. Where there are no holes, portals
//! that touch form a tree; two that touch do so along one stretch, and the edge between them is the
//! westernmost one of it, if the axis points east.

use super::super::super::grid::Direction;
use super::super::super::interface::{Beeper, Fault, Look};
use super::super::super::ports::Port;
use super::super::super::subroutines::euler_tour::{Comparison, EulerTour, PINS};
use super::{Phase, State};

/// The circuit of a portal.
const PORTAL: usize = 0;
/// The circuits along the portals on the two sides.
const SIDES: [usize; 2] = [0, 1];

fn has(look: &Look<'_, State>, direction: Direction) -> bool {
    look.has_neighbour(Port::head(direction))
}

impl State {
    pub(super) fn portals(&mut self, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        match self.step {
            0 => {
                [self.upper, self.lower] = [1, -1].map(|side| edge(self.axis, side, particle));
                self.lay_portal(particle)?;
                beep_if(self.source, PORTAL, particle)?;
            }
            1 => {
                self.on_source_portal = particle.heard(PORTAL);
                self.is_root = self.on_source_portal && self.is_first(particle);
                beep_if(self.destination, PORTAL, particle)?;
            }
            2 => self.is_marked = particle.heard(PORTAL) && self.is_first(particle),
            3 => self.begin_tour(particle)?,
            4 => {
                if !self.go_on(particle)? {
                    return Ok(());
                }
            }
            5 => {
                self.lay_portal(particle)?;
                let edges = [self.upper, self.lower].map(|edge| self.comparison(edge));
                let is_joint = edges.into_iter().any(|order| order != Comparison::Equal);
                beep_if(is_joint || self.source, PORTAL, particle)?;
            }
            6 => {
                self.on_way = particle.heard(PORTAL);
                self.tell_parents(particle)?;
            }
            _ => {
                self.hear_parents(particle);
                return Ok(());
            }
        }
        self.step += 1;
        Ok(())
    }

    /// Whether it is the first one of its portal, which stands for it.
    fn is_first(&self, look: &Look<'_, State>) -> bool {
        !has(look, self.axis.opposite())
    }

    /// Joins the particles of each portal into one circuit.
    fn lay_portal(&self, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        let mut next = particle.singleton();
        let mut pins = Vec::with_capacity(2 * PINS);
        for direction in [self.axis, self.axis.opposite()] {
            for offset in 0..PINS {
                pins.push(next.pin(Port::head(direction), offset)?);
            }
        }
        next.make_set(&pins, PORTAL)?;
        particle.set_next(next)
    }

    fn begin_tour(&mut self, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        let along = |direction| has(particle, direction).then_some(direction);
        let [next, previous] = [self.axis, self.axis.opposite()].map(along);
        let edges = [next, self.upper, previous, self.lower];
        let mut edges: Vec<_> = edges.into_iter().flatten().map(|to| (to, false)).collect();
        if let Some((_, is_marked)) = edges.first_mut() {
            *is_marked = self.is_marked;
        }
        let tour = EulerTour::new(&edges, self.is_root)?;
        tour.send(particle)?;
        self.tour = Some(tour);
        Ok(())
    }

    /// Joins all who touch the same portal on a side of theirs; who is at the edge to it says whether
    /// it is their parent.
    fn tell_parents(&self, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        let mut next = particle.singleton();
        for (side, set) in [1, -1].into_iter().zip(SIDES) {
            let ways = ways(self.axis, side);
            // The pins on this side of the neighbours in the own portal.
            let offsets = if side > 0 {
                [PINS - 1, 0]
            } else {
                [0, PINS - 1]
            };
            let along = [self.axis, self.axis.opposite()];
            let mut pins = Vec::with_capacity(2);
            for ((way, direction), offset) in ways.into_iter().zip(along).zip(offsets) {
                if has(particle, way) {
                    pins.push(next.pin(Port::head(direction), offset)?);
                }
            }
            if !pins.is_empty() {
                next.make_set(&pins, set)?;
            }
        }
        particle.set_next(next)?;
        for (edge, set) in [self.upper, self.lower].into_iter().zip(SIDES) {
            let is_parent = self.comparison(edge) == Comparison::Greater;
            beep_if(is_parent, set, particle)?;
        }
        Ok(())
    }

    /// Counts the neighbours in parent portals, and goes on to the next axis.
    fn hear_parents(&mut self, look: &Look<'_, State>) {
        for (side, set) in [1, -1].into_iter().zip(SIDES) {
            for way in ways(self.axis, side) {
                let is_parent = has(look, way) && look.heard(set);
                self.counts[way as usize] += u8::from(is_parent);
            }
        }
        self.on_source_portal = false;
        self.on_way = false;
        self.is_root = false;
        self.is_marked = false;
        [self.upper, self.lower] = [None; 2];
        self.tour = None;
        self.step = 0;
        match self.axis {
            Direction::E => self.axis = Direction::Nne,
            Direction::Nne => self.axis = Direction::Nnw,
            _ => self.phase = Phase::Prune,
        }
    }
}

/// The two directions on a side of the axis: the one that is more along it, and the other one.
fn ways(axis: Direction, side: i32) -> [Direction; 2] {
    [axis.rotated(side), axis.rotated(2 * side)]
}

/// Where the edge to the portal on a side is; none where it is not at this particle.
fn edge(axis: Direction, side: i32, look: &Look<'_, State>) -> Option<Direction> {
    let [along, across] = ways(axis, side);
    let is_first = !has(look, axis.opposite());
    match (has(look, across), has(look, along)) {
        (true, _) => is_first.then_some(across),
        (false, true) => Some(along),
        (false, false) => None,
    }
}

fn beep_if(condition: bool, set: usize, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
    match condition {
        true => particle.beep(set),
        false => Ok(()),
    }
}
