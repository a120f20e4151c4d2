//! The lines on stdin that steer a run.

use std::io::{self, BufRead as _, Read as _};
use std::sync::mpsc;
use std::thread;

use super::common::tell;
use crate::study::Console;

/// How many lines may wait to be carried out.
const MOST_WAITING: usize = 64;
/// No command is nearly as long, in bytes.
const LONGEST_LINE: u64 = 4096;

/// A console that reads stdin and answers on stderr, so that stdout stays the run's summary.
pub(super) fn open() -> Console {
    let (sender, lines) = mpsc::sync_channel(MOST_WAITING);
    // It waits for the next line while the process ends, and holds nothing up.
    thread::spawn(move || {
        let mut stdin = io::stdin().lock();
        loop {
            let mut line = String::new();
            // Bytes that are no text, or a terminal that is gone, end the console and not the run;
            // so does what is no line.
            let read = (&mut stdin).take(LONGEST_LINE).read_line(&mut line);
            match read {
                Ok(0) | Err(_) => return,
                Ok(bytes) if bytes as u64 == LONGEST_LINE => {
                    return tell("a line of stdin is too long: nobody steers any more");
                }
                Ok(_) if sender.send(line).is_err() => return,
                Ok(_) => {}
            }
        }
    });
    Console::new(lines, tell)
}
