//! Has the monitors of a run see each round, and speak.

use serde_json::{Map, Value};

use super::{Judgement, Monitor, Scene};
use crate::arbiter::Committed;
use crate::model::amoebot::books::Books;
use crate::model::amoebot::joint::{Bond, bonds};
use crate::model::amoebot::particle::Particle;
use crate::model::amoebot::{Amoebot, Kind, Payload};
use crate::monitor::{Finding, Line, Listener, Watcher};

/// A monitor with its name.
#[derive(Debug)]
pub(super) struct Watched {
    name: String,
    kind: &'static str,
    /// Of so many rounds the last has a line.
    every: u64,
    monitor: Box<dyn Monitor>,
}

impl Clone for Watched {
    fn clone(&self) -> Self {
        Watched {
            name: self.name.clone(),
            kind: self.kind,
            every: self.every,
            monitor: self.monitor.copy(),
        }
    }
}

impl Watched {
    pub(super) fn new(
        name: String,
        kind: &'static str,
        every: u64,
        monitor: Box<dyn Monitor>,
    ) -> Self {
        Watched {
            name,
            kind,
            every,
            monitor,
        }
    }
}

/// The monitors of one run.
#[derive(Debug)]
pub(super) struct Watch {
    monitors: Vec<Watched>,
    bonds: Vec<Bond>,
    began: bool,
    rounds: u64,
    /// The number of the last event.
    event: u64,
}

impl Watch {
    pub(super) fn new(monitors: Vec<Watched>) -> Self {
        Watch {
            monitors,
            bonds: Vec::new(),
            began: false,
            rounds: 0,
            event: 0,
        }
    }

    /// Has all see how things are, and those speak whose turn it is.
    fn look(&mut self, at: &'static str, time: f64, books: &Books, door: &mut dyn Listener) {
        let scene = Scene {
            view: books.view(),
            counts: books.counts(),
            finished: books.finished(),
            bonds: &self.bonds,
        };
        for watched in &mut self.monitors {
            let said = watched.monitor.round(&scene);
            if at == "round" && !scene.counts.rounds.is_multiple_of(watched.every) {
                continue;
            }
            let mut value = Map::new();
            value.insert("monitor".to_owned(), watched.name.clone().into());
            value.insert("at".to_owned(), at.into());
            value.insert("round".to_owned(), scene.counts.rounds.into());
            value.extend(said.into_iter().map(|(key, said)| (key.to_owned(), said)));
            door.hear(Line {
                event: self.event,
                time,
                value: Value::Object(value),
            });
        }
    }
}

impl Watcher<Amoebot> for Watch {
    fn committed(&mut self, committed: &Committed<'_, Amoebot>, door: &mut dyn Listener) {
        let (event, books) = (committed.event, committed.director);
        if !std::mem::replace(&mut self.began, true) {
            // What the first event does, a ROUND or an activation, is in the books afterwards only
            // where it ends a round.
            self.look("start", 0.0, books, door);
        }
        self.event = event.number;
        if let (Kind::Shift, Payload::Moves(moves)) = (event.kind, &event.payload) {
            self.bonds = bonds(&moves.view.structure, &moves.steps, &moves.releasing);
        }
        let rounds = books.counts().rounds;
        if rounds != self.rounds {
            self.rounds = rounds;
            self.look("round", event.time, books, door);
        }
    }

    fn finish(
        &mut self,
        _: Option<&[Option<Particle>]>,
        books: Option<&Books>,
        time: f64,
        door: &mut dyn Listener,
    ) -> Vec<Finding> {
        let Some(books) = books else {
            return Vec::new();
        };
        self.look("end", time, books, door);
        let scene = Scene {
            view: books.view(),
            counts: books.counts(),
            finished: books.finished(),
            bonds: &self.bonds,
        };
        let findings = self.monitors.iter_mut().map(|watched| {
            let Judgement { holds, figures } = watched.monitor.finish(&scene);
            Finding {
                name: watched.name.clone(),
                kind: watched.kind,
                holds,
                figures,
            }
        });
        findings.collect()
    }
}
