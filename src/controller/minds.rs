//! Controllers of robots that compute at the same time: each program has a thread of its own.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::{Controllers, Line};
use crate::engine::Question;
use crate::engine::wall::{Mind, Reply};
use crate::model::Failure;
use crate::model::outside::Remote;

/// A Compute that waits for its turn, and whoever wants the answer.
type Waiting<M> = (u32, <M as crate::model::Model>::Percept, Reply<M>);

/// Answers the Computes of robots on the wall clock. A program is asked for all robots at once that
/// wait for it, in the order of their ids, while those of other programs go on.
///
/// Dropped, it takes leave of the programs.
#[derive(Debug)]
pub struct Minds<M: Remote> {
    queues: Vec<Sender<Waiting<M>>>,
    /// For each robot, the queue of its program.
    serving: Vec<Option<usize>>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    over: Arc<AtomicBool>,
}

impl<M: Remote> Controllers<M> {
    /// The same programs, each with a thread of its own.
    ///
    /// # Errors
    ///
    /// The system has no threads to give.
    pub fn into_minds(mut self) -> std::io::Result<Minds<M>> {
        let mut minds = Minds {
            queues: Vec::new(),
            serving: std::mem::take(&mut self.serving),
            threads: Mutex::new(Vec::new()),
            over: Arc::clone(&self.over),
        };
        let mut threads = Vec::new();
        for line in std::mem::take(&mut self.lines) {
            let (sender, waiting) = unbounded();
            minds.queues.push(sender);
            let builder = Builder::new().name("controller".to_owned());
            threads.push(builder.spawn(move || serve(line, &waiting))?);
        }
        minds.threads = Mutex::new(threads);
        Ok(minds)
    }
}

impl<M: Remote> Mind<M> for Minds<M> {
    fn ask(&self, robot: u32, percept: M::Percept, reply: Reply<M>) {
        let place = self.serving.get(robot as usize).copied().flatten();
        match place.and_then(|place| self.queues.get(place)) {
            // A thread that is gone drops the reply with the message; its run is over.
            Some(queue) => drop(queue.send((robot, percept, reply))),
            None => reply(Err(Failure::Controller("nobody answers".to_owned()))),
        }
    }
}

impl<M: Remote> Drop for Minds<M> {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        self.queues.clear();
        let threads = self.threads.get_mut();
        for thread in threads.unwrap_or_else(PoisonError::into_inner).drain(..) {
            // A thread that panicked has dropped its line all the same.
            let _ = thread.join();
        }
    }
}

/// Serves one program until nobody asks any more, or the run is over.
fn serve<M: Remote>(mut line: Line<M>, waiting: &Receiver<Waiting<M>>) {
    // On the wall clock a Compute belongs to no event yet: requests count.
    let mut request = 0;
    while let Ok(first) = waiting.recv() {
        let mut all = vec![first];
        all.extend(waiting.try_iter());
        // Only where a robot asks twice before it is answered are there several of one id.
        all.sort_by_key(|(robot, ..)| *robot);
        for batch in all_of_one_instant::<M>(all) {
            let (mut questions, mut replies) = (Vec::new(), Vec::new());
            let mut time = 0.0;
            for (robot, percept, reply) in batch {
                time = M::instant(&percept);
                questions.push(Question { robot, percept });
                replies.push(reply);
            }
            line.ask(request, time, questions);
            request += 1;
            // A run that was stopped wants no answers.
            let Ok(answers) = line.collect() else { return };
            for (answer, reply) in answers.into_iter().zip(replies) {
                reply(answer.intent.map_err(Failure::Controller));
            }
        }
    }
}

/// Groups Computes by their instants, so that each request names one.
fn all_of_one_instant<M: Remote>(all: Vec<Waiting<M>>) -> Vec<Vec<Waiting<M>>> {
    let mut groups: Vec<Vec<Waiting<M>>> = Vec::new();
    for one in all {
        match groups.last_mut() {
            Some(group) if M::is_shared(&group[0].1, &one.1) => group.push(one),
            _ => groups.push(vec![one]),
        }
    }
    groups
}
