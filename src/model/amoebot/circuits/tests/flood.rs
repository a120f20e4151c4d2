//! Circuits against a flood over single pins that knows only where nodes are.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::super::super::body::Body;
use super::super::super::grid::{Chirality, Direction, Frame, Node};
use super::super::super::ports::Half;
use super::super::*;
use super::{die, structure};
use crate::dice::{Purpose, Stream};

/// A pin of a particle, in its own numbering.
type Pin = (usize, usize);

/// The half-edge that a pin is on, and its global offset.
fn where_is(body: &Body, configuration: &PinConfiguration, pin: usize) -> (Node, Node, usize) {
    let (port, offset) = configuration.place_of(pin).unwrap();
    let global = body.to_global(port);
    let node = match (body.head, global.half) {
        (Some(head), Half::Head) => body.tail.step(head),
        _ => body.tail,
    };
    let offset = match body.frame.chirality {
        Chirality::Ccw => offset,
        Chirality::Cw => configuration.per_edge() - 1 - offset,
    };
    (node, node.step(global.direction), offset)
}

/// The circuits, as sets of partition sets, by a flood from pin to pin.
fn flood(structure: &Structure, circuits: &Circuits) -> BTreeSet<BTreeSet<Pin>> {
    let configurations = circuits.configurations();
    let mut places = BTreeMap::new();
    for (id, body) in structure.bodies().iter().enumerate() {
        for pin in 0..configurations[id].pins() {
            places.insert(where_is(body, &configurations[id], pin), (id, pin));
        }
    }
    let facing = |(id, pin): Pin| {
        let (from, to, offset) = where_is(&structure.bodies()[id], &configurations[id], pin);
        let other = (to, from, circuits.per_edge() - 1 - offset);
        places.get(&other).copied()
    };
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    for &start in places.values() {
        let (mut open, mut circuit) = (vec![start], BTreeSet::new());
        while let Some((id, pin)) = open.pop() {
            if !seen.insert((id, pin)) {
                continue;
            }
            let set = configurations[id].set_of(pin);
            circuit.insert((id, set));
            open.extend(configurations[id].pins_of(set).map(|pin| (id, pin)));
            open.extend(facing((id, pin)));
        }
        if !circuit.is_empty() {
            found.insert(circuit);
        }
    }
    found
}

/// The circuits, as sets of partition sets, by their numbers. Checks the numbers.
fn by_number(circuits: &Circuits) -> BTreeSet<BTreeSet<Pin>> {
    let mut found = vec![BTreeSet::new(); circuits.circuits()];
    let mut next = 0;
    for (id, configuration) in circuits.configurations().iter().enumerate() {
        for set in 0..configuration.pins() {
            match circuits.circuit_of(id as u32, set) {
                None => assert!(configuration.is_empty(set)),
                Some(number) => {
                    assert!(number <= next, "numbers appear in order");
                    next = next.max(number + 1);
                    found[number as usize].insert((id, set));
                }
            }
        }
    }
    let sizes: Vec<_> = found.iter().map(|circuit| circuit.len() as u32).collect();
    assert_eq!(sizes, circuits.sizes());
    found.into_iter().collect()
}

/// Particles at random on a small rhombus, each with a frame of its own.
fn random_structure(die: &mut Stream, side: u32) -> Structure {
    let mut taken = BTreeSet::new();
    let mut bodies = Vec::new();
    for _ in 0..2 * side {
        let tail = Node::new(die.below(side) as i32, die.below(side) as i32);
        let mut body = Body::contracted(tail);
        body.frame = Frame {
            compass: Direction::of_index(die.below(6) as i32),
            chirality: [Chirality::Ccw, Chirality::Cw][die.index(2)],
        };
        if !taken.insert(tail) {
            continue;
        }
        let head = Direction::of_index(die.below(6) as i32);
        if die.below(2) == 0 && taken.insert(tail.step(head)) {
            body.head = Some(head);
        }
        bodies.push(body);
    }
    structure(bodies)
}

/// Some particles contract and some expand into free nodes. Who did, and the new structure.
fn random_movement(die: &mut Stream, before: &Structure) -> (Structure, Vec<u32>) {
    let mut bodies = before.bodies().to_vec();
    let mut taken: BTreeSet<Node> = bodies.iter().flat_map(Body::nodes).collect();
    let mut changed = Vec::new();
    for (id, body) in (0..).zip(&mut bodies) {
        if die.below(3) != 0 {
            continue;
        }
        let direction = Direction::of_index(die.below(6) as i32);
        if body.is_expanded() {
            taken.remove(&body.head_node());
            body.head = None;
            changed.push(id);
        } else if taken.insert(body.tail.step(direction)) {
            body.head = Some(direction);
            changed.push(id);
        }
    }
    (structure(bodies), changed)
}

/// A few sets made at random.
fn rewire(die: &mut Stream, configuration: &PinConfiguration) -> PinConfiguration {
    let mut next = configuration.clone();
    for _ in 0..die.below(4) {
        let pins: Vec<_> = (0..die.below(6)).map(|_| die.index(next.pins())).collect();
        let set = die.index(next.pins());
        // A set may have no room to be emptied; then the configuration stays.
        let _ = match die.below(3) {
            0 => next.make_set(&pins, set),
            1 => next.add_pins(&pins, set),
            _ => next.merge(set, die.index(next.pins())),
        };
    }
    next
}

fn random_signals(die: &mut Stream, circuits: &Circuits) -> Vec<Signals> {
    let mut signals = Vec::new();
    for configuration in circuits.configurations().iter() {
        let mut signal = Signals::default();
        if die.below(2) == 0 {
            signal.next = Some(Arc::new(rewire(die, configuration)));
        }
        let sets = configuration.pins();
        for _ in 0..die.below(3) {
            signal.beeps |= 1 << die.index(sets);
        }
        for _ in 0..die.below(2) {
            let message = (die.index(sets) as u8, u64::from(die.below(5)));
            signal.messages.push(message);
        }
        signals.push(signal);
    }
    signals
}

/// What a circuit should deliver: whether a beep, and which message.
fn expected(circuit: &BTreeSet<Pin>, signals: &[Signals]) -> (bool, Option<u64>) {
    let on = |id, set| circuit.contains(&(id, set));
    let mut senders = signals.iter().enumerate();
    let beep = senders.any(|(id, signal)| bits(signal.beeps).any(|set| on(id, set)));
    let words = signals.iter().enumerate().flat_map(|(id, signal)| {
        let on = move |&&(set, _): &&(u8, u64)| on(id, usize::from(set));
        signal.messages.iter().filter(on).map(|&(_, word)| word)
    });
    (beep, words.max())
}

proptest! {
    #[test]
    fn circuits_are_what_a_flood_over_pins_finds(
        seed: u64,
        per_edge in 1..5usize,
        side in 2..6u32,
        rounds in 1..5usize,
    ) {
        let mut choices = Stream::new(seed, Purpose::Choice, 0);
        let mut here = random_structure(&mut choices, side);
        let mut circuits = Circuits::new(per_edge, &here);
        prop_assert_eq!(by_number(&circuits), flood(&here, &circuits));
        for _ in 0..rounds {
            if choices.below(2) == 0 {
                let (moved, changed) = random_movement(&mut choices, &here);
                here = moved;
                circuits.shifted(&here, &changed, !changed.is_empty());
            }
            let signals = random_signals(&mut choices, &circuits);
            circuits.deliver(&here, &signals, 0.0, &mut die(seed));
            let found = flood(&here, &circuits);
            prop_assert_eq!(&by_number(&circuits), &found);
            for circuit in &found {
                let (beep, message) = expected(circuit, &signals);
                for &(id, set) in circuit {
                    let reception = circuits.reception();
                    prop_assert_eq!(reception.heard(id as u32, set), beep);
                    prop_assert_eq!(reception.message(id as u32, set), message);
                }
            }
            // What is empty receives nothing: all bits are accounted for above.
            for (id, configuration) in (0..).zip(circuits.configurations().iter()) {
                prop_assert_eq!(circuits.reception().beeps(id) & !configuration.sets(), 0);
                prop_assert_eq!(circuits.reception().messages(id) & !configuration.sets(), 0);
            }
            let fresh = Circuits {
                configurations: circuits.configurations().clone(),
                shifted: true,
                ..Circuits::new(per_edge, &here)
            };
            let mut fresh = fresh;
            fresh.deliver(&here, &vec![Signals::default(); signals.len()], 0.0, &mut die(0));
            prop_assert_eq!(&fresh.components.circuit, &circuits.components.circuit);
            prop_assert_eq!(fresh.circuits(), circuits.circuits());
        }
    }
}
