//! Particles that are activated one at a time.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::super::body::Body;
use super::super::grid::Direction;
use super::super::interface::{Acted, Activation, Alone, Fault, Newborn, Sequential};
use super::super::joint::Action;
use super::super::particle::{Intent, ParticleOutcome};
use super::super::ports::Port;
use super::super::scenario::Scenario;
use super::super::view::View;
use super::super::{Amoebot, Extras, Kind, Outcome};
use super::trial;
use crate::arbiter::Committed;
use crate::dice::Draw as _;
use crate::engine::{Engine, Flow, Observer, Simulation};
use crate::model::End;

/// Particles that move at random, in all ways that there are, and count.
#[derive(Debug)]
struct Wander {
    /// How often a particle has to be counted until it has finished.
    enough: u32,
    /// Whether they move at all.
    moves: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Counted {
    own: u32,
    by_others: u32,
}

impl Sequential for Wander {
    type State = Counted;

    fn start(&self, _: &mut Newborn<'_>) -> Counted {
        Counted::default()
    }

    fn activate(
        &self,
        state: &mut Counted,
        particle: &mut Activation<'_, Counted>,
    ) -> Result<(), Fault> {
        state.own += 1;
        let ports: Vec<_> = particle.ports().collect();
        let port = ports[particle.die().index(ports.len())];
        let Some(neighbour) = particle.neighbour(port) else {
            return match particle.is_expanded() {
                _ if !self.moves => Ok(()),
                true if particle.coin() => particle.contract_tail(),
                true => particle.contract_head(),
                false => particle.expand(port.direction),
            };
        };
        particle.write(port, |other| other.by_others += 1)?;
        particle.write(port, |other| other.by_others += 1)?;
        match (particle.is_expanded(), neighbour.is_expanded()) {
            _ if !self.moves => Ok(()),
            (false, true) => particle.push(port.direction),
            (true, false) if port == Port::tail(port.direction) => {
                particle.pull_head(port.direction)
            }
            (true, false) => particle.pull_tail(port.direction),
            _ => Ok(()),
        }
    }

    fn is_finished(&self, state: &Counted) -> bool {
        state.by_others >= self.enough
    }
}

/// Counts for itself what the books count.
#[derive(Default)]
struct Count {
    particles: usize,
    activations: u64,
    moves: u64,
    rounds: u64,
    handovers: u64,
    seen: Vec<u32>,
    /// Where the books keep the structure and the attributes.
    places: Option<(usize, usize)>,
    bodies: Vec<Body>,
}

impl Count {
    fn activated(&mut self, id: u32) {
        self.activations += 1;
        if !self.seen.contains(&id) {
            self.seen.push(id);
        }
        if self.seen.len() == self.particles {
            self.rounds += 1;
            self.seen.clear();
        }
    }

    fn acted(&mut self, id: u32, acted: &Acted) {
        let before = self.bodies[id as usize];
        // Whoever takes or gives the node of the other is the partner.
        let (node, is_handover) = match acted.action {
            Some(Action::Push(direction)) => (before.tail.step(direction), true),
            Some(Action::PullHead(direction)) => (before.tail.step(direction), true),
            Some(Action::PullTail(direction)) => (before.head_node().step(direction), true),
            _ => (before.tail, false),
        };
        let at = |body: &Body| body.nodes().any(|each| each == node);
        let partner = self.bodies.iter().position(at).filter(|_| is_handover);
        assert_eq!(acted.partner, partner.map(|id| id as u32));
        self.moves += u64::from(acted.action.is_some()) + u64::from(is_handover);
        self.handovers += u64::from(is_handover);
        for each in acted.partner.into_iter().chain([id]) {
            self.activated(each);
        }
    }
}

impl Observer<Amoebot> for Count {
    fn committed(&mut self, committed: &Committed<'_, Amoebot>) -> Flow {
        let [(id, Outcome::Particle(ParticleOutcome { body, intent, .. }))] = committed.results
        else {
            panic!("one particle at a time");
        };
        let Intent::Alone(acted) = intent else {
            panic!("activated by itself");
        };
        assert_eq!(committed.event.kind, Kind::Activate);
        self.acted(*id as u32, acted);
        let view = committed.director.view();
        self.bodies = view.structure.bodies().to_vec();
        // The outcome comes from the structure, the view is that of the books.
        assert_eq!(self.bodies[*id as usize], *body);
        let places = places(view);
        assert_eq!(
            *self.places.get_or_insert(places),
            places,
            "a list was copied"
        );
        let counts = committed.director.counts();
        assert_eq!(counts.activations, self.activations);
        assert_eq!(counts.moves, self.moves);
        assert_eq!(counts.rounds, self.rounds);
        assert_eq!(view.round, self.rounds);
        Flow::Continue
    }
}

fn places(view: &View) -> (usize, usize) {
    let structure = Arc::as_ptr(&view.structure) as usize;
    (structure, Arc::as_ptr(&view.attributes) as usize)
}

fn scenario(robots: usize, enough: u32, moves: bool, more: &str) -> Scenario {
    let text = format!(
        "seed = 5\n[swarm]\nalgorithm = \"scripted\"\nstart = \"line\"\nrobots = {robots}\n\
         compass = \"random\"\nchirality = \"random\"\n{more}"
    );
    trial::scenario(&text).with_program(Arc::new(Alone(Wander { enough, moves })))
}

/// A round is over once all have been activated, partners in a handover too; a handover is two moves;
/// the books follow each activation, and copy nothing for it.
#[test]
fn rounds_activations_and_moves_are_counted() {
    let scenario = scenario(8, u32::MAX, true, "[limits]\nevents = 20000\n");
    let extras = Extras {
        percepts: true,
        ..Extras::default()
    };
    let plan = scenario.plan(extras);
    let mut simulation = Simulation::new(plan, Engine::Inline { threads: 1 }).unwrap();
    let count = Count {
        particles: 8,
        bodies: scenario.placed().structure.bodies().to_vec(),
        ..Count::default()
    };
    let (count, end) = simulation.run(count);
    assert_eq!(end.unwrap(), End::Events);
    assert!(count.handovers > 100, "{}", count.handovers);
    assert_eq!(count.activations, 20_000 + count.handovers);
    assert!(count.rounds > 500);
    let state = simulation.state().unwrap();
    let view = state.director.view();
    let own = view
        .attributes
        .iter()
        .map(|each| each.get::<Counted>().unwrap().own);
    assert_eq!(own.sum::<u32>(), 20_000);
    let expanded = count
        .bodies
        .iter()
        .filter(|body| body.is_expanded())
        .count();
    let figures = state.director.figures();
    let figure = figures
        .iter()
        .find(|figure| figure.key == "expanded")
        .unwrap();
    assert_eq!(figure.value, expanded);
}

/// The run ends with the activation after which all have finished, also if it is the neighbours who
/// have by what was written to them.
#[test]
fn the_run_ends_once_all_have_finished() {
    let ran = trial::play(&scenario(6, 10, false, ""), |_| {});
    assert_eq!((ran.end, ran.books.finished()), (End::Terminated, 6));
    let states = ran.states::<Counted>();
    assert!(states.iter().all(|state| state.by_others >= 10));
    let just = states.iter().filter(|state| state.by_others < 12);
    assert!(just.count() > 0, "the last one has just finished");
}

/// A limit of rounds is one of whole rounds, and the engines agree.
#[test]
fn limits_and_engines() {
    let scenario = scenario(8, u32::MAX, true, "[limits]\nrounds = 20\n");
    let ran = trial::play(&scenario, |_| {});
    assert_eq!((ran.end, ran.rounds()), (End::Condition, 20));
    let digest = |engine| {
        let mut simulation = Simulation::new(scenario.plan(Extras::default()), engine).unwrap();
        let (_, end) = simulation.run(());
        assert_eq!(end.unwrap(), End::Condition);
        simulation.status().digest
    };
    let inline = digest(Engine::Inline { threads: 1 });
    assert_eq!(digest(Engine::Inline { threads: 3 }), inline);
    #[cfg(feature = "native")]
    assert_eq!(digest(Engine::Actors { threads: 2 }), inline);
}

/// Two moves in one activation, or a move into a node that is taken, are against the rules.
#[test]
fn what_is_against_the_rules_ends_the_run() {
    #[derive(Debug)]
    struct Wrong(fn(&mut Activation<'_, Counted>) -> Result<(), Fault>);
    impl Sequential for Wrong {
        type State = Counted;

        fn start(&self, _: &mut Newborn<'_>) -> Counted {
            Counted::default()
        }

        fn activate(
            &self,
            _: &mut Counted,
            particle: &mut Activation<'_, Counted>,
        ) -> Result<(), Fault> {
            (self.0)(particle)
        }
    }
    let text = "[swarm]\nalgorithm = \"scripted\"\nstart = \"line\"\nrobots = 2\n";
    let trouble = |wrong| {
        let scenario = trial::scenario(text).with_program(Arc::new(Alone(Wrong(wrong))));
        let plan = scenario.plan(Extras::default());
        let mut simulation = Simulation::new(plan, Engine::Inline { threads: 1 }).unwrap();
        let (_, end) = simulation.run(());
        end.unwrap_err().to_string()
    };
    let twice = trouble(|particle| {
        particle.expand(Direction::Nne)?;
        particle.expand(Direction::Nne)
    });
    assert!(twice.contains("at most once"), "{twice}");
    let taken = trouble(|particle| {
        let ports: Vec<_> = particle.ports().collect();
        let taken = ports.into_iter().find(|port| particle.has_neighbour(*port));
        particle.expand(taken.unwrap().direction)
    });
    assert!(taken.contains("is not empty"), "{taken}");
    let nobody = trouble(|particle| particle.write(Port::head(Direction::Nne), |_| ()));
    assert!(nobody.contains("no neighbour"), "{nobody}");
    let invalid = trouble(|particle| particle.contract_head());
    assert!(invalid.contains("contracted"), "{invalid}");
}
