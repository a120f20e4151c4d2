//! Particles that find out which boundaries are around holes, by the subroutine.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::super::interface::{Algorithm, Beeper, Colour, Fault, Newborn, Status, Typed};
use super::super::subroutines::boundary::Side;
use super::super::subroutines::boundary_test::{self, BoundaryTest, Step};
use super::{Maker, demands};
use crate::registry::{Entry, Explanation, Kind, Parameter};

pub(super) const ENTRY: Entry<Maker> = Entry {
    name: "boundary_test_subroutine",
    summary: "elect a leader on each boundary and tell that of the outside from those of holes",
    help: "The boundary test as a subroutine for other algorithms: both tosses of an election at once on \
           two circuits, 2 rounds each; 4 rounds for each iteration of PASC, in which every second \
           place hands its sum of turns to the one before it; and a last round in which the leaders \
           tell the result. All particles have to be contracted and to have the same chirality. \
           (Padalkin, Scheideler and Warner, DNA 28, 2022, arXiv 2205.02610; AmoebotSim 2.0: Boundary \
           Test Subroutine.)",
    parameters: &[Parameter {
        name: "repetitions",
        kind: Kind::Whole,
        default: Some("3"),
        range: "between 1 and 100",
        summary: "how often an election is run; more often means a smaller chance of two leaders",
    }],
    build: Maker {
        explanation: Explanation {
            flow: &[
                ("movement", "Nobody moves."),
                (
                    "beep",
                    "Each particle takes the next step of the election, of PASC and of the last \
                     message on every boundary that it is on, and reads what the last step \
                     brought.",
                ),
            ],
            limits: "With a small probability a boundary ends with several leaders; more \
                     repetitions make it smaller. Particles have to be contracted and to agree on \
                     the chirality.",
        },
        read: |context| {
            demands::contracted(context)?;
            demands::one_chirality(context)?;
            let repetitions = context.swarm.u64("repetitions").in_range(1..=100).or(3)?;
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

/// The attributes of a particle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct State {
    /// The subroutine; none ahead of the first round.
    pub test: Option<BoundaryTest>,
}

/// The questions that both boundary tests answer.
const STATUS: &[Status<State>] = &[
    Status {
        name: "boundaries",
        summary: "how many leaders there are on boundaries of the outside and of holes",
        ask: |states| {
            let tests = || states.iter().filter_map(|state| state.test.as_ref());
            let leaders = |side| tests().map(|test| test.leads(side)).sum::<usize>();
            let (outer, inner) = (leaders(Side::Outer), leaders(Side::Inner));
            format!("leaders of the outside: {outer}, of holes: {inner}")
        },
    },
    Status {
        name: "candidates",
        summary: "how many places on boundaries are still candidates",
        ask: |states| {
            let tests = states.iter().filter_map(|state| state.test.as_ref());
            let places = tests.flat_map(|test| &test.places);
            places.filter(|place| place.leads).count().to_string()
        },
    },
];

impl Algorithm for Tester {
    type State = State;

    fn pins(&self) -> usize {
        boundary_test::PINS
    }

    fn start(&self, _: &mut Newborn<'_>) -> State {
        State::default()
    }

    fn beep(&self, state: &mut State, particle: &mut Beeper<'_, State>) -> Result<(), Fault> {
        let test = match &mut state.test {
            Some(test) if test.is_finished() => return Ok(()),
            Some(test) => {
                test.receive(particle)?;
                test
            }
            None => state
                .test
                .insert(BoundaryTest::new(particle, self.repetitions)),
        };
        test.send(particle)?;
        let colour = colour(test);
        particle.colour(colour);
        Ok(())
    }

    fn is_finished(&self, state: &State) -> bool {
        state.test.as_ref().is_some_and(BoundaryTest::is_finished)
    }

    fn status(&self) -> &'static [Status<State>] {
        STATUS
    }
}

fn colour(test: &BoundaryTest) -> Colour {
    if test.is_finished() {
        return match (test.is_on(Side::Outer), test.is_on(Side::Inner)) {
            _ if test.leads(Side::Outer) + test.leads(Side::Inner) > 0 => Colour::GREEN,
            (true, true) => Colour::PURPLE,
            (true, false) => Colour::BLUE,
            (false, true) => Colour::ORANGE,
            (false, false) => Colour::GREY,
        };
    }
    match test.step {
        _ if test.places.iter().any(|place| place.leads) => Colour::GREEN,
        Step::Toss | Step::Help if test.helps => Colour::SKY,
        Step::Toss | Step::Help => Colour::GREY,
        _ if test.places.iter().any(|place| place.active) => Colour::YELLOW,
        _ => Colour::GREY,
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::subroutines::boundary::tests::{Told, check};
    use super::super::super::trial::{Ran, run};
    use super::*;
    use crate::model::End;

    /// Compares the result with a flood of the outside; returns the boundaries with their lengths.
    fn checked(ran: &Ran) -> Vec<(Side, usize)> {
        assert_eq!(ran.end, End::Terminated);
        let states = ran.states::<State>().into_iter();
        let tests: Vec<&BoundaryTest> = states.map(|state| state.test.as_ref().unwrap()).collect();
        let mut told = Told::new();
        for (id, test) in (0..).zip(&tests) {
            let places = test.places.iter();
            told.extend(places.map(|place| (id, place.gap, place.leads, place.side)));
        }
        let found = check(ran.structure(), &told);
        let has_hole = found.iter().any(|(side, _)| *side == Side::Inner);
        assert!(tests.iter().all(|test| test.has_hole == has_hole));
        found
    }

    fn text(seed: u64, robots: usize, rest: &str) -> String {
        format!(
            "seed = {seed}\n[swarm]\nalgorithm = \"boundary_test_subroutine\"\nrepetitions = 4\n\
             robots = {robots}\n{rest}"
        )
    }

    #[test]
    fn boundaries_are_told_apart_in_as_many_rounds_as_stated() {
        for seed in 0..40 {
            let robots = 12 + 4 * seed as usize;
            let ran = run(&text(seed, robots, "holes = 0.4\ncompass = \"random\"\n"));
            let longest = checked(&ran).into_iter().map(|(_, length)| length).max();
            let test: BoundaryTest = ran.states::<State>()[0].test.clone().unwrap();
            let iterations = u64::from((longest.unwrap() - 1).ilog2()) + 2;
            assert_eq!(u64::from(test.iterations), iterations);
            // The last iteration has two rounds only; one more tells, and one more is heard.
            let rounds = 2 * u64::from(test.tosses) + 4 * iterations;
            assert_eq!(ran.rounds(), rounds, "seed {seed}");
        }
    }

    #[test]
    fn clockwise_particles_do_the_same() {
        let clockwise = "holes = 0.4\nchirality = \"cw\"\n";
        let ran = run(&text(3, 80, clockwise));
        let told = ran.ask("boundaries").unwrap();
        let holes = checked(&ran).len() - 1;
        assert!(holes > 0);
        assert_eq!(
            told,
            format!("leaders of the outside: 1, of holes: {holes}")
        );
    }

    #[test]
    fn rounds_grow_with_the_logarithm_of_the_boundary() {
        let mean = |robots| {
            let ran = (0..6).map(|seed| run(&text(seed, robots, "holes = 0.3\n")).rounds());
            ran.sum::<u64>() / 6
        };
        let [small, middle, large] = [mean(40), mean(160), mean(640)];
        assert!(small < middle && middle < large);
        let steps = [middle - small, large - middle];
        assert!(
            steps.iter().all(|step| *step < 50),
            "{small} {middle} {large}"
        );
    }

    #[test]
    fn one_particle_is_the_boundary_of_the_outside() {
        let ran = run(&text(0, 1, ""));
        assert_eq!((ran.end, ran.rounds()), (End::Terminated, 1));
        let told = ran.ask("boundaries").unwrap();
        assert_eq!(told, "leaders of the outside: 1, of holes: 0");
    }

    #[test]
    fn mixed_chirality_is_refused() {
        let text = text(0, 20, "chirality = \"random\"\n");
        let document = crate::scenario::Document::parse("x.toml", &text).unwrap();
        let error = super::super::super::scenario::Scenario::read(&document.root()).unwrap_err();
        assert!(error.to_string().contains("same chirality"), "{error}");
    }
}
