//! What a controller writes to stderr: each line goes to the log, and the last ones are kept for
//! errors.

use std::collections::VecDeque;
use std::io::{self, BufReader, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use super::wire::{Ended, read_line};

/// So many of the last lines are kept.
const LINES: usize = 20;
/// A longer line is cut, in bytes.
const LONGEST_LINE: usize = 4096;
/// How long the last words of a process that has ended may take to arrive.
const PATIENCE: Duration = Duration::from_millis(500);

/// The last lines of a controller's stderr.
#[derive(Clone, Debug, Default)]
pub(super) struct Tail {
    lines: Arc<Mutex<VecDeque<String>>>,
    ended: Arc<AtomicBool>,
}

impl Tail {
    /// Reads lines in a thread of its own. `robots` are whose they are, in words.
    pub(super) fn of(from: impl Read + Send + 'static, robots: String) -> io::Result<Self> {
        let tail = Tail::default();
        let kept = tail.clone();
        Builder::new()
            .name("stderr of controller".to_owned())
            .spawn(move || {
                kept.read(from, &robots);
                kept.ended.store(true, Ordering::Release);
            })?;
        Ok(tail)
    }

    fn read(&self, from: impl Read, robots: &str) {
        let mut from = BufReader::new(from);
        let mut line = Vec::new();
        loop {
            line.clear();
            let Ok(ended) = read_line(&mut from, &mut line, LONGEST_LINE) else {
                return;
            };
            if ended == Ended::File && line.is_empty() {
                return;
            }
            let text = String::from_utf8_lossy(&line);
            let text = text.trim_end_matches('\r');
            tracing::info!(robots, "{text}");
            let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
            if lines.len() >= LINES {
                lines.pop_front();
            }
            lines.push_back(text.to_owned());
        }
    }

    /// The last lines so far.
    pub(super) fn lines(&self) -> Vec<String> {
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().cloned().collect()
    }

    /// The last lines of a process that has ended, which may still be on their way.
    pub(super) fn last_lines(&self) -> Vec<String> {
        let started = Instant::now();
        while !self.ended.load(Ordering::Acquire) && started.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(2));
        }
        self.lines()
    }
}
