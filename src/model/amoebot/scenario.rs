//! From a scenario to a plan: what an amoebot scenario may say, and what it means.

use std::sync::Arc;

use super::algorithms::{ALGORITHMS, Context};
use super::books::{Books, Policy, Rules};
use super::circuits::Circuits;
use super::interface::{Attributes, Program};
use super::naming::find_word;
use super::particle::Particle;
use super::parts::{self, Part};
use super::starts::{self, Placed};
use super::view::{Paint, View};
use super::{Amoebot, Extras};
use crate::dice::Dice;
use crate::model::{Condition, Limits, Plan};
use crate::scenario::{ScenarioError, Section};

/// The owner of the dice of the circuits.
const CIRCUITS_OWNER: u32 = u32::MAX - 1;
/// The owner of the dice with which the books choose who is activated.
const BOOKS_OWNER: u32 = u32::MAX - 2;
/// The owner of the dice from which first attributes are drawn.
const BIRTH_OWNER: u32 = u32::MAX - 4;

/// A checked amoebot scenario.
#[derive(Debug)]
pub struct Scenario {
    seed: u64,
    program: Arc<dyn Program>,
    placed: Placed,
    attributes: Arc<Vec<Attributes>>,
    rules: Rules,
    collisions: bool,
    history: usize,
    failure: f64,
    rounds: Option<u64>,
    time: Option<f64>,
    events: Option<u64>,
}

impl Scenario {
    /// How many particles there are.
    #[must_use]
    pub fn robots(&self) -> usize {
        self.attributes.len()
    }

    /// Reads everything that the model itself understands. Keys that are left over are refused by
    /// whoever opened the document.
    ///
    /// # Errors
    ///
    /// The first value that is missing or wrong, with its place.
    pub fn read(root: &Section<'_>) -> Result<Self, ScenarioError> {
        let seed = root.seed("seed").or(0)?;
        root.word("rng", &["own"]).or("own")?;
        let swarm = root.required_table("swarm")?;
        let algorithm = swarm.entry("algorithm", ALGORITHMS).required()?;
        let placed = starts::read(&swarm, root, seed, algorithm.build.setting)?;
        let context = Context {
            root,
            swarm: &swarm,
            placed: &placed,
        };
        let program = (algorithm.build.read)(&context)?;

        let structure = root.table("structure")?;
        let rules = Rules {
            on_conflict: structure.choice("on_conflict").or(Policy::Stop)?,
            on_collision: structure.choice("on_collision").or(Policy::Stop)?,
        };
        let collisions = structure.bool("collisions").or(true)?;
        let history = structure.usize("history").at_most(1_000_000).or(0)?;
        let circuits = root.table("circuits")?;
        let failure = circuits.f64("failure").in_range(0.0..=1.0).or(0.0)?;
        let limits = root.table("limits")?;
        let mut dice = Dice::new(seed, BIRTH_OWNER);
        let attributes = program.start(&placed.structure, &placed.names, &mut dice);
        Ok(Scenario {
            seed,
            program,
            placed,
            attributes: Arc::new(attributes),
            rules,
            collisions,
            history,
            failure,
            rounds: limits.u64("rounds").positive().optional()?,
            time: limits.f64("time").non_negative().optional()?,
            events: limits.u64("events").optional()?,
        })
    }

    /// Puts an algorithm of one's own in the place of the one that the scenario names.
    #[must_use]
    pub fn with_program(mut self, program: Arc<dyn Program>) -> Self {
        let mut dice = Dice::new(self.seed, BIRTH_OWNER);
        let Placed {
            structure, names, ..
        } = &self.placed;
        self.attributes = Arc::new(program.start(structure, names, &mut dice));
        self.program = program;
        self
    }

    /// What the particles compute.
    #[must_use]
    pub fn program(&self) -> &Arc<dyn Program> {
        &self.program
    }

    /// Where the particles start, and what they are called.
    #[must_use]
    pub fn placed(&self) -> &Placed {
        &self.placed
    }

    /// The first attributes, by particle.
    #[must_use]
    pub fn attributes(&self) -> &[Attributes] {
        &self.attributes
    }

    /// How many rounds can be taken back by a cut.
    #[must_use]
    pub fn history(&self) -> usize {
        self.history
    }

    /// The id of a particle by its name or number.
    ///
    /// # Errors
    ///
    /// What was expected instead, with the nearest name.
    pub fn particle(&self, word: &str) -> Result<u32, String> {
        find_word(word, self.attributes.len(), &self.placed.names)
    }

    /// Everything a run starts from.
    #[must_use]
    pub fn plan(&self, extras: Extras) -> Plan<Amoebot> {
        let structure = &self.placed.structure;
        let particles = structure.bodies().len() as u32;
        let robots = (0..particles).map(|id| {
            let (program, dice) = (Arc::clone(&self.program), Dice::new(self.seed, id));
            Particle::new(id, program, dice, extras.percepts)
        });
        let parts = vec![
            Part::Structure(Box::new(parts::Structure::new(
                Arc::clone(structure),
                Arc::clone(&self.attributes),
                self.collisions,
                self.history,
            ))),
            Part::Circuits(Box::new(parts::Circuits::new(
                self.program.pins(),
                structure,
                self.failure,
                Dice::new(self.seed, CIRCUITS_OWNER),
            ))),
        ];
        let circuits = Circuits::new(self.program.pins(), structure);
        let view = View {
            round: 0,
            structure: Arc::clone(structure),
            configurations: Arc::clone(circuits.configurations()),
            reception: Arc::clone(circuits.reception()),
            attributes: Arc::clone(&self.attributes),
            paint: Arc::new(Paint::none(particles as usize, structure.objects().len())),
        };
        let (program, dice) = (Arc::clone(&self.program), Dice::new(self.seed, BOOKS_OWNER));
        let mut director = Books::new(program, Arc::new(view), self.rules, dice);
        let first = vec![director.first()];
        let rounds = self.rounds;
        let reached =
            move |books: &Books| rounds.is_some_and(|rounds| books.counts().rounds >= rounds);
        Plan {
            robots: robots.collect(),
            parts,
            director,
            first,
            limits: Limits {
                time: self.time,
                events: self.events,
                condition: rounds.map(|_| Arc::new(reached) as Condition<Amoebot>),
            },
            shared: None,
        }
    }
}
