//! The writer on a thread of its own, behind a bounded channel.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};

use super::{Parcel, Signal, write};
use crate::record::format::Writer;

/// How many parcels may wait for the writer.
const QUEUE: usize = 8;

/// Twice this is the longest that something stays in memory: up to one tick passes until the
/// writer asks for the present batch, another until it closes the chunk with it.
const TICK: Duration = Duration::from_millis(500);

enum Work {
    Parcel(Parcel),
    Flush,
}

#[derive(Debug)]
pub(in crate::record) struct Threaded {
    /// Taken when the pipe is closed, so that the thread ends.
    work: Option<Sender<Work>>,
    /// Parcels that have been written, for their memory.
    spare: Receiver<Parcel>,
    thread: Option<JoinHandle<io::Result<()>>>,
    signal: Arc<AtomicU8>,
    /// The kind and the words of what went wrong.
    failure: Option<(io::ErrorKind, String)>,
}

impl Threaded {
    pub(in crate::record) fn new(writer: Box<dyn Writer>) -> io::Result<Self> {
        let (work, todo) = bounded(QUEUE);
        let (done, spare) = bounded(QUEUE);
        let signal = Arc::new(AtomicU8::new(Signal::None as u8));
        let desk = Desk {
            writer,
            todo,
            done,
            signal: Arc::clone(&signal),
        };
        let thread = thread::Builder::new().name("record".to_owned());
        let thread = thread.spawn(move || desk.run())?;
        Ok(Threaded {
            work: Some(work),
            spare,
            thread: Some(thread),
            signal,
            failure: None,
        })
    }

    /// What the writer wants. One relaxed load, because it is asked after every event.
    #[inline]
    pub(in crate::record) fn signal(&self) -> Signal {
        match self.signal.load(Ordering::Relaxed) {
            0 => Signal::None,
            1 => Signal::Due,
            _ => Signal::Failed,
        }
    }

    /// Takes the writer's wish off its list, or reports what went wrong.
    pub(in crate::record) fn answer(&mut self) -> io::Result<()> {
        if self.signal() == Signal::Failed {
            return self.close();
        }
        let (due, none) = (Signal::Due as u8, Signal::None as u8);
        // Where this does not succeed, there was no wish or it has become a failure.
        let _ = self
            .signal
            .compare_exchange(due, none, Ordering::Relaxed, Ordering::Relaxed);
        Ok(())
    }

    /// An empty parcel, if possible one with memory.
    pub(in crate::record) fn spare(&mut self) -> Parcel {
        self.spare.try_recv().unwrap_or_default()
    }

    pub(in crate::record) fn send(&mut self, parcel: Parcel) -> io::Result<()> {
        self.work(Work::Parcel(parcel))
    }

    pub(in crate::record) fn flush(&mut self) -> io::Result<()> {
        self.work(Work::Flush)
    }

    fn work(&mut self, work: Work) -> io::Result<()> {
        match self.work.as_ref().map(|sender| sender.send(work)) {
            Some(Ok(())) => Ok(()),
            // The thread has gone.
            _ => self.close(),
        }
    }

    /// Lets the thread write what is left and waits for its end.
    pub(in crate::record) fn close(&mut self) -> io::Result<()> {
        self.work = None;
        if let Some(thread) = self.thread.take() {
            let result = thread.join().unwrap_or_else(|_| {
                Err(io::Error::other(
                    "the writer of the record stopped unexpectedly",
                ))
            });
            self.failure = result.err().map(|error| (error.kind(), error.to_string()));
        }
        match &self.failure {
            Some((kind, words)) => Err(io::Error::new(*kind, words.clone())),
            None => Ok(()),
        }
    }
}

/// What the thread has before it.
struct Desk {
    writer: Box<dyn Writer>,
    todo: Receiver<Work>,
    done: Sender<Parcel>,
    signal: Arc<AtomicU8>,
}

impl Desk {
    fn run(mut self) -> io::Result<()> {
        let result = self.work();
        if result.is_err() {
            self.signal.store(Signal::Failed as u8, Ordering::Relaxed);
        }
        result
    }

    fn work(&mut self) -> io::Result<()> {
        // This clock decides where chunks end; it never reaches the run.
        let mut tick = Instant::now() + TICK;
        loop {
            match self.todo.recv_deadline(tick) {
                Ok(Work::Parcel(parcel)) => self.write(parcel)?,
                Ok(Work::Flush) => self.writer.flush()?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return self.writer.close(),
            }
            if Instant::now() >= tick {
                if self.writer.pending() > 0 {
                    self.writer.flush()?;
                }
                self.signal.store(Signal::Due as u8, Ordering::Relaxed);
                tick = Instant::now() + TICK;
            }
        }
    }

    fn write(&mut self, mut parcel: Parcel) -> io::Result<()> {
        write(self.writer.as_mut(), &mut parcel)?;
        // If enough memory is waiting, this piece is given back.
        let _ = self.done.try_send(parcel);
        Ok(())
    }
}
