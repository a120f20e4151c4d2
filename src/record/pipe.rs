//! What lies between the run and the writer of its record.

use std::io;

use super::format::Writer;

#[cfg(not(feature = "native"))]
pub(super) use direct::Pipe;
#[cfg(feature = "native")]
pub(super) use threaded::Pipe;

/// A chunk is closed when this many bytes wait in it.
const CHUNK_BYTES: usize = 1 << 20;

/// What the writer wants from the recorder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Signal {
    /// Nothing.
    None,
    /// The present batch, although it is not full: time has passed.
    Due,
    /// To be asked what went wrong.
    Failed,
}

/// Closes a chunk that is large enough.
fn flush_if_full(writer: &mut dyn Writer) -> io::Result<()> {
    if writer.pending() >= CHUNK_BYTES {
        writer.flush()
    } else {
        Ok(())
    }
}

/// The writer on a thread of its own, behind a bounded channel.
#[cfg(feature = "native")]
mod threaded {
    use std::io;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU8, Ordering};
    use std::thread::{self, JoinHandle};
    use std::time::{Duration, Instant};

    use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};

    use super::{Signal, flush_if_full};
    use crate::record::format::Writer;
    use crate::record::message::{Batch, Message};

    /// How many messages may wait for the writer.
    const QUEUE: usize = 8;

    /// Twice this is the longest that something stays in memory: up to one tick passes until the
    /// writer asks for the present batch, another until it closes the chunk with it.
    const TICK: Duration = Duration::from_millis(500);

    enum Work {
        Message(Message),
        Flush,
    }

    #[derive(Debug)]
    pub(in crate::record) struct Pipe {
        /// Taken when the pipe is closed, so that the thread ends.
        work: Option<Sender<Work>>,
        /// Batches that have been written, for their memory.
        spare: Receiver<Batch>,
        thread: Option<JoinHandle<io::Result<()>>>,
        signal: Arc<AtomicU8>,
        /// The kind and the words of what went wrong.
        failure: Option<(io::ErrorKind, String)>,
    }

    impl Pipe {
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
            Ok(Pipe {
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

        /// An empty batch, if possible one with memory.
        pub(in crate::record) fn spare(&self) -> Batch {
            self.spare.try_recv().unwrap_or_default()
        }

        pub(in crate::record) fn send(&mut self, message: Message) -> io::Result<()> {
            self.work(Work::Message(message))
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
        done: Sender<Batch>,
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
                    Ok(Work::Message(message)) => self.write(message)?,
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

        fn write(&mut self, message: Message) -> io::Result<()> {
            self.writer.write(&message)?;
            if let Message::Batch(mut batch) = message {
                batch.rows.clear();
                batch.events = 0;
                // If enough memory is waiting, this piece is given back.
                let _ = self.done.try_send(batch);
            }
            flush_if_full(self.writer.as_mut())
        }
    }
}

/// The writer called directly, where there are no threads.
#[cfg(not(feature = "native"))]
mod direct {
    use std::fmt;
    use std::io;

    use super::{Signal, flush_if_full};
    use crate::record::format::Writer;
    use crate::record::message::{Batch, Message};

    pub(in crate::record) struct Pipe {
        /// Taken when the pipe is closed.
        writer: Option<Box<dyn Writer>>,
        spare: Batch,
        /// The kind and the words of what went wrong.
        failure: Option<(io::ErrorKind, String)>,
    }

    impl fmt::Debug for Pipe {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.debug_struct("Pipe")
                .field("failure", &self.failure)
                .finish_non_exhaustive()
        }
    }

    impl Pipe {
        pub(in crate::record) fn new(writer: Box<dyn Writer>) -> io::Result<Self> {
            Ok(Pipe {
                writer: Some(writer),
                spare: Batch::default(),
                failure: None,
            })
        }

        #[inline]
        pub(in crate::record) fn signal(&self) -> Signal {
            if self.failure.is_some() {
                Signal::Failed
            } else {
                Signal::None
            }
        }

        pub(in crate::record) fn answer(&mut self) -> io::Result<()> {
            match &self.failure {
                Some((kind, words)) => Err(io::Error::new(*kind, words.clone())),
                None => Ok(()),
            }
        }

        pub(in crate::record) fn spare(&mut self) -> Batch {
            std::mem::take(&mut self.spare)
        }

        pub(in crate::record) fn send(&mut self, message: Message) -> io::Result<()> {
            self.with_writer(|writer| {
                writer.write(&message)?;
                flush_if_full(writer)
            })?;
            if let Message::Batch(mut batch) = message {
                batch.rows.clear();
                batch.events = 0;
                self.spare = batch;
            }
            Ok(())
        }

        pub(in crate::record) fn flush(&mut self) -> io::Result<()> {
            self.with_writer(|writer| writer.flush())
        }

        pub(in crate::record) fn close(&mut self) -> io::Result<()> {
            self.with_writer(|writer| writer.close())?;
            self.writer = None;
            Ok(())
        }

        fn with_writer(
            &mut self,
            call: impl FnOnce(&mut dyn Writer) -> io::Result<()>,
        ) -> io::Result<()> {
            self.answer()?;
            let Some(writer) = &mut self.writer else {
                return Ok(());
            };
            let result = call(writer.as_mut());
            if let Err(error) = &result {
                self.failure = Some((error.kind(), error.to_string()));
            }
            result
        }
    }
}
