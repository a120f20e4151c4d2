//! Everything, round by round.

use serde_json::{Value, json};

use super::{BuildMonitor, Judgement, Monitor, Said, Scene};
use crate::model::amoebot::structure::Occupant;
use crate::monitor::FigureEntry;
use crate::registry::Entry;

pub(super) const ENTRY: Entry<BuildMonitor> = Entry {
    name: "history",
    summary: "positions, bonds, pins, beeps and attributes of every round",
    help: "The series holds for each particle the node of its tail and the direction of its head, the \
           partition sets with several pins (by number), the sets on which a beep was received, the \
           messages, and the attributes; then the bonds of the round as pairs of particles, and the \
           objects. Large: some hundred bytes for each particle and round. A replay computes all of \
           it again, so this is for other programs. It gives no verdict.",
    parameters: &[],
    build: BuildMonitor {
        figures: FIGURES,
        read: |_, _| Ok(Box::new(History::default())),
    },
};

const FIGURES: &[FigureEntry] = &[FigureEntry::new("kept", "how many rounds it has seen")];

#[derive(Clone, Debug, Default)]
struct History {
    kept: u64,
}

impl Monitor for History {
    fn judges(&self) -> bool {
        false
    }

    fn round(&mut self, scene: &Scene<'_>) -> Said {
        self.kept += 1;
        let ids = 0..scene.view.structure.bodies().len() as u32;
        let bonds = scene.bonds.iter().filter_map(|bond| match bond.ends {
            [Occupant::Particle(one, _), Occupant::Particle(other, _)] => Some(json!([one, other])),
            _ => None,
        });
        let objects = scene.view.structure.objects().iter();
        vec![
            ("particles", ids.map(|id| particle(scene, id)).collect()),
            ("bonds", bonds.collect()),
            (
                "objects",
                objects.map(|object| json!(object.root())).collect(),
            ),
        ]
    }

    fn finish(&mut self, _: &Scene<'_>) -> Judgement {
        Judgement {
            holds: None,
            figures: vec![("kept", json!(self.kept))],
        }
    }

    fn copy(&self) -> Box<dyn Monitor> {
        Box::new(self.clone())
    }
}

fn particle(scene: &Scene<'_>, id: u32) -> Value {
    let view = scene.view;
    let place = id as usize;
    let body = &view.structure.bodies()[place];
    let mut particle = json!({
        "tail": body.tail,
        "attributes": view.attributes[place].to_json(),
    });
    if let Some(head) = body.head {
        particle["head"] = json!(head);
    }
    if let Some(colour) = view.paint.particles[place] {
        particle["colour"] = json!(colour.to_string());
    }
    // There are no circuits where particles are activated one at a time.
    let Some(pins) = view.configurations.get(place) else {
        return particle;
    };
    let sets: serde_json::Map<_, _> = (0..pins.pins())
        .map(|set| (set, pins.pins_of(set).collect::<Vec<_>>()))
        .filter(|(_, pins)| pins.len() > 1)
        .map(|(set, pins)| (set.to_string(), json!(pins)))
        .collect();
    if !sets.is_empty() {
        particle["sets"] = Value::Object(sets);
    }
    let beeps = view.reception.beeps(id);
    let heard: Vec<_> = (0..128).filter(|set| beeps >> set & 1 == 1).collect();
    if !heard.is_empty() {
        particle["heard"] = json!(heard);
    }
    let messages: serde_json::Map<_, _> = (0..pins.pins())
        .filter_map(|set| Some((set.to_string(), json!(view.reception.message(id, set)?))))
        .collect();
    if !messages.is_empty() {
        particle["messages"] = Value::Object(messages);
    }
    particle
}
