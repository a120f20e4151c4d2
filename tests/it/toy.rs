//! A model of its own, written outside the crate: robots that gossip by post.
//!
//! It shows that a model needs nothing but the traits of `formicary::model`: letters with delay
//! and loss, robots that join and leave, rounds in which all decide on one state, timeouts that
//! are cancelled, parts that ask and pass on, and Computes that are answered outside.

use formicary::arbiter::{Input, hex};
use formicary::dice::{Dice, Draw, Purpose, Touched};
use formicary::engine::{Engine, Outcome, Plan, Question, Simulation};
use formicary::model::Limits;
use formicary::model::{
    self, Answer, Cancel, Director, Done, Door, End, Failure, Handler, Injection, Members, Model,
    Newcomer, PartId, SharedDice, Target, Wake,
};
use serde::{Deserialize, Serialize};

// ---------------------------------------------------------------------------------------------
// The model

#[derive(Clone, Copy, Debug)]
struct Gossip;

type Event = model::Event<Gossip>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Kind {
    /// A robot reads a letter.
    Hear,
    /// The post office takes a letter in.
    Post,
    /// All robots write their mood on the board.
    Round,
    /// A robot writes a letter, because nobody wrote to it for a while.
    Speak,
}

impl model::Kind for Kind {
    fn rank(self) -> u8 {
        self as u8
    }

    fn name(self) -> &'static str {
        ["HEAR", "POST", "ROUND", "SPEAK"][self as usize]
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Letter {
    to: u32,
    word: u64,
}

/// What a robot decides on: who it is, its mood, and what it found on the board.
type Percept = (u32, u64, u64);

/// Whom it writes to, and what.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Intent {
    to: u32,
    word: u64,
}

fn gossip((me, mood, board): Percept, chance: u64) -> Intent {
    let word = mix(mix(mood, board), chance);
    let to = (me + 1 + (word % 3) as u32) % 4;
    Intent { to, word }
}

fn mix(value: u64, with: u64) -> u64 {
    (value.rotate_left(7) ^ with).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[derive(Clone, Debug)]
enum Controller {
    BuiltIn,
    Outside,
}

impl model::Controller<Gossip> for Controller {
    fn compute(
        &self,
        percept: &Percept,
        _: &mut Dice,
        _: &mut SharedDice,
    ) -> Result<Intent, Failure> {
        Ok(gossip(*percept, 1))
    }

    fn outside(&self) -> bool {
        matches!(self, Controller::Outside)
    }
}

#[derive(Clone, Debug)]
struct Robot {
    id: u32,
    mood: u64,
    heard: u64,
    /// When it will write, if no letter comes before.
    patience: Option<f64>,
    controller: Controller,
    dice: Dice,
}

impl Robot {
    /// A robot that writes its first letter at `first`.
    fn new(id: u32, first: f64, controller: Controller) -> Self {
        let dice = Dice::new(SEED, id);
        Robot {
            id,
            mood: 0,
            heard: 0,
            patience: Some(first),
            controller,
            dice,
        }
    }

    /// Looks at the board and decides.
    async fn decide<D: Door<Gossip>>(&mut self, door: &mut D) -> Result<Intent, Failure> {
        // The post office has no board; it passes this on to whoever has.
        let board = door.ask(Request::ReadBoard).await;
        door.compute(
            &self.controller,
            (self.id, self.mood, board),
            &mut self.dice,
        )
        .await
    }

    /// Waits for a letter until some time after `now`.
    fn wait(&mut self, now: f64, done: Done<Gossip>) -> Done<Gossip> {
        let until = now + 1.0 + self.dice.on(Purpose::Activation, &mut None).unit();
        self.patience = Some(until);
        done.wake(Wake::robot(until, self.id, Kind::Speak))
    }
}

impl Handler<Gossip> for Robot {
    async fn handle<D: Door<Gossip>>(
        &mut self,
        event: &Event,
        door: &mut D,
    ) -> Result<Done<Gossip>, Failure> {
        match event.kind {
            Kind::Speak => {
                let Intent { to, word } = self.decide(door).await?;
                let letter = Wake {
                    payload: Letter { to, word },
                    ..Wake::part(event.time, POST_OFFICE, Kind::Post)
                };
                Ok(self.wait(event.time, Done::new(word).wake(letter)))
            }
            Kind::Hear => {
                self.mood = mix(self.mood, event.payload.word);
                self.heard += 1;
                let mut done = Done::new(self.mood);
                if let Some(time) = self.patience.take() {
                    done = done.cancel(Cancel {
                        time,
                        id: self.id as i32,
                        kind: Kind::Speak,
                    });
                }
                match (self.id, self.heard) {
                    (0, 3) => {
                        let (time, payload) = (event.time + 0.5, Letter::default());
                        let robot = Robot::new(0, time, self.controller.clone());
                        done = done.join(Newcomer {
                            robot,
                            time,
                            kind: Kind::Speak,
                            payload,
                        });
                    }
                    (1, 4) => return Ok(done.leave(1)),
                    _ => {}
                }
                Ok(self.wait(event.time, done))
            }
            Kind::Round => {
                let intent = self.decide(door).await?;
                door.turn().await;
                door.tell(Request::Write(mix(intent.word, u64::from(self.id))))
                    .await;
                self.mood = intent.word;
                Ok(Done::new(self.mood))
            }
            Kind::Post => Err(Failure::Invalid("robots take no letters in".into())),
        }
    }

    fn touched(&self) -> Vec<Touched> {
        self.dice.touched().collect()
    }
}

impl model::Robot<Gossip> for Robot {
    fn set_id(&mut self, id: u32) {
        self.id = id;
        self.dice = Dice::new(SEED, id);
    }

    fn is_controlled_outside(&self) -> bool {
        matches!(self.controller, Controller::Outside)
    }
}

const POST_OFFICE: PartId = PartId(0);
const BOARD: PartId = PartId(1);

#[derive(Clone, Debug)]
enum Part {
    /// Loses letters and delays them.
    PostOffice(Dice),
    /// What all have written so far.
    Board(u64),
}

#[derive(Debug)]
enum Request {
    ReadBoard,
    Read,
    Write(u64),
}

impl Handler<Gossip> for Part {
    async fn handle<D: Door<Gossip>>(
        &mut self,
        event: &Event,
        door: &mut D,
    ) -> Result<Done<Gossip>, Failure> {
        let Part::PostOffice(dice) = self else {
            return Err(Failure::Invalid("the board takes no letters in".into()));
        };
        let board = door.ask(Request::Read).await;
        let mut nothing_shared = None;
        let mut die = dice.on(Purpose::Network, &mut nothing_shared);
        let Letter { to, word } = event.payload;
        if die.unit() < 0.25 {
            return Ok(Done::new(0));
        }
        let letter = Wake {
            payload: Letter {
                to,
                word: mix(word, board),
            },
            ..Wake::robot(event.time + die.exponential(0.5), to, Kind::Hear)
        };
        Ok(Done::new(word).wake(letter))
    }

    fn touched(&self) -> Vec<Touched> {
        match self {
            Part::PostOffice(dice) => dice.touched().collect(),
            Part::Board(_) => Vec::new(),
        }
    }
}

impl model::Part<Gossip> for Part {
    fn name(&self) -> &'static str {
        match self {
            Part::PostOffice(_) => "post office",
            Part::Board(_) => "board",
        }
    }

    fn answer(&mut self, request: Request, _: &mut SharedDice) -> Answer<Gossip> {
        match (self, request) {
            (Part::Board(value), Request::Write(word)) => *value = mix(*value, word),
            (Part::Board(value), _) => return Answer::Reply(*value),
            (Part::PostOffice(_), _) => return Answer::Forward(Request::Read),
        }
        Answer::Reply(0)
    }
}

/// Plans a round every 2 units of time.
#[derive(Clone, Debug)]
struct Rounds;

impl Director<Gossip> for Rounds {
    fn committed(
        &mut self,
        event: &Event,
        _: &[(i32, u64)],
        wakes: &mut Vec<Wake<Gossip>>,
    ) -> Option<End> {
        if event.kind == Kind::Round {
            wakes.push(Wake::phase(event.time + 2.0, Members::All, Kind::Round));
        }
        None
    }
}

impl Model for Gossip {
    const NAME: &'static str = "gossip";
    type Kind = Kind;
    type Payload = Letter;
    type Robot = Robot;
    type Part = Part;
    type Request = Request;
    type Reply = u64;
    type Percept = Percept;
    type Intent = Intent;
    type Controller = Controller;
    type Outcome = u64;
    type Director = Rounds;
    type Input = ();

    fn route(request: &Request) -> PartId {
        match request {
            Request::ReadBoard => POST_OFFICE,
            Request::Read | Request::Write(_) => BOARD,
        }
    }

    fn encode(event: &Event, robot: Option<u32>, outcome: &u64, row: &mut Vec<u8>) {
        row.extend(event.time.to_le_bytes());
        row.extend(robot.map_or(event.id(), |id| id as i32).to_le_bytes());
        row.push(event.kind as u8);
        row.extend(outcome.to_le_bytes());
    }

    fn encode_phase(event: &Event, members: usize, row: &mut Vec<u8>) {
        Self::encode(event, None, &(members as u64), row);
    }

    fn inject((): &(), _: &Self::Director, _: f64) -> Injection<Self> {
        Injection::default()
    }
}

// ---------------------------------------------------------------------------------------------
// Its runs

const SEED: u64 = 20;

const ENGINES: [Engine; 5] = [
    Engine::Inline { threads: 1 },
    Engine::Inline { threads: 2 },
    Engine::Actors { threads: 1 },
    Engine::Actors { threads: 2 },
    Engine::Actors { threads: 4 },
];

/// Four robots, and a fifth to come. Those for whom `outside` says so are answered outside.
fn plan(outside: impl Fn(u32) -> bool) -> Plan<Gossip> {
    let controller = |id| {
        if outside(id) {
            Controller::Outside
        } else {
            Controller::BuiltIn
        }
    };
    let time = |id: u32| f64::from(id) / 4.0;
    let speak = |id| Wake::robot(time(id), id, Kind::Speak);
    let mut first: Vec<_> = (0..4).map(speak).collect();
    first.push(Wake::phase(1.0, Members::All, Kind::Round));
    Plan {
        robots: (0..4)
            .map(|id| Robot::new(id, time(id), controller(id)))
            .collect(),
        parts: vec![Part::PostOffice(Dice::new(SEED, u32::MAX)), Part::Board(0)],
        director: Rounds,
        first,
        limits: Limits {
            time: Some(40.0),
            ..Limits::default()
        },
        shared: None,
    }
}

/// Events, digest and digest of the dice.
type Ran = (u64, String, String);

fn ran(simulation: &Simulation<Gossip>) -> Ran {
    let status = simulation.status();
    assert_eq!(status.ended, Some(End::Time));
    let dice = simulation.state().unwrap().dice_digest();
    (status.events, hex(status.digest), hex(dice))
}

fn run(plan: Plan<Gossip>, engine: Engine) -> Ran {
    let mut simulation = Simulation::new(plan, engine).unwrap();
    let ((), end) = simulation.run(());
    end.unwrap();
    ran(&simulation)
}

/// What every engine comes to; recorded from the first run of this test.
fn golden() -> Ran {
    let digest = "e660d56a0c2c3f73cd72d24429644c77";
    let dice = "a2d06cda162e788ff0f58a5acba963e7";
    (236, digest.into(), dice.into())
}

#[test]
fn a_model_from_outside_the_crate_gives_one_run_on_all_engines() {
    for engine in ENGINES {
        assert_eq!(run(plan(|_| false), engine), golden(), "{engine:?}");
    }
}

#[test]
fn all_that_the_model_is_there_to_show_happens() {
    let mut simulation = Simulation::new(plan(|_| false), ENGINES[0]).unwrap();
    let (mut lost, mut heard, mut spoken, mut rounds, mut members) = (0, 0, 0, 0, Vec::new());
    while let Outcome::Committed { event, results, .. } = simulation.step(&[]).unwrap() {
        match (event.kind, &event.target) {
            (Kind::Post, _) => lost += usize::from(results[0].1 == 0),
            (Kind::Hear, _) => heard += 1,
            (Kind::Speak, _) => spoken += 1,
            (Kind::Round, target) => {
                assert_eq!(*target, Target::Phase(Members::All));
                rounds += 1;
                let ids: Vec<i32> = results.iter().map(|(id, _)| *id).collect();
                if members.last() != Some(&ids) {
                    members.push(ids);
                }
            }
        }
    }
    // Rounds at 1, 3, 5 .. 39.
    assert_eq!(rounds, 20);
    assert!(
        lost > 0 && heard > lost && spoken > heard / 2,
        "{lost} {heard} {spoken}"
    );
    // Robot 4 joins, and robot 1 leaves.
    assert_eq!(members.first(), Some(&vec![0, 1, 2, 3]));
    assert_eq!(members.last(), Some(&vec![0, 2, 3, 4]));
    let state = simulation.state().unwrap();
    assert!(state.robots[1].is_none() && state.robots.len() == 5);
}

/// Runs step by step and answers all questions as the built-in controller would; also the
/// answers, with the numbers of the events they belong to.
fn answered(engine: Engine) -> (Ran, Vec<(u64, Input<Gossip>)>) {
    let mut simulation = Simulation::new(plan(|id| id != 2), engine).unwrap();
    let (mut inputs, mut log) = (Vec::new(), Vec::new());
    loop {
        match simulation.step(&inputs).unwrap() {
            Outcome::Ended(_) => return (ran(&simulation), log),
            Outcome::Committed { .. } => inputs.clear(),
            Outcome::Needs(questions) => {
                let answer = |question: &Question<Gossip>| Input::Answer {
                    robot: question.robot,
                    intent: gossip(question.percept, 1),
                };
                inputs = questions.iter().map(answer).collect();
                let before = simulation.status().events;
                log.extend(inputs.iter().map(|input| (before, input.clone())));
            }
        }
    }
}

#[test]
fn robots_controlled_outside_give_the_run_of_the_same_controller_built_in() {
    for engine in ENGINES {
        let (ran, log) = answered(engine);
        assert_eq!(ran, golden(), "{engine:?}");
        assert!(log.len() > 20);
    }
}

#[test]
fn answers_scheduled_beforehand_give_the_same_run() {
    let (_, log) = answered(ENGINES[0]);
    for engine in ENGINES {
        let mut simulation = Simulation::new(plan(|id| id != 2), engine).unwrap();
        for (before, input) in log.clone() {
            simulation.schedule(before, input);
        }
        let ((), end) = simulation.run(());
        assert_eq!(end, Ok(End::Time), "{engine:?}");
        assert_eq!(ran(&simulation), golden(), "{engine:?}");
    }
}

#[test]
fn inputs_survive_being_written_and_read() {
    let (_, log) = answered(ENGINES[0]);
    let mut simulation = Simulation::new(plan(|id| id != 2), ENGINES[0]).unwrap();
    for (before, input) in log {
        let text = serde_json::to_string(&input).unwrap();
        simulation.schedule(before, serde_json::from_str(&text).unwrap());
    }
    simulation.run(()).1.unwrap();
    assert_eq!(ran(&simulation), golden());
}

#[test]
fn a_run_goes_on_from_a_checkpoint() {
    let mut simulation = Simulation::new(plan(|_| false), ENGINES[0]).unwrap();
    for _ in 0..150 {
        simulation.step(&[]).unwrap();
    }
    // Robot 1 has left, and robot 4 has joined.
    let robots = simulation.state().unwrap().robots;
    assert!(robots[1].is_none() && robots.len() == 5);
    let checkpoint = simulation.checkpoint().unwrap();
    for threads in [1, 2] {
        let mut resumed = Simulation::resume(&checkpoint, threads);
        resumed.run(()).1.unwrap();
        assert_eq!(ran(&resumed), golden());
    }
}
