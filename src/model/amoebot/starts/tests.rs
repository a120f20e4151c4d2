use std::collections::BTreeSet;

use proptest::prelude::*;

use super::frames::{CHIRALITIES, COMPASSES, Or};
use super::{COMMON, DIRECTIONS, OBJECTS, PARTICLES, Placed, STARTS, Site, read};
use crate::dice::{Dice, Purpose};
use crate::model::amoebot::grid::{Chirality, Direction, Node};
use crate::model::amoebot::structure::{Anchor, Structure};
use crate::registry::{self, Entry};
use crate::scenario::{Document, ScenarioError, Word, check_parameters};

fn placed_by(text: &str, seed: u64) -> Result<Placed, ScenarioError> {
    let document = Document::parse("start.toml", text)?;
    let root = document.root();
    let swarm = root.table("swarm")?;
    let placed = read(&swarm, &root, seed, None)?;
    root.finish()?;
    let again = Document::from_json("record", &document.resolved().to_json())?;
    let root = again.root();
    let again = read(&root.table("swarm")?, &root, seed, None)?;
    assert_eq!(
        again.structure.bodies(),
        placed.structure.bodies(),
        "{text}"
    );
    Ok(placed)
}

#[track_caller]
fn placed(text: &str) -> Placed {
    placed_by(text, 7).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[track_caller]
fn refused(text: &str) -> String {
    match placed_by(text, 7) {
        Ok(_) => panic!("not refused: {text}"),
        Err(error) => error.to_string(),
    }
}

/// The nodes of the tails.
fn nodes(structure: &Structure) -> Vec<Node> {
    structure.bodies().iter().map(|body| body.tail).collect()
}

fn swarm_nodes(parameters: &str) -> Vec<Node> {
    nodes(&placed(&format!("[swarm]\n{parameters}\n")).structure)
}

/// How many of these nodes can be reached from the first of them.
fn reachable(nodes: &BTreeSet<Node>) -> usize {
    let mut seen: BTreeSet<Node> = nodes.first().copied().into_iter().collect();
    let mut open: Vec<Node> = seen.iter().copied().collect();
    while let Some(node) = open.pop() {
        for beside in node.neighbours() {
            if nodes.contains(&beside) && seen.insert(beside) {
                open.push(beside);
            }
        }
    }
    seen.len()
}

fn is_connected(nodes: &[Node]) -> bool {
    let nodes: BTreeSet<Node> = nodes.iter().copied().collect();
    reachable(&nodes) == nodes.len()
}

/// How many empty nodes are not connected to the outside.
fn enclosed(nodes: &[Node]) -> usize {
    let range = |of: fn(&Node) -> i32| {
        let values = || nodes.iter().map(of);
        values().min().unwrap_or(0) - 1..=values().max().unwrap_or(0) + 1
    };
    let taken: BTreeSet<Node> = nodes.iter().copied().collect();
    let (xs, ys) = (range(|node| node.x), range(|node| node.y));
    let all = ys.flat_map(|y| xs.clone().map(move |x| Node::new(x, y)));
    let empty: BTreeSet<Node> = all.filter(|node| !taken.contains(node)).collect();
    // The first one is on the edge of the rectangle, all of which is empty.
    empty.len() - reachable(&empty)
}

#[test]
fn the_registry_is_in_order() {
    assert_eq!(registry::check(STARTS), Ok(()));
}

#[test]
fn what_starts_list_is_what_they_read() {
    let required = |entry: &Entry<_>| match entry.name {
        "hexagon" | "ring" => "radius = 3",
        "line" | "random" => "robots = 3",
        "parallelogram" => "length = 3",
        "triangle" => "side = 3",
        _ => "",
    };
    let particles = "[[particles]]\nat = [0, 0]\n";
    let root = Document::parse("root.toml", particles).unwrap();
    for entry in STARTS {
        let (mut dice, mut none) = (Dice::new(1, 1), None);
        let mut die = dice.on(Purpose::Start, &mut none);
        let checked = check_parameters(entry, required(entry), |swarm| {
            let root = &root.root();
            (entry.build)(&Site { swarm, root }, &mut die).map(drop)
        });
        assert_eq!(checked, Ok(()));
    }
}

/// A parameter list as an entry, so that it can be checked like one.
fn listed(parameters: &'static [registry::Parameter]) -> Entry<()> {
    Entry {
        name: "keys",
        summary: "x",
        help: "x",
        parameters,
        build: (),
    }
}

#[test]
fn what_is_listed_for_every_start_is_what_is_read() {
    let read_common = |swarm: &crate::scenario::Section<'_>| {
        super::Frames::read(swarm)?;
        super::anchor::read(swarm, 3, &[], 1).map(drop)
    };
    assert_eq!(check_parameters(&listed(COMMON), "", read_common), Ok(()));
    for (name, keys) in [("particles", PARTICLES), ("objects", OBJECTS)] {
        let checked = check_parameters(&listed(keys), "at = [0, 0]", |table| {
            // The table stands at the top level here, so its reader is called by itself.
            match name {
                "particles" => super::explicit::read_one(table, 0).map(drop),
                _ => super::objects::read_one(table).map(drop),
            }
        });
        assert_eq!(checked, Ok(()), "{name}");
    }
}

#[test]
fn words_are_those_that_are_read() {
    let words = |all: &[&'static str]| all.to_vec();
    let directions: Vec<_> = Direction::ALL.iter().map(|d| d.word()).collect();
    assert_eq!(words(DIRECTIONS), directions);
    let all = <Or<Direction> as Word>::ALL;
    assert_eq!(
        words(COMPASSES),
        all.iter().map(|w| w.word()).collect::<Vec<_>>()
    );
    let all = <Or<Chirality> as Word>::ALL;
    assert_eq!(
        words(CHIRALITIES),
        all.iter().map(|w| w.word()).collect::<Vec<_>>()
    );
}

#[test]
fn shapes_are_what_they_are_called() {
    let node = |(x, y)| Node::new(x, y);
    let line = swarm_nodes("start = 'line'\nrobots = 3\ndirection = 'NNW'");
    assert_eq!(line, [(0, 0), (-1, 1), (-2, 2)].map(node));
    let acute = swarm_nodes("start = 'parallelogram'\nlength = 2\nheight = 2");
    assert_eq!(acute, [(0, 0), (1, 0), (0, 1), (1, 1)].map(node));
    let obtuse = swarm_nodes(
        "start = 'parallelogram'\nlength = 2\nheight = 2\nacute = false\ndirection = 'W'",
    );
    assert_eq!(obtuse, [(0, 0), (-1, 0), (1, -1), (0, -1)].map(node));
    let triangle = swarm_nodes("start = 'triangle'\nside = 3");
    let expected = [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (0, 2)];
    assert_eq!(triangle, expected.map(node));
    let hexagon = swarm_nodes("start = 'hexagon'\nrobots = 9");
    let mut expected = vec![Node::ORIGIN];
    expected.extend(Node::ORIGIN.neighbours());
    expected.extend([(2, 0), (1, 1)].map(node));
    assert_eq!(hexagon, expected);
}

#[test]
fn rings_and_hexagons_hold_the_nodes_within_their_radius() {
    for radius in 0..6 {
        let hexagon = swarm_nodes(&format!("start = 'hexagon'\nradius = {radius}"));
        let far = |node: &Node| Node::ORIGIN.distance(*node);
        assert!(hexagon.iter().all(|node| far(node) <= radius));
        assert_eq!(hexagon.len() as u32, 1 + 3 * radius * (radius + 1));
        if radius == 0 {
            continue;
        }
        let ring = swarm_nodes(&format!("start = 'ring'\nradius = {radius}"));
        assert!(ring.iter().all(|node| far(node) == radius));
        assert_eq!(ring.len() as u32, 6 * radius);
        assert_eq!(ring.iter().collect::<BTreeSet<_>>().len(), ring.len());
        let next = ring.iter().cycle().skip(1);
        let beside = ring.iter().zip(next);
        assert!(beside.into_iter().all(|(a, b)| a.distance(*b) == 1));
        assert_eq!(enclosed(&ring) as u32, 1 + 3 * radius * (radius - 1));
    }
}

const EXPLICIT: &str = "
[swarm]
start = 'explicit'
compass = 'NNW'
anchor = 'left'

[[particles]]
at = [0, 0]
head = 'E'

[[particles]]
name = 'left'
at = [-1, 0]
compass = 'W'
chirality = 'cw'

[[objects]]
at = [0, 1]
cells = [[0, 0], [1, 0]]
identifier = 5
";

#[test]
fn explicit_particles_are_where_the_scenario_says() {
    let Placed { structure, names } = placed(EXPLICIT);
    assert_eq!(names, ["A", "left"]);
    let [first, second] = structure.bodies() else {
        panic!("two particles");
    };
    assert_eq!((first.tail, first.head), (Node::ORIGIN, Some(Direction::E)));
    assert_eq!(first.frame.compass, Direction::Nnw);
    assert_eq!(first.frame.chirality, Chirality::Ccw);
    assert_eq!((second.tail, second.head), (Node::new(-1, 0), None));
    assert_eq!(second.frame.compass, Direction::W);
    assert_eq!(second.frame.chirality, Chirality::Cw);
    assert_eq!(structure.anchor(), Anchor::Particle(1));
    let [object] = structure.objects() else {
        panic!("one object");
    };
    assert_eq!(object.identifier(), 5);
    let cells: Vec<Node> = object.nodes().collect();
    assert_eq!(cells, [Node::new(0, 1), Node::new(1, 1)]);
}

#[test]
fn anchors_are_called_by_name_or_number() {
    let anchor = |line: &str| {
        let text = EXPLICIT.replace("anchor = 'left'", line);
        placed(&text).structure.anchor()
    };
    assert_eq!(anchor(""), Anchor::Particle(0));
    assert_eq!(anchor("anchor = 1"), Anchor::Particle(1));
    assert_eq!(anchor("anchor = 'A'"), Anchor::Particle(0));
    assert_eq!(anchor("anchor_object = 0"), Anchor::Object(0));
}

#[test]
fn a_setting_takes_the_place_of_a_start_that_is_not_named() {
    let placed = |text: &str| {
        let document = Document::parse("start.toml", text).unwrap();
        let root = document.root();
        let swarm = root.table("swarm").unwrap();
        let setting = registry::find(STARTS, "line").map(|entry| entry.build);
        let placed = read(&swarm, &root, 7, setting).unwrap();
        root.finish().unwrap();
        nodes(&placed.structure)
    };
    let line = [(0, 0), (1, 0), (2, 0)].map(|(x, y)| Node::new(x, y));
    assert_eq!(placed("swarm.robots = 3"), line);
    let hexagon = placed("swarm.robots = 3\nswarm.start = 'hexagon'");
    assert_eq!(hexagon[2], Node::new(0, 1));
}

#[test]
fn starts_that_make_no_sense_are_refused_with_the_reason() {
    let swarm = |parameters: &str| refused(&format!("[swarm]\n{parameters}\n"));
    let explicit = |from: &str, to: &str| refused(&EXPLICIT.replace(from, to));
    let lines = [
        swarm(""),
        swarm("start = 'lime'\nrobots = 3"),
        swarm("robots = 0"),
        swarm("robots = 1000001"),
        swarm("robots = 3\nholes = 1.5"),
        swarm("robots = 3\ninner_lambda = 0.5"),
        swarm("robots = 3\nprioritise_inner = true\ninner_lambda = 0"),
        swarm("robots = 3\ncompass = 'NE'"),
        swarm("robots = 3\nchirality = 'ccww'"),
        swarm("start = 'line'\nrobots = 3\ndirection = 'N'"),
        swarm("start = 'parallelogram'\nlength = 1001\nheight = 1000"),
        swarm("start = 'hexagon'"),
        swarm("start = 'hexagon'\nradius = 3\nrobots = 5"),
        swarm("start = 'ring'\nradius = 0"),
        swarm("start = 'triangle'\nside = 1414"),
        swarm("start = 'explicit'"),
        swarm("robots = 3\nanchor = 3"),
        swarm("robots = 3\nanchor = 'A'"),
        swarm("robots = 3\nanchor = -1"),
        swarm("robots = 3\nanchor_object = 0"),
        refused("[swarm]\nrobots = 3\n[[particles]]\nat = [0, 0]\n"),
        refused("[swarm]\nrobots = 3\n[[objects]]\nat = [0, 0]\n"),
        explicit("'left'\n\n", "'lift'\n\n"),
        explicit("anchor = 'left'", "anchor = 'left'\nanchor_object = 0"),
        explicit("name = 'left'", "name = 'A'"),
        explicit("name = 'left'", "name = '12'"),
        explicit("at = [-1, 0]", "at = [1, 0]"),
        explicit("at = [-1, 0]", "at = [-2, 0]"),
        explicit("at = [0, 1]", "at = [3, 3]"),
        explicit("[[0, 0], [1, 0]]", "[[0, 0], [2, 0]]"),
        explicit("at = [-1, 0]", "att = [1, 0]"),
        explicit("at = [-1, 0]", "at = [1.5, 0]"),
        explicit("at = [-1, 0]", "at = [0, 100000001]"),
        explicit("head = 'E'", "head = 'NNN'"),
        explicit("at = [0, 1]", "at = [0, 0]"),
        explicit("[1, 0]]", "[0, 0]]"),
        explicit("[[0, 0], [1, 0]]", "[]"),
        explicit("[[0, 0], [1, 0]]", "[[0, 0], [1]]"),
    ];
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn frames_are_drawn_from_the_particles_own_dice() {
    let frames = |parameters: &str| {
        let placed = placed(&format!("[swarm]\nrobots = 60\n{parameters}\n"));
        let bodies = placed.structure.bodies().iter();
        bodies.map(|body| body.frame).collect::<Vec<_>>()
    };
    let both = frames("compass = 'random'\nchirality = 'random'");
    for compass in Direction::ALL {
        assert!(both.iter().any(|frame| frame.compass == compass));
    }
    let clockwise = both.iter().filter(|f| f.chirality == Chirality::Cw);
    assert!((10..50).contains(&clockwise.count()));
    let compasses = frames("compass = 'random'\nchirality = 'cw'");
    let chiralities = frames("chirality = 'random'");
    for ((both, compass), chirality) in both.iter().zip(&compasses).zip(&chiralities) {
        assert_eq!(both.compass, compass.compass);
        assert_eq!(compass.chirality, Chirality::Cw);
        assert_eq!(both.chirality, chirality.chirality);
        assert_eq!(chirality.compass, Direction::E);
    }
}

#[test]
fn a_preference_for_early_candidates_makes_rounder_structures() {
    let farthest = |parameters: &str| {
        let nodes = swarm_nodes(&format!("robots = 2000\nholes = 0.1\n{parameters}"));
        let far = nodes.iter().map(|node| Node::ORIGIN.distance(*node));
        far.max().unwrap()
    };
    let inner = farthest("prioritise_inner = true\ninner_lambda = 1.0");
    // The least radius of 2000 nodes is 26.
    assert!((26..34).contains(&inner), "{inner}");
    assert!(farthest("") > inner);
}

#[test]
fn large_structures_grow_as_small_ones_do() {
    for parameters in ["", "fill_holes = true", "holes = 0.95"] {
        let nodes = swarm_nodes(&format!("robots = 100_000\n{parameters}"));
        assert_eq!(nodes.len(), 100_000);
        assert!(is_connected(&nodes));
    }
}

fn any_growth() -> impl Strategy<Value = String> {
    let holes = prop_oneof![Just(0.0), Just(1.0), 0.0..1.0_f64];
    let inner = prop_oneof![Just(None), (0.001..5.0_f64).prop_map(Some)];
    (holes, inner).prop_map(|(holes, lambda)| {
        let inner = |lambda| format!("prioritise_inner = true\ninner_lambda = {lambda:?}\n");
        format!(
            "holes = {holes:?}\n{}",
            lambda.map(inner).unwrap_or_default()
        )
    })
}

proptest! {
    #[test]
    fn random_structures_are_connected(
        growth in any_growth(),
        robots in 1_usize..120,
        is_filled: bool,
        seed: u64,
    ) {
        let text = |robots| {
            format!("[swarm]\nrobots = {robots}\nfill_holes = {is_filled}\n\
                     compass = 'random'\nchirality = 'random'\n{growth}")
        };
        let placed = |robots| placed_by(&text(robots), seed).unwrap().structure;
        let structure = placed(robots);
        let nodes = nodes(&structure);
        prop_assert_eq!(nodes.len(), robots);
        prop_assert_eq!(nodes.iter().collect::<BTreeSet<_>>().len(), robots);
        prop_assert!(is_connected(&nodes));
        if is_filled {
            prop_assert_eq!(enclosed(&nodes), 0);
        }
        // The same again, and nobody moves or turns when others are added.
        let again = placed(robots);
        prop_assert_eq!(again.bodies(), structure.bodies());
        let more = placed(robots + 5);
        prop_assert_eq!(&more.bodies()[..robots], structure.bodies());
    }
}
