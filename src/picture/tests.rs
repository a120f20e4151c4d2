use std::sync::Arc;

use proptest::prelude::*;
use roxmltree::{Document, Node as Element};

use super::{Options, PartitionSet, Scene, partition_sets, svg, text};
use crate::dice::{Dice, Purpose};
use crate::model::amoebot::body::Body;
use crate::model::amoebot::circuits::{Circuits, Signals};
use crate::model::amoebot::grid::{Chirality, Direction, Frame, Node};
use crate::model::amoebot::pins::PinConfiguration;
use crate::model::amoebot::ports::Port;
use crate::model::amoebot::structure::{Anchor, Object, Structure};

/// An expanded particle between two contracted ones, a fourth one above, and an object.
struct Example {
    structure: Structure,
    names: Vec<String>,
    bonds: Vec<(Node, Node)>,
    pins: Vec<Vec<PartitionSet>>,
}

fn set(circuit: u32, pins: &[(Port, usize)]) -> PartitionSet {
    PartitionSet {
        pins: pins.to_vec(),
        circuit,
        beeps: false,
    }
}

/// Singletons of all pins, each in a circuit of its own from `circuit` on.
fn singletons(body: &Body, per_edge: usize, circuit: u32) -> Vec<PartitionSet> {
    let ports = (0..body.ports()).filter_map(|label| body.port(label));
    let pins = ports.flat_map(|port| (0..per_edge).map(move |offset| (port, offset)));
    let sets = (circuit..).zip(pins);
    sets.map(|(circuit, (port, offset))| set(circuit, &[(body.to_local(port), offset)]))
        .collect()
}

impl Example {
    fn new() -> Self {
        let mut last = Body::contracted(Node::new(3, 0));
        last.frame = Frame {
            compass: Direction::Nnw,
            chirality: Chirality::Cw,
        };
        let bodies = vec![
            Body::contracted(Node::new(0, 0)),
            Body::expanded(Node::new(1, 0), Direction::E),
            last,
            Body::contracted(Node::new(0, 1)),
        ];
        let cells = [Node::new(0, 0), Node::new(1, 0)];
        let object = Object::new(Node::new(1, 1), &cells, 0);
        let pins = Self::pins(&bodies);
        let structure = Structure::new(bodies, vec![object], Anchor::Particle(1)).unwrap();
        let node = Node::new;
        Example {
            structure,
            names: ["A", "<B&", "C", "D"].map(str::to_owned).to_vec(),
            bonds: vec![
                (node(0, 0), node(1, 0)),
                (node(2, 0), node(3, 0)),
                (node(0, 0), node(0, 1)),
                (node(1, 0), node(0, 1)),
            ],
            pins,
        }
    }

    /// Two pins on an edge. The pins with global offset 0 in the east of the first one are joined
    /// through to the third one, which counts clockwise and has turned.
    fn pins(bodies: &[Body]) -> Vec<Vec<PartitionSet>> {
        let east = |offset| (Port::head(Direction::E), offset);
        let through = [(Port::tail(Direction::W), 1), east(0)];
        let mut first = set(0, &[east(0), (Port::head(Direction::W), 0)]);
        first.beeps = true;
        let facing = bodies[2].to_local(Port::head(Direction::W));
        // It is the one with global offset 1, counted from the other end.
        let third = set(0, &[(facing, 0)]);
        let all: Vec<_> = (0..6)
            .map(|d| (Port::head(Direction::of_index(d)), 1))
            .collect();
        let mut fourth = set(1, &all);
        fourth.beeps = true;
        let others = (0..6).map(|d| (Port::head(Direction::of_index(d)), 0));
        let fifth = set(2, &others.collect::<Vec<_>>());
        vec![
            vec![first, set(1, &[east(1), (Port::head(Direction::Nne), 0)])],
            vec![set(0, &through), set(1, &[(Port::tail(Direction::W), 0)])],
            vec![third, set(9, &[])],
            vec![fourth, fifth],
        ]
    }

    fn scene(&self) -> Scene<'_> {
        Scene {
            names: &self.names,
            colours: &[None, Some(0x20_4060)],
            bonds: &self.bonds,
            pins_per_edge: 2,
            pins: &self.pins,
            ..Scene::new(&self.structure, "a <script>", 12)
        }
    }
}

const ALL: Options = Options {
    grid: true,
    bonds: true,
    circuits: true,
    labels: true,
    compass: true,
    legend: true,
};

const NONE: Options = Options {
    grid: false,
    bonds: false,
    circuits: false,
    labels: false,
    compass: false,
    legend: false,
};

fn has_class(element: &Element<'_, '_>, class: &str) -> bool {
    let classes = element.attribute("class").unwrap_or_default();
    classes.split(' ').any(|c| c == class)
}

/// How many elements have all these classes, but for those in the legend.
fn count(picture: &Document<'_>, classes: &str) -> usize {
    let in_legend = |e: &Element<'_, '_>| e.ancestors().any(|a| has_class(&a, "legend"));
    let has = |e: &Element<'_, '_>| classes.split(' ').all(|class| has_class(e, class));
    let all = picture.descendants();
    all.filter(|e| e.is_element() && has(e) && !in_legend(e))
        .count()
}

#[test]
fn everything_in_a_scene_is_an_element() {
    let example = Example::new();
    let picture = svg(&example.scene(), &ALL);
    let picture = Document::parse(&picture).unwrap();
    let expected = [
        ("particle", 4),
        ("particle contracted", 3),
        ("particle expanded", 1),
        ("head", 1),
        ("bond", 4),
        ("object", 1),
        ("cell", 2),
        ("outline", 10),
        ("anchor", 1),
        ("compass ccw", 3),
        ("compass cw", 1),
        ("label", 5),
        ("pin", 20),
        ("hub", 5),
        ("beep", 2),
        ("grid", 1),
    ];
    for (classes, elements) in expected {
        assert_eq!(count(&picture, classes), elements, "{classes}");
    }
    let title = picture.descendants().find(|e| e.has_tag_name("title"));
    let title = title.and_then(|title| title.text()).unwrap();
    assert_eq!(title, "a <script>, round 12: 4 particles and 1 object");
    assert!(picture.descendants().any(|e| e.text() == Some("<B&")));
}

#[test]
fn what_is_switched_off_is_not_there() {
    let example = Example::new();
    let picture = svg(&example.scene(), &NONE);
    let picture = Document::parse(&picture).unwrap();
    for class in [
        "bond", "pin", "hub", "beep", "label", "compass", "grid", "legend",
    ] {
        assert_eq!(count(&picture, class), 0, "{class}");
    }
    assert_eq!(count(&picture, "particle"), 4);
}

#[test]
fn circuits_have_colours_of_their_own() {
    let example = Example::new();
    let picture = svg(&example.scene(), &ALL);
    let picture = Document::parse(&picture).unwrap();
    let colours = |circuit: &str| {
        let of = |e: &Element<'_, '_>| e.attribute("data-circuit") == Some(circuit);
        let elements = picture.descendants().filter(of);
        let mut colours: Vec<_> = elements.filter_map(|e| e.attribute("color")).collect();
        colours.sort_unstable();
        colours.dedup();
        colours
    };
    assert_eq!(colours("0"), ["#0072b2"]);
    assert_eq!(colours("1"), ["#d55e00"]);
    // Alone in its circuit.
    assert_eq!(colours("2"), [""; 0]);
}

/// Both ends of the lines between particles.
fn links(scene: &Scene<'_>) -> Vec<[f64; 4]> {
    let picture = svg(scene, &ALL);
    let picture = Document::parse(&picture).unwrap();
    let group = picture.descendants().find(|e| has_class(e, "links"));
    let lines = group.unwrap().children().filter(|e| e.has_tag_name("line"));
    let end = |e: &Element<'_, '_>, name| e.attribute(name).unwrap().parse().unwrap();
    lines
        .map(|e| ["x1", "y1", "x2", "y2"].map(|name| end(&e, name)))
        .collect()
}

#[test]
fn pins_that_face_each_other_are_linked() {
    let example = Example::new();
    let links = links(&example.scene());
    // A and B twice, B and C, A and D; one from the waist of B would need a pin there.
    assert_eq!(links.len(), 4);
    for [x1, y1, x2, y2] in links {
        // The gap between two discs, straight along the edge or nearly so.
        let far = ((x1 - x2) * (x1 - x2) + (y1 - y2) * (y1 - y2)).sqrt();
        assert!((15.0..17.0).contains(&far), "{far}");
    }
}

#[test]
fn links_of_turned_particles_are_straight() {
    // Around a node, all six neighbours with another frame each: the link of an edge joins pins
    // that are equally far from the line between the nodes.
    for per_edge in [1, 2, 3, 12] {
        let mut bodies = vec![Body::contracted(Node::ORIGIN)];
        for (index, node) in Node::ORIGIN.neighbours().into_iter().enumerate() {
            let mut body = Body::contracted(node);
            body.frame = Frame {
                compass: Direction::of_index(2 * index as i32 + 1),
                chirality: [Chirality::Cw, Chirality::Ccw][index % 2],
            };
            bodies.push(body);
        }
        let sets = bodies.iter().map(|body| singletons(body, per_edge, 0));
        let pins: Vec<_> = sets.collect();
        let structure = Structure::new(bodies, Vec::new(), Anchor::default()).unwrap();
        let scene = Scene {
            pins_per_edge: per_edge,
            pins: &pins,
            ..Scene::new(&structure, "x", 0)
        };
        let links = links(&scene);
        assert_eq!(links.len(), 12 * per_edge);
        for [x1, y1, x2, y2] in links {
            let angle = crate::math::atan2(y2 - y1, x2 - x1).to_degrees() / 60.0;
            assert!((angle - angle.round()).abs() < 0.02, "{angle}");
        }
    }
}

#[test]
fn text_shows_the_structure() {
    let example = Example::new();
    insta::assert_snapshot!(text(&example.scene()));
    let mut upright = Body::expanded(Node::new(0, 0), Direction::Nne);
    upright.frame.compass = Direction::W;
    let bodies = vec![
        upright,
        Body::expanded(Node::new(2, -1), Direction::Nnw),
        Body::contracted(Node::new(1, -1)),
    ];
    let structure = Structure::new(bodies, Vec::new(), Anchor::default()).unwrap();
    let bonds = [
        (Node::new(0, 0), Node::new(1, 0)),
        (Node::new(0, 1), Node::new(1, 0)),
        (Node::new(1, -1), Node::new(1, 0)),
        (Node::new(0, 0), Node::new(1, -1)),
        (Node::new(1, -1), Node::new(2, -1)),
    ];
    let scene = Scene {
        bonds: &bonds,
        ..Scene::new(&structure, "x", 0)
    };
    insta::assert_snapshot!("bars", text(&scene));
}

#[test]
fn nothing_is_a_picture_too() {
    let structure = Structure::new(Vec::new(), Vec::new(), Anchor::default()).unwrap();
    let scene = Scene::new(&structure, "x", 0);
    assert!(Document::parse(&svg(&scene, &ALL)).is_ok());
    assert!(text(&scene).contains("nothing is here"));
}

#[test]
fn a_structure_that_is_too_large_is_not_drawn_as_text() {
    let far = [Node::ORIGIN, Node::new(10_000_000, -20_000_000)];
    let bodies = far.map(Body::contracted).to_vec();
    let structure = Structure::new(bodies, Vec::new(), Anchor::default()).unwrap();
    let text = text(&Scene::new(&structure, "x", 0));
    assert!(text.contains("too large") && text.len() < 200, "{text}");
}

#[test]
fn particles_are_of_one_size_however_many_there_are() {
    let radius = |count: i32| {
        let nodes = (0..count).map(|x| Node::new(x, 0));
        let bodies = nodes.map(Body::contracted).collect();
        let structure = Structure::new(bodies, Vec::new(), Anchor::default()).unwrap();
        let picture = svg(&Scene::new(&structure, "x", 0), &Options::default());
        let picture = Document::parse(&picture).unwrap();
        assert_eq!(count as usize, self::count(&picture, "particle"));
        let body = picture.descendants().find(|e| has_class(e, "body"));
        body.unwrap().attribute("r").unwrap().to_owned()
    };
    assert_eq!(radius(1), radius(500));
}

fn any_body() -> impl Strategy<Value = Body> {
    let head = prop::option::of(0..6_i32);
    (-6..6_i32, -6..6_i32, head, 0..6_i32, any::<bool>()).prop_map(|(x, y, head, compass, cw)| {
        Body {
            tail: Node::new(x, y),
            head: head.map(Direction::of_index),
            frame: Frame {
                compass: Direction::of_index(compass),
                chirality: if cw { Chirality::Cw } else { Chirality::Ccw },
            },
        }
    })
}

proptest! {
    #[test]
    fn every_scene_is_well_formed(
        bodies in prop::collection::vec(any_body(), 0..12),
        per_edge in 0_usize..5,
        name: String,
        algorithm: String,
    ) {
        // Those that do not overlap with earlier ones.
        let mut kept: Vec<Body> = Vec::new();
        for body in bodies {
            if body.nodes().all(|node| kept.iter().all(|other| other.nodes().all(|n| n != node))) {
                kept.push(body);
            }
        }
        let pins: Vec<_> = kept.iter().map(|body| singletons(body, per_edge, 0)).collect();
        let all: usize = pins.iter().map(Vec::len).sum();
        let expanded = kept.iter().filter(|body| body.is_expanded()).count();
        let structure = Structure::new(kept, Vec::new(), Anchor::default()).unwrap();
        let scene = Scene {
            names: &[name],
            pins_per_edge: per_edge,
            pins: &pins,
            ..Scene::new(&structure, &algorithm, 1)
        };
        let picture = svg(&scene, &ALL);
        let picture = Document::parse(&picture).map_err(|e| TestCaseError::fail(e.to_string()))?;
        prop_assert_eq!(count(&picture, "particle"), structure.bodies().len());
        prop_assert_eq!(count(&picture, "expanded"), expanded);
        prop_assert_eq!(count(&picture, "pin"), all);
        prop_assert!(text(&scene).ends_with('\n'));
    }
}

#[test]
fn circuits_of_a_run_become_partition_sets() {
    let bodies = vec![
        Body::contracted(Node::ORIGIN),
        Body::expanded(Node::new(1, 0), Direction::E),
    ];
    let structure = Structure::new(bodies, Vec::new(), Anchor::default()).unwrap();
    let mut circuits = Circuits::new(2, &structure);
    let mut global = PinConfiguration::singleton(2, None);
    global.set_to_global(3).unwrap();
    let signals = [
        Signals {
            next: Some(Arc::new(global)),
            beeps: 1 << 3,
            messages: Vec::new(),
        },
        Signals::default(),
    ];
    let (mut dice, mut none) = (Dice::new(1, 1), None);
    let mut die = dice.on(Purpose::Fault, &mut none);
    circuits.deliver(&structure, &signals, 0.0, &mut die);
    let sent = |particle: u32, set: usize| signals[particle as usize].beeps >> set & 1 == 1;
    let pins = partition_sets(&circuits, sent);
    assert_eq!((pins[0].len(), pins[1].len()), (1, 20));
    assert_eq!(pins[0][0].pins.len(), 12);
    assert!(pins[0][0].beeps && pins[1].iter().all(|set| !set.beeps));
    let joined = pins[1]
        .iter()
        .filter(|set| set.circuit == pins[0][0].circuit);
    assert_eq!(joined.count(), 2);
}
