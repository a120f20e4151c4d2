//! Whoever answers the Computes of a run's robots from outside.

use std::collections::BTreeMap;
#[cfg(feature = "native")]
use std::sync::{Arc, atomic::Ordering};

use serde_json::Value;

#[cfg(feature = "native")]
use super::minds::Over;
use super::run::RunOptions;
use super::{About, StudyError};
use crate::arbiter::Input;
#[cfg(feature = "native")]
use crate::controller::{Controllers, Occasion};
#[cfg(feature = "native")]
use crate::engine::wall::Mind;
use crate::engine::{Answered, Answerer, Question};
use crate::model::End;
use crate::model::outside::{Remote, Setup};
use crate::record::InputLine;

/// How often the controllers outside answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Good answers.
    pub answers: u64,
    /// Computes without a good answer.
    pub troubles: u64,
}

/// The first answer of a controller that differs from the recorded one.
#[derive(Clone, Debug, PartialEq)]
pub struct AnswerDifference {
    /// Whose Compute.
    pub robot: u32,
    /// The number of the event; the first is 0.
    pub event: u64,
    /// The instant, in simulated time.
    pub time: f64,
    /// What the record holds, as JSON: the intent, or the trouble.
    pub recorded: String,
    /// What came now.
    pub now: String,
}

/// Programs that answer, and count how often.
pub(super) trait Programs<M: Remote>: Answerer<M> {
    fn counts(&self) -> Counts;

    /// The first trouble, if there was any.
    fn trouble(&self) -> Option<String>;

    /// For the wall clock: has each answer by itself, while the others do.
    #[cfg(feature = "native")]
    fn apart(self: Box<Self>) -> (Arc<dyn Mind<M>>, Box<dyn Programs<M>>);
}

#[cfg(feature = "native")]
impl<M: Remote> Programs<M> for Together<M> {
    fn counts(&self) -> Counts {
        Counts {
            answers: self.controllers.answers(),
            troubles: self.controllers.troubles(),
        }
    }

    fn trouble(&self) -> Option<String> {
        self.controllers.trouble().map(str::to_owned)
    }

    fn apart(self: Box<Self>) -> (Arc<dyn Mind<M>>, Box<dyn Programs<M>>) {
        let (mind, apart) = super::minds::apart(self.controllers, self.over);
        (mind, Box::new(apart))
    }
}

/// The controllers of a run that answer one event after the other.
#[cfg(feature = "native")]
struct Together<M: Remote> {
    controllers: Controllers<M>,
    over: Over,
}

#[cfg(feature = "native")]
impl<M: Remote> Answerer<M> for Together<M> {
    fn answer(
        &mut self,
        event: u64,
        time: f64,
        questions: Vec<Question<M>>,
    ) -> Result<Vec<Answered<M>>, End> {
        self.controllers.answer(event, time, questions)
    }
}

/// Those who answer from outside; nobody where all robots compute themselves, or the answers are in
/// the record.
pub(super) struct Answering<M: Remote>(Option<Box<dyn Programs<M>>>);

impl<M: Remote> Answering<M> {
    /// Nobody answers.
    pub(super) fn nobody() -> Self {
        Answering(None)
    }

    /// Starts the controllers of a scenario, if it has any.
    ///
    /// # Errors
    ///
    /// Why they cannot be started.
    pub(super) fn start(
        scenario: &M::Scenario,
        about: &About,
        options: &RunOptions,
    ) -> Result<Self, StudyError> {
        match M::outside(scenario) {
            None => Ok(Self::nobody()),
            Some(setup) => programs(setup, scenario, about, options)
                .map(Some)
                .map(Answering),
        }
    }

    /// For the wall clock: each answers by itself, while the others do.
    #[cfg(feature = "native")]
    pub(super) fn apart(self) -> (Option<Arc<dyn Mind<M>>>, Self) {
        match self.0 {
            None => (None, Self::nobody()),
            Some(programs) => {
                let (mind, programs) = programs.apart();
                (Some(mind), Answering(Some(programs)))
            }
        }
    }

    /// What was wrong first.
    pub(super) fn trouble(&self) -> Option<String> {
        self.0.as_ref()?.trouble()
    }

    /// How often they answered; `None` where there are none.
    pub(super) fn counts(&self) -> Option<Counts> {
        self.0.as_ref().map(|programs| programs.counts())
    }
}

#[cfg(feature = "native")]
fn programs<M: Remote>(
    setup: &Setup,
    scenario: &M::Scenario,
    about: &About,
    options: &RunOptions,
) -> Result<Box<dyn Programs<M>>, StudyError> {
    let watch = Arc::clone(&options.watch);
    let over = Over::default();
    let is_over = Arc::clone(&over);
    let stop = move || {
        let over = is_over.load(Ordering::Relaxed);
        watch.stopped().or(over.then_some(End::Interrupted))
    };
    let occasion = Occasion {
        scenario: &super::name_of(&about.source),
        seed: &about.seed,
        stop: Arc::new(stop),
    };
    let controllers = Controllers::start(setup, &M::about(scenario), &occasion)?;
    Ok(Box::new(Together { controllers, over }))
}

#[cfg(not(feature = "native"))]
fn programs<M: Remote>(
    _: &Setup,
    _: &M::Scenario,
    _: &About,
    _: &RunOptions,
) -> Result<Box<dyn Programs<M>>, StudyError> {
    Err(StudyError::NoControllers)
}

impl<M: Remote> Answerer<M> for Answering<M> {
    fn answer(
        &mut self,
        event: u64,
        time: f64,
        questions: Vec<Question<M>>,
    ) -> Result<Vec<Answered<M>>, End> {
        match &mut self.0 {
            None => ().answer(event, time, questions),
            Some(programs) => programs.answer(event, time, questions),
        }
    }
}

/// Asks controllers again what is recorded, and stops at the first answer that differs.
pub(super) struct AskingAgain<M: Remote> {
    answering: Answering<M>,
    /// The recorded answers and troubles, by event and robot, in the order in which they came.
    recorded: BTreeMap<(u64, u32), Vec<Value>>,
    pub(super) difference: Option<AnswerDifference>,
}

impl<M: Remote> AskingAgain<M> {
    /// Asks for everything among the inputs of a record that is an answer; also the inputs that
    /// are none.
    pub(super) fn new(answering: Answering<M>, inputs: &[InputLine]) -> (Self, Vec<&InputLine>) {
        let mut recorded: BTreeMap<_, Vec<Value>> = BTreeMap::new();
        let mut rest = Vec::new();
        for line in inputs {
            match robot_of(&line.input) {
                Some(robot) => recorded
                    .entry((line.before, robot))
                    .or_default()
                    .push(line.input.clone()),
                None => rest.push(line),
            }
        }
        let asking = AskingAgain {
            answering,
            recorded,
            difference: None,
        };
        (asking, rest)
    }

    /// How often they answered.
    pub(super) fn counts(&self) -> Option<Counts> {
        self.answering.counts()
    }
}

/// The robot that a recorded answer or trouble is for; `None` for other inputs.
fn robot_of(input: &Value) -> Option<u32> {
    let answer = input.get("answer").or(input.get("trouble"))?;
    u32::try_from(answer["robot"].as_u64()?).ok()
}

/// What an answer says, to be compared: an intent, or the first line of a trouble. What follows in
/// a trouble is what the controller said last, and may come earlier or later.
fn essence(input: &Value) -> String {
    match input.get("answer") {
        Some(answer) => answer["intent"].to_string(),
        None => {
            let what = input["trouble"]["what"].as_str().unwrap_or_default();
            format!("trouble: {}", what.lines().next().unwrap_or_default())
        }
    }
}

/// The answer that a record holds.
fn answered<M: Remote>(recorded: Value) -> Option<Answered<M>> {
    let input: Input<M> = serde_json::from_value(recorded).ok()?;
    let (robot, intent) = match input {
        Input::Answer { robot, intent } => (robot, Ok(intent)),
        Input::Trouble { robot, what } => (robot, Err(what)),
        _ => return None,
    };
    Some(Answered { robot, intent })
}

impl<M: Remote> Answerer<M> for AskingAgain<M> {
    fn answer(
        &mut self,
        event: u64,
        time: f64,
        questions: Vec<Question<M>>,
    ) -> Result<Vec<Answered<M>>, End> {
        let answers = self.answering.answer(event, time, questions)?;
        let mut agreed = Vec::with_capacity(answers.len());
        for answer in &answers {
            let robot = answer.robot;
            let recorded = match self.recorded.get_mut(&(event, robot)) {
                Some(all) if !all.is_empty() => Some(all.remove(0)),
                _ => None,
            };
            let before = recorded.as_ref().map_or("nothing".to_owned(), essence);
            let input: Input<M> = answer.clone().into_input();
            // Inputs are plain data with names for keys, which JSON always takes.
            let now = essence(&serde_json::to_value(&input).unwrap_or_default());
            if before != now {
                self.difference = Some(AnswerDifference {
                    robot,
                    event,
                    time,
                    recorded: before,
                    now,
                });
                return Err(End::Failed);
            }
            // What is recorded of a trouble is more than is compared, and stands in the error.
            agreed.push(recorded.and_then(answered).unwrap_or(answer.clone()));
        }
        Ok(agreed)
    }
}
