//! The books: which event comes next, rounds, counts, and the end.

use std::sync::Arc;

use serde_json::json;

use super::interface::{Acted, Fault, Program};
use super::joint::{Collision, Conflict, ConflictKind, Step};
use super::particle::{Abort, Intent, ParticleOutcome};
use super::structure::Anchor;
use super::view::View;
use super::{
    Amoebot, CIRCUITS, Event, Kind, Moves, Outcome, Payload, STRUCTURE, Shifted, Sounded, Sounds,
};
use crate::dice::{Dice, Draw as _, Purpose, Touched};
use crate::model::{Director, End, Failure, Figure, Members, PartId, Target, Wake};
use crate::scenario::Word;

/// The keys of the figures that a run has; see [`Books::figures`].
pub const FIGURES: &[&str] = &[
    "particles",
    "finished",
    "rounds",
    "activations",
    "moves",
    "expanded",
    "beeps",
    "circuits",
    "conflicts",
    "conflict",
    "conflict_text",
    "collisions",
    "collision_text",
    "refused_text",
];

/// What happens after a conflict or a collision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// The run ends.
    #[default]
    Stop,
    /// The run goes on.
    Continue,
}

impl Word for Policy {
    const ALL: &'static [Self] = &[Policy::Stop, Policy::Continue];

    fn word(self) -> &'static str {
        match self {
            Policy::Stop => "stop",
            Policy::Continue => "continue",
        }
    }
}

/// The rules that the books go by.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rules {
    /// What happens after a conflict.
    pub on_conflict: Policy,
    /// What happens after a collision.
    pub on_collision: Policy,
}

/// A conflict that came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflicted {
    /// In which round.
    pub round: u64,
    /// What kind of conflict it was.
    pub kind: ConflictKind,
    /// The particles that it is about.
    pub particles: Vec<u32>,
    /// The objects that it is about.
    pub objects: Vec<u32>,
    /// The same as a sentence.
    pub text: String,
}

/// How often something came about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Rounds that are over.
    pub rounds: u64,
    /// Activations of single particles, and of those that they take along in a handover.
    pub activations: u64,
    /// Expansions and contractions; a handover is two.
    pub moves: u64,
    /// Particles that beeped or sent messages, summed over the rounds.
    pub beeps: u64,
    /// Circuits in the last round.
    pub circuits: u64,
    /// Conflicts.
    pub conflicts: u64,
    /// Rounds with a collision.
    pub collisions: u64,
}

/// Keeps the books of a run, and says which event comes next.
#[derive(Clone, Debug)]
pub struct Books {
    program: Arc<dyn Program>,
    rules: Rules,
    counts: Counts,
    /// Everything at the end of the last round.
    view: Arc<View>,
    /// Which particles have finished.
    finished: Vec<bool>,
    /// How many have not.
    unfinished: usize,
    conflict: Option<Conflicted>,
    collision: Option<(u64, Collision)>,
    /// Whether the collision came about in the present round.
    collided: bool,
    /// What the present round is undone for.
    trouble: Option<Trouble>,
    /// For particles that are activated one at a time: who has been in this round.
    activated: Vec<bool>,
    /// How many have not been in this round.
    waiting: usize,
    dice: Dice,
    /// Why the last change from outside that came to nothing did so.
    refused: Option<String>,
}

/// What a round is undone for.
#[derive(Clone, Debug)]
enum Trouble {
    /// A conflict.
    Conflict,
    /// A particle could not be activated.
    Failure(u32, Arc<Failure>),
}

impl Books {
    /// The books of a run that starts with this view. `dice` choose who is activated, where particles
    /// are activated one at a time.
    #[must_use]
    pub fn new(program: Arc<dyn Program>, view: Arc<View>, rules: Rules, dice: Dice) -> Self {
        let attributes = view.attributes.iter();
        let finished: Vec<_> = attributes.map(|each| program.is_finished(each)).collect();
        let particles = finished.len();
        let unfinished = finished.iter().filter(|finished| !**finished).count();
        Books {
            program,
            rules,
            counts: Counts::default(),
            view,
            finished,
            unfinished,
            conflict: None,
            collision: None,
            collided: false,
            trouble: None,
            activated: vec![false; particles],
            waiting: particles,
            dice,
            refused: None,
        }
    }

    /// The first event of a run.
    pub fn first(&mut self) -> Wake<Amoebot> {
        if self.program.is_sequential() {
            self.choose()
        } else {
            to_part(1.0, STRUCTURE, Kind::Round, Payload::None)
        }
    }

    /// What the particles compute.
    #[must_use]
    pub fn program(&self) -> &Arc<dyn Program> {
        &self.program
    }

    /// Everything at the end of the last round; where particles are activated one at a time, after the
    /// last activation.
    #[must_use]
    pub fn view(&self) -> &Arc<View> {
        &self.view
    }

    /// How often something came about.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The last conflict.
    #[must_use]
    pub fn conflict(&self) -> Option<&Conflicted> {
        self.conflict.as_ref()
    }

    /// The last collision, and its round.
    #[must_use]
    pub fn collision(&self) -> Option<(u64, &Collision)> {
        let (round, collision) = self.collision.as_ref()?;
        Some((*round, collision))
    }

    /// How many particles there are.
    #[must_use]
    pub fn particles(&self) -> usize {
        self.finished.len()
    }

    /// Whether a particle has finished.
    #[must_use]
    pub fn is_finished(&self, particle: u32) -> bool {
        self.finished.get(particle as usize).is_some_and(|&one| one)
    }

    /// How many particles have finished.
    #[must_use]
    pub fn finished(&self) -> usize {
        self.particles() - self.unfinished
    }

    fn have_all_finished(&self) -> bool {
        !self.finished.is_empty() && self.unfinished == 0
    }

    /// A particle has finished, or goes on after all.
    fn finish(&mut self, id: u32, finished: bool) {
        let before = std::mem::replace(&mut self.finished[id as usize], finished);
        self.unfinished += usize::from(before);
        self.unfinished -= usize::from(finished);
    }

    /// What all particles decided in the movement phase goes to the structure.
    fn moved(&mut self, event: &Event, results: &[(i32, Outcome)]) -> Wake<Amoebot> {
        let Payload::View(view) = &event.payload else {
            return self.undo(event);
        };
        let mut gathered = Moves {
            view: (**view).clone(),
            steps: vec![Step::default(); results.len()],
            releasing: Vec::new(),
        };
        let mut anchor = None;
        for (id, outcome) in results {
            let id = *id as u32;
            match decided(outcome) {
                Some(Intent::Move(moved)) => {
                    gathered.steps[id as usize] = moved.step;
                    self.counts.moves += u64::from(moved.step.action.is_some());
                    if let Some(new) = &moved.attributes {
                        Arc::make_mut(&mut gathered.view.attributes)[id as usize] = new.clone();
                    }
                    let Some(extras) = &moved.extras else {
                        continue;
                    };
                    paint(&mut gathered.view, id, extras);
                    gathered.releasing.extend_from_slice(&extras.releasing);
                    match (extras.anchor, anchor) {
                        (Some(_), Some((first, _))) => {
                            self.two_anchors(view.round, first, id);
                            return self.undo(event);
                        }
                        (Some(new), None) => anchor = Some((id, new)),
                        (None, _) => {}
                    }
                }
                Some(Intent::Aborted(abort)) => {
                    self.aborted(view.round, id, abort);
                    return self.undo(event);
                }
                _ => {}
            }
        }
        if let Some((_, anchor)) = anchor {
            set_anchor(&mut gathered.view, anchor);
        }
        gathered.releasing.sort_unstable();
        gathered.releasing.dedup();
        let payload = Payload::Moves(Arc::new(gathered));
        to_part(event.time, STRUCTURE, Kind::Shift, payload)
    }

    /// What all particles decided in the beep phase goes to the circuits.
    fn beeped(&mut self, event: &Event, results: &[(i32, Outcome)]) -> Wake<Amoebot> {
        let Payload::View(view) = &event.payload else {
            return self.undo(event);
        };
        let mut gathered = Sounds {
            view: (**view).clone(),
            signals: Vec::with_capacity(results.len()),
        };
        for (id, outcome) in results {
            let id = *id as u32;
            match decided(outcome) {
                Some(Intent::Beep(beeped)) => {
                    gathered.signals.push(beeped.signals.clone());
                    self.finish(id, beeped.finished);
                    if let Some(new) = &beeped.attributes {
                        Arc::make_mut(&mut gathered.view.attributes)[id as usize] = new.clone();
                    }
                    if let Some(extras) = &beeped.extras {
                        paint(&mut gathered.view, id, extras);
                    }
                }
                Some(Intent::Aborted(abort)) => {
                    self.aborted(view.round, id, abort);
                    return self.undo(event);
                }
                _ => {}
            }
        }
        let payload = Payload::Sounds(Arc::new(gathered));
        to_part(event.time, CIRCUITS, Kind::Sound, payload)
    }

    /// The joint movement came out; the structure has planned the beep phase where it was possible.
    fn shifted(&mut self, event: &Event, shifted: &Shifted) -> Option<Wake<Amoebot>> {
        match &shifted.result {
            Ok(view) => {
                if let Some(collision) = &shifted.collision {
                    self.counts.collisions += 1;
                    self.collision = Some((view.round, *collision));
                    self.collided = true;
                }
                None
            }
            Err(conflict) => {
                self.counts.moves -= u64::from(shifted.actions);
                let round = match &event.payload {
                    Payload::Moves(moves) => moves.view.round,
                    _ => self.counts.rounds + 1,
                };
                self.note(round, conflict, conflict.to_string());
                Some(self.undo(event))
            }
        }
    }

    fn note(&mut self, round: u64, conflict: &Conflict, text: String) {
        self.counts.conflicts += 1;
        self.trouble = Some(Trouble::Conflict);
        self.conflict = Some(Conflicted {
            round,
            kind: conflict.kind,
            particles: conflict.particles.clone(),
            objects: conflict.objects.clone(),
            text,
        });
    }

    /// A particle wants what its shape does not allow, which counts as a conflict, or it could not be
    /// activated at all.
    fn aborted(&mut self, round: u64, id: u32, abort: &Abort) {
        match abort {
            Abort::Fault(fault) if matches!(**fault, Fault::Action(_)) => {
                self.invalid(round, vec![id], format!("particle {id}: {fault}"));
            }
            abort => {
                let failure = match abort.clone().into_failure() {
                    Failure::Invalid(text) => Failure::Invalid(format!("round {round}: {text}")),
                    failure => failure,
                };
                self.trouble = Some(Trouble::Failure(id, Arc::new(failure)));
            }
        }
    }

    fn invalid(&mut self, round: u64, particles: Vec<u32>, text: String) {
        let conflict = Conflict {
            kind: ConflictKind::Invalid,
            particles,
            objects: Vec::new(),
        };
        self.note(round, &conflict, text);
    }

    fn two_anchors(&mut self, round: u64, first: u32, second: u32) {
        let text = format!("particles {first} and {second} both set the anchor");
        self.invalid(round, vec![first, second], text);
    }

    /// The present round is taken back, first of all by the parts.
    fn undo(&self, event: &Event) -> Wake<Amoebot> {
        to_part(event.time, STRUCTURE, Kind::Undo, Payload::None)
    }

    /// A step of the way back was taken.
    fn undone(&mut self, event: &Event, wakes: &mut Vec<Wake<Amoebot>>) -> Option<End> {
        let on = matches!(self.trouble, Some(Trouble::Conflict))
            && self.rules.on_conflict == Policy::Continue;
        match (&event.target, &self.trouble) {
            (Target::Part(_), _) if on => {
                self.trouble = None;
                self.counts.rounds += 1;
                wakes.push(next_round(event));
                None
            }
            (Target::Part(_), _) => {
                wakes.push(Wake::phase(event.time, Members::All, Kind::Undo));
                None
            }
            (Target::Phase(_), Some(Trouble::Failure(id, failure))) => {
                wakes.push(Wake {
                    payload: Payload::Failure(Arc::clone(failure)),
                    ..Wake::robot(event.time, *id, Kind::Undo)
                });
                None
            }
            _ => Some(End::Conflict),
        }
    }

    /// A round is over.
    fn sounded(
        &mut self,
        event: &Event,
        sounded: &Sounded,
        wakes: &mut Vec<Wake<Amoebot>>,
    ) -> Option<End> {
        self.view = Arc::clone(&sounded.view);
        self.counts.rounds = sounded.view.round;
        self.counts.beeps += u64::from(sounded.senders);
        self.counts.circuits = u64::from(sounded.circuits);
        if std::mem::take(&mut self.collided) && self.rules.on_collision == Policy::Stop {
            return Some(End::Collision);
        }
        if self.have_all_finished() {
            return Some(End::Terminated);
        }
        wakes.push(next_round(event));
        None
    }

    /// A particle was activated by itself.
    ///
    /// Whom it takes along in a handover counts as activated, and as the first of both, as in the
    /// original simulator.
    fn acted(&mut self, id: u32, acted: &Acted, wakes: &mut Vec<Wake<Amoebot>>) -> Option<End> {
        let own = u64::from(acted.action.is_some());
        self.counts.moves += own + u64::from(acted.partner.is_some());
        for each in acted.partner.into_iter().chain([id]) {
            self.activated(each);
        }
        let view = Arc::make_mut(&mut self.view);
        view.round = self.counts.rounds;
        view.act(id, acted);
        for (other, finished) in &acted.finished {
            self.finish(*other, *finished);
        }
        if self.have_all_finished() {
            return Some(End::Terminated);
        }
        wakes.push(self.choose());
        None
    }

    /// Counts an activation. A round is over as soon as all particles have been activated since the
    /// last one.
    fn activated(&mut self, id: u32) {
        self.counts.activations += 1;
        let before = std::mem::replace(&mut self.activated[id as usize], true);
        self.waiting -= usize::from(!before);
        if self.waiting == 0 {
            self.counts.rounds += 1;
            self.activated.fill(false);
            self.waiting = self.particles();
        }
    }

    /// Chooses who is activated next. The instants are such that a unit of time has as many
    /// activations as there are particles.
    fn choose(&mut self) -> Wake<Amoebot> {
        let particles = self.particles();
        let id = self
            .dice
            .on(Purpose::Choice, &mut None)
            .index(particles.max(1)) as u32;
        let time = (self.counts.activations + 1) as f64 / particles.max(1) as f64;
        Wake::robot(time, id, Kind::Activate)
    }

    /// Somebody outside has changed the system.
    fn edited(&mut self, view: &Arc<View>) {
        self.view = Arc::clone(view);
        if !self.program.is_sequential() {
            self.counts.rounds = view.round;
        }
        let attributes = view.attributes.iter();
        let finished = attributes.map(|each| self.program.is_finished(each));
        self.finished = finished.collect();
        self.unfinished = self.finished.iter().filter(|each| !**each).count();
    }

    /// The figures of a run.
    #[must_use]
    pub fn figures(&self) -> Vec<Figure> {
        let Counts {
            rounds,
            activations,
            moves,
            beeps,
            circuits,
            conflicts,
            collisions,
        } = self.counts;
        let bodies = self.view.structure.bodies();
        let expanded = bodies.iter().filter(|body| body.is_expanded()).count();
        let conflict = self.conflict.as_ref();
        let collision = self.collision.as_ref();
        vec![
            Figure::new("particles", "particles", self.particles()),
            Figure::new("finished", "finished", self.finished()),
            Figure::new("rounds", "rounds", rounds),
            Figure::new("activations", "activations", activations),
            Figure::new("moves", "moves", moves),
            Figure::new("expanded", "expanded", expanded),
            Figure::new("beeps", "beeps", beeps),
            Figure::new("circuits", "circuits", circuits),
            Figure::new("conflicts", "conflicts", conflicts),
            Figure::new(
                "conflict",
                "last conflict",
                conflict.map_or(json!(null), |conflict| json!(conflict.kind.word())),
            ),
            Figure::new(
                "conflict_text",
                "what it was",
                conflict.map_or(json!(null), |conflict| {
                    json!(format!("round {}: {}", conflict.round, conflict.text))
                }),
            ),
            Figure::new("collisions", "collisions", collisions),
            Figure::new(
                "collision_text",
                "last collision",
                collision.map_or(json!(null), |(round, collision)| {
                    json!(format!("round {round}: {collision}"))
                }),
            ),
            Figure::new(
                "refused_text",
                "last refused change",
                self.refused
                    .as_deref()
                    .map_or(json!(null), |text| json!(text)),
            ),
        ]
    }
}

impl Director<Amoebot> for Books {
    fn committed(
        &mut self,
        event: &Event,
        results: &[(i32, Outcome)],
        wakes: &mut Vec<Wake<Amoebot>>,
    ) -> Option<End> {
        match (event.kind, results.first().map(|(_, outcome)| outcome)) {
            (Kind::Move, _) => wakes.push(self.moved(event, results)),
            (Kind::Beep, _) => wakes.push(self.beeped(event, results)),
            (Kind::Shift, Some(Outcome::Shifted(shifted))) => {
                wakes.extend(self.shifted(event, shifted));
            }
            (Kind::Sound, Some(Outcome::Sounded(sounded))) => {
                return self.sounded(event, sounded, wakes);
            }
            (Kind::Undo, _) => return self.undone(event, wakes),
            (Kind::Activate, Some(outcome)) => {
                if let Some(Intent::Alone(acted)) = decided(outcome) {
                    return self.acted(event.id() as u32, acted, wakes);
                }
            }
            (Kind::Edit, Some(Outcome::Edited(edited))) => match &edited.result {
                Ok(view) => self.edited(view),
                Err(text) => self.refused = Some(text.clone()),
            },
            _ => {}
        }
        None
    }

    fn touched(&self) -> Vec<Touched> {
        self.dice.touched().collect()
    }
}

/// What a particle decided.
fn decided(outcome: &Outcome) -> Option<&Intent> {
    match outcome {
        Outcome::Particle(ParticleOutcome { intent, .. }) => Some(intent),
        _ => None,
    }
}

/// Gives out the colours of one particle's wishes.
fn paint(view: &mut View, id: u32, extras: &super::interface::Extras) {
    if extras.colour.is_none() && extras.object_colours.is_empty() {
        return;
    }
    let paint = Arc::make_mut(&mut view.paint);
    if extras.colour.is_some() {
        paint.particles[id as usize] = extras.colour;
    }
    for (object, colour) in &extras.object_colours {
        paint.objects[*object as usize] = Some(*colour);
    }
}

fn set_anchor(view: &mut View, anchor: Anchor) {
    if view.structure.anchor() != anchor {
        let structure = (*view.structure).clone().with_anchor(anchor);
        view.structure = Arc::new(structure);
    }
}

fn to_part(time: f64, part: PartId, kind: Kind, payload: Payload) -> Wake<Amoebot> {
    Wake {
        time,
        target: Target::Part(part),
        kind,
        payload,
    }
}

fn next_round(event: &Event) -> Wake<Amoebot> {
    to_part(event.time + 1.0, STRUCTURE, Kind::Round, Payload::None)
}
