//! Controllers outside the process: programs that answer the Computes of robots.
//!
//! ```text
//!  engine --questions--> Controllers --> Line --request--> the program
//!         <--answers----             <--      <--intents--
//! ```
//!
//! | room | what it is about |
//! |---|---|
//! | [`protocol`] | the messages |
//! | [`session`] | the conversation with one program, without I/O |
//! | [`trouble`] | what may go wrong |
//! | `line` | sends, waits, keeps the time |
//! | `wire`, `process`, `tcp`, `tail`, `guard` | pipes, processes and connections |
//!
//! What a percept looks like in a request, and what an intent in an answer means, is the model's
//! business: see [`Remote`].
//!
//! A [`Line`] serves the robots of one program and may be used from any thread, one event at a
//! time. [`Controllers`] answers for all lines of a run, one event after the other; an engine whose
//! robots compute at the same time takes the lines apart ([`Controllers::into_lines`]) and gives
//! each to a thread of its own.

mod guard;
mod line;
mod process;
pub mod protocol;
pub mod session;
mod tail;
mod tcp;
#[cfg(test)]
mod tests;
pub mod trouble;
mod wire;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

pub use line::Line;

use self::guard::Guard;
use self::line::{Ends, Peer, ids};
use self::session::Session;
use self::trouble::StartError;
use crate::engine::{Answered, Answerer, Question};
use crate::model::End;
use crate::model::outside::{OnTrouble, Place, Remote, Setup};

/// Says whether, and why, the run was stopped meanwhile. Asked several times a second while a
/// controller is waited for.
pub type Stop = Arc<dyn Fn() -> Option<End> + Send + Sync>;

/// The run that controllers are started for.
#[derive(Clone)]
pub struct Occasion<'a> {
    /// The name of the scenario, for people.
    pub scenario: &'a str,
    /// The seed, in decimal digits.
    pub seed: &'a str,
    /// Whether somebody has stopped the run.
    pub stop: Stop,
}

/// All controllers of a run. Dropped, it takes leave of them, and kills the processes that do not
/// end by themselves within a second.
#[derive(Debug)]
pub struct Controllers<M: Remote> {
    lines: Vec<Line<M>>,
    /// For each robot, the line that serves it.
    serving: Vec<Option<usize>>,
    answers: u64,
    troubles: u64,
    /// What was wrong first.
    trouble: Option<String>,
}

impl<M: Remote> Controllers<M> {
    /// Starts the controllers of a run, or connects to them, and waits until all have said hello.
    ///
    /// # Errors
    ///
    /// Why there is no run with them.
    pub fn start(
        setup: &Setup,
        about: &M::About,
        occasion: &Occasion<'_>,
    ) -> Result<Self, StartError> {
        let started = Instant::now();
        let mut lines: Vec<Line<M>> = Vec::new();
        for (wire, peer, robots) in connect(setup, occasion)? {
            let session = Session::new(about.clone(), occasion.seed.to_owned());
            let ends = Ends {
                wire,
                peer,
                robots,
                timeout: setup.timeout,
                tells: setup.on_trouble == OnTrouble::Stop,
                stop: Arc::clone(&occasion.stop),
            };
            lines.push(Line::new(session, ends));
        }
        let started = match setup.place {
            // Whoever has connected at last begins now.
            Place::Listen(_) => Instant::now(),
            _ => started,
        };
        lines
            .iter_mut()
            .for_each(|line| line.greet(occasion.scenario));
        let welcomed = lines
            .iter_mut()
            .try_for_each(|line| line.welcome(started, setup.handshake));
        if let Err(error) = welcomed {
            lines.iter_mut().for_each(Line::leave);
            return Err(error);
        }
        let last = setup.robots.last().map_or(0, |&last| last as usize + 1);
        let mut serving = vec![None; last];
        for (place, line) in lines.iter().enumerate() {
            for &robot in line.robots() {
                serving[robot as usize] = Some(place);
            }
        }
        Ok(Controllers {
            lines,
            serving,
            answers: 0,
            troubles: 0,
            trouble: None,
        })
    }

    /// How many answers were good, so far.
    #[must_use]
    pub fn answers(&self) -> u64 {
        self.answers
    }

    /// How often a robot had no good answer, so far.
    #[must_use]
    pub fn troubles(&self) -> u64 {
        self.troubles
    }

    /// The first trouble, with its robot and event, if there was any.
    #[must_use]
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// The lines, one for each program, to be used from as many threads.
    #[must_use]
    pub fn into_lines(mut self) -> Vec<Line<M>> {
        std::mem::take(&mut self.lines)
    }
}

impl<M: Remote> Drop for Controllers<M> {
    fn drop(&mut self) {
        // All are told before the first one is waited for.
        self.lines.iter_mut().for_each(Line::leave);
    }
}

/// A trouble in one line, for people.
#[must_use]
pub fn name_trouble(robot: u32, event: u64, time: f64, what: &str) -> String {
    let what = what.lines().next().unwrap_or_default();
    format!("robot {robot} at time {time}, event {event}: {what}")
}

/// The connections to all programs, each with its robots.
fn connect(
    setup: &Setup,
    occasion: &Occasion<'_>,
) -> Result<Vec<(wire::Wire, Peer, Vec<u32>)>, StartError> {
    let stopped = || (occasion.stop)();
    let one = |(stream, wire)| vec![(wire, Peer::Stream(stream), setup.robots.clone())];
    let words = match &setup.place {
        Place::Listen(address) => {
            return tcp::listen(address, setup.handshake, &stopped).map(one);
        }
        Place::Connect(address) => {
            return tcp::connect(address, setup.handshake, &stopped).map(one);
        }
        Place::Command(words) => words,
    };
    let guard = Guard::start().map_err(|error| StartError::NotStarted {
        program: "sh".to_owned(),
        why: error.to_string(),
    })?;
    let guard = Arc::new(guard);
    let groups: Vec<Vec<u32>> = if setup.each {
        setup.robots.iter().map(|&robot| vec![robot]).collect()
    } else {
        vec![setup.robots.clone()]
    };
    let mut all = Vec::with_capacity(groups.len());
    for robots in groups {
        let (child, wire, tail) = process::start(words, ids(&robots), &guard)?;
        let peer = Peer::Process {
            child,
            tail,
            _guard: Arc::clone(&guard),
        };
        all.push((wire, peer, robots));
    }
    Ok(all)
}

impl<M: Remote> Answerer<M> for Controllers<M> {
    /// Sends all requests first and collects the answers then, so that processes of their own
    /// compute at the same time.
    fn answer(
        &mut self,
        event: u64,
        time: f64,
        questions: Vec<Question<M>>,
    ) -> Result<Vec<Answered<M>>, End> {
        let mut asked: BTreeMap<usize, Vec<Question<M>>> = BTreeMap::new();
        for question in questions {
            // A robot that nobody serves stays without an answer, and the engine says so.
            let robot = question.robot as usize;
            let Some(line) = self.serving.get(robot).copied().flatten() else {
                continue;
            };
            asked.entry(line).or_default().push(question);
        }
        let mut lines = Vec::with_capacity(asked.len());
        for (line, questions) in asked {
            self.lines[line].ask(event, time, questions);
            lines.push(line);
        }
        let mut answers = Vec::new();
        for line in lines {
            answers.extend(self.lines[line].collect()?);
        }
        answers.sort_by_key(|answer| answer.robot);
        for answer in &answers {
            match &answer.intent {
                Ok(_) => self.answers += 1,
                Err(what) => {
                    self.troubles += 1;
                    let robot = answer.robot;
                    self.trouble
                        .get_or_insert_with(|| name_trouble(robot, event, time, what));
                }
            }
        }
        Ok(answers)
    }
}
