//! Particles form a hexagon around a seed: parents pull their children.

use std::sync::Arc;

use super::super::interface::{Activation, Alone, Fault, Newborn, Sequential, Status};
use super::super::ports::Port;
use super::forest::{self, Role, Shape, State};
use super::{Maker, alone};
use crate::model::amoebot::starts;
use crate::registry::{Entry, Explanation, Parameter};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "hexagon_formation",
    summary: "form a hexagon around a seed, one particle at a time; parents pull their children",
    help: "The first particle is the seed; the hexagon grows from it ring by ring, each ring beginning \
           beside the end of the one before. Whoever touches it becomes a root and walks around it, \
           whoever touches a root or a follower follows it, and a root on the next node of the \
           hexagon retires there and points to the next one. An expanded particle waits for all idle \
           neighbours to follow, and then pulls a child of its tail, or contracts where it has none. \
           This is the formulation of Daymude, Richa and Scheideler (The canonical amoebot model, \
           DISC 2021), with one difference: a root that is about to expand looks anew for the way \
           along the hexagon. Particles may be turned in any way, but have to agree on chirality. \
           Where the scenario names no start, `robots` (200) particles start in a random structure \
           with `holes` (0.2).",
    parameters: &[
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
                "A root walks around the hexagon to its next node and retires there; an \
                     expanded particle waits until idle neighbours follow, and then pulls a child \
                     of its or contracts.",
            )],
            limits: "One particle is active at a time, and all have to agree on the chirality. \
                     The last ring is open where the particles do not fill it.",
        },
        read: |context| {
            alone::check_contracted(context)?;
            alone::check_chirality(context)?;
            alone::check_no_objects(context)?;
            Ok(Arc::new(Alone(HexagonFormation)))
        },
        setting: Some(|site, die| starts::at_random(site, die, 200, 0.2)),
    },
};

/// What the random structure can be made of.
const AT_RANDOM: [Parameter; 4] = starts::keys_at_random("0.2");

/// The algorithm.
#[derive(Clone, Copy, Debug)]
pub(super) struct HexagonFormation;

impl Sequential for HexagonFormation {
    type State = State;

    fn start(&self, newborn: &mut Newborn<'_>) -> State {
        State::first(newborn, Shape::Hexagon)
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
            (_, true) => pull_or_contract(particle),
            (Role::Root, false) => walk(state, particle),
            (Role::Idle | Role::Follower, false) => {
                join(state, particle);
                Ok(())
            }
        }
    }

    fn is_finished(&self, state: &State) -> bool {
        state.role.is_built()
    }

    fn status(&self) -> &'static [Status<State>] {
        forest::STATUS
    }
}

/// Beside the hexagon it becomes a root, and beside one that goes there a follower.
fn join(state: &mut State, particle: &mut Activation<'_, State>) {
    if forest::touches(particle, &[Role::Seed, Role::Retired]) {
        state.parent = None;
        state.become_one(Role::Root, particle);
    } else if state.role == Role::Idle
        && let Some(port) = forest::first_port(particle, &[Role::Follower, Role::Root])
    {
        state.parent = Some(port.direction);
        state.become_one(Role::Follower, particle);
    }
}

/// A contracted root retires, or walks on if nobody is in its way.
fn walk(state: &mut State, particle: &mut Activation<'_, State>) -> Result<(), Fault> {
    if !forest::touches(particle, &[Role::Idle])
        && let Some((next, leg)) = forest::leads_on(Shape::Hexagon, particle)
    {
        (state.next, state.leg) = (Some(next), leg);
        state.become_one(Role::Retired, particle);
        return Ok(());
    }
    match forest::onward(particle) {
        Some(direction) if particle.is_empty(Port::head(direction)) => particle.expand(direction),
        _ => Ok(()),
    }
}

/// An expanded particle takes a child along, or leaves its tail where it has none.
fn pull_or_contract(particle: &mut Activation<'_, State>) -> Result<(), Fault> {
    if forest::touches(particle, &[Role::Idle]) {
        return Ok(());
    }
    let children: Vec<_> = forest::tail_children(particle).collect();
    let contracted = children.iter().find(|(_, child)| !child.is_expanded());
    match (contracted, particle.head()) {
        (Some((port, child)), Some(head)) => {
            // Its head will be where the tail is now, and its parent where the head is.
            let parent = particle.there(child, head);
            particle.write(*port, |child| child.parent = Some(parent))?;
            particle.pull_head(port.direction)
        }
        _ if children.is_empty() => particle.contract_head(),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::forest::tests::check;

    #[test]
    fn it_ends_with_exactly_the_hexagon() {
        check(
            "hexagon_formation",
            "",
            crate::model::amoebot::algorithms::forest::Shape::Hexagon,
        );
    }
}
