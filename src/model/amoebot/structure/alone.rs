//! A particle that moves by itself, without a joint movement.

use super::super::body::Body;
use super::super::grid::{Direction, Node};
use super::super::joint::Action;
use super::super::ports::{Half, Port};
use super::{Code, NOBODY, Occupant, Structure, surroundings};

impl Structure {
    /// Moves one particle at once, and its partner in a handover with it. Nobody else is moved.
    ///
    /// # Panics
    ///
    /// If the particle may not do so (see [`Action::check`]), or would expand into a node that is
    /// taken: whoever plans such actions looks first.
    pub fn act(&mut self, particle: u32, action: Action) {
        let body = self.bodies[particle as usize];
        let contracted = |half: Half| Body {
            tail: body.node(half),
            head: None,
            ..body
        };
        match action {
            Action::Expand(direction) => {
                let head = Some(direction);
                self.place(&[(particle, Body { head, ..body })]);
            }
            Action::ContractHead => self.place(&[(particle, contracted(Half::Head))]),
            Action::ContractTail => self.place(&[(particle, contracted(Half::Tail))]),
            Action::Push(direction) => {
                let head = Some(direction);
                let partner = self.partner(particle, Port::head(direction));
                let after = partner.map(|(id, half)| (id, self.given_up(id, half)));
                let own = (particle, Body { head, ..body });
                self.place(&after.into_iter().chain([own]).collect::<Vec<_>>());
            }
            Action::PullHead(direction) | Action::PullTail(direction) => {
                let kept = match action {
                    Action::PullHead(_) => Half::Head,
                    _ => Half::Tail,
                };
                let partner = self.partner(particle, Port::new(direction, kept.other()));
                let after = partner.map(|(id, _)| {
                    let head = Some(direction.opposite());
                    let other = self.bodies[id as usize];
                    (id, Body { head, ..other })
                });
                let own = (particle, contracted(kept));
                self.place(&[own].into_iter().chain(after).collect::<Vec<_>>());
            }
        }
    }

    fn partner(&self, particle: u32, port: Port) -> Option<(u32, Half)> {
        match self.beyond_port(particle, port)? {
            Occupant::Particle(id, half) => Some((id, half)),
            Occupant::Object(_) => None,
        }
    }

    /// The body of an expanded particle that gives up one half.
    fn given_up(&self, particle: u32, half: Half) -> Body {
        let body = self.bodies[particle as usize];
        Body {
            tail: body.node(half.other()),
            head: None,
            ..body
        }
    }

    /// Puts particles elsewhere, and tells everybody around.
    fn place(&mut self, moves: &[(u32, Body)]) {
        // At most two particles, each with two nodes before and two after.
        let mut touched = [None; 8];
        let mut places = touched.iter_mut();
        let mut touch = |node: Node| {
            if let Some(place) = places.next() {
                *place = Some(node);
            }
        };
        for (id, _) in moves {
            for node in self.bodies[*id as usize].nodes() {
                self.nodes.remove(node);
                touch(node);
            }
        }
        for (id, body) in moves {
            self.bodies[*id as usize] = *body;
            for (node, half) in [(body.head_node(), Half::Head), (body.tail, Half::Tail)] {
                if half == Half::Head || body.is_expanded() {
                    let code = Code::pack(Occupant::Particle(*id, half));
                    let put = self.nodes.insert(node, code.0);
                    assert!(put.is_ok(), "particle {id} moves to {node}, which is taken");
                    touch(node);
                }
            }
        }
        for node in touched.into_iter().flatten() {
            self.tell_of(node);
        }
        for (id, body) in moves {
            self.beyond[*id as usize] = surroundings(body, &self.nodes);
        }
    }

    /// Tells the particles around a node who is there now.
    fn tell_of(&mut self, node: Node) {
        let code = self.nodes.get(node).map_or(NOBODY, Code);
        for direction in Direction::ALL {
            let Some(Occupant::Particle(id, half)) = self.occupant(node.step(direction)) else {
                continue;
            };
            // The two halves of one particle are no neighbours of each other.
            let port = Port::new(direction.opposite(), half);
            if let Some(label) = self.bodies[id as usize].label(port) {
                self.beyond[id as usize][label] = code;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Anchor;
    use super::*;
    use crate::dice::{Dice, Draw as _, Purpose};

    /// Whatever particles do by themselves, the structure is the one that would be made afresh.
    #[test]
    fn it_agrees_with_a_fresh_structure() {
        let bodies: Vec<_> = (0..12)
            .map(|at| Body::contracted(Node::new(at % 4, at / 4)))
            .collect();
        let mut structure = Structure::new(bodies, Vec::new(), Anchor::default()).unwrap();
        let (mut dice, mut none) = (Dice::new(3, 0), None);
        let mut die = dice.on(Purpose::Choice, &mut none);
        let mut kinds = [0; 6];
        for _ in 0..5000 {
            let id = die.below(12);
            let direction = Direction::of_index(die.below(6) as i32);
            let (kind, action) = match die.below(6) {
                0 => (0, Action::Expand(direction)),
                1 => (1, Action::ContractHead),
                2 => (2, Action::ContractTail),
                3 => (3, Action::Push(direction)),
                4 => (4, Action::PullHead(direction)),
                _ => (5, Action::PullTail(direction)),
            };
            let free = structure.bodies()[id as usize].tail.step(direction);
            if action.check(&structure, id).is_err()
                || kind == 0 && structure.occupant(free).is_some()
            {
                continue;
            }
            structure.act(id, action);
            kinds[kind] += 1;
            let fresh = Structure::new(structure.bodies().to_vec(), Vec::new(), Anchor::default());
            assert_eq!(fresh.unwrap().beyond, structure.beyond);
        }
        assert!(kinds.iter().all(|count| *count > 10), "{kinds:?}");
    }
}
