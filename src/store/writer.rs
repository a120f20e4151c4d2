//! Writing runs as they come, from many threads, in a thread of its own.
//!
//! Runs that come faster than the database takes single ones are written together. A run waits for at
//! most [`LINGER`], so that is how much a killed process loses besides what it was doing.

use std::path::PathBuf;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};

use super::{Run, Store, StoreError};

/// The thread that writes.
#[derive(Debug)]
pub struct Writer {
    outbox: Outbox,
    thread: JoinHandle<Result<Store, StoreError>>,
    path: PathBuf,
}

/// Where runs are handed in; every thread has one.
#[derive(Clone, Debug)]
pub struct Outbox(Sender<Run>);

/// How long a run waits for others, so that they are written in one transaction.
const LINGER: Duration = Duration::from_millis(10);
/// So many are written in one transaction at most, and so many wait.
const MOST: usize = 1_024;

impl Writer {
    /// Begins to write into a store. `told` is called with the runs of each transaction once they are
    /// safe.
    ///
    /// # Errors
    ///
    /// No thread can be had.
    pub fn begin(
        store: Store,
        told: impl FnMut(&[Run]) + Send + 'static,
    ) -> Result<Self, StoreError> {
        let (sender, receiver) = bounded(MOST);
        let path = store.path().to_owned();
        let thread = std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || write(store, &receiver, told))
            .map_err(|error| StoreError::Refused(format!("no thread to write with: {error}")))?;
        Ok(Writer {
            outbox: Outbox(sender),
            thread,
            path,
        })
    }

    /// Somewhere to hand in runs.
    #[must_use]
    pub fn outbox(&self) -> Outbox {
        self.outbox.clone()
    }

    /// Waits until everything is written; all other outboxes have to be gone.
    ///
    /// # Errors
    ///
    /// What could not be written.
    pub fn finish(self) -> Result<Store, StoreError> {
        drop(self.outbox);
        let lost = |_| {
            let what = format!("{}: the thread that writes is gone", self.path.display());
            StoreError::Refused(what)
        };
        self.thread.join().map_err(lost)?
    }
}

impl Outbox {
    /// Hands a run in; waits where too many are waiting already. False where nobody writes any more, and
    /// [`Writer::finish`] says why.
    #[must_use]
    pub fn send(&self, run: Run) -> bool {
        self.0.send(run).is_ok()
    }
}

fn write(
    mut store: Store,
    runs: &Receiver<Run>,
    mut told: impl FnMut(&[Run]),
) -> Result<Store, StoreError> {
    let mut batch = Vec::with_capacity(MOST);
    while let Ok(first) = runs.recv() {
        batch.push(first);
        gather(runs, &mut batch);
        store.keep_runs(&batch)?;
        told(&batch);
        batch.clear();
    }
    Ok(store)
}

/// Takes what comes within a moment.
fn gather(runs: &Receiver<Run>, batch: &mut Vec<Run>) {
    let until = Instant::now() + LINGER;
    while batch.len() < MOST {
        match runs.recv_deadline(until) {
            Ok(run) => batch.push(run),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
        }
    }
}
