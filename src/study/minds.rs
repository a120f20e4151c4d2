//! Controllers outside on the wall clock: a thread for each, so that they compute at the same time.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use super::outside::{Counts, Programs};
use crate::controller::{Controllers, Line, name_trouble};
use crate::engine::wall::{Mind, Reply};
use crate::engine::{Answered, Answerer, Question};
use crate::model::outside::Remote;
use crate::model::{End, Failure, Model};

/// A Compute that a controller is asked for.
struct Asked<M: Model> {
    event: u64,
    time: f64,
    question: Question<M>,
    reply: Reply<M>,
}

/// Passes each question on to the thread of the controller that serves the robot.
struct Desks<M: Model>(Mutex<BTreeMap<u32, Sender<Asked<M>>>>);

/// The threads, for whoever waits for their end and counts the answers.
pub(super) struct Apart<M: Model> {
    desks: Arc<Desks<M>>,
    threads: Vec<JoinHandle<()>>,
    tally: Arc<Tally>,
    over: Over,
}

/// Says to whoever waits for a controller that the run is over.
pub(super) type Over = Arc<AtomicBool>;

#[derive(Default)]
struct Tally {
    answers: AtomicU64,
    troubles: AtomicU64,
    /// What was wrong first.
    trouble: Mutex<Option<String>>,
}

impl Tally {
    fn trouble(&self) -> MutexGuard<'_, Option<String>> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes the lines of controllers apart and gives each a thread.
pub(super) fn apart<M: Remote>(
    controllers: Controllers<M>,
    over: Over,
) -> (Arc<dyn Mind<M>>, Apart<M>) {
    let tally = Arc::new(Tally::default());
    let mut desks = BTreeMap::new();
    let mut threads = Vec::new();
    for line in controllers.into_lines() {
        let (sender, asked) = mpsc::channel();
        for &robot in line.robots() {
            desks.insert(robot, sender.clone());
        }
        let tally = Arc::clone(&tally);
        threads.push(std::thread::spawn(move || serve(line, &asked, &tally)));
    }
    let desks = Arc::new(Desks(Mutex::new(desks)));
    let mind = Arc::clone(&desks) as Arc<dyn Mind<M>>;
    let apart = Apart {
        desks,
        threads,
        tally,
        over,
    };
    (mind, apart)
}

/// Answers one question after the other, until nobody can ask any more.
fn serve<M: Remote>(mut line: Line<M>, asked: &Receiver<Asked<M>>, tally: &Tally) {
    while let Ok(Asked {
        event,
        time,
        question,
        reply,
    }) = asked.recv()
    {
        let robot = question.robot;
        line.ask(event, time, vec![question]);
        let heard = match line.collect() {
            Ok(answers) => answers.into_iter().next().map(|answer| answer.intent),
            // The run was stopped and is about to end.
            Err(_) => continue,
        };
        let answer = heard.unwrap_or_else(|| Err("no answer was given".to_owned()));
        let count = match &answer {
            Ok(_) => &tally.answers,
            Err(what) => {
                let name = || name_trouble(robot, event, time, what);
                tally.trouble().get_or_insert_with(name);
                &tally.troubles
            }
        };
        count.fetch_add(1, Ordering::Relaxed);
        reply(answer.map_err(Failure::Controller));
    }
}

impl<M: Remote> Mind<M> for Desks<M> {
    fn ask(&self, event: u64, time: f64, question: Question<M>, reply: Reply<M>) {
        let desks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let asked = Asked {
            event,
            time,
            question,
            reply,
        };
        let unsent = match desks.get(&asked.question.robot) {
            Some(desk) => desk.send(asked).err().map(|error| error.0),
            None => Some(asked),
        };
        drop(desks);
        if let Some(asked) = unsent {
            let nobody = "no controller serves this robot".to_owned();
            (asked.reply)(Err(Failure::Controller(nobody)));
        }
    }
}

impl<M: Remote> Programs<M> for Apart<M> {
    fn counts(&self) -> Counts {
        Counts {
            answers: self.tally.answers.load(Ordering::Relaxed),
            troubles: self.tally.troubles.load(Ordering::Relaxed),
        }
    }

    fn trouble(&self) -> Option<String> {
        self.tally.trouble().clone()
    }

    fn apart(self: Box<Self>) -> (Arc<dyn Mind<M>>, Box<dyn Programs<M>>) {
        (Arc::clone(&self.desks) as Arc<dyn Mind<M>>, self)
    }
}

/// The threads answer the robots themselves; nobody asks here.
impl<M: Remote> Answerer<M> for Apart<M> {
    fn answer(&mut self, _: u64, _: f64, _: Vec<Question<M>>) -> Result<Vec<Answered<M>>, End> {
        Ok(Vec::new())
    }
}

impl<M: Model> Drop for Apart<M> {
    /// Takes leave of the controllers and waits until they are gone.
    fn drop(&mut self) {
        let mut desks = self.desks.0.lock().unwrap_or_else(PoisonError::into_inner);
        desks.clear();
        drop(desks);
        self.over.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            // A thread that panicked has nothing more to say.
            let _ = thread.join();
        }
    }
}
