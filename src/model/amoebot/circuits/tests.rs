mod flood;

use super::super::body::Body;
use super::super::grid::{Chirality, Direction, Frame, Node};
use super::super::ports::Port;
use super::super::structure::Anchor;
use super::*;
use crate::dice::{Purpose, Stream};

pub(super) fn structure(bodies: Vec<Body>) -> Structure {
    Structure::new(bodies, Vec::new(), Anchor::default()).unwrap()
}

/// Contracted particles from west to east.
fn line(particles: i32) -> Structure {
    let nodes = (0..particles).map(|x| Node::new(x, 0));
    structure(nodes.map(Body::contracted).collect())
}

pub(super) fn die(seed: u64) -> Stream {
    Stream::new(seed, Purpose::Fault, 0)
}

fn silent(particles: usize) -> Vec<Signals> {
    vec![Signals::default(); particles]
}

/// A beep on one set of one particle.
fn beep(particles: usize, particle: usize, set: usize) -> Vec<Signals> {
    let mut signals = silent(particles);
    signals[particle].beeps = 1 << set;
    signals
}

/// All particles on the set 0 with all their pins.
fn global(per_edge: usize, heads: &[Option<Direction>]) -> Vec<Signals> {
    let signal = |&head: &Option<Direction>| {
        let mut next = PinConfiguration::singleton(per_edge, head);
        next.set_to_global(0).unwrap();
        Signals {
            next: Some(Arc::new(next)),
            ..Signals::default()
        }
    };
    heads.iter().map(signal).collect()
}

/// The offsets of the west pins of the eastern particle that the east pins of the western one are
/// linked to, both as the particles themselves count.
fn linked(per_edge: usize, west: Chirality, east: Chirality) -> Vec<usize> {
    let mut bodies = [0, 1].map(|x| Body::contracted(Node::new(x, 0)));
    bodies[0].frame.chirality = west;
    bodies[1].frame.chirality = east;
    let circuits = Circuits::new(per_edge, &structure(bodies.to_vec()));
    let circuit = |particle: usize, direction, offset| {
        let body = &bodies[particle];
        let port = body.to_local(Port::head(direction));
        let pin = circuits.configurations()[particle].pin(port, offset);
        circuits.circuit_of(particle as u32, pin.unwrap()).unwrap()
    };
    let facing = |offset| {
        let here = circuit(0, Direction::E, offset);
        let mut all = 0..per_edge;
        all.find(|&there| circuit(1, Direction::W, there) == here)
            .unwrap()
    };
    (0..per_edge).map(facing).collect()
}

#[test]
fn pins_are_linked_in_opposite_order_where_chirality_is_equal() {
    use Chirality::{Ccw, Cw};
    assert_eq!(linked(1, Ccw, Ccw), [0]);
    assert_eq!(linked(1, Ccw, Cw), [0]);
    assert_eq!(linked(2, Ccw, Ccw), [1, 0]);
    assert_eq!(linked(2, Cw, Cw), [1, 0]);
    assert_eq!(linked(2, Ccw, Cw), [0, 1]);
    assert_eq!(linked(2, Cw, Ccw), [0, 1]);
    assert_eq!(linked(4, Ccw, Ccw), [3, 2, 1, 0]);
    assert_eq!(linked(4, Cw, Ccw), [0, 1, 2, 3]);
}

#[test]
fn all_on_a_global_circuit_hear_a_beep() {
    let line = line(2);
    let mut circuits = Circuits::new(1, &line);
    let mut signals = global(1, &[None, None]);
    signals[0].beeps = 1;
    circuits.deliver(&line, &signals, 0.0, &mut die(1));
    assert_eq!(circuits.circuits(), 1);
    assert_eq!(circuits.sizes(), [2]);
    assert_eq!([0, 1].map(|id| circuits.reception().beeps(id)), [1, 1]);
    assert_eq!(circuits.circuit_of(0, 1), None, "the set is empty");
    assert_eq!(circuits.circuit_of(0, 6), None, "there is no such set");
    circuits.deliver(&line, &silent(2), 0.0, &mut die(1));
    assert_eq!([0, 1].map(|id| circuits.reception().beeps(id)), [0, 0]);
    assert_eq!(circuits.circuits(), 1, "configurations stay");
}

#[test]
fn a_lonely_particle_hears_itself_on_that_set_only() {
    let alone = line(1);
    let mut circuits = Circuits::new(1, &alone);
    assert_eq!(circuits.circuits(), 6);
    circuits.deliver(&alone, &beep(1, 0, 0), 0.0, &mut die(1));
    assert_eq!(circuits.reception().beeps(0), 1);
    assert!(circuits.reception().heard(0, 0));
    assert!(!circuits.reception().heard(0, 1));
    assert!(!circuits.reception().heard(0, 128), "there is no such set");
}

#[test]
fn singletons_reach_the_neighbour_and_no_further() {
    let line = line(3);
    let mut circuits = Circuits::new(1, &line);
    // Three times six pins, two links.
    assert_eq!(circuits.circuits(), 16);
    circuits.deliver(&line, &beep(3, 0, 0), 0.0, &mut die(1));
    let heard = [0, 1, 2].map(|id| circuits.reception().beeps(id));
    assert_eq!(heard, [1, 1 << 3, 0]);
}

#[test]
fn circuits_are_numbered_as_they_first_appear() {
    let circuits = Circuits::new(1, &line(2));
    let numbers = |id| [0, 1, 2, 3, 4, 5].map(|set| circuits.circuit_of(id, set).unwrap());
    assert_eq!(numbers(0), [0, 1, 2, 3, 4, 5]);
    assert_eq!(numbers(1), [6, 7, 8, 0, 9, 10]);
    assert_eq!(circuits.sizes(), [2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
}

#[test]
fn a_particle_reaches_both_halves_of_another() {
    // The contracted one is at the waist of the expanded one and touches it twice.
    let bodies = vec![
        Body::contracted(Node::new(0, 0)),
        Body::expanded(Node::new(1, 0), Direction::Nnw),
    ];
    let structure = structure(bodies);
    let mut circuits = Circuits::new(1, &structure);
    let mut signals = silent(2);
    signals[0].beeps = 0b11;
    circuits.deliver(&structure, &signals, 0.0, &mut die(1));
    let expanded = &circuits.configurations()[1];
    let heard = [Port::tail(Direction::W), Port::head(Direction::Ssw)];
    let heard = heard.map(|port| 1 << expanded.pin(port, 0).unwrap());
    assert_eq!(circuits.reception().beeps(1), heard[0] | heard[1]);
}

#[test]
fn links_are_those_of_neighbours_not_of_objects() {
    use super::super::structure::Object;
    let object = Object::new(Node::new(1, 0), &[Node::ORIGIN], 0);
    let bodies = [0, 2].map(|x| Body::contracted(Node::new(x, 0))).to_vec();
    let structure = Structure::new(bodies, vec![object], Anchor::default()).unwrap();
    assert_eq!(Circuits::new(1, &structure).circuits(), 12);
}

#[test]
fn the_greatest_message_of_a_circuit_arrives() {
    let line = line(3);
    let mut circuits = Circuits::new(1, &line);
    let mut signals = silent(3);
    signals[0].messages = vec![(0, 5)];
    signals[1].messages = vec![(3, 7), (0, 2), (1, 0)];
    signals[1].beeps = 1 << 4;
    circuits.deliver(&line, &signals, 0.0, &mut die(1));
    let reception = circuits.reception();
    assert_eq!(reception.message(0, 0), Some(7), "the sender's set as well");
    assert_eq!(reception.message(1, 3), Some(7));
    assert_eq!(reception.message(1, 0), Some(2));
    assert_eq!(reception.message(2, 3), Some(2));
    assert_eq!(reception.message(1, 1), Some(0), "0 is a message");
    assert_eq!(reception.message(1, 4), None, "a beep is no message");
    assert_eq!(reception.message(1, 200), None, "there is no such set");
    assert_eq!(reception.messages(0), 1);
    let beeps = [0, 1, 2].map(|id| reception.beeps(id));
    assert_eq!(beeps, [0, 1 << 4, 0], "a message is no beep");
}

#[test]
fn what_is_sent_on_an_empty_set_is_lost() {
    let line = line(2);
    let mut circuits = Circuits::new(1, &line);
    let mut signals = global(1, &[None, None]);
    signals[0].beeps = 1 << 3 | 1 << 100;
    signals[1].messages = vec![(2, 9), (6, 9)];
    circuits.deliver(&line, &signals, 0.0, &mut die(1));
    assert_eq!(*circuits.reception().as_ref(), Reception::silence(2));
}

#[test]
fn who_expands_loses_what_it_received_and_how_its_pins_were_joined() {
    let line = line(3);
    let mut circuits = Circuits::new(1, &line);
    let mut signals = global(1, &[None; 3]);
    signals[0].beeps = 1;
    signals[1].messages = vec![(0, 4)];
    circuits.deliver(&line, &signals, 0.0, &mut die(1));
    let before = circuits.clone();

    let mut bodies = line.bodies().to_vec();
    bodies[1].head = Some(Direction::E);
    bodies[2].tail = Node::new(3, 0);
    let moved = structure(bodies);
    circuits.shifted(&moved, &[1], true);
    let reception = circuits.reception();
    assert_eq!([0, 1, 2].map(|id| reception.beeps(id)), [1, 0, 1]);
    let messages = [0, 1, 2].map(|id| reception.message(id, 0));
    assert_eq!(messages, [Some(4), None, Some(4)]);
    let reset = PinConfiguration::singleton(1, Some(Direction::E));
    assert_eq!(*circuits.configurations()[1], reset);
    assert_eq!(circuits.configurations()[2], before.configurations()[2]);
    assert_eq!(before.reception().beeps(1), 1, "a clone is a snapshot");

    circuits.deliver(&moved, &beep(3, 0, 0), 0.0, &mut die(1));
    let heard = [0, 1, 2].map(|id| circuits.reception().beeps(id));
    // The expanded one hears it at its tail's port to the west, which has the label 5.
    assert_eq!(heard, [1, 1 << 5, 0]);
    circuits.shifted(&moved, &[0, 1, 2], false);
    assert_eq!(*circuits.reception().as_ref(), Reception::silence(3));
}

#[test]
fn displaced_particles_meet_new_neighbours() {
    let apart = structure(vec![
        Body::contracted(Node::ORIGIN),
        Body::contracted(Node::new(5, 0)),
    ]);
    let mut circuits = Circuits::new(1, &apart);
    circuits.deliver(&apart, &global(1, &[None, None]), 0.0, &mut die(1));
    assert_eq!(circuits.circuits(), 2);
    let together = line(2);
    circuits.shifted(&together, &[], true);
    assert_eq!(circuits.circuits(), 2, "until the next delivery");
    circuits.deliver(&together, &beep(2, 1, 0), 0.0, &mut die(1));
    assert_eq!(circuits.circuits(), 1);
    assert!(circuits.reception().heard(0, 0));
}

#[test]
fn whoever_fails_is_deaf_to_itself_as_well() {
    let line = line(2);
    let mut circuits = Circuits::new(1, &line);
    let mut signals = global(1, &[None, None]);
    signals[0].beeps = 1;
    signals[1].messages = vec![(0, 3)];
    circuits.deliver(&line, &signals, 1.0, &mut die(1));
    assert_eq!(circuits.failed(), [(0, 1), (1, 1)]);
    let reception = circuits.reception();
    assert_eq!([0, 1].map(|id| reception.beeps(id)), [0, 0]);
    assert_eq!([0, 1].map(|id| reception.message(id, 0)), [None, None]);
    circuits.deliver(&line, &signals, 0.0, &mut die(1));
    assert!(circuits.failed().is_empty());
    assert!(circuits.reception().heard(1, 0));
}

#[test]
fn failures_are_drawn_set_by_set() {
    let line = line(3);
    let mut circuits = Circuits::new(1, &line);
    let mut signals = beep(3, 0, 0);
    signals[1].messages = vec![(3, 1), (0, 8)];
    let mut die = die(7);
    circuits.deliver(&line, &signals, 0.5, &mut die);
    // A draw of a double takes two words; there are eighteen sets.
    assert_eq!(die.position(), 36);
    let mut again = Stream::new(7, Purpose::Fault, 0);
    for particle in 0..3 {
        let failed = circuits.failed().iter().find(|&&(id, _)| id == particle);
        let failed = failed.map_or(0, |&(_, sets)| sets);
        for set in 0..6 {
            let deaf = again.unit() <= 0.5;
            assert_eq!(failed >> set & 1 == 1, deaf);
            let beeped = [(0, 0), (1, 3)].contains(&(particle, set));
            assert_eq!(
                circuits.reception().heard(particle, set),
                beeped && !deaf,
                "particle {particle}, set {set}"
            );
        }
    }
    let mut untouched = Stream::new(7, Purpose::Fault, 0);
    circuits.deliver(&line, &signals, 0.0, &mut untouched);
    assert_eq!(untouched.position(), 0);
}

#[test]
fn without_pins_nothing_is_heard() {
    let line = line(2);
    let mut circuits = Circuits::new(0, &line);
    let mut signals = silent(2);
    signals[0].beeps = 1;
    signals[1].messages = vec![(0, 1)];
    circuits.deliver(&line, &signals, 0.5, &mut die(1));
    assert_eq!(circuits.circuits(), 0);
    assert_eq!(*circuits.reception().as_ref(), Reception::silence(2));
    let nobody = structure(Vec::new());
    Circuits::new(2, &nobody).deliver(&nobody, &[], 0.5, &mut die(1));
}

#[test]
fn circuits_are_found_anew_only_where_something_changed() {
    let line = line(4);
    let mut circuits = Circuits::new(2, &line);
    let start = circuits.clone();
    circuits.deliver(&line, &beep(4, 0, 0), 0.0, &mut die(1));
    assert!(Arc::ptr_eq(&circuits.components, &start.components));
    // The same configuration again, in another place of the memory, is no change.
    let mut signals = silent(4);
    signals[2].next = Some(Arc::new(PinConfiguration::singleton(2, None)));
    circuits.deliver(&line, &signals, 0.0, &mut die(1));
    assert!(Arc::ptr_eq(&circuits.components, &start.components));
    assert!(Arc::ptr_eq(
        circuits.configurations(),
        start.configurations()
    ));
    circuits.deliver(&line, &global(2, &[None; 4]), 0.0, &mut die(1));
    assert!(!Arc::ptr_eq(&circuits.components, &start.components));
    assert!(Arc::ptr_eq(&circuits.wiring, &start.wiring));
}

#[test]
#[should_panic(expected = "particle 1")]
fn a_configuration_for_another_state_is_refused() {
    let line = line(2);
    let mut signals = silent(2);
    let expanded = PinConfiguration::singleton(1, Some(Direction::E));
    signals[1].next = Some(Arc::new(expanded));
    Circuits::new(1, &line).deliver(&line, &signals, 0.0, &mut die(1));
}

#[test]
#[should_panic(expected = "signals")]
fn signals_are_for_all_particles() {
    let line = line(2);
    Circuits::new(1, &line).deliver(&line, &silent(1), 0.0, &mut die(1));
}

#[test]
fn frames_turn_pins_with_the_particle() {
    // What the western particle calls its port in direction d is its eastern one.
    for compass in Direction::ALL {
        for chirality in [Chirality::Ccw, Chirality::Cw] {
            let mut bodies = line(2).bodies().to_vec();
            bodies[0].frame = Frame { compass, chirality };
            let east = bodies[0].to_local(Port::head(Direction::E));
            let structure = structure(bodies);
            let mut circuits = Circuits::new(1, &structure);
            let pin = circuits.configurations()[0].pin(east, 0).unwrap();
            circuits.deliver(&structure, &beep(2, 0, pin), 0.0, &mut die(1));
            assert_eq!(circuits.reception().beeps(1), 1 << 3);
        }
    }
}
