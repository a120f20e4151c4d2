//! Particles form a simple shape from a seed on: children push their parents.

use std::sync::Arc;

use super::super::interface::{Activation, Alone, Fault, Newborn, Sequential, Status};
use super::super::ports::Port;
use super::forest::{self, Role, Shape, State};
use super::{Maker, alone};
use crate::model::amoebot::starts;
use crate::registry::{Entry, Explanation, Kind, Parameter};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "shape_formation",
    summary: "form a simple shape from a seed on, one particle at a time; children push their parents",
    help: "The first particle is the seed, and belongs to the shape. Whoever touches the shape becomes \
           a root and walks around it, whoever touches a root or a follower follows it. A root on the \
           next node of the shape retires there and points to the next one. A follower, or a root \
           behind another, expands into the tail of whom it follows, who contracts; an expanded \
           particle without followers at its tail, and without idle neighbours, contracts by itself. \
           Shapes: a hexagon, a square (a rhombus of the grid) or a triangle (triangle2) around the \
           seed, a triangle with the seed at one corner (triangle1), or a line; where the particles \
           do not fill it, its last ring or row is open. (Derakhshandeh, Gmyr, Richa, Scheideler and \
           Strothmann, NanoCom 2015; Basic Shape Formation of SOPSLab's AmoebotSim.) Particles may be \
           turned in any way, but have to agree on chirality. Where the scenario names no start, \
           `robots` (200) particles start in a random structure with `holes` (0.2).",
    parameters: &[
        Parameter::line(
            "shape",
            Kind::Word(SHAPES),
            Some("\"hexagon\""),
            "",
            "what is built",
        ),
        starts::robots_of_setting("200"),
        AT_RANDOM[0],
        AT_RANDOM[1],
        AT_RANDOM[2],
        AT_RANDOM[3],
    ],
    build: Maker {
        explanation: Explanation {
            flow: &[(
                "activation",
                "A root walks around the shape to its next node and retires there; a particle \
                     behind another pushes into its tail, and an expanded one without followers \
                     contracts.",
            )],
            limits: "One particle is active at a time, and all have to agree on the chirality. \
                     The last ring or row is open where the particles do not fill it.",
        },
        read: |context| {
            alone::check_contracted(context)?;
            alone::check_chirality(context)?;
            alone::check_no_objects(context)?;
            let shape = context.swarm.choice("shape").or(Shape::Hexagon)?;
            Ok(Arc::new(Alone(ShapeFormation { shape })))
        },
        setting: Some(|site, die| starts::at_random(site, die, 200, 0.2)),
    },
};

/// The words for shapes.
const SHAPES: &[&str] = &["hexagon", "square", "triangle1", "triangle2", "line"];

/// What the random structure can be made of.
const AT_RANDOM: [Parameter; 4] = starts::keys_at_random("0.2");

/// The algorithm.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShapeFormation {
    shape: Shape,
}

impl Sequential for ShapeFormation {
    type State = State;

    fn start(&self, newborn: &mut Newborn<'_>) -> State {
        State::first(newborn, self.shape)
    }

    fn activate(
        &self,
        state: &mut State,
        particle: &mut Activation<'_, State>,
    ) -> Result<(), Fault> {
        match (state.role, particle.is_expanded()) {
            (Role::Seed, _) => {
                particle.colour(Role::Seed.colour());
                Ok(())
            }
            (Role::Retired, _) => Ok(()),
            (_, true) => contract(particle),
            (Role::Root, false) => self.walk(state, particle),
            (Role::Idle | Role::Follower, false) => follow(state, particle),
        }
    }

    fn is_finished(&self, state: &State) -> bool {
        state.role.is_built()
    }

    fn status(&self) -> &'static [Status<State>] {
        forest::STATUS
    }
}

impl ShapeFormation {
    /// A contracted root retires, or walks on into an empty node or the tail of the one ahead.
    fn walk(&self, state: &mut State, particle: &mut Activation<'_, State>) -> Result<(), Fault> {
        if let Some((next, leg)) = forest::leads_on(self.shape, particle) {
            (state.next, state.leg) = (Some(next), leg);
            state.become_one(Role::Retired, particle);
            return Ok(());
        }
        let Some(direction) = forest::onward(particle) else {
            return Ok(());
        };
        match particle.neighbour(Port::head(direction)) {
            None => particle.expand(direction),
            Some(ahead) if !ahead.is_head() => particle.push(direction),
            Some(_) => Ok(()),
        }
    }
}

/// A contracted particle away from the shape: beside it, it becomes a root; otherwise it finds a
/// parent, or goes after it.
fn follow(state: &mut State, particle: &mut Activation<'_, State>) -> Result<(), Fault> {
    if forest::touches(particle, &[Role::Seed, Role::Retired]) {
        state.parent = None;
        state.become_one(Role::Root, particle);
        return Ok(());
    }
    let Some(parent) = state.parent else {
        if let Some(port) = forest::first_port(particle, &[Role::Follower, Role::Root]) {
            state.parent = Some(port.direction);
            state.become_one(Role::Follower, particle);
        }
        return Ok(());
    };
    match particle.neighbour(Port::head(parent)) {
        Some(ahead) if !ahead.is_head() => {
            // The parent's head will be beyond the node of its tail, where this one's head will be.
            state.parent = ahead.head().map(|theirs| particle.here(&ahead, theirs));
            particle.push(parent)
        }
        _ => Ok(()),
    }
}

/// An expanded particle leaves its tail where nobody depends on it.
fn contract(particle: &mut Activation<'_, State>) -> Result<(), Fault> {
    let waits = forest::touches(particle, &[Role::Idle])
        || forest::tail_children(particle).next().is_some();
    match waits {
        true => Ok(()),
        false => particle.contract_head(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::forest::Shape;
    use super::super::forest::tests::check;
    use crate::scenario::Word;

    #[test]
    fn it_ends_with_exactly_the_shape() {
        for shape in Shape::ALL {
            let text = format!("shape = \"{}\"\n", shape.word());
            check("shape_formation", &text, *shape);
        }
    }
}
