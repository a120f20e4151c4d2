//! The line to one controller: it sends requests, waits for the answers and keeps the time.

use std::collections::VecDeque;
use std::net::TcpStream;
use std::process::Child;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::guard::Guard;
use super::session::{Decided, Session};
use super::tail::Tail;
use super::trouble::{StartError, Trouble};
use super::wire::{Heard, Sent, Wire};
use super::{Stop, process, tcp};
use crate::engine::{Answered, Question};
use crate::model::End;
use crate::model::outside::Remote;

/// How long at most nobody looks whether the run was stopped.
const TICK: Duration = Duration::from_millis(50);
/// How long a controller may take to end once the run is over.
pub(super) const GRACE: Duration = Duration::from_secs(1);
/// Longer requests and answers are cut in errors, in characters.
const EXCERPT: usize = 600;

/// The other side.
#[derive(Debug)]
pub(super) enum Peer {
    /// A child process.
    Process {
        child: Child,
        tail: Tail,
        /// Dropped after the last of its processes.
        _guard: Arc<Guard>,
    },
    /// A TCP connection.
    Stream(TcpStream),
}

/// The line to one controller.
pub struct Line<M: Remote> {
    session: Session<M>,
    wire: Wire,
    peer: Peer,
    robots: Vec<u32>,
    timeout: Option<Duration>,
    /// Whether an error shows what was said last.
    tells: bool,
    stop: Stop,
    /// What has ended the conversation for good.
    dead: Option<Trouble>,
    /// Why the open request was not even sent.
    unsent: Option<Trouble>,
    /// The requests of the present event that are still to be sent.
    waiting: VecDeque<Vec<Question<M>>>,
    event: u64,
    time: f64,
    sent: Instant,
    /// When it was told that the run is over.
    left: Option<Instant>,
    said: String,
    heard: String,
}

/// What a line is made from.
pub(super) struct Ends {
    pub(super) wire: Wire,
    pub(super) peer: Peer,
    pub(super) robots: Vec<u32>,
    pub(super) timeout: Option<Duration>,
    pub(super) tells: bool,
    pub(super) stop: Stop,
}

impl<M: Remote> std::fmt::Debug for Line<M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Line")
            .field("robots", &self.robots)
            .field("dead", &self.dead)
            .finish_non_exhaustive()
    }
}

impl<M: Remote> Line<M> {
    pub(super) fn new(session: Session<M>, ends: Ends) -> Self {
        Line {
            session,
            wire: ends.wire,
            peer: ends.peer,
            robots: ends.robots,
            timeout: ends.timeout,
            tells: ends.tells,
            stop: ends.stop,
            dead: None,
            unsent: None,
            waiting: VecDeque::new(),
            event: 0,
            time: 0.0,
            sent: Instant::now(),
            left: None,
            said: String::new(),
            heard: String::new(),
        }
    }

    /// The robots that this controller answers for, in increasing order.
    #[must_use]
    pub fn robots(&self) -> &[u32] {
        &self.robots
    }

    /// Greets the controller.
    pub(super) fn greet(&mut self, scenario: &str) {
        let timeout = self.timeout.map(|timeout| timeout.as_secs_f64());
        let hello = self.session.hello(scenario, &self.robots, timeout);
        // A connection that is closed already is noticed when the greeting does not come.
        let _ = self.wire.send(hello);
    }

    /// Waits for the controller's greeting.
    pub(super) fn welcome(
        &mut self,
        started: Instant,
        handshake: Duration,
    ) -> Result<(), StartError> {
        let trouble = loop {
            let left = handshake.saturating_sub(started.elapsed());
            match self.wire.hear(left.min(TICK)) {
                Heard::Line(line) => match self.session.greeted(&line) {
                    Ok(greeting) => {
                        let robots = ids(&self.robots);
                        tracing::debug!(robots, name = greeting.name, "said hello");
                        return Ok(());
                    }
                    Err(trouble) => {
                        // A refusal says its reason by itself.
                        if !matches!(trouble, Trouble::Refused { .. }) {
                            self.heard = String::from_utf8_lossy(&line).into_owned();
                        }
                        break trouble;
                    }
                },
                Heard::Nothing => {
                    if let Some(end) = (self.stop)() {
                        return Err(StartError::Stopped(end));
                    }
                    if left.is_zero() {
                        break Trouble::HandshakeLate { timeout: handshake };
                    }
                }
                Heard::Flood(what) => break Trouble::Flood { what },
                Heard::End => break self.gone(),
            }
        };
        let mut excerpt = String::new();
        if !self.heard.is_empty() {
            excerpt += &format!("\n  answer   {}", cut(&self.heard));
        }
        for line in self.last_words(&trouble) {
            excerpt += &format!("\n  stderr   {}", cut(&line));
        }
        Err(StartError::Handshake {
            robots: ids(&self.robots),
            trouble: Box::new(trouble),
            excerpt,
        })
    }

    /// Has these Computes answered, in the order of the ids. Sends the first request and does not
    /// wait; [`collect`](Self::collect) has to follow.
    pub fn ask(&mut self, event: u64, time: f64, questions: Vec<Question<M>>) {
        (self.event, self.time) = (event, time);
        self.waiting = self.session.group(questions).into();
        // What comes of it is told when the answers are collected.
        if self.dead.is_none() {
            self.send_next();
        }
    }

    /// Waits for the answers to everything that was asked, in the order of the ids.
    ///
    /// # Errors
    ///
    /// Why the run was stopped meanwhile.
    pub fn collect(&mut self) -> Result<Vec<Answered<M>>, End> {
        let mut answers = Vec::new();
        loop {
            if self.session.is_open() {
                let decided = self.wait()?;
                self.take(decided, &mut answers);
            }
            match (&self.dead, self.waiting.is_empty()) {
                (_, true) => return Ok(answers),
                (None, false) => self.send_next(),
                (Some(dead), false) => {
                    let dead = dead.clone();
                    let rest = std::mem::take(&mut self.waiting);
                    let robots = rest.iter().flatten().map(|question| question.robot);
                    let decided = robots.map(|robot| (robot, Err(dead.clone()))).collect();
                    self.take(decided, &mut answers);
                }
            }
        }
    }

    /// Sends the next request.
    fn send_next(&mut self) {
        let Some(questions) = self.waiting.pop_front() else {
            return;
        };
        self.said.clear();
        self.heard.clear();
        let line = match self.session.ask(self.event, self.time, questions) {
            Ok(line) => line,
            Err(trouble) => return self.unsent = Some(trouble),
        };
        if self.tells {
            self.said = cut(&String::from_utf8_lossy(&line));
        }
        self.sent = Instant::now();
        // A controller that is gone is noticed where its answer is waited for.
        if let Sent::Full(waiting) = self.wire.send(line) {
            self.dead.get_or_insert(Trouble::Deaf { waiting });
        }
    }

    /// Waits for the answer to the open request.
    fn wait(&mut self) -> Result<Vec<Decided<M>>, End> {
        loop {
            if let Some(trouble) = self.unsent.take().or_else(|| self.dead.clone()) {
                return Ok(self.session.fail(&trouble));
            }
            let left = self
                .timeout
                .map(|timeout| timeout.saturating_sub(self.sent.elapsed()));
            match self.wire.hear(left.map_or(TICK, |left| left.min(TICK))) {
                Heard::Line(line) => {
                    let decided = self.session.heard(&line);
                    if let Some(decided) = decided {
                        if self.tells {
                            self.heard = cut(&String::from_utf8_lossy(&line));
                        }
                        return Ok(decided);
                    }
                }
                Heard::Nothing => {
                    if let Some(end) = (self.stop)() {
                        return Err(end);
                    }
                }
                Heard::Flood(what) => self.dead = Some(Trouble::Flood { what }),
                Heard::End => self.dead = Some(self.gone()),
            }
            if let Some(timeout) = self.timeout
                && self.dead.is_none()
                && self.sent.elapsed() >= timeout
            {
                return Ok(self.session.fail(&Trouble::Late { timeout }));
            }
        }
    }

    /// Puts troubles into words; the first of an event brings what was said last.
    fn take(&self, decided: Vec<Decided<M>>, answers: &mut Vec<Answered<M>>) {
        let mut tells = self.tells && answers.iter().all(|answer| answer.intent.is_ok());
        for (robot, intent) in decided {
            let intent = intent.map_err(|trouble| {
                let robots = ids(&self.robots);
                tracing::debug!(robots, robot, event = self.event, %trouble, "trouble");
                let mut words = trouble.to_string();
                if std::mem::take(&mut tells) {
                    words += &self.excerpt(&trouble);
                }
                words
            });
            answers.push(Answered { robot, intent });
        }
    }

    /// The request, the answer and the last lines of stderr, each on a line of its own.
    fn excerpt(&self, trouble: &Trouble) -> String {
        let mut text = String::new();
        for (label, words) in [("request", &self.said), ("answer", &self.heard)] {
            if !words.is_empty() {
                text += &format!("\n  {label:7}  {words}");
            }
        }
        for line in self.last_words(trouble) {
            text += &format!("\n  stderr   {}", cut(&line));
        }
        text
    }

    /// The last lines of stderr.
    fn last_words(&self, trouble: &Trouble) -> Vec<String> {
        match &self.peer {
            Peer::Process { tail, .. } if matches!(trouble, Trouble::Dead { .. }) => {
                tail.last_lines()
            }
            Peer::Process { tail, .. } => tail.lines(),
            Peer::Stream(_) => Vec::new(),
        }
    }

    /// Why nothing more comes.
    fn gone(&mut self) -> Trouble {
        match &mut self.peer {
            Peer::Process { child, .. } => match process::status(child) {
                Some(status) => Trouble::Dead { status },
                None => Trouble::Closed { what: "its output" },
            },
            Peer::Stream(_) => Trouble::Closed {
                what: "the connection",
            },
        }
    }

    /// Says goodbye, and that nothing more will be sent. Does not wait.
    pub(super) fn leave(&mut self) {
        if self.left.is_some() {
            return;
        }
        self.left = Some(Instant::now());
        if self.dead.is_none() {
            // Whoever does not hear it sees the end of the input.
            let _ = self.wire.send(Session::<M>::bye());
        }
        self.wire.close();
    }

    /// Ends what is left of the controller, once it had its time.
    fn end(&mut self, left: Duration) {
        match &mut self.peer {
            Peer::Process { child, .. } => process::end(child, left),
            Peer::Stream(stream) => {
                let started = Instant::now();
                while !self.wire.is_written() && started.elapsed() < left {
                    std::thread::sleep(Duration::from_millis(1));
                }
                tcp::half_close(stream);
                while let Heard::Line(_) | Heard::Nothing = self
                    .wire
                    .hear(left.saturating_sub(started.elapsed()).min(TICK))
                {
                    if started.elapsed() >= left {
                        break;
                    }
                }
                tcp::close(stream);
            }
        }
    }
}

impl<M: Remote> Drop for Line<M> {
    fn drop(&mut self) {
        self.leave();
        let gone = self.left.map_or(GRACE, |left| left.elapsed());
        let left = match self.dead {
            Some(_) => Duration::ZERO,
            None => GRACE.saturating_sub(gone),
        };
        self.end(left);
    }
}

/// The robots of a controller, for people: `robot 3`, `robots 0 to 9`, `robots 0, 2, 5 and 7 more`.
pub(super) fn ids(robots: &[u32]) -> String {
    match robots {
        [] => "no robot".to_owned(),
        [one] => format!("robot {one}"),
        [first, .., last] if (last - first) as usize == robots.len() - 1 => {
            format!("robots {first} to {last}")
        }
        _ => {
            let named = robots.iter().take(8).map(ToString::to_string);
            let named = named.collect::<Vec<_>>().join(", ");
            match robots.len().saturating_sub(8) {
                0 => format!("robots {named}"),
                more => format!("robots {named} and {more} more"),
            }
        }
    }
}

/// A line for people, cut where it is long.
fn cut(line: &str) -> String {
    let line = line.trim_end();
    match line.char_indices().nth(EXCERPT) {
        Some((end, _)) => format!("{} ... ({} bytes)", &line[..end], line.len()),
        None => line.to_owned(),
    }
}
