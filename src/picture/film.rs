//! From a run to a picture: runs a simulation up to a round, and draws what there is then.

use std::sync::Arc;

use super::{Options, Scene, partition_sets, svg, text};
use crate::arbiter::Committed;
use crate::engine::{Flow, Observer, Simulation};
use crate::model::amoebot::circuits::{Circuits, Signals};
use crate::model::amoebot::grid::Node;
use crate::model::amoebot::joint::{Step, bonds};
use crate::model::amoebot::scenario::Scenario;
use crate::model::amoebot::view::View;
use crate::model::amoebot::{Amoebot, Kind, Payload};
use crate::model::oblot::Oblot;
use crate::model::{End, Subject};

/// What is wanted of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wanted<'a> {
    /// The end of which round; 0 is the start, `None` the end of the run.
    pub round: Option<u64>,
    /// As text, and not as SVG.
    pub text: bool,
    /// What the SVG shows.
    pub options: Options,
    /// What the algorithm is called.
    pub algorithm: &'a str,
}

/// A model whose runs can be drawn.
pub trait Pictured: Subject {
    /// Runs a simulation of a scenario as far as wanted, and draws it.
    ///
    /// # Errors
    ///
    /// Why there is no such picture, in words.
    fn picture(
        scenario: &Self::Scenario,
        simulation: Simulation<Self>,
        wanted: &Wanted<'_>,
    ) -> Result<String, String>;
}

impl Pictured for Oblot {
    fn picture(_: &Self::Scenario, _: Simulation<Self>, _: &Wanted<'_>) -> Result<String, String> {
        Err("pictures are drawn of structures of the amoebot model only".to_owned())
    }
}

impl Pictured for Amoebot {
    fn picture(
        scenario: &Scenario,
        simulation: Simulation<Self>,
        wanted: &Wanted<'_>,
    ) -> Result<String, String> {
        let film = Film {
            round: wanted.round,
            signals: Vec::new(),
            bonds: None,
            reached: wanted.round == Some(0),
        };
        let mut simulation = simulation;
        let film = match film.reached {
            true => film,
            false => {
                let (film, result) = simulation.run(film);
                result.map_err(|error| error.to_string())?;
                film
            }
        };
        let state = simulation.state().map_err(|error| error.to_string())?;
        let view = Arc::clone(state.director.view());
        let last = state.director.counts().rounds;
        match wanted.round {
            Some(round) if !film.reached => Err(format!(
                "there is no round {round}: the run ends after round {last}"
            )),
            _ => Ok(film.develop(scenario, &view, last, wanted)),
        }
    }
}

/// Looks at a run until the end of a round.
#[derive(Debug)]
struct Film {
    round: Option<u64>,
    /// What was sent in the last beep phase.
    signals: Vec<Signals>,
    /// The bonds of the last round, where nobody moved in it.
    bonds: Option<Vec<(Node, Node)>>,
    reached: bool,
}

impl Observer<Amoebot> for Film {
    fn committed(&mut self, committed: &Committed<'_, Amoebot>) -> Flow {
        let event = committed.event;
        match (event.kind, &event.payload) {
            (Kind::Shift, Payload::Moves(moves)) => {
                let rests = moves.steps.iter().all(|step| step.action.is_none());
                self.bonds = rests.then(|| {
                    let structure = &moves.view.structure;
                    let bonds = bonds(structure, &moves.steps, &moves.releasing);
                    bonds.iter().map(|bond| bond.nodes.into()).collect()
                });
            }
            (Kind::Sound, Payload::Sounds(sounds)) => self.signals.clone_from(&sounds.signals),
            _ => {}
        }
        let ended = matches!(event.kind, Kind::Sound | Kind::Activate | Kind::Edit);
        if ended && self.round == Some(committed.director.counts().rounds) {
            self.reached = true;
            return Flow::Stop(End::Interrupted);
        }
        Flow::Continue
    }
}

impl Film {
    fn develop(self, scenario: &Scenario, view: &View, round: u64, wanted: &Wanted<'_>) -> String {
        let structure = &*view.structure;
        // After a movement all that touch are bonded again.
        let bonds = self.bonds.unwrap_or_else(|| {
            let steps = vec![Step::default(); structure.bodies().len()];
            let bonds = bonds(structure, &steps, &[]);
            bonds.iter().map(|bond| bond.nodes.into()).collect()
        });
        let per_edge = scenario.program().pins();
        let pins = match view.configurations.is_empty() || per_edge == 0 {
            true => Vec::new(),
            false => {
                let mut circuits = Circuits::new(per_edge, structure);
                let configurations = Arc::clone(&view.configurations);
                circuits.restore(structure, configurations, Arc::clone(&view.reception));
                partition_sets(&circuits, |particle, set| {
                    let signals = self.signals.get(particle as usize);
                    signals.is_some_and(|signals| signals.beeps >> set & 1 == 1)
                })
            }
        };
        let colours: Vec<_> = view
            .paint
            .particles
            .iter()
            .map(|colour| colour.map(|colour| colour.0))
            .collect();
        let scene = Scene {
            names: &scenario.placed().names,
            colours: &colours,
            bonds: &bonds,
            pins_per_edge: per_edge,
            pins: &pins,
            ..Scene::new(structure, wanted.algorithm, round)
        };
        match wanted.text {
            true => text(&scene),
            false => svg(&scene, &wanted.options),
        }
    }
}
