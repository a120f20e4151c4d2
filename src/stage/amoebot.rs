//! What a run of the amoebot model shows.

use std::fmt::Write as _;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::{Laps, Mark, MarkKind, Packer, Show, Sight, Staged, flags};
use crate::arbiter::Committed;
use crate::engine::Inline;
use crate::model::amoebot::books::Books;
use crate::model::amoebot::grid::Node;
use crate::model::amoebot::scenario::Scenario;
use crate::model::amoebot::structure::Structure;
use crate::model::amoebot::{Amoebot, Kind, Outcome};
use crate::picture::{Scene, Shot, pin_spots};

/// What is remembered of the way: how things were before the last movement, and what particles decided.
#[derive(Clone, Debug)]
pub struct Traces {
    /// The structure before the last movement.
    from: Arc<Structure>,
    /// The structure after it.
    to: Arc<Structure>,
    /// When it took place.
    since: f64,
    shot: Shot,
}

/// The classes of the legend: what the colour of a particle says that has none of its own.
const LEGEND: [(&str, &str); 4] = [
    ("contracted", "contracted"),
    ("expanded", "expanded"),
    ("finished", "finished"),
    ("object", "object"),
];

/// The part of a round in which a movement is shown.
const MOVING: f64 = 0.7;
/// So many rounds are shown in a second to begin with.
const FIRST_SPEED: f64 = 4.0;

/// The bits of a particle's state in a frame, beside its class.
mod bits {
    pub(super) const COLOURED: u32 = 1 << 8;
    pub(super) const ANCHOR: u32 = 1 << 9;
    pub(super) const BEEPED: u32 = 1 << 10;
}

fn class(structure: &Structure, books: &Books, particle: u32) -> usize {
    let expanded = structure.bodies()[particle as usize].is_expanded();
    match books.is_finished(particle) {
        true => 2,
        false => usize::from(expanded),
    }
}

/// The nodes of all particles: head, tail.
fn nodes(structure: &Structure) -> impl Iterator<Item = i32> + '_ {
    let bodies = structure.bodies().iter();
    bodies.flat_map(|body| {
        let (head, tail) = (body.head_node(), body.tail);
        [head.x, head.y, tail.x, tail.y]
    })
}

/// Whether a number of one structure is a number of the other: nobody joined or left between them.
fn comparable<'a>(from: &'a Structure, to: &'a Structure) -> &'a Structure {
    match from.bodies().len() == to.bodies().len() {
        true => from,
        false => to,
    }
}

impl Staged for Amoebot {
    const NUMBER: u8 = 1;

    type Memory = Traces;

    fn memory(_: &Scenario, run: &Inline<Self>) -> Traces {
        let structure = &run.director().view().structure;
        Traces {
            from: Arc::clone(structure),
            to: Arc::clone(structure),
            since: 0.0,
            shot: Shot::default(),
        }
    }

    fn remember(traces: &mut Traces, committed: &Committed<'_, Self>) {
        let event = committed.event;
        traces.shot.note(event);
        let now = &committed.director.view().structure;
        match event.kind {
            // The books take the new structure over with the end of the round.
            Kind::Shift => {
                let shifted = committed.results.iter().find_map(|(_, one)| match one {
                    Outcome::Shifted(shifted) => shifted.result.as_ref().ok(),
                    _ => None,
                });
                traces.from = Arc::clone(&traces.to);
                if let Some(view) = shifted {
                    traces.to = Arc::clone(&view.structure);
                }
                traces.since = event.time;
            }
            Kind::Activate => {
                traces.from = std::mem::replace(&mut traces.to, Arc::clone(now));
                traces.since = event.time;
            }
            Kind::Edit | Kind::Undo => {
                traces.from = Arc::clone(now);
                traces.to = Arc::clone(now);
            }
            Kind::Sound => traces.to = Arc::clone(now),
            Kind::Round | Kind::Move | Kind::Beep => {}
        }
    }

    fn mark(committed: &Committed<'_, Self>, marks: &mut Vec<Mark>) {
        let event = committed.event;
        for (id, outcome) in committed.results {
            let (kind, text) = match outcome {
                Outcome::Shifted(shifted) => match (&shifted.result, &shifted.collision) {
                    (Err(_), _) => (MarkKind::Conflict, "a conflict of movements"),
                    (_, Some(_)) => (MarkKind::Collision, "a collision"),
                    _ => continue,
                },
                _ => continue,
            };
            let robot = u32::try_from(*id).ok();
            let mut mark = Mark::at(event.number, event.time, kind, robot);
            mark.text = Some(text.to_owned());
            marks.push(mark);
        }
    }

    fn laps(books: &Books) -> Laps {
        let rounds = books.counts().rounds;
        Laps {
            epochs: rounds,
            rounds,
        }
    }

    const GAUGES: &'static [(&'static str, &'static str)] = &[
        ("rounds", "rounds"),
        ("finished", "finished"),
        ("moves", "moves"),
        ("beeps", "beeps"),
        ("circuits", "circuits"),
        ("activations", "activations"),
    ];

    fn gauges(books: &Books, values: &mut [u64]) {
        let counts = books.counts();
        let now = [
            counts.rounds,
            books.finished() as u64,
            counts.moves,
            counts.beeps,
            counts.circuits,
            counts.activations,
        ];
        for (value, now) in values.iter_mut().zip(now) {
            *value = now;
        }
    }

    fn introduce(scenario: &Scenario, run: &Inline<Self>) -> Map<String, Value> {
        let structure = &run.director().view().structure;
        let bodies = structure.bodies().iter().flat_map(|body| body.nodes());
        let objects = structure.objects().iter().flat_map(|object| object.nodes());
        let mut bounds: Option<[f64; 4]> = None;
        for node in bodies.chain(objects) {
            let (x, y) = plane(node);
            let [left, low, right, high] = bounds.unwrap_or([x, y, x, y]);
            bounds = Some([left.min(x), low.min(y), right.max(x), high.max(y)]);
        }
        let legend = LEGEND.iter().enumerate();
        let legend =
            legend.map(|(class, (word, tone))| json!({"class": class, "word": word, "tone": tone}));
        let names: Vec<Value> = named(scenario, structure.bodies().len());
        let mut about = Map::new();
        let mut put = |key: &str, value: Value| about.insert(key.to_owned(), value);
        put("legend", legend.collect());
        put("lights", json!([]));
        put("bounds", json!(bounds.unwrap_or([0.0; 4])));
        put("radius", Value::Null);
        put("speed", json!(FIRST_SPEED));
        put("pins", json!(scenario.program().pins()));
        put("names", json!(names));
        about
    }

    fn pack(sight: &Sight<'_, Self>, show: Show, packer: &mut Packer<'_>) {
        let books = sight.run.director();
        let (view, traces) = (books.view(), sight.memory);
        let structure = &*traces.to;
        let from = comparable(&traces.from, structure);
        let count = structure.bodies().len();
        packer.robots(count);
        let passed = (sight.time - traces.since) / MOVING;
        packer.fraction(if sight.is_moving {
            passed.clamp(0.0, 1.0)
        } else {
            1.0
        });
        packer.wholes(nodes(from));
        packer.wholes(nodes(structure));
        let sets = traces.shot.sets(sight.scenario, view);
        let anchor = structure.anchor();
        let colour = |id: u32| view.paint.particles.get(id as usize).copied().flatten();
        packer.words((0..count as u32).map(|id| {
            let mut state = class(structure, books, id) as u32;
            let beeped = sets
                .get(id as usize)
                .is_some_and(|sets| sets.iter().any(|set| set.beeps));
            for (holds, bit) in [
                (colour(id).is_some(), bits::COLOURED),
                (
                    anchor == crate::model::amoebot::structure::Anchor::Particle(id),
                    bits::ANCHOR,
                ),
                (beeped, bits::BEEPED),
            ] {
                state |= if holds { bit } else { 0 };
            }
            state
        }));
        packer.words((0..count as u32).map(|id| colour(id).map_or(0, |colour| colour.0)));
        let objects = (0i32..).zip(structure.objects());
        let mut cells = 0;
        let objects = objects.flat_map(|(index, object)| {
            let nodes = object.nodes();
            nodes.flat_map(move |node| [node.x, node.y, index])
        });
        let objects: Vec<i32> = objects.collect();
        cells += objects.len() / 3;
        packer.wholes(objects.into_iter());
        let bonds = match show.bonds {
            true => traces.shot.bonds(structure),
            false => Vec::new(),
        };
        if show.bonds {
            packer.flag(flags::BONDS);
            packer.wholes(
                bonds
                    .iter()
                    .flat_map(|(one, other)| [one.x, one.y, other.x, other.y]),
            );
        }
        let mut pins = Vec::new();
        if show.circuits {
            packer.flag(flags::CIRCUITS);
            let scene = Scene {
                pins_per_edge: sight.scenario.program().pins(),
                pins: &sets,
                ..Scene::new(structure, "", view.round)
            };
            pins = pin_spots(&scene);
            packer.floats(pins.iter().flat_map(|pin| {
                let circuit = pin.circuit.map_or(-1.0, |place| place as f32);
                [
                    pin.at.0 as f32,
                    pin.at.1 as f32,
                    pin.hub.0 as f32,
                    pin.hub.1 as f32,
                    circuit,
                    f32::from(u8::from(pin.beeps)),
                    pin.particle as f32,
                    pin.set as f32,
                ]
            }));
        }
        packer.scenery(bonds.len(), pins.len(), cells);
    }

    fn card(sight: &Sight<'_, Self>, robot: u32) -> Option<Map<String, Value>> {
        let books = sight.run.director();
        let view = books.view();
        let body = view.structure.bodies().get(robot as usize)?;
        let (head, tail) = (body.head_node(), body.tail);
        let (word, tone) = LEGEND[class(&view.structure, books, robot)];
        let name = sight.scenario.placed().names.get(robot as usize);
        let title = match name {
            Some(name) if *name != robot.to_string() => format!("particle {robot}: {name}"),
            _ => format!("particle {robot}"),
        };
        let mut fields = vec![
            json!({"label": "state", "kind": "badge", "value": word, "tone": tone}),
            json!({"label": "head", "kind": "position", "value": [head.x, head.y]}),
        ];
        if body.is_expanded() {
            fields.push(json!({"label": "tail", "kind": "position", "value": [tail.x, tail.y]}));
        }
        let neighbours: Vec<_> = view
            .structure
            .neighbours(robot)
            .map(|(_, id, _)| id)
            .collect();
        fields.push(json!({"label": "neighbours", "kind": "text", "value": words(&neighbours)}));
        if let Some(attributes) = view.attributes.get(robot as usize) {
            flatten("", &attributes.to_json(), &mut fields);
        }
        let (x, y) = plane(head);
        let card = json!({
            "robot": robot,
            "title": title,
            "fields": fields,
            "position": [x, y],
            "target": null,
            "step": if books.is_finished(robot) { "done" } else { "wait" },
        });
        match card {
            Value::Object(card) => Some(card),
            _ => None,
        }
    }

    fn last_look(_: &Traces, _: u32) -> Option<u64> {
        // Everybody sees the whole snapshot.
        None
    }

    fn seen(_: Inline<Self>, _: u32) -> Option<Map<String, Value>> {
        None
    }

    fn table(sight: &Sight<'_, Self>) -> String {
        let books = sight.run.director();
        let view = books.view();
        let mut text = String::from(
            "particle,name,head_x,head_y,tail_x,tail_y,expanded,finished,colour,attributes\n",
        );
        for (id, body) in (0u32..).zip(view.structure.bodies()) {
            let (head, tail) = (body.head_node(), body.tail);
            let colour = view.paint.particles.get(id as usize).copied().flatten();
            let colour = colour.map_or(String::new(), |colour| format!("#{:06x}", colour.0));
            let attributes = view.attributes.get(id as usize);
            let attributes = attributes
                .map_or(Value::Null, |all| all.to_json())
                .to_string();
            let name = sight.scenario.placed().names.get(id as usize);
            // Writing to a String never fails.
            let _ = writeln!(
                text,
                "{id},{},{},{},{},{},{},{},{colour},{}",
                quoted(name.map_or("", String::as_str)),
                head.x,
                head.y,
                tail.x,
                tail.y,
                body.is_expanded(),
                books.is_finished(id),
                quoted(&attributes),
            );
        }
        text
    }

    fn named(scenario: &Scenario, name: &str) -> Option<u32> {
        scenario.particle(name).ok()
    }
}

/// The names of the particles, where they have some besides their numbers.
fn named(scenario: &Scenario, particles: usize) -> Vec<Value> {
    let names = &scenario.placed().names;
    let names = names.iter().take(particles).enumerate();
    let own = names.filter(|(id, name)| **name != id.to_string());
    own.map(|(id, name)| json!([id, name])).collect()
}

/// Where a node is in the plane; the distance of neighbouring nodes is 1.
fn plane(node: Node) -> (f64, f64) {
    let point = node.to_point();
    (point.x, point.y)
}

/// A value of a table, in quotes where it needs them.
fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

fn words(ids: &[u32]) -> String {
    let ids: Vec<_> = ids.iter().map(ToString::to_string).collect();
    ids.join(", ")
}

/// The fields of a card for attributes within attributes.
fn flatten(prefix: &str, value: &Value, fields: &mut Vec<Value>) {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                let label = match prefix {
                    "" => key.clone(),
                    prefix => format!("{prefix}.{key}"),
                };
                flatten(&label, value, fields);
            }
        }
        Value::Null => {}
        value => {
            let kind = match value {
                Value::Bool(_) => "boolean",
                Value::Number(_) => "number",
                _ => "text",
            };
            let value = match value {
                Value::Array(_) => json!(value.to_string()),
                value => value.clone(),
            };
            let label = if prefix.is_empty() { "value" } else { prefix };
            fields.push(json!({"label": label, "kind": kind, "value": value}));
        }
    }
}
