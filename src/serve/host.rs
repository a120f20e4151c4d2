//! The thread of one viewer: carries out what its socket asks for, and makes frames when they are wanted.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use serde_json::{Value, json};
use tokio::sync::mpsc::Sender;

use super::runs::Live;
use crate::viewer::Viewer;

/// What goes out to a socket.
#[derive(Debug)]
pub(super) enum Out {
    /// The reply to a command.
    Reply(String),
    /// A frame.
    Frame(Bytes),
    /// Farewell, and why.
    Close(&'static str),
}

/// What a viewer looks at to begin with.
pub(super) type Open = Box<dyn FnOnce() -> Result<Viewer, String> + Send>;

/// A viewer with its socket's two ends.
pub(super) struct Host {
    viewer: Viewer,
    /// Why there is nothing to look at, where there should be.
    trouble: Option<String>,
    /// The run that it looks at while it goes on, and its own number there.
    live: Option<(Arc<Live>, u64)>,
    asked: Receiver<String>,
    out: Sender<Out>,
    /// Whether a frame is wanted.
    wanted: bool,
    /// How many messages in a row made no sense.
    nonsense: u32,
    last: Instant,
    /// How many events are carried out before the clock is read again.
    stretch: u32,
}

/// How long it works before it looks for messages.
const SLICE: Duration = Duration::from_millis(6);
/// How long it waits, while playing, when there is nothing to be done.
const REST: Duration = Duration::from_millis(8);
/// More real time than this does not count at once, in seconds.
const LONGEST_TICK: f64 = 0.25;
/// So many messages in a row that make no sense are borne.
const MOST_NONSENSE: u32 = 16;
/// A viewer works in stretches of so many events at most.
const LONGEST_STRETCH: u32 = 4096;

/// The socket is gone, or has to go.
struct Gone;

impl Host {
    /// Serves a socket until it is gone.
    pub(super) fn serve(
        open: Open,
        live: Option<(Arc<Live>, u64)>,
        asked: Receiver<String>,
        out: &Sender<Out>,
    ) {
        let farewell = out.clone();
        let out = out.clone();
        let serving = AssertUnwindSafe(move || {
            let (viewer, trouble) = match open() {
                Ok(viewer) => (viewer, None),
                Err(trouble) => (Viewer::new(), Some(trouble)),
            };
            let mut host = Host {
                viewer,
                trouble,
                live,
                asked,
                out,
                wanted: false,
                nonsense: 0,
                last: Instant::now(),
                stretch: 1,
            };
            while host.turn().is_ok() {}
        });
        if catch_unwind(serving).is_err() {
            // A socket that is gone needs no farewell.
            let _ = farewell.blocking_send(Out::Close("the viewer failed"));
        }
    }

    /// Takes messages, lets time pass, works for a slice and hands over a frame.
    fn turn(&mut self) -> Result<(), Gone> {
        let playing = self.viewer.is_playing();
        if playing {
            let passed = self.last.elapsed().as_secs_f64();
            self.viewer.tick(passed.min(LONGEST_TICK));
        }
        self.last = Instant::now();
        let busy = self.work();
        self.hand_over()?;
        let first = if busy {
            match self.asked.try_recv() {
                Ok(message) => Some(message),
                Err(TryRecvError::Empty) => None,
                Err(TryRecvError::Disconnected) => return Err(Gone),
            }
        } else if self.viewer.is_playing() {
            match self.asked.recv_timeout(REST) {
                Ok(message) => Some(message),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return Err(Gone),
            }
        } else {
            let message = self.asked.recv().map_err(|_| Gone)?;
            // Time that passed while nothing went on does not count.
            self.last = Instant::now();
            Some(message)
        };
        if let Some(message) = first {
            self.heed(&message)?;
            while let Ok(message) = self.asked.try_recv() {
                self.heed(&message)?;
            }
        }
        Ok(())
    }

    /// Works for a slice. Returns whether there is more to be done at once.
    fn work(&mut self) -> bool {
        let begun = Instant::now();
        loop {
            let before = Instant::now();
            if !self.viewer.work(self.stretch) {
                return false;
            }
            // Events of a few robots take microseconds, rounds of many take milliseconds.
            let took = before.elapsed();
            if took < SLICE / 8 {
                self.stretch = LONGEST_STRETCH.min(self.stretch * 2);
            } else if took > SLICE / 2 {
                self.stretch = 1.max(self.stretch / 2);
            }
            if begun.elapsed() >= SLICE {
                return true;
            }
        }
    }

    /// Sends a frame, if one is wanted and would show something new.
    fn hand_over(&mut self) -> Result<(), Gone> {
        if self.wanted && self.viewer.has_news() {
            let mut frame = Vec::new();
            if self.viewer.frame(&mut frame) {
                self.wanted = false;
                return self.send(Out::Frame(Bytes::from(frame)));
            }
        }
        Ok(())
    }

    /// Hands something over to the socket, and waits until it takes it.
    fn send(&self, out: Out) -> Result<(), Gone> {
        self.out.blocking_send(out).map_err(|_| Gone)
    }

    /// Carries a message out.
    fn heed(&mut self, message: &str) -> Result<(), Gone> {
        let read: Result<Value, _> = serde_json::from_str(message);
        let command = match &read {
            Ok(Value::Object(command)) => command,
            _ => {
                self.nonsense += 1;
                if self.nonsense >= MOST_NONSENSE {
                    let _ = self.send(Out::Close("expected commands, found nonsense"));
                    return Err(Gone);
                }
                let words =
                    json!({ "error": { "message": "expected a command as a JSON object" } });
                return self.send(Out::Reply(words.to_string()));
            }
        };
        self.nonsense = 0;
        let word = command
            .get("do")
            .and_then(Value::as_str)
            .unwrap_or_default();
        if word == "frame" {
            self.wanted = true;
            return self.hand_over();
        }
        let reply = match word {
            "steering" => self.steering(command.get("take") == Some(&Value::Bool(true))),
            _ => self.ask(word, message),
        };
        let reply = match command.get("id") {
            Some(id @ (Value::Number(_) | Value::String(_))) => with_id(id, &reply),
            _ => reply,
        };
        self.send(Out::Reply(reply))
    }

    fn ask(&mut self, word: &str, message: &str) -> String {
        let opens = matches!(word, "open" | "open_record");
        if let Some(trouble) = &self.trouble
            && !opens
        {
            return json!({ "error": { "message": trouble } }).to_string();
        }
        let reply = self.viewer.handle(message);
        if opens && reply.starts_with("{\"ok\"") {
            self.trouble = None;
            // Whoever looks at something else steers the run no more.
            if let Some((live, who)) = self.live.take() {
                super::leave(&live, who);
            }
        }
        reply
    }

    /// Takes the steering of the run that is looked at, or gives it up.
    fn steering(&mut self, take: bool) -> String {
        let Some((live, who)) = &self.live else {
            let words =
                "this is no run that goes on elsewhere: it is steered by whoever looks at it";
            return json!({ "error": { "message": words } }).to_string();
        };
        if !take {
            super::leave(live, *who);
            return json!({ "ok": { "yours": false } }).to_string();
        }
        match live.seat.take(*who) {
            true => json!({ "ok": { "yours": true } }),
            false => json!({ "error": { "message": "somebody else steers this run" } }),
        }
        .to_string()
    }
}

/// A reply with the id of its command.
fn with_id(id: &Value, reply: &str) -> String {
    // A reply is an object with one entry.
    let rest = reply.strip_prefix('{').unwrap_or("}");
    format!("{{\"id\":{id},{rest}")
}
