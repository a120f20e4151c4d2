//! What a scenario may expect of its particles at the end of a run.

use super::body::Body;
use super::books::Books;
use super::grid::Node;
use super::joint::ConflictKind;
use super::naming::{AnyName, find};
use super::scenario::Scenario;
use crate::registry::{Kind, Parameter, Table};
use crate::scenario::{Point, ScenarioError, Section, Word as _};

/// What a scenario expects.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expected {
    conflict: Option<ConflictKind>,
    conflict_particles: Option<Vec<u32>>,
    collision: Option<bool>,
    /// The least and the greatest coordinates.
    bounds: Option<(Node, Node)>,
    positions: Vec<(Named, Vec<Node>)>,
    objects: Vec<(u32, Node)>,
    heard: Vec<(Named, Vec<usize>)>,
    attributes: Vec<(Named, String, serde_json::Value)>,
}

/// A particle, and what the scenario calls it.
#[derive(Clone, Debug, PartialEq)]
struct Named {
    id: u32,
    word: String,
}

/// The words for kinds of conflict.
const CONFLICTS: &[&str] = &[
    "offset",
    "occupied",
    "disconnected",
    "handover",
    "no-bond",
    "two-bond",
    "object",
    "invalid",
];

/// The keys of `[expect]` that this model reads.
pub const TABLE: Table = Table {
    name: "expect",
    repeated: false,
    summary: "what particles have to be like at the end",
    keys: &[KEYS],
    choices: &[],
    inner: &[],
};

#[rustfmt::skip]
const KEYS: &[Parameter] = &[
    Parameter::line("conflict", Kind::Word(CONFLICTS), Some("any"), "", "the kind of the last conflict"),
    Parameter::line("conflict_particles", Kind::Names, Some("any"), "", "the particles that it is about"),
    Parameter::line("collision", Kind::Truth, Some("any"), "", "whether edges have met"),
    Parameter::line("box", Kind::Points, Some("any"), "of two points of whole numbers",
        "the least and the greatest coordinates of all particles"),
    Parameter::line("positions", Kind::Table, Some("any"), "",
        "the nodes of particles, by name or number, the tail first: A = [[0, 0], [1, 0]]"),
    Parameter::line("objects", Kind::Table, Some("any"), "",
        "the nodes of objects from which their cells are counted, by number: 0 = [2, 0]"),
    Parameter::line("heard", Kind::Table, Some("any"), "",
        "the partition sets on which particles heard a beep last: B = [0, 3]"),
    Parameter::line("attributes", Kind::Table, Some("any"), "",
        "attributes of particles, in a table for each: A = {\"values.x\" = 17}"),
];

/// Reads what a scenario expects.
///
/// # Errors
///
/// The first value that is wrong, with its place.
pub fn read(expect: &Section<'_>, scenario: &Scenario) -> Result<Expected, ScenarioError> {
    let mut expected = Expected {
        conflict: expect.choice("conflict").optional()?,
        collision: expect.bool("collision").optional()?,
        ..Expected::default()
    };
    let called = expect.field("conflict_particles", AnyName);
    if let Some(called) = called.list().or_one().optional()? {
        let names = &scenario.placed().names;
        let count = scenario.attributes().len();
        let ids = called.into_iter();
        let ids = ids.map(|called| find(expect, "conflict_particles", called, count, names));
        let mut ids = ids.collect::<Result<Vec<_>, _>>()?;
        ids.sort_unstable();
        expected.conflict_particles = Some(ids);
    }
    if let Some(corners) = expect.grid_points("box").exactly(2).optional()? {
        expected.bounds = Some((corners[0].into(), corners[1].into()));
    }
    if let Some(table) = expect.optional_table("positions")? {
        for key in table.keys() {
            let nodes = table.grid_points(key).in_range(1..=2).required()?;
            let nodes = nodes.into_iter().map(Node::from).collect();
            expected
                .positions
                .push((named(&table, key, scenario)?, nodes));
        }
    }
    if let Some(table) = expect.optional_table("objects")? {
        for key in table.keys() {
            let node = table.field(key, Point(table.i32(key).rule)).required()?;
            let count = scenario.placed().structure.objects().len();
            let id = key.parse().ok().filter(|id| (*id as usize) < count);
            let message = || format!("expected an object below {count}, found {key:?}");
            let id = id.ok_or_else(|| table.refuse(key, message()))?;
            expected.objects.push((id, node.into()));
        }
    }
    if let Some(table) = expect.optional_table("heard")? {
        for key in table.keys() {
            let mut sets = table.usize(key).list().or_one().required()?;
            sets.sort_unstable();
            expected.heard.push((named(&table, key, scenario)?, sets));
        }
    }
    if let Some(table) = expect.optional_table("attributes")? {
        for key in table.keys() {
            let inner = table.table(key)?;
            let particle = named(&table, key, scenario)?;
            for path in inner.keys() {
                let value = attribute(&inner, path)?;
                expected
                    .attributes
                    .push((particle.clone(), path.to_owned(), value));
            }
        }
    }
    Ok(expected)
}

/// Reads the expected value of an attribute.
fn attribute(table: &Section<'_>, path: &str) -> Result<serde_json::Value, ScenarioError> {
    if let Ok(Some(truth)) = table.bool(path).optional() {
        return Ok(truth.into());
    }
    if let Ok(Some(number)) = table.i64(path).optional() {
        return Ok(number.into());
    }
    if let Ok(Some(number)) = table.f64(path).optional() {
        return Ok(number.into());
    }
    let text = table.str(path).required();
    let text = text.map_err(|_| {
        let message = "expected a number, a text, true or false";
        table.refuse(path, message)
    })?;
    Ok(text.into())
}

fn named(table: &Section<'_>, key: &str, scenario: &Scenario) -> Result<Named, ScenarioError> {
    Ok(Named {
        id: particle(table, key, key, scenario)?,
        word: key.to_owned(),
    })
}

fn particle(
    table: &Section<'_>,
    key: &str,
    word: &str,
    scenario: &Scenario,
) -> Result<u32, ScenarioError> {
    let id = scenario.particle(word);
    id.map_err(|message| table.refuse(key, message))
}

impl Expected {
    /// What a run did otherwise, in words.
    #[must_use]
    pub fn disappointed_by(&self, books: &Books) -> Vec<String> {
        let mut words = Vec::new();
        let mut check = |what: String, expected: String, was: String| {
            if expected != was {
                words.push(format!("{what}: expected {expected}, was {was}"));
            }
        };
        let conflict = books.conflict();
        if let Some(kind) = self.conflict {
            let was = conflict.map_or("none", |conflict| conflict.kind.word());
            check("conflict".into(), kind.word().into(), was.into());
        }
        if let Some(particles) = &self.conflict_particles {
            let mut was = conflict.map_or(Vec::new(), |conflict| conflict.particles.clone());
            was.sort_unstable();
            check(
                "conflict_particles".into(),
                format!("{particles:?}"),
                format!("{was:?}"),
            );
        }
        if let Some(collision) = self.collision {
            let was = books.collision().is_some();
            check("collision".into(), collision.to_string(), was.to_string());
        }
        let view = books.view();
        let bodies = view.structure.bodies();
        if let Some(bounds) = self.bounds {
            let was = bounds_of(bodies);
            let words = |(least, greatest): (Node, Node)| format!("{least} to {greatest}");
            let was = was.map_or("empty".to_owned(), words);
            check("box".into(), words(bounds), was);
        }
        for (particle, nodes) in &self.positions {
            let was: Vec<_> = bodies[particle.id as usize].nodes().collect();
            let what = format!("positions.{}", particle.word);
            check(what, shown(nodes), shown(&was));
        }
        for (object, node) in &self.objects {
            let was = view.structure.objects()[*object as usize].root();
            check(
                format!("objects.{object}"),
                node.to_string(),
                was.to_string(),
            );
        }
        for (particle, sets) in &self.heard {
            let beeps = view.reception.beeps(particle.id);
            let was: Vec<_> = (0..128).filter(|set| beeps >> set & 1 == 1).collect();
            let what = format!("heard.{}", particle.word);
            check(what, format!("{sets:?}"), format!("{was:?}"));
        }
        for (particle, path, value) in &self.attributes {
            let was = view.attributes[particle.id as usize].at(path);
            let was = was.map_or("missing".to_owned(), |was| was.to_string());
            let what = format!("attributes.{}.{path}", particle.word);
            check(what, value.to_string(), was);
        }
        words
    }
}

fn shown(nodes: &[Node]) -> String {
    let nodes: Vec<_> = nodes.iter().map(Node::to_string).collect();
    nodes.join("-")
}

/// The least and the greatest coordinates of all nodes.
fn bounds_of(bodies: &[Body]) -> Option<(Node, Node)> {
    let nodes = || bodies.iter().flat_map(Body::nodes);
    let least = Node::new(
        nodes().map(|node| node.x).min()?,
        nodes().map(|node| node.y).min()?,
    );
    let greatest = Node::new(
        nodes().map(|node| node.x).max()?,
        nodes().map(|node| node.y).max()?,
    );
    Some((least, greatest))
}
