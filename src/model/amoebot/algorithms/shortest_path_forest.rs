//! Particles that find shortest paths from destinations to one source.

mod portals;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::super::grid::Direction;
use super::super::interface::{Algorithm, Beeper, Colour, Fault, Newborn, Status, Typed};
use super::super::ports::Port;
use super::super::subroutines::euler_tour::{Comparison, EulerTour, PINS};
use super::{Context, Maker, demands};
use crate::dice::{Dice, Draw as _, Purpose};
use crate::registry::{Entry, Explanation, Kind, Parameter};
use crate::scenario::ScenarioError;

/// The owner of the draws that choose the source and the destinations.
const ENDS_OWNER: u32 = u32::MAX - 5;

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "shortest_path_forest",
    summary: "find shortest paths from several destinations to one source",
    help: "For each of the three axes of the grid the largest rows of particles along it are the portals \
           of a tree. An Euler tour through each tree, with the portal of the source as the root and \
           the portals of destinations marked, tells each portal which of its neighbours is its parent. \
           A neighbour that is in a parent portal on two axes is one step nearer to the source; each \
           particle takes one such neighbour as its parent. A last Euler tour, along the parents, \
           prunes whatever has no destination behind it. Needs a structure without holes (for instance \
           of the start random with fill_holes = true) of contracted particles with the same compass \
           and chirality. The source and the destinations are drawn. (Padalkin and Scheideler, PODC 2024, \
           arXiv 2402.12123; AmoebotSim 2.0: 1-SPF.)",
    parameters: &[
        Parameter {
            name: "destinations",
            kind: Kind::Whole,
            default: Some("10, or all others where there are fewer"),
            range: "between 1 and the number of particles less 1",
            summary: "how many destinations there are",
        },
        Parameter {
            name: "source",
            kind: Kind::Whole,
            default: Some("a random one"),
            range: "below the number of particles",
            summary: "which particle is the source",
        },
    ],
    build: Maker {
        explanation: Explanation {
            flow: &[
                ("movement", "Nobody moves."),
                (
                    "beep",
                    "The portals of each axis run an Euler tour by PASC, by which each learns its \
                     parent; then a tour along the chosen parents prunes what has no destination \
                     behind it.",
                ),
            ],
            limits: "Structures with holes will not do. All have to be contracted and to agree on \
                     compass and chirality, and there is one source.",
        },
        read: |context| Ok(Arc::new(Typed(read(context)?))),
        setting: None,
    },
};

#[derive(Clone, Debug)]
struct Finder {
    source: u32,
    destinations: BTreeSet<u32>,
}

fn read(context: &Context<'_>) -> Result<Finder, ScenarioError> {
    let swarm = context.swarm;
    let particles = context.placed.structure.bodies().len();
    demands::contracted(context)?;
    demands::one_frame(context)?;
    demands::no_holes(context)?;
    if particles < 2 {
        let message = "expected at least 2 particles, found 1";
        return Err(swarm.refuse("robots", message));
    }
    let most = particles - 1;
    let count = swarm.usize("destinations").in_range(1..=most);
    let count = count.optional()?.unwrap_or(most.min(10));
    let source = swarm.usize("source").at_most(most).optional()?;
    let mut dice = Dice::new(context.root.seed("seed").or(0)?, ENDS_OWNER);
    let mut none = None;
    let mut die = dice.on(Purpose::Start, &mut none);
    let source = source.unwrap_or_else(|| die.index(particles));
    // Numbers from the source on are those of the particles after it.
    let others = die.choose(most, count).into_iter();
    let destinations = others.map(|other| (other + usize::from(other >= source)) as u32);
    Ok(Finder {
        source: source as u32,
        destinations: destinations.collect(),
    })
}

/// What the particles are at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Phase {
    /// The parents of the portals along one axis.
    #[default]
    Portals,
    /// The parents of the particles, and what is pruned.
    Prune,
    /// All is known.
    Finished,
}

/// The attributes of a particle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct State {
    /// Whether it is the source.
    pub source: bool,
    /// Whether it is a destination.
    pub destination: bool,
    /// What it is at.
    pub phase: Phase,
    /// The axis of the present portals.
    pub axis: Direction,
    /// The round of the phase that comes next.
    pub step: u8,
    /// Whether the source is on its portal.
    pub on_source_portal: bool,
    /// Whether the tour begins here.
    pub is_root: bool,
    /// Whether it stands for a portal with destinations.
    pub is_marked: bool,
    /// Whether there are destinations in the portals beyond its own, or there is the source.
    pub on_way: bool,
    /// Where its edge to the portal on the one side is.
    pub upper: Option<Direction>,
    /// Where its edge to the portal on the other side is.
    pub lower: Option<Direction>,
    /// By direction: on how many axes the neighbour is in a parent portal.
    pub counts: [u8; 6],
    /// Where its parent is.
    pub parent: Option<Direction>,
    /// Whether no destination is behind it.
    pub pruned: bool,
    /// The present Euler tour.
    pub tour: Option<EulerTour>,
    /// How many iterations the tours took.
    pub iterations: Vec<u32>,
}

impl State {
    /// The tour, which is there in the rounds that ask for it.
    fn tour(&mut self) -> Result<&mut EulerTour, Fault> {
        let missing = || Fault::because("shortest paths: the Euler tour is missing");
        self.tour.as_mut().ok_or_else(missing)
    }

    /// How OUT compares to IN at an edge of the tour.
    fn comparison(&self, edge: Option<Direction>) -> Comparison {
        let compared = self.tour.as_ref().zip(edge);
        compared.map_or(Comparison::Equal, |(tour, edge)| tour.comparison(edge))
    }

    /// Goes on with the tour. Returns whether it is over; then nothing was sent.
    fn go_on(&mut self, particle: &mut Beeper<'_, State>) -> Result<bool, Fault> {
        let tour = self.tour()?;
        tour.receive(particle)?;
        if tour.is_finished() {
            let iterations = tour.iterations();
            self.iterations.push(iterations);
            return Ok(true);
        }
        tour.send(particle)?;
        Ok(false)
    }

    /// The rounds after the portals.
    fn prune(&mut self, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        match self.step {
            0 => {
                let mut all = Direction::ALL.into_iter();
                self.parent = all.find(|direction| self.counts[*direction as usize] == 2);
            }
            1 => return self.begin_pruning(particle),
            2 => {
                let tour = self.tour()?;
                if !tour.is_called(particle) {
                    return self.end(true, particle);
                }
                tour.send(particle)?;
            }
            3 => {
                if !self.go_on(particle)? {
                    return Ok(());
                }
            }
            _ => {
                let is_needed = self.comparison(self.parent) == Comparison::Greater;
                return self.end(!self.source && !is_needed, particle);
            }
        }
        self.step += 1;
        Ok(())
    }

    /// Builds the tour along parents and children; the source calls those that are in its tree.
    fn begin_pruning(&mut self, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        let is_child = |direction: Direction| {
            let neighbour = particle.neighbour(Port::head(direction));
            neighbour.is_some_and(|other| other.state().parent == Some(direction.opposite()))
        };
        let all = Direction::ALL.into_iter();
        let edges = all.filter(|&direction| self.parent == Some(direction) || is_child(direction));
        let mut edges: Vec<_> = edges.map(|direction| (direction, false)).collect();
        match edges.first_mut() {
            None => return self.end(true, particle),
            Some((_, is_marked)) => *is_marked = self.destination,
        }
        let tour = EulerTour::new(&edges, self.source)?;
        let mut next = particle.singleton();
        tour.lay(&mut next)?;
        particle.set_next(next)?;
        tour.call(particle)?;
        self.tour = Some(tour);
        self.step += 1;
        Ok(())
    }

    fn end(&mut self, is_pruned: bool, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        if is_pruned {
            self.pruned = true;
            self.parent = None;
        }
        self.tour = None;
        self.phase = Phase::Finished;
        particle.set_next(particle.singleton())
    }

    fn colour(&self) -> Colour {
        match self.phase {
            _ if self.source => Colour::RED,
            _ if self.destination => Colour::BLUE,
            Phase::Portals if self.on_source_portal => Colour::ORANGE,
            Phase::Portals if self.on_way => Colour::YELLOW,
            Phase::Finished if !self.pruned => Colour::SKY,
            Phase::Prune if self.parent.is_some() => Colour::YELLOW,
            _ => Colour::GREY,
        }
    }
}

const STATUS: &[Status<State>] = &[
    Status {
        name: "forest",
        summary: "how many particles are on the paths, and how many are pruned",
        ask: |states| {
            let pruned = states.iter().filter(|state| state.pruned).count();
            let kept = states
                .iter()
                .filter(|state| state.phase == Phase::Finished && !state.pruned);
            format!("on paths: {}, pruned: {pruned}", kept.count())
        },
    },
    Status {
        name: "ends",
        summary: "which particles are the source and the destinations, by number",
        ask: |states| {
            let of = |is_one: fn(&State) -> bool| {
                let ids = states.iter().enumerate().filter(|(_, state)| is_one(state));
                let ids: Vec<String> = ids.map(|(id, _)| id.to_string()).collect();
                ids.join(" ")
            };
            let (source, destinations) = (of(|s| s.source), of(|s| s.destination));
            format!("source: {source}, destinations: {destinations}")
        },
    },
];

impl Algorithm for Finder {
    type State = State;

    fn pins(&self) -> usize {
        PINS
    }

    fn start(&self, newborn: &mut Newborn<'_>) -> State {
        State {
            source: newborn.id == self.source,
            destination: self.destinations.contains(&newborn.id),
            ..State::default()
        }
    }

    fn beep(&self, state: &mut State, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        match state.phase {
            Phase::Portals => state.portals(particle)?,
            Phase::Prune => state.prune(particle)?,
            Phase::Finished => return Ok(()),
        }
        particle.colour(state.colour());
        Ok(())
    }

    fn is_finished(&self, state: &State) -> bool {
        state.phase == Phase::Finished
    }

    fn status(&self) -> &'static [Status<State>] {
        STATUS
    }
}
