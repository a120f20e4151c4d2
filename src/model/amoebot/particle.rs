//! The particle: looks, computes, and says what it wants.
//!
//! A particle has no memory of its own besides its dice: its attributes are part of the snapshot,
//! because its neighbours may read them. So an activation is a function from the snapshot and the dice
//! to an intent, and whatever the intents do, they do after all particles have been activated.

use std::fmt;
use std::num::NonZeroU64;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::body::Body;
use super::interface::{Acted, Beeped, Fault, Moved, Program};
use super::view::View;
use super::{Amoebot, Event, Kind, Outcome, Payload, Reply, Request};
use crate::dice::{Dice, Position, Purpose, Touched};
use crate::model::{
    Controller as ControllerTrait, Done, Door, Failure, Handler, Robot, SharedDice,
};

/// A particle.
#[derive(Clone, Debug)]
pub struct Particle {
    id: u32,
    controller: Controller,
    dice: Dice,
    /// Where its dice stood when the round began.
    mark: Position,
    /// Whether outcomes bring a hash of what it saw.
    percepts: bool,
}

impl Particle {
    /// A particle that computes with `program`.
    #[must_use]
    pub fn new(id: u32, program: Arc<dyn Program>, dice: Dice, percepts: bool) -> Self {
        Particle {
            id,
            controller: Controller(program),
            mark: dice.position(Purpose::Algorithm),
            dice,
            percepts,
        }
    }

    /// One activation in a synchronous phase. What goes wrong is an outcome and no failure of the
    /// event: the round has to be undone first.
    async fn act<D: Door<Amoebot>>(
        &mut self,
        view: &Arc<View>,
        phase: Phase,
        door: &mut D,
    ) -> Outcome {
        let percept = Percept {
            view: Arc::clone(view),
            id: self.id,
            phase,
        };
        let saw = self.percepts.then(|| percept.hash());
        let intent = door.compute(&self.controller, percept, &mut self.dice);
        let intent = intent
            .await
            .unwrap_or_else(|failure| Intent::Aborted(Abort::Failed(failure)));
        Outcome::Particle(ParticleOutcome {
            body: view.structure.bodies()[self.id as usize],
            intent,
            percept: saw.and_then(NonZeroU64::new),
        })
    }

    /// One activation of its own, in a system in which one particle is activated at a time.
    async fn act_alone<D: Door<Amoebot>>(&mut self, door: &mut D) -> Result<Outcome, Failure> {
        let Reply::View(view) = door.ask(Request::View).await else {
            return Err(wrong_reply());
        };
        let outcome = self.act(&view, Phase::Alone, door).await;
        // Nobody but the structure may hold the snapshot when it is changed, or it would have to be
        // copied.
        drop(view);
        match outcome {
            Outcome::Particle(ParticleOutcome {
                intent: Intent::Aborted(abort),
                ..
            }) => Err(abort.into_failure()),
            Outcome::Particle(mut outcome) => {
                if let Intent::Alone(acted) = &outcome.intent {
                    let request = Request::Act(self.id, acted.clone());
                    let Reply::Acted(body) = door.ask(request).await else {
                        return Err(wrong_reply());
                    };
                    outcome.body = body;
                }
                Ok(Outcome::Particle(outcome))
            }
            outcome => Ok(outcome),
        }
    }
}

/// A part answers each request with its own kind of reply, so this is never reached.
fn wrong_reply() -> Failure {
    Failure::Invalid("a part answered another question".to_owned())
}

impl Handler<Amoebot> for Particle {
    async fn handle<D: Door<Amoebot>>(
        &mut self,
        event: &Event,
        door: &mut D,
    ) -> Result<Done<Amoebot>, Failure> {
        let outcome = match (event.kind, &event.payload) {
            (Kind::Move, Payload::View(view)) => {
                self.mark = self.dice.position(Purpose::Algorithm);
                self.act(view, Phase::Move, door).await
            }
            (Kind::Beep, Payload::View(view)) => self.act(view, Phase::Beep, door).await,
            (Kind::Activate, _) => self.act_alone(door).await?,
            (Kind::Undo, Payload::Failure(failure)) => return Err((**failure).clone()),
            (Kind::Undo, _) => {
                self.dice.rewind(Purpose::Algorithm, self.mark);
                Outcome::Undone
            }
            _ => {
                let kind = crate::model::Kind::name(event.kind);
                return Err(Failure::Invalid(format!("a particle handles no {kind}")));
            }
        };
        Ok(Done::new(outcome))
    }

    fn touched(&self) -> Vec<Touched> {
        self.dice.touched().collect()
    }
}

impl Robot<Amoebot> for Particle {
    fn set_id(&mut self, id: u32) {
        self.id = id;
    }
}

/// When a particle is activated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// In the movement phase of a round.
    Move,
    /// In the beep phase of a round.
    Beep,
    /// By itself.
    Alone,
}

/// What one particle makes of a snapshot: the snapshot, and who it is.
#[derive(Clone, Debug)]
pub struct Percept {
    /// The snapshot.
    pub view: Arc<View>,
    /// Who looks.
    pub id: u32,
    /// When.
    pub phase: Phase,
}

impl Percept {
    /// A hash of everything that the particle can see.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let View {
            structure,
            configurations,
            reception,
            attributes,
            ..
        } = &*self.view;
        let id = self.id as usize;
        let surroundings = (0..structure.bodies()[id].ports())
            .map(|label| structure.beyond(self.id, label))
            .map(|occupant| match occupant {
                None => (0, 0, 0),
                Some(super::structure::Occupant::Particle(other, half)) => {
                    (1, half as i32, attributes[other as usize].fold())
                }
                Some(super::structure::Occupant::Object(object)) => {
                    (2, structure.objects()[object as usize].identifier(), 0)
                }
            });
        let surroundings: Vec<_> = surroundings.collect();
        let sets = (0..configurations[id].pins()).filter_map(|set| {
            let message = reception.message(self.id, set)?;
            Some((set as u64, message))
        });
        let messages: Vec<_> = sets.collect();
        super::interface::fold(&(
            structure.bodies()[id].local_head(),
            attributes[id].fold(),
            surroundings,
            reception.beeps(self.id),
            messages,
        ))
    }
}

/// What a particle decides.
#[derive(Clone, Debug)]
pub enum Intent {
    /// In the movement phase.
    Move(Moved),
    /// In the beep phase.
    Beep(Beeped),
    /// By itself.
    Alone(Arc<Acted>),
    /// Nothing: it did something that is against the rules.
    Aborted(Abort),
}

/// Why an activation came to nothing.
#[derive(Clone, Debug)]
pub enum Abort {
    /// The algorithm called something that is against the rules of the model.
    Fault(Box<Fault>),
    /// It could not be carried out.
    Failed(Failure),
}

impl Abort {
    /// As the failure of a handler.
    #[must_use]
    pub fn into_failure(self) -> Failure {
        match self {
            Abort::Fault(fault) => Failure::Invalid(fault.to_string()),
            Abort::Failed(failure) => failure,
        }
    }
}

impl fmt::Display for Abort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Abort::Fault(fault) => fault.fmt(f),
            Abort::Failed(failure) => failure.fmt(f),
        }
    }
}

/// An intent is never written down: it follows from the scenario and the seed, and particles have no
/// controllers outside.
impl Serialize for Intent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&format!("{self:?}"))
    }
}

impl<'de> Deserialize<'de> for Intent {
    fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        let text = "particles have no controllers outside";
        Err(serde::de::Error::custom(text))
    }
}

/// What a particle did.
#[derive(Clone, Debug)]
pub struct ParticleOutcome {
    /// Where it is: in the snapshot that it saw or, where it acted by itself, afterwards.
    pub body: Body,
    /// What it decided.
    pub intent: Intent,
    /// A hash of what it saw, where somebody wants it.
    pub percept: Option<NonZeroU64>,
}

/// Whatever computes for a particle.
#[derive(Clone, Debug)]
pub struct Controller(Arc<dyn Program>);

impl ControllerTrait<Amoebot> for Controller {
    fn compute(
        &self,
        percept: &Percept,
        dice: &mut Dice,
        _: &mut SharedDice,
    ) -> Result<Intent, Failure> {
        let Percept { view, id, phase } = percept;
        let intent = match phase {
            Phase::Move => self.0.movement(view, *id, dice).map(Intent::Move),
            Phase::Beep => self.0.beep(view, *id, dice).map(Intent::Beep),
            Phase::Alone => {
                let acted = self.0.activate(view, *id, dice);
                acted.map(|acted| Intent::Alone(Arc::new(acted)))
            }
        };
        Ok(intent.unwrap_or_else(|fault| Intent::Aborted(Abort::Fault(Box::new(fault)))))
    }
}
