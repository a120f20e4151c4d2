//! Pictures of a structure of the amoebot model at one round: as SVG, and as text.
//!
//! A picture is a pure function of its [`Scene`], which is plain data: whoever has a run fills it.
//!
//! ```
//! use formicary::model::amoebot::body::Body;
//! use formicary::model::amoebot::grid::{Direction, Node};
//! use formicary::model::amoebot::structure::{Anchor, Structure};
//! use formicary::picture::{self, Options, Scene};
//!
//! let bodies = vec![
//!     Body::contracted(Node::new(0, 0)),
//!     Body::expanded(Node::new(1, 0), Direction::Nne),
//! ];
//! let structure = Structure::new(bodies, Vec::new(), Anchor::default())?;
//! let bonds = [(Node::new(0, 0), Node::new(1, 0))];
//! let scene = Scene {
//!     bonds: &bonds,
//!     ..Scene::new(&structure, "wave", 3)
//! };
//! assert!(picture::svg(&scene, &Options::default()).starts_with("<svg"));
//! let expected = "\
//! wave, round 3: 2 particles
//!
//!   .   .   1
//!          //
//!     0*--o   .
//!
//! *: anchor, o: tail, = // \\\\: expanded particle, - / \\: bond
//! ";
//! assert_eq!(picture::text(&scene), expected);
//! # Ok::<(), formicary::model::amoebot::structure::Flaw>(())
//! ```

mod circuits;
mod film;
mod layout;
mod legend;
mod palette;
mod svg;
#[cfg(test)]
mod tests;
mod text;
mod xml;

use std::borrow::Cow;
use std::sync::Arc;

use crate::model::amoebot::circuits::Circuits;
use crate::model::amoebot::grid::Node;
use crate::model::amoebot::pins::PinConfiguration;
use crate::model::amoebot::ports::Port;
use crate::model::amoebot::structure::Structure;

pub use circuits::{PinSpot, pin_spots};
pub use film::{Pictured, Shot, Wanted};
pub use svg::svg;
pub use text::text;

/// What is to be seen. Where a list is shorter than the particles are many, the rest has none.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The particles, the objects and the anchor.
    pub structure: &'a Structure,
    /// What the particles compute.
    pub algorithm: &'a str,
    /// At the end of which round.
    pub round: u64,
    /// What the particles are called, by id; one without a name is called by its id.
    pub names: &'a [String],
    /// The colours of the particles, by id, as 0xRRGGBB.
    pub colours: &'a [Option<u32>],
    /// The bonds: pairs of neighbouring nodes.
    pub bonds: &'a [(Node, Node)],
    /// How many pins there are on an edge.
    pub pins_per_edge: usize,
    /// The partition sets of the particles, by id.
    pub pins: &'a [Vec<PartitionSet>],
}

/// A partition set of a particle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartitionSet {
    /// Its pins: the port in the particle's own frame, and the offset, which is counted in the
    /// particle's own chirality. A pin that the particle does not have is not drawn.
    pub pins: Vec<(Port, usize)>,
    /// The number of its circuit.
    pub circuit: u32,
    /// Whether it sent a beep in this round.
    pub beeps: bool,
}

/// The partition sets of all particles, as of the last delivery of these circuits: what
/// [`Scene::pins`] takes. `beeps` says of a particle and one of its sets whether the set sent a beep.
#[must_use]
pub fn partition_sets(
    circuits: &Circuits,
    mut beeps: impl FnMut(u32, usize) -> bool,
) -> Vec<Vec<PartitionSet>> {
    let mut sets_of = |(particle, pins): (u32, &Arc<PinConfiguration>)| {
        let sets = (0..pins.pins()).filter_map(|set| {
            Some(PartitionSet {
                circuit: circuits.circuit_of(particle, set)?,
                pins: pins
                    .pins_of(set)
                    .filter_map(|pin| pins.place_of(pin).ok())
                    .collect(),
                beeps: beeps(particle, set),
            })
        });
        sets.collect()
    };
    (0..)
        .zip(circuits.configurations().iter())
        .map(&mut sets_of)
        .collect()
}

/// What an SVG picture shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The nodes and edges of the grid, lightly.
    pub grid: bool,
    /// The bonds.
    pub bonds: bool,
    /// Pins, circuits and beeps.
    pub circuits: bool,
    /// The names of the particles and the numbers of the objects.
    pub labels: bool,
    /// For each particle an arrow towards what it calls east.
    pub compass: bool,
    /// What the signs mean.
    pub legend: bool,
}

impl Default for Options {
    /// Everything but the compass.
    fn default() -> Self {
        Options {
            grid: true,
            bonds: true,
            circuits: true,
            labels: true,
            compass: false,
            legend: true,
        }
    }
}

impl<'a> Scene<'a> {
    /// A structure by itself: no names, colours, bonds or pins.
    #[must_use]
    pub fn new(structure: &'a Structure, algorithm: &'a str, round: u64) -> Self {
        Scene {
            structure,
            algorithm,
            round,
            names: &[],
            colours: &[],
            bonds: &[],
            pins_per_edge: 0,
            pins: &[],
        }
    }

    /// What a particle is called.
    fn name(&self, particle: usize) -> Cow<'a, str> {
        match self.names.get(particle) {
            Some(name) => Cow::Borrowed(name),
            None => Cow::Owned(particle.to_string()),
        }
    }

    /// The colour of a particle, if it has one.
    fn colour(&self, particle: usize) -> Option<u32> {
        self.colours.get(particle).copied().flatten()
    }

    /// The partition sets of a particle.
    fn sets(&self, particle: usize) -> &'a [PartitionSet] {
        self.pins.get(particle).map_or(&[], Vec::as_slice)
    }

    /// What the picture is called.
    fn title(&self) -> String {
        let count = |count: usize, what: &str| match count {
            1 => format!("1 {what}"),
            count => format!("{count} {what}s"),
        };
        let mut title = format!("{}, round {}: ", self.algorithm, self.round);
        title += &count(self.structure.bodies().len(), "particle");
        match self.structure.objects().len() {
            0 => title,
            objects => title + " and " + &count(objects, "object"),
        }
    }
}
