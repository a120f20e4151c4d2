//! A notation for small cases.
//!
//! A structure is a list of particles with capital letters and objects with numbers:
//! `A(0,0) B(1,0)-(2,0) O1{(1,1),(2,1)}`, the tail first. What happens is a list of phrases:
//! `A EXP E, B PULLH W, A marks NNE, B releases NNW@head, A auto, O1 releases, anchor B`. The result is
//! the structure after it, or the word of the conflict.

use super::super::*;
use crate::model::amoebot::body::Body;
use crate::model::amoebot::grid::Direction;
use crate::model::amoebot::ports::{Half, Port};
use crate::model::amoebot::structure::{Anchor, Object};
use crate::scenario::Word;

/// A structure and what happens to it.
pub(super) struct Case {
    pub(super) structure: Structure,
    pub(super) steps: Vec<Step>,
    pub(super) releasing: Vec<u32>,
}

impl Case {
    pub(super) fn parse(structure: &str, phrases: &str) -> Self {
        let structure = parse_structure(structure);
        let mut case = Case {
            steps: vec![Step::default(); structure.bodies().len()],
            structure,
            releasing: Vec::new(),
        };
        for phrase in phrases.split(", ").filter(|phrase| !phrase.is_empty()) {
            case.read(phrase);
        }
        case
    }

    fn read(&mut self, phrase: &str) {
        let words: Vec<&str> = phrase.split(' ').collect();
        match words[..] {
            ["anchor", who] => {
                let anchor = match object(who) {
                    Some(id) => Anchor::Object(id),
                    None => Anchor::Particle(particle(who)),
                };
                self.structure = self.structure.clone().with_anchor(anchor);
            }
            [who, "releases"] => self.releasing.extend(object(who)),
            [who, "releases", port] => {
                let label = self.label(who, port);
                self.step(who).released.insert(label);
            }
            [who, "marks", port] => {
                let label = self.label(who, port);
                self.step(who).marked.insert(label);
            }
            [who, "auto"] => self.step(who).automatic = true,
            [who, "CH"] => self.step(who).action = Some(Action::ContractHead),
            [who, "CT"] => self.step(who).action = Some(Action::ContractTail),
            [who, verb, way] => {
                let action = match verb {
                    "EXP" => Action::Expand,
                    "PUSH" => Action::Push,
                    "PULLH" => Action::PullHead,
                    "PULLT" => Action::PullTail,
                    _ => panic!("no verb: {verb}"),
                };
                self.step(who).action = Some(action(direction(way)));
            }
            _ => panic!("no phrase: {phrase}"),
        }
    }

    fn step(&mut self, who: &str) -> &mut Step {
        &mut self.steps[particle(who) as usize]
    }

    /// The label of `NNE`, `NNE@head` or `NNE@tail`.
    fn label(&self, who: &str, port: &str) -> usize {
        let (way, half) = match port.split_once('@') {
            None | Some((_, "head")) => (port.trim_end_matches("@head"), Half::Head),
            Some((way, _)) => (way, Half::Tail),
        };
        let body = &self.structure.bodies()[particle(who) as usize];
        body.label(Port::new(direction(way), half)).unwrap()
    }

    pub(super) fn run(&self, check: bool) -> Result<Moved, Conflict> {
        joint_movement(&self.structure, &self.steps, &self.releasing, check)
    }

    /// The outcome in the same notation. A collision follows the structure.
    pub(super) fn outcome(&self) -> String {
        match self.run(true) {
            Err(conflict) => conflict.kind.word().to_owned(),
            Ok(moved) => {
                let structure = show(&moved.structure);
                match moved.collision {
                    None => structure,
                    Some(collision) => format!("{structure}; {collision}"),
                }
            }
        }
    }
}

/// Compares the outcomes of rows of (structure, phrases, outcome).
pub(super) fn check(rows: &[(&str, &str, &str)]) {
    for (structure, phrases, expected) in rows {
        let outcome = Case::parse(structure, phrases).outcome();
        assert_eq!(outcome, *expected, "{structure}: {phrases}");
    }
}

fn particle(name: &str) -> u32 {
    let &[letter @ b'A'..=b'Z'] = name.as_bytes() else {
        panic!("no particle: {name}");
    };
    u32::from(letter - b'A')
}

/// `O1` is the object with id 0.
fn object(name: &str) -> Option<u32> {
    let number: u32 = name.strip_prefix('O')?.parse().ok()?;
    Some(number - 1)
}

pub(super) fn direction(word: &str) -> Direction {
    let mut all = Direction::ALL.into_iter();
    all.find(|direction| direction.name() == word).unwrap()
}

/// The nodes in a text, in order.
pub(super) fn nodes(text: &str) -> Vec<Node> {
    let numbers = text.split(|c: char| !c.is_ascii_digit() && c != '-');
    let numbers = numbers.map(|word| word.trim_end_matches('-'));
    let numbers = numbers.filter_map(|word| word.parse().ok());
    let numbers: Vec<i32> = numbers.collect();
    numbers
        .chunks(2)
        .map(|at| Node::new(at[0], at[1]))
        .collect()
}

fn parse_structure(text: &str) -> Structure {
    let (mut bodies, mut objects) = (Vec::new(), Vec::new());
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        if let Some((_, cells)) = word.split_once('{') {
            objects.push(Object::new(Node::ORIGIN, &nodes(cells), 0));
            continue;
        }
        assert_eq!(particle(&word[..1]) as usize, bodies.len(), "{text}");
        bodies.push(match nodes(&word[1..])[..] {
            [at] => Body::contracted(at),
            [tail, head] => Body::expanded(tail, tail.direction_to(head).unwrap()),
            _ => panic!("no particle: {word}"),
        });
    }
    Structure::new(bodies, objects, Anchor::default()).unwrap()
}

pub(super) fn show(structure: &Structure) -> String {
    let particles = (b'A'..).zip(structure.bodies()).map(|(letter, body)| {
        let nodes: Vec<String> = body.nodes().map(|node| node.to_string()).collect();
        format!("{}{}", char::from(letter), nodes.join("-"))
    });
    let objects = (1..).zip(structure.objects()).map(|(number, object)| {
        let nodes: Vec<String> = object.nodes().map(|node| node.to_string()).collect();
        format!("O{number}{{{}}}", nodes.join(","))
    });
    particles.chain(objects).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_notation_reads_and_writes_alike() {
    let text = "A(0,0) B(-1,1)-(-2,1) O1{(1,0),(2,-1)}";
    assert_eq!(show(&parse_structure(text)), text);
}
