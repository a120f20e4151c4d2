//! Particles that find out which boundaries are around holes, each step of the paper in rounds of
//! its own.
//!
//! | phase | rounds | what happens |
//! |---|---|---|
//! | election | 3 for each toss | heads, tails; who is not ready yet beeps to all |
//! | repetition | 5 for each toss | heads and tails of the candidates, then of the helpers; who is not ready |
//! | sum | 7 for each iteration | PASC, echo, four rounds for a sum of 1 to 4, who is not ready |

mod sum;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::super::interface::{Algorithm, Beeper, Colour, Fault, Newborn, Status, Typed, Walk};
use super::super::pins::PinConfiguration;
use super::super::subroutines::boundary::{Gap, Side};
use super::super::subroutines::boundary_test::PINS;
use super::super::subroutines::strand::Strand;
use super::{Maker, demands};
use crate::registry::{Entry, Explanation, Kind, Parameter};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "boundary_test",
    summary: "elect a leader on each boundary and find out by sums of turns which are around holes",
    help: "Each place of a particle between two neighbours with a gap between them is on a boundary. First \
           a leader is elected on each boundary: candidates toss coins, and where both sides were \
           heard those with tails withdraw. This is repeated as long as helpers, which toss in the \
           same way, need to agree. Then PASC along each boundary sums up the turns of all places in \
           a tree: 6 steps of 60 degrees around the structure, -6 around a hole, counted modulo 5. \
           The leader tells the sum to all. All particles have to be contracted and to have the same \
           chirality. (Padalkin, Scheideler and Warner, DNA 28, 2022, arXiv 2205.02610; AmoebotSim \
           2.0: Boundary Test.)",
    parameters: &[Parameter {
        name: "repetitions",
        kind: Kind::Whole,
        default: Some("2"),
        range: "between 1 and 100",
        summary: "how often the election is repeated with helpers; more often means a smaller chance \
                  of two leaders",
    }],
    build: Maker {
        explanation: Explanation {
            flow: &[
                ("movement", "Nobody moves."),
                (
                    "beep",
                    "The places on each boundary toss coins on a circuit along it until one \
                     leader is left; then they sum up their turns with PASC, and the leader tells \
                     the sum to all.",
                ),
            ],
            limits: "With a small probability a boundary ends with several leaders; more \
                     repetitions make it smaller. Particles have to be contracted and to agree on \
                     the chirality.",
        },
        read: |context| {
            demands::contracted(context)?;
            demands::one_chirality(context)?;
            let repetitions = context.swarm.u64("repetitions").in_range(1..=100).or(2)?;
            Ok(Arc::new(Typed(Tester {
                repetitions: repetitions as u8,
            })))
        },
        setting: None,
    },
};

#[derive(Clone, Copy, Debug)]
struct Tester {
    repetitions: u8,
}

/// What the particles are at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Phase {
    /// Nothing has happened yet.
    #[default]
    Start,
    /// The election without helpers.
    Election,
    /// A repetition of it with helpers.
    Repetition,
    /// The sums of turns.
    Sum,
    /// All sums are known.
    Finished,
}

/// What a boundary is at, in the phase of the sums.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Stage {
    /// Sums are handed over.
    #[default]
    Compute,
    /// The leader tells the whole sum.
    Tell,
    /// The sum is known.
    Wait,
}

/// A place on a boundary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Place {
    /// Between whom it is.
    pub gap: Gap,
    /// Whether it is a candidate, and in the end the leader.
    pub leads: bool,
    /// Whether it is a helper.
    pub helps: bool,
    /// What it tossed.
    pub heads: bool,
    /// Whether heads was heard in this toss.
    pub heads_heard: bool,
    /// Whether it still sums up.
    pub active: bool,
    /// Whether it becomes passive in this iteration.
    pub fresh: bool,
    /// The sum of turns, modulo 5.
    pub sum: u8,
    /// What the boundary is at.
    pub stage: Stage,
    /// What the boundary is; none until that is told.
    pub side: Option<Side>,
}

/// The attributes of a particle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct State {
    /// What it is at.
    pub phase: Phase,
    /// The round of the phase that comes next.
    pub step: u8,
    /// How many repetitions of the election are over.
    pub repetition: u8,
    /// How many tosses there were without helpers, and with.
    pub tosses: [u32; 2],
    /// How many iterations the sums took.
    pub iterations: u32,
    /// Whether it has no neighbours: then it is the whole boundary of the outside.
    pub alone: bool,
    /// Its places on boundaries, up to three.
    pub places: Vec<Place>,
}

impl Place {
    fn new(gap: Gap) -> Self {
        Place {
            gap,
            leads: true,
            helps: false,
            heads: false,
            heads_heard: false,
            active: true,
            fresh: false,
            sum: gap.turn(),
            stage: Stage::default(),
            side: None,
        }
    }

    /// The wires from the predecessor on; a leader has none, where they are a chain.
    fn chain(&self, index: usize) -> Strand {
        match self.leads {
            true => self.gap.strand_of_first(PINS, 2 * index),
            false => self.gap.strand(PINS, 2 * index),
        }
    }

    /// Whether it takes part in a toss, that of helpers or that of candidates.
    fn tosses(&self, as_helper: bool) -> bool {
        if as_helper { self.helps } else { self.leads }
    }
}

impl State {
    /// How many boundaries of a kind the particle leads.
    fn leads(&self, side: Side) -> usize {
        let of_all = usize::from(self.alone && side == Side::Outer);
        let leads = |place: &&Place| place.leads && place.side == Some(side);
        of_all + self.places.iter().filter(leads).count()
    }

    fn is_on(&self, side: Side) -> bool {
        self.places.iter().any(|place| place.side == Some(side))
    }

    /// The pins of the election: one circuit for each boundary.
    fn boundary_circuits(&self, mut next: PinConfiguration) -> Result<PinConfiguration, Fault> {
        for (index, place) in self.places.iter().enumerate() {
            place.gap.strand(PINS, 2 * index).lay_first(&mut next)?;
        }
        Ok(next)
    }

    /// Candidates or helpers toss; heads beep.
    fn toss(&mut self, as_helper: bool, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        for (index, place) in self.places.iter_mut().enumerate() {
            place.heads_heard = false;
            if place.tosses(as_helper) {
                place.heads = particle.coin();
                if place.heads {
                    particle.beep(2 * index)?;
                }
            }
        }
        Ok(())
    }

    /// Heads are heard; tails beep.
    fn toss_tails(
        &mut self,
        as_helper: bool,
        particle: &mut Beeper<'_, State>,
    ) -> Result<(), Fault> {
        for (index, place) in self.places.iter_mut().enumerate() {
            place.heads_heard = particle.heard(2 * index);
            if place.tosses(as_helper) && !place.heads {
                particle.beep(2 * index)?;
            }
        }
        Ok(())
    }

    /// Tails are heard; where heads were heard too, tails withdraw. Returns whether that happened
    /// on any boundary of the particle.
    fn withdraw(&mut self, as_helper: bool, particle: &Beeper<'_, State>) -> bool {
        let mut is_open = false;
        for (index, place) in self.places.iter_mut().enumerate() {
            if place.heads_heard && particle.heard(2 * index) {
                is_open = true;
                match as_helper {
                    true => place.helps &= place.heads,
                    false => place.leads &= place.heads,
                }
            }
        }
        is_open
    }

    /// A beep to everybody from those that are not ready.
    fn not_ready(&self, open: bool, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        particle.next().set_to_global(0)?;
        if open {
            particle.beep(0)?;
        }
        Ok(())
    }

    /// The first round of a toss: boundary circuits, and heads.
    fn begin_toss(&mut self, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        let next = self.boundary_circuits(particle.singleton())?;
        particle.set_next(next)?;
        self.tosses[usize::from(self.phase == Phase::Repetition)] += 1;
        self.step = 1;
        self.toss(false, particle)
    }

    /// A repetition of the election: everybody on a boundary helps.
    fn begin_repetition(&mut self, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        self.phase = Phase::Repetition;
        for place in &mut self.places {
            place.helps = true;
        }
        self.begin_toss(particle)
    }

    fn election(&mut self, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        match self.step {
            0 if particle.heard(0) => return self.begin_toss(particle),
            0 => return self.begin_repetition(particle),
            1 => self.toss_tails(false, particle)?,
            _ => {
                let is_open = self.withdraw(false, particle);
                self.not_ready(is_open, particle)?;
            }
        }
        self.step = (self.step + 1) % 3;
        Ok(())
    }

    fn repetition(
        &mut self,
        repetitions: u8,
        particle: &mut Beeper<'_, State>,
    ) -> Result<(), Fault> {
        match self.step {
            0 if particle.heard(0) => return self.begin_toss(particle),
            0 => {
                self.repetition += 1;
                return match self.repetition < repetitions {
                    true => self.begin_repetition(particle),
                    false => self.begin_sum(particle),
                };
            }
            1 => self.toss_tails(false, particle)?,
            2 => {
                self.withdraw(false, particle);
                self.toss(true, particle)?;
            }
            3 => self.toss_tails(true, particle)?,
            _ => {
                let is_open = self.withdraw(true, particle);
                self.not_ready(is_open, particle)?;
            }
        }
        self.step = (self.step + 1) % 5;
        Ok(())
    }

    fn colour(&self) -> Colour {
        let is_any = |condition: fn(&Place) -> bool| self.places.iter().any(condition);
        match self.phase {
            _ if self.alone || is_any(|place| place.leads) => Colour::GREEN,
            Phase::Repetition if is_any(|place| place.helps) => Colour::SKY,
            Phase::Sum if is_any(|place| place.active) => Colour::YELLOW,
            Phase::Finished => match (self.is_on(Side::Outer), self.is_on(Side::Inner)) {
                (true, true) => Colour::PURPLE,
                (true, false) => Colour::BLUE,
                (false, true) => Colour::ORANGE,
                (false, false) => Colour::GREY,
            },
            _ => Colour::GREY,
        }
    }
}

const STATUS: &[Status<State>] = &[
    Status {
        name: "boundaries",
        summary: "how many leaders there are on boundaries of the outside and of holes",
        ask: |states| {
            let leaders = |side| states.iter().map(|state| state.leads(side)).sum::<usize>();
            let (outer, inner) = (leaders(Side::Outer), leaders(Side::Inner));
            format!("leaders of the outside: {outer}, of holes: {inner}")
        },
    },
    Status {
        name: "candidates",
        summary: "how many places on boundaries are still candidates",
        ask: |states| {
            let places = states.iter().flat_map(|state| &state.places);
            places.filter(|place| place.leads).count().to_string()
        },
    },
];

impl Algorithm for Tester {
    type State = State;

    fn pins(&self) -> usize {
        PINS
    }

    fn start(&self, _: &mut Newborn<'_>) -> State {
        State::default()
    }

    fn beep(&self, state: &mut State, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        match state.phase {
            Phase::Start => {
                state.places = Gap::around(particle).into_iter().map(Place::new).collect();
                state.alone = particle.neighbours(Walk::default()).count() == 0;
                if state.alone {
                    state.phase = Phase::Finished;
                } else {
                    state.phase = Phase::Election;
                    state.begin_toss(particle)?;
                }
            }
            Phase::Election => state.election(particle)?,
            Phase::Repetition => state.repetition(self.repetitions, particle)?,
            Phase::Sum => state.sum(particle)?,
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
