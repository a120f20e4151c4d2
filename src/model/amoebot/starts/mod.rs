//! Starts: where particles and objects are before the run. One file each, one line in [`STARTS`].
//!
//! A start says where the particles are. What holds for every start is read here: how they are turned,
//! the objects, and the anchor. What comes out is a [`Structure`] in which nothing overlaps.

mod anchor;
mod explicit;
mod frames;
mod growth;
mod hexagon;
mod line;
mod objects;
mod parallelogram;
mod random;
mod ring;
mod shapes;
#[cfg(test)]
mod tests;
mod triangle;

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::body::Body;
use super::grid::{Direction, Node};
use super::structure::{Anchor, Flaw, Object, Occupant, Structure};
use crate::dice::{Dice, Die, Purpose};
use crate::registry::{Entry, Kind, Parameter};
use crate::scenario::{Point, ScenarioError, Section};

use self::frames::{Frames, Wish};

/// The owner of the draws of a start. How a particle is turned, its own dice say.
const START_OWNER: u32 = u32::MAX - 3;

/// How many particles a start may place.
const ROBOTS: RangeInclusive<usize> = 1..=1_000_000;
/// The same, in words.
const ROBOTS_RANGE: &str = "between 1 and 1000000";
/// Coordinates are at most this far from 0, so that no sum of a few of them overflows.
const FARTHEST: i32 = 100_000_000;

/// Where a start reads from.
#[derive(Clone, Copy, Debug)]
pub struct Site<'s> {
    /// `[swarm]`, where its parameters stand.
    pub swarm: &'s Section<'s>,
    /// The top level of the scenario.
    pub root: &'s Section<'s>,
}

/// The node of the tail of a particle, and the direction of its head where it is expanded.
type Place = (Node, Option<Direction>);

/// The particles that a start places.
#[derive(Clone, Debug, Default)]
pub struct Crowd {
    places: Vec<Place>,
    /// How they want to be turned; empty where they are all turned as `[swarm]` says.
    wishes: Vec<Wish>,
    /// What they are called; empty where they have no names.
    names: Vec<String>,
    /// Objects ahead of those of the scenario.
    objects: Vec<Object>,
    /// What keeps its place, unless the scenario says otherwise.
    anchor: Anchor,
}

impl Crowd {
    /// Particles without names, turned as `[swarm]` says: the nodes of their tails, and the directions
    /// of the heads of those that are expanded.
    #[must_use]
    pub fn at(places: Vec<(Node, Option<Direction>)>) -> Self {
        Crowd {
            places,
            ..Crowd::default()
        }
    }

    /// With objects, which come before those of the scenario.
    #[must_use]
    pub fn with_objects(self, objects: Vec<Object>) -> Self {
        Crowd { objects, ..self }
    }

    /// With something that keeps its place, unless the scenario says otherwise.
    #[must_use]
    pub fn with_anchor(self, anchor: Anchor) -> Self {
        Crowd { anchor, ..self }
    }

    /// Contracted particles without names, turned as `[swarm]` says.
    #[must_use]
    pub fn contracted(nodes: impl IntoIterator<Item = Node>) -> Self {
        Crowd {
            places: nodes.into_iter().map(|node| (node, None)).collect(),
            ..Crowd::default()
        }
    }
}

/// Reads the parameters of a start, and places the particles.
pub type BuildStart = fn(&Site<'_>, &mut Die<'_>) -> Result<Crowd, ScenarioError>;

impl crate::registry::Facts for BuildStart {}

/// The starts, by name. A new one is a file of this folder and a line here.
pub static STARTS: &[Entry<BuildStart>] = &[
    explicit::ENTRY,
    hexagon::ENTRY,
    line::ENTRY,
    parallelogram::ENTRY,
    random::ENTRY,
    ring::ENTRY,
    triangle::ENTRY,
];

/// What can be set in `[swarm]` besides the parameters of the start itself, whichever it is.
pub static COMMON: &[Parameter] = &[
    frames::COMPASS,
    frames::CHIRALITY,
    anchor::ANCHOR,
    anchor::ANCHOR_OBJECT,
];

/// The keys of a table `[[particles]]`, which only the start `explicit` reads.
pub static PARTICLES: &[Parameter] = explicit::KEYS;

/// The keys of a table `[[objects]]`.
pub static OBJECTS: &[Parameter] = objects::KEYS;

/// Where a run starts.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The particles, the objects and the anchor.
    pub structure: Arc<Structure>,
    /// What the particles are called, by id; empty where the scenario names none.
    pub names: Vec<String>,
}

/// Reads where a run starts: `[swarm]` with the start and how particles are turned, the tables
/// `[[objects]]` of the top level, and the anchor. `setting` takes the place of the start where the
/// scenario names none.
///
/// A pure function of the scenario and the seed. A start draws from dice of its own, and a particle
/// draws how it is turned from its own ones: a random structure of more robots begins with the same
/// particles.
///
/// # Errors
///
/// A value that is missing or wrong, or a structure from which no run can start
/// ([`Structure::check_start`]); then at the table of the particle or object that is to blame, if it
/// has one.
pub fn read(
    swarm: &Section<'_>,
    root: &Section<'_>,
    seed: u64,
    setting: Option<BuildStart>,
) -> Result<Placed, ScenarioError> {
    let build = match setting {
        Some(setting) if !swarm.has("start") => setting,
        _ => swarm.entry("start", STARTS).or("random")?.build,
    };
    let mut none = None;
    let mut dice = Dice::new(seed, START_OWNER);
    let mut die = dice.on(Purpose::Start, &mut none);
    let crowd = build(&Site { swarm, root }, &mut die)?;
    let frames = Frames::read(swarm)?;
    let body = |(id, &(tail, head)): (u32, &Place)| {
        let wish = crowd.wishes.get(id as usize).copied().unwrap_or_default();
        let frame = frames.frame(wish, seed, id);
        Body { tail, head, frame }
    };
    let bodies: Vec<Body> = (0..).zip(&crowd.places).map(body).collect();
    let ahead = crowd.objects.len();
    let mut objects = crowd.objects;
    objects.extend(objects::read(root)?);
    let anchor = match swarm.has("anchor") || swarm.has("anchor_object") {
        true => anchor::read(swarm, bodies.len(), &crowd.names, objects.len())?,
        false => crowd.anchor,
    };
    let structure = Structure::new(bodies, objects, anchor).and_then(|structure| {
        structure.check_start()?;
        Ok(structure)
    });
    Ok(Placed {
        structure: Arc::new(structure.map_err(|flaw| blame(swarm, root, ahead, &flaw))?),
        names: crowd.names,
    })
}

/// The error of a structure from which no run can start, at the place that is to blame. So many
/// objects come ahead of those of the scenario.
fn blame(swarm: &Section<'_>, root: &Section<'_>, ahead: usize, flaw: &Flaw) -> ScenarioError {
    let (table, id, key) = match *flaw {
        Flaw::Overlap {
            second: Occupant::Particle(id, _),
            ..
        }
        | Flaw::ParticleApart { particle: id } => ("particles", Some(id as usize), "at"),
        Flaw::Overlap {
            second: Occupant::Object(id),
            ..
        }
        | Flaw::ObjectApart { object: id } => ("objects", (id as usize).checked_sub(ahead), "at"),
        Flaw::ObjectBroken { object: id } => ("objects", (id as usize).checked_sub(ahead), "cells"),
    };
    // Only what has a table was read from one; a shape overlaps with nothing but objects, which
    // come second.
    let tables = match root.has(table) {
        true => root.tables(table).unwrap_or_default(),
        false => Vec::new(),
    };
    match id.and_then(|id| tables.get(id)) {
        Some(table) => table.refuse(
            key,
            format!("expected a sound structure, found that {flaw}"),
        ),
        None => swarm.refuse(
            "start",
            format!("expected a sound structure, found that {flaw}"),
        ),
    }
}

/// The error of a shape with too many particles.
fn check_robots(swarm: &Section<'_>, key: &str, robots: u64) -> Result<(), ScenarioError> {
    let most = *ROBOTS.end();
    if robots <= most as u64 {
        return Ok(());
    }
    let message = format!("expected at most {most} particles, found {robots}");
    Err(swarm.refuse(key, message))
}

/// Reads a node `[x, y]`, which has to be there.
fn node(table: &Section<'_>, key: &str) -> Result<Node, ScenarioError> {
    let coordinate = table.i32(key).in_range(-FARTHEST..=FARTHEST).rule;
    Ok(table.field(key, Point(coordinate)).required()?.into())
}

/// A setting: so many particles in a line to the east, unless `robots` says otherwise.
///
/// # Errors
///
/// A wrong number of robots.
pub fn in_line(site: &Site<'_>, robots: usize) -> Result<Crowd, ScenarioError> {
    let robots = site.swarm.usize("robots").in_range(ROBOTS).or(robots)?;
    let nodes = (0..robots as i32).map(|step| Node::ORIGIN.steps(Direction::E, step));
    Ok(Crowd::contracted(nodes))
}

/// A setting: so many particles in a hexagon, ring by ring, unless `robots` says otherwise.
///
/// # Errors
///
/// A wrong number of robots.
pub fn in_hexagon(site: &Site<'_>, robots: usize) -> Result<Crowd, ScenarioError> {
    let robots = site.swarm.usize("robots").in_range(ROBOTS).or(robots)?;
    Ok(Crowd::contracted(shapes::spiral().take(robots)))
}

/// A setting: the start `random` with these numbers, unless `robots` and `holes` say otherwise.
///
/// # Errors
///
/// A wrong parameter of the start.
pub fn at_random(
    site: &Site<'_>,
    die: &mut Die<'_>,
    robots: usize,
    holes: f64,
) -> Result<Crowd, ScenarioError> {
    let robots = site.swarm.usize("robots").in_range(ROBOTS).or(robots)?;
    random::grow(site, die, robots, holes)
}

/// The key `robots` of an algorithm with a setting: as many as these digits say, unless it is there.
#[must_use]
pub const fn robots_of_setting(default: &'static str) -> Parameter {
    Parameter::line(
        "robots",
        Kind::Whole,
        Some(default),
        ROBOTS_RANGE,
        "how many particles there are, where the scenario names no start",
    )
}

/// The keys that [`at_random`] reads besides `robots`; `holes` are the digits of its default.
#[must_use]
pub const fn keys_at_random(holes: &'static str) -> [Parameter; 4] {
    let holes = Parameter::line(
        "holes",
        Kind::Number,
        Some(holes),
        "between 0 and 1",
        "the probability that a candidate becomes a hole, where the scenario names no start",
    );
    [
        holes,
        random::FILL_HOLES,
        random::PRIORITISE_INNER,
        random::INNER_LAMBDA,
    ]
}

/// How many robots there are: a key that has to be there.
const ROBOTS_KEY: Parameter = Parameter {
    name: "robots",
    kind: Kind::Whole,
    default: None,
    range: ROBOTS_RANGE,
    summary: "how many particles there are",
};

/// The words for directions.
const DIRECTIONS: &[&str] = &["E", "NNE", "NNW", "W", "SSW", "SSE"];

/// In which direction a shape extends.
const DIRECTION_KEY: Parameter = Parameter {
    name: "direction",
    kind: Kind::Word(DIRECTIONS),
    default: Some("\"E\""),
    range: "",
    summary: "the direction from the first particle to the second",
};

/// Reads `robots`.
fn robots(swarm: &Section<'_>) -> Result<usize, ScenarioError> {
    swarm.usize("robots").in_range(ROBOTS).required()
}

/// Reads `direction`.
fn direction(swarm: &Section<'_>) -> Result<Direction, ScenarioError> {
    swarm.choice("direction").or(Direction::E)
}
