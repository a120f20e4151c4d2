//! The two directions of a connection, each with a thread of its own, so that nobody who waits for
//! a controller ever waits longer than he wants to.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::Builder;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TrySendError, bounded};

/// The longest line that a controller may write, in bytes.
const LONGEST_LINE: usize = 16 << 20;
/// How many lines, and how many bytes of them, may wait to be read.
const MOST_LINES: usize = 512;
const MOST_BYTES: usize = 64 << 20;
/// How many messages may wait until the controller reads them.
const MOST_MESSAGES: usize = 8;

/// A connection to a controller.
#[derive(Debug)]
pub(super) struct Wire {
    out: Option<Sender<Vec<u8>>>,
    lines: Receiver<Vec<u8>>,
    /// The bytes of the lines that wait to be read.
    waiting: Arc<AtomicUsize>,
    /// Why nothing is read from it any more, where that is no plain end.
    flood: Arc<OnceLock<String>>,
    /// Whether everything that was to be written is written, or cannot be.
    written: Arc<AtomicBool>,
}

/// What waiting for a line came to.
#[derive(Debug)]
pub(super) enum Heard {
    /// A line, without its end.
    Line(Vec<u8>),
    /// Nothing within this time.
    Nothing,
    /// There is too much of this.
    Flood(String),
    /// Nothing more will come.
    End,
}

/// What sending came to.
#[derive(Debug)]
pub(super) enum Sent {
    /// It is on its way.
    Yes,
    /// So many messages wait already.
    Full(usize),
    /// Nobody will read it.
    Closed,
}

impl Wire {
    /// A connection that writes to `out` and reads lines from `from`.
    pub(super) fn new(
        out: impl Write + Send + 'static,
        from: impl Read + Send + 'static,
    ) -> io::Result<Self> {
        let (sender, messages) = bounded::<Vec<u8>>(MOST_MESSAGES);
        let written = Arc::new(AtomicBool::new(false));
        let done = Arc::clone(&written);
        Builder::new()
            .name("to controller".to_owned())
            .spawn(move || {
                write_all(out, &messages);
                done.store(true, Ordering::Release);
            })?;
        let (heard, lines) = bounded(MOST_LINES);
        let waiting = Arc::new(AtomicUsize::new(0));
        let flood = Arc::new(OnceLock::new());
        let mut reader = Reader {
            lines: heard,
            waiting: Arc::clone(&waiting),
        };
        let trouble = Arc::clone(&flood);
        Builder::new()
            .name("from controller".to_owned())
            .spawn(move || {
                if let Err(what) = reader.read_all(from) {
                    // Set once, here.
                    let _ = trouble.set(what);
                }
            })?;
        Ok(Wire {
            out: Some(sender),
            lines,
            waiting,
            flood,
            written,
        })
    }

    /// Sends a line.
    pub(super) fn send(&self, line: Vec<u8>) -> Sent {
        let Some(out) = &self.out else {
            return Sent::Closed;
        };
        match out.try_send(line) {
            Ok(()) => Sent::Yes,
            Err(TrySendError::Full(_)) => Sent::Full(out.len()),
            Err(TrySendError::Disconnected(_)) => Sent::Closed,
        }
    }

    /// Says that nothing more will be sent; the other side sees the end once it has read the rest.
    pub(super) fn close(&mut self) {
        self.out = None;
    }

    /// Whether everything that was sent has been written, after [`close`](Self::close).
    pub(super) fn is_written(&self) -> bool {
        self.written.load(Ordering::Acquire)
    }

    /// Waits for a line.
    pub(super) fn hear(&self, wait: Duration) -> Heard {
        if let Some(what) = self.flood.get() {
            return Heard::Flood(what.clone());
        }
        match self.lines.recv_timeout(wait) {
            Ok(line) => {
                self.waiting.fetch_sub(line.len(), Ordering::Relaxed);
                Heard::Line(line)
            }
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => match self.flood.get() {
                Some(what) => Heard::Flood(what.clone()),
                None => Heard::End,
            },
        }
    }
}

/// Writes messages until there are no more, or nobody reads them.
fn write_all(mut out: impl Write, messages: &Receiver<Vec<u8>>) {
    for message in messages {
        if out.write_all(&message).and_then(|()| out.flush()).is_err() {
            return;
        }
    }
}

/// Reads lines and hands them on.
struct Reader {
    lines: Sender<Vec<u8>>,
    waiting: Arc<AtomicUsize>,
}

impl Reader {
    /// Reads to the end. What is there too much of is the error.
    fn read_all(&mut self, from: impl Read) -> Result<(), String> {
        let mut from = BufReader::with_capacity(1 << 16, from);
        let mut line = Vec::new();
        loop {
            match read_line(&mut from, &mut line, LONGEST_LINE) {
                Ok(Ended::Line) => self.hand_over(std::mem::take(&mut line))?,
                Ok(Ended::Limit) => {
                    return Err(format!("a line of more than {LONGEST_LINE} bytes"));
                }
                Ok(Ended::File) | Err(_) => {
                    if !line.is_empty() {
                        self.hand_over(line)?;
                    }
                    return Ok(());
                }
            }
        }
    }

    fn hand_over(&self, line: Vec<u8>) -> Result<(), String> {
        let before = self.waiting.fetch_add(line.len(), Ordering::Relaxed);
        if before + line.len() > MOST_BYTES {
            return Err(format!(
                "more than {MOST_BYTES} bytes that nobody asked for"
            ));
        }
        match self.lines.try_send(line) {
            // Where nobody listens any more, there is nothing to complain of.
            Ok(()) | Err(TrySendError::Disconnected(_)) => Ok(()),
            Err(TrySendError::Full(_)) => Err(format!(
                "more than {MOST_LINES} lines that nobody asked for"
            )),
        }
    }
}

/// What ended a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// Its end.
    Line,
    /// The end of everything.
    File,
    /// The limit of its length; the rest of it is still to come.
    Limit,
}

/// Appends the bytes up to the next end of a line, which is left out, but not many more than
/// `limit`.
pub(super) fn read_line(
    from: &mut impl BufRead,
    line: &mut Vec<u8>,
    limit: usize,
) -> io::Result<Ended> {
    loop {
        let buffer = match from.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            buffer => buffer?,
        };
        if buffer.is_empty() {
            return Ok(Ended::File);
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let length = end.unwrap_or(buffer.len());
        line.extend_from_slice(&buffer[..length]);
        from.consume(end.map_or(length, |end| end + 1));
        if end.is_some() {
            return Ok(Ended::Line);
        }
        if line.len() > limit {
            return Ok(Ended::Limit);
        }
    }
}
