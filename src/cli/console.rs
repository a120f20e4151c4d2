//! The lines on stdin that steer a run.

use std::io::{self, BufRead};
use std::sync::mpsc;
use std::thread;

use super::common::tell;
use crate::study::Console;

/// A console that reads stdin and answers on stderr, so that stdout stays the run's summary.
pub(super) fn open() -> Console {
    let (sender, lines) = mpsc::channel();
    // It waits for the next line while the process ends, and holds nothing up.
    thread::spawn(move || {
        for line in io::stdin().lock().lines() {
            // Bytes that are no text, or a terminal that is gone, end the console and not the run.
            let Ok(line) = line else { return };
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    Console::new(lines, tell)
}
