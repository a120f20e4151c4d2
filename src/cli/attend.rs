//! What goes on beside a run: the progress bar, Ctrl-C and the limit of real time.

use std::io::IsTerminal;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::common::{Exit, Failed};
use super::run::grouped;
use crate::study::{Study, Watch};

/// How often the bar is drawn and the clock is read.
const TICK: Duration = Duration::from_millis(100);

/// A run that is attended until [`Attended::end`].
pub(super) struct Attended {
    done: mpsc::Sender<()>,
    thread: Option<JoinHandle<()>>,
}

/// The run that Ctrl-C interrupts. A process has one Ctrl-C, so this is the one thing that is
/// global, and only the command line knows it.
static INTERRUPTED: Mutex<Option<Arc<Watch>>> = Mutex::new(None);

/// Has Ctrl-C (and a request to terminate) stop the run that `watch` belongs to.
pub(super) fn catch_interrupts(watch: &Arc<Watch>) -> Result<(), Failed> {
    let mut present = INTERRUPTED.lock().unwrap_or_else(PoisonError::into_inner);
    if present.replace(Arc::clone(watch)).is_none() {
        let handler = || {
            let present = INTERRUPTED.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(watch) = &*present {
                if watch.stopped().is_some() {
                    quit();
                }
                watch.interrupt();
            }
        };
        ctrlc::set_handler(handler)
            .map_err(|error| Failed::Usage(format!("cannot catch Ctrl-C: {error}")))?;
    }
    Ok(())
}

/// Has Ctrl-C (and a request to terminate) do this; for commands that are no runs. `stop` returns
/// whether it was called before: whoever asks a second time does not wait any longer.
#[cfg(any(feature = "serve", feature = "store"))]
pub(super) fn catch_interrupts_with(
    stop: impl Fn() -> bool + Send + 'static,
) -> Result<(), Failed> {
    let handler = move || {
        if stop() {
            quit();
        }
    };
    ctrlc::set_handler(handler)
        .map_err(|error| Failed::Usage(format!("cannot catch Ctrl-C: {error}")))
}

/// Ends the process at once: somebody asks a second time, and the run has not come to its next
/// event. The record is complete up to its last whole chunk.
#[allow(
    clippy::exit,
    reason = "nothing else ends a process whose main thread is busy"
)]
fn quit() -> ! {
    std::process::exit(i32::from(Exit::Interrupted as u8))
}

impl Attended {
    /// Begins to attend a run.
    pub(super) fn begin(
        watch: &Arc<Watch>,
        quiet: bool,
        timeout: Option<Duration>,
        study: &Study,
    ) -> Result<Self, Failed> {
        catch_interrupts(watch)?;
        let (done, over) = mpsc::channel();
        let bar = bar(quiet, study);
        if bar.is_none() && timeout.is_none() {
            return Ok(Attended { done, thread: None });
        }
        let watch = Arc::clone(watch);
        let thread = std::thread::spawn(move || attend(&watch, bar.as_ref(), timeout, &over));
        Ok(Attended {
            done,
            thread: Some(thread),
        })
    }

    /// The run has ended.
    pub(super) fn end(self) {
        drop(self.done);
        if let Some(thread) = self.thread {
            // A bar that failed to draw is no reason to lose the run.
            let _ = thread.join();
        }
    }
}

fn attend(
    watch: &Watch,
    bar: Option<&ProgressBar>,
    timeout: Option<Duration>,
    over: &mpsc::Receiver<()>,
) {
    let started = Instant::now();
    let mut last = (started, 0);
    loop {
        let left = timeout.map(|limit| limit.saturating_sub(started.elapsed()));
        if left == Some(Duration::ZERO) {
            watch.time_out();
        }
        let wait = left
            .filter(|left| !left.is_zero())
            .map_or(TICK, |left| left.min(TICK));
        if over.recv_timeout(wait) != Err(RecvTimeoutError::Timeout) {
            break;
        }
        if let Some(bar) = bar {
            last = draw(watch, bar, last);
        }
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
}

/// Draws the bar and returns when, and after how many events.
fn draw(watch: &Watch, bar: &ProgressBar, last: (Instant, u64)) -> (Instant, u64) {
    let (now, events) = (Instant::now(), watch.events());
    let rate = (events - last.1) as f64 / (now - last.0).as_secs_f64().max(1e-9);
    let (done, robots) = watch.progress();
    let time = watch.time();
    bar.set_position(time as u64);
    bar.set_message(format!(
        "time {time:.1}  {} events/s  {done}/{robots} terminated",
        grouped(rate as u64)
    ));
    (now, events)
}

/// A bar where the end of the simulated time is known, a spinner elsewhere; nothing where stderr
/// is no terminal.
fn bar(quiet: bool, study: &Study) -> Option<ProgressBar> {
    if quiet || !std::io::stderr().is_terminal() {
        return None;
    }
    let limit = study.about().resolved["limits"]["time"].as_f64();
    let (bar, template) = match limit {
        Some(limit) => (ProgressBar::new(limit as u64), "{bar:30} {msg}"),
        None => (ProgressBar::new_spinner(), "{spinner} {msg}"),
    };
    bar.set_draw_target(ProgressDrawTarget::stderr());
    // The templates are the two above.
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    Some(bar)
}
