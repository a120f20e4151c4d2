//! From a run to a picture: runs a simulation up to a round, and draws what there is then.

use std::sync::Arc;

use super::{Options, PartitionSet, Scene, partition_sets, svg, text};
use crate::arbiter::Committed;
use crate::engine::{Flow, Observer, Simulation};
use crate::model::amoebot::circuits::Circuits;
use crate::model::amoebot::grid::Node;
use crate::model::amoebot::joint::{Step, bonds};
use crate::model::amoebot::scenario::Scenario;
use crate::model::amoebot::structure::Structure;
use crate::model::amoebot::view::View;
use crate::model::amoebot::{Amoebot, Kind, Moves, Payload, Sounds};
use crate::model::oblot::Oblot;
use crate::model::{End, Event, Subject};

/// What is wanted of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wanted<'a> {
    /// The end of which round; 0 is the start, `None` the end of the run.
    pub round: Option<u64>,
    /// Whether the round may take place several times, because somebody goes back; then the last time
    /// counts.
    pub again: bool,
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
            again: wanted.again,
            shot: Shot::default(),
            reached: None,
        };
        let mut simulation = simulation;
        let mut start = None;
        if wanted.round == Some(0) {
            let state = simulation.state().map_err(|error| error.to_string())?;
            start = Some(Shot::of(state.director.view()));
        }
        let film = match (&start, wanted.again) {
            (Some(_), false) => film,
            _ => {
                let (film, result) = simulation.run(film);
                result.map_err(|error| error.to_string())?;
                film
            }
        };
        let state = simulation.state().map_err(|error| error.to_string())?;
        let books = &state.director;
        let last = books.counts().rounds;
        let shot = match wanted.round {
            None => Shot {
                view: Some(Arc::clone(books.view())),
                ..film.shot
            },
            Some(round) => match film.reached.or(start) {
                Some(shot) => shot,
                None => {
                    let undone = books
                        .conflict()
                        .filter(|conflict| conflict.round == last + 1);
                    let undone = undone.map_or(String::new(), |conflict| {
                        format!("; round {} was undone: {}", conflict.round, conflict.text)
                    });
                    return Err(format!(
                        "there is no round {round}: the run ends after round {last}{undone}"
                    ));
                }
            },
        };
        let round = wanted.round.unwrap_or(last);
        Ok(shot.develop(scenario, books.view(), round, wanted))
    }
}

/// Looks at a run until the end of a round.
#[derive(Debug)]
struct Film {
    round: Option<u64>,
    again: bool,
    /// How things are.
    shot: Shot,
    /// How things were at the end of the round.
    reached: Option<Shot>,
}

/// What can be seen of a round besides the structure and its attributes: it is in the events only.
#[derive(Clone, Debug, Default)]
pub struct Shot {
    /// Everything as it was, where it is not as it is now.
    view: Option<Arc<View>>,
    /// What was decided in the last beep phase.
    sounds: Option<Arc<Sounds>>,
    /// What was decided in the last movement phase.
    moves: Option<Arc<Moves>>,
}

impl Shot {
    /// A view by itself.
    fn of(view: &Arc<View>) -> Self {
        Shot {
            view: Some(Arc::clone(view)),
            ..Shot::default()
        }
    }

    /// Takes note of an event.
    pub fn note(&mut self, event: &Event<Amoebot>) {
        match (event.kind, &event.payload) {
            (Kind::Shift, Payload::Moves(moves)) => self.moves = Some(Arc::clone(moves)),
            (Kind::Sound, Payload::Sounds(sounds)) => self.sounds = Some(Arc::clone(sounds)),
            _ => {}
        }
    }

    /// The bonds. After a movement all that touch are bonded again; where nobody moved, some may have
    /// been released.
    #[must_use]
    pub fn bonds(&self, structure: &Structure) -> Vec<(Node, Node)> {
        let rests = |moves: &&Arc<Moves>| moves.steps.iter().all(|step| step.action.is_none());
        let found = match self.moves.as_ref().filter(rests) {
            Some(moves) => bonds(&moves.view.structure, &moves.steps, &moves.releasing),
            None => {
                let steps = vec![Step::default(); structure.bodies().len()];
                bonds(structure, &steps, &[])
            }
        };
        found.iter().map(|bond| bond.nodes.into()).collect()
    }

    /// The partition sets of all particles; none where there are no pins.
    #[must_use]
    pub fn sets(&self, scenario: &Scenario, view: &View) -> Vec<Vec<PartitionSet>> {
        let per_edge = scenario.program().pins();
        if view.configurations.is_empty() || per_edge == 0 {
            return Vec::new();
        }
        let mut circuits = Circuits::new(per_edge, &view.structure);
        let configurations = Arc::clone(&view.configurations);
        circuits.restore(&view.structure, configurations, Arc::clone(&view.reception));
        partition_sets(&circuits, |particle, set| {
            let sounds = self.sounds.as_ref();
            let signals = sounds.and_then(|sounds| sounds.signals.get(particle as usize));
            signals.is_some_and(|signals| signals.beeps >> set & 1 == 1)
        })
    }
}

impl Observer<Amoebot> for Film {
    fn committed(&mut self, committed: &Committed<'_, Amoebot>) -> Flow {
        let event = committed.event;
        self.shot.note(event);
        let ended = matches!(event.kind, Kind::Sound | Kind::Activate | Kind::Edit);
        if ended && self.round == Some(committed.director.counts().rounds) {
            self.reached = Some(Shot {
                view: Some(Arc::clone(committed.director.view())),
                ..self.shot.clone()
            });
            if !self.again {
                return Flow::Stop(End::Interrupted);
            }
        }
        Flow::Continue
    }
}

impl Shot {
    /// The picture. `now` is how everything is, for a shot that has no view of its own.
    fn develop(
        self,
        scenario: &Scenario,
        now: &Arc<View>,
        round: u64,
        wanted: &Wanted<'_>,
    ) -> String {
        let view = self.view.as_ref().unwrap_or(now);
        let structure = &*view.structure;
        let bonds = self.bonds(structure);
        let pins = self.sets(scenario, view);
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
            pins_per_edge: scenario.program().pins(),
            pins: &pins,
            ..Scene::new(structure, wanted.algorithm, round)
        };
        match wanted.text {
            true => text(&scene),
            false => svg(&scene, &wanted.options),
        }
    }
}
