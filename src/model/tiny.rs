//! A model for tests: robots and parts that do what a script tells them.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{
    Answer, Done, Door, End, Event, Failure, Handler, Injection, Model, PartId, SharedDice, Wake,
};
use crate::dice::{Dice, Draw as _, Purpose, Touched};

/// The model.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tiny;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Kind {
    Early,
    Late,
}

impl super::Kind for Kind {
    fn rank(self) -> u8 {
        self as u8
    }

    fn name(self) -> &'static str {
        match self {
            Kind::Early => "EARLY",
            Kind::Late => "LATE",
        }
    }
}

/// What a handler does with an event.
#[derive(Clone)]
pub(crate) struct Script(Arc<Writer>);

type Writer = dyn Fn(&Event<Tiny>) -> Vec<Act> + Send + Sync;

impl Script {
    pub(crate) fn new(script: impl Fn(&Event<Tiny>) -> Vec<Act> + Send + Sync + 'static) -> Self {
        Script(Arc::new(script))
    }

    /// The same at every event.
    pub(crate) fn always(acts: Vec<Act>) -> Self {
        Script::new(move |_| acts.clone())
    }
}

impl fmt::Debug for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Script")
    }
}

/// One line of a script. Whatever comes back is mixed into what the handler has seen.
#[derive(Clone, Debug)]
pub(crate) enum Act {
    Ask(Request),
    Tell(Request),
    Compute,
    Turn,
    Draw,
    DrawShared,
    Panic(&'static str),
    Wake(Wake<Tiny>),
    Leave(u32),
}

/// What a part may be asked; each variant names the part first.
#[derive(Clone, Debug)]
pub(crate) enum Request {
    /// Mix this into the part's value, and reply with the value.
    Mix(u8, u64),
    /// Pass this on.
    Pass(u8, Box<Request>),
    /// Pass this very request on, to the same part.
    Circle(u8),
    DrawShared(u8),
    Panic(u8),
}

pub(crate) fn mix(value: u64, with: u64) -> u64 {
    (value.rotate_left(5) ^ with).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

type Formula = dyn Fn((u32, u64), &mut Dice, &mut SharedDice) -> Result<u64, Failure> + Send + Sync;

/// What answers a Compute; the percept is the robot's id and what it has seen.
#[derive(Clone)]
pub(crate) enum Controller {
    BuiltIn(Arc<Formula>),
    Outside,
}

impl Controller {
    pub(crate) fn new(
        formula: impl Fn((u32, u64), &mut Dice) -> u64 + Send + Sync + 'static,
    ) -> Self {
        Controller::BuiltIn(Arc::new(move |percept, dice, _| Ok(formula(percept, dice))))
    }

    /// A pure formula.
    pub(crate) fn plain() -> Self {
        Controller::new(|(id, seen), _| mix(seen, u64::from(id)))
    }
}

impl fmt::Debug for Controller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if matches!(self, Controller::Outside) {
            "Outside"
        } else {
            "BuiltIn"
        })
    }
}

impl super::Controller<Tiny> for Controller {
    fn compute(
        &self,
        percept: &(u32, u64),
        dice: &mut Dice,
        shared: &mut SharedDice,
    ) -> Result<u64, Failure> {
        match self {
            Controller::BuiltIn(formula) => formula(*percept, dice, shared),
            Controller::Outside => Err(Failure::Controller("nobody answers outside".into())),
        }
    }

    fn outside(&self) -> bool {
        matches!(self, Controller::Outside)
    }
}

/// A robot: what it has seen, and what it does.
#[derive(Clone, Debug)]
pub(crate) struct Robot {
    pub(crate) id: u32,
    pub(crate) seen: u64,
    pub(crate) script: Script,
    pub(crate) controller: Controller,
    pub(crate) dice: Dice,
}

impl Robot {
    pub(crate) fn new(id: u32, script: Script) -> Self {
        Robot {
            id,
            seen: 0,
            script,
            controller: Controller::plain(),
            dice: Dice::new(1, id),
        }
    }

    pub(crate) fn with(mut self, controller: Controller) -> Self {
        self.controller = controller;
        self
    }
}

/// A part: a value, dice of its own, and what it does with its events.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) value: u64,
    script: Script,
    dice: Dice,
}

impl Part {
    pub(crate) fn new(id: u8, script: Script) -> Self {
        Part {
            value: 0,
            script,
            dice: Dice::new(1, u32::MAX - u32::from(id)),
        }
    }
}

/// Follows a script to its end.
async fn perform<D: Door<Tiny>>(
    acts: Vec<Act>,
    id: u32,
    controller: &Controller,
    dice: &mut Dice,
    seen: &mut u64,
    door: &mut D,
) -> Result<Done<Tiny>, Failure> {
    let mut done = Done::new(0);
    for act in acts {
        match act {
            Act::Ask(request) => *seen = mix(*seen, door.ask(request).await),
            Act::Tell(request) => door.tell(request).await,
            Act::Compute => {
                let intent = door.compute(controller, (id, *seen), dice).await?;
                *seen = mix(*seen, intent);
            }
            Act::Turn => door.turn().await,
            Act::Draw => *seen = mix(*seen, dice.on(Purpose::Algorithm, &mut None).u64()),
            Act::DrawShared => {
                let mut die = Dice::new_shared(id);
                *seen = mix(*seen, die.on(Purpose::Algorithm, door.shared()).u64());
            }
            Act::Panic(text) => panic!("{text}"),
            Act::Wake(wake) => done = done.wake(wake),
            Act::Leave(id) => done = done.leave(id),
        }
    }
    done.outcome = *seen;
    Ok(done)
}

impl Handler<Tiny> for Robot {
    async fn handle<D: Door<Tiny>>(
        &mut self,
        event: &Event<Tiny>,
        door: &mut D,
    ) -> Result<Done<Tiny>, Failure> {
        let acts = (self.script.0)(event);
        let (controller, dice) = (&self.controller, &mut self.dice);
        perform(acts, self.id, controller, dice, &mut self.seen, door).await
    }

    fn touched(&self) -> Vec<Touched> {
        self.dice.touched().collect()
    }
}

impl super::Robot<Tiny> for Robot {
    fn set_id(&mut self, id: u32) {
        self.id = id;
        self.dice = Dice::new(1, id);
    }

    fn is_controlled_outside(&self) -> bool {
        matches!(self.controller, Controller::Outside)
    }
}

impl Handler<Tiny> for Part {
    async fn handle<D: Door<Tiny>>(
        &mut self,
        event: &Event<Tiny>,
        door: &mut D,
    ) -> Result<Done<Tiny>, Failure> {
        let acts = (self.script.0)(event);
        let (controller, dice) = (Controller::plain(), &mut self.dice);
        perform(acts, 0, &controller, dice, &mut self.value, door).await
    }

    fn touched(&self) -> Vec<Touched> {
        self.dice.touched().collect()
    }
}

impl super::Part<Tiny> for Part {
    fn name(&self) -> &'static str {
        "box"
    }

    fn answer(&mut self, request: Request, shared: &mut SharedDice) -> Answer<Tiny> {
        match request {
            Request::Mix(_, with) => self.value = mix(self.value, with),
            Request::Pass(_, next) => return Answer::Forward(*next),
            Request::Circle(_) => return Answer::Forward(request),
            Request::DrawShared(id) => {
                let mut die = Dice::new_shared(u32::from(id));
                self.value = mix(self.value, die.on(Purpose::Network, shared).u64());
            }
            Request::Panic(id) => panic!("planted: box {id} breaks"),
        }
        Answer::Reply(self.value)
    }
}

/// Ends the run after the event with this number, and asks for wake-ups.
#[derive(Clone, Debug, Default)]
pub(crate) struct Books {
    pub(crate) ends: Option<(u64, End)>,
    pub(crate) wakes: BTreeMap<u64, Vec<Wake<Tiny>>>,
    pub(crate) committed: u64,
}

impl super::Director<Tiny> for Books {
    fn committed(
        &mut self,
        event: &Event<Tiny>,
        _: &[(i32, u64)],
        wakes: &mut Vec<Wake<Tiny>>,
    ) -> Option<End> {
        self.committed += 1;
        wakes.extend(self.wakes.remove(&event.number).into_iter().flatten());
        let ends = self.ends.filter(|(number, _)| *number == event.number);
        ends.map(|(_, end)| end)
    }
}

/// What may be done to a run from outside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Steer {
    /// Mix this into the value of a part.
    Mix(u8, u64),
    /// An `EARLY` for a robot, so much later.
    Wake(u32, f64),
    /// Have a part pass on a request in circles.
    Circle(u8),
}

impl Model for Tiny {
    const NAME: &'static str = "tiny";

    type Kind = Kind;
    type Payload = u32;
    type Robot = Robot;
    type Part = Part;
    type Request = Request;
    type Reply = u64;
    type Percept = (u32, u64);
    type Intent = u64;
    type Controller = Controller;
    type Outcome = u64;
    type Director = Books;
    type Input = Steer;

    fn route(request: &Request) -> PartId {
        PartId(match *request {
            Request::Mix(id, _)
            | Request::Pass(id, _)
            | Request::Circle(id)
            | Request::DrawShared(id)
            | Request::Panic(id) => id,
        })
    }

    fn encode(event: &Event<Self>, robot: Option<u32>, outcome: &u64, row: &mut Vec<u8>) {
        let id = robot.map_or(event.id(), |id| id as i32);
        row.extend(event.time.to_le_bytes());
        row.extend(id.to_le_bytes());
        row.push(event.kind as u8);
        row.extend(outcome.to_le_bytes());
    }

    fn encode_phase(event: &Event<Self>, members: usize, row: &mut Vec<u8>) {
        Self::encode(event, None, &(members as u64), row);
    }

    fn inject(input: &Steer, _: &Self::Director, now: f64) -> Injection<Self> {
        let mut injection = Injection::default();
        match *input {
            Steer::Mix(part, with) => injection.requests.push(Request::Mix(part, with)),
            Steer::Wake(id, later) => {
                injection
                    .wakes
                    .push(Wake::robot(now + later, id, Kind::Early));
            }
            Steer::Circle(part) => injection.requests.push(Request::Circle(part)),
        }
        injection
    }
}
