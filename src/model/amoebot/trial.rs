//! Runs of scenarios, for tests of algorithms.

use super::books::Books;
use super::grid::Node;
use super::interface::State;
use super::particle::Particle;
use super::scenario::Scenario;
use super::structure::Structure;
use super::view::View;
use super::{Amoebot, Extras, Kind};
use crate::arbiter::Committed;
use crate::engine::{Engine, Flow, Observer, Simulation};
use crate::model::End;
use crate::scenario::Document;

/// A run that is over.
#[derive(Debug)]
pub(crate) struct Ran {
    /// How it ended.
    pub(crate) end: End,
    /// The books at the end.
    pub(crate) books: Books,
    /// The particles at the end.
    pub(crate) robots: Vec<Option<Particle>>,
}

impl Ran {
    /// How many rounds are over.
    pub(crate) fn rounds(&self) -> u64 {
        self.books.counts().rounds
    }

    /// Where everybody is.
    pub(crate) fn structure(&self) -> &Structure {
        &self.books.view().structure
    }

    /// The attributes, by particle.
    pub(crate) fn states<S: State>(&self) -> Vec<&S> {
        states(self.books.view())
    }

    /// The answer to a question of the algorithm.
    pub(crate) fn ask(&self, question: &str) -> Option<String> {
        let attributes = &self.books.view().attributes;
        self.books.program().ask(question, attributes)
    }
}

/// The attributes in a view, by particle.
pub(crate) fn states<S: State>(view: &View) -> Vec<&S> {
    let attributes = view.attributes.iter();
    attributes.map(|each| each.get().unwrap()).collect()
}

/// The least and greatest coordinates that particles have: least x, greatest x, least y, greatest y.
pub(crate) fn bounds(structure: &Structure) -> [i32; 4] {
    let nodes = structure.bodies().iter().flat_map(|body| body.nodes());
    let nodes: Vec<Node> = nodes.collect();
    let (x, y) = (nodes.iter().map(|n| n.x), nodes.iter().map(|n| n.y));
    let least = [x.clone().min(), y.clone().min()].map(Option::unwrap);
    [least[0], x.max().unwrap(), least[1], y.max().unwrap()]
}

/// Reads a scenario of this model. A key that nobody reads is an error, but for the table `[expect]`.
pub(crate) fn scenario(text: &str) -> Scenario {
    let document = Document::parse("trial.toml", text).unwrap();
    let root = document.root();
    let scenario = Scenario::read(&root).unwrap_or_else(|error| panic!("{error}"));
    root.str("model").optional().unwrap();
    if !root.has("expect") {
        root.finish().unwrap_or_else(|error| panic!("{error}"));
    }
    scenario
}

/// Runs a scenario to its end.
pub(crate) fn run(text: &str) -> Ran {
    watch(text, |_| {})
}

/// Runs a scenario to its end and shows the view at the end of each round.
pub(crate) fn watch(text: &str, watch: impl FnMut(&View) + Send + 'static) -> Ran {
    play(&scenario(text), watch)
}

/// Runs a scenario that has been read.
pub(crate) fn play(scenario: &Scenario, watch: impl FnMut(&View) + Send + 'static) -> Ran {
    let plan = scenario.plan(Extras::default());
    let mut simulation = Simulation::new(plan, Engine::Inline { threads: 1 }).unwrap();
    let (_, end) = simulation.run(Watcher(watch));
    let state = simulation.state().unwrap();
    Ran {
        end: end.unwrap_or_else(|error| panic!("{error}")),
        books: state.director,
        robots: state.robots,
    }
}

struct Watcher<F>(F);

impl<F: FnMut(&View) + Send + 'static> Observer<Amoebot> for Watcher<F> {
    fn committed(&mut self, committed: &Committed<'_, Amoebot>) -> Flow {
        if committed.event.kind == Kind::Sound {
            (self.0)(committed.director.view());
        }
        Flow::Continue
    }
}

#[test]
fn a_script_is_run_to_its_end() {
    let text = "[swarm]\nalgorithm = \"scripted\"\nstart = \"line\"\nrobots = 2\n\
                [[script]]\nround = 2\nparticle = \"all\"\nmove = \"expand\"\ndirection = \"E\"\n";
    let ran = run(text);
    assert_eq!(
        (ran.end, ran.rounds(), ran.robots.len()),
        (End::Terminated, 2, 2)
    );
    assert_eq!(bounds(ran.structure()), [0, 3, 0, 0]);
    assert_eq!(ran.ask("nothing"), None);
}
